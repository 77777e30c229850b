//! A program of AnyDice from its first statement to its last.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::block::FunctionBody;
use super::effort::Fuel;
use super::expr::{ExprScope, ParamType, Settings, SourceFunction};
use super::made::{HELPERS, Sort, Translated, own_name};
use super::order::{FunctionOrder, words_of};
use super::sequences::{gives_list, throws};
use super::tree::{HeadPart, Statement, StatementKind, Tree, Why, read};
use crate::base::{FreeNames, SourceId, stop};
use crate::interop::Carried;
use crate::interop::carried::ImportError;
use crate::syntax::parse_file;
use crate::syntax::plain_name;

/// Loops are unrolled to no more definitions.
const MAX_DEFINITIONS: usize = 1_000;

/// Makes a source of an AnyDice program.
///
/// # Errors
/// Nothing in it could be carried over.
pub(in crate::interop) fn import_anydice(text: &str) -> Result<Carried, ImportError> {
    let statements = read(text);
    let mut program = Translation {
        statements: &statements,
        order: FunctionOrder::of(&statements),
        text,
        out: String::new(),
        lost: Vec::new(),
        names: FreeNames::default(),
        known: BTreeMap::new(),
        functions: BTreeMap::new(),
        settings: Settings { explode_depth: 2, lowest_first: false },
        definitions: 0,
        effort: Fuel::new(),
        undo: Vec::new(),
        settled: BTreeSet::new(),
        seen: BTreeMap::new(),
    };
    for (helper, _) in HELPERS {
        program.names.give(helper);
    }
    program.all();
    if program.definitions == 0 {
        let why = program.lost.first().cloned().unwrap_or_else(|| "there is no output in it".to_owned());
        return Err(ImportError::Broken(why));
    }
    program.lost.dedup();
    let used = HELPERS.iter().filter(|(helper, _)| program.out.contains(&format!("{helper}(")));
    let helpers: String = used.map(|(_, written)| *written).collect();
    Ok(Carried { text: helpers + &program.out, lost: program.lost })
}

struct Translation<'s> {
    statements: &'s [Statement],
    order: FunctionOrder,
    text: &'s str,
    out: String,
    lost: Vec<String>,
    names: FreeNames,
    /// The names of the program and what they hold.
    known: BTreeMap<String, Translated>,
    functions: BTreeMap<String, SourceFunction>,
    settings: Settings,
    definitions: usize,
    effort: Fuel,
    /// What the statement has changed so far, and what was there before.
    undo: Vec<Before>,
    /// The functions that are done with, by their places, be they carried over or left out.
    settled: BTreeSet<usize>,
    /// What functions looked at when they were written, by their places.
    seen: BTreeMap<usize, Surroundings>,
}

/// What a function of the program finds around it: the settings, and what the names hold that it mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Surroundings {
    settings: Settings,
    names: Vec<Option<String>>,
}

/// What a change has taken the place of.
enum Before {
    Known(String, Option<Translated>),
    Function(String, Option<SourceFunction>),
    Settings(Settings),
    /// A name that was free.
    Name(String),
    Seen(usize, Option<Surroundings>),
}

/// How much there was before a statement.
struct RollbackPoint {
    out: usize,
    lost: usize,
    definitions: usize,
}

impl<'s> Translation<'s> {
    fn mark(&mut self) -> RollbackPoint {
        self.undo.clear();
        RollbackPoint { out: self.out.len(), lost: self.lost.len(), definitions: self.definitions }
    }

    /// Nothing is left of a statement that came to no good end.
    fn go_back(&mut self, mark: RollbackPoint) {
        self.out.truncate(mark.out);
        self.lost.truncate(mark.lost);
        self.definitions = mark.definitions;
        while let Some(before) = self.undo.pop() {
            match before {
                Before::Known(name, was) => put_back(&mut self.known, name, was),
                Before::Function(words, was) => put_back(&mut self.functions, words, was),
                Before::Settings(was) => self.settings = was,
                Before::Name(name) => self.names.take_back(&name),
                Before::Seen(function, Some(was)) => drop(self.seen.insert(function, was)),
                Before::Seen(function, None) => {
                    self.seen.remove(&function);
                    self.settled.remove(&function);
                }
            }
        }
    }

    /// Every statement in turn; a function waits until what it calls is known, or somebody needs it.
    fn all(&mut self) {
        for (at, statement) in self.statements.iter().enumerate() {
            if stop::is_asked() {
                return;
            }
            let is_known = |function: usize| self.settled.contains(&function);
            let mut missing = self.order.missing(at, is_known, &self.effort).unwrap_or_default();
            let waits = matches!(&statement.kind, StatementKind::Function(head, _)
                if self.settled.contains(&at) || self.order.is_at(&words_of(head), at)
                    && (!missing.is_empty() || self.lacks_names(at)));
            if !waits {
                // What looks at names that hold nothing yet is written where it is called.
                missing.retain(|function| !self.lacks_names(*function));
                self.together(&missing);
                self.settled.insert(at);
                self.alone(statement);
                self.undo.clear();
                if matches!(statement.kind, StatementKind::Function(..)) {
                    self.see(at);
                }
            }
        }
        let is_open = |at: &usize| !self.settled.contains(at);
        let functions = (0..self.statements.len()).filter(is_open).collect();
        self.together(&functions);
    }

    /// Whether a function looks at names that hold nothing yet.
    fn lacks_names(&self, function: usize) -> bool {
        self.order.mentions(function).any(|name| !self.known.contains_key(name))
    }

    /// What a function finds around it now.
    fn surroundings(&self, function: usize) -> Surroundings {
        let text = |name: &String| self.known.get(name).map(|made| made.text.clone());
        let names = self.order.mentions(function).map(text).collect();
        Surroundings { settings: self.settings.clone(), names }
    }

    /// Notes what a function finds around it as it is written.
    fn see(&mut self, function: usize) {
        let was = self.seen.insert(function, self.surroundings(function));
        self.undo.push(Before::Seen(function, was));
    }

    /// Functions that a statement leads to find what names hold now: those that were written when that was something
    /// else, and those that lead to them, are written anew.
    fn refresh(&mut self, statement: &Statement) -> Result<(), Why> {
        let reached = self.order.reached(statement, &self.effort)?;
        let is_stale = |function: &usize| self.seen.get(function) != Some(&self.surroundings(*function));
        let stale: BTreeSet<usize> = reached.keys().copied().filter(is_stale).collect();
        let is_touched = |(function, further): &(&usize, &BTreeSet<usize>)| {
            stale.contains(function) || !stale.is_disjoint(further)
        };
        let anew: Vec<usize> = reached.iter().filter(is_touched).map(|(function, _)| *function).collect();
        let group: Vec<&Statement> = anew.iter().filter_map(|at| self.statements.get(*at)).collect();
        if group.is_empty() {
            return Ok(());
        }
        self.functions_of(&group)?;
        self.settled.extend(&anew);
        anew.into_iter().for_each(|function| self.see(function));
        Ok(())
    }

    /// A statement, or a comment in its place.
    fn alone(&mut self, statement: &Statement) {
        let before = self.mark();
        if let Err(why) = self.statement(statement) {
            self.go_back(before);
            self.leave_out(statement, &why);
        }
    }

    /// Functions that may call each other. Where one of them cannot be carried over, those that do without it are.
    fn together(&mut self, places: &BTreeSet<usize>) {
        self.settled.extend(places);
        places.iter().for_each(|function| self.see(*function));
        let mut group: Vec<&Statement> = places.iter().filter_map(|at| self.statements.get(*at)).collect();
        let before = self.mark();
        if self.functions_of(&group).is_ok() {
            return;
        }
        self.go_back(before);
        loop {
            let count = group.len();
            group.retain(|statement| {
                let before = self.mark();
                let failed = self.functions_of(&[*statement]).is_err();
                if failed {
                    self.go_back(before);
                }
                failed
            });
            if group.len() == count {
                break;
            }
        }
        group.into_iter().for_each(|statement| self.alone(statement));
    }

    fn functions_of(&mut self, group: &[&Statement]) -> Result<(), Why> {
        let mut declared = Vec::new();
        for statement in group {
            let StatementKind::Function(head, body) = &statement.kind else { continue };
            self.effort.statement()?;
            declared.push((self.declared(head)?, *statement, body.as_slice()));
        }
        // One of them may throw dice for all that call it, or give them a sequence.
        for looked_for in [Foreseen::Rolls, Foreseen::List] {
            while self.foresee(looked_for, &declared)? {
                declared.reverse();
            }
        }
        declared.sort_by_key(|(_, statement, _)| statement.from);
        declared.into_iter().try_for_each(|(function, _, body)| self.function(function, body))
    }

    /// Finds out something of functions before they are written, and says whether there was something to find.
    fn foresee(&mut self, looked_for: Foreseen, declared: &[Declared<'_>]) -> Result<bool, Why> {
        let mut found = false;
        for (declared, statement, body) in declared {
            self.effort.statement()?;
            let Some(function) = self.functions.get(&declared.words) else { continue };
            let is_so = match looked_for {
                Foreseen::Rolls => {
                    !function.rolls && (declared.takes_dice() || throws(statement, &self.around()))
                }
                Foreseen::List => {
                    !function.rolls
                        && !function.gives_list
                        && gives_list(&declared.params, body, &self.around())?
                }
            };
            if let (Some(function), true) = (self.functions.get_mut(&declared.words), is_so) {
                found = true;
                match looked_for {
                    Foreseen::Rolls => function.rolls = true,
                    Foreseen::List => function.gives_list = true,
                }
            }
        }
        Ok(found)
    }

    /// A name of ours that nothing else has.
    fn free_name(&mut self, wanted: &str) -> String {
        let name = self.names.give(&own_name(wanted));
        self.undo.push(Before::Name(name.clone()));
        name
    }

    /// From here on, a name holds this.
    fn learn(&mut self, name: &str, made: Translated) {
        let was = self.known.insert(name.to_owned(), made);
        self.undo.push(Before::Known(name.to_owned(), was));
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Why> {
        self.effort.statement()?;
        match &statement.kind {
            StatementKind::Output(of, title) => {
                self.refresh(statement)?;
                self.output(of, title.as_deref(), statement)
            }
            StatementKind::Assign(name, value) => {
                self.refresh(statement)?;
                self.assign(name, value)
            }
            StatementKind::Function(..) => self.functions_of(&[statement]),
            StatementKind::Loop(name, over, body) => self.unrolled(name, over, body),
            StatementKind::If(condition, then, otherwise) => {
                let value = self.made(condition)?.number().value;
                let value = value.ok_or("decides over what is worked out")?;
                let block = if value == 0 { otherwise } else { then };
                block.iter().try_for_each(|inside| self.statement(inside))
            }
            StatementKind::Set(what, to, word) => self.set(what, to.as_ref(), word),
            StatementKind::Result(_) => Err("gives a result outside of a function".to_owned()),
            StatementKind::Broken(why) => Err(why.clone()),
        }
    }

    fn leave_out(&mut self, statement: &Statement, why: &str) {
        let written = self.text.get(statement.from..statement.to).unwrap_or("");
        let first = written.lines().next().unwrap_or("");
        self.lost.push(format!("`{first}` is left out as a comment: it {why}"));
        for line in written.lines() {
            let _ = writeln!(self.out, "# {}", line.trim_end());
        }
    }

    fn made(&self, tree: &Tree) -> Result<Translated, Why> {
        self.around().made(tree)
    }

    fn around(&self) -> ExprScope<'_> {
        let Translation { known, functions, settings, effort, .. } = self;
        ExprScope { names: known, functions, settings, effort }
    }

    /// What makes one definition too many is not even worked out.
    fn check_room(&self) -> Result<(), Why> {
        match self.definitions >= MAX_DEFINITIONS {
            true => Err(format!("makes more than {MAX_DEFINITIONS} definitions")),
            false => Ok(()),
        }
    }

    /// Adds a definition that reads here.
    fn define(&mut self, doc: Option<&str>, written: &str) -> Result<(), Why> {
        self.check_room()?;
        self.effort.spend(written.len())?;
        let read = parse_file(SourceId(0), written);
        if read.diagnostics.iter().any(crate::diag::Diagnostic::is_error) {
            return Err("cannot be written here".to_owned());
        }
        if let Some(doc) = doc {
            let _ = writeln!(self.out, "## {}", doc.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        self.out.push_str(written);
        self.definitions += 1;
        Ok(())
    }

    fn output(&mut self, of: &Tree, title: Option<&str>, statement: &Statement) -> Result<(), Why> {
        self.check_room()?;
        let made = self.made(of)?;
        // A sequence is shown as a die with its faces.
        let made = if matches!(made.sort, Sort::List(_)) { made.as_dice()? } else { made };
        let title = title.map(|title| self.filled(title));
        let base = title.as_deref().map_or_else(|| "output".to_owned(), output_name);
        let name = self.free_name(&base);
        let written = self.text.get(statement.from..statement.to).unwrap_or("").trim_start_matches("output");
        let doc = title.unwrap_or_else(|| written.trim().to_owned());
        self.define(Some(&doc), &format!("fn {name}() = {}\n\n", made.text))
    }

    /// `[N] dice` as `3 dice`.
    fn filled(&self, title: &str) -> String {
        let mut out = String::new();
        let mut rest = title;
        while let Some((before, from)) = rest.split_once('[') {
            out.push_str(before);
            let named = from.split_once(']').and_then(|(name, after)| Some((self.known.get(name)?, after)));
            match named {
                Some((made, after)) => {
                    out.push_str(&made.text);
                    rest = after;
                }
                None => {
                    out.push('[');
                    rest = from;
                }
            }
        }
        out + rest
    }

    /// `X: 3d6` holds the dice, which every mention rolls: a function. A number or sequence is put in where it is
    /// mentioned.
    fn assign(&mut self, name: &str, value: &Tree) -> Result<(), Why> {
        let made = self.made(value)?;
        if made.is_written_out() {
            self.learn(name, made);
            return Ok(());
        }
        let own = self.free_name(name);
        self.define(None, &format!("fn {own}() = {}\n\n", made.text))?;
        // A plain pool is mentioned as what it is where its dice are looked at.
        let mention = Translated::tight(format!("{own}()"), made.sort.clone(), made.rolls);
        self.learn(name, mention.natural_where(&made).of_pool(made.pool));
        Ok(())
    }

    /// A loop over numbers that are written out, pass by pass.
    fn unrolled(&mut self, name: &str, over: &Tree, body: &[Statement]) -> Result<(), Why> {
        let Sort::List(Some(numbers)) = self.made(over)?.as_list(false).sort else {
            return Err("loops over what is worked out".to_owned());
        };
        for number in numbers {
            self.learn(name, Translated::whole(number));
            for statement in body {
                self.statement(statement)?;
            }
        }
        Ok(())
    }

    fn set(&mut self, what: &str, to: Option<&Tree>, word: &str) -> Result<(), Why> {
        let number = to.map(|to| self.made(to)).transpose()?.and_then(|to| to.value);
        self.undo.push(Before::Settings(self.settings.clone()));
        match (what, number, word) {
            ("explode depth", Some(depth), _) if (0..=1_000).contains(&depth) => {
                self.settings.explode_depth = depth
            }
            // Here, functions call themselves as often as they have to.
            ("maximum function depth", Some(1..), _) => {}
            ("position order", _, "lowest first") => self.settings.lowest_first = true,
            ("position order", _, "highest first") => self.settings.lowest_first = false,
            _ => return Err("sets what has no equal here".to_owned()),
        }
        Ok(())
    }

    /// The head of `function: attack AC:n with BONUS:n { … }`: from here on it can be called.
    fn declared(&mut self, head: &[HeadPart]) -> Result<DeclaredFunction, Why> {
        self.check_room()?;
        let mut params: Vec<(String, String, ParamType)> = Vec::new();
        let mut own_names = FreeNames::default();
        for part in head {
            let HeadPart::Param(name, kind) = part else { continue };
            let takes = match kind {
                Some('n') => ParamType::Number,
                Some('s') => ParamType::List,
                Some(_) => ParamType::Dice,
                None => ParamType::Any,
            };
            params.push((name.clone(), own_names.give(&own_name(name)), takes));
        }
        let words = words_of(head);
        let name = self.free_name(&words);
        let takes = params.iter().map(|(_, _, takes)| *takes).collect();
        let function = SourceFunction { name: name.clone(), takes, rolls: false, gives_list: false };
        let was = self.functions.insert(words.clone(), function);
        self.undo.push(Before::Function(words.clone(), was));
        Ok(DeclaredFunction { words, name, params, own_names })
    }

    fn function(&mut self, declared: DeclaredFunction, body: &[Statement]) -> Result<(), Why> {
        let DeclaredFunction { words, name, params, own_names } = declared;
        let gives_list = self.functions.get(&words).is_some_and(|function| function.gives_list);
        let body = FunctionBody::of(&params, own_names, &self.around(), (body, gives_list))?;
        if let Some(function) = self.functions.get_mut(&words) {
            function.rolls |= body.rolls;
        }
        let listed: Vec<String> = params
            .iter()
            .map(|(_, own, takes)| match takes {
                ParamType::Number => format!("{own}: number"),
                ParamType::List => format!("{own}: list"),
                ParamType::Dice | ParamType::Any => format!("{own}: dice"),
            })
            .collect();
        self.define(None, &format!("fn {name}({}){}\n\n", listed.join(", "), body.text))
    }
}

/// A function whose head has been read, where it is written, and what it does.
type Declared<'s> = (DeclaredFunction, &'s Statement, &'s [Statement]);

/// What is found out of functions that may call each other before they are written.
#[derive(Clone, Copy)]
enum Foreseen {
    /// Whether dice are thrown in them.
    Rolls,
    /// Whether they give a sequence.
    List,
}

/// A function whose head has been read.
struct DeclaredFunction {
    words: String,
    /// Its name here.
    name: String,
    /// Each parameter there, here, and what it takes.
    params: Vec<(String, String, ParamType)>,
    own_names: FreeNames,
}

impl DeclaredFunction {
    fn takes_dice(&self) -> bool {
        self.params.iter().any(|(_, _, takes)| takes.keeps_dice())
    }
}

fn put_back<T>(map: &mut BTreeMap<String, T>, name: String, was: Option<T>) {
    match was {
        Some(was) => drop(map.insert(name, was)),
        None => drop(map.remove(&name)),
    }
}

/// A title as the name of a function.
fn output_name(title: &str) -> String {
    let name = plain_name(title);
    match name.strip_prefix("table_").or_else(|| (name == "table").then_some("")) {
        Some(rest) if !title.to_lowercase().starts_with("table") => {
            format!("output_{rest}").trim_end_matches('_').to_owned()
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_become_functions() {
        let text = "\\ a comment \\\nX: 3d6\noutput X + X named \"twice\"\n\
            function: crit N:n {\n if N = 20 { result: 2d8+5 } else if N > 11 { result: d8+5 } else { result: 0 }\n}\n\
            output [crit d20]\noutput [highest 3 of 4d6]\noutput 1@2d20\noutput 5/2\noutput (d6 > 3) + 1\n\
            output d{1,1,2..4}\nloop I over {1..2} {\n output Id6 named \"[I] dice\"\n}\noutput [nosuch 3]\n";
        let carried = import_anydice(text).expect("a program");
        assert_eq!(
            carried.text,
            "fn x() = 3d6\n\n## twice\nfn twice() = x() + x()\n\n\
             fn crit(n: number) = if n == 20 then 2d8 + 5 else if n > 11 then d8 + 5 else 0\n\n\
             ## [crit d20]\nfn output() = crit(d20)\n\n## [highest 3 of 4d6]\nfn output_2() = 4d6kh3\n\n\
             ## 1@2d20\nfn output_3() = 2d20kh1\n\n## 5/2\nfn output_4() = 2\n\n\
             ## (d6 > 3) + 1\nfn output_5() = (if d6 > 3 then 1 else 0) + 1\n\n\
             ## d{1,1,2..4}\nfn output_6() = d{1, 1, 2, 3, 4}\n\n## 1 dice\nfn output_1_dice() = 1d6\n\n\
             ## 2 dice\nfn output_2_dice() = 2d6\n\n# output [nosuch 3]\n"
        );
        assert_eq!(carried.lost.len(), 1, "{:?}", carried.lost);
        assert!(import_anydice("hello").is_err());
        for broken in [
            "output ((((",
            "function: x {",
            "loop A over {1..",
            "{{{{}}}}",
            "if { result:",
            "\\",
            "\"",
            "output \"é",
        ] {
            let _ = import_anydice(broken);
            let _ = import_anydice(&format!("output d6\n{}", broken.repeat(200)));
        }
    }
}
