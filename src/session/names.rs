//! What can be named: lists for completion, and what is known of one name.

use std::sync::Arc;

use crate::base::{Sources, Span, closest};
use crate::check::BUILTINS;
use crate::check::program::{Def, Param, Program, Table};
use crate::dice::OPERATORS;
use crate::syntax::ast::TableKind;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum What {
    /// A table that is rolled.
    Table,
    /// A chart that is looked up.
    Chart,
    /// A deck that is drawn from.
    Deck,
    /// A table in which each row has its own chance.
    Each,
    /// A function.
    Function,
    /// A procedure.
    Procedure,
    /// A house rule.
    Option,
    /// What `keep` or `let` holds.
    Value,
    /// A roster of records.
    Roster,
    /// A ladder of words.
    Ladder,
    /// A list of words.
    Words,
    /// A sheet.
    Sheet,
    /// A unit.
    Unit,
    /// A rule-set.
    Rules,
    /// A function that is built in.
    Builtin,
    /// A modifier of dice.
    Modifier,
    /// A word of the language.
    Keyword,
    /// A name inside one definition: an input, or what `let` and `for` make.
    Local,
    /// A field of a record, or a column of a row.
    Field,
    /// A word of a ladder or list.
    Word,
}

impl What {
    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            What::Table => "table",
            What::Chart => "chart",
            What::Deck => "deck",
            What::Each => "each",
            What::Function => "fn",
            What::Procedure => "procedure",
            What::Option => "option",
            What::Value => "value",
            What::Roster => "roster",
            What::Ladder => "ladder",
            What::Words => "words",
            What::Sheet => "sheet",
            What::Unit => "unit",
            What::Rules => "rules",
            What::Builtin => "built in",
            What::Modifier => "modifier",
            What::Keyword => "word",
            What::Local => "local",
            What::Field => "field",
            What::Word => "word",
        }
    }

    /// Whether it can be rolled or looked up.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, What::Table | What::Chart | What::Deck | What::Each)
    }
}

/// A name and what it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// The name within its module.
    pub name: Arc<str>,
    /// The module: a rule-set, a file, or the session.
    pub module: Arc<str>,
    /// What it stands for.
    pub what: What,
    /// How it is written with its arguments: `hoard(level)`.
    pub usage: String,
    /// The title, where it has one.
    pub title: Option<Arc<str>>,
    /// The doc comment.
    pub doc: Option<Arc<str>>,
    /// The definition, for showing its source.
    pub def: Option<Def>,
    /// Whether it is a part that a rule-set leaves open.
    pub(crate) is_open: bool,
}

impl Named {
    /// The name with its module.
    pub(crate) fn full(&self) -> String {
        if self.module.is_empty() { self.name.to_string() } else { format!("{}.{}", self.module, self.name) }
    }

    /// What it is, in a line: the beginning of the doc comment, or the title.
    pub(crate) fn line(&self) -> String {
        match (&self.doc, &self.title) {
            (Some(doc), _) => {
                let lines: Vec<&str> = doc.lines().take_while(|line| !line.trim().is_empty()).collect();
                lines.join(" ")
            }
            (None, Some(title)) => title.to_string(),
            (None, None) => String::new(),
        }
    }

    /// The lines that alter it, each as far as its first line goes, in the order in which they do.
    pub(crate) fn changed_by(&self, program: &Program, sources: &Sources) -> Vec<String> {
        let Some(def) = &self.def else { return Vec::new() };
        let places = program.changes.iter().filter(|(whole, _)| *whole == def.whole).map(|(_, at)| at);
        let lines = places.filter_map(|at| {
            let text = sources.get(at.source)?.text();
            let start = text.get(..at.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
            text.get(start..)?.lines().next().map(|line| line.trim().to_owned())
        });
        lines.collect()
    }

    /// The definition as it is written.
    pub(crate) fn source<'s>(&self, sources: &'s Sources) -> Option<&'s str> {
        let def = self.def.as_ref()?;
        let text = sources.get(def.whole.source)?.slice(def.whole.range());
        (!text.is_empty()).then_some(text)
    }
}

/// Everything that a program defines, in the order of its modules and of their definitions.
pub(crate) fn defined(program: &Program) -> Vec<Named> {
    let tables = program
        .tables
        .iter()
        .map(|table| (&table.def, table_what(table), usage(&table.def.name, &table.params)));
    let fns = program.fns.iter().map(|f| (&f.def, What::Function, usage(&f.def.name, &f.params)));
    let procs =
        program.procs.iter().map(|proc| (&proc.def, What::Procedure, usage(&proc.def.name, &proc.params)));
    let plain = |def: &Def| def.name.to_string();
    let options = program.options.iter().map(|option| (&option.def, What::Option, plain(&option.def)));
    let globals = program.globals.iter().map(|global| (&global.def, What::Value, plain(&global.def)));
    let rosters = program.rosters.iter().map(|roster| (&roster.def, What::Roster, plain(&roster.def)));
    let sheets = program.sheets.iter().map(|sheet| &sheet.def).chain(&program.hero_parts);
    let sheets = sheets.map(|def| (def, What::Sheet, plain(def)));
    let scale = |ladder: bool| if ladder { What::Ladder } else { What::Words };
    let scales = program.scales.iter().map(|scaled| (&scaled.def, scale(scaled.ladder), plain(&scaled.def)));
    let mut all: Vec<Named> = tables
        .chain(fns)
        .chain(procs)
        .chain(options)
        .chain(globals)
        .chain(rosters)
        .chain(sheets)
        .chain(scales)
        // What is built in, and lists of words written where they are used, have no place of their own.
        .filter(|(def, ..)| def.span.source.0 != u32::MAX && def.span.start < def.span.end)
        .map(|(def, what, usage)| named(program, def, what, usage))
        .collect();
    // The words of an option that lists them itself have the option's name.
    let options: Vec<(Arc<str>, Arc<str>)> = all
        .iter()
        .filter(|named| named.what == What::Option)
        .map(|named| (Arc::clone(&named.module), Arc::clone(&named.name)))
        .collect();
    let is_own = |named: &Named| {
        named.what == What::Words
            && options.iter().any(|(module, name)| *module == named.module && *name == named.name)
    };
    all.retain(|named| !is_own(named));
    let open = open_parts(program);
    for named in &mut all {
        named.is_open = named.def.as_ref().is_some_and(|def| open.contains(&def.span));
    }
    all.sort_by_key(|named| named.def.as_ref().map(|def| (def.module, def.span)));
    all
}

/// Where the stubs that nothing fills are named.
fn open_parts(program: &Program) -> Vec<Span> {
    let tables = program.tables.iter().filter(|table| table.stub.is_some()).map(|table| table.def.span);
    let fns = program.fns.iter().filter(|function| function.stub.is_some()).map(|function| function.def.span);
    let procs = program.procs.iter().filter(|proc| proc.stub.is_some()).map(|proc| proc.def.span);
    tables.chain(fns).chain(procs).collect()
}

fn named(program: &Program, def: &Def, what: What, usage: String) -> Named {
    let module = program
        .modules
        .get(def.module.index())
        .map_or_else(|| Arc::from(""), |module| Arc::clone(&module.name));
    let title = def.title.clone();
    Named {
        name: Arc::clone(&def.name),
        module,
        what,
        usage,
        title,
        doc: def.doc.clone(),
        def: Some(def.clone()),
        is_open: false,
    }
}

fn table_what(table: &Table) -> What {
    match table.kind {
        TableKind::Table => What::Table,
        TableKind::Chart => What::Chart,
        TableKind::Deck => What::Deck,
        TableKind::Each => What::Each,
    }
}

fn usage(name: &str, params: &[Param]) -> String {
    if params.is_empty() {
        return name.to_owned();
    }
    let names: Vec<&str> = params.iter().map(|param| &*param.name).collect();
    format!("{name}({})", names.join(", "))
}

/// What is built in: functions and modifiers of dice.
pub(crate) fn built_in() -> Vec<Named> {
    let plain = |name: &str, what: What, usage: String, help: &str| Named {
        name: name.into(),
        module: "".into(),
        what,
        usage,
        title: None,
        doc: Some(help.into()),
        def: None,
        is_open: false,
    };
    let functions = BUILTINS.iter().flat_map(|info| {
        let (example, gives) = info.example;
        let about = format!("{}\n\n`{example}` gives `{gives}`", info.help);
        info.names.iter().map(move |name| plain(name, What::Builtin, example.to_owned(), &about))
    });
    let modifiers = OPERATORS.iter().map(|op| {
        let elsewhere = op.elsewhere().map_or_else(String::new, |others| format!(" Elsewhere: {others}."));
        let about = format!("{}: {}{elsewhere}", op.name, op.help);
        plain(op.symbol, What::Modifier, op.example.to_owned(), &about)
    });
    functions.chain(modifiers).collect()
}

/// A rule-set, by its name.
pub(crate) fn rules(name: &str) -> Named {
    Named {
        name: name.into(),
        module: "".into(),
        what: What::Rules,
        usage: name.to_owned(),
        title: None,
        doc: None,
        def: None,
        is_open: false,
    }
}

/// The one that a text means: by its full name, else by its bare name, the latest definition first.
pub(crate) fn find<'n>(all: &'n [Named], text: &str) -> Option<&'n Named> {
    let text = text.trim();
    let full = all.iter().rev().find(|named| named.full() == text);
    full.or_else(|| all.iter().rev().find(|named| *named.name == *text))
}

/// The name that was probably meant.
pub(crate) fn near<'n>(all: &'n [Named], text: &str) -> Option<&'n str> {
    closest(text, all.iter().map(|named| &*named.name))
}
