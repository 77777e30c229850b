//! Code of statements. Between statements the stack holds the locals and nothing else.

use std::sync::Arc;

use super::coder::SkipTarget;
use super::{Coder, Lowerer, last};
use crate::check::program::{
    Args, Block, Body, Called, Capture, Expr, ExprKind, Function, GlobalId, ItemScope, Kind, Literal,
    LocalId, Place, ProcId, Procedure, PromptAsk, PromptId, Repeat, Returns, Stmt, StmtKind, TextPart,
    TimerId, bound_in_any_order, in_any_order, only_counted, only_folded,
};
use crate::plan::{
    AskKind, Code, CodeId, JumpOp, Loop, Op, PlayOp, PromptSite, TableOp, TimeOp, TimerSite, Value, WatchSite,
};

impl Lowerer<'_> {
    pub(crate) fn body(&mut self, name: &str, body: &Body) -> CodeId {
        let locals = u32::try_from(body.locals.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(name, locals);
        coder.leave_order(in_any_order(self.program, body));
        coder.leave_values(only_counted(self.program, body));
        coder.leave_items(only_folded(self.program, body, 0));
        self.leave_to_loops(&mut coder, body, 0);
        for stmt in &body.block.stmts {
            self.one_stmt(&mut coder, stmt);
            // Each statement at a file's top is a step of its own.
            Self::settle(&mut coder);
        }
        let end = self.end_of(&mut coder, body);
        let code = coder.finish(end);
        self.add(code)
    }

    /// Writes `nothing` as the value of a body; gives the place of its end.
    fn end_of(&mut self, coder: &mut Coder, body: &Body) -> crate::base::Span {
        self.push(coder, Value::Nothing);
        coder.mark_end();
        let nowhere = crate::base::Span::new(crate::base::SourceId(u32::MAX), 0, 0);
        body.block.stmts.last().map_or(nowhere, |stmt| stmt.span)
    }

    pub(crate) fn function(&mut self, function: &Function) -> Code {
        let mut coder = Coder::new(&function.def.name, function.locals);
        coder.at(function.def.span);
        match &function.body {
            Some(body) => {
                coder.leave_order(bound_in_any_order(self.program, [body].into_iter()));
                self.defaults(&mut coder, &function.params);
                self.expr(&mut coder, body);
            }
            None => self.stub(&mut coder, &function.def.name, function.stub.as_deref()),
        }
        coder.finish(function.def.span)
    }

    fn stub(&mut self, coder: &mut Coder, name: &str, about: Option<&str>) {
        let text = self.text(format!("{name}: {}", about.unwrap_or("it has no definition")));
        coder.op(Op::Missing(text));
    }

    /// The locals are the parameters, what the body binds, and an answer for each prompt that the
    /// caller may give.
    pub(crate) fn procedure(&mut self, procedure: &Procedure) -> Code {
        let locals = u32::try_from(procedure.body.locals.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(&procedure.def.name, locals);
        coder.at(procedure.def.span);
        coder.leave_order(in_any_order(self.program, &procedure.body));
        coder.leave_values(only_counted(self.program, &procedure.body));
        coder.leave_items(only_folded(self.program, &procedure.body, procedure.params.len()));
        self.leave_to_loops(&mut coder, &procedure.body, procedure.params.len());
        coder.find_draws();
        let answers = coder.fresh(u32::try_from(procedure.prompts.len()).unwrap_or(u32::MAX));
        coder.answers_in(answers);
        Self::count_lists(&mut coder, &procedure.body, procedure.params.len());
        self.defaults(&mut coder, &procedure.params);
        self.given = procedure.prompts.iter().copied().zip(answers..).collect();
        if procedure.stub.is_some() {
            self.stub(&mut coder, &procedure.def.name, procedure.stub.as_deref());
            coder.op(Op::Pop);
        }
        let end = self.procedure_body(&mut coder, procedure);
        self.given.clear();
        coder.finish(end)
    }

    /// Time passes after the last step, also where the procedure was stopped. Statements outside any
    /// step are one too: what they made true is seen before time passes.
    fn procedure_body(&mut self, coder: &mut Coder, procedure: &Procedure) -> crate::base::Span {
        self.block(coder, &procedure.body.block);
        self.push(coder, Value::Nothing);
        coder.mark_end();
        if let Some(takes) = &procedure.takes {
            Self::settle(coder);
            self.expr(coder, takes);
            self.advance(coder);
        }
        Self::settle(coder);
        procedure.def.span
    }

    pub(crate) fn run(&mut self, coder: &mut Coder, id: ProcId, args: &Args, answers: &[(PromptId, Expr)]) {
        let mut count = self.args_for(coder, Called::Proc(id), args);
        let prompts = self.program.procs.get(id.index()).map(|proc| proc.prompts.clone()).unwrap_or_default();
        for prompt in prompts {
            let answer = answers.iter().find(|(of, _)| *of == prompt).map(|(_, answer)| answer);
            self.optional(coder, answer);
            count += 1;
        }
        coder.op(JumpOp::Run(id, count));
    }

    pub(crate) fn block(&mut self, coder: &mut Coder, block: &Block) {
        for stmt in &block.stmts {
            self.one_stmt(coder, stmt);
        }
    }

    fn one_stmt(&mut self, coder: &mut Coder, stmt: &Stmt) {
        let before = coder.at(stmt.span);
        if !self.counted_stmt(coder, stmt) {
            self.stmt(coder, stmt);
        }
        coder.back_to(before);
    }

    fn stmt(&mut self, coder: &mut Coder, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Set(place @ Place::Local(local), value)
                if coder.is_folded(*local)
                    && let Some(item) = value.added_to(*local) =>
            {
                self.add_to(coder, item, place);
            }
            StmtKind::Let(local, value) | StmtKind::Set(Place::Local(local), value) => {
                self.value_of(coder, *local, value);
                coder.op(Op::SetLocal(local.0));
            }
            StmtKind::Set(place, value) => self.set(coder, place, |this, code| this.held(code, place, value)),
            StmtKind::Tell(how, value) => self.tell(coder, value, PlayOp::Tell(*how)),
            StmtKind::Apply(value) => {
                self.with_value(coder, value, PlayOp::Apply);
                coder.op(Op::Pop);
            }
            StmtKind::Do(value) => self.with_value(coder, value, Op::Pop),
            StmtKind::If { branches, otherwise } => self.branches(coder, branches, otherwise),
            StmtKind::For { item, of, filter, body } => {
                self.for_each(coder, *item, of, filter.as_deref(), body)
            }
            StmtKind::Repeat(repeat, body) => self.repeat_block(coder, repeat, body),
            StmtKind::Step { name, title, body } => self.step(coder, name, title.as_ref(), body),
            StmtKind::Stop(None) => self.end_with(coder, |this, coder| this.push(coder, Value::Nothing)),
            StmtKind::Stop(Some(procedure)) => coder.op(JumpOp::StopProc(*procedure)),
            StmtKind::Skip => self.skip(coder),
            StmtKind::Return(Returns::Value(value)) => {
                self.end_with(coder, |this, coder| this.returned(coder, value));
            }
            StmtKind::Return(Returns::Parts(parts)) => {
                self.end_with(coder, |this, coder| this.returned_parts(coder, parts));
            }
            StmtKind::Worsen(place, by) => self.step_word(coder, place, by.as_ref(), true),
            StmtKind::Improve(place, by) => self.step_word(coder, place, by.as_ref(), false),
            StmtKind::Prompt { prompt, local, question, ask, default, condition } => {
                self.prompt(coder, *prompt, *local, question, ask, default.as_deref(), condition.as_deref());
            }
            StmtKind::Advance(time) => {
                self.expr(coder, time);
                self.advance(coder);
                Self::settle(coder);
            }
            StmtKind::Timer { timer, each, lasts, not_while, body, captures } => {
                let code = self.timer_code(body, captures, not_while.as_deref());
                self.optional(coder, each.as_deref());
                self.expr(coder, lasts);
                self.start_timer(coder, *timer, code, captures);
            }
            StmtKind::Cancel(timer, each) => {
                self.optional(coder, each.as_ref());
                coder.op(TimeOp::CancelTimer(*timer));
            }
            StmtKind::Nudge(timer, owner, left) => {
                self.optional(coder, owner.as_deref());
                self.expr(coder, left);
                coder.op(TimeOp::NudgeTimer(*timer));
            }
            StmtKind::Every { period, body, captures } => {
                let code = self.timer_code(body, captures, None);
                self.expr(coder, period);
                self.start_every(coder, code, captures);
            }
            StmtKind::When { each, condition, body, captures } => {
                let code = self.when_code(each.as_deref(), condition, body, captures);
                self.start_when(coder, code, captures);
            }
            StmtKind::RemoveRecord(record, roster) => {
                self.with_value(coder, record, PlayOp::RemoveRecord(*roster))
            }
            StmtKind::AddTo(value, place) => self.add_to(coder, value, place),
            StmtKind::RemoveFrom(value, place) => self.change(coder, place, value, Op::Without),
            StmtKind::Reshuffle(deck) => coder.op(TableOp::Reshuffle(*deck)),
            StmtKind::Next { coming, count, bonus } => self.next(coder, *coming, count, bonus),
            StmtKind::Expect(value) => self.expect(coder, value),
            StmtKind::With { dice, answers, body } => self.with_dice(coder, dice, answers, body),
        }
    }

    /// Adds to a list or a set; to a list whose order nothing looks at, so that it stays sorted.
    fn add_to(&mut self, coder: &mut Coder, value: &Expr, place: &Place) {
        match place {
            Place::Local(list) if coder.is_in_any_order(*list) => {
                self.expr(coder, value);
                coder.op(Op::Append { list: list.0, sorted: true });
                coder.added_to(*list);
            }
            Place::Local(_) | Place::Global(_) | Place::Field(..) => {
                let op = if self.is_set(place) { Op::WithOnce } else { Op::With };
                self.change(coder, place, value, op);
            }
        }
    }

    /// Puts a bonus to each of so many coming rolls.
    fn next(&mut self, coder: &mut Coder, coming: GlobalId, count: &Expr, bonus: &Expr) {
        coder.op(Op::Global(coming));
        self.one(coder, count, Op::ToCount);
        self.one(coder, bonus, TableOp::GiveNext);
        coder.op(Op::SetGlobal(coming));
    }

    fn start_timer(&mut self, coder: &mut Coder, timer: TimerId, code: CodeId, captures: &[Capture]) {
        let captures = self.captured(coder, captures);
        self.plan.timers.push(TimerSite { timer, code, captures });
        coder.op(TimeOp::StartTimer(last(&self.plan.timers)));
    }

    fn start_every(&mut self, coder: &mut Coder, code: CodeId, captures: &[Capture]) {
        let captures = self.captured(coder, captures);
        self.plan.everys.push(WatchSite { code, captures });
        coder.op(TimeOp::StartEvery(last(&self.plan.everys)));
    }

    fn start_when(&mut self, coder: &mut Coder, code: CodeId, captures: &[Capture]) {
        let captures = self.captured(coder, captures);
        self.plan.whens.push(WatchSite { code, captures });
        coder.op(TimeOp::StartWhen(last(&self.plan.whens)));
    }

    /// Whether a place holds a set of words.
    fn is_set(&self, place: &Place) -> bool {
        let kind = match place {
            Place::Global(id) => self.program.globals.get(id.index()).map(|global| &global.kind),
            Place::Field(of, name) => {
                let Kind::Record(sheet) = &of.gives else { return false };
                let fields = self.program.sheets.get(sheet.index()).map(|sheet| &sheet.fields);
                let field = fields.and_then(|fields| fields.iter().find(|field| field.name == *name));
                field.map(|field| &field.kind)
            }
            Place::Local(_) => None,
        };
        matches!(kind, Some(Kind::Set(_)))
    }

    fn with_value(&mut self, coder: &mut Coder, value: &Expr, op: impl Into<Op>) {
        self.expr(coder, value);
        coder.op(op);
    }

    fn tell(&mut self, coder: &mut Coder, value: &Expr, op: impl Into<Op>) {
        self.expr(coder, value);
        coder.tell(op.into(), own_words(value));
    }

    /// Leaves the body with a value.
    fn end_with(&mut self, coder: &mut Coder, value: impl FnOnce(&mut Self, &mut Coder)) {
        value(self, coder);
        let hole = coder.hole(JumpOp::Skip(0));
        coder.ends.push(hole);
    }

    /// Changes a place to what `value` writes.
    pub(crate) fn set(
        &mut self,
        coder: &mut Coder,
        place: &Place,
        value: impl FnOnce(&mut Self, &mut Coder),
    ) {
        match place {
            Place::Local(local) => {
                value(self, coder);
                coder.op(Op::SetLocal(local.0));
            }
            Place::Global(global) => {
                value(self, coder);
                let bounds =
                    self.program.globals.get(global.index()).and_then(|global| global.bounds.clone());
                if let Some(bounds) = bounds.as_deref() {
                    self.clamp(coder, bounds, 0);
                }
                coder.op(Op::SetGlobal(*global));
            }
            Place::Field(of, name) => {
                self.expr(coder, of);
                value(self, coder);
                let symbol = self.symbol(name);
                coder.op(PlayOp::SetField(symbol));
            }
        }
    }

    fn read(&mut self, coder: &mut Coder, place: &Place) {
        match place {
            Place::Local(local) => coder.op(Op::Local(local.0)),
            Place::Global(global) => coder.op(Op::Global(*global)),
            Place::Field(of, name) => self.field(coder, of, name),
        }
    }

    fn change(&mut self, coder: &mut Coder, place: &Place, value: &Expr, op: Op) {
        self.set(coder, place, |this, coder| {
            if value.runs() {
                // What is run may change the place as well, and that is not lost.
                this.expr(coder, value);
                let held = coder.fresh(1);
                coder.op(Op::SetLocal(held));
                this.read(coder, place);
                coder.op(Op::Local(held));
                coder.release(held);
            } else {
                this.read(coder, place);
                this.expr(coder, value);
            }
            coder.op(op);
            this.as_held_with(coder, place, value, op);
        });
    }

    fn step_word(&mut self, coder: &mut Coder, place: &Place, by: Option<&Expr>, worse: bool) {
        self.set(coder, place, |this, coder| {
            this.read(coder, place);
            match by {
                Some(by) => this.expr(coder, by),
                None => this.push(coder, Value::int(1)),
            }
            coder.op(Op::Step(worse));
        });
    }

    fn branches(&mut self, coder: &mut Coder, branches: &[(Expr, Block)], otherwise: &Block) {
        let mut ends = Vec::new();
        for (condition, block) in branches {
            self.expr(coder, condition);
            let no = coder.hole(JumpOp::SkipUnless(0));
            self.block(coder, block);
            ends.push(coder.hole(JumpOp::Skip(0)));
            coder.fill(no);
        }
        self.block(coder, otherwise);
        coder.fill_all(ends);
    }

    /// A pass of a loop, or a step: what `skip` ends.
    pub(super) fn pass(&mut self, coder: &mut Coder, body: &Block) {
        coder.passes.push(SkipTarget { holes: Vec::new() });
        self.block(coder, body);
        let holes = coder.passes.pop().map(|pass| pass.holes).unwrap_or_default();
        coder.fill_all(holes);
    }

    fn skip(&mut self, coder: &mut Coder) {
        if coder.passes.is_empty() {
            // The checker refuses a `skip` outside; ending the body is the nearest meaning.
            return self.end_with(coder, |this, coder| this.push(coder, Value::Nothing));
        }
        let hole = coder.hole(JumpOp::Skip(0));
        if let Some(pass) = coder.passes.last_mut() {
            pass.holes.push(hole);
        }
    }

    fn repeat_block(&mut self, coder: &mut Coder, repeat: &Repeat, body: &Block) {
        match repeat {
            Repeat::Times(count) => {
                self.repeat(coder, count, |this, coder| this.pass(coder, body));
            }
            Repeat::Until(condition) => {
                let start = coder.enter(Loop::Asked);
                self.expr(coder, condition);
                coder.op(Op::Not);
                let exit = coder.hole(JumpOp::SkipUnless(0));
                self.pass(coder, body);
                coder.again(start);
                coder.fill(exit);
                coder.op(JumpOp::LoopLeave);
            }
        }
    }

    fn step(&mut self, coder: &mut Coder, name: &Arc<str>, title: Option<&Arc<str>>, body: &Block) {
        let title = title.unwrap_or(name);
        let text = self.text(Arc::clone(title));
        let part = coder.begin_part(title);
        coder.op(PlayOp::StepBegin(text));
        self.pass(coder, body);
        coder.end_part(part);
        coder.op(PlayOp::StepEnd);
        Self::settle(coder);
    }

    /// From a quantity on the stack: time passes. The machine turns it into a moment first.
    pub(crate) fn advance(&mut self, coder: &mut Coder) {
        coder.op(TimeOp::Advance);
        coder.op(TimeOp::AdvanceTo);
    }

    /// What has become due or true since is done now.
    fn settle(coder: &mut Coder) {
        coder.op(TimeOp::Settle);
    }

    /// A timer's body; it may first have to wait.
    fn timer_code(&mut self, body: &Body, captures: &[Capture], not_while: Option<&Expr>) -> CodeId {
        let mut coder = self.watch_coder("timer", body, captures);
        let mut held = None;
        if let Some(condition) = not_while {
            self.expr(&mut coder, condition);
            coder.op(Op::Not);
            let wait = coder.hole(JumpOp::SkipUnless(0));
            let run = coder.hole(JumpOp::Skip(0));
            coder.fill(wait);
            coder.hold_timer();
            self.push(&mut coder, Value::Nothing);
            held = Some(coder.hole(JumpOp::Skip(0)));
            coder.fill(run);
        }
        self.block(&mut coder, &body.block);
        let span = self.end_of(&mut coder, body);
        // What it made true is seen before the next thing falls due.
        Self::settle(&mut coder);
        if let Some(held) = held {
            coder.fill(held);
        }
        let code = coder.finish(span);
        self.add(code)
    }

    fn watch_coder(&mut self, name: &str, body: &Body, captures: &[Capture]) -> Coder {
        let count = u32::try_from(captures.len()).unwrap_or(u32::MAX);
        let locals = u32::try_from(body.locals.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(name, locals.max(count));
        self.place_captures(&mut coder, captures);
        coder
    }

    fn when_code(
        &mut self,
        each: Option<&(LocalId, Expr)>,
        condition: &Expr,
        body: &Body,
        captures: &[Capture],
    ) -> CodeId {
        let mut coder = self.watch_coder("when", body, captures);
        let watch = |this: &mut Self, coder: &mut Coder, item: Option<LocalId>| {
            match item {
                Some(item) => coder.op(Op::Local(item.0)),
                None => this.push(coder, Value::Nothing),
            }
            this.expr(coder, condition);
            coder.op(TimeOp::TurnedTrue);
            let no = coder.hole(JumpOp::SkipUnless(0));
            this.block(coder, &body.block);
            coder.fill(no);
        };
        match each {
            None => watch(self, &mut coder, None),
            Some((item, of)) => {
                let scope = ItemScope { of: Box::new(of.clone()), item: *item, filter: None };
                self.walk(&mut coder, &scope, |this, coder| watch(this, coder, Some(*item)));
            }
        }
        self.push(&mut coder, Value::Nothing);
        coder.mark_end();
        let code = coder.finish(condition.span);
        self.add(code)
    }

    #[allow(clippy::too_many_arguments)]
    fn prompt(
        &mut self,
        coder: &mut Coder,
        prompt: PromptId,
        local: LocalId,
        question: &Expr,
        ask: &PromptAsk,
        default: Option<&Expr>,
        condition: Option<&Expr>,
    ) {
        let unasked = condition.map(|condition| {
            self.expr(coder, condition);
            coder.hole(JumpOp::SkipUnless(0))
        });
        self.expr(coder, question);
        let table = coder.fresh(1);
        let kind = match ask {
            PromptAsk::Row(rows) => {
                self.expr(coder, rows);
                coder.op(Op::SetLocal(table));
                coder.op(Op::Local(table));
                coder.op(Op::ToItems);
                AskKind::From
            }
            PromptAsk::From(options) => {
                self.expr(coder, options);
                coder.op(Op::ToItems);
                AskKind::From
            }
            PromptAsk::Number(bounds) => {
                self.optional(coder, bounds.as_ref().map(|(low, _)| low));
                self.optional(coder, bounds.as_ref().map(|(_, high)| high));
                coder.op(Op::MakeList(2));
                AskKind::Number
            }
            PromptAsk::YesNo => {
                self.push(coder, Value::Nothing);
                AskKind::YesNo
            }
            PromptAsk::Text => {
                self.push(coder, Value::Nothing);
                AskKind::Text
            }
        };
        self.optional(coder, default);
        let given = self.given.get(&prompt).copied();
        self.plan.prompts.push(PromptSite { prompt, ask: kind, default: default.is_some(), given });
        let site = last(&self.plan.prompts);
        coder.op(PlayOp::Policy(site));
        coder.op(PlayOp::Prompt(site));
        coder.op(Op::SetLocal(local.0));
        // A row that was chosen is looked up, so that what is in it is rolled.
        if let PromptAsk::Row(_) = ask {
            coder.op(Op::Local(table));
            coder.op(Op::Local(local.0));
            coder.op(TableOp::LookupIn(1));
            coder.op(Op::SetLocal(local.0));
        }
        coder.release(table);
        if let Some(unasked) = unasked {
            let end = coder.hole(JumpOp::Skip(0));
            coder.fill(unasked);
            self.optional(coder, default);
            coder.op(Op::SetLocal(local.0));
            coder.fill(end);
        }
    }

    /// The two sides of a comparison are worked out first, so that a failure can show them.
    fn expect(&mut self, coder: &mut Coder, value: &Expr) {
        if let ExprKind::Compare(left, compare, right) = &value.kind {
            let sides = coder.fresh(2);
            self.expr(coder, left);
            coder.op(Op::SetLocal(sides));
            self.expr(coder, right);
            coder.op(Op::SetLocal(sides + 1));
            for _ in 0..2 {
                coder.op(Op::Local(sides));
                coder.op(Op::Local(sides + 1));
            }
            coder.at(value.span);
            coder.op(Op::Compare(*compare));
            coder.op(PlayOp::Expect(2));
            coder.release(sides);
        } else {
            self.expr(coder, value);
            coder.op(PlayOp::Expect(0));
        }
    }

    fn with_dice(&mut self, coder: &mut Coder, dice: &[Expr], answers: &[(Arc<str>, Expr)], body: &Block) {
        let count = self.exprs(coder, dice);
        for (_, answer) in answers {
            self.expr(coder, answer);
        }
        let names: Arc<[Arc<str>]> = answers.iter().map(|(name, _)| Arc::clone(name)).collect();
        self.plan.names.push(names);
        coder.op(PlayOp::ScriptBegin(count, last(&self.plan.names)));
        self.block(coder, body);
        coder.op(PlayOp::ScriptEnd);
    }
}

/// The words of a text that are written in it, and not put in.
fn own_words(text: &Expr) -> Vec<Arc<str>> {
    if let ExprKind::Literal(Literal::Text(text)) = &text.kind {
        return vec![Arc::clone(text)];
    }
    let ExprKind::Text(parts) = &text.kind else { return Vec::new() };
    let own = |part: &TextPart| match part {
        TextPart::Literal(text) => Some(Arc::clone(text)),
        TextPart::Live(_) => None,
    };
    parts.iter().filter_map(own).collect()
}
