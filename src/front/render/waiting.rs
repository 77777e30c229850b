//! Lines of a report that wait for what follows them, so that each thing is told once.
//!
//! A row that came up is left out where the next thing that is told is made of it: a row of another
//! table that mentions it, what is said to the players, or its whole table. Changes that follow one
//! another become one line.

use std::sync::Arc;

use super::clean::clean_line;
use super::markdown::unmarked;

/// A line that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// A row came up.
    Row {
        /// The table's name.
        table: String,
        /// What the row says.
        text: String,
        /// As the report tells it.
        line: String,
    },
    /// What changed, without anything told between.
    Changes(Vec<Change>),
}

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// What.
    pub what: String,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
    /// Whether the referee did it.
    pub hand: bool,
}

impl Change {
    /// The change in words, with this arrow.
    pub(crate) fn told(&self, arrow: &str) -> String {
        let hand = if self.hand { " (by the referee)" } else { "" };
        format!("{} {} {arrow} {}{hand}", self.what, self.from, self.to)
    }
}

/// The lines that wait, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting {
    lines: Vec<Line>,
}

impl Waiting {
    /// A row more.
    pub(crate) fn row(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// A change more. What changes again goes from its first value to its last, and is not told where
    /// they are the same.
    pub(crate) fn change(&mut self, change: Change) {
        let Some(Line::Changes(changes)) = self.lines.last_mut() else {
            return self.lines.push(Line::Changes(vec![change]));
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

    /// Whether none waits.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the last of them is a change.
    pub(crate) fn ends_in_change(&self) -> bool {
        matches!(self.lines.last(), Some(Line::Changes(_)))
    }

    /// This is told next: rows that it is made of need no line of their own. Where a row's words are only
    /// among the `fixed` ones of what is told, they stand there whatever came up.
    pub(crate) fn told_in(&mut self, told: &str, fixed: &[Arc<str>]) {
        let told = plain(told);
        let fixed: Vec<String> = fixed.iter().map(|text| plain(text)).collect();
        self.lines.retain(|line| match line {
            Line::Row { text, .. } => {
                let row = plain(text);
                let anyway: usize = fixed.iter().map(|text| mentions(text, &row)).sum();
                mentions(&told, &row) <= anyway
            }
            Line::Changes(_) => true,
        });
    }

    /// The whole table is shown next.
    pub(crate) fn table_shown(&mut self, shown: &str) {
        self.lines.retain(|line| !matches!(line, Line::Row { table, .. } if table == shown));
    }

    /// Leaves out the row that came up last.
    pub(crate) fn forget_row(&mut self) {
        if let Some(at) = self.lines.iter().rposition(|line| matches!(line, Line::Row { .. })) {
            self.lines.remove(at);
        }
    }

    /// All of them: they wait no longer.
    pub(crate) fn take(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }
}

/// A text without marks and capitals, and without what ends a sentence.
fn plain(text: &str) -> String {
    let text = unmarked(&clean_line(text)).to_lowercase();
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

    fn row(text: &str) -> Line {
        Line::Row { table: "t".to_owned(), text: text.to_owned(), line: format!("t: {text}") }
    }

    #[test]
    fn rows_are_left_out_where_what_follows_is_made_of_them() {
        let mut waiting = Waiting::default();
        for text in ["**Signs**: flour on the floor", "a crow", "20", "rat"] {
            waiting.row(row(text));
        }
        waiting.told_in("Signs: flour on the FLOOR! 20 zones, and two rats.", &[]);
        assert_eq!(waiting.take(), [row("a crow"), row("rat")]);
        assert!(waiting.is_empty());
    }

    #[test]
    fn words_that_are_said_whatever_came_up_tell_no_row() {
        let mut waiting = Waiting::default();
        for text in ["Polite", "rat", "Signs: flour"] {
            waiting.row(row(text));
        }
        let fixed = ["Nobody is polite. Signs: ", ", and a rat: a "].map(Arc::from);
        waiting.told_in("Nobody is polite. Signs: flour, and a rat: a rat.", &fixed);
        assert_eq!(waiting.take(), [row("Polite")]);
    }

    #[test]
    fn what_changes_twice_goes_from_its_first_value_to_its_last() {
        let change = |what: &str, from: u32, to: u32| Change {
            what: what.to_owned(),
            from: from.to_string(),
            to: to.to_string(),
            hand: false,
        };
        let mut waiting = Waiting::default();
        for (from, to) in [(0, 24), (24, 0)] {
            waiting.change(change("hours", from, to));
        }
        assert!(waiting.is_empty());
        for (what, from, to) in [("hp", 5, 4), ("hours", 0, 1), ("hp", 4, 2)] {
            waiting.change(change(what, from, to));
        }
        assert_eq!(waiting.take(), [Line::Changes(vec![change("hp", 5, 2), change("hours", 0, 1)])]);
    }
}
