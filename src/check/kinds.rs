//! Kinds: which there are, what is made of several, and whether one fits a place.

use super::program::{Kind, ScaleId};
use crate::syntax::ast;

/// The names of built-in kinds.
pub(super) const BUILT_IN: &[&str] = &["number", "text", "yes_no", "dice", "table", "list"];

/// Bounds of a number as written.
pub(super) type WrittenBounds = Option<(ast::Expr, ast::Expr)>;

pub(super) fn built_in(name: &str) -> Option<Kind> {
    match name {
        "number" => Some(Kind::Number),
        "text" => Some(Kind::Text),
        "yes_no" => Some(Kind::YesNo),
        "dice" => Some(Kind::Dice),
        "table" => Some(Kind::Table),
        "list" => Some(Kind::List(Box::new(Kind::Any))),
        _ => None,
    }
}

/// One kind, or one of several; equal ones are said once.
pub(super) fn one_of(mut kinds: Vec<Kind>) -> Kind {
    let is_one = |kind: &Kind| !matches!(kind, Kind::OneOf(_));
    if kinds.first().is_some_and(|first| is_one(first) && kinds.iter().all(|kind| kind == first)) {
        return kinds.swap_remove(0);
    }
    let mut all: Vec<Kind> = Vec::new();
    for kind in kinds.iter().flat_map(Kind::alternatives) {
        if !all.contains(kind) {
            all.push(kind.clone());
        }
    }
    if all.contains(&Kind::Any) {
        return Kind::Any;
    }
    match all.as_slice() {
        [] => Kind::Any,
        [one] => one.clone(),
        [..] => Kind::OneOf(all),
    }
}

/// The word list that a place wants, where it wants one.
pub(super) fn wanted_word(want: &Kind) -> Option<ScaleId> {
    want.alternatives().iter().find_map(|kind| if let Kind::Word(id) = kind { Some(*id) } else { None })
}

/// Whether a value of this kind may have the name of a word.
pub(super) fn may_name_word(kind: &Kind) -> bool {
    kind.alternatives().iter().any(|kind| matches!(kind, Kind::Text | Kind::Row(_) | Kind::AnyRow))
}

/// Whether a value of this kind is what a place wants as it is.
pub(super) fn fits_exactly(actual: &Kind, want: &Kind) -> bool {
    want.alternatives().contains(actual)
}

/// Whether a value that is known to be `actual` may be what a place wants. What may be `nothing`, or
/// one of several, is let through where one of them fits; the run looks again.
pub(super) fn fits(actual: &Kind, want: &Kind) -> bool {
    match (actual, want) {
        (Kind::Any, _) | (_, Kind::Any) => true,
        (Kind::OneOf(kinds), want) => kinds.iter().any(|kind| fits(kind, want)),
        (actual, Kind::OneOf(kinds)) => kinds.iter().any(|kind| fits(actual, kind)),
        (Kind::YesNo, Kind::Number) | (Kind::Row(_) | Kind::AnyRow | Kind::Word(_), Kind::Text) => true,
        (Kind::Row(_), Kind::AnyRow) | (Kind::AnyRow, Kind::Row(_)) => true,
        (Kind::List(actual), Kind::List(want)) => fits(actual, want),
        (Kind::List(_), Kind::Set(_)) | (Kind::Set(_), Kind::List(_)) => true,
        (Kind::Number | Kind::Dice, Kind::Number | Kind::Dice) => true,
        (actual, want) => actual == want,
    }
}

/// A list of such items. Lists far inside one another are lists of anything, so that a kind stays small
/// whatever a source nests.
pub(super) fn list_of(item: Kind) -> Kind {
    const NESTED: usize = 6;
    let mut inside = &item;
    for _ in 0..NESTED {
        let Kind::List(of) = inside else { return Kind::List(Box::new(item)) };
        inside = of;
    }
    Kind::List(Box::new(Kind::Any))
}

/// The kind of a list's items.
pub(super) fn item_of(kind: &Kind) -> Option<Kind> {
    match kind {
        Kind::Any => Some(Kind::Any),
        Kind::List(of) => Some((**of).clone()),
        Kind::Set(scale) => Some(Kind::Word(*scale)),
        Kind::Range => Some(Kind::Number),
        Kind::OneOf(kinds) => {
            let items: Vec<Kind> = kinds.iter().filter_map(item_of).collect();
            (!items.is_empty()).then(|| one_of(items))
        }
        Kind::Number
        | Kind::Quantity(_)
        | Kind::YesNo
        | Kind::Text
        | Kind::Word(_)
        | Kind::Row(_)
        | Kind::AnyRow
        | Kind::Record(_)
        | Kind::Dice
        | Kind::Table
        | Kind::Check
        | Kind::Returned(_)
        | Kind::Parts(_)
        | Kind::Nothing => None,
    }
}

/// A kind without `nothing`.
pub(super) fn without_nothing(kind: &Kind) -> Kind {
    if !kind.may_be_nothing() {
        return kind.clone();
    }
    one_of(kind.alternatives().iter().filter(|kind| **kind != Kind::Nothing).cloned().collect())
}
