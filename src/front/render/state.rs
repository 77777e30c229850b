//! The state in play: what is kept, the party, the clock, house rules.

use super::clean::clean_line;
use super::coming;
use super::markdown::emphasis;
use super::style::{Style, Tint};
use super::table::Grid;
use super::value::listed;
use super::wrap::{columns, pad};
use crate::session::Session;
use crate::session::state::NamedText;

fn pairs(all: &[NamedText], look: Style) -> String {
    let is_named = |held: &&NamedText| coming::told(&held.name, &held.text).is_none();
    let width = all.iter().filter(is_named).map(|held| columns(&held.name)).max().unwrap_or(0);
    let line = |held: &NamedText| {
        if let Some(told) = coming::told(&held.name, &held.text) {
            return format!("  {}\n", clean_line(&told));
        }
        let name = look.tint(Tint::Title, pad(&clean_line(&held.name), width));
        format!("  {name}  {}\n", emphasis(&listed(&clean_line(&held.text)), look))
    };
    all.iter().map(line).collect()
}

/// What the campaign keeps.
pub(crate) fn state(session: &Session, look: Style) -> String {
    let kept = session.inspect().kept_briefly();
    if kept.is_empty() {
        "nothing is kept yet; `keep lamp = 3` keeps something\n".to_owned()
    } else {
        pairs(&kept, look)
    }
}

/// The party: as a table, or, where that is too wide for the screen, hero by hero.
pub(crate) fn party(session: &Session, look: Style) -> String {
    match session.inspect().members("party").filter(|members| !members.rows.is_empty()) {
        Some(members) => {
            let shown = |row: Vec<String>| row.iter().map(|cell| listed(cell)).collect();
            let rows = members.rows.into_iter().map(shown).collect();
            let grid = Grid { head: members.head, rows, ..Grid::default() };
            if grid.fits(look) { grid.draw(look) } else { sheets(&grid, look) }
        }
        None => "there is no party; write `party` and a table of heroes below it\n".to_owned(),
    }
}

/// Each record below its name: its fields with what they hold, as many on a line as fit.
fn sheets(grid: &Grid, look: Style) -> String {
    let room = look.width.saturating_sub(4).max(30);
    let mut out = String::new();
    for row in &grid.rows {
        let mut cells = grid.head.iter().zip(row);
        let name = cells.next().map_or("", |(_, name)| name.as_str());
        out.push_str(&format!("  {}\n", look.tint(Tint::Title, clean_line(name))));
        let mut line = String::new();
        for (field, value) in cells.filter(|(_, value)| !value.is_empty()) {
            let item = format!("{} {}", clean_line(field), clean_line(value));
            if !line.is_empty() && columns(&line) + columns(&item) + 2 > room {
                out.push_str(&format!("    {line},\n"));
                line.clear();
            }
            line.push_str(if line.is_empty() { "" } else { ", " });
            line.push_str(&item);
        }
        out.push_str(&format!("    {line}\n"));
    }
    out
}

/// The clock and what is due.
pub(crate) fn time(session: &Session, look: Style) -> String {
    let clocks = session.inspect().clocks();
    let now = if clocks.is_empty() { "no time has passed".to_owned() } else { clocks.join(", ") };
    format!("  {}\n{}", clean_line(&now), pairs(&session.inspect().timers(), look))
}

/// The house rules in force.
pub(crate) fn options(session: &Session, look: Style) -> String {
    let settings = session.inspect().settings();
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
