//! The state in play: what is kept, the party, the clock, house rules.

use super::clean::clean_line;
use super::style::{Look, Tint};
use super::table::Grid;
use super::wrap::{columns, pad};
use crate::session::Session;
use crate::session::state::Held;

fn pairs(all: &[Held], look: Look) -> String {
    let width = all.iter().map(|held| columns(&held.name)).max().unwrap_or(0);
    let line = |held: &Held| {
        let name = look.tint(Tint::Title, pad(&clean_line(&held.name), width));
        format!("  {name}  {}\n", clean_line(&held.text))
    };
    all.iter().map(line).collect()
}

/// What the campaign keeps.
pub fn state(session: &Session, look: Look) -> String {
    let kept = session.kept();
    if kept.is_empty() {
        "nothing is kept yet; `keep lamp = 3` keeps something\n".to_owned()
    } else {
        pairs(&kept, look)
    }
}

/// The party, as a table.
pub fn party(session: &Session, look: Look) -> String {
    match session.members("party").filter(|members| !members.rows.is_empty()) {
        Some(members) => Grid { head: members.head, rows: members.rows, ..Grid::default() }.draw(look),
        None => "there is no party; write `party` and a table of heroes below it\n".to_owned(),
    }
}

/// The clock and what is due.
pub fn time(session: &Session, look: Look) -> String {
    let clocks = session.clocks();
    let now = if clocks.is_empty() { "no time has passed".to_owned() } else { clocks.join(", ") };
    format!("  {}\n{}", clean_line(&now), pairs(&session.timers(), look))
}

/// The house rules in force.
pub fn options(session: &Session, look: Look) -> String {
    let settings = session.settings();
    if settings.is_empty() {
        return "no house rules; a rule-set that is used brings its own\n".to_owned();
    }
    let row = |setting: &crate::session::state::Setting| {
        let default =
            setting.default.as_ref().map(|default| format!("(default {default})")).unwrap_or_default();
        vec![setting.name.clone(), setting.value.clone(), default, setting.about.clone()]
    };
    let head = ["house rule", "in force", "", ""].map(str::to_owned).to_vec();
    Grid { head, rows: settings.iter().map(row).collect(), ..Grid::default() }.draw(look)
}
