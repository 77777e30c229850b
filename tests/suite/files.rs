//! Files are read and written whole or not at all, and what is not a regular file is left alone.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const HALL: &str = "\
use \"rooms/cave.tw\"
keep doors = 0

procedure turn
  doors += cave.down()
  choose deed: \"What now?\" from [\"search\", \"rest\"] default \"rest\"
  say \"{doors} {deed} {d100}\"
end procedure

say \"in we go\"
";

fn run(folder: &Path, args: &[&str]) -> Ran {
    Tw::new().within(folder).args(args.iter().copied()).run()
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success());
}

/// A folder with a program, and a pipe, a link out, a link to nothing and a folder in it.
fn hostile() -> tempfile::TempDir {
    let folder =
        folder_with("hall.tw", "choose deed: \"What?\" from [\"a\", \"b\"] default \"a\"\nkeep n = 1\n");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("game")).expect("a folder");
    std::fs::write(at("secret"), "keep m = 1  \n").expect("written");
    pipe(&at("game/pipe"));
    symlink("../secret", at("game/out")).expect("a link");
    symlink("gone", at("game/lost")).expect("a link");
    std::fs::create_dir(at("game/folder")).expect("a folder");
    folder
}

#[test]
fn nothing_waits_at_a_pipe_or_reads_a_device() {
    let folder = hostile();
    for file in ["game/pipe", "/dev/zero", "game/folder"] {
        for args in [
            &["fmt", file][..],
            &["check", file],
            &["import", file],
            &["run", file],
            &["roll", "d6", "-f", file],
            &["run", "hall.tw", "--answers", file],
            &["run", "hall.tw", "--import-state", file],
        ] {
            // A folder is formatted and checked by what is in it.
            if file == "game/folder" && matches!(args[0], "fmt" | "check") {
                continue;
            }
            let ran = run(folder.path(), args);
            assert_eq!(ran.code, 5, "{args:?}: {ran:?}");
            assert!(ran.err.contains("regular file"), "{args:?}: {ran:?}");
        }
    }
}

#[test]
fn only_regular_files_are_replaced() {
    let folder = hostile();
    for file in ["game/pipe", "game/out", "game/lost", "game/folder", "/dev/null"] {
        for flag in ["--write-answers", "--export-state"] {
            let ran = run(folder.path(), &["run", "hall.tw", "--defaults", flag, file]);
            assert_eq!(ran.code, 5, "{flag} {file}: {ran:?}");
            assert!(ran.err.contains("cannot be written"), "{flag} {file}: {ran:?}");
        }
    }
    let formatted = run(folder.path(), &["fmt", "game/out"]);
    assert_eq!(formatted.code, 5, "{formatted:?}");
    assert!(std::fs::symlink_metadata(folder.path().join("game/pipe")).is_ok_and(|meta| !meta.is_file()));
    let secret = std::fs::read_to_string(folder.path().join("secret")).expect("it is there");
    assert_eq!(secret, "keep m = 1  \n");
    assert!(Path::new("/dev/null").symlink_metadata().is_ok_and(|meta| !meta.is_file()));
}

#[test]
fn the_mode_of_what_is_replaced_is_kept() {
    let folder = folder_with("hall.tw", "keep n = 1  \n");
    let at = |name: &str| folder.path().join(name);
    let set = |name: &str, mode| {
        std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    let mode = |name: &str| std::fs::metadata(at(name)).expect("it is there").mode() & 0o777;
    set("hall.tw", 0o640);
    assert_eq!(run(folder.path(), &["fmt", "hall.tw"]).code, 0);
    std::fs::write(at("state"), "").expect("written");
    set("state", 0o600);
    assert_eq!(run(folder.path(), &["run", "hall.tw", "--export-state", "state"]).code, 0);
    assert_eq!((mode("hall.tw"), mode("state")), (0o640, 0o600));
}

/// Where a file may not grow, as on a full disk.
#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let folder = folder_with("hall.tw", "keep n = 1  \n");
    let tw = env!("CARGO_BIN_EXE_tw");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec '{tw}' \"$@\"");
    for args in [&["fmt", "hall.tw"][..], &["new", "moor"], &["run", "hall.tw", "--save", "camp"]] {
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).args(args).current_dir(folder.path());
        let ran = command.stdin(Stdio::null()).output().expect("it runs");
        assert_eq!(ran.status.code(), Some(5), "{args:?}: {ran:?}");
    }
    let text = std::fs::read_to_string(folder.path().join("hall.tw")).expect("it is there");
    assert_eq!(text, "keep n = 1  \n");
    let left = |path: &Path| {
        let names = std::fs::read_dir(path).expect("a folder").flatten();
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    assert!(left(folder.path()).iter().all(|name| name == "hall.tw" || name == "camp"));
    assert_eq!(left(&folder.path().join("camp")), ["lock"]);
    let begun = run(folder.path(), &["run", "hall.tw", "--save", "camp"]);
    assert_eq!(begun.code, 0, "{begun:?}");
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    // Only some systems have it.
    if full().is_err() {
        return;
    }
    for args in [&["--help"][..], &["--version"], &["run", "--help"], &["explain"], &["d6"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
        let ran = command.args(args).stdout(full().expect("it opens")).output().expect("it runs");
        assert_eq!(ran.status.code(), Some(5), "{args:?}: {ran:?}");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains("standard output"), "{args:?}: {said}");
    }
}

/// A campaign that was begun in a folder `old`, and the folder that this lies in.
fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("old/rooms")).expect("a folder");
    std::fs::write(at("old/hall.tw"), HALL).expect("written");
    std::fs::write(at("old/rooms/cave.tw"), "use \"../deep.tw\"\nfn down() = deep.steps()\n")
        .expect("written");
    std::fs::write(at("old/deep.tw"), "fn steps() = 2\n").expect("written");
    let ran = run(&at("old"), &["run", "hall.tw", "--save", "camp", "--seed", "7"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = turn(&at("old"));
    assert!(ran.out.starts_with("2 rest"), "{ran:?}");
    folder
}

fn turn(folder: &Path) -> Ran {
    run(folder, &["run", "hall.tw", "turn", "--save", "camp", "--defaults", "-q"])
}

#[test]
fn a_campaign_goes_on_where_its_folder_was_moved() {
    let (stays, moves) = (begun(), begun());
    let stayed = turn(&stays.path().join("old"));
    std::fs::create_dir(moves.path().join("elsewhere")).expect("a folder");
    let new = moves.path().join("elsewhere/new");
    std::fs::rename(moves.path().join("old"), &new).expect("moved");
    let moved = turn(&new);
    assert_eq!((moved.code, &moved.out, &moved.err), (0, &stayed.out, &stayed.err));
    assert!(moved.out.starts_with("4 rest"), "{moved:?}");
    // Where the sources lie now is where they are read again.
    std::fs::write(new.join("deep.tw"), "fn steps() = 5\n").expect("written");
    let again = run(&new, &["run", "hall.tw", "turn", "--save", "camp", "--defaults", "-q", "--reload"]);
    assert!(again.out.starts_with("9 rest"), "{again:?}");
}

#[test]
fn a_campaign_goes_on_without_its_sources() {
    let (stays, moves) = (begun(), begun());
    let entry = |folder: &Path| {
        let tw = Tw::new().within(folder).args(["repl", "--save", "camp", "-q"]);
        tw.stdin("do turn()\ndoors\n").run()
    };
    let stayed = run(&stays.path().join("old"), &["roll", "d6"]);
    assert_eq!(stayed.code, 0);
    let other = tempfile::tempdir().expect("a folder");
    std::fs::rename(moves.path().join("old/camp"), other.path().join("camp")).expect("moved");
    drop(moves);
    let ran = entry(other.path());
    // The turn asks what nobody answers.
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.out.ends_with("2\n"), "{ran:?}");
    assert!(ran.err.contains("is gone"), "{ran:?}");
}

#[test]
fn a_campaign_leaves_alone_what_is_not_its_own() {
    for (name, text) in [("journal", "dear diary"), ("journal", "dear diary,\nit rained\n")] {
        let folder = folder_with("hall.tw", "keep n = 1\n");
        std::fs::create_dir(folder.path().join("camp")).expect("a folder");
        let path = folder.path().join("camp").join(name);
        std::fs::write(&path, text).expect("written");
        for more in [&[][..], &["--repair"]] {
            let args = [&["run", "hall.tw", "--save", "camp"], more].concat();
            let ran = run(folder.path(), &args);
            assert_eq!(ran.code, 5, "{ran:?}");
            assert!(ran.err.contains("not the journal"), "{ran:?}");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
    }
    for name in ["journal", "lock", "sources", "snapshot"] {
        for kind in ["pipe", "link", "link to a folder"] {
            let folder = folder_with("hall.tw", "keep n = 1\n");
            let at = |name: &str| folder.path().join(name);
            std::fs::create_dir(at("camp")).expect("a folder");
            std::fs::write(at("own"), "mine\n").expect("written");
            std::fs::create_dir(at("own folder")).expect("a folder");
            match kind {
                "pipe" => pipe(&at("camp").join(name)),
                "link" => symlink("../own", at("camp").join(name)).expect("a link"),
                _ => symlink("../own folder", at("camp").join(name)).expect("a link"),
            }
            let ran = run(folder.path(), &["run", "hall.tw", "--save", "camp"]);
            // A snapshot is only a comfort.
            assert_eq!(ran.code, if name == "snapshot" { 0 } else { 5 }, "{name}, {kind}: {ran:?}");
            assert_eq!(std::fs::read_to_string(at("own")).expect("it is there"), "mine\n");
            let count = std::fs::read_dir(at("own folder")).expect("a folder").count();
            assert_eq!(count, 0, "{name}, {kind}");
        }
    }
}

/// A folder with a file that uses another, and second names for it.
fn with_names() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("part.tw"), "table t\n- a\n- b\n").expect("written");
    std::fs::write(
        at("s.tw"),
        "use \"part.tw\"\nchoose deed: \"What?\" from [\"rest\", \"go\"]\nsay \"{deed}\"\n",
    )
    .expect("written");
    std::fs::write(at("note.md"), "# T\n\n| d2 | what |\n|----|------|\n| 1 | a |\n| 2 | b |\n")
        .expect("written");
    std::fs::write(at("given"), "deed: rest\n# mine\n").expect("written");
    std::fs::create_dir(at("sub")).expect("a folder");
    std::fs::hard_link(at("s.tw"), at("hard.tw")).expect("a second name");
    symlink("s.tw", at("link.tw")).expect("a link");
    folder
}

#[test]
fn no_output_replaces_what_is_read_or_another_output() {
    let folder = with_names();
    let before = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let names = ["s.tw", "part.tw", "note.md", "given"];
    let texts = names.map(before);
    assert_eq!(
        run(folder.path(), &["run", "s.tw", "--save", "camp", "--defaults", "--answer", "deed=go"]).code,
        0
    );
    let journal = before("camp/journal");
    let cases: [&[&str]; 14] = [
        &["doc", "s.tw", "-o", "s.tw"],
        &["doc", "s.tw", "-o", "part.tw"],
        &["doc", "note.md", "-o", "sub/../note.md"],
        &["doc", "s.tw", "-o", "hard.tw"],
        &["run", "s.tw", "--write-answers", "s.tw"],
        &["run", "./s.tw", "--export-state", "sub/../s.tw"],
        &["run", "s.tw", "--export-state", "hard.tw"],
        &["run", "s.tw", "--export-state", "part.tw"],
        &["run", "s.tw", "--answers", "given", "--write-answers", "given"],
        &["run", "s.tw", "--answers", "given", "--export-state", "given"],
        &["run", "s.tw", "--export-state", "o", "--write-answers", "o"],
        &["run", "s.tw", "--export-state", "o", "--write-answers", "sub/../o"],
        &["run", "s.tw", "--save", "camp", "--drop", "--export-state", "camp/journal"],
        &["run", "s.tw", "--save", "camp", "--drop", "--write-answers", "camp/sources/x"],
    ];
    for args in cases {
        let all = args.iter().copied().chain(["--answer", "deed=rest"]);
        let all: Vec<&str> = if args[0] == "run" { all.collect() } else { args.to_vec() };
        let ran = run(folder.path(), &all);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains("nothing was written: name another file"), "{args:?}: {ran:?}");
        assert_eq!((names.map(before), before("camp/journal")), (texts.clone(), journal.clone()), "{args:?}");
        assert!(!folder.path().join("o").exists(), "{args:?}");
    }
    assert_eq!(run(folder.path(), &["doc", "s.tw", "-o", "link.tw"]).code, 2);
    assert_eq!(run(folder.path(), &["doc", "s.tw", "-o", "page.html"]).code, 0);
}

#[test]
fn the_session_writes_over_nothing_and_says_what_to_type() {
    let folder = with_names();
    for command in [":export answers", ":export", ":export state"] {
        let name = if command == ":export" { "log.md" } else { "given" };
        std::fs::write(folder.path().join(name), "mine\n").expect("written");
        let ran =
            Tw::new().within(folder.path()).args(["repl"]).stdin(&format!("d6\n{command} {name}\n")).run();
        let free = name.replace("given", "given-2").replace("log.", "log-2.");
        assert!(
            ran.err.contains("already exists") && ran.err.contains(&format!("`{command} {free}`")),
            "{ran:?}"
        );
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).expect("a file"), "mine\n");
        let ran =
            Tw::new().within(folder.path()).args(["repl"]).stdin(&format!("d6\n{command} {free}\n")).run();
        assert!(ran.out.contains(&format!("wrote {free}")), "{ran:?}");
        std::fs::remove_file(folder.path().join(&free)).expect("removed");
    }
}

#[test]
fn a_link_that_leads_nowhere_is_called_one() {
    let folder = folder_with("hall.tw", "keep n = 1\n");
    symlink("nowhere.tw", folder.path().join("dang.tw")).expect("a link");
    for args in [&["fmt", "dang.tw"][..], &["fill", "dang.tw"], &["check", "dang.tw"], &["run", "dang.tw"]] {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 5, "{args:?}: {ran:?}");
        let told = ran.err.replace("\n       ", " ");
        assert!(told.contains("a link to `nowhere.tw`, which is not there"), "{args:?}: {ran:?}");
    }
}
