//! A name with a number behind it, `gold 50`: what that may mean hangs on what the name stands for in play. It never
//! takes the name away from what has it.

use super::deeds::{self, DeedLine};
use super::on_tables::table_called;
use super::world::World;
use crate::base::Num;
use crate::check::program::{Global, Match, Table};
use crate::plan::Value;
use crate::syntax::ast::TableKind;
use crate::syntax::{self, name_of};

/// The name and the number of a line: `gold 50`, `Gold: 50`.
fn name_and_number(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (name, number) = text.split_once(':').or_else(|| text.rsplit_once(' '))?;
    let (name, number) = (name.trim(), number.trim());
    let plain = |c: char| c.is_alphanumeric() || " _-'\u{2019}.".contains(c);
    let counts = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let is_named = name.starts_with(char::is_alphabetic) && name.chars().all(plain);
    (counts && is_named && !syntax::brought::begins_with_die(text)).then_some((name, number))
}

/// Whether a line is a name and a number, and nothing more: `party 3`.
pub(super) fn is_numbered(text: &str) -> bool {
    name_and_number(text).is_some_and(|(name, _)| !name.contains(' '))
}

/// The lines that it may be, whether they can be done or not; none where nothing in play has that name, or where it
/// is given the number as a function is.
pub(super) fn numbered_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let Some((said, number)) = name_and_number(text) else { return Vec::new() };
    if said.contains('.') {
        let plain = said.split('.').all(|part| !part.is_empty() && !part.contains(' '));
        let line = DeedLine::new("", format!("{said} = {number}"));
        return if plain { vec![line] } else { Vec::new() };
    }
    let name = name_of(said);
    let workspace = world.workspace();
    let global = workspace.global_named(&name).map(|id| id.index());
    if let Some(at) = global {
        let (known, held) = (world.program().globals.get(at), world.state().globals.get(at));
        return known.zip(held).map_or_else(Vec::new, |(known, held)| of_value(world, known, held, number));
    }
    let lines = deeds::counted(world, said, number);
    if !lines.is_empty() {
        return lines;
    }
    if let Some(table) = table_called(world, &name) {
        return of_table(table, number);
    }
    if workspace.reads_unit(&name) { vec![DeedLine::new("", format!("{number} {name}"))] } else { Vec::new() }
}

fn of_table(table: &Table, number: &str) -> Vec<DeedLine> {
    let name = &table.def.name;
    let wanted: Option<Num> = number.parse().ok();
    let holds = |of: &Match| match of {
        Match::Numbers(low, high) => wanted.is_some_and(|wanted| {
            low.is_none_or(|low| low <= wanted) && high.is_none_or(|high| wanted <= high)
        }),
        Match::Word(_) => false,
    };
    let has_row = table.clamp || table.rows.iter().any(|row| row.key.matches.iter().any(holds));
    let row = has_row.then(|| DeedLine::new("the row for this", format!("{name}[{number}]")));
    let often = match table.kind {
        TableKind::Deck => DeedLine::new("so many are drawn", format!("{number} times draw({name})")),
        TableKind::Table | TableKind::Each | TableKind::Chart => {
            DeedLine::new("so many rolls", format!("{number} times {name}"))
        }
    };
    row.into_iter().chain([often]).collect()
}

/// Of what `keep` and `let` hold.
fn of_value(world: &World, known: &Global, held: &Value, number: &str) -> Vec<DeedLine> {
    let name = &known.def.name;
    if !known.kept {
        // The name was given by hand, and is given anew.
        return match held {
            Value::Number(_) => vec![DeedLine::new("", format!("let {name} = {number}"))],
            _ => Vec::new(),
        };
    }
    let amount = format!("{number}{}", unit_of(world, held));
    [("what it is now", "="), ("so much more", "+="), ("so much less", "-=")]
        .into_iter()
        .map(|(what, sign)| DeedLine::new(what, format!("{name} {sign} {amount}")))
        .collect()
}

/// What is kept goes up or down: `+10 gold`, `tick alarm`, `spend 5 gold`.
pub(super) fn stepped_lines(world: &World, text: &str) -> Vec<DeedLine> {
    const UP: [&str; 9] = ["tick", "mark", "raise", "advance", "increase", "bump", "gain", "add", "earn"];
    const DOWN: [&str; 8] = ["untick", "unmark", "lower", "decrease", "reduce", "spend", "lose", "pay"];
    const MONEY: [&str; 6] = ["gain", "add", "earn", "spend", "lose", "pay"];
    let lower = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().filter(|word| !matches!(*word, "the" | "of")).collect();
    let signed = |word: &&str| word.strip_prefix(['+', '-']).is_some_and(is_amount);
    let (sign, amount, name) = match words.as_slice() {
        // `purse += 5`: what is kept has a unit.
        [name @ .., set @ ("+=" | "-="), amount] if is_amount(amount) => (set.split_at(1).0, *amount, name),
        [amount, name @ ..] if signed(amount) => (amount.split_at(1).0, amount.split_at(1).1, name),
        [verb, rest @ ..] if UP.contains(verb) || DOWN.contains(verb) => {
            let sign = if UP.contains(verb) { "+" } else { "-" };
            match rest {
                [name @ .., "by", amount] | [name @ .., amount] if is_amount(amount) => (sign, *amount, name),
                [amount, name @ ..] if is_amount(amount) => (sign, *amount, name),
                // Of money somebody would say how much.
                name if !MONEY.contains(verb) => (sign, "1", name),
                _ => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    let Some(id) = world.workspace().global_named(&name_of(&name.join(" "))) else { return Vec::new() };
    let (known, held) = (world.program().globals.get(id.index()), world.state().globals.get(id.index()));
    let Some((known, held)) = known.zip(held).filter(|(known, _)| known.kept) else { return Vec::new() };
    let unit = unit_of(world, held);
    vec![DeedLine::new("", format!("{} {sign}= {amount}{unit}", known.def.name))]
}

/// A number, or dice.
fn is_amount(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) || syntax::brought::begins_with_die(text)
}

/// The unit of a quantity, behind a blank.
fn unit_of(world: &World, held: &Value) -> String {
    let shown = |held| world.show(held).split_once(' ').map(|(_, unit)| format!(" {unit}"));
    if let Value::Quantity(..) = held { shown(held).unwrap_or_default() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use crate::session::{RollSeed, Session};

    /// A game with a table, a deck, heroes and something that is kept.
    fn game() -> Session {
        let mut session = Session::new(RollSeed::new(1));
        for entry in [
            "table colour\n- red\n- green\n",
            "deck cards\n- Ace\n- King\n",
            "sheet hero\n  hp: 0..10 = 10\nend sheet",
            "party\n| name |\n|---|\n| Ash |\n",
            "keep gold = 100",
            "let level = 3",
        ] {
            let reply = session.submit(entry);
            assert!(reply.is_done(), "{entry}: {:?}", reply.reports);
        }
        session
    }

    #[test]
    fn what_is_in_play_keeps_its_name() {
        let session = game();
        for line in ["ash 5", "Ash 5", "gold 50", "gold: 50"] {
            assert_eq!(session.meaning().meant(line), None, "{line}");
        }
        for (line, meant) in [
            ("level 4", "let level = 4"),
            ("colour 2", "2 times colour"),
            ("cards 2", "2 times draw(cards)"),
            ("strength 14", "let strength = 14"),
            ("ash.hp 5", "ash.hp = 5"),
            ("+5 gold", "gold += 5"),
            ("draw 2 cards", "2 times draw(cards)"),
            ("two colours", "2 times colour"),
            ("add blue to colour", "change table colour\n- red\n- green\n- blue"),
        ] {
            assert_eq!(session.meaning().meant(line).as_deref(), Some(meant), "{line}");
        }
    }

    #[test]
    fn what_is_offered_is_sound() {
        let mut session = game();
        for line in ["ash 5", "gold 50"] {
            let reply = session.submit(line);
            let [report] = reply.reports.as_slice() else { panic!("{line}: {:?}", reply.reports) };
            assert!(report.fixes.len() > 1, "{line}: {report:?}");
            for fix in &report.fixes {
                let offered = crate::diag::edited(line, fix.edits.iter().collect()).expect("a line");
                assert!(session.submit(&offered).is_done(), "{line}: {offered}");
                session.undo(1);
            }
        }
    }
}
