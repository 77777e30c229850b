//! What can be saved of a damaged journal: lines in which one byte is wrong are put right by their checksums, and
//! what was there before is kept as a copy.

use std::path::{Path, PathBuf};

use super::app::AppError;
use super::files::{self, Links, free_copy};
use super::sealed::SUM;
use super::unsealed::{read, record_of};
use crate::base::counted;

/// So many lines are put right. Where more are damaged, what follows them is no better.
const MOST_RESTORED: usize = 100;

/// A line of more bytes is not put right bit by bit: that takes as long as its length squared.
const BY_BITS: usize = 4 << 10;
/// One of more bytes is not put right byte by byte.
const BY_BYTES: usize = 1 << 9;

/// A damaged journal that was put right, or cut before the damage.
pub(crate) struct Repaired {
    /// How many lines are kept, and how many were dropped.
    pub lines: (usize, usize),
    /// The lines that were put right.
    pub restored: Vec<usize>,
    /// Where the journal lies as it was; nowhere if there was nothing in it.
    pub copy: Option<PathBuf>,
}

impl Repaired {
    /// What is said of it.
    pub(crate) fn told(&self) -> String {
        let (kept, dropped) = self.lines;
        let restored = match self.restored.as_slice() {
            [] => String::new(),
            [line] => format!("line {line} is put right by its checksum, "),
            lines => format!("{} are put right by their checksums, ", counted(lines.len(), "line")),
        };
        let anew = if kept == 0 { ", and the campaign begins anew" } else { "" };
        let copy = self.copy.as_ref().map(|copy| format!("; `{}` is what it was", copy.display()));
        format!(
            "the journal is repaired: {restored}{} kept, {} dropped{anew}{}",
            counted(kept, "line"),
            counted(dropped, "line"),
            copy.unwrap_or_default()
        )
    }
}

/// Copies a damaged journal and puts right what can be. What cannot is cut by whoever goes on with it.
///
/// # Errors
/// The copy cannot be written.
pub(crate) fn repair(path: &Path, bytes: &mut [u8]) -> Result<Option<Repaired>, AppError> {
    let mut whole = read(bytes);
    if whole.damaged.is_none() {
        return Ok(None);
    }
    let copy = copied(path, bytes)?;
    let mut restored = Vec::new();
    let sum_of = |before, line: &[u8]| record_of(before, line).map(|(_, sum)| sum);
    while let Some(line) = whole.damaged
        && restored.len() < MOST_RESTORED
        && restore(bytes, whole.length, whole.sums.last().copied().unwrap_or(0), sum_of)
    {
        restored.push(line);
        whole = read(bytes);
    }
    if let Some(text) = bytes.get(..whole.length).filter(|_| !restored.is_empty()) {
        files::replace(path, &String::from_utf8_lossy(text), Links::Refused)?;
    }
    let kept = whole.sums.len();
    Ok(Some(Repaired { lines: (kept, lines_in(bytes) - kept), restored, copy: Some(copy) }))
}

/// Copies what is left of a journal that breaks off in its first line, before another one is begun in its place.
///
/// # Errors
/// The copy cannot be written.
pub(crate) fn begun_anew(path: &Path, bytes: &[u8]) -> Result<Repaired, AppError> {
    let copy = if bytes.is_empty() { None } else { Some(copied(path, bytes)?) };
    Ok(Repaired { lines: (0, lines_in(bytes)), restored: Vec::new(), copy })
}

/// Copies a journal beside itself; gives where.
fn copied(path: &Path, bytes: &[u8]) -> Result<PathBuf, AppError> {
    let copy = free_copy(path);
    files::create_bytes(&copy, bytes)?;
    Ok(copy)
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.split_inclusive(|byte| *byte == b'\n').count()
}

/// Puts one byte right, so that the line that begins at a place is whole, and so is the one after it, if there is
/// one. `sum_of` gives the checksum of a whole line, which comes after a line with the checksum `before`. Where
/// several bytes may be the wrong one, none is changed. Whether one was.
pub(crate) fn restore(
    bytes: &mut [u8],
    from: usize,
    before: u32,
    sum_of: impl Fn(u32, &[u8]) -> Option<u32>,
) -> bool {
    let ends = |bytes: &[u8]| bytes.iter().position(|byte| *byte == b'\n');
    // Where the byte that is wrong was a line break, the line goes on to the end of the next.
    let Some(window) = bytes.get_mut(from..) else { return false };
    let Some(end) = ends(window) else { return end_line(window, before, sum_of) };
    let is_whole = |bytes: &[u8]| {
        let Some((line, rest)) = ends(bytes).and_then(|end| bytes.split_at_checked(end)) else {
            return false;
        };
        let Some(sum) = sum_of(before, line).filter(|_| is_as_written(line)) else {
            return false;
        };
        let next = rest.get(1..).unwrap_or_default();
        ends(next).is_none_or(|end| next.get(..end).is_some_and(|next| sum_of(sum, next).is_some()))
    };
    let bits = (end <= BY_BITS).then(|| only(window, end, &|bit: u8| 1u8.checked_shl(bit.into()), &is_whole));
    let found = match bits {
        Some(Found::One(at, change)) => Some((at, change)),
        Some(Found::None) if end <= BY_BYTES => match only(window, end, &|by| by.checked_add(1), &is_whole) {
            Found::One(at, change) => Some((at, change)),
            Found::None | Found::Several => None,
        },
        Some(Found::None | Found::Several) | None => None,
    };
    let Some((at, change)) = found else { return false };
    if let Some(byte) = window.get_mut(at) {
        *byte ^= change;
    }
    true
}

/// Puts a line break in the place of the last byte, where all before it is a whole line: the line break itself was
/// the byte that is wrong. Whether it was.
fn end_line(line: &mut [u8], before: u32, sum_of: impl Fn(u32, &[u8]) -> Option<u32>) -> bool {
    let Some((last, line)) = line.split_last_mut() else { return false };
    let is_whole = sum_of(before, line).is_some() && is_as_written(line);
    if is_whole {
        *last = b'\n';
    }
    is_whole
}

/// Whether a line begins with a number as it is written: the other ways to write the same number are not.
fn is_as_written(line: &[u8]) -> bool {
    line.iter().take(SUM).all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// How many changes of one byte make a line whole.
enum Found {
    None,
    /// This byte, by these bits.
    One(usize, u8),
    Several,
}

/// Looks for the only change of a byte, up to the line break, that makes what is there whole.
fn only(
    bytes: &mut [u8],
    end: usize,
    change: &dyn Fn(u8) -> Option<u8>,
    is_whole: &dyn Fn(&[u8]) -> bool,
) -> Found {
    let mut found = Found::None;
    for at in 0..=end {
        for change in (0..=u8::MAX).map_while(change) {
            let Some(byte) = bytes.get_mut(at) else { continue };
            *byte ^= change;
            let whole = is_whole(bytes);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= change;
            }
            match (whole, &found) {
                (false, _) => {}
                (true, Found::None) => found = Found::One(at, change),
                (true, Found::One(..) | Found::Several) => return Found::Several,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::sealed::{seal, unseal};

    #[test]
    fn one_wrong_byte_is_put_right_wherever_it_is() {
        let (first, sum) = seal(0, &["torch", "lantern"]);
        let (second, _) = seal(sum, &["rope"]);
        let whole = [first.as_bytes(), second.as_bytes()].concat();
        let sum_of = |before, line: &[u8]| unseal(before, line).map(|(_, sum)| sum);
        for at in 0..first.len() {
            for change in [1, 0x40, 0x55] {
                let mut damaged = whole.clone();
                damaged[at] ^= change;
                // A sum in capitals is the same.
                if sum_of(0, damaged.split(|byte| *byte == b'\n').next().unwrap_or_default()).is_some() {
                    continue;
                }
                assert!(restore(&mut damaged, 0, 0, sum_of), "byte {at} by {change}");
                assert_eq!(damaged, whole, "byte {at} by {change}");
            }
        }
        let mut twice = whole.clone();
        twice[12] ^= 1;
        twice[20] ^= 1;
        let before = twice.clone();
        assert!(!restore(&mut twice, 0, 0, sum_of) && twice == before);
    }
}
