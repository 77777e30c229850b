//! What players type in Roll20 and Foundry, where it is not dice that we read as they are.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool};

const FROM: &str = "Roll20";

/// `6d10 >= 7 f1`: the target and the botches touch the dice.
fn spaced_target(line: &str) -> Option<Brought> {
    let (roll, rest) = [" >= ", " > ", ">="].iter().find_map(|sign| line.split_once(sign))?;
    let (target, botch) = rest.trim().split_once(' ')?;
    let on = botch.trim().strip_prefix('f')?;
    let fits = is_plain_pool(roll.trim()) && is_number(target) && is_number(on);
    fits.then(|| Brought::sure("Roll20", format!("{}>={target}f{on}", roll.trim())))?
}

/// `1d20 + @{strength}`, `1t[wolves]`, `5d10>=7f1`, `1d20 + 5 [attack]`, `4dF.2`.
pub(super) fn line(line: &str) -> Option<Brought> {
    attributes(line)
        .or_else(|| spaced_target(line))
        .or_else(|| named_in_marks(line))
        .or_else(|| named_modifier(line))
        .or_else(|| dotted(line))
        .or_else(|| rollable(line))
        .or_else(|| failures(line))
        .or_else(|| counted(line))
        .or_else(|| labelled_sum(line))
        .or_else(|| fate(line))
}

/// `@{Ash|strength}` is a number of a character sheet: a name here.
fn attributes(line: &str) -> Option<Brought> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, from)) = rest.split_once("@{") {
        let (inside, after) = from.split_once('}')?;
        let name = inside.rsplit('|').next().unwrap_or(inside).trim().to_lowercase().replace(['-', ' '], "_");
        if !is_name(&name) {
            return None;
        }
        text.push_str(before);
        text.push_str(&name);
        rest = after;
    }
    if text.is_empty() || line.starts_with('&') {
        return None;
    }
    text.push_str(rest);
    Brought::sure(FROM, again(&text))
}

/// `1d20 + $dex`, `1d20 + [dex]`: a number of a character sheet, in the marks of another program.
fn named_in_marks(line: &str) -> Option<Brought> {
    let at = line.find(['$', '['])?;
    let (before, from) = line.split_at(at);
    let (name, after) = match from.strip_prefix('$') {
        Some(rest) => {
            rest.split_at(rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()))
        }
        None => from.strip_prefix('[')?.split_once(']')?,
    };
    let joined = begins_with_die(before) && before.trim_end().ends_with(['+', '-']);
    (joined && is_name(name))
        .then(|| Brought::sure("other programs", again(&format!("{before}{name}{after}"))))?
}

/// `d20 + STR mod`: the modifier of a character sheet.
fn named_modifier(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let (at, word) =
        [" modifier", " bonus", " mod"].into_iter().find_map(|word| Some((lower.find(word)?, word)))?;
    let (before, after) = (line.get(..at)?, line.get(at + word.len()..)?);
    let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    let (before, name) = before.split_at(start);
    let joined = begins_with_die(before) && before.trim_end().ends_with(['+', '-']);
    let ends = after.trim().is_empty() || after.trim_start().starts_with(['+', '-']);
    let known = name.starts_with(char::is_alphabetic) && !begins_with_die(name);
    (joined && ends && known)
        .then(|| Brought::sure("plain words", format!("{before}{}_mod{after}", name.to_lowercase())))?
}

/// `1d20 + @abilities.str.mod`, `1d20 + @prof`: numbers of a character in Foundry.
fn dotted(line: &str) -> Option<Brought> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, from)) = rest.split_once('@') {
        let end =
            from.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_')).unwrap_or(from.len());
        let (path, after) = from.split_at(end);
        let parts: Vec<&str> = path.split('.').collect();
        let name = match parts.as_slice() {
            [.., of, last @ ("mod" | "value" | "bonus" | "total")] => format!("{of}_{last}"),
            ["mod"] => "modifier".to_owned(),
            [.., last] => (*last).to_owned(),
            [] => return None,
        };
        if !is_name(&name) {
            return None;
        }
        text.push_str(before);
        text.push_str(&name);
        rest = after;
    }
    let plain = !text.is_empty() && begins_with_die(line);
    text.push_str(rest);
    plain.then(|| Brought::sure("Foundry", text))?
}

/// `1t[wolves]`: a rollable table.
fn rollable(line: &str) -> Option<Brought> {
    let (count, name) = line.strip_suffix(']')?.split_once("t[")?;
    let name = crate::syntax::plain_name(name);
    (is_number(count) && is_name(&name)).then_some(())?;
    Brought::sure(FROM, if count == "1" { name } else { format!("{count} times {name}") })
}

/// `5d10>=7f1`: successes, of which failures are taken off.
fn failures(line: &str) -> Option<Brought> {
    let (rest, failed) = line.rsplit_once('f')?;
    let at = rest.find(['<', '>', '='])?;
    let (pool, target) = rest.split_at(at);
    let number = target.trim_start_matches(['<', '>', '=']);
    let plain = super::is_plain_pool(pool) && is_number(number) && is_number(failed);
    // There, `>7` counts a 7 too.
    let sign = if target.starts_with('<') {
        "<="
    } else if target.starts_with('>') {
        ">="
    } else {
        "="
    };
    plain.then(|| Brought::sure(FROM, format!("{pool}c{sign}{number} cf={failed}")))?
}

/// `10d6cf=1`, `3d6even`, `1d20ms15`: what Foundry counts or takes off.
fn counted(line: &str) -> Option<Brought> {
    let end = line.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'd' | 'D'))?;
    let (pool, said) = line.split_at(end);
    let (count, sides) = pool.split_once(['d', 'D']).filter(|_| is_plain_pool(pool))?;
    let count = if count.is_empty() { "1" } else { count };
    let rest = |word: &str| {
        said.strip_prefix(word).filter(|rest| is_number(rest.trim_start_matches(['<', '>', '='])))
    };
    if let Some(failed) = rest("cf").filter(|failed| failed.starts_with(['<', '>', '='])) {
        return Brought::sure("Foundry", format!("{pool}c{failed}"));
    }
    if let Some(target) = rest("ms").filter(|target| is_number(target)) {
        return Brought::sure("Foundry", format!("{pool} - {target}"));
    }
    matches!(said, "even" | "odd")
        .then(|| Brought::sure("Foundry", format!("count(({count} times d{sides}) where it is {said})")))?
}

/// `1d20+5[attack]`: a label behind a sum is one of its dice.
fn labelled_sum(line: &str) -> Option<Brought> {
    let (sum, label) = line.strip_suffix(']')?.split_once('[')?;
    let at = sum.find(['+', '-'])?;
    let (dice, rest) = sum.split_at(at);
    let plain = begins_with_die(dice)
        && rest.chars().all(|c| c.is_ascii_digit() || " +-".contains(c))
        && rest.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let word = !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == ' ');
    (plain && word)
        .then(|| Brought::sure(FROM, format!("{} [{}] {}", dice.trim(), label.trim(), rest.trim())))?
}

/// `4dF.2`: a Fate die with two blank faces, as every Fate die here.
fn fate(line: &str) -> Option<Brought> {
    let at = line.find("dF.2").or_else(|| line.find("df.2"))?;
    let (before, after) = (line.get(..at)?, line.get(at + 4..)?);
    let count = before.is_empty() || before.ends_with(|c: char| c.is_ascii_digit() || c == ' ');
    (count && !after.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| Brought::sure("Foundry", format!("{before}dF{after}")))?
}
