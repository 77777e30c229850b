//! The words beside the marks of a picture, where the drawing library would draw them beyond the edge.

use super::wrap::{columns, wrap};

/// What words beside a mark need at least; with less room they stand below it.
const LEAST_ROOM: usize = 24;

/// A picture in which no words of a mark stand beyond `width` columns: the line that leads to them becomes shorter,
/// and they go on below.
pub(super) fn within(picture: &str, texts: &[&str], width: usize) -> String {
    let mut out = String::with_capacity(picture.len());
    for line in picture.split_inclusive('\n') {
        let bare = line.trim_end();
        let labelled = || texts.iter().copied().filter(|text| bare.ends_with(&format!(" {text}")));
        match labelled().max_by_key(|text| text.len()).filter(|_| columns(&without_colours(bare)) > width) {
            Some(text) => fitted(&mut out, bare.strip_suffix(text).unwrap_or(bare).trim_end(), text, width),
            None => out.push_str(line),
        }
    }
    out
}

/// Writes what leads to the words of a mark, and the words.
fn fitted(out: &mut String, lead: &str, text: &str, width: usize) {
    let room = |lead: &str| width.saturating_sub(columns(&without_colours(lead)) + 1);
    let whole = columns(&without_colours(lead)) + 1 + columns(text);
    let short = shortened(lead, whole.saturating_sub(width));
    // Where that is not enough for all of the words, they are broken.
    let lead = match room(&short) < columns(text) && room(lead) >= LEAST_ROOM {
        true => lead,
        false => &short,
    };
    let (shown, is_beside) = (without_colours(lead), room(lead) >= LEAST_ROOM.min(columns(text)));
    out.push_str(lead);
    let below = if is_beside { below(&shown) } else { framed(&shown) };
    let lines = wrap(text, width.saturating_sub(columns(&below)).max(LEAST_ROOM.min(columns(text))));
    for (nth, line) in lines.iter().enumerate() {
        match nth == 0 && is_beside {
            true => out.push_str(&format!(" {line}")),
            false => out.push_str(&format!("\n{below}{line}")),
        }
    }
    out.push('\n');
}

/// What leads to the words with so many signs less of the line that it ends with, of which one stays.
fn shortened(lead: &str, by: usize) -> String {
    let is_line = |c: char| matches!(c, '─' | '-');
    let shown = without_colours(lead);
    let drawn = shown.chars().rev().take_while(|c| is_line(*c)).count();
    let mut left = by.min(drawn.saturating_sub(1));
    let kept = lead.chars().rev().filter(|c| {
        let drops = left > 0 && is_line(*c);
        left -= usize::from(drops);
        !drops
    });
    kept.collect::<Vec<char>>().into_iter().rev().collect()
}

fn is_bar(c: char) -> bool {
    matches!(c, '│' | '|' | '┆' | ':')
}

/// The beginning of a line below what leads to words: the bars above go on.
fn below(shown: &str) -> String {
    shown.chars().map(|c| if is_bar(c) { c } else { ' ' }).chain([' ']).collect()
}

/// The beginning of a line that holds nothing but words.
fn framed(shown: &str) -> String {
    let bar = shown.chars().find(|c| is_bar(*c)).unwrap_or(' ');
    let before = shown.chars().take_while(|c| !is_bar(*c)).count();
    format!("{}{bar}   ", " ".repeat(before.min(LEAST_ROOM)))
}

/// A text without the codes that colour it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |whole, part| whole + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_do_not_fit_go_on_below() {
        let words = "expected a value (a number, dice, a name or a text), a statement or a definition";
        let picture = format!(" 1 │ x\n   │ ┬\n   │ ╰── {words}\n───╯\n");
        assert_eq!(
            within(&picture, &[words, "here"], 60),
            " 1 │ x\n   │ ┬\n   │ ╰── expected a value (a number, dice, a name or a\n   \
             │     text), a statement or a definition\n───╯\n"
        );
        assert_eq!(within(&picture, &[words], 100), picture);
    }

    #[test]
    fn lines_that_lead_to_words_become_shorter() {
        let picture = format!("   │ │ {}╰{} here\n", " ".repeat(10), "─".repeat(20));
        assert_eq!(within(&picture, &["here"], 30), format!("   │ │ {}╰─────── here\n", " ".repeat(10)));
        let far = format!("   │ │ {}╰── some more words than that\n", " ".repeat(40));
        assert_eq!(
            within(&far, &["some more words than that"], 50),
            format!("   │ │ {}╰─\n   │   some more words than that\n", " ".repeat(40))
        );
        let red = "\u{1b}[31m   │\u{1b}[0m \u{1b}[31m╰\u{1b}[0m\u{1b}[31m────────\u{1b}[0m here\n";
        assert_eq!(without_colours(&within(red, &["here"], 15)), "   │ ╰──── here\n");
    }
}
