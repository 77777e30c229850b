//! The addresses of documents: `file:///home/ash/moor.tw` and the like, to paths and back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The true path of a document; one that is in no file has a path that leads nowhere.
pub(crate) fn path_of(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    match text.strip_prefix("file://") {
        Some(rest) => {
            // A host may stand before the path; only the path says where the file is on this machine.
            let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/");
            true_path(Path::new(&without_drive_slash(&decoded(path))))
        }
        None => {
            let name: String =
                text.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '_' }).collect();
            Path::new("/untitled").join(name)
        }
    }
}

/// The address of a file.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let mut out = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    Uri::from_str(&out).ok()
}

/// A path without links, also where only its folder is there yet.
fn true_path(path: &Path) -> PathBuf {
    if let Ok(path) = std::fs::canonicalize(path) {
        return path;
    }
    let folder = path.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        (None, _) | (_, None) => path.to_path_buf(),
    }
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `/c:/rules` is `c:/rules`.
fn without_drive_slash(path: &str) -> String {
    let mut chars = path.chars();
    let drive = chars.next() == Some('/')
        && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':');
    path.get(usize::from(drive)..).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses_and_paths_again() {
        let folder = std::fs::canonicalize(std::env::temp_dir()).unwrap();
        for name in ["moor.tw", "a b.tw", "é𝄞%41.md", "#?&+.tw"] {
            let path = folder.join(name);
            assert_eq!(path_of(&uri_of(&path).unwrap()), path);
        }
        assert_eq!(decoded("/a%2Fb%zz%"), "/a/b%zz%");
        assert_eq!(without_drive_slash("/c:/rules"), "c:/rules");
        let untitled = Uri::from_str("untitled:Untitled-1").unwrap();
        assert_eq!(path_of(&untitled), Path::new("/untitled/untitled_Untitled_1"));
    }
}
