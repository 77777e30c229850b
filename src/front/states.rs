//! States of campaigns in files: `:export state`, `:import state`, and the same for `tw run`.

use std::path::Path;

use super::app::AppError;
use super::files;
use crate::base::Limits;

/// The text of a state, which may be as long as a source.
///
/// # Errors
/// It cannot be read, is not a regular file, is no text, or is too large.
pub(crate) fn read(path: &Path, limits: &Limits) -> Result<String, AppError> {
    files::read_text(path, limits)
}

/// What a state is called where it is spoken of: the file's own name.
pub(crate) fn shown(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| path.to_string_lossy().into_owned())
}
