//! Lines as general programming languages write them.

use super::{Brought, arguments, is_name, is_number, joined};

/// `while c`, `repeat while c`, `loop until c`.
fn conditional(line: &str) -> Option<Brought> {
    let bare = ["repeat ", "loop ", "do "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let rest = bare.trim_end_matches(['{', ':']).trim();
    let rest = rest.strip_suffix(" do").unwrap_or(rest);
    if let Some(condition) = rest.strip_prefix("until ") {
        return Brought::sure("other languages", format!("repeat until {}", condition.trim()));
    }
    let condition = match rest.strip_prefix("while ")?.trim() {
        "true" | "True" | "yes" => "no".to_owned(),
        other => opposite(other),
    };
    Brought::sure("other languages", format!("repeat until {condition}"))
}

/// What holds where a condition does not.
fn opposite(condition: &str) -> String {
    const SIGNS: [(&str, &str); 6] = [
        (" <= ", " > "),
        (" >= ", " < "),
        (" == ", " != "),
        (" != ", " == "),
        (" < ", " >= "),
        (" > ", " <= "),
    ];
    let bare = |text: &str| {
        let inner = text.strip_prefix('(')?.strip_suffix(')').filter(|inner| !inner.contains(['(', ')']))?;
        Some(inner.to_owned())
    };
    let condition = bare(condition).unwrap_or_else(|| condition.to_owned());
    let is_one = |text: &str| ![" and ", " or ", " given ", " where "].iter().any(|word| text.contains(word));
    if let Some(inner) = condition.strip_prefix("not ").map(|inner| bare(inner).unwrap_or(inner.to_owned()))
        && (is_one(&inner) || condition.ends_with(')'))
    {
        return inner;
    }
    match SIGNS.iter().find(|(sign, _)| condition.contains(sign)) {
        Some((sign, opposite)) if is_one(&condition) => condition.replacen(sign, opposite, 1),
        Some(_) | None => format!("not ({condition})"),
    }
}

/// `let x == 3`, `c ? a : b`, `def f(x): x`, `set "explode depth" to 5`.
pub(super) fn line(line: &str) -> Option<Brought> {
    for word in ["let ", "var ", "const ", "my ", "local ", "global ", "static "] {
        if let Some((name, value)) = line.strip_prefix(word).and_then(|rest| rest.split_once('='))
            && is_name(name.trim())
        {
            let ours = straight(value.trim_start_matches('=').trim().trim_end_matches(';'));
            if word == "let " && ours == value.trim() {
                // Only the blanks are others, and these are not what is wrong with it.
                continue;
            }
            return Brought::sure("other languages", format!("let {} = {ours}", name.trim()));
        }
    }
    if line.starts_with("set \"explode depth\"") {
        let depth = line.rsplit(' ').next().filter(|depth| is_number(depth)).unwrap_or("2");
        return Brought::sure("AnyDice", format!("# say it at the die: d6!limit {depth}"));
    }
    [
        conditional,
        function,
        bare_inputs,
        counted,
        walk,
        repeated,
        other_branch,
        one_line_if,
        spreadsheet_if,
        ternary,
        increased,
        other_signs,
    ]
    .iter()
    .find_map(|rule| rule(line))
}

/// `x := 5`, `let x be 5`, `let x 5`, `set x to 5`, `int x = 5`, `$x = 5`: a name is given a value.
pub(super) fn given(line: &str) -> Option<Brought> {
    const FROM: &str = "other languages";
    let line = line.trim_end_matches(';');
    if let Some((name, value)) = line.split_once(":=")
        && is_name(name.trim())
    {
        return Brought::sure(FROM, format!("let {} = {}", name.trim(), straight(value.trim())));
    }
    let kinds = ["int ", "integer ", "float ", "double ", "string ", "auto ", "dim ", "number ", "$"];
    if let Some((name, value)) = kinds.iter().find_map(|kind| line.strip_prefix(kind)?.split_once('='))
        && is_name(name.trim())
        && !value.starts_with('=')
    {
        return Brought::sure(FROM, format!("let {} = {}", name.trim(), straight(value.trim())));
    }
    let (word, rest) = line.split_once(' ')?;
    let (name, value) = rest.trim().split_once(' ')?;
    let value = value.trim();
    let value = ["to ", "be ", "is ", "= ", "equal "]
        .iter()
        .find_map(|link| value.strip_prefix(link))
        .unwrap_or(value);
    let value = value.trim();
    let one = !value.is_empty()
        && !value.contains(['=', '"'])
        && value.starts_with(|c: char| c.is_ascii_digit() || c == 'd' || c == '-');
    let is_plain = is_name(name) && one;
    match word {
        "let" if is_plain => Brought::sure(FROM, format!("let {name} = {value}")),
        "set" if is_plain => Brought::either(
            FROM,
            vec![
                ("a new name", format!("let {name} = {value}")),
                ("one that is there", format!("{name} = {value}")),
            ],
        ),
        _ => None,
    }
}

/// `print x`, `console.log("x")`.
pub(super) fn shown(line: &str) -> Option<Brought> {
    for word in ["print", "echo", "console.log", "puts", "printf", "log", "display"] {
        let Some(rest) = line.strip_prefix(word) else { continue };
        let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let what = inner.or_else(|| rest.strip_prefix(' '))?.trim();
        if !what.is_empty() && what.split(' ').all(is_name) && !crate::syntax::words::is_reserved(what) {
            let readings =
                vec![("this text", format!("say \"{what}\"")), ("its value", format!("say {what}"))];
            return Brought::either("other languages", readings);
        }
        let what = straight(what);
        return Brought::sure("other languages", format!("say {}", joined::shown(&what).unwrap_or(what)));
    }
    None
}

/// `def f(x): x`, `function f(x) { return x }`, `fn f(x) return x`.
fn function(line: &str) -> Option<Brought> {
    let rest =
        ["def ", "function ", "func ", "fn ", "fun "].iter().find_map(|word| line.strip_prefix(word))?;
    let (head, body) = rest.split_once(')')?;
    let (name, inputs) = head.split_once('(')?;
    let ours = body.trim().strip_prefix('=').filter(|_| line.starts_with("fn ")).map_or("", str::trim);
    let as_theirs = ours.is_empty() || ours.starts_with(['=', '>']) || ours.ends_with(';');
    if !as_theirs && !ours.contains("return ") && straight(ours) == ours {
        // That is how it is written here, whatever the blanks.
        return None;
    }
    let body = body.trim().trim_end_matches(';');
    let body = ["=>", "->", ":"].iter().find_map(|arrow| body.strip_prefix(arrow)).unwrap_or(body).trim();
    // A body in braces; behind `=` they are a record of ours.
    let body = body.strip_prefix('{').map_or(body, |body| body.trim_end_matches(['}', ';', ' ']));
    let body = body.trim_start_matches([':', '=', '-', '>']).trim();
    let body = body.strip_prefix("return ").unwrap_or(body);
    let body = body.trim().trim_end_matches(';');
    let head = format!("fn {name}({})", inputs.trim());
    is_name(name).then_some(())?;
    match body {
        // Its lines stand below.
        "" => Brought::sure("other languages", head),
        _ => Brought::sure("other languages", format!("{head} = {}", straight(body))),
    }
}

/// `fn f n = n + 1`, `fn add a b = a + b`, `fn hit bonus, dc = 15 = d20 + bonus >= dc`.
fn bare_inputs(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("fn ")?;
    // What an input is without being given stands behind the first sign, the function behind the last.
    let (head, body) = rest.rsplit_once(" = ").or_else(|| rest.split_once('='))?;
    let (name, inputs) = head.trim().split_once(' ')?;
    let inputs = inputs.trim();
    let is_input = |input: &str| match input.split_once('=') {
        Some((input, given)) => {
            is_name(input.trim()) && !given.trim().is_empty() && !given.contains(['=', '"', '('])
        }
        None => is_name(input),
    };
    let inputs: Vec<&str> = match inputs.contains(['=', ',']) {
        true => inputs.split(',').map(str::trim).collect(),
        false => inputs.split(' ').filter(|input| !input.is_empty()).collect(),
    };
    let plain = is_name(name) && !inputs.is_empty() && inputs.iter().all(|input| is_input(input));
    let value = format!("fn {name}({}) = {}", inputs.join(", "), straight(body.trim()));
    (plain && !body.trim().is_empty()).then(|| Brought::sure("other languages", value))?
}

/// `for i in 1 to 3`, `for i = 1 to 3 do`.
fn counted(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("for ")?.trim_end_matches(['{', ':']).trim();
    let rest = rest.strip_suffix(" do").unwrap_or(rest);
    let (name, range) =
        [" in ", " = ", " from ", " := ", "="].iter().find_map(|link| rest.split_once(link))?;
    let (from, to) = [" to ", " through ", ".."].iter().find_map(|link| range.split_once(link))?;
    let (name, from, to) = (name.trim(), from.trim(), to.trim());
    let plain = is_name(name) && !from.is_empty() && !to.is_empty() && !to.contains(' ');
    let ours = format!("for {name} in {from}..{to}");
    (plain && ours != line).then(|| Brought::sure("other languages", ours))?
}

/// `for (i = 0; i < 3; i++)`, `for i in range(3):`.
fn walk(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("for ").or_else(|| line.strip_prefix("for("))?;
    let rest = rest.trim_end_matches(['{', ':']).trim();
    let (name, from, to) = if let Some((name, range)) = rest.split_once(" in range(") {
        let range = range.trim_end_matches(')');
        let (from, to) = range.split_once(',').unwrap_or(("0", range));
        (name.trim(), from.trim().parse::<i64>().ok()?, to.trim().parse::<i64>().ok()? - 1)
    } else {
        let parts: Vec<&str> = rest.trim_matches(['(', ')']).split(';').map(str::trim).collect();
        let [begin, until, _] = parts.as_slice() else { return None };
        let (name, from) = begin.split_once('=')?;
        let name = name.trim().rsplit(' ').next()?;
        let (_, bound) = until.split_once('<')?;
        let (bound, less) = bound.strip_prefix('=').map_or((bound, 1), |bound| (bound, 0));
        (name, from.trim().parse::<i64>().ok()?, bound.trim().parse::<i64>().ok()? - less)
    };
    is_name(name).then(|| Brought::sure("other languages", format!("for {name} in {from}..{to}")))?
}

/// `repeat 3:`, `repeat 3`, `loop 3 times`, `for hero in party:`, `for hero in party do`.
fn repeated(line: &str) -> Option<Brought> {
    if let Some(walked) = line.strip_prefix("for each ").or_else(|| line.strip_prefix("foreach ")) {
        return Brought::sure(
            "other languages",
            format!("for {}", walked.trim_end_matches([':', '{']).trim()),
        );
    }
    if let Some(head) = line.strip_prefix("for ") {
        let walked = head.strip_suffix(':').or_else(|| head.strip_suffix(" do"))?;
        return Brought::sure("other languages", format!("for {}", walked.trim()));
    }
    let count = ["repeat ", "loop ", "do "].iter().find_map(|word| line.strip_prefix(word))?;
    let count = count.trim_end_matches([':', '{']).trim();
    let ends = [" times do", " times", "x"];
    let times = ends.iter().find_map(|end| count.strip_suffix(end));
    if times.is_none() && !line.starts_with("repeat ") {
        return None;
    }
    let count = times.unwrap_or(count);
    let count = super::number(count)?;
    Brought::sure("other languages", format!("repeat {count} times"))
}

/// `elif x > 3:`, `elseif x > 3 then`, `else:`.
fn other_branch(line: &str) -> Option<Brought> {
    let line = line.trim_start_matches('}').trim().trim_end_matches([':', '{']).trim();
    if line == "else" {
        return Brought::sure("other languages", "else".to_owned());
    }
    let heads = ["elif ", "elsif ", "elseif ", "else if "];
    let condition = heads.into_iter().find_map(|head| line.strip_prefix(head))?;
    let condition = condition.trim();
    let condition = condition.strip_suffix(" then").unwrap_or(condition).trim_end();
    Brought::sure("other languages", format!("else if {condition}"))
}

/// `if x > 3: say 1`.
fn one_line_if(line: &str) -> Option<Brought> {
    let (condition, deed) = line.strip_prefix("if ")?.split_once(':')?;
    let plain = !condition.contains(['"', '{', '[']) && !condition.contains(" then ");
    let condition = condition.trim();
    let condition =
        condition.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(condition);
    let deed = deed.trim();
    let text =
        if deed.is_empty() { format!("if {condition}") } else { format!("if {condition} then {deed}") };
    plain.then(|| Brought::sure("other languages", text))?
}

/// `if(c, a, b)`, as spreadsheets have it.
fn spreadsheet_if(line: &str) -> Option<Brought> {
    let inside = line.strip_prefix("if(").or_else(|| line.strip_prefix("if ("))?;
    let (parts, end) = arguments(inside)?;
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).collect();
    let [condition, yes, no] = parts.as_slice() else { return None };
    let ends = end == inside.len();
    ends.then(|| Brought::sure("spreadsheets", format!("if {condition} then {yes} else {no}")))?
}

/// `c ? a : b`.
fn ternary(line: &str) -> Option<Brought> {
    let (condition, rest) = line.split_once(" ? ")?;
    let (then, other) = rest.split_once(" : ")?;
    let text = format!("if {} then {} else {}", condition.trim(), then.trim(), straight(other.trim()));
    Brought::sure("other languages", text)
}

/// `x++`, `x--`.
fn increased(line: &str) -> Option<Brought> {
    let line = line.trim_end_matches(';');
    let (place, sign) = line
        .strip_suffix("++")
        .map(|place| (place, '+'))
        .or_else(|| line.strip_suffix("--").map(|place| (place, '-')))?;
    let is_place = place.split('.').all(is_name);
    is_place.then(|| Brought::sure("other languages", format!("{place} {sign}= 1")))?
}

/// `a div b`, `a => b`, `a =< b`, `1...6`.
fn other_signs(line: &str) -> Option<Brought> {
    const SIGNS: &[(&str, &str)] = &[(" div ", " // "), (" => ", " >= "), (" =< ", " <= "), ("...", "..")];
    if line.contains('"') || line.contains(':') {
        return None;
    }
    if let Some((share, whole)) = line.split_once("% of ")
        && is_number(share)
    {
        return Brought::sure("plain words", format!("{share}% * {whole}"));
    }
    let groups: Vec<&str> = line.split(',').collect();
    let is_group = |group: &&str| group.len() == 3 && is_number(group);
    if let [first, rest @ ..] = groups.as_slice()
        && !rest.is_empty()
        && rest.iter().all(is_group)
        && is_number(first)
        && first.len() <= 3
    {
        return Brought::sure("plain words", groups.concat());
    }
    let (theirs, ours) = SIGNS.iter().find(|(theirs, _)| line.matches(theirs).count() == 1)?;
    Brought::sure("other languages", line.replace(theirs, ours))
}

/// `'…'` for `"…"`.
pub(super) fn quoted(line: &str) -> Option<Brought> {
    let straightened = straight(line);
    (straightened != line).then(|| Brought::sure("other languages", straightened))?
}

/// A text with straight double quotes where single ones enclose a part of it.
fn straight(text: &str) -> String {
    let marks = text.matches('\'').count();
    if marks == 0 || !marks.is_multiple_of(2) || text.contains('"') {
        text.to_owned()
    } else {
        text.replace('\'', "\"")
    }
}
