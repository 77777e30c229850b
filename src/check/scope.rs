//! Names: what they stand for in a module, and which locals are in reach inside a body.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::program::{
    Capture, FnId, GlobalId, Kind, LocalId, ModuleId, OptionId, ProcId, RosterId, ScaleId, SheetId, TableId,
    TimerId, UnitId,
};
use super::uses::UsedModules;
use crate::base::{SharedMap, Span};
use crate::syntax::ast::Name;

/// What a name of a module stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMeaning {
    /// A house-rule switch.
    Option(OptionId),
    /// What `keep` or a top-level `let` holds.
    Global(GlobalId),
    /// All records of a roster.
    Roster(RosterId),
    /// One record of a roster, by its place in it.
    Member(RosterId, u32),
    /// A table of any kind.
    Table(TableId),
    /// A function.
    Fn(FnId),
    /// A procedure.
    Proc(ProcId),
}

impl NameMeaning {
    /// What it is, in people's words.
    pub(crate) fn what(self) -> &'static str {
        match self {
            NameMeaning::Table(_) => "a table",
            NameMeaning::Global(_) => "a kept value",
            NameMeaning::Option(_) => "an option",
            NameMeaning::Roster(_) | NameMeaning::Member(..) => "a roster",
            NameMeaning::Fn(_) => "a function",
            NameMeaning::Proc(_) => "a procedure",
        }
    }

    /// The table, where it is one.
    pub(crate) fn table(self) -> Option<TableId> {
        if let NameMeaning::Table(id) = self { Some(id) } else { None }
    }

    /// The kept value, where it is one.
    pub(crate) fn global(self) -> Option<GlobalId> {
        if let NameMeaning::Global(id) = self { Some(id) } else { None }
    }

    /// The option, where it is one.
    pub(crate) fn option(self) -> Option<OptionId> {
        if let NameMeaning::Option(id) = self { Some(id) } else { None }
    }

    /// The procedure, where it is one.
    pub(crate) fn procedure(self) -> Option<ProcId> {
        if let NameMeaning::Proc(id) = self { Some(id) } else { None }
    }
}

/// What a name stands for after `:` and before a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KindName {
    /// A ladder or list of words.
    Scale(ScaleId),
    /// A kind of record.
    Sheet(SheetId),
}

/// A name in a source, and the name in the definition that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mention {
    /// Where the name is written.
    pub(crate) at: Span,
    /// The name where it is defined. A file without a `rules` line has an empty place at its start.
    pub(crate) of: Span,
}

/// The names that one module defines.
#[derive(Debug, Clone, Default)]
pub(super) struct ModuleScope {
    /// Values: one namespace.
    pub names: SharedMap<Arc<str>, (NameMeaning, Span)>,
    /// Ladders, words and sheets.
    pub kinds: SharedMap<Arc<str>, (KindName, Span)>,
    /// Units, by both forms of their name.
    pub units: SharedMap<Arc<str>, (UnitId, Span)>,
    /// Timers that its procedures start.
    pub timers: SharedMap<Arc<str>, TimerId>,
    /// The modules it uses, by the names they have here.
    pub uses: UsedModules,
}

impl ModuleScope {
    /// Whether the module itself defines a value or a kind of this name.
    pub(crate) fn holds(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.kinds.contains_key(name)
    }
}

/// Which bare words a place takes besides those of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum BareWords {
    /// None.
    #[default]
    None,
    /// The keys of a table's rows.
    Keys(TableId),
    /// The headings of a chart's result columns.
    Headings(TableId),
    /// What stands in a column's cells.
    Cells(TableId, u32),
    /// What stands in any cell or heading of a chart with two keys.
    AnyCell(TableId),
    /// What `summary` gives.
    Summary,
    /// How ties go: `win` or `lose`.
    Ties,
    /// Any word of any list in reach, where only one has it: the kind is not known. Where that is because
    /// a parameter does not say it, which.
    Anything(Option<LocalId>),
}

impl BareWords {
    /// Whether a word that is read bare can only be one of a table's, of `summary`, or how ties go.
    pub(crate) fn is_one_list(&self) -> bool {
        match self {
            BareWords::None | BareWords::Anything(_) => false,
            BareWords::Keys(_)
            | BareWords::Headings(_)
            | BareWords::Cells(..)
            | BareWords::AnyCell(_)
            | BareWords::Summary
            | BareWords::Ties => true,
        }
    }
}

/// What a place expects.
#[derive(Debug, Clone)]
pub(super) struct Want {
    /// The kind.
    pub kind: Kind,
    /// Further words.
    pub words: BareWords,
}

impl Want {
    /// Anything at all.
    pub(crate) fn any() -> Want {
        Want { kind: Kind::Any, words: BareWords::None }
    }

    /// Anything, where a word that only one list has is that word.
    pub(crate) fn open() -> Want {
        Want { kind: Kind::Any, words: BareWords::Anything(None) }
    }

    /// A value of this kind.
    pub(crate) fn of(kind: Kind) -> Want {
        Want { kind, words: BareWords::None }
    }
}

/// A name in reach inside a body.
#[derive(Debug, Clone)]
enum Visible {
    /// A local.
    Local(LocalId),
    /// The item of a list: its fields stand bare, and `it` is the item.
    Item(LocalId),
}

/// A local of a frame.
#[derive(Debug, Clone)]
pub(super) struct Local {
    /// Its name; `it` for items.
    pub name: Arc<str>,
    /// What it holds.
    pub kind: Kind,
    /// Whether it holds something unrolled.
    pub unrolled: bool,
    /// Words that its text may be.
    pub words: BareWords,
    /// For a pool that was given a name: the local of its dice.
    pub dice: Option<LocalId>,
    /// Whether something mentions it; known of dice only.
    pub used: bool,
    /// Whether it is a parameter, which may say its kind.
    pub is_param: bool,
    /// The name where it is defined, where it has one.
    pub span: Option<Span>,
    /// The dice that it is the sum of, where they might have been kept one by one.
    pub sum_of: Option<SummedDice>,
    /// Whether its value was rolled.
    pub rolled: bool,
    /// For a list that begins empty: the table whose rows alone are added to it.
    pub filled_from: Option<TableId>,
}

/// Dice that a name is the sum of.
#[derive(Debug, Clone, Copy)]
pub(super) struct SummedDice {
    /// Where they are written.
    pub span: Span,
    /// Whether each of them is rolled by itself.
    pub by_die: bool,
    /// Whether more than one of them may count in the end.
    pub several: bool,
}

impl Local {
    /// A local that holds a value.
    pub(crate) fn new(name: impl Into<Arc<str>>, kind: Kind) -> Local {
        Local {
            name: name.into(),
            kind,
            unrolled: false,
            words: BareWords::None,
            dice: None,
            used: false,
            is_param: false,
            span: None,
            sum_of: None,
            rolled: false,
            filled_from: None,
        }
    }

    /// A local that a name in a source defines.
    pub(crate) fn named(name: &Name, kind: Kind) -> Local {
        Local { span: Some(name.span), ..Local::new(name.text.clone(), kind) }
    }
}

/// The locals of one body.
#[derive(Debug, Clone, Default)]
pub(super) struct LocalFrame {
    /// Every local, by id.
    pub locals: Vec<Local>,
    seen: Vec<Visible>,
    /// Where in `seen` the locals of each name stand, and where the items do: there may be thousands of either.
    places: FxHashMap<Arc<str>, Vec<usize>>,
    items: Vec<usize>,
    /// Captured from the frame outside: outside, inside.
    pub(crate) captures: Vec<Capture>,
}

impl LocalFrame {
    /// Brings something into reach.
    fn see(&mut self, seen: Visible) {
        let at = self.seen.len();
        match seen {
            Visible::Item(_) => self.items.push(at),
            Visible::Local(id) => {
                if let Some(local) = self.locals.get(id.index()) {
                    self.places.entry(Arc::clone(&local.name)).or_default().push(at);
                }
            }
        }
        self.seen.push(seen);
    }

    /// Takes what came into reach since a mark out of it.
    fn leave(&mut self, mark: usize) {
        for seen in self.seen.drain(mark.min(self.seen.len())..) {
            match seen {
                Visible::Item(_) => {
                    self.items.pop();
                }
                Visible::Local(id) => {
                    let named = self.locals.get(id.index());
                    if let Some(places) = named.and_then(|local| self.places.get_mut(&local.name)) {
                        places.pop();
                    }
                }
            }
        }
    }

    /// The local of a name that came into reach last, and where.
    fn named(&self, name: &str) -> Option<(usize, LocalId)> {
        let at = *self.places.get(name)?.last()?;
        match self.seen.get(at)? {
            Visible::Local(id) => Some((at, *id)),
            Visible::Item(_) => None,
        }
    }

    /// The item, of those that came into reach after a place, that a name is or is a field of; and which it is.
    fn item_of(
        &self,
        name: &str,
        after: Option<usize>,
        has_field: impl Fn(&Kind) -> bool,
    ) -> Option<(LocalId, bool)> {
        let items = self.items.iter().rev().take_while(|at| after.is_none_or(|after| **at > after));
        items.filter_map(|at| self.seen.get(*at)).find_map(|seen| match seen {
            Visible::Local(_) => None,
            Visible::Item(id) if name == "it" => Some((*id, false)),
            Visible::Item(id) => has_field(&self.locals.get(id.index())?.kind).then_some((*id, true)),
        })
    }

    /// How many locals there are.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.locals.len()).unwrap_or(u32::MAX)
    }

    /// The names of the locals.
    pub(crate) fn names(&self) -> Vec<Arc<str>> {
        self.locals.iter().map(|local| local.name.clone()).collect()
    }
}

/// Where statements stand, for what is allowed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyPlace {
    /// At the top of the started file or in the session.
    Top,
    /// In a procedure.
    Proc(ProcId),
    /// In a function, which may neither ask nor change.
    Fn,
    /// In a table's cells, guards and the like.
    Table,
    /// In a row's effects.
    Effect,
    /// In a test.
    Test,
    /// In the value of an option, a field, or what `keep` holds.
    Value,
}

/// What a bare name inside a body is.
#[derive(Debug, Clone)]
pub(super) enum Resolution {
    /// A local.
    Local(LocalId),
    /// A field of the item in this local.
    Field(LocalId),
}

/// The names in reach at one point of a body.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// The module whose names are in reach.
    pub module: ModuleId,
    /// Where it stands.
    pub place: BodyPlace,
    /// How many loops and steps are around, for `skip`.
    pub passes: u32,
    /// Whether stubs are shown by their description: inside text.
    pub in_text: bool,
    /// The row whose cells are being worked out.
    pub row: Option<Box<super::table::RowCells>>,
    /// The `else` of the choice that is being resolved: a choice there goes on with it.
    pub further_choice: Option<Span>,
    /// The body's own locals, and those of the frames that are open inside it.
    own: LocalFrame,
    inner: Vec<LocalFrame>,
}

impl Scope {
    /// No locals yet.
    pub(crate) fn new(module: ModuleId, place: BodyPlace) -> Scope {
        let own = LocalFrame::default();
        Scope {
            module,
            place,
            passes: 0,
            in_text: false,
            row: None,
            further_choice: None,
            own,
            inner: Vec::new(),
        }
    }

    /// Whether this is the outermost frame, whose locals are the body's own.
    pub(crate) fn is_outermost(&self) -> bool {
        self.inner.is_empty()
    }

    /// The innermost frame.
    pub(crate) fn frame(&mut self) -> &mut LocalFrame {
        self.inner.last_mut().unwrap_or(&mut self.own)
    }

    /// The frame so many frames inside the outermost one.
    fn frame_at(&self, depth: usize) -> Option<&LocalFrame> {
        depth.checked_sub(1).map_or(Some(&self.own), |inner| self.inner.get(inner))
    }

    /// The frames, innermost first.
    fn frames(&self) -> impl Iterator<Item = &LocalFrame> {
        self.inner.iter().rev().chain(std::iter::once(&self.own))
    }

    /// A new local, in reach from here on.
    pub(crate) fn bind(&mut self, name: impl Into<Arc<str>>, kind: Kind) -> LocalId {
        self.bind_local(Local::new(name, kind))
    }

    /// A new local, in reach from here on.
    pub(crate) fn bind_local(&mut self, local: Local) -> LocalId {
        let frame = self.frame();
        let id = LocalId::from(frame.locals.len());
        frame.locals.push(local);
        frame.see(Visible::Local(id));
        id
    }

    /// A new local that holds an item whose fields stand bare.
    pub(crate) fn bind_item(&mut self, kind: Kind, words: BareWords) -> LocalId {
        let frame = self.frame();
        let id = LocalId::from(frame.locals.len());
        frame.locals.push(Local { words, ..Local::new("it", kind) });
        frame.see(Visible::Item(id));
        id
    }

    /// From here on, the fields of what this local holds stand bare.
    pub(crate) fn as_item(&mut self, id: LocalId) {
        self.frame().see(Visible::Item(id));
    }

    /// Brings a local into reach again.
    pub(crate) fn see(&mut self, id: LocalId) {
        self.frame().see(Visible::Local(id));
    }

    /// The local of this name from before a mark of [`Scope::enter`].
    pub(crate) fn hidden_from_before(&self, mark: usize, name: &str) -> Option<LocalId> {
        let (at, id) = self.frames().next()?.named(name)?;
        (at < mark).then_some(id)
    }

    /// Whether a local of this frame has this name.
    pub(crate) fn has_local(&self, name: &str) -> bool {
        self.frames().next().is_some_and(|frame| frame.named(name).is_some())
    }

    /// A mark to which [`Scope::leave`] goes back.
    pub(crate) fn enter(&mut self) -> usize {
        self.frame().seen.len()
    }

    /// Takes the names since the mark out of reach.
    pub(crate) fn leave(&mut self, mark: usize) {
        self.frame().leave(mark);
    }

    /// Opens a frame of its own, which captures what it mentions of the frames around.
    pub(crate) fn open(&mut self) {
        self.inner.push(LocalFrame::default());
    }

    /// Closes the frame that [`Scope::open`] opened.
    pub(crate) fn close(&mut self) -> LocalFrame {
        self.inner.pop().unwrap_or_default()
    }

    /// What a local holds.
    pub(crate) fn local(&self, id: LocalId) -> Option<&Local> {
        self.frames().next()?.locals.get(id.index())
    }

    /// Sets what is known of a local.
    pub(crate) fn local_mut(&mut self, id: LocalId) -> Option<&mut Local> {
        self.frame().locals.get_mut(id.index())
    }

    /// What a name is: a local, or a field of an item (`has_field` says whether a kind has it). A name
    /// of an outer frame is captured into every frame between.
    pub(crate) fn find(&mut self, name: &str, has_field: impl Fn(&Kind) -> bool) -> Option<Resolution> {
        for depth in (0..=self.inner.len()).rev() {
            let frame = self.frame_at(depth)?;
            let named = frame.named(name);
            let item = frame.item_of(name, named.map(|(at, _)| at), &has_field);
            let hit = item.or(named.map(|(_, id)| (id, false)));
            if let Some((id, field)) = hit {
                let id = self.capture(depth, id);
                return Some(if field { Resolution::Field(id) } else { Resolution::Local(id) });
            }
        }
        None
    }

    /// A local for the dice of a pool that the next local gives a name to; no name reaches it.
    pub(crate) fn hold_dice(&mut self, kind: Kind) -> LocalId {
        let frame = self.frame();
        let id = LocalId::from(frame.locals.len());
        frame.locals.push(Local::new("", kind));
        id
    }

    /// The dice of the pool that has this name.
    pub(crate) fn dice_of(&mut self, name: &str) -> Option<LocalId> {
        for depth in (0..=self.inner.len()).rev() {
            let frame = match depth.checked_sub(1) {
                Some(inner) => self.inner.get_mut(inner)?,
                None => &mut self.own,
            };
            let named = frame.named(name).and_then(|(_, id)| frame.locals.get(id.index()));
            if let Some(named) = named {
                let dice = named.dice?;
                frame.locals.get_mut(dice.index())?.used = true;
                return Some(self.capture(depth, dice));
            }
        }
        None
    }

    /// The innermost item whose kind is not known, for a bare field of it.
    pub(crate) fn unknown_item(&mut self) -> Option<LocalId> {
        let frame = self.frames().next()?;
        frame.seen.iter().rev().find_map(|seen| match seen {
            Visible::Item(id) => {
                let kind = &frame.locals.get(id.index())?.kind;
                matches!(kind, Kind::Any | Kind::AnyRow).then_some(*id)
            }
            Visible::Local(_) => None,
        })
    }

    fn capture(&mut self, depth: usize, id: LocalId) -> LocalId {
        let mut inside = id;
        let Some(local) = self.frame_at(depth).and_then(|frame| frame.locals.get(id.index())).cloned() else {
            return id;
        };
        for frame in self.inner.iter_mut().skip(depth) {
            let known = frame.captures.iter().find(|(outer, _)| *outer == inside);
            inside = if let Some((_, inner)) = known {
                *inner
            } else {
                let inner = LocalId::from(frame.locals.len());
                frame.locals.push(local.clone());
                frame.captures.push((inside, inner));
                inner
            };
        }
        inside
    }

    /// Every name in reach inside the body, innermost first.
    pub(crate) fn local_names(&self) -> impl Iterator<Item = &str> {
        self.frames()
            .flat_map(|frame| frame.locals.iter().rev())
            .map(|local| &*local.name)
            .filter(|name| !name.is_empty())
    }

    /// The names of locals and what each holds, innermost first.
    pub(crate) fn local_kinds(&self) -> impl Iterator<Item = (&str, &Kind)> {
        let all = self.frames().flat_map(|frame| frame.locals.iter().rev());
        all.filter(|local| !local.name.is_empty()).map(|local| (&*local.name, &local.kind))
    }

    /// The kinds of the items whose fields stand bare here, innermost first.
    pub(crate) fn item_kinds(&self) -> impl Iterator<Item = &Kind> {
        self.frames().flat_map(|frame| {
            frame.seen.iter().rev().filter_map(|seen| match seen {
                Visible::Item(id) => frame.locals.get(id.index()).map(|local| &local.kind),
                Visible::Local(_) => None,
            })
        })
    }
}
