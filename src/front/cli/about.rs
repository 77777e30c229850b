//! Commands that tell about the program: codes, limits, completions, the manual, a first file.

use std::fmt::Write as _;
use std::path::Path;

use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ExplainArgs, LimitsArgs, NewArgs};
use crate::base::{LIMITS, closest};
use crate::diag::{Code, codes};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::files;
use crate::front::render::{Style, Tint, wrap};

/// `tw explain [CODE]`.
pub(crate) fn explain(args: &ExplainArgs, console: &Console) -> Result<Exit, AppError> {
    let Some(id) = &args.code else {
        for code in codes::all() {
            console.line(&format!("{}  {}", console.out().tint(Tint::Title, code.id), code.title))?;
        }
        return Ok(Exit::Done);
    };
    match codes::find(id) {
        Some(code) => console.print(&explanation(code, console.out()))?,
        None => return Err(unknown_code(id)),
    }
    Ok(Exit::Done)
}

fn unknown_code(id: &str) -> AppError {
    let upper = id.to_uppercase();
    let help = match closest(&upper, codes::all().map(|code| code.id)) {
        Some(near) => format!("did you mean `{near}`? `tw explain` lists every code"),
        None => "a code looks like TW0301; `tw explain` lists every code".to_owned(),
    };
    AppError::usage(format!("there is no code `{id}`"), help)
}

/// A code's explanation with its examples.
pub(crate) fn explanation(code: &Code, look: Style) -> String {
    let mut out = format!("{}: {}\n\n", look.tint(Tint::Title, code.id), look.tint(Tint::Value, code.title));
    for line in wrap::wrap(code.explain, look.width.min(90)) {
        let _ = writeln!(out, "{line}");
    }
    for (title, source) in [("It is reported for", code.bad), ("Instead, write", code.good)] {
        if !source.is_empty() {
            let _ = writeln!(out, "\n{}\n", look.tint(Tint::Dim, format!("{title}:")));
            for line in source.lines() {
                let _ = writeln!(out, "    {}", wrap::cut(line, look.width.saturating_sub(4).max(30), "..."));
            }
        }
    }
    out
}

/// `tw limits`.
pub(crate) fn limits(args: &LimitsArgs, console: &Console) -> Result<Exit, AppError> {
    if args.json {
        let each = LIMITS.iter().map(|limit| {
            serde_json::json!({
                "name": limit.name,
                "code": limit.code,
                "value": console.limits.get(limit.name),
                "default": limit.default,
                "about": limit.about,
            })
        });
        let all: Vec<serde_json::Value> = each.collect();
        console.json(&serde_json::json!({"tw": 1, "kind": "limits", "limits": all}))?;
        return Ok(Exit::Done);
    }
    console.print(&limits_table(&console.limits, console.out()))?;
    Ok(Exit::Done)
}

/// The limits in force, as a table.
pub(crate) fn limits_table(limits: &crate::base::Limits, look: Style) -> String {
    /// Where what a limit is about begins.
    const ABOUT: usize = 41;
    let mut out = String::new();
    for limit in LIMITS {
        let value = limits.get(limit.name).unwrap_or(limit.default);
        let count = wrap::pad_left(&grouped(value), 13);
        let changed = match (limit.is_fixed(), value == limit.default) {
            (true, _) => " (built in)",
            (false, true) => "",
            (false, false) => " (changed)",
        };
        let name = look.tint(Tint::Title, wrap::pad(limit.name, 16));
        let about =
            wrap::wrap(&format!("{}{changed}", limit.about), look.width.saturating_sub(ABOUT).max(30));
        let about = about.join(&format!("\n{}", " ".repeat(ABOUT)));
        let _ = writeln!(out, "{}  {name}  {count}  {about}", look.tint(Tint::Dim, limit.code));
    }
    let how = "Change one with `--limit NAME=COUNT`, or with `limit.NAME = COUNT` in the configuration.";
    let _ = writeln!(out, "\n{}", wrap::wrap(how, look.width).join("\n"));
    out
}

/// A count with commas between its thousands.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `tw completions SHELL`.
pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> Result<Exit, AppError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tw", &mut script);
    console.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

/// `tw man`.
pub(crate) fn man(console: &Console) -> Result<Exit, AppError> {
    let mut page = Vec::new();
    let command = Cli::command();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| AppError::output(&error))?;
    console.print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Done)
}

/// What `tw new` writes.
const FIRST_FILE: &str = include_str!("first_file.tw");

/// `tw new NAME`.
pub(crate) fn new(args: &NewArgs, console: &Console) -> Result<Exit, AppError> {
    let stem = args.name.strip_suffix(".tw").unwrap_or(&args.name);
    let mut letters = stem.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_');
    if !starts_well || !letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        let help = "a name has small letters, digits and `_`, and begins with a letter: `tw new moor`";
        return Err(AppError::usage(format!("`{}` cannot be the name of a file of tables", args.name), help));
    }
    let name = format!("{stem}.tw");
    let path = Path::new(&name);
    let text = FIRST_FILE.replace("FIRST_FILE", stem);
    files::create(path, &text).map_err(|error| error.after("tw new"))?;
    console.remark(&format!("wrote {name}; try `tw run {name}` and `tw odds crossing -f {name}`\n"));
    Ok(Exit::Done)
}
