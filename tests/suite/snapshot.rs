//! Snapshots of campaigns: whoever goes on from one goes on as if nothing had been left, and as if all
//! had been done again.

use std::path::{Path, PathBuf};

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const MOOR: &str = "\
ladder light: bright > dim > out
keep lamp: light = bright
keep found = 0
every 1 hour
  found += 1
end every

sheet hero
  hp: 0..max_hp = max_hp
  max_hp: number
end sheet

party
| name  | max_hp |
|-------|-------:|
| Ash   | 6      |
| Birch | 4      |

deck fates
- 30x the crow
- 90x the well

table omens
| d6  | omen | then             |
|-----|------|------------------|
| 1–3 | crow | found += 2       |
| 4–6 | bell | worsen lamp      |

procedure explore takes 10 minutes
  timer torch = 1 hour
    lamp = bright
  end timer
  when ash.hp is 0
    say \"Ash falls.\"
  end when
  apply omens
  for hero in party where hp > 0
    hero.hp -= (d20 is 1)
  end for
  note \"{fates}\"
end procedure
";

fn folder() -> tempfile::TempDir {
    folder_with("moor.tw", MOOR)
}

/// Entries of every kind.
fn lines() -> Vec<String> {
    let mut lines: Vec<String> =
        ["table gifts\n- a coin\n- a ring", "let luck = 4d6", "use dungeon_turn", "fn twice(n) = n * 2"]
            .map(str::to_owned)
            .to_vec();
    for nth in 0..250 {
        lines.push(match nth % 12 {
            0 => "do explore()".to_owned(),
            1 => "gifts".to_owned(),
            2 => "_ is \"a coin\"".to_owned(),
            3 => "dungeon_turn.hazard".to_owned(),
            4 => format!("let name{nth} = twice(luck) + d{}", nth + 2),
            5 => format!(":set birch.hp {}", nth % 4),
            6 => "nonsense here".to_owned(),
            7 => ":dice 3, 3".to_owned(),
            8 => "explore()".to_owned(),
            9 => (if nth % 24 == 9 { ":undo" } else { ":reroll" }).to_owned(),
            10 => "every 7 hours\n  found += 100\nend every".to_owned(),
            _ => "4d6kh3 + luck".to_owned(),
        });
    }
    lines
}

fn typed(folder: &Path, save: &str, lines: &[String], more: &[&str]) -> Ran {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let args = ["repl", "--save", save, "--no-config"];
    Tw::new().args(args).args(more.iter().copied()).within(folder).stdin(&text).run()
}

fn texts(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

fn snapshot(folder: &Path, save: &str) -> PathBuf {
    folder.join(save).join("snapshot")
}

const BEGIN: [&str; 4] = ["-f", "moor.tw", "--seed", "7"];
/// What is looked at: what is in play, and then what only all of the journal knows.
const LOOK: [&str; 8] =
    [":time", ":state", "fates.left", "_ + _9", "do explore()", ":undo 3", ":history", ":log"];

#[test]
fn from_a_snapshot_all_goes_on_as_if_it_had_never_been_left() {
    let folder = folder();
    let all = lines();
    let whole = typed(folder.path(), "whole", &all, &BEGIN);
    // Some of its lines are wrong, which the exit code says.
    assert_eq!(whole.code, 1, "{whole:?}");
    let expected = typed(folder.path(), "whole", &texts(&LOOK), &[]);
    let (mut from, mut out) = (0, String::new());
    let mut more: &[&str] = &BEGIN;
    for cut in [all.len() - 37, all.len() - 1, all.len()] {
        let ran = typed(folder.path(), "left", &all[from..cut], more);
        assert!(snapshot(folder.path(), "left").exists(), "a snapshot was made");
        assert!(!ran.err.contains("is ignored"), "{ran:?}");
        out.push_str(&ran.out);
        (from, more) = (cut, &[]);
    }
    assert_eq!(out, whole.out);
    let looked = typed(folder.path(), "left", &texts(&LOOK), &[]);
    assert_eq!(looked.out, expected.out);
    let journal =
        |save: &str| std::fs::read_to_string(folder.path().join(save).join("journal")).expect("a journal");
    assert_eq!(journal("left"), journal("whole"));
}

#[test]
fn a_snapshot_and_doing_all_again_give_the_same_state() {
    let folder = folder();
    typed(folder.path(), "camp", &lines(), &BEGIN);
    let path = snapshot(folder.path(), "camp");
    let made = std::fs::read(&path).expect("a snapshot");
    let with = typed(folder.path(), "camp", &texts(&[":export state with.json", ":time"]), &[]);
    std::fs::remove_file(&path).expect("removed");
    let without = typed(folder.path(), "camp", &texts(&[":export state without.json", ":time"]), &[]);
    assert_eq!((with.code, without.code), (0, 0), "{with:?} {without:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a state");
    assert_eq!(read("with.json"), read("without.json"));
    // Damaged, cut off, of another journal, of another program: left aside, and said.
    let text = String::from_utf8(made.clone()).expect("UTF-8");
    for (wrong, says) in [
        (text.replace("found", "fuond"), "it is damaged"),
        (text.get(..text.len() / 2).expect("ASCII").to_owned(), "it is damaged"),
        (String::new(), "it is damaged"),
    ] {
        std::fs::write(&path, &wrong).expect("written");
        let after = Tw::new().args(["repl", "--save", "camp", "--no-config"]).within(folder.path());
        let after = after.stdin(":time\n").run();
        assert!(
            after.err.contains(says) && after.err.contains("all that the journal has was replayed"),
            "{}",
            after.err
        );
        assert_eq!(after.out, with.out.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    }
    std::fs::write(&path, &made).expect("written");
    // Two of them: the older one stands in for the newer.
    typed(folder.path(), "camp", &vec!["d6".to_owned(); 200], &[]);
    let look = texts(&["_", ":time", ":undo 3"]);
    let good = typed(folder.path(), "camp", &look, &[]);
    typed(folder.path(), "camp", &texts(&[":redo", ":redo", ":redo", ":undo"]), &[]);
    assert!(folder.path().join("camp/snapshot.before").exists());
    std::fs::write(&path, "00000000 {}").expect("written");
    let older = typed(folder.path(), "camp", &look, &[]);
    assert!(older.err.contains("a little more was replayed"), "{}", older.err);
    assert_eq!(good.out, older.out);
    // The same snapshot beside another journal.
    typed(folder.path(), "other", &vec!["d6".to_owned(); 230], &BEGIN);
    std::fs::remove_file(snapshot(folder.path(), "other")).expect("removed");
    std::fs::write(snapshot(folder.path(), "other"), &made).expect("written");
    let other = Tw::new().args(["repl", "--save", "other", "--no-config"]).within(folder.path());
    let other = other.stdin("_\n").run();
    assert!(other.code == 0 && other.err.contains("does not belong to this journal"), "{other:?}");
}

/// What was replied to and is gone is never gone on from unsaid.
#[test]
fn a_journal_that_was_cut_before_its_snapshot_is_refused_and_repaired() {
    let folder = folder();
    typed(folder.path(), "camp", &vec!["found += 1".to_owned(); 460], &BEGIN);
    let path = folder.path().join("camp/journal");
    let text = std::fs::read_to_string(&path).expect("a journal");
    let cut: String = text.split_inclusive('\n').take(107).collect();
    std::fs::write(&path, &cut).expect("cut");
    let refused = typed(folder.path(), "camp", &texts(&["found"]), &[]);
    assert!(refused.code == 5 && refused.out.is_empty(), "{refused:?}");
    assert!(
        refused.err.contains("ends after 107 records") && refused.err.contains("--repair"),
        "{refused:?}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a journal"), cut, "refusing changes nothing");
    let made = std::fs::read(snapshot(folder.path(), "camp")).expect("a snapshot");
    let repaired = typed(folder.path(), "camp", &texts(&["found"]), &["--repair"]);
    let found: u32 = repaired.out.trim().parse().expect("a number");
    assert!(repaired.code == 0 && found >= 390, "{repaired:?}");
    assert!(repaired.err.contains("snapshot.damaged-1` is the snapshot"), "{repaired:?}");
    assert_eq!(std::fs::read(folder.path().join("camp/snapshot.damaged-1")).expect("a copy"), made);
    // From now on all is as in any other campaign; what was taken from the snapshot can be taken back.
    let after = typed(folder.path(), "camp", &texts(&["found", ":undo 3", "found"]), &[]);
    let lines: Vec<&str> = after.out.lines().collect();
    let kept: u32 = lines.last().and_then(|last| last.parse().ok()).expect("a number");
    assert!(lines.first() == Some(&found.to_string().as_str()) && kept < 107, "{after:?}");
}

#[test]
fn runs_of_scripts_make_snapshots_too() {
    let folder = folder();
    typed(folder.path(), "camp", &vec!["d6".to_owned(); 190], &BEGIN);
    assert!(!snapshot(folder.path(), "camp").exists());
    let run = |save: &str| {
        let args = ["run", "moor.tw", "explore", "--save", save, "--no-config", "-q"];
        Tw::new().args(args).within(folder.path()).run()
    };
    for _ in 0..10 {
        assert_eq!(run("camp").code, 0);
    }
    assert!(snapshot(folder.path(), "camp").exists());
    let journal = std::fs::read(folder.path().join("camp/journal")).expect("a journal");
    std::fs::create_dir(folder.path().join("plain")).expect("made");
    std::fs::write(folder.path().join("plain/journal"), journal).expect("written");
    assert_eq!(run("camp").out, run("plain").out);
}

#[test]
fn what_was_loaded_again_and_then_taken_back_is_what_it_was_before() {
    let folder = folder();
    let entries = |count: usize| vec!["d6".to_owned(); count];
    let file = folder.path().join("moor.tw");
    typed(folder.path(), "camp", &entries(180), &BEGIN);
    std::fs::write(&file, MOOR.replace("apply omens", "found += 1000")).expect("written");
    let look = texts(&["do explore()", ":state", ":undo"]);
    // Other rules, and a snapshot with them.
    typed(folder.path(), "camp", &[texts(&[":reload", "do explore()"]), entries(40)].concat(), &[]);
    assert!(snapshot(folder.path(), "camp").exists());
    let new = typed(folder.path(), "camp", &look, &[]);
    assert!(new.out.contains("1000 → 2000"), "{new:?}");
    // Back behind it, to the rules from before, and on for so long that there would be another one.
    let back = typed(folder.path(), "camp", &[texts(&[":undo 60"]), entries(230)].concat(), &[]);
    assert_eq!(back.code, 0, "{back:?}");
    let with = typed(folder.path(), "camp", &look, &[]);
    assert!(!with.out.contains("000"), "{with:?}");
    std::fs::remove_file(snapshot(folder.path(), "camp")).expect("removed");
    assert_eq!(with.out, typed(folder.path(), "camp", &look, &[]).out);
}
