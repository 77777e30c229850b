//! The expressions of AnyDice, written as ours.

use std::collections::BTreeMap;

use super::effort::Fuel;
use super::made::{EXPLODED, Sort, Translated, between};
use super::tree::{SequenceItem, Tree, Why};

/// A range that is written out is no longer.
const MAX_ITEMS: i64 = 200;

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParamType {
    /// A number: dice are rolled first.
    Number,
    /// A sequence: dice are rolled first, from the highest to the lowest.
    List,
    /// Dice as they are; a sequence becomes a die with its faces.
    Dice,
    /// Whatever it is, as it is. Here, dice.
    Any,
}

impl ParamType {
    /// Whether dice that are given stay dice.
    pub(super) fn keeps_dice(self) -> bool {
        matches!(self, ParamType::Dice | ParamType::Any)
    }
}

/// A function of the program.
#[derive(Debug, Clone)]
pub(super) struct SourceFunction {
    pub(crate) name: String,
    pub(crate) takes: Vec<ParamType>,
    pub(crate) rolls: bool,
    /// Whether it gives a sequence, which is summed where dice are handed in.
    pub(crate) gives_list: bool,
}

/// What `set` has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(crate) explode_depth: i64,
    pub(crate) lowest_first: bool,
}

/// What an expression may use.
pub(super) struct ExprScope<'p> {
    pub(crate) names: &'p BTreeMap<String, Translated>,
    pub(crate) functions: &'p BTreeMap<String, SourceFunction>,
    pub(crate) settings: &'p Settings,
    pub(crate) effort: &'p Fuel,
}

impl ExprScope<'_> {
    pub(super) fn made(&self, tree: &Tree) -> Result<Translated, Why> {
        let made = self.made_here(tree)?;
        self.effort.spend(made.text.len())?;
        Ok(made)
    }

    fn made_here(&self, tree: &Tree) -> Result<Translated, Why> {
        match tree {
            Tree::Number(number) => Ok(Translated::whole(*number)),
            Tree::Name(name) => {
                let made = self.names.get(name);
                made.cloned().ok_or_else(|| format!("uses `{name}`, which is not carried over"))
            }
            Tree::Before(sign, of) => self.before(sign, &self.made(of)?),
            Tree::Between(left, "@", right) => self.position(&self.made(left)?, &self.made(right)?),
            Tree::Between(left, sign, right) => between(&self.made(left)?, sign, &self.made(right)?),
            Tree::Die(count, sides) => {
                let count = count.as_deref().map(|count| self.made(count)).transpose()?;
                dice(count.as_ref(), &self.made(sides)?)
            }
            Tree::Sequence(items) => self.sequence(items),
            Tree::Call(words, given) => {
                let given = self.parted(words, given);
                let given = given.iter().map(|one| self.made(one)).collect::<Result<Vec<_>, _>>()?;
                self.call(words, &given)
            }
        }
    }

    /// `[best d8 d6]` gives two dice to a function of two, though `d8 d6` could be as many d6 as a d8 shows.
    fn parted(&self, words: &str, given: &[Tree]) -> Vec<Tree> {
        let mut given = given.to_vec();
        let wanted = self.functions.get(words).map_or(0, |function| function.takes.len());
        while given.len() < wanted {
            let at = given
                .iter()
                .position(|one| matches!(one, Tree::Die(Some(count), _) if matches!(**count, Tree::Die(..))));
            let Some(at) = at else { break };
            if let Tree::Die(Some(first), sides) = given.remove(at) {
                given.splice(at..at, [*first, Tree::Die(None, sides)]);
            }
        }
        given
    }

    fn before(&self, sign: &str, of: &Translated) -> Result<Translated, Why> {
        match sign {
            "!" => Ok(Translated::loose(format!("not ({})", of.condition()?), Sort::Truth, of.rolls)),
            "#" => match (&of.sort, &of.pool) {
                (Sort::List(Some(numbers)), _) => {
                    Ok(Translated::whole(i64::try_from(numbers.len()).unwrap_or(0)))
                }
                (Sort::List(None), _) => {
                    Ok(Translated::tight(format!("count({})", of.text), Sort::Number, of.rolls))
                }
                (Sort::Number | Sort::Truth, Some((count, _))) => Ok(count.parse().map_or_else(
                    |_| Translated::tight(count.clone(), Sort::Number, false),
                    Translated::whole,
                )),
                (Sort::Number | Sort::Truth, None) if of.rolls => Ok(of.size()),
                (Sort::Number | Sort::Truth, None) => {
                    let digits = of.digits();
                    Ok(match digits.sort {
                        Sort::List(Some(digits)) => {
                            Translated::whole(i64::try_from(digits.len()).unwrap_or(0))
                        }
                        Sort::List(None) | Sort::Number | Sort::Truth => {
                            Translated::tight(format!("count({})", digits.text), Sort::Number, false)
                        }
                    })
                }
            },
            _ => {
                let of = of.number();
                Ok(match of.value.and_then(i64::checked_neg) {
                    Some(value) => Translated::whole(value),
                    None => Translated::loose(format!("-{}", of.operand()), Sort::Number, of.rolls),
                })
            }
        }
    }

    /// `1@3d6`: the highest of three dice; `2@{5, 3}`: the second number of a sequence.
    fn position(&self, at: &Translated, of: &Translated) -> Result<Translated, Why> {
        let lowest_first = self.settings.lowest_first;
        let of = &of.placed(lowest_first);
        if let Sort::List(places) = &at.sort {
            return self.positions(at, places.as_deref(), of);
        }
        match (&of.sort, &of.pool) {
            (Sort::List(Some(numbers)), _) if at.value.is_some() => {
                let place = at.value.and_then(|at| usize::try_from(at - 1).ok());
                Ok(Translated::whole(place.and_then(|place| numbers.get(place)).copied().unwrap_or(0)))
            }
            (Sort::Number, Some((_, die))) if at.value == Some(1) && !die.is_empty() => {
                let keep = if lowest_first { "kl1" } else { "kh1" };
                Ok(Translated::tight(format!("{}{keep}", of.dice()), Sort::Number, true))
            }
            (Sort::List(_), _) | (Sort::Number, Some(_)) => {
                let (at, list) = (at.number(), of.as_list(lowest_first));
                // What lies beyond the end is 0 there.
                let text = format!("({}[{}] otherwise 0)", list.text, at.text);
                let sure = at.value.is_some_and(|at| {
                    let count = of.pool.as_ref().and_then(|(count, _)| count.parse::<i64>().ok());
                    count.is_some_and(|count| (1..=count).contains(&at))
                });
                let text = if sure { format!("{}[{}]", list.text, at.text) } else { text };
                Ok(Translated::tight(text, Sort::Number, at.rolls || list.rolls))
            }
            (Sort::Number | Sort::Truth, _) => Err("takes a place of what has none".to_owned()),
        }
    }

    /// `{1, 2}@4d6`: what stands at several places, together.
    fn positions(&self, at: &Translated, places: Option<&[i64]>, of: &Translated) -> Result<Translated, Why> {
        let lowest_first = self.settings.lowest_first;
        if let (Some(places), Sort::List(Some(numbers))) = (places, &of.sort) {
            let found = places.iter().filter_map(|place| numbers.get(usize::try_from(place - 1).ok()?));
            return Ok(Translated::whole(found.fold(0i64, |sum, number| sum.saturating_add(*number))));
        }
        let first = |places: &[i64]| {
            let mut sorted = places.to_vec();
            sorted.sort_unstable();
            let are_first = !sorted.is_empty() && sorted.iter().zip(1..).all(|(place, at)| *place == at);
            are_first.then_some(sorted.len())
        };
        if let (Some(keep), Sort::Number, Some(_)) = (places.and_then(first), &of.sort, &of.pool) {
            let which = if lowest_first { "kl" } else { "kh" };
            return Ok(Translated::tight(format!("{}{which}{keep}", of.dice()), Sort::Number, true));
        }
        let list = of.as_list(lowest_first);
        let (rolls, text) = (at.rolls || list.rolls, &at.text);
        // The list is worked out once for all its places.
        let text = if list.text.chars().all(|c| c.is_alphanumeric() || c == '_') {
            format!("sum([{}[i] otherwise 0 for i in {text}])", list.text)
        } else {
            format!("(sum([hand[i] otherwise 0 for i in {text}]) where hand = {})", list.text)
        };
        Ok(Translated::tight(text, Sort::Number, rolls))
    }

    /// `{1, 2, 4..6, 7:3, OTHER}`.
    fn sequence(&self, items: &[SequenceItem]) -> Result<Translated, Why> {
        let mut numbers: Option<Vec<i64>> = Some(Vec::new());
        let mut texts: Vec<String> = Vec::new();
        for item in items {
            let piece = self.piece(item)?;
            if piece.rolls {
                return Err("puts dice into a sequence".to_owned());
            }
            numbers = match (numbers, &piece.sort) {
                (Some(mut numbers), Sort::List(Some(more))) => {
                    numbers.extend(more);
                    Some(numbers).filter(|numbers| numbers.len() <= MAX_ITEMS as usize)
                }
                _ => None,
            };
            texts.push(piece.text);
        }
        match numbers {
            Some(numbers) => Ok(Translated::list(numbers)),
            None if texts.len() == 1 => Ok(Translated::tight(texts.remove(0), Sort::List(None), false)),
            None => Ok(Translated::tight(format!("({})", texts.join(" ++ ")), Sort::List(None), false)),
        }
    }

    /// A part of a sequence, as a list.
    fn piece(&self, item: &SequenceItem) -> Result<Translated, Why> {
        match item {
            SequenceItem::One(one) => {
                let one = self.made(one)?;
                Ok(one.faces().unwrap_or_else(|| one.as_list(self.settings.lowest_first)))
            }
            SequenceItem::Range(from, to) => {
                let (from, to) = (self.made(from)?.number(), self.made(to)?.number());
                match (from.value, to.value) {
                    (Some(from), Some(to)) if from.abs_diff(to) < MAX_ITEMS as u64 => {
                        Ok(Translated::list(counted_off(from, to)))
                    }
                    _ => {
                        let text = format!("[i for i in {}..{}]", from.operand(), to.operand());
                        Ok(Translated::tight(text, Sort::List(None), from.rolls || to.rolls))
                    }
                }
            }
            SequenceItem::Repeated(one, times) => {
                let (one, times) = (self.piece(one)?, self.made(times)?.number());
                match (&one.sort, times.value) {
                    (Sort::List(Some(numbers)), Some(times)) if times <= MAX_ITEMS => {
                        Ok(Translated::list(numbers.repeat(usize::try_from(times).unwrap_or(0))))
                    }
                    _ => Err("repeats what is worked out".to_owned()),
                }
            }
        }
    }

    /// `[highest 3 of 4d6]`, `[explode d6]`, `[attack 15 with 3]`.
    fn call(&self, words: &str, given: &[Translated]) -> Result<Translated, Why> {
        if let Some(function) = self.functions.get(words) {
            return self.call_of_program(words, function, given);
        }
        let number = |text: String, rolls: bool| Ok(Translated::tight(text, Sort::Number, rolls));
        match (words, given) {
            ("highest of" | "lowest of", [count, dice]) => {
                let keep = if words.starts_with('h') { "kh" } else { "kl" };
                kept(keep, count, &dice.as_dice()?)
            }
            ("middle of", [count, dice]) => middle(count, &dice.as_dice()?),
            ("highest of and" | "lowest of and", [a, b]) => {
                let name = if words.starts_with('h') { "max" } else { "min" };
                number(format!("{name}({}, {})", a.number().text, b.number().text), a.rolls || b.rolls)
            }
            ("maximum of", [die]) => Ok(die.highest_total()),
            ("explode", [die]) if die.pool.as_ref().is_some_and(|(count, _)| count == "1") => {
                number(format!("{}!limit {}", die.dice(), self.settings.explode_depth), true)
            }
            ("explode", [die]) if die.rolls || die.pool.is_some() => {
                let (top, again) = (die.highest_total().text, self.settings.explode_depth);
                number(format!("{EXPLODED}({}, {top}, {again})", die.text), true)
            }
            ("absolute", [of]) => number(format!("abs({})", of.number().text), of.rolls),
            ("count in", [of, pool]) => self.counted(of, pool),
            ("contains", [list, of]) if !of.rolls => {
                let list = list.as_list(self.settings.lowest_first);
                let text = format!("{} in {}", of.number().operand(), list.text);
                Ok(Translated::loose(text, Sort::Truth, list.rolls))
            }
            // Dice are rolled for it, and what comes back is one die.
            ("sort" | "reverse", [dice]) if dice.rolls => number(format!("({})", dice.number().text), true),
            ("sort" | "reverse", [list]) => {
                let list = list.as_list(self.settings.lowest_first);
                let text = if words == "sort" {
                    format!("(sort {} down)", list.text)
                } else {
                    format!("reverse({})", list.text)
                };
                Ok(Translated::tight(text, Sort::List(None), list.rolls))
            }
            (_, _) => Err(format!("calls `[{words} …]`, which is not known here")),
        }
    }

    /// A function of the program. A sequence that it gives comes back as its sum where dice were rolled for it.
    fn call_of_program(
        &self,
        words: &str,
        function: &SourceFunction,
        given: &[Translated],
    ) -> Result<Translated, Why> {
        let SourceFunction { name, takes, rolls, gives_list } = function;
        if takes.len() != given.len() {
            let (given, takes) = (given.len(), takes.len());
            return Err(format!("gives {given} values to `[{words} …]`, which takes {takes}"));
        }
        let rolls = *rolls || given.iter().any(|one| one.rolls);
        let given = takes.iter().zip(given).map(|(takes, one)| match takes {
            ParamType::Number => Ok(one.number().text),
            ParamType::Any if matches!(one.sort, Sort::List(_)) => {
                Err(format!("gives a sequence to `[{words} …]`, which does not say that it takes one"))
            }
            ParamType::Dice | ParamType::Any => Ok(one.as_dice()?.text),
            ParamType::List => Ok(one.as_list(self.settings.lowest_first).text),
        });
        let call = format!("{name}({})", given.collect::<Result<Vec<_>, Why>>()?.join(", "));
        let sort = if *gives_list { Sort::List(None) } else { Sort::Number };
        let call = Translated::tight(call, sort, rolls);
        Ok(if rolls { call.number() } else { call })
    }

    fn counted(&self, of: &Translated, pool: &Translated) -> Result<Translated, Why> {
        let list = pool.as_list(false);
        if of.sort == Sort::Number && of.value.is_none() && !of.rolls {
            let text = match &pool.pool {
                Some(_) => format!("{}c=({})", pool.dice(), of.text),
                None => format!("count({} where it == {})", list.text, of.operand()),
            };
            return Ok(Translated::tight(text, Sort::Number, pool.rolls));
        }
        let numbers = match of.as_list(false).sort {
            Sort::List(Some(numbers)) => numbers,
            Sort::List(None) if !of.rolls => return Ok(counted_in(of, pool, &list)),
            Sort::List(None) | Sort::Number | Sort::Truth => {
                return Err("counts what dice show".to_owned());
            }
        };
        let text = match (numbers.as_slice(), &pool.pool) {
            ([only], Some(_)) => format!("{}c={only}", pool.dice()),
            (several, _) if !are_apart(several) => {
                return Ok(counted_in(of, pool, &list));
            }
            (several, Some((count, die))) if pool.sort == Sort::Number => {
                format!(
                    "count(({count} times {die}) where it in {})",
                    Translated::list(several.to_vec()).text
                )
            }
            (several, _) => {
                format!("count({} where it in {})", list.text, Translated::list(several.to_vec()).text)
            }
        };
        Ok(Translated::tight(text, Sort::Number, pool.rolls))
    }
}

/// How often the numbers of a sequence that is worked out are among those of a list.
fn counted_in(of: &Translated, pool: &Translated, list: &Translated) -> Translated {
    let list = match &pool.pool {
        Some((count, die)) if pool.sort == Sort::Number => format!("({count} times {die})"),
        Some(_) | None => list.text.clone(),
    };
    let text = match walked(&of.text) {
        Some(range) => format!("count({list} where it in {range})"),
        None => format!("(sum([count(all where it == one) for one in {}]) where all = {list})", of.text),
    };
    Translated::tight(text, Sort::Number, pool.rolls)
}

/// The range whose numbers a list holds.
pub(super) fn walked(list: &str) -> Option<&str> {
    list.strip_prefix("[i for i in ")
        .and_then(|range| range.strip_suffix(']'))
        .filter(|range| !range.contains('['))
}

/// Whether no number stands twice there: one that does is counted twice.
fn are_apart(numbers: &[i64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| matches!(pair, [a, b] if a != b))
}

/// The numbers from one to another, which may be the smaller one.
fn counted_off(from: i64, to: i64) -> Vec<i64> {
    if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
}

/// `[highest 3 of 4d6]`, also of dice that are given to a function.
fn kept(keep: &str, count: &Translated, dice: &Translated) -> Result<Translated, Why> {
    if dice.pool.is_none() && !dice.is_name() {
        // What is worked out of dice is one die there, of which at most all is kept.
        return match count.value {
            Some(0) => Ok(Translated::whole(0)),
            Some(1..) => Ok(dice.clone()),
            Some(_) | None => Err("keeps so many of one die".to_owned()),
        };
    }
    // Behind a name, modifiers stand beside brackets.
    let those = if dice.pool.is_some() { dice.dice() } else { format!("({})", dice.text) };
    Ok(Translated::tight(format!("{those}{keep}{}", count.count()), Sort::Number, true))
}

/// `[middle 1 of 3d20]`: as many dice are left out on either side.
fn middle(count: &Translated, pool: &Translated) -> Result<Translated, Why> {
    let dice = pool.pool.as_ref().and_then(|(dice, _)| dice.parse::<i64>().ok());
    let (Some(keep), Some(dice)) = (count.value.filter(|keep| *keep > 0), dice) else {
        return Err("takes a middle of what is worked out".to_owned());
    };
    if keep >= dice {
        return Ok(pool.clone());
    }
    if (dice - keep) % 2 == 1 {
        return Err("takes a middle that is not in the middle".to_owned());
    }
    let beside = (dice - keep) / 2;
    Ok(Translated::tight(format!("{}dh{beside}dl{beside}", pool.dice()), Sort::Number, true))
}

/// `3d6`, `d{1, 1, 2}`, `2d(d6 + 1)`.
fn dice(count: Option<&Translated>, sides: &Translated) -> Result<Translated, Why> {
    let written = count.map_or_else(String::new, Translated::count);
    let die = match (&sides.sort, sides.value) {
        (Sort::List(Some(faces)), _) if faces.is_empty() => return Err("rolls an empty die".to_owned()),
        (Sort::List(Some(faces)), _) => {
            format!("d{{{}}}", faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        (Sort::List(None), _) => return Err("rolls a die whose faces are worked out".to_owned()),
        // Here they are dice that are read as digits.
        (_, Some(sides @ (66 | 666))) => format!("d{{1..{sides}}}"),
        (_, Some(sides)) if sides > 0 => format!("d{sides}"),
        (_, Some(_)) => return Err("rolls a die without faces".to_owned()),
        (_, None) if !sides.rolls => format!("d({})", sides.number().text),
        (_, None) => return Ok(dice_of(count, &written, sides)),
    };
    Ok(Translated::pool(&written, &die))
}

/// Dice that are not plain ones: all of it is rolled so often.
fn dice_of(count: Option<&Translated>, written: &str, die: &Translated) -> Translated {
    let die = die.number();
    if count.is_none() {
        return die;
    }
    let sum = Translated::tight(format!("sum({written} times ({}))", die.text), Sort::Number, true);
    sum.of_pool(Some((written.to_owned(), format!("({})", die.text))))
}
