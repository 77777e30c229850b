//! Kinds: reading them after `:`, whether one fits a place, and how they are called in reports.

use super::declare::def_of;
use super::program::{Expr, ExprKind, Kind, Literal, ModuleId, ScaleId, UnitFamily};
use super::scope::{KindName, Named, Want};
use super::workspace::Checker;
use crate::base::{Span, closest};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, KindAtom, Name};

/// The names of built-in kinds.
pub(super) const BUILT_IN: &[&str] = &["number", "text", "yes_no", "dice", "table", "list"];

/// Bounds of a number as written.
pub(super) type WrittenBounds = Option<(ast::Expr, ast::Expr)>;

fn built_in(name: &str) -> Option<Kind> {
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

impl Checker<'_, '_> {
    /// Reads a kind. Words written on the spot become a list of words named after the place.
    pub(crate) fn kind(
        &mut self,
        module: ModuleId,
        written: &ast::Kind,
        place: &Name,
    ) -> (Kind, WrittenBounds) {
        let mut bounds = None;
        let mut kinds = Vec::new();
        let words = self.words_on_the_spot(module, written);
        if let Some(words) = words {
            let def = def_of(module, place, None, None, written.span);
            kinds.push(Kind::Word(self.add_scale(def, false, &words)));
        } else {
            for atom in &written.alternatives {
                match atom {
                    KindAtom::Name(path) => kinds.push(self.kind_of_path(module, path)),
                    KindAtom::Range(low, high) => {
                        bounds = Some(((**low).clone(), (**high).clone()));
                        kinds.push(self.kind_of_bounds(module, low, high));
                    }
                    KindAtom::Quoted(_) => {}
                }
            }
        }
        if written.any_of {
            for kind in &mut kinds {
                if let Kind::Word(scale) = kind {
                    *kind = Kind::Set(*scale);
                }
            }
        }
        if written.or_nothing {
            kinds.push(Kind::Nothing);
        }
        (one_of(kinds), bounds)
    }

    /// The words of a kind that are written where it is used: `a | b`, where one of them is no kind.
    fn words_on_the_spot(&self, module: ModuleId, written: &ast::Kind) -> Option<Vec<Name>> {
        let several = written.alternatives.len() > 1 || written.any_of;
        let is_kind = |atom: &KindAtom| match atom {
            KindAtom::Name(path) => path.module.is_some() || self.is_kind(module, &path.name.text),
            KindAtom::Range(..) => true,
            KindAtom::Quoted(_) => false,
        };
        let quoted = written.alternatives.iter().any(|atom| matches!(atom, KindAtom::Quoted(_)));
        let built_in = written
            .alternatives
            .iter()
            .any(|atom| matches!(atom, KindAtom::Name(path) if BUILT_IN.contains(&&*path.name.text)));
        if !quoted && (!several || built_in || written.alternatives.iter().all(is_kind)) {
            return None;
        }
        let words = written.alternatives.iter().filter_map(|atom| match atom {
            KindAtom::Name(path) => Some(path.name.clone()),
            KindAtom::Quoted(word) => Some(Name::new(word.value.as_str(), word.span)),
            KindAtom::Range(..) => None,
        });
        Some(words.collect())
    }

    /// Whether a name among several is a kind. Units are not: `yards | feet` are two words.
    fn is_kind(&self, module: ModuleId, name: &str) -> bool {
        BUILT_IN.contains(&name)
            || self.ws.kind_named(module, name).is_some()
            || matches!(self.ws.named(module, name).first(), Some((_, Named::Table(_), _)))
    }

    fn kind_of_path(&mut self, module: ModuleId, path: &ast::Path) -> Kind {
        let name = &path.name.text;
        if path.module.is_none()
            && let Some(kind) = built_in(name)
        {
            return kind;
        }
        let of = match &path.module {
            Some(at) => match self.module(module, at) {
                Some(of) => of,
                None => {
                    self.unknown_kind(module, path);
                    return Kind::Any;
                }
            },
            None => module,
        };
        match self.kind_at(of, &path.name) {
            Some(KindName::Scale(id)) => return Kind::Word(id),
            Some(KindName::Sheet(id)) => return Kind::Record(id),
            None => {}
        }
        if let Some((_, Named::Table(id), known)) = self.ws.named(of, name).first().copied() {
            self.mentioned_named(path.name.span, Named::Table(id), known);
            return Kind::Row(id);
        }
        if let Some(unit) = self.ws.units_named(of, name).first().copied() {
            self.mentioned_unit(path.name.span, unit);
            return Kind::Quantity(self.ws.program.units.get(unit).family);
        }
        self.unknown_kind(of, path);
        Kind::Any
    }

    fn unknown_kind(&mut self, module: ModuleId, path: &ast::Path) {
        let name = &path.name.text;
        let scales = self.ws.scales_in_reach(module);
        let known = scales.iter().map(|id| self.scale_name(*id));
        let near = closest(name, BUILT_IN.iter().copied().chain(known)).map(str::to_owned);
        let mut report =
            Diagnostic::error(&codes::names::UNKNOWN_KIND, path.span, format!("unknown kind `{name}`"));
        match near {
            Some(near) => report = report.did_you_mean(near, path.name.span),
            None => {
                report = report.help("a kind is number, text, yes_no, dice, table, list, a range such as 0..10, a unit, a ladder, words, a sheet, or a table");
            }
        }
        self.report(report);
    }

    /// The name of a ladder or list of words.
    pub(crate) fn scale_name(&self, id: ScaleId) -> &str {
        self.ws.program.scales.get(id.index()).map_or("", |scale| &*scale.def.name)
    }

    /// The kind of a number between these bounds: with the unit that one of them has.
    fn kind_of_bounds(&mut self, module: ModuleId, low: &ast::Expr, high: &ast::Expr) -> Kind {
        for bound in [low, high] {
            if let ast::ExprKind::Quantity(_, path) = &bound.kind
                && let Some(unit) = self.unit(module, path)
            {
                return Kind::Quantity(self.ws.program.units.get(unit).family);
            }
        }
        Kind::Number
    }

    /// Brings a value to what a place wants: texts and rows become words; what cannot fit is reported.
    pub(crate) fn fitted(&mut self, value: Expr, want: &Kind, place: &str) -> Expr {
        let value = self.as_wanted(value, want);
        if !fits(&value.gives, want) {
            let (got, wanted) = (self.describe(&value.gives), self.describe(want));
            let code = match (&value.gives, want) {
                (Kind::Quantity(_), Kind::Quantity(_) | Kind::Number) | (Kind::Number, Kind::Quantity(_)) => {
                    &codes::kinds::UNITS
                }
                _ => &codes::kinds::WRONG,
            };
            let report =
                Diagnostic::error(code, value.span, format!("{place} must be {wanted}, but this is {got}"));
            let report = self.help_to_fit(report, &value, want);
            self.report(report);
            return Expr { gives: want.clone(), ..value };
        }
        value
    }

    /// Turns what has the name of a word into the word, and 0 into no quantity, where that is wanted.
    fn as_wanted(&mut self, value: Expr, want: &Kind) -> Expr {
        if let Some(scale) = wanted_word(want)
            && may_name_word(&value.gives)
            && !fits_exactly(&value.gives, want)
        {
            let span = value.span;
            let gives =
                if may_be_nothing(&value.gives) { Kind::Word(scale).or_nothing() } else { Kind::Word(scale) };
            if let ExprKind::Literal(Literal::Text(text) | Literal::RowName(text)) = &value.kind
                && let Some(word) = self.word_of(scale, text)
            {
                return Expr { kind: ExprKind::Literal(word), span, gives };
            }
            return Expr { kind: ExprKind::AsWord(Box::new(value), scale), span, gives };
        }
        if let (Kind::Quantity(family), ExprKind::Literal(Literal::Number { value: number, .. })) =
            (want, &value.kind)
            && number.is_zero()
        {
            return self.zero(*family, value.span);
        }
        value
    }

    /// No quantity of a family.
    pub(crate) fn zero(&self, family: UnitFamily, span: Span) -> Expr {
        let unit = self.ws.program.units.smallest.get(family.index()).copied();
        let unit = unit.expect("a family is made with its first unit");
        let kind = ExprKind::Literal(Literal::Quantity(crate::base::Num::ZERO, unit));
        Expr { kind, span, gives: Kind::Quantity(family) }
    }

    /// The word of a list by its name: as written, else without regard to case.
    pub(crate) fn word_of(&self, scale: ScaleId, name: &str) -> Option<Literal> {
        let words = &self.ws.program.scales.get(scale.index())?.words;
        let at = words.iter().position(|word| &**word == name);
        let at = at.or_else(|| {
            let name = name.to_lowercase();
            words.iter().position(|word| word.to_lowercase() == name)
        })?;
        Some(Literal::Word(scale, u32::try_from(at).ok()?))
    }

    fn help_to_fit(&self, report: Diagnostic, value: &Expr, want: &Kind) -> Diagnostic {
        match (&value.gives, want) {
            (Kind::Number, Kind::YesNo) => report.help("compare it: `… > 0`"),
            (Kind::Number, Kind::Quantity(family)) => {
                let unit = self.ws.program.units.smallest.get(family.index());
                let name = unit.map_or("", |unit| &*self.ws.program.units.get(*unit).plural);
                report.help(format!("say its unit, as in `{} {name}`", self.written(value.span)))
            }
            (Kind::Quantity(_), Kind::Number) => {
                report.help("divide by one of the unit to get a plain number: `q / 1 gp`")
            }
            (Kind::Row(id), _) => {
                let table = self.table(*id);
                let column = table.columns.first().map_or("roll", |column| &*column.name);
                report.help(format!("a row has columns: `{}.{column}`", self.written(value.span)))
            }
            _ => report,
        }
    }

    /// A kind in people's words.
    pub(crate) fn describe(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any => "anything".into(),
            Kind::Number => "a number".into(),
            Kind::Quantity(family) => {
                let unit = self.ws.program.units.smallest.get(family.index());
                let unit = unit.map(|unit| self.ws.program.units.get(*unit));
                match unit {
                    Some(unit) if *family == super::units::TIME => {
                        format!("a time ({} and the like)", unit.plural)
                    }
                    Some(unit) if unit.symbols.is_some() => format!("symbols of {}", unit.singular),
                    Some(unit) => format!("a quantity in {}", unit.plural),
                    None => "a quantity".into(),
                }
            }
            Kind::YesNo => "yes or no".into(),
            Kind::Text => "a text".into(),
            Kind::Word(id) => format!("a word of {}", self.scale_words(*id)),
            Kind::Set(id) => format!("a set of words of {}", self.scale_words(*id)),
            Kind::Row(id) => format!("a row of `{}`", self.table(*id).def.name),
            Kind::AnyRow => "a row of a table".into(),
            Kind::List(of) if **of == Kind::Any => "a list".into(),
            Kind::List(of) => format!("a list ({} each)", self.describe(of)),
            Kind::Record(id) => {
                let sheet = self.ws.program.sheets.get(id.index());
                format!("a {}", sheet.map_or("record", |sheet| &*sheet.def.name))
            }
            Kind::Dice => "dice".into(),
            Kind::Table => "a table".into(),
            Kind::Range => "a range of numbers".into(),
            Kind::Check => "the outcome of a check".into(),
            Kind::Returned(_) => "what a procedure returns".into(),
            Kind::Parts(_) => "several named parts".into(),
            Kind::Nothing => "nothing".into(),
            Kind::OneOf(kinds) => {
                let names: Vec<String> = kinds.iter().map(|kind| self.describe(kind)).collect();
                names.join(" or ")
            }
        }
    }

    fn scale_words(&self, id: ScaleId) -> String {
        let Some(scale) = self.ws.program.scales.get(id.index()) else { return "a list".into() };
        let mark = if scale.ladder { " > " } else { " | " };
        let most = scale.words.iter().take(8).map(|word| &**word).collect::<Vec<_>>();
        let more = if scale.words.len() > most.len() { " …" } else { "" };
        format!("`{}` ({}{more})", scale.def.name, most.join(mark))
    }

    /// Resolves the bounds of a place.
    pub(crate) fn bounds(
        &mut self,
        scope: &mut super::scope::Scope,
        kind: &Kind,
        bounds: &WrittenBounds,
    ) -> Option<(Expr, Expr)> {
        let (low, high) = bounds.as_ref()?;
        let want = Want::of(kind.clone());
        let low_value = self.value(scope, low, &want, "the lower bound");
        let high_value = self.value(scope, high, &want, "the upper bound");
        let constant = |e: &Expr| match &e.kind {
            ExprKind::Literal(Literal::Number { value, .. }) => Some(*value),
            _ => None,
        };
        if let (Some(from), Some(to)) = (constant(&low_value), constant(&high_value))
            && from > to
        {
            let report = Diagnostic::error(
                &codes::kinds::REVERSED,
                low.span.to(high.span),
                "this range ends before it begins",
            );
            self.report(report.help(format!("write {to}..{from}")));
        }
        Some((low_value, high_value))
    }
}

/// One kind, or one of several; equal ones are said once.
pub(super) fn one_of(kinds: Vec<Kind>) -> Kind {
    let mut all: Vec<Kind> = Vec::new();
    for kind in kinds {
        match kind {
            Kind::OneOf(inner) => {
                for kind in inner {
                    if !all.contains(&kind) {
                        all.push(kind);
                    }
                }
            }
            kind if !all.contains(&kind) => all.push(kind),
            _ => {}
        }
    }
    if all.contains(&Kind::Any) {
        return Kind::Any;
    }
    match all.len() {
        0 => Kind::Any,
        1 => all.pop().unwrap_or(Kind::Any),
        _ => Kind::OneOf(all),
    }
}

/// The word list that a place wants, where it wants one.
pub(super) fn wanted_word(want: &Kind) -> Option<ScaleId> {
    let kinds = match want {
        Kind::OneOf(kinds) => kinds.as_slice(),
        one => std::slice::from_ref(one),
    };
    kinds.iter().find_map(|kind| if let Kind::Word(id) = kind { Some(*id) } else { None })
}

/// Whether a value of this kind may have the name of a word.
fn may_name_word(kind: &Kind) -> bool {
    match kind {
        Kind::OneOf(kinds) => kinds.iter().any(may_name_word),
        one => matches!(one, Kind::Text | Kind::Row(_) | Kind::AnyRow),
    }
}

/// Whether a value of this kind may be `nothing`.
pub(super) fn may_be_nothing(kind: &Kind) -> bool {
    match kind {
        Kind::OneOf(kinds) => kinds.contains(&Kind::Nothing),
        one => *one == Kind::Nothing,
    }
}

fn fits_exactly(actual: &Kind, want: &Kind) -> bool {
    match want {
        Kind::OneOf(kinds) => kinds.contains(actual),
        want => want == actual,
    }
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
        match inside {
            Kind::List(of) => inside = of,
            _ => return Kind::List(Box::new(item)),
        }
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
