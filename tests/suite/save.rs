//! Campaigns on disk, as a user has them: kept, gone on with, torn, damaged, and open elsewhere.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const MOOR: &str = "\
ladder light: bright > dim > out
keep lamp: light = bright
keep found: number = 0

procedure explore takes 10 minutes
  step dice
    found += 2d6
  end step
end procedure

procedure ask_deed
  choose deed: \"What now?\" from [\"search\", \"rest\"]
  say \"You {deed}: {d20}.\"
end procedure
";

/// A folder with a file in it.
fn folder() -> tempfile::TempDir {
    folder_with("moor.tw", MOOR)
}

/// Types lines into a campaign.
fn typed(folder: &Path, save: &str, lines: &[&str]) -> Ran {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let args = ["repl", "-f", "moor.tw", "--save", save, "--seed", "7"];
    Tw::new().args(args).within(folder).stdin(&text).run()
}

/// Goes on with a campaign, without saying again how it began.
fn gone_on(folder: &Path, save: &str, lines: &[&str]) -> Ran {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Tw::new().args(["repl", "--save", save]).within(folder).stdin(&text).run()
}

fn journal(folder: &Path, save: &str) -> PathBuf {
    folder.join(save).join("journal")
}

const PLAY: [&str; 12] = [
    "do explore()",
    "4d6kh3",
    "nonsense here",
    "worsen lamp",
    "_2 + d20",
    ":dice 6, 6",
    "do explore()",
    ":undo",
    "d100",
    ":reroll",
    "found + _",
    "do explore()",
];

#[test]
fn wherever_it_is_left_a_campaign_goes_on_as_if_it_had_not_been() {
    let folder = folder();
    let whole = typed(folder.path(), "whole", &PLAY);
    // One of its lines is nonsense, which the exit code says.
    assert_eq!(whole.code, 1, "{whole:?}");
    let look = [":state", ":time", ":log", ":history", "d100"];
    let expected = gone_on(folder.path(), "whole", &look);
    // Not after the third: an entry that failed leaves no trace, not even its number.
    for cut in [1, 2, 5, 6, 8, 11] {
        let save = format!("cut{cut}");
        let first = typed(folder.path(), &save, &PLAY[..cut]);
        let second = gone_on(folder.path(), &save, &PLAY[cut..]);
        assert_eq!(format!("{}{}", first.out, second.out), whole.out, "left after {cut}: {second:?}");
        let looked = gone_on(folder.path(), &save, &look);
        assert_eq!(looked.out, expected.out, "left after {cut}");
        let one = std::fs::read_to_string(journal(folder.path(), &save)).expect("a journal");
        let other = std::fs::read_to_string(journal(folder.path(), "whole")).expect("a journal");
        assert_eq!(one, other, "left after {cut}");
    }
}

/// A session that is typed into line by line.
struct Live {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Live {
    fn start(folder: &Path, save: &str) -> Live {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
        command.env_clear().env("HOME", folder).env("LANG", "C.UTF-8").current_dir(folder);
        command.args(["repl", "--save", save, "--quiet"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        Live { child, out }
    }

    fn send(&mut self, line: &str) {
        let pipe = self.child.stdin.as_mut().expect("a pipe");
        writeln!(pipe, "{line}").and_then(|()| pipe.flush()).expect("it takes a line");
    }

    fn reply(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("it replies");
        line
    }

    /// Ends the input; the exit code.
    fn ends(mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.child.wait().expect("it ends").code()
    }

    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

#[test]
fn killed_again_and_again_it_loses_nothing_that_was_replied() {
    let folder = folder();
    let begun = typed(folder.path(), "camp", &["let seen = 0"]);
    assert_eq!(begun.code, 0, "{begun:?}");
    let mut seen = 0u32;
    for round in 1..=12u32 {
        let mut live = Live::start(folder.path(), "camp");
        for _ in 0..=(round % 3) {
            live.send("seen += 1");
            live.send("seen");
            let reply: u32 =
                live.reply().trim().rsplit(' ').next().expect("a word").parse().expect("a count");
            assert!(reply > seen, "round {round}: {reply} after {seen}");
            seen = reply;
        }
        // Killed in the middle of a command that nobody has seen the reply to.
        live.send("seen += 1");
        live.kill();
    }
    let after = gone_on(folder.path(), "camp", &["seen"]);
    let now: u32 = after.out.trim().parse().expect("a count");
    assert!(now >= seen && now <= seen + 1, "{now} after {seen}: {after:?}");
}

/// Replies that would be kept nowhere are not given.
#[cfg(unix)]
#[test]
fn a_journal_that_goes_away_or_changes_while_it_is_open_is_told() {
    for removed in [true, false] {
        let folder = folder();
        assert_eq!(typed(folder.path(), "camp", &["let seen = 1"]).code, 0);
        let mut live = Live::start(folder.path(), "camp");
        live.send("seen");
        assert_eq!(live.reply().trim(), "1");
        let path = journal(folder.path(), "camp");
        let before = std::fs::read(&path).expect("a journal");
        if removed {
            std::fs::remove_dir_all(folder.path().join("camp")).expect("removed");
        } else {
            std::fs::write(&path, &before[..before.len() / 2]).expect("cut");
        }
        live.send("let other = 2");
        assert_eq!(live.ends(), Some(5));
        assert_eq!(path.exists(), !removed);
    }
}

#[test]
fn a_torn_end_is_said_and_costs_one_command() {
    let folder = folder();
    typed(folder.path(), "camp", &["let a = 1", "a += 10", "a += 100"]);
    let path = journal(folder.path(), "camp");
    let bytes = std::fs::read(&path).expect("a journal");
    std::fs::write(&path, &bytes[..bytes.len() - 3]).expect("written");
    let after = gone_on(folder.path(), "camp", &["a"]);
    assert_eq!((after.code, after.out.trim()), (0, "11"), "{after:?}");
    assert!(after.err.contains("the last record is incomplete"), "{}", after.err);
}

#[test]
fn damage_is_refused_in_words_and_repaired_on_a_copy() {
    let folder = folder();
    typed(folder.path(), "camp", &["let a = 1", "a += 10", "a += 100"]);
    let path = journal(folder.path(), "camp");
    let text = std::fs::read_to_string(&path).expect("a journal");
    // A number made larger by hand, and a line taken out by hand.
    let last_but_one = text.lines().rev().nth(1).expect("lines");
    for wrong in [text.replace("a += 10\"", "a += 99\""), text.replace(&format!("{last_but_one}\n"), "")] {
        std::fs::write(&path, &wrong).expect("written");
        let refused = gone_on(folder.path(), "camp", &["a"]);
        assert_eq!((refused.code, refused.out.as_str()), (5, ""), "{refused:?}");
        assert!(refused.err.contains("damaged") && refused.err.contains("--repair"), "{}", refused.err);
        assert_eq!(std::fs::read_to_string(&path).expect("a journal"), wrong, "refusing changes nothing");
    }
    let broken = std::fs::read(&path).expect("a journal");
    let repaired =
        Tw::new().args(["repl", "--save", "camp", "--repair"]).within(folder.path()).stdin("a\n").run();
    assert_eq!((repaired.code, repaired.out.trim()), (0, "1"), "{repaired:?}");
    let copy = std::fs::read(folder.path().join("camp/journal.damaged-1")).expect("a copy");
    assert_eq!(copy, broken);
    assert_eq!(gone_on(folder.path(), "camp", &["a"]).out.trim(), "1");
}

#[test]
fn a_second_session_is_refused() {
    let folder = folder();
    typed(folder.path(), "camp", &["let a = 1"]);
    let mut live = Live::start(folder.path(), "camp");
    live.send("a");
    assert_eq!(live.reply().trim(), "1");
    let second = gone_on(folder.path(), "camp", &["a"]);
    assert_eq!(second.code, 5, "{second:?}");
    assert!(second.err.contains("open in another session"), "{}", second.err);
    live.kill();
    assert_eq!(gone_on(folder.path(), "camp", &["a"]).code, 0);
}

#[test]
fn changed_files_change_nothing_that_was_played_until_they_are_taken() {
    let folder = folder();
    let file = folder.path().join("moor.tw");
    typed(folder.path(), "camp", &["do explore()", "do explore()", "worsen lamp"]);
    let look = [":state", ":time"];
    let before = gone_on(folder.path(), "camp", &look);
    assert!(!before.err.contains("has changed"), "{}", before.err);
    // Other dice, a file that makes no sense, no file at all: the campaign stays what it was.
    for other in [Some(MOOR.replace("2d6", "3d6 + 100")), Some("keep keep".to_owned()), None] {
        match &other {
            Some(text) => std::fs::write(&file, text).expect("written"),
            None => std::fs::remove_file(&file).expect("removed"),
        }
        let after = gone_on(folder.path(), "camp", &look);
        assert_eq!((after.code, &after.out), (0, &before.out), "{after:?}");
        let says = if other.is_some() { "`moor.tw` has changed: the campaign" } else { "`moor.tw` is gone" };
        assert!(after.err.contains(says), "{}", after.err);
        let run = Tw::new().args(["run", "moor.tw", "explore", "--save", "camp"]).within(folder.path()).run();
        let found = run.out.split("found 7 → ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let found: u32 = found.and_then(|found| found.parse().ok()).unwrap_or_else(|| panic!("{run:?}"));
        assert!((9..=19).contains(&found), "{run:?}");
        gone_on(folder.path(), "camp", &[":undo"]);
    }
    // A broken file cannot be taken, and nothing is lost by trying.
    std::fs::write(&file, "keep keep").expect("written");
    let refused = gone_on(folder.path(), "camp", &[":reload", ":state"]);
    assert!(refused.err.contains("nothing has changed"), "{refused:?}");
    assert!(refused.out.contains("dim"), "{refused:?}");
    std::fs::write(&file, MOOR.replace("2d6", "100")).expect("written");
    let taken = gone_on(folder.path(), "camp", &[":reload", "do explore()"]);
    assert!(taken.out.contains("found 7 → 107"), "{taken:?}");
    let after = gone_on(folder.path(), "camp", &[":state", ":time"]);
    assert!(!after.err.contains("has changed"), "{}", after.err);
    assert!(after.out.contains("dim") && after.out.contains("30 minutes"), "{after:?}");
}

#[test]
fn turns_run_one_by_one_are_those_of_one_session() {
    let folder = folder();
    let run = |args: &[&str]| {
        let args = ["run", "moor.tw"].iter().chain(args).copied();
        Tw::new().args(args).within(folder.path()).run()
    };
    for turn in 1..=5 {
        let ran = run(&["explore", "--save", "camp", "--seed", "7"]);
        assert_eq!(ran.code, 0, "turn {turn}: {ran:?}");
    }
    let kept = gone_on(folder.path(), "camp", &[":time"]);
    assert!(kept.out.contains("50 minutes"), "{kept:?}");
    let asked = run(&["ask_deed", "--save", "camp"]);
    assert_eq!(asked.code, 3, "{asked:?}");
    assert!(asked.err.contains("search, rest") && asked.err.contains("moor.tw:12"), "{}", asked.err);
    let answered = run(&["ask_deed", "--save", "camp", "--answer", "deed=rest"]);
    assert!(answered.out.contains("You rest"), "{answered:?}");
    let log = gone_on(folder.path(), "camp", &[":log"]);
    let said = answered.out.trim().lines().last().expect("lines").trim();
    assert!(said.starts_with("You rest") && log.out.contains(said), "{log:?}");
}

#[test]
fn dice_of_the_command_line_are_kept_where_they_were_given() {
    let folder = folder();
    let run = |args: &[&str]| {
        let args = ["run", "moor.tw", "--save", "camp", "--no-config"].iter().chain(args).copied();
        Tw::new().args(args).within(folder.path()).run()
    };
    assert!(run(&["explore", "--dice", "6,5"]).out.contains("found 0 → 11"));
    let rolled = run(&["explore", "--seed", "7"]);
    assert_eq!(rolled.code, 0, "{rolled:?}");
    let given = run(&["explore", "--dice", "1,1"]);
    assert_eq!(given.code, 0, "{given:?}");
    let short = run(&["explore", "--dice", "1"]);
    assert!(short.code == 1 && short.err.contains("given dice"), "{short:?}");
    let log = gone_on(folder.path(), "camp", &[":log", "do explore()"]);
    for part in ["[6, 5] = 11", "[1, 1] = 2", "Turn 4"] {
        assert!(log.out.contains(part), "{part}: {log:?}");
    }
    // Given again, they are the same dice of the same run, which still waits for its answer.
    assert_eq!(run(&["ask_deed", "--dice", "17"]).code, 3);
    let others = run(&["ask_deed", "--dice", "3", "--answer", "deed=rest"]);
    assert!(others.code == 2 && others.err.contains("the same `--dice`"), "{others:?}");
    let answered = run(&["ask_deed", "--dice", "17", "--answer", "deed=rest"]);
    assert!(answered.out.contains("You rest: 17."), "{answered:?}");
}

/// What `:save` writes plays as the session does: with what was loaded, and without what was replaced.
#[test]
fn a_saved_session_checks_and_plays_on_its_own() {
    let folder = folder();
    std::fs::write(folder.path().join("inn.tw"), "table inn\n- ale\n").expect("written");
    std::fs::write(folder.path().join("foes.tw"), "let foes = 3\nfn fight() = foes * 2\n").expect("written");
    let lines = [
        ":load inn.tw",
        ":load foes.tw",
        "use dungeon_turn",
        "table pit\n- old\n",
        "table pit\n- {inn}\n",
        "change hazard row 6: **Free**, but cold",
        "1 + 1",
        "let bonus = _ + 1",
        ":set dungeon_turn.quiet_turns 3",
        "use dungeon_turn with wanderer = pit",
        ":save night",
    ];
    let ran = gone_on(folder.path(), "camp", &lines);
    assert!(ran.out.contains("wrote night.tw") && !ran.out.contains("left out"), "{ran:?}");
    let text = std::fs::read_to_string(folder.path().join("night.tw")).expect("written");
    assert!(text.starts_with("use \"inn.tw\"\n") && text.contains("let bonus = 3"), "{text}");
    assert!(!text.contains("- old"), "{text}");
    let asks = ["roll", "pit", "hazard[1]", "hazard[6]", "bonus", "fight()", "-f", "night.tw", "-q"];
    let asked = Tw::new().args(asks).within(folder.path()).run();
    for part in ["ale", "ale, far off", "but cold", "3", "6"] {
        assert!(asked.out.contains(part), "{part}: {asked:?}");
    }
    let check = Tw::new().args(["check", "night.tw"]).within(folder.path()).run();
    assert_eq!(check.code, 0, "{check:?}");
}

/// A file that the session wrote is written again; one that somebody else wrote is not, unless asked for.
#[test]
fn saving_twice_goes_on_and_loses_nothing_of_others() {
    let folder = folder();
    let read = || std::fs::read_to_string(folder.path().join("night.tw")).expect("written");
    let lines = ["let a = 1", ":save night", "let b = 2", ":save night"];
    let ran = gone_on(folder.path(), "camp", &lines);
    assert_eq!((ran.code, read().as_str()), (0, "let a = 1\n\nlet b = 2\n"), "{ran:?}");
    std::fs::write(folder.path().join("night.tw"), "let mine = 3\n").expect("written");
    let ran = gone_on(folder.path(), "camp", &[":save night"]);
    assert!(ran.err.contains("`:save! night` overwrites it"), "{ran:?}");
    assert_eq!(read(), "let mine = 3\n");
    let ran = gone_on(folder.path(), "camp", &[":save! night"]);
    assert!(ran.out.contains("wrote night.tw") && read().contains("let b = 2"), "{ran:?}");
}

/// What the session was made from is never replaced by what was defined since, by whatever name it is called.
#[test]
fn sources_are_never_saved_over() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let note = "Private.\n\n## Loot\n\n| d4 | item |\n|--|--|\n| 1-3 | coin |\n| 4 | pearl |\n";
    let files = [("n.md", note), ("base.tw", "let a = 1\n"), ("main.tw", "use \"base.tw\"\nlet b = a\n")];
    for (name, text) in files {
        std::fs::write(at(name), text).expect("written");
    }
    std::fs::create_dir(at("sub")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink("n.md", at("link.tw")).expect("a link");
    std::fs::hard_link(at("n.md"), at("hard.tw")).expect("a second name");
    let names = [
        "n.md",
        "./n.md",
        "sub/../n.md",
        "main.tw",
        "base",
        "hard",
        if cfg!(unix) { "link" } else { "n.md" },
    ];
    for name in names {
        for save in [":save", ":save!"] {
            let lines = format!(":load main.tw\nlet c = 3\n{save} {name}\n");
            let ran = Tw::new().args(["repl", "n.md"]).within(folder.path()).stdin(&lines).run();
            assert!(ran.err.contains("was read here") && !ran.err.contains("save!"), "{name}: {ran:?}");
            assert!(
                ran.err.contains("nothing was written: `:save ") && !ran.out.contains("wrote"),
                "{ran:?}"
            );
            for (name, text) in files {
                assert_eq!(std::fs::read_to_string(at(name)).expect("there"), text, "{name}");
            }
        }
    }
    // What the help says works, and holds what was there.
    let lines = ["let c = 3", ":save! n.md", ":save n.tw"].join("\n");
    let ran = Tw::new().args(["repl", "n.md"]).within(folder.path()).stdin(&lines).run();
    assert!(ran.err.contains("`:save n.tw` saves what") && ran.out.contains("wrote n.tw"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(at("n.tw")).expect("there"), "use \"n.md\"\n\nlet c = 3\n");
}

/// Neither is a campaign, and rules are not written where they would be read as a note.
#[test]
fn a_session_is_saved_as_rules_and_never_over_its_campaign() {
    let folder = folder();
    let before = gone_on(folder.path(), "camp", &["let a = 1"]);
    assert_eq!(before.code, 0, "{before:?}");
    std::fs::write(folder.path().join("camp/journal.damaged"), "what was lost").expect("written");
    let ran = gone_on(folder.path(), "camp", &[":save! camp/journal.damaged"]);
    assert!(ran.err.contains("belongs to the campaign") && !ran.out.contains("wrote"), "{ran:?}");
    let ran = gone_on(folder.path(), "camp", &[":save night.md"]);
    assert!(ran.err.contains("`:save night.tw` saves what was defined here"), "{ran:?}");
    assert!(!folder.path().join("night.md").exists());
}

/// The journal is what happened in the end: nothing that was taken back, and no notes of the referee.
#[test]
fn a_journal_holds_what_stood() {
    let folder = folder();
    let lines = [
        "say \"first\"",
        "say \"wrong\"",
        ":undo",
        "say \"again\"",
        ":reroll",
        "note \"secret\"",
        ":log text",
    ];
    let ran = gone_on(folder.path(), "camp", &lines);
    let journal = ran.out.rsplit_once("again\n").map_or("", |(before, _)| before);
    assert_eq!(ran.out.matches("wrong").count(), 2, "said, and named where it is taken back: {ran:?}");
    assert!(!journal.is_empty() && !ran.out.ends_with("secret\n"), "{ran:?}");
    let told = gone_on(folder.path(), "camp", &[":log text"]);
    assert_eq!(told.out.trim(), "first\nagain", "{told:?}");
}

/// Whoever repeats the command that began a campaign does not roll the first evening's dice again.
#[test]
fn the_seed_of_the_beginning_given_again_goes_on() {
    let folder = folder();
    let evening = |lines: &str| {
        let args = ["repl", "--save", "camp", "--seed", "7"];
        Tw::new().args(args).within(folder.path()).stdin(lines).run()
    };
    let first = evening("9d1000\n");
    let second = evening("9d1000\n");
    assert_ne!(first.out, second.out);
    assert!(second.err.contains("`:seed 7` starts them again"), "{second:?}");
}

/// One broken table of a note costs itself alone, and is named.
#[test]
fn the_sound_tables_of_a_note_play() {
    let folder = folder();
    let note = "## Moor\n\n| d 4 | What |\n|---|---|\n| 1-2 | crows |\n| 3-4 | crows |\n\n## Bad\n\n| d6 | What |\n|---|---|\n| 1-2 | a |\n\n\
        ## Prices\n\n| Item | gp |\n|---|---|\n| rope | 1 |\n\n## Beasts\n\n| Weight | Beast |\n|---|---|\n| 3 | wolf |\n";
    std::fs::write(folder.path().join("notes.md"), note).expect("written");
    let ran = gone_on(folder.path(), "camp", &[":load notes.md", "moor", "beasts"]);
    for part in
        ["moor: d 4, 2 rows", "= crows", "wolf", "not read: line 16: the table under \u{201c}Prices\u{201d}"]
    {
        assert!(ran.out.contains(part), "{part}: {ran:?}");
    }
    assert!(ran.err.contains("warning[TW0250]: `bad`") && ran.err.contains("is left out"), "{ran:?}");
    let check = Tw::new().args(["check", "notes.md"]).within(folder.path()).run();
    assert_eq!(check.code, 1, "{check:?}");
}
