//! A program that embeds the engine: `cargo run --example embedding`.

use tablewright::{Error, Row, Run, Session};

const CELLAR: &str = r#"
table relic
| d6  | name        | worth |
|-----|-------------|------:|
| 1-4 | brass key   |     2 |
| 5   | silver comb |    50 |
| 6   | jade eye    |   300 |

let purse = 0

procedure search_room()
  ask how: "How do you search?" from ["with care", "in a hurry"]
  let found = relic
  purse += found.worth
  say "You find a {found.name}."
  return found
end procedure
"#;

fn main() -> Result<(), Error> {
    let mut session = Session::new(7);
    for warning in session.load_text("cellar.tw", CELLAR)? {
        eprintln!("{warning}");
    }

    // Exact odds, as fractions and in floating point.
    let odds = session.odds("relic.worth")?;
    for outcome in &odds.outcomes {
        println!("{:>5}  {:.4}", outcome.value, outcome.chance.p);
    }
    println!("mean {}", odds.mean.as_ref().map_or_else(String::new, ToString::to_string));

    // A run stops at each question; nothing has happened until it is through.
    let mut run: Run<'_> = session.start("search_room()")?;
    while let Some(question) = run.question() {
        println!("{} {:?}", question.text, question.options);
        run.answer("with care")?;
    }
    let reply = run.finish()?;
    for event in &reply.events {
        println!("{event}");
    }

    // Values turn into plain data; the cells of a row go by the names of their columns.
    if let Some(value) = reply.value {
        let worth = value.get("worth").cloned();
        let row = Row::try_from(value).expect("a row");
        println!("row {} of {}, worth {}", row.place, row.table, worth.expect("a column"));
    }

    // What is wrong is said with its place, and changes nothing.
    if let Err(error) = session.submit("purse + relick") {
        for diagnostic in error.diagnostics() {
            let at = session.locate(diagnostic.primary.span).expect("a place in the entry");
            println!("{}:{}:{}: {diagnostic}", at.source, at.line, at.column);
        }
    }

    // Luck of one's own, and a state that can be kept.
    let kept = session.export_state();
    session.set_luck(|sides| sides);
    println!("{}", session.submit("relic.name")?.value.expect("a name"));
    session.import_state(&kept)
}
