//! Lines as other dice programs and languages write them, and what they are here.
//!
//! Each rule knows one habit. A line that means one thing is translated for sure; where it may mean two,
//! both readings are given, to choose from.

mod any_dice;
mod code;
mod roll20;
mod spoken;

use super::words;

/// A line from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Brought {
    /// Where it is written so: `AnyDice`.
    pub from: &'static str,
    /// What it may mean, each with what it is for; one where it is sure.
    pub readings: Vec<(&'static str, String)>,
}

impl Brought {
    fn sure(from: &'static str, text: impl Into<String>) -> Option<Brought> {
        Some(Brought { from, readings: vec![("", text.into())] })
    }

    fn either(from: &'static str, readings: Vec<(&'static str, String)>) -> Option<Brought> {
        Some(Brought { from, readings })
    }

    /// What it means, where that is sure.
    pub(crate) fn meaning(&self) -> Option<&str> {
        match self.readings.as_slice() {
            [(_, only)] => Some(only),
            _ => None,
        }
    }
}

/// What a line means that could be read as it stands, but means something else to whoever brings it.
pub(crate) fn habit(line: &str) -> Option<Brought> {
    let line = line.trim();
    if let Some(inner) = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"))
        && !inner.contains(['[', ']', ','])
    {
        return Brought::sure("Roll20", again(inner));
    }
    if let Some((count, roll)) = line.split_once('#')
        && is_number(count)
        && begins_with_die(roll)
    {
        return Brought::sure("Avrae", format!("{count} times {}", again(roll)));
    }
    if let Some(roll) = line.strip_prefix('#').filter(|roll| begins_with_die(roll)) {
        let count = roll.split(['d', 'D']).next().unwrap_or("");
        return Brought::sure("AnyDice", if count.is_empty() { "1" } else { count });
    }
    let rest = line.strip_prefix("roll ").or_else(|| line.strip_prefix("Roll "))?;
    let small = ["a ", "an ", "me ", "on the ", "on ", "the ", "some ", "for "];
    let rest = small.iter().fold(rest.trim(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let rest = rest.trim_end_matches(['.', '!', '?']);
    let known = begins_with_die(rest) || is_name(rest) || spoken::is_spoken(rest);
    known.then(|| Brought::sure("", again(rest)))?
}

/// What a line from elsewhere is here.
pub(crate) fn translate(line: &str) -> Option<Brought> {
    let line = line.trim();
    let rules: &[fn(&str) -> Option<Brought>] = &[
        chat_command,
        habit,
        code::shown,
        roll20::line,
        spoken::asked,
        spoken::likely,
        spoken::modified,
        spoken::tossed,
        spoken::kept,
        spoken::one_in,
        spoken::so_often,
        spoken::table_named,
        row_or_rolls,
        any_dice::line,
        compared,
        twice,
        repeated,
        other_letters,
        percent_die,
        side_by_side,
        labelled,
        named_in_words,
        code::line,
        code::quoted,
    ];
    rules
        .iter()
        .find_map(|rule| rule(line))
        .filter(|found| found.readings.iter().all(|(_, text)| text != line))
}

/// What is left of a line once another habit is taken off.
fn again(rest: &str) -> String {
    let rest = rest.trim();
    let found = translate(rest);
    found.as_ref().and_then(Brought::meaning).unwrap_or(rest).to_owned()
}

/// `/roll 4d6`, `/r 4d6`, `!roll 4d6`.
fn chat_command(line: &str) -> Option<Brought> {
    let (word, rest) = line.strip_prefix(['/', '!'])?.split_once(char::is_whitespace)?;
    let known = ["roll", "r", "gmroll", "gr", "rr", "broll", "blindroll", "selfroll", "sr"];
    let rest = rest.split_once(" # ").map_or(rest, |(roll, _)| roll);
    known
        .contains(&word.to_ascii_lowercase().as_str())
        .then(|| Brought::sure("chat commands", again(rest)))?
}

/// `1d20+5 vs 15`, `d20 + 5 dc 15`.
fn compared(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    for sign in [
        " vs. dc ",
        " vs dc ",
        " vs. ac ",
        " vs ac ",
        " against dc ",
        " against ac ",
        " against ",
        " versus ",
        " vs. ",
        " vs ",
        " dc ",
    ] {
        if let Some(at) = lower.find(sign) {
            let (roll, target) = (line.get(..at)?, line.get(at + sign.len()..)?);
            if begins_with_die(roll)
                || begins_with_die(roll.trim_start_matches("adv ").trim_start_matches("dis "))
            {
                return Brought::sure("plain words", format!("{} >= {}", again(roll), target.trim()));
            }
        }
    }
    None
}

/// `advantage`, `d20 adv`, `1d20 + 5 with advantage`.
fn twice(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    match lower.as_str() {
        "advantage" | "adv" => return Brought::sure("plain words", "adv d20"),
        "disadvantage" | "dis" => return Brought::sure("plain words", "dis d20"),
        _ => {}
    }
    let endings = [
        (" with advantage", "adv"),
        (" with disadvantage", "dis"),
        (" at advantage", "adv"),
        (" at disadvantage", "dis"),
        (" advantage", "adv"),
        (" disadvantage", "dis"),
        (" adv", "adv"),
        (" dis", "dis"),
    ];
    for (ending, ours) in endings {
        if let Some(roll) = lower.strip_suffix(ending).and_then(|roll| line.get(..roll.len()))
            && begins_with_die(roll)
        {
            return Brought::sure("plain words", format!("{ours} {}", again(roll)));
        }
    }
    let die = line.find("d20").map(|at| at + 3)?;
    let (before, after) = line.split_at(die);
    let ours = ["adv", "dis"].into_iter().find(|word| after.to_ascii_lowercase().starts_with(word))?;
    let rest = after.get(3..)?;
    (begins_with_die(before) && !rest.starts_with(|c: char| c.is_alphanumeric()))
        .then(|| Brought::sure("Avrae", format!("{ours} {before}{rest}")))?
}

/// `abbey 3`: a row, or so many rolls.
fn row_or_rolls(line: &str) -> Option<Brought> {
    let (name, number) = line.split_once(' ')?;
    let number = number.trim();
    let known = words::is_starting(name) || words::is_reserved(name);
    if !is_name(name) || !is_number(number) || known || begins_with_die(name) {
        return None;
    }
    let readings = vec![
        ("the row for this", format!("{name}[{number}]")),
        ("so many rolls", format!("{number} times {name}")),
    ];
    Brought::either("", readings)
}

/// `6x4d6kh3`, `4d6kh3 x6`, `2d6×10`.
fn repeated(line: &str) -> Option<Brought> {
    let is_cross = |c: char| matches!(c, 'x' | 'X' | '×');
    if let Some((roll, factor)) = line.split_once(" by ")
        && is_number(factor)
        && is_plain_pool(roll.trim())
    {
        return Brought::sure("plain words", format!("{} x {}", roll.trim(), factor.trim()));
    }
    if let Some((count, roll)) = line.split_once(is_cross)
        && is_number(count)
        && (begins_with_die(roll) || roll.starts_with('('))
    {
        return Brought::sure("other programs", format!("{count} times {}", again(roll)));
    }
    let (roll, count) = line.rsplit_once(is_cross)?;
    if !is_number(count) || !begins_with_die(roll) {
        return None;
    }
    let (roll, count, spaced) = (roll.trim_end(), count.trim(), roll.ends_with(' '));
    let times = format!("{count} times {roll}");
    let product = format!("{roll} x {count}");
    if !spaced || line.contains('×') {
        Brought::sure("other programs", product)
    } else {
        Brought::either("other programs", vec![("so many rolls", times), ("multiplied", product)])
    }
}

/// `d%%`, `d100%`: the sign says hundred once more.
fn percent_die(line: &str) -> Option<Brought> {
    let die = line.strip_suffix('%')?;
    let hundred = die.ends_with("d%") || die.ends_with("d100");
    (hundred && begins_with_die(line)).then(|| Brought::sure("other programs", die))?
}

/// `3w6`, `2 d6`.
fn other_letters(line: &str) -> Option<Brought> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, rest) = line.split_at(digits);
    let spaced = !count.is_empty() && rest.starts_with(' ');
    let rest = rest.trim_start();
    let letter = rest.chars().next()?;
    let other = matches!(letter, 'w' | 'W') || (spaced && matches!(letter, 'd' | 'D'));
    let rest = rest.get(letter.len_utf8()..)?;
    let sides = rest.chars().take_while(char::is_ascii_digit).count();
    let ends = rest.chars().nth(sides).is_none_or(|c| !c.is_alphabetic() || "kdr!cm".contains(c));
    (other && sides > 0 && ends).then(|| Brought::sure("other tables", format!("{count}d{rest}")))?
}

/// `2d6 2d6`, `d6, d8`, `d6 and d8`: dice beside each other.
fn side_by_side(line: &str) -> Option<Brought> {
    let parts = |sign: &str| {
        let parts: Vec<&str> = line.split(sign).map(str::trim).filter(|part| !part.is_empty()).collect();
        let simple = |part: &&str| begins_with_die(part) && !part.contains([' ', ',', '(', '[', '{', '"']);
        (parts.len() > 1 && parts.iter().all(simple)).then_some(parts)
    };
    if let Some(parts) = parts(",") {
        return Brought::sure("", format!("[{}]", parts.join(", ")));
    }
    let parts = parts(" and ").or_else(|| parts(" "))?;
    Brought::either(
        "",
        vec![("added up", parts.join(" + ")), ("as a list", format!("[{}]", parts.join(", ")))],
    )
}

/// `2d6 + 1d8 fire damage`, `1d8 slashing`.
fn labelled(line: &str) -> Option<Brought> {
    let end = line.rfind(|c: char| c.is_ascii_digit() || c == ')')? + 1;
    let (dice, label) = line.split_at(end);
    let words: Vec<&str> = label.split_whitespace().collect();
    let plain = label.starts_with(' ') && words.len() <= 3 && !words.is_empty();
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic) && !words::is_reserved(word);
    let damage = words.len() > 1 && words.last() == Some(&"damage");
    (plain && damage && begins_with_die(dice) && words.iter().all(is_word))
        .then(|| Brought::sure("plain words", format!("{dice} [{}]", words.join(" "))))?
}

/// `table Random Encounters`, `table encounters:`, `table night-encounters`.
fn named_in_words(line: &str) -> Option<Brought> {
    let (word, rest) = line.split_once(' ')?;
    if !matches!(word, "table" | "chart" | "deck" | "each" | "procedure" | "roster" | "sheet") {
        return None;
    }
    let ends = [" rolls ", " clamp", " shift ", " takes ", " of ", " \"", "("];
    let rest = rest.trim();
    let end = ends.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let (title, more) = rest.split_at(end);
    let title = title.trim().trim_end_matches(':').trim().trim_matches(['*', '#', '_', '\'']);
    let mut name = String::new();
    for c in title.chars() {
        match c {
            c if c.is_alphanumeric() => name.extend(c.to_lowercase()),
            '\'' | '’' => {}
            _ if !name.ends_with('_') && !name.is_empty() => name.push('_'),
            _ => {}
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() || !name.starts_with(char::is_alphabetic) || begins_with_die(name) {
        return None;
    }
    let more = more.trim_end_matches(':').trim_end();
    let title = if name == title || more.trim_start().starts_with('"') {
        String::new()
    } else {
        format!(" \"{}\"", title.replace('"', ""))
    };
    Brought::sure("plain words", format!("{word} {name}{title}{more}"))
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `4d6`, `d20`, `dF`, `(2)d6`, `3w6`: whether a roll begins here.
fn begins_with_die(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['(', '[']);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let mut chars = rest.chars();
    matches!(chars.next(), Some('d' | 'D' | 'w' | 'W'))
        && matches!(chars.next(), Some('0'..='9' | '%' | 'F' | '{' | '('))
}

/// `4d6` and nothing more.
fn is_plain_pool(text: &str) -> bool {
    begins_with_die(text) && text.chars().all(|c| c.is_ascii_digit() || matches!(c, 'd' | 'D'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_from_elsewhere_mean_one_thing() {
        for (line, ours) in [
            ("/roll 4d6dl1", "4d6dl1"),
            ("/r 1d20+5 vs 15", "1d20+5 >= 15"),
            ("[[1d6+2]]", "1d6+2"),
            ("d20+5 dc 15", "d20+5 >= 15"),
            ("output 3d6 named \"stats\"", "3d6"),
            ("output [highest 3 of 4d6]", "4d6kh3"),
            ("[lowest 1 of 2d20]", "2d20kl1"),
            ("[count {5,6} in 4d6]", "4d6c>=5"),
            ("[count {1} in 4d6]", "4d6c=1"),
            ("1@3d6", "3d6kh1"),
            ("2@3d6", "3d6kh2kl1"),
            ("d{1..6}", "d6"),
            ("2d{0..2}", "2d{0, 1, 2}"),
            ("advantage", "adv d20"),
            ("d20 adv", "adv d20"),
            ("1d20+5 with disadvantage", "dis 1d20+5"),
            ("1d20adv+5", "adv 1d20+5"),
            ("6x4d6kh3", "6 times 4d6kh3"),
            ("6#4d6", "6 times 4d6"),
            ("2d6×10", "2d6 x 10"),
            ("3w6", "3d6"),
            ("2 d6", "2d6"),
            ("2d6 + 1d8 fire damage", "2d6 + 1d8 [fire damage]"),
            ("table Random Encounters", "table random_encounters \"Random Encounters\""),
            ("table encounters:", "table encounters"),
            ("table night-encounters rolls d6", "table night_encounters \"night-encounters\" rolls d6"),
            ("print('hello')", "say \"hello\""),
            ("print \"hello\"", "say \"hello\""),
            ("while x < 3:", "repeat until not (x < 3)"),
            ("let x == 3", "let x = 3"),
            ("'hello'", "\"hello\""),
            ("print 3", "say 3"),
            ("chance 2d6 > 7", "chance(2d6 > 7)"),
            ("how likely is 2d6 > 7?", "chance(2d6 > 7)"),
            ("what are the odds of 2d6", "odds 2d6"),
            ("average of 2d6", "mean(2d6)"),
            ("sum 2d6", "2d6"),
            ("highest of 2d20", "2d20kh1"),
            ("drop lowest 4d6", "4d6dl1"),
            ("2d6 by 10", "2d6 x 10"),
            ("d20 + 5 against DC 15", "d20 + 5 >= 15"),
            ("repeat 3:", "repeat 3 times"),
            ("d100%", "d100"),
            ("what is 2d6", "2d6"),
            ("moor twice", "2 times moor"),
            ("roll moor 3 times", "3 times moor"),
            ("roll 3 times on the moor table", "3 times moor"),
            ("roll on the moor table", "moor"),
            ("2d6 twice", "2 times 2d6"),
            ("1-in-6", "1 in 6"),
            ("d6, d8", "[d6, d8]"),
            ("d6 div 2", "d6 // 2"),
            ("d%%", "d%"),
            ("2^3", "2 * 2 * 2"),
            ("d6 > 3 ? 1 : 2", "if d6 > 3 then 1 else 2"),
            ("x++", "x += 1"),
            ("1...6", "1..6"),
            ("def f(x): x + 1", "fn f(x) = x + 1"),
            ("function f(x) { return x }", "fn f(x) = x"),
            ("fn f(x) return x", "fn f(x) = x"),
            ("for (i = 0; i < 3; i++)", "for i in 0..2"),
            ("for i in range(3):", "for i in 0..2"),
            ("if d6 > 3: say 1", "if d6 > 3 then say 1"),
            ("/roll 1d20 + @{Ash|str-mod}", "1d20 + str_mod"),
            ("1t[Night Encounters]", "night_encounters"),
            ("3t[wolves]", "3 times wolves"),
            ("5d10>=7f1", "5d10c>=7 cf=1"),
            ("1d20+5[attack]", "1d20 [attack] +5"),
            ("4dF.2 + 1", "4dF + 1"),
            ("chance of 7 on 2d6", "chance(2d6 == 7)"),
            ("what are the odds of rolling 15 or more on 3d6?", "chance(3d6 >= 15)"),
            ("3d6 exploding", "3d6!"),
            ("10d10 successes 7+", "10d10c>=7"),
            ("flip a coin", "d{\"heads\", \"tails\"}"),
            ("roll on the random encounters table", "random_encounters"),
            ("function: f A:n B:n { result: A + B }", "fn f(A, B) = A + B"),
            ("[middle 1 of 3d20]", "(sort (3 times d20))[2]"),
        ] {
            let found = translate(line);
            assert_eq!(found.as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
    }

    #[test]
    fn what_may_mean_two_things_gives_both() {
        let readings = |line: &str| translate(line).map(|found| found.readings.len());
        assert_eq!(readings("4d6kh3 x6"), Some(2));
        assert_eq!(readings("X: 3d6"), Some(2));
        assert_eq!(readings("2d6 d8"), Some(2));
        assert_eq!(readings("2d6 and d8"), Some(2));
        assert_eq!(readings("[explode d6]"), Some(2));
        for ours in
            ["4d6kh3", "adv d20", "table moor", "let x = 3", "2d6 x 10", "moor[3]", "t[3]", "say \"it's\""]
        {
            assert_eq!(translate(ours), None, "{ours}");
        }
    }
}
