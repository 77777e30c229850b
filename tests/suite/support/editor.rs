//! An editor as a language server sees it: a client over a real pipe.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take; far longer than it does.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor with a server of its own.
pub struct Editor {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    utf16: bool,
    /// The reports that are shown, and the version that they are of, by address.
    shown: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// How often reports were shown.
    times_shown: usize,
    cache: tempfile::TempDir,
}

impl Editor {
    /// An editor that counts in UTF-16, or offers UTF-8 before it.
    pub fn new(utf16: bool) -> Editor {
        let mut editor = Editor::silent(utf16);
        let offered = if utf16 { json!(["utf-16"]) } else { json!(["utf-8", "utf-16"]) };
        let answer = editor.ask(
            "initialize",
            json!({"processId": null, "rootUri": null,
                   "capabilities": {"general": {"positionEncodings": offered}}}),
        );
        let chosen = if utf16 { "utf-16" } else { "utf-8" };
        assert_eq!(answer["capabilities"]["positionEncoding"], chosen, "{answer}");
        editor.tell("initialized", json!({}));
        editor
    }

    /// An editor that has not said a word yet.
    pub fn silent(utf16: bool) -> Editor {
        let cache = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
        command.env_clear().env("HOME", cache.path()).env("LANG", "C.UTF-8").arg("lsp");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let stdin = child.stdin.take();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut out) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Editor { child, stdin, messages, next: 0, utf16, shown: BTreeMap::new(), times_shown: 0, cache }
    }

    /// The folder where the rule-sets of one's own lie.
    pub fn own_rules(&self) -> PathBuf {
        self.cache.path().join(".local/share/tablewright/rules")
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not yet closed");
        // A server that has gone reads nothing; the test sees that by its exit.
        let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Tells the server something.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks without waiting; the number of the request.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// The whole answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.message();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Asks, and waits for what comes of it.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The next message; reports are taken down.
    fn message(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("the server answers");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().expect("an address").to_owned();
            let reports = params["diagnostics"].as_array().expect("a list").clone();
            self.shown.insert(uri, (params["version"].as_i64(), reports));
            self.times_shown += 1;
        }
        message
    }

    /// What the next notification of this name says.
    pub fn told(&mut self, method: &str) -> Value {
        loop {
            let mut message = self.message();
            if message["method"] == method {
                return message["params"].take();
            }
        }
    }

    /// How often reports were shown so far.
    pub fn times_shown(&self) -> usize {
        self.times_shown
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, text: &str) {
        self.shown.remove(uri);
        let item = json!({"uri": uri, "languageId": "tablewright", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Changes a range of a document, or all of it.
    pub fn change(&mut self, uri: &str, version: i64, range: Option<Value>, text: &str) {
        let change = match range {
            Some(range) => json!({"range": range, "text": text}),
            None => json!({"text": text}),
        };
        let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]});
        self.tell("textDocument/didChange", params);
    }

    /// The reports on a document, once those on this version are there.
    pub fn reports(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            if let Some((Some(known), reports)) = self.shown.get(uri)
                && *known >= version
            {
                return reports.clone();
            }
            self.message();
        }
    }

    /// Every report that is shown anywhere.
    pub fn all_reports(&self) -> Vec<Value> {
        self.shown.values().flat_map(|(_, reports)| reports.clone()).collect()
    }

    /// A request about a place in a document.
    pub fn at(&mut self, method: &str, uri: &str, position: Value) -> Value {
        self.ask(method, json!({"textDocument": {"uri": uri}, "position": position}))
    }

    /// The place of a byte of a text, as this editor counts.
    pub fn place(&self, text: &str, byte: usize) -> Value {
        let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let line = text[..start].matches('\n').count();
        let before = &text[start..byte];
        let character = if self.utf16 { before.encode_utf16().count() } else { before.len() };
        json!({"line": line, "character": character})
    }

    /// The byte of a place.
    pub fn byte(&self, text: &str, place: &Value) -> usize {
        let line = place["line"].as_u64().expect("a line");
        let mut at = 0;
        for _ in 0..line {
            at += text[at..].find('\n').map_or(text[at..].len(), |end| end + 1);
        }
        let mut left = place["character"].as_u64().expect("a column");
        for c in text[at..].chars() {
            if left == 0 || c == '\n' {
                break;
            }
            left -= if self.utf16 { c.len_utf16() as u64 } else { c.len_utf8() as u64 };
            at += c.len_utf8();
        }
        at
    }

    /// The bytes of a range.
    pub fn bytes(&self, text: &str, range: &Value) -> std::ops::Range<usize> {
        self.byte(text, &range["start"])..self.byte(text, &range["end"])
    }

    /// The text with some edits made.
    pub fn edited(&self, text: &str, edits: &Value) -> String {
        let mut all: Vec<(std::ops::Range<usize>, String)> = edits
            .as_array()
            .expect("edits")
            .iter()
            .map(|edit| {
                (self.bytes(text, &edit["range"]), edit["newText"].as_str().expect("a text").to_owned())
            })
            .collect();
        all.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = text.to_owned();
        for (range, new) in all.into_iter().rev() {
            out.replace_range(range, &new);
        }
        out
    }

    /// Says farewell, and how the server has ended.
    pub fn leave(mut self) -> ExitStatus {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.ended()
    }

    /// How the server ends once nothing more is said.
    pub fn ended(mut self) -> ExitStatus {
        drop(self.stdin.take());
        let status = self.child.wait().expect("it ends");
        drop(self.cache);
        status
    }
}

/// The address of a file.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A path without links, so that it is written as the server writes it.
pub fn true_path(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).expect("it is there")
}

fn read(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(count) = line.strip_prefix("Content-Length: ") {
            length = count.parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    out.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}
