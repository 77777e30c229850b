//! `tw import` and `tw export`.

use std::path::Path;

use super::args::ImportArgs;
use super::input::read_text;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::{Tint, clean};
use crate::interop::{
    Carried, ImportError, import_anydice, import_csv, import_json, import_lines, import_markdown,
};

/// `tw import FILE`.
pub(crate) fn import(args: &ImportArgs, console: &Console) -> Result<Exit, AppError> {
    let text = read_text(&args.file, console)?;
    let extension = args.file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let stem =
        args.file.file_stem().map_or_else(|| "table".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let carried = match extension.as_deref() {
        Some("csv" | "tsv" | "tab") => import_csv(&text, &stem),
        Some("anydice") => import_anydice(&text),
        Some("json") => import_json(&text),
        Some("txt" | "text") => import_lines(&text, &stem),
        _ => import_markdown(&text).or_else(|error| match error {
            // A list in a note has no pipes.
            ImportError::NoTable => import_lines(&text, &stem),
            ImportError::Broken(_) => Err(error),
        }),
    };
    match carried {
        Ok(carried) => give(&carried, console),
        Err(error) => {
            let help = "`.csv` and `.tsv` are read as columns, `.json` as a RollTable of Foundry or as Datasworn, `.txt` as a list, `.anydice` as a program, all else as Markdown";
            Err(AppError::Import {
                path: shown(&args.file),
                reason: error.to_string(),
                help: help.to_owned(),
            })
        }
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Prints what came out, and says what was lost.
pub(crate) fn give(carried: &Carried, console: &Console) -> Result<Exit, AppError> {
    console.print(&clean(&carried.text))?;
    if !console.quiet {
        for lost in &carried.lost {
            console.remark(&format!("{}: {}\n", console.err().tint(Tint::Note, "note"), clean(lost)));
        }
    }
    Ok(Exit::Done)
}
