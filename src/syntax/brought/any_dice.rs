//! AnyDice's own words.

use super::{Brought, again, is_name, is_number, is_plain_pool, told};

/// AnyDice's own words.
pub(super) fn line(line: &str) -> Option<Brought> {
    const FROM: &str = "AnyDice";
    if let Some(rest) = line.strip_prefix("output ") {
        let (rest, name) = rest.split_once(" named ").unwrap_or((rest, ""));
        // What the output is called is the label of its dice.
        let name = name.trim().trim_matches('"');
        if let Some(inner) = rest.strip_prefix('!') {
            return Brought::sure(FROM, format!("{} == 0", again(inner)));
        }
        if rest.contains(['&', '|']) {
            return Brought::either(FROM, Vec::new());
        }
        let rest = rest.split_once(" = ").map_or(rest.to_owned(), |(one, other)| format!("{one} == {other}"));
        let roll = again(&rest);
        let named = Some(name).filter(|name| !name.is_empty() && !name.contains(['[', ']', '"', '{', '}']));
        let labelled = named.and_then(|name| told::with_label(&roll, name));
        return Brought::sure(FROM, labelled.unwrap_or(roll));
    }
    if let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return any_dice_function(inner.trim());
    }
    if let Some((nth, pool)) = line.split_once('@')
        && let (Ok(nth), true) = (nth.trim().parse::<u32>(), is_plain_pool(pool.trim()))
    {
        let pool = pool.trim();
        let text = if nth == 1 { format!("{pool}kh1") } else { format!("{pool}kh{nth}kl1") };
        return Brought::sure(FROM, text);
    }
    if line.starts_with("set \"") && !line.starts_with("set \"explode")
        || line.starts_with("loop ") && line.contains('{')
    {
        return Brought::either(FROM, Vec::new());
    }
    if let Some((nths, pool)) = line.strip_prefix('{').and_then(|rest| rest.split_once("}@")) {
        let nths: Option<Vec<u32>> = nths.split(',').map(|nth| nth.trim().parse().ok()).collect();
        let nths = nths.filter(|_| is_plain_pool(pool.trim()))?;
        let first = nths.iter().zip(1..).all(|(nth, wanted)| *nth == wanted);
        return Brought::sure(FROM, format!("{}kh{}", pool.trim(), nths.len())).filter(|_| first);
    }
    if let Some(inner) = line.strip_prefix('\\').and_then(|rest| rest.strip_suffix('\\')) {
        return Brought::sure(FROM, format!("# {}", inner.trim()));
    }
    if let Some((before, rest)) = line.split_once("d{")
        && let Some((range, after)) = rest.split_once('}')
        && let Some((from, to)) = range.split_once("..")
        && let (Ok(from), Ok(to)) = (from.trim().parse::<i32>(), to.trim().parse::<i32>())
        && from <= to
        && to - from < 100
    {
        let faces: Vec<String> = (from..=to).map(|face| face.to_string()).collect();
        let die = if from == 1 { format!("d{to}") } else { format!("d{{{}}}", faces.join(", ")) };
        return Brought::sure(FROM, format!("{before}{die}{after}"));
    }
    if let Some(rest) = line.strip_prefix("function:") {
        return function(rest);
    }
    if let Some((name, value)) = line.split_once(':').filter(|(_, value)| !value.starts_with('='))
        && is_name(name.trim())
        && !value.trim().is_empty()
        && !value.contains(" = ")
        && !crate::syntax::words::is_starting(name.trim())
    {
        let (name, value) = (name.trim(), again(value));
        return Brought::either(
            FROM,
            vec![
                ("one roll, kept", format!("let {name} = {value}")),
                ("rolled each time", format!("fn {name} = {value}")),
            ],
        );
    }
    None
}

/// `function: f A:n { result: A + 1 }`, without its first word: a function of one line.
fn function(rest: &str) -> Option<Brought> {
    let (head, body) = rest.split_once('{')?;
    let result = body.trim().strip_suffix('}')?.trim().strip_prefix("result:")?.trim();
    if result.contains(['{', '}', '[']) || result.is_empty() {
        return None;
    }
    let (params, words): (Vec<&str>, Vec<&str>) =
        head.split_whitespace().partition(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    let params: Vec<&str> = params.iter().map(|param| param.split(':').next().unwrap_or(param)).collect();
    let name = words.join("_");
    is_name(&name)
        .then(|| Brought::sure("AnyDice", format!("fn {name}({}) = {result}", params.join(", "))))?
}

/// `[highest 3 of 4d6]`, `[count {5,6} in 4d6]`, `[explode d6]`, without the brackets.
fn any_dice_function(inner: &str) -> Option<Brought> {
    const FROM: &str = "AnyDice";
    let (word, rest) = inner.split_once(' ')?;
    let rest = rest.trim();
    match word {
        "highest" | "lowest" => {
            let (count, pool) = rest.split_once(" of ")?;
            let (count, pool) = (count.trim(), pool.trim());
            let end = if word == "highest" { "kh" } else { "kl" };
            if is_number(count) && is_plain_pool(pool) {
                return Brought::sure(FROM, format!("{pool}{end}{count}"));
            }
            let function = if word == "highest" { "max" } else { "min" };
            rest.split_once(" and ").map_or_else(
                || {
                    let (a, b) = rest.strip_prefix("of ")?.split_once(" and ")?;
                    Brought::sure(FROM, format!("{function}({}, {})", a.trim(), b.trim()))
                },
                |(a, b)| {
                    let a = a.trim_start_matches("of ").trim();
                    Brought::sure(FROM, format!("{function}({a}, {})", b.trim()))
                },
            )
        }
        "count" => {
            let (faces, pool) = rest.split_once(" in ")?;
            let faces = faces.trim().trim_start_matches('{').trim_end_matches('}');
            let faces: Option<Vec<u32>> = faces.split(',').map(|face| face.trim().parse().ok()).collect();
            let mut faces = faces?;
            faces.sort_unstable();
            let pool = pool.trim();
            let sides: u32 = pool.split(['d', 'D']).nth(1)?.parse().ok()?;
            let (first, last) = (*faces.first()?, *faces.last()?);
            let run = faces.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
            let condition = match (faces.len(), run) {
                (1, _) => format!("c={first}"),
                (_, true) if last == sides => format!("c>={first}"),
                (_, true) if first == 1 => format!("c<={last}"),
                _ => return None,
            };
            Brought::sure(FROM, format!("{pool}{condition}"))
        }
        "explode" if is_plain_pool(rest) => Brought::either(
            FROM,
            vec![
                ("at most two more dice, as there", format!("{rest}!limit 2")),
                ("without an end", format!("{rest}!")),
            ],
        ),
        "middle" => {
            let pool = rest.strip_prefix("1 of ")?.trim();
            let count: u32 = pool.split(['d', 'D']).next()?.parse().ok()?;
            let die = pool.get(pool.find(['d', 'D'])?..)?;
            let plain = is_plain_pool(pool) && count % 2 == 1;
            plain.then(|| Brought::sure(FROM, format!("(sort ({count} times {die}))[{}]", count / 2 + 1)))?
        }
        "maximum" | "minimum" if rest.contains(" and ") => {
            let (a, b) = rest.strip_prefix("of ")?.split_once(" and ")?;
            let function = if word == "maximum" { "max" } else { "min" };
            Brought::sure(FROM, format!("{function}({}, {})", a.trim(), b.trim()))
        }
        "sort" | "reverse" if is_plain_pool(rest) => {
            let (count, sides) = rest.split_once(['d', 'D'])?;
            let count = if count.is_empty() { "1" } else { count };
            let down = if word == "sort" { " down" } else { "" };
            Brought::sure(FROM, format!("sort ({count} times d{sides}){down}"))
        }
        "contains" => {
            let (pool, face) = rest.split_once(' ')?;
            let plain = is_plain_pool(pool) && is_number(face);
            plain.then(|| Brought::sure(FROM, format!("{pool}c={} >= 1", face.trim())))?
        }
        "absolute" => Brought::sure(FROM, format!("abs({rest})")),
        _ => None,
    }
}
