//! The one door to the terminal: nothing else in the program writes to standard output or standard error.
//! Whatever passes is looked at, so that a name, a path, an answer or an argument that was not cleaned where
//! it was put into words cannot drive the terminal either. A test holds all other files to this.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use super::render::clean::{has, is_harmful, is_hostile};
use super::render::style::is_style;

/// Standard output, with what waits to be sent on.
pub(crate) struct BufferedStdout {
    waiting: BufWriter<Stdout>,
    is_terminal: bool,
}

impl BufferedStdout {
    /// Standard output of this process.
    pub(crate) fn standard() -> BufferedStdout {
        BufferedStdout { waiting: BufWriter::new(io::stdout()), is_terminal: out_is_terminal() }
    }

    /// Writes text for people; `styled` where it has colours of ours. A file or a pipe gets signs that only hide,
    /// since they are part of the text; a terminal gets none.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn write(&mut self, text: &str, styled: bool) -> io::Result<()> {
        let unwanted = if self.is_terminal { is_hostile } else { is_harmful };
        self.waiting.write_all(without(text, unwanted, styled).as_bytes())
    }

    /// Writes the text of a file, byte for byte; only at a terminal is it looked at like any other.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn write_file(&mut self, text: &str) -> io::Result<()> {
        match self.is_terminal {
            true => self.write(text, false),
            false => self.waiting.write_all(text.as_bytes()),
        }
    }

    /// Empties the screen.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.waiting.write_all(b"\x1b[2J\x1b[H")?;
        self.waiting.flush()
    }

    /// Sends on what waits.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.waiting.flush()
    }
}

/// Standard output for a program that reads messages there, byte for byte: an editor's.
pub(crate) fn for_messages() -> impl Write {
    io::stdout().lock()
}

/// Ends a line that is being typed at a terminal: what is pasted is no longer marked, and the next line is free.
pub(crate) fn leave_line() {
    if out_is_terminal() {
        let mut out = io::stdout().lock();
        // A terminal that is gone needs nothing.
        let _ = out.write_all(b"\x1b[?2004l\r\n").and_then(|()| out.flush());
    }
}

/// Writes a remark or report to standard error. What cannot be written there has nowhere to go.
pub(crate) fn remark(text: &str, styled: bool) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(guarded(text, styled).as_bytes()).and_then(|()| err.flush());
}

/// Writes what the reader of the command line says: help and versions as results, faults as remarks. In its
/// own colours only where no argument could have brought some along.
///
/// # Errors
/// Standard output cannot be written to.
pub(crate) fn usage(error: &clap::Error, arguments_are_plain: bool) -> io::Result<()> {
    if error.use_stderr() {
        match arguments_are_plain {
            // Where standard error is closed, there is nobody to tell.
            true => drop(error.print()),
            false => remark(&error.render().to_string(), false),
        }
        return Ok(());
    }
    error.print()?;
    io::stdout().flush()
}

/// Whether somebody sees standard output.
pub(crate) fn out_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether somebody sees standard error.
pub(crate) fn err_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The text with `�` for each sign that could drive a terminal. Line ends stay, and so do our own colours where
/// there are some.
pub(crate) fn guarded(text: &str, styled: bool) -> Cow<'_, str> {
    without(text, is_hostile, styled)
}

/// The text without any sign that could drive a terminal. They take no room there, so that a line is as wide as before.
pub(crate) fn bare(text: &str, styled: bool) -> Cow<'_, str> {
    instead_of(text, is_hostile, styled, None)
}

/// The text with `�` for each of these signs.
fn without(text: &str, unwanted: fn(char) -> bool, styled: bool) -> Cow<'_, str> {
    instead_of(text, unwanted, styled, Some(char::REPLACEMENT_CHARACTER))
}

/// The text with another sign, or none, in the place of each of these.
fn instead_of(text: &str, unwanted: fn(char) -> bool, styled: bool, sign: Option<char>) -> Cow<'_, str> {
    if !has(text, unwanted) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(unwanted) {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let ours = if rest.starts_with("\r\n") { Some(2) } else { style_of(rest).filter(|_| styled) };
        match ours {
            Some(length) => {
                out.push_str(rest.get(..length).unwrap_or_default());
                rest = rest.get(length..).unwrap_or_default();
            }
            None => {
                let mut chars = rest.chars();
                out.extend(chars.next().and(sign));
                rest = chars.as_str();
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// How long the sequence is that stands at the beginning, where it is one of our colours.
fn style_of(text: &str) -> Option<usize> {
    // No code is longer than `38;5;246`.
    const LONGEST: usize = 8;
    let code = text.strip_prefix("\x1b[")?;
    let code = code.get(..code.bytes().take(LONGEST + 1).position(|byte| byte == b'm')?)?;
    is_style(code).then_some("\x1b[".len() + code.len() + "m".len())
}

/// The JSON on one line, with what could drive a terminal written as `\u…`: the same value to every reader.
pub(crate) fn json_line(json: &serde_json::Value) -> String {
    let text = json.to_string();
    if !text.chars().any(is_hostile) {
        return text + "\n";
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        // Such signs stand in texts only, where this way of writing them is known.
        match is_hostile(c) {
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            false => out.push(c),
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_colours_pass_and_only_where_there_are_colours() {
        let hostile = "a\x1b[2Jb\x1b[8mc\u{9b}2Jd\re\u{202e}f\x1b]0;x\x07\r\n";
        let safe = "a\u{fffd}[2Jb\u{fffd}[8mc\u{fffd}2Jd\u{fffd}e\u{fffd}f\u{fffd}]0;x\u{fffd}\r\n";
        assert_eq!((guarded(hostile, false), guarded(hostile, true)), (safe.into(), safe.into()));
        let ours = "\x1b[1;31merror\x1b[38;5;246m\x1b[0m: \x1b";
        assert_eq!(guarded(ours, true), "\x1b[1;31merror\x1b[38;5;246m\x1b[0m: \u{fffd}");
        assert!(!guarded(ours, false).contains('\x1b'));
        assert!(matches!(guarded("plain – “text”\n\t", false), Cow::Borrowed(_)));
    }

    #[test]
    fn a_bare_text_is_what_is_seen_of_it() {
        assert_eq!(bare("a\u{202e}b\x1b[2Jc\u{200b}\u{9b}\n\td\x1b[1me", false), "ab[2Jc\n\td[1me");
        assert_eq!(bare("\x1b[1ma\u{202e}\x1b[0m", true), "\x1b[1ma\x1b[0m");
        assert!(matches!(bare("plain – “text”\n\t", false), Cow::Borrowed(_)));
    }

    #[test]
    fn what_only_hides_goes_to_files_and_to_no_terminal() {
        let text = "a\u{200b}b\u{feff}\x1b[2J\u{202e}c\r\n";
        assert_eq!(guarded(text, false), "a\u{fffd}b\u{fffd}\u{fffd}[2J\u{fffd}c\r\n");
        assert_eq!(without(text, is_harmful, false), "a\u{200b}b\u{feff}\u{fffd}[2J\u{fffd}c\r\n");
        assert_eq!(without("\x1b[1mx\x1b[0m\x1b[5m", is_harmful, true), "\x1b[1mx\x1b[0m\u{fffd}[5m");
    }

    #[test]
    fn json_says_the_same_and_drives_nothing() {
        let json = serde_json::json!({"a\u{9b}": "\u{202e}\u{e0001}\x1b\x7f plain"});
        let line = json_line(&json);
        assert!(!line.trim_end().chars().any(is_hostile), "{line}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).expect("JSON"), json);
    }
}
