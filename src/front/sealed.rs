//! Sealed lines, in which a campaign keeps what must not be changed unseen: a checksum, a space, and JSON.

use serde::Serialize;

/// The length of a checksum as it is written.
pub(crate) const SUM: usize = 8;

/// A line that holds `what`, with its line break and its checksum. The checksum also covers the line before,
/// which has the checksum `before`; that of a first line is 0.
pub(crate) fn seal<T: Serialize>(before: u32, what: &T) -> (String, u32) {
    // Only texts, numbers, lists and names are kept, which JSON can always hold.
    let json = serde_json::to_string(what).unwrap_or_default();
    let sum = checksum(before, json.as_bytes());
    (format!("{sum:08x} {json}\n"), sum)
}

/// The JSON in a line without its line break, and its checksum; `None` where it is not what was written.
pub(crate) fn unseal(before: u32, line: &[u8]) -> Option<(&str, u32)> {
    let (sum, json) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == checksum(before, json.as_bytes())).then_some((json, sum))
}

/// CRC-32, as in Ethernet and ZIP, of these bytes after those with the checksum `before`.
pub(crate) fn checksum(before: u32, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(before);
    sum.update(bytes);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(checksum(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(checksum(0, b"1234"), b"56789"), 0xcbf4_3926);
    }

    #[test]
    fn a_line_opens_only_as_it_was_sealed_and_behind_the_line_it_was_sealed_behind() {
        let (line, sum) = seal(7, &["torch"]);
        let whole = line.trim_end().as_bytes();
        assert_eq!(unseal(7, whole), Some((r#"["torch"]"#, sum)));
        assert_eq!(unseal(8, whole), None);
        for at in 0..whole.len() {
            let mut flipped = whole.to_vec();
            flipped[at] ^= 1;
            assert_eq!(unseal(7, &flipped), None, "byte {at}");
        }
    }
}
