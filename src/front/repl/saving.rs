//! `:save`: what was defined in the session, as a file that plays the same.

use std::path::{Path, PathBuf};

use super::actions::Actions;
use crate::diag::Diagnostic;
use crate::front::apart::input_at;
use crate::front::app::AppError;
use crate::front::files;
use crate::front::free::free_beside;
use crate::front::render::clean_line;
use crate::modules::Origin;
use crate::session::Session;

impl Actions<'_> {
    /// Writes what was defined to a file of its own: never over what the session was made from.
    pub(super) fn save(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let (name, over) = match rest.strip_prefix('!') {
            Some(name) => (name.trim().trim_matches('"'), true),
            None => (rest.trim_matches('"'), false),
        };
        if name.is_empty() {
            return self.refuse("`:save` needs a file", "for example `:save mine.tw`");
        }
        let has_ending = Path::new(name).extension().is_some();
        let name = if has_ending { name.to_owned() } else { format!("{name}.tw") };
        let path = PathBuf::from(&name);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).unwrap_or_default();
        let script = session.script(&folder);
        if script.text.is_empty() {
            return self
                .refuse("nothing was defined in the session", "define something first: `let strength = 3`");
        }
        if let Some(why) = self.never_saved_over(session, &path) {
            let free = if is_note(&path) { path.with_extension("tw") } else { path.clone() };
            let free = if free.exists() { free_beside(&free) } else { free };
            let help = format!(
                "nothing was written: `:save {}` saves what was defined here",
                clean_line(&free.to_string_lossy())
            );
            return self.refuse(why, &help);
        }
        let own = |text: &String| self.saved.get(&path) == Some(text);
        let there = files::read_text(&path, session.limits()).ok();
        if path.exists() && !over && !there.as_ref().is_some_and(own) {
            let shown = clean_line(rest).into_owned();
            let what = format!("`{}` already exists, and was not saved from here", clean_line(&name));
            return self.refuse(what, &format!("`:save! {shown}` overwrites it"));
        }
        if let Err(error) = files::replace(&path, &script.text, files::Links::Within) {
            self.console.complain(&error);
            return Ok(());
        }
        self.saved.insert(path.clone(), script.text);
        self.console.line(&format!("wrote {}", clean_line(&name)))?;
        for left in &script.left_out {
            self.console.line(&format!("left out: {}", clean_line(left)))?;
        }
        self.check_saved(session, &path)
    }

    /// Says where a file that was saved does not check on its own.
    fn check_saved(&self, session: &Session, path: &Path) -> Result<(), AppError> {
        let mut alone = session.renewed();
        let wrong = match alone.load(path) {
            Ok(reports) => reports.into_iter().find(Diagnostic::is_error).map(|report| report.message),
            Err(error) => Some(error.to_string()),
        };
        match wrong {
            Some(wrong) => {
                let name = clean_line(&path.to_string_lossy()).into_owned();
                let what = format!("`{name}` does not check on its own yet: {}", clean_line(&wrong));
                self.refuse(what, &format!("`tw check {name}` shows what to fix"))
            }
            None => Ok(()),
        }
    }

    /// Why a session is never saved in a place: what it was made from would be lost, or it would not be read.
    fn never_saved_over(&self, session: &Session, path: &Path) -> Option<String> {
        let name = clean_line(&path.to_string_lossy()).into_owned();
        let read = session.texts_read().keys().map(PathBuf::from).collect::<Vec<_>>();
        if input_at(path, &read).is_some() {
            return Some(format!("`{name}` was read here, and what was defined since would replace it"));
        }
        let campaign = self.campaign.as_ref().map(|campaign| campaign.folder().to_path_buf());
        if path.exists() && !is_rules(path) && input_at(path, campaign.as_slice()).is_some() {
            return Some(format!("`{name}` belongs to the campaign, and would be replaced"));
        }
        is_note(path).then(|| format!("`{name}` would be read as a note, and a session is saved as rules"))
    }
}

/// Whether the ending is that of rules.
fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tw"))
}

/// Whether a file with this ending is read as a Markdown note.
fn is_note(path: &Path) -> bool {
    Origin::File(path.to_path_buf()).is_note()
}
