//! What is typed as another program writes it, or with a name spelt another way, and what it means here.

use std::sync::Arc;

use super::deeds::{DeedLine, called, deed_lines};
use super::entry::Attempt;
use super::joining::joining_lines;
use super::means::Means;
use super::new_rows::{changed_lines, row_lines};
use super::nowhere::NO_SOURCE;
use super::numbered::{numbered_lines, stepped_lines};
use super::on_tables::table_lines;
use super::papers::Papers;
use super::who::asked_lines;
use super::world::World;
use crate::base::{FreeNames, Span};
use crate::check::Builtin;
use crate::check::program::Table;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes, edited};
use crate::engine::{NoAnswers, NoLog};
use crate::syntax::ast::ItemKind;
use crate::syntax::{self, Verdict, brought};

/// How often something is mended before it is given up.
const TRIES: usize = 4;
/// What stands between entries that are made one.
const BETWEEN: &str = "\n\n";

/// What comes of an entry that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TriedEntry {
    /// All of it is done.
    Whole,
    /// It waits for names.
    Waits,
    /// Something is wrong.
    Broken,
}

/// What texts mean in a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meaning<'s> {
    world: &'s World,
    papers: &'s Papers,
    means: &'s Means,
}

impl<'s> Meaning<'s> {
    /// In this world, with these texts.
    pub(super) fn new(world: &'s World, papers: &'s Papers, means: &'s Means) -> Meaning<'s> {
        Meaning { world, papers, means }
    }

    /// The world that it is said in.
    pub(super) fn world(self) -> &'s World {
        self.world
    }

    /// Whether a text is whole, goes on, or is broken.
    pub(crate) fn judge(self, text: &str) -> Verdict {
        let _heed = self.means.heed();
        // `party` shows the party; where there is none, its table is about to follow.
        let rosters = &self.world.program().rosters;
        let party = rosters.iter().any(|roster| &*roster.def.name == "party" && !roster.records.is_empty());
        let waits = !party && text.trim_end_matches(' ') == "party";
        // Rows that are typed or pasted line by line are one table, up to a blank line.
        if waits || syntax::is_rows_alone(text) {
            return Verdict::Incomplete;
        }
        if syntax::note_as_entries(text).is_some() {
            return Verdict::Complete;
        }
        let verdict = syntax::parse_untold(text).verdict;
        if verdict != Verdict::Broken {
            return verdict;
        }
        well_formed(text).map_or(verdict, |mended| syntax::parse_untold(&mended).verdict)
    }

    /// What a text means that is not written in this language, where it can mean one thing only; `None`
    /// where it is right as it stands, or where somebody must choose.
    pub(crate) fn meant(self, text: &str) -> Option<String> {
        self.read_as(text).filter(|meant| !self.takes_a_name(text, meant))
    }

    /// The lines that a deed in words may be: `kill ash`, `who goes first`. None where it is none, or nobody who is
    /// there is meant.
    fn deeds(self, text: &str) -> Vec<DeedLine> {
        /// So many are offered.
        const OFFERED: usize = 6;
        let readings: [fn(&World, &str) -> Vec<DeedLine>; 7] = [
            asked_lines,
            joining_lines,
            deed_lines,
            numbered_lines,
            stepped_lines,
            table_lines,
            changed_lines,
        ];
        let mut read = readings.iter().map(|read| read(self.world, text));
        let mut lines = read.find(|lines| !lines.is_empty()).unwrap_or_default();
        if lines.is_empty() {
            lines = row_lines(self.world, self.papers, text);
        }
        if lines.is_empty() || self.is_sound(text) {
            return Vec::new();
        }
        lines.retain(|line| self.mistakes(&line.line).is_empty());
        lines.truncate(OFFERED);
        lines
    }

    /// The report on a deed in words that may be several things.
    pub(super) fn deed_to_choose(self, text: &str, whole: Span) -> Option<Diagnostic> {
        let lines = self.deeds(text);
        let is = match lines.as_slice() {
            [] => return None,
            [only] if only.certainty == Certainty::Sure => return None,
            [_] => "is written differently here",
            [_, _, ..] => "may be several things",
        };
        let message = format!("`{}` {is}", text.trim());
        let report = Diagnostic::error(&codes::syntax::BROUGHT, whole, message);
        Some(lines.into_iter().fold(report, |report, DeedLine { what, line, certainty }| {
            let title = format!("{what}: `{}`", line.replace('\n', "`, then `"));
            match certainty {
                Certainty::Sure | Certainty::Likely => report.fix(title, whole, line),
                Certainty::Example => report.for_example(title, whole, line),
            }
        }))
    }

    fn read_as(self, text: &str) -> Option<String> {
        match self.deeds(text).as_slice() {
            [] => {}
            [only] if only.certainty == Certainty::Sure => return Some(only.line.clone()),
            // Somebody has to choose.
            [_, ..] => return None,
        }
        let mut tried = match brought::habit(text) {
            Some(found) if !text.trim().contains('\n') => found.meaning()?.to_owned(),
            _ => text.to_owned(),
        };
        for _ in 0..TRIES {
            let wrong = self.mistakes(&tried);
            if wrong.is_empty() {
                return (tried != text).then_some(tried);
            }
            let named = self.in_words(&tried).or_else(|| self.with_members(&tried));
            let named = named.or_else(|| self.with_tables(&tried));
            if let Some(name) = named.or_else(|| self.with_input(&tried)) {
                tried = name;
                continue;
            }
            let only = self.only_reading(&tried, &wrong).or_else(|| self.with_number_kept(&tried));
            if let Some(only) = only.filter(|only| !self.takes_a_name(text, only)) {
                return Some(only);
            }
            let mut edits: Vec<&Edit> = Vec::new();
            for report in &wrong {
                match report.fixes.as_slice() {
                    [only] if only.certainty == Certainty::Sure => edits.extend(&only.edits),
                    // What is left is reported on the line as it is understood so far.
                    _ => return (tried != text).then_some(tried),
                }
            }
            tried = edited(&tried, edits)?;
        }
        None
    }

    /// Whether nothing is wrong with a text as it stands.
    pub(crate) fn is_sound(self, text: &str) -> bool {
        brought::habit(text).is_none() && self.mistakes(text).is_empty()
    }

    /// A text, or what it means, where nothing is wrong with that.
    pub(crate) fn sound_meaning(self, text: &str) -> Option<String> {
        let meant = self.meant(text).unwrap_or_else(|| text.to_owned());
        self.mistakes(&meant).is_empty().then_some(meant)
    }

    /// Of the readings that a line from elsewhere may have, the only one that names what there is:
    /// `light_torches 2` cannot be a row where `light_torches` is a procedure.
    fn only_reading(self, text: &str, wrong: &[Diagnostic]) -> Option<String> {
        let [report] = wrong else { return None };
        if report.code != codes::syntax::BROUGHT.id || report.fixes.len() < 2 {
            return None;
        }
        let lines = report.fixes.iter().filter_map(|fix| edited(text, fix.edits.iter().collect()));
        let mut sound = lines.filter(|line| self.mistakes(line).is_empty());
        let only = sound.next()?;
        sound.next().is_none().then_some(only)
    }

    /// Reports without the readings that cannot be meant, where several are left to choose from: of a table nothing is
    /// `moor(2)`.
    pub(super) fn with_sound_readings(self, text: &str, mut reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if let [report] = reports.as_mut_slice()
            && report.code == codes::syntax::BROUGHT.id
        {
            let line = |fix: &Fix| edited(text, fix.edits.iter().collect());
            let taken = report.fixes.iter().find_map(|fix| self.name_taken(text, &line(fix)?));
            report.fixes.retain(|fix| !line(fix).is_some_and(|line| self.takes_a_name(text, &line)));
            let kept = taken.map(|name| format!("`{name}` is in play, and keeps its name"));
            report.help.extend(kept.filter(|_| report.fixes.is_empty()));
            let is_sound = |fix: &Fix| line(fix).is_some_and(|line| self.mistakes(&line).is_empty());
            let sound: Vec<Fix> = report.fixes.iter().filter(|fix| is_sound(fix)).cloned().collect();
            if report.fixes.len() > 2 && sound.len() > 1 {
                report.fixes = sound;
            } else if sound.is_empty() && report.fixes.len() > 1 {
                report.fixes.clear();
                report.help.push("nothing here is called so; `:tables` lists what is rolled".to_owned());
            }
        }
        if let [report] = reports.as_mut_slice()
            && report.code != codes::syntax::BROUGHT.id
        {
            // What can be read then and is still wrong is no fix: `pick alarm` of `tick alarm`.
            let still_wrong = |fix: &Fix| {
                let line = edited(text, fix.edits.iter().collect())?;
                let read = syntax::parse_untold(&line);
                Some(read.verdict == Verdict::Complete && !self.mistakes(&line).is_empty())
            };
            report.fixes.retain(|fix| !still_wrong(fix).unwrap_or(false));
        }
        reports
    }

    /// An entry with each record's name of several words written as a name: `Old Tom.hp` is `old_tom.hp`.
    fn with_members(self, text: &str) -> Option<String> {
        if text.contains(['"', '\n', '|']) {
            return None;
        }
        let mut written = text.to_owned();
        let mut members = called(self.world);
        // `Goblin 2` is not Goblin.
        members.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for (name, meant) in members {
            if meant == *name.to_lowercase() {
                continue;
            }
            let lower = written.to_lowercase();
            let ends = |at: usize| {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let before = lower.get(..at).and_then(|before| before.chars().next_back());
                let behind = lower.get(at + name.len()..).unwrap_or("");
                let numbered =
                    behind.strip_prefix(' ').is_some_and(|next| next.starts_with(char::is_numeric));
                let quoted = |c: char| is_word(c) || c == '"';
                !before.is_some_and(quoted) && !behind.starts_with(is_word) && !numbered
            };
            let found =
                lower.find(&name.to_lowercase()).filter(|at| lower.len() == written.len() && ends(*at));
            if let Some(at) = found.filter(|at| written.get(*at..at + name.len()).is_some()) {
                written.replace_range(at..at + name.len(), &meant);
            }
        }
        (written != text).then_some(written)
    }

    /// An entry with each table's name of several words written as a name: `odds road encounters`.
    fn with_tables(self, text: &str) -> Option<String> {
        let lower = text.to_lowercase();
        if text.contains(['"', '\n', '|']) || lower.len() != text.len() {
            return None;
        }
        let named = |table: &&Arc<Table>| self.world.workspace().table_named(&table.def.name).is_some();
        let tables = self.world.program().tables.iter().filter(named);
        let said = tables.flat_map(|table| {
            let name = &*table.def.name;
            let title = table.def.title.as_deref().map(str::to_lowercase);
            let words = [Some(name.replace('_', " ")), title].into_iter().flatten();
            words.filter(|words| words.contains(' ')).map(move |words| (words, name))
        });
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let found = said.filter_map(|(words, name)| {
            let at = lower.find(&words)?;
            let (before, after) = (lower.get(..at)?, lower.get(at + words.len()..)?);
            (!before.ends_with(is_word) && !after.starts_with(is_word)).then_some((at, words.len(), name))
        });
        // `night road encounters` is more than `road encounters`.
        let (at, length, name) = found.max_by_key(|(_, length, _)| *length)?;
        let mut written = text.to_owned();
        written.replace_range(at..at + length, name);
        Some(written)
    }

    /// `light_torches 2`: what is given a number, where it has no rows.
    fn with_input(self, text: &str) -> Option<String> {
        let (name, number) = text.trim().split_once(' ')?;
        let is_given = self.world.workspace().reads_bare(name) || Builtin::named(name).is_some();
        let plain = number.chars().all(|c| c.is_ascii_digit()) && is_given;
        let is_table = || self.world.program().tables.iter().any(|table| *table.def.name == *name);
        let given = format!("{name}({number})");
        (plain && !is_table() && self.mistakes(&given).is_empty()).then_some(given)
    }

    /// `hp 24`: a number to keep, where nothing has that name yet.
    fn with_number_kept(self, text: &str) -> Option<String> {
        // These tell somebody to do something.
        const DEEDS: [&str; 18] = [
            "attack", "cast", "check", "contest", "d", "damage", "deal", "die", "draw", "flip", "heal",
            "hit", "lose", "random", "rand", "reroll", "save", "take",
        ];
        let (name, number) = text.trim().split_once(' ')?;
        // `round 2` is said in a fight; a value of that name would hide the function.
        let is_free = !DEEDS.contains(&name) && Builtin::named(name).is_none();
        let plain = number.chars().all(|c| c.is_ascii_digit()) && is_free;
        let kept = format!("let {name} = {number}");
        (plain && self.mistakes(&kept).is_empty()).then_some(kept)
    }

    /// The table whose name or title is written here in words: `Random Encounters (night)`.
    fn in_words(self, text: &str) -> Option<String> {
        let text = text.trim();
        let text = ["roll on the ", "roll on ", "roll "]
            .iter()
            .find_map(|word| text.strip_prefix(word))
            .unwrap_or(text);
        let plain = |c: char| c.is_alphanumeric() || " _-'\u{2019}(),&".contains(c);
        if !text.contains(' ') || !text.chars().all(plain) {
            return None;
        }
        let wanted = syntax::name_of(text);
        let is_meant = |table: &&Arc<Table>| {
            *table.def.name == *wanted
                || table.def.title.as_ref().is_some_and(|title| syntax::name_of(title) == wanted)
        };
        // `Wandering Monsters` is enough for `Wandering Monsters (one in six)`.
        let begins = |name: &str| name.strip_prefix(&*wanted).is_some_and(|rest| rest.starts_with('_'));
        let begins_so = |table: &&Arc<Table>| {
            begins(&table.def.name)
                || table.def.title.as_ref().is_some_and(|title| begins(&syntax::name_of(title)))
        };
        let only = |meant: &dyn Fn(&&Arc<Table>) -> bool| {
            let mut meant = self.world.program().tables.iter().filter(meant);
            match (meant.next(), meant.next()) {
                (Some(only), None) => Some(only.def.name.to_string()),
                (Some(_), Some(_)) | (None, _) => None,
            }
        };
        let known = only(&is_meant).or_else(|| only(&begins_so)).or_else(|| self.done_in_words(text));
        // What of a note was left out has its name, too: the report on that says why.
        known.or_else(|| self.papers.leaves_out(&wanted).then_some(wanted))
    }

    /// The procedure whose name is said in words: `light a torch` is `do light_torches(1)`.
    fn done_in_words(self, text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let mut count = None;
        let mut said: Vec<&str> = Vec::new();
        for word in text.split_whitespace() {
            match word {
                "do" | "the" | "my" | "some" | "our" => {}
                "a" | "an" | "one" => count = Some("1"),
                number if number.chars().all(|c| c.is_ascii_digit()) => count = Some(number),
                word => said.push(word),
            }
        }
        let is_plural =
            |many: &str, one: &str| many.strip_prefix(one).is_some_and(|end| matches!(end, "s" | "es"));
        let same = |a: &str, b: &str| a == b || is_plural(a, b) || is_plural(b, a);
        let fits = |name: &str| {
            let parts: Vec<&str> = name.split('_').collect();
            said.len() > 1 && parts.len() == said.len() && parts.iter().zip(&said).all(|(a, b)| same(a, b))
        };
        let mut meant = self.world.program().procs.iter().filter(|procedure| fits(&procedure.def.name));
        let (Some(only), None) = (meant.next(), meant.next()) else { return None };
        let given = count.map(|count| format!("({count})")).unwrap_or_default();
        Some(format!("do {}{given}", only.def.name))
    }

    /// The name itself where no table has it, else the first with a number behind it.
    pub(crate) fn free_table_name(self, name: &str) -> String {
        let mut free = FreeNames::default();
        self.world.program().tables.iter().for_each(|table| {
            free.give(&table.def.name);
        });
        free.give(name)
    }

    /// What a paste amounts to, as entries: first all that is sound, then each table of a note with a mistake, and
    /// each definition with a name that is not defined yet, by itself. `None` where it is an entry like any other.
    pub(crate) fn pasted(self, text: &str) -> Option<Vec<String>> {
        let note = syntax::note_as_entries(text);
        let is_note = note.is_some();
        let all = note.or_else(|| definitions(text))?;
        let whole = all.join(BETWEEN);
        match self.entered(&whole) {
            TriedEntry::Whole if is_note => return Some(vec![whole]),
            TriedEntry::Whole => return None,
            TriedEntry::Broken if !is_note => return None,
            TriedEntry::Broken | TriedEntry::Waits => {}
        }
        let (mut sound, mut others) = (all, Vec::new());
        loop {
            let faulty = self.faulty(&sound);
            if !faulty.iter().any(|faulty| *faulty) {
                break;
            }
            let mut faulty = faulty.into_iter();
            let (wrong, right) = sound.into_iter().partition(|_| faulty.next().unwrap_or(false));
            sound = right;
            others.extend::<Vec<String>>(wrong);
        }
        // What its dice show to be wrong.
        if !sound.is_empty() && self.entered(&sound.join(BETWEEN)) != TriedEntry::Whole {
            let (right, wrong) =
                sound.into_iter().partition(|entry| self.entered(entry) == TriedEntry::Whole);
            sound = right;
            others.extend::<Vec<String>>(wrong);
        }
        let sound = (!sound.is_empty()).then(|| sound.join(BETWEEN));
        Some(sound.into_iter().chain(others).collect())
    }

    /// What would come of an entry.
    fn entered(self, entry: &str) -> TriedEntry {
        let (mut world, mut papers) = (self.world.clone(), self.papers.clone());
        let mut attempt = Attempt::new(&mut world, &mut papers, self.means);
        let reply = attempt.enter(u32::MAX, entry, &mut NoAnswers::default(), &mut NoLog);
        match reply.is_done() {
            true if reply.changes.waits_for.is_empty() => TriedEntry::Whole,
            true => TriedEntry::Waits,
            false => TriedEntry::Broken,
        }
    }

    /// Which of some entries, made one, hold a mistake.
    fn faulty(self, entries: &[String]) -> Vec<bool> {
        let wrong = self.mistakes(&entries.join(BETWEEN));
        let mut start = 0;
        let holds = |entry: &String| {
            let range = start..start + entry.len();
            start = range.end + BETWEEN.len();
            wrong.iter().any(|report| range.contains(&(report.primary.span.start as usize)))
        };
        entries.iter().map(holds).collect()
    }

    /// What is wrong with an entry.
    fn mistakes(self, text: &str) -> Vec<Diagnostic> {
        let mut papers = self.papers.clone();
        let read = syntax::parse_entry(papers.add("<entry>", text), text);
        let mut wrong = read.diagnostics;
        wrong.retain(Diagnostic::is_error);
        if wrong.is_empty() {
            let mut workspace = self.world.workspace().clone();
            wrong = workspace.extend(&mut papers.host(), read.file).1;
            wrong.retain(Diagnostic::is_error);
        }
        wrong
    }
}

/// A text with what can be seen to be wrong by its form alone mended, where that is sure.
fn well_formed(text: &str) -> Option<String> {
    let mut wrong = syntax::parse_entry(NO_SOURCE, text).diagnostics;
    wrong.retain(Diagnostic::is_error);
    let sure =
        |report: &Diagnostic| matches!(report.fixes.as_slice(), [only] if only.certainty == Certainty::Sure);
    let edits = wrong.iter().filter(|report| sure(report)).flat_map(|report| &report.fixes);
    let edits: Vec<&Edit> = edits.flat_map(|fix| &fix.edits).collect();
    if edits.is_empty() { None } else { edited(text, edits) }
}

/// The definitions of a text, each with what stands before it; `None` where there are fewer than two, or other things.
fn definitions(text: &str) -> Option<Vec<String>> {
    let read = syntax::parse_entry(NO_SOURCE, text);
    let items = &read.file.items;
    let only_defines = items.iter().all(|item| !matches!(item.kind, ItemKind::Stmt(_)));
    if items.len() < 2 || !only_defines || read.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let mut at = 0;
    let ends = items.iter().map(|item| item.span.end as usize);
    let parts = ends.map(|end| {
        text.get(std::mem::replace(&mut at, end)..end).map(|part| part.trim_matches('\n').to_owned())
    });
    parts.collect()
}
