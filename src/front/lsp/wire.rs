//! The editor's messages over standard input and output. What comes is not trusted: a header says how long a message
//! is, and room is made for no more than an editor would send.

use std::io::{self, BufRead, Read, Write};
use std::thread::JoinHandle;

use lsp_server::{Connection, Message};

use crate::front::door;

/// A message is no longer, in bytes.
const MAX_MESSAGE_BYTES: u64 = 64 << 20;
/// The lines before a message are no longer, in bytes.
const LONGEST_HEAD: u64 = 8 << 10;

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
        let reader = named("reader").spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(message) = read(&mut input)? {
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

/// The next message; nothing where the editor is gone.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = length_in(&mut input.by_ref().take(LONGEST_HEAD))? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        return Err(broken(format!("a message has {length} bytes, and {MAX_MESSAGE_BYTES} are the most")));
    }
    let head = format!("Content-Length: {length}\r\n\r\n");
    Message::read(&mut head.as_bytes().chain(input.take(length)))
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
        assert!(matches!(of(&message), Ok(Some(Message::Notification(told))) if told.method == "hi"));
        assert!(matches!(of(""), Ok(None)));
        for (text, why) in [
            ("Content-Length: 4000000000\r\n\r\n{}", "67108864 are the most"),
            ("Content-Length: -1\r\n\r\n", "`-1` is no length"),
            ("\r\n", "no Content-Length"),
            ("a".repeat(1_000_000).as_str(), "malformed header"),
        ] {
            let said = of(text).expect_err("it is refused").to_string();
            assert!(said.contains(why) && said.len() < 200, "{said}");
        }
        assert!(of("Content-Length: 100\r\n\r\n{}").is_err());
    }
}
