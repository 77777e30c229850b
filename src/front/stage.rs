//! Where a run is played before people: its log is told as it happens, whoever is at the terminal is
//! asked, and what was answered is on disk before anything more is shown.

use std::cell::{Cell, OnceCell, RefCell};
use std::io::{BufRead, IsTerminal};
use std::rc::Rc;

use super::app::AppError;
use super::campaign::Campaign;
use super::cli::prompt;
use super::console::Console;
use super::door;
use super::record::JournalRecord;
use super::render::events::Detail;
use super::render::teller::{ReportForm, Teller};
use super::render::value::TableBook;
use super::render::{Style, Tint, clean, clean_line};
use super::repl::ask;
use crate::engine::{DiceRequest, Event, EventKind, Log, Order, PromptRequest, RulingRequest, State, Stop};
use crate::plan::AskKind;
use crate::session::orders::PromptLine;
use crate::session::{Inputs, Person, Session, named_place, orders};

/// Writes down what a run has been answered so far.
pub(crate) struct Keeper<'a> {
    /// Where.
    pub campaign: &'a mut Campaign,
    /// What is run, as it will be kept once it is done.
    pub of: JournalRecord,
}

impl Keeper<'_> {
    /// Writes down what was answered, for good.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(&mut self, so_far: &Inputs) -> Result<(), AppError> {
        self.campaign.wait(&self.of, so_far)
    }
}

/// A run played before people.
pub(crate) struct Stage<'a> {
    console: &'a Console,
    teller: RefCell<Teller>,
    events: RefCell<Vec<Event>>,
    /// How many of the last events are of use when the run is over.
    wanted: usize,
    failed: RefCell<Option<AppError>>,
    keeper: RefCell<Option<Keeper<'a>>>,
    /// Whether what happens has been seen before.
    replaying: Rc<Cell<bool>>,
    /// Whether the person has just answered: the answer stands on the screen.
    answered: Cell<bool>,
    /// What may be changed by hand, where somebody is asked.
    places: OnceCell<Vec<String>>,
    /// How whoever is asked looks around first, and where.
    looks: Option<&'static PromptLooks>,
    aside: RefCell<Session>,
}

/// How somebody who is asked looks around before they answer.
pub(crate) struct PromptLooks {
    /// Whether a line asks to see something.
    pub is_look: fn(&mut Session, &str) -> bool,
    /// Shows it.
    pub show: fn(&Console, &mut Session, &str) -> Result<(), AppError>,
}

impl<'a> Stage<'a> {
    /// A stage for the runs of a session.
    pub(crate) fn new(console: &'a Console, detail: Detail, session: &Session) -> Stage<'a> {
        let teller = Teller::new(detail, ReportForm::Plain, console.out(), TableBook::of(session));
        Stage {
            console,
            teller: RefCell::new(teller),
            events: RefCell::default(),
            wanted: usize::MAX,
            failed: RefCell::default(),
            keeper: RefCell::default(),
            replaying: Rc::default(),
            answered: Cell::new(false),
            places: OnceCell::new(),
            looks: None,
            aside: RefCell::new(session.aside()),
        }
    }

    /// Keeps no more than the last of what happens: a run may tell a million things.
    pub(crate) fn keeping(self, wanted: usize) -> Stage<'a> {
        Stage { wanted, ..self }
    }

    /// Whoever is asked may look around.
    pub(crate) fn with_looks(self, looks: &'static PromptLooks) -> Stage<'a> {
        Stage { looks: Some(looks), ..self }
    }

    /// Writes in this form.
    pub(crate) fn in_form(self, detail: Detail, form: ReportForm, session: &Session) -> Stage<'a> {
        let look = if form == ReportForm::Markdown {
            Style { color: false, ..self.console.out() }
        } else {
            self.console.out()
        };
        Stage { teller: RefCell::new(Teller::new(detail, form, look, TableBook::of(session))), ..self }
    }

    /// Keeps what is answered.
    pub(crate) fn with_keeper(self, keeper: Option<Keeper<'a>>) -> Stage<'a> {
        Stage { keeper: RefCell::new(keeper), ..self }
    }

    /// Shows nothing while this holds.
    pub(crate) fn quiet_while(self, replaying: &Rc<Cell<bool>>) -> Stage<'a> {
        Stage { replaying: Rc::clone(replaying), ..self }
    }

    fn print(&self, text: &str) {
        if text.is_empty() || self.replaying.get() {
            return;
        }
        if let Err(error) = self.console.print(text) {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    /// Shows what was still waiting, and gives back what happened.
    ///
    /// # Errors
    /// Printing, or writing to the campaign, failed.
    pub(crate) fn end(self) -> Result<Vec<Event>, AppError> {
        let rest = self.teller.borrow_mut().rest();
        self.print(&rest);
        match self.failed.into_inner() {
            Some(error) => Err(error),
            None => Ok(self.events.into_inner()),
        }
    }

    /// Before a question: all that led to it is on disk and on the screen. Whether it may be asked.
    fn ready(&self, so_far: &Inputs) -> bool {
        let rest = self.teller.borrow_mut().before_question();
        self.print(&rest);
        let kept = self.keeper.borrow_mut().as_mut().map_or(Ok(()), |keeper| keeper.keep(so_far));
        let ready = kept.and_then(|()| self.console.let_go(true)).and_then(|()| self.console.flush());
        match ready {
            Ok(()) => true,
            Err(error) => {
                self.failed.borrow_mut().get_or_insert(error);
                false
            }
        }
    }

    /// Shows a question and reads a line, until it is more than a call for help.
    fn line(
        &self,
        so_far: &Inputs,
        question: &str,
        sign: &str,
        words: &[String],
        place: Awaited<'_>,
    ) -> Result<Option<String>, Stop> {
        if !self.ready(so_far) {
            return Ok(None);
        }
        loop {
            self.console.measure();
            self.console.remark(question);
            let words: Vec<String> = words.iter().cloned().chain(commands(self.places())).collect();
            let line = match door::out_is_terminal() && std::io::stdin().is_terminal() {
                true => ask::line(sign, words, self.console)?,
                false => self.plain_line(sign),
            };
            let Some(line) = line else { return Ok(None) };
            let typed = line.trim();
            let about_row = match place {
                Awaited::Question(_) | Awaited::Dice => false,
                Awaited::Row(_) => true,
            };
            if typed != "?" && typed != ":help" && typed != ":h" {
                if place.may_look_at(typed) && self.is_look(typed) {
                    return Err(Stop::Orders(Order::Look(typed.to_owned())));
                }
                let line = self.with_place_named(typed);
                if let Some(said) = orders::acknowledged(&line) {
                    self.console.remark(&format!("{}\n", self.console.err().tint(Tint::Dim, said)));
                }
                self.answered.set(true);
                return Ok(Some(line));
            }
            self.console.remark(&prompt::help(about_row, self.console.err()));
        }
    }

    /// A line where the screen is elsewhere.
    fn plain_line(&self, sign: &str) -> Option<String> {
        // A terminal that cannot be written to cannot answer either.
        self.console.remark(sign);
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line),
        }
    }

    fn places(&self) -> &[String] {
        self.places.get_or_init(|| self.aside.borrow().inspect().places())
    }

    fn is_look(&self, line: &str) -> bool {
        self.looks.is_some_and(|looks| (looks.is_look)(&mut self.aside.borrow_mut(), line))
    }

    /// The line as it is kept: `:set Mira hp 3` is about `mira.hp`.
    fn with_place_named(&self, line: &str) -> String {
        let change = line.strip_prefix(":set ").filter(|rest| orders::read_change(rest).is_none());
        match change.and_then(|rest| named_place(self.places(), rest)) {
            Some((place, value)) => format!(":set {place} {value}"),
            None => line.to_owned(),
        }
    }
}

/// What is asked where a line is typed.
#[derive(Clone, Copy)]
enum Awaited<'r> {
    /// A question.
    Question(&'r PromptRequest),
    /// Dice to be rolled by hand.
    Dice,
    /// A row to rule on.
    Row(&'r RulingRequest),
}

impl Awaited<'_> {
    /// Whether a line may ask to see something instead of answering.
    fn may_look_at(self, line: &str) -> bool {
        let answers = match self {
            // Dice of one roll are asked for in several lines; between two of them there is no coming back.
            Awaited::Dice => true,
            Awaited::Question(_) | Awaited::Row(_) if line.starts_with(':') => {
                !matches!(orders::read(line), PromptLine::Unknown(_))
            }
            Awaited::Question(request) => {
                request.ask == AskKind::Text
                    || line.is_empty()
                    // A number answers, though it may be none that fits.
                    || line.chars().all(|c| c.is_ascii_digit())
                    || request.accepts(&prompt::answer(request, line))
            }
            Awaited::Row(request) => orders::read_ruling(request, line).is_ok(),
        };
        !answers
    }
}

/// What may be typed at a prompt besides its answers.
fn commands(places: &[String]) -> impl Iterator<Item = String> + '_ {
    let fixed = [
        ":dice ",
        ":set dice ask",
        ":set dice seed",
        ":set referee on",
        ":set referee off",
        ":set policies ask",
        ":set policies keep",
        ":skip",
        ":undo",
        ":party",
        ":state",
        ":time",
        ":odds ",
        ":info ",
        ":help",
    ];
    let set = places.iter().map(|place| format!(":set {place} "));
    fixed.into_iter().map(str::to_owned).chain(set)
}

impl Person for &Stage<'_> {
    fn ask(&mut self, request: &PromptRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        let look = self.console.err();
        let words: Vec<String> = prompt::words(request);
        let line = self.line(
            so_far,
            &prompt::question(request, look),
            &prompt::sign(request, look),
            &words,
            Awaited::Question(request),
        )?;
        Ok(line.map(|line| prompt::answer(request, &line)))
    }

    fn dice(&mut self, request: &DiceRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        self.line(so_far, "", &prompt::dice_sign(request, self.console.err()), &[], Awaited::Dice)
    }

    fn ruling(&mut self, request: &RulingRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        let look = self.console.err();
        // The question itself says which row it is about.
        self.teller.borrow_mut().forget_row();
        let words = prompt::ruling_words(request);
        self.line(
            so_far,
            &prompt::ruling(request, look),
            &prompt::ruling_sign(look),
            &words,
            Awaited::Row(request),
        )
    }

    fn look(&mut self, state: &State, asked: &str) {
        let Some(looks) = self.looks else { return };
        let mut aside = self.aside.borrow_mut();
        aside.look_at(state);
        let shown = (looks.show)(self.console, &mut aside, asked);
        if let Err(error) = shown.and_then(|()| self.console.let_go(true)).and_then(|()| self.console.flush())
        {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    fn refused(&mut self, why: &str, help: &[String]) {
        let look = self.console.err();
        let mut out = format!("{}\n", look.tint(Tint::Warning, clean(why)));
        for help in help {
            out.push_str(&format!("  {}\n", clean_line(help)));
        }
        self.console.remark(&out);
    }
}

impl Log for &Stage<'_> {
    fn wants(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        // The answer that was typed stands behind its question.
        let typed = self.answered.replace(false) && matches!(event.kind, EventKind::Answer { .. });
        if !typed {
            let told = self.teller.borrow_mut().tell(&event);
            self.print(&told);
        }
        if self.wanted == 0 {
            return;
        }
        let mut events = self.events.borrow_mut();
        events.push(event);
        if events.len() / 2 >= self.wanted {
            let surplus = events.len() - self.wanted;
            events.drain(..surplus);
        }
    }
}
