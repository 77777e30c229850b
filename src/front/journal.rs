//! The file of a campaign's records. Each line is a checksum and a record. A checksum also covers the one
//! before it, so that lines that are changed, moved or missing are found.

use std::fs::{File, Metadata, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::app::AppError;
use super::files::{self, Links};
use super::places::Places;
use super::record::JournalRecord;
use super::render::clean_line;
use super::repaired::{Repaired, begun_anew, repair};
use super::sealed::{SUM, seal};
use super::unsealed::{Whole, read};
use super::{snapshot, sources, watch};
use crate::modules::regular;

/// The version of the journal's form.
pub(crate) const VERSION: u32 = 4;
/// Older forms that are read as well. In 3, paths were those of the machine.
const OLDER: [u32; 1] = [3];
/// The name of the file.
pub(crate) const JOURNAL: &str = "journal";
/// The name of the file that a session locks.
pub(crate) const LOCK: &str = "lock";
/// No journal is larger, in bytes.
const MAX_BYTES: u64 = 128 << 20;
/// What every journal begins with, after its first checksum.
const HEAD: &[u8] = b" {\"do\":\"begin\",\"version\":";

/// An open journal. It is locked for as long as this lives.
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    places: Places,
    /// Bytes that are whole.
    length: u64,
    /// The checksum of each record.
    sums: Vec<u32>,
    /// Whether something was left in it that could not be taken back.
    broken: bool,
    _lock: File,
}

/// A journal with what was done so far.
pub(crate) struct Opened {
    /// The journal.
    pub journal: Journal,
    /// What was done, the beginning first.
    pub records: Vec<JournalRecord>,
    /// Whether a last record that was not written to its end was dropped.
    pub torn: bool,
    /// What was done to a damaged journal.
    pub repaired: Option<Repaired>,
}

/// How a campaign begins, where nothing was played in it yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beginning<'a> {
    /// The seed.
    pub seed: &'a str,
    /// Whether somebody asked for this seed.
    pub asked: bool,
    /// Whether files are named with which it begins.
    pub with_files: bool,
}

impl Journal {
    /// Opens the journal in a folder, or begins one with this seed. One in which nothing was played yet is
    /// begun again, with the seed that it has where the new one is not `asked` for; but where it has loaded
    /// files, only if the caller names his own. With `repair`, a damaged journal is copied and then put right, or
    /// cut before the damage; one of which nothing is left is begun again.
    ///
    /// # Errors
    /// The folder cannot be used, the campaign is open elsewhere, or what lies there is damaged or is no
    /// journal.
    pub(crate) fn open(folder: &Path, begins: Beginning<'_>, repairs: bool) -> Result<Opened, AppError> {
        std::fs::create_dir_all(folder).map_err(|error| AppError::writing(folder, &error))?;
        let lock = lock(folder)?;
        files::sweep(folder);
        let places = Places::new(folder);
        let path = folder.join(JOURNAL);
        let mut bytes = bytes_of(&path)?;
        if !is_journal(&bytes) {
            return Err(foreign(&path));
        }
        let mut repaired = if repairs { repair(&path, &mut bytes)? } else { None };
        let Whole { records, length, sums, damaged } = read(&bytes);
        match damaged {
            Some(line) if repaired.is_none() => return Err(damage(line, &path)),
            Some(_) => {}
            None => {
                if let Some(lost) = what_is_lost(&records, &bytes, folder, &path) {
                    if !(repairs && lost.begins_anew) {
                        return Err(lost.refusal);
                    }
                    repaired = Some(begun_anew(&path, &bytes)?);
                }
            }
        }
        known(records.first(), folder)?;
        let has_loaded = records.iter().any(|record| matches!(record, JournalRecord::Load { .. }));
        if records.iter().all(JournalRecord::prepares) && (begins.with_files || !has_loaded) {
            let seed = match records.first() {
                Some(JournalRecord::Begin { seed, .. }) if !begins.asked => seed,
                _ => begins.seed,
            };
            let begun = begin(folder, seed, places, lock)?;
            return Ok(Opened { repaired, ..begun });
        }
        let file = files::open_own(&path).map_err(|error| AppError::writing(&path, &error))?;
        // What is torn off was never replied to.
        let torn = length < bytes.len() && damaged.is_none();
        let is_longer = length < bytes.len();
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        if is_longer {
            let cut = file.set_len(length).and_then(|()| file.sync_all());
            cut.map_err(|error| AppError::writing(&path, &error))?;
        }
        let records = records.into_iter().map(|record| record.here(&places)).collect();
        let journal = Journal { file, path, places, length, sums, broken: false, _lock: lock };
        Ok(Opened { journal, records, torn, repaired })
    }

    /// Writes down a record, for good.
    ///
    /// # Errors
    /// It cannot be written; the journal is as it was.
    pub(crate) fn add(&mut self, record: &JournalRecord) -> Result<(), AppError> {
        let (line, sum) = seal(self.last_sum(), &record.clone().kept(&self.places));
        let longer = self.length.saturating_add(u64::try_from(line.len()).unwrap_or(u64::MAX));
        if self.broken || longer > MAX_BYTES {
            return Err(self.full());
        }
        self.still_there()?;
        let write = || self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = watch::writing(write) {
            // Half a line would make everything after it unreadable.
            self.broken = self.file.set_len(self.length).is_err();
            return Err(AppError::writing(&self.path, &error));
        }
        self.length = longer;
        self.sums.push(sum);
        Ok(())
    }

    /// Whether the file is as it was left: what is written into a file that was removed is lost, and what is
    /// written after somebody else's bytes cannot be read.
    fn still_there(&self) -> Result<(), AppError> {
        let now = self.file.metadata().map_err(|error| AppError::writing(&self.path, &error))?;
        let (what, help) = match (is_removed(&now), now.len() == self.length) {
            (false, true) => return Ok(()),
            (true, _) => ("removed", "`--save` with another folder begins a new campaign"),
            (false, false) => ("changed by something else", "`--repair` goes on from before the damage"),
        };
        Err(AppError::Saved {
            what: format!("`{}` was {what} while the campaign was open", self.path.display()),
            help: format!("the last command is not kept; {help}"),
        })
    }

    /// All records.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) fn records(&self) -> Result<Vec<JournalRecord>, AppError> {
        match read(&bytes_of(&self.path)?) {
            Whole { damaged: Some(line), .. } => Err(damage(line, &self.path)),
            Whole { records, .. } => {
                Ok(records.into_iter().map(|record| record.here(&self.places)).collect())
            }
        }
    }

    /// How many records there are.
    pub(crate) fn count(&self) -> usize {
        self.sums.len()
    }

    /// The checksum of the last record, 0 where there is none.
    pub(crate) fn last_sum(&self) -> u32 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Whether the record before number `count` has this checksum.
    pub(crate) fn is_at(&self, count: usize, sum: u32) -> bool {
        count.checked_sub(1).and_then(|last| self.sums.get(last)) == Some(&sum)
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How its records write paths down.
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    fn full(&self) -> AppError {
        let what = match self.broken {
            true => format!("`{}` could not be written to its end before", self.path.display()),
            false => {
                format!("`{}` holds {} MiB, and no journal holds more", self.path.display(), MAX_BYTES >> 20)
            }
        };
        let help = "leave the session; `:export state` or `--export-state` takes the state to a new campaign";
        AppError::Saved { what, help: help.to_owned() }
    }
}

/// Whether no folder has the file any more.
#[cfg(unix)]
fn is_removed(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) == 0
}

#[cfg(not(unix))]
fn is_removed(_: &Metadata) -> bool {
    false
}

/// Begins a journal: its first record is there whole, or there is none.
fn begin(folder: &Path, seed: &str, places: Places, lock: File) -> Result<Opened, AppError> {
    let path = folder.join(JOURNAL);
    let writing = |error: io::Error| AppError::writing(&path, &error);
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let begin = JournalRecord::Begin { version: VERSION, program, seed: seed.to_owned() };
    let (line, sum) = seal(0, &begin);
    files::replace(&path, &line, Links::Refused)?;
    files::sync_folder(folder).map_err(writing)?;
    let file = files::open_own(&path).map_err(writing)?;
    let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
    let journal = Journal { file, path, places, length, sums: vec![sum], broken: false, _lock: lock };
    Ok(Opened { journal, records: vec![begin], torn: false, repaired: None })
}

/// The bytes of a journal; none where there is no file.
fn bytes_of(path: &Path) -> Result<Vec<u8>, AppError> {
    let reading = |error: io::Error| AppError::reading(path, &error);
    let Some(meta) = files::lies_there(path).map_err(reading)? else { return Ok(Vec::new()) };
    regular::refuse_others(meta.file_type()).map_err(reading)?;
    let bytes = regular::read(path, MAX_BYTES).map_err(reading)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        let what =
            format!("`{}` holds more than {} MiB, and no journal does", path.display(), MAX_BYTES >> 20);
        return Err(AppError::Saved { what, help: "start a campaign in another folder".to_owned() });
    }
    Ok(bytes)
}

/// Whether bytes are a journal, damaged or torn off though it may be, and not somebody's file of that name.
fn is_journal(bytes: &[u8]) -> bool {
    // A bit may be flipped here as anywhere.
    const WRONG: usize = 2;
    let is_hex = |byte: &&u8| byte.is_ascii_hexdigit();
    let sum = bytes.iter().take(SUM);
    let wrong = sum.clone().count() - sum.filter(is_hex).count();
    let head = bytes.iter().skip(SUM).zip(HEAD);
    let wrong = wrong + head.filter(|(a, b)| a != b).count();
    if bytes.len() < SUM + HEAD.len() { wrong == 0 } else { wrong <= WRONG }
}

fn foreign(path: &Path) -> AppError {
    AppError::Saved {
        what: format!("`{}` is not the journal of a campaign", path.display()),
        help: "nothing was changed: choose another folder for the campaign, or move that file".to_owned(),
    }
}

fn lock(folder: &Path) -> Result<File, AppError> {
    let path = folder.join(LOCK);
    let file = files::open_own(&path).map_err(|error| AppError::writing(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(AppError::Saved {
            what: format!("the campaign in `{}` is open in another session", folder.display()),
            help: "leave that session first, or copy the folder to try something".to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(AppError::writing(&path, &error)),
    }
}

fn damage(line: usize, path: &Path) -> AppError {
    AppError::Saved {
        what: format!("line {line} of `{}` is damaged: it is not what was written", path.display()),
        help: "`--repair` copies the journal and goes on from before the damage".to_owned(),
    }
}

/// A journal of which the records are gone.
struct Lost {
    refusal: AppError,
    /// Whether there is nothing to go on from, so that a new beginning takes nothing away.
    begins_anew: bool,
}

/// A journal in which nothing was played is begun again, unless other files of the campaign say that much was
/// played: then it was lost, and a new one would take their place.
///
/// The texts of sources are kept after the beginning is written down whole, and a snapshot after much was played.
fn what_is_lost(records: &[JournalRecord], bytes: &[u8], folder: &Path, path: &Path) -> Option<Lost> {
    if !records.iter().all(JournalRecord::prepares) {
        return None;
    }
    let is_snapshot = |name: &&str| snapshot::is_one(&folder.join(name)).unwrap_or(false);
    let texts = || Some(sources::FOLDER).filter(|_| records.is_empty() && sources::are_kept_in(folder));
    let snapshot = snapshot::FILES.into_iter().find(is_snapshot);
    let other = snapshot.or_else(texts)?;
    let state = match (records.is_empty(), bytes.is_empty(), path.exists()) {
        (true, true, false) => "is missing",
        (true, true, true) => "is empty",
        (true, false, _) => "breaks off in its first line",
        (false, _, _) => "holds only the beginning",
    };
    // What a snapshot holds is the state of many hours.
    let begins_anew = snapshot.is_none();
    let way_out = match begins_anew {
        true => "`--repair` begins the campaign anew",
        false => "start a campaign in another folder",
    };
    let refusal = AppError::Saved {
        what: format!(
            "`{}` {state}, but `{other}` beside it is of a campaign that was played",
            path.display()
        ),
        help: format!("nothing was changed: put the journal back from a copy, or {way_out}"),
    };
    Some(Lost { refusal, begins_anew })
}

/// Whether the form of a journal is known here.
fn known(first: Option<&JournalRecord>, folder: &Path) -> Result<(), AppError> {
    match first {
        None => Ok(()),
        Some(JournalRecord::Begin { version, .. }) if *version == VERSION || OLDER.contains(version) => {
            Ok(())
        }
        Some(JournalRecord::Begin { version, program, .. }) => Err(AppError::Saved {
            what: format!("the campaign in `{}` has the form {version}", folder.display()),
            help: format!("Tablewright {} wrote it; this one knows the form {VERSION}", clean_line(program)),
        }),
        Some(_) => Err(AppError::Saved {
            what: format!("the campaign in `{}` has no beginning", folder.display()),
            help: "start a campaign in another folder".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(text: &str) -> JournalRecord {
        JournalRecord::Enter {
            number: 1,
            text: text.to_owned(),
            answers: vec![("deed".to_owned(), "rest".to_owned())],
        }
    }

    fn open(folder: &Path, seed: &str, repair: bool) -> Result<(Journal, Vec<JournalRecord>), AppError> {
        Journal::open(folder, Beginning { seed, asked: false, with_files: true }, repair)
            .map(|opened| (opened.journal, opened.records))
    }

    fn made(folder: &Path) {
        let (mut campaign, records) = open(folder, "7", false).expect("a new one");
        assert!(matches!(&records[..], [JournalRecord::Begin { version: VERSION, seed, .. }] if seed == "7"));
        campaign.add(&enter("let x = 1")).expect("written");
        campaign.add(&enter("x + d6\n")).expect("written");
    }

    #[test]
    fn what_was_done_is_there_again() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let (_, records) = open(folder.path(), "8", false).expect("the same");
        assert_eq!(records.len(), 3);
        assert_eq!(records[2], enter("x + d6\n"));
    }

    #[test]
    fn a_second_session_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let _open = open(folder.path(), "7", false).expect("a new one");
        let refused = open(folder.path(), "7", false).err().expect("a second one");
        assert!(refused.to_string().contains("open in another session"), "{refused}");
    }

    #[test]
    fn a_torn_end_costs_one_record_wherever_it_is_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let bytes = std::fs::read(&path).expect("a journal");
        let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("lines") + 1;
        for end in last..bytes.len() {
            std::fs::write(&path, &bytes[..end]).expect("written");
            let (mut campaign, records) = open(folder.path(), "7", false).expect("still good");
            assert_eq!(records.len(), 2, "torn at {end}");
            campaign.add(&enter("again")).expect("written");
            drop(campaign);
            let (_, records) = open(folder.path(), "7", false).expect("still good");
            assert_eq!(records[2], enter("again"));
        }
    }

    #[test]
    fn another_sign_for_the_last_line_break_is_damage_and_nothing_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let mut bytes = std::fs::read(&path).expect("a journal");
        let last = bytes.len() - 1;
        for bit in 0..8 {
            bytes[last] = b'\n' ^ (1 << bit);
            std::fs::write(&path, &bytes).expect("written");
            let refused = open(folder.path(), "7", false).err().expect("damage");
            assert!(refused.to_string().contains("line 3"), "{refused}");
            assert_eq!(std::fs::read(&path).expect("a journal"), bytes, "refusing changes nothing");
            let (_, records) = open(folder.path(), "7", true).expect("repaired");
            assert_eq!(records.len(), 3, "the last record was replied to");
            assert!(std::fs::read(&path).expect("a journal").ends_with(b"}\n"));
        }
    }

    #[test]
    fn line_ends_of_another_system_cost_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let whole = std::fs::read_to_string(&path).expect("a journal").replace('\n', "\r\n");
        std::fs::write(&path, &whole).expect("written");
        let (mut campaign, records) = open(folder.path(), "7", false).expect("still good");
        assert_eq!(records.len(), 3);
        campaign.add(&enter("again")).expect("written");
        drop(campaign);
        let (_, records) = open(folder.path(), "7", false).expect("still good");
        assert_eq!(records[3], enter("again"));
        // A line end that was cut in two was whole once.
        std::fs::write(&path, &whole[..whole.len() - 1]).expect("written");
        assert!(open(folder.path(), "7", false).is_err());
        let (_, records) = open(folder.path(), "7", true).expect("repaired");
        assert_eq!(records.len(), 3);
    }

    #[test]
    fn damage_in_the_middle_is_refused_and_can_be_repaired() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let mut bytes = std::fs::read(&path).expect("a journal");
        let second = bytes.iter().position(|byte| *byte == b'\n').expect("lines") + 20;
        bytes[second] ^= 1;
        std::fs::write(&path, &bytes).expect("written");
        let refused = open(folder.path(), "7", false).err().expect("damage");
        assert!(refused.to_string().contains("line 2"), "{refused}");
        let (_, records) = open(folder.path(), "7", true).expect("repaired");
        assert_eq!(records.len(), 3, "one wrong bit is put right");
        assert_eq!(std::fs::read(folder.path().join("journal.damaged-1")).expect("a copy"), bytes);
    }

    #[test]
    fn a_beginning_that_was_cut_anywhere_is_begun_again() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(open(folder.path(), "7", false).expect("a new one"));
        let path = folder.path().join(JOURNAL);
        let bytes = std::fs::read(&path).expect("a journal");
        for end in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..end]).expect("written");
            let (_, records) = open(folder.path(), "8", false).expect("begun again");
            let whole = if end == bytes.len() { "7" } else { "8" };
            let is_it =
                |record: &JournalRecord| matches!(record, JournalRecord::Begin { seed, .. } if seed == whole);
            assert!(records.len() == 1 && is_it(&records[0]), "cut at {end}: {records:?}");
        }
        let asked =
            Journal::open(folder.path(), Beginning { seed: "9", asked: true, with_files: true }, false)
                .expect("begun again");
        assert!(matches!(&asked.records[..], [JournalRecord::Begin { seed, .. }] if seed == "9"));
    }

    #[test]
    fn a_journal_that_was_lost_is_not_begun_anew_over_what_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let bytes = std::fs::read(&path).expect("a journal");
        let first = bytes.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sources")).expect("a folder");
        let text = format!("sources/{}", "0a".repeat(16));
        let snapshot = "00000000 {\"version\":2}";
        for (left, ends) in [("snapshot", vec![0, 5, 30, first]), (&text, vec![0, 5, 30])] {
            std::fs::write(at(left), snapshot).expect("written");
            for (end, repair) in ends.into_iter().flat_map(|end| [(end, false), (end, true)]) {
                std::fs::write(&path, &bytes[..end]).expect("written");
                let opened = open(folder.path(), "7", repair);
                if repair && left == text {
                    // Texts alone are no state to go on from.
                    let (_, records) = opened.expect("begun anew");
                    assert!(
                        matches!(&records[..], [JournalRecord::Begin { .. }]),
                        "cut at {end}: {records:?}"
                    );
                    let copy = at("journal.damaged-1");
                    assert_eq!(copy.exists(), end > 0);
                    if end > 0 {
                        assert_eq!(std::fs::read(&copy).expect("a copy"), &bytes[..end]);
                        std::fs::remove_file(&copy).expect("removed");
                    }
                    continue;
                }
                let refused = opened.err().expect("it is refused").to_string();
                assert!(refused.contains("of a campaign that was played"), "cut at {end}: {refused}");
                assert_eq!(std::fs::read(&path).expect("it is there"), &bytes[..end]);
            }
            std::fs::remove_file(&path).expect("removed");
            let refused = open(folder.path(), "7", false).err().expect("it is refused").to_string();
            assert!(refused.contains("is missing") && !path.exists(), "{refused}");
            std::fs::remove_file(at(left)).expect("removed");
        }
        // What is somebody else's says nothing of a campaign.
        std::fs::write(at("snapshot"), "dear diary").expect("written");
        std::fs::write(at("sources/mine"), "dear diary").expect("written");
        assert!(open(folder.path(), "7", false).is_ok());
    }

    #[test]
    fn a_file_that_was_loaded_is_kept_unless_others_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let begins = Beginning { seed: "7", asked: false, with_files: false };
        let mut journal = Journal::open(folder.path(), begins, false).expect("a new one").journal;
        journal
            .add(&JournalRecord::Load { path: folder.path().join("hall.tw"), number: None })
            .expect("written");
        drop(journal);
        let taken_up = Journal::open(folder.path(), begins, false).expect("taken up");
        assert!(matches!(&taken_up.records[..], [JournalRecord::Begin { .. }, JournalRecord::Load { .. }]));
        drop(taken_up);
        let begins = Beginning { with_files: true, ..begins };
        let again = Journal::open(folder.path(), begins, false).expect("begun again");
        assert!(matches!(&again.records[..], [JournalRecord::Begin { .. }]));
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(JOURNAL);
        for text in ["dear diary", "dear diary\n", "{}\n", "\n", "0123456789 abcdef and more of this\n"] {
            std::fs::write(&path, text).expect("written");
            for repair in [false, true] {
                let refused = open(folder.path(), "7", repair).err().expect("it is refused");
                assert!(refused.to_string().contains("is not the journal"), "{refused}");
            }
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
        }
    }

    #[test]
    fn missing_and_moved_lines_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = folder.path().join(JOURNAL);
        let text = std::fs::read_to_string(&path).expect("a journal");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for wrong in [[lines[0], lines[2]].concat(), [lines[0], lines[2], lines[1]].concat()] {
            std::fs::write(&path, wrong).expect("written");
            let refused = open(folder.path(), "7", false).err().expect("damage");
            assert!(refused.to_string().contains("line 2"), "{refused}");
        }
    }
}
