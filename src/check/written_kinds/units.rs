//! Units that are named.

use std::sync::Arc;

use super::resolver::KindResolver;
use crate::base::{Span, closest};
use crate::check::Workspace;
use crate::check::program::{ModuleId, UnitId};
use crate::check::scope::NameMeaning;
use crate::diag::{Diagnostic, codes};
use crate::dice::{Takes, operator};
use crate::modules::shipped_homes;
use crate::syntax::{self, ast, brought, words};

impl Workspace {
    pub(crate) fn unit_of_path(&self, module: ModuleId, path: &ast::Path) -> Option<UnitId> {
        let of = match &path.module {
            Some(name) => self.module_named(module, &name.text)?,
            None => module,
        };
        self.units_named(of, &path.name.text).first().copied()
    }

    /// What somebody meant by `dgemkh2` or `dgen` behind a number: `gem kh2`, `gem`.
    fn meant_die(&self, module: ModuleId, name: &str) -> Option<String> {
        let die = name.strip_prefix('d').filter(|die| !die.is_empty())?;
        let is_rolled = |name: &str| {
            let rolled = |named: &NameMeaning| {
                matches!(named, NameMeaning::Table(_) | NameMeaning::Fn(_) | NameMeaning::Option(_))
            };
            self.named(module, name).iter().any(|(_, named, _)| rolled(named))
        };
        // What an operator behind a space begins with, as in `spaced_modifier` of the grammar.
        let cut = die.match_indices(['k', 'd', 'c', 'r', 'm']).map(|(at, _)| die.split_at(at));
        let touching = cut.filter(|(_, rest)| {
            let sign = rest.trim_end_matches(|c: char| c.is_ascii_digit());
            operator(sign).is_some_and(|about| sign.len() < rest.len() || about.takes == Takes::Dice)
        });
        let touching = touching.into_iter().find(|(name, _)| is_rolled(name));
        if let Some((name, rest)) = touching {
            return Some(format!("{name} {rest}"));
        }
        let near = self.program.tables.iter().map(|table| &table.def);
        let near = near.chain(self.program.fns.iter().map(|function| &function.def));
        let near: Vec<&str> = near.map(|def| &*def.name).filter(|name| is_rolled(name)).collect();
        closest(die, near).map(str::to_owned)
    }

    /// Whether a value is a quantity in something that is no unit: `2d6 gems` in a cell is text.
    pub(crate) fn unknown_quantity(&self, module: ModuleId, value: &ast::Expr) -> bool {
        if let ast::ExprKind::Quantity(_, path) = &value.kind {
            return path.module.is_none() && self.unit_of_path(module, path).is_none();
        }
        if let ast::ExprKind::Range(low, high) = &value.kind {
            return self.unknown_quantity(module, low) || self.unknown_quantity(module, high);
        }
        let ast::ExprKind::Arith(_, rest) = &value.kind else { return false };
        rest.iter().any(|(_, term)| self.unknown_quantity(module, term))
    }
}

impl KindResolver<'_, '_> {
    /// The unit that a path names, with a report where there is none or more than one.
    pub(crate) fn unit(&mut self, path: &ast::Path) -> Option<UnitId> {
        let of = match &path.module {
            Some(name) => match self.cx.module(self.module, name) {
                Some(of) => of,
                None => {
                    self.unknown_unit(path);
                    return None;
                }
            },
            None => self.module,
        };
        let units = self.cx.ws.units_named(of, &path.name.text);
        match units.as_slice() {
            [] => {
                self.cx.kinds_in(of).unknown_unit(path);
                None
            }
            [unit] => {
                self.cx.names.unit(self.cx.ws, path.name.span, *unit);
                Some(*unit)
            }
            [unit, ..] => {
                let names: Vec<String> = units
                    .iter()
                    .map(|id| {
                        let unit = self.cx.ws.program.units.get(*id);
                        format!("`{}.{}`", self.cx.ws.program.module_name(unit.def.module), path.name.text)
                    })
                    .collect();
                let message = format!("`{}` is a unit in several modules", path.name.text);
                let report = Diagnostic::error(&codes::names::AMBIGUOUS, path.span, message);
                self.cx.report(report.help(format!("say which: {}", names.join(" or "))));
                Some(*unit)
            }
        }
    }

    pub(in crate::check) fn unknown_unit(&mut self, path: &ast::Path) {
        let name = &path.name.text;
        const LONG: usize = 5;
        let near = self.near_unit(name);
        // A longer word and nearly all of it is hardly anything but a unit with a slip.
        if !(name.len() >= LONG && near.is_some())
            && let Some(report) = self.cx.reading.brought_here(path.span)
        {
            return self.cx.report(report);
        }
        if self.cx.reports.are_many() {
            let message = format!("unknown unit `{name}`");
            return self.cx.report(Diagnostic::error(&codes::names::UNKNOWN_UNIT, path.span, message));
        }
        let mut report =
            Diagnostic::error(&codes::names::UNKNOWN_UNIT, path.span, format!("unknown unit `{name}`"));
        let after = self.cx.reading.after(path.span);
        let before = self.cx.reading.before(path.span);
        let like_modifier = operator(name).is_some() || &**name == "cf";
        if let Some(fixes) = self.so_often(path, &before) {
            report = fixes.into_iter().fold(report, |report, (text, span)| {
                let title = format!("roll it so often: `{text}`");
                // Nobody is given a rule-set that they have not asked for.
                if text.contains('.') {
                    report.fix(title, span, text)
                } else {
                    report.surely(title, span, text)
                }
            });
        } else if like_modifier
            && after.trim_start().starts_with(|c: char| c.is_ascii_digit() || "<>=".contains(c))
        {
            report = report.help(format!("write `{name}` without spaces around it"));
        } else if let Some(near) = near {
            report = report.did_you_mean(&*near, path.name.span);
        } else if let Some(values) = self.two_values(path, &before) {
            report = offered(report, values);
        } else if let Some(apart) = joined_apart(name, &before) {
            let write = |report: Diagnostic, text| report.fix(format!("write `{text}`"), path.span, text);
            report = apart.into_iter().fold(report, write);
        } else if matches!(&**name, "d" | "D") && before.ends_with(|c: char| c.is_ascii_digit()) {
            let place = path.span;
            report = report.for_example("say how many sides the dice have, for example `d6`", place, "d6");
        } else if let Some(twice) = brought::rolled_twice(name).filter(|_| brought::begins_with_die(&before))
        {
            // `d20 + 5 avd`
            let text = format!("{twice} {}{after}", before.trim());
            report = report.fix(format!("write `{text}`"), line_of(path, &before, &after), text);
        } else {
            let with_label = brought::with_label(&format!("{before}{after}"), name);
            let is_label = name.chars().count() > 1 && name.chars().all(char::is_alphabetic);
            if let Some((title, span, text)) = dice_apart(path, &before) {
                report = report.fix(title, span, text);
            } else if is_label && ends_with_die(&before) && !brought::is_telling(&[&**name]) {
                report = self.as_label(report, path, &before, &after);
            } else if let Some(text) = with_label.filter(|_| is_label) {
                let place = line_of(path, &before, &after);
                report = report.for_example(format!("as a label: `{text}`"), place, text);
            }
            // `1 Goblins` and `d12 Monster` are lines of somebody's list.
            let is_row = name.starts_with(char::is_uppercase)
                && before.trim().chars().all(|c| c.is_ascii_digit() || "-\u{2013}d%".contains(c));
            report = report.help(if words::is_doing(name) {
                format!("say which unit it is: `{} minutes {name} …`", before.split_whitespace().next_back().unwrap_or("3"))
            } else if is_row {
                "rows below a die are pasted after `:paste`, or below a line such as `table monsters rolls d12`"
                    .to_owned()
            } else {
                let declared = declaration(name);
                format!(
                    "a name right after a number is a unit: declare it with `{declared}`, or for a table write \
                     `3 times {name}`"
                )
            });
        }
        self.cx.report(report);
    }

    /// `max(1 weapon)`, where `weapon` is a name: two values, or a product.
    fn two_values(&self, path: &ast::Path, before: &str) -> Option<Vec<(String, Span, String)>> {
        let name = &path.name.text;
        // What a function is given stands before it on its line, what a procedure holds in a `let`.
        let bound = format!("let {name} ");
        let local = before.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == &**name)
            || self.cx.reading.source_holds(path.span, |text| text.contains(&bound));
        let is_known = local
            || self
                .cx
                .ws
                .named(self.module, name)
                .iter()
                .any(|(_, named, _)| matches!(named, NameMeaning::Global(_) | NameMeaning::Option(_)));
        let value = before.trim_end();
        let digits = value.get(value.trim_end_matches(|c: char| c.is_ascii_digit()).len()..)?;
        (is_known && path.module.is_none() && !digits.is_empty()).then_some(())?;
        let gap = u32::try_from(before.len() - value.len()).ok()?;
        let gap = Span { start: path.span.start.checked_sub(gap)?, end: path.span.start, ..path.span };
        let product = (format!("multiply: `{digits} * {name}`"), gap, " * ".to_owned());
        let listed = before.rfind(['(', '[']).is_some_and(|open| !before[open..].contains([')', ']']));
        let values = (format!("two values: `{digits}, {name}`"), gap, ", ".to_owned());
        Some(if listed { vec![values, product] } else { vec![product] })
    }

    /// The names of all units.
    fn known_units(&self) -> Vec<Arc<str>> {
        let mut known: Vec<Arc<str>> = self.cx.ws.builtin_units.keys().cloned().collect();
        known.extend(
            self.cx.ws.program.units.all.iter().flat_map(|unit| [unit.singular.clone(), unit.plural.clone()]),
        );
        known.sort_unstable();
        known
    }

    /// The unit that a name is a slip of.
    fn near_unit(&mut self, name: &str) -> Option<Arc<str>> {
        let count = self.cx.ws.builtin_units.len() + 2 * self.cx.ws.program.units.all.len();
        // Those are only put in order where they are looked at.
        (is_slip_of_unit(name) && self.cx.reports.may_compare(count)).then_some(())?;
        let known = self.known_units();
        closest(name, known.iter().map(|known| &**known)).map(Arc::from)
    }

    /// What is rolled so often by `3 abbey`, `2 hazards`, `3dgem kh2`, each with the place that it takes.
    fn so_often(&mut self, path: &ast::Path, before: &str) -> Option<Vec<(String, Span)>> {
        let name = &path.name.text;
        let count = before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        let start = before.len() - before.trim_end().len() + count.len();
        let start = path.span.start.saturating_sub(u32::try_from(start).unwrap_or(0));
        let span = Span { start, ..path.span };
        if let Some(meant) = self.cx.ws.meant_die(self.module, name) {
            return Some(vec![(format!("{count}d{meant}"), span)]);
        }
        let alone = before.trim() == count;
        let meant = self.meant_tables(name, alone);
        let counted = count.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'd' | 'D'));
        (!meant.is_empty() && counted)
            .then(|| meant.into_iter().map(|table| (format!("{count} times {table}"), span)).collect())
    }

    /// The tables that a name means where it is no unit: by their name, its plural, or a slip of it; then,
    /// where nothing else stands in the line, those of shipped rule-sets.
    fn meant_tables(&mut self, name: &str, alone: bool) -> Vec<String> {
        let one = ["s", "es"].iter().filter_map(|end| name.strip_suffix(end));
        let one = one.map(str::to_owned).chain(name.strip_suffix("ies").map(|stem| format!("{stem}y")));
        let spelt: Vec<String> = std::iter::once(name.to_owned()).chain(one).collect();
        let is_rolled = |name: &str| {
            let rolled = |named: &NameMeaning| {
                matches!(named, NameMeaning::Table(_) | NameMeaning::Proc(_) | NameMeaning::Fn(_))
            };
            self.cx.ws.named(self.module, name).iter().any(|(_, named, _)| rolled(named))
        };
        if let Some(known) = spelt.iter().find(|name| is_rolled(name)) {
            return vec![known.clone()];
        }
        let tables = self.cx.ws.program.tables.iter().map(|table| &*table.def.name);
        if let Some(near) = closest(name, tables.filter(|known| is_rolled(known))) {
            return vec![near.to_owned()];
        }
        if !alone {
            return Vec::new();
        }
        let homes = spelt.iter().map(|name| shipped_homes(name)).find(|homes| !homes.is_empty());
        homes.unwrap_or_default()
    }

    /// Offers to read an unknown unit behind dice as their label: the whole line, as it is to be typed.
    fn as_label(&self, report: Diagnostic, path: &ast::Path, before: &str, after: &str) -> Diagnostic {
        let labelled = format!("{} [{}]{after}", before.trim_end(), path.name.text);
        let text = brought::translate(&labelled)
            .and_then(|found| found.meaning().map(str::to_owned))
            .unwrap_or_else(|| labelled.trim().to_owned());
        report.fix(format!("as a label: `{text}`"), line_of(path, before, after), text)
    }
}

/// `2 d6` is `2d6`, and `3d6 x10` is `3d6 x 10`: the fix, its place and its text.
fn dice_apart(path: &ast::Path, before: &str) -> Option<(String, Span, String)> {
    let name = &*path.name.text;
    let number = before.trim_end();
    let count = number.len() - number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let start = number.len() - count;
    let digits = number.get(start..)?;
    let alone = !number.get(..start)?.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let from = |text: &str| {
        let back = u32::try_from(before.len() - text.len()).unwrap_or(0);
        Span { start: path.span.start.saturating_sub(back), ..path.span }
    };
    if alone && !digits.is_empty() && syntax::dice_of_word(name).is_some_and(|(count, _)| count == 1) {
        let text = format!("{digits}{name}");
        return Some((format!("write `{text}`"), from(number.get(..start)?), text));
    }
    let factor = name.strip_prefix(['x', 'X']).filter(|factor| factor.parse::<u32>().is_ok())?;
    let text = format!(" x {factor}");
    Some((format!("write `{number}{text}`"), from(number), text))
}

/// `times4d6kh3`, `andd10`: a word that joins, without the blank before the dice behind it. Dice are joined by `and` in
/// words alone.
fn joined_apart(name: &str, before: &str) -> Option<Vec<String>> {
    let mut joins = ["times", "and", "or", "mod"].into_iter();
    let (word, roll) = joins.find_map(|word| Some((word, name.strip_prefix(word)?)))?;
    brought::begins_with_die(roll).then_some(())?;
    let asks = before.contains(['<', '>', '=']) || before.contains(" is ");
    let sum = (word == "and" && !asks).then(|| format!("+ {roll}"));
    Some(sum.into_iter().chain([format!("{word} {roll}")]).collect())
}

/// Offers what a number with a name behind it may be. A product alone is a guess: a comma may be missing as well.
fn offered(report: Diagnostic, values: Vec<(String, Span, String)>) -> Diagnostic {
    let is_guess = values.len() == 1;
    values.into_iter().fold(report, |report, (title, span, text)| match is_guess {
        true => report.for_example(title, span, text),
        false => report.fix(title, span, text),
    })
}

/// The line of a path, with what stands before and after it.
fn line_of(path: &ast::Path, before: &str, after: &str) -> Span {
    let start = path.span.start.saturating_sub(u32::try_from(before.len()).unwrap_or(0));
    let end = path.span.end.saturating_add(u32::try_from(after.len()).unwrap_or(0));
    Span { start, end, ..path.span }
}

/// Whether a word may be a misspelt unit. Statements begin with words of their own (`every 60 say …`), and what has a
/// digit is an operator of dice.
fn is_slip_of_unit(name: &str) -> bool {
    let is_ours = words::is_doing(name) || words::is_reserved(name) || words::is_starting(name);
    !is_ours && !is_counted_in_play(name) && !name.contains(|c: char| c.is_ascii_digit())
}

/// Words for what is counted in play, which are no slip of some unit: a round is no pound.
fn is_counted_in_play(name: &str) -> bool {
    ["round", "rounds", "turn", "turns", "charge", "charges", "segment", "segments"].contains(&name)
}

/// Whether a text ends with a die, behind which a label may stand: `2d6`, `d%`.
fn ends_with_die(text: &str) -> bool {
    let text = text.trim_end();
    let die = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '%');
    let count = die.strip_suffix(['d', 'D']).filter(|_| die.len() < text.len());
    let before = count.map(|count| count.trim_end_matches(|c: char| c.is_ascii_digit()));
    before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The line that declares a unit, by its name for one of them: what is a time says how long it is.
fn declaration(name: &str) -> String {
    const TIMES: [&str; 6] = ["turn", "round", "watch", "shift", "segment", "phase"];
    let is_one = |one: &&&str| name.strip_prefix(**one).is_some_and(|end| matches!(end, "" | "s" | "es"));
    match TIMES.iter().find(is_one) {
        Some(one) => format!("unit {one} = 10 minutes"),
        None => format!("unit {name}"),
    }
}
