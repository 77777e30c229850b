//! The built-in functions.

use std::sync::Arc;

use super::lists::list_of;
use crate::base::Num;
use crate::check::Builtin;
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Value, article, plural};
use crate::syntax::ast::ArithOp;

impl Step<'_> {
    pub(super) fn builtin(
        &mut self,
        host: &mut Host<'_>,
        builtin: Builtin,
        count: usize,
    ) -> Result<CodeFlow, Stop> {
        let args = self.pop_many(count);
        host.budget.charge(args.iter().map(Value::weight).sum())?;
        let value = match builtin {
            Builtin::Floor => self.rounded(&args, Num::floor)?,
            Builtin::Ceil => self.rounded(&args, Num::ceil)?,
            Builtin::Round => self.rounded(&args, Num::round)?,
            Builtin::Percent => self.percent(&args)?,
            Builtin::Digits => self.digits(&args)?,
            Builtin::Together => {
                let mut all = Vec::new();
                for list in args {
                    all.extend(self.items(vec![list])?);
                }
                Value::List(Arc::new(all))
            }
            Builtin::Abs => self.absolute(&args)?,
            Builtin::Min => self.extreme(args, false)?,
            Builtin::Max => self.extreme(args, true)?,
            Builtin::Sum => self.sum(args)?,
            Builtin::Count => self.count(args)?,
            Builtin::Mean => self.average(args)?,
            Builtin::Any => Value::YesNo(self.yeses(args)?.contains(&true)),
            Builtin::All => Value::YesNo(self.yeses(args)?.iter().all(|yes| *yes)),
            Builtin::NoneOf => Value::YesNo(!self.yeses(args)?.contains(&true)),
            Builtin::Summary => summary(&self.yeses(args)?),
            Builtin::First => self.items(args)?.first().cloned().unwrap_or(Value::Nothing),
            Builtin::Last => self.items(args)?.last().cloned().unwrap_or(Value::Nothing),
            Builtin::Reverse => {
                let mut items = self.items(args)?;
                items.reverse();
                Value::List(Arc::new(items))
            }
            Builtin::Distinct => {
                let mut kept: Vec<Value> = Vec::new();
                for item in self.items(args)? {
                    host.budget.charge(kept.len() as u64)?;
                    if !kept.iter().any(|other| super::is_same(self.plan(), other, &item)) {
                        kept.push(item);
                    }
                }
                Value::List(Arc::new(kept))
            }
            Builtin::Worse => self.stepped(&args, true)?,
            Builtin::Better => self.stepped(&args, false)?,
            Builtin::Article => {
                let text = self.text_of(&args);
                Value::text(format!("{} {text}", article(&text)))
            }
            Builtin::Plural => {
                let text = self.text_of(&args);
                let one = args.get(1).is_some_and(|count| count.as_number() == Some(Num::ONE));
                Value::text(if one { text } else { plural(&text) })
            }
            Builtin::Capital => Value::text(capital(&self.text_of(&args))),
            Builtin::TitleCase => {
                let text = self.text_of(&args);
                Value::text(text.split(' ').map(capital).collect::<Vec<_>>().join(" "))
            }
            Builtin::Upper => Value::text(self.text_of(&args).to_uppercase()),
            Builtin::Lower => Value::text(self.text_of(&args).to_lowercase()),
            Builtin::Join => self.join(host, &args)?,
            Builtin::ToText => Value::text(self.text_of(&args)),
        };
        Ok(self.push(value))
    }

    fn text_of(&self, args: &[Value]) -> String {
        args.first().map_or_else(String::new, |value| self.show(value))
    }

    fn rounded(&self, args: &[Value], round: fn(Num) -> Num) -> Result<Value, Stop> {
        let scale = match args.get(1) {
            Some(places) => self.scale(places)?,
            None => Num::ONE,
        };
        let round = |number: Num| round(number.mul(scale)?).div(scale);
        match args.first() {
            Some(Value::Quantity(number, unit)) => Ok(Value::Quantity(round(*number)?, *unit)),
            Some(Value::Percent(number)) if args.len() > 1 => Ok(Value::Percent(round(*number)?)),
            Some(value) => Ok(Value::Number(round(self.number(value)?)?)),
            None => Ok(Value::Nothing),
        }
    }

    /// A number as a percentage; its places are those of its hundredths.
    fn percent(&self, args: &[Value]) -> Result<Value, Stop> {
        let Some(value) = args.first() else { return Ok(Value::Nothing) };
        let number = self.number(value)?;
        let Some(places) = args.get(1) else { return Ok(Value::Percent(number)) };
        let scale = self.scale(places)?.mul(Num::int(100))?;
        Ok(Value::Percent(number.mul(scale)?.round().div(scale)?))
    }

    /// Ten to the number of places that are kept.
    fn scale(&self, places: &Value) -> Result<Num, Stop> {
        let count = self.number(places)?.as_int().and_then(|count| u32::try_from(count).ok());
        match count.filter(|count| *count <= MOST_PLACES) {
            Some(count) => Ok(Num::int(10_i64.pow(count))),
            None => Err(self.wrong_kind("a number of places from 0 to 12", places)),
        }
    }

    /// The digits of a whole number, its sign left out.
    fn digits(&self, args: &[Value]) -> Result<Value, Stop> {
        let Some(value) = args.first() else { return Ok(Value::Nothing) };
        let Some(number) = self.number(value)?.as_int() else {
            return Err(self.wrong_kind("a whole number", value));
        };
        let text = number.unsigned_abs().to_string();
        let digits = text.bytes().map(|digit| Value::int(i64::from(digit.saturating_sub(b'0'))));
        Ok(Value::List(Arc::new(digits.collect())))
    }

    fn absolute(&self, args: &[Value]) -> Result<Value, Stop> {
        match args.first() {
            Some(Value::Quantity(number, unit)) => Ok(Value::Quantity(number.abs()?, *unit)),
            Some(value) => Ok(Value::Number(self.number(value)?.abs()?)),
            None => Ok(Value::Nothing),
        }
    }

    /// The items of a single list, or the arguments themselves; `nothing` takes no part.
    fn items(&self, mut args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        let only = args.len() == 1;
        match args.pop() {
            Some(Value::List(items)) if only => Ok(list_of(Value::List(items))),
            Some(Value::Range(range)) if only => {
                let ends = range.0.and_then(Num::as_int).zip(range.1.and_then(Num::as_int));
                match ends {
                    Some((low, high)) if high.saturating_sub(low) < 1_000_000 => {
                        Ok((low..=high).map(Value::int).collect())
                    }
                    _ => Err(self.wrong_kind("a range with two ends", &Value::Range(range))),
                }
            }
            Some(Value::Set(scale, words)) if only => {
                Ok(words.iter().map(|word| Value::Word(scale, *word)).collect())
            }
            Some(Value::Nothing) if only => Ok(Vec::new()),
            Some(last) => {
                args.push(last);
                Ok(args)
            }
            None => Ok(args),
        }
    }

    fn extreme(&self, args: Vec<Value>, greatest: bool) -> Result<Value, Stop> {
        let mut items = self.items(args)?.into_iter().filter(|item| *item != Value::Nothing);
        let Some(mut best) = items.next() else {
            return Err(Fault::new(&running::EMPTY, "an empty list has no least or greatest item")
                .help("give a default: `max(party.hp) otherwise 0`")
                .into());
        };
        if let Value::Word(..) = best {
            return Ok(items.fold(best, |best, next| if (next > best) == greatest { next } else { best }));
        }
        for next in items {
            let order = self.order(&next, &best)?;
            if (greatest && order.is_gt()) || (!greatest && order.is_lt()) {
                best = next;
            }
        }
        let counts = matches!(best, Value::YesNo(_) | Value::Row(_));
        Ok(if counts { Value::Number(self.number(&best)?) } else { best })
    }

    fn sum(&self, args: Vec<Value>) -> Result<Value, Stop> {
        let mut items = self.items(args)?.into_iter().filter(|item| *item != Value::Nothing);
        let Some(first) = items.next() else { return Ok(Value::int(0)) };
        let is_quantity = matches!(first, Value::Quantity(..));
        let mut sum = if is_quantity { first } else { Value::Number(self.number(&first)?) };
        for next in items {
            // A sum that starts at a plain zero takes the unit of what it meets.
            let starts =
                matches!((&sum, &next), (Value::Number(zero), Value::Quantity(..)) if zero.is_zero());
            sum = if starts { next } else { self.calculate(ArithOp::Add, &sum, &next)? };
        }
        Ok(sum)
    }

    fn count(&self, args: Vec<Value>) -> Result<Value, Stop> {
        let items = self.items(args)?;
        let yes_no = !items.is_empty() && items.iter().all(|item| matches!(item, Value::YesNo(_)));
        let count = if yes_no {
            items.iter().filter(|item| **item == Value::YesNo(true)).count()
        } else {
            items.len()
        };
        Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
    }

    fn average(&self, args: Vec<Value>) -> Result<Value, Stop> {
        let items = self.items(args)?;
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if count == 0 {
            return Err(Fault::new(&running::EMPTY, "an empty list has no mean")
                .help("give a default: `average(party.hp) otherwise 0`")
                .into());
        }
        let sum = self.sum(vec![Value::List(Arc::new(items))])?;
        self.calculate(ArithOp::Divide, &sum, &Value::int(count))
    }

    fn yeses(&self, args: Vec<Value>) -> Result<Vec<bool>, Stop> {
        let yes = |item: &Value| item.as_yes_no().ok_or_else(|| self.wrong_kind("yes or no", item));
        self.items(args)?.iter().map(yes).collect()
    }

    /// A ladder's word some steps on.
    fn stepped(&self, args: &[Value], worse: bool) -> Result<Value, Stop> {
        let word = args.first().cloned().unwrap_or(Value::Nothing);
        let by = args.get(1).cloned().unwrap_or(Value::int(1));
        self.stepped_word(&word, &by, worse)
    }

    fn join(&self, host: &mut Host<'_>, args: &[Value]) -> Result<Value, Stop> {
        let list = args.first().cloned().unwrap_or(Value::Nothing);
        let text = match args.get(1) {
            None => self.joined(&list),
            Some(between) => {
                let between = self.show(between);
                match list.as_list() {
                    Some(items) => {
                        let texts: Vec<String> = items.iter().map(|item| self.show(item)).collect();
                        texts.join(&between)
                    }
                    None => self.joined(&list),
                }
            }
        };
        host.budget.text(text.len())?;
        Ok(Value::text(text))
    }
}

/// How many places a number may be rounded to.
const MOST_PLACES: u32 = 12;

fn summary(yeses: &[bool]) -> Value {
    let all = yeses.iter().all(|yes| *yes);
    let word = if !yeses.contains(&true) {
        "none"
    } else if all {
        "all"
    } else {
        "some"
    };
    Value::text(word)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
