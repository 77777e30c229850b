//! Text from outside never drives the terminal: names of files, arguments, answers, states, journals and what
//! other programs wrote, with sequences that would move the cursor, colour or hide.

use std::path::{Path, PathBuf};

use crate::support::program::{Ran, Tw};
use crate::support::terminal::Terminal;

/// Clears the screen, colours, sets a title; the eight-bit form; an override of the direction of writing.
const EVIL: &str = "\u{1b}[2J\u{1b}[5m\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\r";

fn is_hostile(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}')
}

fn holds_nothing_hostile(ran: &Ran, args: &[&str]) {
    for text in [&ran.out, &ran.err] {
        assert!(!text.replace("\r\n", "\n").chars().any(is_hostile), "{args:?}: {text:?}");
    }
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    let evil = EVIL.replace('\r', "");
    let source = "choose deed: \"What?\" from [\"rest\", \"go\"]\ntable t\n- a\n- b\n\nsay \"{deed}\"\n";
    write("good.tw", source);
    write(&format!("{evil}.tw"), &format!("{source}use \"{evil}\"\n"));
    write("bad.tw", &format!("say \"{evil}\"\nlet {evil} = 1\nuse \"x{evil}.tw\"\n"));
    write("answers", &format!("{evil}: rest\ndeed: {evil}\n"));
    write("state.json", &format!("{{\"tw\":1,\"kind\":\"{evil}\",\"{evil}\":{{}}}}"));
    write("list.txt", &format!("1. a{evil}\n2. b\n"));
    write("table.csv", &format!("d6,what{evil}\n1,{evil}\n2,b\n"));
    let row = "{\"range\":[1,1],\"text\":\"EVIL\",\"type\":\"text\"}".replace("EVIL", "\\u001b[2J\\u202e");
    write("table.json", &format!("{{\"name\":\"\\u001b[5m\",\"formula\":\"1d1\",\"results\":[{row}]}}"));
    write("note.md", &format!("# {evil}\n\n| d2 | what |\n|----|------|\n| 1 | {evil} |\n| 2 | b |\n"));
    folder
}

#[test]
fn nothing_from_outside_drives_the_terminal() {
    let folder = folder();
    let evil = EVIL.replace('\r', "");
    let (file, pair, key) = (format!("{evil}.tw"), format!("{evil}=rest"), format!("deed={evil}"));
    let lines: Vec<Vec<&str>> = vec![
        vec!["run", "good.tw", "--answer", &pair, "--defaults"],
        vec!["run", "good.tw", "--answer", &key],
        vec!["run", "good.tw", "--answer", EVIL],
        vec!["run", "good.tw", "--answers", "answers"],
        vec!["run", "good.tw", "--answers", &file],
        vec!["run", "good.tw", "--json", "--answer", &pair],
        vec!["run", "good.tw", "--import-state", "state.json"],
        vec!["run", "good.tw", EVIL],
        vec!["run", &file],
        vec!["odds", "d6", "-f", "good.tw", "--answer", &pair],
        vec!["odds", EVIL],
        vec!["roll", EVIL],
        vec!["roll", "d6", "--seed", EVIL],
        vec!["roll", "d6", "--dice", EVIL],
        vec!["roll", "--json", EVIL],
        vec!["check", "bad.tw"],
        vec!["check", "bad.tw", "--format", "short"],
        vec!["check", "bad.tw", "--format", "json"],
        vec!["check", &file],
        vec!["check", "--fix", &file],
        vec!["fmt", "--check", &file, "bad.tw"],
        vec!["test", &file],
        vec!["library", EVIL],
        vec!["explain", EVIL],
        vec!["doc", EVIL],
        vec!["doc", &file],
        vec!["fill", "note.md", "-f", &file],
        vec!["export", EVIL, "-f", &file],
        vec!["import", "list.txt"],
        vec!["import", "table.csv"],
        vec!["import", "table.json"],
        vec!["import", "note.md"],
        vec!["import", &file],
        vec!["new", &file],
        vec!["limits", "--limit", EVIL],
        vec!["repl", "-f", &file],
        vec!["repl", "--save", "good.tw"],
        vec![EVIL],
        vec!["run", EVIL, "--answer"],
        vec!["--color", EVIL],
    ];
    for args in lines {
        for color in ["never", "always"] {
            let all = args.iter().copied().chain(["--color", color]);
            let ran = Tw::new().within(folder.path()).args(all).run();
            let shown = Ran {
                // Our own colours are asked for there; what is left of a sequence shows.
                out: without_colours(&ran.out),
                err: without_colours(&ran.err),
                code: ran.code,
            };
            holds_nothing_hostile(&shown, &args);
            assert!((0..=5).contains(&ran.code), "{args:?}: {ran:?}");
            assert!(!ran.out.contains("\u{1b}[5m") && !ran.err.contains("\u{1b}[5m"), "{args:?}");
        }
    }
}

fn without_colours(text: &str) -> String {
    let ours = fancy_regex::Regex::new("\u{1b}\\[(?:[012]|1;3[0-9]|3[0-9]|9[0-7]|38;5;[0-9]{1,3})m")
        .expect("a pattern");
    ours.replace_all(text, "").into_owned()
}

#[test]
fn nothing_that_is_typed_drives_the_terminal() {
    let folder = folder();
    let evil = EVIL.replace('\r', "");
    let commands = [
        "",
        ":load ",
        ":save ",
        ":import state ",
        ":export state ",
        ":odds ",
        ":trace ",
        ":set ",
        ":seed ",
        ":help ",
        ":explain ",
        ":dice ",
        ":why ",
        ":tables ",
        ":export log ",
        ":export log x",
        ":odds d6 --answer ",
    ];
    let typed: String = commands.iter().map(|command| format!("{command}{evil}\n")).collect();
    for args in [&["repl"][..], &["repl", "--save", "camp"]] {
        let ran = Tw::new().within(folder.path()).args(args.iter().copied()).stdin(&typed).run();
        holds_nothing_hostile(&ran, args);
    }
}

#[test]
fn only_the_door_writes_to_the_terminal() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 200, "{}", files.len());
    let ways = ["stdout()", "stderr()", "println!", "eprint!", "eprintln!", "print!(", "dbg!(", "io::stdout"];
    for file in files.iter().filter(|file| !file.ends_with("front/door.rs")) {
        let text = std::fs::read_to_string(file).expect("a source");
        for (nth, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or("");
            // The bar of progress has words of its own only, and is drawn by its library.
            let code = code.replace("ProgressDrawTarget::stderr()", "").replace("use_stderr()", "");
            let found = ways.iter().find(|way| code.contains(**way));
            assert!(found.is_none(), "{}:{nth}: {line}", file.display());
        }
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, files),
            false if path.extension().is_some_and(|ending| ending == "rs") => files.push(path),
            false => {}
        }
    }
}

/// A space of no width, marks of direction, and others that only hide: they belong to some languages' texts.
const HIDDEN: &str = "a\u{200b}b\u{200e}c\u{200f}d\u{2060}e\u{61c}f\u{feff}g";

#[test]
fn what_only_hides_is_in_files_and_pipes_and_on_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("hid.tw", &format!("table t \"{HIDDEN}\"\n- {HIDDEN}\n- b\n\nsay \"{HIDDEN}\"\n"));
    write("hid.csv", &format!("d2,what\n1,{HIDDEN}\n2,b\n"));
    write("hid.txt", &format!("1. {HIDDEN}\n2. b\n"));
    write(
        "hid.json",
        &format!(
            "{{\"name\":\"t\",\"formula\":\"1d1\",\"results\":[{{\"range\":[1,1],\"text\":\"{HIDDEN}\",\"type\":\"text\"}}]}}"
        ),
    );
    let lines: [&[&str]; 13] = [
        &["import", "hid.csv"],
        &["import", "hid.txt"],
        &["import", "hid.json"],
        &["export", "t", "-f", "hid.tw", "--to", "markdown"],
        &["export", "t", "-f", "hid.tw", "--to", "csv"],
        &["export", "t", "-f", "hid.tw", "--to", "foundry"],
        &["export", "t", "-f", "hid.tw", "--to", "html"],
        &["doc", "hid.tw"],
        &["doc", "hid.tw", "--to", "markdown"],
        &["odds", "t", "-f", "hid.tw", "--format", "csv"],
        &["odds", "t", "-f", "hid.tw", "--format", "svg"],
        &["run", "hid.tw"],
        &["run", "hid.tw", "--format", "markdown"],
    ];
    for args in lines {
        let ran = Tw::new().within(folder.path()).args(args.iter().copied()).run();
        assert!(ran.out.contains(HIDDEN) && !ran.out.contains('\u{fffd}'), "{args:?}: {ran:?}");
        holds_nothing_hostile(&ran, args);
        assert!(!ran.err.contains('\u{200b}'), "{args:?}: {ran:?}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    Tw::new().within(folder.path()).args(["doc", "hid.tw", "-o", "hid.html"]).run();
    let typed = ":load hid.tw\nsay \"{t}\"\nsay \"{t}\"\n:export log.md\n:export log.txt\n";
    let with_dice = Tw::new().within(folder.path()).args(["repl", "--dice", "1,1"]).stdin(typed).run();
    for name in ["hid.html", "log.md", "log.txt"] {
        assert!(read(name).contains(HIDDEN), "{name}: {} {with_dice:?}", read(name));
    }
    // Reports are read at terminals, wherever they are sent.
    let ran = Tw::new().within(folder.path()).args(["odds", HIDDEN]).run();
    assert!(ran.err.contains("a\u{fffd}b") && !ran.err.contains('\u{200b}'), "{ran:?}");
    let mut terminal = Terminal::start_at(folder, &["odds", "t", "-f", "hid.tw"]);
    terminal.see("50.00%");
    let seen = String::from_utf8_lossy(&terminal.seen);
    assert!(seen.contains("a\u{fffd}b\u{fffd}c") && !seen.contains('\u{200b}'), "{seen}");
}

/// What is typed, pasted or completed is drawn by the line editor itself: none of it drives the terminal either.
#[test]
fn the_line_that_is_typed_does_not_drive_the_terminal() {
    let pasted = "say \"a\u{202e}\u{9b}31mb\u{200b}\u{7}c\"";
    for color in ["always", "never"] {
        let folder = folder();
        let evil = "zq\u{1b}]0;pwn\u{7}\u{202e}\u{9b}31m.tw";
        std::fs::write(folder.path().join(evil), "let x = 1\n").expect("written");
        let mut terminal = Terminal::start_at(folder, &["repl", "--no-config", "--color", color]);
        terminal.next_prompt();
        terminal.keys(":load zq\t\t").see(":load zq").line("").next_prompt();
        terminal.paste(pasted).see("a31mbc").next_prompt();
        terminal.line("say \"t\u{202e}\u{200f}u\"").next_prompt();
        // The end of a word that is looked for stands in the prompt.
        terminal.keys("\u{12}\u{202e}").see("i-search").keys("\u{7}").line("").next_prompt();
        assert_eq!(terminal.leave(), 0);
        shows_nothing_hostile(&terminal.seen);
        let mut terminal = Terminal::start_at(self::folder(), &["run", "good.tw", "--color", color]);
        terminal.see("»").keys("z\u{202e}\u{200f}y\u{15}").line("rest").end();
        shows_nothing_hostile(&terminal.seen);
    }
}

fn shows_nothing_hostile(seen: &[u8]) {
    let seen = String::from_utf8_lossy(seen).replace('\r', "");
    // The line editor moves the cursor and colours, and does nothing else.
    let own = fancy_regex::Regex::new("\u{1b}\\[[0-9;?]*[a-zA-Z]").expect("a pattern");
    let left = own.replace_all(&seen, "").into_owned();
    let is_hidden = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}');
    let found = left.chars().find(|c| is_hostile(*c) || is_hidden(*c));
    assert_eq!(found, None, "{left:?}");
}
