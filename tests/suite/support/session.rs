//! A session in a pseudo-terminal, typed line by line: what stands on the screen at its end.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// What stands behind a prompt where it waits for an entry or an answer: all of the line, or what was
/// typed.
///
/// A prompt is `tw›`, or `2 turns ›` where there is something to say of the game; a question ends in `»`.
pub fn behind_prompt(line: &str) -> Option<&str> {
    line.split_once(['›', '»']).map(|(_, typed)| typed.trim())
}

/// Whether the screen ends with a prompt at which nothing is typed.
fn waits(shown: &str) -> bool {
    shown.lines().last().and_then(behind_prompt) == Some("")
}

/// So tall that nothing of a page's session leaves the screen.
const ROWS: u16 = 200;
const COLS: u16 = 80;
const PATIENCE: Duration = Duration::from_secs(120);

/// Types the entries into a session that begins with these arguments, each once the one before is done.
///
/// # Panics
/// The session does not answer.
pub fn play(args: &[&str], folder: &Path, entries: &[String]) -> String {
    let size = PtySize { rows: ROWS, cols: COLS, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tw"));
    command.env_clear();
    for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")] {
        command.env(name, value);
    }
    command.env("HOME", folder);
    command.cwd(folder);
    command.args(args);
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut keys = pair.master.take_writer().expect("a writer");
    let (send, bytes) = channel();
    std::thread::spawn(move || {
        let mut buffer = [0u8; 4096];
        while let Ok(count) = reader.read(&mut buffer) {
            if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let room = |n: u16| NonZero::new(n).expect("a terminal has room");
    let mut screen = Screen { parser: vt100::Parser::new(room(ROWS), room(COLS), 0), bytes };
    screen.wait("the first prompt", waits);
    for entry in entries {
        let before = screen.shown();
        let last = entry.lines().last().unwrap_or("").to_owned();
        if !last.is_empty() {
            // Pasted, so that lines inside an entry do not submit it.
            write!(keys, "\x1b[200~{entry}\x1b[201~").expect("the terminal takes keys");
            screen.wait(&last, |shown| !waits(shown) && shown.contains(&last));
        }
        write!(keys, "\r").expect("the terminal takes keys");
        screen.wait("the next prompt", |shown| waits(shown) && *shown != before);
    }
    let shown = screen.shown();
    write!(keys, "\x04").expect("the terminal takes keys");
    child.wait().expect("an end");
    shown.rsplit_once('\n').map_or("", |(before_prompt, _)| before_prompt).to_owned()
}

struct Screen {
    parser: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
}

impl Screen {
    fn shown(&self) -> String {
        self.parser.screen().contents().trim_end().to_owned()
    }

    fn wait(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !holds(&self.shown()) {
            match self.bytes.recv_timeout(Duration::from_millis(100)) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Timeout) => {
                    assert!(Instant::now() < until, "never saw {what:?} on\n{}", self.shown());
                }
                Err(RecvTimeoutError::Disconnected) => panic!("the session ended:\n{}", self.shown()),
            }
        }
    }
}
