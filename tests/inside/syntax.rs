//! Reading the language: every shipped rule-set, every spelling, every refusal.

use super::support::tree;
use super::support::{cases, reports};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::base::{Source, SourceId};
use crate::syntax::ast::{CellKind, Expr, ItemKind, LineRow, TableBody, TableHeading, WrittenKey};
use crate::syntax::{self, Unformatted, Verdict};
use proptest::prelude::*;

const ID: SourceId = SourceId(0);

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files of a folder with this extension, by name.
fn sources_in(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    paths.map(|path| (name_of(&path), fs::read_to_string(&path).expect("a readable file"))).collect()
}

/// The shipped rule-sets and their tests, by name.
fn library() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let mut sources = sources_in(&folder, "tw");
    sources.extend(sources_in(&folder.join("tests"), "tw"));
    sources
}

#[test]
fn every_shipped_rule_set_is_read() {
    let mut all = String::new();
    for (name, text) in library() {
        let parsed = syntax::parse_file(ID, &text);
        all.push_str(&reports::reports(&Source::new(name, text), &parsed.diagnostics));
    }
    assert_eq!(all, "");
}

/// Every line of the files is read by itself as an expression, and shown with all its brackets.
#[test]
fn expressions_have_their_precedences() {
    cases::each_case("syntax/trees", "expr", |path, input| {
        let mut out = String::new();
        for line in input.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (expr, diagnostics) = syntax::parse_expression(ID, line);
            let shown = expr.as_ref().map_or("—".to_owned(), tree::show);
            let _ = writeln!(out, "{line}\n    {shown}");
            out.push_str(&reports::reports(&Source::new(name_of(path), line), &diagnostics));
        }
        out
    });
}

/// The rows of the tables in the files, with their keys and what the cells are.
#[test]
fn keys_and_cells_are_read_in_every_spelling() {
    cases::each_case("syntax/tables", "tw", |path, input| {
        let parsed = syntax::parse_file(ID, input);
        shown_tables(&parsed, &Source::new(name_of(path), input))
    });
}

#[test]
fn markdown_files_are_sources() {
    cases::each_case("syntax/markdown", "md", |path, input| {
        let parsed = syntax::parse_markdown(ID, input);
        shown_tables(&parsed, &Source::new(name_of(path), input))
    });
}

/// The reports on every file with mistakes, with each fix as the line it gives.
#[test]
fn mistakes_are_reported_with_their_fixes() {
    cases::each_case("syntax/reports", "tw", |path, input| {
        let parsed = syntax::parse_file(ID, input);
        let source = Source::new(name_of(path), input);
        format!("{}{:?}\n", reports::reports(&source, &parsed.diagnostics), parsed.verdict)
    });
}

/// Pieces separated by lines of `---`, each with the verdict on it as a REPL entry.
#[test]
fn entries_are_complete_incomplete_or_broken() {
    cases::each_case("syntax/verdicts", "txt", |_, input| {
        let mut out = String::new();
        for piece in input.split("---\n") {
            let entry = piece.strip_suffix('\n').unwrap_or(piece);
            let _ = writeln!(out, "{entry}\n=> {:?}", syntax::parse_entry(ID, entry).verdict);
        }
        out
    });
}

/// What is typed is read until something is wrong: what is still open there was not forgotten. In a file it was.
#[test]
fn a_block_that_a_mistake_cuts_short_is_not_told_of() {
    let said = |parsed: syntax::Parsed| {
        parsed.diagnostics.iter().map(|report| (report.code, report.primary.span.start)).collect::<Vec<_>>()
    };
    let text = "for rat in 1..3\nbad line\n";
    assert_eq!(said(syntax::parse_entry(ID, text)), [("TW0001", 20)]);
    assert_eq!(said(syntax::parse_file(ID, text)), [("TW0002", 0), ("TW0001", 20)]);
}

#[test]
fn formatting_lines_up_what_was_written() {
    cases::each_case("syntax/format", "tw", |_, input| syntax::format(input).expect("a right source"));
}

/// Formatting keeps the meaning, and formatting twice is formatting once.
#[test]
fn formatting_settles_at_once() {
    let mut sources = library();
    for folder in ["syntax/format", "syntax/tables", "syntax/files", "check", "language"] {
        sources.extend(sources_in(&cases::folder(folder), "tw"));
    }
    for folder in ["examples", "examples/play"] {
        sources.extend(sources_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "tw"));
    }
    for page in ["README.md", "docs/tutorial.md", "docs/cookbook.md", "docs/reference.md"] {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        sources.extend(blocks(&std::fs::read_to_string(&page).expect("a page")));
    }
    for (name, text) in sources {
        let once = match syntax::format(&text) {
            Ok(once) => once,
            Err(Unformatted::Unread(_)) => continue,
            Err(Unformatted::Changed) => panic!("{name} would mean something else when formatted"),
        };
        let twice = syntax::format(&once).expect("a formatted source can be read");
        assert_eq!(once, twice, "{name} changes when formatted twice");
        assert_eq!(meaning(&text), meaning(&once), "{name} means something else when formatted");
    }
}

/// The code on a page of the documentation, block by block.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for (line, text) in (1..).zip(page.lines()) {
        match open.take() {
            Some(code) if text == "```" => blocks.push((format!("the block above line {line}"), code)),
            Some(code) => open = Some(format!("{code}{text}\n")),
            None => open = text.starts_with("```tw").then(String::new),
        }
    }
    blocks
}

/// The tree without its places.
fn meaning(text: &str) -> String {
    outline(&format!("{:?}", syntax::parse_file(ID, text).file))
}

/// What stands in the files, definition by definition and statement by statement.
#[test]
fn files_are_read_whole() {
    cases::each_case("syntax/files", "tw", |path, input| {
        let parsed = syntax::parse_file(ID, input);
        let mut out = String::new();
        for item in &parsed.file.items {
            let doc = item.doc.as_ref().map_or(String::new(), |doc| format!(" ## {doc}"));
            let _ = writeln!(out, "{}{doc}", outline(&format!("{:?}", item.kind)));
        }
        let source = Source::new(name_of(path), input);
        format!("{out}{}{:?}\n", reports::reports(&source, &parsed.diagnostics), parsed.verdict)
    });
}

/// A debug form without its places and without the words that only name fields.
fn outline(debug: &str) -> String {
    let mut out = String::new();
    for (index, part) in debug.split("Span {").enumerate() {
        out.push_str(if index == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) });
    }
    for noise in [", span: ", "span: ", ", head: ", "head: ", ", percent: false", "text: ", "kind: "] {
        out = out.replace(noise, "");
    }
    out
}

fn shown_tables(parsed: &syntax::Parsed, source: &Source) -> String {
    let mut out = String::new();
    for item in &parsed.file.items {
        let ItemKind::Table(table) = &item.kind else {
            let kind = format!("{:?}", item.kind);
            let _ = writeln!(out, "{}", kind.split(['(', ' ', '{']).next().unwrap_or(""));
            continue;
        };
        let title = table.title.as_ref().map_or(String::new(), tree::text);
        let _ = writeln!(out, "{:?} {} {title}", table.kind, table.name.text);
        match &table.body {
            TableBody::Pipe { headings, rows } => {
                let _ = writeln!(out, "  {}", headings.iter().map(heading).collect::<Vec<_>>().join(" | "));
                for row in rows {
                    let mut shown = Vec::new();
                    for (index, cell) in row.cells.iter().enumerate() {
                        let kind = match &cell.kind {
                            CellKind::Blank => "—".to_owned(),
                            CellKind::Value(value) => format!("={}", tree::show(value)),
                            CellKind::Text(text) => tree::text(text),
                        };
                        let kind = if index == 0 { key(&cell.key) } else { kind };
                        let expr = cell
                            .expr
                            .as_ref()
                            .map_or(String::new(), |expr| format!(" expr {}", tree::show(expr)));
                        let effects = cell.effects.as_ref().map_or(0, |block| block.stmts.len());
                        let effects = if effects > 0 { format!(" does {effects}") } else { String::new() };
                        shown.push(format!("{kind}{expr}{effects}"));
                    }
                    let _ = writeln!(out, "  {}", shown.join(" | "));
                }
            }
            TableBody::Lines(rows) | TableBody::Bullets(rows) => {
                rows.iter().for_each(|row| line_row(&mut out, row))
            }
        }
    }
    out.push_str(&reports::reports(source, &parsed.diagnostics));
    out
}

fn heading(heading: &TableHeading) -> String {
    let expr: Option<&Expr> = heading.expr.as_deref();
    format!("{} {}", heading.text, expr.map_or(String::new(), |expr| format!("= {}", tree::show(expr))))
}

fn key(key: &WrittenKey) -> String {
    key.parts.iter().map(tree::key_part).collect::<Vec<_>>().join(", ")
}

fn line_row(out: &mut String, row: &LineRow) {
    let guard = row.guard.as_ref().map_or(String::new(), |guard| format!(" when {}", tree::show(guard)));
    let effects = row.effects.as_ref().map_or(0, |block| block.stmts.len());
    let _ = writeln!(out, "  {}{guard}: {} does {effects}", key(&row.key), tree::text(&row.text));
}

#[test]
fn long_chains_are_flat_and_quick() {
    let chain = vec!["1"; 10_000].join(" + ");
    let (expr, diagnostics) = syntax::parse_expression(ID, &chain);
    assert!(diagnostics.is_empty());
    assert!(
        matches!(expr.unwrap().kind, crate::syntax::ast::ExprKind::Arith(_, rest) if rest.len() == 9_999)
    );
    let words = vec!["a is b"; 10_000].join(" or ");
    assert!(syntax::parse_expression(ID, &words).0.is_some());
}

#[test]
fn nesting_up_to_the_limit_is_read_and_beyond_it_reported() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{1, ", "}"), ("f(", ")"), ("4d6kh(", ")"), ("\"{", "}\"")]
    {
        let depth = if open.contains('"') { 49 } else { 99 };
        let fits = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        let (expr, diagnostics) = syntax::parse_expression(ID, &fits);
        assert!(expr.is_some() && diagnostics.is_empty(), "{open}: {diagnostics:?}");
        let deep = format!("{}1{}", open.repeat(200), close.repeat(200));
        let (expr, diagnostics) = syntax::parse_expression(ID, &deep);
        assert!(expr.is_none(), "{open}");
        assert_eq!(diagnostics[0].code, "TW0805", "{open}");
    }
}

#[test]
fn runs_of_prefixes_and_tails_meet_a_limit_and_not_the_stack() {
    for text in [
        format!("{}1", "-".repeat(5_000)),
        format!("{}a", "not ".repeat(5_000)),
        format!("{}1", "if a then b else ".repeat(5_000)),
        format!("{}1", "2 times ".repeat(5_000)),
        format!("a{}", ".b".repeat(5_000)),
        format!("a{}", "[1]".repeat(5_000)),
        format!("{}1", "a otherwise ".repeat(5_000)),
        format!("{}1", "odds ".repeat(5_000)),
        format!("a {}", "where b ".repeat(5_000)),
    ] {
        let (_, diagnostics) = syntax::parse_expression(ID, &text);
        assert!(diagnostics.iter().all(|found| found.code.starts_with("TW08") || found.code == "TW0016"));
    }
    for nested in [
        format!("{}say 1", "if a then ".repeat(5_000)),
        format!("{}say 1", "if a then say 1 else ".repeat(5_000)),
        format!("let x = {}a", "if ".repeat(50_000)),
        format!("let x = {}a", "sort ".repeat(50_000)),
        format!("let x = {}a", "groups of ".repeat(50_000)),
        format!("let x = ({}a)", "\nif ".repeat(50_000)),
        format!("table t rolls d6\n| d6 | then |\n|---|---|\n| 1 | {}a |", "if a then ".repeat(5_000)),
        format!("table t rolls d6\n  1: a => {}a\nend table", "if a then ".repeat(5_000)),
    ] {
        assert_eq!(syntax::parse_file(ID, &nested).verdict, Verdict::Broken);
        assert!(syntax::format(&nested).is_err());
        syntax::tokens(&nested);
    }
    // What is read is formatted and painted, too, however deep it is.
    let deep = format!("let x = {}1{}", "(".repeat(99), ")".repeat(99));
    assert_eq!(syntax::format(&deep).as_deref(), Ok(format!("{deep}\n").as_str()));
    let prose = format!("table t rolls d1\n  1: {}\nend table\n", "if so, then ".repeat(90));
    assert_eq!(syntax::parse_file(ID, &prose).verdict, Verdict::Complete);
    let blocks = "if a\n".repeat(3_000) + &"end\n".repeat(3_000);
    assert!(syntax::parse_file(ID, &blocks).diagnostics.iter().any(|found| found.code == "TW0805"));
}

#[test]
fn a_source_beyond_the_limit_is_refused() {
    let parsed = syntax::parse_file(ID, &"a\n".repeat(syntax::MAX_SOURCE / 2 + 1));
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].code, "TW0801");
}

/// Pieces of the language in any order, which come further into the reader than random characters.
fn soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "table t rolls d6",
        "| 2d6 | a |",
        "|---|---|",
        "- text",
        "1-2: x => say \"y\"",
        "end",
        "procedure p",
        "if a",
        "then",
        "else",
        "4d6kh3",
        "!",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        "=>",
        "=",
        "+",
        "-",
        "where",
        "x",
        "is not",
        "or",
        "and",
        "d{1,2}",
        "1–6",
        "%",
        "#",
        "##",
        "\n",
        "\n\n",
        " ",
        "sheet s",
        "hp: 0..max",
        "choose d:",
        "from",
        "1/0",
        "99999999999999999999",
        "é",
        "&ndash;",
        "change t row 1: z",
        "use \"a\"",
        "party",
        ",",
        ".",
        "..",
        "$",
        "\u{0}",
        "timer t = 1 turn",
        "with dice 1, 2",
        "\r\n",
        "\t",
        "^id",
        "```tw",
        "```",
        "## h",
    ]);
    prop::collection::vec(words, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in prop_oneof!["\\PC{0,80}", "[ -~\n]{0,200}", soup()]) {
        let parsed = syntax::parse_file(ID, &text);
        prop_assert!(parsed.diagnostics.iter().all(|found| found.primary.span.end as usize <= text.len() + 1));
        for found in &parsed.diagnostics {
            prop_assert!(text.get(found.primary.span.range()).is_some() || found.primary.span.end as usize > text.len());
        }
        syntax::parse_entry(ID, &text);
        syntax::parse_expression(ID, &text);
        syntax::parse_markdown(ID, &text);
        let once = syntax::format(&text);
        prop_assert!(!matches!(once, Err(Unformatted::Changed)));
        if let Ok(once) = once {
            prop_assert_eq!(syntax::format(&once).expect("readable"), once);
        }
        let mut end = 0;
        for token in syntax::tokens(&text) {
            prop_assert!(token.range.start >= end && text.get(token.range.clone()).is_some());
            end = token.range.end;
        }
    }
}

/// What is wrong in many places at once, or nested without end, is read in time that grows with the text.
#[test]
fn no_text_takes_long() {
    let many = 40;
    let heads = [
        "(",
        "[",
        "{",
        "f(",
        "\"{",
        "4d6kh(",
        "d{",
        "if a then ",
        "[x for x in ",
        "{a: ",
        "(a, ",
        "sort ",
        "sort(",
        "-(",
        "t[",
        "a where (",
    ];
    let tails = ["", ")", "]", "}", "\"", "x", " +", " where", ")d6", "1", "}\"", ")kh("];
    let begin = std::time::Instant::now();
    for head in heads {
        for tail in tails {
            let text = format!("let x = {}1{}", head.repeat(many), tail.repeat(many));
            syntax::parse_file(ID, &text);
            syntax::tokens(&text);
        }
    }
    let long = [
        "let x = (\n",
        "table t\n",
        "1: {\n",
        "| a |\n",
        "end\n",
        "\"\n",
        "say \"{\n",
        "a = b = c\n",
        "procedure p\n",
    ];
    for line in long {
        syntax::parse_file(ID, &line.repeat(3_000));
    }
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

/// However deep brackets stand, and wherever, they meet the limit and not the stack.
#[test]
fn deep_brackets_are_no_danger_anywhere() {
    let places = [
        "let x = @",
        "say @",
        "fn f(a = @) = 1",
        "fn f(a: 0..@) = @",
        "option o: @ = @",
        "table t(a = @) rolls @\n  1: a\nend table",
        "table t rolls d6\n  1 when @: a\nend table",
        "table t rolls d6\n  1: {@}\nend table",
        "table t rolls d6\n  1: a => x = @\nend table",
        "table t rolls d6\n  @: a\nend table",
        "table t\n| d6 | @ |\n|---|---|\n| 1 | a |",
        "table t\n| @ | a |\n|---|---|\n| 1 | a |",
        "table t\n| d6 | a |\n|---|---|\n| 1 | {@} |",
        "table t\n| d6 | when | then |\n|---|---|---|\n| 1 | @ | x = @ |",
        "table t\n| d6 | a |\n|---|---|\n| @ | d6kh@ |",
        "table t\n- {@}\n- 2x @",
        "change t row 1: {@} => x = @",
        "sheet s\n  a: 0..@ = @\nend sheet",
        "procedure p\n  with dice @ and answers a = @\n  choose x: \"{@}\" from @\n",
        "test \"{@}\"\n  expect @\nend test",
        "policy a = @ when @",
        "unit a = 1 @",
    ];
    for place in places {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("\"{", "}\""),
            ("f(", ")"),
            ("d(", ")"),
            ("if ", ""),
            ("sort ", ""),
        ] {
            let deep =
                |open: &str, close: &str, depth| format!("{}1{}", open.repeat(depth), close.repeat(depth));
            for inside in [deep(open, close, 90), deep(open, close, 8_000), deep(open, "", 8_000)] {
                let text = place.replace('@', &inside);
                syntax::tokens(&text);
                let _ = syntax::format(&text);
                syntax::parse_entry(ID, &text);
                syntax::parse_markdown(ID, &text);
            }
        }
    }
}
