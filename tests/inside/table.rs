//! At the table: rows put off, rerolls, timers nudged by hand.

use crate::base::Num;
use crate::engine::{Event, EventKind};
use crate::session::{GivenAnswers, RollSeed, Session};

const HALL: &str = include_str!("../data/hall.tw");

#[test]
fn what_is_put_off_is_applied_later_and_taken_back() {
    // Without a terminal nobody rules, so the ruling comes from a journal that was played with one.
    let mut session = Session::new(RollSeed::new(7));
    assert!(session.submit(HALL).is_done());
    let mut answers = GivenAnswers::new();
    session.set_dice(vec![Num::int(3)], false);
    for (name, value) in [(":table", "referee"), (":apply", "defer")] {
        answers.add(name, value);
    }
    let mut log: Vec<Event> = Vec::new();
    let reply = session.submit_to("do turn(deed = \"rest\", again = \"no\")", &mut answers, &mut log);
    assert!(reply.is_done(), "{:?}", reply.reports);
    assert_eq!(session.inspect().deferred(), ["a door falls shut"]);
    let reply = session.apply_deferred(0, &mut GivenAnswers::new(), &mut log);
    assert!(reply.is_done() && session.inspect().deferred().is_empty());
    let held = |session: &Session| {
        session
            .inspect()
            .kept()
            .into_iter()
            .find(|held| held.name == "doors")
            .map(|held| held.text)
            .expect("doors")
    };
    assert_eq!(held(&session), "1");
    assert_eq!(session.undo(1), 1);
    assert_eq!((held(&session).as_str(), session.inspect().deferred().len()), ("0", 1));
}

#[test]
fn a_reroll_takes_new_dice_after_given_ones_and_is_marked() {
    let mut session = Session::new(RollSeed::new(7));
    session.set_dice(vec![1.into(); 9], false);
    let mut log: Vec<Event> = Vec::new();
    let reply = session.submit_to("9d1000", &mut GivenAnswers::new(), &mut log);
    assert_eq!(session.show(&reply.value.expect("a total")), "9");
    let (_, reply) = session.reroll(&mut GivenAnswers::new(), &mut log).expect("an entry");
    assert_ne!(session.show(&reply.value.expect("a total")), "9");
    assert!(log.iter().any(|event| matches!(event.kind, EventKind::Undo { what: "reroll", .. })));
}

#[test]
fn a_timer_of_one_hero_is_nudged_by_the_name_of_that_hero() {
    let mut session = Session::new(RollSeed::new(7));
    let rules = "sheet hero
  hp: number = 3
end sheet

party
| name    | hp |
|---------|----|
| Ash     | 3  |
| Old Mag | 4  |

for hero in party
  timer torch for hero = 30 minutes
    say \"{hero.name} stands in the dark.\"
  end timer
end for
";
    assert!(session.submit(rules).is_done());
    let mut log: Vec<Event> = Vec::new();
    let mut submit = |text: &str| session.submit_to(text, &mut GivenAnswers::new(), &mut log);
    assert!(submit("old_mag.torch.left = 5 minutes").is_done());
    assert!(submit("ash.torch.left -= 20 minutes").is_done());
    let whose = submit("torch.left = 1 minute");
    assert!(!whose.is_done());
    assert_eq!(whose.reports[0].message, "`torch` runs for Ash, Old Mag");
    assert!(whose.reports[0].help[0].contains("ash.torch.left"), "{whose:?}");
    let left = submit("[ash.torch.left, old_mag.torch.left] == [10 minutes, 5 minutes]");
    assert_eq!(left.value.and_then(|value| value.as_yes_no()), Some(true));
    assert!(submit("advance 5 minutes").is_done());
    assert!(!submit("old_mag.torch.left += 5 minutes").is_done(), "it does not run any more");
    assert!(!submit("ash.torhc.left += 5 minutes").is_done());
    assert!(submit("torch.left = 1 minute").is_done(), "only one is left");
    let told: Vec<&str> = log
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Say { text, .. } => Some(text.as_str()),
            EventKind::Set { what, .. } => Some(what.as_str()),
            _ => None,
        })
        .collect();
    let dark = "Old Mag stands in the dark.";
    assert_eq!(told, ["Old Mag.torch.left", "Ash.torch.left", dark, "Ash.torch.left"]);
}

#[test]
fn a_timer_is_nudged_by_hand() {
    let mut session = Session::new(RollSeed::new(7));
    assert!(session.submit("timer torch = 30 minutes then say \"Dark.\"").is_done());
    let mut log: Vec<Event> = Vec::new();
    let text = "torch.left = 5 minutes";
    assert!(session.submit_to(text, &mut GivenAnswers::new(), &mut log).is_done());
    let set = log.iter().find_map(|event| match &event.kind {
        EventKind::Set { what, from, to, .. } => Some((what.as_str(), from.as_str(), to.as_str())),
        _ => None,
    });
    assert_eq!(set, Some(("torch.left", "30 minutes", "5 minutes")));
    let reply = session.submit_to("advance 5 minutes", &mut GivenAnswers::new(), &mut log);
    assert!(reply.is_done());
    assert!(log.iter().any(|event| matches!(&event.kind, EventKind::Say { text, .. } if text == "Dark.")));
    assert!(!session.submit("torch.left += 5 minutes").is_done(), "it does not run any more");
}
