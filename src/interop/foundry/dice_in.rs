//! Foundry's formulas as ours.

/// Sums and products of dice and numbers; `None` for what has no equal here, such as names and functions.
pub(crate) fn dice_in(formula: &str) -> Option<String> {
    let formula = without_labels(formula)?;
    let mut reader = FormulaReader { rest: formula.trim(), out: String::new(), dice: false, depth: 0 };
    reader.sum()?;
    (reader.rest.is_empty() && reader.dice).then_some(reader.out)
}

/// `2d6[fire]` without its label.
fn without_labels(formula: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = formula;
    while let Some((before, label)) = rest.split_once('[') {
        out.push_str(before);
        rest = label.split_once(']')?.1;
    }
    out.push_str(rest);
    Some(out)
}

struct FormulaReader<'t> {
    rest: &'t str,
    out: String,
    /// Whether a die was read.
    dice: bool,
    depth: usize,
}

impl FormulaReader<'_> {
    fn sum(&mut self) -> Option<()> {
        const MAX_DEPTH: usize = 20;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.term()?;
        loop {
            self.rest = self.rest.trim_start();
            let Some(sign) = self.rest.chars().next().filter(|sign| "+-*".contains(*sign)) else { break };
            self.rest = &self.rest[1..];
            self.out.push_str(&format!(" {sign} "));
            self.term()?;
        }
        self.depth -= 1;
        Some(())
    }

    fn term(&mut self) -> Option<()> {
        self.rest = self.rest.trim_start();
        if let Some(inside) = self.rest.strip_prefix('(') {
            self.rest = inside;
            self.out.push('(');
            self.sum()?;
            self.rest = self.rest.trim_start().strip_prefix(')')?;
            self.out.push(')');
            return Some(());
        }
        let count = self.digits().to_owned();
        self.out.push_str(&count);
        let Some(sides) = self.rest.strip_prefix(['d', 'D']) else {
            return (!count.is_empty()).then_some(());
        };
        self.rest = sides;
        self.dice = true;
        if let Some(after) = self.rest.strip_prefix('%') {
            self.rest = after;
            self.out.push_str("d100");
        } else if let Some(after) = self.rest.strip_prefix(['f', 'F']) {
            self.rest = after;
            self.out.push_str("dF");
        } else {
            let sides = self.digits().to_owned();
            self.out.push_str(&match sides.as_str() {
                "" => return None,
                // Here they are two and three dice that are read as digits.
                "66" | "666" => format!("d{{1..{sides}}}"),
                sides => format!("d{sides}"),
            });
        }
        while self.rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') {
            self.modifier()?;
        }
        Some(())
    }

    /// One of Foundry's, in our spelling.
    fn modifier(&mut self) -> Option<()> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let ours = match word.to_ascii_lowercase().as_str() {
            "k" | "kh" => "kh",
            "kl" => "kl",
            "d" | "dl" => "dl",
            "dh" => "dh",
            // There `r` rerolls once, and `rr` as often as it takes.
            "r" => "ro",
            "rr" => "r",
            "x" => "!",
            "cs" => "c",
            "min" => "min",
            "max" => "max",
            _ => return None,
        };
        self.rest = rest;
        self.out.push_str(ours);
        let sign = ["<=", ">=", "<", ">", "="].iter().find(|sign| rest.starts_with(**sign));
        let takes_sign = matches!(ours, "ro" | "r" | "!" | "c");
        if let Some(sign) = sign {
            if !takes_sign {
                return None;
            }
            self.rest = &self.rest[sign.len()..];
            self.out.push_str(sign);
        }
        let number = self.digits().to_owned();
        let needs_number = sign.is_some() || matches!(ours, "ro" | "r" | "c" | "min" | "max");
        if number.is_empty() && needs_number {
            return None;
        }
        if sign.is_none() && takes_sign && !number.is_empty() {
            self.out.push('=');
        }
        self.out.push_str(&number);
        Some(())
    }

    fn digits(&mut self) -> &str {
        const LONGEST: usize = 9;
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len()).min(LONGEST);
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_ours_or_nothing() {
        for (there, here) in [
            ("1d100", "1d100"),
            (" 2d6+ 3 ", "2d6 + 3"),
            ("(1d6 + 1) * 10", "(1d6 + 1) * 10"),
            ("4d6k3", "4d6kh3"),
            ("4d6dl1r<2", "4d6dl1ro<2"),
            ("4d6rr1", "4d6r=1"),
            ("8d6x6", "8d6!=6"),
            ("10d6cs>=5", "10d6c>=5"),
            ("4df", "4dF"),
            ("d%", "d100"),
            ("2d66[hits]", "2d{1..66}"),
        ] {
            let dice = dice_in(there);
            assert_eq!(dice.as_deref(), Some(here));
            let (read, reports) = crate::syntax::parse_expression(crate::base::SourceId(0), here);
            assert!(read.is_some() && reports.is_empty(), "{here}: {reports:?}");
        }
        for there in [
            "",
            "5",
            "@level + 1d6",
            "max(1d6, 2)",
            "{1d6,1d8}kh",
            "goods",
            "1d6 + ",
            "1d6; 2",
            "2d6xo6",
            "1d6/2",
        ] {
            assert_eq!(dice_in(there), None, "{there}");
        }
    }
}
