//! The colon commands: one list that the reader, completion and help read.

use crate::base::closest;

/// What a command is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandGroup {
    /// Dice and their odds.
    Roll,
    /// What is loaded, and what is in play.
    Look,
    /// What is in play, changed by hand; what was done, taken back.
    Change,
    /// Files of rules, and what is written.
    Files,
    /// The session itself.
    Session,
}

impl CommandGroup {
    /// All of them, in the order in which help shows them.
    pub(crate) const ALL: &[CommandGroup] = &[
        CommandGroup::Roll,
        CommandGroup::Look,
        CommandGroup::Change,
        CommandGroup::Files,
        CommandGroup::Session,
    ];

    /// What help calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            CommandGroup::Roll => "roll",
            CommandGroup::Look => "look",
            CommandGroup::Change => "change",
            CommandGroup::Files => "files",
            CommandGroup::Session => "session",
        }
    }
}

/// What completion offers after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentKind {
    /// Nothing.
    Nothing,
    /// An expression.
    Expression,
    /// A defined name.
    Name,
    /// A file.
    File,
    /// A code of a report.
    Code,
    /// A topic of the help.
    Topic,
    /// An option of a rule-set.
    Setting,
    /// Something else.
    Words,
}

/// What holds for some commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    /// It only shows something, so that it may be asked for at a question.
    OnlyLooks,
    /// It needs all that was done before.
    LooksBack,
}

/// What is known of a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Info {
    /// The command.
    pub command: Command,
    /// Its name without the colon.
    pub name: &'static str,
    /// What stands after the name.
    pub usage: &'static str,
    /// What completion offers.
    pub takes: ArgumentKind,
    /// What it does, in a line.
    pub help: &'static str,
    group: CommandGroup,
    properties: &'static [Property],
}

macro_rules! commands {
    ($($command:ident $name:literal $usage:literal $takes:ident $group:ident [$($property:ident)*] $help:literal;)+) => {
        /// What a colon command does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Command {
            $(#[doc = concat!("`:", $name, "`: ", $help)] $command,)+
        }

        /// Every command, in the order in which help shows them.
        pub(crate) static COMMANDS: &[Info] = &[$(Info {
            command: Command::$command,
            name: $name,
            usage: $usage,
            takes: ArgumentKind::$takes,
            help: $help,
            group: CommandGroup::$group,
            properties: &[$(Property::$property),*],
        },)+];
    };
}

// A command: what is typed, what stands after it, what completion offers there, what it is good for, and what
// else holds for it.
commands! {
    Help "help" "[TOPIC]" Topic Session [OnlyLooks]
        "this list, or a topic of the documentation";
    Odds "odds" "EXPR" Expression Roll [OnlyLooks]
        "the exact odds of an expression, as bars";
    Trace "trace" "EXPR" Expression Roll [OnlyLooks]
        "rolls and shows every die and row on the way";
    Tables "tables" "[RULES|TAG]" Name Look [OnlyLooks]
        "the tables that can be rolled now";
    Info "info" "NAME" Name Look [OnlyLooks]
        "what a name is, with its source and notes";
    Load "load" "FILE" File Files []
        "loads a .tw or .md file";
    Paste "paste" "" Nothing Files []
        "reads lines up to a lone `.` as one note";
    Reload "reload" "" Nothing Files []
        "loads the files again after you change them";
    Save "save" "FILE" File Files [LooksBack]
        "writes the definitions of the session to a file";
    Undo "undo" "[N]" Words Change [LooksBack]
        "takes back the last entry, its dice too";
    Redo "redo" "[N]" Words Change [LooksBack]
        "repeats what was taken back";
    Reroll "reroll" "" Nothing Change [LooksBack]
        "repeats the last entry with new dice";
    Seed "seed" "[SEED]" Words Roll []
        "shows the seed, or starts from another";
    Dice "dice" "LIST" Words Roll []
        "uses these faces next; `:dice ask`: you roll";
    Set "set" "[NAME VALUE]" Setting Change []
        "changes a house rule, or what is in play";
    Deferred "deferred" "[N]" Words Change []
        "deferred rows; with a number, applies one";
    State "state" "" Nothing Look [OnlyLooks]
        "what the campaign keeps";
    Party "party" "" Nothing Look [OnlyLooks]
        "the party";
    Time "time" "" Nothing Look [OnlyLooks]
        "the clock, and what is due";
    Log "log" "[N|FORMAT]" Words Look [LooksBack]
        "what happened; as text, markdown or json";
    History "history" "[WORD]" Words Look [LooksBack]
        "the entries of the session";
    Edit "edit" "[FILE]" File Files [LooksBack]
        "opens a file, or the last entry, in your editor";
    Fix "fix" "[N|FILE]" File Files []
        "applies the fix of the last report, or the Nth of several";
    Explain "explain" "CODE" Code Session [OnlyLooks]
        "what the code of a report means";
    Export "export" "TABLE FORMAT" Name Files [LooksBack]
        "a table as markdown, csv, …; the log: `:export log.md`";
    Import "import" "state FILE" File Files []
        "goes on from a state written by `:export state`";
    Limits "limits" "" Nothing Session [OnlyLooks]
        "the limits in force";
    Clear "clear" "" Nothing Session []
        "clears the screen";
    Quit "quit" "" Nothing Session []
        "leaves";
}

impl Command {
    fn info(self) -> &'static Info {
        COMMANDS.get(self as usize).expect("commands and what is known of them come from one list")
    }

    /// What it is good for.
    pub(crate) fn group(self) -> CommandGroup {
        self.info().group
    }

    /// Whether it only shows something, so that it may be asked for at a question.
    pub(crate) fn only_looks(self) -> bool {
        self.info().properties.contains(&Property::OnlyLooks)
    }

    /// Whether it needs all that was done before.
    pub(crate) fn looks_back(self) -> bool {
        self.info().properties.contains(&Property::LooksBack)
    }
}

/// Other names of commands, as other programs have them.
const ALIASES: &[(&str, Command)] = &[
    ("exit", Command::Quit),
    ("bye", Command::Quit),
    ("q", Command::Quit),
    ("h", Command::Help),
    ("u", Command::Undo),
    ("s", Command::Save),
    ("write", Command::Save),
    ("open", Command::Load),
    ("l", Command::Load),
    ("timers", Command::Time),
    ("timer", Command::Time),
    ("clock", Command::Time),
    ("due", Command::Time),
];

/// What a saving throw is made with, or against.
const SAVES: [&str; 21] = [
    "str",
    "dex",
    "con",
    "int",
    "wis",
    "cha",
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
    "fort",
    "fortitude",
    "reflex",
    "ref",
    "will",
    "death",
    "poison",
    "breath",
    "spells",
];

/// The commands that may be typed without a colon, where nothing has their name.
const PLAIN: &[&str] = &["help", "exit", "quit", "bye", "undo", "redo", "reroll", "save", "load", "clear"];

/// Whole lines that ask for a command in other words.
const SAID: &[(&str, Command)] = &[
    ("help me", Command::Help),
    ("help please", Command::Help),
    ("commands", Command::Help),
    ("/help", Command::Help),
    ("what are the commands", Command::Help),
    ("list commands", Command::Help),
    ("show commands", Command::Help),
    ("menu", Command::Help),
    ("man", Command::Help),
    ("save game", Command::Save),
    ("undo please", Command::Undo),
    ("undo that", Command::Undo),
    ("go back", Command::Undo),
    ("take that back", Command::Undo),
    ("roll again", Command::Reroll),
    ("again", Command::Reroll),
    ("same again", Command::Reroll),
    ("reroll that", Command::Reroll),
    ("one more time", Command::Reroll),
    ("cls", Command::Clear),
    ("clear screen", Command::Clear),
    ("exit()", Command::Quit),
    ("quit()", Command::Quit),
    ("logout", Command::Quit),
    ("tables", Command::Tables),
    ("list tables", Command::Tables),
    ("show tables", Command::Tables),
    ("show all tables", Command::Tables),
    ("list", Command::Tables),
    ("show party", Command::Party),
    ("show state", Command::State),
    ("state", Command::State),
    ("status", Command::State),
    ("show log", Command::Log),
    ("log", Command::Log),
    ("history", Command::History),
    ("show history", Command::History),
    ("last roll", Command::History),
    ("last rolls", Command::History),
    ("show time", Command::Time),
    ("timers", Command::Time),
    ("show timers", Command::Time),
    ("notes", Command::Log),
    ("show notes", Command::Log),
    ("limits", Command::Limits),
];

/// Commands of the command line, typed into a session: `tw odds 2d6`.
const OF_THE_SHELL: &[(&str, Command)] = &[
    ("tw odds ", Command::Odds),
    ("tw check ", Command::Load),
    ("tw run ", Command::Load),
    ("tw explain ", Command::Explain),
    ("open ", Command::Load),
    ("import ", Command::Load),
    ("use file ", Command::Load),
    ("explain TW", Command::Explain),
];

/// Whether a line of a script is for a session: a command with its colon, or one in plain words.
pub(crate) fn is_for_session(line: &str) -> bool {
    line.starts_with(':') || plain(line).is_some_and(|_| line.trim() != "list")
}

/// The command that is meant by a line of plain words: `help`, `?`, `undo 2`, `save night`, `tw odds 2d6`.
pub(crate) fn plain(line: &str) -> Option<(Command, &str)> {
    let line = line.trim();
    if let Some(topic) = line.strip_prefix('?').filter(|rest| !rest.contains(['{', ' '])) {
        return Some((Command::Help, topic.trim()));
    }
    let lower = line.to_ascii_lowercase();
    let said = lower.trim_end_matches(['.', '!', '?']);
    if lower == "!!" {
        return Some((Command::Reroll, ""));
    }
    if let Some((_, command)) = SAID.iter().find(|(known, _)| *known == said) {
        return Some((*command, ""));
    }
    if ["new table", "make a table", "make table", "create table", "create a table", "add table"]
        .contains(&said)
    {
        return Some((Command::Help, "table"));
    }
    if ["how do i ", "how to ", "how can i ", "what can i ", "what is this", "what now"]
        .iter()
        .any(|asks| lower.starts_with(asks))
    {
        return Some((Command::Help, ""));
    }
    let shell =
        OF_THE_SHELL.iter().find_map(|(begins, command)| Some((*command, line.strip_prefix(begins)?)));
    if let Some((command, rest)) = shell {
        let file = rest.trim();
        let is_file = [".tw", ".md", ".txt", ".csv", ".json"].iter().any(|end| file.ends_with(end));
        match command {
            Command::Explain if line.starts_with("explain TW") => {
                return line.strip_prefix("explain ").map(|code| (command, code));
            }
            Command::Load if !is_file => {}
            _ => return Some((command, file)),
        }
    }
    if let Some(file) = saved_as(line) {
        return Some((Command::Save, file));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = !matches!(word, "help" | "undo" | "save" | "load") && !rest.is_empty();
    // `save vs poison` and `save dex` are rolls, and no files.
    let is_roll = word == "save" && (rest.contains(' ') || SAVES.contains(&rest.to_lowercase().as_str()));
    let odd = is_roll || rest.starts_with(['=', '+', '-', '*', '(', '.', '[']);
    if !PLAIN.contains(&word) || alone || odd || line.contains('\n') {
        return None;
    }
    match read(&format!(":{word}")) {
        ParsedCommand::Command(command, _) => Some((command, rest)),
        ParsedCommand::Unknown(..) | ParsedCommand::Ambiguous(_) => None,
    }
}

/// The file of `save as x.tw`, `save the session to night`, `save this as "my night.tw"`.
fn saved_as(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let rest = lower.strip_prefix("save ")?;
    let what = ["the session ", "session ", "the game ", "game ", "everything ", "this ", "it ", "all "];
    let rest = what.iter().find_map(|what| rest.strip_prefix(what)).unwrap_or(rest);
    let file = ["as ", "to ", "in ", "into "].iter().find_map(|word| rest.strip_prefix(word))?;
    let file = line.get(line.len() - file.len()..)?.trim();
    let one = !file.is_empty() && (!file.contains(' ') || file.ends_with(".tw") || file.ends_with(".tw\""));
    one.then_some(file)
}

/// The command that a word is without its colon, or that one slip of the fingers made of a plain word: `time`, `hlep`.
pub(crate) fn nearly_plain(line: &str) -> Option<&'static str> {
    let word = line.trim();
    if let Some(info) = COMMANDS.iter().find(|info| info.name == word) {
        return Some(info.name);
    }
    let is_word = word.len() > 3 && word.chars().all(|c| c.is_ascii_alphanumeric());
    closest(word, PLAIN.iter().copied()).filter(|near| is_word && near.len() > 3)
}

/// What a line with a colon at its start asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParsedCommand<'a> {
    /// A command and what stands after it.
    Command(Command, &'a str),
    /// No command, with the nearest one.
    Unknown(&'a str, Option<&'static str>),
    /// The beginning of several commands.
    Ambiguous(&'a str),
}

/// The names that begin with `prefix`.
pub(crate) fn beginning_with(prefix: &str) -> impl Iterator<Item = &'static Info> + '_ {
    COMMANDS.iter().filter(move |info| info.name.starts_with(prefix))
}

/// Reads a line that begins with a colon.
pub(crate) fn read(line: &str) -> ParsedCommand<'_> {
    let line = line.trim_start().strip_prefix(':').unwrap_or(line);
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let rest = rest.trim();
    let lower = word.to_lowercase();
    if word.is_empty() && rest.starts_with('?') {
        return ParsedCommand::Command(Command::Help, rest.trim_start_matches('?').trim());
    }
    if let Some((_, command)) = ALIASES.iter().find(|(alias, _)| *alias == lower) {
        return ParsedCommand::Command(*command, rest);
    }
    if let Some(exact) = COMMANDS.iter().find(|info| info.name == lower) {
        return ParsedCommand::Command(exact.command, rest);
    }
    let mut fits = beginning_with(&lower).filter(|_| !lower.is_empty());
    match (fits.next(), fits.next()) {
        (Some(only), None) => ParsedCommand::Command(only.command, rest),
        (Some(_), Some(_)) => ParsedCommand::Ambiguous(word),
        (None, _) => ParsedCommand::Unknown(word, closest(&lower, COMMANDS.iter().map(|info| info.name))),
    }
}

/// What is known of a command.
pub(crate) fn about(command: Command) -> &'static Info {
    COMMANDS.iter().find(|info| info.command == command).expect("every command stands in the list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_that_fit_one_command_are_enough() {
        assert_eq!(read(":odds 2d6"), ParsedCommand::Command(Command::Odds, "2d6"));
        assert_eq!(read(":o 2d6"), ParsedCommand::Command(Command::Odds, "2d6"));
        assert_eq!(read(": "), ParsedCommand::Unknown("", None));
        assert_eq!(read(":q"), ParsedCommand::Command(Command::Quit, ""));
        assert!(matches!(read(":re"), ParsedCommand::Ambiguous("re")));
        assert_eq!(read(":odsd 2d6"), ParsedCommand::Unknown("odsd", Some("odds")));
        assert_eq!(read(":set"), ParsedCommand::Command(Command::Set, ""));
        assert_eq!(read(":undo3"), ParsedCommand::Command(Command::Undo, "3"));
        assert_eq!(read(":timers"), ParsedCommand::Command(Command::Time, ""));
    }

    #[test]
    fn a_session_is_saved_in_words() {
        for (line, file) in [
            ("save as x.tw", "x.tw"),
            ("Save to night", "night"),
            ("save the session as My Night.tw", "My Night.tw"),
            ("save this as \"x.tw\"", "\"x.tw\""),
        ] {
            assert_eq!(plain(line), Some((Command::Save, file)), "{line}");
        }
        for line in ["save vs poison", "save dex", "save against dc 15"] {
            assert_eq!(plain(line), None, "{line}");
        }
    }

    #[test]
    fn a_slip_in_a_plain_word_is_seen() {
        assert_eq!(nearly_plain("exit2"), Some("exit"));
        assert_eq!(nearly_plain("hlep"), Some("help"));
        assert_eq!(nearly_plain("2d6"), None);
        assert_eq!(nearly_plain("moor"), None);
    }

    #[test]
    fn every_command_is_listed_once() {
        for info in COMMANDS {
            assert_eq!(read(&format!(":{}", info.name)), ParsedCommand::Command(info.command, ""));
            assert!(info.help.len() < 64 && !info.help.ends_with('.'), "{}", info.name);
        }
    }
}
