//! Running the program, and holding its JSON against the schemas.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

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

/// A folder with one file in it.
pub fn folder_with(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("written");
    folder
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

/// The schemas of the repository.
pub struct Schemas {
    by_kind: BTreeMap<String, jsonschema::Validator>,
}

impl Schemas {
    /// Reads every schema.
    pub fn read() -> Schemas {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "docs", "schemas"].iter().collect();
        let mut by_kind = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("the folder of the schemas") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a schema");
            let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
            let kind = schema["title"].as_str().expect("a schema names its kind").to_owned();
            let validator = jsonschema::validator_for(&schema).expect("a schema is valid");
            by_kind.insert(kind, validator);
        }
        Schemas { by_kind }
    }

    /// Holds an object against the schema of its kind.
    pub fn hold(&self, kind: &str, object: &Value) {
        let schema = self.by_kind.get(kind).expect(kind);
        let faults: Vec<String> = schema.iter_errors(object).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:#?}\n{object:#}");
    }
}
