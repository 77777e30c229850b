//! The one way in which files are written: whole, or not at all. The new text is written and synced
//! beside the old one and then takes its place, so that a full disk, a kill or a power cut leaves the old
//! file or the new one.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::app::AppError;
use super::render::clean_line;
use super::watch;
use crate::base::Limits;
use crate::modules::regular;

/// How unfinished files are named: hidden, and recognised by [`sweep`].
const UNFINISHED: (&str, &str) = (".tw-", ".tmp");

/// What happens where the path is a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// The file that it leads to is replaced, as long as that lies in the link's folder or below.
    Within,
    /// It is refused.
    Refused,
}

/// Puts a text in the place of a file, or begins one there. The mode is kept, and the owner where the
/// system allows it.
///
/// # Errors
/// What lies there is not a regular file, is write-protected or is a link out of its folder; or the
/// system refuses. Nothing has changed then.
pub(crate) fn replace(path: &Path, text: &str, links: Links) -> Result<(), AppError> {
    watch::writing(|| replaced(path, text, links)).map_err(|error| AppError::writing(path, &error))
}

/// Writes a file that is not there yet.
///
/// # Errors
/// Something lies there already, or the system refuses. Nothing has changed then.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), AppError> {
    watch::writing(|| created(path, text.as_bytes())).map_err(|error| AppError::writing(path, &error))
}

/// The same with any bytes.
///
/// # Errors
/// As [`create`].
pub(crate) fn create_bytes(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    watch::writing(|| created(path, bytes)).map_err(|error| AppError::writing(path, &error))
}

/// A source for an editor of the user, in the folder for such things; it goes when it is let go.
///
/// # Errors
/// The system refuses.
pub(crate) fn for_a_moment(named: &str, text: &str) -> Result<TempPath, AppError> {
    let made = tempfile::Builder::new().prefix(named).suffix(".tw").tempfile();
    let written = made.and_then(|mut file| file.write_all(text.as_bytes()).map(|()| file.into_temp_path()));
    written.map_err(|error| AppError::writing(&std::env::temp_dir(), &error))
}

/// The text of a regular file, within the limit of one source.
///
/// # Errors
/// It cannot be read, is not a regular file, is larger, or is no text.
pub(crate) fn read_text(path: &Path, limits: &Limits) -> Result<String, AppError> {
    let most = limits.source_bytes;
    read_at_most(path, most, || too_large(most))
}

/// The text of a regular file of at most so many bytes; `larger` says why no more is read.
///
/// # Errors
/// As [`read_text`].
pub(crate) fn read_at_most(path: &Path, most: u64, larger: impl Fn() -> String) -> Result<String, AppError> {
    let bytes = regular::read(path, most).map_err(|error| AppError::reading(path, &error))?;
    let unreadable =
        |reason: String| AppError::Read { path: clean_line(&path.to_string_lossy()).into_owned(), reason };
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        return Err(unreadable(larger()));
    }
    as_text(bytes).map_err(unreadable)
}

/// Bytes as text: UTF-8, or the UTF-16 of spreadsheets, which begins with its mark; else why they are none, and the
/// way out.
///
/// # Errors
/// They are neither.
pub(crate) fn as_text(bytes: Vec<u8>) -> Result<String, String> {
    const WAY_OUT: &str =
        "save it as UTF-8 text (in Excel as `CSV UTF-8`; in an editor choose UTF-8 where it saves)";
    let pair = |big: bool| {
        move |pair: &[u8]| match pair {
            [first, second] if big => u16::from_be_bytes([*first, *second]),
            [first, second] => u16::from_le_bytes([*first, *second]),
            // Half a character: no such one.
            _ => 0xd800,
        }
    };
    let wide = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => Some(rest.chunks(2).map(pair(false)).collect::<Vec<u16>>()),
        [0xfe, 0xff, rest @ ..] => Some(rest.chunks(2).map(pair(true)).collect::<Vec<u16>>()),
        _ => None,
    };
    if let Some(wide) = wide {
        return String::from_utf16(&wide).map_err(|_| format!("it is broken UTF-16: {WAY_OUT}"));
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not UTF-8: {WAY_OUT}", error.utf8_error().valid_up_to()))
}

/// Why a text of more than so many bytes is not read.
pub(crate) fn too_large(most: u64) -> String {
    format!(
        "it is larger than {most} bytes, the limit of one source (TW0801); `--limit source_bytes=…` raises it"
    )
}

/// Opens a file of our own to go on with it: to read it and write at its end. Links are never followed.
///
/// # Errors
/// What lies there is not a regular file, or the system refuses.
pub(crate) fn open_own(path: &Path) -> io::Result<File> {
    if let Some(meta) = lies_there(path)? {
        regular::refuse_others(meta.file_type())?;
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    no_links(&mut options);
    let file = options.open(path)?;
    regular::refuse_others(file.metadata()?.file_type())?;
    Ok(file)
}

/// Makes a folder of our own where there is none. A link to a folder is refused.
///
/// # Errors
/// What lies there is no folder, or the system refuses.
pub(crate) fn own_folder(folder: &Path) -> io::Result<()> {
    match lies_there(folder)? {
        None => std::fs::create_dir_all(folder).and_then(|()| sync_folder(folder)),
        Some(meta) if meta.is_dir() => Ok(()),
        Some(_) => Err(io::Error::other("it is not a folder")),
    }
}

/// Makes the name of a file or folder as lasting as what it names.
///
/// # Errors
/// The folder that it stands in cannot be synced.
#[cfg(unix)]
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).and_then(|folder| folder.sync_all())
}

/// Where folders cannot be synced, the system does so itself.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what was left unfinished in a folder that nobody else writes to.
pub(crate) fn sweep(folder: &Path) {
    for path in unfinished_in(folder) {
        // What cannot be removed is only untidy.
        let _ = std::fs::remove_file(path);
    }
}

/// Removes what writers left unfinished that are no more, in a folder to which others may write meanwhile: whoever
/// writes holds a lock on the file, and gets it as soon as the file is there. A young one may not be locked yet.
fn sweep_abandoned(folder: &Path) {
    const YOUNG: Duration = Duration::from_secs(600);
    for path in unfinished_in(folder) {
        let mut options = OpenOptions::new();
        no_links(options.read(true).write(true));
        let Ok(file) = options.open(&path) else { continue };
        let written = file.metadata().and_then(|meta| meta.modified());
        let is_old = written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > YOUNG));
        if is_old && file.try_lock().is_ok() {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The regular files in a folder that are named as unfinished ones are.
fn unfinished_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let (head, tail) = UNFINISHED;
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(head) && name.ends_with(tail));
        (is_ours && entry.file_type().is_ok_and(|kind| kind.is_file())).then(|| entry.path())
    })
}

/// What lies at a path, links not followed.
///
/// # Errors
/// The system does not say.
pub(crate) fn lies_there(path: &Path) -> io::Result<Option<Metadata>> {
    match std::fs::symlink_metadata(path) {
        Ok(meta) => Ok(Some(meta)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A name that is free, for a copy of a damaged file.
pub(crate) fn free_copy(of: &Path) -> PathBuf {
    let name = of.file_name().unwrap_or_default().to_string_lossy();
    let mut names = (1..=9999).map(|n: u32| of.with_file_name(format!("{name}.damaged-{n}")));
    let is_free = |path: &PathBuf| matches!(lies_there(path), Ok(None));
    names.find(is_free).unwrap_or_else(|| of.with_file_name(format!("{name}.damaged")))
}

fn replaced(path: &Path, text: &str, links: Links) -> io::Result<()> {
    let target = target_of(path, links)?;
    let old = match lies_there(&target)? {
        Some(meta) => {
            regular::refuse_others(meta.file_type())?;
            // Renaming asks only for the folder's permission, but a file may be protected itself.
            let mut options = OpenOptions::new();
            no_links(options.write(true));
            options.open(&target)?;
            Some(meta)
        }
        None => None,
    };
    let beside = written(&target, text.as_bytes(), old.as_ref())?;
    beside.persist(&target).map_err(|error| error.error)?;
    sweep_abandoned(folder_of(&target));
    sync_folder(&target)
}

fn created(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = || io::Error::from(io::ErrorKind::AlreadyExists);
    if lies_there(path)?.is_some() {
        return Err(there());
    }
    let beside = written(path, bytes, None)?;
    match beside.persist_noclobber(path) {
        Ok(_) => {}
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Err(there()),
        // Some file systems cannot do that in one step.
        Err(error) if lies_there(path)?.is_none() => {
            error.file.persist(path).map_err(|error| error.error)?;
        }
        Err(_) => return Err(there()),
    }
    sweep_abandoned(folder_of(path));
    sync_folder(path)
}

/// An unfinished file beside the target, written and synced, with the mode and the owner of the old one.
fn written(target: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut beside = unfinished(target, old)?;
    beside.write_all(bytes)?;
    if let Some(old) = old {
        keep_owner(beside.as_file(), old);
        beside.as_file().set_permissions(old.permissions())?;
    }
    beside.as_file().sync_all()?;
    Ok(beside)
}

/// An empty file beside the target. Where it takes the place of another, nobody else may read it before it has
/// the mode of that one; a new file has its own mode from the beginning.
fn unfinished(target: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let (head, tail) = UNFINISHED;
    let mut builder = tempfile::Builder::new();
    builder.prefix(head).suffix(tail);
    let usual = usual_permissions().filter(|_| old.is_none());
    if let Some(usual) = usual {
        builder.permissions(usual);
    }
    let beside = builder.tempfile_in(folder_of(target))?;
    // Where there are no locks, nothing is removed that may be held.
    let _ = beside.as_file().try_lock();
    Ok(beside)
}

/// What is to be replaced: the path, or where it leads.
fn target_of(path: &Path, links: Links) -> io::Result<PathBuf> {
    let is_link = lies_there(path)?.is_some_and(|meta| meta.file_type().is_symlink());
    match (is_link, links) {
        (false, _) => Ok(path.to_path_buf()),
        (true, Links::Refused) => Err(io::Error::other("it is a link, not a regular file")),
        (true, Links::Within) => {
            let target = std::fs::canonicalize(path)
                .map_err(|error| io::Error::other(format!("it is a link that leads nowhere: {error}")))?;
            if target.starts_with(std::fs::canonicalize(folder_of(path))?) {
                return Ok(target);
            }
            let target = target.to_string_lossy().into_owned();
            let what = format!("it is a link out of its folder, to `{}`", clean_line(&target));
            Err(io::Error::other(what))
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn no_links(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW);
}

#[cfg(not(unix))]
fn no_links(_: &mut OpenOptions) {}

/// What a new file may be used for, before the user's mask.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

/// Keeps owner and group where the system allows it; each for itself, since a member of the group may keep
/// only that.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let Ok(new) = file.metadata() else { return };
    if new.gid() != old.gid() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    if new.uid() != old.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn said(done: Result<(), AppError>) -> String {
        done.expect_err("it is refused").to_string()
    }

    #[test]
    fn a_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tw");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        replace(&path, "new", Links::Within).unwrap();
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("new", 0o600));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_by_the_next_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let long_ago = std::time::SystemTime::now() - Duration::from_secs(3_600);
        let left = |name: &str, at_time| {
            let file = File::create(at(name)).unwrap();
            file.set_modified(at_time).unwrap();
            file
        };
        drop(left(".tw-killed.tmp", long_ago));
        drop(left(".tw-young.tmp", std::time::SystemTime::now()));
        drop(left(".other.tmp", long_ago));
        let held = left(".tw-held.tmp", long_ago);
        held.lock().unwrap();
        symlink(".other.tmp", at(".tw-link.tmp")).unwrap();
        replace(&at("a.tw"), "new", Links::Within).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        assert_eq!(names, [".other.tmp", ".tw-held.tmp", ".tw-link.tmp", ".tw-young.tmp", "a.tw"]);
    }

    #[test]
    fn what_is_unfinished_is_nobody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tw");
        let new = unfinished(&path, None).unwrap();
        std::fs::write(&path, "old").unwrap();
        assert_eq!(mode(new.path()), mode(&path));
        let beside = unfinished(&path, Some(&std::fs::metadata(&path).unwrap())).unwrap();
        assert_eq!(mode(beside.path()), 0o600);
    }

    #[test]
    fn links_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(folder.path().join("secret"), "old").unwrap();
        std::fs::write(inside.join("here"), "old").unwrap();
        symlink("../secret", inside.join("out")).unwrap();
        symlink("here", inside.join("near")).unwrap();
        symlink("gone", inside.join("lost")).unwrap();
        assert!(said(replace(&inside.join("out"), "new", Links::Within)).contains("out of its folder"));
        assert!(said(replace(&inside.join("lost"), "new", Links::Within)).contains("leads nowhere"));
        assert!(said(replace(&inside.join("near"), "new", Links::Refused)).contains("a link"));
        assert!(said(create(&inside.join("lost"), "new")).contains("already exists"));
        replace(&inside.join("near"), "new", Links::Within).unwrap();
        assert!(inside.join("near").is_symlink());
        assert_eq!(std::fs::read_to_string(inside.join("here")).unwrap(), "new");
        assert_eq!(std::fs::read_to_string(folder.path().join("secret")).unwrap(), "old");
    }

    #[test]
    fn what_is_there_is_not_begun_and_folders_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tw");
        create(&path, "one").unwrap();
        assert!(said(create(&path, "two")).contains("already exists"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        assert!(said(replace(folder.path(), "two", Links::Within)).contains("a folder"));
    }
}
