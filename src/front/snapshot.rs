//! Snapshots: where a campaign stood after so many records, so that a long one is taken up without
//! doing all of it again. The journal stays the one truth: a snapshot that is damaged, or was made by
//! another program, is left aside.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::app::AppError;
use super::files::{self, Links};
use super::places::{Places, campaign_path};
use super::sealed::{SUM, seal, unseal};
use super::sources::Texts;
use crate::modules::regular;
use crate::session::image::Image;
use crate::session::steps::RuleStep;

/// The version of the form.
const VERSION: u32 = 2;
/// The newest, and the one before it.
pub(crate) const FILES: [&str; 2] = ["snapshot", "snapshot.before"];

/// No snapshot is larger, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// After so many records, a new one is made.
pub(crate) const EVERY: usize = 200;
/// So many records are done again at least, where they are there, so that they can be taken back at once.
pub(crate) const REACH: usize = 25;

/// Where a campaign stood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    version: u32,
    /// The version of the program that made it.
    program: String,
    /// How many records came before.
    pub records: usize,
    /// The checksum of the last of them.
    pub sum: u32,
    /// The files that were loaded.
    pub files: Vec<PathBuf>,
    /// The texts of the sources.
    pub texts: Texts,
    /// The session.
    pub image: Image,
}

impl Snapshot {
    /// After so many records of a campaign, the last with this checksum.
    pub(crate) fn new(records: usize, sum: u32, files: Vec<PathBuf>, texts: Texts, image: Image) -> Snapshot {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Snapshot { version: VERSION, program, records, sum, files, texts, image }
    }

    /// The same with all its paths as a campaign writes them down.
    fn kept(&self, places: &Places) -> Snapshot {
        let kept = |path: &Path| places.kept(&campaign_path(path));
        let texts = places.kept_texts(&self.texts);
        self.clone().with_paths(kept, texts)
    }

    /// The same with its paths as they are here now. Files are named as they were typed where that was in
    /// this folder, so that reports and logs are the same.
    fn here(self, places: &Places) -> Snapshot {
        let folder = std::env::current_dir().unwrap_or_default();
        let texts = places.texts_here(&self.texts);
        let files = self.files.iter().map(|file| places.here(file)).collect();
        let short = |path: &Path| {
            let path = places.here(path);
            path.strip_prefix(&folder).map(Path::to_path_buf).unwrap_or(path)
        };
        Snapshot { files, ..self.with_paths(short, texts) }
    }

    fn with_paths(mut self, path: impl Fn(&Path) -> PathBuf, texts: Texts) -> Snapshot {
        self.files = self.files.iter().map(|file| path(file)).collect();
        let steps = std::mem::take(&mut self.image.steps);
        self.image.steps = steps.into_iter().map(|step| with_path(step, &path)).collect();
        self.texts = texts;
        self
    }

    /// Puts it in the folder of the campaign, in the place of the one before.
    ///
    /// # Errors
    /// It cannot be written, or what lies there is no snapshot.
    pub(crate) fn write(&self, folder: &Path, places: &Places) -> Result<(), AppError> {
        let (text, _) = seal(0, &self.kept(places));
        let [newest, before] = FILES.map(|name| folder.join(name));
        if is_free(&newest)? && is_free(&before)? && newest.exists() {
            std::fs::rename(&newest, &before).map_err(|error| AppError::writing(&before, &error))?;
        }
        files::replace(&newest, &text, Links::Refused)
    }

    /// The one in a file, if there is one that this program made.
    ///
    /// # Errors
    /// Why it is left aside.
    pub(crate) fn read(path: &Path, places: &Places) -> Result<Option<Snapshot>, String> {
        let bytes = match regular::read(path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("it cannot be read: {error}")),
        };
        let (json, _) = unseal(0, bytes.trim_ascii_end()).ok_or("it is damaged")?;
        let snapshot: Snapshot =
            serde_json::from_str(json).map_err(|_| "another Tablewright made it".to_owned())?;
        if snapshot.version != VERSION || snapshot.program != env!("CARGO_PKG_VERSION") {
            return Err(format!("Tablewright {} made it", super::render::clean_line(&snapshot.program)));
        }
        Ok(Some(snapshot.here(places)))
    }
}

/// Whether a snapshot may be written here: there is nothing, or one.
///
/// # Errors
/// Something else lies there.
fn is_free(path: &Path) -> Result<bool, AppError> {
    let writing = |error: std::io::Error| AppError::writing(path, &error);
    if files::lies_there(path).map_err(writing)?.is_none() {
        return Ok(true);
    }
    if is_one(path).map_err(writing)? {
        Ok(true)
    } else {
        Err(writing(std::io::Error::other("it is no snapshot of a campaign")))
    }
}

/// Whether what lies here is a snapshot, damaged though it may be.
///
/// # Errors
/// It cannot be read.
pub(crate) fn is_one(path: &Path) -> std::io::Result<bool> {
    let begins = regular::read(path, 32)?;
    Ok(begins.get(SUM..).is_some_and(|rest| rest.starts_with(b" {\"version\":")))
}

/// A step with another path.
fn with_path(step: RuleStep, path: &impl Fn(&Path) -> PathBuf) -> RuleStep {
    match step {
        RuleStep::Load(file) => RuleStep::Load(path(&file)),
        step @ (RuleStep::Define
        | RuleStep::Option { .. }
        | RuleStep::Text { .. }
        | RuleStep::Given(_)
        | RuleStep::Once) => step,
    }
}
