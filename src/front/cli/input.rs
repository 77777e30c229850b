//! Reading what the command line names: files, and standard input for `-`.

use std::io::Read;
use std::path::Path;

use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::files::{as_text, too_large};
use crate::modules::regular;

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The text of a file or of standard input, within the limit of one source.
///
/// # Errors
/// It cannot be read, is no text, or is too large.
pub(crate) fn read_text(path: &Path, console: &Console) -> Result<String, AppError> {
    let most = console.limits.source_bytes;
    let read = if is_stdin(path) { standard_input(most) } else { regular::read(path, most) };
    let bytes = read.map_err(|error| AppError::reading(path, &error))?;
    let unreadable = |reason: String| AppError::Read { path: path.to_string_lossy().into_owned(), reason };
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        return Err(unreadable(too_large(most)));
    }
    let text = as_text(bytes).map_err(unreadable)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The bytes of standard input, at most one more than `most`.
fn standard_input(most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
