//! What `:odds` is asked: an expression, and behind it what else `tw odds` takes.

use std::path::PathBuf;

use crate::front::cli::args::Answering;
use crate::front::render::clean_line;
use crate::session::odds::DistributionEnd;

/// A line behind `:odds`.
#[derive(Debug, Default)]
pub(crate) struct Asking<'l> {
    /// The expression.
    pub expr: &'l str,
    /// A house rule to compare with.
    pub changed: Option<&'l str>,
    /// Which end is asked for: whether at least, and the number as it was written.
    pub tail: Option<(bool, &'l str)>,
    /// Whether each row tells of that or more, or that or less.
    pub running: Option<DistributionEnd>,
    /// The most rows.
    pub rows: Option<usize>,
    /// How prompts are answered.
    pub answering: Answering,
}

impl Asking<'_> {
    /// Takes `--changed`, `--answer`, `--answers` and `--defaults` off the end of a line.
    ///
    /// # Errors
    /// The word behind two dashes that is none of these, or that something else follows than it takes.
    pub(crate) fn read(line: &str) -> Result<Asking<'_>, &str> {
        let mut asking = Asking { expr: line.trim(), ..Asking::default() };
        while let Some((before, flag)) = asking.expr.rsplit_once(" --") {
            // `3 --2` takes away minus two.
            if !flag.starts_with(char::is_alphabetic) {
                break;
            }
            let (word, value) = flag.split_once([' ', '=']).unwrap_or((flag, ""));
            let value = value.trim();
            match word {
                "answer" => asking.answering.answer.insert(0, value.to_owned()),
                "answers" => asking.answering.answers = Some(PathBuf::from(value)),
                "defaults" => asking.answering.defaults = true,
                "changed" => asking.changed = Some(value),
                "at-least" => asking.tail = Some((true, value)),
                "at-most" => asking.tail = Some((false, value)),
                "or-more" if value.is_empty() => asking.running = Some(DistributionEnd::AtLeast),
                "or-less" if value.is_empty() => asking.running = Some(DistributionEnd::AtMost),
                "rows" if value.parse::<usize>().is_ok() => asking.rows = value.parse().ok(),
                _ => return Err(word),
            }
            asking.expr = before.trim();
        }
        Ok(asking)
    }

    /// Why two of the options cannot both act.
    pub(crate) fn at_odds(&self) -> Option<(&'static str, &'static str)> {
        let ends = self.tail.is_some() || self.running.is_some();
        if self.changed.is_some() && (ends || self.rows.is_some()) {
            let help = "leave the others out: it shows every outcome before and after";
            return Some(("`--changed` does not go with `--at-least`, `--or-more` and their like", help));
        }
        let both = self.tail.is_some() && self.running.is_some();
        both.then_some((
            "`--at-least` and `--at-most` do not go with `--or-more` and `--or-less`",
            "ask for one of them: `--or-more` has a line for every number",
        ))
    }
}

/// Why a word behind two dashes is not taken, and what is.
pub(crate) fn not_taken(word: &str) -> (String, &'static str) {
    match word {
        "or-more" => ("`--or-more` takes no number".to_owned(), "for one number: `--at-least 8`"),
        "or-less" => ("`--or-less` takes no number".to_owned(), "for one number: `--at-most 8`"),
        "rows" => ("`--rows` needs a number".to_owned(), "for example `--rows 10`"),
        word => (
            format!("`:odds` has no option `--{}`", clean_line(word)),
            "it takes `--at-least N`, `--at-most N`, `--or-more`, `--or-less`, `--rows N`, `--changed OPTION=VALUE`, \
             `--answer ID=VALUE` and `--defaults`",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_the_expression_is_taken_off() {
        let asked =
            Asking::read("delve(4).met --answer deed=rest --answer way=the left --changed a.b=3 --defaults")
                .expect("all of it is known");
        assert_eq!((asked.expr, asked.changed), ("delve(4).met", Some("a.b=3")));
        assert_eq!(asked.answering.answer, ["deed=rest", "way=the left"]);
        assert!(asked.answering.defaults);
        assert_eq!(Asking::read("3 --2").expect("an expression").expr, "3 --2");
        assert_eq!(Asking::read("d6 --exactly").err(), Some("exactly"));
        let curve = Asking::read("2d6, 3d4 --or-more").expect("known");
        assert_eq!((curve.expr, curve.running), ("2d6, 3d4", Some(DistributionEnd::AtLeast)));
        let tail = Asking::read("2d6 --at-least 7").expect("known");
        assert_eq!((tail.expr, tail.tail), ("2d6", Some((true, "7"))));
    }
}
