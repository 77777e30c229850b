//! Faces as they are printed on dice, and as people write down what they rolled.

/// Whether the highest face of dice with so many sides is printed as a zero: `0` on a d10, `00` on a d100.
pub(crate) const fn zero_is_highest(sides: u64) -> bool {
    matches!(sides, 10 | 100)
}

/// The faces of dice with six sides that are written together: `34` is 3 and 4, as for `d66`.
pub(crate) fn faces_together(written: &str) -> Option<Vec<u8>> {
    const MOST: usize = 8;
    let faces = written.bytes().map(|digit| matches!(digit, b'1'..=b'6').then(|| digit - b'0'));
    (2..=MOST).contains(&written.len()).then(|| faces.collect())?
}
