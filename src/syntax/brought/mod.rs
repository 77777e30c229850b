//! Lines as other dice programs and languages write them, and what they are here.
//!
//! Each rule knows one habit. A line that means one thing is translated for sure; where it may mean two,
//! both readings are given, to choose from.

mod alike;
mod any_dice;
mod asked;
mod before_dice;
mod bounded;
mod changed;
mod chat;
mod code;
mod combat;
mod control;
mod counted;
mod declared;
mod deeds;
#[cfg(test)]
mod examples;
mod formulas;
mod joined;
mod listed;
mod methods;
mod orders;
mod picked;
mod play;
mod roll20;
mod rows;
mod slips;
mod spelt;
mod spoken;
mod statistics;
mod told;
mod touched;
mod written;

pub(crate) use before_dice::{UNKNOWN_WORD, rolled_twice};
pub(crate) use deeds::{DeedKind, SMALL_WORDS, SpokenDeed, deed};
pub(crate) use formulas::arguments;
pub(crate) use joined::in_one_text;
pub(crate) use play::{arrival, next_of};
pub(crate) use told::with_label;
pub(crate) use touched::is_telling;

use super::words;

/// Nobody types a longer line, in bytes; each habit may look at a line as often as it has words.
const MAX_LINE_BYTES: usize = 400;

/// A line from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Brought {
    /// Where it is written so: `AnyDice`.
    pub from: &'static str,
    /// What it may mean, each with what it is for; none where nothing here does that.
    pub readings: Vec<(&'static str, String)>,
    /// Whether the first reading is the only one there can be.
    sure: bool,
}

impl Brought {
    fn sure(from: &'static str, text: impl Into<String>) -> Option<Brought> {
        Some(Brought { from, readings: vec![("", text.into())], sure: true })
    }

    /// Readings to choose from; one alone is an example, with a number that only the reader knows.
    fn either(from: &'static str, readings: Vec<(&'static str, String)>) -> Option<Brought> {
        Some(Brought { from, readings, sure: false })
    }

    /// Readings that only words tell apart: one alone is sure.
    fn told(from: &'static str, readings: Vec<(&'static str, String)>) -> Option<Brought> {
        let sure = readings.len() == 1;
        Some(Brought { from, readings, sure })
    }

    /// What it means, where that is sure.
    pub(crate) fn meaning(&self) -> Option<&str> {
        self.readings.first().filter(|_| self.sure).map(|(_, only)| only.as_str())
    }
}

/// What a line means that could be read as it stands, but means something else to whoever brings it.
pub(crate) fn habit(line: &str) -> Option<Brought> {
    let line = line.trim();
    if line.len() > MAX_LINE_BYTES {
        return None;
    }
    if let Some(found) = spelt::alone(line) {
        return Some(found);
    }
    if let Some(found) = spoken::one_in(line) {
        return Some(found);
    }
    // Of a question, the sign is no comment.
    if let Some(asks) = line.strip_prefix("% ").filter(|asks| spoken::asks_how_likely(asks)) {
        return Brought::sure("plain words", again(asks));
    }
    // Written together, the signs are a minus of their own.
    if let Some((place, by)) = line.split_once(" =- ").or_else(|| line.split_once(" =+ "))
        && place.split('.').all(is_name)
    {
        let sign = if line.contains(" =- ") { "-=" } else { "+=" };
        return Brought::sure("", format!("{place} {sign} {by}"));
    }
    if let Some((inner, told)) = line.strip_prefix("[[").and_then(|rest| rest.split_once("]]"))
        && !inner.contains(['[', ']', ','])
        && told.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '!'))
    {
        return Brought::sure("Roll20", again(inner));
    }
    if let Some((twice, bonus)) = line.split_at_checked(3)
        && matches!(twice, "adv" | "dis")
        && bonus.trim_start().starts_with(['+', '-'])
        && bonus.trim_start().get(1..).is_some_and(is_number)
    {
        return Brought::sure("plain words", format!("{twice} d20{bonus}"));
    }
    if begins_with_die(line)
        && let Some((before, rest)) = line.split_once("[[")
        && before.trim_end().ends_with(['+', '-', '*', '/'])
        && let Some((inner, after)) = rest.split_once("]]")
        && !inner.contains(['[', ']', ','])
    {
        let inner = again(inner);
        let (open, close) = if inner.contains(['+', '-', ' ']) { ("(", ")") } else { ("", "") };
        return Brought::sure("Roll20", format!("{before}{open}{inner}{close}{after}"));
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
    if let Some(found) = spelt::from_to(line) {
        return Some(found);
    }
    if let Some(found) = told::check(line).filter(|_| rest.starts_with("for ") || rest.contains(' ')) {
        return Some(found);
    }
    let small = ["a ", "an ", "me ", "on the ", "on ", "from ", "the ", "some ", "for "];
    let rest = small.iter().fold(rest.trim(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let rest = rest.trim_end_matches(['.', '!', '?']);
    let in_words = || picked::line(rest).is_some() || spoken::named_dice(rest).is_some();
    let known = begins_with_die(rest) || is_name(rest) || spoken::is_spoken(rest) || in_words();
    known.then(|| Brought::sure("", again(rest)))?
}

/// What a line from elsewhere is here. A line may follow several habits at once: `roll 2d6 plus 3 twice`.
pub(crate) fn translate(line: &str) -> Option<Brought> {
    const HABITS: usize = 4;
    if line.trim().len() > MAX_LINE_BYTES || slips::is_row_with_effect(line.trim()) {
        return None;
    }
    let mut found = one_habit(line.trim())?;
    for _ in 0..HABITS {
        let next = found.meaning().filter(|text| !is_change(text)).and_then(one_habit);
        let Some(next) = next.filter(|next| !next.readings.is_empty()) else { break };
        found = Brought { from: found.from, ..next };
    }
    found.readings.iter().all(|(_, text)| text != line.trim()).then_some(found)
}

/// `gold -= 2d6`, `repeat until gold > 3`, `hp: 0..5 = 5`: nothing about it is from elsewhere.
fn is_change(line: &str) -> bool {
    if line.starts_with("repeat until ") || declared::is_bounded(line) || slips::is_field(line) {
        return true;
    }
    let place = line.split_once(" += ").or_else(|| line.split_once(" -= ")).map(|(place, _)| place);
    place.is_some_and(|place| place.split('.').all(is_name))
}

/// What a line is here once one habit is taken off it.
fn one_habit(line: &str) -> Option<Brought> {
    let rules: &[fn(&str) -> Option<Brought>] = &[
        slips::line,
        formulas::line,
        methods::line,
        touched::line,
        bounded::line,
        listed::line,
        declared::with_dash,
        named_value,
        changed::line,
        chat::command,
        habit,
        code::shown,
        told::query,
        combat::line,
        told::check,
        statistics::line,
        code::given,
        roll20::line,
        alike::line,
        play::line,
        spoken::asked,
        spoken::likely,
        rows::line,
        spoken::modified,
        spoken::tossed,
        spoken::named_dice,
        spoken::scores,
        spoken::so_often,
        picked::line,
        counted::line,
        counted::without_number,
        spoken::kept,
        spoken::one_in,
        spoken::in_a_hundred,
        spoken::table_named,
        compared,
        split_die,
        spelt::line,
        row_or_rolls,
        any_dice::line,
        twice,
        repeated,
        other_letters,
        percent_die,
        side_by_side,
        statistics::fraction,
        told::labelled,
        spoken::signs,
        asked::line,
        orders::line,
        before_dice::line,
        declared::line,
        named_in_words,
        code::line,
        control::line,
        written::line,
        code::quoted,
    ];
    rules
        .iter()
        .find_map(|rule| rule(line))
        .filter(|found| found.readings.iter().all(|(_, text)| text != line))
}

/// `let x = 4d6 drop lowest`: only what is behind the sign is written differently.
fn named_value(line: &str) -> Option<Brought> {
    let (head, value) = line.split_once(" = ")?;
    let (word, rest) = head.trim().split_once(' ')?;
    let name = rest.split('(').next().unwrap_or_default();
    (matches!(word, "let" | "fn") && is_name(name.trim())).then_some(())?;
    let mut found = translate(value)?;
    for (_, text) in &mut found.readings {
        *text = format!("{} = {text}", head.trim());
    }
    Some(found)
}

/// What is left of a line once another habit is taken off.
fn again(rest: &str) -> String {
    let rest = rest.trim();
    let found = translate(rest);
    found.as_ref().and_then(Brought::meaning).unwrap_or(rest).to_owned()
}

/// `1d20+5 vs 15`, `d20 + 5 dc 15`.
fn compared(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    if let Some(target) = lower.strip_prefix("dc").map(str::trim).filter(|target| is_number(target)) {
        return Brought::sure("plain words", format!("d20 >= {target}"));
    }
    if let Some((roll, target)) = [" dc", " ac"].iter().find_map(|sign| lower.rsplit_once(sign))
        && is_number(target)
        && !target.starts_with(' ')
    {
        return compared(&format!("{} dc {target}", line.get(..roll.len())?));
    }
    for sign in [
        " beats ",
        " to beat ",
        " to hit ac ",
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
    for (word, ours) in [("advantage", "adv"), ("disadvantage", "dis")] {
        let inner = lower.strip_prefix(word).and_then(|rest| line.get(line.len() - rest.len()..));
        let inner = inner.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        let inner = inner.or_else(|| line.strip_prefix(word)?.strip_prefix(" on "));
        if let Some(roll) = inner.filter(|roll| begins_with_die(roll)) {
            return Brought::sure("plain words", format!("{ours} {}", again(roll)));
        }
    }
    let endings = [
        (" with advantage", "adv"),
        (" with disadvantage", "dis"),
        (" (advantage)", "adv"),
        (" (disadvantage)", "dis"),
        (" with adv", "adv"),
        (" with dis", "dis"),
        (" at adv", "adv"),
        (" at dis", "dis"),
        (" at advantage", "adv"),
        (" at disadvantage", "dis"),
        (" advantage", "adv"),
        (" disadvantage", "dis"),
        (" adv", "adv"),
        (" dis", "dis"),
    ];
    for (ending, ours) in endings {
        if let Some(roll) = lower.strip_suffix(ending).and_then(|roll| line.get(..roll.len()))
            && let roll = roll.strip_prefix("roll ").unwrap_or(roll)
            && (begins_with_die(roll) || ending.starts_with(" with ") && is_name(roll))
        {
            let roll = if roll == "roll" { "d20" } else { roll };
            if roll == "2d20" {
                let kept = if ours == "adv" { "2d20kh1" } else { "2d20kl1" };
                return Brought::sure("plain words", kept);
            }
            return Brought::sure("plain words", format!("{ours} {}", again(roll)));
        }
        // `d20 with advantage + 5`
        let inside = lower.find(&format!("{ending} "));
        if let Some((roll, more)) =
            inside.and_then(|at| Some((line.get(..at)?, line.get(at + ending.len()..)?)))
            && begins_with_die(roll)
            && more.trim_start().starts_with(['+', '-'])
        {
            return Brought::sure("plain words", format!("{ours} {roll}{more}"));
        }
    }
    let die = line.find("d20").map(|at| at + 3)?;
    let (before, after) = line.split_at(die);
    let lower = after.to_ascii_lowercase();
    let words = [("advantage", "adv"), ("disadvantage", "dis"), ("adv", "adv"), ("dis", "dis"), ("a", "adv")];
    let (word, ours) = words.into_iter().find(|(word, _)| lower.starts_with(word))?;
    let rest = after.get(word.len()..)?;
    if before == "2d20" && rest.is_empty() {
        return Brought::sure("Avrae", if ours == "adv" { "2d20kh1" } else { "2d20kl1" });
    }
    (begins_with_die(before) && !rest.starts_with(|c: char| c.is_alphanumeric()))
        .then(|| Brought::sure("Avrae", format!("{ours} {before}{rest}")))?
}

/// `abbey 3`: a row, or so many rolls.
fn row_or_rolls(line: &str) -> Option<Brought> {
    let (name, number) = line.split_once(' ')?;
    let number = number.trim();
    let known = words::is_starting(name) || words::is_reserved(name);
    // `d 20` is a die.
    let is_die = begins_with_die(name) || matches!(name, "d" | "D");
    if !is_name(name) || !is_number(number) || known || is_die {
        return None;
    }
    if matches!(name, "rand" | "random" | "die") {
        return Brought::sure("other programs", format!("d{number}"));
    }
    let readings = vec![
        ("the row for this", format!("{name}[{number}]")),
        ("so many rolls", format!("{number} times {name}")),
        ("what a function gives for it", format!("{name}({number})")),
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
    if let Some((roll, count)) = line.rsplit_once(" rr ").or_else(|| line.rsplit_once(" rr"))
        && is_number(count)
        && begins_with_die(roll)
    {
        return Brought::sure("Avrae", format!("{count} times {}", again(roll)));
    }
    for word in ["repeat ", "for ", "loop ", "do "] {
        let Some((count, roll)) = line.strip_prefix(word).and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        let roll = roll.trim().strip_prefix("times ").unwrap_or(roll).trim();
        let roll = roll.strip_prefix("rolls of ").unwrap_or(roll);
        if is_number(count) && begins_with_die(roll) {
            return Brought::sure("plain words", format!("{count} times {}", again(roll)));
        }
    }
    if let Some(found) = of_table(line, is_cross) {
        return Some(found);
    }
    let (roll, count) = line.rsplit_once(is_cross)?;
    if !is_number(count) || !begins_with_die(roll) || roll.ends_with(char::is_lowercase) {
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

/// `wolves x3`, `3x wolves`, `x3 wolves`.
fn of_table(line: &str, is_cross: impl Fn(char) -> bool + Copy) -> Option<Brought> {
    let behind = line.rsplit_once(is_cross).filter(|(name, _)| name.ends_with(' '));
    let before =
        || line.split_once(is_cross).map(|(count, name)| (name, count)).filter(|(_, n)| !n.is_empty());
    let first = || line.strip_prefix(is_cross)?.split_once(' ').map(|(count, name)| (name, count));
    let named = |(name, count): (&str, &str)| {
        let (name, count) = (name.trim(), count.trim());
        let known = words::is_starting(name) || words::is_reserved(name) || begins_with_die(name);
        (is_number(count) && is_name(name) && !known).then(|| format!("{count} times {name}"))
    };
    let found =
        behind.and_then(named).or_else(|| before().and_then(named)).or_else(|| first().and_then(named));
    Brought::sure("other programs", found?)
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

/// `d 20`, `1 d 20`, `d20?`: a die with a space in it, or asked for.
fn split_die(line: &str) -> Option<Brought> {
    let asked = line.strip_suffix('?').map(str::trim_end).filter(|roll| begins_with_die(roll));
    if let Some(roll) = asked {
        return Brought::sure("plain words", again(roll));
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, rest) = line.split_at(digits);
    let sides = rest.trim_start().strip_prefix(['d', 'D'])?.strip_prefix(' ')?.trim_start();
    let number = sides.len() - sides.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let ends = sides.get(number..)?.chars().next().is_none_or(|c| !c.is_alphabetic());
    (number > 0 && ends).then(|| Brought::sure("other programs", format!("{count}d{sides}")))?
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
    let parts = parts(" and ").or_else(|| parts("&")).or_else(|| parts(" "))?;
    Brought::either(
        "",
        vec![("added up", parts.join(" + ")), ("as a list", format!("[{}]", parts.join(", ")))],
    )
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
    // `procedure explore turns` may lack its brackets as well.
    if word == "procedure"
        && (more.is_empty() || more.starts_with(" takes "))
        && let Some((first, given)) = title.split_once(' ')
        && title
            .split([' ', ','])
            .all(|word| word.is_empty() || is_name(word) && word.starts_with(char::is_lowercase))
    {
        let given: Vec<&str> = given.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let bracketed = format!("procedure {first}({}){more}", given.join(", "));
        let named = format!("procedure {name} \"{title}\"{more}");
        return Brought::either(
            "plain words",
            vec![("with what it is given", bracketed), ("with a name of several words", named)],
        );
    }
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

/// A small number, in digits or as a word.
pub(crate) fn number(text: &str) -> Option<String> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let text = text.trim();
    if is_number(text) {
        return Some(text.to_owned());
    }
    let lower = text.to_ascii_lowercase();
    let word = if matches!(&*lower, "a" | "an") { "one" } else { &lower };
    WORDS.iter().position(|known| *known == word).map(|value| value.to_string())
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `4d6`, `d20`, `dF`, `(2)d6`, `3w6`: whether a roll begins here.
pub(crate) fn begins_with_die(text: &str) -> bool {
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
