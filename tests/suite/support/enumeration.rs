//! Plain enumeration of what may be drawn, and the same question in many spellings.
//!
//! Nothing here is shared with the program but the way in which others embed it.

use std::collections::BTreeMap;

use tablewright::{Odds, Session};

use Answer::{Item, Items, Number, YesNo};
use Looks::{List, Lists, Pair, Three};

/// A chance as a fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio(u128, u128);

impl Ratio {
    fn new(over: u128, under: u128) -> Ratio {
        let (mut a, mut b) = (over, under);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Ratio(over / a, under / a)
    }

    fn plus(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.0, self.1 * other.1)
    }

    fn read(text: &str) -> Option<Ratio> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        Some(Ratio(over.parse().ok()?, under.parse().ok()?))
    }

    pub fn float(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// Chances by what is shown.
pub type Chances = BTreeMap<String, Ratio>;

fn add(chances: &mut Chances, shown: String, chance: Ratio) {
    let known = chances.entry(shown).or_insert(Ratio(0, 1));
    *known = known.plus(chance);
}

/// What happens to a row that came up.
#[derive(Clone, Copy, PartialEq)]
pub enum Luck {
    /// It may come up again.
    Again,
    /// It stays out.
    Out,
    /// It stays out of the same list.
    Unique,
}

/// Where the items of the lists come from.
pub struct Source {
    pub name: &'static str,
    pub program: &'static str,
    /// A single draw.
    pub one: &'static str,
    /// Several, with `#` for how many; empty for a list of single draws.
    pub many: &'static str,
    pub luck: Luck,
    /// What comes up, and its weight. Words are numbered by their place in [`WORDS`].
    pub rows: &'static [(i64, u128)],
    pub words: bool,
}

const WORDS: [&str; 4] = ["", "ash", "birch", "cole"];

impl Source {
    fn draws(&self, count: usize) -> String {
        if self.many.is_empty() {
            return format!("[{}]", vec![self.one; count].join(", "));
        }
        self.many.replace('#', &count.to_string())
    }

    fn show(&self, item: i64) -> String {
        if self.words { WORDS[item as usize].to_owned() } else { item.to_string() }
    }

    /// A question as it is asked of this. Odds show rows in which all is rolled as they are written, whatever came up, so
    /// it is their text that is asked for.
    fn asked(&self, (_, text, answer): &Question) -> String {
        let is_item = matches!(answer(&[1, 2, 3], &[1, 2]), Item(_));
        if is_item && self.program.contains("- {") {
            format!("join([{text}], \"\")")
        } else {
            (*text).to_owned()
        }
    }

    /// Every way in which draws come up, by lists of these lengths one after the other.
    fn cases(&self, lists: &[usize]) -> Vec<(Vec<i64>, Ratio)> {
        let mut cases = vec![(Vec::<usize>::new(), Ratio(1, 1))];
        for length in lists {
            for place in 0..*length {
                cases = cases.iter().flat_map(|case| self.next(case, place)).collect();
            }
        }
        let items = |rows: &[usize]| rows.iter().map(|row| self.rows[*row].0).collect();
        cases.iter().map(|(rows, chance)| (items(rows), *chance)).collect()
    }

    /// A case with each row that can come up next, at this place of its list.
    fn next(&self, (before, chance): &(Vec<usize>, Ratio), place: usize) -> Vec<(Vec<usize>, Ratio)> {
        let gone = match self.luck {
            Luck::Again => &[],
            Luck::Out => &before[..],
            Luck::Unique => &before[before.len() - place..],
        };
        let left: Vec<usize> = (0..self.rows.len()).filter(|row| !gone.contains(row)).collect();
        let all = left.iter().map(|row| self.rows[*row].1).sum();
        let with = |row: &usize| {
            let rows = before.iter().chain([row]).copied().collect();
            (rows, chance.times(Ratio::new(self.rows[*row].1, all)))
        };
        left.iter().map(with).collect()
    }
}

/// What a question comes to.
pub enum Answer {
    Number(i64),
    YesNo(bool),
    Item(i64),
    Items(Vec<i64>),
}

/// What is drawn for a question.
#[derive(Clone, Copy, PartialEq)]
pub enum Looks {
    /// A list, `xs`, of three, and of two also.
    List,
    /// A list, `xs`, of three.
    Three,
    /// Two lists of two, `xs` and `ys`.
    Lists,
    /// Two single draws, `one` and `two`.
    Pair,
}

impl Looks {
    fn names(self) -> &'static [&'static str] {
        match self {
            Looks::List | Looks::Three => &["xs"],
            Looks::Lists => &["xs", "ys"],
            Looks::Pair => &["one", "two"],
        }
    }

    fn lengths(self, count: usize) -> Vec<usize> {
        match self {
            Looks::List | Looks::Three => vec![count],
            Looks::Lists => vec![2, 2],
            Looks::Pair => vec![1, 1],
        }
    }
}

/// A question and the answer to it, from the two lists that it is about.
pub type Question = (Looks, &'static str, fn(&[i64], &[i64]) -> Answer);

/// A question as it is asked in one spelling.
pub struct Spelling {
    pub name: &'static str,
    /// What must be defined.
    pub defined: String,
    pub asked: String,
}

/// The parts of a question that may get a name of their own.
const PARTS: [&str; 7] = [
    "[count(g) for g in groups of xs by it]",
    "groups of xs by it",
    "sort xs down",
    "sort xs",
    "distinct(xs)",
    "max(xs)",
    "xs[1]",
];

/// How often a name occurs, and what stands there when something else stands for it.
fn replaced(text: &str, name: &str, by: &str) -> (usize, String) {
    let (mut times, mut out, mut rest) = (0, String::new(), text);
    while let Some(at) = rest.find(name) {
        let after = &rest[at + name.len()..];
        let word = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
        let within = word(rest[..at].chars().last()) || word(after.chars().next());
        times += usize::from(!within);
        out.push_str(&rest[..at]);
        out.push_str(if within { name } else { by });
        rest = after;
    }
    (times, out + rest)
}

/// A question in all the spellings that there are for it.
pub fn spellings(source: &Source, question: &Question, length: usize) -> Vec<Spelling> {
    let (looks, question) = (&question.0, &source.asked(question));
    let names = looks.names();
    let drawn = match looks {
        Pair => vec![source.one.to_owned(); 2],
        List | Three | Lists => looks.lengths(length).iter().map(|length| source.draws(*length)).collect(),
    };
    let each = |form: &dyn Fn(&str, &str) -> String, between: &str| {
        let parts: Vec<String> = names.iter().zip(&drawn).map(|(name, drawn)| form(name, drawn)).collect();
        parts.join(between)
    };
    let is = each(&|name, drawn| format!("{name} = {drawn}"), ", ");
    let lets = each(&|name, drawn| format!("  let {name} = {drawn}\n"), "");
    let handed = drawn.join(", ");
    let args = names.join(", ");
    let lists = names.iter().map(|name| format!("{name}: list")).collect::<Vec<String>>().join(", ");
    let body = |name: &str, lines: &str, returned: &str| {
        format!("procedure {name}()\n{lines}  return {returned}\nend procedure\n")
    };
    let mut all = Vec::new();
    let mut push = |name, defined: String, asked: String| all.push(Spelling { name, defined, asked });
    // What is drawn within a condition on each item is drawn anew for each.
    let once = *looks != Lists || !question.contains("where");
    let inline = names.iter().zip(&drawn).try_fold(question.clone(), |text, (name, drawn)| {
        let (times, text) = replaced(&text, name, &format!("({drawn})"));
        (times == 1 && once).then_some(text)
    });
    if let Some(inline) = inline {
        push("inline", String::new(), inline);
    }
    push("where", String::new(), format!("({question}) where {is}"));
    push("let", body("p_let", &lets, question), "p_let()".to_owned());
    push("fn", format!("fn f_any({args}) = {question}\n"), format!("f_any({handed})"));
    push(
        "fn by fn",
        format!("fn f_of({args}) = {question}\nfn f_on({args}) = f_of({args})\n"),
        format!("f_on({handed})"),
    );
    let defined = format!("procedure p_handed({args})\n  return {question}\nend procedure\n");
    push("handed", defined, format!("p_handed({handed})"));
    let defined = format!("procedure p_inner({args})\n  return {question}\nend procedure\n")
        + &body("p_within", "", &format!("p_inner({handed})"));
    push("handed within", defined, "p_within()".to_owned());
    let branch = match looks {
        Pair => format!("{lets}  if one is two then return {question}\n"),
        List | Three | Lists => format!("{lets}  if xs[1] is xs[2] then return {question}\n"),
    };
    push("after if", body("p_if", &branch, question), "p_if()".to_owned());
    let looped = format!("  let r = 0\n  repeat until r != 0\n{lets}    return {question}\n  end repeat\n");
    let looped = format!("procedure p_loop()\n{looped}end procedure\n");
    push("loop", looped, "p_loop()".to_owned());
    if *looks != Pair {
        push("fn of list", format!("fn f_list({lists}) = {question}\n"), format!("f_list({handed})"));
        let again = each(&|name, drawn| format!("  let {name} = []\n  {name} = {drawn}\n"), "");
        push("set again", body("p_again", &again, question), "p_again()".to_owned());
        let added = |name: &str, drawn: &str| {
            format!("  let {name} = []\n  for y in {drawn}\n    add y to {name}\n  end for\n")
        };
        push("added", body("p_added", &each(&added, ""), question), "p_added()".to_owned());
    }
    if let Some(part) = PARTS.iter().find(|part| question.contains(**part)) {
        let rest = question.replace(part, "part");
        let lets = format!("{lets}  let part = {part}\n");
        push("part by let", body("p_part", &lets, &rest), "p_part()".to_owned());
        push("part by where", String::new(), format!("({rest}) where part = {part}, {is}"));
    }
    all
}

/// What the cells of a grid came to.
#[derive(Default)]
pub struct Tally {
    asked: usize,
    wrong: Vec<String>,
    refused: Vec<String>,
    sampled: Vec<String>,
    short: Vec<String>,
}

impl Tally {
    /// Asks a question of a source in those spellings whose numbers are chosen; the definitions are read once for all.
    pub fn cell(
        &mut self,
        source: &Source,
        question: &Question,
        length: usize,
        chosen: impl Fn(usize) -> bool,
    ) {
        let spellings = spellings(source, question, length);
        let spellings: Vec<&Spelling> = spellings
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen(*at))
            .map(|(_, spelling)| spelling)
            .collect();
        if spellings.is_empty() {
            return;
        }
        let expected = enumerated(source, question, length);
        let defined: String = spellings.iter().map(|spelling| spelling.defined.as_str()).collect();
        let mut all = loaded(source, &defined);
        for spelling in spellings {
            // What one of them does not let be read is asked apart.
            let odds = match &mut all {
                Ok(session) => asked(session, spelling),
                Err(_) => loaded(source, &spelling.defined).and_then(|mut alone| asked(&mut alone, spelling)),
            };
            let name = format!("{} × {length} × {} × {}", source.name, question.1, spelling.name);
            self.compare(&name, odds, &expected);
        }
    }

    fn compare(&mut self, name: &str, odds: Result<Odds, String>, expected: &Chances) {
        self.asked += 1;
        match odds {
            Err(error) => self.refused.push(format!("{name}: {error}")),
            Ok(odds) if odds.samples.is_some() => self.sampled.push(name.to_owned()),
            Ok(odds) if !odds.is_exact() => self.short.push(name.to_owned()),
            Ok(odds) => match chances(&odds) {
                Some(found) if found == *expected => {}
                found => self.wrong.push(format!("{name}: {found:?}, not {expected:?}")),
            },
        }
    }

    /// Nothing may be wrong, and no more than so much refused, sampled or short.
    pub fn judge(&self, refused: usize, sampled: usize, short: usize) {
        assert!(
            self.wrong.is_empty(),
            "{} of {} wrong:\n{}",
            self.wrong.len(),
            self.asked,
            self.wrong.join("\n")
        );
        for (what, found, most) in [
            ("refused", &self.refused, refused),
            ("sampled", &self.sampled, sampled),
            ("short", &self.short, short),
        ] {
            let list = found.join("\n");
            assert!(found.len() <= most, "{} of {} {what}:\n{list}", found.len(), self.asked);
        }
    }
}

/// What a question comes to, from all that may be drawn for it.
pub fn enumerated(source: &Source, question: &Question, length: usize) -> Chances {
    let mut expected = Chances::new();
    for (case, chance) in source.cases(&question.0.lengths(length)) {
        add(&mut expected, shown(source, question, length, &case), chance);
    }
    expected
}

fn shown(source: &Source, (looks, _, answer): &Question, length: usize, case: &[i64]) -> String {
    let (xs, ys) = case.split_at(looks.lengths(length)[0]);
    match answer(xs, ys) {
        Number(number) => number.to_string(),
        YesNo(yes) => if yes { "yes" } else { "no" }.to_owned(),
        Item(item) => source.show(item),
        Items(items) => items.iter().map(|item| source.show(*item)).collect::<Vec<String>>().join("-"),
    }
}

pub fn loaded(source: &Source, defined: &str) -> Result<Session, String> {
    let mut session = Session::new(7);
    let text = format!("{}{defined}", source.program);
    session.load_text("grid.tw", &text).map_err(|error| error.to_string())?;
    Ok(session)
}

fn asked(session: &mut Session, spelling: &Spelling) -> Result<Odds, String> {
    session.odds(&spelling.asked).map_err(|error| error.to_string())
}

/// What odds say, by what is shown; `None` where a chance is no fraction.
fn chances(odds: &Odds) -> Option<Chances> {
    let mut chances = Chances::new();
    for outcome in &odds.outcomes {
        let exact = outcome.chance.exact.as_ref()?.to_string();
        add(&mut chances, outcome.value.text().to_owned(), Ratio::read(&exact)?);
    }
    Some(chances)
}
