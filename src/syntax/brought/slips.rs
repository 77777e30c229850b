//! Signs and words inside a line that other languages write so: `x === 3`, `is greater than`, `1,000`, `50 %`. What
//! stands in quotes is left as it is.

use super::{Brought, is_name, is_number};
use crate::syntax::equals::takes_condition;

const FROM: &str = "other languages";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [
        ended,
        compared,
        condition_apart,
        of_a_kind,
        thousands,
        half,
        percent,
        chance,
        given,
        dashed,
        timed,
        formatted,
        said,
        opened,
        advanced,
    ]
    .iter()
    .find_map(|rule| rule(line))
}

/// `say "The door opens.";`: a line ends without a sign.
fn ended(line: &str) -> Option<Brought> {
    let bare = line.strip_suffix(';')?.trim_end();
    let outside: String = bare.split('"').step_by(2).collect();
    let begins =
        ["say ", "note ", "show ", "roll ", "expect ", "advance "].iter().any(|word| bare.starts_with(word));
    let whole = bare.matches('"').count().is_multiple_of(2) && !outside.contains([';', '=']);
    (begins && whole).then(|| Brought::sure(FROM, bare))?
}

/// Signs and words that compare, longest first.
const COMPARES: &[(&str, &str)] = &[
    (" is greater than or equal to ", " >= "),
    (" is less than or equal to ", " <= "),
    (" is not equal to ", " != "),
    (" is greater than ", " > "),
    (" is more than ", " > "),
    (" is higher than ", " > "),
    (" is less than ", " < "),
    (" is lower than ", " < "),
    (" is fewer than ", " < "),
    (" is equal to ", " == "),
    (" is at least ", " >= "),
    (" is at most ", " <= "),
    (" does not equal ", " != "),
    (" equals ", " == "),
    ("!==", "!="),
    ("===", "=="),
    ("=<", "<="),
    ("=>", ">="),
    ("<>", "!="),
    ("~=", "!="),
];

/// `if x === 3`, `if x is greater than 2 then …`, `expect x <> 3`: where something is compared.
fn compared(line: &str) -> Option<Brought> {
    const ASKS: &[&str] =
        &["if ", "else if ", "elseif ", "elif ", "when ", "repeat until ", "until ", "while ", "expect "];
    let asks = ASKS.iter().any(|word| line.starts_with(word));
    let valued = line.starts_with("let ") || line.starts_with("fn ") || line.starts_with("return ");
    (asks || valued).then_some(())?;
    let changed = outside_texts(line, |part| {
        let known = COMPARES.iter().filter(|(theirs, _)| asks || !theirs.contains("=>"));
        known.fold(part.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
    });
    (changed != line).then(|| Brought::sure(FROM, changed))?
}

/// `4-6 deeper => torches -= 1`: a row without its colon, and no comparison.
pub(super) fn is_row_with_effect(line: &str) -> bool {
    let is_key = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '+'));
    line.contains(" => ") && line.split_once(' ').is_some_and(|(word, _)| is_key(word))
}

/// `let gold = 1,000`, `say 12,500 * 2`: a comma between thousands. In brackets it parts two values.
fn thousands(line: &str) -> Option<Brought> {
    if line.contains(['(', '[', '{', '|']) {
        return None;
    }
    let changed = outside_texts(line, |part| {
        let mut text = String::new();
        let mut rest = part;
        while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, number) = rest.split_at(at);
            let end = number.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(number.len());
            let (number, after) = number.split_at(end);
            text += before;
            let groups: Vec<&str> = number.split(',').collect();
            let grouped = groups.len() > 1
                && groups
                    .first()
                    .is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))
                && groups.iter().skip(1).all(|group| group.len() == 3);
            text += &if grouped { groups.concat() } else { number.to_owned() };
            rest = after;
        }
        text + rest
    });
    (changed != line).then(|| Brought::sure("plain words", changed))?
}

/// `.5`: a number begins with a digit.
fn half(line: &str) -> Option<Brought> {
    let changed = outside_texts(line, |part| {
        let mut text = String::new();
        let mut last = ' ';
        let mut rest = part.chars().peekable();
        while let Some(c) = rest.next() {
            let begins = c == '.' && rest.peek().is_some_and(char::is_ascii_digit);
            if begins && matches!(last, ' ' | '(' | '=' | '*' | '+' | '-' | '/' | '<' | '>') {
                text.push('0');
            }
            text.push(c);
            last = c;
        }
        text
    });
    let begins_so = line.starts_with('.') || line.contains(" .");
    (changed != line && begins_so && !line.contains("..")).then(|| Brought::sure("plain words", changed))?
}

/// `50 %`: the sign touches its number.
fn percent(line: &str) -> Option<Brought> {
    let changed = outside_texts(line, |part| {
        let mut text = String::new();
        let mut rest = part;
        while let Some((before, after)) = rest.split_once(" %") {
            let counted = before.ends_with(|c: char| c.is_ascii_digit());
            // With a value behind it, it is a remainder.
            let alone = after.trim_start().chars().next().is_none_or(|c| !c.is_ascii_digit() && c != '(')
                && !after.trim_start().starts_with(['d', '{']);
            let is_word = after.trim_start().split([' ', ')', ',']).next().is_none_or(|word| {
                word.is_empty()
                    || crate::syntax::words::is_linking(word)
                    || matches!(word, "chance" | "then" | "of")
            });
            text += before;
            // Where a condition ends, it is one by itself.
            let asks = line.starts_with("if ") || line.starts_with("else if ") || line.starts_with("when ");
            let ends = after.trim().is_empty() || after.trim_start().starts_with("then ");
            text += match (counted && alone && is_word, asks && ends) {
                (true, true) => "% chance",
                (true, false) => "%",
                (false, _) => " %",
            };
            rest = after;
        }
        text + rest
    });
    (changed != line).then(|| Brought::sure("plain words", changed))?
}

/// `if chance 50% then …`, `if chance of 50%`, `if chance(50%)`, `if 50% chance of …`: yes with this chance.
fn chance(line: &str) -> Option<Brought> {
    let word = ["if ", "else if ", "when ", "repeat until "].iter().find(|word| line.starts_with(**word))?;
    let rest = line.get(word.len()..)?;
    let rest = rest.strip_prefix("a ").unwrap_or(rest);
    let said = ["chance of ", "chance(", "chance ", "random(", "probability "];
    let behind = said.iter().find_map(|said| rest.strip_prefix(said))?.trim_start();
    let end = behind.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(behind.len());
    let (number, after) = behind.split_at(end);
    let after = after.trim_start().strip_prefix('%')?;
    let after = if rest.contains("chance(") || rest.starts_with("random(") {
        after.trim_start().strip_prefix(')')?
    } else {
        after
    };
    let ends = after.is_empty() || after.starts_with([' ', ':', '{']);
    let plain = !number.is_empty() && ends;
    plain.then(|| Brought::sure("plain words", format!("{word}{number}% chance{after}")))?
}

/// `x := 3`, `keep x := 3`, `VAR x = 3`, `now x = 3`, `now lamp is out`: something is given a value.
fn given(line: &str) -> Option<Brought> {
    if let Some((head, value)) = line.split_once(":=") {
        let (head, value) = (head.trim(), value.trim());
        if let Some((word, name)) = head.split_once(' ')
            && matches!(word, "let" | "keep" | "option")
            && is_name(name.trim())
        {
            return Brought::sure(FROM, format!("{word} {} = {value}", name.trim()));
        }
        let quoted = value.contains('\'');
        if is_name(head) && !value.is_empty() && !quoted {
            let readings = vec![
                ("a new name", format!("let {head} = {value}")),
                ("one that is there", format!("{head} = {value}")),
            ];
            return Brought::either(FROM, readings);
        }
        return None;
    }
    if let Some((name, value)) = line.strip_prefix("VAR ").and_then(|rest| rest.split_once('='))
        && is_name(name.trim())
    {
        let (name, value) = (name.trim(), value.trim());
        let readings = vec![
            ("for this run", format!("let {name} = {value}")),
            ("kept with the campaign", format!("keep {name} = {value}")),
        ];
        return Brought::either("Ink", readings);
    }
    let rest = line.strip_prefix("now ").or_else(|| line.strip_prefix("Now "))?;
    let rest = rest.strip_prefix("the ").unwrap_or(rest);
    let (place, value) = rest.split_once(" = ").or_else(|| rest.split_once(" is "))?;
    let plain = place.trim().split('.').all(is_name) && !value.trim().is_empty() && !value.contains(" is ");
    plain.then(|| Brought::sure("Inform", format!("{} = {}", place.trim(), value.trim())))?
}

const KINDS: &[&str] = &["number", "text", "yes_no", "list", "dice", "any"];

/// `luck: number = 3`
pub(super) fn is_field(line: &str) -> bool {
    let kind = line.split_once(" = ").and_then(|(head, _)| head.split_once(": "));
    kind.is_some_and(|(name, kind)| is_name(name) && KINDS.contains(&kind.trim()))
}

/// `luck number = 3` in a sheet: the kind stands behind a colon.
fn of_a_kind(line: &str) -> Option<Brought> {
    let (head, value) = line.split_once(" = ")?;
    let (name, kind) = head.trim().split_once(' ')?;
    let known = crate::syntax::words::is_starting(name) || crate::syntax::words::is_reserved(name);
    let fits = KINDS.contains(&kind.trim()) && is_name(name) && !known && !value.trim().is_empty();
    fits.then(|| Brought::sure(FROM, format!("{name}: {} = {}", kind.trim(), value.trim())))?
}

/// `let my-var = 3`: a name has no minus in it.
fn dashed(line: &str) -> Option<Brought> {
    let (word, rest) = line.split_once(' ')?;
    let (name, value) = rest.split_once('=')?;
    let name = name.trim();
    let fits = matches!(word, "let" | "keep" | "option" | "var" | "const")
        && name.contains('-')
        && name.split('-').all(is_name)
        && !value.starts_with('=');
    let word = if matches!(word, "var" | "const") { "let" } else { word };
    fits.then(|| Brought::sure(FROM, format!("{word} {} = {}", name.replace('-', "_"), value.trim())))?
}

/// `2d6 ro < 3kh1`: a modifier touches its dice and its condition.
fn condition_apart(line: &str) -> Option<Brought> {
    const SIGNS: [&str; 7] = [">=", "<=", "!=", "==", "=", ">", "<"];
    let (pool, rest) = line.split_once(' ').filter(|(pool, _)| super::is_plain_pool(pool))?;
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic())?;
    let (modifier, rest) = rest.split_at(letters);
    let rest = rest.trim_start();
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
    let number = rest.get(sign.len()..)?.trim_start();
    let fits = takes_condition(modifier) && number.starts_with(|c: char| c.is_ascii_digit());
    let sign = if sign == "==" { "=" } else { sign };
    fits.then(|| Brought::sure("plain words", format!("{pool}{modifier}{sign}{number}")))?
}

/// `timer torch for 10 minutes`, `timer torch: 6 turns`.
fn timed(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("timer ")?;
    let (name, time) =
        [" for ", " of ", " lasts ", " in ", ": "].iter().find_map(|link| rest.split_once(link))?;
    let fits = is_name(name.trim()) && !time.trim().is_empty() && !name.contains('=');
    fits.then(|| Brought::sure("plain words", format!("timer {} = {}", name.trim(), time.trim())))?
}

/// `say "x is %d" % x`: the value stands where it is shown.
fn formatted(line: &str) -> Option<Brought> {
    let (text, value) = line.rsplit_once("\" % ")?;
    let value = value.trim();
    let value = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')).unwrap_or(value);
    let values: Vec<&str> = value.split(',').map(str::trim).filter(|value| !value.is_empty()).collect();
    let mut made = String::new();
    let mut rest = text;
    for value in &values {
        let (at, sign) = ["%d", "%s", "%i"].iter().filter_map(|sign| Some((rest.find(sign)?, sign))).min()?;
        made += rest.get(..at)?;
        made += &format!("{{{value}}}");
        rest = rest.get(at + sign.len()..)?;
    }
    made += rest;
    let plain =
        !values.is_empty() && !rest.contains('%') && values.iter().all(|value| !value.contains(['"', '%']));
    plain.then(|| Brought::sure(FROM, format!("{made}\"")))?
}

/// `say("x")`, `say hello"`, `say 'a' + x`.
fn said(line: &str) -> Option<Brought> {
    let (verb, rest) = ["say", "note"].iter().find_map(|verb| Some((verb, line.strip_prefix(verb)?)))?;
    if let Some(inner) = rest.trim().strip_prefix("(\"").and_then(|rest| rest.strip_suffix("\")"))
        && !inner.contains('"')
    {
        return Brought::sure(FROM, format!("{verb} \"{inner}\""));
    }
    let what = rest.strip_prefix(' ')?.trim();
    if let Some(text) = what.strip_suffix('"')
        && !text.contains('"')
        && !text.is_empty()
    {
        return Brought::sure("plain words", format!("{verb} \"{text}\""));
    }
    let (text, value) = what.strip_prefix('\'')?.split_once('\'')?;
    let value = value.trim_start().strip_prefix('+')?.trim();
    let plain = !text.contains(['"', '{']) && !value.contains(['"', '\'', '{', '+']) && !value.is_empty();
    plain.then(|| Brought::sure(FROM, format!("{verb} \"{text}{{{value}}}\"")))?
}

/// `if x > 3 {`, `} else {`, `}`: lines and `end` make a block.
fn opened(line: &str) -> Option<Brought> {
    if line == "}" {
        return Brought::sure(FROM, "end");
    }
    let head = line.strip_suffix('{')?.trim_end();
    let head = head.strip_prefix('}').map_or(head, str::trim_start);
    let begins =
        ["if ", "if(", "else if ", "for ", "repeat ", "procedure "].iter().any(|word| head.starts_with(word));
    let closed = head.matches('(').count() == head.matches(')').count() && !head.contains(['{', ';', '"']);
    let inner =
        head.strip_prefix("if").map(str::trim).and_then(|inner| inner.strip_prefix('(')?.strip_suffix(')'));
    let head = match inner.filter(|inner| !inner.contains(['(', ')'])) {
        Some(inner) => format!("if {inner}"),
        None => head.to_owned(),
    };
    (begins && closed && head != "else").then(|| Brought::sure(FROM, head))?
}

/// `advance time 10 minutes`, `advance the clock by 10 minutes`.
fn advanced(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("advance ")?;
    let rest = rest.strip_prefix("the ").unwrap_or(rest);
    let said = ["time", "clock"].iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' '));
    let time = said.or_else(|| rest.starts_with("by ").then_some(rest))?;
    let time = time.trim().strip_prefix("by ").unwrap_or(time.trim());
    let counted =
        time.split(' ').next().is_some_and(|count| is_number(count) || super::begins_with_die(count));
    counted.then(|| Brought::sure("plain words", format!("advance {time}")))?
}

/// A line whose parts outside of quotes are changed.
fn outside_texts(line: &str, change: impl Fn(&str) -> String) -> String {
    let parts: Vec<String> = line
        .split('"')
        .enumerate()
        .map(|(at, part)| if at % 2 == 0 { change(part) } else { part.to_owned() })
        .collect();
    parts.join("\"")
}
