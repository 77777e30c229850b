//! What may stand at the top of a file.

use std::sync::Arc;

use super::{
    Block, CellKind, Doc, Expr, Kind, Name, Param, Path, Row, Stmt, Table, TableBody, TableOptions, Text,
    WrittenKey,
};
use crate::base::{Num, Span, Spanned};

/// A definition, directive or statement at the top of a file.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its doc comment.
    pub doc: Doc,
    /// All of it.
    pub span: Span,
}

/// The forms of items. What is large has a place of its own, so that a file of short lines is not held at the
/// size of the largest; what is worked out later is shared with what waits for it.
#[derive(Debug, Clone)]
pub(crate) enum ItemKind {
    /// `rules dungeon_turn "Dungeon Turn"`.
    Rules(Box<Rules>),
    /// `source "…"`, `author "…"`, `license "…"`, `tags "a", "b"`.
    About(Box<About>),
    /// `use delving as dv with quiet_turns = 3`.
    Use(Box<Use>),
    /// `option quiet_turns = 6`.
    Option(Arc<OptionDef>),
    /// `unit turn = 10 minutes`.
    Unit(Box<Unit>),
    /// `symbols`: what stands on dice of symbols.
    Symbols(Box<Symbols>),
    /// `words deed: search | move`, `ladder light: bright > dim > out`.
    Scale(Box<Scale>),
    /// `keep lamp: light = bright`.
    Keep(Box<KeepItem>),
    /// `sheet hero … end`.
    Sheet(Box<Sheet>),
    /// `party` and `roster vendors of vendor`, with a table or empty.
    Roster(Box<Roster>),
    /// `table`, `chart`, `deck`, `each`.
    Table(Arc<Table>),
    /// `fn modifier(score) = …`.
    Fn(Arc<FnDef>),
    /// `procedure dungeon_turn takes 1 turn … end`.
    Procedure(Arc<Procedure>),
    /// `stub table hoard "a treasure table of your own"`.
    Stub(Box<Stub>),
    /// `change hazard row 6: …`.
    Change(Arc<Change>),
    /// `policy deed = rest …`: answers that the file itself gives.
    Policy(Vec<PolicyEntry>),
    /// `test "…" … end`.
    Test(Box<TestDef>),
    /// A statement.
    Stmt(Box<Stmt>),
}

impl ItemKind {
    /// The name of what can be rolled, called or run.
    pub(crate) fn rolled(&self) -> Option<&Name> {
        match self {
            ItemKind::Table(table) => Some(&table.name),
            ItemKind::Procedure(procedure) => Some(&procedure.name),
            ItemKind::Fn(function) => Some(&function.name),
            ItemKind::Rules(..)
            | ItemKind::About(..)
            | ItemKind::Use(_)
            | ItemKind::Option(_)
            | ItemKind::Unit(_)
            | ItemKind::Symbols(_)
            | ItemKind::Scale(_)
            | ItemKind::Keep(_)
            | ItemKind::Sheet(_)
            | ItemKind::Roster(_)
            | ItemKind::Stub(_)
            | ItemKind::Change(_)
            | ItemKind::Policy(_)
            | ItemKind::Test(_)
            | ItemKind::Stmt(_) => None,
        }
    }
}

/// `rules dungeon_turn "Dungeon Turn"`.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    /// The name that stands before a dot.
    pub name: Name,
    /// Its title.
    pub title: Option<Text>,
}

/// What is told of a file, such as `author "…"`.
#[derive(Debug, Clone)]
pub(crate) struct About {
    /// The word that says what it is.
    pub word: Name,
    /// What is told.
    pub texts: Vec<Text>,
}

/// `use …`.
#[derive(Debug, Clone)]
pub(crate) struct Use {
    /// What is used.
    pub from: UseFrom,
    /// `as dv`.
    pub alias: Option<Name>,
    /// `with name = e, …`.
    pub with: Vec<(Name, Expr)>,
}

/// Where a used module comes from.
#[derive(Debug, Clone)]
pub(crate) enum UseFrom {
    /// A shipped rule-set.
    Library(Name),
    /// A file beside this one.
    File(Spanned<String>),
}

/// `option tired_rest: either | first_only = either`.
#[derive(Debug, Clone)]
pub(crate) struct OptionDef {
    /// Its name.
    pub name: Name,
    /// What it may be.
    pub kind: Option<Kind>,
    /// Its default.
    pub default: Expr,
}

/// `unit turn = 10 minutes`, `unit room`.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// Its name.
    pub name: Name,
    /// Its plural, where the definition says it: `unit foot, feet = …`.
    pub plural: Option<Name>,
    /// How much of which other unit it is.
    pub equals: Option<(Num, Path)>,
}

/// `symbols story: success cancels failure, triumph`.
#[derive(Debug, Clone)]
pub(crate) struct Symbols {
    /// What they are together.
    pub name: Name,
    /// Each symbol, and the one that it cancels.
    pub symbols: Vec<(Name, Option<Name>)>,
}

/// A list of words, ordered or not.
#[derive(Debug, Clone)]
pub(crate) struct Scale {
    /// Its name.
    pub name: Name,
    /// `ladder`: ordered, best first.
    pub ladder: bool,
    /// Its words.
    pub words: Vec<Name>,
}

/// `keep lamp: light = bright`.
#[derive(Debug, Clone)]
pub(crate) struct KeepItem {
    /// Its name.
    pub name: Name,
    /// What it may hold.
    pub kind: Option<Kind>,
    /// What it holds when a campaign begins.
    pub value: Expr,
    /// Reports do not tell when it changes.
    pub quietly: bool,
}

/// `sheet hero … end`.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// Its name.
    pub name: Name,
    /// Its fields; one line may declare several.
    pub fields: Vec<SheetField>,
}

/// A field of a sheet.
#[derive(Debug, Clone)]
pub(crate) struct SheetField {
    /// Its name.
    pub name: Name,
    /// What it may hold; a range bounds it. Without one it holds what its default is.
    pub kind: Option<Kind>,
    /// What it holds where the roster does not say.
    pub default: Option<Expr>,
    /// Its doc comment.
    pub doc: Doc,
}

/// Records of one sheet.
#[derive(Debug, Clone)]
pub(crate) struct Roster {
    /// `party`, or its name.
    pub name: Name,
    /// The sheet; `None` for the party, which is of `hero`.
    pub sheet: Option<Name>,
    /// The pipe table below it, if there is one.
    pub body: Option<TableBody>,
    /// The definition line.
    pub head: Span,
}

/// `fn load_of(h): load = …`.
#[derive(Debug, Clone)]
pub(crate) struct FnDef {
    /// Its name.
    pub name: Name,
    /// Its parameters; a `fn` may be written without brackets where it has none.
    pub params: Vec<Param>,
    /// The kind of its result.
    pub gives: Option<Kind>,
    /// What it works out.
    pub body: Expr,
}

/// `procedure dungeon_turn(…) takes 1 turn … end`.
#[derive(Debug, Clone)]
pub(crate) struct Procedure {
    /// Its name.
    pub name: Name,
    /// Its title.
    pub title: Option<Text>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Whether it is a function of several lines, which neither asks nor changes what is kept.
    pub is_fn: bool,
    /// The time that passes after its last step.
    pub takes: Option<Expr>,
    /// What is done.
    pub body: Block,
}

/// `stub table hoard "a treasure table of your own"`.
#[derive(Debug, Clone)]
pub(crate) struct Stub {
    /// What is missing.
    pub kind: StubKind,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it would be.
    pub about: Text,
}

/// What a stub stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StubKind {
    /// A table.
    Table,
    /// A function.
    Fn,
    /// A procedure.
    Procedure,
}

/// `change …`: alters what was loaded.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// What is altered.
    pub target: Path,
    /// How.
    pub kind: ChangeKind,
}

/// The alterations.
#[derive(Debug, Clone)]
pub(crate) enum ChangeKind {
    /// `change hazard row 6: Free, but the tide is rising`; for pipe tables
    /// `change lights row torch lasts: 4 hours` names the column.
    Row {
        /// The column, where one is named: the last of several words before the colon. A key of several
        /// words stands in quotes, `row "well lit" lasts: …`.
        column: Option<Name>,
        /// The row's key and its new content.
        row: Box<Row>,
        /// The new content of the named column, of the type that it looks like; else the row's text.
        cell: CellKind,
        /// `change hazard row 6: 6-8: text`: the row's text read as a new key, or a new weight, and text.
        renewed: Option<Box<KeyText>>,
    },
    /// `change table hazard rolls 2d6 …`: a whole new table.
    Table(Box<Table>),
    /// `change hazard rolls d8`, `change hazard shift -2..+2 clamp`: another first line.
    Head(Box<TableOptions>),
    /// `change procedure tire … end`: a whole new procedure.
    Procedure(Box<Procedure>),
    /// `change option quiet_turns = 3` and `change fn f(x) = …`.
    Value(Box<FnDef>),
    /// `change procedure delve step hazard … end`.
    Step(Name, Block),
    /// `change procedure delve before step hazard … end`.
    Before(Name, Block),
    /// `change procedure delve after step hazard … end`.
    After(Name, Block),
    /// `change procedure delve without step hazard`.
    Without(Name),
}

impl ChangeKind {
    /// The step that it is about.
    pub(crate) fn step(&self) -> Option<&Name> {
        match self {
            ChangeKind::Step(name, _)
            | ChangeKind::Before(name, _)
            | ChangeKind::After(name, _)
            | ChangeKind::Without(name) => Some(name),
            ChangeKind::Row { .. }
            | ChangeKind::Table(_)
            | ChangeKind::Head(_)
            | ChangeKind::Procedure(_)
            | ChangeKind::Value(_) => None,
        }
    }
}

/// What a change of a row's key reads its text as.
#[derive(Debug, Clone)]
pub(crate) struct KeyText {
    /// The new key, or for a row of a list its new weight.
    pub by: RenewedBy,
    /// The new condition.
    pub guard: Option<Expr>,
    /// The new text; where it is empty, the old one stays.
    pub text: Text,
}

/// What picks a row from now on.
#[derive(Debug, Clone)]
pub(crate) enum RenewedBy {
    /// Its key.
    Key(WrittenKey),
    /// Its weight.
    Weight(Num),
}

/// One answer of a policy.
#[derive(Debug, Clone)]
pub(crate) struct PolicyEntry {
    /// The prompt.
    pub name: Name,
    /// The answer.
    pub answer: Expr,
    /// `when c`: only while this holds.
    pub condition: Option<Expr>,
}

/// `test "…" … end test`.
#[derive(Debug, Clone)]
pub(crate) struct TestDef {
    /// What it is about.
    pub title: Text,
    /// What it does.
    pub body: Block,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_no_larger_than_its_place_and_notes_need() {
        assert!(size_of::<Item>() <= 64, "{}", size_of::<Item>());
    }
}
