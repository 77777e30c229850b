//! Rows as a program for spreadsheets saves them, with commas or semicolons between their cells.

use super::naming::dice_of_word;

/// The same rows with bars between their cells, where the first one is a heading of dice, a weight or a chance and all
/// have as many cells; `None` for lines that are just text.
pub(super) fn with_bars(lines: &str) -> Option<String> {
    [',', ';'].into_iter().find_map(|separator| barred(lines, separator))
}

fn barred(lines: &str, separator: char) -> Option<String> {
    let (first, _) = lines.trim_start().split_once(separator)?;
    let first = first.trim().trim_matches('"');
    let is_key = dice_of_word(first).is_some()
        || ["weight", "chance"].iter().any(|heading| first.eq_ignore_ascii_case(heading));
    if !is_key {
        return None;
    }
    let mut builder = csv::ReaderBuilder::new();
    let builder = builder.has_headers(false).delimiter(u8::try_from(separator).ok()?).trim(csv::Trim::All);
    // Each row must have as many cells as the first.
    let rows: Vec<csv::StringRecord> =
        builder.from_reader(lines.as_bytes()).into_records().collect::<Result<_, _>>().ok()?;
    let cell = |cell: &str| cell.replace('|', "\\|").replace('\n', " ");
    let row =
        |row: &csv::StringRecord| format!("| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let width = rows.first().filter(|row| row.len() > 1)?.len();
    let mut written: Vec<String> = rows.iter().map(row).collect();
    written.insert(1, format!("|{}", "---|".repeat(width)));
    (rows.len() > 1).then(|| written.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_spreadsheet_get_bars() {
        let barred = |lines: &str| with_bars(lines);
        assert_eq!(
            barred("d6,Encounter\n1,rats\n2-6,\"cats, many\"").as_deref(),
            Some("| d6 | Encounter |\n|---|---|\n| 1 | rats |\n| 2-6 | cats, many |")
        );
        assert_eq!(
            barred("weight;a;b\n1;x|y;2").as_deref(),
            Some("| weight | a | b |\n|---|---|---|\n| 1 | x\\|y | 2 |")
        );
        for text in ["d6, or so\nnothing", "rats, cats\ndogs, bats", "d6\n1\n2", "d6,one", "d6;a\n1,b\n2,c"] {
            assert_eq!(barred(text), None, "{text}");
        }
    }
}
