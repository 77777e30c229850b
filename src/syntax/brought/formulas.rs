//! Formulas as spreadsheets and calculators write them: `=d6+2`, `mod(7, 2)`, `x^2`.

use super::{Brought, again, is_name, is_number};

const FROM: &str = "other languages";

/// What a line with such a formula is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [of_a_cell, rolled, remainder, power].iter().find_map(|rule| rule(line))
}

/// `=d6+2`, as the cell of a spreadsheet begins.
fn of_a_cell(line: &str) -> Option<Brought> {
    let formula = line.strip_prefix('=').filter(|rest| !rest.starts_with('='))?.trim();
    (!formula.is_empty()).then(|| Brought::sure("spreadsheets", again(formula)))?
}

/// `roll(2, 6)`: how many dice, and how many sides each.
fn rolled(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("roll(")?;
    let (arguments, end) = arguments(rest)?;
    let [count, sides] = arguments.as_slice() else { return None };
    let (count, sides) = (count.trim(), sides.trim());
    let after = rest.get(end..)?;
    (is_number(count) && is_number(sides)).then(|| Brought::sure(FROM, format!("{count}d{sides}{after}")))?
}

/// `mod(7, 2)`: the word stands between its numbers here.
fn remainder(line: &str) -> Option<Brought> {
    let (at, found) = ["mod(", "MOD("].iter().find_map(|word| Some((line.find(word)?, word.len())))?;
    let (before, rest) = (line.get(..at)?, line.get(at + found..)?);
    let (arguments, end) = arguments(rest)?;
    let [number, by] = arguments.as_slice() else { return None };
    let by_itself = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let bracketed = |text: &str| {
        let text = text.trim();
        if is_number(text) || is_name(text) { text.to_owned() } else { format!("({text})") }
    };
    let after = rest.get(end..)?;
    let ours = format!("{} mod {}", bracketed(number), bracketed(by));
    let ours = if before.trim().is_empty() && after.trim().is_empty() { ours } else { format!("({ours})") };
    by_itself.then(|| Brought::sure(FROM, format!("{before}{ours}{after}")))?
}

/// `2^3`, `x**2 + 1`: there are no powers, but a small one of a number or a name is a product.
fn power(line: &str) -> Option<Brought> {
    let (before, after) = line.split_once("**").or_else(|| line.split_once('^'))?;
    let is_sign = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (before.trim_end(), after.trim_start());
    let (head, base) = before.split_at(before.trim_end_matches(is_sign).len());
    let (exponent, rest) = after.split_at(after.len() - after.trim_start_matches(is_sign).len());
    let exponent = exponent.parse::<usize>().ok().filter(|exponent| (1..=10).contains(exponent))?;
    let plain = (is_number(base) || is_name(base) && !super::begins_with_die(base))
        && !head.ends_with(['.', '"'])
        && !rest.starts_with(['.', '(']);
    let product = vec![base; exponent].join(" * ");
    let alone = (head.trim().is_empty() || head.trim_end().ends_with('=')) && rest.trim().is_empty();
    let product = if alone || exponent == 1 { product } else { format!("({product})") };
    plain.then(|| Brought::sure(FROM, format!("{head}{product}{rest}")))?
}

/// The arguments before the bracket that closes a call, and where what follows it begins.
pub(crate) fn arguments(text: &str) -> Option<(Vec<&str>, usize)> {
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
    use crate::syntax::brought::{Brought, translate};

    #[test]
    fn formulas_are_what_they_come_to_here() {
        for (theirs, ours) in [
            ("=d6+2", "d6+2"),
            ("= mod(d6, 2)", "d6 mod 2"),
            ("roll(2, 6) + 1", "2d6 + 1"),
            ("mod(7, 2)", "7 mod 2"),
            ("1 + MOD(d6 + n, 2)", "1 + ((d6 + n) mod 2)"),
            ("x^2", "x * x"),
            ("2 * x ** 3 + 1", "2 * (x * x * x) + 1"),
        ] {
            assert_eq!(translate(theirs).as_ref().and_then(Brought::meaning), Some(ours), "{theirs}");
        }
        for ours in ["7 mod 2", "7 mod (2 + 1)", "x == 3", "d6^2", "ash.might^2", "x^n", "roll(n)"] {
            assert_eq!(super::line(ours), None, "{ours}");
        }
    }
}
