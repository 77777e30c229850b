//! Reading the language: every shipped rule-set, every spelling, every refusal.

use std::fs;
use std::path::Path;

use tablewright::base::{Source, SourceId};
use tablewright::diag::Diagnostic;
use tablewright::syntax::{self, Verdict};

fn short(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let line = |found: &Diagnostic| {
        let at = source.line_col(found.primary.span.start);
        let mut text = format!(
            "{}:{}:{}: {}[{}]: {}\n",
            source.name(),
            at.line,
            at.col,
            found.severity.word(),
            found.code,
            found.message
        );
        for help in &found.help {
            text.push_str(&format!("    help: {help}\n"));
        }
        text
    };
    diagnostics.iter().map(line).collect()
}

#[test]
fn every_shipped_rule_set_is_read() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let mut all = String::new();
    for entry in fs::read_dir(library).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let parsed = syntax::parse_file(SourceId(0), &text);
        let source = Source::new(path.file_name().unwrap().to_string_lossy().into_owned(), text.as_str());
        all.push_str(&short(&source, &parsed.diagnostics));
        assert!(parsed.verdict == Verdict::Complete || !all.is_empty());
    }
    assert_eq!(all, "");
}
