//! What stands after a dot: columns of rows, fields of records, parts of what checks and procedures give.

use super::program::Kind;
use super::workspace::Workspace;

/// The parts of what `check` and `contest` give, in the order in which a check gives them.
pub(crate) const CHECK_PARTS: &[&str] = &["total", "dc", "margin", "short", "success", "natural"];

/// What every row has besides its columns.
const ROW_PARTS: &[&str] = &["roll", "key", "name"];

/// Whether values of a kind have a field of this name.
pub(super) fn has_field(ws: &Workspace, kind: &Kind, name: &str) -> bool {
    match kind {
        Kind::Row(id) => {
            let info = ws.defs.infos.get(id.index());
            ROW_PARTS.contains(&name) || info.is_some_and(|info| info.columns.place(name).is_some())
        }
        Kind::Record(id) => {
            let sheet = ws.program.sheets.get(id.index());
            name == "name" || sheet.is_some_and(|sheet| sheet.fields.place(name).is_some())
        }
        Kind::OneOf(kinds) => kinds.iter().any(|kind| has_field(ws, kind, name)),
        Kind::Check => CHECK_PARTS.contains(&name),
        Kind::Returned(id) => {
            let procedure = ws.program.procs.get(id.index());
            procedure.is_some_and(|procedure| procedure.returns.iter().any(|part| &**part == name))
        }
        Kind::Parts(parts) => parts.iter().any(|part| &**part == name),
        Kind::Quantity(family) => {
            ws.program.units.symbols(*family).is_some_and(|symbols| symbols.place(name).is_some())
        }
        Kind::List(_)
        | Kind::Any
        | Kind::AnyRow
        | Kind::Number
        | Kind::YesNo
        | Kind::Text
        | Kind::Word(_)
        | Kind::Set(_)
        | Kind::Dice
        | Kind::Table
        | Kind::Range
        | Kind::Nothing => false,
    }
}

/// The names after a dot that values of a kind take.
pub(super) fn fields_of(ws: &Workspace, kind: &Kind) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    match kind {
        Kind::Row(id) => {
            let columns = ws.defs.infos.get(id.index()).map(|info| &info.columns);
            let columns = columns.into_iter().flatten().map(|column| column.name.to_string());
            columns.chain(owned(ROW_PARTS)).collect()
        }
        Kind::Record(id) => {
            let fields = ws.program.sheets.get(id.index()).map(|sheet| &sheet.fields);
            let fields = fields.into_iter().flatten().map(|field| field.name.to_string());
            fields.chain(owned(&["name"])).collect()
        }
        Kind::List(of) => fields_of(ws, of),
        Kind::Check => owned(CHECK_PARTS),
        Kind::Returned(id) => {
            let returns = ws.program.procs.get(id.index()).map(|procedure| &procedure.returns);
            returns.into_iter().flatten().map(|part| part.to_string()).collect()
        }
        Kind::Parts(parts) => parts.iter().map(|part| part.to_string()).collect(),
        Kind::OneOf(kinds) => kinds.iter().flat_map(|kind| fields_of(ws, kind)).collect(),
        Kind::Quantity(family) => {
            ws.program.units.symbols(*family).map(|symbols| symbols.names()).unwrap_or_default()
        }
        Kind::Any
        | Kind::AnyRow
        | Kind::Number
        | Kind::YesNo
        | Kind::Text
        | Kind::Word(_)
        | Kind::Set(_)
        | Kind::Dice
        | Kind::Table
        | Kind::Range
        | Kind::Nothing => Vec::new(),
    }
}
