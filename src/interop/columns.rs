//! Columns of a spreadsheet, and which of them picks the rows.

use super::die_word::DieWord;
use super::list_keys::{Key, die_of, key_of, last_face};
use crate::base::Num;
use crate::syntax::{is_key, is_roll_heading};

/// A sheet as it was read: a head, and rows of as many cells.
pub(super) struct Columns {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// What the first column of a sheet does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rolled {
    /// It holds the keys of a die, which stands over them.
    Die,
    /// It holds the keys of this die, which nothing else names.
    By(String),
    /// A column says how likely each row is.
    Weights,
    /// Each row has a chance of its own.
    Each,
    /// Nothing is rolled: rows are looked up.
    Nothing,
}

/// Whether a heading says what is rolled: dice, `Roll`, a weight or a chance.
fn picks(heading: &str) -> bool {
    let lower = heading.trim().to_lowercase();
    is_roll_heading(&lower) || matches!(&*lower, "weight" | "chance") || DieWord::of(&lower).is_some()
}

/// A weight or a share, as a number: `12`, `0.5`, `12.5 %`, `2,5`, `1,500`.
fn share_of(cell: &str) -> Option<Num> {
    plain_share(cell).parse().ok().filter(|share| *share >= Num::int(0))
}

/// A share as digits and a point: with a comma before three digits it counts thousands, before others it is a
/// decimal one.
fn plain_share(cell: &str) -> String {
    let number = cell.trim().trim_end_matches('%').trim();
    match number.split_once(',') {
        Some((whole, part)) if part.len() == 3 && part.bytes().all(|digit| digit.is_ascii_digit()) => {
            format!("{whole}{part}")
        }
        Some((whole, part)) if !part.contains('.') => format!("{whole}.{part}"),
        Some(_) | None => number.to_owned(),
    }
}

/// A chance of its own: `50%`, `1 in 6`.
fn is_chance(cell: &str) -> bool {
    match cell.split_once(" in ") {
        Some((hits, of)) => [hits, of].iter().all(|number| number.trim().parse::<u32>().is_ok()),
        None => cell.ends_with('%') && share_of(cell).is_some(),
    }
}

/// Whether every cell of a column is a number or a range.
fn all_keys(rows: &[Vec<String>], at: usize) -> bool {
    rows.iter().all(|row| row.get(at).is_some_and(|cell| key_of(cell).is_some()))
}

impl Columns {
    /// A sheet without a head begins with a row, whose first cell is a number as those below.
    pub(super) fn find_head(&mut self, lost: &mut Vec<String>) {
        let first_is_key = self.headings.first().is_some_and(|first| key_of(first).is_some());
        let is_row = first_is_key && all_keys(&self.rows, 0) && self.headings.len() > 1;
        if !is_row {
            return;
        }
        self.rows.insert(0, std::mem::take(&mut self.headings));
        self.headings.push(self.die(0).unwrap_or_else(|| "Roll".to_owned()));
        for nth in 1..self.rows.first().map_or(0, Vec::len) {
            self.headings.push(if nth == 1 { "result".to_owned() } else { format!("column {nth}") });
        }
        lost.push(
            "there is no head: the first line is read as a row, and the columns are named anew".to_owned(),
        );
    }

    /// Puts the column that picks the rows first.
    pub(super) fn find_keys(&mut self, lost: &mut Vec<String>) {
        // German dice: `W6`; and what a page leaves around a heading.
        for (at, heading) in self.headings.iter_mut().enumerate() {
            let bare = heading.trim_matches(|c: char| "|\\`_ ".contains(c));
            let odd = DieWord::of(bare).filter(|die| die.is_german() || bare.len() < heading.len());
            if let Some(die) = odd.filter(|die| !die.is_german() || all_keys(&self.rows, at)) {
                let die = die.written();
                lost.push(format!("the column `{heading}` is called `{die}` here"));
                die.clone_into(heading);
            }
        }
        if self.headings.first().is_none_or(|first| picks(first))
            || all_keys(&self.rows, 0) && !self.has_ends()
        {
            return;
        }
        if self.join_ends(lost) {
            return;
        }
        let found = (1..self.headings.len()).find(|at| {
            self.headings.get(*at).is_some_and(|heading| {
                let dice = DieWord::of(heading).is_some();
                let roll = ["roll", "range", "die", "dice"]
                    .iter()
                    .any(|word| heading.trim().eq_ignore_ascii_case(word));
                dice || roll
            }) && all_keys(&self.rows, *at)
        });
        let Some(at) = found else { return };
        lost.push(format!("the column `{}` picks the rows, and is put first", self.headings[at]));
        self.put_first(at);
    }

    /// What the first column does, once the keys stand there.
    pub(super) fn find_rolled(&mut self, lost: &mut Vec<String>) -> Rolled {
        let first = self.headings.first().map(|first| first.trim().to_lowercase()).unwrap_or_default();
        // `Roll (d100)` says it in brackets.
        let mut words = first.split_whitespace();
        let said = words.next_back().and_then(DieWord::of).filter(|_| {
            let said: Vec<&str> = words.collect();
            !said.is_empty() && is_roll_heading(&said.join(" "))
        });
        if let Some(die) = DieWord::of(&first).or(said) {
            // With other signs around it, it would be a name.
            if !first.chars().all(|c| c.is_ascii_alphanumeric() || c == '%') {
                die.written().clone_into(&mut self.headings[0]);
            }
            self.keep_rolled(lost);
            return Rolled::Die;
        }
        if is_roll_heading(&first)
            && let Some(die) = self.die(0).or_else(|| self.likely_die())
        {
            lost.push(format!(
                "`{}` does not say what is rolled: {die} is taken, as the keys are",
                self.headings[0]
            ));
            self.keep_rolled(lost);
            return Rolled::By(die);
        }
        if let Some(at) =
            self.likely().filter(|at| self.has_ranges(*at) && self.die(*at).as_deref() == Some("d100"))
        {
            lost.push(format!(
                "the column `{}` holds what a d100 rolls, and is called so here",
                self.headings[at]
            ));
            self.put_first(at);
            "d100".clone_into(&mut self.headings[0]);
            return Rolled::Die;
        }
        if self.find_weights(lost) {
            return Rolled::Weights;
        }
        if self.find_chances(lost) {
            return Rolled::Each;
        }
        lost.push("nothing says what is rolled, so it is a `chart`, in which rows are looked up".to_owned());
        Rolled::Nothing
    }

    /// Rows whose keys nobody could roll, whatever the die, are left out and named.
    fn keep_rolled(&mut self, lost: &mut Vec<String>) {
        self.rows.retain(|row| {
            let key = row.first().map_or("", String::as_str);
            let keeps = is_key(key);
            if !keeps {
                let row: Vec<&str> = row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
                lost.push(format!("the row `{}` is left out: `{key}` is no key of a row", row.join(", ")));
            }
            keeps
        });
    }

    /// What rows are looked up by is a number, a range or a word; whatever begins like a number and is none is
    /// put in quotes, and a row without any is left out.
    pub(super) fn keep_keys(&mut self, lost: &mut Vec<String>) {
        for key in self.rows.iter_mut().filter_map(|row| row.first_mut()) {
            let is_word = key.starts_with(|c: char| c.is_alphabetic()) && !key.contains(['"', ',', '{', '|']);
            if key_of(key).is_none() && !is_word {
                // A bar would part it, whatever stands before it.
                *key = format!("\"{}\"", key.replace(['"', '\\', '{', '}'], "").replace('|', "/"));
            }
        }
        let count = self.rows.len();
        self.rows.retain(|row| row.first().is_some_and(|key| is_key(key)));
        match count - self.rows.len() {
            0 => {}
            1 => lost.push("a row with nothing in its first column is left out".to_owned()),
            left => lost.push(format!("{left} rows with nothing in their first column are left out")),
        }
    }

    /// The die of keys that leave gaps, so that whoever checks it hears of them.
    fn likely_die(&self) -> Option<String> {
        let keys = self.rows.iter().map(|row| row.first().and_then(|cell| key_of(cell)));
        last_face(&keys.collect::<Option<Vec<Key>>>()?)
    }

    /// A column that says how likely each row is becomes one of weights: numbers under `weight`, or shares that
    /// make up a whole.
    fn find_weights(&mut self, lost: &mut Vec<String>) -> bool {
        let Some(at) = self.likely() else { return false };
        // A row without a weight of its own beside others with theirs never comes up.
        let is_blank = |row: &Vec<String>| row.get(at).is_none_or(|cell| cell.trim().is_empty());
        let shares: Option<Vec<Num>> =
            self.rows.iter().filter(|row| !is_blank(row)).map(|row| share_of(&row[at])).collect();
        let Some(shares) = shares else { return false };
        let total = shares.iter().try_fold(Num::int(0), |sum, share| sum.add(*share));
        let whole = total.is_ok_and(|total| total == Num::int(100) || total == Num::int(1));
        let heading = &self.headings[at];
        let weighs = heading.trim().eq_ignore_ascii_case("weight");
        if !weighs && !whole {
            return false;
        }
        self.rows.retain(|row| {
            let keeps = !is_blank(row);
            if !keeps {
                let cells: Vec<&str> =
                    row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
                lost.push(format!("the row `{}` is left out: it has no weight", cells.join(", ")));
            }
            keeps
        });
        if at > 0 || !weighs {
            lost.push(format!("the column `{heading}` is taken for how likely each row is"));
        }
        for row in &mut self.rows {
            if let Some(cell) = row.get_mut(at) {
                *cell = plain_share(cell);
            }
        }
        if !weighs {
            "weight".clone_into(&mut self.headings[at]);
        }
        true
    }

    /// Shares that make up no whole are chances, each of its own; they are put first.
    fn find_chances(&mut self, lost: &mut Vec<String>) -> bool {
        let Some(at) = self.likely().filter(|at| !self.headings[*at].trim().eq_ignore_ascii_case("weight"))
        else {
            return false;
        };
        if !self.column(at).all(is_chance) {
            return false;
        }
        lost.push("every row has a chance of its own here, so several may come up, or none".to_owned());
        self.put_first(at);
        "chance".clone_into(&mut self.headings[0]);
        true
    }

    /// The column that is called after how likely something is.
    fn likely(&self) -> Option<usize> {
        const WORDS: [&str; 8] =
            ["weight", "chance", "probability", "likelihood", "odds", "percent", "percentage", "%"];
        let is_called = |heading: &String| WORDS.contains(&&*heading.trim().to_lowercase());
        self.headings.iter().position(is_called)
    }

    /// Whether a column holds ranges, which are no shares.
    fn has_ranges(&self, at: usize) -> bool {
        self.column(at).any(|cell| cell.contains(['-', '\u{2013}', '\u{2014}']))
    }

    fn column(&self, at: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row.get(at).map_or("", String::as_str))
    }

    fn put_first(&mut self, at: usize) {
        self.headings[..=at].rotate_right(1);
        for row in &mut self.rows {
            if let Some(cells) = row.get_mut(..=at) {
                cells.rotate_right(1);
            }
        }
    }

    fn ends(&self) -> Option<(usize, usize)> {
        const ENDS: [(&str, &str); 5] =
            [("min", "max"), ("from", "to"), ("low", "high"), ("start", "end"), ("lower", "upper")];
        let column =
            |name: &str| self.headings.iter().position(|heading| heading.trim().eq_ignore_ascii_case(name));
        let (low, high) = ENDS.iter().find_map(|(low, high)| Some((column(low)?, column(high)?)))?;
        (all_keys(&self.rows, low) && all_keys(&self.rows, high)).then_some((low, high))
    }

    fn has_ends(&self) -> bool {
        self.ends().is_some()
    }

    /// `min` and `max` become one column of ranges.
    fn join_ends(&mut self, lost: &mut Vec<String>) -> bool {
        let Some((low, high)) = self.ends() else { return false };
        let names = (self.headings[low].clone(), self.headings[high].clone());
        for row in &mut self.rows {
            let key = match (row.get(low), row.get(high)) {
                (Some(low), Some(high)) if low == high => low.clone(),
                (Some(low), Some(high)) => format!("{low}-{high}"),
                _ => String::new(),
            };
            row.remove(low.max(high));
            row.remove(low.min(high));
            row.insert(0, key);
        }
        self.headings.remove(low.max(high));
        self.headings.remove(low.min(high));
        let die = self.die(0);
        self.headings.insert(0, die.unwrap_or_else(|| "Roll".to_owned()));
        lost.push(format!("`{}` and `{}` are read as the ends of ranges", names.0, names.1));
        true
    }

    /// The die that a column of keys fills.
    fn die(&self, at: usize) -> Option<String> {
        let keys: Option<Vec<Key>> =
            self.rows.iter().map(|row| row.get(at).and_then(|cell| key_of(cell))).collect();
        die_of(&keys?, None, &mut Vec::new())
    }
}
