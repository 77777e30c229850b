//! A campaign on disk: taken up again, it goes on as if it had never been left.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const DELVE: &str = "\
ladder light: bright > dim > out
keep lamp: light = bright
keep turns = 0

procedure turn
  turns += 1
  let face = d6
  if face <= 2
    worsen lamp
  end
  say \"turn {turns}: {face}, the lamp is {lamp}\"
end procedure

procedure rest
  choose how: \"How long?\" from [\"short\", \"long\"]
  if how is \"long\"
    lamp = bright
  end
  say \"a {how} rest, the lamp is {lamp}\"
end procedure

say \"down we go\"
";

fn folder() -> tempfile::TempDir {
    folder_with("delve.tw", DELVE)
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    let all = ["run", "delve.tw"].iter().chain(args).copied();
    Tw::new().within(folder).args(all).args(["-q", "--save", "campaign"]).run()
}

#[test]
fn six_turns_in_one_campaign_are_six_turns_however_it_is_left() {
    let folder = folder();
    let first = run(folder.path(), &["--seed", "7"]);
    assert_eq!((first.code, first.out.as_str()), (0, "down we go\n"), "{first:?}");
    let mut broken = String::new();
    for _ in 0..6 {
        let ran = run(folder.path(), &["turn"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        broken.push_str(&ran.out);
    }
    assert!(broken.contains("turn 1: ") && broken.contains("turn 6: "), "{broken}");
    // Each command rolls from the next stream of the seed, as the entries of a session do.
    for (nth, line) in broken.lines().enumerate() {
        let seed = format!("7/{nth}");
        let die = Tw::new().args(["roll", "d6", "-q", "--seed", &seed]).run();
        assert!(line.starts_with(&format!("turn {}: {},", nth + 1, die.out.trim())), "{line} from {seed}");
    }
}

#[test]
fn answers_are_kept_with_what_they_answered() {
    let folder = folder();
    run(folder.path(), &["--seed", "3"]);
    for _ in 0..5 {
        run(folder.path(), &["turn"]);
    }
    let rest = run(folder.path(), &["rest", "--answer", "how=long"]);
    assert_eq!(rest.out, "a long rest, the lamp is bright\n", "{rest:?}");
    let again = run(folder.path(), &["rest", "--answer", "how=short"]);
    assert_eq!(again.out, "a short rest, the lamp is bright\n", "{again:?}");
    let unanswered = run(folder.path(), &["rest"]);
    assert_eq!(unanswered.code, 3, "{unanswered:?}");
    let after = run(folder.path(), &["turn"]);
    assert!(after.out.starts_with("turn 6: "), "{after:?}");
}

#[test]
fn a_changed_file_is_taken_when_it_is_asked_for() {
    let folder = folder();
    run(folder.path(), &["--seed", "3"]);
    run(folder.path(), &["turn"]);
    let file = folder.path().join("delve.tw");
    std::fs::write(&file, DELVE.replace("turn {", "round {")).expect("written");
    let as_before = run(folder.path(), &["turn"]);
    assert!(as_before.out.starts_with("turn 2: "), "{as_before:?}");
    assert!(as_before.err.contains("`delve.tw` has changed"), "{as_before:?}");
    let taken = run(folder.path(), &["turn", "--reload"]);
    assert!(taken.out.starts_with("round 3: "), "{taken:?}");
    let on = run(folder.path(), &["turn"]);
    assert!(on.out.starts_with("round 4: ") && !on.err.contains("has changed"), "{on:?}");
    // A file that makes no sense is refused, and the campaign is what it was.
    std::fs::write(&file, "say {").expect("written");
    let refused = run(folder.path(), &["turn", "--reload"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{refused:?}");
    assert!(refused.err.contains("nothing has changed"), "{refused:?}");
    assert!(run(folder.path(), &["turn"]).out.starts_with("round 5: "));
}

/// What was shown is on disk, whenever the process is killed.
#[cfg(unix)]
#[test]
fn a_killed_session_has_kept_all_that_it_showed() {
    let folder = folder();
    run(folder.path(), &["--seed", "5"]);
    let mut shown = 0;
    for round in 1..6u32 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tw"))
            .args(["run", "delve.tw", "turn", "-q", "--save", "campaign"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        if round % 2 == 0 {
            out.read_line(&mut line).expect("a line");
            shown += 1;
            assert!(line.starts_with(&format!("turn {shown}: ")), "{line}");
        } else {
            std::thread::sleep(std::time::Duration::from_millis(u64::from(round)));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // What was not shown may be kept or lost, but never half.
        let next = run(folder.path(), &["turn"]);
        assert_eq!(next.code, 0, "{next:?}");
        let number: u32 = next
            .out
            .trim_start_matches("turn ")
            .split(':')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a turn");
        assert!(number == shown + 1 || number == shown + 2, "turn {number} after {shown}");
        shown = number;
    }
}

/// A bit that is flipped in the first line costs nothing of what was played: the checksums tell which it was.
#[test]
fn one_wrong_bit_is_put_right_by_repair() {
    let folder = folder();
    run(folder.path(), &["--seed", "5"]);
    for _ in 0..2 {
        run(folder.path(), &["turn"]);
    }
    let path = folder.path().join("campaign").join("journal");
    let whole = std::fs::read(&path).expect("a journal");
    let first = whole.iter().position(|byte| *byte == b'\n').expect("a line");
    for at in [3, first / 2, first] {
        let mut bytes = whole.clone();
        bytes[at] ^= 2;
        std::fs::write(&path, &bytes).expect("written");
        let refused = run(folder.path(), &["turn"]);
        assert!(refused.code == 5 && refused.err.contains("is damaged"), "byte {at}: {refused:?}");
        let repaired = run(folder.path(), &["turn", "--repair"]);
        let told = repaired.err.contains("line 1 is put right by its checksum")
            && repaired.err.contains("0 lines dropped");
        assert!(repaired.code == 0 && told, "byte {at}: {repaired:?}");
        assert!(std::fs::read(&path).expect("a journal").starts_with(&whole), "byte {at}");
        std::fs::write(&path, &whole).expect("written");
    }
}

/// What was shown is not lost to a damaged line end, a copy in its folder that is no longer whole, or line ends of
/// another system.
#[test]
fn damage_beside_the_records_costs_no_record() {
    let folder = folder();
    run(folder.path(), &["--seed", "5"]);
    run(folder.path(), &["turn"]);
    let path = folder.path().join("campaign").join("journal");
    let mut bytes = std::fs::read(&path).expect("a journal");
    *bytes.last_mut().expect("a line end") = 0x1a;
    std::fs::write(&path, &bytes).expect("written");
    let refused = run(folder.path(), &["turn"]);
    assert!(refused.code == 5 && refused.err.contains("is damaged"), "{refused:?}");
    let repaired = run(folder.path(), &["turn", "--repair"]);
    assert!(repaired.out.starts_with("turn 2: ") && repaired.err.contains("0 lines dropped"), "{repaired:?}");
    let text = std::fs::read_to_string(&path).expect("a journal");
    std::fs::write(&path, text.replace('\n', "\r\n")).expect("written");
    let copies = std::fs::read_dir(folder.path().join("campaign/sources")).expect("a folder");
    for copy in copies {
        std::fs::write(copy.expect("an entry").path(), "").expect("written");
    }
    let on = run(folder.path(), &["turn"]);
    assert!(on.out.starts_with("turn 3: ") && on.err.is_empty(), "{on:?}");
}

/// A journal of which nothing is left is begun again where somebody says so, and not before.
#[test]
fn a_journal_that_was_emptied_is_begun_again_by_repair() {
    let folder = folder();
    run(folder.path(), &["--seed", "5"]);
    run(folder.path(), &["turn"]);
    let path = folder.path().join("campaign").join("journal");
    let whole = std::fs::read(&path).expect("a journal");
    for end in [0, 30] {
        std::fs::write(&path, &whole[..end]).expect("written");
        let refused = run(folder.path(), &["turn"]);
        // The lines of a report are as long as fits.
        let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(refused.code == 5 && said.contains("`--repair` begins the campaign anew"), "{refused:?}");
        let repaired = run(folder.path(), &["turn", "--repair"]);
        assert!(repaired.code == 0 && repaired.err.contains("campaign begins anew"), "{repaired:?}");
        assert!(repaired.out.contains("turn 1: "), "{repaired:?}");
    }
    assert_eq!(std::fs::read(path.with_extension("damaged-1")).expect("a copy"), &whole[..30]);
}

#[test]
fn damage_is_refused_and_repair_copies_first() {
    let folder = folder();
    run(folder.path(), &["--seed", "5"]);
    for _ in 0..3 {
        run(folder.path(), &["turn"]);
    }
    let path = folder.path().join("campaign").join("journal");
    let mut bytes = std::fs::read(&path).expect("a journal");
    let middle = bytes.len() / 2;
    // One wrong byte would be put right.
    for byte in &mut bytes[middle..=middle + 1] {
        *byte = byte.wrapping_add(1);
    }
    let mut file = std::fs::File::create(&path).expect("writable");
    file.write_all(&bytes).expect("written");
    let refused = run(folder.path(), &["turn"]);
    assert_eq!(refused.code, 5, "{refused:?}");
    assert!(refused.err.contains("is damaged") && refused.err.contains("--repair"), "{refused:?}");
    let repaired = run(folder.path(), &["turn", "--repair"]);
    assert_eq!(repaired.code, 0, "{repaired:?}");
    assert!(folder.path().join("campaign/journal.damaged-1").exists());
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let mut before = 0;
    let kept = lines.clone().take_while(|line| {
        before += line.len();
        before <= middle
    });
    let (kept, all) = (kept.count(), lines.count());
    let told = format!("the journal is repaired: {kept} lines kept, {} lines dropped", all - kept);
    assert!(
        repaired.err.replace("1 lines", "1 line").contains(&told.replace("1 lines", "1 line")),
        "{repaired:?}"
    );
    assert!(repaired.err.contains("journal.damaged-1` is what it was"), "{repaired:?}");
}
