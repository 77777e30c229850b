//! The texts that a campaign was played with, in its folder: each under a name made from what stands in
//! it, so that a changed source does not change what has been played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::app::AppError;
use super::files::{self, Links};
use super::render::clean_line;
use crate::base::SharedMap;
use crate::modules::{self, regular};

/// The folder of the texts.
pub(crate) const FOLDER: &str = "sources";

/// No source is larger, in bytes.
const MAX_SOURCE_BYTES: u64 = 64 << 20;

/// Sources by where they stand, with the names of their texts.
pub(crate) type Texts = BTreeMap<String, String>;

/// The texts of a campaign.
pub(crate) struct Store {
    folder: PathBuf,
    /// What is kept of each place.
    kept: Texts,
    /// The same as texts, for seeing at once that nothing is new.
    known: SharedMap<String, Arc<str>>,
}

impl Store {
    /// The texts in the folder of a campaign.
    pub(crate) fn new(campaign: &Path) -> Store {
        Store { folder: campaign.join(FOLDER), kept: Texts::new(), known: SharedMap::default() }
    }

    /// Keeps what is new among what has been read; gives the names of that.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(&mut self, read: &BTreeMap<String, Arc<str>>) -> Result<Texts, AppError> {
        let mut new = Texts::new();
        for (place, text) in read {
            if self.known.get(place).is_some_and(|known| Arc::ptr_eq(known, text)) {
                continue;
            }
            self.known.insert(place.clone(), Arc::clone(text));
            let name = name_of(text);
            if self.kept.get(place) == Some(&name) {
                continue;
            }
            self.write(&name, text)?;
            new.insert(place.clone(), name);
        }
        self.kept.extend(new.clone());
        Ok(new)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), AppError> {
        let path = self.folder.join(name);
        let made = files::own_folder(&self.folder).and_then(|()| files::lies_there(&path));
        if made.map_err(|error| AppError::writing(&self.folder, &error))?.is_some() {
            return Ok(());
        }
        files::replace(&path, text, Links::Refused)
    }

    /// The texts of these names; all that are kept by then.
    ///
    /// # Errors
    /// One is not what was kept.
    pub(crate) fn read(&mut self, texts: &Texts) -> Result<SharedMap<String, Arc<str>>, AppError> {
        for (place, name) in texts {
            let text = self.text(place, name)?;
            self.known.insert(place.clone(), text.into());
            self.kept.insert(place.clone(), name.clone());
        }
        Ok(self.known.clone())
    }

    /// What is kept of each place.
    pub(crate) fn kept(&self) -> &Texts {
        &self.kept
    }

    /// A kept text. Where it is lost or damaged, the source itself may still be the same: then it is kept again.
    fn text(&self, place: &str, name: &str) -> Result<String, AppError> {
        // A name that is none leads nowhere.
        let path = self.folder.join(if is_name(name) { name } else { "none" });
        if let Some(text) = text_at(&path).and_then(|text| as_kept(text, name)) {
            return Ok(text);
        }
        if let Some(text) = now(place).and_then(|text| as_kept(text, name)) {
            // The campaign goes on without, too, as long as the source stays what it is.
            let _ = self.put_back(&path, &text);
            return Ok(text);
        }
        let place = clean_line(place);
        Err(AppError::Saved {
            what: format!("`{}` is not what the campaign kept of `{place}`", path.display()),
            help: format!("put it back from a copy of the campaign, or put `{place}` back as it was"),
        })
    }

    /// Writes a text that was kept once more. What lies in its place stays, under another name.
    fn put_back(&self, path: &Path, text: &str) -> Result<(), AppError> {
        let writing = |error| AppError::writing(path, &error);
        files::own_folder(&self.folder).map_err(writing)?;
        if files::lies_there(path).map_err(writing)?.is_some() {
            std::fs::rename(path, files::free_copy(path)).map_err(writing)?;
        }
        files::replace(path, text, Links::Refused)
    }
}

/// Whether texts of a campaign are kept in this folder.
pub(crate) fn are_kept_in(campaign: &Path) -> bool {
    let entries = std::fs::read_dir(campaign.join(FOLDER));
    entries.into_iter().flatten().flatten().any(|entry| entry.file_name().to_str().is_some_and(is_name))
}

/// Whether this is a name that [`name_of`] gives.
fn is_name(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What stands in a place now.
pub(crate) fn now(place: &str) -> Option<String> {
    match place.strip_prefix("library/").and_then(|name| name.strip_suffix(".tw")) {
        Some(name) => modules::shipped(name).map(|shipped| shipped.text.to_owned()),
        None => {
            let text = text_at(Path::new(place))?;
            Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
        }
    }
}

/// The text that was kept under this name: this one, or this one with the line ends that it had then. What carries
/// files from one system to another changes them.
fn as_kept(text: String, name: &str) -> Option<String> {
    if name_of(&text) == name {
        return Some(text);
    }
    let unix = text.replace("\r\n", "\n");
    let is_it = |text: &String| name_of(text) == name;
    let other = if unix.len() < text.len() { unix } else { unix.replace('\n', "\r\n") };
    Some(other).filter(is_it)
}

/// The text of a file, where it has one.
fn text_at(path: &Path) -> Option<String> {
    String::from_utf8(regular::read(path, MAX_SOURCE_BYTES).ok()?).ok()
}

/// The name of a text, made from what stands in it: FNV-1a with 128 bits.
fn name_of(text: &str) -> String {
    const BEGIN: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let step = |sum: u128, byte: u8| (sum ^ u128::from(byte)).wrapping_mul(PRIME);
    format!("{:032x}", text.bytes().fold(BEGIN, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_known_ones() {
        assert_eq!(name_of(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(name_of("a"), "d228cb696f1a8caf78912b704e4a8964");
    }

    #[test]
    fn texts_are_kept_once_and_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::new(folder.path());
        let read = |text: &str| BTreeMap::from([("/nowhere/moor.tw".to_owned(), Arc::from(text))]);
        let listed = |texts: &SharedMap<String, Arc<str>>| {
            texts.iter().map(|(place, text)| (place.clone(), Arc::clone(text))).collect::<BTreeMap<_, _>>()
        };
        let first = store.keep(&read("one")).expect("written");
        assert!(store.keep(&read("one")).expect("written").is_empty());
        let second = store.keep(&read("two")).expect("written");
        let mut again = Store::new(folder.path());
        assert_eq!(listed(&again.read(&first).expect("kept")), read("one"));
        assert_eq!(listed(&again.read(&second).expect("kept")), read("two"));
        std::fs::write(folder.path().join(FOLDER).join(&second["/nowhere/moor.tw"]), "three")
            .expect("written");
        assert!(Store::new(folder.path()).read(&second).is_err());
    }

    #[test]
    fn a_damaged_copy_is_made_again_from_the_source_that_is_still_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("moor.tw");
        let place = source.to_str().expect("a path").to_owned();
        std::fs::write(&source, "one\n").expect("written");
        let read = BTreeMap::from([(place.clone(), Arc::from("one\n"))]);
        let kept = Store::new(folder.path()).keep(&read).expect("written");
        let copy = folder.path().join(FOLDER).join(&kept[&place]);
        std::fs::write(&copy, "on").expect("written");
        assert!(Store::new(folder.path()).read(&kept).is_ok());
        assert_eq!(std::fs::read_to_string(&copy).expect("a copy"), "one\n");
        assert_eq!(std::fs::read_to_string(copy.with_extension("damaged-1")).expect("a copy"), "on");
        // Neither is needed where only the line ends were changed on the way.
        std::fs::write(&copy, "one\r\n").expect("written");
        std::fs::remove_file(&source).expect("removed");
        assert_eq!(
            &**Store::new(folder.path()).read(&kept).expect("kept").get(&place).expect("a text"),
            "one\n"
        );
    }
}
