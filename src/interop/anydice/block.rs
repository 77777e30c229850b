//! What a function of AnyDice does: as one expression where it can be, otherwise line by line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::effort::Fuel;
use super::expr::{ExprScope, ParamType, Settings, SourceFunction, walked};
use super::made::{Sort, Translated, own_name};
use super::sequences::{Params, lists};
use super::tree::{Statement, StatementKind, Tree, Why};
use crate::base::FreeNames;

/// The body of a function of ours, from behind its parameters.
pub(super) struct FunctionBody {
    pub(crate) text: String,
    /// Whether dice are thrown in it.
    pub(crate) rolls: bool,
}

struct BlockWriter<'p> {
    names: BTreeMap<String, Translated>,
    functions: &'p BTreeMap<String, SourceFunction>,
    settings: &'p Settings,
    effort: &'p Fuel,
    own_names: FreeNames,
    /// What is written so far.
    out: String,
    rolls: bool,
    /// The names that hold something that may be another one later.
    held: BTreeSet<String>,
    /// Those that are given something inside of blocks, or anew, or that are parameters.
    changing: BTreeSet<String>,
    /// Those that hold a sequence somewhere.
    lists: BTreeSet<String>,
    /// Whether the function gives a sequence: a number is one of one then.
    gives_list: bool,
    /// How many more steps there may be, where each way through the block is written out by itself.
    ways: Option<usize>,
}

/// All ways through a block have no more steps together where each is written out.
const MAX_STEPS: usize = 400;

/// A step on a way through a block.
#[derive(Clone, Copy)]
enum Step<'s> {
    Do(&'s Statement),
    /// A pass of a loop begins: its name holds this.
    Pass(&'s str, i64),
}

fn steps(block: &[Statement]) -> impl Iterator<Item = Step<'_>> {
    block.iter().map(Step::Do)
}

impl FunctionBody {
    /// The body of a function with these parameters, which may use what stands around it.
    pub(super) fn of(
        params: &Params,
        own_names: FreeNames,
        around: &ExprScope<'_>,
        (body, gives_list): (&[Statement], bool),
    ) -> Result<FunctionBody, Why> {
        let ExprScope { functions, settings, effort, .. } = *around;
        effort.spend(around.names.len())?;
        let mut names = around.names.clone();
        for (name, own, takes) in params {
            let sort = if *takes == ParamType::List { Sort::List(None) } else { Sort::Number };
            names.insert(name.clone(), Translated::tight(own.clone(), sort, takes.keeps_dice()));
        }
        let changing = changing(params, body);
        let lists = lists(params, body, around)?;
        let mut writer = BlockWriter {
            names,
            functions,
            settings,
            effort,
            own_names,
            out: String::new(),
            rolls: false,
            held: BTreeSet::new(),
            changing,
            lists,
            gives_list,
            ways: None,
        };
        let before = (writer.names.clone(), writer.own_names.clone());
        if let Some(body) = writer.as_expression(body)? {
            return Ok(body);
        }
        (writer.names, writer.own_names) = before.clone();
        if !always_gives(body) {
            return Err("gives nothing where no condition holds".to_owned());
        }
        let Err(why) = writer.as_lines(params, body) else {
            return Ok(FunctionBody { text: format!("\n{}end fn", writer.out), rolls: writer.rolls });
        };
        // A name that holds dice on one way and something else on another means what it holds on each.
        (writer.names, writer.own_names) = before;
        writer.changing.clear();
        writer.ways = Some(MAX_STEPS);
        writer.as_expression(body).ok().flatten().ok_or(why)
    }
}

/// Whether a block gives a result whatever holds.
fn always_gives(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Result(_) => true,
        StatementKind::If(_, then, otherwise) => always_gives(then) && always_gives(otherwise),
        StatementKind::Output(..)
        | StatementKind::Set(..)
        | StatementKind::Assign(..)
        | StatementKind::Function(..)
        | StatementKind::Loop(..)
        | StatementKind::Broken(_) => false,
    })
}

/// The names that are given something in a block: directly, and further inside.
fn assigned(block: &[Statement], inside: bool, direct: &mut Vec<String>, nested: &mut Vec<String>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign(name, _) if inside => nested.push(name.clone()),
            StatementKind::Assign(name, _) => direct.push(name.clone()),
            StatementKind::If(_, then, otherwise) => {
                assigned(then, true, direct, nested);
                assigned(otherwise, true, direct, nested);
            }
            StatementKind::Loop(_, _, body) => assigned(body, true, direct, nested),
            StatementKind::Output(..)
            | StatementKind::Set(..)
            | StatementKind::Function(..)
            | StatementKind::Result(_)
            | StatementKind::Broken(_) => {}
        }
    }
}

/// The names that are given something inside of blocks, or anew, or that are parameters.
fn changing(params: &Params, body: &[Statement]) -> BTreeSet<String> {
    let (mut direct, mut nested) = (Vec::new(), Vec::new());
    assigned(body, false, &mut direct, &mut nested);
    let twice = direct.iter().filter(|name| direct.iter().filter(|other| other == name).count() > 1);
    let param = |name: &&String| params.iter().any(|(param, ..)| param == *name);
    nested.iter().chain(twice).chain(direct.iter().filter(param)).cloned().collect()
}

impl BlockWriter<'_> {
    fn as_expression(&mut self, body: &[Statement]) -> Result<Option<FunctionBody>, Why> {
        let mut bound = Vec::new();
        let Some(made) = self.as_one(&steps(body).collect::<Vec<_>>(), &mut bound)? else { return Ok(None) };
        let text = match bound.as_slice() {
            [] => format!(" = {}", made.text),
            bound => format!(" =\n  {}\n  where {}", made.text, bound.join(", ")),
        };
        Ok(Some(FunctionBody { text, rolls: made.rolls }))
    }

    fn as_lines(&mut self, params: &Params, body: &[Statement]) -> Result<(), Why> {
        self.hold(params)?;
        self.block(body, 1)
    }

    fn made(&mut self, tree: &Tree) -> Result<Translated, Why> {
        let BlockWriter { names, functions, settings, effort, .. } = self;
        let made = ExprScope { names, functions, settings, effort }.made(tree)?;
        self.rolls |= made.rolls;
        Ok(made)
    }

    /// The whole block as one expression: results, conditions that decide between them, and names that never change,
    /// which are bound behind it.
    fn as_one(&mut self, block: &[Step<'_>], bound: &mut Vec<String>) -> Result<Option<Translated>, Why> {
        let Some((first, rest)) = block.split_first() else { return Ok(None) };
        self.count_step()?;
        let first = match first {
            Step::Do(first) => first,
            Step::Pass(name, number) => {
                self.names.insert((*name).to_owned(), Translated::whole(*number));
                return self.as_one(rest, bound);
            }
        };
        match &first.kind {
            StatementKind::Result(of) => {
                let made = self.made(of)?;
                Ok(Some(self.result(&made)))
            }
            StatementKind::If(condition, then, otherwise) => {
                let condition = self.made(condition)?;
                let (mut yes, mut no): (Vec<_>, Vec<_>) = (steps(then).collect(), steps(otherwise).collect());
                if self.ways.is_some() {
                    yes.extend(rest);
                }
                if self.ways.is_some() || no.is_empty() {
                    no.extend(rest);
                }
                if let (Some(value), true) = (condition.value, self.ways.is_some()) {
                    return self.as_one(if value == 0 { &no } else { &yes }, bound);
                }
                let (Some(then), Some(otherwise)) = (self.branch(&yes)?, self.branch(&no)?) else {
                    return Ok(None);
                };
                check_decides(&condition)?;
                let rolls = condition.rolls || then.rolls || otherwise.rolls;
                let text =
                    format!("if {} then {} else {}", condition.condition()?, then.text, otherwise.text);
                let sort = if self.gives_list { Sort::List(None) } else { Sort::Number };
                Ok(Some(Translated::loose(text, sort, rolls)))
            }
            StatementKind::Assign(name, value) if !self.changing.contains(name) => {
                let made = self.made(value)?;
                // Dice are not rolled when they get a name, and what never changes needs none here.
                if made.rolls || made.is_written_out() {
                    self.names.insert(name.clone(), made);
                } else {
                    let own = self.own_names.give(&own_name(name));
                    bound.push(format!("{own} = {}", made.operand()));
                    let mention = Translated::tight(own, made.sort.clone(), false).natural_where(&made);
                    self.names.insert(name.clone(), mention);
                }
                self.as_one(rest, bound)
            }
            StatementKind::Loop(name, over, body) if self.ways.is_some() => {
                let Sort::List(Some(numbers)) = self.made(over)?.as_list(false).sort else { return Ok(None) };
                self.effort.spend(numbers.len() * (1 + body.len()))?;
                let pass = |number: &i64| std::iter::once(Step::Pass(name, *number)).chain(steps(body));
                let mut all: Vec<Step<'_>> = numbers.iter().flat_map(pass).collect();
                all.extend(rest);
                self.as_one(&all, bound)
            }
            StatementKind::Output(..)
            | StatementKind::Set(..)
            | StatementKind::Assign(..)
            | StatementKind::Function(..)
            | StatementKind::Loop(..)
            | StatementKind::Broken(_) => Ok(None),
        }
    }

    /// A block that a condition decides over, as one expression: what is bound in it is bound within brackets.
    fn branch(&mut self, block: &[Step<'_>]) -> Result<Option<Translated>, Why> {
        let mut bound = Vec::new();
        self.effort.spend(self.names.len() + block.len())?;
        let names = self.names.clone();
        let made = self.as_one(block, &mut bound)?;
        self.names = names;
        let Some(made) = made else { return Ok(None) };
        if bound.is_empty() {
            return Ok(Some(made));
        }
        let text = format!("({} where {})", made.text, bound.join(", "));
        Ok(Some(Translated::tight(text, made.sort, made.rolls)))
    }

    fn result(&self, made: &Translated) -> Translated {
        if self.gives_list { made.as_list(false) } else { made.number() }
    }

    fn count_step(&mut self) -> Result<(), Why> {
        if let Some(left) = &mut self.ways {
            *left = left.checked_sub(1).ok_or("has too many ways to its result")?;
        }
        Ok(())
    }

    /// Names that change are declared at the top.
    fn hold(&mut self, params: &Params) -> Result<(), Why> {
        for name in self.changing.clone() {
            let before = params.iter().find(|(param, ..)| *param == name);
            if before.is_some_and(|(_, _, takes)| takes.keeps_dice()) {
                return Err(format!("changes the dice `{name}`"));
            }
            let own = self.own_names.give(&own_name(&name));
            let is_list = self.lists.contains(&name);
            let first = match before {
                Some((_, param, ParamType::Number)) if is_list => format!("[{param}]"),
                Some((_, param, _)) => param.clone(),
                None => if is_list { "[]" } else { "0" }.to_owned(),
            };
            let sort = if is_list { Sort::List(None) } else { Sort::Number };
            let _ = writeln!(self.out, "  let {own} = {first}");
            self.names.insert(name.clone(), Translated::tight(own, sort, false));
            self.held.insert(name);
        }
        Ok(())
    }

    fn block(&mut self, block: &[Statement], depth: usize) -> Result<(), Why> {
        let indent = "  ".repeat(depth);
        for statement in block {
            match &statement.kind {
                StatementKind::Result(of) => {
                    let made = self.made(of)?;
                    let _ = writeln!(self.out, "{indent}return {}", self.result(&made).text);
                    // What follows is never reached.
                    return Ok(());
                }
                StatementKind::Assign(name, value) => self.assign(name, value, &indent)?,
                StatementKind::If(condition, then, otherwise) => {
                    self.condition(condition, then, otherwise, depth, false)?
                }
                StatementKind::Loop(name, over, body) => self.repeated(name, over, body, depth)?,
                StatementKind::Broken(why) => return Err(why.clone()),
                StatementKind::Output(..) | StatementKind::Set(..) | StatementKind::Function(..) => {
                    return Err("does more than give a result".to_owned());
                }
            }
        }
        Ok(())
    }

    fn assign(&mut self, name: &str, value: &Tree, indent: &str) -> Result<(), Why> {
        let made = self.made(value)?;
        if !self.held.contains(name) {
            // Dice are not rolled when they get a name, and what never changes needs none here.
            let text = if made.rolls { made } else { self.named(name, made, indent) };
            self.names.insert(name.to_owned(), text);
            return Ok(());
        }
        if made.rolls {
            return Err(format!("gives `{name}` dice, and gives it something else, too"));
        }
        let held = self.names.get(name).cloned().ok_or("uses a name without a value")?;
        let made = if matches!(held.sort, Sort::List(_)) { made.as_list(false) } else { made.number() };
        let _ = writeln!(self.out, "{indent}{} = {}", held.text, made.text);
        Ok(())
    }

    fn named(&mut self, name: &str, made: Translated, indent: &str) -> Translated {
        if made.is_written_out() {
            return made;
        }
        let own = self.own_names.give(&own_name(name));
        let _ = writeln!(self.out, "{indent}let {own} = {}", made.text);
        Translated::tight(own, made.sort, false)
    }

    fn condition(
        &mut self,
        condition: &Tree,
        then: &[Statement],
        otherwise: &[Statement],
        depth: usize,
        goes_on: bool,
    ) -> Result<(), Why> {
        let indent = "  ".repeat(depth);
        let made = self.made(condition)?;
        check_decides(&made)?;
        let begin = if goes_on { "else if" } else { "if" };
        let _ = writeln!(self.out, "{indent}{begin} {}", made.condition()?);
        self.inside(then, depth)?;
        match otherwise {
            [] => {}
            [Statement { kind: StatementKind::If(condition, then, otherwise), .. }] => {
                return self.condition(condition, then, otherwise, depth, true);
            }
            several => {
                let _ = writeln!(self.out, "{indent}else");
                self.inside(several, depth)?;
            }
        }
        let _ = writeln!(self.out, "{indent}end");
        Ok(())
    }

    /// A block inside another: names that are made in it end with it.
    fn inside(&mut self, block: &[Statement], depth: usize) -> Result<(), Why> {
        self.effort.spend(self.names.len())?;
        let names = self.names.clone();
        self.block(block, depth + 1)?;
        self.names = names;
        Ok(())
    }

    fn repeated(&mut self, name: &str, over: &Tree, body: &[Statement], depth: usize) -> Result<(), Why> {
        let over = self.made(over)?.as_list(self.settings.lowest_first);
        if over.rolls {
            return Err("loops over dice".to_owned());
        }
        let indent = "  ".repeat(depth);
        let own = self.own_names.give(&own_name(name));
        // A range is walked as it is.
        let _ = writeln!(self.out, "{indent}for {own} in {}", walked(&over.text).unwrap_or(&over.text));
        self.effort.spend(self.names.len())?;
        let names = self.names.clone();
        self.names.insert(name.to_owned(), Translated::tight(own, Sort::Number, false));
        self.block(body, depth + 1)?;
        self.names = names;
        let _ = writeln!(self.out, "{indent}end");
        Ok(())
    }
}

/// There, a condition is a number: dice cannot decide.
fn check_decides(condition: &Translated) -> Result<(), Why> {
    if condition.rolls { Err("decides over dice that are not rolled yet".to_owned()) } else { Ok(()) }
}
