//! What was typed, read as the one file that it amounts to: each definition that still holds, once.
//!
//! A definition takes the place of an earlier one of the same name. What is left is what a file would
//! say, so a session means what its file means.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::{SharedMap, Source, SourceId, Sources, Span, stop};
use crate::diag::Diagnostic;
use crate::syntax;
use crate::syntax::ast::{self, Item, ItemKind, StmtKind, Use, UseFrom};

/// An entry as it was read.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    /// Its number.
    pub number: u32,
    /// Its text among the session's sources.
    pub source: SourceId,
    /// What stands in it; a bare expression at its end gives the entry's value a name.
    pub file: ast::File,
    /// What the reader found.
    pub reports: Vec<Diagnostic>,
    /// Whether it has a value: `_3`.
    pub valued: bool,
}

/// How many entries are kept as they were read. Older ones are read again from their texts when the rules are
/// made anew.
const KEPT: u32 = 1_000;

/// Entries as they were read, by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Readings {
    /// Where the text of each stands among the sources.
    places: SharedMap<u32, SourceId>,
    last: SharedMap<u32, Arc<Typed>>,
}

impl Readings {
    /// An entry of the past, or one that is new. The same entry always stands in the same place.
    pub(crate) fn read(&mut self, sources: &mut Sources, number: u32, text: &str) -> Arc<Typed> {
        let place = self.places.get(&number).copied();
        let place = place.filter(|id| sources.get(*id).is_some_and(|source| &**source.text() == text));
        let known = self.last.get(&number).filter(|known| Some(known.source) == place);
        if let Some(known) = known {
            return Arc::clone(known);
        }
        let source = place.unwrap_or_else(|| sources.add(Source::new(format!("<repl:{number}>"), text)));
        let typed = Arc::new(Typed::new(number, source, syntax::parse_entry(source, text)));
        if !stop::is_asked() {
            self.places.insert(number, source);
            self.last.insert(number, Arc::clone(&typed));
            if let Some(old) = number.checked_sub(KEPT).filter(|old| self.last.contains_key(old)) {
                self.last.remove(&old);
            }
        }
        typed
    }
}

/// The words of what lasts of an entry.
#[derive(Debug, Clone, Default)]
pub(super) struct LastingWords {
    all: FxHashSet<Arc<str>>,
    any: bool,
}

impl LastingWords {
    /// Whether anything lasts.
    pub(crate) fn any(&self) -> bool {
        self.any
    }
}

impl IntoIterator for LastingWords {
    type Item = Arc<str>;
    type IntoIter = <FxHashSet<Arc<str>> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

/// What can be defined only once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum DefinitionKey {
    /// The name of a table, function, procedure, stub, option, roster, or kept value.
    Name(Arc<str>),
    /// A name that a `let` made.
    Let(Arc<str>),
    /// A ladder, a list of words, or a sheet.
    Kind(Arc<str>),
    Unit(Arc<str>),
    /// A field of the heroes' sheet, to which every part of a campaign may add.
    HeroField(Arc<str>),
    Party,
    Head,
    About(Arc<str>),
    Test(String),
    /// The answer to a prompt.
    Answer(Arc<str>),
}

impl Typed {
    /// Reads an entry.
    pub(crate) fn new(number: u32, source: SourceId, read: crate::syntax::Parsed) -> Typed {
        let mut file = read.file;
        let valued = keep_last_value(&mut file, number);
        file.items.shrink_to_fit();
        Typed { number, source, file, reports: read.diagnostics, valued }
    }

    /// A file that was loaded, as if it had been typed.
    pub(crate) fn of_file(source: SourceId, read: crate::syntax::Parsed) -> Typed {
        Typed { number: 0, source, file: read.file, reports: read.diagnostics, valued: false }
    }

    /// Whether it is a file, and no entry.
    pub(crate) fn is_file(&self) -> bool {
        self.number == 0
    }

    /// The names that it defines, in the order of its text; what an entry's value is called is none.
    pub(crate) fn names(&self) -> Vec<&ast::Name> {
        self.file.items.iter().filter_map(|item| defined_name(&item.kind)).collect()
    }

    /// The modules that it uses.
    pub(crate) fn uses(&self) -> impl Iterator<Item = &Use> {
        self.file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Use(used) => Some(&**used),
            _ => None,
        })
    }

    /// Whether it changes what was defined elsewhere.
    pub(crate) fn changes(&self) -> bool {
        self.file.items.iter().any(|item| matches!(item.kind, ItemKind::Change(_)))
    }

    /// The house rules that it sets, by their bare names.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &str> {
        self.file.items.iter().flat_map(|item| match &item.kind {
            ItemKind::Use(used) => used.with.iter().map(|(name, _)| &*name.text).collect(),
            ItemKind::Change(change) if matches!(change.kind, ast::ChangeKind::Value(_)) => {
                vec![&*change.target.name.text]
            }
            _ => Vec::new(),
        })
    }

    /// Whether a place lies in something that this entry only did, and does not define: what was done
    /// once need not be right any more.
    pub(crate) fn only_did(&self, at: Span) -> bool {
        let holds = |item: &&Item| item.span.start <= at.start && at.end <= item.span.end;
        let mut definitions = self.file.items.iter().filter(|item| !matches!(item.kind, ItemKind::Stmt(_)));
        at.source == self.source && !definitions.any(|item| holds(&item))
    }

    /// The words of what lasts; `text` is all of the entry's.
    pub(crate) fn words(&self, text: &str) -> LastingWords {
        let mut words = LastingWords::default();
        for span in self.lasting() {
            words.any = true;
            let own = text.get(span.range()).unwrap_or("");
            words.all.extend(own.split(|c: char| !c.is_alphanumeric() && c != '_').map(Arc::from));
        }
        words
    }

    /// The places of what later entries read again when they are made into a file: definitions, and
    /// rules that hold from now on.
    fn lasting(&self) -> impl Iterator<Item = Span> {
        let lasts = |item: &&Item| match &item.kind {
            ItemKind::Stmt(stmt) => {
                matches!(stmt.kind, StmtKind::Every(..) | StmtKind::When { .. } | StmtKind::Timer(_))
            }
            _ => true,
        };
        self.file.items.iter().filter(lasts).map(|item| item.span)
    }
}

/// The items of each entry that still hold.
pub(super) fn holding(entries: &[Arc<Typed>]) -> Vec<Vec<Item>> {
    let mut later: FxHashSet<DefinitionKey> = FxHashSet::default();
    let mut uses: Vec<Use> = Vec::new();
    let mut all = Vec::with_capacity(entries.len());
    for entry in entries.iter().rev() {
        let mut items = Vec::new();
        let mut own = Vec::new();
        for item in &entry.file.items {
            own.extend(keys(&item.kind));
            items.extend(still(item, &later));
        }
        later.extend(own);
        items.reverse();
        items.retain_mut(|item| match &mut item.kind {
            ItemKind::Use(used) => use_once(used, &mut uses),
            _ => true,
        });
        items.reverse();
        all.push(items);
    }
    all.reverse();
    all
}

/// The item, or what is left of it, where later entries do not take its place.
fn still(item: &Item, later: &FxHashSet<DefinitionKey>) -> Option<Item> {
    match &item.kind {
        ItemKind::Policy(entries) => {
            let holds =
                |entry: &&ast::PolicyEntry| !later.contains(&DefinitionKey::Answer(entry.name.text.clone()));
            let entries: Vec<_> = entries.iter().filter(holds).cloned().collect();
            (!entries.is_empty()).then(|| Item { kind: ItemKind::Policy(entries), ..item.clone() })
        }
        // What was changed in a definition that is gone, is gone with it.
        ItemKind::Change(change) => {
            let gone = change.target.module.is_none()
                && later.contains(&DefinitionKey::Name(change.target.name.text.clone()));
            (!gone).then(|| item.clone())
        }
        kind => {
            let gone = |key: &DefinitionKey| {
                later.contains(key)
                    || matches!(key, DefinitionKey::Let(name) if later.contains(&DefinitionKey::Name(name.clone())))
            };
            (!keys(kind).iter().any(gone)).then(|| item.clone())
        }
    }
}

/// Takes from a `use` what a later one of the same module says otherwise. Whether it says anything else
/// than the later ones; `later` are those, the last one first.
fn use_once(used: &mut Use, later: &mut Vec<Use>) -> bool {
    let same = |other: &&Use| same_source(&used.from, &other.from);
    let said: Vec<Arc<str>> =
        later.iter().filter(same).flat_map(|of| of.with.iter().map(|(name, _)| name.text.clone())).collect();
    used.with.retain(|(name, _)| !said.contains(&name.text));
    let alias = |of: &Use| of.alias.as_ref().map(|alias| alias.text.clone());
    let again = later.iter().filter(same).any(|other| alias(other) == alias(used));
    later.push(used.clone());
    !(again && used.with.is_empty())
}

fn same_source(a: &UseFrom, b: &UseFrom) -> bool {
    match (a, b) {
        (UseFrom::Library(a), UseFrom::Library(b)) => a.text == b.text,
        (UseFrom::File(a), UseFrom::File(b)) => a.value == b.value,
        (UseFrom::Library(_), UseFrom::File(_)) | (UseFrom::File(_), UseFrom::Library(_)) => false,
    }
}

fn defined_name(kind: &ItemKind) -> Option<&ast::Name> {
    match kind {
        ItemKind::Option(option) => Some(&option.name),
        ItemKind::Unit(unit) => Some(&unit.name),
        ItemKind::Symbols(symbols) => Some(&symbols.name),
        ItemKind::Scale(scale) => Some(&scale.name),
        ItemKind::Keep(keep) => Some(&keep.name),
        ItemKind::Sheet(sheet) => Some(&sheet.name),
        ItemKind::Roster(roster) => Some(&roster.name),
        ItemKind::Table(table) => Some(&table.name),
        ItemKind::Fn(function) => Some(&function.name),
        ItemKind::Procedure(procedure) => Some(&procedure.name),
        ItemKind::Stub(stub) => Some(&stub.name),
        ItemKind::Stmt(stmt) => match &stmt.kind {
            StmtKind::Let(name, _) if !name.text.starts_with('_') => Some(name),
            _ => None,
        },
        ItemKind::Rules(..)
        | ItemKind::About(..)
        | ItemKind::Use(_)
        | ItemKind::Change(_)
        | ItemKind::Policy(_)
        | ItemKind::Test(_) => None,
    }
}

/// What a definition may be only once.
fn keys(kind: &ItemKind) -> Vec<DefinitionKey> {
    match kind {
        ItemKind::Rules(..) => vec![DefinitionKey::Head],
        ItemKind::About(about) => vec![DefinitionKey::About(about.word.text.clone())],
        ItemKind::Unit(unit) => vec![DefinitionKey::Unit(unit.name.text.clone())],
        ItemKind::Symbols(symbols) => vec![DefinitionKey::Unit(symbols.name.text.clone())],
        ItemKind::Scale(scale) => vec![DefinitionKey::Kind(scale.name.text.clone())],
        ItemKind::Sheet(sheet) if &*sheet.name.text == "hero" => {
            sheet.fields.iter().map(|field| DefinitionKey::HeroField(field.name.text.clone())).collect()
        }
        ItemKind::Sheet(sheet) => vec![DefinitionKey::Kind(sheet.name.text.clone())],
        ItemKind::Roster(roster) if roster.sheet.is_none() => vec![DefinitionKey::Party],
        ItemKind::Test(test) => vec![DefinitionKey::Test(test.title.literal().into_owned())],
        ItemKind::Policy(entries) => {
            entries.iter().map(|entry| DefinitionKey::Answer(entry.name.text.clone())).collect()
        }
        ItemKind::Stmt(stmt) => match &stmt.kind {
            StmtKind::Let(name, _) => vec![DefinitionKey::Let(name.text.clone())],
            _ => Vec::new(),
        },
        ItemKind::Use(_) | ItemKind::Change(_) => Vec::new(),
        ItemKind::Option(_)
        | ItemKind::Keep(_)
        | ItemKind::Roster(_)
        | ItemKind::Table(_)
        | ItemKind::Fn(_)
        | ItemKind::Procedure(_)
        | ItemKind::Stub(_) => {
            defined_name(kind).map(|name| DefinitionKey::Name(name.text.clone())).into_iter().collect()
        }
    }
}

/// The name of the value of an entry.
pub(super) fn value_name(number: u32) -> String {
    format!("_{number}")
}

/// Where the last item is a bare expression, its value is kept, as `_3` for entry 3. Whether it is.
fn keep_last_value(file: &mut ast::File, number: u32) -> bool {
    let Some(Item { kind: ItemKind::Stmt(last), doc, .. }) = file.items.last_mut() else { return false };
    match std::mem::replace(&mut last.kind, StmtKind::Skip) {
        StmtKind::Expr(expr) => {
            last.kind = StmtKind::Let(ast::Name::new(value_name(number), last.span), Arc::new(expr));
            *doc = None;
            true
        }
        other => {
            last.kind = other;
            false
        }
    }
}
