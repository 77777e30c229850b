//! A campaign whose session is killed again and again: at a prompt, while dice are given by hand, in the
//! middle of what it does. Taken up each time, it ends as if nothing had happened.

use std::path::Path;

use crate::support::program::Tw;
use crate::support::terminal::Terminal;

const HALL: &str = "\
ladder light: bright > dim > out
keep lamp: light = bright
keep doors = 0

sheet hero
  hp: 0..max_hp = max_hp
  max_hp: number
end sheet

party
| name | max_hp |
|------|--------|
| Ash  | 60     |

table hazard
| d4 | what              | then         |
|----|-------------------|--------------|
| 1  | nothing at all    |              |
| 2  | a draught         | worsen lamp  |
| 3  | a door falls shut | doors += 1   |
| 4  | quiet             | lamp = bright|

procedure turn takes 10 minutes
  choose deed: \"What now?\" from [\"search\", \"rest\", \"sing\"] default \"rest\"
  step hazard
    apply hazard
    repeat 3000 times
      let n = doors + 1
    end repeat
    ash.hp -= d6
  end step
  ask hours: \"How long?\" 1..6 default 2
  say \"{deed} for {hours} hours: {ash.hp}\"
end procedure
";

/// What is entered, one after another.
const ENTRIES: [&str; 9] = [
    "let luck = 2d6",
    "do turn()",
    "4d6kh3 + luck",
    "do turn()",
    ":set ash.hp 40",
    "do turn()",
    ":undo",
    "do turn()",
    "doors + _3",
];

/// Numbers that look like luck and are the same each time.
struct Order(u64);

impl Order {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// How many entries are done: what stands in the journal.
fn done(folder: &Path) -> usize {
    let journal = std::fs::read_to_string(folder.join("camp/journal")).unwrap_or_default();
    let is_entry = |line: &&str| {
        ["enter", "change", "undo"].iter().any(|kind| line.contains(&format!("{{\"do\":\"{kind}\"")))
            && !line.contains("{\"do\":\"wait\"")
    };
    journal.lines().filter(is_entry).count()
}

/// What is typed at what the screen shows, which follows from how many entries are done: so whoever
/// comes back types what would have been typed. `None` where all is done.
fn typed(screen: &str, done: usize) -> Option<String> {
    let end = screen.trim_end();
    let question = end.lines().rev().take(4).collect::<Vec<_>>().join("\n");
    if !end.ends_with('»') {
        return ENTRIES.get(done).map(|entry| (*entry).to_owned());
    }
    let last = end.lines().last().unwrap_or("");
    Some(if last.contains("d4") {
        (done % 4 + 1).to_string()
    } else if last.contains("d6") {
        // Enter alone lets the program roll.
        String::new()
    } else if question.contains("How long") {
        (done % 6 + 1).to_string()
    } else {
        ["search", "rest", "sing"][done % 3].to_owned()
    })
}

fn start(folder: tempfile::TempDir) -> Terminal {
    let args = ["repl", "--save", "camp", "--dice", "ask", "-q"];
    let mut tw = Terminal::start_at(folder, &args);
    tw.see_when("a prompt", at_prompt);
    tw
}

fn at_prompt(screen: &str) -> bool {
    screen.trim_end().ends_with(['›', '»'])
}

/// Plays all of it, and is killed so many times on the way; gives the folder, and at how many questions
/// and in the middle of how many lines it was killed.
fn played(kills: usize, seed: u64) -> (tempfile::TempDir, [usize; 3]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("hall.tw"), HALL).expect("written");
    let begin = ["repl", "-f", "hall.tw", "--save", "camp", "--seed", "7", "-q"];
    let begun = Tw::new().args(begin).within(folder.path()).run();
    assert_eq!(begun.code, 0, "{begun:?}");
    let (mut order, mut killed) = (Order(seed), [0; 3]);
    let mut tw = start(folder);
    while let Some(line) = typed(&tw.screen(), done(tw.home.path())) {
        let before = tw.screen();
        tw.line(&line);
        let left = kills.saturating_sub(killed.iter().sum());
        let kind = match order.below(4) {
            0 if left > 0 => 0,
            kind => {
                // A line at the bottom moves the whole screen; the cursor tells whether a prompt came.
                tw.see_where("the next prompt", |screen, column| {
                    column > 0 && screen != before && at_prompt(screen)
                });
                let at_question = tw.screen().trim_end().ends_with('»');
                match (kind, at_question) {
                    (1, true) if left > 0 => 1,
                    (2, false) if left > 0 => 2,
                    _ => continue,
                }
            }
        };
        killed[kind] += 1;
        tw.child.kill().expect("it can be killed");
        tw.child.wait().expect("it is gone");
        let folder = std::mem::replace(&mut tw.home, tempfile::tempdir().expect("a folder"));
        tw = start(folder);
    }
    tw.keys("\x04");
    assert_eq!(tw.end(), 0);
    (std::mem::replace(&mut tw.home, tempfile::tempdir().expect("a folder")), killed)
}

/// All that can be seen of a campaign.
fn look(folder: &Path) -> String {
    let input = ":log\n:state\n:party\n:time\n:history\n:export state state.json\nd1000000\n";
    let ran = Tw::new().args(["repl", "--save", "camp", "-q"]).within(folder).stdin(input).run();
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out + &std::fs::read_to_string(folder.join("state.json")).expect("a state")
}

#[test]
fn killed_anywhere_it_ends_as_if_nothing_had_happened() {
    let (folder, _) = played(0, 0);
    let expected = look(folder.path());
    assert!(expected.contains("sing for"), "{expected}");
    let mut all = [0; 3];
    for seed in [1, 2, 3] {
        let (folder, killed) = played(7, seed);
        assert_eq!(look(folder.path()), expected, "killed {killed:?} with {seed}");
        all = std::array::from_fn(|kind| all[kind] + killed[kind]);
    }
    assert!(all.iter().all(|count| *count > 0), "in the middle, at questions, between entries: {all:?}");
}
