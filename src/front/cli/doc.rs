//! `tw doc`.

use std::path::{Path, PathBuf};

use super::args::{DocArgs, DocFormat, LuckArgs};
use super::start::{prepare, session, set_options, show_reports, was_interrupted};
use crate::diag::Diagnostic;
use crate::front::apart::{Output, keep_apart};
use crate::front::app::{AppError, Exit};
use crate::front::cli::args::ReportFormat;
use crate::front::console::Console;
use crate::front::doc::{Handbook, html};
use crate::front::files::{self, Links};
use crate::front::render::{clean, clean_line};
use crate::modules::{Origin, SourceText};
use crate::session::{Session, near};

/// `tw doc NAME|FILE`.
pub(crate) fn doc(args: &DocArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&LuckArgs::default(), console)?;
    let is_file = [".tw", ".md", ".markdown"].iter().any(|ending| args.of.ends_with(ending))
        || args.of.contains(['/', '\\']);
    let name = if is_file {
        if !prepare(&mut session, &[args.of.clone().into()], &args.set, console)? {
            return Ok(Exit::Fault);
        }
        session.inspect().started().last().map_or_else(String::new, ToString::to_string)
    } else {
        if !take_rules(&mut session, &args.of, args, console)? {
            return Ok(Exit::Fault);
        }
        args.of.clone()
    };
    if let Some(path) = &args.output {
        let read = session.texts_read().keys().map(PathBuf::from).collect::<Vec<_>>();
        keep_apart(&[Output { flag: "-o", path }], &read)?;
    }
    let Some(handbook) = Handbook::of(&mut session, &name) else {
        return Err(AppError::usage(
            format!("there is nothing in `{}` to write about", args.of),
            "`tw library` lists the rule-sets",
        ));
    };
    let text = handbook.markdown();
    let text = match format(args) {
        DocFormat::Markdown => clean(&text).into_owned(),
        DocFormat::Html => html(&title(&text), &clean(&text)),
    };
    // Odds that were not worked out would be missing from the page.
    if was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    match &args.output {
        None => console.print(&text)?,
        Some(path) => {
            files::replace(path, &text, Links::Within)?;
            if !console.quiet {
                console.remark(&format!("wrote {}\n", clean_line(&path.to_string_lossy())));
            }
        }
    }
    Ok(Exit::Done)
}

fn format(args: &DocArgs) -> DocFormat {
    let ending = args.output.as_deref().and_then(Path::extension);
    let by_ending =
        ending.filter(|ending| *ending == "md" || *ending == "markdown").map(|_| DocFormat::Markdown);
    args.to.or(by_ending).unwrap_or(DocFormat::Html)
}

/// The first heading.
fn title(markdown: &str) -> String {
    markdown.lines().next().unwrap_or("").trim_start_matches('#').trim().to_owned()
}

/// Loads a rule-set by its name; `Ok(false)` where it has mistakes.
fn take_rules(
    session: &mut Session,
    name: &str,
    args: &DocArgs,
    console: &Console,
) -> Result<bool, AppError> {
    let all: Vec<_> = session.rule_sets().collect();
    if !all.iter().any(|rules| *rules.name == *name) {
        let help = match near(&all, name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`tw library` lists the rule-sets; a file is named with its ending".to_owned(),
        };
        return Err(AppError::usage(format!("there is no rule-set `{name}`"), help));
    }
    let origin = Origin::Session("<doc>".into());
    let text = format!("use {name}\n");
    let reports = session.load_text(SourceText { name: "<doc>".into(), text: text.into(), origin });
    if reports.iter().any(Diagnostic::is_error) {
        show_reports(&reports, session, ReportFormat::Human, console)?;
        return Ok(false);
    }
    set_options(session, &args.set, console)
}
