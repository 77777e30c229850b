//! Runs that stop at each question.

use super::session::{Reply, Session};
use super::{Error, Question};

/// An entry that runs one question at a time. The session is unchanged until [`Run::finish`], and stays so
/// where the run is dropped before. After each answer the entry runs from its beginning with the same luck, so
/// that all that went before comes out as it did.
///
/// ```
/// let mut session = tablewright::Session::new(7);
/// session.load_text("cave.tw", "\
/// procedure explore()
///   ask deed: \"What next?\" from [\"search\", \"rest\"]
///   say \"You {deed}.\"
///   return d6
/// end procedure
/// ").unwrap();
///
/// let mut run = session.start("explore()").unwrap();
/// assert_eq!(run.question().unwrap().options, ["search", "rest"]);
/// assert!(run.answer("sing").is_err());
/// run.answer("search").unwrap();
/// let reply = run.finish().unwrap();
/// let said = reply.events.iter().find(|event| event.kind() == "say").unwrap();
/// assert_eq!(said.text(), "You search.");
/// ```
#[derive(Debug)]
pub struct Run<'s> {
    session: &'s mut Session,
    text: String,
    answers: Vec<(String, String)>,
    state: RunState,
}

#[derive(Debug)]
enum RunState {
    Asks(Question),
    /// What it gave, and the session with its changes.
    Done(Reply, Box<Session>),
}

impl Session {
    /// Starts an entry that stops at each question.
    ///
    /// # Errors
    /// The entry fails; the session is unchanged.
    pub fn start(&mut self, text: &str) -> Result<Run<'_>, Error> {
        Run::begin(self, text)
    }
}

impl<'s> Run<'s> {
    fn begin(session: &'s mut Session, text: &str) -> Result<Run<'s>, Error> {
        let state = ahead(session, text, &[])?;
        Ok(Run { session, text: text.to_owned(), answers: Vec::new(), state })
    }

    /// The question that is waiting; `None` once the run has ended.
    pub fn question(&self) -> Option<&Question> {
        match &self.state {
            RunState::Asks(question) => Some(question),
            RunState::Done(..) => None,
        }
    }

    /// Answers the waiting question, and runs on to the next one or to the end.
    ///
    /// # Errors
    /// The answer does not fit, and the question goes on waiting; or the run fails after it; or it has
    /// ended, and nothing is asked.
    pub fn answer(&mut self, answer: &str) -> Result<(), Error> {
        let Some(question) = self.question() else { return Err(Error::NothingAsked) };
        let mut answers = self.answers.clone();
        answers.push((question.name.clone(), answer.to_owned()));
        self.state = ahead(self.session, &self.text, &answers)?;
        self.answers = answers;
        Ok(())
    }

    /// The reply; the session takes on the changes.
    ///
    /// # Errors
    /// A question is still waiting.
    pub fn finish(self) -> Result<Reply, Error> {
        match self.state {
            RunState::Done(reply, after) => {
                *self.session = *after;
                Ok(reply)
            }
            RunState::Asks(question) => Err(Error::Asks(question)),
        }
    }
}

/// Does the text with these answers on a copy of the session; a question for which there is none is no fault.
fn ahead(session: &Session, text: &str, answers: &[(String, String)]) -> Result<RunState, Error> {
    let mut after = Box::new(session.clone());
    match after.submit_with(text, answers) {
        Ok(reply) => Ok(RunState::Done(reply, after)),
        Err(Error::Asks(question)) => Ok(RunState::Asks(question)),
        Err(error) => Err(error),
    }
}
