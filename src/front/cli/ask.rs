//! What is asked of odds, at the command line and in a session.

use clap::ValueEnum;

use super::args::OddsFormat;
use crate::base::Num;
use crate::front::app::AppError;
use crate::front::render::clean_line;
use crate::session::odds::{DistributionEnd, Odds, OddsAsk};

/// What is asked of odds besides the expressions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ask {
    /// How they are worked out.
    pub(crate) how: OddsAsk,
    /// Which end is asked for.
    pub(crate) tail: Option<(DistributionEnd, Num)>,
    /// The most rows.
    pub(crate) rows: Option<usize>,
    /// Whether each row tells of that or more, or that or less.
    pub(crate) running: Option<DistributionEnd>,
}

impl Ask {
    /// Whether nothing is asked besides the odds as they are.
    pub(crate) fn is_plain(&self) -> bool {
        self.tail.is_none() && self.rows.is_none() && self.running.is_none() && self.how.samples.is_none()
    }
}

impl Ask {
    /// Why a format cannot show what is asked for.
    pub(crate) fn refused_in(&self, format: OddsFormat) -> Option<AppError> {
        let ends = self.tail.is_some();
        let (option, help) = match format {
            OddsFormat::Csv if ends => (self.tail_option(), "`--format json` and `--format table` show it"),
            OddsFormat::Csv if self.running.is_some() => {
                (self.running_option(), "`--format json` and `--format table` show it")
            }
            OddsFormat::Csv | OddsFormat::Json if self.rows.is_some() => {
                ("--rows", "this format always has every outcome: leave `--rows` out")
            }
            OddsFormat::Svg | OddsFormat::Html if ends => {
                (self.tail_option(), "`--or-more` and `--or-less` are drawn as curves: `--format svg`")
            }
            OddsFormat::Html if self.running.is_some() => (self.running_option(), "`--format svg` draws it"),
            OddsFormat::Bars
            | OddsFormat::Table
            | OddsFormat::Csv
            | OddsFormat::Json
            | OddsFormat::Svg
            | OddsFormat::Html => return None,
        };
        let name = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        Some(AppError::usage(format!("`{option}` has no effect on `--format {name}`"), help))
    }

    /// Why these odds cannot be asked for an end.
    pub(crate) fn refused_of(&self, all: &[Odds]) -> Option<AppError> {
        let option = match (self.tail, self.running) {
            (Some(_), _) => self.tail_option(),
            (None, Some(_)) => self.running_option(),
            (None, None) => return None,
        };
        let is_number = |odds: &Odds| odds.outcomes().all(|outcome| outcome.number().is_some());
        let other = all.iter().find(|odds| !is_number(odds))?;
        let what = if other.is_yes_no() { "is a yes or a no" } else { "is not always a number" };
        let expr = clean_line(other.label()).into_owned();
        let help = match other.is_yes_no() {
            true => "leave the comparison out, or leave out the option".to_owned(),
            false => "ask about a number: of a row, one of its columns, such as `loot.worth`, or `.roll`"
                .to_owned(),
        };
        Some(AppError::usage(format!("`{option}` needs numbers, and `{expr}` {what}"), help))
    }

    fn tail_option(&self) -> &'static str {
        match self.tail {
            Some((DistributionEnd::AtMost, _)) => "--at-most",
            Some((DistributionEnd::AtLeast, _)) | None => "--at-least",
        }
    }

    fn running_option(&self) -> &'static str {
        match self.running {
            Some(DistributionEnd::AtMost) => "--or-less",
            Some(DistributionEnd::AtLeast) | None => "--or-more",
        }
    }
}

/// An end that is asked for.
///
/// # Errors
/// The text is no number.
pub(crate) fn tail(at_least: bool, text: &str) -> Result<(DistributionEnd, Num), AppError> {
    let bound = if at_least { DistributionEnd::AtLeast } else { DistributionEnd::AtMost };
    let number = text.trim().parse::<Num>();
    number.map(|at| (bound, at)).map_err(|_| {
        let option = if at_least { "--at-least" } else { "--at-most" };
        let what = match text.trim() {
            "" => format!("`{option}` needs a number"),
            text => format!("`{text}` is not a number"),
        };
        AppError::usage(what, format!("give a number: `{option} 15`"))
    })
}
