//! Commands as they are typed into the chat of a virtual table, or to a bot.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool, told};

const FROM: &str = "chat commands";

/// Orders to roll.
const ROLLS: &[&str] = &[
    "roll",
    "r",
    "gmroll",
    "gmr",
    "gr",
    "rr",
    "broll",
    "blindroll",
    "br",
    "selfroll",
    "sr",
    "publicroll",
    "pr",
    "d",
    "dice",
    "ooc",
];

/// `/roll 4d6`, `!r 4d6`, `r 4d6`, `roll4d6`, `/w gm 1d20`, `!rr 6 4d6`, `/table wolves`.
pub(super) fn command(line: &str) -> Option<Brought> {
    if let Some(roll) = line.strip_prefix('!').filter(|roll| begins_with_die(roll)) {
        // `!(d6 > 3)` is what other languages say for `not`.
        if roll.starts_with('(') && roll.contains(['<', '>', '=']) {
            return Brought::sure("other languages", format!("not {roll}"));
        }
        return Brought::sure(FROM, again(roll));
    }
    if let Some(roll) = line.strip_prefix("tw ").map(|rest| rest.strip_prefix("roll ").unwrap_or(rest))
        && begins_with_die(roll.trim_matches(['\'', '"']))
    {
        return Brought::sure(FROM, again(roll.trim_matches(['\'', '"'])));
    }
    if line.starts_with("&{") || line.starts_with("%{") {
        return Brought::either("Roll20", Vec::new());
    }
    // A bot may listen to any sign.
    let signs = ['/', '!', '.', '$', '?', '-', '~', '&', '>', '%', '+', ';', ','];
    let rolls = |rest: &&str| {
        let word = rest.split(' ').next().unwrap_or("");
        word != "d" && ROLLS.contains(&word) && rest.contains(' ')
    };
    let command = line.strip_prefix(signs).filter(rolls);
    if let Some(found) = so_often(line.trim_start_matches(signs)) {
        return Some(found);
    }
    let Some(command) = command.or_else(|| line.strip_prefix(['/', '!', '.'])) else {
        let lower = line.to_ascii_lowercase();
        let rest = ["roll", "throw", "r"].iter().find_map(|word| lower.strip_prefix(word))?;
        let rest = line.get(line.len() - rest.len()..)?;
        return (line.len() > 2 && begins_with_die(rest) && !lower.starts_with("roll "))
            .then(|| Brought::sure(FROM, again(rest)))?;
    };
    let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let word = word.to_ascii_lowercase();
    if !word.chars().all(|c| c.is_ascii_alphabetic())
        || word.is_empty()
        || line.starts_with('.') && rest.is_empty()
    {
        return None;
    }
    let rest = [" # ", " reason:", " -- "]
        .iter()
        .find_map(|sign| rest.split_once(sign))
        .map_or(rest, |(roll, _)| roll);
    let rest = rest.trim();
    if word == "w" || word == "whisper" {
        let (_, said) = rest.split_once(' ')?;
        let is_roll = begins_with_die(said.trim_start_matches(['/', '!']).trim_start_matches("r "));
        return Brought::sure(FROM, if is_roll { again(said) } else { format!("note \"{}\"", plain(said)) });
    }
    if matches!(&*word, "em" | "me" | "emote" | "desc" | "as" | "say" | "ooc") && !begins_with_die(rest) {
        return Brought::sure(FROM, format!("say \"{}\"", plain(rest)));
    }
    if matches!(&*word, "check" | "c" | "save" | "s" | "skill" | "ability") && !line.starts_with('.') {
        let kind = if word.starts_with('s') && word != "skill" { "save" } else { "check" };
        return told::check(&format!("{rest} {kind}")).map(|found| Brought { from: FROM, ..found });
    }
    if matches!(&*word, "table" | "rolltable" | "rt" | "t") && is_name(rest) {
        return Brought::sure(FROM, rest);
    }
    if word == "rr"
        && let Some((count, roll)) = rest.split_once(' ')
        && is_number(count)
        && begins_with_die(roll)
    {
        return Brought::sure(FROM, format!("{count} times {}", again(roll)));
    }
    if ROLLS.contains(&&*word) && !rest.is_empty() {
        let rest = if line.starts_with('/') { with_targets(rest) } else { rest.to_owned() };
        return Brought::sure(FROM, again(&rest));
    }
    // Whatever else a bot does, nothing here does.
    let known = ["attack", "cast", "init", "initiative", "monster", "game", "roll", "spell", "lookup"];
    known.contains(&&*word).then(|| Brought::either(FROM, Vec::new()))?
}

/// A roll of Roll20 with its targets as they are meant: `6d10>8` counts from 8 on, and `3d6!>5` explodes from 5 on.
fn with_targets(roll: &str) -> String {
    let mut text = String::new();
    let mut rest = roll;
    while let Some((before, target)) = rest.split_once('>') {
        let begins = target.starts_with(|c: char| c.is_ascii_digit());
        text.push_str(before);
        text.push_str(match (before.ends_with('!'), before.ends_with(|c: char| c.is_ascii_digit())) {
            (true, _) if begins => ">=",
            (false, true) if begins && is_plain_pool(before) => "c>=",
            (true | false, _) => ">",
        });
        rest = target;
    }
    text + rest
}

/// `rr6 4d6kh3`, `r6 4d6kh3`, `multiroll 3 d20`: so many rolls.
fn so_often(said: &str) -> Option<Brought> {
    let rest = ["multiroll ", "rr", "r"].iter().find_map(|word| said.strip_prefix(word))?;
    let (count, roll) = rest.split_once(' ')?;
    (is_number(count) && begins_with_die(roll))
        .then(|| Brought::sure(FROM, format!("{count} times {}", again(roll))))?
}

/// What is said in the chat, as a text.
fn plain(said: &str) -> String {
    said.trim().replace(['\\', '"', '{', '}'], "")
}

#[cfg(test)]
mod tests {
    use crate::syntax::brought::{Brought, translate};

    #[test]
    fn a_bot_rolls_several_times() {
        for (theirs, ours) in [
            ("r6 4d6kh3", "6 times 4d6kh3"),
            ("!rr6 4d6", "6 times 4d6"),
            ("!multiroll 3 d20", "3 times d20"),
        ] {
            assert_eq!(translate(theirs).as_ref().and_then(Brought::meaning), Some(ours), "{theirs}");
        }
    }
}
