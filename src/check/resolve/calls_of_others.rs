//! Calls of other languages inside expressions, and what they are here: `randint(1, 20) + 5`, `cdf(2d6, 7)`.

/// A call of another language.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CallOfOthers {
    /// How long it is, from its name to its bracket.
    pub length: usize,
    /// What it is here.
    pub ours: String,
    /// Whether nothing else can be meant.
    pub sure: bool,
}

/// The call of another language that a text begins with.
pub(super) fn call_of_others(text: &str) -> Option<CallOfOthers> {
    let open = text.find('(')?;
    let name = text.get(..open)?.trim_end();
    let (args, end) = arguments(text.get(open + 1..)?)?;
    let args: Vec<&str> = args.iter().map(|arg| arg.trim()).collect();
    let bare = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    let of_random = name.starts_with("random.") || name == bare;
    let (ours, sure) = match (bare.as_str(), args.as_slice()) {
        ("randint" | "rand_int" | "random_int", [from, to]) if of_random => (die(from, to), true),
        ("choice", [list]) if of_random => (format!("pick {list}"), true),
        ("range", [many]) if name == bare => (format!("1..{}", bracketed(many)), false),
        ("range", [from, to]) if name == bare => {
            let last = to.parse::<i64>().map_or_else(|_| format!("({to} - 1)"), |to| (to - 1).to_string());
            (format!("{}..{last}", bracketed(from)), false)
        }
        ("cdf", [roll, at]) if name == bare => (format!("chance({roll} <= {at})"), false),
        ("pmf" | "pdf", [roll, at]) if name == bare => (format!("chance({roll} == {at})"), false),
        ("str", [value]) if name == bare => (format!("text_of({value})"), true),
        ("int" | "trunc", [value]) if name == bare => (format!("floor({value})"), false),
        ("ceiling" | "roundup" | "round_up", [value] | [value, "0"]) if name.len() == bare.len() => {
            (format!("ceil({value})"), false)
        }
        ("rounddown" | "round_down", [value] | [value, "0"]) if name.len() == bare.len() => {
            (format!("floor({value})"), false)
        }
        ("div" | "quotient", [number, by]) if name == bare => {
            (format!("({} // {})", bracketed(number), bracketed(by)), false)
        }
        ("clamp", [value, low, high]) if name == bare => (format!("max({low}, min({value}, {high}))"), true),
        ("if" | "iif", [condition, yes, no]) => (format!("(if {condition} then {yes} else {no})"), true),
        ("modulo" | "rem", [number, by]) if name == bare => {
            (format!("({} mod {})", bracketed(number), bracketed(by)), true)
        }
        ("pick" | "choose", [first, _, ..]) if name == bare && !first.is_empty() => {
            (format!("pick [{}]", args.join(", ")), true)
        }
        ("rand" | "random", [""]) if name == bare => ("(d100 / 100)".to_owned(), false),
        ("sorted", [list]) if name == bare => (format!("(sort {list})"), true),
        _ => return None,
    };
    Some(CallOfOthers { length: open + 1 + end, ours, sure })
}

/// A die from one number to another.
fn die(from: &str, to: &str) -> String {
    match (from.parse::<i64>(), to.parse::<u32>()) {
        (Ok(1), Ok(sides)) => format!("d{sides}"),
        (Ok(from), Ok(to)) => format!("d{{{from}..{to}}}"),
        (Ok(1), Err(_)) => format!("d({to})"),
        _ => format!("(d({to} - {from} + 1) + {from} - 1)"),
    }
}

/// A number or a name as it is, anything else in brackets.
fn bracketed(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain { text.to_owned() } else { format!("({text})") }
}

/// The arguments before the bracket that closes a call, and where what follows it begins.
fn arguments(text: &str) -> Option<(Vec<&str>, usize)> {
    let mut depth = 0u32;
    let mut from = 0;
    let mut args = Vec::new();
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '\n' | '\\' => return None,
            _ if quoted => {}
            '#' => return None,
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                args.push(text.get(from..at)?);
                return Some((args, at + 1));
            }
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                args.push(text.get(from..at)?);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_up_to_their_brackets() {
        for (theirs, ours, rest) in [
            ("randint(1,20)+5", "d20", "+5"),
            ("random.randint(2, 7)", "d{2..7}", ""),
            ("random.randint(1, n) + 1", "d(n)", " + 1"),
            ("cdf(2d6, 7)", "chance(2d6 <= 7)", ""),
            ("range(4)]", "1..4", "]"),
            ("range(1, 6)", "1..5", ""),
            ("range(count(x))", "1..(count(x))", ""),
            ("sorted([d6, d6])", "(sort [d6, d6])", ""),
            ("clamp(n + 1, 1, 5) * 2", "max(1, min(n + 1, 5))", " * 2"),
            ("IF(2d6 > 7, \"hit, hard\", \"miss\")", "(if 2d6 > 7 then \"hit, hard\" else \"miss\")", ""),
            ("modulo(n, 2)", "(n mod 2)", ""),
            ("pick(1, 2, 3)", "pick [1, 2, 3]", ""),
            ("roundup(7/2)", "ceil(7/2)", ""),
            ("ROUNDDOWN(7/2, 0)", "floor(7/2)", ""),
            ("div(n, 2)", "(n // 2)", ""),
        ] {
            let found = call_of_others(theirs).expect(theirs);
            assert_eq!((found.ours.as_str(), theirs.get(found.length..)), (ours, Some(rest)));
        }
        for other in ["random.sample(x, 2)", "ash.range(3)", "randint(1", "choose(3)", "cdf(2d6)"] {
            assert_eq!(call_of_others(other), None, "{other}");
        }
    }
}
