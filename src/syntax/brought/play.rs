//! What is said while a game goes on: `do watch 3`, `next turn`, `add 3 goblins`, `in 1 hour say "Dark."`.

use super::{Brought, is_name, is_number, number};
use crate::syntax::words;

const FROM: &str = "plain words";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [done, passed, added, later].iter().find_map(|rule| rule(line))
}

/// `do watch 3`, `do watch 3 times`, `do watch x3`, `do watch twice`.
fn done(line: &str) -> Option<Brought> {
    let (name, rest) = line.strip_prefix("do ")?.trim().split_once(' ')?;
    let rest = rest.trim();
    is_name(name).then_some(())?;
    let often = match rest {
        "once" => return Brought::sure(FROM, format!("do {name}")),
        "twice" => Some("2".to_owned()),
        "thrice" => Some("3".to_owned()),
        _ => {
            let count = rest.strip_suffix(" times").or_else(|| rest.strip_prefix(['x', 'X', '×']));
            count.or_else(|| rest.strip_prefix("times ")).and_then(number)
        }
    };
    let repeated = |count: &str| format!("repeat {count} times\n  do {name}\nend repeat");
    match often {
        Some(count) => Brought::sure(FROM, repeated(&count)),
        None if is_number(rest) => Brought::either(
            FROM,
            vec![("it is given that", format!("do {name}({rest})")), ("so many times", repeated(rest))],
        ),
        None => None,
    }
}

/// `next turn`, `end the turn`, `a day passes`, `wait 2 hours`.
fn passed(line: &str) -> Option<Brought> {
    if let Some(unit) = next_of(line) {
        return match &*unit {
            "minute" | "hour" | "day" | "week" => Brought::sure(FROM, format!("advance 1 {unit}")),
            _ => {
                Brought::either(FROM, vec![("time passes, here 10 minutes", "advance 10 minutes".to_owned())])
            }
        };
    }
    let lower = line.to_ascii_lowercase();
    let waited = ["wait for ", "wait ", "pass ", "advance "].iter().find_map(|word| lower.strip_prefix(word));
    let (count, unit) = waited.or_else(|| lower.strip_suffix(" pass"))?.split_once(' ')?;
    let count = number(count).filter(|_| is_time(unit))?;
    Brought::sure(FROM, format!("advance {count} {unit}"))
}

/// The unit of time whose next one a line asks for: `next turn`, `end the round`, `a day passes`.
pub(crate) fn next_of(line: &str) -> Option<String> {
    let lower = line.trim().trim_end_matches(['.', '!']).to_ascii_lowercase();
    let begun = ["next ", "new ", "end the ", "end of the ", "end of "];
    let said = begun.iter().find_map(|word| lower.strip_prefix(word)).or_else(|| {
        let passing = lower.strip_suffix(" passes")?;
        passing.strip_prefix("a ").or_else(|| passing.strip_prefix("an "))
    })?;
    let known = is_time(said) || matches!(said, "watch" | "shift");
    (known && !said.ends_with('s')).then(|| said.to_owned())
}

fn is_time(unit: &str) -> bool {
    ["minute", "hour", "day", "week", "turn", "round"].contains(&unit.trim_end_matches('s'))
}

/// Those who come into play: how many, what one of them is called, in one word, and as a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) count: String,
    pub(crate) one: String,
    pub(crate) title: String,
}

/// `add 3 goblins`, `spawn a goblin`, `add three goblins to the fight`.
pub(crate) fn arrival(line: &str) -> Option<Arrival> {
    let rest =
        ["add ", "spawn ", "place ", "create "].iter().find_map(|word| line.trim().strip_prefix(word))?;
    let rest = rest.trim_end_matches(['.', '!']);
    let rest = rest.split(" to the ").next().unwrap_or(rest);
    // `add goblin` is `add a goblin`.
    let counted = rest.split_once(' ').and_then(|(count, said)| Some((number(count)?, said)));
    let (count, said) = counted.unwrap_or_else(|| ("1".to_owned(), rest));
    if count == "0" {
        return None;
    }
    let said: Vec<&str> = said.split(' ').collect();
    // `add 3 to rolls` is a statement of ours.
    if said.iter().any(|word| matches!(*word, "to" | "from" | "and" | "by")) {
        return None;
    }
    let plain = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    if said.len() > 3 || !said.iter().all(plain) {
        return None;
    }
    let one = crate::syntax::name_of(&said.join(" "));
    let one = if count == "1" { &*one } else { one.strip_suffix('s').unwrap_or(&one) };
    let own = words::is_starting(one) || words::is_reserved(one);
    let title = one.split('_').map(capital).collect::<Vec<_>>().join(" ");
    (!own).then(|| Arrival { count, one: one.to_owned(), title })
}

impl Arrival {
    /// The lines that add them to a roster.
    pub(crate) fn lines(&self, sheet: &str, roster: &str) -> String {
        let Arrival { count, title, .. } = self;
        let deed = format!("add {sheet}(name = \"{title}\") to {roster}");
        if count == "1" { deed } else { format!("repeat {count} times\n  {deed}\nend repeat") }
    }

    /// The same where nothing holds them yet: with a sheet and a roster, here of 5 hit points.
    pub(crate) fn declared(&self) -> String {
        let (one, roster) = (&self.one, format!("{}s", self.one));
        let lines = self.lines(one, &roster);
        format!("sheet {one}\n  hp: number = 5\nend sheet\nroster {roster} of {one}\n{lines}")
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The same where nothing holds them yet: with a sheet and a roster.
fn added(line: &str) -> Option<Brought> {
    let declared = arrival(line)?.declared();
    Brought::either(FROM, vec![("with a sheet and a roster, here of 5 hit points", declared)])
}

/// `in 1 hour say "Dark."`, `after 10 minutes: say "Dark."`.
fn later(line: &str) -> Option<Brought> {
    let begun = ["in ", "after ", "start a timer for ", "set a timer for ", "timer for ", "start timer for "];
    let rest = begun.iter().find_map(|word| line.strip_prefix(word))?;
    let (count, rest) = rest.split_once(' ')?;
    let end = rest.find([' ', ',', ':']).unwrap_or(rest.len());
    let (unit, deed) = rest.split_at(end);
    let plain = is_number(count) && is_time(unit);
    let deed = deed.trim_start_matches([',', ':', ' ']);
    let deed = deed.strip_prefix("then ").unwrap_or(deed);
    plain.then_some(())?;
    let timer = format!("timer later = {count} {unit}");
    Brought::sure(FROM, if deed.is_empty() { timer } else { format!("{timer} then {deed}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::brought::translate;

    #[test]
    fn what_is_said_in_play_is_read() {
        for (line, ours) in [
            ("do watch 3 times", "repeat 3 times\n  do watch\nend repeat"),
            ("do watch x2", "repeat 2 times\n  do watch\nend repeat"),
            ("do watch twice", "repeat 2 times\n  do watch\nend repeat"),
            ("next day", "advance 1 day"),
            ("an hour passes", "advance 1 hour"),
            ("wait 2 hours", "advance 2 hours"),
            ("wait for ten minutes", "advance 10 minutes"),
            ("in 1 hour say \"Dark.\"", "timer later = 1 hour then say \"Dark.\""),
            ("after 10 minutes: say \"Dark.\"", "timer later = 10 minutes then say \"Dark.\""),
            ("in 1 hour", "timer later = 1 hour"),
            ("start a timer for 10 minutes", "timer later = 10 minutes"),
        ] {
            assert_eq!(translate(line).as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
        // What only the reader knows is an example, or to be chosen.
        for (line, count) in [("do watch 3", 2), ("next turn", 1), ("end the round", 1), ("add 3 goblins", 1)]
        {
            let found = translate(line).expect(line);
            assert_eq!((found.readings.len(), found.meaning()), (count, None), "{line}");
        }
        for line in ["add 3 to rolls", "add a to xs", "do watch(3)", "next roll on t at -1", "do watch"] {
            assert_eq!(line_of(line), None, "{line}");
        }
    }

    fn line_of(text: &str) -> Option<Brought> {
        line(text)
    }

    #[test]
    fn those_who_come_have_a_name() {
        let read = |line: &str| arrival(line).map(|found| (found.count, found.one, found.title));
        let found = |count: &str, one: &str, title: &str| Some((count.into(), one.into(), title.into()));
        assert_eq!(read("add 3 goblins"), found("3", "goblin", "Goblin"));
        assert_eq!(read("spawn a dire wolf"), found("1", "dire_wolf", "Dire Wolf"));
        assert_eq!(read("add three cave bears to the fight."), found("3", "cave_bear", "Cave Bear"));
        assert_eq!(read("add goblin"), found("1", "goblin", "Goblin"));
        assert_eq!(read("add ash to party"), None);
    }
}
