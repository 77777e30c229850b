//! Made-up and mangled input for every door: readers, formatter, checker, session, odds, journal, states,
//! imports, notes. What a target holds stands with it; none may panic, hang or lose anything.
//!
//! `TW_FUZZ=60 cargo test --release --locked --lib fuzz::` goes on for sixty seconds in each target,
//! `TW_FUZZ_FROM=…` begins with another seed.

mod corpus;
mod mangle;
mod papers;
mod play;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
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
/// In a long run, what takes longer is told.
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
fn drive(name: &str, kinds: &[Kind], inputs: u64, law: Law) {
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
        loop {
            match told.recv_timeout(PATIENCE) {
                Ok(seed) => now = seed,
                Err(RecvTimeoutError::Disconnected) => return,
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
    let began = Instant::now();
    let ran = catch_unwind(AssertUnwindSafe(|| law(input))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("");
        Err(format!("panic: {said}"))
    });
    match ran {
        Ok(()) if is_long() && began.elapsed() > SLOW => Err(format!("slow: {:?}", began.elapsed())),
        ran => ran,
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

const CODE: [Kind; 2] = [Kind::Code, Kind::Line];

#[test]
fn whatever_is_read_gives_places_inside_it() {
    drive("reading", &[Kind::Code, Kind::Line, Kind::Note, Kind::Foreign], 200, texts::reads);
}

#[test]
fn formatting_is_done_once_and_keeps_the_meaning() {
    drive("formatting", &CODE, 200, texts::formats);
}

#[test]
fn checking_gives_fixes_that_can_be_made() {
    drive("checking", &[Kind::Code, Kind::Line, Kind::Note], 12, texts::checks);
}

#[test]
fn sessions_go_back_and_forth() {
    drive("session", &CODE, 20, play::enters);
}

#[test]
fn odds_are_those_of_all_runs() {
    drive("odds", &[Kind::Line], 60, play::asks);
}

#[test]
fn states_are_taken_whole_or_refused() {
    drive("states", &[Kind::State], 80, play::imports_states);
}

#[test]
fn journals_are_read_as_written_or_named_damaged() {
    drive("journal", &[Kind::Journal], 100, papers::opens_journals);
}

#[test]
fn imports_write_what_can_be_read() {
    drive("imports", &[Kind::Foreign, Kind::Note], 100, papers::imports);
}

#[test]
fn notes_are_filled_in_their_places_alone() {
    drive("filling", &[Kind::Note], 300, papers::fills);
}

/// What mangling has found, by the law that it broke.
const FOUND: [(Kind, &str, Law); 9] = [
    (Kind::Line, "({d,1g})==(m)", texts::checks),
    (Kind::Code, "expect dim_reach(lan) == 60 f", texts::checks),
    (Kind::Foreign, "csv\n,\n18446744073709551616", papers::imports),
    (Kind::Foreign, "csv\nd2,b\n1,18446744073709551616\n2,x", papers::imports),
    (Kind::Foreign, "csv\na,b\n1,x\u{7f}\u{202e}", papers::imports),
    (Kind::Note, "d<!--tw:6--><!--/tw--><!--tw once:6--><!--/tw-->", papers::fills),
    (Kind::Note, ")```<!--tw:r--><!--/tw-->", papers::fills),
    (Kind::Note, "<!--tw:6-->\na||\n-|-\n:<!--/tw-->", papers::fills),
    (Kind::Code, "table t\n- a\n- b\n\nt\n", play::enters),
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
