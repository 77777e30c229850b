//! Names that mean nothing, and what was probably meant: only what may stand at that place.

use super::NameResolver;
use super::calls_of_others::{CallOfOthers, call_of_others, function_of_others};
use super::dashed::Dashed;
use super::die_names::dice_of_names;
use super::without_nothing;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Span, likely_of, near_names, some_of};
use crate::check::Workspace;
use crate::check::kinds::wanted_word;
use crate::check::parts::fields_of;
use crate::check::program::{Kind, Param, ProcId, TableId};
use crate::check::reading::SourceReader;
use crate::check::scope::{BareWords, BodyPlace, NameMeaning, Scope, Want};
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::modules::shipped_with;
use crate::syntax::ast::{self, Name};
use crate::syntax::{self, brought, words};

/// What stands behind a name, and so tells what kind of name it can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// `(`: something that is called.
    Arguments,
    /// `.`: something with parts.
    Part,
    /// Anything else: a value.
    Other,
}

/// What is asked about something unrolled, and reads like a function.
const QUESTIONS: [&str; 5] = ["chance", "check", "contest", "edge", "mean"];

/// The report on a word that begins a line, or on a function without its brackets, where nothing has that name.
fn bare_word(name: &Name) -> Option<Diagnostic> {
    let text = &name.text;
    let is_function = QUESTIONS.contains(&&**text)
        || crate::check::BUILTINS.iter().any(|info| info.names.contains(&&**text));
    let no_word = |help: &str| (format!("there is no `{text}`"), help.to_owned());
    if let Some(block) = syntax::slip_of_end(text) {
        let message = format!("`{text}` closes nothing: no block is open here");
        let help = match &*block {
            "" => "`end` closes a block, such as `if` or `procedure`, below its lines".to_owned(),
            block => format!("`end {block}` closes a `{block}`, below its lines"),
        };
        return Some(Diagnostic::error(&codes::names::UNKNOWN, name.span, message).help(help));
    }
    let (message, help) = match words::example(text) {
        None if &**text == "break" => no_word(
            "a loop ends by its condition, `repeat until …`; `skip` goes on with the next pass, `stop` ends the procedure",
        ),
        None if &**text == "continue" => no_word("`skip` goes on with the next pass of a loop"),
        Some(example) => (format!("`{text}` needs more after it"), format!("for example `{example}`")),
        None if is_function => {
            (format!("`{text}` is a function"), format!("give it something in brackets: `{text}(…)`"))
        }
        None => return None,
    };
    Some(Diagnostic::error(&codes::names::UNKNOWN, name.span, message).help(help))
}

/// What other languages call yes, no and nothing.
fn word_of_others(name: &Name, message: &str) -> Option<Diagnostic> {
    let other = [
        ("true", "yes"),
        ("false", "no"),
        ("on", "yes"),
        ("off", "no"),
        ("null", "nothing"),
        ("none", "nothing"),
        ("nil", "nothing"),
    ];
    let (_, ours) = other.iter().find(|(theirs, _)| name.text.eq_ignore_ascii_case(theirs))?;
    let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
    Some(report.surely(format!("write `{ours}`"), name.span, *ours))
}

/// A name, or a number, as it is, and anything else with quotes.
fn bare_or_quoted(near: &str) -> String {
    let bare = near.split('.').all(|part| words::is_name(part) || part.parse::<u32>().is_ok());
    if bare { near.to_owned() } else { format!("\"{near}\"") }
}

/// What to do about a name where nothing like it is known.
fn help_without_guess(scope: &Scope, name: &Name, behind: Behind, words: &[String], called: bool) -> String {
    let name = &name.text;
    if called {
        format!("define it first: `fn {name}(…) = …`")
    } else if !words.is_empty() {
        format!("expected {}", some_of(words))
    } else if matches!(scope.place, BodyPlace::Effect | BodyPlace::Table) {
        format!(
            "define it, as with `table {name}`; of what is named where a table is rolled, a row sees only what the table is given: `table …({name})` on its line"
        )
    } else if scope.in_text {
        "define it, or take the braces away if it is meant as text".to_owned()
    } else if behind == Behind::Part {
        format!("define `{name}` first: as a hero of the party, a table, or a value with `let`")
    } else {
        format!("for text, use quotes: \"{name}\"")
    }
}

/// The name of a row by itself, asked of the tables that have it.
fn asked_of(report: Diagnostic, name: &Name, tables: &[String]) -> Diagnostic {
    tables.iter().fold(report, |report, table| {
        let asked = format!("{table} is {}", name.text);
        report.fix(format!("write `{asked}`: it is a row of `{table}`"), name.span, asked)
    })
}

impl NameResolver<'_, '_> {
    /// Reports a name that means nothing here, with what was probably meant.
    pub(crate) fn unknown_name(&mut self, name: &Name, want: &Want) {
        let word = wanted_word(&want.kind);
        let message = match word {
            Some(scale) => {
                let kind = self.cx.ws.program.describe(&Kind::Word(scale));
                format!("`{}` is neither {kind} nor a name", name.text)
            }
            None => format!("`{}` is not defined", name.text),
        };
        if self.cx.reports.are_many() {
            return self.cx.report(Diagnostic::error(&codes::names::UNKNOWN, name.span, message));
        }
        match self.part_of_dashed(name) {
            Some(Dashed::First(report)) => return self.cx.report(report),
            Some(Dashed::Later) => return,
            None => {}
        }
        if let Some(report) = self.timer_alone(name).or_else(|| self.known_elsewhere(name, &message)) {
            return self.cx.report(report);
        }
        if let Some(report) = self.written_together(name, &message) {
            return self.cx.report(report);
        }
        let after = self.cx.reading.after(name.span);
        let begins = self.cx.reading.before(name.span).trim().is_empty();
        let alone = begins && after.trim().is_empty();
        // Where only a word of one list will do, what a rule-set defines is no help; a slip in a name of one's own is
        // as likely.
        let shipped = if word.is_none() { self.shipped(name, alone) } else { None };
        if shipped.is_some() && !self.is_near_own(name) {
            return shipped.into_iter().for_each(|report| self.cx.report(report));
        }
        let mut report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        if let Some(help) = self.cx.reading.unread_in_note(&name.text, alone) {
            return self.cx.report(report.help(help));
        }
        let words = self.words_wanted(want);
        let names = self.names_like(name);
        let all = words.iter().chain(&names).map(String::as_str).filter(|known| *known != &*name.text);
        let mut alike = all.clone().filter(|known| known.eq_ignore_ascii_case(&name.text));
        if let (Some(only), None) = (alike.next(), alike.next()) {
            let title = format!("write `{only}`");
            return self.cx.report(report.surely(title, name.span, only));
        }
        let mut near = near_names(&name.text, all);
        if near.is_empty() {
            near.extend(likely_of(&name.text, words.iter().map(String::as_str)).map(str::to_owned));
        }
        if let Some(fix) = self.asked_of_its_column(name, want) {
            report.fixes.push(fix);
            return self.cx.report(report);
        }
        let homes = self.homes_of(name, want);
        let typed = self.typed_params(name, want);
        if let Some((_, typed)) = typed.first() {
            report = report.help(format!("declare what it may be: `{typed}`"));
        }
        for (at, typed) in &typed {
            report = report.fix(format!("write `{typed}`"), *at, typed.clone());
        }
        let mut report = match () {
            () if !homes.is_empty() => self.cx.reading.word_at_home(report, name, &homes),
            () if !typed.is_empty() => report,
            () if without_nothing(&want.kind) == Kind::Text && near.is_empty()
                || self.is_text_of_a_row(name) =>
            {
                report.fix(format!("write `\"{}\"`", name.text), name.span, format!("\"{}\"", name.text))
            }
            () if near.is_empty() => {
                let tables = if alone { self.tables_with_row(name, 3) } else { Vec::new() };
                self.without_near(asked_of(report, name, &tables), name, &words, &after)
            }
            () => {
                near.iter().fold(report, |report, near| report.did_you_mean(bare_or_quoted(near), name.span))
            }
        };
        report.fixes.extend(shipped.into_iter().flat_map(|shipped| shipped.fixes));
        self.cx.report(report);
    }

    /// A timer has no value of its own: what can be asked is how long it has left, and that of whoever has it.
    fn timer_alone(&self, name: &Name) -> Option<Diagnostic> {
        let timer = self.cx.ws.timer_known(self.scope, name)?;
        let timer = self.cx.ws.program.timers.get(timer.index())?;
        let message = format!("`{}` is a timer", name.text);
        let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        let left = format!("{}.left", name.text);
        Some(match timer.each {
            false => report.fix(format!("the time it has left: `{left}`"), name.span, left),
            true => {
                report.help(format!("each has its own: for example `ash.{left}` is the time it has left"))
            }
        })
    }

    /// The word of the language that stands alone on its line, and that a name alone on its line is a slip of: `esle`.
    fn slip_of_line(&self, name: &Name, message: &str) -> Option<Diagnostic> {
        const ALONE: [&str; 5] = ["else", "end", "skip", "stop", "return"];
        let in_block =
            self.scope.place != BodyPlace::Top && self.cx.reading.after(name.span).trim().is_empty();
        let alone = in_block && self.cx.reading.before(name.span).trim().is_empty();
        let word = ALONE.into_iter().find(|word| alone && words::is_slip(&name.text, word))?;
        let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        Some(report.fix(format!("write `{word}`"), name.span, word))
    }

    /// The report on a name of a rule-set that is not used; one's own file is none.
    fn shipped(&mut self, name: &Name, alone: bool) -> Option<Diagnostic> {
        let is_loaded = self.cx.ws.program.modules.iter().any(|module| *module.name == *name.text);
        if is_loaded { None } else { self.cx.reading.shipped_name(name, alone) }
    }

    /// Whether a name stands where a list of words does: `choose deed: "…" from deeds`.
    fn is_asked_from(&self, name: &Name) -> bool {
        self.cx.reading.before(name.span).trim_end().ends_with(" from")
    }

    /// Whether a name is nearly one that the user's own text defines.
    fn is_near_own(&mut self, name: &Name) -> bool {
        let ws = &*self.cx.ws;
        let own = ws.names_of_own(self.scope.module);
        let lists = ws.scales_in_reach(self.scope.module).into_iter();
        let lists = lists.filter(|_| self.is_asked_from(name)).map(|id| ws.program.scale_name(id));
        let names: Vec<&str> =
            self.scope.local_names().chain(own.iter().map(|name| &**name)).chain(lists).collect();
        self.cx.reports.may_compare(own.len()) && !near_names(&name.text, names.into_iter()).is_empty()
    }

    /// The report on a name that is like none that is known.
    fn without_near(&self, report: Diagnostic, name: &Name, words: &[String], after: &str) -> Diagnostic {
        if !report.fixes.is_empty() {
            return report;
        }
        if let Some(report) = self.sheet_number(name, &report) {
            return report;
        }
        let behind = self.cx.reading.behind(name);
        let guess = || help_without_guess(self.scope, name, behind, words, after.starts_with('('));
        report.help(self.field_of_somebody(name).unwrap_or_else(guess))
    }

    /// `nd6` of an `n`, and `x2` of an `x`: what is written together as one name.
    fn written_together(&mut self, name: &Name, message: &str) -> Option<Diagnostic> {
        let report = || Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        if let Some(dice) = dice_of_names(self.cx.ws, self.scope, &name.text) {
            return Some(report().surely(format!("write `{dice}`"), name.span, dice));
        }
        if let Some(apart) = self.glued(name) {
            return Some(report().surely(format!("write `{apart}`"), name.span, apart));
        }
        if let Some(kept) = self.kept_of(name) {
            return Some(report().fix(format!("write `{kept}`"), name.span, kept));
        }
        let product = self.factor_behind(name)?;
        Some(report().fix(format!("write `{product}`"), name.span, product))
    }

    /// `notempty`, and `expectis_hurt(3)` at the beginning of a line: a word of the language without the blank behind
    /// it, before a name that is known.
    fn glued(&self, name: &Name) -> Option<String> {
        let begins = self.cx.reading.before(name.span).trim().is_empty();
        let is_known = |rest: &str| {
            matches!(rest, "nothing" | "yes" | "no" | "empty")
                || self.scope.local_names().any(|local| local == rest)
                || !self.cx.ws.named(self.scope.module, rest).is_empty()
                || QUESTIONS.contains(&rest)
                || crate::check::BUILTINS.iter().any(|info| info.names.contains(&rest))
        };
        let (word, rest) =
            words::glued(&name.text).find(|(word, rest)| (begins || *word == "not") && is_known(rest))?;
        Some(format!("{word} {rest}"))
    }

    /// `poolkh2` of a `pool`: what is kept of a name stands behind brackets.
    fn kept_of(&self, name: &Name) -> Option<String> {
        let digits = name.text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let head = name.text.strip_suffix(digits).filter(|_| digits.bytes().all(|c| c.is_ascii_digit()))?;
        let of = ["kh", "kl", "dh", "dl"].iter().find_map(|operator| head.strip_suffix(operator))?;
        let is_known = self.scope.local_names().any(|local| local == of)
            || !self.cx.ws.named(self.scope.module, of).is_empty();
        (is_known && !digits.is_empty()).then(|| format!("({of}){}", &name.text[of.len()..]))
    }

    /// `moor where encounter is wolves`: the name of a row is asked of the row, not of the column with its dice.
    fn asked_of_its_column(&mut self, name: &Name, want: &Want) -> Option<Fix> {
        let BareWords::Cells(table, 0) = want.words else { return None };
        self.cx.row_name(table, &name.text)?;
        let column = Arc::clone(&self.cx.info(table).columns.first()?.name);
        let before = self.cx.reading.before(name.span);
        let asked = before.trim_end();
        let asked = asked.strip_suffix(" not").unwrap_or(asked).strip_suffix(" is")?.trim_end();
        let rest = asked.strip_suffix(&*column)?;
        if rest.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let back = |to: &str| name.span.start.checked_sub(u32::try_from(before.len() - to.len()).ok()?);
        let (from, text) = match rest.strip_suffix('.') {
            Some(row) => (row, ""),
            None => (rest, "it"),
        };
        let span = Span { start: back(from)?, end: back(asked)?, ..name.span };
        let shown = if text.is_empty() { from.rsplit(' ').next().unwrap_or_default() } else { text };
        let title = format!("ask the row itself: `{shown} is {}`", name.text);
        Some(Fix { title, edits: vec![Edit { span, text: text.into() }], certainty: Certainty::Likely })
    }

    /// The words that may stand at a place, unless names were compared with so many that it is enough.
    fn words_wanted(&mut self, want: &Want) -> Vec<String> {
        if !self.cx.reports.may_compare(0) {
            return Vec::new();
        }
        let scale = wanted_word(&want.kind).and_then(|scale| self.cx.ws.program.scales.get(scale.index()));
        let mut words: Vec<String> =
            scale.into_iter().flat_map(|scale| &scale.words).map(|word| word.to_string()).collect();
        words.extend(self.cx.words_for(want));
        if let Kind::Row(table) = want.kind {
            let table = self.cx.ws.program.table(table);
            let places: FxHashMap<&str, usize> =
                (0..).zip(&table.rows).map(|(at, row)| (&*row.name, at)).collect();
            words.sort_by_key(|word| places.get(&**word).copied().unwrap_or(usize::MAX));
        }
        self.cx.reports.may_compare(words.len());
        words
    }

    /// Where a word stands in another list, with the list before it; a few at most. None where only one list will
    /// do, or no word.
    fn homes_of(&self, name: &Name, want: &Want) -> Vec<String> {
        let kind = without_nothing(&want.kind);
        let other_kind = matches!(kind, Kind::Text | Kind::Number | Kind::Quantity(_) | Kind::YesNo);
        if wanted_word(&want.kind).is_some() || other_kind || want.words.is_one_list() {
            return Vec::new();
        }
        let program = &self.cx.ws.program;
        let lists = self.cx.ws.scales_in_reach(self.scope.module).into_iter();
        let has_it = lists.filter(|id| program.word_of(*id, &name.text).is_some());
        has_it.map(|id| format!("{}.{}", program.scale_name(id), name.text)).take(3).collect()
    }

    /// The report on a name that other languages or other programs give to something.
    fn known_elsewhere(&self, name: &Name, message: &str) -> Option<Diagnostic> {
        let reading = &self.cx.reading;
        let brought = || reading.may_be_brought(name.span).then(|| reading.brought_here(name.span)).flatten();
        let called = || {
            let text = format!("{}{}", name.text, reading.after(name.span));
            let CallOfOthers { length, ours, sure } = call_of_others(&text)?;
            let end = name.span.start as usize + length;
            let whole = Span::new(name.span.source, name.span.start as usize, end);
            let report = Diagnostic::error(&codes::names::UNKNOWN, whole, message);
            let title = format!("write `{ours}`");
            Some(if sure { report.surely(title, whole, ours) } else { report.fix(title, whole, ours) })
        };
        word_of_others(name, message)
            .or_else(|| function_of_others(name, &reading.after(name.span), message))
            .or_else(brought)
            .or_else(called)
            .or_else(|| self.slip_of_line(name, message))
            .or_else(|| bare_word(name))
    }

    /// A parameter that does not say its kind, with a kind that has this word: `sky: weather`.
    fn typed_params(&mut self, name: &Name, want: &Want) -> Vec<(Span, String)> {
        const MOST: usize = 3;
        let BareWords::Anything(Some(param)) = want.words else { return Vec::new() };
        let Some((param, at)) =
            self.scope.local(param).and_then(|param| Some((param.name.clone(), param.span?)))
        else {
            return Vec::new();
        };
        let scales = self.cx.ws.scales_in_reach(self.scope.module).into_iter();
        let with_word = scales.filter(|id| self.cx.ws.program.exact_word(*id, &name.text).is_some());
        let mut kinds: Vec<String> =
            with_word.map(|id| self.cx.ws.program.scale_name(id).to_owned()).take(MOST).collect();
        if kinds.is_empty() {
            kinds.extend(self.tables_with_row(name, MOST));
        }
        kinds.into_iter().map(|kind| (at, format!("{param}: {kind}"))).collect()
    }

    /// Tables within reach with a row of this name, so many at most.
    fn tables_with_row(&mut self, name: &Name, most: usize) -> Vec<String> {
        let reach = self.cx.ws.names_in_reach(self.scope.module);
        if !self.cx.reports.may_compare(reach.len()) {
            return Vec::new();
        }
        let tables = reach.iter().filter_map(|known| {
            let (_, named, _) = self.cx.ws.named(self.scope.module, known).first().copied()?;
            Some((named.table()?, known))
        });
        let tables: Vec<(TableId, &Arc<str>)> = tables.collect();
        let with_row = tables.into_iter().filter(|(id, _)| self.cx.row_name(*id, &name.text).is_some());
        with_row.map(|(_, known)| known.to_string()).take(most).collect()
    }

    /// Whether a name is held against something, and is the text of a row: it was meant as that text.
    fn is_text_of_a_row(&mut self, name: &Name) -> bool {
        let before = self.cx.reading.before(name.span);
        let compared = [" is", " is not", "==", "!="].iter().any(|sign| before.trim_end().ends_with(sign));
        compared && !self.tables_with_row(name, 1).is_empty()
    }

    /// Reports a word in the place of one parameter that belongs to another one alone, or to a question that
    /// the procedure asks: `travel_hour(overland)` for `travel_hour(country = overland)`. Gives the other
    /// parameter, if it is one.
    pub(super) fn misplaced_word(
        &mut self,
        params: &[Param],
        proc: Option<ProcId>,
        at: usize,
        written: &ast::Expr,
    ) -> Option<Option<usize>> {
        let name = written.name()?;
        let takes_it = |ws: &Workspace, kind: &Kind| {
            wanted_word(kind).is_some_and(|scale| ws.program.exact_word(scale, &name.text).is_some())
        };
        let here = params.get(at);
        if here.is_some_and(|param| param.kind == Kind::Any || takes_it(self.cx.ws, &param.kind))
            || self.found(name).is_some()
            || !self.cx.ws.named(self.scope.module, &name.text).is_empty()
        {
            return None;
        }
        let procedure = proc.and_then(|id| self.cx.ws.program.procs.get(id.index()));
        let asked = procedure.into_iter().flat_map(|procedure| &procedure.prompts);
        let asked = asked.filter(|id| takes_it(self.cx.ws, &self.cx.ws.prompt_kind(**id)));
        let asked = asked.filter_map(|id| self.cx.ws.program.prompts.get(id.index()));
        let given = params.iter().enumerate().filter(|(_, param)| takes_it(self.cx.ws, &param.kind));
        let given = given.map(|(at, param)| (Some(at), param.name.clone()));
        let mut homes = given.chain(asked.map(|prompt| (None, prompt.name.clone())));
        let (home, of) = homes.next()?;
        if homes.next().is_some() {
            return None;
        }
        let message = match here {
            Some(param) => format!("`{}` is for `{of}`, and `{}` stands here", name.text, param.name),
            None => format!("`{}` is for `{of}`, which is given by name", name.text),
        };
        let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        let named = format!("{of} = {}", name.text);
        self.cx.report(report.surely(format!("write `{named}`"), name.span, named));
        Some(home)
    }

    /// The names that may stand in this name's place, nearest scope first. None where so many unknown names
    /// were compared before that looking for this one would take too long.
    fn names_like(&mut self, name: &Name) -> Vec<String> {
        let reach = self.cx.ws.names_in_reach(self.scope.module);
        if !self.cx.reports.may_compare(reach.len()) {
            return Vec::new();
        }
        let behind = self.cx.reading.behind(name);
        let mut names: Vec<String> = self.scope.local_names().map(str::to_owned).collect();
        for kind in self.scope.item_kinds() {
            names.extend(fields_of(self.cx.ws, kind));
        }
        let fitting = reach.iter().filter(|known| {
            self.cx
                .ws
                .named(self.scope.module, known)
                .iter()
                .any(|(_, named, _)| fits(self.cx.ws, *named, behind))
        });
        names.extend(fitting.map(|known| known.to_string()));
        if self.is_asked_from(name) {
            let lists = self.cx.ws.scales_in_reach(self.scope.module).into_iter();
            names.extend(lists.map(|id| self.cx.ws.program.scale_name(id).to_owned()));
        }
        match behind {
            Behind::Arguments => {
                let built_in = crate::check::BUILTINS.iter().flat_map(|info| info.names);
                names.extend(built_in.chain(&QUESTIONS).map(|name| (*name).to_owned()));
            }
            Behind::Part => {
                // Only those that have what stands behind the dot.
                let part = self.cx.reading.part_of(name);
                let uses = self.cx.ws.scope(self.scope.module).uses.all();
                let used = uses.iter().filter(|(_, id)| self.cx.ws.scope(*id).names.contains_key(&*part));
                names.extend(used.map(|(name, _)| name.to_string()));
                names.extend(self.cx.reading.rule_sets_with(&part));
            }
            Behind::Other => names.extend(["yes", "no", "nothing"].map(str::to_owned)),
        }
        names
    }
}

impl SourceReader<'_> {
    /// What to do about what a note calls so and what was not read.
    fn unread_in_note(&self, name: &str, alone: bool) -> Option<String> {
        if let Some(note) = self.left_out(name) {
            let shows = format!("`tw check {note}` shows it");
            return Some(format!("this table of `{note}` has a mistake and was left out; {shows}"));
        }
        if alone { self.list_of_a_note(name) } else { None }
    }

    /// The part of a name that is asked for behind its dot: `hp` in `ash.hp`.
    fn part_of(&self, name: &Name) -> String {
        let after = self.after(name.span);
        let part = after.strip_prefix('.').unwrap_or("");
        part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    }

    /// The rule-sets that have something of this name, as far as that is known without loading them.
    fn rule_sets_with(&self, part: &str) -> Vec<String> {
        let homes = shipped_with(part);
        let has = |name: &String| homes.contains(&name.as_str()) || !self.is_shipped(name);
        self.rules_names().into_iter().filter(has).collect()
    }

    /// What stands behind a name.
    fn behind(&self, name: &Name) -> Behind {
        match self.after(name.span).chars().next() {
            Some('(') => Behind::Arguments,
            Some('.') => Behind::Part,
            Some(_) | None => Behind::Other,
        }
    }

    /// Whether the whole line of a place may be one from elsewhere: it, or what it names, begins there, or with
    /// dice.
    fn may_be_brought(&self, span: Span) -> bool {
        let before = self.before(span);
        let before = before.trim();
        let roll = before.strip_prefix("roll ").unwrap_or(before);
        let named = before.ends_with(" =") && (before.starts_with("let ") || before.starts_with("fn "));
        matches!(before, "" | "roll") || named || before.starts_with("for ") || brought::begins_with_die(roll)
    }
}

/// Whether a definition may stand before what stands behind the name.
fn fits(ws: &Workspace, named: NameMeaning, behind: Behind) -> bool {
    match (named, behind) {
        (NameMeaning::Table(_) | NameMeaning::Proc(_), _) => true,
        (NameMeaning::Fn(_), Behind::Arguments) => true,
        (NameMeaning::Fn(id), Behind::Part | Behind::Other) => {
            let function = ws.program.fns.get(id.index());
            function.is_some_and(|function| function.params.iter().all(|param| param.default.is_some()))
        }
        (
            NameMeaning::Option(_)
            | NameMeaning::Global(_)
            | NameMeaning::Roster(_)
            | NameMeaning::Member(..),
            Behind::Part | Behind::Other,
        ) => true,
        // An option may hold a table, which takes arguments.
        (NameMeaning::Option(_), Behind::Arguments) => true,
        (NameMeaning::Global(_) | NameMeaning::Roster(_) | NameMeaning::Member(..), Behind::Arguments) => {
            false
        }
    }
}
