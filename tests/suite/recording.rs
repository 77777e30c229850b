//! The picture in the README is what the program shows: a session typed into a terminal of 80 × 24, one
//! frame for each entry, drawn as an animated SVG.
//!
//! `TW_BLESS=1 cargo test --test suite recording::` draws it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::terminal::Terminal;

const ROWS: u16 = 24;
const COLS: u16 = 80;
/// Pixels of a character, and around the screen.
const CHAR: (f64, f64) = (8.4, 18.0);
const EDGE: f64 = 14.0;
/// Seconds for which a frame stands.
const STANDS: f64 = 4.0;

/// What is typed, and what the screen shows once it is done.
const ENTRIES: [(&str, &str); 6] = [
    ("4d6kh3", "= "),
    (
        "table moor\n| 2d6   | On the moor         |\n|-------|---------------------|\n| 2–5   | Wind                |\n| 7–11  | {d6 + 1} crows      |\n| 12    | A pedlar            |\n",
        "TW0250",
    ),
    (
        "table moor\n| 2d6   | On the moor         |\n|-------|---------------------|\n| 2–6   | Wind                |\n| 7–11  | {d6 + 1} crows      |\n| 12    | A pedlar            |\n",
        "moor",
    ),
    ("moor", "moor →"),
    (":odds moor", "exact"),
    (":odds 4d6kh3", "mean 12.2446"),
];

/// A piece of a line in one style.
struct Run {
    col: u16,
    text: String,
    class: String,
}

fn class_of(cell: &vt100::Cell) -> String {
    let mut class = match cell.fgcolor() {
        vt100::Color::Default => String::new(),
        vt100::Color::Idx(index) => format!("c{index} "),
        vt100::Color::Rgb(red, green, blue) => format!("x{red:02x}{green:02x}{blue:02x} "),
    };
    if cell.bold() {
        class.push_str("b ");
    }
    if cell.dim() {
        class.push_str("d ");
    }
    class.trim_end().to_owned()
}

/// The pieces of a line, blanks at their ends left out.
fn runs(screen: &vt100::Screen, row: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for col in 0..COLS {
        let Some(cell) = screen.cell(row, col).filter(|cell| cell.has_contents()) else { continue };
        let class = class_of(cell);
        match runs.last_mut() {
            Some(run)
                if run.class == class
                    && usize::from(run.col) + run.text.chars().count() == usize::from(col) =>
            {
                run.text.push_str(cell.contents());
            }
            _ => runs.push(Run { col, text: cell.contents().to_owned(), class }),
        }
    }
    runs.retain(|run| !run.text.trim().is_empty());
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A screen as the inside of an SVG group.
fn frame(screen: &vt100::Screen) -> String {
    let mut out = String::new();
    for row in 0..ROWS {
        for run in runs(screen, row) {
            let (x, y) = (EDGE + f64::from(run.col) * CHAR.0, EDGE + f64::from(row + 1) * CHAR.1 - 5.0);
            let width = run.text.chars().count();
            #[allow(clippy::cast_precision_loss)]
            let length = width as f64 * CHAR.0;
            let class =
                if run.class.is_empty() { String::new() } else { format!(" class=\"{}\"", run.class) };
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\"{class} xml:space=\"preserve\">{}</text>",
                escaped(&run.text)
            );
        }
    }
    out
}

/// All frames as one picture: each stands for a while, the last one where nothing may move.
fn drawn(frames: &[String]) -> String {
    let (width, height) = (EDGE * 2.0 + f64::from(COLS) * CHAR.0, EDGE * 2.0 + f64::from(ROWS) * CHAR.1);
    #[allow(clippy::cast_precision_loss)]
    let (count, all) = (frames.len() as f64, frames.len() as f64 * STANDS);
    let share = 100.0 / count;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"A Tablewright session: a roll, a table with a gap and its report, the table mended, \
         and its odds\">\n<style>\n\
         rect {{ fill: #16181d }}\n\
         text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d7dae0 }}\n\
         .b {{ font-weight: bold }} .d {{ opacity: .6 }}\n\
         .c1, .c9 {{ fill: #f0717a }} .c2, .c10 {{ fill: #8fce7f }} .c3, .c11 {{ fill: #e5c07b }}\n\
         .c4, .c12 {{ fill: #71b3f5 }} .c5, .c13 {{ fill: #c98bdb }} .c6, .c14 {{ fill: #63c6cf }}\n\
         .c8 {{ fill: #8a909c }}\n\
         g {{ visibility: hidden; animation: show {all}s step-end infinite }}\n\
         @keyframes show {{ 0% {{ visibility: visible }} {share:.3}% {{ visibility: hidden }} }}\n\
         @media (prefers-reduced-motion: reduce) {{ g {{ animation: none }} g:last-of-type {{ visibility: visible }} }}\n\
         </style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\"/>\n"
    );
    for (at, frame) in frames.iter().enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let delay = at as f64 * STANDS;
        let _ = write!(out, "<g style=\"animation-delay: {delay}s\">\n{frame}</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

#[test]
fn the_picture_shows_what_the_program_shows() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal =
        Terminal::start_sized(home, &["repl", "--seed", "7", "--color", "always"], (ROWS, COLS));
    terminal.next_prompt();
    let mut frames = Vec::new();
    for (typed, shows) in ENTRIES {
        if typed.contains('\n') {
            terminal.paste(typed);
        } else {
            terminal.keys(typed).see(typed).keys("\r");
        }
        terminal.next_prompt().see(shows);
        frames.push(frame(terminal.cells()));
    }
    let picture = drawn(&frames);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/session.svg");
    if std::env::var_os("TW_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, picture).expect("the picture can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "docs/session.svg is not what the program shows; TW_BLESS=1 draws it anew");
}
