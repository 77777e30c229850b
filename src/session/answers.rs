//! Answers to prompts, from the first source that has one: what was done before, what was given
//! beforehand, the file's own policy, defaults where they are wanted, and the person. What the referee
//! orders at a prompt, dice by hand, and rulings come the same way, and are kept in the same list.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::answer_lines;
use super::at_table::{APPLY, AtTable, DICE};
use super::orders::{self, PromptLine};
use crate::dice::faces_together;
use crate::engine::{
    Answer, Answers, DiceFaces, DiceRequest, Fault, Order, PromptRequest, Ruling, RulingRequest, State, Stop,
};
use crate::plan::{AskKind, FixedAnswers, Value};

/// The name under which it is kept who rolled and who ruled at the beginning.
pub(crate) const TABLE: &str = ":table";
/// Kept where the file's own policy answered.
const POLICY: &str = ":policy";
/// The name under which an answer is kept that odds in the run take: `deed=search`.
const ODDS: &str = ":odds";

/// Inputs in order: the prompt's name, and what was answered.
pub(crate) type Inputs = Vec<(String, String)>;

/// Asks a person; `None` where there is nobody, or nobody answers. Each is told what was answered so far.
pub(crate) trait Person {
    /// The answer to a prompt, as it was typed.
    ///
    /// # Errors
    /// The person asks to stop.
    fn ask(&mut self, request: &PromptRequest, so_far: &Inputs) -> Result<Option<String>, Stop>;

    /// The faces of dice that the person rolls; an empty line leaves them to luck.
    ///
    /// # Errors
    /// The person asks to stop.
    fn dice(&mut self, request: &DiceRequest, so_far: &Inputs) -> Result<Option<String>, Stop>;

    /// What the person makes of a row.
    ///
    /// # Errors
    /// The person asks to stop.
    fn ruling(&mut self, request: &RulingRequest, so_far: &Inputs) -> Result<Option<String>, Stop>;

    /// Shows what the person asked to see of the state in play. It is theirs alone: nothing of it is kept.
    fn look(&mut self, state: &State, asked: &str) {
        let _ = (state, asked);
    }

    /// Says why what was typed makes no sense; it is asked for again.
    fn refused(&mut self, why: &str, help: &[String]);
}

/// Answers given beforehand for one prompt.
#[derive(Debug, Clone, Default)]
struct PresetAnswers {
    name: String,
    /// Each is used once.
    queue: VecDeque<String>,
    /// Used whenever the queue is empty.
    always: Option<String>,
    /// The first answer, and whether there is another one: odds need one that holds every time.
    first: Option<String>,
    differs: bool,
}

/// All sources of answers.
#[derive(Default)]
pub(crate) struct GivenAnswers<'a> {
    given: Vec<PresetAnswers>,
    /// Where those of each name stand.
    places: FxHashMap<String, usize>,
    pushed: Vec<Vec<(Arc<str>, Value)>>,
    /// What was answered in this run before, to be answered again in the same order.
    before: VecDeque<(String, String)>,
    /// Whether defaults are taken.
    pub defaults: bool,
    /// Who rolls and who rules.
    pub table: AtTable,
    /// What was answered, by the prompts' names, in order: what a journal keeps.
    pub taken: Inputs,
    /// Whom to ask.
    pub person: Option<&'a mut dyn Person>,
    /// Whether the person wants to go back to the prompt before.
    pub back: bool,
    /// Whether what was answered before is still being answered again: what happens has been shown.
    pub replaying: Rc<Cell<bool>>,
    /// Whether the last answer came from the person.
    asked_of_person: bool,
    /// The answers that hold in odds, once odds were asked.
    odds: Option<FixedAnswers>,
    /// Those that held in odds when this run was made first.
    odds_before: Inputs,
}

impl GivenAnswers<'_> {
    /// No answers.
    pub(crate) fn new() -> Self {
        GivenAnswers::default()
    }

    /// Gives an answer beforehand: `deed=search`, or `deed*=search` for every time.
    ///
    /// # Errors
    /// The text has no `=`.
    pub(crate) fn give(&mut self, pair: &str) -> Result<(), String> {
        let (name, value) =
            pair.split_once('=').ok_or_else(|| format!("`{pair}` is not an answer: write `deed=search`"))?;
        self.add(name.trim(), value.trim());
        Ok(())
    }

    /// Reads a file of answers: lines `id: value`; `id*: value` answers every time. A value in quotes with something
    /// escaped is one as JSON writes it.
    ///
    /// # Errors
    /// The line that is none.
    pub(crate) fn read(&mut self, text: &str) -> Result<(), String> {
        if text.trim_start().starts_with('{') {
            return self.read_json(text);
        }
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            // What stands for dice and rulings begins with a colon itself.
            let own = usize::from(line.starts_with(':'));
            let colon = line.get(own..).and_then(|rest| rest.find(':')).map(|at| at + own);
            let (name, value) = colon
                .and_then(|at| Some((line.get(..at)?, line.get(at + 1..)?)))
                .ok_or_else(|| format!("line {number} is not of the form `id: value`"))?;
            self.add(name.trim(), &answer_lines::read(value.trim()));
        }
        Ok(())
    }

    /// Reads answers from a JSON object, each under its id; several for one id are a list.
    fn read_json(&mut self, text: &str) -> Result<(), String> {
        let all: serde_json::Map<String, Json> =
            serde_json::from_str(text).map_err(|error| format!("it begins as JSON, but is none: {error}"))?;
        let told = |value: &Json| match value {
            Json::String(text) => Ok(text.clone()),
            Json::Number(number) => Ok(number.to_string()),
            Json::Bool(yes) => Ok(if *yes { "yes" } else { "no" }.to_owned()),
            Json::Null | Json::Array(_) | Json::Object(_) => Err(format!("`{value}` is no answer")),
        };
        for (name, value) in &all {
            match value {
                Json::Array(several) => {
                    for one in several {
                        self.add(name, &told(one)?);
                    }
                }
                one => self.add(name, &told(one)?),
            }
        }
        Ok(())
    }

    /// Gives an answer beforehand; a name with `*` at its end answers every time.
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        if name == TABLE {
            self.table = orders::read_table(value);
            return;
        }
        if name == ODDS {
            self.odds_before.extend(pair_of(value));
            return;
        }
        let (name, every) = name.strip_suffix('*').map_or((name, false), |name| (name.trim_end(), true));
        let at = self.places.get(name).copied().unwrap_or_else(|| {
            self.places.insert(name.to_owned(), self.given.len());
            self.given.push(PresetAnswers { name: name.to_owned(), ..PresetAnswers::default() });
            self.given.len() - 1
        });
        let Some(given) = self.given.get_mut(at) else { return };
        given.differs |= given.first.as_deref().is_some_and(|first| first != value);
        given.first.get_or_insert_with(|| value.to_owned());
        if every {
            given.always = Some(value.to_owned());
        } else {
            given.queue.push_back(value.to_owned());
        }
    }

    /// The same answers as they hold for odds, which ask in every branch: one for each prompt.
    ///
    /// # Errors
    /// Several answers for one prompt, or what is no answer to a prompt.
    pub(crate) fn standing(&self) -> Result<FixedAnswers, String> {
        let mut standing = FixedAnswers::default();
        standing.defaults = self.defaults;
        for given in &self.given {
            let name = &given.name;
            if name.starts_with(':') {
                let why = "odds cover every roll, without rulings";
                return Err(format!("`{name}` is not an answer to a question: {why}"));
            }
            let mut answers = given.queue.iter().chain(&given.always);
            let Some(first) = answers.next() else { continue };
            if let Some(other) = answers.find(|other| *other != first) {
                let why = "odds need one answer that holds every time";
                return Err(format!("`{name}` is answered by `{first}` and by `{other}`; {why}"));
            }
            standing.add(name, first);
        }
        Ok(standing)
    }

    /// Answers what was answered before, first and in the same order. With `shown`, what happens
    /// meanwhile has been seen.
    pub(crate) fn begin_with(&mut self, inputs: &Inputs, shown: bool) {
        let mut inputs: VecDeque<(String, String)> = inputs.iter().cloned().collect();
        if let Some((_, value)) = pop_first(&mut inputs, |(name, _)| name == TABLE) {
            self.table = orders::read_table(&value);
        }
        let (odds, inputs) = inputs.into_iter().partition::<VecDeque<_>, _>(|(name, _)| name == ODDS);
        self.odds_before.extend(odds.iter().filter_map(|(_, pair)| pair_of(pair)));
        self.before = inputs;
        self.replaying.set(shown);
    }

    /// The answers that hold in odds: those given before, and each given beforehand that is the only one of its
    /// name. They are kept with the inputs, so that the run can be made again.
    fn odds(&mut self) -> &FixedAnswers {
        if self.odds.is_none() {
            let mut standing = FixedAnswers::default();
            standing.defaults = self.defaults;
            let given = self.given.iter().filter(|given| !given.differs && !given.name.starts_with(':'));
            let given = given.filter_map(|given| Some((given.name.as_str(), given.first.as_deref()?)));
            let before = self.odds_before.iter().map(|(name, answer)| (name.as_str(), answer.as_str()));
            for (name, answer) in before.chain(given) {
                standing.add(name, answer);
            }
            self.note_table();
            let first = self.taken.iter().take_while(|(name, _)| name == TABLE).count();
            let kept = standing.all().map(|(name, answer)| (ODDS.to_owned(), format!("{name}={answer}")));
            self.taken.splice(first..first, kept.collect::<Inputs>());
            self.odds = Some(standing);
        }
        self.odds.get_or_insert_default()
    }

    /// Begins the list of what is taken.
    fn note_table(&mut self) {
        if self.taken.is_empty() && self.table != AtTable::default() {
            self.taken.push((TABLE.to_owned(), orders::write_table(self.table)));
        }
    }

    /// The next input under this name that was given before or beforehand.
    fn prepared(&mut self, name: &str) -> Option<String> {
        self.asked_of_person = false;
        if let Some((_, text)) = pop_first(&mut self.before, |(of, _)| of == name) {
            // It may have been given beforehand then, and is not to be used twice.
            if let Some(given) = self.given_to(name) {
                pop_first(&mut given.queue, |other| *other == text);
            }
            if text == orders::CAME_BACK {
                self.replaying.set(false);
            }
            return Some(text);
        }
        let given = self.given_to(name)?;
        let text = given.queue.pop_front().or_else(|| given.always.clone())?;
        self.replaying.set(false);
        Some(text)
    }

    /// What was given beforehand to this name.
    fn given_to(&mut self, name: &str) -> Option<&mut PresetAnswers> {
        self.given.get_mut(*self.places.get(name)?)
    }

    /// Notes an input.
    fn take(&mut self, name: &str, text: &str) {
        self.note_table();
        self.taken.push((name.to_owned(), text.to_owned()));
    }

    /// The answer of a file.
    fn take_policy(&mut self, name: &str, (value, _): &(Value, String)) -> Answer {
        self.take(name, POLICY);
        Answer::Value(value.clone())
    }

    /// Does with a line what it says: an answer is given back, an order carried out.
    fn heed(&mut self, name: &str, text: String, ask: AskKind) -> Result<Result<Answer, String>, Stop> {
        match orders::read(&text) {
            PromptLine::Answer => {
                self.take(name, &text);
                Ok(Ok(Answer::Text(text)))
            }
            // An answer in words may begin with a colon.
            PromptLine::Unknown(_) if ask == AskKind::Text => {
                self.take(name, &text);
                Ok(Ok(Answer::Text(text)))
            }
            PromptLine::Unknown(why) => Ok(Err(why)),
            PromptLine::Order(Order::Back) => self.go_back().map(Err),
            PromptLine::Order(order) => {
                self.take(name, &text);
                Ok(Ok(Answer::Order(order)))
            }
            PromptLine::Table(change) => {
                self.take(name, &text);
                change.put(&mut self.table);
                Ok(Ok(Answer::Order(Order::Again)))
            }
        }
    }

    /// Ends the run, to come back to the prompt before; says why where there is none.
    fn go_back(&mut self) -> Result<String, Stop> {
        if self.taken.iter().all(|(name, text)| name == TABLE || name == ODDS || text == orders::CAME_BACK) {
            return Ok("there is no question before this one; Ctrl-C leaves the entry".to_owned());
        }
        self.back = true;
        Err(Stop::Orders(Order::Back))
    }

    /// The inputs up to the prompt before the last one that was answered, to begin with again.
    pub(crate) fn inputs_before(mut self) -> Inputs {
        while self.taken.pop_if(|(_, text)| text == orders::CAME_BACK).is_some() {}
        if let Some((name, _)) = self.taken.pop() {
            self.taken.push((name, orders::CAME_BACK.to_owned()));
        }
        self.taken
    }

    /// The prompts whose answers were not all used: their names, what was not used, and how often each was asked.
    pub(crate) fn left_over(&self) -> Vec<(&str, Vec<&str>, usize)> {
        let odds_took = |name: &str| self.odds.as_ref().is_some_and(|odds| odds.was_asked(name));
        let left = self.given.iter().filter(|given| !given.queue.is_empty() && !odds_took(&given.name));
        let mut taken: FxHashMap<&str, usize> = FxHashMap::default();
        for (name, _) in &self.taken {
            *taken.entry(name).or_default() += 1;
        }
        let asked = |given: &PresetAnswers| taken.get(given.name.as_str()).copied().unwrap_or(0);
        left.map(|given| {
            (given.name.as_str(), given.queue.iter().map(String::as_str).collect(), asked(given))
        })
        .collect()
    }

    /// Asks the person until a line makes sense.
    fn ask_person<T>(
        &mut self,
        ask: impl Fn(&mut dyn Person, &Inputs) -> Result<Option<String>, Stop>,
        mut read: impl FnMut(&mut Self, String) -> Result<Result<T, String>, Stop>,
    ) -> Result<Option<T>, Stop> {
        loop {
            self.replaying.set(false);
            self.asked_of_person = true;
            self.note_table();
            let Some(person) = &mut self.person else { return Ok(None) };
            let Some(text) = ask(&mut **person, &self.taken)? else { return Ok(None) };
            match read(self, text)? {
                Ok(value) => return Ok(Some(value)),
                Err(why) => {
                    if let Some(person) = &mut self.person {
                        person.refused(&why, &[]);
                    }
                }
            }
        }
    }

    /// Reads a line of faces; `-` is a face that luck decides, and so are all that are missing. Those of dice with six
    /// sides may be written together: `34`.
    fn faces(request: &DiceRequest, text: &str) -> Result<Vec<Option<u64>>, String> {
        let words = text.split([',', ' ', ';']).filter(|word| !word.is_empty());
        let is_six = request.faces == DiceFaces::Sides(6);
        let apart = |word: &str| match faces_together(word).filter(|_| is_six) {
            Some(faces) => faces.iter().map(u8::to_string).collect(),
            None => vec![word.to_owned()],
        };
        let words: Vec<String> = words.flat_map(apart).collect();
        if words.len() > request.count {
            let (count, die) = (request.count, &request.die);
            return Err(format!("{count}{die} rolled, but you gave {} faces", words.len()));
        }
        let face = |word: &String| match word.as_str() {
            "-" => Ok(None),
            word => request.faces.read(word).map(Some).ok_or_else(|| {
                format!(
                    "`{word}` is not a face of a {}: its faces are {}",
                    request.die,
                    request.faces.in_words()
                )
            }),
        };
        words.iter().map(face).collect()
    }
}

/// `deed=search` as a name and an answer.
fn pair_of(pair: &str) -> Option<(String, String)> {
    pair.split_once('=').map(|(name, answer)| (name.to_owned(), answer.to_owned()))
}

/// Takes the first one, if it is this.
fn pop_first<T>(queue: &mut VecDeque<T>, is: impl Fn(&T) -> bool) -> Option<T> {
    if queue.front().is_some_and(is) { queue.pop_front() } else { None }
}

impl Answers for GivenAnswers<'_> {
    fn answer(&mut self, request: &PromptRequest) -> Result<Option<Answer>, Stop> {
        let pushed = self.pushed.iter().rev().flatten().find(|(name, _)| *name == request.name);
        if let Some((_, value)) = pushed {
            return Ok(Some(Answer::Value(value.clone())));
        }
        if let Some(text) = self.prepared(&request.name) {
            if let (POLICY, Some(policy)) = (text.as_str(), &request.policy) {
                return Ok(Some(self.take_policy(&request.name, policy)));
            }
            return match self.heed(&request.name, text, request.ask)? {
                Ok(answer) => Ok(Some(answer)),
                Err(why) => Err(Fault::new(&crate::diag::codes::running::ANSWER, why).into()),
            };
        }
        let asks_anyway = self.table.policies && !request.policy_is_own;
        if let (false, Some(policy)) = (asks_anyway, &request.policy) {
            return Ok(Some(self.take_policy(&request.name, policy)));
        }
        if let (true, Some((value, text))) = (self.defaults, &request.default) {
            self.take(&request.name, text);
            return Ok(Some(Answer::Value(value.clone())));
        }
        // What the rule-set would answer is what Enter alone answers.
        let offered = PromptRequest {
            default: request.policy.clone().or_else(|| request.default.clone()),
            ..request.clone()
        };
        let ask = |person: &mut dyn Person, so_far: &Inputs| person.ask(&offered, so_far);
        let said = self.ask_person(ask, |this, text| this.heed(&request.name, text, request.ask))?;
        Ok(said.or_else(|| Some(self.take_policy(&request.name, request.policy.as_ref()?))))
    }

    fn for_odds(&mut self, shown: &dyn Fn(&Value) -> String) -> Option<FixedAnswers> {
        let pushed: Vec<(Arc<str>, String)> = self
            .pushed
            .iter()
            .rev()
            .flatten()
            .map(|(name, value)| (Arc::clone(name), shown(value)))
            .collect();
        self.odds().after(pushed.into_iter())
    }

    fn push(&mut self, answers: Vec<(Arc<str>, Value)>) {
        self.pushed.push(answers);
    }

    fn pop(&mut self) {
        self.pushed.pop();
    }

    fn again(&mut self, why: &Fault) -> bool {
        let Some(person) = self.person.as_mut().filter(|_| self.asked_of_person) else { return false };
        person.refused(&why.message, &why.help);
        self.taken.pop();
        true
    }

    fn look(&mut self, state: &State, asked: &str) {
        if let Some(person) = &mut self.person {
            person.look(state, asked);
        }
    }

    fn rolls_by_hand(&self) -> bool {
        self.table.dice
    }

    fn dice(&mut self, request: &DiceRequest) -> Result<Vec<Option<u64>>, Stop> {
        let mut faces = Vec::new();
        while faces.len() < request.count {
            let rest = DiceRequest { count: request.count - faces.len(), ..request.clone() };
            if let Some(text) = self.prepared(DICE) {
                if text == orders::CAME_BACK {
                    self.take(DICE, &text);
                    return Err(Stop::Orders(Order::CameBack));
                }
                let read = Self::faces(&rest, &text)
                    .map_err(|why| Fault::new(&crate::diag::codes::running::WRONG_DIE, why))?;
                self.take(DICE, &text);
                faces.extend(read);
                continue;
            }
            let ask = |person: &mut dyn Person, so_far: &Inputs| person.dice(&rest, so_far);
            let given = self.ask_person(ask, |this, text| match orders::read(&text) {
                PromptLine::Order(Order::Back) => this.go_back().map(Err),
                PromptLine::Answer => Ok(Self::faces(&rest, &text).map(|read| {
                    // An empty line leaves what is missing to luck.
                    let read = if read.is_empty() { vec![None; rest.count] } else { read };
                    this.take(DICE, &orders::write_faces(&read, &text));
                    read
                })),
                PromptLine::Order(_) | PromptLine::Table(_) | PromptLine::Unknown(_) => {
                    Ok(Err("type faces, nothing, or `:undo`".to_owned()))
                }
            })?;
            match given {
                Some(given) => faces.extend(given),
                None => return Err(Stop::Asks(Box::new(orders::as_prompt(&rest)))),
            }
        }
        Ok(faces)
    }

    fn rules(&self) -> bool {
        self.table.referee
    }

    fn ruling(&mut self, request: &RulingRequest) -> Result<Ruling, Stop> {
        let said = |this: &mut Self, text: String| match orders::read_ruling(request, &text) {
            Ok(ruling) => {
                this.take(APPLY, &orders::write_ruling(ruling));
                Ok(Ok(ruling))
            }
            Err(why) => match this.heed(APPLY, text, AskKind::From)? {
                Ok(Answer::Order(order)) => Err(Stop::Orders(order)),
                // It is no order, and was no ruling.
                Ok(Answer::Text(_) | Answer::Value(_)) => {
                    this.taken.pop();
                    Ok(Err(why))
                }
                Err(why) => Ok(Err(why)),
            },
        };
        if let Some(text) = self.prepared(APPLY) {
            return said(self, text)?
                .map_err(|why| Fault::new(&crate::diag::codes::running::ANSWER, why).into());
        }
        let ask = |person: &mut dyn Person, so_far: &Inputs| person.ruling(request, so_far);
        self.ask_person(ask, said)?.ok_or_else(|| Stop::Asks(Box::new(orders::ruling_as_prompt(request))))
    }
}
