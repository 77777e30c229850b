//! What comes back to itself several times at once: `fn colony() = if 1 in 3 then 1 + colony() + colony() else 1`, and
//! rows whose worth is that of two more rolls on their table.

use std::cell::Cell;
use std::sync::Arc;

use super::Demand;
use super::forms::mention;
use super::gap::Gap;
use super::keys::ComesBack;
use super::locals::Env;
use super::lot::Lot;
use super::means::Mean;
use super::need::Need;
use super::tables::Given;
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, FnId, LocalId, ProcId, TableId, UnitId};
use crate::dist::{Chain, Dist, Fraction, Nat, Offspring, branching};
use crate::syntax::ast::{ArithOp, TableKind};

/// What one pass through a column comes to.
enum ColumnPasses {
    /// Nothing but what ends: the others only begin again.
    Ends(Lot),
    /// How often it comes back, and what it adds.
    Again(Dist<Offspring>),
}

/// What comes back, and the unit of all that is added up, once that is known.
pub(super) struct SelfCall {
    to: ComesBack,
    unit: Cell<Option<Option<UnitId>>>,
}

impl SelfCall {
    pub(super) fn new(to: ComesBack) -> SelfCall {
        SelfCall { to, unit: Cell::new(None) }
    }

    /// Numbers, or amounts in a unit that is the same for all that is added up.
    fn added(&self, lot: &Lot) -> Result<Dist<Num>, Gap> {
        let amounts = lot.amounts().map(|(amounts, unit)| (amounts, Some(unit)));
        let plain = || lot.numbers().map(|numbers| (numbers, None));
        let (numbers, unit) = amounts.or_else(plain).ok_or(Gap::Uncovered)?;
        let is_same = self.unit.get().is_none_or(|known| known == unit);
        self.unit.set(Some(unit));
        if is_same && numbers.is_complete() { Ok(numbers) } else { Err(Gap::Uncovered) }
    }

    /// What it all comes to, in the unit of what was added up.
    fn lot(&self, numbers: Dist<Num>) -> Lot {
        match self.unit.get().flatten() {
            Some(unit) => Lot::in_unit(numbers, unit),
            None => Lot::Numbers(numbers),
        }
    }

    /// What passes come to on average; `None` where they come back too often to end.
    pub(super) fn mean(&self, passes: &Dist<Offspring>) -> Option<Mean> {
        let again = passes.map(|(times, _)| Num::int(i64::from(*times))).mean()?;
        let plus = passes.map(|(_, plus)| *plus).mean()?;
        let ends = Fraction::from(Num::ONE).sub(&again);
        let number = if ends > Fraction::zero() { plus.div(&ends)? } else { return None };
        Some(Mean { number, unit: self.unit.get().flatten() })
    }

    /// Whether an expression is it.
    fn is(&self, expr: &Expr) -> bool {
        match (&self.to, &expr.kind) {
            (ComesBack::Fn(function), ExprKind::Call(called, args)) => called == function && args.is_empty(),
            (ComesBack::Column(table, name), ExprKind::Field(of, column)) => {
                column == name && mention(of).is_some_and(|pick| pick.table == *table && pick.args.is_empty())
            }
            (ComesBack::Run(procedure, None), _) => runs(expr, *procedure),
            (ComesBack::Run(procedure, Some(part)), ExprKind::Field(of, name)) => {
                part == name && runs(of, *procedure)
            }
            _ => false,
        }
    }

    /// Whether an expression mentions it somewhere.
    fn is_in(&self, expr: &Expr) -> bool {
        expr.descendants().any(|expr| self.is(expr))
    }
}

/// Parts of a body that may lie one in another.
const DEEPEST: u32 = 40;
/// A body comes back so often at most.
const MOST_TIMES: u32 = 6;

impl<'p> Demand<'p> {
    /// What a function without parameters gives that comes back several times at once; `None` where it does not.
    pub(super) fn branches(
        &mut self,
        function: FnId,
        body: &'p Expr,
        inside: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        let back = SelfCall::new(ComesBack::Fn(function));
        let passes = match self.offspring(body, inside, &back, 0) {
            Err(Gap::Uncovered) => return Ok(None),
            passes => passes?,
        };
        // Plain numbers that come back once are solved along with calls of other arguments.
        let comes_once = passes.outcomes().iter().all(|((times, _), _)| *times < 2);
        if comes_once && back.unit.get().flatten().is_none() {
            return Ok(None);
        }
        self.descendants(&passes, &back)
    }

    /// What all passes come to together; `None` where that is not known.
    pub(super) fn descendants(
        &mut self,
        passes: &Dist<Offspring>,
        back: &SelfCall,
    ) -> Result<Option<Lot>, Gap> {
        let numbers = if passes.outcomes().iter().all(|((times, _), _)| *times < 2) {
            let (mut ends, mut goes) = (Vec::new(), Vec::new());
            for ((times, plus), weight) in passes.outcomes() {
                match (times, plus.is_zero()) {
                    (0, _) => ends.push((*plus, weight.clone())),
                    // What comes back as it is changes nothing.
                    (_, true) => {}
                    (_, false) => goes.push((*plus, weight.clone())),
                }
            }
            if ends.is_empty() || goes.is_empty() {
                return Ok(None);
            }
            let chain = Chain { starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]], ends, goes };
            Some(chain.sum_of(1, self.residual_bits, &mut self.budget)?)
        } else {
            branching(passes, self.residual_bits, &mut self.budget)?
        };
        Ok(numbers.map(|numbers| back.lot(numbers)))
    }

    /// What a column of a table gives some of whose cells ask for it again; `None` where none does, or in another
    /// way.
    pub(super) fn column_again(&mut self, table: TableId, name: &Arc<str>) -> Result<Option<Lot>, Gap> {
        self.solved_once(ComesBack::Column(table, Arc::clone(name)), |this, back| {
            let given = this.given(table, Vec::new())?;
            match this.column_passes(&given, name, back)? {
                Some(ColumnPasses::Ends(lot)) => Ok(Some(lot)),
                Some(ColumnPasses::Again(passes)) => this.descendants(&passes, back),
                None => Ok(None),
            }
        })
    }

    /// What comes back to itself, solved at its first mention; `None` where it is not solved here.
    pub(super) fn solved_once(
        &mut self,
        comes_back: ComesBack,
        solve: impl FnOnce(&mut Self, &SelfCall) -> Result<Option<Lot>, Gap>,
    ) -> Result<Option<Lot>, Gap> {
        if let Some(known) = self.come_back.get(&comes_back) {
            return Ok(known.clone());
        }
        // What comes back here meanwhile is not solved.
        self.come_back.insert(comes_back.clone(), None);
        let found = match solve(self, &SelfCall::new(comes_back.clone())) {
            Err(Gap::Uncovered) => return Ok(None),
            found => found?,
        };
        self.come_back.insert(comes_back, found.clone());
        Ok(found)
    }

    /// What a procedure without parameters gives, or a part of that, that is this expression and comes back to itself;
    /// `None` where it does not.
    pub(super) fn run_again(
        &mut self,
        comes_back: ComesBack,
        body: &'p Expr,
        inside: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        self.solved_once(comes_back, |this, back| {
            if !back.is_in(body) {
                return Ok(None);
            }
            let passes = this.offspring(body, inside, back, 0)?;
            this.descendants(&passes, back)
        })
    }

    /// The mean of what comes back to itself, which is known also where no fractions say how likely each sum is.
    pub(super) fn mean_of_coming_back(
        &mut self,
        comes_back: ComesBack,
        body: &'p Expr,
        inside: &Env<'p>,
    ) -> Result<Option<Mean>, Gap> {
        let back = SelfCall::new(comes_back);
        if !back.is_in(body) {
            return Ok(None);
        }
        let passes = match self.offspring(body, inside, &back, 0) {
            Err(Gap::Uncovered) => return Ok(None),
            passes => passes?,
        };
        Ok(back.mean(&passes))
    }

    /// The mean of such a column, which is known also where no fractions say how likely each sum is.
    pub(super) fn mean_of_column(&mut self, table: TableId, name: &Arc<str>) -> Result<Option<Mean>, Gap> {
        let back = SelfCall::new(ComesBack::Column(table, Arc::clone(name)));
        let given = self.given(table, Vec::new())?;
        let passes = match self.column_passes(&given, name, &back) {
            Ok(Some(ColumnPasses::Again(passes))) => passes,
            Ok(Some(ColumnPasses::Ends(_)) | None) | Err(Gap::Uncovered) => return Ok(None),
            Err(gap) => return Err(gap),
        };
        Ok(back.mean(&passes))
    }

    /// What one pass through a column comes to; `None` where no cell asks for it again, or in another way.
    fn column_passes(
        &mut self,
        of: &Given<'p>,
        name: &Arc<str>,
        back: &SelfCall,
    ) -> Result<Option<ColumnPasses>, Gap> {
        let place = of.table.columns.place(name);
        let Some(place) = place.filter(|_| matches!(of.table.kind, TableKind::Table)) else {
            return Ok(None);
        };
        let asks =
            |row: &crate::check::program::Row| row.cells.get(place).is_some_and(|cell| back.is_in(cell));
        if !of.table.rows.iter().any(asks) || !self.are_safe_beside(of, place) {
            return Ok(None);
        }
        let rows = self.picked(of, false)?;
        if !rows.is_complete() {
            return Ok(None);
        }
        let (mut ends, mut passes) = (Vec::new(), Vec::new());
        for ((_, at), weight) in rows.outcomes() {
            let cell = of.table.rows.get(*at as usize).and_then(|row| row.cells.get(place));
            let cell = cell.ok_or(Gap::Uncovered)?;
            if back.is(cell) {
                passes.push((weight.clone(), Dist::point((1, Num::ZERO))));
            } else if back.is_in(cell) {
                passes.push((weight.clone(), self.offspring(cell, &of.env, back, 0)?));
            } else {
                ends.push((weight.clone(), self.lot(cell, &of.env, &Need::all())?));
            }
        }
        let only_again = passes.iter().all(|(_, pass)| pass.outcomes() == [((1, Num::ZERO), Nat::ONE)]);
        // A roll that is only made again ends as all others do.
        if only_again && !ends.is_empty() {
            return Ok(Some(ColumnPasses::Ends(Lot::mix(ends, &mut self.budget)?)));
        }
        for (weight, lot) in ends {
            passes.push((weight, back.added(&lot)?.map(|number| (0, *number))));
        }
        Ok(Some(ColumnPasses::Again(Dist::mix(&passes, &mut self.budget)?)))
    }

    /// Whether nothing can go wrong in the other columns of a table, whose row may be rolled over and over.
    pub(super) fn are_safe_beside(&mut self, of: &Given<'p>, place: usize) -> bool {
        let known = self.safe_tables.insert(of.id, true);
        let rows = of.table.rows.iter().zip(&of.lowered.cells).filter(|(_, known)| known.is_none());
        let beside: Vec<(usize, &'p Expr)> =
            rows.flat_map(|(row, _)| row.cells.iter().enumerate().filter(|(at, _)| *at != place)).collect();
        let safe = beside.into_iter().all(|(at, cell)| self.is_safe(cell) || self.is_solved(of, at));
        self.safe_tables.remove(&of.id);
        self.forget_what_is_safe();
        if let Some(known) = known {
            self.safe_tables.insert(of.id, known);
        }
        safe
    }

    /// Whether a column asks for itself again in a way that is solved here.
    fn is_solved(&mut self, of: &Given<'p>, place: usize) -> bool {
        let name = of.table.columns.get(place).map(|column| Arc::clone(&column.name));
        name.is_some_and(|name| matches!(self.column_again(of.id, &name), Ok(Some(_))))
    }

    /// How often one pass through a part of the body comes back, and what it adds.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what comes back in a way that is not named is not solved here"
    )]
    fn offspring(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        back: &SelfCall,
        deep: u32,
    ) -> Result<Dist<Offspring>, Gap> {
        if back.is(expr) {
            return Ok(Dist::point((1, Num::ZERO)));
        }
        if !self.brings_back(expr, back) {
            let lot = self.lot(expr, env, &Need::first())?;
            return Ok(back.added(&lot)?.map(|number| (0, *number)));
        }
        self.budget.charge(16)?;
        if deep > DEEPEST {
            return Err(Gap::Uncovered);
        }
        match &expr.kind {
            ExprKind::Label(of, _) => self.offspring(of, env, back, deep + 1),
            ExprKind::If(condition, then, otherwise) if !self.brings_back(condition, back) => {
                let yes = self.lot(condition, env, &Need::all())?.yeses().ok_or(Gap::Wrong)?;
                let mut parts = Vec::with_capacity(2);
                for (yes, weight) in yes.outcomes().iter().filter(|_| yes.is_complete()) {
                    let branch = if *yes { then } else { otherwise };
                    parts.push((weight.clone(), self.offspring(branch, env, back, deep + 1)?));
                }
                self.mixed_offspring(&parts)
            }
            ExprKind::Arith(first, rest) if rest.iter().all(|(op, _)| *op == ArithOp::Add) => {
                let mut sum = self.offspring(first, env, back, deep + 1)?;
                for (_, term) in rest {
                    let term = self.offspring(term, env, back, deep + 1)?;
                    sum = self.offspring_together(&sum, &term)?;
                }
                Ok(sum)
            }
            ExprKind::Builtin(Builtin::Sum, args) => match args.as_slice() {
                [list] => self.offspring_of_sum(list, env, back, deep + 1),
                _ => Err(Gap::Uncovered),
            },
            ExprKind::Bind(bindings, body) => self.offspring_bound(bindings, body, env, back, deep + 1),
            _ => Err(Gap::Uncovered),
        }
    }

    fn brings_back(&mut self, expr: &Expr, back: &SelfCall) -> bool {
        match &back.to {
            ComesBack::Fn(function) => self.effects.brings(expr, *function),
            ComesBack::Column(..) | ComesBack::Run(..) => back.is_in(expr),
        }
    }

    /// `sum(d3 times again())`.
    fn offspring_of_sum(
        &mut self,
        list: &'p Expr,
        env: &Env<'p>,
        back: &SelfCall,
        deep: u32,
    ) -> Result<Dist<Offspring>, Gap> {
        let ExprKind::Times { count, body, unique: false } = &list.kind else { return Err(Gap::Uncovered) };
        if self.brings_back(count, back) {
            return Err(Gap::Uncovered);
        }
        let counts = self.lot(count, env, &Need::first())?.numbers();
        let counts = counts.filter(Dist::is_complete).ok_or(Gap::Uncovered)?;
        let each = self.offspring(body, env, back, deep)?;
        let mut parts = Vec::with_capacity(counts.len());
        for (count, weight) in counts.outcomes() {
            let count = count.as_int().and_then(|count| u32::try_from(count).ok()).ok_or(Gap::Uncovered)?;
            if count > MOST_TIMES {
                return Err(Gap::Uncovered);
            }
            let mut sum = Dist::point((0, Num::ZERO));
            for _ in 0..count {
                sum = self.offspring_together(&sum, &each)?;
            }
            parts.push((weight.clone(), sum));
        }
        self.mixed_offspring(&parts)
    }

    fn offspring_bound(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        back: &SelfCall,
        deep: u32,
    ) -> Result<Dist<Offspring>, Gap> {
        let Some(((local, value), later)) = bindings.split_first() else {
            return self.offspring(body, env, back, deep);
        };
        if self.brings_back(value, back) {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(value, env, &Need::all())?.into_values();
        if !values.is_complete() {
            return Err(Gap::Uncovered);
        }
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            let env = env.with_value(*local, value.clone());
            parts.push((weight.clone(), self.offspring_bound(later, body, &env, back, deep)?));
        }
        self.mixed_offspring(&parts)
    }

    fn mixed_offspring(&mut self, parts: &[(Nat, Dist<Offspring>)]) -> Result<Dist<Offspring>, Gap> {
        if parts.is_empty() {
            return Err(Gap::Uncovered);
        }
        Ok(Dist::mix(parts, &mut self.budget)?)
    }

    fn offspring_together(
        &mut self,
        a: &Dist<Offspring>,
        b: &Dist<Offspring>,
    ) -> Result<Dist<Offspring>, Gap> {
        a.try_product(b, &mut self.budget, |(times, plus), (more, further)| {
            Ok((times + more, plus.add(*further)?))
        })
    }
}

/// Whether an expression runs a procedure with nothing, and gives no answers for it.
fn runs(expr: &Expr, procedure: ProcId) -> bool {
    matches!(&expr.kind, ExprKind::Run(run, args, answers)
        if *run == procedure && args.is_empty() && answers.is_empty())
}
