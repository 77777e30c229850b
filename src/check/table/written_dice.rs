//! Dice as people write them in texts: `2d6`, `2d6 x 1,500`, `(1d6+1) × 10`, `4d6 drop lowest`.

use std::ops::Range;

use crate::syntax::{dice_in_words, is_expression};

/// Brackets within each other beyond this many are nobody's dice.
const DEEPEST: usize = 6;
/// No more words than this say what is done with a die: `keep the highest 3`.
const MOST_WORDS: usize = 6;

/// Dice that a text writes, with all that is done with them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenDice {
    /// With the brackets around them.
    pub outer: Range<usize>,
    /// Without.
    pub inner: Range<usize>,
    /// As they are rolled, or why that cannot be told.
    pub rolled: Result<String, &'static str>,
}

const NUMBER: &str =
    "write the number without separators, with a point before decimals, and all of it in braces";
const BRACKETS: &str = "is the sum multiplied, or only its last part? brackets show it: `{(2d6 + 1) x 10}`";
const ROUNDING: &str = "say how to round: `{d6 // 2}` rounds down, `{ceil(d6 / 2)}` up";
const WORDS: &str = "the words behind the dice change them; write both in braces, as in `{4d6kh3}`, `{adv d20}`, or `{max(1, d8 - 2)}`";

/// The dice that a text writes outside of braces.
pub(super) fn dice_in(text: &str) -> Vec<WrittenDice> {
    let mut found: Vec<WrittenDice> = Vec::new();
    let mut depth = 0usize;
    let mut before: Option<char> = None;
    let mut done = 0;
    for (at, letter) in text.char_indices() {
        let free = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '{'));
        match letter {
            '{' if before != Some('\\') => depth += 1,
            '}' if before != Some('\\') => depth = depth.saturating_sub(1),
            _ if depth == 0 && free && at >= done => {
                if let Some(dice) = dice_at(text, at) {
                    done = dice.outer.end;
                    found.push(dice);
                }
            }
            _ => {}
        }
        before = Some(letter);
    }
    found
}

/// The dice that begin at a place of a text.
fn dice_at(text: &str, at: usize) -> Option<WrittenDice> {
    // `5 - 1d6` may be no sum, and `10 x 1d6 feet` a room: what begins with a number is left to the reader.
    term_at(text, at, 0, false).filter(|first| first.has_dice)?;
    let mut sum = sum_at(text, at, 0)?;
    if text.get(at..)?.starts_with('(') && sum.end == closing(text, at)? {
        // Brackets around all of it are none of the dice themselves: these are found one place further on.
        return None;
    }
    sum.and_words(text);
    let inner = at..sum.end;
    let before = text.get(..at)?;
    let bracketed = before.ends_with('(') && text.get(inner.end..)?.starts_with(')');
    // `2(d6)` and `f(d6)` need theirs.
    let apart = !text.get(..at.saturating_sub(1))?.ends_with(char::is_alphanumeric);
    let mut outer = if bracketed && apart { at - 1..inner.end + 1 } else { inner.clone() };
    if text.get(outer.end..)?.starts_with('}') {
        // Only the brace before them is missing.
        outer.end += 1;
    }
    let rolled = match sum.unclear {
        Some(why) => Err(why),
        None if is_expression(&sum.live) => Ok(sum.live),
        None => Err(WORDS),
    };
    Some(WrittenDice { outer, inner, rolled })
}

/// Where the bracket ends that begins at a place.
fn closing(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (length, sign) in text.get(at..)?.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + length + 1);
        }
    }
    None
}

/// Dice and numbers, added up and multiplied.
struct Sum {
    end: usize,
    live: String,
    has_dice: bool,
    /// Whether something is added outside of brackets.
    adds: bool,
    unclear: Option<&'static str>,
}

impl Sum {
    fn of(end: usize, live: String, has_dice: bool) -> Sum {
        Sum { end, live, has_dice, adds: false, unclear: None }
    }

    /// Takes in the words behind the dice that say which of them count: `drop lowest`.
    fn and_words(&mut self, text: &str) {
        let rest = text.get(self.end..).unwrap_or("");
        if goes_on_as_number(rest) {
            self.unclear = self.unclear.or(Some(NUMBER));
            return;
        }
        if !changes_dice(rest) {
            return;
        }
        let ends = rest.char_indices().filter(|(at, c)| *at > 0 && matches!(c, ' ' | ')' | ',' | '.' | ';'));
        let ends = ends
            .map(|(at, c)| if c == ')' { at + 1 } else { at })
            .chain([rest.trim_end_matches(['.', ';', ',', '!']).len()]);
        let ends: Vec<usize> = ends.take(MOST_WORDS + 1).collect();
        let said = ends.into_iter().rev().find_map(|end| {
            let words = rest.get(..end)?;
            Some((end, dice_in_words(&format!("{}{words}", self.live))?))
        });
        match said {
            Some((end, live)) if self.unclear.is_none() => {
                (self.end, self.live) = (self.end + end, live);
            }
            Some(_) | None => self.unclear = self.unclear.or(Some(WORDS)),
        }
    }
}

/// Whether a number is cut in two here: `1d6,500`, `2d6.5`.
fn goes_on_as_number(rest: &str) -> bool {
    let mut signs = rest.chars();
    matches!(signs.next(), Some(',' | '.' | '\'' | '’'))
        && signs.next().is_some_and(|c| c.is_ascii_digit())
        && die_at(rest.get(1..).unwrap_or("")).is_none()
}

/// Whether words behind dice say how they are rolled, or which of them count.
fn changes_dice(rest: &str) -> bool {
    const ALONE: &[&str] = &[
        "adv",
        "advantage",
        "dis",
        "disadv",
        "disadvantage",
        "exploding",
        "explode",
        "explodes",
        "exploded",
        "halved",
        "doubled",
        "reroll",
        "rerolling",
        "rerolled",
        "minimum",
        "highest",
        "lowest",
    ];
    const LONGEST_WORDS: usize = 60;
    const PAIRS: &[(&[&str], &[&str])] = &[
        (&["with", "at"], &["adv", "advantage", "dis", "disadv", "disadvantage"]),
        (
            &["keep", "keeping", "drop", "dropping", "discard", "discarding", "take", "taking"],
            &["the", "high", "highest", "higher", "low", "lowest", "lower", "best", "worst"],
        ),
        (&["divided"], &["by"]),
        (&["rounded", "round"], &["up", "down"]),
    ];
    let inside = rest.trim_start_matches([' ', ',']);
    let bracketed = inside.starts_with('(');
    // Two words are looked at, however long the text is.
    let lower: String = inside.chars().take(LONGEST_WORDS).flat_map(char::to_lowercase).collect();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let apart = rest.starts_with([' ', ',', '(']);
    apart
        && (ALONE.contains(&first)
            || bracketed && matches!(first, "min" | "max" | "maximum")
            || PAIRS.iter().any(|(begin, end)| begin.contains(&first) && end.contains(&second)))
}

/// What is added up or multiplied from a place of a text on.
fn sum_at(text: &str, at: usize, depth: usize) -> Option<Sum> {
    let mut sum = term_at(text, at, depth, false)?;
    while let Some(sign) = sign_at(text, sum.end) {
        let Some(next) = term_at(text, sign.end, depth, sign.multiplies) else {
            let value = text.get(sign.end..).unwrap_or("");
            if sign.multiplies && value.starts_with(['½', '¼', '¾', '⅓', '⅔']) {
                sum.unclear = Some(NUMBER);
            }
            break;
        };
        let behind = text.get(next.end..)?;
        let nth = ["st", "nd", "rd", "th"].iter().any(|end| behind.starts_with(end));
        let joined = behind.starts_with(char::is_alphanumeric) && !sign.multiplies;
        if !next.has_dice && (nth || joined) {
            // `1d6 + 1st`
            break;
        }
        if sign.divides && next.has_dice {
            // `1d8/1d10`: one or the other.
            break;
        }
        sum.unclear = sum.unclear.or(next.unclear);
        if sign.divides {
            sum.unclear = sum.unclear.or(Some(ROUNDING));
        }
        if (sign.multiplies || sign.divides) && sum.adds {
            sum.unclear = sum.unclear.or(Some(BRACKETS));
        }
        sum.adds |= !sign.multiplies && !sign.divides;
        sum.has_dice |= next.has_dice;
        sum.live.push_str(&sign.written);
        sum.live.push_str(&next.live);
        sum.end = next.end;
    }
    Some(sum)
}

fn term_at(text: &str, at: usize, depth: usize, multiplied: bool) -> Option<Sum> {
    let rest = text.get(at..)?;
    if rest.starts_with('(') {
        (depth < DEEPEST).then_some(())?;
        let inner = sum_at(text, at + 1, depth + 1)?;
        let closes = text.get(inner.end..)?.starts_with(')');
        return closes.then(|| Sum {
            end: inner.end + 1,
            live: format!("({})", inner.live),
            adds: false,
            ..inner
        });
    }
    if let Some((length, live)) = die_at(rest) {
        return Some(Sum::of(at + length, live, true));
    }
    let number = number_at(rest, multiplied)?;
    let mut sum = Sum::of(at + number.length, number.value, false);
    sum.unclear = (!number.sure).then_some(NUMBER);
    Some(sum)
}

/// The die with which a text begins: how long it is, and how it is written here.
fn die_at(text: &str) -> Option<(usize, String)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let count = digits(text);
    let letter = text.get(count..)?.chars().next()?;
    let sides = text.get(count + 1..).filter(|_| matches!(letter, 'd' | 'D' | 'w' | 'W'))?;
    let length = if sides.starts_with('%') { 1 } else { digits(sides) };
    let (faces, rest) = sides.split_at(length);
    // In German dice are called W; a watt is no die.
    let is_german = matches!(letter, 'w' | 'W');
    let usual = matches!(faces, "2" | "3" | "4" | "6" | "8" | "10" | "12" | "20" | "30" | "66" | "100");
    let fits = !is_german || usual && (count > 0 || letter == 'W');
    let crossed =
        rest.strip_prefix(['x', 'X']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let ends = !rest.starts_with(char::is_alphabetic) || crossed;
    (length > 0 && fits && ends).then(|| (count + 1 + length, format!("{}d{faces}", &text[..count])))
}

struct WrittenNumber {
    length: usize,
    /// In plain digits.
    value: String,
    /// Whether there is only one way to read it.
    sure: bool,
}

/// The number with which a text begins: `10`, `1,500`, `0.5`; `1 000` only where it multiplies.
fn number_at(text: &str, multiplied: bool) -> Option<WrittenNumber> {
    let digits = |at: usize| {
        let rest = text.get(at..).unwrap_or("");
        rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
    };
    let first = digits(0);
    if first == 0 {
        return None;
    }
    let mut number = WrittenNumber { length: first, value: text.get(..first)?.to_owned(), sure: true };
    while let Some(sign) = text.get(number.length..)?.chars().next() {
        let part = number.length + sign.len_utf8();
        let length = digits(part);
        let blank = matches!(sign, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}');
        let parts_thousands = matches!(sign, ',' | '\'' | '’') || blank && multiplied;
        let ends = !text.get(part + length..)?.starts_with(['d', 'D', 'w', 'W', '-', '–']) || !blank;
        if parts_thousands && length == 3 && first <= 3 && ends {
            number.value.push_str(text.get(part..part + length)?);
        } else if sign == '.' && length > 0 {
            // `1.500` is one and a half, or as many thousands.
            number.sure &= length != 3 || text.starts_with("0.");
            number.value = format!("{}.{}", number.value, text.get(part..part + length)?);
        } else if matches!(sign, '½' | '¼' | '¾')
            || matches!(sign, ',' | '/') && length > 0 && die_at(text.get(part..)?).is_none()
        {
            number.sure = false;
        } else {
            break;
        }
        number.length = part + length;
    }
    Some(number)
}

/// A sign between two terms, with the blanks around it.
struct Sign {
    end: usize,
    written: String,
    multiplies: bool,
    divides: bool,
}

/// The sign that joins what ends at a place to what follows.
fn sign_at(text: &str, at: usize) -> Option<Sign> {
    let rest = text.get(at..)?;
    let behind = rest.trim_start_matches([' ', '\u{a0}']);
    let before = rest.len() - behind.len();
    for (word, multiplies) in
        [("times ", true), ("multiplied by ", true), ("plus ", false), ("minus ", false)]
    {
        if before > 0 && behind.starts_with(word) {
            let written = match word {
                "plus " => " + ",
                "minus " => " - ",
                _ => " x ",
            };
            let end = at + before + word.len();
            return Some(Sign { end, written: written.to_owned(), multiplies, divides: false });
        }
    }
    let sign = behind.chars().next()?;
    let value = behind.get(sign.len_utf8()..)?;
    let after = value.len() - value.trim_start_matches([' ', '\u{a0}']).len();
    let end = at + before + sign.len_utf8() + after;
    let blanks = |count: usize| if count > 0 { " " } else { "" };
    let even = (before > 0) == (after > 0);
    let number = value.starts_with(|c: char| c.is_ascii_digit());
    let (fits, written, multiplies, divides) = match sign {
        // `3d6 +1 arrows` is no sum.
        '+' | '-' => (even, format!("{}{sign}{}", blanks(before), blanks(after)), false, false),
        '−' => (even, format!("{}-{}", blanks(before), blanks(after)), false, false),
        // With blanks around it, a dash begins another thought.
        '–' => (before == 0 && after == 0, "-".to_owned(), false, false),
        '*' => (true, format!("{}*{}", blanks(before), blanks(after)), true, false),
        '×' => (true, " × ".to_owned(), true, false),
        // `2d6 x10` and `2d6x10`, but not `2d6 xylophones`.
        'x' | 'X' => (number || before > 0 && after > 0, " x ".to_owned(), true, false),
        '÷' => (true, " / ".to_owned(), false, true),
        '/' => (even, " / ".to_owned(), false, true),
        _ => return None,
    };
    fits.then_some(Sign { end, written, multiplies, divides })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        let mut mended = text.to_owned();
        for dice in dice_in(text).into_iter().rev() {
            match dice.rolled {
                Ok(live) => mended.replace_range(dice.outer, &format!("{{{live}}}")),
                Err(_) => mended.replace_range(dice.outer, "?"),
            }
        }
        mended
    }

    #[test]
    fn numbers_are_taken_whole() {
        for (text, live) in [
            ("2d6 x 1,500 gp", "{2d6 x 1500} gp"),
            ("2d4 x 1,000,000 gp", "{2d4 x 1000000} gp"),
            ("3d6 x 0.5 lb", "{3d6 x 0.5} lb"),
            ("1d10 × 1 000 sp", "{1d10 × 1000} sp"),
            ("1d10 × 1\u{202f}000 sp", "{1d10 × 1000} sp"),
            ("2d6x100 gp", "{2d6 x 100} gp"),
            ("2d6 x10 gp", "{2d6 x 10} gp"),
            ("(d12 * 1000) cp, (d6 *100) sp", "{d12 * 1000} cp, {d6 *100} sp"),
            ("2d6 x 10, 500 gp", "{2d6 x 10}, 500 gp"),
            ("1d6 x 1.500 gp", "? gp"),
            ("1d6 x 2,5 gp", "? gp"),
            ("1d6 x 1/2 gp", "? gp"),
            ("1d6 x ½ gp", "? x ½ gp"),
            ("1d6,500 gp", "?,500 gp"),
            ("1d6, 2d6 or 3d6.", "{1d6}, {2d6} or {3d6}."),
            ("1d4,1d6", "{1d4},{1d6}"),
        ] {
            assert_eq!(mended(text), live, "{text}");
        }
    }

    #[test]
    fn signs_and_brackets_belong_to_the_dice() {
        for (text, live) in [
            ("1d4–1 rats", "{1d4-1} rats"),
            ("1d4 − 1 rats", "{1d4 - 1} rats"),
            ("1d4 – 1 of them lame", "{1d4} – 1 of them lame"),
            ("2d4 +1 arrows", "{2d4} +1 arrows"),
            ("(1d6+1) x 10 gp", "{(1d6+1) x 10} gp"),
            ("DC 15 - 2d6 damage", "DC 15 - {2d6} damage"),
            ("10 x 1d10 copper", "10 x {1d10} copper"),
            ("(1d6+1) rats", "{1d6+1} rats"),
            ("((d4)) rats", "({d4}) rats"),
            ("d3+1 x d4 bats", "? bats"),
            ("1d6 times 10 gp", "{1d6 x 10} gp"),
            ("1d6 times a day", "{1d6} times a day"),
            ("1d6 plus 2 gp", "{1d6 + 2} gp"),
            ("takes 1d6 plus poison", "takes {1d6} plus poison"),
            ("1d8/1d10 damage", "{1d8}/{1d10} damage"),
            ("1d6/2 rats", "? rats"),
            ("1d6/turn", "{1d6}/turn"),
            ("1d6} rats", "{1d6} rats"),
            ("{1d6} rats", "{1d6} rats"),
            ("f(d6) and 2(d6)", "f({d6}) and 2({d6})"),
            ("**2d6** rats, 1d6* rats", "**{2d6}** rats, {1d6}* rats"),
            ("1d6 x level", "{1d6} x level"),
            ("HP 5 (2d6-3), 3 orcs", "HP 5 {2d6-3}, 3 orcs"),
        ] {
            assert_eq!(mended(text), live, "{text}");
        }
    }

    #[test]
    fn letters_and_words_are_known() {
        for (text, live) in [
            ("1D8 wolves", "{1d8} wolves"),
            ("2W6 Goblins, W20", "{2d6} Goblins, {d20}"),
            ("60W100 bulbs, W7", "{60d100} bulbs, W7"),
            ("4d6 drop lowest", "{4d6dl1}"),
            ("4d6, drop the lowest orcs", "{4d6dl1} orcs"),
            ("4d6 (drop lowest) hp", "{4d6dl1} hp"),
            ("d20 with advantage.", "{adv d20}."),
            ("1d8-1 (minimum 1) orcs", "? (minimum 1) orcs"),
            ("2d6 drop bears", "{2d6} drop bears"),
            ("1d4 (min 2) hours", "? (min 2) hours"),
        ] {
            assert_eq!(mended(text), live, "{text}");
        }
    }

    #[test]
    fn endless_brackets_end() {
        assert_eq!(dice_in(&"(".repeat(5000)).len(), 0);
        assert!(dice_in(&format!("{}d6", "(".repeat(50))).len() < 2);
    }
}
