//! Whether every result of a table's die has exactly one row, proved against what the dice can
//! really make.

mod runs;

use self::runs::Runs;
use super::demand::Demand;
use super::exact::Exact;
use super::figures::as_numbers;
use crate::base::{Num, Span};
use crate::check::program::{Match, Program, Row, Table, TableId, held_always};
use crate::diag::Diagnostic;
use crate::diag::codes::coverage;
use crate::dist::{Dist, Prob};
use crate::engine::{EntryPoint, State};
use crate::plan::{Plan, PlanTable, Value};

/// Looks at one table after the other: what a table gives is worked out once for all that are rolled with it.
pub(crate) struct Coverage<'p> {
    exact: &'p Exact,
    plan: &'p Plan,
    state: &'p State,
    demand: Demand<'p>,
}

impl<'p> Coverage<'p> {
    /// Of the tables of a plan, from a state.
    pub(crate) fn new(exact: &'p Exact, plan: &'p Plan, state: &'p State) -> Coverage<'p> {
        Coverage { exact, plan, state, demand: Demand::new(exact, plan, state) }
    }

    /// Reports on the rows of a table: results without a row, and rows that cannot come up. A table whose
    /// die depends on arguments without default is not looked at.
    pub(crate) fn check(&mut self, id: TableId) -> Vec<Diagnostic> {
        let plan = self.plan;
        if let Some(reports) = check_known(self.exact, plan, id) {
            return reports;
        }
        let (Some(table), Some(lowered)) = (plan.program.tables.get(id.index()), plan.tables.get(id.index()))
        else {
            return Vec::new();
        };
        let Some(code) = lowered.die else { return Vec::new() };
        let proof = |numbers| Proof { program: &plan.program, table, dist: numbers }.reports();
        if let Some(numbers) = self.demand.die_of(id) {
            return proof(&numbers);
        }
        let entry = EntryPoint { code, args: vec![Value::Unset; table.params.len()] };
        let Ok(dist) = self.exact.distribution(plan, self.state, entry) else { return Vec::new() };
        match as_numbers(&dist) {
            Some(numbers) => proof(&numbers),
            None => words_without_row(table, lowered, &dist),
        }
    }
}

/// The same of a table whose die is known before anything runs, or that has none; `None` of others.
pub(crate) fn check_known(exact: &Exact, plan: &Plan, id: TableId) -> Option<Vec<Diagnostic>> {
    let table = plan.program.tables.get(id.index())?;
    if table.die.is_none() || table.stub.is_some() {
        return Some(Vec::new());
    }
    let numbers = exact.known_die(plan, id)?;
    Some(Proof { program: &plan.program, table, dist: &numbers }.reports())
}

struct Proof<'p> {
    program: &'p Program,
    table: &'p Table,
    dist: &'p Dist<Num>,
}

impl Proof<'_> {
    fn reports(&self) -> Vec<Diagnostic> {
        let results = self.results();
        let mut reports = Vec::new();
        reports.extend(self.gap(&results));
        reports.extend(
            self.table
                .rows
                .iter()
                .filter_map(|row| self.unreachable(row, &results).or_else(|| self.beyond(row, &results))),
        );
        reports
    }

    /// All that can be looked up: what the die makes, with all that callers say they add.
    fn results(&self) -> Runs {
        let rolled = self.dist.outcomes().iter().map(|(result, _)| *result);
        match self.table.shift {
            None => Runs::of(rolled.map(|result| (result, result))),
            Some((low, high)) => {
                let (low, high) = (low.floor(), high.ceil());
                Runs::of(rolled.filter_map(|result| Some((result.add(low).ok()?, result.add(high).ok()?))))
            }
        }
    }

    /// What the rows hold, the ends included where off the end is the end.
    fn held(&self) -> Vec<(Option<Num>, Option<Num>)> {
        let mut held = held_always(self.program, &self.table.rows);
        if self.table.clamp {
            let last = held.iter().map(|(_, high)| *high).reduce(|a, b| Some(a?.max(b?))).flatten();
            if let Some(first) = held.first_mut() {
                first.0 = None;
            }
            if let (Some(last), false) = (last, held.is_empty()) {
                held.push((Some(last), None));
            }
        }
        held
    }

    fn gap(&self, results: &Runs) -> Option<Diagnostic> {
        let missing = results.without(&self.held());
        let (first, last) = missing.ends()?;
        if let Some(report) = self.counts_from_zero(&missing, results) {
            return Some(report);
        }
        let table = self.table;
        let name = &table.def.name;
        // Dice without end: what is not listed is missing as well.
        let goes_on = !self.dist.is_complete() && results.ends().is_some_and(|(_, end)| end == last);
        let endless = goes_on && self.last().is_none_or(|row| row < first);
        let listed = missing.shown(results);
        let shown = match listed.strip_suffix(&format!("\u{2013}{last}")).filter(|_| goes_on) {
            _ if endless => format!("{first} and above"),
            Some(before) => format!("{before} and above"),
            None => listed,
        };
        let message = format!("`{name}` has no row for {shown}");
        let before = self.row_before(first).map_or(table.def.span, |row| row.key.span);
        let said = if before == table.def.span { "in this table" } else { "nothing follows this row" };
        let mut report = match self.changed_elsewhere(before) {
            Some(change) => {
                Diagnostic::error(&coverage::GAP, change, message).here("changed here").label(before, said)
            }
            None => Diagnostic::error(&coverage::GAP, before, message).here(said),
        };
        if let Some(die) = &table.die {
            report = report.label(die.span, format!("this can give {shown}"));
        }
        let lost = if goes_on {
            self.dist.chance(|result| !missing.holds(*result)).complement()
        } else {
            self.dist.chance(|result| missing.holds(*result))
        };
        if lost != Prob::ZERO {
            report = report.note(match lost.to_string().as_str() {
                "1" => "no roll finds a row".to_owned(),
                part => format!("{part} of all rolls ({}) find no row", percent(&lost)),
            });
        }
        if table.rows.iter().any(|row| row.guard.is_some()) {
            report = report
                .note("rows with `when` lie over the others and do not count: their condition may not hold");
        }
        let beyond = last > self.last().unwrap_or(last) || Some(first) < self.first();
        report = report.help(if beyond && !table.clamp {
            "add a row, or extend a neighbouring one; `clamp` on the table's line takes the nearest end"
        } else {
            "add a row, or extend a neighbouring one"
        });
        let to = if endless { None } else { Some(last).filter(|_| missing.is_one()) };
        if let Some(row) = to.and_then(|last| self.misnumbered(first, last, results)) {
            let key = if first == last { first.to_string() } else { format!("{first}-{last}") };
            return Some(report.fix(format!("write {key} for the row {}", row.key.text), row.key.span, key));
        }
        Some(if endless || to.is_some() { self.widen(report, first, to) } else { report })
    }

    /// The report on rows that count from 0 where the die counts from 1: `0-5` on a d6.
    fn counts_from_zero(&self, missing: &Runs, results: &Runs) -> Option<Diagnostic> {
        let table = self.table;
        let (die, (low, high)) = (table.die.as_ref()?, results.ends()?);
        let plain = table.die_text.strip_prefix("1d").or_else(|| table.die_text.strip_prefix(['d', 'D']))?;
        let is_die = plain.parse::<u32>().is_ok() && table.shift.is_none() && !table.clamp;
        let shifted =
            missing.ends() == Some((high, high)) && low == Num::ONE && self.first() == Some(Num::ZERO);
        if !is_die || !shifted || self.changed_elsewhere(table.def.span).is_some() {
            return None;
        }
        let (name, text) = (&table.def.name, &table.die_text);
        let message = format!("`{name}` counts from 0, and {text} from 1: {high} has no row");
        let from_zero = format!("{text} - 1");
        let report = Diagnostic::error(&coverage::GAP, die.span, message);
        Some(report.fix(format!("roll {from_zero}"), die.span, from_zero))
    }

    /// The only row that cannot come up, where it is as wide as the gap and stands behind it: a slip of its number.
    fn misnumbered(&self, first: Num, last: Num, results: &Runs) -> Option<&Row> {
        let lost = |row: &&Row| row.guard.is_none() && self.unreachable(row, results).is_some();
        let mut lost = self.table.rows.iter().filter(lost);
        let (row, None) = (lost.next()?, lost.next()) else { return None };
        let [Match::Numbers(Some(low), Some(high))] = row.key.matches.as_slice() else { return None };
        let as_wide = high.sub(*low).ok()? == last.sub(first).ok()?;
        // `46` for `4-6`
        let is_glued = row.key.text.trim() == format!("{first}{last}");
        ((as_wide || is_glued) && *low > last && self.changed_elsewhere(row.key.span).is_none())
            .then_some(row)
    }

    /// The lowest number that a row begins at, and the highest that one ends at.
    fn first(&self) -> Option<Num> {
        self.held().iter().filter_map(|(low, _)| *low).min()
    }

    fn last(&self) -> Option<Num> {
        self.held().iter().filter_map(|(_, high)| *high).max()
    }

    /// The unguarded row whose key ends last before a result.
    fn row_before(&self, result: Num) -> Option<&Row> {
        let ends = |row: &&Row| last_end(row).filter(|end| *end < result);
        self.table
            .rows
            .iter()
            .filter(|row| row.guard.is_none())
            .filter(|row| ends(row).is_some())
            .max_by_key(ends)
    }

    /// Where the gap is one run, or all above, the row before it can be made to hold it.
    fn widen(&self, report: Diagnostic, first: Num, last: Option<Num>) -> Diagnostic {
        let Some(row) = self.row_before(first) else { return report };
        let [Match::Numbers(Some(low), Some(_))] = row.key.matches.as_slice() else { return report };
        if self.changed_elsewhere(row.key.span).is_some() {
            let (name, key) = (&self.table.def.name, &row.key.text);
            let wider = last.map_or_else(|| format!("{low}+"), |last| format!("{low}-{last}"));
            return report.help(format!(
                "give these results a row, for example `change {name} row {key}: {wider}:`; in a session, \
                 type that first and then this line again"
            ));
        }
        let keys = self.table.rows.iter().map(|other| &other.key.text);
        let mut signs = keys.flat_map(|text| text.chars());
        let dash = signs.find(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')).unwrap_or('-');
        let wider = last.map_or_else(|| format!("{low}+"), |last| format!("{low}{dash}{last}"));
        report.fix(format!("extend the row {} to {wider}", row.key.text), row.key.span, wider)
    }

    /// Where the table was changed, if that is another source than the row's: nobody edits what is shipped.
    fn changed_elsewhere(&self, row: Span) -> Option<Span> {
        self.table.changed.filter(|change| change.source != row.source)
    }

    /// A row that reaches beyond the highest result, `4-7` on a d6, or counts from 0 where nothing gives it.
    fn beyond(&self, row: &Row, results: &Runs) -> Option<Diagnostic> {
        let [Match::Numbers(Some(low), Some(high))] = row.key.matches.as_slice() else { return None };
        let (lowest, highest) = results.ends()?;
        if low.is_zero() && lowest == Num::ONE && *high >= lowest {
            return self.zero_never(row, *high, highest);
        }
        let partly = low < high && *low <= highest && highest < *high;
        if !partly || self.table.clamp || !self.dist.is_complete() {
            return None;
        }
        let first = highest.add(Num::ONE).ok()?;
        let which = if first == *high { first.to_string() } else { format!("{first} to {high}") };
        let message = format!("the row {} holds {which}, which cannot come up", row.key.text);
        let mut report = Diagnostic::warning(&coverage::UNREACHABLE, row.key.span, message);
        if let Some(die) = &self.table.die {
            report = report.label(die.span, format!("this gives {highest} at most"));
        }
        let dash = row.key.text.chars().find(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')).unwrap_or('-');
        if self.changed_elsewhere(row.key.span).is_none() {
            let shorter = if *low == highest { low.to_string() } else { format!("{low}{dash}{highest}") };
            report = report.fix(format!("write {shorter}"), row.key.span, shorter);
        }
        Some(report.help(match self.table.shift {
            Some(_) => "or declare a wider `shift`",
            None => "if callers add to the roll, say so on the table's line: `shift -3..+3`",
        }))
    }

    /// `0-4` where the last face has a row of its own.
    fn zero_never(&self, row: &Row, high: Num, highest: Num) -> Option<Diagnostic> {
        let die = self.table.die.as_ref().filter(|_| !self.table.clamp && self.dist.is_complete())?;
        // Where the last face has no row, the rows are meant to count from 0.
        self.last().filter(|last| *last >= highest)?;
        let message = format!("the row {} holds 0, which cannot come up", row.key.text);
        let report = Diagnostic::warning(&coverage::UNREACHABLE, row.key.span, message)
            .label(die.span, "this gives 1 at least");
        let dash = row.key.text.chars().find(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')).unwrap_or('-');
        let shorter = if high == Num::ONE { "1".to_owned() } else { format!("1{dash}{high}") };
        Some(match self.changed_elsewhere(row.key.span) {
            Some(_) => report,
            None => report.fix(format!("write {shorter}"), row.key.span, shorter),
        })
    }

    fn unreachable(&self, row: &Row, results: &Runs) -> Option<Diagnostic> {
        let reached = row.key.matches.iter().any(|part| match part {
            Match::Numbers(low, high) => results.meets(*low, *high),
            Match::Word(_) => true,
        });
        if reached || row.key.matches.is_empty() || !self.dist.is_complete() {
            return None;
        }
        let message = format!("the row {} cannot come up", row.key.text);
        let mut report = Diagnostic::warning(&coverage::UNREACHABLE, row.key.span, message);
        if let (Some(die), Some((low, high))) = (&self.table.die, results.ends()) {
            report = report.label(die.span, format!("this gives {low} to {high}"));
        }
        let shifted = self.table.shift.is_some();
        Some(if shifted {
            report.help("take the row out, or declare a wider `shift`")
        } else {
            report.help("if callers add to the roll, say so on the table's line: `shift -3..+3`")
        })
    }
}

fn last_end(row: &Row) -> Option<Num> {
    let ends = row.key.matches.iter().map(|part| match part {
        Match::Numbers(_, high) => *high,
        Match::Word(_) => None,
    });
    ends.flatten().max()
}

fn percent(prob: &Prob) -> String {
    format!("{:.1}%", prob.to_f64() * 100.0)
}

/// A die of texts needs a row for each of its faces.
fn words_without_row(table: &Table, lowered: &PlanTable, dist: &Dist<Value>) -> Vec<Diagnostic> {
    let texts = dist.outcomes().iter().filter_map(|(value, _)| value.as_text());
    let missing: Vec<&str> =
        texts.map(|text| &**text).filter(|text| lowered.index.word(text).is_none()).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!("`{}` has no row for {}", table.def.name, missing.join(", "));
    let mut report = Diagnostic::error(&coverage::GAP, table.def.span, message).here("in this table");
    if let Some(die) = &table.die {
        report = report.label(die.span, "this can give it");
    }
    vec![report.help("add a row for each face of the die")]
}
