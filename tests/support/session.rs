//! A session in a pseudo-terminal, typed line by line: what stands on the screen at its end.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// What a session shows where it waits for an entry.
pub const PROMPT: &str = "tw›";
/// So tall that nothing of a page's session leaves the screen.
const ROWS: u16 = 200;
const COLS: u16 = 80;
const PATIENCE: Duration = Duration::from_secs(20);

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
    screen.wait("the first prompt", |shown| shown.ends_with(PROMPT));
    for entry in entries {
        // Pasted, so that lines inside an entry do not submit it.
        write!(keys, "\x1b[200~{entry}\x1b[201~").expect("the terminal takes keys");
        let last = entry.lines().last().unwrap_or("").to_owned();
        screen.wait(&last, |shown| !shown.ends_with(PROMPT) && shown.contains(&last));
        write!(keys, "\r").expect("the terminal takes keys");
        screen.wait("the next prompt", |shown| shown.ends_with(PROMPT));
    }
    let shown = screen.shown();
    write!(keys, "\x04").expect("the terminal takes keys");
    child.wait().expect("an end");
    shown.strip_suffix(PROMPT).unwrap_or(&shown).to_owned()
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
