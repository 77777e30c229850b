//! Calls of other languages inside expressions, and what they are here: `randint(1, 20) + 5`, `cdf(2d6, 7)`.

use crate::base::Span;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::Name;
use crate::syntax::brought::{arguments, begins_with_die};
use crate::syntax::is_expression;

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
    let of_random = name.starts_with("random.") || name.len() == bare.len();
    let (ours, sure) = match (bare.as_str(), args.as_slice()) {
        ("randint" | "rand_int" | "random_int" | "randbetween", [from, to]) if of_random => {
            (die(from, to), true)
        }
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
        ("dice" | "roll" | "rolldice" | "roll_dice", [count, sides]) if name == bare => {
            match count.parse::<u32>() {
                Ok(_) => (format!("{count}{}", die("1", sides)), true),
                Err(_) => (format!("({count}){}", die("1", sides)), true),
            }
        }
        ("pow" | "power", [base, exponent]) if name.len() == bare.len() => (product(base, exponent)?, true),
        ("sign" | "sgn", [value]) if name.len() == bare.len() => (format!("max(-1, min({value}, 1))"), false),
        // What chooses stands first in spreadsheets, with capitals.
        ("choose", [which, items @ ..]) if name == "CHOOSE" && items.len() > 1 => {
            (format!("[{}][{which}]", items.join(", ")), true)
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

/// A small power of a number or a name, written out.
fn product(base: &str, exponent: &str) -> Option<String> {
    let exponent = exponent.parse::<usize>().ok().filter(|exponent| (1..=10).contains(exponent))?;
    (bracketed(base) == base).then(|| format!("({})", vec![base; exponent].join(" * ")))
}

/// A number or a name as it is, anything else in brackets.
fn bracketed(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain { text.to_owned() } else { format!("({text})") }
}

/// What other languages call our functions.
pub(super) fn function_of_others(name: &Name, after: &str, message: &str) -> Option<Diagnostic> {
    let others = [
        ("len", "count"),
        ("length", "count"),
        ("size", "count"),
        ("avg", "average"),
        ("total", "sum"),
        ("maximum", "max"),
        ("highest", "max"),
        ("minimum", "min"),
        ("lowest", "min"),
        ("unique", "distinct"),
        ("probability", "chance"),
        ("prob", "chance"),
        ("advantage", "adv"),
        ("disadvantage", "dis"),
    ];
    let report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
    if &*name.text == "roll"
        && let Some((written, _)) = after.strip_prefix("(\"").and_then(|rest| rest.split_once("\")"))
    {
        let length = u32::try_from(written.len() + "(\"\")".len()).unwrap_or(0);
        let whole = Span { end: name.span.end + length, ..name.span };
        let roll = if written.contains(' ') { format!("({written})") } else { written.to_owned() };
        return Some(if is_expression(written) && begins_with_die(written) {
            report.surely(format!("dice are rolled where they stand: `{roll}`"), whole, roll)
        } else {
            report.help("dice are rolled where they stand, and have no quotes: `2d6 + 3`")
        });
    }
    if &*name.text == "roll" && after.starts_with('(') {
        return Some(report.surely("remove `roll`: dice are rolled where they stand", name.span, ""));
    }
    let helps = [
        (
            "mode",
            "which is the likeliest: `odds 5d6`; how often the most common one of a list comes up: `max([count(g) for g in groups of list by it])`",
        ),
        (
            "percentile",
            "how often a roll comes to so much or less: `chance(2d6 <= 9)`; the whole list with both: `tw odds 2d6 --format table`",
        ),
        ("sqrt", "there are no roots: compare squares, `x * x >= 16`"),
        ("median", "of three dice: `(3d6)kl2kh1`; of a list of three: `(sort list)[2]`"),
    ];
    if let Some((_, help)) = helps.iter().find(|(theirs, _)| name.text.eq_ignore_ascii_case(theirs)) {
        return after.starts_with('(').then(|| report.help(*help));
    }
    let (_, ours) = others.iter().find(|(theirs, _)| name.text.eq_ignore_ascii_case(theirs))?;
    after.starts_with('(').then(|| report.surely(format!("write `{ours}`"), name.span, *ours))
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
            ("RANDBETWEEN(1,6)+2", "d6", "+2"),
            ("roll(2, 6)", "2d6", ""),
            ("dice(n, 6)", "(n)d6", ""),
            ("dice(2, n)", "2d(n)", ""),
            ("pow(x, 3)", "(x * x * x)", ""),
            ("CHOOSE(d2, \"a\", \"b\")", "[\"a\", \"b\"][d2]", ""),
        ] {
            let found = call_of_others(theirs).expect(theirs);
            assert_eq!((found.ours.as_str(), theirs.get(found.length..)), (ours, Some(rest)));
        }
        for other in ["random.sample(x, 2)", "ash.range(3)", "randint(1", "choose(3)", "cdf(2d6)"] {
            assert_eq!(call_of_others(other), None, "{other}");
        }
    }
}
