//! A rule-set as a page to read and print: what it needs, its house rules, its tables with their odds, its
//! functions, and its procedures step by step. The page is written as Markdown; HTML is made from that.

mod page;
mod steps;
mod tables;

use std::fmt::Write as _;

pub(crate) use page::html;

use crate::base::{ByName, Span};
use crate::check::program::{Def, Function, ModuleId, Procedure, Program, SheetField};
use crate::session::Session;
use crate::syntax::ast::TableKind;

/// One module of a session, ready to be written down.
pub(crate) struct Handbook<'s> {
    session: &'s mut Session,
    program: Program,
    module: ModuleId,
    out: String,
}

impl<'s> Handbook<'s> {
    /// The handbook of a module that is loaded, by its name; `None` where there is none.
    pub(crate) fn of(session: &'s mut Session, name: &str) -> Option<Handbook<'s>> {
        let program = session.program().clone();
        let module = program.modules.iter().position(|module| &*module.name == name)?;
        Some(Handbook { session, program, module: module.into(), out: String::new() })
    }

    /// All of it as Markdown.
    pub(crate) fn markdown(mut self) -> String {
        self.head();
        let head = std::mem::take(&mut self.out);
        self.stubs();
        self.options();
        self.words();
        self.tables("Tables", &[TableKind::Table, TableKind::Each]);
        self.tables("Charts", &[TableKind::Chart]);
        self.tables("Decks", &[TableKind::Deck]);
        self.state();
        self.functions();
        self.procedures();
        let contents = contents(&self.out);
        format!("{}\n", format!("{head}{contents}{}", self.out).trim_end())
    }

    fn head(&mut self) {
        let Some(module) = self.program.modules.get(self.module.index()).cloned() else { return };
        let title = module.title.as_deref().unwrap_or(&module.name);
        let _ = writeln!(self.out, "# {}\n", line(title));
        self.prose(module.doc.as_deref());
        for several in module.about.chunk_by(|(word, _), (other, _)| word == other) {
            let texts: Vec<String> = several.iter().map(|(_, text)| line(text)).collect();
            let word = several.first().map_or("", |(word, _)| word);
            let _ = writeln!(self.out, "{}: {}  ", capital(word), texts.join(", "));
        }
        if !module.about.is_empty() {
            self.out.push('\n');
        }
        let _ = writeln!(self.out, "Put `use {}` into your file to play by it.\n", module.name);
    }

    /// Whether a definition is one of this module that people use by its name.
    fn is_ours(&self, def: &Def) -> bool {
        let written = def.span.source.0 != u32::MAX && def.span.start < def.span.end;
        def.module == self.module && written && !def.name.starts_with('_')
    }

    fn section(&mut self, title: &str) {
        let _ = writeln!(self.out, "## {title}\n");
    }

    fn heading(&mut self, def: &Def) {
        let title = def.title.as_deref().map(|title| format!(" · {}", line(title))).unwrap_or_default();
        let _ = writeln!(self.out, "### `{}`{title}\n", def.name);
    }

    fn prose(&mut self, doc: Option<&str>) {
        if let Some(doc) = doc.filter(|doc| !doc.trim().is_empty()) {
            let _ = writeln!(self.out, "{}\n", doc.trim());
        }
    }

    /// A source text as it was written.
    fn source(&self, span: Span) -> &str {
        self.session.sources().get(span.source).map_or("", |source| source.slice(span.range()))
    }

    /// A definition's first line, up to what it is made of.
    fn signature(&self, def: &Def) -> String {
        let whole = self.source(def.whole);
        let head = whole.split_inclusive('\n').scan(0i32, |depth, line| {
            let done = *depth < 0;
            let opened = |open: char, close: char| {
                i32::try_from(line.matches(open).count()).unwrap_or(0)
                    - i32::try_from(line.matches(close).count()).unwrap_or(0)
            };
            *depth += opened('(', ')');
            if *depth == 0 {
                *depth = -1;
            }
            (!done).then_some(line)
        });
        one_line(&head.collect::<String>())
    }

    /// What is written, with its doc comment behind it, as an item of a list.
    fn item(&mut self, written: &str, doc: Option<&str>) {
        let doc = doc.map(one_line).filter(|doc| !doc.is_empty());
        let doc = doc.map(|doc| format!(": {doc}")).unwrap_or_default();
        let _ = writeln!(self.out, "- {}{doc}", code(written));
    }

    fn items(&mut self, title: &str, items: &[(String, Option<String>)]) {
        if items.is_empty() {
            return;
        }
        self.section(title);
        for (written, doc) in items {
            self.item(written, doc.as_deref());
        }
        self.out.push('\n');
    }

    fn stubs(&mut self) {
        let tables = self.program.tables.iter().map(|table| (&table.def, &table.stub));
        let fns = self.program.fns.iter().map(|function| (&function.def, &function.stub));
        let procs = self.program.procs.iter().map(|procedure| (&procedure.def, &procedure.stub));
        let all = tables.chain(fns).chain(procs).filter(|(def, _)| self.is_ours(def));
        let items: Vec<(String, Option<String>)> = all
            .filter_map(|(def, stub)| {
                let doc = def.doc.as_deref().or(stub.as_deref());
                let written = self.signature(def);
                let written = written.strip_prefix("stub ").unwrap_or(&written);
                // What it would be is said by its doc comment, or instead of one.
                let written = written.split(" \"").next().unwrap_or(written);
                stub.as_ref().map(|_| (written.to_owned(), doc.map(str::to_owned)))
            })
            .collect();
        self.items("What you bring", &items);
    }

    fn options(&mut self) {
        let ours = self.program.options.iter().filter(|option| self.is_ours(&option.def));
        let items: Vec<_> = ours
            .map(|option| {
                let written = self.signature(&option.def);
                let written = written.strip_prefix("option ").unwrap_or(&written).to_owned();
                (written, option.def.doc.as_deref().map(str::to_owned))
            })
            .collect();
        self.items("House rules", &items);
    }

    fn words(&mut self) {
        let units = self.program.units.all.iter().map(|unit| &unit.def);
        let named = |def: &Def| {
            let written = self.source(def.whole).trim_start();
            ["unit ", "words ", "ladder "].iter().any(|word| written.starts_with(word))
        };
        let scales = self.program.scales.iter().map(|scale| &scale.def);
        let ours = units.chain(scales).filter(|def| self.is_ours(def) && named(def));
        let items: Vec<_> =
            ours.map(|def| (self.signature(def), def.doc.as_deref().map(str::to_owned))).collect();
        self.items("Words and units", &items);
    }

    fn state(&mut self) {
        let ours = self.program.globals.iter().filter(|global| self.is_ours(&global.def) && global.kept);
        let items: Vec<_> = ours
            .map(|global| (self.signature(&global.def), global.def.doc.as_deref().map(str::to_owned)))
            .collect();
        self.items("What a campaign keeps", &items);
        let sheets: Vec<(Def, ByName<SheetField>)> = self
            .program
            .sheets
            .iter()
            .filter(|sheet| self.is_ours(&sheet.def))
            .map(|sheet| (sheet.def.clone(), sheet.fields.clone()))
            .collect();
        if sheets.is_empty() {
            return;
        }
        self.section("Sheets");
        for (def, fields) in sheets {
            self.heading(&def);
            self.prose(def.doc.as_deref());
            for field in &fields {
                self.item(&field.name, field.doc.as_deref());
            }
            self.out.push('\n');
        }
    }

    fn functions(&mut self) {
        let ours =
            |function: &&std::sync::Arc<Function>| self.is_ours(&function.def) && function.stub.is_none();
        let mut items: Vec<(String, Option<String>)> = self
            .program
            .fns
            .iter()
            .filter(ours)
            .map(|function| (self.called(&function.def), function.def.doc.as_deref().map(str::to_owned)))
            .collect();
        let long = self.program.procs.iter().filter(|one| self.is_ours(&one.def) && one.is_fn);
        items.extend(long.map(|one| (self.called(&one.def), one.def.doc.as_deref().map(str::to_owned))));
        self.items("Functions", &items);
    }

    /// How a function is called, without what it works out.
    fn called(&self, def: &Def) -> String {
        let written = self.signature(def);
        let written = written.strip_prefix("fn ").unwrap_or(&written);
        let mut depth = 0;
        let end = written.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            *c == '=' && depth == 0
        });
        written.get(..end.map_or(written.len(), |(at, _)| at)).unwrap_or(written).trim().to_owned()
    }

    fn procedures(&mut self) {
        let ours: Vec<std::sync::Arc<Procedure>> = self
            .program
            .procs
            .iter()
            .filter(|one| self.is_ours(&one.def) && !one.is_fn && one.stub.is_none())
            .cloned()
            .collect();
        if ours.is_empty() {
            return;
        }
        self.section("Procedures");
        for procedure in ours {
            self.heading(&procedure.def);
            self.prose(procedure.def.doc.as_deref());
            let _ = writeln!(self.out, "{}\n", code(&self.signature(&procedure.def)));
            let steps = steps::written(&procedure.body.block, &|span| self.source(span).to_owned());
            let _ = writeln!(self.out, "{steps}");
        }
    }
}

/// The list of sections and of what stands in them, with links.
fn contents(text: &str) -> String {
    let mut out = String::new();
    let mut slugs = page::Slugs::default();
    for line in text.lines() {
        let Some(title) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) else { continue };
        let slug = slugs.give(&title.replace('`', ""));
        let indent = if line.starts_with("### ") { "  " } else { "" };
        let name = title.split(" · ").next().unwrap_or(title);
        let _ = writeln!(out, "{indent}- [{name}](#{slug})");
    }
    if out.is_empty() { out } else { format!("{out}\n") }
}

/// A text as inline code, whatever backticks are in it.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    if !text.contains('`') {
        return format!("`{text}`");
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// A text in one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title in one line.
fn line(text: &str) -> String {
    one_line(text)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
