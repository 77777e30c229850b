//! Text with live parts.

use super::{Builder, Pair, Read, Rule, next, only};
use crate::base::{Num, Span};
use crate::diag::codes::syntax as codes;
use crate::diag::{Certainty, Diagnostic, Edit, Fix};
use crate::syntax::ast::{Expr, ExprKind, Segment, Text};
use crate::syntax::{brought, lines, plain, words};

impl Builder {
    /// A text in quotes.
    pub(super) fn text(&mut self, pair: Pair<'_>) -> Text {
        let span = self.span(&pair);
        let segments = self.inside_text(|builder| builder.segments(pair));
        Text { segments, span }
    }

    /// The text of a cell or a row, `base` being where it begins in the source.
    pub(crate) fn bare_text(&mut self, text: &str, base: usize) -> Text {
        let span = self.place(base, base + text.len());
        if !text.contains(['{', '\\']) {
            let literal = || Segment::Literal(plain::shown(text).into_owned());
            let segments = if text.is_empty() { Vec::new() } else { vec![literal()] };
            return Text { segments, span };
        }
        if let Some(at) = lines::too_deep_in_text(text) {
            self.report_too_deep(self.place(base + at, base + at + 1));
            return Text { segments: vec![Segment::Literal(text.to_owned())], span };
        }
        let (text, mut bound) = self.bound_behind(text, base);
        let read = self.read(Rule::cell_text, text, base, |builder, mut pairs| {
            builder.inside_text(|builder| pairs.next().map(|pair| builder.segments(pair)))
        });
        let segments = match read {
            Read::Done(segments) => segments.unwrap_or_default(),
            Read::Failed(_) => Vec::new(),
        };
        bound.extend(segments);
        Text { segments: bound, span }
    }

    /// The text before a ` where name = …` at its end, and what is bound there for all of the text.
    fn bound_behind<'t>(&mut self, text: &'t str, base: usize) -> (&'t str, Vec<Segment>) {
        for (at, word) in text.match_indices(" where ") {
            let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at + word.len()..).unwrap_or(""));
            let open = before.matches('{').count() > before.matches('}').count();
            if open || !before.contains('{') || !behind.contains('=') {
                continue;
            }
            let from = base + at + word.len();
            let bound = self.try_read(Rule::one_binding, behind, from, |builder, pairs| {
                let bound = pairs.filter(|pair| pair.as_rule() == Rule::bound);
                builder.inside_text(|builder| {
                    bound.map(|bound| Segment::Live(builder.unshown(bound))).collect::<Vec<_>>()
                })
            });
            if let Some(bound) = bound {
                return (before.trim_end(), bound);
            }
        }
        (text, Vec::new())
    }

    fn unshown(&mut self, bound: Pair<'_>) -> Expr {
        let mut inner = bound.into_inner();
        let name = self.new_name(&next(&mut inner));
        let value = self.chain(next(&mut inner));
        let span = name.span.to(value.span);
        Expr { kind: ExprKind::Unshown(name, Box::new(value)), span }
    }

    fn segments(&mut self, pair: Pair<'_>) -> Vec<Segment> {
        // A cell is Markdown, a text in quotes is not.
        let is_cell = matches!(pair.as_rule(), Rule::cell_text | Rule::cell_option);
        let mut segments = Vec::new();
        let mut written = String::new();
        let mut lone: Vec<Span> = Vec::new();
        let (whole, base) = (pair.as_str(), self.span(&pair).start);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::plain_run | Rule::option_run | Rule::cell_run | Rule::cell_option_run => {
                    written.push_str(part.as_str());
                }
                Rule::escape if is_cell => {
                    self.broken_word(&part, whole, base);
                    written.push_str(part.as_str());
                }
                Rule::escape => push_escaped(&mut written, part.as_str()),
                Rule::live => {
                    flush(&mut segments, &mut written, is_cell);
                    segments.push(Segment::Live(self.live(part)));
                }
                Rule::choice | Rule::cell_choice => {
                    flush(&mut segments, &mut written, is_cell);
                    segments.push(Segment::Live(self.one_of(part)));
                }
                Rule::bad_live | Rule::bad_cell_live => {
                    flush(&mut segments, &mut written, is_cell);
                    self.bad_live(&part);
                }
                Rule::lone_brace => {
                    written.push('{');
                    let span = self.span(&part);
                    match lone.last_mut().filter(|last: &&mut Span| last.end == span.start) {
                        Some(last) => last.end = span.end,
                        None => lone.push(span),
                    }
                }
                _ => {}
            }
        }
        for span in lone {
            let behind = usize::try_from(span.end - base).unwrap_or(usize::MAX);
            self.lone_braces(span, whole.get(behind..).unwrap_or(""));
        }
        flush(&mut segments, &mut written, is_cell);
        segments
    }

    /// `\new`, `C:\notes`: a break in a cell that looks as if the backslash were a part of a word.
    fn broken_word(&mut self, part: &Pair<'_>, whole: &str, base: u32) {
        let span = self.span(part);
        let place = |at: u32| usize::try_from(at - base).unwrap_or(usize::MAX);
        let (before, behind) = (whole.get(..place(span.start)), whole.get(place(span.end)..));
        let begins = before.is_none_or(|before| before.is_empty() || before.ends_with([' ', ':', '/', '\\']));
        let goes_on = behind.is_some_and(|behind| behind.starts_with(char::is_lowercase));
        if part.as_str() != "\\n" || !begins || !goes_on {
            return;
        }
        let word: String = behind.unwrap_or("").chars().take_while(|c| c.is_alphanumeric()).collect();
        let message = format!("`\\n` breaks the line here, and `\\n{word}` looks like a word");
        let fix = format!("write the backslash as it is: `\\\\n{word}`");
        self.report(Diagnostic::warning(&codes::BROUGHT, span, message).fix(fix, span, "\\\\n"));
    }

    /// What stands in braces, under a name of its own where it has one.
    fn live(&mut self, pair: Pair<'_>) -> Expr {
        let mut inner = pair.into_inner();
        let first = next(&mut inner);
        if first.as_rule() != Rule::live_name {
            return self.expr(first);
        }
        let name = self.new_name(&only(first));
        let value = self.expr(next(&mut inner));
        let span = name.span.to(value.span);
        Expr { kind: ExprKind::Named(name, Box::new(value)), span }
    }

    /// `{red | blue | 2x green}`.
    fn one_of(&mut self, pair: Pair<'_>) -> Expr {
        let whole = self.span(&pair);
        let options = pair.into_inner().map(|option| {
            let span = self.span(&option);
            let weight = option.clone().into_inner().find(|part| part.as_rule() == Rule::bullet_weight);
            let weight = weight.map_or(Num::ONE, |weight| {
                let number = only(weight);
                let place = self.span(&number);
                self.num(number.as_str(), place).0
            });
            let mut segments = self.segments(option);
            if let Some(Segment::Literal(text)) = segments.first_mut() {
                *text = text.trim_start().to_owned();
            }
            if let Some(Segment::Literal(text)) = segments.last_mut() {
                *text = text.trim_end().to_owned();
            }
            (weight, Text { segments, span })
        });
        Expr { kind: ExprKind::Choice(options.collect()), span: whole }
    }

    /// Reads what stands in braces by itself, for a report at the right place.
    fn bad_live(&mut self, part: &Pair<'_>) {
        let whole = self.span(part);
        let inside = part.as_str().get(1..part.as_str().len() - 1).unwrap_or("");
        if inside.trim().is_empty() {
            self.report(
                Diagnostic::error(&codes::LONE_BRACE, whole, "these braces are empty")
                    .help("put an expression in the braces: `{2d6}`")
                    .fix("write the braces as they are: `\\{\\}`", whole, "\\{\\}"),
            );
            return;
        }
        let base = whole.start as usize + 1;
        self.read(Rule::one_expr, inside, base, |_, _| ());
        if let Some(report) = self.diagnostics.last_mut().filter(|report| report.code == codes::BROUGHT.id) {
            words_or_names(report);
        }
    }

    /// Reports a brace that nothing closes, with a name or several texts behind it: it may be closed behind them, or be
    /// text itself. Whether it does.
    fn name_or_choice(&mut self, span: Span, behind: &str) -> bool {
        let Some(length) = name_or_choice_in(behind) else { return false };
        let inside = behind.get(..length).unwrap_or("");
        let at = span.end + u32::try_from(length).unwrap_or(0);
        let report = Diagnostic::error(&codes::LONE_BRACE, span, "this brace is never closed");
        let close = Span { start: at, end: at, ..span };
        let report = report.fix(format!("close it: `{{{inside}}}`"), close, "}");
        self.report(report.fix("write the brace as it is: `\\{`", span, "\\{"));
        true
    }

    /// Braces side by side that nothing closes.
    fn lone_braces(&mut self, span: Span, behind: &str) {
        let is_more = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '!'));
        let roll = behind.split(is_more).next().unwrap_or("").trim_end_matches(['.', '!']);
        let sum = with_factor(behind, roll);
        let roll = if Builder::fits(Rule::one_expr, sum) { sum } else { roll };
        let one = span.end - span.start == 1;
        if one && brought::begins_with_die(roll) && Builder::fits(Rule::one_expr, roll) {
            // Dice behind a brace are hardly text.
            let at = span.end + u32::try_from(roll.len()).unwrap_or(0);
            let end = Span { start: at, end: at, ..span };
            let report = Diagnostic::error(&codes::LONE_BRACE, span, "this brace is never closed");
            let report = report.help("a brace that is only text is written `\\{`");
            self.report(report.fix(format!("close it: `{{{roll}}}`"), end, "}"));
            return;
        }
        if one && self.name_or_choice(span, behind) {
            return;
        }
        let escaped = "\\{".repeat((span.end - span.start) as usize);
        let (message, fix) = match span.end - span.start {
            1 => ("this brace is never closed", "write the brace as it is"),
            _ => ("these braces are never closed", "write the braces as they are"),
        };
        self.report(
            Diagnostic::error(&codes::LONE_BRACE, span, message)
                .help("close it after the expression: `{2d6}`")
                .fix(format!("{fix}: `{escaped}`"), span, escaped),
        );
    }
}

/// What stands in a brace that nothing closes, where it may be a name (`{goods`) or several texts to choose from (`{half
/// full | empty`): its length.
fn name_or_choice_in(behind: &str) -> Option<usize> {
    let text = behind.trim_end();
    let options: Vec<&str> = text.split('|').map(str::trim).collect();
    if options.len() > 1 && options.iter().all(|option| !option.is_empty()) && !text.contains(['{', '}']) {
        return Some(text.len());
    }
    let is_more = |c: char| !(c.is_alphanumeric() || c == '_');
    let name = text.split(is_more).next().unwrap_or("");
    (name.starts_with(char::is_lowercase) && words::is_name(name)).then_some(name.len())
}

/// Dice with what is added to them or multiplied behind them: `2d4 x 10` of `2d4 x 10 silver`.
fn with_factor<'t>(text: &'t str, dice: &str) -> &'t str {
    let mut end = dice.len();
    loop {
        let rest = text.get(end..).unwrap_or("");
        let term = rest.trim_start().trim_start_matches(['x', '×', '*', '+', '-', '−']).trim_start();
        let length = term.find(|c: char| !(c.is_ascii_alphanumeric())).unwrap_or(term.len());
        let signed = rest.trim_start().len() > term.len()
            && !rest.trim_start().starts_with(char::is_alphanumeric)
            || rest.trim_start().starts_with("x ");
        if !signed || !term.starts_with(|c: char| c.is_ascii_digit()) {
            return text.get(..end).unwrap_or("");
        }
        end += rest.len() - term.len() + length;
    }
}

/// Within a text the branches of a choice may be words to show as well as names: `{d6 > 3 ? red : green}`.
fn words_or_names(report: &mut Diagnostic) {
    let [Fix { edits, .. }] = report.fixes.as_slice() else { return };
    let [Edit { span, text }] = edits.as_slice() else { return };
    let Some((condition, branches)) = text.split_once(" then ") else { return };
    let Some((one, other)) = branches.split_once(" else ").filter(|_| condition.starts_with("if ")) else {
        return;
    };
    let is_words = |branch: &str| {
        branch.split(' ').all(|word| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '_'))
    };
    let keeps = ["yes", "no", "nothing"];
    if ![one, other].iter().all(|branch| is_words(branch) && !keeps.contains(branch)) {
        return;
    }
    let shown = format!("{condition} then \"{one}\" else \"{other}\"");
    let place = *span;
    let words = Fix {
        title: format!("show the words: `{shown}`"),
        edits: vec![Edit { span: place, text: shown }],
        certainty: Certainty::Likely,
    };
    let named = [one, other].iter().all(|branch| !branch.contains(' '));
    let mut names = std::mem::take(&mut report.fixes);
    for fix in &mut names {
        fix.title = format!("take them for names: {}", fix.title.trim_start_matches("write "));
        fix.certainty = Certainty::Likely;
    }
    report.fixes.push(words);
    report.fixes.extend(names.into_iter().filter(|_| named));
}

fn flush(segments: &mut Vec<Segment>, written: &mut String, is_cell: bool) {
    let written = std::mem::take(written);
    let literal = if is_cell { plain::shown(&written).into_owned() } else { written };
    if !literal.is_empty() {
        segments.push(Segment::Literal(literal));
    }
}

/// `\n` breaks the line, a sign stands for itself, and before anything else the backslash stays.
fn push_escaped(literal: &mut String, escape: &str) {
    let mut chars = escape.chars();
    chars.next();
    match chars.next() {
        Some('n') => literal.push('\n'),
        Some('t') => literal.push('\t'),
        Some(sign) if sign.is_ascii_punctuation() => literal.push(sign),
        Some(other) => literal.extend(['\\', other]),
        None => literal.push('\\'),
    }
}
