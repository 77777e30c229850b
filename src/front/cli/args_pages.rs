//! The arguments of the commands that look at rule-sets and bring tables in.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Turn a Markdown, CSV, Foundry, Datasworn, AnyDice or Perchance file into a `.tw` file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw import notes.md > moor.tw
  tw import table.csv
  tw import foundry-table.json        Foundry's, or Datasworn's
  tw import program.anydice           its names, functions and outputs
  tw import generator.perchance       its lists, and what they name in brackets")]
pub(crate) struct ImportArgs {
    /// A Markdown, CSV, TSV, list, JSON, AnyDice or Perchance file; `-` is Markdown on standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to turn it into.
    #[arg(long, value_name = "FORM", default_value = "tw", value_parser = ["tw"], hide_default_value = true)]
    pub to: String,
}

/// Look at the rule-sets: the shipped ones and your own.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw library                          the rule-sets
  tw library dungeon_turn             what one holds
  tw library dungeon_turn hazard      one item with its source

Your own rule-sets are in one folder: `tw library -v` says where. TW_RULES names another.")]
pub(crate) struct LibraryArgs {
    /// A rule-set.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// An item of it.
    #[arg(value_name = "ITEM", requires = "name")]
    pub item: Option<String>,
    /// Show the odds beside each row of the item.
    #[arg(long, requires = "item")]
    pub odds: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// What a handbook can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocFormat {
    /// One page, ready to print.
    Html,
    /// Markdown.
    Markdown,
}

/// Write a rule-set as a page to read and print.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tw doc delving -o delving.html      a shipped rule-set as one page
  tw doc moor.tw -o moor.md           a file of your own as Markdown
  tw doc delving --to markdown")]
pub(crate) struct DocArgs {
    /// A rule-set, or a `.tw` or `.md` file.
    #[arg(value_name = "NAME|FILE")]
    pub of: String,
    /// The format; by default that of the file's ending, otherwise HTML.
    #[arg(long, alias = "format", value_enum)]
    pub to: Option<DocFormat>,
    /// Write to this file, replacing it; by default, to standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Set a house rule.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}
