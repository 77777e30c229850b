//! The editor's messages over standard input and output. What comes is not trusted: a header says how long a message
//! is, and room is made for no more than an editor would send. A message that makes no sense is answered and left
//! out; where it is not known where the next one begins, the conversation is over.

use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};
use std::thread::JoinHandle;

use lsp_server::{Connection, Message, Notification, RequestId, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::worker::error;
use crate::front::door;

/// A message is no longer, in bytes.
const MAX_MESSAGE_BYTES: u64 = 64 << 20;
/// What is read of a message takes no more memory, in bytes, as [`memory_of`] reckons. It is far more than an editor
/// needs to tell of ten thousand places that change at once.
const MAX_READ_BYTES: usize = 160 << 20;
/// A longer message that is no UTF-8 is not put right.
const MAX_WRONG_BYTES: usize = 8 << 20;
/// The lines before a message are no longer, in bytes.
const LONGEST_HEAD: u64 = 8 << 10;

/// The code of the protocol for: this is no JSON.
const PARSE_ERROR: i32 = -32700;
/// The code for: this is JSON and no message.
const INVALID_MESSAGE: i32 = -32600;

/// The threads that read and write.
pub(super) struct Wire {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Wire {
    /// A connection over standard input and output.
    ///
    /// # Errors
    /// No thread can be started.
    pub(super) fn open() -> io::Result<(Connection, Wire)> {
        let (ours, editor) = Connection::memory();
        let Connection { sender, receiver } = editor;
        let back = ours.sender.clone();
        let reader = named("reader").spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(text) = read(&mut input)? {
                let message = match message_in(&text) {
                    Ok(message) => message,
                    Err(senseless) => {
                        let _ = back.send(senseless.answer());
                        continue;
                    }
                };
                let is_farewell = matches!(&message, Message::Notification(told) if told.method == "exit");
                if sender.send(message).is_err() || is_farewell {
                    break;
                }
            }
            Ok(())
        })?;
        let writer = named("writer").spawn(move || {
            let mut output = door::for_messages();
            receiver.into_iter().try_for_each(|message| message.write(&mut output))?;
            output.flush()
        })?;
        Ok((ours, Wire { reader, writer }))
    }

    /// Waits until all is read and written.
    ///
    /// # Errors
    /// What came is not the protocol, or nothing can be written.
    pub(super) fn close(self) -> io::Result<()> {
        let ended = |thread: JoinHandle<io::Result<()>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        ended(self.reader)?;
        ended(self.writer)
    }
}

fn named(name: &str) -> std::thread::Builder {
    std::thread::Builder::new().name(name.to_owned())
}

/// The bytes of the next message; nothing where the editor is gone.
fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = length_in(&mut input.by_ref().take(LONGEST_HEAD))? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        return Err(broken(format!("a message has {length} bytes, and {MAX_MESSAGE_BYTES} are the most")));
    }
    let mut text = Vec::new();
    let read = input.take(length).read_to_end(&mut text)?;
    if u64::try_from(read).unwrap_or(u64::MAX) < length {
        return Err(broken(format!("a message of {length} bytes ends after {read}")));
    }
    Ok(Some(text))
}

/// Something that is no message.
struct Senseless {
    code: i32,
    why: String,
    /// What is to be answered, if that can be seen.
    id: Option<RequestId>,
}

impl Senseless {
    /// What the editor is told: who waits for an answer gets it, and anything else is a line of the log.
    fn answer(self) -> Message {
        let what = format!("a message cannot be read: {}", self.why);
        match self.id {
            Some(id) => Message::Response(Response { id, response_result: Err(error(self.code, what)) }),
            None => {
                const AN_ERROR: u8 = 1;
                let params = json!({"type": AN_ERROR, "message": what});
                Message::Notification(Notification { method: "window/logMessage".to_owned(), params })
            }
        }
    }
}

/// The message in a text.
fn message_in(text: &[u8]) -> Result<Message, Senseless> {
    #[derive(Deserialize)]
    struct Id {
        id: RequestId,
    }
    let text = match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(wrong) if text.len() > MAX_WRONG_BYTES => {
            return Err(Senseless { code: PARSE_ERROR, why: wrong.to_string(), id: None });
        }
        Err(_) => String::from_utf8_lossy(text),
    };
    let text = &*text;
    let id_in = || serde_json::from_str(text).ok().map(|Id { id }| id);
    if memory_of(text) > MAX_READ_BYTES {
        let why = format!("its values take more than {} MiB", MAX_READ_BYTES >> 20);
        return Err(Senseless { code: INVALID_MESSAGE, why, id: id_in() });
    }
    let read = serde_json::from_str(text);
    // Half a character is no text of ours, and an editor that has one in its text is not to blame.
    let read = read.or_else(|_| serde_json::from_str(&with_whole_characters(text)));
    read.map_err(|wrong: serde_json::Error| {
        let code = if wrong.is_data() { INVALID_MESSAGE } else { PARSE_ERROR };
        Senseless { code, why: wrong.to_string(), id: id_in() }
    })
}

/// How much memory the values of JSON take besides its text, roughly and at most: a list grows by doubling, and a
/// small object has room for a few members.
fn memory_of(json: &str) -> usize {
    const VALUE: usize = 2 * size_of::<Value>();
    const MEMBER: usize = 2 * (size_of::<String>() + size_of::<u64>());
    const OBJECT: usize = 4 * (VALUE + MEMBER);
    let (mut bytes, mut within, mut escaped) = (0usize, false, false);
    for byte in json.bytes() {
        if within {
            within = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        bytes += match byte {
            b'"' => {
                within = true;
                0
            }
            b',' => VALUE,
            b':' => MEMBER,
            b'[' => 4 * VALUE,
            b'{' => OBJECT,
            _ => 0,
        };
    }
    bytes
}

/// JSON where halves of pairs in UTF-16, written as `\ud834` and the like, stand for the character that replaces
/// what cannot be read. Places stay what they are: either counts one.
fn with_whole_characters(json: &str) -> String {
    const ESCAPE: usize = "\\u0000".len();
    let unit = |at: usize| {
        let escape = json.get(at..at + ESCAPE)?;
        u16::from_str_radix(escape.strip_prefix("\\u")?, 16).ok()
    };
    let mut whole = String::with_capacity(json.len());
    let mut at = 0;
    while let Some(next) = json.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + next;
        whole.push_str(&json[at..escape]);
        let pair = [unit(escape), unit(escape + ESCAPE)];
        at = match pair {
            [Some(0xd800..0xdc00), Some(0xdc00..0xe000)] => escape + 2 * ESCAPE,
            [Some(0xd800..0xe000), _] => {
                whole.push('\u{fffd}');
                at = escape + ESCAPE;
                continue;
            }
            // Whatever is escaped, it is at least one character.
            _ => escape + 1 + json[escape + 1..].chars().next().map_or(0, char::len_utf8),
        };
        whole.push_str(&json[escape..at]);
    }
    whole.push_str(json.get(at..).unwrap_or(""));
    whole
}

/// The length of the message behind these lines; nothing where there are none.
fn length_in(head: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    for nth in 0.. {
        let mut line = Vec::new();
        if head.read_until(b'\n', &mut line)? == 0 && nth == 0 {
            return Ok(None);
        }
        let Some(line) = line.strip_suffix(b"\r\n") else {
            let said: String = String::from_utf8_lossy(&line).chars().take(40).collect();
            return Err(broken(format!("malformed header: {said:?}")));
        };
        if line.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(line);
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            let value = value.trim();
            length = Some(value.parse().map_err(|_| broken(format!("`{value}` is no length")))?);
        }
    }
    length.map(Some).ok_or_else(|| broken("no Content-Length".to_owned()))
}

fn broken(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_room_is_made_for_what_no_editor_sends() {
        let of = |text: &str| read(&mut text.as_bytes());
        let hello = "{\"jsonrpc\":\"2.0\",\"method\":\"hi\"}";
        let message = format!("Content-Type: x\r\ncontent-length: {}\r\n\r\n{hello}", hello.len());
        assert_eq!(of(&message).expect("whole").as_deref(), Some(hello.as_bytes()));
        let read = message_in(hello.as_bytes());
        assert!(matches!(read, Ok(Message::Notification(told)) if told.method == "hi"));
        assert!(matches!(of(""), Ok(None)));
        for (text, why) in [
            ("Content-Length: 4000000000\r\n\r\n{}", "67108864 are the most"),
            ("Content-Length: -1\r\n\r\n", "`-1` is no length"),
            ("\r\n", "no Content-Length"),
            ("a".repeat(1_000_000).as_str(), "malformed header"),
            ("Content-Length: 100\r\n\r\n{}", "of 100 bytes ends after 2"),
        ] {
            let said = of(text).expect_err("it is refused").to_string();
            assert!(said.contains(why) && said.len() < 200, "{said}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_answered_where_somebody_waits() {
        let deep = ["{\"id\": \"a\", \"x\": ", &"[".repeat(60_000), &"]".repeat(60_000), "}"].concat();
        for (text, code, id) in [
            ("", PARSE_ERROR, None),
            ("no JSON", PARSE_ERROR, None),
            ("[]", INVALID_MESSAGE, None),
            ("{\"id\": 7, \"method\": 5}", INVALID_MESSAGE, Some(RequestId::from(7))),
            (&deep, PARSE_ERROR, Some(RequestId::from("a".to_owned()))),
        ] {
            let senseless = message_in(text.as_bytes()).expect_err("it is none");
            assert_eq!((senseless.code, &senseless.id), (code, &id), "{}", senseless.why);
            assert!(senseless.why.len() < 200, "{}", senseless.why);
        }
    }

    #[test]
    fn a_message_of_too_many_values_is_not_read_and_its_sender_told() {
        let with = |values: &str, times: usize| {
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":[{}1]}}",
                values.repeat(times)
            )
        };
        for values in ["1,", "{},", "[],", "{\"a\":{}},"] {
            let senseless = message_in(with(values, 1_200_000).as_bytes()).expect_err("it is too much");
            let expected = (INVALID_MESSAGE, Some(RequestId::from(7)));
            assert_eq!((senseless.code, senseless.id), expected, "{values}");
        }
        // What stands in a text is no value, and a change in many places is one message.
        let change = "{\"range\":{\"start\":{\"line\":1,\"character\":2},\"end\":{\"line\":1,\"character\":5}},\
                      \"text\":\"a,{[\\\",,\"},";
        assert!(message_in(with(change, 10_000).as_bytes()).is_ok());
        assert!(memory_of("\"\\\\\",1") > 0 && memory_of("\"\\\",[{\"") == 0);
        let wrong = [b"\"".as_slice(), &vec![0xff; MAX_WRONG_BYTES]].concat();
        assert!(message_in(&wrong).is_err());
    }

    #[test]
    fn half_a_character_is_replaced_and_whole_ones_stay() {
        for (json, whole) in [
            (r"a\ud834b", "a\u{fffd}b"),
            (r"\udd1e\ud834", "\u{fffd}\u{fffd}"),
            (r"\ud834\ud834\udd1e", "\u{fffd}\\ud834\\udd1e"),
            (r"\\ud834 \n\u00e9", r"\\ud834 \n\u00e9"),
            (r"\ud83", r"\ud83"),
            (r"\", r"\"),
            (r"\é", r"\é"),
            (r"\u+123", r"\u+123"),
        ] {
            assert_eq!(with_whole_characters(json), whole);
        }
    }
}
