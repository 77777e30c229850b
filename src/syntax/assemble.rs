//! Puts the lines of a source together: definitions, and the blocks that `end` closes.
//!
//! Each line is read by itself, so one mistake costs one line, and a block left open is known by the line
//! that opened it.

use std::sync::Arc;

use super::ast::{Block, Change, ChangeKind, Doc, Expr, Item, ItemKind, Name, Stmt, StmtKind, Table};
use super::blocks;
use super::build::{Builder, FieldLine, ItemLine, Read, StmtLine};
use super::frame::{BlockKind, OpenBlock};
use super::grammar::Rule;
use super::lines::{self, CodeLine, Lines, MAX_NESTING};
use super::parsed::{Mode, Parsed, Verdict};
use crate::base::{SourceId, Span, stop};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// Reads all of a source.
pub(super) fn assemble(source: SourceId, text: &str, mode: Mode) -> Parsed {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    assemble_part(source, text, begin, mode)
}

/// Reads a source from byte `begin` on.
pub(super) fn assemble_part(source: SourceId, text: &str, begin: usize, mode: Mode) -> Parsed {
    let mut assembler = Assembler::new(source, text, begin, mode);
    assembler.run();
    assembler.finish()
}

/// Reads what stands from byte `begin` on as the rows of a table.
pub(super) fn rows_of(source: SourceId, text: &str, begin: usize, table: Table) -> (Table, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(source, text, begin, Mode::File);
    let table = assembler.table(table, None);
    (table, assembler.builder.diagnostics)
}

/// The rows of a table that are lines with numbers before them.
pub(super) fn counted_rows_of(
    source: SourceId,
    text: &str,
    begin: usize,
    mut table: Table,
) -> (Table, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(source, text, begin, Mode::File);
    table.body = assembler.counted(&mut table);
    (table, assembler.builder.diagnostics)
}

pub(super) struct Assembler<'t> {
    pub(super) text: &'t str,
    begin: usize,
    pub(super) lines: Lines<'t>,
    pub(super) builder: Builder,
    pub(super) mode: Mode,
    pub(super) items: Vec<Item>,
    pub(super) open: Vec<OpenBlock>,
    doc: Vec<&'t str>,
    /// The text ends where more is wanted.
    pub(super) unfinished: bool,
    /// How many errors are only there because the text is unfinished.
    pub(super) excused: usize,
    /// Where the `if` begins that stood on the last line and has no `else` yet.
    pub(super) line_if: Option<Span>,
    /// Whether some line holds signs that no source may hold.
    has_controls: bool,
    /// What would be defined in lines that could not be read.
    pub(super) lost: Vec<Arc<str>>,
    /// Signs that would end a comment, and do not come any more.
    pub(super) never_ended: Vec<&'static str>,
}

/// Whether an item defines the party.
fn is_party_item(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Roster(roster) if roster.sheet.is_none())
}

/// The statement that shows the party.
fn party_shown(span: Span) -> Stmt {
    let name = Expr { kind: super::ast::ExprKind::Name(Name::new("party", span)), span };
    Stmt { kind: StmtKind::Expr(name), span }
}

pub(super) fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|report| report.is_error()).count()
}

impl<'t> Assembler<'t> {
    fn new(source: SourceId, text: &'t str, begin: usize, mode: Mode) -> Assembler<'t> {
        Assembler {
            text,
            begin,
            lines: Lines::new(text, begin),
            builder: Builder::new(source),
            mode,
            items: Vec::new(),
            open: Vec::new(),
            doc: Vec::new(),
            unfinished: false,
            excused: 0,
            line_if: None,
            lost: Vec::new(),
            never_ended: Vec::new(),
            has_controls: super::controls::has(text.get(begin..).unwrap_or("")),
        }
    }

    fn run(&mut self) {
        while let Some(raw) = self.lines.peek()
            && !stop::is_asked()
        {
            let line = &self.text[raw.clone()];
            let trimmed = line.trim_start();
            if let Some(doc) = trimmed.strip_prefix("##") {
                self.doc.push(doc.strip_prefix(' ').unwrap_or(doc).trim_end());
                self.lines.take();
            } else if trimmed.trim_end().is_empty() || trimmed.starts_with('#') {
                self.lines.take();
            } else if is_row_change(trimmed) && self.open.is_empty() {
                self.lines.take();
                self.row_change(line, raw.start);
            } else if let Some(code) = self.lines.take_code() {
                self.code(&code);
            }
        }
    }

    fn row_change(&mut self, line: &str, base: usize) {
        self.line_if = None;
        let doc = self.take_doc();
        let span = self.builder.place(base, base + line.trim_end().len());
        if let Some(change) = self.builder.change_row(line, base) {
            self.items.push(Item { kind: ItemKind::Change(Arc::new(change)), doc, span });
        }
    }

    fn code(&mut self, line: &CodeLine) {
        let text = &self.text[line.range.clone()];
        let base = line.range.start;
        let at_end = self.lines.peek().is_none();
        if let Some(at) = line.too_deep {
            self.builder.report_too_deep(self.builder.place(at, at + 1));
            self.doc.clear();
            return;
        }
        if self.holds_controls(text) || self.dashed_comment(text, base) {
            self.doc.clear();
            return;
        }
        let before = self.builder.diagnostics.len();
        let read_to = match self.open.last() {
            None => self.item(text, base),
            Some(OpenBlock { frame: BlockKind::Sheet(_), .. }) => self.field(text, base),
            // What stands in it is no statement, so it is passed over.
            Some(OpenBlock { frame: BlockKind::Unread("sheet" | "switch" | "match"), .. })
                if !text.trim_start().starts_with("end") =>
            {
                None
            }
            Some(_) => self.body(text, base),
        };
        // A line that wants to go on is excused where the reader came to its end.
        let to_end = read_to.is_none_or(|at| self.text[at.min(self.text.len())..].trim().is_empty());
        if line.open && at_end && to_end {
            self.unfinished = true;
            self.excused += errors(self.builder.diagnostics.get(before..).unwrap_or_default());
        }
    }

    /// Whether a piece of the source holds signs that no source may hold, so that it is not read.
    pub(super) fn holds_controls(&self, piece: &str) -> bool {
        self.has_controls && super::controls::has(piece)
    }

    /// A line at the top. Gives where the reader failed, where it did.
    fn item(&mut self, text: &str, base: usize) -> Option<usize> {
        let span = self.trimmed_span(text, base);
        if self.headless(span) {
            return None;
        }
        match self.builder.read_item_line(text, base) {
            Read::Failed(at) => {
                self.doc.clear();
                self.unread(text, at - base, span);
                Some(at)
            }
            Read::Done(None) => None,
            Read::Done(Some(line)) => {
                self.item_line(line, span);
                None
            }
        }
    }

    fn item_line(&mut self, line: ItemLine, span: Span) {
        let line_if = self.line_if.take();
        let frame = match line {
            ItemLine::Stmt(line) => {
                self.line_if = line_if;
                return self.top_stmt(line, span);
            }
            ItemLine::Whole(kind) => {
                let doc = self.take_doc();
                self.items.push(Item { kind, doc, span });
                return;
            }
            ItemLine::Table(table) => {
                let doc = self.take_doc();
                let table = self.table(table, doc);
                let span = table.span;
                self.items.push(Item { kind: ItemKind::Table(Arc::new(table)), doc: None, span });
                return;
            }
            ItemLine::ChangeTable(target, table) => {
                let doc = self.take_doc();
                let table = self.table(table, doc);
                let span = table.span;
                let change = Change { target, kind: ChangeKind::Table(Box::new(table)) };
                self.items.push(Item { kind: ItemKind::Change(Arc::new(change)), doc: None, span });
                return;
            }
            ItemLine::Roster(roster) => return self.roster(roster, span),
            ItemLine::Procedure(procedure) => BlockKind::Procedure(procedure),
            ItemLine::ChangeProcedure(target, how, step) => BlockKind::Change(target, how, step),
            ItemLine::ChangeWhole(target, procedure) => BlockKind::Whole(target, procedure),
            ItemLine::Refused("") => return,
            ItemLine::Refused(word) => BlockKind::Unread(word),
            ItemLine::Test(title) => BlockKind::Test(title),
            ItemLine::Sheet(sheet) => BlockKind::Sheet(sheet),
        };
        self.push(frame, span);
    }

    /// A statement at the top, which may have a note before it.
    fn top_stmt(&mut self, line: StmtLine, span: Span) {
        let StmtLine::Whole(stmt) = line else { return self.stmt_line(line, span) };
        self.line_if = stmt.lacks_else().then_some(span);
        let doc = self.take_doc();
        self.items.push(Item { kind: ItemKind::Stmt(Box::new(stmt)), doc, span });
    }

    fn roster(&mut self, mut roster: super::ast::Roster, span: Span) {
        let doc = self.take_doc();
        let is_party = roster.sheet.is_none();
        roster.body = self.roster_body(span);
        let party = if is_party { self.items.iter().position(is_party_item) } else { None };
        if is_party && roster.body.is_none() && (self.mode == Mode::Entry || party.is_some()) {
            self.items.push(Item { kind: ItemKind::Stmt(Box::new(party_shown(span))), doc, span });
            return;
        }
        // `party` alone, above its table, shows it.
        if let Some(before) = party.and_then(|at| self.items.get_mut(at))
            && matches!(&before.kind, ItemKind::Roster(before) if before.body.is_none())
        {
            before.kind = ItemKind::Stmt(Box::new(party_shown(before.span)));
        }
        let end = self.lines.at();
        let span = if roster.body.is_some() { self.trimmed_to(span, end) } else { span };
        self.items.push(Item { kind: ItemKind::Roster(Box::new(roster)), doc, span });
    }

    /// A line inside a sheet.
    fn field(&mut self, text: &str, base: usize) -> Option<usize> {
        let doc = self.take_doc();
        let span = self.trimmed_span(text, base);
        if self.closed_in_one_word(span) {
            return None;
        }
        let read = self.builder.read(Rule::field_line, text, base, |builder, mut pairs| {
            pairs.next().map(|pair| builder.field_line(pair, &doc))
        });
        match read {
            Read::Failed(at) => {
                if self.begins_definition(text) {
                    self.left_open_before(text, base, span);
                    return None;
                }
                self.first_value(text, span);
                self.lose(text);
                Some(at)
            }
            Read::Done(Some(FieldLine::End(word))) => {
                self.end(word, span);
                None
            }
            Read::Done(Some(FieldLine::Fields(fields))) => {
                if let Some(OpenBlock { frame: BlockKind::Sheet(sheet), .. }) = self.open.last_mut() {
                    sheet.fields.extend(fields);
                }
                None
            }
            Read::Done(None) => None,
        }
    }

    /// A line inside a block.
    fn body(&mut self, text: &str, base: usize) -> Option<usize> {
        let span = self.trimmed_span(text, base);
        if self.begins_definition(text) {
            self.left_open_before(text, base, span);
            return None;
        }
        if self.closed_in_one_word(span) {
            return None;
        }
        match self.builder.read_stmt_line(text, base) {
            Read::Failed(at) => {
                self.unread(text, at - base, span);
                Some(at)
            }
            Read::Done(None) => None,
            Read::Done(Some(line)) => {
                self.stmt_line(line, span);
                None
            }
        }
    }

    /// Whether a line inside a block begins a definition, which cannot stand there.
    fn begins_definition(&self, text: &str) -> bool {
        let mut words = text.split_whitespace();
        let is_head = words.next().is_some_and(|word| lines::HEADS.contains(&word));
        is_head
            && words
                .next()
                .is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '"' || c == '_'))
    }

    /// A definition inside a block: the blocks around it were left open.
    fn left_open_before(&mut self, text: &str, base: usize, span: Span) {
        let shallow = self.open.first().is_some_and(|open| self.indent_of(open.head) >= self.indent_of(span));
        if shallow {
            while let Some(open) = self.open.pop() {
                self.report_open(&open);
                self.close(open, span.start as usize);
            }
            self.item(text, base);
            return;
        }
        let word = text.split_whitespace().next().unwrap_or("");
        let inner = self.open.last().map_or("block", |open| open.frame.word());
        let mut report = Diagnostic::error(
            &codes::DEFINITION_IN_BLOCK,
            span,
            format!("`{word}` is a definition and cannot be inside `{inner}`"),
        )
        .help("definitions start at the left edge of the line");
        if let Some(open) = self.open.last() {
            report = report.label(open.head, "the block around it starts here");
        }
        self.builder.report(report);
    }

    pub(super) fn indent_of(&self, span: Span) -> usize {
        let before = &self.text[..(span.start as usize).min(self.text.len())];
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    }

    pub(super) fn stmt_line(&mut self, line: StmtLine, span: Span) {
        self.doc.clear();
        let line_if = self.line_if.take();
        if let Some(head) = line_if.filter(|head| self.goes_on_with(*head, span)) {
            return self.goes_on(head, line, span);
        }
        match line {
            StmtLine::Whole(stmt) => {
                self.line_if = stmt.lacks_else().then_some(span);
                self.stmt(stmt);
            }
            StmtLine::Opens(opener) => self.push(BlockKind::Stmt(opener), span),
            StmtLine::End(word) => self.end(word, span),
            StmtLine::ElseIf(condition) => self.other_branch(Some(condition), span),
            StmtLine::Else => self.other_branch(None, span),
            StmtLine::ElseIfThen(condition, stmt) => {
                self.other_branch(Some(condition), span);
                self.stmt(stmt);
            }
            StmtLine::ElseThen(stmt) => {
                self.other_branch(None, span);
                self.stmt(stmt);
            }
        }
    }

    fn stmt(&mut self, stmt: Stmt) {
        match self.open.last_mut() {
            Some(open) => open.stmts.push(stmt),
            None => {
                let span = stmt.span;
                self.items.push(Item { kind: ItemKind::Stmt(Box::new(stmt)), doc: None, span });
            }
        }
    }

    pub(super) fn push(&mut self, frame: BlockKind, head: Span) {
        if self.open.len() >= MAX_NESTING {
            self.builder.report_too_deep(head);
        }
        let doc = self.take_doc();
        self.open.push(OpenBlock { frame, head, stmts: Vec::new(), doc });
    }

    pub(super) fn end(&mut self, word: Option<Name>, span: Span) {
        let Some(word) = word else {
            match self.open.pop() {
                Some(open) => self.close(open, span.end as usize),
                None => self.builder.report(
                    Diagnostic::error(
                        &codes::END_WITHOUT_BLOCK,
                        span,
                        "this `end` closes nothing: no block is open here",
                    )
                    .help("remove it, or look above for a block that was closed too early"),
                ),
            }
            return;
        };
        let Some(index) = self.open.iter().rposition(|open| open.frame.is_closed_by(&word.text)) else {
            let of_that_name = if self.open.is_empty() { ": no block is open here" } else { " of that name" };
            let message = format!("this `end {}` closes nothing{of_that_name}", word.text);
            let report = Diagnostic::error(&codes::END_WITHOUT_BLOCK, span, message);
            let (report, is_meant) = match self.open.last() {
                Some(open) => self.spare_end(report, open, &word, span),
                None => {
                    (report.help("remove it, or look above for a block that was closed too early"), false)
                }
            };
            self.builder.report(report);
            if is_meant && let Some(open) = self.open.pop() {
                self.close(open, span.end as usize);
            }
            return;
        };
        while self.open.len() > index + 1 {
            let Some(open) = self.open.pop() else { break };
            self.report_open(&open);
            self.close(open, span.start as usize);
        }
        if let Some(open) = self.open.pop() {
            if matches!(open.frame, BlockKind::Unread("while")) {
                self.ends_meant(open.head, word.span);
            }
            self.close(open, span.end as usize);
        }
    }

    fn report_open(&mut self, open: &OpenBlock) {
        if matches!(open.frame, BlockKind::Unread(_)) {
            return;
        }
        let word = open.frame.word();
        let report =
            Diagnostic::error(&codes::BLOCK_OPEN, open.head, format!("this `{word}` is never closed"))
                .here("opened here");
        self.builder.report(match blocks::end_by_indent(self.text, open.head.start as usize) {
            Some((end, indent)) => report.fix(
                format!("write `end {word}` below its last line"),
                self.builder.place(end, end),
                format!("\n{indent}end {word}"),
            ),
            None => report.help(format!("close it with `end {word}`")),
        });
    }

    /// Turns a block into what it is, and puts it where it belongs.
    pub(super) fn close(&mut self, open: OpenBlock, end: usize) {
        // What is nested too deep was reported, and whoever walks the tree must not meet it.
        if self.open.len() >= MAX_NESTING {
            return;
        }
        let span = self.trimmed_to(open.head, end);
        let body = Block { stmts: open.stmts };
        let kind = match open.frame {
            BlockKind::Procedure(mut procedure) => {
                procedure.body = body;
                ItemKind::Procedure(Arc::new(procedure))
            }
            BlockKind::Whole(target, mut procedure) => {
                procedure.body = body;
                ItemKind::Change(Arc::new(Change {
                    target,
                    kind: ChangeKind::Procedure(Box::new(procedure)),
                }))
            }
            BlockKind::Change(target, how, step) => {
                ItemKind::Change(Arc::new(Change { target, kind: how.close(step, body) }))
            }
            BlockKind::Test(title) => ItemKind::Test(Box::new(super::ast::TestDef { title, body })),
            BlockKind::Sheet(sheet) => ItemKind::Sheet(Box::new(sheet)),
            BlockKind::Unread(_) => return,
            BlockKind::Stmt(opener) => {
                let kind = opener.close(body, open.head);
                return self.stmt(Stmt { kind, span: open.head });
            }
            BlockKind::If { mut branches, condition } => {
                let otherwise = match condition {
                    Some(condition) => {
                        branches.push((condition, body));
                        None
                    }
                    None => Some(body),
                };
                let kind = StmtKind::If { branches, otherwise };
                return self.stmt(Stmt { kind, span: open.head });
            }
        };
        self.items.push(Item { kind, doc: open.doc, span });
    }

    pub(super) fn take_doc(&mut self) -> Doc {
        if self.doc.is_empty() {
            return None;
        }
        let doc = Arc::from(self.doc.join("\n"));
        self.doc.clear();
        Some(doc)
    }

    /// The place of a line without its outer blanks.
    pub(super) fn trimmed_span(&self, text: &str, base: usize) -> Span {
        let start = base + (text.len() - text.trim_start().len());
        self.builder.place(start, base + text.trim_end().len())
    }

    /// From a head to the last sign before `end`.
    pub(super) fn trimmed_to(&self, head: Span, end: usize) -> Span {
        let text = self.text.get(head.start as usize..end).unwrap_or("");
        self.builder
            .place(head.start as usize, (head.start as usize + text.trim_end().len()).max(head.end as usize))
    }

    fn finish(mut self) -> Parsed {
        self.unfinished |= !self.open.is_empty();
        let faults = errors(&self.builder.diagnostics).saturating_sub(self.excused);
        // Of what is typed, nothing more is read after a mistake: what is open there was not forgotten.
        let is_cut_short = faults > 0 && self.mode == Mode::Entry;
        while let Some(open) = self.open.pop() {
            if !is_cut_short {
                self.report_open(&open);
            }
            let end = self.text.len();
            self.close(open, end);
        }
        let source = self.builder.source();
        let mut diagnostics = self.builder.diagnostics;
        if self.has_controls {
            super::controls::report(source, self.text, self.begin, &mut diagnostics);
        }
        super::hints::read_whole_lines(source, self.text, &mut diagnostics);
        super::reserved_names::report(source, self.text, &mut diagnostics);
        super::naming::keep_names_together(self.text, &mut diagnostics);
        diagnostics.sort_by_key(Diagnostic::order);
        self.items.shrink_to_fit();
        let is_right = faults == 0 && !self.has_controls;
        let verdict = match (is_right, self.unfinished) {
            (true, true) => Verdict::Incomplete,
            (true, false) => Verdict::Complete,
            (false, true | false) => Verdict::Broken,
        };
        Parsed { file: super::ast::File { items: self.items, lost: self.lost }, diagnostics, verdict }
    }
}

/// Whether a line is `change … row …`, which is read as a row.
fn is_row_change(line: &str) -> bool {
    if !line.starts_with("change") {
        return false;
    }
    let mut words = line.split_whitespace();
    words.next() == Some("change") && words.next().is_some() && words.next() == Some("row")
}
