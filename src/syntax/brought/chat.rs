//! Commands as they are typed into the chat of a virtual table, or to a bot.

use super::{Brought, again, begins_with_die, is_name, is_number};

const FROM: &str = "chat commands";

/// `/roll 4d6`, `!r 4d6`, `r 4d6`, `roll4d6`, `/w gm 1d20`, `!rr 6 4d6`, `/table wolves`.
pub(super) fn command(line: &str) -> Option<Brought> {
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
    let Some(command) = line.strip_prefix(['/', '!', '.']) else {
        let lower = line.to_ascii_lowercase();
        let rest = ["roll", "r"].iter().find_map(|word| lower.strip_prefix(word))?;
        let rest = line.get(line.len() - rest.len()..)?;
        return (line.len() > 2 && begins_with_die(rest) && !lower.starts_with("roll "))
            .then(|| Brought::sure(FROM, again(rest)))?;
    };
    let (word, rest) = command.split_once(char::is_whitespace)?;
    let word = word.to_ascii_lowercase();
    let rest = rest.split_once(" # ").map_or(rest, |(roll, _)| roll).trim();
    if word == "w" || word == "whisper" {
        return rest
            .split_once(' ')
            .filter(|(_, roll)| begins_with_die(roll.trim_start_matches(['/', '!']).trim_start_matches("r ")))
            .and_then(|(_, roll)| Brought::sure(FROM, again(roll)));
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
    ROLLS.contains(&&*word).then(|| Brought::sure(FROM, again(rest)))?
}
