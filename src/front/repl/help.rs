//! `:help`: one screen of what can be typed, and on a word the part of the documentation that is about it.

use super::actions::Actions;
use super::commands::{COMMANDS, CommandGroup};
use super::topics;
use crate::base::closest;
use crate::front::app::AppError;
use crate::front::render::wrap::{columns, pad, wrap};
use crate::front::render::{Style, Tint, clean_line};
use crate::session::Session;
use crate::syntax::words;

impl Actions<'_> {
    /// Shows the help, or what a word is about: a part of the documentation under that title, a command, a
    /// part whose title mentions it, a word of the language, and whatever has that name, in this order.
    pub(super) fn help(&self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let console = self.console;
        match rest {
            "" => return console.print(&overview(console.out())),
            "commands" => return console.print(&commands(console.out())),
            "topics" => return console.print(&listed_topics(console.out())),
            _ => {}
        }
        if let Some(topic) = topics::titled(rest) {
            return console.print(&topics::show(&topic, console.out()));
        }
        if let Some(text) = command_help(rest, console.out()) {
            return console.print(&text);
        }
        if let Some(topic) = topics::mentioned_in_title(rest) {
            return console.print(&topics::show(&topic, console.out()));
        }
        if let Some(text) = keyword_help(rest, console.out()) {
            return console.print(&text);
        }
        if session.lookup().describe(rest).is_some() {
            return self.info(session, rest);
        }
        let known: Vec<String> = topics::all().into_iter().map(|topic| topic.title.to_lowercase()).collect();
        let known = known.iter().map(String::as_str).chain(COMMANDS.iter().map(|info| info.name));
        let help = match closest(&rest.to_lowercase(), known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`:help topics` lists the topics".to_owned(),
        };
        self.refuse(format!("there is no help on `{}`", clean_line(rest)), &help)
    }
}

/// All there is on one screen of 24 lines.
fn overview(look: Style) -> String {
    let mut out = String::new();
    let intro = "Type dice (4d6kh3), a table (dungeon_turn.hazard), a sum or a definition.";
    for line in wrap(intro, look.width) {
        out.push_str(&format!("{line}\n"));
    }
    out.push('\n');
    let width = CommandGroup::ALL.iter().map(|group| columns(group.name())).max().unwrap_or(0);
    for group in CommandGroup::ALL {
        let own = COMMANDS.iter().filter(|info| info.command.group() == *group);
        let usages: Vec<String> =
            own.map(|info| format!(":{} {}", info.name, info.usage).trim_end().to_owned()).collect();
        for (nth, line) in in_lines(&usages, look.width.saturating_sub(width + 4)).iter().enumerate() {
            let name = if nth == 0 { group.name() } else { "" };
            let name = look.tint(Tint::Title, pad(name, width)).to_string();
            out.push_str(&format!("  {name}  {line}\n"));
        }
    }
    out.push('\n');
    for line in [
        ":help commands   what each command does; `:o 2d6` is enough for `:odds 2d6`",
        ":help tables     the documentation on tables; `:help topics` lists all of it",
        ":help hazard     what a name stands for",
    ] {
        out.push_str(&format!("  {line}\n"));
    }
    out
}

/// Pieces with two spaces between them, in lines of at most this width; no piece is broken.
fn in_lines(pieces: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if columns(line) + 2 + columns(piece) <= width => {
                line.push_str("  ");
                line.push_str(piece);
            }
            _ => lines.push(piece.clone()),
        }
    }
    lines
}

/// Every command with what it does.
fn commands(look: Style) -> String {
    let line = |info: &super::commands::Info| {
        let usage = pad(&format!(":{} {}", info.name, info.usage), 20);
        format!("  {} {}\n", look.tint(Tint::Title, usage), info.help)
    };
    COMMANDS.iter().map(line).collect()
}

/// The titles of the documentation, page by page.
fn listed_topics(look: Style) -> String {
    let mut out = String::new();
    for (page, _) in topics::PAGES {
        let titles = topics::all().into_iter().filter(|topic| topic.page == *page).map(|topic| topic.title);
        let titles = titles.collect::<Vec<_>>().join(", ");
        for line in wrap(&titles, look.width.saturating_sub(2).max(30)) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    out
}

/// What a command does, where a word is one's name.
fn command_help(word: &str, look: Style) -> Option<String> {
    let name = word.trim_start_matches(':');
    let info = COMMANDS.iter().find(|info| info.name == name)?;
    let usage = format!(":{} {}", info.name, info.usage);
    Some(format!("  {}  {}\n", look.tint(Tint::Title, usage.trim_end()), info.help))
}

/// A line to start from for a word of the language, and where the documentation is about it.
fn keyword_help(word: &str, look: Style) -> Option<String> {
    let example = words::example(word);
    if example.is_none() && !words::is_reserved(word) {
        return None;
    }
    let mut out = String::new();
    if let Some(example) = example {
        out.push_str(&format!("  {}\n", look.tint(Tint::Help, example)));
    }
    let about = topics::about(word)?;
    out.push_str(&format!("  `{word}` is explained in `:help {}`\n", about.title.to_lowercase()));
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_a_screen_and_names_every_command() {
        let shown = overview(Style { width: 80, ascii: true, ..Style::default() });
        // The line that asks for it and the prompt below it are on the screen, too.
        assert!(shown.lines().count() <= 22, "{shown}");
        assert!(shown.lines().all(|line| columns(line) <= 80), "{shown}");
        for info in COMMANDS {
            assert!(shown.contains(&format!(":{}", info.name)), "{}", info.name);
        }
    }

    #[test]
    fn words_of_the_language_are_explained_in_a_part_that_is_there() {
        for word in ["repeat", "otherwise", "when"] {
            let help = keyword_help(word, Style::default()).expect("help");
            let title = help.split(":help ").nth(1).and_then(|rest| rest.split('`').next()).expect("a title");
            assert!(topics::titled(title).is_some(), "{help}");
        }
        assert_eq!(keyword_help("moor", Style::default()), None);
    }
}
