//! Brings values to the kind that a place wants, and says kinds in people's words.

use super::checker::Checker;
use super::kinds::{fits, fits_exactly, may_name_word, wanted_word};
use super::program::{Expr, ExprKind, Kind, Literal, ScaleId, UnitFamily};
use super::units::TIME;
use crate::base::{Num, Span};
use crate::diag::{Diagnostic, codes};

impl Checker<'_, '_> {
    /// Brings a value to what a place wants: texts and rows become words; what cannot fit is reported.
    pub(crate) fn fitted(&mut self, value: Expr, want: &Kind, place: &str) -> Expr {
        let value = self.as_wanted(value, want);
        if !fits(&value.gives, want) {
            let (got, wanted) = (self.describe(&value.gives), self.describe(want));
            let is_amount = |kind: &Kind| kind.is_quantity() || *kind == Kind::Number;
            // Two plain numbers fit, so one of the amounts has a unit.
            let only_units = is_amount(&value.gives) && is_amount(want);
            let code = if only_units { &codes::kinds::UNITS } else { &codes::kinds::WRONG };
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
                if value.gives.may_be_nothing() { Kind::Word(scale).or_nothing() } else { Kind::Word(scale) };
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
        let kind = ExprKind::Literal(Literal::Quantity(Num::ZERO, unit));
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
        if let Kind::Row(id) = value.gives {
            let table = self.table(id);
            let column = table.columns.first().map_or("roll", |column| &*column.name);
            return report.help(format!("a row has columns: `{}.{column}`", self.written(value.span)));
        }
        if value.gives.is_quantity() && *want == Kind::Number {
            return report.help("divide by one of the unit to get a plain number: `q / 1 gp`");
        }
        if value.gives != Kind::Number {
            return report;
        }
        if let Kind::Quantity(family) = want {
            let unit = self.ws.program.units.smallest.get(family.index());
            let name = unit.map_or("", |unit| &*self.ws.program.units.get(*unit).plural);
            return report.help(format!("say its unit, as in `{} {name}`", self.written(value.span)));
        }
        if *want == Kind::YesNo { report.help("compare it: `… > 0`") } else { report }
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
                    Some(unit) if *family == TIME => {
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

    /// The name of a ladder or list of words.
    pub(crate) fn scale_name(&self, id: ScaleId) -> &str {
        self.ws.program.scales.get(id.index()).map_or("", |scale| &*scale.def.name)
    }
}
