//! What is said to happen to somebody in play: `Ash takes 3 damage`, `kill the goblin`, `who goes first`. Who is meant
//! is known only where there is somebody: [`crate::session`] looks for them.

use super::{begins_with_die, is_number};

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DeedKind {
    /// Hit points go down or up, or become a number: `-=`, `+=`, `=`.
    Points {
        /// How.
        sign: &'static str,
        /// A number or dice.
        amount: String,
    },
    /// Hit points are what they are at most.
    Full,
    /// Somebody dies.
    Death,
    /// Somebody goes.
    Removal,
    /// It is asked in which order they act.
    Order,
}

/// What is said to happen, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpokenDeed {
    /// Who, in small letters and without articles; empty where nobody is named.
    pub(crate) who: String,
    /// Whether all of them are meant: `all goblins`.
    pub(crate) all: bool,
    /// What.
    pub(crate) what: DeedKind,
}

/// Words that may be left out of a name, or stand before it.
pub(crate) const SMALL_WORDS: [&str; 9] = ["the", "a", "an", "of", "my", "our", "that", "this", "poor"];

const LOSES: &[&str] = &["takes", "take", "loses", "lose", "suffers", "suffer"];
const GAINS: &[&str] = &["heals", "heal", "regains", "regain", "gains", "gain", "recovers", "recover"];
const HARM: &[&str] = &["hurt", "damage", "hit", "harm"];
const CURE: &[&str] = &["heal", "cure"];
const DIES: &[&str] = &["dies", "die", "falls", "drops", "perishes"];
const KILL: &[&str] = &["kill", "slay", "destroy"];
const FIRST: &[&str] = &[
    "who goes first",
    "who is first",
    "who starts",
    "who acts first",
    "whose turn is it",
    "turn order",
    "initiative",
    "initiative order",
    "roll initiative",
    "roll for initiative",
];

/// What a line says that happens.
pub(crate) fn deed(line: &str) -> Option<SpokenDeed> {
    const LONGEST: usize = 80;
    let line = line.trim().trim_end_matches(['.', '!', '?']);
    // `set ash.hp 3`
    let set = line.strip_prefix("set ").map(|rest| format!("set {}", rest.replacen('.', " ", 1)));
    let line = set.as_deref().unwrap_or(line);
    let is_said = |c: char| c.is_alphanumeric() || " _-'\u{2019}+*/()".contains(c);
    if line.len() > LONGEST || !line.chars().all(is_said) {
        return None;
    }
    let lower = line.to_lowercase();
    if FIRST.contains(&lower.as_str()) {
        return Some(SpokenDeed { who: String::new(), all: true, what: DeedKind::Order });
    }
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (first, rest) = words.split_first()?;
    if KILL.contains(first) {
        return of(rest, DeedKind::Death);
    }
    if *first == "remove" && !rest.contains(&"from") {
        return of(rest, DeedKind::Removal);
    }
    // `remove ash from party` is a statement of ours; a name of several words is not.
    if let ["remove", who @ .., "from", _] = words.as_slice()
        && who.len() > 1
        && who.first().is_some_and(|first| *first != "all" && *first != "every")
    {
        return of(who, DeedKind::Removal);
    }
    if let [who @ .., "is" | "are", "dead" | "killed" | "slain"] = words.as_slice() {
        return of(who, DeedKind::Death);
    }
    if let Some((last, who)) = words.split_last()
        && DIES.contains(last)
    {
        return of(who, DeedKind::Death);
    }
    if let ["set", who @ .., "hp", "to" | "=", amount] | ["set", who @ .., "hp", amount] = words.as_slice()
        && is_amount(amount)
    {
        return of(who, DeedKind::Points { sign: "=", amount: (*amount).to_owned() });
    }
    if let Some(found) = healed(&words) {
        return Some(found);
    }
    // `heal everyone`: nothing is said of how much.
    if CURE.contains(first) && !rest.iter().any(|word| word.contains(|c: char| c.is_ascii_digit())) {
        return of(rest, DeedKind::Full);
    }
    if let Some(found) = signed(&words).or_else(|| dealt(&words)) {
        return Some(found);
    }
    if let [who @ .., "hp", amount] = words.as_slice()
        && is_amount(amount)
    {
        return of(who, DeedKind::Points { sign: "=", amount: (*amount).to_owned() });
    }
    // `ash has 3 hp`, `ash is at 3 hp`
    if let [who @ .., "has" | "at", amount, "hp"] = words.as_slice()
        && is_amount(amount)
    {
        let who = who.strip_suffix(&["is"]).unwrap_or(who);
        return of(who, DeedKind::Points { sign: "=", amount: (*amount).to_owned() });
    }
    told_of(&words).or_else(|| ordered(&words))
}

/// `ash heals to full`, `heal ash fully`, `ash is fully healed`, `ash is at full health`.
fn healed(words: &[&str]) -> Option<SpokenDeed> {
    const SAID: [&str; 18] = [
        "to",
        "full",
        "fully",
        "completely",
        "max",
        "maximum",
        "health",
        "hp",
        "at",
        "is",
        "are",
        "has",
        "back",
        "up",
        "healed",
        "heals",
        "heal",
        "recovers",
    ];
    let is_full = |word: &&str| matches!(*word, "full" | "fully" | "completely" | "max" | "maximum");
    let heals = |word: &&str| {
        GAINS.contains(word) || CURE.contains(word) || matches!(*word, "healed" | "health" | "hp" | "is")
    };
    if !words.iter().any(is_full) || !words.iter().any(heals) {
        return None;
    }
    let is_said = |word: &&str| SAID.contains(word) || GAINS.contains(word) || CURE.contains(word);
    let who: Vec<&str> = words.iter().copied().filter(|word| !is_said(word)).collect();
    of(&who, DeedKind::Full)
}

/// `ash -5`, `ash hp +2`, `ash -3hp`.
fn signed(words: &[&str]) -> Option<SpokenDeed> {
    let words = words.strip_suffix(&["hp"]).unwrap_or(words);
    let (last, who) = words.split_last()?;
    let amount = last.strip_prefix(['-', '+'])?;
    let amount = amount.strip_suffix("hp").or_else(|| amount.strip_suffix("dmg")).unwrap_or(amount);
    is_amount(amount).then_some(())?;
    let sign = if last.starts_with('-') { "-=" } else { "+=" };
    let who = who.strip_suffix(&["hp"]).unwrap_or(who);
    of(who, DeedKind::Points { sign, amount: amount.to_owned() })
}

/// `1 damage to cole`, `deal 2d6 fire damage to the goblin`.
fn dealt(words: &[&str]) -> Option<SpokenDeed> {
    let words = words.strip_prefix(&["deal"]).or_else(|| words.strip_prefix(&["do"])).unwrap_or(words);
    let at = words.iter().position(|word| *word == "to")?;
    let said = words.get(..at)?;
    let harms = said.iter().any(|word| matches!(*word, "damage" | "dmg"));
    let amount = how_much(said).filter(|_| harms)?;
    of(words.get(at + 1..)?, DeedKind::Points { sign: "-=", amount })
}

/// `ash takes 3 damage`.
fn told_of(words: &[&str]) -> Option<SpokenDeed> {
    let at =
        words.iter().position(|word| LOSES.contains(word) || GAINS.contains(word)).filter(|at| *at > 0)?;
    let sign = if LOSES.contains(words.get(at)?) { "-=" } else { "+=" };
    let amount = how_much(words.get(at + 1..)?)?;
    of(words.get(..at)?, DeedKind::Points { sign, amount })
}

/// `hurt ash 3`, `heal goblin 1 by 2`.
fn ordered(words: &[&str]) -> Option<SpokenDeed> {
    let (order, rest) = words.split_first()?;
    let sign = if HARM.contains(order) {
        "-="
    } else if CURE.contains(order) {
        "+="
    } else {
        return None;
    };
    (1..rest.len()).find_map(|at| {
        let (who, said) = rest.split_at(at);
        let said = match said {
            ["by" | "for", said @ ..] => said,
            said => said,
        };
        of(who, DeedKind::Points { sign, amount: how_much(said)? })
    })
}

/// How much it is, without what kind of harm: `8d6 // 2 fire damage`.
fn how_much(words: &[&str]) -> Option<String> {
    const SAID: [&str; 10] =
        ["damage", "dmg", "hp", "points", "point", "hit", "of", "health", "more", "wounds"];
    let is_said = |word: &&str| SAID.contains(word) || super::told::DAMAGE.contains(word);
    let is_number =
        |word: &&&str| word.chars().any(|c| c.is_ascii_digit()) || ["+", "-", "*", "/", "//"].contains(*word);
    let count = words.iter().take_while(is_number).count();
    let (amount, said) = words.split_at(count);
    let amount = amount.join(" ");
    (is_amount(&amount) && said.iter().all(is_said)).then_some(amount)
}

fn is_amount(text: &str) -> bool {
    is_number(text) || begins_with_die(text)
}

/// What happens to whom these words name.
fn of(who: &[&str], what: DeedKind) -> Option<SpokenDeed> {
    const ALL: [&str; 4] = ["all", "every", "each", "both"];
    const NOBODY: [&str; 5] = ["dice", "die", "fate", "fudge", "points"];
    let all = who.iter().any(|word| ALL.contains(word));
    let named: Vec<&str> =
        who.iter().copied().filter(|word| !ALL.contains(word) && !SMALL_WORDS.contains(word)).collect();
    let is_name = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "_-'\u{2019}".contains(c));
    let is_somebody = named.first().is_some_and(|first| first.starts_with(char::is_alphabetic));
    let plain =
        named.len() <= 4 && named.iter().all(is_name) && !named.iter().any(|word| NOBODY.contains(word));
    if named.is_empty() && all {
        return Some(SpokenDeed { who: "everyone".to_owned(), all, what });
    }
    (is_somebody && plain).then(|| SpokenDeed { who: named.join(" "), all, what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_read_with_who_and_how_much() {
        let points = |sign, amount: &str| DeedKind::Points { sign, amount: amount.to_owned() };
        for (line, who, all, what) in [
            ("Ash takes 3 damage", "ash", false, points("-=", "3")),
            ("the goblins take 8d6 // 2 fire damage", "goblins", false, points("-=", "8d6 // 2")),
            ("all goblins lose 2 hp", "goblins", true, points("-=", "2")),
            ("goblin 1 takes 3.", "goblin 1", false, points("-=", "3")),
            ("hurt goblin 1 3", "goblin 1", false, points("-=", "3")),
            ("heal Old Tom by 2d4", "old tom", false, points("+=", "2d4")),
            ("ash hp 5", "ash", false, points("=", "5")),
            ("ash has 3 hp", "ash", false, points("=", "3")),
            ("ash is at 3 hp", "ash", false, points("=", "3")),
            ("set ash hp to 10", "ash", false, points("=", "10")),
            ("set ash.hp 3", "ash", false, points("=", "3")),
            ("ash -5", "ash", false, points("-=", "5")),
            ("ash -3hp", "ash", false, points("-=", "3")),
            ("ash -3 hp", "ash", false, points("-=", "3")),
            ("goblin 1 +2d4", "goblin 1", false, points("+=", "2d4")),
            ("1 damage to cole", "cole", false, points("-=", "1")),
            ("deal 2d6 fire damage to the goblin", "goblin", false, points("-=", "2d6")),
            ("ash and birch take 3", "ash and birch", false, points("-=", "3")),
            ("kill the goblin!", "goblin", false, DeedKind::Death),
            ("heal everyone", "everyone", false, DeedKind::Full),
            ("Ash is dead", "ash", false, DeedKind::Death),
            ("remove ash", "ash", false, DeedKind::Removal),
            ("remove goblin 2 from goblins", "goblin 2", false, DeedKind::Removal),
            ("Who goes first?", "", true, DeedKind::Order),
        ] {
            assert_eq!(deed(line), Some(SpokenDeed { who: who.to_owned(), all, what }), "{line}");
        }
        for line in
            ["ash takes the sword", "dice hp 3", "2d6 falls", "remove ash from party", "kill", "x + 3"]
        {
            assert_eq!(deed(line), None, "{line}");
        }
    }
}
