//! Columns that two or more blanks keep apart, as they are copied out of a page or a terminal.

use super::list_keys::key_of;

/// Fewer columns are a list.
const FEWEST_COLUMNS: usize = 3;

/// The text with tabs between its columns; `None` where it has no such columns, or holds anything else.
pub(super) fn with_tabs(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_row = |line: &&str| {
        let cells = cells(line);
        cells.len() >= FEWEST_COLUMNS && cells.first().is_some_and(|key| key_of(key).is_some())
    };
    let first = lines.iter().position(is_row)?;
    let (above, rows) = lines.split_at(first);
    let columns = rows.first().map(|row| cells(row).len())?;
    let fits = rows.len() > 1 && rows.iter().all(|row| is_row(row) && cells(row).len() == columns);
    let (head, titles) = above.split_last()?;
    let mut heading = cells(head);
    if heading.len() + 1 == columns && head.starts_with("  ") {
        heading.insert(0, "");
    }
    let plain = |title: &&str| cells(title).len() == 1 && !title.contains('\t');
    if !fits || heading.len() != columns || !titles.iter().all(plain) {
        return None;
    }
    let mut tabbed: Vec<String> = titles.iter().map(|title| title.trim().to_owned()).collect();
    if heading.first().is_some_and(|first| first.is_empty()) {
        heading[0] = "Roll";
    }
    tabbed.push(heading.join("\t"));
    tabbed.extend(rows.iter().map(|row| cells(row).join("\t")));
    Some(tabbed.join("\n"))
}

/// What two or more blanks keep apart on a line.
fn cells(line: &str) -> Vec<&str> {
    line.trim().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_from_lists() {
        let text = "Encounters\nd100   Monster      No.\n01-50  Orc   2d6\n51-00  Giant spider  1d4\n";
        assert_eq!(
            with_tabs(text).as_deref(),
            Some("Encounters\nd100\tMonster\tNo.\n01-50\tOrc\t2d6\n51-00\tGiant spider\t1d4")
        );
        let text = "     Look     Trait\n1    scarred  greedy\n2    tall     kind\n";
        assert_eq!(with_tabs(text).as_deref(), Some("Roll\tLook\tTrait\n1\tscarred\tgreedy\n2\ttall\tkind"));
        for text in [
            "d4  Mood\n1  happy\n2-4  sad\n",
            "d4  Mood  Hair\n1  happy  red\n2-4  sad\n",
            "Aldo  Brina  Cass\nDorn  Elia  Fen\n",
            "1. mud\n2. eels\n",
        ] {
            assert_eq!(with_tabs(text), None, "{text}");
        }
    }
}
