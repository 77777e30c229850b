//! What is said in words to happen to those in play, as lines of the language: who is meant is looked for among the
//! heroes, the other rosters, and what their records say.

use rustc_hash::FxHashSet;

use super::world::World;
use crate::base::Num;
use crate::check::program::{Expr, Roster, SheetId};
use crate::diag::Certainty;
use crate::engine::Record;
use crate::plan::{Value, plural};
use crate::syntax::brought::{self, DeedKind, SpokenDeed};
use crate::syntax::name_of;

/// What hit points are called.
pub(super) const POINTS: [&str; 5] = ["hp", "hit_points", "hits", "health", "life"];
/// What is added to a roll for who acts first.
const QUICK: [&str; 6] = ["initiative", "init", "dexterity", "dex", "agility", "speed"];
/// Everybody in the party, by no name.
const EVERYONE: [&str; 7] = ["everyone", "everybody", "heroes", "party", "we", "us", "pcs"];

/// A line that may be meant, and what tells it from the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeedLine {
    pub what: String,
    pub line: String,
    /// Whether it is what was meant, where it is the only one.
    pub certainty: Certainty,
}

impl DeedLine {
    /// A line, and what it is for. Where it is the only one, it is done.
    pub(super) fn new(what: impl Into<String>, line: String) -> DeedLine {
        DeedLine { what: what.into(), line, certainty: Certainty::Sure }
    }

    /// The same, offered also where it is the only one.
    pub(super) fn only_offered(self) -> DeedLine {
        DeedLine { certainty: Certainty::Likely, ..self }
    }

    /// The same, with something in it that only whoever typed it knows.
    pub(super) fn for_example(self) -> DeedLine {
        DeedLine { certainty: Certainty::Example, ..self }
    }
}

/// Somebody in play.
pub(super) struct Member<'w> {
    /// The name as somebody says it, in one word: `old_tom`.
    pub said: String,
    /// How the record is written: `old_tom`, or `party["Dora"]` for one that came in play.
    pub name: String,
    pub record: &'w Record,
}

/// Those of a roster who are meant.
struct Meant<'w> {
    roster: &'w Roster,
    members: Vec<Member<'w>>,
    /// Whether they are everybody in the roster.
    whole: bool,
    /// Whether all of them are meant, and not one of them.
    together: bool,
}

/// The lines that a deed in words may be, whether they can be done or not; none where it is none, or nobody who is
/// there is meant.
pub(super) fn deed_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let arriving = arrivals(world, text);
    if !arriving.is_empty() {
        return arriving;
    }
    if let Some(unit) = brought::next_of(text) {
        return passing(world, &unit);
    }
    let Some(deed) = brought::deed(text) else { return looked_up(world, text) };
    if deed.what == DeedKind::Order {
        return in_order(world);
    }
    let Some(meant) = whom(world, &deed) else { return Vec::new() };
    match (&deed.what, meant.members.as_slice()) {
        (what, [one]) => of_one(world, what, &meant, one),
        (what, _) if meant.together => of_all(world, what, &meant),
        (what, several) => {
            let each = several.iter().flat_map(|one| {
                let mut lines = of_one(world, what, &meant, one);
                lines.truncate(1);
                lines.into_iter().map(|line| DeedLine::new(&*one.record.name, line.line))
            });
            let all = of_all(world, what, &meant).into_iter().take(1);
            all.map(|line| DeedLine::new("all of them", line.line)).chain(each).collect()
        }
    }
}

/// Those who come into play, where there is a roster for them.
fn arrivals(world: &World, text: &str) -> Vec<DeedLine> {
    let Some(arrival) = brought::arrival(text) else { return Vec::new() };
    rosters_declared(world)
        .filter(|(_, sheet)| *sheet == arrival.one)
        .map(|(roster, sheet)| DeedLine::new(format!("to `{roster}`"), arrival.lines(sheet, roster)))
        .collect()
}

/// Somebody, or all of a roster, with a number behind: `ash 5`, `goblins 3`.
pub(super) fn counted(world: &World, who: &str, number: &str) -> Vec<DeedLine> {
    let deed = |sign| SpokenDeed {
        who: who.to_lowercase(),
        all: false,
        what: DeedKind::Points { sign, amount: number.to_owned() },
    };
    let Some(meant) = whom(world, &deed("=")) else { return Vec::new() };
    let roster = &meant.roster.def.name;
    let is_place = number.parse().is_ok_and(|place: usize| (1..=meant.members.len()).contains(&place));
    let place = || DeedLine::new("the one in this place", format!("{roster}[{number}]"));
    let more = || {
        let sheet = sheet_name(world, meant.roster.sheet)?;
        let arrival = brought::arrival(&format!("add {number} {sheet}"))?;
        Some(DeedLine::new("so many more of them", arrival.lines(sheet, roster)))
    };
    let roster_lines = (meant.members.len() > 1 && meant.whole)
        .then(|| [is_place.then(place), more()].into_iter().flatten());
    let points = [("harmed by so much", "-="), ("healed by so much", "+="), ("what is left", "=")];
    let points = points.into_iter().flat_map(|(what, sign)| {
        let deed = deed(sign);
        let lines = match meant.members.as_slice() {
            [one] => of_one(world, &deed.what, &meant, one),
            _ if meant.together => of_all(world, &deed.what, &meant),
            _ => Vec::new(),
        };
        lines.into_iter().map(move |line| DeedLine::new(what, line.line))
    });
    roster_lines.into_iter().flatten().chain(points).collect()
}

/// What each of those in play is called, and how that is written. Of those who are called Goblin and Goblin 2, the
/// first is Goblin 1, too.
pub(super) fn called(world: &World) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (_, members) in rosters(world) {
        let first = firsts(&members);
        let is_first: Vec<bool> = members.iter().map(|member| first.contains(&*member.said)).collect();
        drop(first);
        for (member, is_first) in members.into_iter().zip(is_first) {
            let name = member.record.name.to_string();
            all.extend(is_first.then(|| (format!("{name} 1"), member.name.clone())));
            all.push((name, member.name));
        }
    }
    all
}

/// The names that somebody has, and others have with a number behind.
fn firsts<'m>(members: &'m [Member<'_>]) -> FxHashSet<&'m str> {
    let said: FxHashSet<&str> = members.iter().map(|member| &*member.said).collect();
    let before_numbers = said.iter().map(|name| (*name, without_number(name)));
    before_numbers
        .filter(|(name, plain)| name != plain && said.contains(plain))
        .map(|(_, plain)| plain)
        .collect()
}

/// Whether somebody in play has this name, and others have it with a number behind.
fn is_first(world: &World, name: &str) -> bool {
    rosters(world).any(|(_, members)| firsts(&members).contains(name))
}

/// Whether somebody in play has this name.
pub(super) fn is_member(world: &World, name: &str) -> bool {
    rosters(world).any(|(_, members)| members.iter().any(|member| member.said == name))
}

/// What somebody has, asked for in words: `birch hp`, `Ash's hp`; `hp` alone is that of one of them.
fn looked_up(world: &World, text: &str) -> Vec<DeedLine> {
    const LONGEST: usize = 80;
    let text = text.trim().trim_end_matches('?').trim_end();
    let text =
        ["what is ", "what's ", "show me "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let plain = |c: char| c.is_alphanumeric() || " _-'\u{2019}".contains(c);
    if text.is_empty() || text.len() > LONGEST || !text.chars().all(plain) {
        return Vec::new();
    }
    if let Some(roster) = text.strip_prefix("how many ") {
        let roster = ["are left", "are there", "are alive", "left"]
            .iter()
            .fold(roster, |rest, word| rest.strip_suffix(word).unwrap_or(rest).trim_end());
        let known = rosters_declared(world).filter(|(name, _)| *name == name_of(roster));
        return known.map(|(name, _)| DeedLine::new("", format!("count({name})"))).collect();
    }
    let (who, asked) = text.rsplit_once(' ').unwrap_or(("", text));
    let (who, asked) =
        (name_of(who.trim_end_matches("'s").trim_end_matches("\u{2019}s")), asked.to_lowercase());
    let has = |roster: &Roster| field(world, roster.sheet, &[&*asked]).is_some();
    let heroes = |roster: &Roster| !text.contains(' ') && &*roster.def.name == "party";
    let lines = rosters(world).filter(|(roster, _)| has(roster)).flat_map(|(roster, members)| {
        let is_meant = |member: &Member<'_>| member.said == who || heroes(roster);
        let line =
            |member: Member<'_>| DeedLine::new(&*member.record.name, format!("{}.{asked}", member.name));
        members.into_iter().filter(is_meant).map(line).collect::<Vec<_>>()
    });
    lines.collect()
}

/// All rosters, each with its sheet.
fn rosters_declared(world: &World) -> impl Iterator<Item = (&str, &str)> {
    let sheet = |roster: &'_ Roster| sheet_name(world, roster.sheet);
    world.program().rosters.iter().filter_map(move |roster| Some((&*roster.def.name, sheet(roster)?)))
}

/// What the next one of a unit of time is: the time passes, or a procedure is done that is called so.
fn passing(world: &World, unit: &str) -> Vec<DeedLine> {
    let advance = DeedLine::new("time passes", format!("advance 1 {unit}"));
    let is_so =
        |name: &str| name.strip_suffix(unit).is_some_and(|before| before.is_empty() || before.ends_with('_'));
    let done = world.program().procs.iter().filter(|procedure| is_so(&procedure.def.name));
    let done = done.map(|procedure| {
        let name = &procedure.def.name;
        DeedLine::new(format!("`{name}` is done"), format!("do {name}"))
    });
    std::iter::once(advance).chain(done).collect()
}

/// Rosters with those who are in them now.
pub(super) fn rosters<'w>(world: &'w World) -> impl Iterator<Item = (&'w Roster, Vec<Member<'w>>)> {
    let here = world.program().rosters.iter().zip(&world.state().rosters);
    here.map(|(roster, records)| {
        let records = records.iter().flatten().map(|record| &**record);
        let begun: FxHashSet<&str> = roster.records.iter().map(|begun| &*begun.name).collect();
        let member = |record: &'w Record| {
            let said = name_of(&record.name);
            // By its name where the roster began with it, else as one of the roster.
            let name = match begun.contains(&*record.name) {
                true => said.clone(),
                false => format!("{}[\"{}\"]", roster.def.name, record.name),
            };
            Member { said, name, record }
        };
        (&**roster, records.map(member).collect::<Vec<_>>())
    })
    .filter(|(_, members)| !members.is_empty())
}

/// Who is meant: by name, as a roster, by a kind of name (`goblin` for Goblin 1 and Goblin 2), by the sheet, or by
/// what a field says.
fn whom<'w>(world: &'w World, deed: &SpokenDeed) -> Option<Meant<'w>> {
    let who = name_of(&deed.who);
    // Of those who are called Goblin and Goblin 2, the one without a number is the first.
    let first = who.strip_suffix("_1").filter(|first| is_first(world, first) && !is_member(world, &who));
    let who = first.map_or_else(|| who.clone(), str::to_owned);
    let some = |fits: &dyn Fn(&Roster, &Member<'_>) -> bool, many: bool| {
        rosters(world).find_map(|(roster, members)| {
            let count = members.len();
            let members: Vec<Member> = members.into_iter().filter(|member| fits(roster, member)).collect();
            let whole = members.len() == count;
            (!members.is_empty()).then_some(Meant { roster, members, whole, together: many })
        })
    };
    let kind = |is: &dyn Fn(&str) -> bool, many: bool| {
        some(&|_, member| is(without_number(&member.said)), many)
            .or_else(|| some(&|roster, _| sheet_name(world, roster.sheet).is_some_and(is), many))
            .or_else(|| {
                let says = |value: &Value| {
                    matches!(value, Value::Text(_) | Value::Word(..)) && is(&name_of(&world.show(value)))
                };
                some(&|_, member| member.record.fields.iter().any(says), many)
            })
    };
    let everyone = EVERYONE.contains(&&*who);
    // `ash and birch`: everybody who is named.
    let named: Vec<String> = deed.who.split(" and ").map(|who| without_small_words(&name_of(who))).collect();
    let is_named = |member: &Member<'_>| named.contains(&without_small_words(&member.said));
    let several = || {
        let meant = some(&|_, member| is_named(member), true)?;
        (named.len() > 1 && meant.members.len() == named.len()).then_some(meant)
    };
    // `osric the lame`, of whose name what is said leaves the small words out.
    let said = without_small_words(&who);
    some(&|_, member| member.said == who, deed.all)
        .or_else(|| some(&|_, member| without_small_words(&member.said) == said, deed.all))
        .or_else(several)
        .or_else(|| {
            some(&|roster, _| *roster.def.name == *who || everyone && &*roster.def.name == "party", true)
        })
        .or_else(|| kind(&|name| *name == *who, deed.all))
        .or_else(|| kind(&|name| name_of(&plural(&name.replace('_', " "))) == who, true))
        // The first word of one name alone.
        .or_else(|| {
            let begins = |name: &str| name.strip_prefix(&*who).is_some_and(|rest| rest.starts_with('_'));
            some(&|_, member| begins(&member.said), deed.all).filter(|meant| meant.members.len() == 1)
        })
}

/// A name without its small words: `osric_lame` of `osric_the_lame`.
fn without_small_words(name: &str) -> String {
    let words = name.split('_').filter(|word| !brought::SMALL_WORDS.contains(word));
    words.collect::<Vec<_>>().join("_")
}

/// `goblin_2` and `goblin_b` without what tells them apart.
fn without_number(name: &str) -> &str {
    let plain = name.rsplit_once('_').filter(|(_, end)| {
        end.len() == 1 && end.chars().all(char::is_alphabetic) || end.chars().all(|c| c.is_ascii_digit())
    });
    plain.map_or_else(|| name.trim_end_matches(|c: char| c.is_ascii_digit()), |(plain, _)| plain)
}

pub(super) fn sheet_name(world: &World, sheet: SheetId) -> Option<&str> {
    world.program().sheets.get(sheet.index()).map(|sheet| &*sheet.def.name)
}

/// The first of these fields that a sheet has.
pub(super) fn field<'n>(world: &World, sheet: SheetId, names: &[&'n str]) -> Option<&'n str> {
    let fields = &world.program().sheets.get(sheet.index())?.fields;
    names.iter().copied().find(|name| fields.iter().any(|field| *field.name == **name))
}

/// The most that a field holds.
pub(super) enum Most {
    /// What another field says.
    Field(String),
    Number(Num),
}

impl Most {
    /// As it is written of somebody.
    pub(super) fn of(&self, name: &str) -> String {
        match self {
            Most::Field(field) => format!("{name}.{field}"),
            Most::Number(number) => number.to_string(),
        }
    }
}

/// The most that a field of a sheet holds: its upper bound, where that is a number or another field, else the field
/// whose name says so.
pub(super) fn most(world: &World, sheet: SheetId, field: &str) -> Option<Most> {
    let fields = &world.program().sheets.get(sheet.index())?.fields;
    let bound = fields.iter().find(|known| *known.name == *field)?.bounds.as_ref().map(|(_, high)| high);
    if let Some(number) = bound.and_then(Expr::number) {
        return Some(Most::Number(number));
    }
    let names = ["max_", "full_"].map(|word| format!("{word}{field}"));
    let names = names.into_iter().chain(["_max", "_full"].map(|word| format!("{field}{word}")));
    let mut known = names.filter(|name| fields.iter().any(|field| *field.name == **name));
    known.next().map(Most::Field)
}

/// What happens to one of them.
fn of_one(world: &World, what: &DeedKind, meant: &Meant<'_>, one: &Member<'_>) -> Vec<DeedLine> {
    let points = field(world, meant.roster.sheet, &POINTS);
    let goes = DeedLine::new("out of play", format!("remove {} from {}", one.name, meant.roster.def.name));
    match what {
        DeedKind::Points { sign, amount } => {
            let points = points.unwrap_or("hp");
            vec![DeedLine::new("", format!("{}.{points} {sign} {amount}", one.name))]
        }
        DeedKind::Death => {
            let falls = points.map(|points| format!("{}.{points} = 0", one.name));
            falls
                .map(|line| DeedLine::new(format!("no {} left", points.unwrap_or("hp")), line))
                .into_iter()
                .chain([goes])
                .collect()
        }
        DeedKind::Full => {
            let most = points.and_then(|points| most(world, meant.roster.sheet, points));
            let line =
                |most: Most| format!("{0}.{1} = {2}", one.name, points.unwrap_or("hp"), most.of(&one.name));
            most.map(|most| DeedLine::new("", line(most))).into_iter().collect()
        }
        DeedKind::Removal => vec![goes],
        DeedKind::Order => Vec::new(),
    }
}

/// What happens to all of them.
fn of_all(world: &World, what: &DeedKind, meant: &Meant<'_>) -> Vec<DeedLine> {
    let points = field(world, meant.roster.sheet, &POINTS).unwrap_or("hp");
    let list = if meant.whole {
        meant.roster.def.name.to_string()
    } else {
        let names: Vec<&str> = meant.members.iter().map(|member| &*member.name).collect();
        format!("[{}]", names.join(", "))
    };
    let each = |change: &str| format!("for one in {list}\n  one.{points} {change}\nend for");
    match what {
        DeedKind::Points { sign, amount } if amount.contains(['d', 'D']) => vec![
            DeedLine::new(
                "one roll for all of them",
                format!("let rolled = {amount}\n{}", each(&format!("{sign} rolled"))),
            ),
            DeedLine::new("a roll for each of them", each(&format!("{sign} {amount}"))),
        ],
        DeedKind::Points { sign, amount } => vec![DeedLine::new("", each(&format!("{sign} {amount}")))],
        DeedKind::Full => {
            let most = most(world, meant.roster.sheet, points);
            let line = |most: Most| DeedLine::new("", each(&format!("= {}", most.of("one"))));
            most.map(line).into_iter().collect()
        }
        DeedKind::Death => vec![DeedLine::new("", each("= 0"))],
        DeedKind::Removal => {
            let lines =
                meant.members.iter().map(|one| format!("remove {} from {}", one.name, meant.roster.def.name));
            vec![DeedLine::new("", lines.collect::<Vec<_>>().join("\n"))]
        }
        DeedKind::Order => Vec::new(),
    }
}

/// In which order they act: all who are there together, those of one roster, or whoever is picked.
fn in_order(world: &World) -> Vec<DeedLine> {
    let rolls: Vec<(&Roster, String)> = rosters(world)
        .map(|(roster, _)| {
            let bonus = field(world, roster.sheet, &QUICK).map(|bonus| format!(" + one.{bonus}"));
            let rolled = format!("{{who: one.name, rolls: d20{}}}", bonus.unwrap_or_default());
            (roster, format!("[{rolled} for one in {}]", roster.def.name))
        })
        .collect();
    let sorted = |rolls: &str| format!("sort {rolls} by rolls down");
    let everybody = || {
        let all: Vec<&str> = rolls.iter().map(|(_, rolls)| rolls.as_str()).collect();
        DeedLine::new("everybody rolls, the highest first", sorted(&format!("({})", all.join(" ++ "))))
    };
    let together = (rolls.len() > 1).then(everybody);
    let each = rolls.iter().map(|(roster, rolls)| {
        let whose = if rolls_alone(world) { String::new() } else { format!(" in `{}`", roster.def.name) };
        DeedLine::new(format!("each{whose} rolls, the highest first"), sorted(rolls))
    });
    let picked = rolls
        .iter()
        .map(|(roster, _)| DeedLine::new("somebody by chance", format!("pick {}", roster.def.name)));
    together.into_iter().chain(each).chain(picked).collect()
}

/// Whether those of one roster only are there.
fn rolls_alone(world: &World) -> bool {
    rosters(world).count() < 2
}
