//! Expressions as one line with all brackets, so that precedences can be read off.

use crate::dice::{Condition, PoolOp};
use crate::syntax::ast::{
    ArithOp, Compare, Dice, Expr, ExprKind, KeyPart, LadderSide, Modifier, Name, Segment, Sides, Text,
};

fn all<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> String {
    exprs.into_iter().map(show).collect::<Vec<_>>().join(" ")
}

/// An expression as one line.
pub fn show(expr: &Expr) -> String {
    use ExprKind as K;
    match &expr.kind {
        ExprKind::Added(item, to) => format!("(add {} to {})", show(item), show(to)),
        K::Number { value, percent } => format!("{value}{}", if *percent { "[%]" } else { "" }),
        K::Text(of) => text(of),
        K::Nothing => "nothing".into(),
        K::YesNo(yes) => if *yes { "yes" } else { "no" }.into(),
        K::Name(name) => name.text.to_string(),
        K::Field(of, name) => format!("(. {} {})", show(of), name.text),
        K::Index(of, keys) => format!("(index {} {})", show(of), all(keys)),
        K::Call(of, arguments) => {
            let shown = arguments.iter().map(|argument| match &argument.name {
                Some(name) => format!(" {}={}", name.text, show(&argument.value)),
                None => format!(" {}", show(&argument.value)),
            });
            format!("(call {}{})", show(of), shown.collect::<String>())
        }
        K::Dice(of) => dice(of),
        K::Pool(of) => format!("(pool {})", all(of)),
        K::Modified(of, modifiers) => {
            format!("<{} {}>", show(of), modifiers.iter().map(modifier).collect::<Vec<_>>().join(" "))
        }
        K::Label(of, label) => format!("(label {} {})", show(of), label.value),
        K::Quantity(of, unit) => {
            let module = unit.module.as_ref().map_or(String::new(), |module| format!("{}.", module.text));
            format!("(unit {} {module}{})", show(of), unit.name.text)
        }
        K::List(of) => format!("[{}]", all(of)),
        K::Comprehension { each, name, of, filter } => {
            let filter = filter.as_ref().map_or(String::new(), |filter| format!(" where {}", show(filter)));
            format!("[{} for {} in {}{filter}]", show(each), name.text, show(of))
        }
        K::Record(parts) => {
            let shown = parts.iter().map(|(name, value)| format!("{}: {}", name.text, show(value)));
            format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
        }
        K::Range(low, high) => format!("(.. {} {})", show(low), show(high)),
        K::Arith(first, rest) => {
            let rest = rest.iter().map(|(op, operand)| format!(" {} {}", sign(*op), show(operand)));
            format!("({}{})", show(first), rest.collect::<String>())
        }
        K::Compare(left, compare, right) => {
            format!("({} {} {})", compares(*compare), show(left), show(right))
        }
        K::And(of) => format!("(and {})", all(of)),
        K::Or(of) => format!("(or {})", all(of)),
        K::Not(of) => format!("(not {})", show(of)),
        K::Negate(of) => format!("(- {})", show(of)),
        K::Is { of, negated, alternatives } => {
            let shown = alternatives.iter().map(|alternative| {
                let standing = match alternative.standing {
                    None => "",
                    Some(LadderSide::OrWorse) => "↓",
                    Some(LadderSide::OrBetter) => "↑",
                    Some(LadderSide::Worse) => "⇓",
                    Some(LadderSide::Better) => "⇑",
                };
                format!(" {}{standing}", show(&alternative.value))
            });
            format!("({} {}{})", if *negated { "is-not" } else { "is" }, show(of), shown.collect::<String>())
        }
        K::In(left, right) => format!("(in {} {})", show(left), show(right)),
        K::Has(left, right) => format!("(has {} {})", show(left), show(right)),
        K::Times { count, body, unique } => {
            format!("(times {} {}{})", show(count), show(body), if *unique { " unique" } else { "" })
        }
        K::If(condition, then, otherwise) => {
            format!("(if {} {} {})", show(condition), show(then), show(otherwise))
        }
        K::Otherwise(left, right) => format!("(otherwise {} {})", show(left), show(right)),
        K::Joined(left, right) => format!("(++ {} {})", show(left), show(right)),
        K::Named(name, of) => format!("(named {} {})", name.text, show(of)),
        K::Unshown(name, of) => format!("(unshown {} {})", name.text, show(of)),
        K::Choice(options) => {
            let shown = options.iter().map(|(weight, option)| format!(" {weight}x{}", text(option)));
            format!("(choice{})", shown.collect::<String>())
        }
        K::OneIn(one, of) => format!("(one-in {one} {of})"),
        K::Likely(of) => format!("(likely {})", show(of)),
        K::Advantage(which, of) => format!("({which:?} {})", show(of)),
        K::Bind(of, bindings) => {
            let shown =
                bindings.iter().map(|binding| format!(" {}={}", binding.name.text, show(&binding.value)));
            format!("(bind {}{})", show(of), shown.collect::<String>())
        }
        K::Filter(of, condition) => format!("(filter {} {})", show(of), show(condition)),
        K::With(of, extreme, by) => format!("({extreme:?} {} {})", show(of), show(by)),
        K::Sort(of, keys) => {
            let shown =
                keys.iter().map(|key| format!(" {}{}", show(&key.by), if key.down { "↓" } else { "" }));
            format!("(sort {}{})", show(of), shown.collect::<String>())
        }
        K::Groups(of, by) => format!("(groups {} {})", show(of), show(by)),
        K::Pick(of) => format!("(pick {})", show(of)),
        K::Query(query) => {
            let tail = |word: &str, part: &Option<Expr>| {
                part.as_ref().map_or(String::new(), |part| format!(" {word} {}", show(part)))
            };
            let (given, after) = (tail("given", &query.given), tail("after", &query.after));
            let within = tail("within", &query.within);
            format!("({:?} {}{given}{after}{within})", query.kind, show(&query.of))
        }
    }
}

/// A text with its live parts marked.
pub fn text(of: &Text) -> String {
    let shown = of.segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.replace('\n', "⏎"),
        Segment::Live(expr) => format!("⟨{}⟩", show(expr)),
    });
    format!("“{}”", shown.collect::<String>())
}

/// A part of a key.
pub fn key_part(part: &KeyPart) -> String {
    match part {
        KeyPart::One(one) => one.to_string(),
        KeyPart::Between(low, high) => format!("{low}..{high}"),
        KeyPart::AtLeast(low) => format!("{low}.."),
        KeyPart::AtMost(high) => format!("..{high}"),
        KeyPart::Word(word) => format!("“{word}”"),
    }
}

fn dice(of: &Dice) -> String {
    let count = of.count.as_ref().map_or(String::new(), show);
    let sides = match &of.sides {
        Sides::Number(sides) => sides.to_string(),
        Sides::Percent => "%".into(),
        Sides::Fate => "F".into(),
        Sides::Digits(digits) => format!("6^{digits}"),
        Sides::Computed(sides) => format!("({})", show(sides)),
        Sides::Numbers(faces) => format!("{faces:?}"),
        Sides::Texts(faces) => faces.iter().map(text).collect(),
        Sides::Symbols(faces) => {
            let symbol = |(count, name): &(crate::base::Num, Name)| format!("{count} {}", name.text);
            let face = |face: &Vec<_>| face.iter().map(symbol).collect::<Vec<_>>().join(" + ");
            faces.iter().map(face).collect::<Vec<_>>().join("|")
        }
    };
    format!("{count}d{sides}")
}

fn modifier(of: &Modifier) -> String {
    let limit =
        |limit: &Option<Box<Expr>>| limit.as_ref().map_or(String::new(), |limit| format!("≤{}", show(limit)));
    let arguments = match &of.op {
        PoolOp::Keep(keep) => show(&keep.count),
        PoolOp::Again(again) => {
            format!("{}{}", again.when.as_ref().map_or(String::new(), condition), limit(&again.limit))
        }
        PoolOp::Bound(bound) => show(&bound.number),
        PoolOp::Count(count) => {
            let miss = count.miss.as_ref().map_or(String::new(), |miss| format!("cf{}", condition(miss)));
            format!("{}{miss}", condition(&count.hit))
        }
    };
    format!("{}{arguments}", of.op.about().symbol)
}

fn condition(of: &Condition<Box<Expr>>) -> String {
    let to = of.to.as_ref().map_or(String::new(), |to| format!("..{}", show(to)));
    format!("{}{}{to}", compares(of.compare), show(&of.number))
}

fn compares(compare: Compare) -> &'static str {
    match compare {
        Compare::Equal => "==",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
        Compare::AtMost => "<=",
        Compare::More => ">",
        Compare::AtLeast => ">=",
    }
}

fn sign(op: ArithOp) -> &'static str {
    match op {
        ArithOp::Add => "+",
        ArithOp::Subtract => "-",
        ArithOp::Multiply => "*",
        ArithOp::Divide => "/",
        ArithOp::FloorDivide => "//",
        ArithOp::Modulo => "mod",
    }
}
