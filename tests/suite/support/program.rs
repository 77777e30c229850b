//! Running the program.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// A run of the program in an environment of its own.
pub struct Tw {
    command: Command,
    stdin: String,
}

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Tw {
    /// The program without arguments.
    pub fn new() -> Tw {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
        command.env_clear().env("HOME", std::env::temp_dir()).env("LANG", "C.UTF-8");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Tw { command, stdin: String::new() }
    }

    /// With these arguments, after those before.
    pub fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Tw {
        self.command.args(args);
        self
    }

    /// With a path in the environment.
    pub fn env(mut self, name: &str, path: &Path) -> Tw {
        self.command.env(name, path);
        self
    }

    /// In this folder.
    pub fn within(mut self, folder: &Path) -> Tw {
        self.command.current_dir(folder);
        self
    }

    /// With this text on standard input.
    pub fn stdin(mut self, text: &str) -> Tw {
        text.clone_into(&mut self.stdin);
        self
    }

    /// Runs it to its end.
    pub fn run(mut self) -> Ran {
        let mut child = self.command.spawn().expect("the program starts");
        // A program that does not read may be gone before all is written.
        let _ = child.stdin.take().expect("a pipe").write_all(self.stdin.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Reads the first line of output and goes away.
    pub fn head_only(mut self) -> Ran {
        let mut child = self.command.spawn().expect("the program starts");
        drop(child.stdin.take());
        let mut pipe = child.stdout.take().expect("a pipe");
        let mut first = [0u8; 16];
        pipe.read_exact(&mut first).expect("some output");
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8(output.stderr).expect("output is UTF-8");
        Ran { code: output.status.code().unwrap_or(-1), out: String::new(), err }
    }
}
