//! Rows applied: their effects, and the referee's rulings on them and on the step in progress.

use std::sync::Arc;

use crate::check::program::{Match, RowKey};
use crate::engine::Host;
use crate::engine::control::{Doing, Then};
use crate::engine::step::{Back, CodeFlow, Step};
use crate::engine::{EventKind, Ruling, RulingRequest, Stop};
use crate::plan::{CodeId, Plan, RowValue, Value};

impl Step<'_> {
    /// Runs the effects of a row; of a list of rows, of each in turn.
    pub(super) fn apply(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        match self.doing() {
            Some(Doing::Applying(left)) => {
                let left = left.clone();
                return self.apply_next(host, &left);
            }
            Some(Doing::Ruling { then, .. }) => {
                let then = *then;
                return self.apply_instead(host, then);
            }
            Some(Doing::Check(_) | Doing::Advantage(_) | Doing::Settling(_)) | None => {}
        }
        let applied = self.peek(0).clone();
        if let Value::Row(row) = &applied {
            if host.rules {
                return self.rule(host, row);
            }
            self.pop();
            return self.run_effects(host, row);
        }
        if let Value::List(rows) = &applied {
            return self.apply_next(host, rows);
        }
        if applied == Value::Nothing {
            return Ok(CodeFlow::Next);
        }
        Err(self.wrong_kind("a row of a table", &applied))
    }

    /// Applies the first of some rows; for the rest this step is taken again. In the place of the list there is
    /// `nothing` then, which is what the step gives.
    fn apply_next(&mut self, host: &mut Host<'_>, rows: &[Value]) -> Result<CodeFlow, Stop> {
        let is_begun = matches!(self.doing(), Some(Doing::Applying(_)));
        let Some((first, rest)) = rows.split_first() else {
            if is_begun {
                self.end_doing();
            } else {
                self.pop();
                self.push(Value::Nothing);
            }
            return Ok(CodeFlow::Next);
        };
        let Value::Row(row) = first else { return Err(self.wrong_kind("a row", first)) };
        // The referee may first do something else: nothing is taken until the ruling is there.
        let applied = !host.rules || self.rules_for(host, row)?;
        match self.doing() {
            Some(Doing::Applying(left)) => *left = rest.to_vec(),
            Some(Doing::Check(_) | Doing::Advantage(_) | Doing::Ruling { .. } | Doing::Settling(_))
            | None => {
                self.pop();
                self.push(Value::Nothing);
                self.begin_doing(Doing::Applying(rest.to_vec()));
            }
        }
        let Some(code) = effects_of(self.plan(), row).filter(|_| applied) else {
            return Ok(CodeFlow::Switch);
        };
        let args: Vec<Value> = row.args.iter().chain([first]).cloned().collect();
        self.interrupt(host, code, &args)
    }

    /// Applies a row as the referee rules, who may have another drawn in its place; this step is then taken
    /// again for that one.
    fn rule(&mut self, host: &mut Host<'_>, row: &Arc<RowValue>) -> Result<CodeFlow, Stop> {
        let request = self.ruling_request(row, true);
        let ruling = host.answers.ruling(&request)?;
        self.tell_ruling(host, ruling, &request);
        match ruling {
            Ruling::Accept => self.settle_on(host, Then::Apply),
            Ruling::Row(at) => self.draw_instead(host, row, Some(at), Then::Apply),
            Ruling::RowLater(at) => self.draw_instead(host, row, Some(at), Then::Defer),
            Ruling::Reroll => self.draw_instead(host, row, None, Then::Rule),
            Ruling::Defer => self.settle_on(host, Then::Defer),
            Ruling::Ignore => {
                self.take_instead();
                Ok(self.push(Value::Nothing))
            }
        }
    }

    /// A row was drawn in the place of another.
    fn apply_instead(&mut self, host: &mut Host<'_>, then: Then) -> Result<CodeFlow, Stop> {
        let Value::Row(row) = self.peek(0).clone() else { unreachable!("a table gives a row") };
        match then {
            Then::Rule => self.rule(host, &row),
            Then::Apply => self.settle_on(host, then),
            Then::Defer => {
                let request = self.ruling_request(&row, true);
                self.tell_ruling(host, Ruling::Defer, &request);
                self.settle_on(host, then)
            }
        }
    }

    /// The row on the stack is the one.
    fn settle_on(&mut self, host: &mut Host<'_>, then: Then) -> Result<CodeFlow, Stop> {
        let row = self.take_instead();
        match then {
            Then::Rule | Then::Apply => self.run_effects(host, &row),
            Then::Defer => {
                self.defer(Value::Row(row));
                Ok(self.push(Value::Nothing))
            }
        }
    }

    /// Takes the row from the stack, and puts it in the place of the one that came up first, wherever the code
    /// in progress holds that.
    fn take_instead(&mut self) -> Arc<RowValue> {
        let Value::Row(row) = self.pop() else { unreachable!("a row is ruled on") };
        if let Some(Doing::Ruling { first, .. }) = self.doing() {
            let first = first.clone();
            self.end_doing();
            self.replace(&first, &Value::Row(Arc::clone(&row)));
        }
        row
    }

    /// Draws from the table of a row once more, or a row of it that the referee chose.
    fn draw_instead(
        &mut self,
        host: &mut Host<'_>,
        row: &Arc<RowValue>,
        chosen: Option<u32>,
        next: Then,
    ) -> Result<CodeFlow, Stop> {
        let code = self.plan().table(row.table).draw.expect("a table that is drawn has code for that");
        let came_up = self.pop();
        match self.doing() {
            Some(Doing::Ruling { then, .. }) => *then = next,
            Some(Doing::Check(_) | Doing::Advantage(_) | Doing::Applying(_) | Doing::Settling(_)) | None => {
                self.begin_doing(Doing::Ruling { first: came_up, then: next });
            }
        }
        self.push_many(row.args.iter().cloned());
        let flow = self.run_code(host, code, row.args.len(), Back::AGAIN_WITH_VALUE)?;
        if let Some(at) = chosen {
            let keys = self.plan().program.tables.get(row.table.index());
            let key = keys.and_then(|table| table.rows.get(at as usize)).map(|row| number_of(&row.key));
            let wanted = RowValue { row: at, roll: key.unwrap_or(Value::Nothing), ..(**row).clone() };
            self.set_local(self.plan().code(code).roll, Value::Row(Arc::new(wanted)));
        }
        Ok(flow)
    }

    /// Whether a row of several is applied.
    fn rules_for(&mut self, host: &mut Host<'_>, row: &Arc<RowValue>) -> Result<bool, Stop> {
        let request = self.ruling_request(row, false);
        let ruling = host.answers.ruling(&request)?;
        self.tell_ruling(host, ruling, &request);
        if ruling == Ruling::Defer {
            self.defer(Value::Row(Arc::clone(row)));
        }
        Ok(!matches!(ruling, Ruling::Ignore | Ruling::Defer))
    }

    fn tell_ruling(&self, host: &mut Host<'_>, ruling: Ruling, request: &RulingRequest) {
        let what = match ruling {
            Ruling::Accept => return,
            Ruling::Row(_) | Ruling::RowLater(_) => "row",
            Ruling::Reroll => "reroll",
            Ruling::Ignore => "ignore",
            Ruling::Defer => "defer",
        };
        let (table, text) = (Arc::clone(&request.table), request.text.clone());
        self.tell(host, |_| EventKind::Ruling { what, table, text });
    }

    fn ruling_request(&self, row: &Arc<RowValue>, alone: bool) -> RulingRequest {
        let table = self.plan().program.tables.get(row.table.index());
        let key = |row: &crate::check::program::Row| row.key.text.to_string();
        let text_of = |at: u32| {
            let cells =
                self.plan().tables.get(row.table.index()).and_then(|table| table.cells.get(at as usize));
            let cells = cells.and_then(|cells| cells.as_ref()).map(Arc::clone);
            cells.map_or_else(String::new, |cells| {
                let row = RowValue { row: at, cells, ..(**row).clone() };
                self.show(&Value::Row(Arc::new(row)))
            })
        };
        let rows = table.filter(|_| alone).into_iter().flat_map(|table| (0u32..).zip(&table.rows));
        RulingRequest {
            table: table.map_or_else(|| Arc::from("?"), |table| Arc::clone(&table.def.name)),
            roll: if row.roll == Value::Nothing { String::new() } else { self.show(&row.roll) },
            text: self.show(&Value::Row(Arc::clone(row))),
            rows: rows.map(|(at, row)| (key(row), text_of(at))).collect(),
            can_reroll: alone && can_roll(self.plan(), row),
            span: self.span(),
        }
    }

    /// Runs the effects of a row, if it has any; its value is `nothing`.
    fn run_effects(&mut self, host: &mut Host<'_>, row: &Arc<RowValue>) -> Result<CodeFlow, Stop> {
        let Some(code) = effects_of(self.plan(), row) else { return Ok(self.push(Value::Nothing)) };
        self.push_many(row.args.iter().cloned());
        self.push(Value::Row(Arc::clone(row)));
        let count = u32::try_from(row.args.len() + 1).unwrap_or(u32::MAX);
        self.call(host, code, count)
    }

    /// Tells that the referee came back to the prompt at which the run waits.
    pub(in crate::engine) fn tell_back(&self, host: &mut Host<'_>) {
        self.tell(host, |_| EventKind::Undo { what: "back", text: String::new(), events: 0 });
    }
}

/// The code of a row's effects.
fn effects_of(plan: &Plan, row: &RowValue) -> Option<CodeId> {
    plan.tables.get(row.table.index())?.effects.get(row.row as usize).copied().flatten()
}

/// Whether a row's table can be rolled without a key.
fn can_roll(plan: &Plan, row: &RowValue) -> bool {
    let by_die = plan.program.tables.get(row.table.index()).is_some_and(|table| table.die.is_some());
    by_die || plan.tables.get(row.table.index()).is_some_and(|table| !table.weights.is_empty())
}

/// The number that a row's key stands for; of a range its lower end.
fn number_of(key: &RowKey) -> Value {
    match key.matches.first() {
        Some(Match::Numbers(low, high)) => low.or(*high).map_or(Value::Nothing, Value::Number),
        Some(Match::Word(_)) => Value::Text(Arc::clone(&key.text)),
        None => Value::Nothing,
    }
}
