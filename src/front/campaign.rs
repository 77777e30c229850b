//! A campaign on disk: a journal of what was done, in order. A campaign is taken up again by doing it
//! all once more, which gives the same state, since nothing but the journal decides what happens.
//!
//! Each line of the journal is a checksum and a record. A checksum also covers the one before it, so that
//! lines that are changed, moved or missing are found. A record is written and synced before its reply
//! is shown, so that a torn last line costs at most what nobody has seen. A lock keeps a second session
//! out, and goes with the process that holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::app::AppError;
use super::render::clean_line;
use super::snapshot::{EVERY, FILES, REACH, Snapshot};
use super::sources::{Store, Texts};
use super::states;
use crate::session::{Inputs, Session};

/// The version of the journal's form.
const VERSION: u32 = 3;
const JOURNAL: &str = "journal";
const LOCK: &str = "lock";

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Record {
    /// The beginning.
    Begin {
        /// The version of the journal's form.
        version: u32,
        /// The version of the program.
        program: String,
        /// The seed.
        seed: String,
    },
    /// A file was loaded.
    Load {
        /// Its path.
        path: PathBuf,
    },
    /// The texts of sources, which are kept in the campaign.
    Texts {
        /// The names of the texts, by where the sources stand.
        texts: Texts,
    },
    /// The top-level names of the file loaded last were given their values.
    Define,
    /// The statements of the started file ran.
    Main {
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// An entry.
    Enter {
        /// Its number.
        number: u32,
        /// As it was typed.
        text: String,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Something in play, changed by the referee's hand.
    Change {
        /// The entry's number.
        number: u32,
        /// The assignment.
        text: String,
        /// Dice by hand, in order.
        answers: Inputs,
    },
    /// A row that had been put off.
    Apply {
        /// The entry's number.
        number: u32,
        /// Its place among those that are put off, from 0.
        at: usize,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Something that waits at a prompt, with what was answered so far.
    Wait {
        /// What it will be once it is done.
        of: Box<Record>,
        /// How many of the answers of the record before still hold.
        keep: usize,
        /// The answers after those.
        answers: Inputs,
    },
    /// The number of the next entry, after one that failed.
    Number {
        /// The number.
        next: u32,
    },
    /// The last entry, with new dice.
    Reroll {
        /// Its number.
        number: u32,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Entries taken back.
    Undo {
        /// How many.
        count: usize,
    },
    /// An entry done again.
    Redo,
    /// Another seed.
    Seed {
        /// The seed.
        seed: String,
    },
    /// Dice given by hand.
    Dice {
        /// Their faces.
        dice: String,
        /// Whether nothing else may come up, as with `--dice`.
        #[serde(default)]
        only: bool,
    },
    /// A house rule.
    Set {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A state that was read in.
    Import {
        /// The entry's number.
        number: u32,
        /// The name of the file.
        name: String,
        /// All of the file.
        state: String,
    },
    /// All files loaded again; the state went on as far as it fitted.
    Reload,
}

impl Record {
    /// The same with these answers.
    #[must_use]
    pub fn with(mut self, inputs: Inputs) -> Record {
        match &mut self {
            Record::Main { answers }
            | Record::Enter { answers, .. }
            | Record::Change { answers, .. }
            | Record::Apply { answers, .. }
            | Record::Reroll { answers, .. } => *answers = inputs,
            Record::Begin { .. }
            | Record::Load { .. }
            | Record::Define
            | Record::Wait { .. }
            | Record::Number { .. }
            | Record::Undo { .. }
            | Record::Redo
            | Record::Seed { .. }
            | Record::Dice { .. }
            | Record::Set { .. }
            | Record::Import { .. }
            | Record::Texts { .. }
            | Record::Reload => {}
        }
        self
    }
}

/// What waits at a prompt: what it will be once it is done, and what was answered so far.
pub type Waiting = Option<(Record, Inputs)>;

/// What waits after a record, if anything does.
pub fn waiting_after(before: Waiting, record: &Record) -> Waiting {
    let Record::Wait { of, keep, answers } = record else {
        // Texts that are kept change nothing in play.
        return before.filter(|_| matches!(record, Record::Texts { .. }));
    };
    let mut inputs = before.filter(|(was, _)| was == &**of).map(|(_, inputs)| inputs).unwrap_or_default();
    inputs.truncate(*keep);
    inputs.extend(answers.iter().cloned());
    Some(((**of).clone(), inputs))
}

/// A path as a journal keeps it: good wherever the campaign is taken up again.
pub fn campaign_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// An open campaign. It is locked for as long as this lives.
pub struct Campaign {
    journal: File,
    path: PathBuf,
    folder: PathBuf,
    /// The checksum of each record.
    sums: Vec<u32>,
    /// How many records the last snapshot covers.
    covered: usize,
    /// Whether a source was read twice with two texts, and not everything was loaded again since.
    mixed: bool,
    /// What waits at a prompt.
    waiting: Waiting,
    /// The texts that it was played with.
    pub sources: Store,
    /// Whether a last record that was not written to its end was dropped.
    pub torn: bool,
    _lock: File,
}

impl Campaign {
    /// Opens the campaign in a folder, or begins one there with this seed; gives what was done so far,
    /// the beginning first. With `repair`, a damaged journal is copied and then cut before the damage.
    ///
    /// # Errors
    /// The folder cannot be used, the campaign is open elsewhere, or its journal is damaged.
    pub fn open(folder: &Path, seed: &str, repair: bool) -> Result<(Campaign, Vec<Record>), AppError> {
        std::fs::create_dir_all(folder).map_err(|error| AppError::writing(folder, &error))?;
        let lock = lock(folder)?;
        let path = folder.join(JOURNAL);
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut journal = opened.map_err(|error| AppError::writing(&path, &error))?;
        let mut bytes = Vec::new();
        journal.read_to_end(&mut bytes).map_err(|error| AppError::reading(&path, &error))?;
        let Whole { mut records, length, sums, damaged } = read(&bytes);
        match damaged {
            Some(_) if repair => copy(&bytes, folder)?,
            Some(line) => return Err(damage(line, &path)),
            None => {}
        }
        // What is torn off was never replied to.
        let torn = length < bytes.len() && damaged.is_none();
        if length < bytes.len() {
            let length = u64::try_from(length).unwrap_or(u64::MAX);
            journal.set_len(length).map_err(|error| AppError::writing(&path, &error))?;
        }
        known(records.first(), folder)?;
        journal.seek(SeekFrom::End(0)).map_err(|error| AppError::writing(&path, &error))?;
        let waiting = records.iter().fold(None, waiting_after);
        let sources = Store::new(folder);
        let folder = folder.to_path_buf();
        let mut campaign = Campaign {
            journal,
            path,
            folder,
            sums,
            covered: 0,
            mixed: false,
            waiting,
            sources,
            torn,
            _lock: lock,
        };
        let mut texts = Texts::new();
        for record in &records {
            campaign.note_texts(record, &mut texts);
        }
        if records.is_empty() {
            let program = env!("CARGO_PKG_VERSION").to_owned();
            let begin = Record::Begin { version: VERSION, program, seed: seed.to_owned() };
            campaign.add(&begin)?;
            let named =
                states::sync_folder(&campaign.path).and_then(|()| states::sync_folder(&campaign.folder));
            named.map_err(|error| AppError::writing(&campaign.path, &error))?;
            records.push(begin);
        }
        Ok((campaign, records))
    }

    /// Writes down what was done, for good.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), AppError> {
        let (line, sum) = line_of(self.sums.last().copied().unwrap_or(0), record);
        let written = self.journal.write_all(line.as_bytes()).and_then(|()| self.journal.sync_data());
        written.map_err(|error| AppError::writing(&self.path, &error))?;
        self.sums.push(sum);
        self.mixed &= !matches!(record, Record::Reload);
        self.waiting = waiting_after(self.waiting.take(), record);
        Ok(())
    }

    /// The snapshot to go on from, if there is one of this journal; and why one is left aside.
    pub fn snapshot(&mut self) -> (Option<Snapshot>, Option<String>) {
        let (mut chosen, mut aside) = (None, None);
        for path in FILES.map(|name| self.folder.join(name)) {
            match Snapshot::read(&path) {
                Ok(None) => {}
                Ok(Some(snapshot)) if self.is_of_this(&snapshot) => {
                    self.covered = self.covered.max(snapshot.records);
                    let is_near = self.sums.len() < snapshot.records.saturating_add(REACH);
                    chosen = Some(snapshot);
                    if !is_near {
                        break;
                    }
                }
                Ok(Some(_)) => aside = Some("it does not belong to this journal".to_owned()),
                Err(why) => aside = Some(why),
            }
        }
        (chosen, aside)
    }

    fn is_of_this(&self, snapshot: &Snapshot) -> bool {
        let last = snapshot.records.checked_sub(1).and_then(|last| self.sums.get(last));
        last == Some(&snapshot.sum)
    }

    /// Whether the last texts are all that the rules were made from.
    fn note_texts(&mut self, record: &Record, before: &mut Texts) {
        match record {
            Record::Texts { texts } => {
                self.mixed |= texts.keys().any(|place| before.contains_key(place));
                before.extend(texts.clone());
            }
            Record::Reload => self.mixed = false,
            _ => {}
        }
    }

    /// Makes a snapshot where enough has been done since the last one and nothing waits.
    pub fn snap(&mut self, session: &Session, files: &[PathBuf]) {
        let records = self.sums.len();
        if self.waiting.is_some() || self.mixed || records < self.covered.saturating_add(EVERY) {
            return;
        }
        // Tried once in so many records, whatever comes of it.
        self.covered = records;
        let Some(image) = session.image() else { return };
        let files = files.iter().map(|file| campaign_path(file)).collect();
        let sum = self.sums.last().copied().unwrap_or(0);
        let texts = self.sources.kept().clone();
        // A comfort only: the journal has everything, and says so itself when the disk is full.
        let _ = Snapshot::new(records, sum, files, texts, image).write(&self.folder);
    }

    /// Keeps the texts that a session has read, where they are new.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn keep_texts(&mut self, session: &Session) -> Result<(), AppError> {
        let mut before = self.sources.kept().clone();
        let texts = self.sources.keep(session.texts_read())?;
        if texts.is_empty() {
            return Ok(());
        }
        let record = Record::Texts { texts };
        self.note_texts(&record, &mut before);
        self.add(&record)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All that was done, as the journal has it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn records(&self) -> Result<Vec<Record>, AppError> {
        let bytes = std::fs::read(&self.path).map_err(|error| AppError::reading(&self.path, &error))?;
        match read(&bytes) {
            Whole { damaged: Some(line), .. } => Err(damage(line, &self.path)),
            Whole { records, .. } => Ok(records),
        }
    }

    /// What waits at a prompt.
    pub fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// Writes down what was answered so far in something that waits at a prompt.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn wait(&mut self, of: &Record, so_far: &Inputs) -> Result<(), AppError> {
        let before = self.waiting.as_ref().filter(|(was, _)| was == of).map(|(_, inputs)| inputs);
        if before.is_some_and(|before| before == so_far) {
            return Ok(());
        }
        let same = |before: &Inputs| before.iter().zip(so_far).take_while(|(a, b)| a == b).count();
        let keep = before.map_or(0, same);
        let answers = so_far.iter().skip(keep).cloned().collect();
        self.add(&Record::Wait { of: Box::new(of.clone()), keep, answers })
    }
}

fn lock(folder: &Path) -> Result<File, AppError> {
    let path = folder.join(LOCK);
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|error| AppError::writing(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(AppError::Saved {
            what: format!("the campaign in `{}` is open in another session", folder.display()),
            help: "leave that session first, or copy the folder to try something".to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(AppError::writing(&path, &error)),
    }
}

/// What is whole of a journal.
struct Whole {
    records: Vec<Record>,
    /// The bytes that they take.
    length: usize,
    /// The checksum of each.
    sums: Vec<u32>,
    /// The line after them, where it is not what was written.
    damaged: Option<usize>,
}

/// The records of a journal up to what is damaged. A last line without its line break was torn off; that
/// is no damage.
fn read(bytes: &[u8]) -> Whole {
    let mut whole = Whole { records: Vec::new(), length: 0, sums: Vec::new(), damaged: None };
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let Some(line_text) = line.strip_suffix(b"\n") else { break };
        let before = whole.sums.last().copied().unwrap_or(0);
        let Some((record, sum)) = record_of(before, line_text) else {
            whole.damaged = Some(number);
            break;
        };
        whole.records.push(record);
        whole.length += line.len();
        whole.sums.push(sum);
    }
    whole
}

fn damage(line: usize, path: &Path) -> AppError {
    AppError::Saved {
        what: format!("line {line} of `{}` is damaged: it is not what was written", path.display()),
        help: "`--repair` copies the journal and goes on from before the damage".to_owned(),
    }
}

/// Whether the form of a journal is known here.
fn known(first: Option<&Record>, folder: &Path) -> Result<(), AppError> {
    match first {
        None | Some(Record::Begin { version: VERSION, .. }) => Ok(()),
        Some(Record::Begin { version, program, .. }) => Err(AppError::Saved {
            what: format!("the campaign in `{}` has the form {version}", folder.display()),
            help: format!("Tablewright {} wrote it; this one knows the form {VERSION}", clean_line(program)),
        }),
        Some(_) => Err(AppError::Saved {
            what: format!("the campaign in `{}` has no beginning", folder.display()),
            help: "begin a campaign in another folder".to_owned(),
        }),
    }
}

/// Copies a damaged journal.
fn copy(bytes: &[u8], folder: &Path) -> Result<(), AppError> {
    let mut names = (1..=9999).map(|n: u32| folder.join(format!("{JOURNAL}.damaged-{n}")));
    let copy = names.find(|path| !path.exists()).unwrap_or_else(|| folder.join("journal.damaged"));
    let made = OpenOptions::new().write(true).create_new(true).open(&copy);
    let written = made.and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|error| AppError::writing(&copy, &error))
}

fn line_of(before: u32, record: &Record) -> (String, u32) {
    // Records hold texts and numbers only, which JSON can always say.
    let json = serde_json::to_string(record).unwrap_or_default();
    let sum = checksum(before, json.as_bytes());
    (format!("{sum:08x} {json}\n"), sum)
}

fn record_of(before: u32, line: &[u8]) -> Option<(Record, u32)> {
    let (sum, json) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == checksum(before, json.as_bytes())).then_some(())?;
    Some((serde_json::from_str(json).ok()?, sum))
}

/// CRC-32, as in Ethernet and ZIP, of these bytes after those with the checksum `before`.
pub fn checksum(before: u32, bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!before, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(text: &str) -> Record {
        Record::Enter {
            number: 1,
            text: text.to_owned(),
            answers: vec![("deed".to_owned(), "rest".to_owned())],
        }
    }

    fn made(folder: &Path) {
        let (mut campaign, records) = Campaign::open(folder, "7", false).expect("a new one");
        assert!(matches!(&records[..], [Record::Begin { version: VERSION, seed, .. }] if seed == "7"));
        campaign.add(&enter("let x = 1")).expect("written");
        campaign.add(&enter("x + d6\n")).expect("written");
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(checksum(0, b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_was_done_is_there_again() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let (_, records) = Campaign::open(folder.path(), "8", false).expect("the same");
        assert_eq!(records.len(), 3);
        assert_eq!(records[2], enter("x + d6\n"));
    }

    #[test]
    fn a_second_session_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let _open = Campaign::open(folder.path(), "7", false).expect("a new one");
        let refused = Campaign::open(folder.path(), "7", false).err().expect("a second one");
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
            let (mut campaign, records) = Campaign::open(folder.path(), "7", false).expect("still good");
            assert_eq!(records.len(), 2, "torn at {end}");
            campaign.add(&enter("again")).expect("written");
            drop(campaign);
            let (_, records) = Campaign::open(folder.path(), "7", false).expect("still good");
            assert_eq!(records[2], enter("again"));
        }
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
        let refused = Campaign::open(folder.path(), "7", false).err().expect("damage");
        assert!(refused.to_string().contains("line 2"), "{refused}");
        let (_, records) = Campaign::open(folder.path(), "7", true).expect("repaired");
        assert_eq!(records.len(), 1);
        assert_eq!(std::fs::read(folder.path().join("journal.damaged-1")).expect("a copy"), bytes);
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
            let refused = Campaign::open(folder.path(), "7", false).err().expect("damage");
            assert!(refused.to_string().contains("line 2"), "{refused}");
        }
    }
}
