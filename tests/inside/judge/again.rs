//! Procedures that set names again and hold counts against each other, before the same witnesses: pools and waits that
//! are looked at with a name before and after it is set again, and two sides that gather, double and take off each other.

use super::{Tally, judge, seeds, session_of};

/// Grows such procedures: the same for the same seed.
struct Maker(u64);

const WAIT: &str = "procedure wait()\n  let n = 0\n  repeat until d2 == 1\n    n += 1\n  end repeat\n  return n\nend procedure\n";
const SIDES: [&str; 14] = [
    "own += own",
    "own += d2",
    "other += d2",
    "other += 1",
    "own = other - own",
    "own -= other",
    "other -= d2",
    "own = other",
    "own = other + 1",
    "other += if d2 == 1 then other else 1",
    "own = max(own, other)",
    "own += own - other",
    "if own > other then other += 1",
    "if d2 == 1 then own += own",
];
const SIDES_IN_THE_END: [&str; 4] = [
    "own > other",
    "own - other",
    "if own > other then own - other else 0",
    "if own >= other then 2 else max(0, own)",
];
const LOOKS: [&str; 12] = [
    "count(first_pool where it >= NAME)",
    "count(second_pool where it >= NAME)",
    "max(first_pool)",
    "NAME * max(second_pool)",
    "sum(first_pool)",
    "NAME + 1",
    "min(second_pool) - NAME",
    "(if max(first_pool) > NAME then NAME else 2)",
    "count(first_pool where it == NAME + 1)",
    "max(NAME, min(first_pool))",
    "2",
    "NAME * NAME",
];
const WAITED: [&str; 12] = [
    "NAME + NAME",
    "NAME + 1",
    "wait()",
    "max(NAME, OTHER)",
    "min(NAME, 2)",
    "(if NAME > OTHER then NAME else OTHER)",
    "(if NAME > 2 then OTHER else 3)",
    "0 - NAME",
    "NAME * NAME",
    "d2",
    "NAME - OTHER",
    "NAME + OTHER",
];

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn sides(&mut self) -> String {
        let changes: Vec<&str> = (0..=self.below(3)).map(|_| self.pick(&SIDES)).collect();
        let changes = changes.join("\n    ");
        let end = self.pick(&SIDES_IN_THE_END);
        format!(
            "  let own = k\n  let other = d2\n  repeat 3 times\n    {changes}\n  end repeat\n  return {end}\n"
        )
    }

    /// One of these forms with names put in.
    fn form(&mut self, forms: &[&str]) -> String {
        let form = self.pick(forms);
        let [name, other] = [(); 2].map(|()| self.pick(&["a", "b"]));
        form.replace("NAME", name).replace("OTHER", other)
    }

    fn set_again(&mut self, first: &str, forms: &[&str]) -> String {
        let mut text = first.to_owned();
        for _ in 0..=self.below(4) {
            let name = self.pick(&["a", "b"]);
            let line = match self.below(4) {
                0 => format!("  {name} += {}\n", self.form(forms)),
                1 => format!("  if {} > {name}\n    {name} = {}\n", self.form(forms), self.form(forms)),
                _ => format!("  {name} = {}\n", self.form(forms)),
            };
            text.push_str(&line);
            if line.starts_with("  if") {
                if self.below(2) == 0 {
                    text.push_str(&format!("    return {}\n", self.form(forms)));
                }
                text.push_str("  end if\n");
            }
        }
        format!("{text}  return {} + {}\n", self.form(forms), self.form(forms))
    }

    fn program(&mut self) -> String {
        let body = match self.below(3) {
            0 => self.sides(),
            1 => self.set_again(
                "  let a = k\n  let b = 2\n  let first_pool = 2 times d3\n  let second_pool = 2 times d3\n",
                &LOOKS,
            ),
            _ => self.set_again("  let a = wait()\n  let b = d2 + k\n", &WAITED),
        };
        format!("{WAIT}\nprocedure made(k)\n{body}end procedure\n")
    }
}

#[test]
fn names_set_again_and_sides_have_the_odds_of_their_runs() {
    let (mut tally, mut refused, mut faults) = (Tally::default(), 0, Vec::new());
    for seed in seeds(150) {
        let made = Maker(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).program();
        let Some(mut session) = session_of(&made) else {
            refused += 1;
            continue;
        };
        for question in ["made(1)", "made(d2)"] {
            if let Err(why) = judge(&mut session, question, &mut tally) {
                faults.push(format!("seed {seed}, {question}: {why}\n{made}"));
                break;
            }
        }
    }
    println!("{tally}; {refused} refused");
    assert!(faults.is_empty(), "{} disagree\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
    assert!(tally.held > 200, "too few were judged: {tally}; {refused} refused");
}
