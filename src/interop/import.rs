//! Tables in: what comes out is source text that a person goes on with.

use std::collections::HashSet;

use super::carried::{Carried, ImportError};
use super::columns::{Columns, Rolled};
use super::halves;
use super::sheet::in_words;
use super::source::{braces_as_text, bullets, clean, head, is_too_long, pipes, plain_braces};
use super::undefined::cannot_be_rolled;
use super::{datasworn, foundry};
use crate::base::{FreeNames, stop};
use crate::check::column_name;
use crate::syntax::name_of;

/// A sheet has no more cells, those counted that short rows lack.
const MOST_CELLS: usize = 1_000_000;

/// Makes a source of values that commas, semicolons, tabs or bars keep apart, with a head; the first column
/// is what is rolled. The separator is the one that the lines agree on.
///
/// # Errors
/// The text cannot be read so, or has no rows.
pub(crate) fn import_csv(text: &str, name: &str) -> Result<Carried, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = separator_of(text);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let broken = |error: csv::Error| ImportError::Broken(error.to_string());
    let mut lost = Vec::new();
    let headings: Vec<String> = reader.headers().map_err(broken)?.iter().map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in reader.records().take_while(|_| !stop::is_asked()) {
        let record = record.map_err(broken)?;
        let mut cells: Vec<String> = record.iter().map(str::to_owned).collect();
        if cells.len() > headings.len() {
            let beyond: Vec<String> =
                cells.split_off(headings.len()).iter().map(|cell| format!("`{cell}`")).collect();
            let (row, cells) = (rows.len() + 1, beyond.join(", "));
            lost.push(format!("row {row}: {cells} beyond the last column, left out"));
        }
        cells.resize(headings.len(), String::new());
        if headings.len().saturating_mul(rows.len()) > MOST_CELLS {
            return Err(ImportError::Broken(format!("it has more than {MOST_CELLS} cells")));
        }
        for cell in &mut cells {
            if let Some(plain) = plain_braces(cell) {
                lost.push(format!("`{cell}` has braces that cannot be read here, which are taken as text"));
                *cell = plain;
            }
            lost.extend(backslashes_in(cell));
        }
        if let Some(key) = cells.first().filter(|key| headings.len() > 1 && is_too_long(key)) {
            lost.push(format!("the row `{key}` is left out: numbers have eighteen digits at most"));
            continue;
        }
        rows.push(cells);
    }
    let mut columns = Columns { headings, rows };
    columns.find_head(&mut lost);
    if columns.rows.is_empty() {
        return Err(ImportError::NoTable);
    }
    columns = one_table(columns, &mut lost);
    let name = name_of(name);
    undefined_as_text(&mut columns.rows, &name, &mut lost);
    columns.find_keys(&mut lost);
    let title = in_words(&name);
    if columns.headings.len() == 1 {
        let Columns { headings, rows } = columns;
        let rows: Vec<(u64, String)> = rows.into_iter().flatten().map(|cell| (1, cell)).collect();
        lost.push(format!("there is one column, so every line of `{}` is as likely", heading_of(&headings)));
        return Ok(Carried { text: bullets(&name, &title, "table", &rows), lost });
    }
    let rolled = columns.find_rolled(&mut lost);
    if rolled == Rolled::Nothing {
        columns.keep_keys(&mut lost);
    }
    if columns.rows.is_empty() {
        return Err(ImportError::NoTable);
    }
    let Columns { headings, rows } = columns;
    let mut named = Vec::new();
    for heading in headings {
        let weighs = rolled == Rolled::Weights && heading.eq_ignore_ascii_case("weight");
        named.push(heading_in(&heading, weighs || named.is_empty() && rolled != Rolled::Nothing, &mut lost));
    }
    tell_apart(&mut named, &mut lost);
    let head = match rolled {
        Rolled::Die | Rolled::Weights => head("table", &name, &title),
        Rolled::By(die) => format!("{} rolls {die}", head("table", &name, &title)),
        Rolled::Each => head("each", &name, &title),
        Rolled::Nothing => head("chart", &name, &title),
    };
    Ok(Carried { text: pipes(&head, &named, &rows), lost })
}

/// A table that is printed in two halves, side by side, as one.
fn one_table(columns: Columns, lost: &mut Vec<String>) -> Columns {
    let Some((headings, rows, _)) = halves::stacked(&columns.headings, &columns.rows) else {
        lost.extend(halves::note_on_two(&columns.headings, &columns.rows));
        return columns;
    };
    lost.push(halves::note(&headings));
    Columns { headings, rows }
}

/// What a cell says with a backslash is not what it shows; before a brace or a bar that is what it is for.
fn backslashes_in(cell: &str) -> Option<String> {
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        let Some(sign) = Some(letter).filter(|letter| *letter == '\\').and_then(|_| letters.next()) else {
            continue;
        };
        if matches!(sign, 'n' | 't') || sign.is_ascii_punctuation() && !matches!(sign, '{' | '}' | '|') {
            return Some(format!("`{cell}`: a backslash before `{sign}` is not shown; `\\\\` shows one"));
        }
    }
    None
}

/// Braces with what is not defined in them are text.
fn undefined_as_text(rows: &mut [Vec<String>], name: &str, lost: &mut Vec<String>) {
    let cells: HashSet<&str> =
        rows.iter().flatten().filter(|cell| cell.contains('{')).map(|cell| &**cell).collect();
    let mut cells: Vec<&str> = cells.into_iter().collect();
    cells.sort_unstable();
    let wrong = cannot_be_rolled(&cells, name);
    let wrong: HashSet<String> =
        wrong.into_iter().filter_map(|nth| cells.get(nth)).map(|cell| (*cell).to_owned()).collect();
    for cell in rows.iter_mut().flatten().filter(|cell| wrong.contains(cell.as_str())) {
        lost.push(format!("`{cell}`: what is in its braces is not defined here, and is taken as text"));
        *cell = braces_as_text(cell).0;
    }
}

/// Headings that would give two columns one name are numbered.
fn tell_apart(headings: &mut [String], lost: &mut Vec<String>) {
    let mut names = FreeNames::default();
    for heading in headings.iter_mut().skip(1) {
        let name = column_name(heading);
        if name.is_empty() {
            continue;
        }
        let free = names.give(&name);
        if let Some(number) = free.strip_prefix(&name).filter(|number| !number.is_empty()) {
            let renamed = format!("{} {}", heading.trim(), number.trim_start_matches('_'));
            lost.push(format!("two columns are called `{name}`: the later one is `{renamed}` here"));
            *heading = renamed;
        }
    }
}

fn heading_of(headings: &[String]) -> &str {
    headings.first().map_or("", String::as_str)
}

/// The separator that splits the head, and the most of the lines below into as many columns.
fn separator_of(text: &str) -> u8 {
    const LINES: usize = 20;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect();
    let found = [b',', b';', b'\t', b'|'].into_iter().max_by_key(|separator| {
        let mut counts = lines.iter().map(|line| outside_quotes(line, *separator));
        let head = counts.next().unwrap_or(0);
        let agree = counts.filter(|count| *count == head).count();
        (head > 0, agree, head, *separator == b',')
    });
    found.unwrap_or(b',')
}

fn outside_quotes(line: &str, separator: u8) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for byte in line.bytes() {
        quoted ^= byte == b'"';
        count += usize::from(byte == separator && !quoted);
    }
    count
}

/// A heading that would give a column a meaning of its own is renamed: what a stranger wrote never becomes
/// code. The first one may say what is rolled.
pub(super) fn heading_in(heading: &str, first: bool, lost: &mut Vec<String>) -> String {
    let lower = heading.trim().to_lowercase();
    let has_meaning = match lower.as_str() {
        "then" | "when" => true,
        "weight" | "chance" => !first,
        _ => false,
    };
    if !has_meaning {
        return heading.to_owned();
    }
    lost.push(format!("the column `{heading}` is called `{heading} text` here: `{lower}` has a meaning"));
    format!("{heading} text")
}

/// Makes a source of a JSON document: RollTables of Foundry, or the oracles of Datasworn.
///
/// What no source may hold is left out of it, and counted.
///
/// # Errors
/// It is neither.
pub(super) fn import_json(text: &str, left_out: &mut usize) -> Result<Carried, ImportError> {
    let mut documents = foundry::documents(text).map_err(|error| ImportError::Broken(error.to_string()))?;
    documents.iter_mut().for_each(|document| clean(document, left_out));
    if let [document] = documents.as_slice()
        && !foundry::is_table(document)
        && datasworn::is_datasworn(document)
    {
        return datasworn::import_datasworn(document);
    }
    foundry::import(&documents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_rows_become_pipes() {
        let carried = import_csv("d6,find\n1-3,\"a, b|c\"\n4-6\n", "Bog finds").expect("a table");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d6 | find |\n|---|---|\n| 1-3 | a, b\\|c |\n| 4-6 |  |\n"
        );
    }

    #[test]
    fn the_keys_are_found_wherever_they_are() {
        let carried = import_csv("1;mud\n2-3;eels\n4;a lamp\n", "bog").expect("a table");
        assert!(carried.text.contains("| d4 | result |\n|---|---|\n| 1 | mud |"), "{carried:?}");
        let carried = import_csv("find,d4\nmud,1-3\neels,4\n", "bog").expect("a table");
        assert!(carried.text.contains("| d4 | find |\n|---|---|\n| 1-3 | mud |"), "{carried:?}");
        let carried = import_csv("find,min,max\nmud,1,3\neels,4,4\n", "bog").expect("a table");
        assert!(
            carried.text.contains("| d4 | find |\n|---|---|\n| 1-3 | mud |\n| 4 | eels |"),
            "{carried:?}"
        );
        let carried = import_csv("find,Weight\nmud,3\neels,1\n", "bog").expect("a table");
        assert!(carried.text.contains("| find | Weight |") && carried.lost.len() == 1, "{carried:?}");
        // With a decimal comma, and with thousands.
        let carried = import_csv("find,Weight\nmud,\"2,5\"\neels,\"1,500\"\n", "bog").expect("a table");
        assert!(carried.text.contains("| mud | 2.5 |\n| eels | 1500 |"), "{carried:?}");
        let carried = import_csv("find,%\nmud,01-50\neels,51-00\n", "bog").expect("a table");
        assert!(
            carried.text.contains("table bog \"Bog\"\n| d100 | find |\n|---|---|\n| 01-50 | mud |"),
            "{carried:?}"
        );
        // What things weigh where a die picks.
        let carried = import_csv("d2,find,Weight\n1,mud,3\n2,eels,1\n", "bog").expect("a table");
        assert!(carried.text.contains("| d2 | find | Weight text |"), "{carried:?}");
    }

    /// What is imported reads back without a report, whatever it holds.
    fn reads(carried: &Carried) {
        let read = crate::syntax::parse_file(crate::base::SourceId(0), &carried.text);
        assert!(read.diagnostics.is_empty(), "{}\n{:?}", carried.text, read.diagnostics);
    }

    #[test]
    fn braces_that_cannot_be_read_are_text() {
        for text in ["e\n{\n", "d2,e\n1,{x\n2,b}\n", "e\n{d6} {\n", "e\n{}\n", "d2,e\n1,a {d6 +}\n2,{|}\n"] {
            let carried = import_csv(text, "bog").expect("a table");
            reads(&carried);
            assert!(carried.lost.iter().any(|lost| lost.contains("cannot be read here")), "{carried:?}");
        }
        let carried = import_csv("d2,e\n1,{d6} eels\n2,\\{ and \\}\n", "bog").expect("a table");
        assert!(carried.text.contains("| 1 | {d6} eels |") && carried.lost.is_empty(), "{carried:?}");
    }

    #[test]
    fn braces_with_what_is_not_defined_are_text() {
        let text = "d4,e\n1,{zz} eels\n2,{d6} {title(\"mud\")}\n3,{bog} and {d6}\n4,{zz}\n";
        let carried = import_csv(text, "bog").expect("a table");
        assert!(carried.text.contains("| 1 | \\{zz\\} eels |") && carried.text.contains("| 4 | \\{zz\\} |"));
        assert!(carried.text.contains("| 2 | {d6} {title(\"mud\")} |"), "{}", carried.text);
        assert!(carried.text.contains("| 3 | {bog} and {d6} |"), "{}", carried.text);
        assert_eq!(carried.lost.iter().filter(|lost| lost.contains("is not defined here")).count(), 2);
    }

    #[test]
    fn backslashes_that_are_not_shown_are_told() {
        let of = |cell: &str| import_csv(&format!("d2,e\n1,{cell}\n2,b\n"), "bog").expect("a table").lost;
        for cell in ["a\\!b", "\\\"x", "C:\\\\dir", "x\\new"] {
            assert!(of(cell).iter().any(|lost| lost.contains("is not shown")), "{cell}: {:?}", of(cell));
        }
        for cell in ["\\{ \\| \\}", "a\\ b", "D:\\dir"] {
            assert!(of(cell).is_empty(), "{cell}: {:?}", of(cell));
        }
    }

    #[test]
    fn equal_headings_are_numbered() {
        let carried = import_csv("d2,Loot,Loot,\"Loot \",Loot 2,Loot!\n1,a,b,c,d,e\n2,f,g,h,i,j\n", "bog");
        let carried = carried.expect("a table");
        assert!(
            carried.text.contains("| d2 | Loot | Loot 2 | Loot 3 | Loot 2 2 | Loot! 4 |"),
            "{}",
            carried.text
        );
        assert_eq!(carried.lost.len(), 4, "{:?}", carried.lost);
    }

    #[test]
    fn what_no_source_may_hold_parts_nothing_that_means_something() {
        for (name, text) in [
            ("a.txt", "a\n\ne =>\u{0} t f\n"),
            ("a.csv", "e\na =>\u{7} t f\n"),
            (
                "a.json",
                r#"{"formula":"1d3","results":[{"text":"a =>\u0000 t","range":[1,1]},{"text":"b","range":[3,3]}]}"#,
            ),
            ("a.md", "| d2 | e |\n|---|---|\n| 1\u{1} | \\\u{1}{x} |\n| 2 | y |\n"),
        ] {
            let carried = crate::interop::import_file(std::path::Path::new(name), text).expect("a table");
            reads(&carried);
            assert!(
                carried.lost.iter().any(|lost| lost.contains("left out: no source may hold any")),
                "{carried:?}"
            );
        }
    }

    #[test]
    fn what_could_not_be_read_again_is_refused() {
        let name = std::path::Path::new("a.txt");
        let refused = crate::interop::import_file(name, &format!("{}\nb\n", "[".repeat(300)));
        let said = refused.expect_err("nobody could read it").to_string();
        assert!(said.contains("could not be read again: this takes too much work to read"), "{said}");
    }

    /// Quoted, so that no sign of it parts columns.
    fn line_of(cells: &[&str]) -> String {
        let quoted = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        quoted.collect::<Vec<_>>().join(",")
    }

    #[test]
    fn odd_heads_keys_and_cells_make_a_table_of_as_many_columns() {
        const HEADS: [&str; 16] = [
            "d6", "d6|", "|d6", "d6 |", "**d6**", "d6\\", "roll", "weight", "chance", "|", "\\", "a|b",
            "d6 + 1", "[[a|b]]", "then", "",
        ];
        const KEYS: [&str; 24] = [
            "1-", "1", "2-6", "1 2", "1-2-3", "1;", "1|2", "\\", "\\|", "|", "{", "--", "-", "", "a", "a|b",
            "# 1", "\"1\"", "1\\", "1\n2", "½", "3x", "=>", "[[1|2]]",
        ];
        const CELLS: [&str; 10] =
            ["mud", "\\", "a\\", "\\|", "a|b", "\\\\|", "{d6}\\", "[[a|b]]", "x => y", "|"];
        for (nth, head) in HEADS.iter().enumerate() {
            for (at, key) in KEYS.iter().enumerate() {
                let cell = CELLS[(nth + at) % CELLS.len()];
                let text = [
                    line_of(&[head, "find", cell]),
                    line_of(&[key, cell, "x"]),
                    line_of(&["6", "eels", "y"]),
                ];
                let carried = import_csv(&text.join("\n"), "bog").expect("a table");
                reads(&carried);
                let rows: Vec<&str> = carried.text.lines().skip(3).collect();
                assert!(rows.len() + carried.lost.len() >= 2, "{text:?}: {carried:?}");
                let parts = |row: &str| {
                    let plain = row.replace("\\\\", "").replace("\\|", "").replace("[[a|b]]", "");
                    plain.matches('|').count()
                };
                assert!(rows.iter().all(|row| parts(row) == 4), "{text:?}: {}", carried.text);
            }
        }
        let carried = import_csv("d6|,find\n1-,mud\n2-6,eels\n", "bog").expect("a table");
        assert!(carried.text.ends_with("| d6 | find |\n|---|---|\n| 2-6 | eels |\n"), "{}", carried.text);
        assert_eq!(
            carried.lost,
            [
                "the column `d6|` is called `d6` here",
                "the row `1-, mud` is left out: `1-` is no key of a row"
            ]
        );
        reads(&import_csv("one\na\\\n\\\n", "bog").expect("a list"));
    }

    #[test]
    fn any_separator_is_found() {
        for text in [
            "d6;find\n1-3;mud, wet\n4-6;eels\n",
            "d6\tfind\n1-3\tmud, wet\n4-6\teels",
            "d6|find\n1-3|mud, wet\n4-6|eels",
        ] {
            let carried = import_csv(text, "bog").expect("a table");
            assert_eq!(
                carried.text,
                "table bog \"Bog\"\n| d6 | find |\n|---|---|\n| 1-3 | mud, wet |\n| 4-6 | eels |\n"
            );
        }
        let carried = import_csv("\u{feff}d2,then,when\n1,x = 2,no\n2,b,c\n", "then").expect("a table");
        assert!(
            carried.text.contains("table then_ ") && carried.text.contains("| then text |"),
            "{}",
            carried.text
        );
        assert_eq!(carried.lost.len(), 2);
        reads(&carried);
    }

    #[test]
    fn foundry_tables_mean_what_foundry_makes_of_them() {
        let of = |formula: &str, more: &str, results: &str| {
            let text =
                format!(r#"{{"name":"Bog\nfinds","formula":"{formula}"{more},"results":[{results}]}}"#);
            let carried = import_json(&text, &mut 0).expect("a table");
            reads(&carried);
            carried
        };
        let two = r#"{"text":"mud","range":[1,1]},{"text":"eels","range":[2,4]}"#;
        let carried = of("1d100", "", two);
        assert!(carried.text.contains("| 1d4 | result |"), "{}", carried.text);
        assert_eq!(carried.lost.len(), 1);
        let carried = of("1d8", "", r#"{"text":"mud","range":[1,1]},{"text":"eels","range":[4,5]}"#);
        assert_eq!(carried.text, "table bog_finds \"Bog finds\"\n- mud\n- 2x eels\n");
        let carried = of("1d4", r#","replacement":false"#, two);
        assert_eq!(carried.text, "deck bog_finds \"Bog finds\"\n- mud\n- 3x eels\n");
        let strange =
            r#"{"text":"\\{2d6} [[/r 2d6 # cold]]{coins} [[@level]] [[goods]] {now}","range":[1,1]}"#;
        let carried = of("1d1", "", strange);
        assert!(carried.text.contains(r"\\\{2d6} {2d6} coins (@level) (goods) \{now}"), "{}", carried.text);
        assert_eq!(carried.lost.len(), 2);
    }

    #[test]
    fn foundry_tables_become_pipes() {
        let text = r#"{"name":"Bog","formula":"1d2","results":[{"text":"mud","range":[1,1]},{"text":"[[1d4]] eels","range":[2,2]}]}"#;
        let carried = import_json(text, &mut 0).expect("a table");
        assert!(
            carried.text.contains("| 1d2 | result |\n|---|---|\n| 1 | mud |\n| 2 | {1d4} eels |"),
            "{}",
            carried.text
        );
    }
}
