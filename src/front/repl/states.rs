//! The state of the campaign to a file and back.

use std::path::Path;

use super::actions::Actions;
use crate::front::app::AppError;
use crate::front::cli::args::ReportFormat;
use crate::front::cli::start;
use crate::front::record::JournalRecord;
use crate::front::render::clean_line;
use crate::front::states;
use crate::session::Session;

impl Actions<'_> {
    /// Writes the state in play to a file that is not there yet.
    pub(super) fn export_state(&self, session: &Session, file: &str) -> Result<(), AppError> {
        if file.is_empty() {
            return self.refuse("`:export state` needs a file", "for example `:export state moor.json`");
        }
        self.write(":export state", Path::new(file), &session.export_state())
    }

    /// Puts a state from a file in the place of the one in play, where all of it fits.
    pub(super) fn import(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let file = rest.strip_prefix("state ").map(|file| file.trim().trim_matches('"'));
        let Some(file) = file.filter(|file| !file.is_empty()) else {
            let help = "for example `:import state moor.json`; `tw import` reads tables of other programs";
            return self.refuse("`:import` reads the state of a campaign from a file", help);
        };
        let path = Path::new(file);
        let text = match states::read(path, session.limits()) {
            Ok(text) => text,
            Err(error) => {
                self.console.complain(&error);
                return Ok(());
            }
        };
        let name = states::shown(path);
        let mut log = Vec::new();
        let number = session.next_number();
        let reply = session.import_state(&name, &text, &mut log);
        if !reply.is_done() {
            self.keep(&JournalRecord::Number { next: session.next_number() })?;
            return start::show_reports(&reply.reports, session, ReportFormat::Human, self.console);
        }
        self.keep(&JournalRecord::Import { number, name: name.clone(), state: text })?;
        self.log.extend(log);
        self.console.line(&format!("the state of {} is in play", clean_line(&name)))
    }
}
