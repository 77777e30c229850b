//! States of campaigns in files: `:export state`, `:import state`, and the same for `tw run`.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::app::AppError;

/// No state is larger.
const MOST: u64 = 64 * 1024 * 1024;

/// The text of a state.
///
/// # Errors
/// It cannot be read, is no text, or is too large.
pub fn read(path: &Path) -> Result<String, AppError> {
    let unreadable = |reason: &str| AppError::Read { path: shown(path), reason: reason.to_owned() };
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
    read.map_err(|error| AppError::reading(path, &error))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MOST {
        return Err(unreadable("it is larger than 64 MiB, and so no state of a campaign"));
    }
    String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text, and so no state of a campaign"))
}

/// Puts a text in the place of a file, all of it or nothing: a power cut leaves the old one or the new.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), AppError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = write_to(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.and_then(|()| sync_folder(path)).map_err(|error| {
        // It is of no use to anybody; where it cannot be removed either, the error says enough.
        let _ = std::fs::remove_file(&beside);
        AppError::writing(path, &error)
    })
}

fn write_to(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Makes the name of a file or folder as lasting as what it names.
///
/// # Errors
/// The folder that it stands in cannot be synced.
#[cfg(unix)]
pub fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all())
}

/// Where folders cannot be synced, the system does so itself.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What a state is called where it is spoken of: the file's own name.
pub fn shown(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| path.to_string_lossy().into_owned())
}
