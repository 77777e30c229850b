//! The command line as clap reads it: every command and flag, with its help and examples.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use super::args_pages::{DocArgs, DocFormat, ImportArgs, LibraryArgs};

/// Dice, tables and turn procedures for tabletop role-playing, with exact odds.
#[derive(Debug, Parser)]
#[command(
    name = "tw",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  tw                                  start an interactive session
  tw 4d6kh3                           roll
  tw odds 2d6                         the exact odds
  tw roll dungeon_turn.hazard         roll on a shipped table
  tw run delve.tw --seed 7            run a script
  tw explain TW0301                   what a report means

Without a command, `tw` runs the script on standard input, or starts a session at a terminal."
)]
pub(crate) struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// When colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourWhen {
    /// At a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What holds for every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// When to use colours.
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_possible_values = true)]
    pub color: Option<ColourWhen>,
    /// Draw with plain ASCII characters.
    #[arg(long, global = true)]
    pub ascii: bool,
    /// Columns to fit the output in.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub width: Option<u16>,
    /// Say less: no seed line, no warnings.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Ignore the configuration file.
    #[arg(long, global = true)]
    pub no_config: bool,
    /// Stop after this many seconds.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Change a limit; `tw limits` lists them.
    #[arg(long = "limit", global = true, value_name = "NAME=COUNT")]
    pub limits: Vec<String>,
}

/// The commands.
#[derive(Debug, Subcommand)]
// The flags of a command are built when it is the one that was given.
#[command(defer = true)]
pub(crate) enum CliCommand {
    /// Roll dice, tables, or any expression.
    Roll(RollArgs),
    /// Show the odds of an expression.
    Odds(OddsArgs),
    /// Run a script, or one of its procedures.
    Run(RunArgs),
    /// Look for mistakes in files without running them.
    Check(CheckArgs),
    /// Run the tests in your files.
    Test(TestArgs),
    /// Tidy up how files are written.
    Fmt(FmtArgs),
    /// Check files and run their tests whenever they change.
    Watch(WatchArgs),
    /// Turn a Markdown, CSV, Foundry, Datasworn or AnyDice file into a `.tw` file.
    Import(ImportArgs),
    /// Write a table in another format.
    Export(ExportArgs),
    /// List the rule-sets, the shipped ones and your own, and what is in them.
    Library(LibraryArgs),
    /// Write a rule-set as a page to read and print.
    Doc(DocArgs),
    /// Roll what a note asks for and fill in the results.
    Fill(FillArgs),
    /// Explain an error code, such as TW0301.
    Explain(ExplainArgs),
    /// List the limits on dice, steps, memory and output.
    Limits(LimitsArgs),
    /// Start a file of your own from an example.
    New(NewArgs),
    /// Start an interactive session.
    Repl(ReplArgs),
    /// Serve an editor: reports, odds and completion while you write.
    Lsp,
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the manual page.
    Man,
}

/// Where names, luck and options come from.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SourceArgs {
    /// Load this `.tw` or `.md` file first.
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Set a house rule.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

/// Where luck comes from.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LuckArgs {
    /// Roll from this seed: a number, or the text that a seed line shows.
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Use these faces, in order, instead of rolling; `ask` asks you for each roll.
    #[arg(long, value_name = "LIST|ask", value_delimiter = ',', allow_hyphen_values = true)]
    pub dice: Vec<String>,
}

/// What prompts are answered with beforehand.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Answering {
    /// Answer a question; repeat it to answer the next time the same question is asked.
    #[arg(long = "answer", value_name = "ID=VALUE")]
    pub answer: Vec<String>,
    /// Read answers from a file with lines `id: value`, or a JSON object; `id*: value` answers every time.
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Take the default answer to every question.
    #[arg(long)]
    pub defaults: bool,
}

/// Roll dice, tables, or any expression.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw roll 4d6kh3
  tw roll '6 times 4d6kh3' --seed 7
  tw roll dungeon_turn.hazard -n 3
  tw roll 'disposition[2d6 + 1]' -f moor.tw
  tw roll '2d6 + 3' --dice 5,4 --json")]
pub(crate) struct RollArgs {
    /// What to roll; several arguments are several rolls.
    #[arg(required = true, value_name = "EXPR", allow_negative_numbers = true)]
    pub exprs: Vec<String>,
    /// Where names come from.
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Roll this many times, one after the other: what a roll keeps or draws, the next one finds; a new `tw roll`
    /// begins anew.
    #[arg(short = 'n', long = "times", value_name = "N", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub times: u64,
    /// Where luck comes from.
    #[command(flatten)]
    pub luck: LuckArgs,
    /// How prompts are answered.
    #[command(flatten)]
    pub answering: Answering,
    /// Show every die and row on the way.
    #[arg(long)]
    pub trace: bool,
    /// Write JSON, one line for each roll.
    #[arg(long)]
    pub json: bool,
}

/// How odds are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OddsFormat {
    /// Bars that fit the terminal.
    Bars,
    /// A table with exact fractions.
    Table,
    /// Comma-separated values.
    Csv,
    /// JSON.
    Json,
    /// An SVG drawing.
    Svg,
    /// An HTML page.
    Html,
}

/// Show the odds of an expression.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw odds 4d6kh3
  tw odds 'adv d20' 'd20 + 5'
  tw odds 3d6 --at-least 15
  tw odds dungeon_turn.hazard --format table
  tw odds 'd20 + 8 >= 15' --json
  tw odds 'dungeon_turn.dungeon_turn().met' --answer deed=search
  tw odds -f old.tw --changed new.tw
  tw odds 'dungeon_turn.delve(8).met' --changed dungeon_turn.quiet_turns=3")]
pub(crate) struct OddsArgs {
    /// Expressions to show the odds of; several are compared.
    #[arg(required_unless_present = "changed", value_name = "EXPR", allow_negative_numbers = true)]
    pub exprs: Vec<String>,
    /// Where names come from.
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Show what another file, or a house rule, changes. Without EXPR, every table is compared.
    #[arg(long, value_name = "FILE|OPTION=VALUE")]
    pub changed: Option<String>,
    /// How questions are answered: the same every time.
    #[command(flatten)]
    pub answering: Answering,
    /// Give exact odds or fail; never take samples.
    #[arg(long, conflicts_with = "samples")]
    pub exact: bool,
    /// Estimate from this many samples instead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub samples: Option<u64>,
    /// Sample from this seed.
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Show the chance of this or more.
    #[arg(long, value_name = "K", conflicts_with = "at_most", allow_hyphen_values = true)]
    pub at_least: Option<String>,
    /// Show the chance of this or less.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub at_most: Option<String>,
    /// In each row, add the chance of that or more.
    #[arg(long, conflicts_with_all = ["or_less", "at_least", "at_most", "changed"])]
    pub or_more: bool,
    /// In each row, add the chance of that or less.
    #[arg(long, conflicts_with_all = ["at_least", "at_most", "changed"])]
    pub or_less: bool,
    /// Show at most this many rows, but never fewer than three.
    #[arg(long, value_name = "N")]
    pub rows: Option<usize>,
    /// How to show the odds.
    #[arg(long, alias = "to", value_enum, default_value_t = OddsFormat::Bars, hide_default_value = true)]
    pub format: OddsFormat,
    /// The same as `--format json`.
    #[arg(long)]
    pub json: bool,
}

/// Run a script, or one of its procedures.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw run delve.tw
  tw run delve.tw dungeon_turn --answer deed=search --seed 7
  tw run delve.tw delve 24 --save campaign/
  tw run delve.tw delve 1 --import-state day1.json --export-state day2.json
  tw run delve.tw --set dungeon_turn.quiet_turns=3 --json
  tw run delve.tw --dice ask --format markdown > journal.md
  tw run - < delve.tw")]
pub(crate) struct RunArgs {
    /// The script; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The procedure to run, as a call: `delve` or `delve(24)`. Without it, the file's own statements.
    #[arg(value_name = "PROCEDURE")]
    pub procedure: Option<String>,
    /// What the procedure takes, in order: `delve 24` is `delve(24)`.
    #[arg(value_name = "ARGUMENT", allow_negative_numbers = true)]
    pub arguments: Vec<String>,
    /// Where luck comes from.
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Set a house rule.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// How prompts are answered.
    #[command(flatten)]
    pub answering: Answering,
    /// Save the campaign in this folder, or continue the one in it.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Copy a damaged campaign and continue from before the damage.
    #[arg(long, requires = "save")]
    pub repair: bool,
    /// Read the files as they are now, and keep as much of the state as still fits.
    #[arg(long, requires = "save")]
    pub reload: bool,
    /// Abandon the run that is waiting at a question, with all its answers.
    #[arg(long = "drop", requires = "save")]
    pub drop_waiting: bool,
    /// Write all answers to a file that `--answers` can read.
    #[arg(long, value_name = "FILE")]
    pub write_answers: Option<PathBuf>,
    /// Continue from a state written by `--export-state` or `:export state`.
    #[arg(long, value_name = "FILE")]
    pub import_state: Option<PathBuf>,
    /// Write the state to this file when the run is done, replacing it.
    #[arg(long, value_name = "FILE")]
    pub export_state: Option<PathBuf>,
    /// Rule on each row before it is applied.
    #[arg(long)]
    pub referee: bool,
    /// Let rule-sets ask you what their policies would decide.
    #[arg(long)]
    pub ask_policies: bool,
    /// How to write the log.
    #[arg(long, alias = "to", value_enum, default_value_t = RunFormat::Text, hide_default_value = true)]
    pub format: RunFormat,
    /// The same as `--format json`: the log as JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// How a run is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// A transcript.
    Text,
    /// A transcript in Markdown, for a journal.
    Markdown,
    /// The log as JSON lines.
    Json,
}

/// How reports are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Excerpts of the file with the place marked.
    Human,
    /// One line each.
    Short,
    /// JSON lines.
    Json,
}

/// Look for mistakes in files without running them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw check moor.tw
  tw check *.tw notes.md --deny-warnings
  tw check moor.tw --json             one report a line, for other programs
  tw check moor.tw --fix              show what the fixes would change, and ask
  tw check moor.tw --fix --yes        apply them")]
pub(crate) struct CheckArgs {
    /// The files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Treat warnings as errors.
    #[arg(long)]
    pub deny_warnings: bool,
    /// Apply the fixes that reports offer; shows the difference first.
    #[arg(long)]
    pub fix: bool,
    /// With `--fix`, write without asking.
    #[arg(long, requires = "fix")]
    pub yes: bool,
    /// How to show reports.
    #[arg(long, alias = "to", value_enum, default_value_t = ReportFormat::Human, hide_default_value = true)]
    pub format: ReportFormat,
    /// The same as `--format json`: a report on each line.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

impl CheckArgs {
    /// How reports are shown.
    pub(crate) fn report_format(&self) -> ReportFormat {
        if self.json { ReportFormat::Json } else { self.format }
    }
}

/// Run the tests in your files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw test                             the tests of every file in this folder
  tw test moor.tw house/")]
pub(crate) struct TestArgs {
    /// Files or folders; by default the folder you are in.
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Write JSON, one line for each test.
    #[arg(long)]
    pub json: bool,
}

/// Tidy up how files are written.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw fmt moor.tw
  tw fmt --check moor.tw rules/
  tw fmt - < moor.tw")]
pub(crate) struct FmtArgs {
    /// Files or folders; `-` formats standard input to standard output.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Change nothing; fail if anything would change.
    #[arg(long)]
    pub check: bool,
}

/// Check files and run their tests whenever they change.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw watch moor.tw
  tw watch rules/                     every file in a folder

When a file changes, its tests run, and so do those of every watched file that uses it.")]
pub(crate) struct WatchArgs {
    /// Files or folders.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
}

/// What a table can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A Markdown pipe table.
    Markdown,
    /// Comma-separated values.
    Csv,
    /// A Foundry RollTable.
    Foundry,
    /// JSON.
    Json,
    /// An HTML page.
    Html,
}

/// Write a table in another format.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw export disposition -f moor.tw --to markdown
  tw export dungeon_turn.hazard --to foundry > hazard.json")]
pub(crate) struct ExportArgs {
    /// The table.
    #[arg(value_name = "TABLE")]
    pub table: String,
    /// Where names come from.
    #[command(flatten)]
    pub sources: SourceArgs,
    /// The format to write.
    #[arg(long, alias = "format", value_enum)]
    pub to: ExportFormat,
}

/// Roll what a note asks for and fill in the results.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw fill notes.md
  tw fill notes.md --seed 7           the same seed gives the same note
  tw fill - < notes.md                writes the filled note to standard output

Mark each place with two comments, which Markdown viewers hide:

  You find <!-- tw: 2d6 -->7<!-- /tw --> coins.

The text between them is replaced each time; with `tw once:`, only if it is empty.")]
pub(crate) struct FillArgs {
    /// The note; `-` is standard input, written to standard output.
    #[arg(value_name = "NOTE")]
    pub note: PathBuf,
    /// Files to load besides the note itself.
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Where luck comes from.
    #[command(flatten)]
    pub luck: LuckArgs,
    /// How prompts are answered.
    #[command(flatten)]
    pub answering: Answering,
}

/// Explain an error code, such as TW0301.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tw explain TW0301\n  tw explain          lists every code")]
pub(crate) struct ExplainArgs {
    /// The code, as shown in the report.
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// List the limits on dice, steps, memory and output.
#[derive(Debug, Args)]
pub(crate) struct LimitsArgs {
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Start a file of your own from an example.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tw new moor         writes moor.tw")]
pub(crate) struct NewArgs {
    /// The name; the file is `NAME.tw` in the folder you are in.
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// Start an interactive session.
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  tw repl
  tw repl moor.tw --seed 7
  tw repl --save campaign/

Every session starts with `startup.tw` beside your configuration, or with the file that TW_STARTUP
names, if there is one; --no-config ignores it.")]
pub(crate) struct ReplArgs {
    /// Files to load, as with `-f`.
    #[arg(value_name = "FILE")]
    pub also: Vec<PathBuf>,
    /// Where names come from.
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Where luck comes from.
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Save the campaign in this folder, or continue the one in it.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Copy a damaged campaign and continue from before the damage.
    #[arg(long, requires = "save")]
    pub repair: bool,
    /// Let rule-sets ask you what their policies would decide.
    #[arg(long)]
    pub ask_policies: bool,
}

/// Write a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tw completions bash > ~/.local/share/bash-completion/completions/tw")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}
/// A time in seconds.
///
/// # Errors
/// It is no number above 0.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "expected a number of seconds above 0, such as `2.5`".to_owned())
}
