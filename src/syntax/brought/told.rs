//! Rolls as they are told at the table: checks, damage by its kind, numbers that are asked for.

use super::{Brought, begins_with_die, is_number};
use crate::syntax::words;

const FROM: &str = "plain words";

/// Kinds of damage, and what else may be told of a roll without being a unit.
pub(super) const DAMAGE: &[&str] = &[
    "acid",
    "bludgeoning",
    "bonus",
    "cold",
    "crit",
    "critical",
    "damage",
    "dmg",
    "fire",
    "force",
    "healing",
    "heal",
    "holy",
    "lightning",
    "magic",
    "magical",
    "mental",
    "necrotic",
    "physical",
    "piercing",
    "poison",
    "precision",
    "psychic",
    "radiant",
    "slashing",
    "smite",
    "sneak",
    "sonic",
    "thunder",
];

/// A line with this label behind its last die: `(2d6+3)*2` and `fire` are `(2d6 [fire] +3)*2`.
pub(crate) fn with_label(line: &str, label: &str) -> Option<String> {
    // What depends on a condition has no one die that the word is about.
    let depends = line.contains("==") || line.contains("!=") || line.split(' ').any(|word| word == "if");
    // `8d6 >= 5 exploding` is no kind of roll.
    let changes = super::touched::is_telling(&[label]);
    if line.contains(['"', '{', '[']) || depends || changes {
        return None;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '!');
    let mut words = line.split(|c: char| !is_part(c)).filter(|word| begins_with_die(word));
    let die = words.next_back()?;
    let end = line.rfind(die)? + die.len();
    let (before, after) = line.split_at(end);
    let gap = if after.is_empty() || after.starts_with([' ', ')']) { "" } else { " " };
    Some(format!("{before} [{label}]{gap}{}", after.trim_end()))
}

/// `1d20 + ?{Bonus|0}`: a number that Roll20 asks for.
pub(super) fn query(line: &str) -> Option<Brought> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, from)) = rest.split_once("?{") {
        let (inside, after) = from.split_once('}')?;
        let first = inside.split('|').nth(1).unwrap_or("");
        let value = first.rsplit(',').next().unwrap_or("").trim();
        let is_value = is_number(value) || begins_with_die(value);
        text.push_str(before);
        text.push_str(if is_value { value } else { "2" });
        rest = after;
    }
    if text.is_empty() && rest.len() == line.len() {
        return None;
    }
    text.push_str(rest);
    let text = text.trim_start_matches("/roll ").trim_start_matches("/r ").trim().to_owned();
    Brought::either("Roll20", vec![("with the number itself, for example", text)])
}

/// `STR check`, `dex save DC 13`, `roll perception`, `roll for initiative`, `attack roll`.
pub(super) fn check(line: &str) -> Option<Brought> {
    const KNOWN: &[&str] = &[
        "strength",
        "str",
        "dexterity",
        "dex",
        "constitution",
        "con",
        "intelligence",
        "int",
        "wisdom",
        "wis",
        "charisma",
        "cha",
        "perception",
        "stealth",
        "athletics",
        "acrobatics",
        "investigation",
        "insight",
        "persuasion",
        "deception",
        "initiative",
        "attack",
        "death",
        "fortitude",
        "reflex",
        "will",
        "skill",
        "ability",
        "survival",
        "arcana",
        "saving",
        "to hit",
    ];
    let lower = line.trim_end_matches(['?', '!', '.']).to_ascii_lowercase();
    let (told, target) =
        match [" vs dc ", " dc ", " dc", " vs ", " against "].iter().find_map(|sign| lower.rsplit_once(sign))
        {
            Some((told, target)) if is_number(target) => (told.trim(), Some(target.trim().to_owned())),
            _ => (lower.trim(), None),
        };
    let (told, ordered) =
        ["roll for ", "roll a ", "roll an ", "roll to ", "roll my ", "roll ", "make a ", "make an "]
            .iter()
            .find_map(|word| told.strip_prefix(word))
            .map_or((told, false), |told| (told, true));
    let told = told.strip_prefix("a ").unwrap_or(told);
    let ended =
        [" check", " save", " saving throw", " roll", " test"].iter().find_map(|end| told.strip_suffix(end));
    let what = ended.unwrap_or(told);
    let plain = |word: &str| word.chars().all(char::is_alphabetic) && !words::is_starting(word);
    let words: Vec<&str> = what.split_whitespace().collect();
    let known = KNOWN.contains(&what) || words.iter().any(|word| KNOWN.contains(word));
    let told_so = (ended.is_some() || ordered || target.is_some())
        && (known || ended.is_some_and(|_| !told.ends_with(" roll")));
    let fits = !words.is_empty() && words.len() <= 3 && words.iter().all(|word| plain(word))
        || told == "saving throw";
    (told_so || told == "saving throw").then_some(())?;
    fits.then_some(())?;
    let readings = match target {
        Some(target) => vec![("a d20 with your bonus, here 2", format!("d20 + 2 >= {target}"))],
        None => vec![
            ("a d20 with your bonus, here 2", "d20 + 2".to_owned()),
            ("against a difficulty, here 15", "d20 + 2 >= 15".to_owned()),
        ],
    };
    Brought::either(FROM, readings)
}

/// `2d6 + 1d8 fire damage`, `1d8+2 piercing + 1d6 cold`: the kind of damage is a label of its dice.
pub(super) fn labelled(line: &str) -> Option<Brought> {
    if !begins_with_die(line) || line.contains(['[', '{', '"', '(']) {
        return None;
    }
    let mut terms: Vec<String> = Vec::new();
    let mut dice = None;
    let mut told = false;
    for term in line.split_inclusive(['+', '-']) {
        let (term, sign) = match term.char_indices().next_back() {
            Some((at, sign @ ('+' | '-'))) => (term.get(..at)?, format!("{sign}")),
            _ => (term, String::new()),
        };
        let bare = term.trim();
        let (roll, label) = bare.split_once(' ').unwrap_or((bare, ""));
        if begins_with_die(roll) {
            dice = Some(terms.len());
        }
        let (before, behind) = (term.len() - term.trim_start().len(), term.len() - term.trim_end().len());
        let blanks = |count: usize| " ".repeat(count);
        terms.push(format!("{}{roll}{}{sign}", blanks(before), blanks(behind)));
        if label.is_empty() {
            continue;
        }
        let label = label.trim().strip_prefix("for ").unwrap_or(label);
        let mut words = label.split_whitespace();
        let is_damage =
            label.ends_with(" damage") && label.split(' ').all(|word| word.chars().all(char::is_alphabetic));
        if !is_damage && !words.all(|word| DAMAGE.contains(&word.to_ascii_lowercase().as_str())) {
            return None;
        }
        let of = terms.get_mut(dice.take()?)?;
        let at = of.trim_end_matches([' ', '+', '-']).len();
        let gap = if of.get(at..)?.starts_with(['+', '-']) { " " } else { "" };
        of.insert_str(at, &format!(" [{}]{gap}", label.split_whitespace().collect::<Vec<_>>().join(" ")));
        told = true;
    }
    let text = terms.concat();
    let told = told && text.chars().filter(|c| !c.is_whitespace()).count() > 0;
    told.then(|| Brought::sure(FROM, text.trim().to_owned()))?
}
