//! Made-up and mangled input for every door: readers, formatter, checker, session, odds, journal, states,
//! imports, notes. What a target holds stands with it; none may panic, hang or lose anything.
//!
//! `TW_FUZZ=60 cargo test --release --locked --lib fuzz::` goes on for sixty seconds in each target,
//! `TW_FUZZ_FROM=…` begins with another seed. `fuzz/` holds the same targets for libFuzzer.

#![cfg_attr(not(test), allow(dead_code))]

mod corpus;
mod mangle;
mod papers;
mod play;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use self::corpus::{Corpus, Kind};
use self::mangle::Order;

/// What is fed to a target: a piece of the corpus after some mangling.
struct Input {
    /// What the piece was taken from.
    kind: Kind,
    bytes: Vec<u8>,
}

impl Input {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// What must hold of every input.
type Law = fn(&Input) -> Result<(), String>;

/// In a long run one input may take so long; machines differ too much for a limit in every run.
const PATIENCE: Duration = Duration::from_secs(60);
/// In a long run, what keeps the processor busy for longer is told: a machine that has other things to do is
/// not the input's fault.
const SLOW: Duration = Duration::from_secs(15);
/// So long a fault is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);
/// More faults than this are not told.
const TOLD: usize = 8;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn is_long() -> bool {
    number("TW_FUZZ").is_some()
}

/// Feeds a target: so many inputs, or as long as `TW_FUZZ` says.
fn drive(name: &str) {
    let Target { kinds, inputs, law, .. } = *target(name);
    let corpus = Corpus::read(kinds);
    let from = number("TW_FUZZ_FROM").unwrap_or(1);
    let until = number("TW_FUZZ").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let watch = watched(name);
    let (mut seed, mut faults, mut seen) = (from, Vec::new(), Vec::new());
    while until.map_or(seed < from + inputs, |until| Instant::now() < until) && faults.len() < TOLD {
        let input = corpus.input(&mut Order::new(seed));
        if until.is_some() {
            // What ends the process is found here.
            std::fs::write(path(name, "now"), &input.bytes).expect("written");
        }
        watch.send(seed).expect("the watch goes on");
        if let Err(why) = held(law, &input) {
            let what = sort_of(&why);
            if !seen.contains(&what) {
                let small = smaller(law, input, &what, || watch.send(seed).expect("the watch goes on"));
                let why = held(law, &small).err().unwrap_or(why);
                std::fs::write(path(name, &seed.to_string()), &small.bytes).expect("written");
                faults.push(format!("seed {seed}, {:?}: {why}\n----\n{}\n----", small.kind, small.text()));
                seen.push(what);
            }
        }
        seed += 1;
    }
    println!("{name}: {} inputs", seed - from);
    assert!(faults.is_empty(), "{name}: {} faults\n{}", faults.len(), faults.join("\n"));
}

/// The file for an input of a target.
fn path(name: &str, end: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(format!("{name}.{end}"))
}

/// Ends the process where one input takes too long: a hang is told, too. Only where the run is a long one.
fn watched(name: &str) -> Sender<u64> {
    let (tell, told) = channel();
    if !is_long() {
        // Nobody looks, and nobody minds.
        std::mem::forget(told);
        return tell;
    }
    let name = name.to_owned();
    std::thread::spawn(move || {
        let mut now = 0;
        let mut since = busy();
        loop {
            match told.recv_timeout(PATIENCE) {
                Ok(seed) => (now, since) = (seed, busy()),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if busy() < since + PATIENCE => {}
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("{name}: seed {now} hangs");
                    std::process::abort();
                }
            }
        }
    });
    tell
}

/// Whether a law holds; a panic breaks every law, and so does what takes too long.
fn held(law: Law, input: &Input) -> Result<(), String> {
    let began = busy();
    let ran = catch_unwind(AssertUnwindSafe(|| law(input))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("");
        Err(format!("panic: {said}"))
    });
    match ran {
        Ok(()) if is_long() && busy() > began + SLOW => Err(format!("slow: {:?}", busy() - began)),
        ran => ran,
    }
}

/// How long this process has kept a processor busy; where the system does not say, how long it is there.
fn busy() -> Duration {
    const TICKS_A_SECOND: u64 = 100;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/self/stat").ok();
    // What stands in brackets is a name, with anything in it; the times come eleventh and twelfth behind it.
    let ticks = said.as_deref().and_then(|said| {
        let numbers = said.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
        numbers.map(|number| number.parse::<u64>().ok()).sum::<Option<u64>>()
    });
    match ticks {
        Some(ticks) => Duration::from_millis(ticks * 1000 / TICKS_A_SECOND),
        None => BEGAN.get_or_init(Instant::now).elapsed(),
    }
}

/// What sort of fault it is: the words before its particulars.
fn sort_of(why: &str) -> String {
    let line = why.lines().next().unwrap_or("");
    let sort: String = line.split(['`', '"', '\u{201c}']).next().unwrap_or("").to_owned();
    sort.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).take(60).collect()
}

/// The same fault in less: pieces are left out, large ones first, as long as it stays.
fn smaller(law: Law, input: Input, what: &str, alive: impl Fn()) -> Input {
    let until = Instant::now() + SHRINKING;
    let breaks = |bytes: &[u8]| {
        alive();
        let input = Input { kind: input.kind, bytes: bytes.to_vec() };
        held(law, &input).is_err_and(|why| sort_of(&why) == what)
    };
    let mut best = input.bytes.clone();
    for by_lines in [true, false] {
        let mut size = best.len().max(1);
        while size >= 1 && Instant::now() < until {
            let pieces: Vec<Vec<u8>> = if by_lines {
                best.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
            } else {
                best.iter().map(|byte| vec![*byte]).collect()
            };
            let mut at = 0;
            let mut pieces = pieces;
            size = size.min(pieces.len());
            while at < pieces.len() && Instant::now() < until {
                let rest: Vec<u8> =
                    [&pieces[..at], &pieces[(at + size).min(pieces.len())..]].concat().concat();
                if breaks(&rest) {
                    pieces.drain(at..(at + size).min(pieces.len()));
                } else {
                    at += size;
                }
            }
            best = pieces.concat();
            size /= 2;
        }
    }
    Input { kind: input.kind, bytes: best }
}

/// A door, what is put through it, and what must hold.
struct Target {
    name: &'static str,
    kinds: &'static [Kind],
    /// How many inputs a short run makes.
    inputs: u64,
    law: Law,
}

const TARGETS: [Target; 9] = [
    Target {
        name: "reading",
        kinds: &[Kind::Code, Kind::Line, Kind::Note, Kind::Foreign],
        inputs: 200,
        law: texts::reads,
    },
    Target { name: "formatting", kinds: &[Kind::Code, Kind::Line], inputs: 200, law: texts::formats },
    Target { name: "checking", kinds: &[Kind::Code, Kind::Line, Kind::Note], inputs: 12, law: texts::checks },
    Target { name: "session", kinds: &[Kind::Code, Kind::Line], inputs: 20, law: play::enters },
    Target { name: "odds", kinds: &[Kind::Line], inputs: 60, law: play::asks },
    Target { name: "states", kinds: &[Kind::State], inputs: 80, law: play::imports_states },
    Target { name: "journal", kinds: &[Kind::Journal], inputs: 100, law: papers::opens_journals },
    Target { name: "imports", kinds: &[Kind::Foreign, Kind::Note], inputs: 100, law: papers::imports },
    Target { name: "filling", kinds: &[Kind::Note], inputs: 300, law: papers::fills },
];

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("one of the targets")
}

/// What libFuzzer feeds a target. Where it takes several kinds, the first byte says which.
///
/// # Panics
/// The law does not hold.
pub fn feed(name: &str, bytes: &[u8]) {
    let target = target(name);
    let (first, rest) = match bytes.split_first() {
        Some((first, rest)) if target.kinds.len() > 1 => (usize::from(*first), rest),
        _ => (0, bytes),
    };
    let input = Input { kind: target.kinds[first % target.kinds.len()], bytes: rest.to_vec() };
    if let Err(why) = (target.law)(&input) {
        panic!("{name}, {:?}: {why}\n----\n{}\n----", input.kind, input.text());
    }
}

#[test]
fn whatever_is_read_gives_places_inside_it() {
    drive("reading");
}

#[test]
fn formatting_is_done_once_and_keeps_the_meaning() {
    drive("formatting");
}

#[test]
fn checking_gives_fixes_that_can_be_made() {
    drive("checking");
}

#[test]
fn sessions_go_back_and_forth() {
    drive("session");
}

#[test]
fn odds_are_those_of_all_runs() {
    drive("odds");
}

#[test]
fn states_are_taken_whole_or_refused() {
    drive("states");
}

#[test]
fn journals_are_read_as_written_or_named_damaged() {
    drive("journal");
}

#[test]
fn imports_write_what_can_be_read() {
    drive("imports");
}

#[test]
fn notes_are_filled_in_their_places_alone() {
    drive("filling");
}

#[test]
fn what_libfuzzer_feeds_comes_to_the_same_laws() {
    for target in &TARGETS {
        feed(target.name, b"");
        feed(target.name, b"\x012d6 + {\xff");
    }
    // Each has its file for `cargo fuzz`.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<String> =
        files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let mut names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
}

/// What mangling has found, by the law that it broke.
const FOUND: [(Kind, &str, Law); 41] = [
    (Kind::Note, "<!--tw:6-->\no<!--/tw-->`<!--/tw-->`", papers::fills),
    (Kind::Note, "<!--tw:6-->\n-<!--/tw-->`<!--tw:-->`", papers::fills),
    (Kind::Note, "```<!--tw:d-->`<!--/tw-->", papers::fills),
    (Kind::Code, "x\u{0}\u{9b}\n\u{1}\u{0}", texts::checks),
    (Kind::Line, "({d,1g})==(m)", texts::checks),
    (Kind::Code, "expect dim_reach(lan) == 60 f", texts::checks),
    (Kind::Foreign, "csv\n,\n18446744073709551616", papers::imports),
    (Kind::Foreign, "csv\nd2,b\n1,18446744073709551616\n2,x", papers::imports),
    (Kind::Foreign, "csv\na,b\n1,x\u{7f}\u{202e}", papers::imports),
    (Kind::Code, "d6  o", texts::checks),
    (Kind::Foreign, "csv\nl\n{}", papers::imports),
    (Kind::Foreign, "csv\n,Chance\ne,{", papers::imports),
    (Kind::Foreign, "csv\n,Probability\n,%", papers::imports),
    (Kind::Foreign, "\n```tw \no", papers::imports),
    (Kind::Note, "<!--tw:w-->\na|<!--/tw-->\n-|-\n|<!--tw:6--><!--/tw-->", papers::fills),
    (Kind::Note, "|a|b|\n|-|-|\n|<!--tw:1-->\n<!--/tw-->|<!--tw:2--><!--/tw-->|", papers::fills),
    (Kind::Note, "d<!--tw:6--><!--/tw--><!--tw once:6--><!--/tw-->", papers::fills),
    (Kind::Note, ")```<!--tw:r--><!--/tw-->", papers::fills),
    (Kind::Note, "<!--tw:6-->\na||\n-|-\n:<!--/tw-->", papers::fills),
    (Kind::Note, "a <!--tw:1--><!--/tw-->```\n--><!--/tw-->```", papers::fills),
    (Kind::Code, "table t\n- a\n- b\n\nt\n", play::enters),
    (Kind::Code, "fn s(p=(n)p", texts::checks),
    (Kind::Code, "fn s(o:(w),", texts::checks),
    (Kind::Code, "([i for t in (0times(d2+g))])", texts::checks),
    (Kind::Code, "fn h() = {a: 1, b: [0over]}", texts::checks),
    (Kind::Line, "\u{fffd} mod", texts::reads),
    (Kind::Code, "table p\n[[|]]\n|", texts::formats),
    (Kind::Line, "2d6 + \u{201c}str bonus", texts::reads),
    (Kind::Code, "for e in fs\n| es | 3 |\n  e.hp = 1\nend", texts::checks),
    (
        Kind::Code,
        "fn e() = if 4==1then 0else if d3==1then 0r else 2r\nfn=if d2==1then r else 1r\nfn h() = {ght: [0ver]}",
        texts::checks,
    ),
    (Kind::Code, "fn f(n) = ({a: (p)c=6 + (q)c=6, b: (p)c=1 + (q)c=1}\n", play::enters),
    (Kind::Code, "chart e \"\"\n||\u{3000}", texts::formats),
    (Kind::Code, "unit e=0 is\n\n\n", texts::formats),
    (Kind::Code, "unit e=0 is\n# a\n \n\nd6", texts::formats),
    (Kind::Code, "use is\n\ntest \"a\"\nend", texts::formats),
    (Kind::Code, "table t\nh#", texts::formats),
    (Kind::Code, "table t\n1 h # a\n2 i\n", texts::formats),
    (Kind::Code, "s==3==3=3", texts::checks),
    (Kind::Code, "g\ngiven 6>0)==1", texts::checks),
    (Kind::Code, "sheet x\n fn d = 1", texts::checks),
    (Kind::Code, "sheet x\n fn d = 1\nend sheet", texts::checks),
];

#[test]
fn what_was_found_stays_mended() {
    for (kind, text, law) in FOUND {
        let input = Input { kind, bytes: text.as_bytes().to_vec() };
        assert_eq!(held(law, &input), Ok(()), "{text}");
    }
}

/// A sheet grows when a rule-set is loaded, and what adds records was written before.
#[test]
fn records_are_added_to_a_sheet_that_has_grown() {
    let mut session = super::judge::session_of(super::judge::PRELUDE).expect("the prelude is sound");
    let ask = crate::session::odds::OddsAsk::default();
    let odds = session.odds("travel_and_time.return_dc(9)", &ask, &|_| {});
    assert!(odds.is_ok() || odds.is_err_and(|reply| !reply.reports.is_empty()));
}
