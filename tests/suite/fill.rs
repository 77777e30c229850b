//! `tw fill`: results in the marked places of a note.

use std::fs;

use crate::support::cases::folder_with;
use crate::support::program::Tw;

const NOTE: &str = "\u{feff}# Evening\r\n\r\nYou find <!-- tw: 2d6 --><!-- /tw --> coins, once <!-- tw once: d100 --><!-- /tw -->.\r\n\r\n\
    ## Road\r\n\r\n| d6 | Encounter |\r\n|---|---|\r\n| 1-2 | Crows |\r\n| 3-6 | {d4} tinkers é |\r\n\r\n\
    <!-- tw: 3 times road -->\r\n<!-- /tw -->\r\n\r\nNot `<!-- tw: x -->`.\r\n";

/// The note without what stands in its places.
fn emptied(note: &str) -> String {
    let mut out = String::new();
    let mut rest = note;
    while let Some((before, from)) = rest.split_once("<!-- /tw -->") {
        let opened = before.rfind("-->").expect("a mark") + 3;
        out.push_str(&before[..opened]);
        out.push_str("<!-- /tw -->");
        rest = from;
    }
    out + rest
}

#[test]
fn the_same_seed_gives_the_same_note_and_nothing_else_changes() {
    let folder = folder_with("n.md", NOTE);
    let fill = |seed: &str| {
        let ran = Tw::new().args(["fill", "n.md", "--seed", seed]).within(folder.path()).run();
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
        fs::read_to_string(folder.path().join("n.md")).expect("read")
    };
    let first = fill("7");
    assert_eq!(fill("7"), first);
    assert_eq!(emptied(&first), emptied(NOTE));
    assert!(first.contains("-->\r\n- ") && first.contains("é"), "{first}");
    let other = fill("8");
    assert_ne!(other, first);
    let once = |note: &str| note.split_once("once: d100 -->").expect("a mark").1[..3].to_owned();
    assert_eq!(once(&other), once(&first), "what is filled once stays");
    let piped =
        Tw::new().args(["fill", "-", "--seed", "7", "-q"]).stdin("a <!-- tw: 1 + 1 -->x<!-- /tw -->").run();
    assert_eq!(piped.out, "a <!-- tw: 1 + 1 -->2<!-- /tw -->", "{piped:?}");
}

#[test]
fn a_place_that_cannot_be_filled_leaves_the_note_as_it_was() {
    for (note, said) in [
        ("<!-- tw: 2d6 -->1<!-- /tw -->\n\n<!-- tw: mor -->2<!-- /tw -->\n", "line 3: `mor`"),
        ("<!-- tw: 2d6 -->1<!-- /tw -->\n<!-- tw: 2d6 -->\n", "line 2: `<!-- tw: 2d6 -->` is not closed"),
    ] {
        let folder = folder_with("n.md", note);
        let ran = Tw::new().args(["fill", "n.md"]).within(folder.path()).run();
        assert!(ran.code != 0 && ran.err.contains(said), "{ran:?}");
        assert_eq!(fs::read_to_string(folder.path().join("n.md")).expect("read"), note);
    }
}

#[test]
fn a_procedure_tells_its_run_as_a_journal() {
    let note = "<!-- tw: do dungeon_turn.dungeon_turn -->\n<!-- /tw -->\n";
    let folder = folder_with("n.md", note);
    let ran = Tw::new().args(["fill", "n.md", "--seed", "7", "--defaults"]).within(folder.path()).run();
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = fs::read_to_string(folder.path().join("n.md")).expect("read");
    assert!(text.contains("### Turn 1") && text.ends_with("<!-- /tw -->\n"), "{text}");
}
