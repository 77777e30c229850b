//! The configuration file: lines `key = value` in the user's configuration folder.

use std::path::PathBuf;

use clap::ValueEnum;

use super::app::AppError;
use super::cli::args::ColourWhen;
use super::files;
use crate::base::Limits;

/// No configuration is larger, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// What the file says.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// `color = auto|always|never`.
    pub color: Option<ColourWhen>,
    /// `ascii = yes`.
    pub ascii: bool,
    /// `width = 100`.
    pub width: Option<u16>,
    /// `limit.dice = 2000000`.
    pub limits: Limits,
    /// `rules = ~/games/rules`: the folder of the user's own rule-sets.
    pub rules: Option<PathBuf>,
    /// `startup = ~/games/startup.tw`: the file that every session begins with.
    pub startup: Option<PathBuf>,
}

/// The folders that belong to this program.
pub(crate) fn folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "tablewright")
}

fn path() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config"))
}

/// The path in an environment variable; empty means none.
fn from_environment(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

/// A path as people write it, with `~` for their own folder.
fn written_path(text: &str) -> PathBuf {
    let home = || directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_path_buf());
    match text.strip_prefix("~/").zip(home()) {
        Some((rest, home)) => home.join(rest),
        None => PathBuf::from(text),
    }
}

impl Config {
    /// Reads the user's file; without one, nothing is set.
    ///
    /// # Errors
    /// The file is there and cannot be read, or a line of it makes no sense.
    pub(crate) fn read() -> Result<Config, AppError> {
        let Some(path) = path() else { return Ok(Config::default()) };
        if !path.exists() {
            return Ok(Config::default());
        }
        let text = files::read_at_most(&path, MAX_BYTES, || format!("it is larger than {MAX_BYTES} bytes"))?;
        Config::parse(&text).map_err(|(line, what)| {
            let place = format!("line {line} of `{}`: {what}", path.display());
            AppError::usage(place, "correct the line, or ignore the file with `--no-config`")
        })
    }

    /// The folder of the user's own rule-sets: `TW_RULES`, else the configured one, else `rules` in the data
    /// folder of this program.
    pub(crate) fn rules_folder(&self) -> Option<PathBuf> {
        let usual = || Some(folders()?.data_dir().join("rules"));
        let named = from_environment("TW_RULES").or_else(|| self.rules.clone()).or_else(usual);
        named.filter(|folder| !folder.as_os_str().is_empty())
    }

    /// The file that every session begins with: `TW_STARTUP`, else the configured one, else `startup.tw` beside
    /// the configuration, if it is there.
    pub(crate) fn startup_file(&self) -> Option<PathBuf> {
        let usual = || Some(folders()?.config_dir().join("startup.tw")).filter(|file| file.is_file());
        let named = from_environment("TW_STARTUP").or_else(|| self.startup.clone()).or_else(usual);
        named.filter(|file| !file.as_os_str().is_empty())
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
                    Some(ColourWhen::from_str(value, true).map_err(|_| "auto, always or never".to_owned())?)
            }
            "ascii" => self.ascii = matches!(value, "yes" | "true"),
            "width" => self.width = Some(value.parse().map_err(|_| "width is a whole number".to_owned())?),
            "rules" => self.rules = Some(written_path(value)),
            "startup" => self.startup = Some(written_path(value)),
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

/// Changes a limit by `NAME=COUNT`.
///
/// # Errors
/// There is no such limit, or the count is none.
pub(crate) fn set_limit(limits: &mut Limits, pair: &str) -> Result<(), AppError> {
    let names = || crate::base::LIMITS.iter().map(|limit| limit.name);
    let Some((name, count)) = pair.split_once('=') else {
        return Err(AppError::usage(
            format!("`{pair}` is not a limit"),
            "write it as `--limit dice=2000000`",
        ));
    };
    let name = name.trim();
    let Ok(count) = count.trim().replace(['_', ','], "").parse::<u64>() else {
        return Err(AppError::usage(
            format!("`{}` is not a count", count.trim()),
            "a limit is a whole number",
        ));
    };
    if crate::base::LIMITS.iter().any(|limit| limit.name == name && limit.is_fixed()) {
        let help = "how sources are read is the same for everybody; the other limits may be changed";
        return Err(AppError::usage(format!("the limit `{name}` is built in"), help));
    }
    if limits.set(name, count) {
        return Ok(());
    }
    let help = match crate::base::closest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`tw limits` lists them".to_owned(),
    };
    Err(AppError::usage(format!("there is no limit `{name}`"), help))
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
        assert_eq!(config.color, Some(ColourWhen::Never));
        let config = Config::parse("rules = /games/rules\nstartup=~/a b.tw").expect("it is good");
        assert_eq!(config.rules, Some(PathBuf::from("/games/rules")));
        assert!(config.startup.expect("a path").ends_with("a b.tw"));
        assert_eq!(Config::parse("\ncolour = red").expect_err("unknown").0, 2);
        assert_eq!(Config::parse("limit.dicee = 1").expect_err("unknown").0, 1);
    }
}
