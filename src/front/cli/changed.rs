//! `tw odds --changed`: what a change of a file or of a house rule does to odds.

use std::path::{Path, PathBuf};

use super::answering::Beforehand;
use super::args::{LuckArgs, OddsArgs, OddsFormat};
use super::ask::Ask;
use super::start::{exit_of, prepare, session, set_options, show_reply};
use crate::base::counted;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::progress::Meter;
use crate::front::render::changed::{changed, changed_json};
use crate::session::change::OddsChange;
use crate::session::{Named, Reply, Session, What};

/// The other side of a comparison.
enum Other<'a> {
    /// Another file in place of the files.
    File(&'a Path),
    /// A house rule besides those that are set.
    Option(&'a str),
}

fn other(text: &str) -> Result<Other<'_>, AppError> {
    let path = Path::new(text);
    let is_source = path.extension().is_some_and(|end| end == "tw" || end == "md");
    match text.contains('=') {
        true if !is_source => Ok(Other::Option(text)),
        _ if is_source => Ok(Other::File(path)),
        _ => Err(AppError::usage(
            format!("`{text}` is neither a file nor a house rule"),
            "give a `.tw` or `.md` file, or `dungeon_turn.quiet_turns=3`",
        )),
    }
}

/// Shows what changes between what is loaded and the file or house rule that `--changed` names.
pub(crate) fn compare(args: &OddsArgs, text: &str, ask: &Ask, console: &Console) -> Result<Exit, AppError> {
    let luck = LuckArgs { seed: args.seed.clone(), dice: Vec::new() };
    let (files, set) = (&args.sources.files, &args.sources.set);
    let other = other(text)?;
    let (other_files, other_set): (Vec<PathBuf>, Vec<String>) = match &other {
        Other::File(path) => (vec![path.to_path_buf()], set.clone()),
        Other::Option(pair) => (files.clone(), set.iter().cloned().chain([(*pair).to_owned()]).collect()),
    };
    let (mut before, mut after) = (session(&luck, console)?, self::session(&luck, console)?);
    if !prepare(&mut before, files, set, console)? || !prepare(&mut after, &other_files, &other_set, console)?
    {
        return Ok(Exit::Fault);
    }
    let beforehand = Beforehand::read(&args.answering, console)?;
    beforehand.stand(&mut before)?;
    beforehand.stand(&mut after)?;
    let all = args.exprs.is_empty();
    let exprs = if all { tables(&mut before, &other, files)? } else { args.exprs.clone() };
    let mut same = 0;
    let mut shown = 0;
    for expr in &exprs {
        let change = match between(&mut before, &mut after, expr, ask, console) {
            Ok(change) => change,
            // Among all tables, one that needs arguments or is gone is no mistake.
            Err(_) if all => continue,
            Err(at_fault) => return at_fault.say(&before, &after, console),
        };
        if all && !change.differs() {
            same += 1;
            continue;
        }
        shown += 1;
        show(&change, ask, args, console)?;
    }
    if all && !args.json && args.format != OddsFormat::Json {
        console.line(&summary(shown, same))?;
    }
    Ok(Exit::Done)
}

fn summary(shown: usize, same: usize) -> String {
    match (shown, same) {
        (0, same) => format!("no difference: {} compared", counted(same, "table")),
        (shown, same) => format!("{} changed, {} unchanged", counted(shown, "table"), same),
    }
}

fn show(change: &OddsChange, ask: &Ask, args: &OddsArgs, console: &Console) -> Result<(), AppError> {
    if args.json || args.format == OddsFormat::Json {
        return console.json(&changed_json(change));
    }
    console.print(&changed(change, ask.rows.unwrap_or(usize::MAX), console.out()))
}

/// Why there is no comparison, and on which side.
struct AtFault {
    reply: Box<Reply>,
    is_before: bool,
}

impl AtFault {
    fn say(&self, before: &Session, after: &Session, console: &Console) -> Result<Exit, AppError> {
        show_reply(&self.reply, if self.is_before { before } else { after }, console)?;
        Ok(exit_of(&self.reply))
    }
}

/// Asks both sides the same.
fn between(
    before: &mut Session,
    after: &mut Session,
    expr: &str,
    ask: &Ask,
    console: &Console,
) -> Result<OddsChange, AtFault> {
    let meter = Meter::new(ask.how.samples.map(|samples| samples * 2), console);
    let odds = |session: &mut Session, is_before: bool| match session.odds(expr, &ask.how, &meter.tell()) {
        Ok((odds, _)) => Ok(odds),
        Err(reply) => Err(AtFault { reply: Box::new(reply), is_before }),
    };
    Ok(OddsChange::between(odds(before, true)?, odds(after, false)?))
}

/// `:odds EXPR --changed OPTION=VALUE`: what a house rule would change, from the state in play.
///
/// # Errors
/// The house rule makes no sense, or standard output fails.
pub(crate) fn what_if(
    session: &mut Session,
    expr: &str,
    pair: &str,
    console: &Console,
) -> Result<Exit, AppError> {
    let mut after = session.scratch();
    if !set_options(&mut after, &[pair.to_owned()], console)? {
        return Ok(Exit::Fault);
    }
    match between(session, &mut after, expr, &Ask::default(), console) {
        Ok(change) => console.print(&changed(&change, usize::MAX, console.out())).map(|()| Exit::Done),
        Err(at_fault) => at_fault.say(session, &after, console),
    }
}

/// What is compared where no expression is given: the tables of the files, or of the rule-set whose
/// house rule it is. Those that need arguments are left out.
fn tables(session: &mut Session, other: &Other<'_>, files: &[PathBuf]) -> Result<Vec<String>, AppError> {
    let rolled = |named: &&Named| named.what == What::Table;
    if !files.is_empty() {
        let names = session.inspect().names();
        let started = session.inspect().started();
        let own = names.iter().filter(rolled).filter(|named| started.contains(&named.module));
        return Ok(own.map(|named| named.name.to_string()).collect());
    }
    match other {
        Other::Option(pair) => {
            let rules = pair.split('.').next().unwrap_or("");
            Ok(session.lookup().names_of(rules).iter().filter(rolled).map(Named::full).collect())
        }
        Other::File(_) => Err(AppError::usage(
            "there is nothing to compare with",
            "give the file before the change with `-f`: `tw odds -f old.tw --changed new.tw`",
        )),
    }
}
