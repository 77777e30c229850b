//! The library as another program uses it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tablewright::{Error, Number, Row, Session, Value, WrongKind};

const INN: &str = "\
table guest
| d4  | name  | pays |
|-----|-------|-----:|
| 1-2 | a monk |   3 |
| 3-4 | a duke | 0.5 |

keep purse = 0

procedure evening(nights)
  for night in 1..nights
    ask stay: \"Who stays?\" from [\"all\", \"none\"]
    let who = guest
    if stay is \"all\" then purse += who.pays
    say \"{who.name}\"
  end for
  return purse
end procedure
";

fn inn() -> Session {
    let mut session = Session::new(7);
    session.load_text("inn.tw", INN).expect("a sound text");
    session
}

fn value(session: &mut Session, text: &str) -> Value {
    session.submit(text).expect("it is done").value.expect("a value")
}

#[test]
fn sessions_may_be_cloned_and_sent() {
    fn holds<T: Clone + Send + 'static>(_: &T) {}
    let mut session = inn();
    holds(&session);
    let mut other = session.clone();
    let rolled = std::thread::spawn(move || value(&mut other, "10d6").to_string());
    let rolled = rolled.join().expect("it ends");
    assert_eq!(value(&mut session, "10d6").to_string(), rolled, "both go on from the same seed");
}

#[test]
fn values_are_whole_in_themselves_and_turn_into_plain_ones() {
    let mut session = inn();
    let row = value(&mut session, "guest[3]");
    assert_eq!(row.get("pays").map(Value::text), Some("0.5"));
    assert_eq!(serde_json::to_value(&row).expect("JSON")["name"], "a duke");
    let row: Row = row.try_into().expect("a row");
    assert_eq!((row.table.as_str(), row.place), ("guest", 2));
    let half = Number::try_from(row.cells[1].1.clone()).expect("a number");
    assert_eq!((half.ratio(), half.to_i64(), half.to_f64()), (Some((1, 2)), None, 0.5));
    assert_eq!(i64::try_from(value(&mut session, "2 + 3")), Ok(5));
    assert_eq!(bool::try_from(value(&mut session, "2 > 3")), Ok(false));
    assert_eq!(Vec::<i64>::try_from(value(&mut session, "[1, 2]")), Ok(vec![1, 2]));
    assert_eq!(String::from(value(&mut session, "1..3")), "1–3");
    let wrong: WrongKind = i64::try_from(value(&mut session, "\"x\"")).expect_err("no number");
    assert_eq!(wrong.to_string(), "x is not a whole number");
}

#[test]
fn a_run_goes_from_question_to_question_and_then_counts_as_one_entry() {
    let mut session = inn();
    let mut run = session.start("evening(2)").expect("it begins");
    let mut asked = 0;
    while let Some(question) = run.question() {
        assert_eq!(question.options, ["all", "none"]);
        assert!(run.answer("some").is_err(), "what is no answer is refused");
        run.answer("all").expect("an answer");
        asked += 1;
    }
    let reply = run.finish().expect("all is answered");
    assert_eq!(asked, 2);
    assert_ne!(value(&mut session, "purse").text(), "0");
    assert!(reply.events.iter().any(|event| event.kind() == "answer"));
    assert!(session.undo() && session.undo());
    assert_eq!(value(&mut session, "purse").text(), "0");
}

#[test]
fn a_question_without_an_answer_changes_nothing() {
    let mut session = inn();
    match session.submit("evening(1)") {
        Err(Error::Asks(question)) => assert_eq!(question.name, "stay"),
        other => panic!("{other:?}"),
    }
    assert!(session.start("evening(1)").expect("it begins").finish().is_err());
    assert_eq!(value(&mut session, "purse").text(), "0");
}

#[test]
fn a_run_that_is_dropped_changes_nothing_however_far_it_came() {
    let mut session = inn();
    drop(session.start("purse += 5").expect("it begins"));
    let mut run = session.start("evening(1)").expect("it begins");
    run.answer("all").expect("an answer");
    assert!(run.question().is_none());
    assert!(matches!(run.answer("all"), Err(Error::NothingAsked)));
    drop(run);
    assert_eq!(value(&mut session, "purse").text(), "0");
    session.start("purse += 5").expect("it begins").finish().expect("done");
    assert_eq!(value(&mut session, "purse").text(), "5");
}

#[test]
fn the_callers_luck_is_asked_once_for_each_die_also_when_a_run_waits_for_answers() {
    let mut session = inn();
    let drawn = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&drawn);
    session.set_luck(move |sides| {
        count.fetch_add(1, Ordering::Relaxed);
        sides
    });
    let mut run = session.start("evening(3)").expect("it begins");
    while run.question().is_some() {
        run.answer("all").expect("an answer");
    }
    assert_eq!(run.finish().expect("done").value.expect("a value").text(), "1.5");
    assert_eq!(drawn.load(Ordering::Relaxed), 3);
    session.set_luck(|_| 9);
    let error = session.submit("d6").expect_err("no face of a d6");
    assert!(error.to_string().contains("the caller's luck gave 9"), "{error}");
}

#[test]
fn states_are_kept_and_what_does_not_fit_is_refused_in_words() {
    let mut session = inn();
    session.submit("purse = 40").expect("a change");
    let kept = session.export_state();
    let mut other = inn();
    other.import_state(&kept).expect("it fits");
    assert_eq!(value(&mut other, "purse").text(), "40");
    let error = other.import_state(&kept.replace("40", "[]")).expect_err("no number");
    assert_eq!(error.diagnostics()[0].code, "TW0726");
}

#[test]
fn an_interrupt_is_an_error_of_its_own() {
    let mut session = inn();
    let flag = Arc::new(AtomicBool::new(true));
    session.set_interrupt(Arc::clone(&flag));
    let endless = "let n = 0\nrepeat until n < 0\n  n += 1\nend repeat";
    assert!(matches!(session.submit(endless), Err(Error::Interrupted)));
    flag.store(false, Ordering::Relaxed);
    assert!(session.submit("d6").is_ok());
}
