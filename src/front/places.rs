//! Where the sources of a campaign lie, as its journal writes it down: from the campaign's own folder on,
//! so that the whole may be moved, or copied to another machine.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::sources::Texts;
use crate::modules::regular;

/// Turns paths of this machine into those of a campaign, and back.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The true path of the campaign's folder.
    folder: PathBuf,
}

impl Places {
    /// Of the campaign in this folder, which is there.
    pub(crate) fn new(folder: &Path) -> Places {
        let whole = || std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        Places { folder: std::fs::canonicalize(folder).unwrap_or_else(|_| whole()) }
    }

    /// A whole path as it is written down: relative where it shares a folder with the campaign, as it is
    /// where they have only the root in common.
    pub(crate) fn kept(&self, path: &Path) -> PathBuf {
        let shared = self.folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
        let is_named = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !path.components().take(shared).any(is_named) {
            return path.to_path_buf();
        }
        let up = self.folder.components().skip(shared).map(|_| "..");
        let mut parts: Vec<String> = up.map(str::to_owned).collect();
        if parts.is_empty() {
            parts.push(".".to_owned());
        }
        for part in path.components().skip(shared) {
            match part.as_os_str().to_str() {
                Some(part) => parts.push(part.to_owned()),
                // A name that is no text has no other form.
                None => return path.to_path_buf(),
            }
        }
        PathBuf::from(parts.join("/"))
    }

    /// A path that was written down, as it is on this machine now.
    pub(crate) fn here(&self, kept: &Path) -> PathBuf {
        if is_relative(kept) { regular::whole(&self.folder.join(kept)) } else { kept.to_path_buf() }
    }

    /// The places of texts as they are written down. Rule-sets of the library are named, not placed.
    pub(crate) fn kept_texts(&self, texts: &Texts) -> Texts {
        let kept = |place: &str| {
            let path = Path::new(place);
            if path.is_absolute() { text_of(&self.kept(path)) } else { place.to_owned() }
        };
        texts.iter().map(|(place, name)| (kept(place), name.clone())).collect()
    }

    /// The places of texts on this machine.
    pub(crate) fn texts_here(&self, texts: &Texts) -> Texts {
        let here = |place: &str| {
            if is_relative(Path::new(place)) {
                text_of(&self.here(Path::new(place)))
            } else {
                place.to_owned()
            }
        };
        texts.iter().map(|(place, name)| (here(place), name.clone())).collect::<BTreeMap<_, _>>()
    }
}

/// A path as a campaign knows it: from the root on, its folder without links, so that it can be compared.
pub(crate) fn campaign_path(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    match (whole.parent().map(std::fs::canonicalize), whole.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => whole,
    }
}

/// Whether a path was written down from the campaign's folder on.
fn is_relative(path: &Path) -> bool {
    matches!(path.components().next(), Some(Component::CurDir | Component::ParentDir))
}

fn text_of(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn places_move_with_the_folder() {
        let of = |folder: &str| Places { folder: PathBuf::from(folder) };
        let old = of("/home/ann/games/night/camp");
        for (path, kept) in [
            ("/home/ann/games/night/hall.tw", "../hall.tw"),
            ("/home/ann/games/night/camp/library/hall.tw", "./library/hall.tw"),
            ("/home/ann/rules/my own.tw", "../../../rules/my own.tw"),
            ("/usr/share/hall.tw", "/usr/share/hall.tw"),
        ] {
            assert_eq!(old.kept(Path::new(path)), PathBuf::from(kept), "{path}");
            assert_eq!(old.here(Path::new(kept)), PathBuf::from(path), "{path}");
        }
        let new = of("/srv/night/camp");
        assert_eq!(new.here(Path::new("../hall.tw")), PathBuf::from("/srv/night/hall.tw"));
        let texts = Texts::from(
            ["/home/ann/games/night/hall.tw", "library/delving.tw"].map(|k| (k.into(), "x".into())),
        );
        let moved = new.texts_here(&old.kept_texts(&texts));
        assert_eq!(moved.keys().collect::<Vec<_>>(), ["/srv/night/hall.tw", "library/delving.tw"]);
    }
}
