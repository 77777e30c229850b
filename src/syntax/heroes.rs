//! Heroes that are written as a list below `party`, or others below their roster: they belong in a table.

use super::assemble::Assembler;
use super::ast::TableBody;
use super::table_form::{is_bullet, is_end};
use super::words;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// A hero of a list: a name, and fields with their values.
type Hero<'t> = (&'t str, Vec<(&'t str, &'t str)>);

impl Assembler<'_> {
    /// Reports heroes in a list, with the table that holds the same.
    pub(super) fn listed_heroes(&mut self, head: Span) -> Option<TableBody> {
        let begin = self.lines.at();
        let mut end = begin;
        let mut items = Vec::new();
        let bulleted = self.lines.peek().is_some_and(|range| is_bullet(self.text[range].trim()));
        let is_hero = |line: &str| if bulleted { is_bullet(line) } else { is_written_out(line) };
        while let Some(range) = self.lines.peek().filter(|range| is_hero(self.text[range.clone()].trim())) {
            items.push(self.text[range.clone()].trim());
            end = range.end;
            self.lines.take();
        }
        if !bulleted
            && let Some(range) = self.lines.peek().filter(|range| is_end(self.text[range.clone()].trim()))
        {
            end = range.end;
            self.lines.take();
        }
        let span = self.builder.place(begin, end);
        let message = "what belongs here stands in a table, one row for each";
        let report = Diagnostic::error(&codes::UNEXPECTED, span, message).label(head, "below this");
        let heroes: Option<Vec<Hero<'_>>> = items.iter().map(|item| hero(item)).collect();
        self.builder.report(match heroes {
            Some(heroes) => report.surely("write them as a table", span, table_of(&heroes)),
            None => report.help("for example `| name | hp |` and below it `| Ash | 6 |`"),
        });
        Some(TableBody::Bullets(Vec::new()))
    }
}

/// Whether a line below `party` is a hero who is written as other languages write records: `ash: hero(str = 3)`.
pub(super) fn is_written_out(line: &str) -> bool {
    let line = line.trim();
    let Some((name, rest)) = line.split_once([':', '=']) else { return false };
    let name = name.trim();
    let is_named = !words::is_starting(name)
        && name.starts_with(char::is_alphabetic)
        && name.split(' ').all(|word| !word.is_empty() && word.chars().all(char::is_alphanumeric));
    let of_sheet = rest.trim().split_once(['(', '{']).is_some_and(|(sheet, _)| words::is_name(sheet.trim()));
    let Some((_, fields)) = hero(line).filter(|(_, fields)| is_named && !fields.is_empty()) else {
        return false;
    };
    let has_colon = line.get(name.len()..).is_some_and(|rest| rest.trim_start().starts_with(':'));
    let are_numbers = || fields.iter().all(|(_, value)| value.parse::<i64>().is_ok());
    of_sheet || has_colon && are_numbers()
}

/// `- Ash, hp 5`, `- Birch: hp 3, str 12`, `- Cole (hp 4)`, `ash: hero(str = 3)`, `bo = hero(str = 2)`.
fn hero(item: &str) -> Option<Hero<'_>> {
    let item = if is_bullet(item) { item.get(1..)?.trim() } else { item };
    let end = item.find([',', ':', '(', '=']).unwrap_or(item.len());
    let (name, rest) = item.split_at(end);
    let rest = rest.trim_start_matches([',', ':', '(', '=', ' ']).trim_end_matches([')', '}']);
    let of_sheet = rest.split_once(['(', '{']).filter(|(sheet, _)| words::is_name(sheet.trim()));
    let rest = of_sheet.map_or(rest, |(_, fields)| fields);
    let field = |part: &'_ str| -> Option<(usize, usize)> {
        let part_end = part.find([' ', '=', ':'])?;
        Some((part_end, part.len() - part[part_end..].trim_start_matches([' ', '=', ':']).len()))
    };
    let parts = rest.split(',').map(str::trim).filter(|part| !part.is_empty());
    let fields: Option<Vec<(&str, &str)>> = parts
        .map(|part| {
            let (end, value) = field(part)?;
            let (word, value) = (part.get(..end)?, part.get(value..)?.trim());
            let value = value.trim_matches('"');
            let is_value =
                !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "_+- '".contains(c));
            let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_') && is_value;
            plain.then_some((word, value))
        })
        .collect();
    let name = name.trim().trim_matches('*');
    let is_name = !name.is_empty() && !name.contains('|');
    fields.filter(|_| is_name).map(|fields| (name, fields))
}

fn table_of(heroes: &[Hero<'_>]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (word, _) in heroes.iter().flat_map(|(_, fields)| fields) {
        if !columns.contains(word) {
            columns.push(word);
        }
    }
    let row = |cells: Vec<&str>| format!("| {} |", cells.join(" | "));
    let headings: Vec<&str> = std::iter::once("name").chain(columns.iter().copied()).collect();
    let rule = row(vec!["---"; headings.len()]);
    let rows = heroes.iter().map(|(name, fields)| {
        let value =
            |column: &&str| fields.iter().find(|(word, _)| word == column).map_or("", |(_, value)| value);
        row(std::iter::once(*name).chain(columns.iter().map(value)).collect())
    });
    [row(headings), rule].into_iter().chain(rows).collect::<Vec<String>>().join("\n")
}
