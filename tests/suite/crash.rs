//! Every command that writes is stopped everywhere: by a disk that is full after so many bytes, by a kill in the
//! middle of a write, and, where `strace` is there, by a kill at each system call that touches files. What was
//! there is there still, or what was to be is there whole; and the same command then does what it should.
//!
//! `TW_CRASH=1` stops at every byte and every call, and not only at some.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A command that writes.
struct Case {
    args: &'static [&'static str],
    stdin: &'static str,
    /// What is run before, undisturbed.
    before: &'static [&'static str],
    /// Whether it goes on where it was stopped: a campaign.
    campaign: bool,
}

const CASES: [Case; 10] = [
    plain(&["fmt", "hall.tw"], ""),
    plain(&["run", "hall.tw", "turn", "--seed", "7", "--defaults", "--export-state", "state"], ""),
    plain(&["run", "hall.tw", "turn", "--seed", "7", "--defaults", "--write-answers", "answers"], ""),
    plain(&["fill", "note.md", "--seed", "7"], ""),
    plain(&["check", "wrong.tw", "--fix", "--yes"], ""),
    plain(&["new", "moor"], ""),
    plain(&["repl", "-q", "--seed", "7", "-f", "hall.tw"], ":save saved.tw\n"),
    plain(&["repl", "-q", "--seed", "7", "-f", "hall.tw"], ":export state new.json\n"),
    Case {
        args: &["repl", "-q", "-f", "hall.tw", "--save", "camp", "--seed", "7"],
        stdin: ENTRIES,
        before: &[],
        campaign: true,
    },
    Case {
        args: &["repl", "-q", "--save", "camp"],
        stdin: ENTRIES,
        before: &["repl", "-q", "-f", "hall.tw", "--save", "camp", "--seed", "7"],
        campaign: true,
    },
];

const fn plain(args: &'static [&'static str], stdin: &'static str) -> Case {
    Case { args, stdin, before: &[], campaign: false }
}

const ENTRIES: &str = "let luck = 2d6\nd6 + luck\ndoors += luck\n";

const FILES: [(&str, &str); 5] = [
    (
        "hall.tw",
        "keep doors = 0\nprocedure turn\n    choose deed: \"What?\" from [\"a\", \"b\"] default \"a\"\n  doors += d6\n      say \"{deed} {doors}\"\nend procedure\n",
    ),
    (
        "note.md",
        "You find <!-- tw: 2d6 --><!-- /tw --> coins and <!-- tw: \"a gem\" -->nothing<!-- /tw -->.\n",
    ),
    ("wrong.tw", "keep hitpoints = 3\nsay \"{hitpoint}\"\nlet x = hitpoint + 1\n"),
    ("state", "what was here before\n"),
    ("answers", "deed = b\n"),
];

/// How a run is stopped.
#[derive(Debug, Clone, Copy)]
enum Stop {
    /// No file may be longer; writes fail.
    Full(usize),
    /// No file may be longer; who writes on is killed.
    Killed(usize),
    /// Killed at the nth call of this name.
    Call(&'static str, usize),
    Never,
}

const CALLS: [&str; 12] = [
    "openat",
    "write",
    "fsync",
    "fdatasync",
    "rename",
    "renameat2",
    "link",
    "linkat",
    "unlink",
    "ftruncate",
    "mkdir",
    "fchmod",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn run(args: &[&str], stdin: &str, within: &Path, stop: Stop) -> Output {
    let tw = env!("CARGO_BIN_EXE_tw");
    let words: Vec<OsString> = match stop {
        Stop::Never => vec![tw.into()],
        Stop::Full(bytes) => {
            let script = format!("trap '' XFSZ; exec prlimit --fsize={bytes} '{tw}' \"$@\"");
            vec!["sh".into(), "-c".into(), script.into(), "sh".into()]
        }
        Stop::Killed(bytes) => {
            vec!["prlimit".into(), format!("--fsize={bytes}").into(), "--core=0".into(), tw.into()]
        }
        Stop::Call(call, nth) => {
            let inject = format!("inject={call}:signal=KILL:when={nth}");
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject, tw]
                .map(OsString::from)
                .into()
        }
    };
    let all: Vec<OsString> = words.into_iter().chain(args.iter().map(OsString::from)).collect();
    ended(&all, stdin, within)
}

/// Runs a command to its end, whoever brings that about.
fn ended(words: &[OsString], stdin: &str, within: &Path) -> Output {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(within);
    command.env("HOME", within).env("LANG", "C.UTF-8").env_remove("XDG_CONFIG_HOME");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // A program that was stopped reads no more.
    let _ = std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), stdin.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Whether a program can be run here.
fn is_here(program: &str, args: &[&str]) -> bool {
    let ran = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    ran.is_ok_and(|status| status.success())
}

/// Files by their names below a folder.
type Files = BTreeMap<String, Vec<u8>>;

/// The files below a folder; what was left unfinished is counted by itself.
fn files(folder: &Path) -> (Files, usize) {
    let (mut all, mut unfinished) = (BTreeMap::new(), 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(of) = folders.pop() {
        for entry in fs::read_dir(of).expect("a folder").map(|entry| entry.expect("an entry")) {
            let name = entry.path().strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
            if entry.file_type().expect("a kind").is_dir() {
                folders.push(entry.path());
            } else if entry.file_name().to_string_lossy().starts_with(".tw-") {
                unfinished += 1;
            } else {
                all.insert(name, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    (all, unfinished)
}

/// What can be seen of a campaign.
fn look(folder: &Path) -> String {
    let ran = run(&["repl", "-q", "--save", "camp"], ":state\n:log\n:history\n", folder, Stop::Never);
    assert!(ran.status.success(), "a campaign cannot be taken up: {ran:?}");
    String::from_utf8(ran.stdout).expect("UTF-8")
}

/// What a campaign may look like: after each of its entries.
fn stages(case: &Case) -> Vec<String> {
    let lines: Vec<&str> = case.stdin.split_inclusive('\n').collect();
    let stage = |entries: usize| {
        let folder = folder();
        if !case.before.is_empty() {
            run(case.before, "", folder.path(), Stop::Never);
        }
        let ran = run(case.args, &lines[..entries].concat(), folder.path(), Stop::Never);
        assert!(ran.status.success(), "{ran:?}");
        look(folder.path())
    };
    (0..=lines.len()).map(stage).collect()
}

/// A command, its files before and after it, and how a campaign may look.
struct Expected<'c> {
    case: &'c Case,
    before: Files,
    after: Files,
    stages: Vec<String>,
    /// What was found after a stop, and was gone on from: the same files lead to the same end.
    seen: RefCell<BTreeSet<(Files, usize)>>,
}

fn expected(case: &Case) -> Expected<'_> {
    let folder = begun(case);
    let before = files(folder.path()).0;
    let ran = run(case.args, case.stdin, folder.path(), Stop::Never);
    assert!(ran.status.success(), "{:?}: {ran:?}", case.args);
    let after = files(folder.path()).0;
    assert!(before != after, "{:?} writes nothing", case.args);
    let stages = if case.campaign { stages(case) } else { Vec::new() };
    Expected { case, before, after, stages, seen: RefCell::default() }
}

fn begun(case: &Case) -> tempfile::TempDir {
    let folder = folder();
    if !case.before.is_empty() {
        let ran = run(case.before, "", folder.path(), Stop::Never);
        assert!(ran.status.success(), "{ran:?}");
    }
    folder
}

/// A folder with these files.
fn laid_out(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

/// Stops a command once, and looks at what it left; `false` where it came to its end.
fn stopped(expected: &Expected<'_>, stop: Stop) -> bool {
    let case = expected.case;
    let folder = laid_out(&expected.before);
    let ran = run(case.args, case.stdin, folder.path(), stop);
    let what = format!("{:?} stopped by {stop:?}: {ran:?}", case.args);
    let (found, unfinished) = files(folder.path());
    let graceful = matches!(stop, Stop::Full(_));
    if graceful {
        assert!(matches!(ran.status.code(), Some(0 | 5)), "{what}");
        assert_eq!(unfinished, 0, "{what}");
    }
    for (name, text) in &expected.before {
        let now = found.get(name).unwrap_or_else(|| panic!("{name} is gone: {what}"));
        let whole = now == text || expected.after.get(name) == Some(now) || name.starts_with("camp/");
        assert!(whole, "{name} is neither old nor new: {what}\n{}", String::from_utf8_lossy(now));
    }
    for (name, text) in found.iter().filter(|(name, _)| !expected.before.contains_key(*name)) {
        let whole = expected.after.get(name) == Some(text) || name.starts_with("camp/");
        assert!(whole, "{name} is not whole: {what}\n{}", String::from_utf8_lossy(text));
    }
    // A session says that something could not be written, and goes on.
    let done = ran.status.success() && (found == expected.after || case.args[0] != "repl");
    if done && !case.campaign {
        assert!(found == expected.after, "done, and something else is there: {what}");
    } else if !expected.seen.borrow_mut().insert((found.clone(), unfinished)) {
        // From here it was gone on already.
    } else if case.campaign {
        goes_on(expected, folder.path(), &what);
    } else {
        let again = run(case.args, case.stdin, folder.path(), Stop::Never);
        let there = matches!(case.args[0], "new" | "repl") && found == expected.after;
        assert!(again.status.success() || there, "again: {again:?}, after {what}");
        assert!(files(folder.path()).0 == expected.after, "again, something else is there, after {what}");
    }
    if matches!(stop, Stop::Call(..)) { !ran.status.success() } else { !done }
}

/// The calls that touch files in a run that nobody disturbs, as they are noted down.
fn calls_made(expected: &Expected<'_>) -> String {
    let folder = laid_out(&expected.before);
    let notes = tempfile::NamedTempFile::new().expect("a file");
    let path = notes.path().to_str().expect("a text");
    let calls = format!("trace={}", CALLS.join(","));
    let begins = ["strace", "-f", "-qq", "-o", path, "-e", &calls, env!("CARGO_BIN_EXE_tw")];
    let words = begins.iter().chain(expected.case.args).map(OsString::from).collect::<Vec<_>>();
    let ran = ended(&words, expected.case.stdin, folder.path());
    assert!(ran.status.success(), "{ran:?}");
    fs::read_to_string(path).expect("notes")
}

/// A campaign is where it was after one of its entries, and goes on from there.
fn goes_on(expected: &Expected<'_>, folder: &Path, what: &str) {
    let case = expected.case;
    if !folder.join("camp/journal").exists() {
        let ran = run(case.args, case.stdin, folder, Stop::Never);
        assert!(ran.status.success(), "begun again: {ran:?}, after {what}");
        assert_eq!(Some(&look(folder)), expected.stages.last(), "begun again, after {what}");
        return;
    }
    let begins = case.args.contains(&"--seed");
    if begins {
        // What was stopped before its beginning was whole begins again when it is called as it was.
        let ran = run(case.args, "", folder, Stop::Never);
        assert!(ran.status.success(), "taken up: {ran:?}, after {what}");
    }
    let seen = look(folder);
    let Some(stage) = expected.stages.iter().position(|stage| *stage == seen) else {
        panic!("a campaign that nobody played, after {what}:\n{seen}");
    };
    let rest: String = case.stdin.split_inclusive('\n').skip(stage).collect();
    let ran = run(&["repl", "-q", "--save", "camp"], &rest, folder, Stop::Never);
    assert!(ran.status.success(), "{ran:?}, after {what}");
    assert_eq!(Some(&look(folder)), expected.stages.last(), "gone on, after {what}");
}

/// The first, the last and some between.
fn some(upto: usize, count: usize) -> Vec<usize> {
    if std::env::var_os("TW_CRASH").is_some() {
        return (0..=upto).collect();
    }
    let mut all: Vec<usize> =
        (0..count).map(|at| upto * at / count).chain([1, upto.saturating_sub(1), upto]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn a_disk_that_fills_anywhere_costs_nothing() {
    for_each_byte(Stop::Full);
}

#[test]
fn a_kill_in_any_write_costs_nothing() {
    for_each_byte(Stop::Killed);
}

fn for_each_byte(stop: fn(usize) -> Stop) {
    if !is_here("prlimit", &["--version"]) {
        println!("`prlimit` is not here");
        return;
    }
    for case in &CASES {
        let expected = expected(case);
        let written = expected.after.iter().filter(|(name, text)| expected.before.get(*name) != Some(text));
        let longest = written.map(|(_, text)| text.len()).max().expect("something is written");
        let cuts = some(longest, 4);
        let count = cuts.iter().filter(|bytes| stopped(&expected, stop(**bytes))).count();
        assert!(count > 0, "{:?} was never stopped", case.args);
        println!("{:?}: stopped at {count} of {} bytes", case.args, cuts.len());
    }
}

#[test]
fn a_kill_at_any_call_costs_nothing() {
    if !is_here("strace", &["-e", "trace=write", "true"]) {
        println!("`strace` is not here");
        return;
    }
    for case in &CASES {
        let expected = expected(case);
        let made = calls_made(&expected);
        let mut count = 0;
        for call in CALLS.into_iter().filter(|call| made.contains(&format!("{call}("))) {
            // Most of what is opened are libraries and sources, and every call is tried by hand alone.
            let every = if std::env::var_os("TW_CRASH").is_some() || call != "openat" { 1 } else { 9 };
            let killed = (1..400).step_by(every).take_while(|nth| stopped(&expected, Stop::Call(call, *nth)));
            count += killed.count();
        }
        println!("{:?}: killed at {count} calls", case.args);
    }
}
