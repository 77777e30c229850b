//! From what the grammar recognised to the syntax tree.
//!
//! One [`Builder`] reads one source. What it holds (where it is, how deep, and what is wrong so far) is private
//! to this file; every other file adds methods that turn some rules of the grammar into one part of the tree:
//!
//! | file | what it builds |
//! |---|---|
//! | `item`, `change` | what stands at the top of a file |
//! | `stmt` | statements, a line at a time |
//! | `table`, `key`, `cell`, `text` | tables: heads, keys, cells, and texts with live parts |
//! | `expr`, `chain`, `chained`, `infix`, `spacing` | expressions: operands, precedences, where a space decides |
//! | `dice` | dice and their modifiers |
//! | `kind` | kinds after a colon, and parameters |

mod cell;
mod chain;
mod chained;
mod change;
mod dice;
mod expr;
mod infix;
mod item;
mod key;
mod kind;
mod names;
mod spacing;
mod stmt;
mod table;
mod text;

use self::names::Names;
pub(super) use item::{FieldLine, ItemLine, ProcedureChange};
pub(super) use stmt::{Opener, StmtLine};

use super::ast::{Expr, ExprKind, Name, Path, QueryKind};
use super::grammar::{Pair, Pairs, Rule, parse};
use super::lines::MAX_NESTING;
use super::stack::with_stack_for_words;
use super::{failure, words};
use crate::base::{Num, NumError, SourceId, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::{limits, syntax as codes};

/// Builds the tree of one source and gathers what is wrong with it.
#[derive(Debug)]
pub(super) struct Builder {
    source: SourceId,
    /// Where the slice that is being read begins in the source.
    base: usize,
    /// How deep in expressions and one-line statements the builder is.
    depth: usize,
    /// How deep it is within one chain of operators.
    climbed: usize,
    /// Inside a cell, a row or a live part, where no query may stand.
    in_text: bool,
    names: Names,
    /// Everything found wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reports on one source beyond which what cannot be read is only named: to find out what was expected, it is read
/// once more, and held against all that other languages write.
const MOST_EXPLAINED: usize = 1_000;

/// How a slice was read by an entry rule.
pub(super) enum Read<T> {
    /// Read, perhaps with reports.
    Done(T),
    /// Not readable; where the reader got to, in the source.
    Failed(usize),
}

impl Builder {
    /// A builder for one source.
    pub(crate) fn new(source: SourceId) -> Builder {
        Builder {
            source,
            base: 0,
            depth: 0,
            climbed: 0,
            in_text: false,
            names: Names::default(),
            diagnostics: Vec::new(),
        }
    }

    /// A place in the source.
    pub(crate) fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    /// Which source it is.
    pub(crate) fn source(&self) -> SourceId {
        self.source
    }

    /// Reads one expression in one piece.
    pub(crate) fn whole_expr(&mut self, text: &str) -> Option<Expr> {
        self.one_piece(Rule::one_expr, text, |builder, mut pairs| builder.expr(next(&mut pairs)))
    }

    /// Reads one expression whose odds are asked, in one piece.
    pub(crate) fn question(&mut self, text: &str) -> Option<Expr> {
        self.one_piece(Rule::question, text, |builder, mut pairs| {
            let first = next(&mut pairs);
            match first.as_rule() {
                Rule::first_turn => builder.asked(next(&mut pairs), QueryKind::FirstTurn),
                _ => builder.asked(first, QueryKind::Odds),
            }
        })
    }

    /// Whether a rule fits a text in one piece; nothing is built, and nothing reported.
    pub(crate) fn fits(rule: Rule, text: &str) -> bool {
        super::lines::too_deep_in_code(text).is_none()
            && with_stack_for_words(rule, text, || parse(rule, text).is_ok())
    }

    /// Whether the braces of a cell hold something that can be read, as far as its form goes.
    pub(crate) fn reads_cell(text: &str) -> bool {
        let reads = || {
            let Ok(pairs) = parse(Rule::cell_text, text) else { return false };
            let mut parts = pairs.flat_map(Pair::into_inner);
            !parts.any(|part| matches!(part.as_rule(), Rule::bad_cell_live | Rule::lone_brace))
        };
        super::lines::too_deep_in_code(text).is_none() && with_stack_for_words(Rule::cell_text, text, reads)
    }

    fn one_piece(
        &mut self,
        rule: Rule,
        text: &str,
        build: impl FnOnce(&mut Builder, Pairs<'_>) -> Expr + Send,
    ) -> Option<Expr> {
        if let Some(at) = super::lines::too_deep_in_code(text) {
            self.report_too_deep(self.place(at, at + 1));
            return None;
        }
        match self.read(rule, text, 0, build) {
            Read::Done(expr) => Some(expr),
            Read::Failed(_) => None,
        }
    }

    /// Reports.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reads `text`, which begins at `base` in the source, by an entry rule, and reports it where that
    /// fails.
    pub(crate) fn read<T: Send>(
        &mut self,
        rule: Rule,
        text: &str,
        base: usize,
        build: impl FnOnce(&mut Builder, Pairs<'_>) -> T + Send,
    ) -> Read<T> {
        with_stack_for_words(rule, text, || match parse(rule, text) {
            Ok(pairs) => Read::Done(self.at(base, |builder| build(builder, pairs))),
            Err(why) => {
                let many = self.diagnostics.len() >= MOST_EXPLAINED;
                let explain = if many { failure::in_short } else { failure::explain };
                let failure = explain(rule, why, text, self.source, base);
                self.report(failure.diagnostic);
                Read::Failed(failure.at)
            }
        })
    }

    /// Reads `text` by an entry rule where it is no fault that it does not fit.
    pub(crate) fn try_read<T: Send>(
        &mut self,
        rule: Rule,
        text: &str,
        base: usize,
        build: impl FnOnce(&mut Builder, Pairs<'_>) -> T + Send,
    ) -> Option<T> {
        with_stack_for_words(rule, text, || {
            let pairs = parse(rule, text).ok()?;
            Some(self.at(base, |builder| build(builder, pairs)))
        })
    }

    /// Builds with the slice beginning at `base`.
    fn at<T>(&mut self, base: usize, build: impl FnOnce(&mut Builder) -> T) -> T {
        let before = std::mem::replace(&mut self.base, base);
        let built = build(self);
        self.base = before;
        built
    }

    /// Builds something whose live parts may hold no query.
    fn inside_text<T>(&mut self, build: impl FnOnce(&mut Builder) -> T) -> T {
        let before = std::mem::replace(&mut self.in_text, true);
        let built = build(self);
        self.in_text = before;
        built
    }

    /// Builds one level deeper, or reports that this is too deep and gives `None`.
    fn deeper<T>(&mut self, span: Span, build: impl FnOnce(&mut Builder) -> T) -> Option<T> {
        // A bracket costs up to four levels of building, so that the counted brackets always fit.
        if self.depth >= MAX_NESTING * 4 {
            self.report_too_deep(span);
            return None;
        }
        self.depth += 1;
        let built = build(self);
        self.depth -= 1;
        Some(built)
    }

    /// Reports nesting beyond the limit, once for a place.
    pub(crate) fn report_too_deep(&mut self, span: Span) {
        let again =
            |known: &Diagnostic| known.code == limits::NESTING.id && known.primary.span.end >= span.start;
        if self.diagnostics.last().is_some_and(again) {
            return;
        }
        self.report(
            Diagnostic::error(
                &limits::NESTING,
                span,
                format!("this is nested deeper than {MAX_NESTING} levels"),
            )
            .help("give the inner part a name with `let` or `fn`, and use the name here"),
        );
    }

    fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        Span::new(self.source, self.base + span.start(), self.base + span.end())
    }

    /// A word that is used, whatever it is.
    fn name(&mut self, pair: &Pair<'_>) -> Name {
        Name { text: self.names.shared(pair.as_str()), span: self.span(pair) }
    }

    /// A word that becomes a name here; reports words that cannot.
    fn new_name(&mut self, pair: &Pair<'_>) -> Name {
        let name = self.name(pair);
        if words::is_reserved(&name.text) {
            let message = format!("`{}` is a word of the language and cannot be a name", name.text);
            self.report(Diagnostic::error(&codes::RESERVED_WORD, name.span, message).fix(
                format!("write `{}_`", name.text),
                name.span,
                format!("{}_", name.text),
            ));
        } else if words::is_like_a_die(&name.text) {
            let message = format!("`{}` reads as a die and cannot be a name", name.text);
            self.report(Diagnostic::error(&codes::NAME_LIKE_DIE, name.span, message).fix(
                format!("write `_{}`", name.text),
                name.span,
                format!("_{}", name.text),
            ));
        }
        name
    }

    /// A name of what is called with brackets, where `d(3)` is always a die.
    fn called_name(&mut self, pair: &Pair<'_>) -> Name {
        let name = self.new_name(pair);
        if name.text.eq_ignore_ascii_case("d") {
            let message =
                format!("`{0}(3)` is a die of 3 sides, so nothing that is called can be `{0}`", name.text);
            let help = format!("give it a longer name, here and where it is used: `{}_`", name.text);
            self.report(Diagnostic::error(&codes::NAME_LIKE_DIE, name.span, message).help(help));
        }
        name
    }

    fn path(&mut self, pair: Pair<'_>) -> Path {
        let span = self.span(&pair);
        let mut words = pair.into_inner().map(|word| self.name(&word));
        let first = words.next().unwrap_or_else(|| Name::new("", span));
        match words.next() {
            Some(name) => Path { module: Some(first), name, span },
            None => Path { module: None, name: first, span },
        }
    }

    /// An exact number; `70%` is seven tenths. Reports a number too large and gives 1 for it, by which
    /// anything may be divided.
    fn num(&mut self, text: &str, span: Span) -> (Num, bool) {
        let (digits, percent) = match text.strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let parsed = digits.parse::<Num>();
        let value = if percent { parsed.and_then(|n| n.div(Num::int(100))) } else { parsed };
        match value {
            Ok(value) => (value, percent),
            Err(NumError::Overflow | NumError::DivisionByZero) => {
                self.report(
                    Diagnostic::error(&codes::NUMBER_TOO_LARGE, span, "number too large")
                        .help("numbers are exact and hold about eighteen digits"),
                );
                (Num::ONE, percent)
            }
        }
    }
}

/// The pair that the grammar puts here.
fn next<'t>(pairs: &mut impl Iterator<Item = Pair<'t>>) -> Pair<'t> {
    pairs.next().expect("the grammar puts a part here")
}

/// The one pair inside.
fn only(pair: Pair<'_>) -> Pair<'_> {
    next(&mut pair.into_inner())
}

fn boxed(kind: ExprKind, span: Span) -> Box<Expr> {
    Box::new(Expr { kind, span })
}
