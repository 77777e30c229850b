//! Likely causes of a failed reading: what people who know other languages or other dice programs write.

use super::brought::{self, Brought};
use super::dice_words::dice_in_words;
use super::expected::OPERATOR;
use super::naming::name_of;
use super::spot::FailureSite;
use super::words;
use super::{blocks, brackets, comments, equals, let_kinds, letters, lines, spaced_dice, then, uses};
use crate::base::{SourceId, Span, closest};
use crate::diag::Diagnostic;
use crate::diag::codes::{dice, syntax as codes};
use crate::dice::{Takes, operator};

/// The report on a likely cause, where one is recognised.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    comments::of_elsewhere(spot)
        .or_else(|| switched(spot))
        .or_else(|| blocks::tested_below(spot))
        .or_else(|| blocks::in_braces(spot))
        .or_else(|| uses::likely(spot))
        .or_else(|| let_kinds::behind_let(spot))
        .or_else(|| rolled_in_words(spot))
        .or_else(|| brought_along(spot))
        .or_else(|| letters::likely(spot))
        .or_else(|| blocks::part_of_a_die(spot))
        .or_else(|| blocks::option_without_value(spot))
        .or_else(|| open_text(spot))
        .or_else(|| row_alone(spot))
        .or_else(|| first_of_another_name(spot))
        .or_else(|| brackets::left_open(spot))
        .or_else(|| then::in_block(spot))
        .or_else(|| then::missing(spot))
        .or_else(|| spaced_modifier(spot))
        .or_else(|| keep_in_words(spot))
        .or_else(|| half_spaced(spot))
        .or_else(|| spaced_dice::of_names(spot))
        .or_else(|| cross_alone(spot))
        .or_else(|| brackets::likely(spot))
        .or_else(|| equals::likely(spot))
        .or_else(|| foreign_sign(spot))
}

/// `table omens rolls d20 with advantage`: the words behind the dice are written otherwise.
fn rolled_in_words(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim();
    let (head, said) = line.split_once(" rolls ")?;
    words::is_starting(head.split(' ').next()?).then_some(())?;
    let roll = dice_in_words(said.trim_end_matches(':'))?;
    let start = spot.text.len() - spot.text.trim_start().len();
    let span = spot.span(start, start + line.len());
    let report = Diagnostic::error(&codes::BROUGHT, span, format!("`{said}` is written differently here"));
    let meant = format!("{head} rolls {roll}");
    Some(report.surely(format!("write `{meant}`"), span, meant))
}

/// `switch weapon`, `match d6`: there are only branches.
fn switched(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim();
    let (word, rest) = line.split_once([' ', '('])?;
    let of = rest.trim_end_matches(['{', ':', ' ', ')']).trim();
    if !matches!(word, "switch" | "match") || of.is_empty() || of.starts_with('=') {
        return None;
    }
    let start = spot.text.len() - spot.text.trim_start().len();
    let span = spot.span(start, start + line.len());
    let report = Diagnostic::error(&codes::BROUGHT, span, format!("there is no `{word}` here"));
    Some(report.help(format!(
        "write a branch for each case: `if {of} is …`, below it `else if {of} is …`, `else` and `end`"
    )))
}

/// A line as another program or language writes it.
fn brought_along(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim();
    if line.contains('\n') {
        return None;
    }
    let found = brought::translate(line)?;
    let start = spot.text.len() - spot.text.trim_start().len();
    let span = spot.span(start, start + line.len());
    Some(brought_report(&found, line, span))
}

/// Reports on modifiers without an answer of their own, where the whole line is one from elsewhere: `d20adv`.
pub(super) fn read_whole_lines(source: SourceId, text: &str, reports: &mut [Diagnostic]) {
    for report in reports {
        let modifier = [dice::FOREIGN_SPELLING.id, dice::UNKNOWN_MODIFIER.id].contains(&report.code);
        let named = report.code == codes::CROSS_UNSPACED.id
            || report.code == codes::NAME_LIKE_DIE.id && !report.fixes.is_empty();
        if !named && (!modifier || !report.fixes.is_empty()) {
            continue;
        }
        let at = report.primary.span.start as usize;
        let (Some(before), Some(after)) = (text.get(..at), text.get(at..)) else { continue };
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = at + after.find('\n').unwrap_or(after.len());
        let line = text.get(start..end).unwrap_or("");
        if let Some(found) = brought::translate(line) {
            let start = start + line.len() - line.trim_start().len();
            let span = Span::new(source, start, start + line.trim().len());
            *report = brought_report(&found, line.trim(), span);
        }
    }
}

/// The report on a line that another program writes, with all its readings; whether they can be read is seen to
/// in [`super::readings`].
pub(super) fn brought_report(found: &Brought, line: &str, span: Span) -> Diagnostic {
    let message = match found.from {
        brought::UNKNOWN_WORD => {
            let words: Vec<&str> =
                line.split(' ').take_while(|word| !brought::begins_with_die(word)).collect();
            format!("`{}` is not defined", words.join(" "))
        }
        _ if found.readings.len() > 1 => format!("`{line}` is ambiguous"),
        "" | "plain words" | "other programs" | "other languages" | "other tables" => {
            format!("`{line}` is written differently here")
        }
        "chat commands" => format!("`{line}` is a chat command"),
        from => format!("`{line}` is {from} notation"),
    };
    let mut report = Diagnostic::error(&codes::BROUGHT, span, message);
    if found.from == "AnyDice" {
        report = report.help("`tw import program.anydice` translates a whole program");
    }
    for (what, text) in &found.readings {
        let shown = text.replace('\n', "`, then `");
        report = if found.meaning().is_some() {
            report.surely(format!("write `{shown}`"), span, text)
        } else if found.readings.len() == 1 && !what.is_empty() {
            report.for_example(format!("{what}: `{shown}`"), span, text)
        } else if what.is_empty() {
            report.fix(format!("write `{shown}`"), span, text)
        } else {
            report.fix(format!("{what}: `{shown}`"), span, text)
        };
    }
    if found.readings.is_empty() {
        report =
            report.help("write the dice alone, as in `2d6 + 3`; commands here begin with a colon: `:help`");
    }
    report
}

/// `odds first volley when …`, `odds first when …`: whatever is repeated, the word is `turn`.
fn first_of_another_name(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().trim_end();
    let asked = before.strip_suffix("first")?.trim_end();
    if !asked.is_empty() && !asked.ends_with("odds") {
        return None;
    }
    let rest = spot.rest();
    let word = super::spot::word_at(rest);
    let named = word != "when" && rest.get(word.len()..)?.trim_start().starts_with("when ");
    if word.is_empty() || !(named || word == "when") {
        return None;
    }
    let end = if named { spot.at + word.len() } else { spot.at };
    let text = if named { "turn" } else { "turn " };
    let message = "how long it takes is asked with `first turn when`, whatever is repeated";
    let report = Diagnostic::error(&codes::UNEXPECTED, spot.span(spot.at, spot.at + word.len()), message);
    let report = report.surely("write `first turn when`", spot.span(spot.at, end), text);
    Some(report.help("what is repeated stands behind `within`: `within 24 times volley`"))
}

/// A quote that nothing closes on its line.
fn open_text(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let rest = spot.rest();
    if let Some(curly) = rest.chars().next().filter(|c| matches!(c, '“' | '”' | '„' | '«' | '»')) {
        let span = spot.span(spot.at, spot.at + curly.len_utf8());
        let report = Diagnostic::error(&codes::TEXT_OPEN, span, format!("`{curly}` does not start a text"))
            .help("text goes between straight quotes: `\"…\"`");
        let line = rest.lines().next().unwrap_or("");
        let ends = |c: char| matches!(c, '”' | '“' | '»' | '«' | '"');
        let close = line.rfind(ends).filter(|at| *at > 0);
        let inner = close.and_then(|at| line.get(curly.len_utf8()..at));
        // What is quoted within the text is a matter of its own.
        let Some((close, inner)) = close.zip(inner).filter(|(_, inner)| !inner.contains(ends)) else {
            return Some(report);
        };
        let end = line[close..].chars().next().map_or(close, |c| close + c.len_utf8());
        let whole = spot.span(spot.at, spot.at + end);
        return Some(report.fix("write straight quotes", whole, format!("\"{inner}\"")));
    }
    let quote = lines::open_quote(spot.text).filter(|at| *at <= spot.at || rest.trim().is_empty())?;
    let line_end = spot.text[quote..].find('\n').map_or(spot.text.len(), |length| quote + length);
    let end = quote + spot.text[quote..line_end].trim_end().len();
    let span = spot.span(quote, end);
    let report = Diagnostic::error(&codes::TEXT_OPEN, span, "this text has no closing quote");
    let last = spot.text[..end].chars().next_back().filter(|c| matches!(c, '”' | '“' | '»'));
    if let Some(curly) = last {
        let close = spot.span(end - curly.len_utf8(), end);
        return Some(report.fix("close it with a straight quote", close, "\""));
    }
    Some(report.help("a quote inside a text is written `\\\"`").fix(
        "close it at the end of the line",
        spot.span(end, end),
        "\"",
    ))
}

/// Whether a line has bars between cells and none around them: two bars, or one behind numbers or dice.
pub(super) fn is_row_of_bars(line: &str) -> bool {
    let line = line.trim().lines().next().unwrap_or("");
    let key = line.split_once('|').map(|(key, _)| key.trim());
    let plain = !line.contains("||") && !line.contains('"') && !line.contains('{');
    plain && key.is_some_and(|key| !key.is_empty() && (line.matches('|').count() > 1 || is_key(key)))
}

/// Whether a cell is what a first cell is: numbers or dice.
fn is_key(cell: &str) -> bool {
    let digits = cell.trim_start_matches(['d', 'D']);
    !cell.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '%' | 'd' | '+'))
}

/// A row of a table where no table has begun.
fn row_alone(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim_start();
    if !spot.rest().starts_with('|') || !spot.before().trim().is_empty() && !is_row_of_bars(line) {
        return None;
    }
    let start = spot.text.len() - line.len();
    let span = spot.span(start, start + line.chars().next().map_or(0, char::len_utf8));
    let report = Diagnostic::error(&codes::UNEXPECTED, span, "this row does not belong to a table");
    if !spot.at_top {
        return Some(
            report.help("a table stands by itself: move its rows out of this block, below its name"),
        );
    }
    let headings = line.lines().next().unwrap_or("").trim_matches(['|', ' ']);
    let second = headings.split('|').nth(1).map(str::trim).filter(|heading| !heading.is_empty());
    let head = format!("table {}", name_of(second.unwrap_or("moor")));
    let report = report.help("a table begins with a line such as `table moor`, or `party` for the heroes");
    // One cell is rather a sign too many than a row.
    if !headings.contains('|') {
        return Some(report);
    }
    let title = format!("name the table above its rows: `{head}`");
    Some(report.fix(title, Span { end: span.start, ..span }, format!("{head}\n")))
}

/// `4d6 kh 3`, `4d6 min 2`, `2d6x 100`.
fn spaced_modifier(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    if !spot.rest().starts_with(|c: char| c.is_ascii_digit() || c == '(') {
        return None;
    }
    let before = spot.before().trim_end();
    let start = before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let word = before.get(start..)?;
    let wants_number = operator(word).is_some_and(|about| matches!(about.takes, Takes::Dice | Takes::Number))
        || ["limit", "x"].iter().any(|known| word.eq_ignore_ascii_case(known));
    if before.len() == spot.before().len() || !wants_number {
        return None;
    }
    let behind_dice = before[..start]
        .trim_end()
        .ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '}' | ']' | '%' | '!'));
    // `d6-1 min 0` is about the total.
    let last = before[..start].trim_end().rsplit([' ', '+', '-', '*', '/']).next().unwrap_or("");
    if !behind_dice || before[..start].trim().is_empty() || last.parse::<u32>().is_ok() {
        return None;
    }
    let gap = spot.span(before.len(), spot.at);
    if word.eq_ignore_ascii_case("x") {
        let whole = spot.span(start, spot.at);
        return Some(
            Diagnostic::error(
                &dice::FOREIGN_SPELLING,
                spot.span(start, before.len()),
                "`x` is ambiguous here",
            )
            .fix("multiply: ` x `", whole, " x ")
            .fix("explode on the highest face: `!`", spot.span(start, before.len()), "!"),
        );
    }
    Some(
        Diagnostic::error(
            &dice::SPACED_MODIFIER,
            spot.span(start, spot.at),
            format!("`{word}` touches its number"),
        )
        .fix(format!("write `{word}` directly before its number"), gap, ""),
    )
}

/// `4d6 drop lowest`, `4d6 keep the highest 3`.
fn keep_in_words(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().trim_end();
    let drop = before.strip_suffix("drop").map(|dice| (dice, 'd'));
    let kept = drop.or_else(|| before.strip_suffix("keep").map(|dice| (dice, 'k')));
    // `4d6 best 3`
    let side = || ["best", "highest", "worst", "lowest"].iter().find_map(|side| before.strip_suffix(side));
    let bare =
        || side().filter(|_| spot.rest().starts_with(|c: char| c.is_ascii_digit())).map(|dice| (dice, 'b'));
    let (dice, verb) = kept.or_else(bare)?;
    let dice = dice.trim_end();
    if !dice.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '}' | '%' | '!')) {
        return None;
    }
    let (mut which, mut count, mut end) = (None, None, 0);
    let verb = match verb {
        'b' => {
            let is_high = before.ends_with("best") || before.ends_with("highest");
            which = Some(if is_high { 'h' } else { 'l' });
            'k'
        }
        said => said,
    };
    for word in spot.rest().split_whitespace().take(4) {
        let word = word.trim_end_matches([')', ']', '}', ',']);
        match word {
            "the" => {}
            "highest" | "best" if which.is_none() => which = Some('h'),
            "lowest" | "worst" if which.is_none() => which = Some('l'),
            number if count.is_none() && number.parse::<u32>().is_ok() => count = Some(number),
            _ => break,
        }
        end = spot.rest()[end..].find(word).map_or(end, |at| end + at + word.len());
    }
    let modifier = format!("{verb}{}{}", which?, count.unwrap_or("1"));
    let whole = spot.span(dice.len(), spot.at + end);
    Some(
        Diagnostic::error(&dice::UNKNOWN_MODIFIER, whole, "which dice to keep is written as a modifier").fix(
            format!("write `{modifier}`"),
            whole,
            modifier,
        ),
    )
}

/// `2d6!= 7`.
fn half_spaced(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().strip_suffix("!=")?;
    let spaced = spot.rest().starts_with([' ', '\t']) && !before.ends_with([' ', '\t']);
    if !spaced {
        return None;
    }
    let gap = spot.rest().len() - spot.rest().trim_start().len();
    let whole = spot.span(before.len(), spot.at + gap);
    Some(
        Diagnostic::error(
            &dice::HALF_SPACED,
            spot.span(before.len(), spot.at),
            "`!=` has a space on one side only, which makes it ambiguous",
        )
        .fix("compare the total: ` != `", whole, " != ")
        .fix("explode on this face: `!=`", whole, "!="),
    )
}

/// `2d6 x` with nothing behind it.
fn cross_alone(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.lines().next().unwrap_or("").trim_end();
    let before = line.strip_suffix(['x', 'X', '×'])?;
    let near = spot.at >= before.trim_end().len() && spot.at <= spot.text.len();
    // `tabel x` is a table called x.
    let word = before.trim();
    let begins = words::is_starting(word)
        || words::is_reserved(word)
        || word.len() > 3 && closest(word, words::starting()).is_some();
    if !near || !before.ends_with([' ', '\t']) || before.trim().is_empty() || begins {
        return None;
    }
    Some(
        Diagnostic::error(
            &codes::CROSS_UNSPACED,
            spot.span(before.len(), line.len()),
            "`x` has nothing to multiply by",
        )
        .help("write the factor after it: `2d6 x 100`")
        .help("to explode on the highest face write `!` right after the die: `2d6!`"),
    )
}

/// Signs of other languages, each with what is written here.
fn foreign_sign(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    const SIGNS: &[(&str, &str, &str)] = &[
        ("%", "mod", "the remainder is written `mod`"),
        ("&&", "and", "write `and` for both"),
        ("&", "and", "write `and` for both"),
        ("||", "or", "write `or` for either"),
        ("!", "not ", "write `not` for the opposite"),
        ("<>", "!=", "write `!=` for unequal"),
        ("**", "", "there are no powers; multiply with `*`"),
        ("^", "", "there are no powers; multiply with `*`"),
        (";", "\n", "write each statement on its own line; `;` separates effects in a row"),
        ("->", "", "an effect in a row follows ` => `"),
        ("=>", "", "` => ` starts an effect in a row of a table, and nowhere else"),
        ("?", "", "a choice is written `if c then a else b`"),
    ];
    let rest = spot.rest();
    if rest.starts_with('!') && spot.before().ends_with(|c: char| c.is_ascii_digit()) {
        let span = spot.span(spot.at, spot.at + 1);
        let report = Diagnostic::error(&codes::FOREIGN_SIGN, span, "`!` explodes dice, and this is a number");
        return Some(report.help("write the die: `d6!`").fix("take it out", span, ""));
    }
    if rest.starts_with('!') && spot.before().ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        let span = spot.span(spot.at, spot.at + 1);
        let report =
            Diagnostic::error(&codes::FOREIGN_SIGN, span, "`!` explodes written dice, and this is a name");
        return Some(report.help("write the dice themselves, as in `d6!`").fix("take it out", span, ""));
    }
    let rest = if spot.before().ends_with('*') && rest.starts_with('*') { "**" } else { rest };
    let (sign, ours, help) = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign))?;
    let span = spot.span(spot.at, spot.at + if *sign == "**" { 1 } else { sign.len() });
    let report =
        Diagnostic::error(&codes::FOREIGN_SIGN, span, format!("`{sign}` is not part of the language"))
            .help(*help);
    if *sign == ";" && rest.get(1..).is_some_and(|rest| rest.lines().next().unwrap_or("").trim().is_empty()) {
        return Some(report.surely("take it away", span, ""));
    }
    if *sign == ";" && blocks::is_behind_condition(spot) {
        // What follows would be done in any case.
        let report = Diagnostic { help: Vec::new(), ..report };
        let report = report.help("several statements behind a condition are a block: the condition alone on its line, the statements below it, then `end`");
        return Some(match blocks::as_block(spot) {
            Some((span, block)) => report.fix("write a block", span, block),
            None => report,
        });
    }
    if *sign == ";" {
        return Some(report.surely("start a new line", span, *ours));
    }
    Some(if ours.is_empty() { report } else { report.fix(format!("write `{}`", ours.trim()), span, *ours) })
}

/// Words that join two values, or stand before one: they may be meant where a name makes no sense.
const JOINING: [&str; 15] = [
    "and",
    "else",
    "from",
    "given",
    "has",
    "mod",
    "not",
    "otherwise",
    "then",
    "times",
    "unique",
    "where",
    "with",
    "within",
    "after",
];

/// Words that stand before a value and so may begin an expression.
const PREFIX: [&str; 9] = ["adv", "chance", "dis", "groups", "mean", "not", "odds", "pick", "sort"];

/// Adds the word that was probably meant: at the place itself, just before it, or as the first word of
/// the line. Words of the language are offered only where one of them may stand.
pub(super) fn with_did_you_mean(report: Diagnostic, spot: &FailureSite<'_>, found: &str) -> Diagnostic {
    let keywords = spot.expected.iter().map(String::as_str).filter(|token| token.len() > 2);
    let joining = if spot.expects(OPERATOR) { &JOINING[..] } else { &[] };
    let keywords = keywords.chain(joining.iter().copied());
    if found.len() > 2
        && !is_word_of_its_own(found)
        && let Some(meant) = closest(found, keywords.filter(|token| token.chars().all(char::is_alphabetic)))
        && meant != found
    {
        let span = spot.span(spot.at, spot.at + found.len());
        return report.fix(format!("write `{meant}`"), span, meant);
    }
    if let Some((span, meant)) = letters::slip_of_verb(spot) {
        return report.fix(format!("write `{meant}`"), span, meant);
    }
    if let Some((span, meant)) = joining_word(spot) {
        return report.fix(format!("write `{meant}`"), span, meant);
    }
    let start = spot.text.len() - spot.text.trim_start().len();
    let first = super::spot::word_at(&spot.text[start..]);
    let starts = words::is_starting(first) || words::is_reserved(first);
    // After `tabel x` the name was taken for a sign.
    let before = spot.before().trim();
    let before = before.strip_suffix(" x").unwrap_or(before);
    if starts || first.len() < 3 || before != first || is_word_of_its_own(first) {
        return report;
    }
    let begins = words::starting().chain(["let", "for", "with", "else", "end"]);
    // No line begins with two words that join.
    if is_joining(super::spot::word_at(spot.rest())) {
        return report;
    }
    match closest(first, begins.chain(PREFIX)) {
        Some(meant) if meant != first => {
            report.fix(format!("write `{meant}`"), spot.span(start, start + first.len()), meant)
        }
        Some(_) | None => report,
    }
}

/// `f 3`: the name that stands before a number.
pub(super) fn name_before_number<'t>(spot: &FailureSite<'t>, found: &str) -> Option<&'t str> {
    let before = spot.before();
    let name = before.trim_end();
    let name = name.get(name.trim_end_matches(super::spot::is_word).len()..)?;
    let is_number = !found.is_empty() && found.chars().all(|c| c.is_ascii_digit());
    let known = words::is_starting(name) || words::is_reserved(name) || words::is_linking(name);
    let fits = is_number && before.ends_with(' ') && name.starts_with(char::is_alphabetic) && !known;
    // `goblin 2` is somebody.
    let told = ["remove", "add", "for", "let"].iter().any(|word| spot.text.trim_start().starts_with(word));
    (fits && !told).then_some(name)
}

/// Everyday words that are close to one of ours and were hardly meant as it: `short rest` is no `sort rest`.
fn is_word_of_its_own(word: &str) -> bool {
    const OWN: [&str; 17] = [
        "reroll", "short", "now", "than", "time", "long", "form", "hat", "hit", "more", "note", "word",
        "tome", "hand", "land", "sand", "band",
    ];
    OWN.iter().any(|own| word.eq_ignore_ascii_case(own))
}

fn is_joining(word: &str) -> bool {
    words::is_linking(word) || JOINING.contains(&word)
}

/// The word directly before the place, where it was probably meant to join what stands around it.
fn joining_word(spot: &FailureSite<'_>) -> Option<(Span, &'static str)> {
    let before = spot.before().trim_end();
    let start = before.trim_end_matches(char::is_alphabetic).len();
    let word = before.get(start..)?;
    // Something must stand before it, and a blank between.
    let joins = before.get(..start).is_some_and(|left| left.ends_with(' ') && !left.trim().is_empty());
    let is_slip = word.len() > 2 && !words::is_reserved(word) && !is_word_of_its_own(word);
    if !joins || !spot.expects(OPERATOR) || !is_slip {
        return None;
    }
    let meant = match word {
        "plus" => "+",
        "minus" => "-",
        _ => closest(word, JOINING)?,
    };
    Some((spot.span(start, before.len()), meant))
}
