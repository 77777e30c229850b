//! From a template and the numbers for its holes to a pool.

use std::convert::Infallible;

use super::{Arg, FacesArg, GroupArg, PoolTemplate};
use crate::base::Num;
use crate::dice::{Faces, NumberRole, Op, PoolOp, PoolSource, PoolSpec};

/// Why there is no pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BuildError {
    /// A number of dice that is no whole number from 0 on.
    #[error("{0} dice cannot be rolled: the count must be a whole number, 0 or more")]
    Count(Num),
    /// A number of sides that is no whole number from 1 on.
    #[error("a die cannot have {0} sides: it needs a whole number of sides, 1 or more")]
    Sides(Num),
    /// A number of dice to keep or drop, or a limit, that is no whole number from 0 on.
    #[error("{1}{0}: the number must be whole, 0 or more")]
    Amount(Num, &'static str),
}

/// The pool of a template; `holes` gives the numbers that are not known, in the template's order.
///
/// # Errors
/// A number that cannot stand where it should.
pub(crate) fn pool(
    template: &PoolTemplate,
    holes: &mut dyn Iterator<Item = Num>,
) -> Result<PoolSpec, BuildError> {
    let groups: Vec<PoolSource> =
        template.groups.iter().map(|spec| group(spec, holes)).collect::<Result<_, _>>()?;
    let ops = ops(template, holes)?;
    let mut groups = groups.into_iter();
    let first = groups.next().unwrap_or(PoolSource::Entries(Vec::new()));
    let rest: Vec<PoolSource> = groups.collect();
    if rest.is_empty() {
        return Ok(PoolSpec { source: first, ops });
    }
    let entry = |source: PoolSource| PoolSpec { source, ops: Vec::new() };
    let entries = std::iter::once(first).chain(rest).map(entry).collect();
    Ok(PoolSpec { source: PoolSource::Entries(entries), ops })
}

/// The operators of a template that has no groups.
///
/// # Errors
/// A number that cannot stand where it should.
pub(crate) fn ops(
    template: &PoolTemplate,
    holes: &mut dyn Iterator<Item = Num>,
) -> Result<Vec<Op>, BuildError> {
    template.ops.iter().map(|spec| op(spec, holes)).collect()
}

fn group(group: &GroupArg, holes: &mut dyn Iterator<Item = Num>) -> Result<PoolSource, BuildError> {
    let count = number(group.count, holes);
    let count = whole(count).ok_or(BuildError::Count(count))?;
    let faces = match &group.faces {
        FacesArg::Sides(arg) => {
            let sides = number(*arg, holes);
            Faces::Sides(whole(sides).filter(|sides| *sides > 0).ok_or(BuildError::Sides(sides))?)
        }
        FacesArg::Fate => Faces::Fate,
        FacesArg::Digits(count) => Faces::Digits(u8::try_from(*count).unwrap_or(u8::MAX)),
        FacesArg::Numbers(numbers) => Faces::Numbers(numbers.clone()),
        FacesArg::Texts(texts) => Faces::Texts(texts.clone()),
    };
    Ok(PoolSource::Dice { count, faces })
}

/// One operator.
///
/// # Errors
/// A number that cannot stand where it should.
pub(crate) fn op(op: &PoolOp<Arg, Arg>, holes: &mut dyn Iterator<Item = Num>) -> Result<Op, BuildError> {
    let Ok(known) = op.try_map(|_, arg| Ok::<_, Infallible>(number(*arg, holes)));
    known.counted().map_err(|(number, figure)| match figure {
        NumberRole::Limit => BuildError::Amount(number, "limit "),
        NumberRole::Count | NumberRole::Bound | NumberRole::Face => {
            BuildError::Amount(number, op.about().symbol)
        }
    })
}

fn number(arg: Arg, holes: &mut dyn Iterator<Item = Num>) -> Num {
    match arg {
        Arg::Known(number) => number,
        Arg::Stack => holes.next().unwrap_or(Num::ZERO),
    }
}

fn whole(number: Num) -> Option<u32> {
    number.as_int().and_then(|number| u32::try_from(number).ok())
}
