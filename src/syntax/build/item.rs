//! What stands at the top of a file, a line at a time.

use std::sync::Arc;

use super::{Builder, Pair, Read, Rule, StmtLine, next, only};
use crate::base::{Num, Span, Spanned};
use crate::syntax::ast::{
    About, Block, ChangeKind, FnDef, ItemKind, KeepItem, Name, OptionDef, Path, PolicyEntry, Procedure,
    Roster, Rules, Scale, Sheet, SheetField, Stub, StubKind, Symbols, Table, Text, Unit, Use, UseFrom,
};

/// What a line at the top of a file is.
#[derive(Debug)]
pub(crate) enum ItemLine {
    /// A whole definition or directive.
    Whole(ItemKind),
    /// A table's first line; its rows follow.
    Table(Table),
    /// `change table …`: a whole new table's first line.
    ChangeTable(Path, Table),
    /// A procedure's first line.
    Procedure(Procedure),
    /// `change procedure tire`: a whole new procedure's first line.
    ChangeWhole(Path, Procedure),
    /// `change procedure delve step hazard`.
    ChangeProcedure(Path, ProcedureChange, Name),
    /// What cannot be changed; a sheet or a test goes on below.
    Refused(&'static str),
    /// A test's first line.
    Test(Text),
    /// A sheet's first line; its fields follow.
    Sheet(Sheet),
    /// `party`, `roster …`; a table may follow.
    Roster(Roster),
    /// A statement.
    Stmt(StmtLine),
}

/// How a step of a procedure is altered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcedureChange {
    Replace,
    Before,
    After,
    Without,
}

impl ProcedureChange {
    /// The change with its new statements.
    pub(crate) fn close(self, step: Name, body: Block) -> ChangeKind {
        match self {
            ProcedureChange::Replace => ChangeKind::Step(step, body),
            ProcedureChange::Before => ChangeKind::Before(step, body),
            ProcedureChange::After => ChangeKind::After(step, body),
            ProcedureChange::Without => ChangeKind::Without(step),
        }
    }
}

/// A line inside a sheet.
#[derive(Debug)]
pub(crate) enum FieldLine {
    Fields(Vec<SheetField>),
    End(Option<Name>),
}

impl Builder {
    /// A line at the top.
    pub(crate) fn item_line(&mut self, pair: Pair<'_>) -> ItemLine {
        let kind = match pair.as_rule() {
            Rule::rules_item => {
                let mut inner = pair.into_inner();
                let name = self.new_name(&next(&mut inner));
                let title = inner.next().map(|title| self.text(title));
                ItemKind::Rules(Box::new(Rules { name, title }))
            }
            Rule::about_item => {
                let mut inner = pair.into_inner();
                let word = self.name(&next(&mut inner));
                let texts = inner.map(|text| self.text(text)).collect();
                ItemKind::About(Box::new(About { word, texts }))
            }
            Rule::use_item => ItemKind::Use(Box::new(self.use_of(pair))),
            Rule::option_item => {
                let (name, kind, default) = self.typed_value(pair);
                ItemKind::Option(Arc::new(OptionDef { name, kind, default }))
            }
            Rule::keep_item => {
                let quietly = pair.clone().into_inner().any(|part| part.as_rule() == Rule::quietly);
                let (name, kind, value) = self.typed_value(pair);
                ItemKind::Keep(Box::new(KeepItem { name, kind, value, quietly }))
            }
            Rule::unit_item => ItemKind::Unit(Box::new(self.unit_of(pair))),
            Rule::symbols_item => ItemKind::Symbols(Box::new(self.symbols(pair))),
            Rule::scale_item => ItemKind::Scale(Box::new(self.scale(pair))),
            Rule::fn_item => ItemKind::Fn(Arc::new(self.fn_of(pair))),
            Rule::stub_item => ItemKind::Stub(Box::new(self.stub(pair))),
            Rule::policy_item => {
                ItemKind::Policy(pair.into_inner().map(|entry| self.policy(entry)).collect())
            }
            Rule::sheet_head => {
                let name = self.called_name(&only(pair));
                return ItemLine::Sheet(Sheet { name, fields: Vec::new() });
            }
            Rule::roster_head => return ItemLine::Roster(self.roster(pair)),
            Rule::table_head => return ItemLine::Table(self.table_head(pair)),
            Rule::procedure_head => return ItemLine::Procedure(self.procedure(pair)),
            Rule::fn_head => {
                let procedure = self.procedure(pair);
                return ItemLine::Procedure(Procedure { is_fn: true, ..procedure });
            }
            Rule::test_head => return ItemLine::Test(self.text(only(pair))),
            Rule::change_item => return self.change(only(pair)),
            _ => return ItemLine::Stmt(self.stmt_line(pair)),
        };
        ItemLine::Whole(kind)
    }

    fn use_of(&mut self, pair: Pair<'_>) -> Use {
        let mut inner = pair.into_inner();
        let first = next(&mut inner);
        let span = self.span(&first);
        let from = match first.as_rule() {
            Rule::text => UseFrom::File(Spanned::new(self.text(first).literal().into_owned(), span)),
            _ => UseFrom::Library(self.name(&first)),
        };
        let mut used = Use { from, alias: None, with: Vec::new() };
        for part in inner {
            match part.as_rule() {
                Rule::use_as => used.alias = Some(self.new_name(&only(part))),
                _ => used.with = self.settings(part),
            }
        }
        used
    }

    /// `name: kind = value`.
    fn typed_value(
        &mut self,
        pair: Pair<'_>,
    ) -> (Name, Option<crate::syntax::ast::Kind>, crate::syntax::ast::Expr) {
        let mut inner = pair.into_inner().filter(|part| part.as_rule() != Rule::quietly).peekable();
        let name = self.new_name(&next(&mut inner));
        let kind = inner.next_if(|part| part.as_rule() == Rule::kind).map(|kind| self.kind(kind));
        (name, kind, self.expr(next(&mut inner)))
    }

    fn unit_of(&mut self, pair: Pair<'_>) -> Unit {
        let mut inner = pair.into_inner();
        let mut unit = Unit { name: self.new_name(&next(&mut inner)), plural: None, equals: None };
        for part in inner {
            match part.as_rule() {
                Rule::unit_equals => {
                    let mut parts = part.into_inner();
                    let number = next(&mut parts);
                    let span = self.span(&number);
                    let mut value = self.num(number.as_str(), span).0;
                    let mut of = next(&mut parts);
                    if of.as_rule() == Rule::number {
                        let below = self.span(&of);
                        value = value.div(self.num(of.as_str(), below).0).unwrap_or(Num::ZERO);
                        of = next(&mut parts);
                    }
                    unit.equals = Some((value, self.path(of)));
                }
                _ => unit.plural = Some(self.new_name(&part)),
            }
        }
        unit
    }

    fn symbols(&mut self, pair: Pair<'_>) -> Symbols {
        let mut inner = pair.into_inner();
        let name = self.new_name(&next(&mut inner));
        let symbol = |symbol: Pair<'_>| {
            let mut names = symbol.into_inner();
            (self.new_name(&next(&mut names)), names.next().map(|other| self.new_name(&other)))
        };
        Symbols { name, symbols: inner.map(symbol).collect() }
    }

    fn scale(&mut self, pair: Pair<'_>) -> Scale {
        let mut inner = pair.into_inner();
        let ladder = next(&mut inner).as_str() == "ladder";
        let name = self.new_name(&next(&mut inner));
        let mut words = Vec::new();
        for part in inner {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::scale_bar if ladder => self.report_scale_sign(span, "ladder", ">"),
                Rule::scale_more if !ladder => self.report_scale_sign(span, "words", "|"),
                Rule::scale_bar | Rule::scale_more => {}
                Rule::text => words.push(Name::new(&*self.text(part).literal(), span)),
                _ => words.push(self.name(&part)),
            }
        }
        Scale { name, ladder, words }
    }

    fn report_scale_sign(&mut self, span: Span, word: &str, sign: &str) {
        let message = format!("the words of `{word}` are separated by `{sign}`");
        self.report(
            crate::diag::Diagnostic::error(&crate::diag::codes::syntax::SCALE_SIGN, span, message)
                .help("`words a: x | y` have no order, `ladder a: best > worst` have one")
                .fix(format!("write `{sign}`"), span, sign),
        );
    }

    fn fn_of(&mut self, pair: Pair<'_>) -> FnDef {
        let mut inner = pair.into_inner();
        let name = self.called_name(&next(&mut inner));
        self.fn_rest(name, inner)
    }

    pub(super) fn fn_rest<'t>(&mut self, name: Name, inner: impl Iterator<Item = Pair<'t>>) -> FnDef {
        let span = name.span;
        let body = crate::syntax::ast::Expr { kind: crate::syntax::ast::ExprKind::Nothing, span };
        let mut def = FnDef { name, params: Vec::new(), gives: None, body };
        for part in inner {
            match part.as_rule() {
                Rule::params => def.params = self.params(part),
                Rule::kind => def.gives = Some(self.kind(part)),
                _ => def.body = self.expr(part),
            }
        }
        def
    }

    fn stub(&mut self, pair: Pair<'_>) -> Stub {
        let mut inner = pair.into_inner();
        let kind = match next(&mut inner).as_str() {
            "fn" => StubKind::Fn,
            "procedure" => StubKind::Procedure,
            _ => StubKind::Table,
        };
        let name = self.called_name(&next(&mut inner));
        let mut params = Vec::new();
        let mut about = Text { segments: Vec::new(), span: name.span.after() };
        for part in inner {
            match part.as_rule() {
                Rule::params => params = self.params(part),
                _ => about = self.text(part),
            }
        }
        Stub { kind, name, params, about }
    }

    fn policy(&mut self, pair: Pair<'_>) -> PolicyEntry {
        let mut inner = pair.into_inner();
        let name = self.name(&next(&mut inner));
        let answer = self.chain(next(&mut inner));
        PolicyEntry { name, answer, condition: inner.next().map(|part| self.chain(only(part))) }
    }

    fn roster(&mut self, pair: Pair<'_>) -> Roster {
        let head = self.span(&pair);
        let mut inner = pair.into_inner();
        match inner.next() {
            None => Roster { name: Name::new("party", head), sheet: None, body: None, head },
            Some(word) => {
                let name = self.new_name(&word);
                Roster { name, sheet: inner.next().map(|sheet| self.name(&sheet)), body: None, head }
            }
        }
    }

    fn procedure(&mut self, pair: Pair<'_>) -> Procedure {
        let mut inner = pair.into_inner();
        let name = self.called_name(&next(&mut inner));
        self.procedure_rest(name, inner)
    }

    pub(super) fn procedure_rest<'t>(
        &mut self,
        name: Name,
        inner: impl Iterator<Item = Pair<'t>>,
    ) -> Procedure {
        let mut procedure = Procedure {
            name,
            title: None,
            params: Vec::new(),
            is_fn: false,
            takes: None,
            body: Block::default(),
        };
        for part in inner {
            match part.as_rule() {
                Rule::params => procedure.params = self.params(part),
                Rule::text => procedure.title = Some(self.text(part)),
                _ => procedure.takes = Some(self.expr(only(part))),
            }
        }
        procedure
    }

    /// A line of a sheet.
    pub(crate) fn field_line(&mut self, pair: Pair<'_>, doc: &crate::syntax::ast::Doc) -> FieldLine {
        if pair.as_rule() == Rule::end_stmt {
            return FieldLine::End(pair.into_inner().next().map(|word| self.name(&word)));
        }
        let (mut names, mut kind, mut default) = (Vec::new(), None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::word => names.push(self.new_name(&part)),
                Rule::kind => kind = Some(self.kind(part)),
                _ => default = Some(self.expr(part)),
            }
        }
        let field =
            |name| SheetField { name, kind: kind.clone(), default: default.clone(), doc: doc.clone() };
        FieldLine::Fields(names.into_iter().map(field).collect())
    }

    /// Reads one line at the top of a file.
    pub(crate) fn read_item_line(&mut self, text: &str, base: usize) -> Read<Option<ItemLine>> {
        self.read(Rule::top_line, text, base, |builder, mut pairs| {
            pairs.next().filter(|pair| pair.as_rule() != Rule::EOI).map(|pair| builder.item_line(pair))
        })
    }

    /// Reads one line of a block.
    pub(crate) fn read_stmt_line(&mut self, text: &str, base: usize) -> Read<Option<StmtLine>> {
        self.read(Rule::body_line, text, base, |builder, mut pairs| {
            pairs.next().filter(|pair| pair.as_rule() != Rule::EOI).map(|pair| builder.stmt_line(pair))
        })
    }
}
