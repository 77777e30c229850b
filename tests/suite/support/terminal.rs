//! A session at a terminal: keys go in, and the screen is looked at.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const ROWS: u16 = 40;
const COLS: u16 = 100;
/// How long a screen may take; far more than it does.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal with a session in it.
pub struct Terminal {
    parser: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    pub child: Box<dyn Child + Send + Sync>,
    pub seen: Vec<u8>,
    /// How many prompts were waited for, one after another.
    prompts: usize,
    master: Box<dyn MasterPty + Send>,
    pub home: tempfile::TempDir,
}

impl Terminal {
    pub fn start(args: &[&str]) -> Terminal {
        Terminal::start_at(tempfile::tempdir().expect("a folder"), args)
    }

    pub fn start_at(home: tempfile::TempDir, args: &[&str]) -> Terminal {
        Terminal::start_sized(home, args, (ROWS, COLS))
    }

    /// Starts in a terminal of so many rows and columns.
    pub fn start_sized(home: tempfile::TempDir, args: &[&str], (rows, cols): (u16, u16)) -> Terminal {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tw"));
        command.env_clear();
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.cwd(home.path());
        command.args(args);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (send, bytes) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0u8; 4096];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let size = |n: u16| std::num::NonZero::new(n).expect("a terminal has room");
        let parser = vt100::Parser::new(size(rows), size(cols), 0);
        Terminal { parser, bytes, keys, child, seen: Vec::new(), prompts: 0, master: pair.master, home }
    }

    pub fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// The screen with its colours.
    pub fn cells(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Waits until the screen shows this.
    pub fn see(&mut self, wanted: &str) -> &mut Terminal {
        self.see_when(wanted, |screen| screen.contains(wanted))
    }

    /// Waits until the screen is such.
    pub fn see_when(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> &mut Terminal {
        self.see_where(what, |screen, _| holds(screen))
    }

    /// Waits until the screen is such, with the cursor in such a column.
    pub fn see_where(&mut self, what: &str, holds: impl Fn(&str, u16) -> bool) -> &mut Terminal {
        let until = Instant::now() + PATIENCE;
        while !holds(&self.screen(), self.parser.screen().cursor_position().1) {
            let left = until.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left.min(Duration::from_millis(100))) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    self.seen.extend(bytes);
                }
                Err(_) => assert!(Instant::now() < until, "never saw {what:?} on\n{}", self.screen()),
            }
        }
        self
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&mut self, rows: u16, cols: u16) -> &mut Terminal {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a terminal of this size");
        let size = |n: u16| std::num::NonZero::new(n).expect("a terminal has room");
        self.parser.set_size(size(rows), size(cols));
        self
    }

    pub fn keys(&mut self, keys: &str) -> &mut Terminal {
        self.raw(keys.as_bytes())
    }

    /// Types bytes, which need not be text.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Terminal {
        self.keys.write_all(bytes).and_then(|()| self.keys.flush()).expect("the terminal takes keys");
        self
    }

    /// How the terminal takes what is typed: in lines (`ICANON`), shown (`ECHO`), or sign by sign.
    pub fn typing(&self) -> String {
        self.master.get_termios().map_or_else(String::new, |termios| format!("{:?}", termios.local_flags))
    }

    pub fn line(&mut self, line: &str) -> &mut Terminal {
        self.keys(line).keys("\r")
    }

    /// Pastes as terminals do, and presses Enter.
    pub fn paste(&mut self, text: &str) -> &mut Terminal {
        self.keys(&format!("\x1b[200~{text}\x1b[201~\r"))
    }

    /// Waits for the prompt that comes after the one waited for before. The line editor marks each prompt by
    /// asking for pastes in brackets, so that a prompt that still stands on the screen is not taken for the
    /// next one, and nothing is on its way to the screen any more.
    pub fn next_prompt(&mut self) -> &mut Terminal {
        let until = Instant::now() + PATIENCE;
        loop {
            let begun = self.seen.windows(READS.len()).filter(|bytes| *bytes == READS).count();
            let behind = usize::from(self.parser.screen().cursor_position().1) == PROMPT.chars().count() + 1;
            if begun > self.prompts && behind && self.screen().trim_end().ends_with(PROMPT) {
                self.prompts = begun;
                return self;
            }
            match self.bytes.recv_timeout(Duration::from_millis(100)) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    self.seen.extend(bytes);
                }
                Err(_) => assert!(Instant::now() < until, "no new prompt on\n{}", self.screen()),
            }
        }
    }

    /// Waits for an empty prompt.
    pub fn ready(&mut self) -> &mut Terminal {
        self.see_when("an empty prompt", |screen| screen.trim_end().ends_with(PROMPT))
    }

    /// Leaves the session; its exit code. A key that is pressed while the program is busy may be lost, so
    /// it is pressed again, as people do.
    pub fn leave(&mut self) -> u32 {
        const AGAIN: Duration = Duration::from_secs(2);
        self.ready();
        let until = Instant::now() + PATIENCE;
        loop {
            let _ = self.keys.write_all(b"\x04").and_then(|()| self.keys.flush());
            if let Some(code) = self.ended_before(Instant::now() + AGAIN) {
                return code;
            }
            assert!(Instant::now() < until, "the session does not end");
        }
    }

    /// Waits until the session has ended; its exit code.
    pub fn end(&mut self) -> u32 {
        self.ended_before(Instant::now() + PATIENCE).expect("the session ends")
    }

    fn ended_before(&mut self, until: Instant) -> Option<u32> {
        while Instant::now() < until {
            while let Ok(bytes) = self.bytes.try_recv() {
                self.seen.extend(bytes);
            }
            if let Some(status) = self.child.try_wait().expect("the program can be asked") {
                return Some(status.exit_code());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves its program running.
        let _ = self.child.kill();
    }
}

pub const PROMPT: &str = "tw›";
/// What the line editor writes before each prompt.
const READS: &[u8] = b"\x1b[?2004h";
