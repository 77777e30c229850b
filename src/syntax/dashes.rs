//! Lines that only draw lines between the rows of a table.

/// Whether a line only draws the line below the headings.
pub(super) fn is_delimiter(line: &str) -> bool {
    draws_dashes(line, 1)
}

/// Whether a line further down only separates rows; a single dash there means that nothing is in a cell.
pub(super) fn is_separator(line: &str) -> bool {
    draws_dashes(line, 3)
}

/// Whether every cell of a line is dashes, at least so many.
pub(super) fn draws_dashes(line: &str, least: usize) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    let mut cells = line.trim_matches('|').split('|').map(str::trim);
    line.contains('-')
        && cells.all(|cell| {
            let dashes = cell.trim_start_matches(':').trim_end_matches(':');
            dashes.len() >= least && dashes.bytes().all(|byte| byte == b'-')
        })
}
