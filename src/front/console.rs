//! Where output goes and how it looks: standard output carries results only, everything else goes
//! to standard error.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::PathBuf;

use super::app::{AppError, Exit, describe};
use super::cli::args::{ColourWhen, GlobalArgs};
use super::config::{Config, set_limit};
use super::door::{self, BufferedStdout};
use super::render::Style;
use crate::base::Limits;

/// The two streams, and what the user set for all commands.
pub(crate) struct Console {
    /// How results and reports look.
    out: Cell<Style>,
    err: Cell<Style>,
    /// How wide the user wants it; `None` for as wide as the terminal is.
    width: Option<usize>,
    /// Say less.
    pub quiet: bool,
    /// Say more.
    pub verbose: bool,
    /// The limits in force.
    pub limits: Limits,
    /// The folder of the user's own rule-sets.
    pub rules: Option<PathBuf>,
    /// The file that every session begins with.
    pub startup: Option<PathBuf>,
    stdout: RefCell<BufferedStdout>,
    live: bool,
    /// Output that waits until it may be shown.
    held: RefCell<Option<String>>,
    /// Bytes of output of the present command.
    written: Cell<u64>,
    /// The codes of the notes that were shown, where each is shown once.
    noted: RefCell<Option<BTreeSet<&'static str>>>,
    /// How the first thing ended that went wrong, for a session that nobody watches.
    failed: Cell<Option<Exit>>,
    /// Whether mistakes are results as well, as lines of JSON.
    mistakes_as_json: Cell<bool>,
}

impl Console {
    /// The console for these flags, this environment and the configuration file.
    ///
    /// # Errors
    /// A flag or a line of the configuration makes no sense.
    pub(crate) fn new(global: &GlobalArgs) -> Result<Console, AppError> {
        let config = if global.no_config { Config::default() } else { Config::read()? };
        let color = global.color.or(config.color).unwrap_or(ColourWhen::Auto);
        let width = global.width.or(config.width).map(usize::from);
        let ascii = global.ascii || config.ascii || locale_is_plain();
        let (rules, startup) = (config.rules_folder(), config.startup_file().filter(|_| !global.no_config));
        let mut limits = config.limits;
        for pair in &global.limits {
            set_limit(&mut limits, pair)?;
        }
        let size = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        let (report_bytes, line_columns) = (size(limits.report_bytes), size(limits.line_columns));
        let look = |terminal: bool| Style {
            report_bytes,
            line_columns,
            color: use_color(color, terminal),
            ascii,
            brief: terminal,
            width: width.unwrap_or_else(terminal_width),
        };
        let live = door::out_is_terminal();
        Ok(Console {
            out: Cell::new(look(live)),
            err: Cell::new(look(door::err_is_terminal())),
            width,
            quiet: global.quiet,
            verbose: global.verbose > 0,
            limits,
            rules,
            startup,
            stdout: RefCell::new(BufferedStdout::standard()),
            live,
            held: RefCell::new(None),
            written: Cell::new(0),
            noted: RefCell::new(None),
            failed: Cell::new(None),
            mistakes_as_json: Cell::new(false),
        })
    }

    /// Whoever asked for JSON reads mistakes as JSON as well.
    pub(crate) fn give_mistakes_as_json(&self, wanted: bool) {
        self.mistakes_as_json.set(wanted);
    }

    /// Whether mistakes are given as lines of JSON on standard output.
    pub(crate) fn gives_mistakes_as_json(&self) -> bool {
        self.mistakes_as_json.get()
    }

    /// A console that knows no flags, for errors before there are any.
    pub(crate) fn plain() -> Console {
        let look = |terminal| Style {
            color: use_color(ColourWhen::Auto, terminal),
            width: terminal_width(),
            ..Style::default()
        };
        Console {
            out: Cell::new(look(door::out_is_terminal())),
            err: Cell::new(look(door::err_is_terminal())),
            width: None,
            quiet: false,
            verbose: false,
            limits: Limits::default(),
            rules: None,
            startup: None,
            stdout: RefCell::new(BufferedStdout::standard()),
            live: door::out_is_terminal(),
            held: RefCell::new(None),
            written: Cell::new(0),
            noted: RefCell::new(None),
            failed: Cell::new(None),
            mistakes_as_json: Cell::new(false),
        }
    }

    /// How results look.
    pub(crate) fn out(&self) -> Style {
        self.out.get()
    }

    /// How reports look.
    pub(crate) fn err(&self) -> Style {
        self.err.get()
    }

    /// Measures the terminal again: it may have another width by now.
    pub(crate) fn measure(&self) {
        let width = self.width.unwrap_or_else(terminal_width);
        for look in [&self.out, &self.err] {
            look.set(Style { width, ..look.get() });
        }
    }

    /// Writes a part of the result to standard output.
    ///
    /// # Errors
    /// The reader went away, or the system refuses.
    pub(crate) fn print(&self, text: &str) -> Result<(), AppError> {
        self.count(text)?;
        if let Some(held) = self.held.borrow_mut().as_mut() {
            held.push_str(text);
            return Ok(());
        }
        self.write(text)
    }

    fn count(&self, text: &str) -> Result<(), AppError> {
        let bytes = self.written.get().saturating_add(u64::try_from(text.len()).unwrap_or(u64::MAX));
        self.written.set(bytes);
        match bytes > self.limits.output_bytes {
            true => Err(AppError::TooMuch { limit: self.limits.output_bytes }),
            false => Ok(()),
        }
    }

    fn write(&self, text: &str) -> Result<(), AppError> {
        let mut out = self.stdout.borrow_mut();
        let mut written = out.write(text, self.out().color);
        if self.live {
            written = written.and_then(|()| out.flush());
        }
        written.map_err(|error| AppError::output(&error))
    }

    /// Holds output back until it is let go: what is shown must be on disk before.
    pub(crate) fn hold(&self) {
        self.held.borrow_mut().get_or_insert_default();
    }

    /// Shows what was held back; with `on`, what comes after is held back again.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn let_go(&self, on: bool) -> Result<(), AppError> {
        let held = self.held.borrow_mut().take();
        if on && held.is_some() {
            self.hold();
        }
        held.map_or(Ok(()), |text| self.write(&text))
    }

    /// From now on each kind of note is shown once: who goes on typing has read it. Long lists are shown by their
    /// ends, as on a terminal.
    pub(crate) fn note_once(&self) {
        self.out.set(Style { brief: true, ..self.out() });
        self.noted.borrow_mut().get_or_insert_default();
    }

    /// Whether somebody goes on typing after this.
    pub(crate) fn is_session(&self) -> bool {
        self.noted.borrow().is_some()
    }

    /// Whether a note with this code is still to be shown.
    pub(crate) fn is_news(&self, code: &'static str) -> bool {
        self.noted.borrow_mut().as_mut().is_none_or(|noted| noted.insert(code))
    }

    /// Begins another command, with its own measure of output, on a terminal as wide as it is by now.
    pub(crate) fn next_command(&self) {
        self.measure();
        self.written.set(0);
    }

    /// Writes a line of the result to standard output.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn line(&self, text: &str) -> Result<(), AppError> {
        self.print(text)?;
        self.print("\n")
    }

    /// Writes an object of the result as a line of JSON.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn json(&self, object: &serde_json::Value) -> Result<(), AppError> {
        self.print(&door::json_line(object))
    }

    /// Writes the text of a file, which is the same in a file again.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn data(&self, text: &str) -> Result<(), AppError> {
        self.count(text)?;
        self.stdout.borrow_mut().write_file(text).map_err(|error| AppError::output(&error))
    }

    /// Empties the screen, where there is one.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn clear(&self) -> Result<(), AppError> {
        match self.live {
            true => self.stdout.borrow_mut().clear().map_err(|error| AppError::output(&error)),
            false => Ok(()),
        }
    }

    /// Sends on what is still held back.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub(crate) fn flush(&self) -> Result<(), AppError> {
        self.stdout.borrow_mut().flush().map_err(|error| AppError::output(&error))
    }

    /// Writes a report or remark to standard error. What cannot be written there has nowhere to go.
    pub(crate) fn remark(&self, text: &str) {
        // What cannot be sent on is said by whoever writes a result next.
        let _ = self.stdout.borrow_mut().flush();
        door::remark(text, self.err().color);
    }

    /// Remembers that something went wrong.
    pub(crate) fn fails(&self, exit: Exit) {
        if self.failed.get().is_none() && exit != Exit::Done {
            self.failed.set(Some(exit));
        }
    }

    /// How the first thing ended that went wrong; [`Exit::Done`] where nothing did.
    pub(crate) fn first_failure(&self) -> Exit {
        self.failed.get().unwrap_or(Exit::Done)
    }

    /// Writes an error of the program to standard error.
    pub(crate) fn complain(&self, error: &AppError) {
        self.fails(error.exit());
        self.remark(&describe(error, self.err()));
    }
}

fn use_color(when: ColourWhen, terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match when {
        ColourWhen::Always => true,
        ColourWhen::Never => false,
        ColourWhen::Auto => {
            terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

fn locale_is_plain() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok()?;
        (!value.is_empty()).then_some(value)
    });
    named.is_some_and(|locale| is_plain(&locale))
}

/// Whether a locale has no more than ASCII to draw with: `C`, `POSIX`, and those of another character set.
fn is_plain(locale: &str) -> bool {
    let (name, set) = locale.split_once('.').unwrap_or((locale, ""));
    let set = set.split('@').next().unwrap_or("").to_lowercase().replace('-', "");
    match set.as_str() {
        "" => matches!(name, "C" | "POSIX" | "ANSI_X3.4-1968"),
        set => set != "utf8",
    }
}

fn terminal_width() -> usize {
    const USUAL: usize = 80;
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(asked).filter(|width| *width >= 20).unwrap_or(USUAL)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn locales_without_unicode_draw_in_ascii() {
        for plain in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE.iso885915@euro"] {
            assert!(is_plain(plain), "{plain}");
        }
        for rich in ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro", "en_GB"] {
            assert!(!is_plain(rich), "{rich}");
        }
    }
}
