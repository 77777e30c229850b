//! Questions about the rows of a table, as people say them: `chance omen is wolves`, `chance of a raven on omen`.

use super::spoken::{Asked, asked_of, compared};
use super::{Brought, begins_with_die, is_name, is_number};
use crate::syntax::words;

const FROM: &str = "plain words";

/// What a line is that asks about a table's rows, or shows one by what it is.
pub(super) fn line(line: &str) -> Option<Brought> {
    named(line).or_else(|| on_table(line)).or_else(|| table_behind(line))
}

/// `omen is a raven`: the name of a row that has several words; `chance omen is wolves`.
fn named(line: &str) -> Option<Brought> {
    let (asked, lower) = asked_of(line);
    let text = if asked == Asked::Roll { line } else { &*lower };
    if text.contains(['"', '|', '\n']) {
        return None;
    }
    let (before, after) = text.split_once(" is not ").or_else(|| text.split_once(" is "))?;
    let link = if text.contains(" is not ") { " is not " } else { " is " };
    let table = before.rsplit([' ', '(', '.']).next()?;
    is_table(table).then_some(())?;
    let mut end = 0;
    let words = after.split_inclusive(' ').take_while(|word| is_part_of_name(word.trim_end()));
    words.for_each(|word| end += word.len());
    let (row, rest) = after.split_at(end);
    let rest = if row.ends_with(' ') { format!(" {rest}") } else { rest.to_owned() };
    let row = row.trim_end();
    let holds = match row.contains(' ') {
        true => format!("{before}{link}\"{row}\"{rest}"),
        false if asked == Asked::Roll => return None,
        false => text.to_owned(),
    };
    asks(asked, holds)
}

/// `chance of a raven on omen`, `odds of 7 on moor`.
fn on_table(line: &str) -> Option<Brought> {
    let (asked, _) = asked_of(line);
    if asked == Asked::Roll {
        return None;
    }
    let rest = asked_of(line).1;
    let rest = ["rolling ", "getting ", "to roll ", "to get ", "the row "]
        .iter()
        .fold(&*rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let (row, table) = [" on ", " from ", " in "].iter().find_map(|link| rest.rsplit_once(link))?;
    let table = ["the ", "table "].iter().fold(table, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let table = table.strip_suffix(" table").unwrap_or(table).trim();
    is_table(table).then_some(())?;
    let (sign, number) = compared(row.trim());
    if is_number(number) {
        return asks(asked, format!("{table}.roll {sign} {number}"));
    }
    let row = row.trim();
    let row = if is_name(row) { row.to_owned() } else { in_quotes(row)? };
    asks(asked, format!("{table} is {row}"))
}

/// `say moor table`, `show the moor table`: the table as it is printed, or a roll on it.
fn table_behind(line: &str) -> Option<Brought> {
    let (word, rest) = line.split_once(' ')?;
    let rest = rest.strip_suffix(" table").or_else(|| rest.strip_prefix("table "))?;
    let name = rest.trim().strip_prefix("the ").unwrap_or(rest.trim());
    is_table(name).then_some(())?;
    match word {
        "say" | "print" => Brought::either(
            FROM,
            vec![
                ("a roll on it", format!("say {name}")),
                ("all its rows, with the one that comes up marked", format!("show {name}")),
            ],
        ),
        "show" => Brought::sure(FROM, format!("show {name}")),
        "odds" => Brought::sure(FROM, format!("odds {name}")),
        "roll" | "use" | "draw" => Brought::sure(FROM, name),
        _ => None,
    }
}

fn asks(asked: Asked, holds: String) -> Option<Brought> {
    match asked {
        Asked::Chance => Brought::sure(FROM, format!("chance({holds})")),
        Asked::Odds => Brought::sure(FROM, format!("odds {holds}")),
        Asked::Roll => Brought::sure(FROM, holds),
    }
}

/// Whether a word may be the name of a table.
fn is_table(name: &str) -> bool {
    let own = words::is_starting(name) || words::is_reserved(name) || begins_with_die(name);
    const OTHERS: [&str; 11] =
        ["it", "total", "what", "who", "which", "how", "where", "when", "this", "that", "there"];
    is_name(name) && !own && !OTHERS.contains(&name)
}

/// The name of a row in quotes, where it is words and nothing else.
fn in_quotes(row: &str) -> Option<String> {
    (row.contains(' ') && row.split(' ').all(is_part_of_name)).then(|| format!("\"{row}\""))
}

/// Whether a word may be one of several that a row is called.
fn is_part_of_name(word: &str) -> bool {
    const LINKS: [&str; 9] = ["and", "or", "then", "where", "given", "after", "if", "else", "otherwise"];
    word.starts_with(char::is_alphabetic)
        && word.chars().all(|c| c.is_alphanumeric() || "-'\u{2019}".contains(c))
        && !LINKS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::brought::translate;

    #[test]
    fn rows_are_asked_for_by_name() {
        for (line, ours) in [
            ("omen is a raven", "omen is \"a raven\""),
            ("omen is not a raven", "omen is not \"a raven\""),
            ("odds omen is a raven", "odds omen is \"a raven\""),
            ("chance omen is wolves", "chance(omen is wolves)"),
            ("chance of a raven on omen", "chance(omen is \"a raven\")"),
            ("what is the chance of wolves on the omen table?", "chance(omen is wolves)"),
            ("chance of 7 on moor", "chance(moor.roll == 7)"),
            ("odds of 10 or more on moor", "odds moor.roll >= 10"),
            ("if omen is a raven then say 1", "if omen is \"a raven\" then say 1"),
            ("show the moor table", "show moor"),
            ("odds moor table", "odds moor"),
        ] {
            assert_eq!(translate(line).as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
        let both = translate("say moor table").expect("read");
        assert_eq!((both.readings.len(), both.meaning()), (2, None));
        for line in [
            "omen is wolves",
            "mood is calm or angry",
            "chance of 7 on 2d6",
            "lamp is out and dark",
            "what is ash's hp",
        ] {
            assert_eq!(super::line(line), None, "{line}");
        }
    }
}
