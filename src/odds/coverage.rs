//! Whether every result of a table's die has exactly one row, proved against what the dice can
//! really make.

use std::collections::BTreeSet;

use super::Exact;
use crate::base::Num;
use crate::check::program::{Match, Row, Table, TableId};
use crate::diag::Diagnostic;
use crate::diag::codes::coverage;
use crate::dist::{Dist, Prob};
use crate::engine::{Entry, State};
use crate::plan::{Plan, PlanTable, Value};

/// Reports on the rows of a table: results without a row, and rows that cannot come up. A table whose
/// die depends on arguments without default is not looked at.
pub fn check(exact: &Exact, plan: &Plan, state: &State, id: TableId) -> Vec<Diagnostic> {
    let (Some(table), Some(lowered)) = (plan.program.tables.get(id.index()), plan.tables.get(id.index()))
    else {
        return Vec::new();
    };
    let Some(code) = lowered.die else { return Vec::new() };
    let args = vec![Value::Unset; table.params.len()];
    let Ok(dist) = exact.distribution(plan, state, Entry { code, args }) else { return Vec::new() };
    match super::numbers(&dist) {
        Some(numbers) => Proof { table, lowered, dist: &numbers }.reports(),
        None => words_without_row(table, lowered, &dist),
    }
}

struct Proof<'p> {
    table: &'p Table,
    lowered: &'p PlanTable,
    dist: &'p Dist<Num>,
}

impl Proof<'_> {
    fn reports(&self) -> Vec<Diagnostic> {
        let results = self.results();
        let mut reports = Vec::new();
        reports.extend(self.gap(&results));
        reports.extend(self.table.rows.iter().filter_map(|row| self.unreachable(row, &results)));
        reports
    }

    /// All that can be looked up: what the die makes, with all that callers say they add.
    fn results(&self) -> BTreeSet<Num> {
        const MOST_SHIFTS: i64 = 1000;
        let rolled = self.dist.outcomes().iter().map(|(result, _)| *result);
        let Some((low, high)) = self.table.shift else { return rolled.collect() };
        let (low, high) = (low.floor().numerator(), high.ceil().numerator());
        let high = high.min(low.saturating_add(MOST_SHIFTS));
        rolled
            .flat_map(|result| (low..=high).filter_map(move |shift| result.add(Num::int(shift)).ok()))
            .collect()
    }

    fn holds(&self, result: Num) -> bool {
        let found = self.lowered.index.number(result);
        found.is_some() || (self.lowered.clamp && self.lowered.index.clamped(result).is_some())
    }

    fn gap(&self, results: &BTreeSet<Num>) -> Option<Diagnostic> {
        let missing: Vec<Num> = results.iter().copied().filter(|result| !self.holds(*result)).collect();
        let (first, last) = (*missing.first()?, *missing.last()?);
        let table = self.table;
        let name = &table.def.name;
        let shown = runs(&missing, results);
        let message = format!("`{name}` has no row for {shown}");
        let place = self.row_before(first).map_or(table.def.span, |row| row.key.span);
        let mut report = Diagnostic::error(&coverage::GAP, place, message);
        if let Some(die) = &table.die {
            report = report.label(die.span, format!("this can give {shown}"));
        }
        report =
            report.here(if place == table.def.span { "in this table" } else { "nothing follows this row" });
        let lost = self.dist.chance(|result| missing.contains(result));
        if lost != Prob::ZERO {
            report = report.note(format!("{lost} of all rolls ({}) find no row", percent(&lost)));
        }
        if table.rows.iter().any(|row| row.guard.is_some()) {
            report = report
                .note("rows with `when` lie over the others and do not count: their condition may not hold");
        }
        report = report.help(
            "add a row, or let a neighbour reach further; `clamp` on the table's line takes the nearest end",
        );
        Some(self.widen(report, first, last, &missing))
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

    /// Where the gap is one run, the row before it can be made to hold it.
    fn widen(&self, report: Diagnostic, first: Num, last: Num, missing: &[Num]) -> Diagnostic {
        let whole = last.sub(first).ok().and_then(Num::as_int).and_then(|width| usize::try_from(width).ok());
        let one_run = whole.is_some_and(|width| width < missing.len());
        let Some(row) = self.row_before(first).filter(|_| one_run) else { return report };
        let [Match::Numbers(Some(low), Some(_))] = row.key.matches.as_slice() else { return report };
        report.fix(
            format!("let the row {} hold {low}–{last}", row.key.text),
            row.key.span,
            format!("{low}-{last}"),
        )
    }

    fn unreachable(&self, row: &Row, results: &BTreeSet<Num>) -> Option<Diagnostic> {
        let reached = row.key.matches.iter().any(|part| match part {
            Match::Numbers(low, high) => {
                let from = low.or_else(|| results.first().copied());
                let next = from.and_then(|from| results.range(from..).next());
                next.is_some_and(|next| high.is_none_or(|high| *next <= high))
            }
            Match::Word(_) => true,
        });
        if reached || row.key.matches.is_empty() || !self.dist.is_complete() {
            return None;
        }
        let message = format!("the row {} cannot come up", row.key.text);
        let mut report = Diagnostic::warning(&coverage::UNREACHABLE, row.key.span, message);
        if let (Some(die), Some(low), Some(high)) = (&self.table.die, results.first(), results.last()) {
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

/// Numbers as people write them: `3, 5–7`; runs are of neighbours among all results.
fn runs(missing: &[Num], results: &BTreeSet<Num>) -> String {
    const MOST: usize = 8;
    let mut runs: Vec<(Num, Num)> = Vec::new();
    for number in missing {
        match runs.last_mut() {
            Some((_, last))
                if results.range((std::ops::Bound::Excluded(*last), std::ops::Bound::Unbounded)).next()
                    == Some(number) =>
            {
                *last = *number;
            }
            _ => runs.push((*number, *number)),
        }
    }
    let shown = |(first, last): &(Num, Num)| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    let mut texts: Vec<String> = runs.iter().take(MOST).map(shown).collect();
    if runs.len() > MOST {
        texts.push(format!("and {} more", runs.len() - MOST));
    }
    texts.join(", ")
}

fn percent(prob: &Prob) -> String {
    format!("{:.1}%", prob.to_f64() * 100.0)
}

/// A die of texts needs a row for each of its faces.
fn words_without_row(table: &Table, lowered: &PlanTable, dist: &Dist<Value>) -> Vec<Diagnostic> {
    let texts = dist.outcomes().iter().filter_map(|(value, _)| match value {
        Value::Text(text) => Some(text),
        _ => None,
    });
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
