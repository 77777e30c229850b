//! Tables out.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::form::{Form, escape_html};
use super::set::TableSet;
use super::sheet::{PrintedTable, SheetRow};
use super::{Carried, foundry};

/// Writes a table in a form; Foundry is given the tables that it rolls on, too.
pub(crate) fn export(set: &TableSet, form: Form) -> Carried {
    let mut lost = set.lost(form);
    let sheet = set.sheet();
    let text = match form {
        Form::Markdown => markdown(sheet),
        Form::Csv => csv(sheet),
        Form::Foundry => foundry::write(set, &mut lost),
        Form::Json => json_text(sheet),
        Form::Html => html(sheet),
    };
    Carried { text, lost }
}

/// The headings with that of the key before them, and each row's cells likewise.
fn grid(sheet: &PrintedTable) -> (Vec<String>, Vec<Vec<String>>) {
    let weighted = sheet.die.is_empty() && sheet.rows.iter().all(|row| row.key.is_empty());
    let each = sheet.rows.iter().any(|row| row.chance.is_some());
    let head = match (each, weighted) {
        (true, _) => "chance",
        (false, true) => "weight",
        (false, false) => sheet.die.as_str(),
    };
    let headings = std::iter::once(head.to_owned()).chain(sheet.headings.iter().cloned()).collect();
    let key = |row: &SheetRow| match &row.chance {
        Some(chance) => chance.clone(),
        None if weighted => row.weight.to_string(),
        None => row.key.clone(),
    };
    let line = |row: &SheetRow| std::iter::once(key(row)).chain(row.cells.iter().cloned()).collect();
    (headings, sheet.rows.iter().map(line).collect())
}

fn markdown(sheet: &PrintedTable) -> String {
    let (headings, rows) = grid(sheet);
    let mut out = format!("## {}\n\n", sheet.title);
    if !sheet.about.is_empty() {
        let _ = writeln!(out, "{}\n", sheet.about);
    }
    let escape = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
    let line =
        |cells: &[String]| format!("| {} |\n", cells.iter().map(escape).collect::<Vec<_>>().join(" | "));
    out.push_str(&line(&headings));
    out.push_str(&format!("|{}\n", "---|".repeat(headings.len())));
    for row in &rows {
        out.push_str(&line(row));
    }
    out
}

fn csv(sheet: &PrintedTable) -> String {
    let (headings, rows) = grid(sheet);
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for line in std::iter::once(&headings).chain(&rows) {
        // Writing to memory does not fail.
        let _ = writer.write_record(line);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn json_text(sheet: &PrintedTable) -> String {
    let rows = sheet.rows.iter().map(|row| {
        let cells =
            sheet.headings.iter().zip(&row.cells).map(|(heading, cell)| (heading.clone(), json!(cell)));
        let cells: Map<String, Value> = cells.collect();
        json!({"key": row.key, "weight": row.weight.to_string(), "cells": cells})
    });
    let table = json!({
        "tw": 1,
        "kind": "table",
        "name": sheet.name,
        "title": sheet.title,
        "about": sheet.about,
        "die": sheet.die,
        "columns": sheet.headings,
        "rows": rows.collect::<Vec<_>>(),
    });
    format!("{table:#}\n")
}

fn html(sheet: &PrintedTable) -> String {
    let (headings, rows) = grid(sheet);
    let title = escape_html(&sheet.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         body {{ font-family: sans-serif; margin: 2em; }}\n\
         table {{ border-collapse: collapse; }}\n\
         th, td {{ border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: left; vertical-align: top; }}\n\
         </style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if !sheet.about.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape_html(&sheet.about));
    }
    let line = |cells: &[String], tag: &str| {
        let cells: Vec<String> =
            cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", with_emphasis(cell))).collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    let _ = write!(out, "<table>\n<thead>\n{}</thead>\n<tbody>\n", line(&headings, "th"));
    for row in &rows {
        out.push_str(&line(row, "td"));
    }
    out.push_str("</tbody>\n</table>\n</body>\n</html>\n");
    out
}

/// The text of a cell as HTML shows it, `**bold**` in bold.
fn with_emphasis(cell: &str) -> String {
    let parts: Vec<String> = cell.split("**").map(escape_html).collect();
    // An odd mark is none.
    if parts.len() < 3 || parts.len().is_multiple_of(2) {
        return escape_html(cell);
    }
    let part = |(nth, part): (usize, String)| match nth % 2 {
        1 => format!("<strong>{part}</strong>"),
        _ => part,
    };
    parts.into_iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::{Origin, SourceText};
    use crate::session::{RollSeed, Session};

    #[test]
    fn each_form_keeps_keys_and_cells() {
        let mut session = Session::new(RollSeed::new(7));
        let text = "table crossing \"What crosses\"\n| d6 | event |\n|---|---|\n| 1-3 | {1d6} crows \\| rooks |\n\
                    | 4+ | <Nothing>, \"just\" wind |\n";
        let origin = Origin::Session("made".into());
        let source = SourceText { name: "made".into(), text: text.into(), origin };
        let reports = session.load_text(source);
        assert!(reports.is_empty(), "{reports:?}");
        let set = TableSet::of(&mut session, "crossing").expect("a table");
        let text = |form| export(&set, form).text;
        assert!(text(Form::Markdown).contains("| 1-3 | {1d6} crows \\| rooks |"));
        assert!(text(Form::Csv).contains("4+,\"<Nothing>, \"\"just\"\" wind\""));
        assert!(text(Form::Html).contains("<td>&lt;Nothing&gt;, &quot;just&quot; wind</td>"));
        assert_eq!(with_emphasis("**Fish** & *chips* **"), "**Fish** &amp; *chips* **");
        assert_eq!(with_emphasis("**Fish** & chips"), "<strong>Fish</strong> &amp; chips");
        let json: Value = serde_json::from_str(&text(Form::Json)).expect("JSON");
        assert_eq!(json["rows"][0]["cells"]["event"], "{1d6} crows | rooks");
        let foundry: Value = serde_json::from_str(&text(Form::Foundry)).expect("JSON");
        assert_eq!(foundry["formula"], "1d6");
        assert_eq!(foundry["results"][0]["range"], json!([1, 3]));
        assert_eq!(foundry["results"][0]["text"], "[[1d6]] crows | rooks");
        assert_eq!(foundry["results"][1]["range"], json!([4, 6]));
    }
}
