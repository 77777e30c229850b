//! An entry that is typed line by line. Whether it is whole is asked after each line, and to read all of it each
//! time would cost the square of its length.

use super::Session;
use crate::syntax::{self, Verdict};

/// With fewer lines, all of it is read.
const MIN_LINES: usize = 48;
/// So many lines at both ends always count: the first ones say what it is, the last ones go on.
const ENDS: usize = 8;
/// Fewer lines than this are not worth leaving out.
const LEAST: usize = 4;

/// The lines of an entry so far.
#[derive(Debug, Default)]
pub(crate) struct Typing {
    text: String,
    /// The lines that it is judged by: those without which other things would be open at its end.
    telling: Vec<String>,
    /// Whether these are not all.
    shortened: bool,
    /// With so many of them, it is tried to leave some out.
    next_try: usize,
}

impl Typing {
    /// All that was typed.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Adds a line.
    pub(crate) fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.telling.push(line.to_owned());
    }

    /// Takes this for all that was typed.
    pub(crate) fn become_text(&mut self, text: &str) {
        let added = text.strip_prefix(&self.text).and_then(|rest| rest.strip_prefix('\n'));
        match added.filter(|line| !self.text.is_empty() && !line.contains('\n')) {
            Some(line) => self.push(line),
            None if self.text == text => {}
            None => {
                *self = Typing::default();
                text.split('\n').for_each(|line| self.push(line));
            }
        }
    }

    /// All that was typed; nothing has been typed afterwards.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(self).text
    }

    /// Whether it is whole, goes on, or is broken.
    pub(crate) fn judge(&mut self, session: &Session) -> Verdict {
        if !self.shortened {
            let verdict = session.judge(&self.text);
            if verdict == Verdict::Incomplete {
                self.shorten();
            }
            return verdict;
        }
        if session.judge(&self.telling.join("\n")) == Verdict::Incomplete {
            self.shorten();
            return Verdict::Incomplete;
        }
        // It is at its end, and all of it decides.
        let verdict = session.judge(&self.text);
        if verdict == Verdict::Incomplete {
            self.telling = self.text.split('\n').map(str::to_owned).collect();
            self.shortened = false;
            self.next_try = self.telling.len().saturating_mul(2);
        }
        verdict
    }

    /// Leaves out lines from the middle, in ever smaller pieces, as long as the same is open at the end.
    fn shorten(&mut self) {
        if self.telling.len() < self.next_try.max(MIN_LINES) {
            return;
        }
        let open = open_at_end(&self.telling);
        let mut piece = self.telling.len() - 2 * ENDS;
        while piece >= LEAST {
            let mut at = ENDS;
            while at + piece + ENDS <= self.telling.len() {
                let mut rest = self.telling.clone();
                rest.drain(at..at + piece);
                if open_at_end(&rest) == open {
                    self.telling = rest;
                    self.shortened = true;
                } else {
                    at += piece;
                }
            }
            piece /= 2;
        }
        self.next_try = self.telling.len().saturating_mul(2);
    }
}

/// What is open at the end of an entry, as its reports say.
fn open_at_end(lines: &[String]) -> (Verdict, Vec<(&'static str, String)>) {
    let read = syntax::parse_untold(&lines.join("\n"));
    let said = read.diagnostics.into_iter().map(|report| (report.code, report.message));
    (read.verdict, said.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::RollSeed;

    /// Every text, line by line, has the verdicts that it has as a whole.
    #[test]
    fn each_line_is_judged_as_the_whole_would_be() {
        let session = Session::new(RollSeed::new(1));
        let lines = |count: usize, line: &dyn Fn(usize) -> String| (1..=count).map(line).collect::<Vec<_>>();
        let in_frame = |head: &str, body: Vec<String>, end: &str| {
            let mut all: Vec<String> = head.lines().map(str::to_owned).collect();
            all.extend(body);
            all.extend(end.lines().map(str::to_owned));
            all
        };
        let rows = lines(150, &|n| format!("- row {n}"));
        let mut broken = rows.clone();
        broken[120] = "- {half".to_owned();
        let keyed = lines(150, &|n| format!("{n} | row {n}"));
        let ifs = lines(60, &|_| "if 1 == 1".to_owned());
        let blocks: Vec<String> =
            lines(60, &|n| format!("if {n} == 1\nsay \"{n}\"\nelse\nsay \"no\"\nend if"))
                .iter()
                .flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>())
                .collect();
        let entries = [
            in_frame("table big", rows.clone(), ""),
            in_frame("table big", broken, ""),
            in_frame("## What it is.\ntable big rolls d150", keyed.clone(), "end table"),
            in_frame("table big: d150\nd150 | what\n", keyed, "end table"),
            in_frame("procedure p()", blocks.clone(), "end procedure"),
            in_frame("procedure p()\nif 1 == 1", blocks, "end if\nend procedure"),
            in_frame(
                "procedure p()",
                ifs.clone(),
                &["end if\n".repeat(60), "end procedure".to_owned()].concat(),
            ),
            in_frame("procedure p()\nlet all = [", lines(150, &|n| format!("{n},")), "1]\nend procedure"),
            in_frame("", lines(150, &|n| format!("{n} +")), "1"),
            in_frame("procedure p()", ifs, "end table"),
        ];
        for entry in entries {
            let mut typing = Typing::default();
            for line in &entry {
                typing.push(line);
                let verdict = typing.judge(&session);
                assert_eq!(verdict, session.judge(typing.text()), "{}", typing.text());
                if verdict != Verdict::Incomplete {
                    break;
                }
            }
        }
    }

    #[test]
    fn what_is_judged_stays_short() {
        let session = Session::new(RollSeed::new(1));
        let mut typing = Typing::default();
        typing.push("procedure p()");
        for n in 0..2_000 {
            typing.push(&format!("say \"line {n}\""));
            assert_eq!(typing.judge(&session), Verdict::Incomplete);
            assert!(typing.telling.len() <= 2 * MIN_LINES, "{n}");
        }
        typing.become_text(&format!("{}\nend procedure", typing.text().to_owned()));
        assert_eq!(typing.judge(&session), Verdict::Complete);
        assert_eq!(typing.take().lines().count(), 2_002);
        typing.become_text("d6");
        assert_eq!((typing.judge(&session), typing.text()), (Verdict::Complete, "d6"));
    }
}
