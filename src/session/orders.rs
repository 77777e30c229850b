//! What may be typed at a prompt besides an answer, and how inputs are written down.

use super::at_table::{APPLY, AtTable, DICE};
use super::luck::read_dice;
use crate::check::program::PromptId;
use crate::engine::{DiceRequest, Order, PromptRequest, Ruling, RulingRequest};
use crate::plan::{AskKind, Value};

/// The commands of a prompt, each with what it does.
pub(crate) const AT_PROMPT: &[(&str, &str)] = &[
    (":dice 5, 4", "these faces come up next"),
    (":set ash.hp 3", "changes what is in play"),
    (":set dice ask", "you roll the dice from now on; `:set dice seed` hands them back"),
    (":set referee on", "you rule on each row before it is applied; `off` ends that"),
    (":set policies ask", "rule-sets ask you what they would decide; `keep` ends that"),
    (":skip", "skips this step, or the procedure"),
    (":undo", "back to the previous question, with the same dice"),
    ("any expression", "shows its value; `:party`, `:odds …`, `:help …` work, too"),
];

/// What may be typed about a row, and what it does.
pub(crate) const AT_RULING: &[(&str, &str)] = &[
    ("accept", "the row is applied"),
    ("reroll", "its table is rolled again"),
    ("ignore", "it has no effects"),
    ("defer", "its effects wait; `:deferred` lists what waits"),
    ("4, a name", "that row is taken instead, and applied"),
    ("defer 4", "that row is taken instead, and its effects wait"),
];

/// What is kept at a prompt to which the referee came back.
pub(crate) const CAME_BACK: &str = ":came-back";

/// What a line at a prompt is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PromptLine {
    /// An answer.
    Answer,
    /// An order.
    Order(Order),
    /// Somebody else rolls or rules from now on.
    Table(TableChange),
    /// It begins with a colon and makes no sense.
    Unknown(String),
}

/// A change of who rolls or rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableChange {
    /// Whether a person rolls.
    Dice(bool),
    /// Whether the referee rules.
    Referee(bool),
    /// Whether the person is asked what a rule-set has a policy for.
    Policies(bool),
}

impl TableChange {
    /// Puts it in force.
    pub(crate) fn put(self, table: &mut AtTable) {
        match self {
            TableChange::Dice(on) => table.dice = on,
            TableChange::Referee(on) => table.referee = on,
            TableChange::Policies(on) => table.policies = on,
        }
    }

    /// In words.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            TableChange::Dice(true) => "you roll the dice; Enter alone lets the program roll",
            TableChange::Dice(false) => "the program rolls the dice",
            TableChange::Referee(true) => "you rule on each row before it is applied",
            TableChange::Referee(false) => "rows are applied as they come up",
            TableChange::Policies(true) => "rule-sets ask you what they would decide by a policy",
            TableChange::Policies(false) => "rule-sets decide by their policies",
        }
    }
}

/// Reads what stands behind `:set`, where it is about the table.
pub(crate) fn read_change(text: &str) -> Option<Result<TableChange, String>> {
    let (name, value) = pair(text)?;
    match (name, value) {
        ("dice", "ask") => Some(Ok(TableChange::Dice(true))),
        ("dice", "seed") => Some(Ok(TableChange::Dice(false))),
        ("dice", _) => Some(Err("`:set dice` takes `ask` or `seed`".to_owned())),
        ("referee", "on" | "yes") => Some(Ok(TableChange::Referee(true))),
        ("referee", "off" | "no") => Some(Ok(TableChange::Referee(false))),
        ("referee", _) => Some(Err("`:set referee` takes `on` or `off`".to_owned())),
        ("policies", "ask") => Some(Ok(TableChange::Policies(true))),
        ("policies", "keep") => Some(Ok(TableChange::Policies(false))),
        ("policies", _) => Some(Err("`:set policies` takes `ask` or `keep`".to_owned())),
        _ => None,
    }
}

/// That so many faces come up next, in words.
pub(crate) fn dice_given(count: usize) -> String {
    match count {
        1 => "the next die is given".to_owned(),
        _ => format!("the next {count} dice are given"),
    }
}

/// What is to be said at once of a line that was typed at a prompt, where nothing of it is told later.
pub(crate) fn acknowledged(line: &str) -> Option<String> {
    match read(line) {
        PromptLine::Order(Order::Dice(dice)) => Some(dice_given(dice.len())),
        PromptLine::Table(change) => Some(change.in_words().to_owned()),
        PromptLine::Order(
            Order::Change(_) | Order::Skip | Order::Back | Order::CameBack | Order::Again | Order::Look(_),
        )
        | PromptLine::Answer
        | PromptLine::Unknown(_) => None,
    }
}

/// A place and what it is to hold: `ash.hp 3`, `ash.hp = 3`.
pub(crate) fn pair(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=').or_else(|| text.trim().split_once(' '))?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}

/// Why `:set ash.hp +2` does nothing, and what to type: whether it is what `ash.hp` is now, or what is added to it, is
/// not said. With `=` it is said.
pub(crate) fn is_relative(text: &str, place: &str, value: &str) -> Option<(String, String)> {
    let place = place.trim_end_matches(['+', '-', ' ']);
    let by = value.trim_start_matches('=').trim();
    let signs = ["+=", "-="].into_iter().find(|sign| text.contains(sign));
    if let Some(sign) = signs {
        let why = format!("`:set` says what `{place}` is now, and not what is added to it");
        let amount = text.split_once(sign).map_or(by, |(_, amount)| amount.trim());
        return Some((why, format!("without `:set`, `{place} {sign} {amount}` changes it")));
    }
    let amount = by.strip_prefix(['+', '-']).filter(|_| !text.contains('='))?.trim();
    let (sign, now) = if by.starts_with('+') { ("+=", amount) } else { ("-=", by) };
    let why = format!("`{by}` may be what `{place}` is now, or what is added to it");
    Some((
        why,
        format!("`{place} {sign} {amount}` changes it by so much; `:set {place} = {now}` makes it that"),
    ))
}

/// Reads a line that was typed at a prompt.
pub(crate) fn read(line: &str) -> PromptLine {
    let Some(rest) = line.trim().strip_prefix(':') else { return PromptLine::Answer };
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim();
    match word.to_lowercase().as_str() {
        "dice" => match read_dice(rest) {
            Ok(dice) if !dice.is_empty() => PromptLine::Order(Order::Dice(dice)),
            Ok(_) => PromptLine::Unknown("`:dice` needs faces: `:dice 5, 4`".to_owned()),
            Err(word) => PromptLine::Unknown(format!("`{word}` is not a face of a die")),
        },
        "set" => match (read_change(rest), pair(rest)) {
            (Some(Ok(change)), _) => PromptLine::Table(change),
            (Some(Err(why)), _) => PromptLine::Unknown(why),
            (None, Some((place, value))) => PromptLine::Order(Order::Change(format!("{place} = {value}"))),
            (None, None) => {
                PromptLine::Unknown("`:set` needs a place and a value: `:set ash.hp 3`".to_owned())
            }
        },
        "skip" => PromptLine::Order(Order::Skip),
        "undo" | "back" => PromptLine::Order(Order::Back),
        "came-back" => PromptLine::Order(Order::CameBack),
        _ => PromptLine::Unknown(format!(
            "`:{word}` is not a command for a question; `?` shows what you can type"
        )),
    }
}

/// Who rolls and rules, written down.
pub(crate) fn write_table(table: AtTable) -> String {
    let words = [(table.dice, "dice"), (table.referee, "referee"), (table.policies, "policies")];
    words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
}

/// Reads what [`write_table`] wrote.
pub(crate) fn read_table(text: &str) -> AtTable {
    let has = |word: &str| text.split(',').any(|part| part.trim() == word);
    AtTable { dice: has("dice"), referee: has("referee"), policies: has("policies") }
}

/// Faces as they are written down: as they were typed; `-` for each that luck decides.
pub(crate) fn write_faces(faces: &[Option<u64>], typed: &str) -> String {
    if typed.trim().is_empty() { vec!["-"; faces.len()].join(" ") } else { typed.trim().to_owned() }
}

/// Reads a ruling; an empty line accepts.
pub(crate) fn read_ruling(request: &RulingRequest, line: &str) -> Result<Ruling, String> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let is = |word: &str| !lower.is_empty() && word.starts_with(&lower);
    let wanted = lower.strip_prefix("row ").map(str::trim).unwrap_or(&lower);
    let by_key = request.rows.iter().position(|(key, _)| key.to_lowercase() == wanted);
    let by_number = || {
        let number: i64 = wanted.parse().ok()?;
        request.rows.iter().position(|(key, _)| holds(key, number))
    };
    // By how its text begins, or by what stands in it, where only one row fits.
    let only = |fits: fn(&str, &str) -> bool| {
        let fits = |(_, row): &(usize, &(String, String))| !wanted.is_empty() && fits(&plain(&row.1), wanted);
        let mut all = request.rows.iter().enumerate().filter(fits);
        all.next().filter(|_| all.next().is_none()).map(|(at, _)| at)
    };
    let begins = || only(|text, wanted| text.starts_with(wanted));
    let by_text = || begins().or_else(|| only(|text, wanted| text.contains(wanted)));
    match lower.as_str() {
        "" => return Ok(Ruling::Accept),
        "reroll" | "r" if !request.can_reroll => {
            return Err(format!("`{}` has no die of its own to roll again", request.table));
        }
        _ => {}
    }
    for (word, ruling) in RULINGS {
        if is(word) && by_key.is_none() && (lower.len() > 1 || begins().is_none()) {
            return Ok(*ruling);
        }
    }
    // By its place, as it is written down.
    let by_place = || {
        let place: usize = lower.strip_prefix('#')?.parse().ok()?;
        place.checked_sub(1).filter(|at| *at < request.rows.len())
    };
    let row = by_place().or(by_key).or_else(by_number).or_else(by_text);
    if row.is_none()
        && let Some(("defer", later)) = lower.split_once(' ')
        && let Ok(Ruling::Row(at)) = read_ruling(request, later)
    {
        return Ok(Ruling::RowLater(at));
    }
    match row.and_then(|at| u32::try_from(at).ok()) {
        Some(at) => Ok(Ruling::Row(at)),
        None => {
            let rows: Vec<&str> = request.rows.iter().map(|(key, _)| key.as_str()).collect();
            let rows =
                if rows.is_empty() { String::new() } else { format!(", or a row: {}", rows.join(", ")) };
            Err(format!("`{line}` is not a ruling; type {}{rows}", choices(request).join(", ")))
        }
    }
}

const RULINGS: &[(&str, Ruling)] = &[
    ("accept", Ruling::Accept),
    ("reroll", Ruling::Reroll),
    ("ignore", Ruling::Ignore),
    ("defer", Ruling::Defer),
];

/// The rulings that may be made besides naming a row.
pub(crate) fn choices(request: &RulingRequest) -> Vec<&'static str> {
    let may = |word: &&str| request.can_reroll || *word != "reroll";
    RULINGS.iter().map(|(word, _)| *word).filter(may).collect()
}

/// A ruling, written down.
pub(crate) fn write_ruling(ruling: Ruling) -> String {
    match ruling {
        Ruling::Row(at) => format!("#{}", u64::from(at) + 1),
        Ruling::RowLater(at) => format!("defer #{}", u64::from(at) + 1),
        other => RULINGS.iter().find(|(_, of)| *of == other).map_or("accept", |(word, _)| word).to_owned(),
    }
}

/// Whether a printed key holds a number: `4`, `2–3`, `11+`.
fn holds(key: &str, number: i64) -> bool {
    let mut ends = key.split(['–', '-']).map(str::trim);
    let (first, second) = (ends.next().unwrap_or(""), ends.next());
    match (first.strip_suffix('+'), first.parse::<i64>(), second.map(str::parse::<i64>)) {
        (Some(low), _, _) => low.parse().is_ok_and(|low: i64| number >= low),
        (None, Ok(low), Some(Ok(high))) => (low..=high).contains(&number),
        (None, Ok(only), None) => number == only,
        _ => false,
    }
}

/// A text without its emphasis, in small letters.
fn plain(text: &str) -> String {
    text.replace(['*', '_'], "").to_lowercase()
}

/// Dice by hand as a prompt that nobody answers.
pub(crate) fn as_prompt(request: &DiceRequest) -> PromptRequest {
    PromptRequest { question: dice_question(request), span: request.span, ..empty_prompt(DICE) }
}

/// Dice by hand, as a question: `hazard: 2d6: 2 d6?`.
pub(crate) fn dice_question(request: &DiceRequest) -> String {
    let of = if request.of.is_empty() { String::new() } else { format!("{}: ", request.of) };
    format!("{of}{}: {} {}?", request.expr, request.count, request.die)
}

/// A ruling as a prompt that nobody answers.
pub(crate) fn ruling_as_prompt(request: &RulingRequest) -> PromptRequest {
    let option = |word: &&str| (Value::Nothing, (*word).to_owned());
    PromptRequest {
        question: ruling_question(request),
        ask: AskKind::From,
        options: choices(request).iter().map(option).collect(),
        span: request.span,
        ..empty_prompt(APPLY)
    }
}

/// A row to rule on, as a question: `hazard 3: burning torches go out?`.
pub(crate) fn ruling_question(request: &RulingRequest) -> String {
    let roll = if request.roll.is_empty() { String::new() } else { format!(" {}", request.roll) };
    format!("{}{roll}: {}", request.table, request.text)
}

fn empty_prompt(name: &str) -> PromptRequest {
    PromptRequest {
        prompt: PromptId(u32::MAX),
        name: name.into(),
        question: String::new(),
        ask: AskKind::Text,
        options: Vec::new(),
        bounds: (Value::Nothing, Value::Nothing),
        default: None,
        policy: None,
        policy_is_own: false,
        span: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> RulingRequest {
        let row = |key: &str, text: &str| (key.to_owned(), text.to_owned());
        RulingRequest {
            table: "hazard".into(),
            roll: "3".to_owned(),
            text: "Burn".to_owned(),
            rows: vec![row("1", "**Encounter**"), row("2–3", "Burn"), row("4+", "Rest a while")],
            can_reroll: true,
            span: None,
        }
    }

    #[test]
    fn rulings_are_read_by_word_key_number_and_text() {
        let read = |line: &str| read_ruling(&request(), line);
        for (line, ruling) in [
            ("", Ruling::Accept),
            ("acc", Ruling::Accept),
            ("defer", Ruling::Defer),
            ("1", Ruling::Row(0)),
            ("3", Ruling::Row(1)),
            ("row 2–3", Ruling::Row(1)),
            ("9", Ruling::Row(2)),
            ("encounter", Ruling::Row(0)),
            ("rest", Ruling::Row(2)),
            ("while", Ruling::Row(2)),
            ("#2", Ruling::Row(1)),
            ("defer 3", Ruling::RowLater(1)),
            ("defer rest", Ruling::RowLater(2)),
            ("defer #1", Ruling::RowLater(0)),
        ] {
            assert_eq!(read(line), Ok(ruling), "{line}");
        }
        assert!(read("0").is_err_and(|why| why.contains("ignore") && why.contains("2–3")));
        for ruling in [
            Ruling::Accept,
            Ruling::Row(1),
            Ruling::RowLater(0),
            Ruling::Reroll,
            Ruling::Ignore,
            Ruling::Defer,
        ] {
            assert_eq!(read(&write_ruling(ruling)), Ok(ruling));
        }
    }

    #[test]
    fn lines_at_a_prompt_are_answers_or_orders() {
        assert_eq!(read("search"), PromptLine::Answer);
        assert_eq!(read(":set ash.hp 3"), PromptLine::Order(Order::Change("ash.hp = 3".to_owned())));
        assert_eq!(read(":set lamp = dim"), PromptLine::Order(Order::Change("lamp = dim".to_owned())));
        assert_eq!(read(":set dice ask"), PromptLine::Table(TableChange::Dice(true)));
        assert_eq!(read(":skip"), PromptLine::Order(Order::Skip));
        assert!(matches!(read(":dance"), PromptLine::Unknown(_)));
        assert!(matches!(read(":dice six"), PromptLine::Unknown(_)));
    }
}
