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

/// What is typed, key by key.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let length = if rest.starts_with("\r\n") { 2 } else { rest.chars().next()?.len_utf8() };
        let (key, after) = rest.split_at(length);
        rest = after;
        Some(key)
    })
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
            let (mut line, mut character) = (0, 0);
            // The two of a line break are one key.
            for key in keys(&text) {
                version += 1;
                let place = json!({"line": line, "character": character});
                let range = json!({"start": place, "end": place});
                editor.change(&address, version, Some(range), key);
                (line, character) = match key {
                    "\n" | "\r\n" => (line + 1, 0),
                    _ if utf16 => (line, character + key.encode_utf16().count()),
                    _ => (line, character + key.len()),
                };
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
    for text in ["no JSON", "", "null", "[{}]"] {
        editor.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let told = editor.told("window/logMessage");
        assert!(told["message"].as_str().is_some_and(|said| said.contains("cannot be read")), "{told}");
    }
    editor.write(b"Content-Length: 22\r\n\r\n{\"id\":77,\"method\":[7]}");
    assert_eq!(editor.answer(77)["error"]["code"], -32600);
    // Millions of small values would take more memory than the server may have.
    let wide = format!("{{\"id\":78,\"method\":\"x\",\"params\":[{}1]}}", "1,".repeat(8_000_000));
    editor.write(format!("Content-Length: {}\r\n\r\n{wide}", wide.len()).as_bytes());
    assert_eq!(editor.answer(78)["error"]["code"], -32600);
    assert!(editor.leave().success());

    let mut editor = Editor::new(true);
    editor.write(b"Content-Length: a lot\r\n\r\n{}");
    assert_eq!(editor.ended().code(), Some(5), "where the next message begins is not known");
}

#[test]
fn half_a_character_costs_a_character_and_no_more() {
    let mut editor = Editor::new(true);
    let open = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///nowhere/half.tw","languageId":"tablewright","version":1,"text":"let a = \"\ud834\"\nlet b = nosuch\n"}}}"#;
    editor.write(format!("Content-Length: {}\r\n\r\n{open}", open.len()).as_bytes());
    let address = "file:///nowhere/half.tw";
    assert_eq!(editor.reports(address, 1)[0]["range"]["start"], json!({"line": 1, "character": 8}));
    // The editor counts one for its half, as it stands.
    let half = json!({"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 10}});
    editor.change(address, 2, Some(half), "x\"\nlet c = \"");
    assert_eq!(editor.reports(address, 2)[0]["range"]["start"]["line"], 2);
    assert!(editor.leave().success());
}

/// Whoever saves all files at once, again and again, has each looked at for the last time only.
#[test]
fn many_saves_of_many_documents_are_one_look_at_each() {
    const MANY: usize = 200;
    let mut editor = Editor::new(true);
    let address = |at: usize| format!("file:///nowhere/saved{at}.tw");
    for at in 0..MANY {
        editor.open(&address(at), "let a = d6\n");
    }
    let all: String = (0..MANY)
        .map(|at| {
            let saved = json!({"jsonrpc": "2.0", "method": "textDocument/didSave",
                               "params": {"textDocument": {"uri": address(at)}}});
            format!("Content-Length: {}\r\n\r\n{saved}", saved.to_string().len())
        })
        .collect();
    editor.write(all.as_bytes());
    let _ = editor.at("textDocument/hover", &address(0), json!({"line": 0, "character": 5}));
    let shown = editor.times_shown();
    assert!(shown < MANY * MANY / 4, "{shown} times reports were shown");
    assert!(editor.leave().success());
}

/// A text that is too long to be read is reported, and nothing is looked for in it.
#[test]
fn of_a_text_that_is_too_long_nothing_is_said_but_that() {
    const LINES: usize = 1_000_000;
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/long.tw";
    editor.open(address, &"fn f(x: number) = 4d6kh3 + 2\n".repeat(LINES));
    assert_eq!(editor.reports(address, 1)[0]["code"], "TW0801");
    let place = json!({"line": LINES / 2, "character": 20});
    for method in ["hover", "completion", "semanticTokens/full", "formatting", "documentSymbol", "rename"] {
        let answer = editor.at(&format!("textDocument/{method}"), address, place.clone());
        assert!(answer["result"].is_null() && answer["error"].is_null(), "{method}: {answer}");
    }
    assert!(editor.leave().success());
}

#[test]
fn of_two_documents_of_one_file_the_one_that_was_changed_last_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = true_path(folder.path());
    let (main, rules) = (uri(&folder.join("main.tw")), uri(&folder.join("rules.tw")));
    let again = rules.replace("rules.tw", "%72ules.tw");
    let mut editor = Editor::new(true);
    let errors = |reports: Vec<Value>| reports.iter().filter(|report| report["severity"] == 1).count();
    editor.open(&rules, "let a = 1\n");
    editor.open(&again, "let b = 1\n");
    editor.open(&main, "use \"rules.tw\"\nlet x = b\n");
    assert_eq!(errors(editor.reports(&main, 1)), 0);
    editor.change(&rules, 2, None, "let a = 2\n");
    editor.change(&main, 2, None, "use \"rules.tw\"\nlet x = a\n");
    assert_eq!(errors(editor.reports(&main, 2)), 0);
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": rules}}));
    editor.change(&main, 3, None, "use \"rules.tw\"\nlet x = b + 1\n");
    assert_eq!(errors(editor.reports(&main, 3)), 0, "the other one is still open");
    assert!(editor.leave().success());
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

/// The reports of an editor on a text, and the text with the edits of its first fix for each of them.
fn fixes_of(editor: &mut Editor, address: &str, report: &Value) -> Vec<(Value, Value)> {
    let ask = json!({"textDocument": {"uri": address}, "range": report["range"],
                     "context": {"diagnostics": [report]}});
    let found = editor.ask("textDocument/codeAction", ask);
    let of_it = |action: &&Value| action["diagnostics"][0]["data"] == report["data"];
    let actions = found.as_array().expect("a list").iter().filter(of_it).cloned();
    actions.map(|action| (action["title"].clone(), action["edit"]["changes"][address].clone())).collect()
}

#[test]
fn every_quick_fix_makes_its_report_go_away() {
    let mut texts: Vec<(String, String)> = tablewright::inside::faulty_sources()
        .map(|(code, bad)| (format!("{code}.tw"), bad.to_owned()))
        .collect();
    for path in sources("tests/check") {
        let text = std::fs::read_to_string(&path).expect("readable");
        texts.push((path.file_name().expect("a name").to_string_lossy().into_owned(), text));
    }
    let mut editor = Editor::new(true);
    let (mut version, mut made, mut wrong) = (1, 0, Vec::new());
    for (name, text) in texts {
        // Beside the files that the inputs use.
        let address = uri(&root().join("tests/check").join(format!("fix-{name}")));
        editor.open(&address, &text);
        let reports = editor.reports(&address, 1);
        let same = |reports: &[Value], report: &Value| {
            let known =
                |other: &&Value| other["code"] == report["code"] && other["message"] == report["message"];
            reports.iter().filter(known).count()
        };
        let fixes: Vec<_> = reports
            .iter()
            .flat_map(|report| {
                fixes_of(&mut editor, &address, report).into_iter().map(move |fix| (report, fix))
            })
            .collect();
        for (report, (title, edits)) in fixes {
            let fixed = editor.edited(&text, &edits);
            version += 1;
            editor.change(&address, version, None, &fixed);
            let after = editor.reports(&address, version);
            made += 1;
            if same(&after, report) >= same(&reports, report) {
                wrong.push(format!("{name}: {title} leaves {}\n{fixed}", report["message"]));
            }
        }
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": address}}));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(made > 40, "only {made} fixes were offered");
    assert!(editor.leave().success());
}

/// The labels that are offered at a mark `‸` in a text.
fn offered(editor: &mut Editor, address: &str, version: i64, marked: &str) -> Vec<String> {
    let at = marked.find('‸').expect("a mark");
    let text = marked.replace('‸', "");
    editor.change(address, version, None, &text);
    let place = editor.place(&text, at);
    let found = editor.at("textDocument/completion", address, place);
    let items = found.as_array().expect("a list");
    items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
}

#[test]
fn completion_offers_what_may_stand_there() {
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/complete.tw";
    std::fs::create_dir_all(editor.own_rules()).expect("a folder");
    std::fs::write(editor.own_rules().join("moorland.tw"), "fn depth() = 3\n").expect("written");
    editor.open(address, "");
    let rest = "\nladder heat: high > low\nsheet vendor\n  price: number\nend\nchart cost\n  | key | coins |\n  \
                |---|---|\n  | é | 3 |\nend\nfn strong(strength) = strength\nkeep stress = 1\n";
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("let a = str‸", &["strong", "stress"], &["strength", "say"]),
        ("let a = 4d6k‸", &["kh", "kl"], &["keep"]),
        ("use moor‸", &["moorland"], &["dungeon_turn"]),
        ("use dungeon‸", &["dungeon_turn", "dungeon_exploration"], &["delving"]),
        ("use dungeon_turn\nlet a = dungeon_turn.haz‸", &["hazard"], &["dungeon_turn.hazard"]),
        ("let a = heat.‸", &["high", "low"], &["stress"]),
        ("let a = cost.‸", &["coins", "roll"], &["high", "price"]),
        ("fn f(strange, x) = str‸", &["strange", "strong"], &["strength"]),
        ("procedure p\n  let strap = 1\n  if stra‸\nend", &["strap"], &["strong"]),
        ("# str‸", &[], &["strong"]),
        ("let a = \"str‸\"", &[], &["strong"]),
        ("let a = \"é𝄞 {str‸}\"", &["strong"], &[]),
        ("table t rolls d2\n  1: str‸\n  2: b\nend", &[], &["strong"]),
        ("table t rolls d2\n  1: {str‸}\n  2: b\nend", &["strong"], &[]),
        ("pro‸", &["procedure"], &[]),
    ];
    for (version, (line, wanted, unwanted)) in (2..).zip(cases) {
        let found = offered(&mut editor, address, version, &format!("{line}\n{rest}"));
        for wanted in *wanted {
            assert!(found.iter().any(|label| label == wanted), "{line}: no {wanted} in {found:?}");
        }
        for unwanted in *unwanted {
            assert!(found.iter().all(|label| label != unwanted), "{line}: {unwanted}");
        }
    }
    assert!(editor.leave().success());
}

#[test]
fn a_rename_reaches_every_file_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = true_path(folder.path());
    let side = "## é 𝄞\ntable gold rolls d6\n  1-6: {2d6} coins\nend\nfn rich(amount) = amount + gold.roll\n";
    let main = "use \"side.tw\"\nlet a = gold\nlet b = \"𝄞 {gold}\"\nlet gold_a = rich(amount = 2)\nprocedure p\n  \
                let gold_b = gold\n  say gold_b\n  say gold\nend\n";
    std::fs::write(folder.join("side.tw"), side).expect("written");
    std::fs::write(folder.join("main.tw"), main).expect("written");
    let (main_uri, side_uri) = (uri(&folder.join("main.tw")), uri(&folder.join("side.tw")));
    for utf16 in [false, true] {
        let mut editor = Editor::new(utf16);
        // The file that uses it is on disk only.
        editor.open(&side_uri, side);
        let rename = |editor: &mut Editor, text: &str, old: &str, new: &str| {
            let place = editor.place(text, text.find(old).expect("there"));
            let params = json!({"textDocument": {"uri": side_uri}, "position": place, "newName": new});
            let id = editor.begin("textDocument/rename", params);
            editor.answer(id)
        };
        for (old, new) in [("gold", "silver"), ("rich", "wealthy"), ("amount", "sum_of_all")] {
            let answer = rename(&mut editor, side, old, new);
            let changes = &answer["result"]["changes"];
            assert!(changes.is_object(), "{answer}");
            let (side_after, main_after) = (
                editor.edited(side, &changes[&side_uri]),
                editor.edited(main, changes.get(&main_uri).unwrap_or(&json!([]))),
            );
            let whole = |text: &str| {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                text.split(|c| !is_word(c))
                    .map(|word| if word == old { new } else { word })
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let words = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_').collect::<Vec<_>>().join(" ")
            };
            assert_eq!((words(&side_after), words(&main_after)), (whole(side), whole(main)), "{old}");
        }
        for (new, why) in [
            ("rich", "already the name"),
            ("max", "built in"),
            ("if", "word of the language"),
            ("2x", "not a name"),
            ("d6", "not a name"),
            ("a b", "not a name"),
            ("gold_a", "cannot become"),
            ("gold_b", "cannot become"),
        ] {
            let answer = rename(&mut editor, side, "gold", new);
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            assert!(message.contains(why), "{new}: {answer}");
        }
        let place = editor.place(side, side.find("gold").expect("there"));
        let params = json!({"textDocument": {"uri": side_uri}, "position": place,
                            "context": {"includeDeclaration": true}});
        let found = editor.ask("textDocument/references", params);
        assert_eq!(found.as_array().map(Vec::len), Some(6), "{found}");
        assert!(editor.leave().success());
    }
}

#[test]
fn what_is_shipped_cannot_be_renamed() {
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/shipped.tw";
    let text = "use dungeon_turn\nlet a = hazard\n";
    editor.open(address, text);
    let place = editor.place(text, text.find("hazard").expect("there"));
    let id = editor
        .begin("textDocument/prepareRename", json!({"textDocument": {"uri": address}, "position": place}));
    let answer = editor.answer(id);
    assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains("shipped")), "{answer}");
    assert!(editor.leave().success());
}

#[test]
fn colours_are_those_of_the_session() {
    let note = "# Notes é 𝄞\n\nlet not code\n\n| d6 | Loot |\n|---|---|\n| 1-3 | {2d6} 𝄞 |\n| 4-6 | rope |\n\n```tw\nlet x = max(1, 2)\n```\n";
    for (address, text) in [("file:///nowhere/colours.tw", MIXED), ("file:///nowhere/colours.md", note)] {
        for utf16 in [false, true] {
            let mut editor = Editor::new(utf16);
            editor.open(address, text);
            let found =
                editor.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": address}}));
            let data: Vec<u64> =
                found["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
            let (mut line, mut character, mut words) = (0, 0, Vec::new());
            for token in data.chunks(5) {
                character = if token[0] == 0 { character + token[1] } else { token[1] };
                line += token[0];
                let start = editor.byte(text, &json!({"line": line, "character": character}));
                let end = editor.byte(text, &json!({"line": line, "character": character + token[2]}));
                words.push((text[start..end].to_owned(), token[3], token[4]));
            }
            let has = |word: &str, kind: u64| words.iter().any(|(text, of, _)| text == word && *of == kind);
            assert!(has("let", 0) && has("2d6", 9), "{words:?}");
            if text == MIXED {
                assert!(has("moor", 3), "a mention of a table looks like one: {words:?}");
            } else {
                assert!(has("max", 2) && has("4-6", 9), "{words:?}");
                assert_eq!(
                    words.iter().filter(|(word, _, _)| word == "let").count(),
                    1,
                    "prose has no colours"
                );
            }
            assert!(editor.leave().success());
        }
    }
}

#[test]
fn requests_for_an_older_text_are_not_answered_with_it() {
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/fast.tw";
    let text = std::fs::read_to_string(root().join("library/delving.tw")).expect("readable");
    editor.open(address, &text);
    let place = json!({"line": 40, "character": 4});
    let ask = json!({"textDocument": {"uri": address}, "position": place});
    let old: Vec<i64> = (0..5).map(|_| editor.begin("textDocument/hover", ask.clone())).collect();
    editor.change(address, 2, None, "let x = d6\n");
    let cancelled = editor.begin("textDocument/hover", ask.clone());
    editor.tell("$/cancelRequest", json!({"id": cancelled}));
    for id in old {
        let answer = editor.answer(id);
        let code = answer["error"]["code"].as_i64();
        assert!(code.is_none() || code == Some(-32801), "{answer}");
    }
    let answer = editor.answer(cancelled);
    assert!(matches!(answer["error"]["code"].as_i64(), None | Some(-32800)), "{answer}");
    assert!(editor.reports(address, 2).is_empty());
    assert!(editor.leave().success());
}

#[test]
fn every_request_is_answered_on_every_piece_of_a_source() {
    let mut editor = Editor::new(true);
    let mut files = sources("library");
    files.extend(sources("tests/check"));
    for (nth, path) in files.into_iter().enumerate() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let address = format!("file:///nowhere/piece{nth}.{}", if nth % 4 == 3 { "md" } else { "tw" });
        editor.open(&address, "");
        // Pieces of some thousand letters, so that each is done quickly.
        let letters: Vec<char> = text.chars().collect();
        let pieces = [
            (0, 900),
            (letters.len() / 3, letters.len() / 3 + 700),
            (letters.len().saturating_sub(500), letters.len()),
        ];
        for (version, (from, to)) in (2..).zip(pieces) {
            let to = to.min(letters.len());
            let piece: String = letters[from.min(to)..to].iter().collect();
            editor.change(&address, version, None, &piece);
            let document = json!({"uri": address});
            let ends = piece.len();
            let middle = piece.char_indices().nth(piece.chars().count() / 2).map_or(0, |(at, _)| at);
            for at in [0, middle, ends] {
                let place = editor.place(&piece, at);
                let position = json!({"textDocument": document, "position": place, "newName": "quite_new",
                                      "context": {"includeDeclaration": false, "triggerKind": 1}});
                for method in ["hover", "definition", "references", "completion", "prepareRename", "rename"] {
                    let id = editor.begin(&format!("textDocument/{method}"), position.clone());
                    let answer = editor.answer(id);
                    let code = answer["error"]["code"].as_i64();
                    assert!(code.is_none() || code == Some(-32803), "{method}: {answer}");
                }
            }
            let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
            let params = json!({"textDocument": document, "range": whole, "context": {"diagnostics": []},
                                "options": {"tabSize": 2, "insertSpaces": true}});
            for method in ["documentSymbol", "formatting", "codeAction", "semanticTokens/full"] {
                assert!(!editor.ask(&format!("textDocument/{method}"), params.clone()).is_null(), "{method}");
            }
        }
        // A rename looks through all that is open.
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": address}}));
    }
    assert!(editor.leave().success());
}

#[test]
fn odds_that_take_long_are_not_waited_for() {
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/long.tw";
    let text = "let a = 200d20ro1kh77\nlet b = 2d6\n";
    editor.open(address, text);
    editor.reports(address, 1);
    for (dice, told) in [("200d20", "`tw odds '200d20ro1kh77'`"), ("2d6", "mean 7")] {
        let place = editor.place(text, text.find(dice).expect("there"));
        let before = std::time::Instant::now();
        let found = editor.at("textDocument/hover", address, place);
        assert!(found["contents"]["value"].as_str().is_some_and(|text| text.contains(told)), "{found}");
        // A tenth of a second; a busy machine takes longer.
        assert!(before.elapsed().as_secs_f64() < 3.0, "{dice}: {:?}", before.elapsed());
    }
    assert!(editor.leave().success());
}

#[test]
fn a_note_has_odds_of_what_is_sound_in_it() {
    let text = "# Moor é\n\n## Loot 𝄞\n\n| d6 | Loot |\n|---|---|\n| 1-3 | {2d6} coins |\n| 4-6 | rope |\n\n\
                Prose: max(1, 2).\n\n```tw\nsay \"{loot}\"\n```\n\n## Bad\n\n| d4 | Bad |\n|---|---|\n| 1-2 | a |\n";
    let mut editor = Editor::new(true);
    let address = "file:///nowhere/note.md";
    editor.open(address, text);
    assert!(editor.reports(address, 1).iter().any(|report| report["severity"] == 1), "a table has a hole");
    let mut told = |needle: &str| {
        let place = editor.place(text, text.find(needle).expect("there") + 1);
        let found = editor.at("textDocument/hover", address, place);
        found["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    assert!(told("loot}").contains("rope | 50.00%"), "a sound table");
    assert!(told("4-6").contains("50.00% (1/2)"), "a row of it");
    assert!(told("2d6").contains("mean 7"));
    assert_eq!(told("max("), "", "prose is no code");
    assert_eq!(told("1-2"), "", "no odds of a broken table");
    assert!(editor.leave().success());
}

/// However much is wrong with a document, an editor is shown so much of it as anybody reads, and how much is left.
#[test]
fn of_very_many_reports_some_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = uri(&true_path(folder.path()).join("x.tw"));
    let mut editor = Editor::new(false);
    editor.open(&address, &"end\n".repeat(3_000));
    let reports = editor.reports(&address, 1);
    let last = reports.last().expect("a report")["message"].as_str().expect("a text");
    assert!(
        reports.len() < 500 && last.starts_with(&format!("{} more reports", 3_001 - reports.len())),
        "{last}"
    );
    editor.change(&address, 2, None, "let a = d6\n");
    assert!(editor.reports(&address, 2).is_empty());
    assert!(editor.leave().success());
}
