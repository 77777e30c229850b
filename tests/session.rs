//! The library as a program that builds the engine in uses it.

use tablewright::session::{RollSeed, Session};
use tablewright::syntax::Verdict;

fn shown(session: &mut Session, text: &str) -> String {
    let reply = session.submit(text);
    assert!(reply.is_done(), "{text}: {:?}", reply.reports);
    reply.value.map(|value| session.show(&value)).unwrap_or_default()
}

#[test]
fn a_party_may_be_written_after_a_rule_set_is_used() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use delving");
    assert_eq!(session.judge("party"), Verdict::Incomplete);
    shown(&mut session, "party\n| name | max_hp |\n|---|---|\n| Ash | 6 |\n| Birch | 5 |\n");
    assert_eq!(session.judge("party"), Verdict::Complete);
    shown(&mut session, "ash.hp -= 2");
    assert_eq!(shown(&mut session, "party.hp"), "[4, 5]");
    assert_eq!(session.undo(2), 2);
    assert_eq!(shown(&mut session, "party.hp"), "[6, 5]");
}

#[test]
fn a_failed_entry_leaves_no_trace() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "let n = 1");
    let reply = session.submit("n = 2\nlet m = 1 / (n - 2)");
    assert!(!reply.is_done());
    assert_eq!(shown(&mut session, "n"), "1");
    assert!(!session.submit("m").is_done());
}

#[test]
fn odds_change_nothing_that_is_in_play() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use delving");
    let in_play = "[torches_lit, torches_spent, encounters_met, now / 1 turn]";
    let before = shown(&mut session, in_play);
    assert_ne!(shown(&mut session, "mean(delve(12).torches_used)"), "0");
    assert_eq!(shown(&mut session, in_play), before);
    // Played for real, it does change.
    shown(&mut session, "do delve(12)");
    assert_ne!(shown(&mut session, in_play), before);
}
