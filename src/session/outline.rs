//! The outline of a source: what it defines, in the order of the text, also where parts of it are broken.

use super::names::What;
use crate::base::{SourceId, Span};
use crate::syntax::ast::{self, ItemKind, StmtKind, StubKind, TableKind, UseFrom};
use crate::syntax::{self, Parsed};

/// What a part of a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutlineKind {
    /// A definition.
    Defines(What),
    /// A field of a sheet.
    Field,
    /// A step of a procedure.
    Step,
    /// A change of what was defined elsewhere.
    Change,
    /// A test.
    Test,
}

/// A part of a source that has a name.
#[derive(Debug, Clone)]
pub(crate) struct OutlineItem {
    /// Its name, or what a test is about.
    pub name: String,
    /// What it is.
    pub kind: OutlineKind,
    /// What stands beside the name: a title, or the first line as it is written.
    pub detail: String,
    /// All of it.
    pub whole: Span,
    /// The name in it.
    pub at: Span,
    /// The parts in it.
    pub inside: Vec<OutlineItem>,
}

/// The outline of a text, which is a Markdown note or a source.
pub(crate) fn outline(text: &str, markdown: bool) -> Vec<OutlineItem> {
    let id = SourceId(0);
    let read = if markdown { syntax::parse_markdown } else { syntax::parse_file };
    let Parsed { file, .. } = read(id, text);
    file.items.iter().filter_map(|item| part(item, text)).collect()
}

fn part(item: &ast::Item, text: &str) -> Option<OutlineItem> {
    let kind = OutlineKind::Defines;
    let title = |title: &Option<ast::Text>| {
        title.as_ref().map(|title| title.literal().into_owned()).unwrap_or_default()
    };
    let (name, kind, detail, inside) = match &item.kind {
        ItemKind::Rules(rules) => (&rules.name, kind(What::Rules), title(&rules.title), Vec::new()),
        ItemKind::Use(used) => {
            let name = match (&used.alias, &used.from) {
                (Some(name), _) | (None, UseFrom::Library(name)) => name.clone(),
                (None, UseFrom::File(path)) => ast::Name::new(path.value.as_str(), path.span),
            };
            return Some(made(&name, kind(What::Rules), "use".to_owned(), item.span, Vec::new()));
        }
        ItemKind::Option(option) => (&option.name, kind(What::Option), String::new(), Vec::new()),
        ItemKind::Unit(unit) => (&unit.name, kind(What::Unit), String::new(), Vec::new()),
        ItemKind::Scale(scale) => {
            let what = if scale.ladder { What::Ladder } else { What::Words };
            (&scale.name, kind(what), String::new(), Vec::new())
        }
        ItemKind::Symbols(symbols) => (&symbols.name, kind(What::Words), String::new(), Vec::new()),
        ItemKind::Keep(keep) => (&keep.name, kind(What::Value), String::new(), Vec::new()),
        ItemKind::Sheet(sheet) => (&sheet.name, kind(What::Sheet), String::new(), fields(sheet)),
        ItemKind::Roster(roster) => (&roster.name, kind(What::Roster), String::new(), Vec::new()),
        ItemKind::Table(table) => {
            let rolls =
                table.options.rolls.as_ref().and_then(|rolls| text.get(rolls.span.range())).unwrap_or("");
            let detail = [rolls.to_owned(), title(&table.title)];
            let detail: Vec<String> = detail.into_iter().filter(|part| !part.is_empty()).collect();
            (&table.name, kind(what_of(table.kind)), detail.join(" "), Vec::new())
        }
        ItemKind::Fn(function) => (&function.name, kind(What::Function), String::new(), Vec::new()),
        ItemKind::Procedure(procedure) => {
            let what = if procedure.is_fn { What::Function } else { What::Procedure };
            (&procedure.name, kind(what), title(&procedure.title), steps(&procedure.body))
        }
        ItemKind::Stub(stub) => {
            let what = match stub.kind {
                StubKind::Table => What::Table,
                StubKind::Fn => What::Function,
                StubKind::Procedure => What::Procedure,
            };
            (&stub.name, kind(what), "stub".to_owned(), Vec::new())
        }
        ItemKind::Change(change) => {
            (&change.target.name, OutlineKind::Change, "change".to_owned(), Vec::new())
        }
        ItemKind::Test(test) => {
            let name = ast::Name::new(&*test.title.literal(), test.title.span);
            return Some(made(&name, OutlineKind::Test, "test".to_owned(), item.span, Vec::new()));
        }
        ItemKind::Stmt(stmt) => match &stmt.kind {
            StmtKind::Let(name, _) => (name, kind(What::Value), String::new(), Vec::new()),
            _ => return None,
        },
        ItemKind::About(..) | ItemKind::Policy(_) => return None,
    };
    Some(made(name, kind, detail, item.span, inside))
}

fn what_of(kind: TableKind) -> What {
    match kind {
        TableKind::Table => What::Table,
        TableKind::Chart => What::Chart,
        TableKind::Deck => What::Deck,
        TableKind::Each => What::Each,
    }
}

fn made(
    name: &ast::Name,
    kind: OutlineKind,
    detail: String,
    whole: Span,
    inside: Vec<OutlineItem>,
) -> OutlineItem {
    // A table of a note is named by the heading above it.
    let whole = whole.to(name.span);
    let shown = if name.text.trim().is_empty() { "…".to_owned() } else { name.text.to_string() };
    OutlineItem { name: shown, kind, detail, whole, at: name.span, inside }
}

fn fields(sheet: &ast::Sheet) -> Vec<OutlineItem> {
    let field = |field: &ast::SheetField| {
        made(&field.name, OutlineKind::Field, String::new(), field.name.span, Vec::new())
    };
    sheet.fields.iter().map(field).collect()
}

/// The steps of a procedure; a step inside another stands inside it.
fn steps(block: &ast::Block) -> Vec<OutlineItem> {
    let mut all = Vec::new();
    for stmt in &block.stmts {
        if let StmtKind::Step { name, title, body } = &stmt.kind {
            let title = title.as_ref().map(|title| title.literal().into_owned()).unwrap_or_default();
            let inside = steps(body);
            let end = body.stmts.last().map_or(stmt.span, |last| last.span);
            all.push(made(name, OutlineKind::Step, title, stmt.span.to(end), inside));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_parts_of_a_broken_source_are_still_there() {
        let text = "table moor \"The Moor\" rolls d4\n  1-2: mist\n  3-4: bog\nend\n\n\
                    fn broken( = \n\nprocedure night\n  step watch \"Keep watch\"\n    say \"hush\"\n  end\nend\n\
                    sheet hero\n  hp: 0..9\nend\n";
        let parts = outline(text, false);
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["moor", "night", "hero"]);
        assert_eq!(parts[0].detail, "d4 The Moor");
        assert_eq!(parts[1].inside[0].detail, "Keep watch");
        assert_eq!(parts[2].inside[0].name, "hp");
        for part in &parts {
            assert!(part.whole.start <= part.at.start && part.at.end <= part.whole.end, "{}", part.name);
        }
    }
}
