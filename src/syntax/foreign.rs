//! Other systems' spellings of dice that would have to be guessed: each with the readings to choose from.

use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::dice as codes;
use crate::dice::{About, OPERATORS, Takes};

/// One spelling: how it begins, and what it could mean. `#` stands for the number written behind it.
struct Spelling {
    begins: &'static str,
    /// Whether a number is written behind it.
    number: bool,
    readings: &'static [(&'static str, &'static str)],
}

/// The spellings that mean one thing here and another there.
static SPELLINGS: &[Spelling] = &[
    Spelling {
        begins: "d",
        number: true,
        readings: &[("drop the lowest", "dl#"), ("drop the highest", "dh#")],
    },
    Spelling {
        begins: "d",
        number: false,
        readings: &[("drop the lowest", "dl1"), ("drop the highest", "dh1")],
    },
    Spelling {
        begins: "!",
        number: true,
        readings: &[("explode on this face", "!=#"), ("at most so many extra dice for each die", "!limit #")],
    },
    Spelling {
        begins: "!!",
        number: true,
        readings: &[
            ("compound on this face", "!!=#"),
            ("at most so many extra rolls for each die", "!!limit #"),
        ],
    },
    Spelling {
        begins: "!p",
        number: true,
        readings: &[
            ("penetrate on this face", "!p=#"),
            ("at most so many extra dice for each die", "!plimit #"),
        ],
    },
    Spelling {
        begins: "e",
        number: true,
        readings: &[("explode on this face", "!=#"), ("explode on this face or more", "!>=#")],
    },
    Spelling { begins: "e", number: false, readings: &[("explode on the highest face", "!")] },
    Spelling {
        begins: "t",
        number: true,
        readings: &[("count the dice of at least this", "c>=#"), ("count the dice above this", "c>#")],
    },
    Spelling {
        begins: "s",
        number: true,
        readings: &[("count the dice of at least this", "c>=#"), ("count the dice that show this", "c=#")],
    },
    Spelling { begins: "f", number: true, readings: &[("count the dice that show this", "c=#")] },
    Spelling {
        begins: "r",
        number: true,
        readings: &[("reroll this face until another comes", "r=#"), ("reroll this face once", "ro=#")],
    },
    Spelling {
        begins: "c",
        number: true,
        readings: &[("count the dice of at least this", "c>=#"), ("count the dice that show this", "c=#")],
    },
    Spelling {
        begins: "cs",
        number: true,
        readings: &[("count the dice of at least this", "c>=#"), ("count the dice that show this", "c=#")],
    },
    Spelling {
        begins: "cf",
        number: true,
        readings: &[("count the dice that show this", "c=#"), ("count the dice of at most this", "c<=#")],
    },
    Spelling {
        begins: "x",
        number: true,
        readings: &[("explode on this face", "!=#"), ("multiply by this", " * #")],
    },
    Spelling {
        begins: "x",
        number: false,
        readings: &[("explode on the highest face", "!"), ("multiply", " * ")],
    },
    Spelling { begins: "xo", number: true, readings: &[("explode once on this face", "!=#limit 1")] },
    Spelling { begins: "p", number: true, readings: &[("penetrate on this face", "!p=#")] },
    Spelling { begins: "p", number: false, readings: &[("penetrate on the highest face", "!p")] },
    Spelling { begins: "h", number: true, readings: &[("keep the highest", "kh#")] },
    Spelling { begins: "h", number: false, readings: &[("keep the highest", "kh1")] },
    Spelling { begins: "l", number: true, readings: &[("keep the lowest", "kl#")] },
    Spelling { begins: "l", number: false, readings: &[("keep the lowest", "kl1")] },
    Spelling { begins: "hk", number: true, readings: &[("keep the highest", "kh#")] },
    Spelling { begins: "lk", number: true, readings: &[("keep the lowest", "kl#")] },
    Spelling { begins: "hd", number: true, readings: &[("drop the highest", "dh#")] },
    Spelling { begins: "ld", number: true, readings: &[("drop the lowest", "dl#")] },
    Spelling { begins: "b", number: true, readings: &[("keep the highest", "kh#")] },
    Spelling { begins: "w", number: true, readings: &[("keep the lowest", "kl#")] },
    Spelling {
        begins: "adv",
        number: false,
        readings: &[("roll twice and keep the better: `adv` before the die", "")],
    },
    Spelling {
        begins: "dis",
        number: false,
        readings: &[("roll twice and keep the worse: `dis` before the die", "")],
    },
];

/// What a modifier of other programs may mean, each with how it is spelt here; `None` where nobody writes it.
pub(super) fn readings_of(text: &str) -> Option<Vec<(&'static str, String)>> {
    let digits_at = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (begins, number) = text.split_at(digits_at);
    let begins = begins.to_ascii_lowercase();
    let known = SPELLINGS.iter().find(|known| known.begins == begins && known.number != number.is_empty())?;
    Some(known.readings.iter().map(|(meaning, ours)| (*meaning, ours.replace('#', number))).collect())
}

/// Without what explodes on a face that dice of so many sides do not have: `2d6x10`.
fn possible(mut readings: Vec<(&'static str, String)>, sides: u32) -> Vec<(&'static str, String)> {
    let face = |spelling: &str| spelling.strip_prefix("!=").and_then(|face| face.parse::<u32>().ok());
    readings.retain(|(_, spelling)| face(spelling).is_none_or(|face| face <= sides));
    readings
}

/// `4d6k3h`: which dice are kept is said before how many. `read` ends with the letter at `span`.
pub(crate) fn side_behind(read: &str, span: Span) -> Option<Diagnostic> {
    let before = read.strip_suffix(['h', 'l', 'H', 'L'])?;
    let side = read.get(before.len()..)?.to_ascii_lowercase();
    let letters = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = before.get(letters.len()..).filter(|count| !count.is_empty())?;
    let dice = letters.strip_suffix(['k', 'd', 'K', 'D'])?;
    let verb = letters.get(dice.len()..)?.to_ascii_lowercase();
    // Behind anything else the letter is a die's: `2d6l`.
    let behind_dice = dice.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '}' | '%' | '!'));
    let is_die = verb == "d" && !dice.contains(['d', 'D']);
    (behind_dice && !is_die).then_some(())?;
    let length = u32::try_from(verb.len() + count.len()).ok()?;
    let whole = Span { start: span.start.checked_sub(length)?, ..span };
    let ours = format!("{verb}{side}{count}");
    let written = format!("`{verb}{count}{side}` is written differently here");
    Some(Diagnostic::error(&codes::FOREIGN_SPELLING, whole, written).fix(
        format!("write `{ours}`"),
        whole,
        ours,
    ))
}

/// The report on something behind a die that is no modifier of ours; `counted` says whether the dice are counted
/// before it, `sides` how many they have, where that is a number.
pub(crate) fn refuse(text: &str, span: Span, dice: Span, counted: bool, sides: Option<u32>) -> Diagnostic {
    // `8d6>4f1` of Roll20: failures are taken off.
    let failures = text.strip_prefix(['f', 'F']).filter(|face| face.parse::<u32>().is_ok());
    if let Some(face) = failures.filter(|_| counted) {
        let message = format!("`{text}` is written differently here");
        let ours = format!(" cf={face}");
        return Diagnostic::error(&codes::FOREIGN_SPELLING, span, message).surely(
            format!("take one off for each that shows this: `cf={face}`"),
            span,
            ours,
        );
    }
    let crosses = text.starts_with(['x', 'X']);
    let readings = readings_of(text).map(|readings| match (crosses, sides) {
        (true, Some(sides)) => possible(readings, sides),
        (_, _) => readings,
    });
    if let Some(about) = OPERATORS.iter().find(|about| about.symbol == text) {
        return unfinished(about, span, dice);
    }
    let Some(readings) = readings else {
        let ours: Vec<&str> = OPERATORS.iter().map(|about| about.symbol).collect();
        let help = format!("the modifiers are {}; a unit comes after a space", ours.join(" "));
        return Diagnostic::error(&codes::UNKNOWN_MODIFIER, span, format!("`{text}` is not a dice modifier"))
            .label(dice, "after these dice")
            .help(help);
    };
    let message = match readings.len() {
        0 | 1 => format!("`{text}` is written differently here"),
        _ => format!("`{text}` is ambiguous"),
    };
    let mut report = Diagnostic::error(&codes::FOREIGN_SPELLING, span, message);
    if let ([(meaning, spelling)], true) = (readings.as_slice(), crosses && sides.is_some()) {
        return report.surely(format!("{meaning}: `{}`", spelling.trim()), span, spelling);
    }
    for (meaning, spelling) in readings {
        report = match spelling.is_empty() {
            true => report.help(meaning),
            false => report.fix(format!("{meaning}: `{}`", spelling.trim()), span, spelling),
        };
    }
    report
}

/// The report on a modifier of ours with nothing behind it that it could take.
fn unfinished(about: &About, span: Span, dice: Span) -> Diagnostic {
    let (needs, of_a_list) = match about.takes {
        Takes::Condition => ("a number, a range or a comparison", about.symbol == "c"),
        Takes::Number | Takes::Dice => ("a number", false),
    };
    let message = format!("`{}` needs {needs} behind it", about.symbol);
    let report = Diagnostic::error(&codes::UNKNOWN_MODIFIER, span, message).label(dice, "after these dice");
    let report = report.help(format!("for example `{}`", about.example));
    match of_a_list {
        true => report.help("of faces in a list: `count((4 times d6) where it in [1, 6])`"),
        false => report,
    }
}
