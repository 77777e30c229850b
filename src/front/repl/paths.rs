//! Completion of the names of files behind a command. What stands there is one path up to the end of the line, in
//! quotes or without: nothing in it is escaped.

use rustyline::completion::Pair;
use std::path::{MAIN_SEPARATOR, Path, is_separator};

use crate::front::door;
use crate::front::render::clean::is_hostile;

/// The files whose names go on as the path does that is typed behind the command, and a word if there has to be one;
/// and where in the line the path begins.
/// A name that no terminal shows as it is cannot be typed, and is not offered.
pub(crate) fn complete(typed: &str, word: &str) -> (usize, Vec<Pair>) {
    let start = path_start(typed, word);
    let (path, quote) = match typed.get(start..).unwrap_or("") {
        path if path.starts_with('"') => (path.get(1..).unwrap_or(""), "\""),
        path => (path, ""),
    };
    let name_at = path.rfind(is_separator).map_or(0, |at| at + 1);
    let (folder, name) = path.split_at_checked(name_at).unwrap_or(("", path));
    let read = std::fs::read_dir(if folder.is_empty() { Path::new(".") } else { Path::new(folder) });
    let mut found: Vec<Pair> = Vec::new();
    for entry in read.into_iter().flatten().flatten() {
        let Ok(file) = entry.file_name().into_string() else { continue };
        if !file.starts_with(name) || (name.is_empty() && file.starts_with('.')) || file.contains(is_hostile)
        {
            continue;
        }
        let is_folder = std::fs::metadata(entry.path()).is_ok_and(|meta| meta.is_dir());
        let ends = if is_folder { MAIN_SEPARATOR.to_string() } else { quote.to_owned() };
        let display = door::guarded(&file, false).into_owned();
        found.push(Pair { display, replacement: format!("{quote}{folder}{file}{ends}") });
    }
    found.sort_by(|one, other| one.display.cmp(&other.display));
    (start, found)
}

/// Where the path begins behind a command and perhaps a word.
fn path_start(typed: &str, word: &str) -> usize {
    let blanks =
        |from: usize| from + typed.get(from..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let first = blanks(typed.find(' ').unwrap_or(typed.len()));
    let is_behind = typed.get(first..).is_some_and(|rest| rest.starts_with(word));
    if is_behind { blanks(first + word.len()) } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_behind_its_command() {
        for (typed, word, path) in [
            (":load two words", "", "two words"),
            (":load  \"two", "", "\"two"),
            (":import state a b", "state ", "a b"),
            (":import st", "state ", "st"),
            (":load state x", "", "state x"),
            (":load ", "", ""),
        ] {
            assert_eq!(&typed[path_start(typed, word)..], path, "{typed}");
        }
    }

    #[test]
    fn files_are_offered_as_the_commands_read_them() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["two words.tw", "two; it's.tw", "two\u{202e}.tw", ".two"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        std::fs::create_dir(folder.path().join("two rooms")).expect("a folder");
        let at = folder.path().to_str().expect("a path");
        let offered = |typed: &str| -> Vec<String> {
            complete(typed, "").1.into_iter().map(|pair| pair.replacement).collect()
        };
        let names = |quote: &str, names: [&str; 3]| names.map(|name| format!("{quote}{at}/{name}")).to_vec();
        assert_eq!(
            offered(&format!(":load {at}/two")),
            names("", ["two rooms/", "two words.tw", "two; it's.tw"])
        );
        assert_eq!(
            offered(&format!(":load \"{at}/")),
            names("\"", ["two rooms/", "two words.tw\"", "two; it's.tw\""])
        );
    }
}
