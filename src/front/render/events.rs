//! What happened, as people read it: the dice of a roll, the lines of a transcript.

use std::fmt::Write as _;

use super::clean::{clean, clean_line};
use super::coming;
use super::markdown::emphasis;
use super::style::{Style, Tint};
use crate::engine::{By, DieShown, Event, EventKind};

/// How many dice of one roll are shown.
const MOST_DICE: usize = 40;
/// How many rolls of one expression are shown on its line.
const MOST_ROLLS: usize = 8;

/// The dice of a roll: `[6, 5, 3, (1)]`; where colours are on, the dropped ones are dim.
pub(crate) fn dice(dice: &[DieShown], look: Style) -> String {
    let mut out = String::from("[");
    for (nth, die) in dice.iter().take(MOST_DICE).enumerate() {
        let shown = die.value.as_deref().unwrap_or(&die.face);
        let bang = if die.why == Some("exploded") { "!" } else { "" };
        let comma = if nth > 0 { ", " } else { "" };
        if die.kept {
            let _ = write!(out, "{comma}{shown}{bang}");
        } else {
            let _ = write!(out, "{comma}{}", look.tint(Tint::Dim, format!("({shown})")));
        }
    }
    let left = dice.len().saturating_sub(MOST_DICE);
    if left > 0 {
        let _ = write!(out, ", {} {left} more", look.glyph("…", "..."));
    }
    out.push(']');
    out
}

/// The line of a rolled expression: `4d6kh3 → [6, 5, 3, (1)] = 14`.
pub(crate) fn roll_line(expr: &str, events: &[Event], value: &str, look: Style) -> String {
    let bonus = bonus_of(expr, events);
    let mut rolls: Vec<(&[DieShown], Option<&str>)> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Roll { dice, label, .. } if !dice.is_empty() => {
                Some((dice.as_slice(), label.as_deref()))
            }
            _ => None,
        })
        .collect();
    if let (Some(bonus), Some((_, label))) = (&bonus, rolls.first_mut()) {
        *label = Some(bonus);
    }
    let arrow = look.tint(Tint::Dim, look.glyph("→", "->")).to_string();
    // A list that a name stands for, such as who is in the fight.
    let is_name = expr.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let value = if value == "[]" && is_name { "none: the list is empty" } else { value };
    let value = shown_value(value, look);
    let expr = clean_line(expr);
    if rolls.is_empty() {
        return if value.is_empty() { expr.into_owned() } else { format!("{expr} {arrow} {value}") };
    }
    let mut shown: Vec<String> =
        rolls.iter().take(MOST_ROLLS).map(|(roll, label)| labelled(roll, *label, look)).collect();
    if rolls.len() > MOST_ROLLS {
        shown.push(format!("{} {} more rolls", look.glyph("…", "..."), rolls.len() - MOST_ROLLS));
    }
    let equals = if value.is_empty() { "" } else { " = " };
    format!("{expr} {arrow} {}{equals}{value}", shown.join(" "))
}

/// What a table's one roll was given on top of its dice, as a coming roll may be: `+ 2`.
fn bonus_of(expr: &str, events: &[Event]) -> Option<String> {
    let is_name = expr.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let number = |text: &str| text.parse::<i64>().ok();
    let mut told = events.iter().filter_map(|event| match &event.kind {
        EventKind::Roll { total, label: None, .. } => Some((number(total)?, true)),
        EventKind::Row { roll, .. } => Some((number(roll)?, false)),
        _ => None,
    });
    let (Some((rolled, true)), Some((picked, false))) = (told.next(), told.next()) else { return None };
    let bonus = picked.checked_sub(rolled).filter(|bonus| is_name && *bonus != 0)?;
    Some(if bonus < 0 { format!("- {}", bonus.unsigned_abs()) } else { format!("+ {bonus}") })
}

/// Dice with their label: `[5, 2] fire`.
fn labelled(rolled: &[DieShown], label: Option<&str>, look: Style) -> String {
    let label =
        label.map(|label| format!(" {}", look.tint(Tint::Dim, clean_line(label)))).unwrap_or_default();
    format!("{}{label}", dice(rolled, look))
}

/// A value as text: with its own emphasis, or all of it in the colour of a value.
pub(crate) fn shown_value(text: &str, look: Style) -> String {
    let text = clean(text);
    let shown = emphasis(&text, look);
    match shown == text && !text.is_empty() {
        true => look.tint(Tint::Value, text).to_string(),
        false => shown,
    }
}

/// How much of what happened is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    /// Nothing.
    Silent,
    /// What the script says.
    Said,
    /// A transcript: steps, rows, time, changes, too.
    Told,
    /// Every die.
    Traced,
}

/// An event as a line of a transcript, where it belongs into one of this detail.
pub(crate) fn event_line(event: &Event, detail: Detail, look: Style) -> Option<String> {
    let arrow = look.glyph("→", "->");
    let dim = |text: String| look.tint(Tint::Dim, text).to_string();
    let told = |line: String| (detail >= Detail::Told).then_some(line);
    let one = |text: &str| clean_line(text).into_owned();
    match &event.kind {
        EventKind::Say { text, .. } => Some(emphasis(&clean(text), look)),
        EventKind::Value { text, .. } | EventKind::Show { text, .. } => Some(emphasis(&clean(text), look)),
        EventKind::Note(text) => {
            told(format!("  {}", dim(format!("(referee: {})", emphasis(&one(text), look)))))
        }
        EventKind::Step { name } => {
            told(format!("{} {}", dim(look.glyph("·", "-").to_owned()), look.tint(Tint::Title, one(name))))
        }
        EventKind::Procedure { name, .. } => told(format!("{}", look.tint(Tint::Title, one(name)))),
        EventKind::Row { table, roll, text, .. } => {
            let roll = if roll.is_empty() { String::new() } else { format!(" {}", one(roll)) };
            // At the top of a script, rows are mentioned in what is said, and seen there.
            let shown = detail >= Detail::Traced || !event.within.is_empty();
            told(format!("  {}{roll}: {}", one(table), shown_value(&one(text), look))).filter(|_| shown)
        }
        EventKind::Check { total, dc, success, whose, .. } => {
            let word = if *success { "success" } else { "failure" };
            let of = |nth: usize| whose.get(nth).map_or_else(String::new, |name| format!("{}'s ", one(name)));
            // Of more than two nobody knows who did what.
            let (first, second) =
                if whose.len() > 2 { (String::new(), String::new()) } else { (of(0), of(1)) };
            let (total, dc) = (one(total), one(dc));
            told(format!("  {first}check {total} against {second}{dc}: {}", look.tint(Tint::Value, word)))
        }
        EventKind::Set { what, from, to, by, .. } => {
            let by = if *by == By::Referee { " (by the referee)" } else { "" };
            let change = coming::told(what, to).map_or_else(
                || format!("{}: {} {arrow} {}", one(what), one(from), one(to)),
                |told| one(&told),
            );
            told(format!("  {}", dim(format!("{change}{by}"))))
        }
        EventKind::Time { by, now } => {
            told(format!("  {}", dim(format!("{} pass; it is {}", one(by), one(now)))))
        }
        EventKind::Timer { name, what } => {
            told(format!("  {}", dim(format!("timer {what}: {}", one(name).replace('_', " ")))))
        }
        EventKind::Answer { question, value, .. } => {
            told(format!("  {} {}", one(question), look.tint(Tint::Value, one(value))))
        }
        EventKind::StepEnd => None,
        EventKind::Ruling { what, table, text } => {
            let text = emphasis(&one(text), look);
            let of = if table.is_empty() { text } else { format!("{}: {text}", one(table)) };
            told(format!("  (the referee: {})", ruling_words(what, &of)))
        }
        EventKind::Undo { what, text, .. } => {
            let text = if text.is_empty() { String::new() } else { format!(": {}", one(text)) };
            told(format!("  {}", dim(format!("({}{text})", undo_words(what)))))
        }
        EventKind::Roll { expr, dice: rolled, total, label } => {
            let shown = labelled(rolled, label.as_deref(), look);
            let line = match rolled.is_empty() {
                true => format!("  {} {arrow} {}", label.as_ref().map_or("", |label| label), one(total)),
                false => format!("  {} {arrow} {shown} = {}", one(expr), one(total)),
            };
            (detail >= Detail::Traced).then_some(line)
        }
    }
}

/// What the referee did with a row or a step, in words.
fn ruling_words(what: &str, of: &str) -> String {
    match what {
        "row" => format!("another row, not {of}"),
        "reroll" => format!("rolled again, not {of}"),
        "ignore" => format!("ignored, {of}"),
        "defer" => format!("put off, {of}"),
        "skip" => format!("the rest of {of} is left out"),
        other => format!("{other}, {of}"),
    }
}

/// What was done with what had been done, in words.
fn undo_words(what: &str) -> &str {
    match what {
        "undo" => "taken back",
        "redo" => "done again",
        "reroll" => "rolled again, with new dice",
        "back" => "back to the question before",
        other => other,
    }
}
