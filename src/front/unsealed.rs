//! The lines of a journal, read back as records.

use super::record::JournalRecord;
use super::sealed::unseal;

/// What is whole of a journal.
pub(crate) struct Whole {
    /// The records.
    pub records: Vec<JournalRecord>,
    /// The bytes that they take.
    pub length: usize,
    /// The checksum of each.
    pub sums: Vec<u32>,
    /// The line after them, where it is not what was written.
    pub damaged: Option<usize>,
}

/// The records of a journal up to what is damaged. A last line without its line break was torn off; that
/// is no damage. Where there is a whole record and another sign in the place of its line break, nothing was torn.
pub(crate) fn read(bytes: &[u8]) -> Whole {
    let mut whole = Whole { records: Vec::new(), length: 0, sums: Vec::new(), damaged: None };
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let before = whole.sums.last().copied().unwrap_or(0);
        let Some(line_text) = line.strip_suffix(b"\n") else {
            let is_whole = line.split_last().is_some_and(|(_, line)| record_of(before, line).is_some());
            whole.damaged = is_whole.then_some(number);
            break;
        };
        let Some((record, sum)) = record_of(before, line_text) else {
            whole.damaged = Some(number);
            break;
        };
        whole.records.push(record);
        whole.length += line.len();
        whole.sums.push(sum);
    }
    whole
}

/// The record in a line without its line break, and its checksum. What carries files from one system to another may
/// end lines with `\r\n`; a record ends with a brace.
pub(crate) fn record_of(before: u32, line: &[u8]) -> Option<(JournalRecord, u32)> {
    let (json, sum) = unseal(before, line.strip_suffix(b"\r").unwrap_or(line))?;
    Some((serde_json::from_str(json).ok()?, sum))
}
