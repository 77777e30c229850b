//! `:fix`: makes the fix that the last report offered, in the entry or in the file that it was about.

use std::path::PathBuf;

use super::actions::Actions;
use crate::base::SourceId;
use crate::diag::{Certainty, Diagnostic, Fix, mend, only_fix};
use crate::front::app::AppError;
use crate::front::mending::{self, Target};
use crate::front::render::{Tint, clean};
use crate::session::Session;

impl Actions<'_> {
    /// Makes the fixes of the reports that were shown last.
    pub(super) fn fix(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let named = rest.trim_matches('"');
        if let Ok(nth) = named.parse::<usize>() {
            return self.fix_by_choice(session, nth);
        }
        if !named.is_empty() {
            return self.fix_file(session, PathBuf::from(named));
        }
        let Some(source) = fixable(&self.reported) else {
            let offered = self.reported.iter().map(|report| report.fixes.len()).find(|count| *count > 0);
            return match offered {
                Some(1) => self.refuse("the last report offers an example", "`:fix 1` takes it as it stands"),
                Some(_) => self.refuse(
                    "the last report offers more than one fix",
                    "`:fix 1` makes the first of them, `:fix 2` the second",
                ),
                None => self.refuse(
                    "the last report offers no fix",
                    "`:fix FILE` makes those that a file's reports offer",
                ),
            };
        };
        if let Some(file) = session.file_of(source) {
            return self.fix_file(session, file);
        }
        self.fix_entry(session, source, &self.reported.clone())
    }

    /// Makes one of the fixes that a report offers, by its place from 1.
    fn fix_by_choice(&mut self, session: &mut Session, nth: usize) -> Result<(), AppError> {
        let offers = self.reported.iter().find(|report| !report.fixes.is_empty());
        let chosen = offers.and_then(|report| {
            let fix = report.fixes.get(nth.checked_sub(1)?)?;
            let source = fix.edits.first()?.span.source;
            let fixes = vec![Fix { certainty: Certainty::Likely, ..fix.clone() }];
            Some((source, Diagnostic { fixes, ..report.clone() }))
        });
        let Some((source, report)) = chosen else {
            let count = offers.map_or(0, |report| report.fixes.len());
            let offers = match count {
                0 => "no fix".to_owned(),
                1 => "one fix".to_owned(),
                _ => format!("{count} fixes"),
            };
            return self.refuse(format!("the last report offers {offers}"), "they are counted from the top");
        };
        if session.file_of(source).is_some() {
            return self.refuse("the fix is in a file", "make it there, and then `:reload`");
        }
        self.fix_entry(session, source, &[report])
    }

    /// Makes the fixes of reports in what was typed, and enters that.
    fn fix_entry(
        &mut self,
        session: &mut Session,
        source: SourceId,
        reports: &[Diagnostic],
    ) -> Result<(), AppError> {
        let Some(text) = session.sources().get(source).map(|source| source.text().to_string()) else {
            return Ok(());
        };
        let typed = session.sources().get(source).is_some_and(|source| source.name().starts_with('<'));
        if !typed {
            return self
                .refuse("the fix is in a shipped rule-set", "change it in a file of your own with `change`");
        }
        let mended = mend(source, &text, reports).text;
        self.reported.clear();
        self.console.line(&self.console.out().tint(Tint::Dim, clean(&mended)).to_string())?;
        self.enter(session, mended.trim_end())
    }

    /// What was typed last, where it was refused.
    pub(super) fn faulty_entry(&self, session: &Session) -> Option<String> {
        let report = self.reported.iter().find(|report| report.is_error())?;
        let source = session.sources().get(report.primary.span.source)?;
        source.name().starts_with("<repl").then(|| source.text().to_string())
    }

    /// Fixes a file as `tw check --fix` does, and loads it again.
    fn fix_file(&mut self, session: &mut Session, file: PathBuf) -> Result<(), AppError> {
        let name = mending::shown(&file);
        let fresh = || Ok(session.renewed());
        let mended = match mending::mended(Target::File(&file), fresh, self.console) {
            Ok(mended) => mended,
            Err(error) => {
                self.console.complain(&error);
                return Ok(());
            }
        };
        if mended.made == 0 {
            return self.console.line(&format!("{name}: no fix to make"));
        }
        let look = self.console.out();
        self.console.print(&mending::difference(&name, &mended.before, &mended.after, look))?;
        let agreed =
            !self.asks || mending::agreed(&format!("write this to {name}?"), self.console) == Some(true);
        if !agreed {
            return self.console.line("nothing was written");
        }
        if let Err(error) = mending::write(&file, &mended, self.console) {
            self.console.complain(&error);
            return Ok(());
        }
        self.console.line(&format!("wrote {name}"))?;
        self.reported.clear();
        match self.files.contains(&file) {
            true => self.reload(session),
            false => self.load_file(session, &name),
        }
    }
}

/// The source of the first report that offers one fix.
pub(super) fn fixable(reports: &[Diagnostic]) -> Option<SourceId> {
    let fix = reports.iter().find_map(only_fix)?;
    fix.edits.first().map(|edit| edit.span.source)
}
