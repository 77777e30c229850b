//! States of campaigns in files: exported, imported, changed by hand.

use std::path::{Path, PathBuf};

use super::support::cases::folder_with;
use super::support::schemas::Schemas;
use crate::session::{GivenAnswers, RollSeed, Session};

const MOOR: &str = include_str!("../data/moor.tw");

fn folder() -> tempfile::TempDir {
    folder_with("moor.tw", MOOR)
}

/// A session with everything in play that a state can hold.
fn played() -> Session {
    let mut session = Session::new(RollSeed::new(7));
    let folder = folder();
    let reports = session.load(&folder.path().join("moor.tw")).expect("a file");
    assert!(!reports.iter().any(|report| report.is_error()), "{reports:?}");
    assert!(session.run_definitions().is_done());
    for entry in ["add hero(name = \"Mag\", max_hp = 3) to friends", "do explore()", "do explore()"] {
        let reply = session.submit(entry);
        assert!(reply.is_done(), "{entry}: {:?}", reply.reports);
    }
    session.set_dice(vec![5.into(), 2.into()], false);
    session
}

fn import(session: &mut Session, text: &str) -> Result<(), String> {
    let reply = session.import_state("moor.json", text, &mut Vec::new());
    match reply.reports.first() {
        None => Ok(()),
        Some(report) => {
            assert_eq!(report.code, "TW0726");
            let source = session.sources().get(report.primary.span.source).expect("a source");
            let place = source.slice(report.primary.span.range());
            Err(format!("{} | {} | {}", report.message, place, report.primary.text))
        }
    }
}

#[test]
fn an_imported_state_is_exported_again_byte_for_byte_and_goes_on_alike() {
    let mut one = played();
    let state = one.export_state();
    Schemas::read().hold("state", &serde_json::from_str(&state).expect("JSON"));
    for part in ["torch", "fear", "\"every\"", "period", "held_for", "crow", "7/"] {
        assert!(state.contains(part), "{part} is in {state}");
    }
    let mut other = Session::new(RollSeed::new(1));
    let folder = folder();
    other.load(&folder.path().join("moor.tw")).expect("a file");
    assert!(other.run_definitions().is_done());
    assert_eq!(import(&mut other, &state), Ok(()));
    assert_eq!(other.export_state(), state);
    for entry in ["do explore()", "advance 1 hour", "4d6kh3", "fates", "ash.hp -= 9"] {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let a = one.submit_to(entry, &mut GivenAnswers::new(), &mut first);
        let b = other.submit_to(entry, &mut GivenAnswers::new(), &mut second);
        assert!(a.is_done() && b.is_done(), "{entry}: {:?} {:?}", a.reports, b.reports);
        let kinds = |events: Vec<crate::engine::Event>| {
            events.into_iter().map(|event| (event.kind, event.at)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(first), kinds(second), "{entry}");
    }
    assert_eq!(one.export_state(), other.export_state());
}

#[test]
fn an_import_is_an_entry_that_can_be_taken_back() {
    let mut session = played();
    let first = session.export_state();
    assert!(session.submit("do explore()").is_done());
    let second = session.export_state();
    assert_eq!(import(&mut session, &first), Ok(()));
    assert_eq!(session.export_state(), first);
    assert_eq!(session.undo(1), 1);
    assert_eq!(session.export_state(), second);
    assert!(session.redo().is_some());
    assert_eq!(session.export_state(), first);
}

/// What is written by hand, what is said of it, and the place that the report points at.
const WRONG: &[(&str, &str, &str)] = &[
    ("\"version\": 1", "\"version\": 9", "it has the form 9, which this program does not know | 9"),
    ("\"kind\": \"state\"", "\"kind\": \"roll\"", "this is not an exported state | \"roll\""),
    ("\"moor\"\n", "\"fen\"\n", "it belongs to `fen`, which is not loaded here | \"fen\""),
    ("\"moor.found\":", "\"moor.fuond\":", "there is no name `moor.fuond` here"),
    (
        "\"word\": \"bright\"",
        "\"word\": \"brihgt\"",
        "\"brihgt\" is not one of the words for this place | \"brihgt\" | one of bright, dim, out",
    ),
    (
        "\"moor.half\": {\n      \"number\": \"1/2\"",
        "\"moor.half\": {\n      \"number\": \"1/0\"",
        "\"1/0\" is not a number that fits here",
    ),
    ("\"percent\": 70", "\"percent\": \"seventy\"", "\"seventy\" is not a number"),
    ("\"moor.found\": ", "\"moor.found\": 9", "is out of its bounds"),
    ("\"hp\": 2", "\"hp\": 7", "7 is out of its bounds | 7 | the nearest that fits is 6"),
    ("\"hp\": 2", "\"hp\": \"two\"", "a text does not fit here | \"two\" | this place holds a number"),
    ("\"hp\": 2", "\"hitpoints\": 2", "Ash has no field `hitpoints`"),
    ("\"name\": \"Ash\"", "\"name\": \"Yew\"", "Ash is missing at place 1 of this roster"),
    ("\"row\": ", "\"row\": 9", "there is no row 9"),
    ("\"key\": \"", "\"key\": \"0", "the row of this number has another key"),
    ("\"seed\": \"7/", "\"seed\": \"moor/", "this is not a seed"),
    ("\"started\": ", "\"started\": 0.", "is not a count"),
    ("\"timer\": \"moor.torch\"", "\"timer\": \"moor.lantern\"", "there is no timer `moor.lantern` here"),
    (
        "\"due\": 70",
        "\"due\": 3",
        "the timer is due at 3, which is past: the clock shows 20 | 3 | 20 or more",
    ),
    ("\"period\": 30", "\"period\": 0", "what is done every 0 of something would never end"),
    ("\"now\": 20", "\"now\": -20", "-20 lies before the beginning"),
    (
        "\"unit\": \"minute\"",
        "\"unit\": \"hour\"",
        "clocks and timers count in their smallest unit | \"hour\" | `minute`",
    ),
    ("\"dice\": [", "\"dice\": [true,", "true is not a number that fits here"),
    ("\"turns\": 2", "\"turns\": null", "null is not a count"),
    ("\"decks\": {", "\"decks\": {\"moor.omens\": [1],", "the deck does not have these cards"),
    ("\"deferred\": []", "\"deferred\": [3]", "this is not a row of a table | 3 | only rows can be put off"),
];

#[test]
fn what_does_not_fit_is_refused_with_its_place_and_changes_nothing() {
    let mut session = played();
    let state = session.export_state();
    for (was, is, says) in WRONG {
        assert!(state.contains(was), "{was} is in {state}");
        let wrong = state.replacen(was, is, 1);
        let refused = import(&mut session, &wrong).expect_err(is);
        assert!(refused.contains(says), "{is}: {refused}");
        assert_eq!(session.export_state(), state, "{is} changes nothing");
    }
    assert_eq!(import(&mut session, &state), Ok(()));
}

#[test]
fn what_fits_is_taken_as_it_was_changed() {
    let mut session = played();
    let state = session.export_state();
    let changed =
        state.replace("\"hp\": 2", "\"hp\": 1").replace("{\n      \"number\": \"1/2\"\n    }", "0.75");
    let changed =
        changed.replace("{\n      \"word\": \"bright\",\n      \"of\": \"moor.light\"\n    }", "\"dim\"");
    assert_ne!(changed, state);
    assert_eq!(import(&mut session, &changed), Ok(()));
    for (expr, shown) in [("ash.hp", "1"), ("half", "0.75"), ("lamp", "dim")] {
        let reply = session.submit(expr);
        assert_eq!(session.show(&reply.value.expect(expr)), shown, "{expr}");
    }
}

#[test]
fn whatever_stands_in_a_file_it_is_taken_or_refused() {
    let mut session = played();
    let state = session.export_state();
    // Cut off anywhere, with a byte changed anywhere, and with a part of another kind anywhere.
    let at = |nth: usize| state.char_indices().map(|(at, _)| at).nth(nth).unwrap_or(0);
    for nth in (0..state.chars().count() - 2).step_by(17) {
        let cut = &state[..at(nth)];
        let refused = import(&mut session, cut).expect_err("cut off");
        assert!(refused.contains("ends too early") || refused.contains("no JSON"), "{refused}");
        assert_eq!(session.export_state(), state);
        for other in ["9", "\"", "{", "-", "null", "e"] {
            let wrong = format!("{}{other}{}", &state[..at(nth)], &state[at(nth + 1)..]);
            if import(&mut session, &wrong).is_ok() {
                session.undo(1);
            }
            assert_eq!(session.export_state(), state);
        }
    }
    let mut json: serde_json::Value = serde_json::from_str(&state).expect("JSON");
    let parts = pointers("", &json);
    for pointer in parts {
        for other in
            [serde_json::json!(null), serde_json::json!([]), serde_json::json!({}), serde_json::json!(-1)]
        {
            let place = json.pointer_mut(&pointer).expect("a part");
            let was = std::mem::replace(place, other);
            let wrong = json.to_string();
            *json.pointer_mut(&pointer).expect("a part") = was;
            if import(&mut session, &wrong).is_ok() {
                // What was taken is written and taken again.
                let taken = session.export_state();
                assert_eq!(import(&mut session, &taken), Ok(()), "{pointer}");
                assert_eq!(session.export_state(), taken);
                session.undo(2);
            }
            assert_eq!(session.export_state(), state);
        }
    }
}

/// Every part of a JSON.
fn pointers(at: &str, json: &serde_json::Value) -> Vec<String> {
    let inner: Vec<(String, &serde_json::Value)> = match json {
        serde_json::Value::Array(items) => {
            items.iter().enumerate().map(|(n, of)| (n.to_string(), of)).collect()
        }
        serde_json::Value::Object(parts) => parts.iter().map(|(name, of)| (name.clone(), of)).collect(),
        _ => Vec::new(),
    };
    let inner = inner.into_iter().flat_map(|(name, of)| pointers(&format!("{at}/{name}"), of));
    std::iter::once(at.to_owned()).chain(inner).collect()
}

#[test]
fn records_made_before_their_sheet_grew_come_back_too() {
    let mut session = played();
    assert!(session.submit("use dungeon_turn").is_done());
    let state = session.export_state();
    assert_eq!(import(&mut session, &state), Ok(()));
    assert_eq!(session.export_state(), state);
}

/// What a session holds, as texts.
fn holds(session: &mut Session, expr: &str) -> String {
    let reply = session.submit(expr);
    session.show(&reply.value.unwrap_or_else(|| panic!("{expr}: {:?}", reply.reports)))
}

#[test]
fn reloaded_rules_go_on_with_all_that_still_fits() {
    let folder = folder();
    let file = folder.path().join("moor.tw");
    let mut session = Session::new(RollSeed::new(7));
    session.load(&file).expect("a file");
    assert!(session.run_definitions().is_done());
    for entry in [
        "let lantern = 3",
        "let dim_one = light.dim",
        "add hero(name = \"Mag\", max_hp = 3) to friends",
        "do explore()",
        "do explore()",
        "lamp = out",
        "4d6",
        "remove birch from party",
    ] {
        assert!(session.submit(entry).is_done(), "{entry}");
    }
    let state = session.export_state();
    let rolled = holds(&mut session, "_7");
    session.undo(1);

    // Nothing has changed: nothing changes.
    let same = session.reload(&mut Vec::new()).expect("the file");
    assert!(same.is_done() && same.lost.is_empty(), "{same:?}");
    assert_eq!(session.export_state(), state);
    assert_eq!(holds(&mut session, "_7"), rolled);
    assert_eq!(session.undo_texts(2), ["_7", ":reload"]);

    // Broken, or gone: nothing changes.
    std::fs::write(&file, format!("{MOOR}\nkeep keep")).expect("written");
    assert!(!session.reload(&mut Vec::new()).expect("the file").is_done());
    assert_eq!(session.export_state(), state);
    std::fs::remove_file(&file).expect("removed");
    assert!(session.reload(&mut Vec::new()).is_err());
    assert_eq!(session.export_state(), state);

    // Another hero before the others, a field more, bounds and words that are narrower, a row and a name
    // less, another ladder.
    let changed = MOOR
        .replace("| Ash   | 6      |", "| Zoe   | 9      |\n| Ash   | 6      |")
        .replace("  status: fine", "  luck: number = 2\n  status: fine")
        .replace("found: 0..20", "found: 0..2")
        .replace("bright > dim > out", "bright > dim > dark")
        .replace("lamp = out\n", "lamp = dark\n")
        .replace("keep share = 70%", "keep part = 70%")
        .replace("deck fates\n- the crow", "deck fates\n- the owl\n- the crow");
    std::fs::write(&file, changed).expect("written");
    let renewed = session.reload(&mut Vec::new()).expect("the file");
    assert!(renewed.is_done(), "{:?}", renewed.reports);
    let lost = renewed.lost.join("\n");
    for says in [
        "moor.found: ",
        "moor.lamp: \"out\" is not one of the words",
        "moor.share: there is no name",
        "moor.fates: the deck",
    ] {
        assert!(lost.contains(says), "{says}: {lost}");
    }
    assert_eq!(renewed.lost.len(), 4, "{lost}");
    for (expr, shown) in [
        ("party.name", "[Zoe, Ash]"),
        ("ash.hp", "2"),
        ("ash.luck", "2"),
        ("zoe.hp", "9"),
        ("friends.name", "[Mag]"),
        ("friends.luck", "[2]"),
        ("found", "2"),
        ("lamp", "bright"),
        ("lantern", "3"),
        ("dim_one", "dim"),
        ("_7", rolled.as_str()),
    ] {
        assert_eq!(holds(&mut session, expr), shown, "{expr}");
    }
    assert_eq!(session.inspect().timers().len(), 2);
    assert_eq!(session.inspect().clocks(), ["20 minutes"]);
    // Taken back, the rules are those from before.
    let count = session.entries().count();
    assert!(session.submit("do explore()").is_done());
    let reloaded = session.entries().position(|(_, text)| text == ":reload").expect("an entry");
    session.undo(count + 1 - reloaded);
    assert_eq!(session.export_state(), state);
}

/// Where the examples are.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

#[test]
fn the_state_of_every_example_comes_back_the_same() {
    let mut count = 0;
    for folder in [examples(), examples().join("play")] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|end| end != "tw") {
                continue;
            }
            count += 1;
            let started = |seed: u64| {
                let mut session = Session::new(RollSeed::new(seed));
                session.load(&path).expect("an example");
                session
            };
            let mut one = started(7);
            let mut answers = GivenAnswers::new();
            answers.defaults = true;
            assert!(one.run_main(&mut answers, &mut Vec::new()).is_done(), "{}", path.display());
            let state = one.export_state();
            let mut other = started(8);
            assert_eq!(import(&mut other, &state), Ok(()), "{}", path.display());
            assert_eq!(other.export_state(), state, "{}", path.display());
        }
    }
    assert!(count > 10);
}
