//! The language server, spoken to over a real pipe as an editor does.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::editor::{Editor, true_path, uri};
use crate::support::program::Tw;

/// A text that is everything at once: characters of two, three and four bytes, CRLF, tables, dice, a fault.
const MIXED: &str = "## Über das Moor 𝄞\r\ntable moor \"Das Moor 𝄞é\" rolls d4\r\n  1-2: Nebel é {2d6}\r\n  \
                     3-4: 𝄞 => say \"é\"\r\nend\r\n\r\nlet a = \"𝄞é\"\r\nlet b = \"𝄞{moor}\"\r\nlet c = nosuchthing\r\n";

fn root() -> PathBuf {
    true_path(Path::new(env!("CARGO_MANIFEST_DIR")))
}

/// The sources of a folder of the project.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "tw" || end == "md"))
        .collect();
    files.sort();
    files
}

/// What `tw check --json` says of a file, in an order of its own.
fn checked(path: &Path) -> Vec<String> {
    let ran = Tw::new().args(["check", "--format", "json"]).args([path.to_str().expect("a text")]).run();
    sorted(ran.out.lines().map(str::to_owned))
}

fn sorted(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// The objects that the reports of an editor carry.
fn carried(reports: &[Value]) -> Vec<String> {
    sorted(reports.iter().map(|report| report["data"].to_string()))
}

#[test]
fn reports_are_those_of_check_for_every_source_of_the_project() {
    let mut files = Vec::new();
    for folder in ["library", "examples", "tests/check"] {
        files.extend(sources(folder));
    }
    assert!(files.len() > 20, "the sources were not found");
    let mut editor = Editor::new(true);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("readable");
        let address = uri(&path);
        editor.open(&address, &text);
        let own = editor.reports(&address, 1);
        let all = editor.all_reports();
        assert_eq!(carried(&all), checked(&path), "{}", path.display());
        for report in &own {
            says_the_same(&editor, &text, report);
        }
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": address}}));
        // An answer comes after everything before it.
        editor.begin("textDocument/hover", json!({}));
        editor.open(&address, "");
        assert!(editor.reports(&address, 1).is_empty());
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": address}}));
    }
    assert!(editor.leave().success());
}

/// Code, place and texts of a report are those of the object that it carries.
fn says_the_same(editor: &Editor, text: &str, report: &Value) {
    let data = &report["data"];
    assert_eq!(report["code"], data["code"]);
    let severity = ["", "error", "warning", "note"][report["severity"].as_u64().expect("a number") as usize];
    assert_eq!(severity, data["severity"]);
    let message = report["message"].as_str().expect("a text");
    assert_eq!(message.lines().next(), data["message"].as_str().and_then(|text| text.lines().next()));
    for help in data["help"].as_array().expect("a list") {
        assert!(message.contains(help.as_str().expect("a text")), "{report}");
    }
    let labels = data["labels"].as_array().expect("a list");
    let bytes = |label: &Value| {
        let end = |key: &str| label[key].as_u64().expect("a byte") as usize;
        end("byte_start")..end("byte_end")
    };
    assert_eq!(editor.bytes(text, &report["range"]), bytes(&labels[0]), "{report}");
    let related = report["relatedInformation"].as_array().cloned().unwrap_or_default();
    assert_eq!(related.len(), labels.len() - 1, "{report}");
    for (related, label) in related.iter().zip(&labels[1..]) {
        assert_eq!(related["message"], label["text"]);
        if label["file"] == labels[0]["file"] {
            assert_eq!(editor.bytes(text, &related["location"]["range"]), bytes(label), "{report}");
        }
    }
}

#[test]
fn places_are_right_under_both_encodings_and_with_crlf() {
    for utf16 in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = true_path(folder.path()).join("é 𝄞.tw");
        std::fs::write(&path, MIXED).expect("written");
        let address = uri(&path).replace('é', "%C3%A9").replace('𝄞', "%F0%9D%84%9E").replace(' ', "%20");
        let mut editor = Editor::new(utf16);
        editor.open(&address, MIXED);
        let reports = editor.reports(&address, 1);
        assert_eq!(carried(&reports), checked(&path), "UTF-16: {utf16}");
        assert!(!reports.is_empty());
        for report in &reports {
            says_the_same(&editor, MIXED, report);
        }
        let mention = MIXED.rfind("moor").expect("a mention");
        let place = editor.place(MIXED, mention + 1);
        let found = editor.at("textDocument/definition", &address, place.clone());
        let defined = MIXED.find("moor").expect("a definition");
        assert_eq!(editor.bytes(MIXED, &found["range"]), defined..defined + 4);
        let hover = editor.at("textDocument/hover", &address, place);
        assert_eq!(editor.bytes(MIXED, &hover["range"]), mention..mention + 4);
        assert!(editor.leave().success());
    }
}

#[test]
fn letters_typed_one_by_one_lead_to_the_reports_of_the_whole() {
    // All of the library: `TW_TYPE=1`. It takes long.
    let all = std::env::var_os("TW_TYPE").is_some();
    let mut texts: Vec<(String, String)> = vec![("mixed.tw".into(), MIXED.into())];
    for path in sources("library") {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if all {
            texts.push((name, text));
        } else if name == "prelude.tw" {
            texts.push((name, text.chars().take(400).collect()));
        }
    }
    for (name, text) in texts {
        for utf16 in [false, true] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = true_path(folder.path()).join(&name);
            std::fs::write(&path, &text).expect("written");
            let address = uri(&path);
            let mut editor = Editor::new(utf16);
            editor.open(&address, "");
            let mut version = 1;
            let mut at = 0;
            while let Some(letter) = text[at..].chars().next() {
                // The two of a line break are one key.
                let end = if text[at..].starts_with("\r\n") { at + 2 } else { at + letter.len_utf8() };
                version += 1;
                let place = editor.place(&text, at);
                let range = json!({"start": place, "end": place});
                editor.change(&address, version, Some(range), &text[at..end]);
                at = end;
            }
            let reports = editor.reports(&address, version);
            assert_eq!(carried(&reports), checked(&path), "{name}");
            assert!(editor.leave().success());
        }
    }
}

#[test]
fn hover_tells_what_a_name_is_and_its_odds() {
    let mut editor = Editor::new(false);
    let address = "file:///nowhere/hover.tw";
    let text = "use dungeon_turn\n\n## What lurks.\ntable lurks \"Lurking\" rolls 2d6\n  2-7: a rat\n  \
                8-12: a bat\nend\n\nlet x = lurks\nlet y = 4d6kh3\nlet z = dungeon_turn.hazard\nlet r = max(1, x.roll)\n";
    editor.open(address, text);
    let mut told = |needle: &str| {
        let at = text.find(needle).expect("there");
        let place = editor.place(text, at + 1);
        let found = editor.at("textDocument/hover", address, place);
        found["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    let lurks = told("lurks\nlet y");
    for part in ["table lurks", "**Lurking**", "What lurks.", "| 2–7 | a rat | 58.33% |"] {
        assert!(lurks.replace("2-7", "2–7").contains(part), "{part}: {lurks}");
    }
    assert!(told("4d6kh3").contains("mean 12.2446"));
    assert!(told("hazard\n").contains("16.67%"), "a shipped table");
    assert!(told("8-12").contains("41.67% (5/12)"), "a row");
    assert!(told("max(").contains("max("), "a built-in function");
    assert_eq!(told("\n\n##"), "");
    assert!(editor.leave().success());
}

#[test]
fn a_definition_is_found_in_files_that_are_used_and_in_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = true_path(folder.path());
    std::fs::write(folder.join("side.tw"), "table gold rolls d6\n  1-6: coins\nend\n").expect("written");
    let text = "use \"side.tw\"\nuse dungeon_turn\nlet a = gold\nlet b = hazard\n";
    let address = uri(&folder.join("main.tw"));
    let mut editor = Editor::new(false);
    editor.open(&address, text);
    let place = editor.place(text, text.find("gold").expect("there"));
    let found = editor.at("textDocument/definition", &address, place);
    assert_eq!(found["uri"], uri(&folder.join("side.tw")));
    assert_eq!(found["range"]["start"], json!({"line": 0, "character": 6}));
    let place = editor.place(text, text.find("hazard").expect("there"));
    let found = editor.at("textDocument/definition", &address, place);
    let path = found["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    let shipped = std::fs::read_to_string(path).expect("the rule-set as a file");
    assert!(shipped[editor.bytes(&shipped, &found["range"])].eq("hazard"), "{found}");
    assert!(editor.leave().success());
}

#[test]
fn formatting_is_that_of_fmt() {
    let text = "table t rolls d4\n1-2: a\n     3-4: b\nend\n\nlet x = 1\n";
    let address = "file:///nowhere/format.tw";
    let mut editor = Editor::new(true);
    let formatted = Tw::new().args(["fmt", "-"]).stdin(text).run().out;
    assert_ne!(formatted, text);
    editor.open(address, text);
    let ask = json!({"textDocument": {"uri": address}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = editor.ask("textDocument/formatting", ask.clone());
    assert_eq!(editor.edited(text, &edits), formatted);
    editor.change(address, 2, None, &formatted);
    assert_eq!(editor.ask("textDocument/formatting", ask.clone()), json!([]));
    editor.change(address, 3, None, "table t rolls (\n");
    assert_eq!(editor.ask("textDocument/formatting", ask), json!([]), "a broken text stays as it is");
    assert!(editor.leave().success());
}

#[test]
fn the_outline_holds_what_is_sound_in_a_broken_text() {
    let text = "table moor rolls d4\n  1-4: mist\nend\n\ntable ( broken\n\nprocedure night\n  step watch\n    \
                say \"hush\"\n  end\nend\n";
    let address = "file:///nowhere/outline.tw";
    let mut editor = Editor::new(true);
    editor.open(address, text);
    let found = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": address}}));
    let names: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["moor", "night"]);
    assert_eq!(found[1]["children"][0]["name"], "watch");
    assert!(editor.leave().success());
}

#[test]
fn a_file_that_is_used_is_looked_at_as_it_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = true_path(folder.path());
    let (main, side) = (uri(&folder.join("main.tw")), uri(&folder.join("side.tw")));
    let mut editor = Editor::new(true);
    editor.open(&side, "let keeper = 1\nkeep gold = 1\n");
    editor.reports(&side, 1);
    editor.open(&main, "use \"side.tw\"\nlet x = gold\n");
    let errors = |reports: Vec<Value>| reports.iter().filter(|report| report["severity"] == 1).count();
    assert_eq!(errors(editor.reports(&main, 1)), 0, "the file that is open need not be saved");
    editor.change(&side, 2, None, "keep silver = 1\n");
    editor.reports(&side, 2);
    // The look at the other one comes after it.
    editor.change(&main, 2, None, "use \"side.tw\"\nlet x = gold\n\n");
    assert_eq!(errors(editor.reports(&main, 2)), 1);
    assert!(editor.leave().success());
}

#[test]
fn greeting_and_farewell_come_in_order() {
    let mut editor = Editor::silent(true);
    let early = editor.begin("textDocument/hover", json!({}));
    assert_eq!(editor.answer(early)["error"]["code"], -32002);
    assert!(!editor.ended().success(), "the editor went without a word");

    let mut editor = Editor::new(true);
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    let late = editor.begin("textDocument/hover", json!({}));
    assert_eq!(editor.answer(late)["error"]["code"], -32600);
    editor.tell("exit", Value::Null);
    assert!(editor.ended().success());

    let mut editor = Editor::new(true);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.ended().code(), Some(1), "`exit` without `shutdown`");
}

#[test]
fn messages_that_make_no_sense_are_answered_or_left_out() {
    let mut editor = Editor::new(true);
    let code = |editor: &mut Editor, method: &str, params: Value| {
        let id = editor.begin(method, params);
        editor.answer(id)["error"]["code"].clone()
    };
    assert_eq!(code(&mut editor, "textDocument/nonsense", json!({})), -32601);
    assert_eq!(code(&mut editor, "textDocument/hover", json!([])), -32602);
    assert_eq!(
        code(&mut editor, "textDocument/hover", json!({"textDocument": {"uri": "file:///a"}})),
        -32602
    );
    assert_eq!(code(&mut editor, "initialize", json!({})), -32600);
    editor.tell("textDocument/didChange", json!({"textDocument": {"uri": "file:///a", "version": 2}}));
    editor.tell("textDocument/didOpen", json!("nothing"));
    editor.tell("$/cancelRequest", json!({"id": 99}));
    let address = "file:///nowhere/places.tw";
    editor.open(address, "let x = d6\n");
    let far = json!({"line": 4_000_000_000u32, "character": 4_000_000_000u32});
    assert_eq!(editor.at("textDocument/hover", address, far.clone()), Value::Null);
    let turned = json!({"start": far, "end": {"line": 0, "character": 0}});
    editor.change(address, 2, Some(turned), "let y = 2\n");
    assert!(editor.reports(address, 2).iter().all(|report| report["severity"] != 1));
    assert!(editor.leave().success());

    let mut editor = Editor::new(true);
    editor.write(b"Content-Length: 7\r\n\r\nno JSON");
    assert_eq!(editor.ended().code(), Some(5), "what is no message ends the conversation");
}

#[test]
fn texts_that_no_file_may_have_are_reported_and_do_no_harm() {
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/odd.tw";
    for (version, text) in (2..).zip([
        "let a = 1\0\n".to_owned(),
        "\u{feff}let a = nosuch\n".to_owned(),
        "(".repeat(5_000),
        "x".repeat(1_100_000),
        "\r\r\n\n\r\u{2028}\u{85}".to_owned(),
        "table t rolls d6\n".repeat(50),
    ]) {
        if version == 2 {
            editor.open(address, "");
        }
        editor.change(address, version, None, &text);
        assert!(
            !editor.reports(address, version).is_empty(),
            "{:?}",
            text.chars().take(20).collect::<String>()
        );
        if text.starts_with('\u{feff}') {
            let at = editor.reports(address, version)[0]["range"]["start"]["character"].clone();
            assert_eq!(at, 9, "the mark at the beginning counts for the editor");
        }
    }
    assert!(editor.leave().success());
}
