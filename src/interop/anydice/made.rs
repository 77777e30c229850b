//! Expressions of ours that were made of AnyDice's.

use super::tree::Why;
use crate::check::Builtin;
use crate::syntax::plain_name;

/// What an expression gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sort {
    /// A number, or dice that are summed.
    Number,
    /// Yes or no, where AnyDice has 1 and 0.
    Truth,
    /// A list; its numbers where they are written out.
    List(Option<Vec<i64>>),
}

/// An expression of ours.
#[derive(Debug, Clone)]
pub(super) struct Translated {
    /// As it is written.
    pub(crate) text: String,
    pub(crate) sort: Sort,
    /// Whether dice are thrown each time that it is worked out.
    pub(crate) rolls: bool,
    /// Whether an operator may stand beside it without brackets.
    tight: bool,
    /// How many dice, and which, for a plain pool.
    pub(crate) pool: Option<(String, String)>,
    /// The number that it is, where it is one.
    pub(crate) value: Option<i64>,
    /// Whether it is a number that is known never to be below 0.
    natural: bool,
}

impl Translated {
    /// A name, a call, or anything that needs no brackets.
    pub(super) fn tight(text: String, sort: Sort, rolls: bool) -> Translated {
        Translated { text, sort, rolls, tight: true, pool: None, value: None, natural: false }
    }

    /// What needs brackets beside an operator.
    pub(super) fn loose(text: String, sort: Sort, rolls: bool) -> Translated {
        Translated { tight: false, ..Translated::tight(text, sort, rolls) }
    }

    pub(super) fn whole(value: i64) -> Translated {
        let made =
            Translated { tight: value >= 0, ..Translated::tight(value.to_string(), Sort::Number, false) };
        Translated { value: Some(value), natural: value >= 0, ..made }
    }

    /// A list of numbers that are written out.
    pub(super) fn list(numbers: Vec<i64>) -> Translated {
        let text = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        Translated::tight(format!("[{text}]"), Sort::List(Some(numbers)), false)
    }

    pub(super) fn pool(count: &str, die: &str) -> Translated {
        let pool = Some((if count.is_empty() { "1" } else { count }.to_owned(), die.to_owned()));
        let natural = !die.contains(['-', '(']);
        Translated { pool, natural, ..Translated::tight(format!("{count}{die}"), Sort::Number, true) }
    }

    /// The same, known to be so many of these dice.
    pub(super) fn of_pool(self, pool: Option<(String, String)>) -> Translated {
        Translated { pool, ..self }
    }

    /// The same, known never to be below 0 if this isn't.
    pub(super) fn natural_where(self, of: &Translated) -> Translated {
        Translated { natural: of.natural, ..self }
    }

    /// Whether it is a number or sequence that stands there as it is.
    pub(super) fn is_written_out(&self) -> bool {
        self.value.is_some() || matches!(self.sort, Sort::List(Some(_)))
    }

    /// A pool as dice that modifiers may follow.
    pub(super) fn dice(&self) -> String {
        match &self.pool {
            // Dice that are not plain ones are a list of rolls.
            Some((count, die)) if die.starts_with('(') => format!("({count} times {die})"),
            Some((count, die)) if count == "1" => die.clone(),
            Some((count, die)) => format!("{count}{die}"),
            None => self.operand(),
        }
    }

    /// The most that these dice can show together.
    pub(super) fn highest_total(&self) -> Translated {
        let text = match &self.pool {
            Some((count, each)) if count == "1" => format!("highest_face({each})"),
            Some((count, each)) => format!("({count} * highest_face({each}))"),
            // Nobody says how many dice are given to a function.
            None => format!("{HIGHEST_TOTAL}({})", self.text),
        };
        Translated::tight(text, Sort::Number, false)
    }

    /// As a condition: in AnyDice, what is not 0 holds.
    pub(super) fn condition(&self) -> Result<String, Why> {
        match &self.sort {
            Sort::Truth => Ok(self.text.clone()),
            Sort::Number => Ok(format!("{} != 0", self.operand())),
            Sort::List(_) => Err("asks whether a sequence holds".to_owned()),
        }
    }

    /// As a number: in AnyDice, what holds is 1, and a sequence is its sum.
    pub(super) fn number(&self) -> Translated {
        match &self.sort {
            Sort::Number => self.clone(),
            Sort::Truth => {
                Translated::loose(format!("if {} then 1 else 0", self.text), Sort::Number, self.rolls)
            }
            Sort::List(Some(numbers)) => {
                Translated::whole(numbers.iter().fold(0, |sum, n| sum.saturating_add(*n)))
            }
            Sort::List(None) => Translated::tight(format!("sum({})", self.text), Sort::Number, self.rolls),
        }
    }

    /// As a list: in AnyDice, a pool is a sequence from the highest die to the lowest, and a number one of one.
    pub(super) fn as_list(&self, lowest_first: bool) -> Translated {
        let list = |text: String| Translated::tight(text, Sort::List(None), self.rolls);
        match (&self.sort, &self.pool) {
            (Sort::List(_), _) => self.clone(),
            (Sort::Number, Some((count, die))) => {
                let down = if lowest_first { "" } else { " down" };
                list(format!("(sort ({count} times {die}){down})"))
            }
            (Sort::Number | Sort::Truth, _) => match self.value {
                Some(value) => Translated::list(vec![value]),
                None => list(format!("[{}]", self.number().text)),
            },
        }
    }

    /// Whether it is a name alone, such as that of a parameter.
    pub(super) fn is_name(&self) -> bool {
        self.text.chars().all(|c| c.is_alphanumeric() || c == '_') && self.value.is_none()
    }

    /// The digits of a number, which are below 0 with it.
    pub(super) fn digits(&self) -> Translated {
        let Some(value) = self.value else {
            let text = match self.natural {
                true => format!("digits({})", self.text),
                false => format!("{DIGITS_OF}({})", self.number().text),
            };
            return Translated::tight(text, Sort::List(None), self.rolls);
        };
        let digit = |digit: u8| i64::from(digit.saturating_sub(b'0')) * value.signum();
        let written = value.unsigned_abs().to_string();
        Translated::list(written.bytes().map(digit).collect())
    }

    /// What has places: a sequence, dice from the highest to the lowest, the digits of a number.
    pub(super) fn placed(&self, lowest_first: bool) -> Translated {
        let down = if lowest_first { "" } else { " down" };
        match (&self.sort, &self.pool) {
            (Sort::List(_), _) | (Sort::Number | Sort::Truth, Some(_)) => self.clone(),
            (Sort::Number, None) if self.rolls && self.is_name() => {
                Translated::tight(format!("(sort {}{down})", self.text), Sort::List(None), true)
            }
            (Sort::Number | Sort::Truth, None) if self.rolls => self.as_list(lowest_first),
            (Sort::Number | Sort::Truth, None) => self.digits(),
        }
    }

    /// How many dice there are.
    pub(super) fn size(&self) -> Translated {
        match self.is_name() {
            // Nobody says how many dice are given to a function.
            true => {
                let text = format!("({0})c>=(lowest_face({0}))", self.text);
                Translated::tight(text, Sort::Number, false)
            }
            false => Translated::whole(1),
        }
    }

    /// As dice: a number is a die that always shows it, a sequence a die with its faces.
    pub(super) fn as_dice(&self) -> Result<Translated, Why> {
        match &self.sort {
            Sort::List(Some(faces)) if !faces.is_empty() => {
                let faces = faces.iter().map(ToString::to_string).collect::<Vec<_>>();
                Ok(Translated::pool("", &format!("d{{{}}}", faces.join(", "))))
            }
            Sort::List(Some(_)) => Err("makes a die of an empty sequence".to_owned()),
            Sort::List(None) => {
                let text = format!("(pick {})", self.text);
                Ok(Translated::tight(text, Sort::Number, true))
            }
            Sort::Number | Sort::Truth => Ok(self.number().of_pool(self.pool.clone())),
        }
    }

    /// The faces of a single die that is written out, as a sequence.
    pub(super) fn faces(&self) -> Option<Translated> {
        let (count, die) = self.pool.as_ref()?;
        let faces = die.strip_prefix('d').filter(|_| count == "1")?;
        if let Ok(sides) = faces.parse::<i64>() {
            return (1..=MAX_FACES).contains(&sides).then(|| Translated::list((1..=sides).collect()));
        }
        let listed = faces.strip_prefix('{')?.strip_suffix('}')?;
        let numbers = listed.split(", ").map(|face| face.parse().ok()).collect::<Option<Vec<i64>>>()?;
        Some(Translated::list(numbers))
    }

    pub(super) fn operand(&self) -> String {
        if self.tight { self.text.clone() } else { format!("({})", self.text) }
    }

    /// How many of something: digits as they are, everything else in brackets.
    pub(super) fn count(&self) -> String {
        match self.number() {
            Translated { value: Some(value), .. } if value >= 0 => value.to_string(),
            other => format!("({})", other.text),
        }
    }
}

/// Two expressions and the operator between them.
pub(super) fn between(left: &Translated, sign: &str, right: &Translated) -> Result<Translated, Why> {
    let rolls = left.rolls || right.rolls;
    let ours = match sign {
        "|" | "&" => {
            let word = if sign == "|" { "or" } else { "and" };
            let text = format!("({}) {word} ({})", left.condition()?, right.condition()?);
            return Ok(Translated::loose(text, Sort::Truth, rolls));
        }
        "=" => "==",
        "/" => "//",
        other => other,
    };
    let natural = ["+", "*", "//"].contains(&ours) && left.natural && right.natural;
    let compares = ["==", "!=", "<", ">", "<=", ">="].contains(&ours);
    if compares && (is_list(left) || is_list(right)) {
        return compared_with_list(left, ours, right);
    }
    let (left, right) = (left.number(), right.number());
    if let (Some(a), Some(b)) = (left.value, right.value)
        && let Some(value) = folded(a, ours, b)
    {
        return Ok(Translated::whole(value));
    }
    if ours == "^" && right.value.is_none() {
        return Err("raises to a power that is worked out".to_owned());
    }
    if ours == "^" {
        let power = usize::try_from(right.value.unwrap_or(0)).ok().filter(|power| (1..=20).contains(power));
        let power = power.filter(|_| !left.rolls).ok_or("raises dice to a power")?;
        return Ok(Translated::loose(vec![left.operand(); power].join(" * "), Sort::Number, false));
    }
    // There, what is left of a division is left out on both sides of 0.
    if ours == "//" && !natural {
        let text = format!("{QUOTIENT}({}, {})", left.text, right.text);
        return Ok(Translated::tight(text, Sort::Number, rolls));
    }
    let sums = ours == "+" && !left.text.starts_with("if ");
    let left_text = if sums { left.text.clone() } else { left.operand() };
    let sort = if compares { Sort::Truth } else { Sort::Number };
    let made = Translated::loose(format!("{left_text} {ours} {}", right.operand()), sort, rolls);
    Ok(Translated { natural, ..made })
}

/// The function that compares two sequences, as it is called in what is made.
pub(super) const AHEAD: &str = "ahead_of";
/// The function that lets any dice explode.
pub(super) const EXPLODED: &str = "exploded";
/// The function that says how much dice can show together.
pub(super) const HIGHEST_TOTAL: &str = "highest_total";
/// The function that divides towards 0.
const QUOTIENT: &str = "quotient";
/// The function that says the digits of a number, which are below 0 with it.
const DIGITS_OF: &str = "signed_digits";
/// A die whose faces become a sequence has no more.
const MAX_FACES: i64 = 200;

/// The functions that a program of AnyDice has of itself and that are written out here, by their names.
pub(super) const HELPERS: [(&str, &str); 5] = [
    (
        AHEAD,
        "## Compares two lists number by number: 1 where the first is ahead, -1 where the second is.
fn ahead_of(a: list, b: list)
  for i in 1..max(count(a), count(b))
    if i > count(b) then return 1
    if i > count(a) then return -1
    if a[i] > b[i] then return 1
    if a[i] < b[i] then return -1
  end
  return 0
end fn

",
    ),
    (
        HIGHEST_TOTAL,
        "## The most that dice can show together.
fn highest_total(die: dice) = highest_face(die) * count(die where it >= lowest_face(die))

",
    ),
    (
        EXPLODED,
        "## Dice that are rolled again where they show so much, and added up, so many times at most.
fn exploded(die: dice, top: number, again: number) = if rolled == top and again > 0 then rolled + exploded(die, top, again - 1) else rolled where rolled = die

",
    ),
    (
        DIGITS_OF,
        "## The digits of a number, which are below 0 with it.
fn signed_digits(n: number) = if n < 0 then [-digit for digit in digits(-n)] else digits(n)

",
    ),
    (
        QUOTIENT,
        "## Divides and leaves out what is left over, towards zero on both sides of it.
fn quotient(a: number, b: number) = if (a < 0) == (b < 0) then a // b else -(-a // b)

",
    ),
];

fn is_list(made: &Translated) -> bool {
    matches!(made.sort, Sort::List(_))
}

/// In AnyDice, a number beside a sequence is compared with each of its numbers, and it counts how often that holds.
/// Dice are compared with its sum.
fn compared_with_list(left: &Translated, sign: &str, right: &Translated) -> Result<Translated, Why> {
    let (list, number) = if is_list(left) { (left, right) } else { (right, left) };
    let Sort::List(numbers) = &list.sort else { return Err("compares sequences".to_owned()) };
    if is_list(number) {
        let text = format!("{AHEAD}({}, {}) {sign} 0", left.text, right.text);
        return Ok(Translated::loose(text, Sort::Truth, left.rolls || right.rolls));
    }
    if number.rolls {
        let (left, right) =
            if is_list(left) { (list.number(), number.number()) } else { (number.number(), list.number()) };
        let text = format!("{} {sign} {}", left.operand(), right.operand());
        return Ok(Translated::loose(text, Sort::Truth, true));
    }
    let differ = numbers.as_ref().is_some_and(|numbers| {
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| matches!(pair, [a, b] if a != b))
    });
    if sign == "==" && differ {
        let text = format!("{} in {}", number.number().operand(), list.text);
        return Ok(Translated::loose(text, Sort::Truth, false));
    }
    if list.rolls {
        return Err("counts how often dice compare with a sequence".to_owned());
    }
    let (a, b) =
        if is_list(left) { ("it".to_owned(), number.operand()) } else { (number.operand(), "it".to_owned()) };
    Ok(Translated::tight(format!("count({} where {a} {sign} {b})", list.text), Sort::Number, false))
}

fn folded(a: i64, sign: &str, b: i64) -> Option<i64> {
    match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        // AnyDice rounds towards zero.
        "//" => a.checked_div(b),
        "^" => a.checked_pow(u32::try_from(b).ok()?),
        "==" => Some(i64::from(a == b)),
        "!=" => Some(i64::from(a != b)),
        "<" => Some(i64::from(a < b)),
        ">" => Some(i64::from(a > b)),
        "<=" => Some(i64::from(a <= b)),
        ">=" => Some(i64::from(a >= b)),
        _ => None,
    }
}

/// A name that nothing here has already: `COUNT` as `count_of`.
pub(super) fn own_name(name: &str) -> String {
    let name = plain_name(name);
    // Alone, it begins a die.
    if name == "d" {
        return "die".to_owned();
    }
    if Builtin::named(&name).is_some() { format!("{name}_of") } else { name }
}
