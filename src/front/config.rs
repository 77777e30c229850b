//! The configuration file: lines `key = value` in the user's configuration folder.

use std::path::PathBuf;

use clap::ValueEnum;

use super::app::AppError;
use super::cli::args::When;
use super::console::set_limit;
use super::files;
use crate::base::Limits;

/// No configuration is larger, in bytes.
const MOST: u64 = 1 << 20;

/// What the file says.
#[derive(Debug, Default)]
pub struct Config {
    /// `color = auto|always|never`.
    pub color: Option<When>,
    /// `ascii = yes`.
    pub ascii: bool,
    /// `width = 100`.
    pub width: Option<u16>,
    /// `limit.dice = 2000000`.
    pub limits: Limits,
}

/// The folders that belong to this program.
pub fn folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "tablewright")
}

fn path() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config"))
}

impl Config {
    /// Reads the user's file; without one, nothing is set.
    ///
    /// # Errors
    /// The file is there and cannot be read, or a line of it makes no sense.
    pub fn read() -> Result<Config, AppError> {
        let Some(path) = path() else { return Ok(Config::default()) };
        if !path.exists() {
            return Ok(Config::default());
        }
        let text = files::read_text(&path, MOST)?;
        Config::parse(&text).map_err(|(line, what)| {
            let place = format!("line {line} of `{}`: {what}", path.display());
            AppError::usage(place, "mend the line, or leave the file unread with `--no-config`")
        })
    }

    fn parse(text: &str) -> Result<Config, (usize, String)> {
        let mut config = Config::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line.split_once('=').ok_or((number, "write `key = value`".to_owned()))?;
            config.take(key.trim(), value.trim()).map_err(|what| (number, what))?;
        }
        Ok(config)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "color" => {
                self.color =
                    Some(When::from_str(value, true).map_err(|_| "auto, always or never".to_owned())?)
            }
            "ascii" => self.ascii = matches!(value, "yes" | "true"),
            "width" => self.width = Some(value.parse().map_err(|_| "width is a whole number".to_owned())?),
            _ => match key.strip_prefix("limit.") {
                Some(name) => {
                    set_limit(&mut self.limits, &format!("{name}={value}"))
                        .map_err(|error| error.to_string())?;
                }
                None => return Err(format!("there is no setting `{key}`")),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_nonsense_is_placed() {
        let config =
            Config::parse("# mine\nascii = yes\nlimit.dice = 2_000\ncolor = never\n").expect("it is good");
        assert!(config.ascii);
        assert_eq!(config.limits.dice, 2000);
        assert_eq!(config.color, Some(When::Never));
        assert_eq!(Config::parse("\ncolour = red").expect_err("unknown").0, 2);
        assert_eq!(Config::parse("limit.dicee = 1").expect_err("unknown").0, 1);
    }
}
