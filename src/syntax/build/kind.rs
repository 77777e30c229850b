//! Kinds after a colon, and parameters.

use super::{Builder, Pair, Rule, next};
use crate::base::Spanned;
use crate::syntax::ast::{Kind, KindAtom, Param};

impl Builder {
    /// `number`, `0..max_hp`, `a | b or nothing`.
    pub(super) fn kind(&mut self, pair: Pair<'_>) -> Kind {
        let span = self.span(&pair);
        let mut kind = Kind { alternatives: Vec::with_capacity(1), any_of: false, or_nothing: false, span };
        for part in pair.into_inner() {
            let place = self.span(&part);
            match part.as_rule() {
                Rule::any_of => kind.any_of = true,
                Rule::or_nothing => kind.or_nothing = true,
                Rule::kind_range => {
                    let mut bounds = part.into_inner();
                    let low = self.bound_of_kind(next(&mut bounds));
                    let high = self.bound_of_kind(next(&mut bounds));
                    kind.alternatives.push(KindAtom::Range(low, high));
                }
                Rule::text => {
                    let word = self.text(part).literal().into_owned();
                    kind.alternatives.push(KindAtom::Quoted(Spanned::new(word, place)));
                }
                _ => kind.alternatives.push(KindAtom::Name(self.path(part))),
            }
        }
        kind
    }

    /// The parameters in brackets.
    pub(super) fn params(&mut self, pair: Pair<'_>) -> Vec<Param> {
        let mut params: Vec<Param> = pair.into_inner().map(|param| self.param(param)).collect();
        params.shrink_to_fit();
        params
    }

    fn param(&mut self, pair: Pair<'_>) -> Param {
        let mut inner = pair.into_inner();
        let name = self.new_name(&next(&mut inner));
        let mut param = Param { name, kind: None, default: None };
        for part in inner {
            match part.as_rule() {
                Rule::kind => param.kind = Some(self.kind(part)),
                _ => param.default = Some(self.chain(part)),
            }
        }
        param
    }
}
