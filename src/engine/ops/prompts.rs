//! Prompts: what is asked, and what comes back.

use super::is_same;
use crate::base::{Num, same_text};
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::answers::Answer;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Fault, PromptRequest, Stop};
use crate::plan::{AskKind, Plan, PolicyPlan, PromptSite, Value};

impl Step<'_> {
    /// The file's own answer: run only where there is one for this prompt.
    pub(super) fn policy(&mut self, host: &mut Host<'_>, site: u32) -> Result<CodeFlow, Stop> {
        match policy_for(self.plan(), self.plan().prompt_site(site)) {
            Some(policy) => self.call(host, policy.first, 0),
            None => Ok(self.push(Value::Nothing)),
        }
    }

    /// Asks. The question, what may be answered, the default and the file's answer stay on the stack
    /// until there is an answer.
    pub(super) fn prompt(&mut self, host: &mut Host<'_>, site: u32) -> Result<CodeFlow, Stop> {
        let site = self.plan().prompt_site(site);
        let given = site.given.map(|local| self.local(local).clone());
        let given = given.filter(|value| !matches!(value, Value::Nothing | Value::Unset));
        let request = self.request(site);
        if request.ask == AskKind::From && request.options.is_empty() && request.default.is_none() {
            let fault = Fault::new(&running::EMPTY, format!("`{}` has nothing to choose from", request.name));
            return Err(fault.help("check first whether there is anything: `if party is not empty`").into());
        }
        let value = match given {
            Some(value) => self.read(&request, Answer::Value(value))?,
            None => self.answered(host, &request)?,
        };
        self.pop_many(4);
        self.tell(host, |machine| EventKind::Answer {
            name: request.name.clone(),
            question: request.question.clone(),
            value: machine.show(&value),
        });
        Ok(self.push(value))
    }

    /// The answer that makes sense. Whoever answers is asked again where one does not, if they may.
    fn answered(&mut self, host: &mut Host<'_>, request: &PromptRequest) -> Result<Value, Stop> {
        if let Some(text) = self.plan().answers.to(&request.name) {
            return self.read(request, Answer::Text(text.to_owned()));
        }
        loop {
            let Some(answer) = host.answers.answer(request)? else {
                let default = request.default.as_ref().filter(|_| self.plan().answers.defaults);
                let asks = || Stop::Asks(Box::new(request.clone()));
                return default.map(|(value, _)| value.clone()).ok_or_else(asks);
            };
            let answer = match answer {
                Answer::Order(order) => return Err(Stop::Orders(order)),
                Answer::Value(_) | Answer::Text(_) => answer,
            };
            match self.read(request, answer) {
                Err(Stop::Fault(fault)) if host.answers.again(&fault) => {}
                other => return other,
            }
        }
    }

    fn request(&self, site: &PromptSite) -> PromptRequest {
        let name = self.plan().program.prompts.get(site.prompt.index()).map(|prompt| prompt.name.clone());
        let named = |value: &Value| (value.clone(), self.show(value));
        let operand = self.peek(2).as_list().cloned();
        let operand = operand.as_deref().map_or(&[][..], |items| items);
        let bound = |at: usize| operand.get(at).cloned().unwrap_or(Value::Nothing);
        let bounds =
            if site.ask == AskKind::Number { (bound(0), bound(1)) } else { (Value::Nothing, Value::Nothing) };
        let options =
            if site.ask == AskKind::From { operand.iter().map(named).collect() } else { Vec::new() };
        let policy = self.peek(0).clone();
        PromptRequest {
            prompt: site.prompt,
            name: name.unwrap_or_default(),
            question: self.show(self.peek(3)),
            ask: site.ask,
            options,
            bounds,
            default: site.default.then(|| named(self.peek(1))),
            policy: (policy != Value::Nothing).then(|| named(&policy)),
            policy_is_own: policy_for(self.plan(), site).is_some_and(|policy| policy.is_own),
            span: self.span(),
        }
    }

    /// An answer as a value that the prompt allows.
    fn read(&self, request: &PromptRequest, answer: Answer) -> Result<Value, Stop> {
        let shown = match &answer {
            Answer::Value(value) => self.show(value),
            Answer::Text(text) => text.trim().to_owned(),
            // Orders are carried out before anything is read.
            Answer::Order(_) => String::new(),
        };
        let allowed = match request.ask {
            AskKind::From => of_options(self.plan(), request, &answer).or_else(|| request.read(&shown)),
            AskKind::Number | AskKind::YesNo | AskKind::Text => request.read(&shown),
        };
        allowed.ok_or_else(|| refused(request, &shown))
    }
}

/// What the files answer to a prompt. The last one knows of all before it.
fn policy_for<'p>(plan: &'p Plan, site: &PromptSite) -> Option<&'p PolicyPlan> {
    let prompt = plan.program.prompts.get(site.prompt.index())?;
    plan.policies.last_for(&prompt.name)
}

impl PromptRequest {
    /// Whether a text is an answer.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        self.read(text.trim()).is_some()
    }

    /// What a text answers.
    fn read(&self, text: &str) -> Option<Value> {
        match self.ask {
            AskKind::From => from_options(self, text),
            AskKind::Number => number_between(self, text),
            AskKind::YesNo => yes_no(text),
            AskKind::Text => Some(Value::text(text.to_owned())),
        }
    }
}

/// The option that a value is.
fn of_options(plan: &Plan, request: &PromptRequest, answer: &Answer) -> Option<Value> {
    let Answer::Value(value) = answer else { return None };
    let same = request.options.iter().find(|(option, _)| is_same(plan, option, value));
    same.map(|(option, _)| option.clone())
}

fn from_options(request: &PromptRequest, shown: &str) -> Option<Value> {
    // `force_door` may be answered as people write it, too.
    let spaced = |text: &str| text.replace('_', " ");
    let shown = &spaced(shown);
    let exact = request.options.iter().find(|(_, text)| same_text(&spaced(text), shown));
    if let Some((option, _)) = exact {
        return Some(option.clone());
    }
    let wanted = shown.to_lowercase();
    let mut begins =
        request.options.iter().filter(|(_, text)| spaced(text).to_lowercase().starts_with(&wanted));
    let by_start = (!wanted.is_empty()).then(|| begins.next()).flatten().filter(|_| begins.next().is_none());
    let by_place = || {
        let place: usize = shown.parse().ok()?;
        request.options.get(place.checked_sub(1)?)
    };
    by_start.or_else(by_place).map(|(option, _)| option.clone())
}

fn number_between(request: &PromptRequest, shown: &str) -> Option<Value> {
    let number: Num = shown.parse().ok()?;
    let (low, high) = &request.bounds;
    let above = low.as_number().is_none_or(|low| low <= number);
    let below = high.as_number().is_none_or(|high| number <= high);
    (above && below).then_some(Value::Number(number))
}

fn yes_no(shown: &str) -> Option<Value> {
    match shown.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" => Some(Value::YesNo(true)),
        "no" | "n" | "false" | "0" => Some(Value::YesNo(false)),
        _ => None,
    }
}

fn refused(request: &PromptRequest, shown: &str) -> Stop {
    let name = &request.name;
    let fault = Fault::new(&running::ANSWER, format!("`{shown}` is not one of the answers to `{name}`"));
    match request.ask {
        AskKind::From => {
            let options: Vec<&str> = request.options.iter().map(|(_, text)| text.as_str()).collect();
            fault.help(format!("answer one of {}", options.join(", ")))
        }
        AskKind::Number => match (request.bounds.0.as_number(), request.bounds.1.as_number()) {
            (Some(low), Some(high)) => {
                let (low, high) = (low.shown(), high.shown());
                fault.help(format!("answer a number from {low} to {high}"))
            }
            _ => fault.help("answer a number"),
        },
        AskKind::YesNo => fault.help("answer yes or no"),
        AskKind::Text => fault.help("answer with a text"),
    }
    .into()
}
