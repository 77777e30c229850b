//! An editing session in headless Neovim, with the files of `editors/neovim`. Where there is no Neovim, nothing is
//! tried; CI installs one.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

const SOURCE: &str = "# é 𝄞\nlet strength = 3\n\ntable moor rolls d6\n  1-3: {2d6} eels\n  4-5: a boot\nend\n\n\
                      let x = 2 + strenght\nlet z = moor # at night\n";
const NOTE: &str = "# Bog\n\n## Finds\n\n| d4 | find |\n|---|---|\n| 1-2 | mud |\n| 4 | eel |\n";

/// What Neovim saw in a session with these files; nothing where there is no Neovim.
fn session(folder: &Path) -> Option<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = std::env::var_os("PATH")?;
    let script = root.join("tests/editors/neovim.lua");
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "-u", "NONE", "-i", "NONE", "-n"]);
    nvim.args(["--cmd", &format!("set runtimepath+={}", root.join("editors/neovim").display())]);
    nvim.args(["--cmd", "filetype plugin on", "--cmd", "syntax on"]);
    nvim.args(["-c", &format!("luafile {}", script.display())]);
    nvim.env_clear().env("PATH", path).env("HOME", folder).env("TW", env!("CARGO_BIN_EXE_tw"));
    nvim.env("FILE", folder.join("bog.tw"))
        .env("NOTE", folder.join("bog.md"))
        .env("OUT", folder.join("saw.json"));
    match nvim.output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => {
            println!("there is no Neovim here: nothing is tried");
            return None;
        }
    }
    let saw = std::fs::read_to_string(folder.join("saw.json")).expect("Neovim writes what it saw");
    Some(serde_json::from_str(&saw).expect("JSON"))
}

#[test]
fn a_file_is_mended_renamed_and_formatted_in_neovim() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bog.tw"), SOURCE).expect("written");
    std::fs::write(folder.path().join("bog.md"), NOTE).expect("written");
    let Some(saw) = session(folder.path()) else { return };
    assert_eq!(saw["trouble"], Value::Null, "{saw}");
    assert_eq!(
        (&saw["filetype"], &saw["syntax"], &saw["clients"]),
        (&json!("tablewright"), &json!(true), &json!(1))
    );
    assert_eq!((&saw["first"], &saw["second"]), (&json!(["TW0250", "TW0301"]), &json!(["TW0250"])), "{saw}");
    assert_eq!(saw["action"], "extend the row 4-5 to 4-6");
    let fixed = SOURCE.replace("strenght", "strength").replace("4-5", "4-6");
    assert_eq!(saw["fixed"], fixed);
    assert!(saw["hover"].as_str().is_some_and(|hover| hover.contains("| 4-6 | a boot | 50.00% |")), "{saw}");
    assert_eq!(saw["definition"], json!({"line": 3, "character": 6}));
    assert_eq!(saw["symbols"], json!(["strength", "moor", "x", "z"]));
    let renamed = fixed.replace("strength", "vigour");
    assert_eq!(saw["renamed"], renamed);
    assert_eq!(saw["offered"], json!(["vigour"]));
    let formatted = format!("{renamed}let y = vigour\ntable t rolls d2\n  1: mud\n  2: eels\nend\n");
    assert_eq!(saw["formatted"], formatted);
    assert_eq!(std::fs::read_to_string(folder.path().join("bog.tw")).expect("saved"), formatted);
    assert_eq!(saw["note"], json!(["TW0250"]));
}
