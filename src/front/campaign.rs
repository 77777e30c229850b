//! A campaign on disk: a journal of what was done, in order. A campaign is taken up again by doing it
//! all once more, which gives the same state, since nothing but the journal decides what happens.
//!
//! A record is written and synced before its reply is shown, so that a torn last line costs at most what
//! nobody has seen. A lock keeps a second session out, and goes with the process that holds it.

use std::path::{Path, PathBuf};

use super::app::AppError;
use super::files;
use super::journal::{self, Beginning, Journal, Opened};
use super::record::{JournalRecord, Waiting, waiting_after};
use super::repaired::Repaired;
use super::snapshot::{EVERY, FILES, REACH, Snapshot};
use super::sources::{self, Store, Texts};
use crate::session::{Inputs, Session};

/// An open campaign. It is locked for as long as this lives.
pub(crate) struct Campaign {
    journal: Journal,
    folder: PathBuf,
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
    /// What was done to a damaged journal.
    pub repaired: Option<Repaired>,
}

/// The snapshots that lie beside a journal.
#[derive(Default)]
pub(crate) struct FoundSnapshots {
    /// The one to go on from.
    pub chosen: Option<Snapshot>,
    /// Why one is left aside.
    pub aside: Option<String>,
    /// Those that were made after more records than there are, the newest first. A record is written before any
    /// snapshot with it, so that the journal has lost some.
    pub ahead: Vec<(PathBuf, Snapshot)>,
}

/// The files and folders that a campaign in this folder writes.
pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let names = [journal::JOURNAL, journal::LOCK, sources::FOLDER];
    names.into_iter().chain(FILES).map(|name| folder.join(name)).collect()
}

impl Campaign {
    /// Opens the campaign in a folder, or begins one there; gives what was done so far, the beginning first.
    /// Where nothing was played yet it begins again. With `repair`, a damaged journal is copied and then cut before the damage.
    ///
    /// # Errors
    /// The folder cannot be used, the campaign is open elsewhere, or its journal is damaged.
    pub(crate) fn open(
        folder: &Path,
        begins: Beginning<'_>,
        repair: bool,
    ) -> Result<(Campaign, Vec<JournalRecord>), AppError> {
        let Opened { journal, records, torn, repaired } = Journal::open(folder, begins, repair)?;
        let waiting = records.iter().fold(None, waiting_after);
        let sources = Store::new(folder);
        let folder = folder.to_path_buf();
        let mut campaign =
            Campaign { journal, folder, covered: 0, mixed: false, waiting, sources, torn, repaired };
        let mut texts = Texts::new();
        for record in &records {
            campaign.note_texts(record, &mut texts);
        }
        Ok((campaign, records))
    }

    /// Writes down what was done, for good.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, record: &JournalRecord) -> Result<(), AppError> {
        self.journal.add(record)?;
        self.mixed &= !matches!(record, JournalRecord::Reload);
        self.waiting = waiting_after(self.waiting.take(), record);
        Ok(())
    }

    /// The snapshots that lie beside the journal.
    pub(crate) fn snapshots(&mut self) -> FoundSnapshots {
        let FoundSnapshots { mut chosen, mut aside, mut ahead } = FoundSnapshots::default();
        for path in FILES.map(|name| self.folder.join(name)) {
            match Snapshot::read(&path, self.journal.places()) {
                Ok(None) => {}
                Ok(Some(snapshot)) if self.is_of_this(&snapshot) => {
                    self.covered = self.covered.max(snapshot.records);
                    let is_near = self.journal.count() < snapshot.records.saturating_add(REACH);
                    chosen = Some(snapshot);
                    if !is_near {
                        break;
                    }
                }
                Ok(Some(snapshot)) if snapshot.records > self.journal.count() => {
                    ahead.push((path, snapshot));
                }
                // The one before is only there for the way back.
                Ok(Some(_)) | Err(_) if chosen.is_some() => {}
                Ok(Some(_)) => aside = Some("it does not belong to this journal".to_owned()),
                Err(why) => aside = Some(why),
            }
        }
        FoundSnapshots { chosen, aside, ahead }
    }

    /// The refusal of a journal that was longer once.
    pub(crate) fn cut_short(&self, by: &Path, snapshot: &Snapshot) -> AppError {
        let (had, has) = (snapshot.records, self.journal.count());
        let (journal, by) = (self.journal.path().display(), by.display());
        AppError::Saved {
            what: format!("`{journal}` ends after {has} records, but `{by}` was made after {had}: the rest is lost"),
            help: "nothing was changed: put the journal back from a copy; or `--repair` goes on with what is there, \
                   and takes the state from the snapshot"
                .to_owned(),
        }
    }

    /// Renames a snapshot that is not to be gone on from; gives its new name.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub(crate) fn put_aside(&self, snapshot: &Path) -> Result<PathBuf, AppError> {
        let aside = files::free_copy(snapshot);
        std::fs::rename(snapshot, &aside).map_err(|error| AppError::writing(&aside, &error))?;
        Ok(aside)
    }

    fn is_of_this(&self, snapshot: &Snapshot) -> bool {
        self.journal.is_at(snapshot.records, snapshot.sum)
    }

    /// Whether the last texts are all that the rules were made from.
    fn note_texts(&mut self, record: &JournalRecord, before: &mut Texts) {
        match record {
            JournalRecord::Texts { texts } => {
                self.mixed |= texts.keys().any(|place| before.contains_key(place));
                before.extend(texts.clone());
            }
            JournalRecord::Reload => self.mixed = false,
            _ => {}
        }
    }

    /// Makes a snapshot where enough has been done since the last one and nothing waits.
    pub(crate) fn snap(&mut self, session: &Session, files: &[PathBuf]) {
        let records = self.journal.count();
        if self.waiting.is_some() || self.mixed || records < self.covered.saturating_add(EVERY) {
            return;
        }
        // Tried once in so many records, whatever comes of it.
        self.covered = records;
        let Some(image) = session.image() else { return };
        let (sum, files) = (self.journal.last_sum(), files.to_vec());
        let texts = self.sources.kept().clone();
        // A comfort only: the journal has everything, and says so itself when the disk is full.
        let _ = Snapshot::new(records, sum, files, texts, image).write(&self.folder, self.journal.places());
    }

    /// Keeps the texts that a session has read, where they are new.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn keep_texts(&mut self, session: &Session) -> Result<(), AppError> {
        let mut before = self.sources.kept().clone();
        let texts = self.sources.keep(session.texts_read())?;
        if texts.is_empty() {
            return Ok(());
        }
        let record = JournalRecord::Texts { texts };
        self.note_texts(&record, &mut before);
        self.add(&record)
    }

    /// Its folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// All that was done, as the journal has it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) fn records(&self) -> Result<Vec<JournalRecord>, AppError> {
        self.journal.records()
    }

    /// What waits at a prompt.
    pub(crate) fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// Writes down what was answered so far in something that waits at a prompt.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn wait(&mut self, of: &JournalRecord, so_far: &Inputs) -> Result<(), AppError> {
        let before = self.waiting.as_ref().filter(|(was, _)| was == of).map(|(_, inputs)| inputs);
        if before.is_some_and(|before| before == so_far) {
            return Ok(());
        }
        let same = |before: &Inputs| before.iter().zip(so_far).take_while(|(a, b)| a == b).count();
        let keep = before.map_or(0, same);
        let answers = so_far.iter().skip(keep).cloned().collect();
        self.add(&JournalRecord::Wait { of: Box::new(of.clone()), keep, answers })
    }
}
