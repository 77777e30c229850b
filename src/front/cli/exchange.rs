//! `tw import` and `tw export`.

use std::path::Path;

use super::args::ImportArgs;
use super::input::read_text;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::{Tint, clean};
use crate::interop::{Carried, import_csv, import_foundry, import_markdown};

/// `tw import FILE`.
pub fn import(args: &ImportArgs, console: &Console) -> Result<Exit, AppError> {
    let text = read_text(&args.file, console)?;
    let extension = args.file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let stem =
        args.file.file_stem().map_or_else(|| "table".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let carried = match extension.as_deref() {
        Some("csv") => import_csv(&text, &stem),
        Some("json") => import_foundry(&text),
        _ => import_markdown(&text),
    };
    match carried {
        Ok(carried) => give(&carried, console),
        Err(error) => {
            let help = "Markdown, CSV and Foundry's RollTable JSON are told apart by the file's ending";
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
pub fn give(carried: &Carried, console: &Console) -> Result<Exit, AppError> {
    console.print(&clean(&carried.text))?;
    if !console.quiet {
        for lost in &carried.lost {
            console.remark(&format!("{}: {}\n", console.err.tint(Tint::Note, "note"), clean(lost)));
        }
    }
    Ok(Exit::Done)
}
