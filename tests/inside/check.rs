//! What the checker says. Each `tests/check/*.tw` stands beside a `.out` with its diagnostics in short
//! form, empty where there are none; `TW_BLESS=1` writes them anew.

use super::support::cases;
use std::fmt::Write as _;
use std::path::Path;

use crate::base::{Limits, Source, Sources};
use crate::check::{SourceHost, Workspace};
use crate::diag::codes;
use crate::diag::{Diagnostic, Severity};
use crate::modules::{LIBRARY, Loader, Origin, SourceText};

#[test]
fn reports_are_as_written_beside_the_sources() {
    cases::each_case("check", "tw", |path, _| start(path));
}

#[test]
fn every_code_is_provoked_by_its_bad_source_and_not_by_its_good_one() {
    let mut wrong = Vec::new();
    let pages = [
        codes::files::ALL,
        codes::tables::ALL,
        codes::names::ALL,
        codes::kinds::ALL,
        codes::pools::ALL,
        codes::procedures::ALL,
    ];
    for code in pages.into_iter().flatten() {
        let (bad, bad_sources) = check_text(code.bad);
        if !code.bad.is_empty() && !bad.iter().any(|found| found.code == code.id) {
            wrong.push(format!("{}: the bad source gives\n{}", code.id, short(&bad, &bad_sources)));
        }
        let (good, good_sources) = check_text(code.good);
        if !good.is_empty() {
            wrong.push(format!("{}: the good source gives\n{}", code.id, short(&good, &good_sources)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fixes_of_bad_sources_lie_inside_them() {
    for code in codes::all().filter(|code| !code.bad.is_empty()) {
        let (found, sources) = check_text(code.bad);
        for edit in found.iter().flat_map(|found| &found.fixes).flat_map(|fix| &fix.edits) {
            let source = sources.get(edit.span.source).unwrap();
            let text = source.text();
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            assert!(
                text.is_char_boundary(start) && text.is_char_boundary(end) && start <= end,
                "{}",
                code.id
            );
        }
    }
}

/// What `tw check` says without making what could be played is what loading says.
#[test]
fn judging_says_what_loading_says() {
    use crate::session::{RollSeed, Session};
    let own = [
        "table t rolls d6\n1-3: a\n5: b\nend table\n",
        "table t rolls d6 + 1\n1-3: a\n5: b\nend table\n",
        "option n = 3\ntable t rolls d(n)\n1: a\nend table\n",
        "table t rolls d{\"a\", \"b\"}\na: one\nend table\n",
        "table t(n = 4) rolls d(n)\n1-3: a\nend table\n",
        "table t rolls d6 shift -1..+1\n1-6: a\nend table\n",
        "table t rolls 3d6!kh1\n1-5: a\nend table\n",
        "stub table t \"later\"\nlet x = t\n",
        "chart c\n| d4 | x |\n|---|---|\n| 1 | a |\n| 2-3 | {zz} |\n",
        "use dungeon_turn\nchange option dungeon_turn.quiet_turns = 3\n",
        "table t rolls d6\n1-3: a\n5: b\nend table\nchange t row 5: c\nlet x = zz\n",
        "## é\nfn f(x) = f(x) + (\n",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts: Vec<String> = own.map(str::to_owned).to_vec();
    for folder in ["tests/check", "examples", "library"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            if entry.path().extension().is_some_and(|end| end == "tw") {
                texts.push(std::fs::read_to_string(entry.path()).expect("a text"));
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tw");
    for text in texts {
        std::fs::write(&path, &text).expect("written");
        let said = |judges: bool| {
            let mut session = Session::with_limits(RollSeed::new(1), Limits::default());
            let reports = if judges {
                session.judge_file(&path).map(|judged| judged.reports)
            } else {
                session.load(&path)
            };
            short(&reports.expect("it is there"), session.sources())
        };
        assert_eq!(said(true), said(false), "{text}");
    }
}

#[test]
fn the_library_has_nothing_to_report() {
    let mut wrong = String::new();
    for shipped in LIBRARY {
        // Used by another file, and started itself with its tests; then stubs deserve a note.
        let (found, sources) = check_text(&format!("use {}", shipped.name));
        wrong.push_str(&short(&found, &sources));
        let (mut found, sources) = check_text(shipped.text);
        found.retain(|one| one.severity != Severity::Note);
        wrong.push_str(&short(&found, &sources));
    }
    let all: String = LIBRARY.iter().map(|shipped| format!("use {}\n", shipped.name)).collect();
    let (found, sources) = check_text(&all);
    wrong.push_str(&short(&found, &sources));
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn files_that_use_each_other_are_told_of_the_circle() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("a.tw", "use \"b.tw\"\nfn one = 1\n");
    write("b.tw", "use \"a.tw\"\nfn two = 2\n");
    let found = start(&dir.path().join("a.tw"));
    assert!(found.contains("error[TW0106]"), "{found}");
}

#[test]
fn a_statement_of_a_used_file_is_warned_of() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("a.tw", "use \"b.tw\"\nsay two\n");
    write("b.tw", "fn two = 2\nsay two\n");
    let found = start(&dir.path().join("a.tw"));
    assert_eq!(
        found,
        "b.tw:2:1: warning[TW0601]: statements in a used file do not run, only its definitions count\n"
    );
}

/// Checks a file as the started one.
fn start(path: &Path) -> String {
    let mut loader = Loader::new(Limits::default());
    let text = loader.start(path).unwrap();
    let (found, sources) = check(loader, text);
    short(&found, &sources)
}

/// Checks a text as a started file.
fn check_text(text: &str) -> (Vec<Diagnostic>, Sources) {
    let mut loader = Loader::new(Limits::default());
    loader.set_folder(&cases::folder("check")).unwrap();
    let origin = Origin::Session("case".into());
    check(loader, SourceText { name: "case.tw".into(), text: text.into(), origin })
}

fn check(mut loader: Loader, text: SourceText) -> (Vec<Diagnostic>, Sources) {
    let mut sources = Sources::new();
    let mut host = SourceHost { loader: &mut loader, sources: &mut sources };
    let found = Workspace::new().load_main(&mut host, text);
    (found, sources)
}

/// Diagnostics in short form, a line each: `moods.tw:3:5: error[TW0201]: …`.
fn short(found: &[Diagnostic], sources: &Sources) -> String {
    let mut lines = String::new();
    for one in found {
        let span = one.primary.span;
        let source = sources.get(span.source).unwrap();
        let name = Path::new(source.name()).file_name().unwrap().to_string_lossy();
        let at = source.line_col(span.start);
        let severity = one.severity.word();
        let _ = writeln!(lines, "{name}:{}:{}: {severity}[{}]: {}", at.line, at.col, one.code, one.message);
    }
    lines
}

/// A session that entries are added to.
struct Typed {
    workspace: Workspace,
    loader: Loader,
    sources: Sources,
}

impl Typed {
    fn new() -> Typed {
        let loader = Loader::new(Limits::default());
        Typed { workspace: Workspace::new(), loader, sources: Sources::new() }
    }

    /// Adds an entry; gives how many statements it has, and the reports.
    fn add(&mut self, text: &str) -> (usize, String) {
        let name = format!("<repl:{}>", self.sources.iter().count() + 1);
        let id = self.sources.add(Source::new(name, text));
        let parsed = crate::syntax::parse_entry(id, text);
        let mut host = SourceHost { loader: &mut self.loader, sources: &mut self.sources };
        let (body, mut found) = self.workspace.extend(&mut host, parsed.file);
        found.extend(parsed.diagnostics);
        (body.block.stmts.len(), short(&found, &self.sources))
    }
}

#[test]
fn a_session_grows_entry_by_entry() {
    let mut typed = Typed::new();
    assert_eq!(typed.add("let x = 2d6"), (1, String::new()));
    assert_eq!(typed.add("let x = x + 1\nlet x = x + 1"), (2, String::new()));
    assert_eq!(typed.add("x + 1"), (1, String::new()));
    assert!(typed.add("let z = z + 1").1.contains("TW0301"));
    assert_eq!(typed.add("table moods\n- calm\n- cross"), (0, String::new()));
    assert_eq!(typed.add("moods is calm"), (1, String::new()));
    assert_eq!(typed.add("delving.hazard is Burn"), (1, String::new()));
    assert_eq!(typed.add("use dungeon_turn"), (0, String::new()));
    assert_eq!(typed.add("do dungeon_turn(deed = rest)\nx = 3\nmoods"), (3, String::new()));
}

#[test]
fn a_new_definition_takes_the_place_of_the_old_and_ids_stay_good() {
    let mut typed = Typed::new();
    typed.add("fn price = 3");
    typed.add("fn twice = price * 2");
    let before = typed.workspace.program().fns.len();
    assert_eq!(typed.add("fn price = \"dear\""), (0, String::new()));
    assert_eq!(typed.workspace.program().fns.len(), before + 1);
    assert_eq!(typed.add("twice + 1"), (1, String::new()));
    assert!(typed.add("price + 1").1.contains("TW0401"));
}

#[test]
fn an_entry_with_an_error_leaves_no_trace() {
    let mut typed = Typed::new();
    let (count, found) = typed.add("let y = 3\nuse delving\nfn f = nowhere");
    assert_eq!((count, found.contains("TW0301")), (0, true), "{found}");
    assert!(typed.add("y").1.contains("TW0301"));
    assert!(typed.add("springs_traps(bright, walking)").1.contains("TW0301"));
    assert_eq!(typed.workspace.program().modules.len(), 1);
}

#[test]
fn a_started_file_is_the_last_module_and_its_tests_are_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.tw");
    std::fs::write(&path, "use prelude\ntest \"mine\"\n  expect 1 == 1\nend test\n").unwrap();
    let mut sources = Sources::new();
    let mut loader = Loader::new(Limits::default());
    let text = loader.start(&path).unwrap();
    let mut workspace = Workspace::new();
    let mut host = SourceHost { loader: &mut loader, sources: &mut sources };
    assert_eq!(workspace.load_main(&mut host, text), []);
    let program = workspace.program();
    let last = program.modules.len() - 1;
    assert_eq!(program.started.iter().map(|id| id.index()).collect::<Vec<_>>(), [last]);
    let mine = program.tests.iter().filter(|test| test.module.index() == last);
    assert_eq!(mine.map(|test| &*test.title).collect::<Vec<_>>(), ["mine"]);
}

#[test]
fn long_chains_of_definitions_and_deep_cycles_are_no_danger() {
    let mut text = String::new();
    for at in 0..3000 {
        let _ = writeln!(text, "fn f{at}_ = f{}_ + 1", at + 1);
    }
    for at in 0..60 {
        let _ = writeln!(text, "fn g{at}_ = {}g{}_{}", "[".repeat(95), at + 1, "]".repeat(95));
    }
    text.push_str("fn g60_ = 1\n");
    text.push_str("fn f3000_ = 1\nfn a = b\nfn b = a\ntable t\n- {t2}\ntable t2\n- {t}\n- x\n");
    let (found, sources) = check_text(&text);
    assert_eq!(short(&found, &sources), "");
}

#[test]
fn a_word_against_a_parameter_without_a_kind_says_which_kind_has_it() {
    let table = "table weather rolls d6\n  1-3: Rain\n  4-6: Sleet\nend table\n\n";
    let ladders = "ladder weather: sun > sleet\nladder road: dry > sleet\n\n";
    let function = "fn f(sky) = if sky is sleet then 2 else 1\n";
    let compared = "fn f(n, sky) = if n > 1 and sky == sleet then 2 else 1\n";
    let procedure = "procedure p(sky)\n  if sky is not sleet\n    say \"dry\"\n  end if\nend procedure\n";
    for (kinds, count) in [(table, 1), (ladders, 2)] {
        for body in [function, compared, procedure] {
            let source = format!("{kinds}{body}");
            let (found, _) = check_text(&source);
            let fixes: Vec<_> = found.iter().flat_map(|found| &found.fixes).collect();
            let typed: Vec<_> = fixes.iter().filter(|fix| fix.title.starts_with("write `sky: ")).collect();
            assert_eq!(typed.len(), count, "{source}\n{fixes:?}");
            let (left, sources) = check_text(&source.replace("sky)", "sky: weather)"));
            assert!(left.is_empty(), "{source}\n{}", short(&left, &sources));
        }
    }
    // What says its kind, and what is no parameter, keep their own reports.
    for body in ["fn f(sky: number) = if sky is sleet then 2 else 1\n", "fn f() = sleet\n"] {
        let (found, _) = check_text(&format!("{table}{body}"));
        let titles = found.iter().flat_map(|found| &found.fixes).map(|fix| fix.title.as_str());
        assert!(titles.clone().all(|title| !title.contains("sky: weather")), "{body}");
    }
}
