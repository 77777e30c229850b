//! Text to syntax tree, with recovery; the only user of `pest`.

mod assemble;
pub mod ast;
mod branches;
pub mod brought;
mod build;
mod controls;
mod expected;
mod failure;
mod foreign;
mod format;
mod frame;
mod grammar;
mod hints;
mod lines;
mod markdown;
mod rolled;
mod table_body;
mod table_form;
mod then;
mod tokens;
pub mod words;

pub use format::format;
pub(crate) use hints::brought_report;
pub use markdown::{NotePart, note_parts};
pub use rolled::{implied_die, is_roll_heading};
pub use tokens::{Token, TokenClass, tokens};

use self::grammar::Rule;
use crate::base::{SourceId, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::limits;

/// The longest text that is read at all, in bytes. Whoever reads sources for a user holds them to the
/// limit in force, which is lower.
pub const MAX_SOURCE: usize = 1 << 24;

/// A source, read as far as it can be.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// What could be read.
    pub file: ast::File,
    /// What is wrong, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it is whole.
    pub verdict: Verdict,
}

/// Whether a text is whole, for a reader who is still typing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// All of it was read.
    Complete,
    /// It is right so far, and something is still to come.
    Incomplete,
    /// Something in it is wrong, whatever may follow.
    Broken,
}

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A file.
    File,
    /// What is typed or pasted into the REPL.
    Entry,
}

/// Reads a `.tw` file.
pub fn parse_file(id: SourceId, text: &str) -> Parsed {
    parse(id, text, Mode::File)
}

/// Reads what was typed into the REPL: the same language, with bare expressions, and tables that end at a
/// blank line.
pub fn parse_entry(id: SourceId, text: &str) -> Parsed {
    parse(id, text, Mode::Entry)
}

/// Reads a Markdown file: each table whose first heading is dice becomes a table named by its block id,
/// caption or heading, and fenced `tw` blocks are code. Places are those of the Markdown text.
pub fn parse_markdown(id: SourceId, text: &str) -> Parsed {
    parse_markdown_without(id, text, &[])
}

/// The same without the tables and blocks that begin at some bytes.
pub fn parse_markdown_without(id: SourceId, text: &str, without: &[usize]) -> Parsed {
    match too_long(id, text) {
        Some(report) => refused(report),
        None => with_stack_for(text, || markdown::read(id, text, without)),
    }
}

/// Reads one expression; `None` where it cannot be read.
pub fn parse_expression(id: SourceId, text: &str) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    in_one_piece(id, text, build::Builder::whole_expr)
}

/// Reads an expression whose odds are asked: `given`, `after` and `first turn when` need no `odds` before
/// them. `None` where it cannot be read.
pub fn parse_question(id: SourceId, text: &str) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    in_one_piece(id, text, build::Builder::question)
}

fn in_one_piece(
    id: SourceId,
    text: &str,
    read: impl FnOnce(&mut build::Builder, &str) -> Option<ast::Expr> + Send,
) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    with_stack_for(text, || {
        let mut builder = build::Builder::new(id);
        let expr = if let Some(report) = too_long(id, text) {
            builder.report(report);
            None
        } else if controls::has(text) {
            controls::report(id, text, 0, &mut builder.diagnostics);
            None
        } else {
            read(&mut builder, text)
        };
        (expr, builder.diagnostics)
    })
}

fn parse(id: SourceId, text: &str, mode: Mode) -> Parsed {
    match too_long(id, text) {
        Some(report) => refused(report),
        None => with_stack_for(text, || assemble::assemble(id, text, mode)),
    }
}

fn refused(report: Diagnostic) -> Parsed {
    Parsed { file: ast::File::default(), diagnostics: vec![report], verdict: Verdict::Broken }
}

fn too_long(id: SourceId, text: &str) -> Option<Diagnostic> {
    (text.len() > MAX_SOURCE).then(|| {
        let message = format!("this source has {} bytes, and at most {MAX_SOURCE} are read", text.len());
        Diagnostic::error(&limits::SOURCE_BYTES, Span::new(id, 0, 0), message)
            .help("split it, and load the parts with `use`")
    })
}

/// Runs on a larger stack where the brackets of `text` are nested deep.
fn with_stack_for<T: Send>(text: &str, read: impl FnOnce() -> T + Send) -> T {
    const SHALLOW: usize = 6;
    if lines::rough_depth(text) <= SHALLOW { read() } else { on_large_stack(read) }
}

/// Runs on a larger stack where words of what is read by one rule could be nested deep.
fn with_stack_for_words<T: Send>(rule: Rule, text: &str, read: impl FnOnce() -> T + Send) -> T {
    const FEW: usize = 12;
    // The lines of a table are many, and only cut into cells by it.
    let nests = rule != Rule::pipe_lines && lines::has_nesting_words(text, FEW);
    if nests { on_large_stack(read) } else { read() }
}

fn on_large_stack<T: Send>(read: impl FnOnce() -> T + Send) -> T {
    const STACK: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        let thread = thread.expect("the system gives one thread more");
        match thread.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
