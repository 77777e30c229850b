//! Finds an editor: the one that the environment names, else one that is there.

use std::env;
use std::ffi::OsStr;
use std::path::Path;

/// Editors that most machines have, the ones that explain themselves first.
const USUAL: &[&str] = if cfg!(windows) {
    &["notepad.exe"]
} else {
    &["sensible-editor", "editor", "nano", "micro", "vim", "vi", "emacs"]
};

/// The command of an editor; `None` where there is none.
pub(crate) fn find() -> Option<String> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| env::var(name).ok());
    let named = named.map(|name| name.trim().to_owned()).find(|name| !name.is_empty());
    named.or_else(|| first_of(USUAL, env::var_os("PATH")?.as_os_str()))
}

/// The first of these programs that stands in one of the folders.
fn first_of(programs: &[&str], folders: &OsStr) -> Option<String> {
    let there = |program: &&&str| env::split_paths(folders).any(|folder| is_program(&folder.join(program)));
    programs.iter().find(there).map(|program| (*program).to_owned())
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::first_of;

    #[test]
    fn an_editor_is_a_program_in_a_folder_of_the_path() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("nano"), "no program").expect("a file");
        let vi = folder.path().join("vi");
        fs::write(&vi, "#!/bin/sh\n").expect("a file");
        fs::set_permissions(&vi, fs::Permissions::from_mode(0o755)).expect("a program");
        let found = first_of(&["nano", "vi", "emacs"], folder.path().as_os_str());
        assert_eq!(found.as_deref(), Some("vi"));
        assert_eq!(first_of(&["emacs"], folder.path().as_os_str()), None);
    }
}
