//! What goes wrong at the table: each thing is said in words, and the campaign is what it was before.

use crate::base::Limits;
use crate::session::{EntryOutcome, GivenAnswers, RollSeed, Session};

const MARSH: &str = include_str!("../data/marsh.tw");

fn session() -> Session {
    // What never ends need not go far to be found out.
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let mut session = Session::with_limits(RollSeed::new(7), limits);
    let reply = session.submit(MARSH);
    assert!(reply.is_done(), "{:?}", reply.reports);
    assert!(session.submit("found = 3\nadvance 30 minutes").is_done());
    session
}

/// An entry, the code of what is said of it, and what that says: its message and its help.
const WRONG: &[(&str, &str, &[&str])] = &[
    ("do endless()", "TW0812", &["stopped after 100000 steps"]),
    ("do ping()", "TW0807", &["deeper than 200", "in a circle: ping → pong → ping"]),
    ("fn f(n) = f(n + 1)\nf(1)", "TW0807", &["in a circle: f → f"]),
    ("do echo()", "TW0807", &["deeper than 200"]),
    ("do flicker()", "TW0821", &["conditions keep turning true after one step"]),
    ("do hurry()", "TW0721", &["time cannot pass by -5 minutes"]),
    ("do late()", "TW0721", &["`torch` would run out before it began: it lasts -5 minutes"]),
    ("do brawl()", "TW0708", &["`hp` of Birch, who is gone", "`if hero in party` tests who still is"]),
    ("remove birch from party\nbirch.hp -= 1", "TW0708", &["nobody in `party` is called `Birch`"]),
    ("remove ash from foes", "TW0708", &["Ash is not in `foes`", "Ash is in `party`"]),
    ("max(foes.hp)", "TW0712", &["otherwise 0"]),
    ("mean(foes.hp)", "TW0712", &["an empty list has no mean", "otherwise 0"]),
    ("fn plain(xs) = [x for x in xs]\nplain(3d6)", "TW0703", &["expected a list", "xs: list"]),
    ("found = 9\npick foes", "TW0712", &["there is nothing to pick from"]),
    ("(foes with highest hp).hp", "TW0704", &["this is nothing, so it has no `hp`"]),
    ("do ask_foe()", "TW0712", &["`foe` has nothing to choose from"]),
    (
        "do ask_things(deed = \"swim\")",
        "TW0719",
        &["`swim` is not one of the answers to `deed`", "search, rest"],
    ),
    (
        "do ask_things(deed = \"rest\", hours = 7)",
        "TW0719",
        &["`7` is not one of the answers to `hours`", "from 1 to 6"],
    ),
    ("found = 1 / (found - 3)", "TW0702", &["division by zero"]),
    ("ash.hp = \"many\"", "TW0401", &["number"]),
];

#[test]
fn what_goes_wrong_is_said_and_leaves_everything_as_it_was() {
    let mut session = session();
    let before = session.export_state();
    for (entry, code, says) in WRONG {
        let reply = session.submit(entry);
        assert!(matches!(reply.outcome, EntryOutcome::Faulty | EntryOutcome::Limit), "{entry}: {reply:?}");
        let report = reply.reports.iter().find(|report| report.is_error()).expect("a report");
        assert_eq!(report.code, *code, "{entry}: {}", report.message);
        let said =
            std::iter::once(&report.message).chain(&report.help).cloned().collect::<Vec<_>>().join(" | ");
        for part in *says {
            assert!(said.contains(part), "{entry}: {part}: {said}");
        }
        assert_eq!(session.export_state(), before, "{entry}");
    }
    // And all goes on.
    let reply = session.submit("do careful_brawl()\nfound += 1");
    assert!(reply.is_done(), "{:?}", reply.reports);
    assert_eq!(session.entries().count(), 3);
}

#[test]
fn a_wrong_answer_is_asked_again_and_a_missing_one_changes_nothing() {
    let mut session = session();
    let before = session.export_state();
    let mut answers = GivenAnswers::new();
    answers.add("deed", "rest");
    answers.add("hours", "3");
    let reply = session.submit_to("do ask_things()", &mut answers, &mut Vec::new());
    assert!(matches!(&reply.outcome, EntryOutcome::Asks(request) if &*request.name == "sure"), "{reply:?}");
    assert_eq!(session.export_state(), before);
    answers = GivenAnswers::new();
    for (name, value) in [("deed", "rest"), ("hours", "3"), ("sure", "perhaps")] {
        answers.add(name, value);
    }
    let reply = session.submit_to("do ask_things()", &mut answers, &mut Vec::new());
    assert_eq!(reply.outcome, EntryOutcome::Faulty);
    assert!(
        reply.reports[0].message.contains("`perhaps` is not one of the answers to `sure`"),
        "{:?}",
        reply.reports
    );
    assert_eq!(session.export_state(), before);
}
