//! Lists, faces and texts with the signs of other languages.

use super::{Brought, is_name, is_number, joined};

const FROM: &str = "other languages";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [
        one_of_these,
        faces,
        several_names,
        named_list,
        made_of_each,
        sorted,
        between,
        formatted,
        beside_texts,
        joined_texts,
        quoted_fields,
        without_else,
    ]
    .iter()
    .find_map(|rule| rule(line))
}

/// `d6 in (1, 2)`.
fn one_of_these(line: &str) -> Option<Brought> {
    let (before, rest) = line.split_once(" in (")?;
    let (inner, after) = rest.split_once(')')?;
    let items = items_of(inner)?;
    Brought::sure(FROM, format!("{before} in [{items}]{after}"))
}

/// `d["a", "b"]`, `d(1, 1, 2)`: what stands on the faces. A function may be called `d`, too.
fn faces(line: &str) -> Option<Brought> {
    let (at, close) =
        ["d(", "d["].iter().zip([')', ']']).find_map(|(sign, close)| Some((line.find(sign)?, close)))?;
    let (before, rest) = (line.get(..at)?, line.get(at + 2..)?);
    let (inner, after) = rest.split_once(close)?;
    let begins = before != "fn " && before.chars().next_back().is_none_or(|c| !c.is_alphabetic() && c != '_');
    let items = items_of(inner).filter(|_| begins)?;
    Brought::sure(FROM, format!("{before}d{{{items}}}{after}"))
}

/// `let odds = (1, 3, 5)`, `let odds = 1, 3, 5`, `let odds = [1 3 5]`.
fn named_list(line: &str) -> Option<Brought> {
    let (head, value) = line.split_once(" = ")?;
    let name = head.strip_prefix("let ").unwrap_or(head).trim();
    let value = value.trim();
    let inner = [('(', ')'), ('[', ']')]
        .iter()
        .find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(value);
    let by_blanks = value.starts_with('[') && !inner.contains(['"', ',']);
    let items = if by_blanks {
        items_of(&inner.split_whitespace().collect::<Vec<_>>().join(","))?
    } else {
        items_of(inner)?
    };
    is_name(name).then(|| Brought::sure(FROM, format!("{head} = [{items}]")))?
}

/// `let a, b = 1, 2d6`: each name has a line of its own.
fn several_names(line: &str) -> Option<Brought> {
    let (head, value) = line.split_once(" = ")?;
    let names: Vec<&str> = head.strip_prefix("let ").unwrap_or(head).split(',').map(str::trim).collect();
    let values: Vec<&str> = value.split(',').map(str::trim).collect();
    let fits =
        names.len() > 1 && names.iter().all(|name| is_name(name)) && !value.contains(['(', '[', '"', '{']);
    let values = match values.as_slice() {
        [only] => vec![*only; names.len()],
        _ => values,
    };
    (fits && values.len() == names.len() && values.iter().all(|value| !value.is_empty())).then_some(())?;
    let begun = if head.starts_with("let ") { "let " } else { "" };
    let lines: Vec<String> =
        names.iter().zip(&values).map(|(name, value)| format!("{begun}{name} = {value}")).collect();
    Brought::sure(FROM, lines.join("\n"))
}

/// `[i for i in list if i < 3]`, `[for i in list: i * 2]`: what is made of each item comes first, and which of
/// them behind `where`.
fn made_of_each(line: &str) -> Option<Brought> {
    let open = line.find('[')?;
    let close = line.rfind(']')?;
    let (before, inner, after) = (line.get(..open)?, line.get(open + 1..close)?, line.get(close + 1..)?);
    let ours = match inner.strip_prefix("for ") {
        Some(walk) => {
            let (walk, each) = [": ", " do ", " => "].iter().find_map(|sign| walk.split_once(sign))?;
            format!("{} for {}", each.trim(), walk.replacen(" if ", " where ", 1))
        }
        None => {
            let (each, walk) = inner.split_once(" for ")?;
            let (list, condition) = walk.split_once(" if ")?;
            format!("{each} for {list} where {condition}")
        }
    };
    (!inner.contains('"') && !ours.contains(" else "))
        .then(|| Brought::sure(FROM, format!("{before}[{ours}]{after}")))?
}

/// `sort list desc`: from the highest to the lowest.
fn sorted(line: &str) -> Option<Brought> {
    let ends = [" descending", " desc", " reverse", " reversed", " high to low", " downwards"];
    let rest = ends.iter().find_map(|end| line.strip_suffix(end))?;
    let (before, list) = rest.split_once("sort ")?;
    (!list.contains("sort ")).then(|| Brought::sure(FROM, format!("{before}reverse(sort {list})")))?
}

/// Several plain values with commas between them, as they stand in a list.
fn items_of(inner: &str) -> Option<String> {
    let items: Vec<&str> = inner.split(',').map(str::trim).collect();
    let is_text = |item: &str| item.len() > 1 && item.starts_with('"') && item.ends_with('"');
    let plain = |item: &&str| is_name(item) || is_number(item) || is_text(item);
    (items.len() > 1 && items.iter().all(plain)).then(|| items.join(", "))
}

/// `d6 between 1 and 2`.
fn between(line: &str) -> Option<Brought> {
    let (before, rest) = line.split_once(" between ")?;
    let before = before.strip_suffix(" is").unwrap_or(before);
    let (low, rest) = rest.split_once(" and ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (high, after) = rest.split_at(end);
    let is_end = |text: &str| is_number(text) || is_name(text);
    let begins = before.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '_'));
    let random = ["random", "number", "pick", "choose"].iter().any(|word| before.trim_end().ends_with(word));
    (is_end(low.trim()) && is_end(high) && begins && !random)
        .then(|| Brought::sure(FROM, format!("{before} in {}..{high}{after}", low.trim())))?
}

/// `f"{gold}"`, `$"{gold}"`, `` `${gold}` ``: every text may have live parts.
fn formatted(line: &str) -> Option<Brought> {
    if line.matches('`').count() == 2 && !line.contains('"') {
        return Brought::sure(FROM, line.replace("${", "{").replace('`', "\""));
    }
    let mut plain = String::with_capacity(line.len());
    let mut before = ' ';
    let mut signs = line.chars().peekable();
    let mut in_text = false;
    while let Some(sign) = signs.next() {
        let is_mark = matches!(sign, 'f' | '$') && signs.peek() == Some(&'"') && !in_text;
        if !(is_mark && !before.is_alphanumeric() && before != '_') {
            plain.push(sign);
        }
        in_text ^= sign == '"';
        before = sign;
    }
    (plain != line).then(|| Brought::sure(FROM, plain))?
}

/// `say "you find " gold " coins"`: texts and values beside each other are one text. In `"the sign says "stop" here"`
/// the marks within are quotes.
fn beside_texts(line: &str) -> Option<Brought> {
    let what = line.strip_prefix("say ")?.trim();
    let is_quoted = |part: &str| part.trim() == part && !part.contains(['+', ',', '&', '.', '(']);
    let mut text = String::new();
    for (at, part) in what.split('"').enumerate() {
        match part.trim() {
            _ if at % 2 == 1 => text.push_str(part),
            "" => {}
            _ if is_quoted(part) => text.push_str(&format!("\\\"{part}\\\"")),
            name if name.split('.').all(is_name) => text.push_str(&format!("{{{name}}}")),
            _ => return None,
        }
    }
    let pieces = what.split('"').count();
    let known = what.len() > 2
        && pieces % 2 == 1
        && pieces > 1
        && text.contains(['{', '\\'])
        && !what.contains(['{', '\\']);
    known.then(|| Brought::sure(FROM, format!("say \"{text}\"")))?
}

/// `"hp: " .. gold`, `"hp: " & gold`: one text.
fn joined_texts(line: &str) -> Option<Brought> {
    let sign = [" .. ", " & ", " ++ ", " . ", " || "].iter().find(|sign| line.contains(**sign))?;
    let (head, what) = match line.split_once(" = ") {
        Some((head, what)) => (format!("{head} = "), what),
        None => (String::new(), line.strip_prefix("say ").unwrap_or(line)),
    };
    let head = if line.starts_with("say ") { "say ".to_owned() } else { head };
    let pieces: Vec<&str> = what.split(*sign).map(str::trim).collect();
    let first = pieces.iter().position(|piece| piece.starts_with('"'))?;
    (first <= 1).then_some(())?;
    let text = joined::all_in_one_text(&pieces)?;
    Brought::sure(FROM, format!("{head}{text}"))
}

/// `{"hp": 10}`: the names of parts have no quotes.
fn quoted_fields(line: &str) -> Option<Brought> {
    let (before, rest) = line.split_once("{\"")?;
    let (inner, after) = rest.split_once('}')?;
    let fields: Option<Vec<String>> = format!("\"{inner}")
        .split(',')
        .map(|field| {
            let (name, value) = field.trim().strip_prefix('"')?.split_once("\":")?;
            is_name(name).then(|| format!("{name}: {}", value.trim()))
        })
        .collect();
    Brought::sure(FROM, format!("{before}{{{}}}{after}", fields?.join(", ")))
}

/// `let bonus = if strength > 15 then 1`: a value needs what it is otherwise.
fn without_else(line: &str) -> Option<Brought> {
    let (head, value) = line.split_once(" = ")?;
    let (condition, then) = value.trim().strip_prefix("if ")?.split_once(" then ")?;
    let bare =
        !line.contains(" else ") && !condition.is_empty() && (is_number(then.trim()) || is_name(then.trim()));
    let begun = matches!(head.split(' ').next(), Some("let" | "fn"));
    let text = format!("{head} = if {condition} then {} else 0", then.trim());
    (bare && begun).then(|| Brought::either(FROM, vec![("what it is otherwise, here 0", text)]))?
}
