//! `tw library` and `tw export`.

use std::fmt::Write as _;

use serde_json::json;

use super::args::{ExportArgs, ExportFormat, LibraryArgs, LuckArgs, OddsFormat};
use super::exchange::give;
use super::start::{interrupt_flag, prepare, session, was_interrupted};
use crate::base::stop;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::json::object;
use crate::front::render::markdown::markdown;
use crate::front::render::wrap::{columns, cut, pad};
use crate::front::render::{Style, Tint, clean, clean_line};
use crate::interop::{Form, TableSet, export as write_table};
use crate::modules::PRELUDE;
use crate::session::{Named, Session, What, near};

/// `tw library [NAME [ITEM]]`.
pub(crate) fn library(args: &LibraryArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&LuckArgs::default(), console)?;
    let Some(name) = &args.name else { return rule_sets(&mut session, args, console) };
    let names = rules_of(&mut session, name)?;
    let Some(item) = &args.item else {
        if args.json {
            let items: Vec<serde_json::Value> = names.iter().map(|named| item_json(named, None)).collect();
            console.json(&object("library", json!({"items": items})))?;
        } else {
            if let Some((title, about)) = session.lookup().rules(name) {
                console.line(&console.out().tint(Tint::Title, clean(&title)).to_string())?;
                console.print(&markdown(&about, console.out()))?;
                console.line("")?;
            }
            console.print(&listing(&names, console.out()))?;
            console.remark(&format!(
                "\n`tw library {name} NAME` shows one with its source; --odds adds its odds\n"
            ));
        }
        return Ok(Exit::Done);
    };
    let Some(named) = names.iter().rev().find(|named| *named.name == **item || named.full() == **item) else {
        let help = match near(&names, item) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`tw library {name}` lists what is in it"),
        };
        return Err(AppError::usage(format!("`{name}` has no `{item}`"), help));
    };
    let source = named.source(session.sources()).map(str::to_owned);
    if args.json {
        let item = item_json(named, source.as_deref());
        console.json(&object("library", json!({"items": [item]})))?;
        return Ok(Exit::Done);
    }
    console.print(&description(named, source.as_deref(), &[], console.out()))?;
    if args.odds {
        console.line("")?;
        return super::odds::show(
            &mut session,
            &[named.full()],
            &super::ask::Ask::default(),
            OddsFormat::Bars,
            console,
        );
    }
    Ok(Exit::Done)
}

/// A line of the list of rule-sets.
struct Listed {
    name: String,
    title: String,
    about: String,
    /// Its file, where it is one of the user's own.
    path: Option<String>,
}

fn rule_sets(session: &mut Session, args: &LibraryArgs, console: &Console) -> Result<Exit, AppError> {
    let own = session.own_rules();
    let names: Vec<Named> = session.rule_sets().collect();
    let mut rows = Vec::new();
    for rules in names.iter().filter(|rules| &*rules.name != PRELUDE) {
        let path = own.iter().find(|own| *own.name == *rules.name).map(|own| &own.path);
        let path = path.map(|path| path.to_string_lossy().into_owned());
        let (title, about) =
            session.lookup().rules(&rules.name).unwrap_or_else(|| (rules.name.to_string(), String::new()));
        rows.push(Listed { name: rules.name.to_string(), title, about, path });
    }
    if args.json {
        let rules: Vec<serde_json::Value> = rows.iter().map(rules_json).collect();
        console.json(&object("library", json!({"rules": rules})))?;
        return Ok(Exit::Done);
    }
    let width = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0);
    let (own, shipped): (Vec<Listed>, Vec<Listed>) = rows.into_iter().partition(|row| row.path.is_some());
    let list = |rows: &[Listed]| {
        rows.iter().try_for_each(|row| {
            let first = row.about.lines().next().unwrap_or(&row.title);
            let room = console.out().width.saturating_sub(width + 2).max(20);
            let line = cut(&clean(first), room, console.out().glyph("…", "..."));
            console.line(&format!("{}  {line}", console.out().tint(Tint::Title, pad(&row.name, width))))
        })
    };
    list(&shipped)?;
    if let Some(folder) = session.user_folder() {
        let folder = clean_line(&folder.to_string_lossy()).into_owned();
        if own.is_empty() && console.verbose {
            console.remark(&format!("\nrule-sets of your own are found in {folder}\n"));
        }
        if !own.is_empty() {
            console
                .line(&format!("\n{}", console.out().tint(Tint::Dim, format!("your own, in {folder}"))))?;
            list(&own)?;
        }
    }
    Ok(Exit::Done)
}

fn rules_json(row: &Listed) -> serde_json::Value {
    let mut rules = json!({"name": row.name, "title": row.title, "about": row.about});
    if let Some(path) = &row.path {
        rules["path"] = path.as_str().into();
    }
    rules
}

fn rules_of(session: &mut Session, name: &str) -> Result<Vec<Named>, AppError> {
    let all: Vec<Named> = session.rule_sets().collect();
    if !all.iter().any(|rules| *rules.name == *name) {
        let help = match near(&all, name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`tw library` lists the rule-sets".to_owned(),
        };
        return Err(AppError::usage(format!("there is no rule-set `{name}`"), help));
    }
    Ok(session.lookup().names_of(name))
}

fn item_json(named: &Named, source: Option<&str>) -> serde_json::Value {
    let mut item = json!({"name": named.full(), "what": named.what.word()});
    if let Some(title) = &named.title {
        item["title"] = (&**title).into();
    }
    if let Some(doc) = &named.doc {
        item["about"] = (&**doc).into();
    }
    if let Some(source) = source {
        item["source"] = source.into();
    }
    item
}

/// In which order a list shows what there is: what is played and rolled first.
const SECTIONS: &[(&str, &[What])] = &[
    ("Procedures", &[What::Procedure]),
    ("Tables", &[What::Table, What::Deck, What::Each]),
    ("Charts", &[What::Chart]),
    ("Functions", &[What::Function]),
    ("House rules", &[What::Option]),
    ("State", &[What::Value, What::Roster, What::Sheet]),
    ("Words and units", &[What::Ladder, What::Words, What::Unit]),
    ("Others", &[What::Rules, What::Builtin, What::Modifier, What::Keyword]),
];
/// A longer name pushes its line to the right.
const LONGEST_USAGE: usize = 32;

/// Names in sections: how each is written, and a line about it.
pub(crate) fn listing(names: &[Named], look: Style) -> String {
    let mut out = String::new();
    let open = std::iter::once((&"For you to fill in: `use … with NAME = YOURS`", None));
    let kinds = SECTIONS.iter().map(|(title, whats)| (title, Some(*whats)));
    for (title, whats) in open.chain(kinds) {
        let belongs = |named: &&Named| match whats {
            None => named.is_open,
            Some(whats) => !named.is_open && whats.contains(&named.what),
        };
        let section: Vec<&Named> = names.iter().filter(belongs).collect();
        if section.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(out, "{}", look.tint(Tint::Dim, title));
        let width = section.iter().map(|named| columns(&named.usage)).max().unwrap_or(0).min(LONGEST_USAGE);
        for named in section {
            let taken = columns(&named.usage).max(width) + 4;
            let room = look.width.saturating_sub(taken).max(20);
            let line = cut(&clean(&named.line()), room, look.glyph("…", "..."));
            let usage = look.tint(Tint::Title, pad(&named.usage, width));
            let _ = writeln!(out, "{}", format!("  {usage}  {line}").trim_end());
        }
    }
    out
}

/// All that is known of a name.
pub(crate) fn description(named: &Named, source: Option<&str>, changes: &[String], look: Style) -> String {
    let title = named.title.as_ref().map(|title| format!("  {}", clean(title))).unwrap_or_default();
    let head = look.tint(
        Tint::Title,
        if named.module.is_empty() {
            named.usage.clone()
        } else {
            format!("{}.{}", named.module, named.usage)
        },
    );
    let mut out = format!("{} {head}{title}\n", look.tint(Tint::Dim, named.what.word()));
    if let Some(doc) = &named.doc {
        let _ = write!(out, "\n{}", markdown(doc, look));
    }
    if let Some(source) = source {
        out.push('\n');
        let source = without_marks_of_rules(&clean(source));
        let shown = if look.color { crate::front::repl::colored(&source, look) } else { source };
        for line in shown.lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    if !changes.is_empty() {
        let _ = writeln!(out, "\n  changed by");
    }
    for line in changes {
        let _ = writeln!(out, "    {}", clean(line));
    }
    out
}

/// A source without the comments that say to its authors which rule of a book a line follows: `# DT-12`.
fn without_marks_of_rules(source: &str) -> String {
    let is_mark = |word: &str| {
        let Some((book, number)) = word.trim_end_matches(',').split_once('-') else { return false };
        let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        book.len() == 2
            && book.bytes().all(|byte| byte.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let kept = source.lines().filter_map(|line| {
        let Some(comment) = line.trim_start().strip_prefix("# ") else { return Some(line.to_owned()) };
        let (marks, rest) = comment.split_once('·').unwrap_or((comment, ""));
        if !marks.split_whitespace().all(is_mark) {
            return Some(line.to_owned());
        }
        let indent = line.len() - line.trim_start().len();
        (!rest.trim().is_empty()).then(|| format!("{}# {}", " ".repeat(indent), rest.trim()))
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// `tw export TABLE --to FORM`.
pub(crate) fn export(args: &ExportArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&LuckArgs::default(), console)?;
    if !prepare(&mut session, &args.sources.files, &args.sources.set, console)? {
        return Ok(Exit::Fault);
    }
    let _heed = stop::heed(Some(interrupt_flag()));
    let form = match args.to {
        ExportFormat::Markdown => Form::Markdown,
        ExportFormat::Csv => Form::Csv,
        ExportFormat::Foundry => Form::Foundry,
        ExportFormat::Json => Form::Json,
        ExportFormat::Html => Form::Html,
    };
    match export_table(&mut session, &args.table, form) {
        // What is left would be a part of the table, or the table without its odds.
        _ if was_interrupted() => Ok(Exit::Interrupted),
        Ok(carried) => give(&carried, console),
        Err(near) => {
            let help = near.map_or_else(
                || "name it with its rule-set, or give its file with `-f`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Err(AppError::usage(format!("there is no table `{}`", args.table), help))
        }
    }
}

/// A table in another form; without such a table, the one that was probably meant.
pub(crate) fn export_table(
    session: &mut Session,
    name: &str,
    form: Form,
) -> Result<crate::interop::Carried, Option<String>> {
    match TableSet::of(session, name) {
        Some(set) => Ok(write_table(&set, form)),
        None => Err(near(&session.inspect().names(), name).map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::without_marks_of_rules;

    #[test]
    fn a_source_is_shown_without_the_numbers_of_rules() {
        let source = "procedure x\n  # DT-12, DT-14\n  say \"a\"\n  # DE-13 · May be overruled.\n  # A-1 stays\nend procedure";
        let shown = "procedure x\n  say \"a\"\n  # May be overruled.\n  # A-1 stays\nend procedure";
        assert_eq!(without_marks_of_rules(source), shown);
    }
}
