//! Snapshots: where a campaign stood after so many records, so that a long one is taken up without
//! doing all of it again. The journal stays the one truth: a snapshot that is damaged, or was made by
//! another program, is left aside.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::app::AppError;
use super::campaign::{campaign_path, checksum};
use super::sources::Texts;
use super::states;
use crate::session::image::Image;
use crate::session::steps::Step;

/// The version of the form.
const VERSION: u32 = 1;
/// The newest, and the one before it.
pub const FILES: [&str; 2] = ["snapshot", "snapshot.before"];

/// After so many records, a new one is made.
pub const EVERY: usize = 200;
/// So many records are done again at least, where they are there, so that they can be taken back at once.
pub const REACH: usize = 25;

/// Where a campaign stood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
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
    pub fn new(records: usize, sum: u32, files: Vec<PathBuf>, texts: Texts, image: Image) -> Snapshot {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let steps = image.steps.into_iter().map(|step| with_path(step, campaign_path)).collect();
        let image = Image { steps, ..image };
        Snapshot { version: VERSION, program, records, sum, files, texts, image }
    }

    /// Puts it in the folder of the campaign, in the place of the one before.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), AppError> {
        let json = serde_json::to_string(self).unwrap_or_default();
        let text = format!("{:08x} {json}\n", checksum(0, json.as_bytes()));
        let [newest, before] = FILES.map(|name| folder.join(name));
        if newest.exists() {
            std::fs::rename(&newest, &before).map_err(|error| AppError::writing(&before, &error))?;
        }
        states::replace(&newest, &text)
    }

    /// The one in a file, if there is one that this program made.
    ///
    /// # Errors
    /// Why it is left aside.
    pub fn read(path: &Path) -> Result<Option<Snapshot>, String> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("it cannot be read: {error}")),
        };
        let damaged = || "it is damaged".to_owned();
        let text = std::str::from_utf8(&bytes).map_err(|_| damaged())?;
        let (sum, json) = text.trim_end().split_once(' ').ok_or_else(damaged)?;
        let sum = u32::from_str_radix(sum, 16).map_err(|_| damaged())?;
        if sum != checksum(0, json.as_bytes()) {
            return Err(damaged());
        }
        let mut snapshot: Snapshot =
            serde_json::from_str(json).map_err(|_| "another Tablewright made it".to_owned())?;
        if snapshot.version != VERSION || snapshot.program != env!("CARGO_PKG_VERSION") {
            return Err(format!("Tablewright {} made it", super::render::clean_line(&snapshot.program)));
        }
        // Named as they were typed where that was in this folder, so that reports and logs are the same.
        let here = std::env::current_dir().unwrap_or_default();
        let shown = |path: &Path| path.strip_prefix(&here).unwrap_or(path).to_path_buf();
        let steps = std::mem::take(&mut snapshot.image.steps);
        snapshot.image.steps = steps.into_iter().map(|step| with_path(step, shown)).collect();
        Ok(Some(snapshot))
    }
}

/// A step with another path.
fn with_path(step: Step, path: impl Fn(&Path) -> PathBuf) -> Step {
    match step {
        Step::Load(file) => Step::Load(path(&file)),
        step @ (Step::Define | Step::Option { .. } | Step::Text { .. } | Step::Once) => step,
    }
}
