//! Where a name that is not known here is known: in a list of words, or in a rule-set that is not used.

use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::diag::{Diagnostic, codes};
use crate::modules::shipped_homes;
use crate::syntax::ast::Name;

impl SourceReader<'_> {
    /// With the lists that have a word of this name, or that it answers what a procedure asks.
    pub(super) fn word_at_home(&self, report: Diagnostic, name: &Name, homes: &[String]) -> Diagnostic {
        let run = self.before(name.span).trim_end().ends_with("do");
        let [home, others @ ..] = homes else { return report };
        if run {
            let how = "`do` a procedure that asks for it, then type it there";
            return report.help(format!("`{}` is an answer: {how}", name.text));
        }
        let report = report.help(match others.first() {
            Some(other) => format!("the word is `{home}` or `{other}`"),
            None => format!("the word is `{home}`"),
        });
        // Where a question is answered its own words are enough, once the question is there.
        let before = self.before(name.span);
        let answers = before.trim_start().starts_with("policy ") || before.trim_end().ends_with(" default");
        let write = |report: Diagnostic, home: &String| {
            let title = format!("write `{home}`");
            match answers {
                true => report.for_example(title, name.span, home.clone()),
                false => report.fix(title, name.span, home.clone()),
            }
        };
        homes.iter().fold(report, write)
    }

    /// The report on the name of a rule-set, or of something in a shipped one.
    pub(super) fn shipped_name(&mut self, name: &Name, alone: bool) -> Option<Diagnostic> {
        if self.is_rules(&name.text) {
            let message = format!("`{}` is a rule-set, not something to roll", name.text);
            let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
            let report =
                report.help(format!("`:tables {0}` or `tw library {0}` shows what is in it", name.text));
            let using = format!("use {}", name.text);
            return Some(if alone {
                report.fix(format!("load it: `{using}`"), name.span, using)
            } else {
                report
            });
        }
        let homes = shipped_homes(&name.text);
        let message = format!("`{}` is not defined here", name.text);
        let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
        let title = |home: &String| format!("the one of {}: `{home}`", home.split('.').next().unwrap_or(""));
        match homes.as_slice() {
            [] => None,
            // Nobody is given a rule-set that they have not asked for: it brings what it keeps, and more. And the name may
            // be a slip of one's own.
            [only] => Some(report.for_example(title(only), name.span, only)),
            several => {
                let report =
                    several.iter().fold(report, |report, home| report.fix(title(home), name.span, home));
                Some(self.or_so_often(report, several, name.span))
            }
        }
    }

    /// `hazard * 3` may be three rolls, too, where that is all of the line.
    pub(super) fn or_so_often(&self, report: Diagnostic, homes: &[String], of: Span) -> Diagnostic {
        let (before, after) = (self.before(of), self.after(of));
        let count = match (before.trim(), after.trim()) {
            ("", after) => after.strip_prefix('*'),
            (before, "") => before.strip_suffix('*'),
            (_, _) => None,
        };
        let Some(count) = count.map(str::trim).filter(|count| count.parse::<u32>().is_ok()) else {
            return report;
        };
        let start = of.start.saturating_sub(u32::try_from(before.len()).unwrap_or(0));
        let end = of.end.saturating_add(u32::try_from(after.len()).unwrap_or(0));
        let line = Span { start, end, ..of };
        homes.iter().fold(report, |report, home| {
            let text = format!("{count} times {home}");
            report.fix(format!("roll it so often: `{text}`"), line, text)
        })
    }
}
