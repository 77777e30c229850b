//! Lines of a report that wait for what follows them, so that each thing is told once.
//!
//! A row that came up is left out where the next thing that is told is made of it: a row of another
//! table that mentions it, what is said to the players, or its whole table. Changes that follow one
//! another become one line, and so does time that passes with nothing but changes in between.

use std::sync::Arc;

use super::clean::clean_line;
use super::coming;
use super::markdown::unbold;
use crate::base::Num;
use crate::check::program::UnitFamily;

/// A line that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PendingLine {
    /// A row came up.
    Row {
        /// The table's name.
        table: String,
        /// What the row says.
        text: String,
        /// As the report tells it.
        line: String,
    },
    /// Dice were rolled that nothing else tells of yet.
    Roll {
        /// What came of them.
        total: String,
        /// As the report tells it.
        line: String,
    },
    /// What changed, without anything told between.
    Changes(Vec<ChangeLine>),
    /// Time passed.
    Time(Passage),
}

/// Time that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    /// As the log has it.
    pub shown: String,
    /// On which clock, and how many of its smallest unit.
    pub length: Option<(UnitFamily, Num)>,
}

impl Passage {
    /// With another stretch right after it, where both are on one clock.
    fn with(&self, next: &Passage) -> Option<Passage> {
        let ((clock, length), (other, more)) = (self.length?, next.length?);
        let length = length.add(more).ok().filter(|_| clock == other)?;
        Some(Passage { shown: next.shown.clone(), length: Some((clock, length)) })
    }
}

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChangeLine {
    /// The name of what changed.
    pub what: String,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
    /// Whether the referee did it.
    pub hand: bool,
}

impl ChangeLine {
    /// The change in words, with this arrow.
    pub(crate) fn told(&self, arrow: &str) -> String {
        let hand = if self.hand { " (by the referee)" } else { "" };
        match coming::told(&self.what, &self.to) {
            Some(told) => format!("{told}{hand}"),
            None => format!("{} {} {arrow} {}{hand}", self.what, self.from, self.to),
        }
    }
}

/// The lines that wait, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct PendingLines {
    lines: Vec<PendingLine>,
}

impl PendingLines {
    /// A row more.
    pub(crate) fn row(&mut self, line: PendingLine) {
        self.lines.push(line);
    }

    /// Dice more.
    pub(crate) fn roll(&mut self, total: String, line: String) {
        self.lines.push(PendingLine::Roll { total, line });
    }

    /// The row that came up, or the check that was made, tells of the dice with this total, and of those that were
    /// rolled for it since.
    pub(crate) fn roll_told(&mut self, shown: &str) {
        let is_it = |line: &PendingLine| matches!(line, PendingLine::Roll { total, .. } if total == shown);
        let Some(from) = self.lines.iter().rposition(is_it) else { return };
        let mut at = 0..;
        self.lines
            .retain(|line| at.next().is_none_or(|at| at < from) || !matches!(line, PendingLine::Roll { .. }));
    }

    /// A change that is told by itself, whatever changed before it.
    pub(crate) fn lone_change(&mut self, change: ChangeLine) {
        self.lines.push(PendingLine::Changes(vec![change]));
    }

    /// A change more. What changes again goes from its first value to its last, and is not told where
    /// they are the same.
    pub(crate) fn change(&mut self, change: ChangeLine) {
        let Some(PendingLine::Changes(changes)) = self.lines.last_mut() else {
            return self.lines.push(PendingLine::Changes(vec![change]));
        };
        let before = changes.iter().position(|before| {
            before.what == change.what && before.to == change.from && before.hand == change.hand
        });
        let Some(at) = before else { return changes.push(change) };
        if let Some(before) = changes.get_mut(at) {
            before.to = change.to;
        }
        changes.retain(|change| change.hand || change.from != change.to);
        if changes.is_empty() {
            self.lines.pop();
        }
    }

    /// Time passes. What is done every hour makes a day twenty-four stretches with a change after each:
    /// where nothing but changes stands between, they are told as one.
    pub(crate) fn time(&mut self, passage: Passage) {
        let last = match self.lines.as_mut_slice() {
            [.., PendingLine::Time(last)] => Some(last),
            [.., PendingLine::Time(last), PendingLine::Changes(changes)]
                if changes.iter().all(|change| !change.hand) =>
            {
                Some(last)
            }
            _ => None,
        };
        match last.and_then(|last| Some((last.with(&passage)?, last))) {
            Some((both, last)) => *last = both,
            None => self.lines.push(PendingLine::Time(passage)),
        }
    }

    /// Whether none waits.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the last of them is a change.
    pub(crate) fn ends_in_change(&self) -> bool {
        matches!(self.lines.last(), Some(PendingLine::Changes(_)))
    }

    /// This is told next: rows that it is made of need no line of their own. Where a row's words are only
    /// among the `fixed` ones of what is told, they stand there whatever came up.
    pub(crate) fn told_in(&mut self, told: &str, fixed: &[Arc<str>]) {
        let told = plain(told);
        let fixed: Vec<String> = fixed.iter().map(|text| plain(text)).collect();
        self.lines.retain(|line| match line {
            PendingLine::Row { text, .. } => {
                let row = plain(text);
                let anyway: usize = fixed.iter().map(|text| mentions(text, &row)).sum();
                mentions(&told, &row) <= anyway
            }
            PendingLine::Roll { total, .. } => mentions(&told, &plain(total)) == 0,
            PendingLine::Changes(_) | PendingLine::Time(_) => true,
        });
    }

    /// A row of this table comes up next, typed by itself: rows of other tables that it is made of need no line. The
    /// same row of the same table came up twice.
    pub(crate) fn in_row_of(&mut self, shown: &str, told: &str) {
        let told = plain(told);
        self.lines.retain(|line| match line {
            PendingLine::Row { table, text, .. } => table == shown || mentions(&told, &plain(text)) == 0,
            PendingLine::Roll { .. } | PendingLine::Changes(_) | PendingLine::Time(_) => true,
        });
    }

    /// The whole table is shown next.
    pub(crate) fn table_shown(&mut self, shown: &str) {
        self.lines.retain(|line| !matches!(line, PendingLine::Row { table, .. } if table == shown));
    }

    /// Leaves out the row that came up last.
    pub(crate) fn forget_row(&mut self) {
        if let Some(at) = self.lines.iter().rposition(|line| matches!(line, PendingLine::Row { .. })) {
            self.lines.remove(at);
        }
    }

    /// All of them: they wait no longer.
    pub(crate) fn take(&mut self) -> Vec<PendingLine> {
        std::mem::take(&mut self.lines)
    }
}

/// A text without marks and capitals, and without what ends a sentence.
fn plain(text: &str) -> String {
    let text = unbold(&clean_line(text)).to_lowercase();
    text.trim().trim_end_matches(['.', '!', '?', ';', ':']).to_owned()
}

/// How often a text holds another one as whole words.
fn mentions(text: &str, part: &str) -> usize {
    let within_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
    if part.is_empty() {
        return 0;
    }
    let whole = |(at, found): &(usize, &str)| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(*at + found.len()..).and_then(|after| after.chars().next());
        !within_word(before) && !within_word(after)
    };
    text.match_indices(part).filter(whole).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> PendingLine {
        PendingLine::Row { table: "t".to_owned(), text: text.to_owned(), line: format!("t: {text}") }
    }

    #[test]
    fn rows_are_left_out_where_what_follows_is_made_of_them() {
        let mut waiting = PendingLines::default();
        for text in ["**Signs**: flour on the floor", "a crow", "20", "rat"] {
            waiting.row(row(text));
        }
        waiting.told_in("Signs: flour on the FLOOR! 20 zones, and two rats.", &[]);
        assert_eq!(waiting.take(), [row("a crow"), row("rat")]);
        assert!(waiting.is_empty());
    }

    #[test]
    fn words_that_are_said_whatever_came_up_tell_no_row() {
        let mut waiting = PendingLines::default();
        for text in ["Polite", "rat", "Signs: flour"] {
            waiting.row(row(text));
        }
        let fixed = ["Nobody is polite. Signs: ", ", and a rat: a "].map(Arc::from);
        waiting.told_in("Nobody is polite. Signs: flour, and a rat: a rat.", &fixed);
        assert_eq!(waiting.take(), [row("Polite")]);
    }

    #[test]
    fn a_day_of_hours_is_one_stretch_with_its_changes() {
        let passage = |length: i64| Passage {
            shown: format!("{length} hours"),
            length: Some((UnitFamily(0), Num::int(length))),
        };
        let change = |what: &str, from: u32, to: u32| ChangeLine {
            what: what.to_owned(),
            from: from.to_string(),
            to: to.to_string(),
            hand: false,
        };
        let mut waiting = PendingLines::default();
        for hour in 0..24 {
            waiting.time(passage(1));
            waiting.change(change("supplies", 50 - hour, 49 - hour));
        }
        let Ok([PendingLine::Time(day), PendingLine::Changes(changes)]) =
            <[PendingLine; 2]>::try_from(waiting.take())
        else {
            panic!("a day and its changes")
        };
        assert_eq!(day.length, passage(24).length);
        assert_eq!(changes, [change("supplies", 50, 26)]);
        // What came up in between is told where it came up.
        for _ in 0..2 {
            waiting.time(passage(1));
            waiting.row(row("a crow"));
        }
        assert_eq!(waiting.take().len(), 4);
    }

    #[test]
    fn what_changes_twice_goes_from_its_first_value_to_its_last() {
        let change = |what: &str, from: u32, to: u32| ChangeLine {
            what: what.to_owned(),
            from: from.to_string(),
            to: to.to_string(),
            hand: false,
        };
        let mut waiting = PendingLines::default();
        for (from, to) in [(0, 24), (24, 0)] {
            waiting.change(change("hours", from, to));
        }
        assert!(waiting.is_empty());
        for (what, from, to) in [("hp", 5, 4), ("hours", 0, 1), ("hp", 4, 2)] {
            waiting.change(change(what, from, to));
        }
        assert_eq!(waiting.take(), [PendingLine::Changes(vec![change("hp", 5, 2), change("hours", 0, 1)])]);
    }
}
