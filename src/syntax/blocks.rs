//! Likely causes of a failed reading that have to do with blocks and with what a line lacks: loops that are tested below,
//! blocks in braces, several statements behind one condition.

use super::spot::FailureSite;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::Edit;
use crate::diag::codes::syntax as codes;

/// `if c {`, its lines, and `}`: brackets join them to one line, which is mended as a whole.
pub(super) fn in_braces(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    const BEGINS: &[&str] = &["if ", "if(", "for ", "repeat ", "procedure ", "while "];
    let text = spot.text.trim_end();
    let (head, rest) = text.split_once('\n')?;
    let opened = head.trim_end().strip_suffix('{')?;
    let inner = rest.rsplit_once('\n').map_or("", |(inner, _)| inner);
    let last = rest.rsplit('\n').next()?;
    let begins = BEGINS.iter().any(|word| head.trim_start().starts_with(word)) && !head.contains('"');
    if !begins || last.trim() != "}" {
        return None;
    }
    let at = head.len() - head.trim_start().len();
    let place = spot.span(at, opened.trim_end().len());
    let report = Diagnostic::error(&codes::BROUGHT, place, "a block has no braces");
    let report = report.help("the lines stand below it, and `end` closes it");
    // Braces within braces are mended from the inside, by whoever knows where each ends.
    let outside: String = inner.split('"').step_by(2).collect();
    if outside.contains(['{', '}', ';']) {
        return Some(report);
    }
    let close = text.len() - 1;
    let edits = vec![
        Edit { span: spot.span(opened.trim_end().len(), head.len()), text: String::new() },
        Edit { span: spot.span(close, close + 1), text: "end".to_owned() },
    ];
    Some(report.fix_all("write it without braces, and `end`", edits))
}

/// Where a block ends by how far its lines are indented, and how far its first line is, which begins at `head`: all that
/// is indented further belongs to it, and `else` at its own edge. `None` where no line is.
pub(super) fn end_by_indent(text: &str, head: usize) -> Option<(usize, &str)> {
    let start = text.get(..head)?.rfind('\n').map_or(0, |end| end + 1);
    let indent = text.get(start..head).filter(|before| before.trim().is_empty())?;
    let below = head + text.get(head..)?.find('\n')? + 1;
    let (mut at, mut end) = (below, None);
    for line in text.get(below..)?.split_inclusive('\n') {
        let own = line.trim();
        let deep = line.len() - line.trim_start().len();
        let says = !own.is_empty() && !own.starts_with('#');
        if says && deep <= indent.len() {
            let goes_on = deep == indent.len() && (own == "else" || own.starts_with("else "));
            if !goes_on {
                break;
            }
        }
        if says {
            end = Some(at + line.trim_end().len());
        }
        at += line.len();
    }
    Some((end?, indent))
}

/// `repeat` alone, and `until c` below its lines: the condition stands at the top, and `end` closes the loop.
pub(super) fn tested_below(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim();
    let condition = line.strip_prefix("until ").map(str::trim).filter(|rest| !rest.is_empty());
    if condition.is_none() && !matches!(line, "repeat" | "do" | "do {") || line.contains('\n') {
        return None;
    }
    let start = spot.text.len() - spot.text.trim_start().len();
    let span = spot.span(start, start + line.len());
    let report = Diagnostic::error(&codes::BROUGHT, span, format!("`{line}` is written differently here"));
    Some(match condition {
        Some(condition) => report
            .help(format!("the condition stands in the first line of the loop, `repeat until {condition}`, and is asked before each pass"))
            .help("here the loop ends with `end`"),
        None => report
            .help("say behind `repeat` how often or until when: `repeat 3 times`, `repeat until gold < 1`, or `repeat until no` for a loop that `stop` or `return` leaves")
            .help("`end` closes the loop"),
    })
}

/// `1.5d6`: so many dice, and half a die more.
pub(super) fn part_of_a_die(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.lines().next()?;
    let at = line.match_indices(".5d").map(|(at, _)| at).next()?;
    let whole = line.get(..at)?;
    let start = whole.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let sides = line.get(at + ".5d".len()..)?;
    let length = sides.find(|c: char| !c.is_ascii_digit()).unwrap_or(sides.len());
    let (count, sides) = (whole.get(start..)?, sides.get(..length)?);
    if count.is_empty() || sides.is_empty() || !line.matches('"').count().is_multiple_of(2) {
        return None;
    }
    let span = spot.span(start, at + ".5d".len() + length);
    let report = Diagnostic::error(&codes::BROUGHT, span, "dice come in whole numbers");
    let report = report.help(format!(
        "for half a die more, halve one: `{count}d{sides} + d{sides} // 2`; for half as much more, `{count}d{sides} * 1.5`"
    ));
    Some(report)
}

/// `option mode: a | b` without the one that holds at first.
pub(super) fn option_without_value(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let (name, kind) = spot.text.trim().strip_prefix("option ")?.split_once(':')?;
    if !spot.expects("=") || !spot.rest().trim().is_empty() || kind.trim().is_empty() {
        return None;
    }
    let end = spot.text.trim_end().len();
    let report = Diagnostic::error(&codes::UNEXPECTED, spot.span(end, end), "this option has no value yet");
    let first = kind.split(['|', '.']).next().unwrap_or("").trim();
    let report = report
        .help(format!("say what holds where nobody chooses: `option {}:{kind} = {first}`", name.trim()));
    Some(report)
}

/// Whether what stands before a place is done on a condition, or each time that something happens.
pub(super) fn is_behind_condition(spot: &FailureSite<'_>) -> bool {
    let line = spot.before().rsplit('\n').next().unwrap_or("").trim_start();
    let opens = ["if ", "else", "when ", "every ", "timer ", "for ", "with "];
    opens.iter().any(|word| line.starts_with(word))
}

/// `if c then a; b` as a block.
pub(super) fn as_block(spot: &FailureSite<'_>) -> Option<(Span, String)> {
    let start = spot.before().rfind('\n').map_or(0, |end| end + 1);
    let line = spot.text.get(start..)?.lines().next()?;
    let indent = &line[..line.len() - line.trim_start().len()];
    let (condition, deeds) = line.trim().strip_prefix("if ")?.split_once(" then ")?;
    if deeds.contains(['"', '{']) && deeds.matches('"').count() % 2 == 1 || deeds.contains(" else ") {
        return None;
    }
    let mut quoted = false;
    let parts = deeds.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let deeds: Vec<&str> = parts.map(str::trim).filter(|deed| !deed.is_empty()).collect();
    let mut block = format!("if {condition}\n");
    for deed in deeds {
        block += &format!("{indent}  {deed}\n");
    }
    block += &format!("{indent}end");
    Some((spot.span(start + indent.len(), start + line.trim_end().len()), block))
}
