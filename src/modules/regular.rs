//! Reading regular files and nothing else: a pipe would block for ever, and a device has no end.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Opens a regular file for reading; links are followed.
///
/// # Errors
/// It cannot be opened, or it is a folder, a pipe, a socket or a device.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // Looked at first, because opening a device can already do something.
    refuse_others(std::fs::metadata(path)?.file_type())?;
    let mut options = OpenOptions::new();
    never_wait(options.read(true));
    let file = options.open(path)?;
    refuse_others(file.metadata()?.file_type())?;
    Ok(file)
}

/// The bytes of a regular file, at most one more than `most`, so that the caller sees that there are more.
///
/// # Errors
/// As [`open`], or the system refuses.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may grow while it is read, so its size is not trusted.
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opening does not wait for somebody at the other end, whatever has come to lie at the path by then.
#[cfg(unix)]
pub(crate) fn never_wait(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK);
}

/// Where there are no pipes among files, nothing waits.
#[cfg(not(unix))]
pub(crate) fn never_wait(_: &mut OpenOptions) {}

/// Refuses what is not a regular file, and says what it is.
///
/// # Errors
/// It is not a regular file.
pub(crate) fn refuse_others(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let what = if kind.is_dir() { "a folder" } else { what_it_is(kind) };
    Err(io::Error::other(format!("it is {what}, not a regular file")))
}

#[cfg(unix)]
fn what_it_is(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_symlink() {
        "a link"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn what_it_is(kind: FileType) -> &'static str {
    if kind.is_symlink() { "a link" } else { "a device" }
}

/// The path from the root on, without `.` and `..`; links are not looked at.
pub(crate) fn whole(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn folders_and_devices_are_refused_and_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(open(folder.path()).unwrap_err().to_string().contains("a folder"));
        assert!(open(Path::new("/dev/zero")).unwrap_err().to_string().contains("a device"));
        let file = folder.path().join("file");
        std::fs::write(&file, "12345").unwrap();
        assert_eq!((read(&file, 5).unwrap().len(), read(&file, 2).unwrap().len()), (5, 3));
    }
}
