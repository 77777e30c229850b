//! What the value of a step is for sure, by what it takes.

use super::abstract_value::Abstract;
use super::sure::{Base, Sure};
use crate::check::Builtin;
use crate::plan::{Gives, Plan};

/// What a step on values gives.
pub(super) fn kind_of(plan: &Plan, gives: Gives, taken: &[Abstract]) -> Sure {
    let sure = |at: usize| taken.get(at).map_or(Sure::ANY, |value| value.sure);
    let all = || taken.iter().map(|value| value.sure).fold(Sure::default(), Sure::or);
    let pool = |pool: u32| plan.pools.get(pool as usize).map_or(Sure::ANY, |pool| Sure::pool(pool));
    match gives {
        Gives::Const(value) => plan.consts.get(value as usize).map_or(Sure::ANY, Sure::value),
        Gives::Pool(at) => pool(at),
        Gives::Pools(at) => pool(at).as_list(),
        Gives::YesNo | Gives::Sameness => Sure::YES_NO,
        Gives::Text => Sure::TEXT,
        Gives::Count => Sure::COUNT,
        Gives::Number => Sure::NUMBER,
        Gives::Record => Sure::of(Base::Record),
        Gives::Records => Sure::of(Base::Record).as_list(),
        Gives::Rows => Sure::ROW.as_list(),
        Gives::Check => Sure::of(Base::Check),
        Gives::Sum => sure(0).plus(sure(1)),
        Gives::Product => sure(0).times(sure(1)),
        Gives::Quotient => sure(0).divided(sure(1)),
        Gives::WholeQuotient => sure(0).divided(sure(1)).rounded(),
        Gives::Remainder => sure(0).left_over(sure(1)),
        // With its sign turned it may lie below zero.
        Gives::First => Sure { natural: false, ..sure(0) },
        Gives::Second => sure(1),
        Gives::FirstList | Gives::Remaining if sure(0).is_list() => sure(0),
        Gives::List => all().as_list(),
        Gives::Item => sure(0).item(),
        Gives::Groups if sure(0).is_rows() => Sure::of(Base::Rows).as_list(),
        // What is not known yet says nothing.
        Gives::Groups if sure(0).base == Base::Never => Sure::default().as_list(),
        Gives::Groups => Sure::ANY.as_list(),
        Gives::With if sure(0).is_list() => sure(0).item().or(sure(1)).as_list(),
        Gives::Quantity(unit) if sure(0).is_number() => Sure { base: Base::Quantity(unit), ..sure(0) },
        Gives::Clamped => {
            // Between small bounds it is small.
            let ends = sure(1).or(sure(2));
            let bounded = sure(0).plain && ends.is_small() && !all().is_small();
            Sure { size: if bounded { ends.size } else { all().size }, ..all() }
        }
        Gives::Function(builtin) => function(builtin, &sure, all),
        Gives::FirstList | Gives::Remaining | Gives::With | Gives::Quantity(_) => Sure::ANY,
        // These are told of by what they come from.
        Gives::None
        | Gives::Any
        | Gives::Local(_)
        | Gives::Global(_)
        | Gives::Parts(_)
        | Gives::Field(_)
        | Gives::Result
        | Gives::HasKey(_)
        | Gives::Built(_)
        | Gives::Picked(_)
        | Gives::ByRoll(_)
        | Gives::Drawn { .. } => Sure::ANY,
    }
}

/// What a function gives.
fn function(builtin: Builtin, sure: &dyn Fn(usize) -> Sure, all: impl Fn() -> Sure) -> Sure {
    match builtin {
        Builtin::Sum if sure(0).list => sure(0).item().of_many(),
        Builtin::Sum => sure(0).plus(sure(1)),
        Builtin::Count => Sure::COUNT,
        Builtin::Floor | Builtin::Ceil | Builtin::Round if sure(0).is_number() => sure(0).rounded(),
        Builtin::Abs if sure(0).is_number() => sure(0).counted(),
        Builtin::Min | Builtin::Max if all().is_number() => all(),
        Builtin::Any | Builtin::All | Builtin::NoneOf => Sure::YES_NO,
        Builtin::Reverse | Builtin::Distinct if sure(0).list => sure(0),
        Builtin::Together if all().is_list() => all(),
        Builtin::Worse | Builtin::Better if sure(0).is_word() => sure(0),
        Builtin::Capital | Builtin::TitleCase | Builtin::Upper | Builtin::Lower | Builtin::ToText => {
            Sure::TEXT
        }
        Builtin::Floor
        | Builtin::Ceil
        | Builtin::Round
        | Builtin::Abs
        | Builtin::Min
        | Builtin::Max
        | Builtin::Reverse
        | Builtin::Distinct
        | Builtin::Worse
        | Builtin::Better
        | Builtin::Mean
        | Builtin::Summary
        | Builtin::First
        | Builtin::Last
        | Builtin::Together
        | Builtin::Digits
        | Builtin::Percent
        | Builtin::Article
        | Builtin::Plural
        | Builtin::Join => Sure::ANY,
    }
}
