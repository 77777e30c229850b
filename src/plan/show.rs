//! Values as people read them.

use std::fmt::Write;
use std::sync::Arc;

use super::{Plan, RowValue, Unrolled, Value};
use crate::base::Num;
use crate::check::program::{RosterId, UnitId};

/// Shows values: the names of tables, units and words come from the plan, those of records from the
/// state in play.
pub(crate) struct Names<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The name of a record.
    pub record: &'a dyn Fn(RosterId, u32) -> Arc<str>,
}

/// How deep lists within lists are shown.
const DEEPEST: u32 = 64;

impl Names<'_> {
    /// The value as text: a row as its first result column.
    pub(crate) fn show(&self, value: &Value) -> String {
        let mut text = String::new();
        self.write(&mut text, value, 0);
        text
    }

    fn write(&self, out: &mut String, value: &Value, depth: u32) {
        if depth > DEEPEST {
            return out.push('…');
        }
        // Writing to a string cannot fail.
        let _ = match value {
            Value::Unset | Value::Nothing => write!(out, "nothing"),
            Value::YesNo(yes) => write!(out, "{}", if *yes { "yes" } else { "no" }),
            Value::Number(number) => write!(out, "{}", number.shown()),
            Value::Percent(number) => write!(out, "{}", number.percent()),
            Value::Quantity(number, unit) if self.plan.program.units.get(*unit).symbols.is_some() => {
                let unit = self.plan.program.units.get(*unit);
                let symbols = unit.symbols.as_ref().zip(number.mul(unit.factor).ok());
                write!(out, "{}", symbols.map_or_else(String::new, |(symbols, heap)| symbols.shown(heap)))
            }
            Value::Quantity(number, unit) => {
                write!(out, "{} {}", number.mixed(), self.unit(*unit, *number))
            }
            Value::Fraction(fraction) => write!(out, "{fraction}"),
            Value::Word(scale, word) => write!(out, "{}", self.word(scale.index(), *word)),
            Value::Set(scale, words) => {
                let words: Vec<&str> = words.iter().map(|word| self.word(scale.index(), *word)).collect();
                write!(out, "{}", if words.is_empty() { "none".to_owned() } else { words.join(", ") })
            }
            Value::Text(text) => write!(out, "{text}"),
            Value::Range(range) => match &**range {
                (Some(low), Some(high)) => write!(out, "{}–{}", low.shown(), high.shown()),
                (Some(low), None) => write!(out, "{}+", low.shown()),
                (None, Some(high)) => write!(out, "{} or less", high.shown()),
                (None, None) => write!(out, "any"),
            },
            Value::List(items) => {
                self.list(out, items.iter(), depth);
                Ok(())
            }
            Value::Row(row) => {
                self.row(out, row, depth);
                Ok(())
            }
            Value::Record(roster, record) => write!(out, "{}", (self.record)(*roster, *record)),
            Value::Parts(parts) => {
                self.parts(out, parts, depth);
                Ok(())
            }
            Value::Unrolled(unrolled) => match &**unrolled {
                Unrolled::Expr(..) => write!(out, "dice, not rolled yet"),
                Unrolled::Table(table, _) => write!(out, "the table {}", self.table_name(table.index())),
            },
            Value::Open(_) => write!(out, "a number that is still open"),
            Value::Odds(odds) => {
                for (at, (outcome, probability)) in odds.outcomes.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    self.write(out, outcome, depth + 1);
                    let _ = write!(out, ": {probability}");
                }
                Ok(())
            }
        };
    }

    fn list<'v>(&self, out: &mut String, items: impl Iterator<Item = &'v Value>, depth: u32) {
        out.push('[');
        for (at, item) in items.enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write(out, item, depth + 1);
        }
        out.push(']');
    }

    fn row(&self, out: &mut String, row: &RowValue, depth: u32) {
        if let Some(first) = row.cells.first() {
            return self.write(out, first, depth + 1);
        }
        let table = self.plan.program.tables.get(row.table.index());
        let key = table.and_then(|table| table.rows.get(row.row as usize)).map(|row| &row.key.text);
        out.push_str(key.map_or("", |key| key));
    }

    fn parts(&self, out: &mut String, parts: &[(Arc<str>, Value)], depth: u32) {
        out.push('{');
        for (at, (name, value)) in parts.iter().enumerate() {
            let _ = write!(out, "{}{name}: ", if at > 0 { ", " } else { "" });
            self.write(out, value, depth + 1);
        }
        out.push('}');
    }

    /// The name of a unit as it stands after this number.
    pub(crate) fn unit(&self, unit: UnitId, number: Num) -> &str {
        let unit = self.plan.program.units.get(unit);
        if number == Num::ONE { &unit.singular } else { &unit.plural }
    }

    /// A word of a ladder or list.
    pub(crate) fn word(&self, scale: usize, word: u32) -> &str {
        let scale = self.plan.program.scales.get(scale);
        scale.and_then(|scale| scale.words.get(word as usize)).map_or("?", |word| word)
    }

    /// A table's name.
    pub(crate) fn table_name(&self, table: usize) -> &str {
        self.plan.program.tables.get(table).map_or("?", |table| &table.def.name)
    }
}

/// `a` or `an`, by the sound that the text probably begins with.
pub(crate) fn article(text: &str) -> &'static str {
    let word = text.trim_start().split(|c: char| !c.is_alphanumeric() && c != ',').next().unwrap_or("");
    let vowel = if word.starts_with(|c: char| c.is_ascii_digit()) {
        number_begins_with_vowel(word)
    } else if is_spelled(word) {
        word.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X'])
    } else {
        word_begins_with_vowel(&word.to_lowercase())
    };
    if vowel { "an" } else { "a" }
}

/// Whether a word is read letter by letter: `MP`, `NPC`.
fn is_spelled(word: &str) -> bool {
    const LONGEST: usize = 4;
    let pronounced = word.len() > 3 && word.contains(['A', 'E', 'I', 'O', 'U']);
    let capitals = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    capitals && word.len() <= LONGEST && !pronounced
}

/// An eight, or an eleven or eighteen at the head of its group of three.
fn number_begins_with_vowel(word: &str) -> bool {
    let digits: String = word.chars().filter(|c| *c != ',').take_while(char::is_ascii_digit).collect();
    let leads = digits.len() % 3 == 2 && (digits.starts_with("11") || digits.starts_with("18"));
    digits.starts_with('8') || leads
}

fn word_begins_with_vowel(word: &str) -> bool {
    const SILENT_H: [&str; 5] = ["hour", "honest", "honor", "honour", "heir"];
    const YOU_OR_ONE: [&str; 13] =
        ["uni", "use", "usu", "usa", "uk", "ubi", "uto", "ute", "ura", "eu", "ewe", "one", "once"];
    const UN: [&str; 3] = ["unin", "unim", "unid"];
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'é']);
    (vowel && (!begins(&YOU_OR_ONE) || begins(&UN))) || begins(&SILENT_H)
}

/// The plural of an English word, by rule; words of several parts change their last.
pub(crate) fn plural(word: &str) -> String {
    const ODD: [(&str, &str); 14] = [
        ("man", "men"),
        ("child", "children"),
        ("foot", "feet"),
        ("tooth", "teeth"),
        ("goose", "geese"),
        ("mouse", "mice"),
        ("person", "people"),
        ("ox", "oxen"),
        ("sheep", "sheep"),
        ("deer", "deer"),
        ("fish", "fish"),
        ("wolf", "wolves"),
        ("staff", "staves"),
        ("dwarf", "dwarves"),
    ];
    let lower = word.to_lowercase();
    for (one, many) in ODD {
        let whole = lower == one || lower.strip_suffix(one).is_some_and(|rest| ends_a_word(rest, one));
        if whole {
            return format!("{}{many}", word.get(..word.len() - one.len()).unwrap_or(""));
        }
    }
    let cut = |count: usize| word.get(..word.len() - count).unwrap_or(word);
    let vowel_y = ["ay", "ey", "oy", "uy"].iter().any(|end| lower.ends_with(end));
    let consonant_y = lower.ends_with('y') && !vowel_y;
    if consonant_y {
        format!("{}ies", cut(1))
    } else if ["lf", "af", "ief"].iter().any(|end| lower.ends_with(end)) && !lower.ends_with("chief") {
        format!("{}ves", cut(1))
    } else if lower.ends_with("ife") {
        format!("{}ves", cut(2))
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

/// `swordsman` and `stone giant wolf` end in an odd word; `human` and `fox` do not.
fn ends_a_word(rest: &str, one: &str) -> bool {
    let compound = one == "man" && rest.ends_with(['s', 't', 'd']);
    rest.is_empty() || rest.ends_with([' ', '-']) || compound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_articles_of_what_tables_hold() {
        let words = [
            ("rat", "rats"),
            ("wolf", "wolves"),
            ("elf", "elves"),
            ("witch", "witches"),
            ("fairy", "fairies"),
            ("donkey", "donkeys"),
            ("swordsman", "swordsmen"),
            ("human", "humans"),
            ("fox", "foxes"),
            ("giant rat", "giant rats"),
            ("thief", "thieves"),
            ("knife", "knives"),
        ];
        for (one, many) in words {
            assert_eq!(plural(one), many);
        }
        let an = "orc hour 8-headed 11 18th 11,000 heirloom uninvited MP NPC XP umbra ogre éclair urn 80";
        let a = "rat unicorn ewe ukulele UFO one-eyed euphoric 1 110 historic utensil LARP useful ubiquitous";
        for (text, wanted) in an.split(' ').map(|of| (of, "an")).chain(a.split(' ').map(|of| (of, "a"))) {
            assert_eq!(article(text), wanted, "{text}");
        }
    }
}
