//! What of a note is read, and what names it: its tables, its lists under a die, and its code.

use std::ops::Range;

use super::counted::{self, CountedLines};
use super::dashes::is_delimiter;
use super::keyed::{self, KeyedEntry};
use super::list_key::is_numbers;
use super::naming::rolled_sum;
use super::note_blocks::{NoteBlock, blocks};
use super::note_tables;
use super::plain;
use super::rolled::is_roll_heading;

/// A title, and where it stands.
pub(super) type Title = (String, Range<usize>);

/// What of a Markdown file is read, in order.
pub(super) enum MarkdownPart {
    Table {
        at: Range<usize>,
        title: Option<Title>,
        id: Option<String>,
    },
    /// A list that its title names the die of.
    List {
        at: Range<usize>,
        /// The lines of it, in as many pieces as paragraphs between them make.
        pieces: Vec<Range<usize>>,
        title: Title,
        die: String,
    },
    /// Entries whose numbers cover the die that their title names.
    Keyed {
        at: Range<usize>,
        entries: Vec<KeyedEntry>,
        title: Title,
        die: String,
    },
    Lines(CountedLines),
    Code(Range<usize>),
}

impl MarkdownPart {
    /// Where it stands.
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            MarkdownPart::Table { at, .. }
            | MarkdownPart::List { at, .. }
            | MarkdownPart::Keyed { at, .. }
            | MarkdownPart::Code(at) => at.clone(),
            MarkdownPart::Lines(lines) => lines.rows.clone(),
        }
    }
}

/// The tables, lists and code blocks of a text with what names them.
pub(super) fn parts(text: &str) -> Vec<MarkdownPart> {
    let blocks = blocks(text);
    let mut reader =
        PartReader { text, found: Vec::new(), heading: None, title: None, said: None, told: None, done: 0 };
    for (nth, block) in blocks.iter().enumerate() {
        if block.at().start >= reader.done {
            reader.block(block, &blocks[nth..]);
        }
    }
    reader.found
}

struct PartReader<'t> {
    text: &'t str,
    found: Vec<MarkdownPart>,
    /// The heading above.
    heading: Option<Title>,
    /// The heading, or a caption below it.
    title: Option<Title>,
    /// A line such as `d12 Monster` directly above a list.
    said: Option<Title>,
    /// A sentence there that tells its reader to roll.
    told: Option<Title>,
    /// What begins before this has been read.
    done: usize,
}

impl PartReader<'_> {
    /// Reads a block, the first of these.
    fn block(&mut self, block: &NoteBlock, blocks: &[NoteBlock]) {
        match block {
            NoteBlock::Heading { words, at } => {
                let words = plain::shown(without_heading_id(words)).into_owned();
                self.heading = Some((words, at.clone())).filter(|(words, _)| !words.is_empty());
                self.title = self.heading.clone();
                (self.said, self.told) = (None, None);
            }
            NoteBlock::List { at } => {
                let (said, told) = (self.said.take(), self.told.take());
                let named = counted::with_die(said.clone().or(told), self.title.as_ref());
                if named.is_some_and(|title| self.keyed(&title, at.start, blocks)) {
                    return;
                }
                if let Some(title) = counted::with_die(said, self.title.as_ref()) {
                    let list = rolled_list(self.text, at.clone(), title, self.found.last_mut());
                    self.found.extend(list);
                }
            }
            NoteBlock::Paragraph { words, at, in_list: true } => self.caption(words, at),
            NoteBlock::Paragraph { words, at, in_list: false } => self.paragraph(words, at, blocks),
            NoteBlock::Table { at } => {
                let (at, id) = without_block_id(self.text, without_closing_braces(self.text, at.clone()));
                let title = counted::with_die(self.said.take(), self.title.as_ref());
                self.found.push(MarkdownPart::Table { at, title, id });
            }
            NoteBlock::Code { at } => self.found.push(MarkdownPart::Code(at.clone())),
            NoteBlock::Other { .. } => {}
        }
    }

    /// A paragraph may be the rest of a table, a table without a rule, lines with numbers, or a caption.
    fn paragraph(&mut self, words: &str, at: &Range<usize>, blocks: &[NoteBlock]) {
        let written = &self.text[at.clone()];
        if goes_on_with_bars(self.text, written, at, self.found.last_mut()) {
            return;
        }
        if let Some((above, rows)) = rows_with_bars(self.text, at) {
            let own = self.text.get(above.clone()).and_then(counted::die_line).map(|own| (own, above));
            let said = own.or(self.said.clone()).or(self.told.clone());
            let title = counted::with_die(said, self.title.as_ref());
            // Numbers between bars, with no head above them, are a table where something says what is rolled.
            let heading = self.text.get(rows.clone()).map_or("", note_tables::first_cell);
            let has_die = title.as_ref().is_some_and(|(title, _)| keyed::faces_of(title).is_some());
            if has_die || !is_numbers(heading) {
                (self.said, self.told) = (None, None);
                self.found.push(MarkdownPart::Table { at: rows, title, id: None });
                return;
            }
        }
        let first = at.start..at.start + written.find('\n').unwrap_or(written.len());
        let own = counted::die_line(&self.text[first.clone()]).map(|own| (own, first.clone()));
        let (said, told) = (self.said.take(), self.told.take());
        let below = if own.is_some() { first.end } else { at.start };
        let titled = counted::with_die(own.or_else(|| said.clone()).or(told), self.title.as_ref());
        if titled.is_some_and(|title| self.keyed(&title, below, blocks)) {
            return;
        }
        let titled = counted::with_die(said, self.title.as_ref());
        if let Some(counted) = counted::in_paragraph(self.text, at.clone(), titled.as_ref()) {
            self.found.push(MarkdownPart::Lines(counted));
            return;
        }
        let alone = Some(written.trim()).filter(|written| !written.contains('\n'));
        self.said = alone.and_then(counted::die_line).map(|said| (said, at.clone()));
        self.told = alone.and_then(counted::told_die).map(|told| (told, at.clone()));
        self.caption(words, at);
    }

    /// Reads entries that cover the die of a title, from a place in the first of these blocks on; whether there are
    /// any.
    fn keyed(&mut self, title: &Title, from: usize, blocks: &[NoteBlock]) -> bool {
        let Some((die, faces)) = keyed::faces_of(&title.0) else { return false };
        let lists = blocks.iter().enumerate().map_while(|(nth, block)| match block {
            NoteBlock::List { at } | NoteBlock::Paragraph { at, in_list: false, .. } => {
                Some(Some(if nth == 0 { from..at.end } else { at.clone() }))
            }
            NoteBlock::Paragraph { in_list: true, .. } => Some(None),
            NoteBlock::Heading { .. }
            | NoteBlock::Table { .. }
            | NoteBlock::Code { .. }
            | NoteBlock::Other { .. } => None,
        });
        let lists: Vec<Range<usize>> = lists.flatten().collect();
        let Some((entries, used)) = keyed::covering(self.text, &lists, faces) else { return false };
        let end = lists.get(used.saturating_sub(1)).map_or(from, |at| at.end);
        // A table, code or a heading in an entry is no text.
        let mut within = blocks
            .iter()
            .skip_while(|block| block.at().start < from)
            .take_while(|block| block.at().start < end);
        let is_text = |block: &NoteBlock| {
            !matches!(block, NoteBlock::Table { .. } | NoteBlock::Code { .. } | NoteBlock::Heading { .. })
        };
        if !within.all(is_text) {
            return false;
        }
        let at = entries.first().map_or(from, |entry| entry.at.start)
            ..entries.last().map_or(end, |entry| entry.at.end);
        self.found.push(MarkdownPart::Keyed { at, entries, title: title.clone(), die });
        self.done = end;
        // A caption names the one list below it.
        self.title = self.heading.clone();
        true
    }

    fn caption(&mut self, words: &str, at: &Range<usize>) {
        name_by_paragraph(words, &self.text[at.clone()], at.clone(), &mut self.title, &mut self.found);
    }
}

/// `Weather ^weather`, `Weather {#weather}`: a heading's id is none of its words.
pub(super) fn without_heading_id(heading: &str) -> &str {
    let heading = match heading.trim_end().strip_suffix('}').and_then(|rest| rest.rsplit_once('{')) {
        Some((words, id)) if id.starts_with(['#', '.', ':']) && !words.trim().is_empty() => words.trim_end(),
        Some(_) | None => heading,
    };
    match heading.trim().rsplit_once(" ^") {
        Some((words, id)) if !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            words.trim_end()
        }
        Some(_) | None => heading,
    }
}

/// The lines of a paragraph with bars, at least two of them, and what stands above: a table without a rule below its
/// head, which is none for Markdown. Without bars around them, the first line begins with dice or a number, and all have
/// as many bars.
fn rows_with_bars(text: &str, at: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let bare = |line: &str| line.trim_matches(['>', ' ', '\t', '\n', '\r']).to_owned();
    let is_closed = |line: &str| line.len() > 2 && line.starts_with('|') && line.ends_with('|');
    let heads = |line: &str| {
        let first = note_tables::first_cell(line);
        line.contains('|')
            && (counted::one_die(first).is_some()
                || !first.is_empty() && is_roll_heading(first)
                || is_numbers(first))
    };
    let mut begins = at.start;
    let mut rows: Option<usize> = None;
    let mut lines: Vec<String> = Vec::new();
    for line in text.get(at.clone())?.split_inclusive('\n') {
        let shown = bare(line);
        if rows.is_none() && (is_closed(&shown) || heads(&shown)) {
            rows = Some(begins);
        }
        if rows.is_some() && !shown.is_empty() {
            lines.push(shown);
        }
        begins += line.len();
    }
    let bars = |line: &String| line.matches('|').count() - line.matches("\\|").count();
    let alike = lines.first().map_or(0, bars) > 0
        && lines.iter().all(|line| Some(bars(line)) == lines.first().map(bars));
    let rows = rows.filter(|_| lines.len() > 1 && (alike || lines.iter().all(|line| is_closed(line))))?;
    let written = text.get(rows..at.end)?.trim_end();
    Some((at.start..rows, rows..rows + written.len()))
}

/// A table's lines without the `}}` right below them, which closes a block of Homebrewery, and is a row for Markdown.
fn without_closing_braces(text: &str, at: Range<usize>) -> Range<usize> {
    let mut lines = text[at.clone()].trim_end();
    while let Some((above, last)) = lines.rsplit_once('\n')
        && !last.trim().is_empty()
        && last.trim().trim_matches('|').trim().chars().all(|c| c == '}')
    {
        lines = above.trim_end();
    }
    at.start..at.start + lines.len()
}

/// A list of numbers, or of bullets with numbers as keys, whose title names one die, which its first and last
/// number are the least and the most of: `In the sacks (d6)` and six entries. Where it goes on with the numbers of
/// the list `above` it, beyond a paragraph, it is a part of that.
fn rolled_list(
    text: &str,
    at: Range<usize>,
    title: (String, Range<usize>),
    above: Option<&mut MarkdownPart>,
) -> Option<MarkdownPart> {
    let slice = text.get(at.clone())?.trim_end();
    let at = at.start..at.start + slice.len();
    let keys = keys_of(slice)?;
    if let Some(MarkdownPart::List { at: whole, pieces, title: (_, place), .. }) = above
        && *place == title.1
        && let Some((_, last)) =
            pieces.last().and_then(|piece| keys_of(&text[piece.clone()])?.last().copied())
        && keys.first().is_some_and(|(first, _)| *first == last + 1)
    {
        whole.end = at.end;
        pieces.push(at);
        return None;
    }
    let sum = rolled_sum(&title.0).map(str::to_owned);
    let (die, whole) = match (sum, counted::one_die(&title.0)) {
        (Some(sum), _) => (sum, true),
        (None, Some((die, dice))) => {
            let (least, most) = counted::ends_of(dice)?;
            let ends = keys.first()?.0 == least && keys.last()?.1 == most;
            // Where the title leaves no doubt, what is missing is reported.
            (die.to_owned(), ends || counted::rolled_die(&title.0).is_some())
        }
        (None, None) => return None,
    };
    let pieces = vec![at.clone()];
    (whole && keys.len() > 1).then_some(MarkdownPart::List { at, pieces, title, die })
}

/// The numbers of a list, line by line. What is nested, or goes on over several lines, is for whoever imports the
/// note.
fn keys_of(list: &str) -> Option<Vec<(u32, u32)>> {
    let lines = list.lines().filter(|line| !line.trim().is_empty());
    let mut keys: Vec<(u32, u32)> = lines.map(super::table_form::number_of).collect::<Option<_>>()?;
    for at in 1..keys.len() {
        let before = keys[at - 1].1;
        if super::table_form::is_last_face(keys[at].0, before) {
            keys[at] = (before + 1, before + 1);
        }
    }
    Some(keys)
}

/// Rows with bars below a table, beyond a blank line, which ends a table for Markdown: they are the rest of it.
fn goes_on_with_bars(text: &str, written: &str, at: &Range<usize>, above: Option<&mut MarkdownPart>) -> bool {
    let Some(MarkdownPart::Table { at: table, id: None, .. }) = above else { return false };
    let is_closed = |line: &str| line.trim().starts_with('|') && line.trim().ends_with('|');
    let bars = |line: &str| line.matches('|').count() - line.matches("\\|").count();
    let is_blank = |between: &str| between.trim_matches(['>', ' ', '\t', '\r', '\n']).is_empty();
    let is_next = text.get(table.end..at.start).is_some_and(is_blank);
    // A head begins another table.
    let first = written.lines().next().map_or("", note_tables::first_cell);
    let above = text.get(table.clone()).and_then(|above| above.lines().last()).unwrap_or("");
    // Without bars around them, they have as many as the row above, and a number in front.
    let is_open = |line: &str| {
        !is_closed(above) && bars(line) == bars(above) && is_numbers(note_tables::first_cell(line))
    };
    let has_bars =
        |line: &str| is_closed(line.trim_start_matches(['>', ' '])) || bars(line) > 0 && is_open(line);
    // The first rows may stand beyond a blank line as well.
    let is_row = first.is_empty()
        || is_delimiter(above)
        || is_numbers(first) == is_numbers(note_tables::first_cell(above));
    let goes_on = is_next && is_row && written.lines().all(has_bars);
    if goes_on {
        table.end = at.start + written.trim_end().len();
    }
    goes_on
}

/// A table's lines, and the block id in the line directly below them, which Markdown takes for a row.
fn without_block_id(text: &str, at: Range<usize>) -> (Range<usize>, Option<String>) {
    let lines = text[at.clone()].trim_end();
    let last = lines.rfind('\n').map_or(0, |line| line + 1);
    let id = lines[last..].trim().strip_prefix('^').filter(|id| !id.contains(['|', ' ']));
    match id {
        Some(id) => (at.start..at.start + last, Some(id.to_owned())),
        None => (at, None),
    }
}

/// A paragraph may be a block id, which names the table above it, or a caption for the table below.
fn name_by_paragraph(
    paragraph: &str,
    written: &str,
    at: Range<usize>,
    title: &mut Option<(String, Range<usize>)>,
    found: &mut [MarkdownPart],
) {
    let shown = paragraph.trim();
    if let Some(block) = shown.strip_prefix('^')
        && !block.contains(char::is_whitespace)
    {
        if let Some(MarkdownPart::Table { id, .. }) = found.last_mut() {
            *id = Some(block.to_owned());
        }
        return;
    }
    let written = written.trim();
    let die_behind = written.starts_with("**") && written.ends_with(')') && written.contains("** (");
    let is_bold = die_behind
        || (written.starts_with("**") && written.ends_with("**"))
        || (written.starts_with('*') && written.ends_with('*'))
        || (written.starts_with('_') && written.ends_with('_'));
    let is_caption = is_bold || shown.starts_with("Table:") || shown.starts_with("Table ");
    if is_caption && !written.contains('\n') {
        let caption = shown.strip_prefix("Table:").unwrap_or(shown).trim();
        let caption = plain::shown(caption).into_owned();
        // `**Roll d4**` under a heading says what is rolled, and the heading what on.
        if !title.as_ref().is_some_and(|(title, _)| counted::says_only_die(&caption, title)) {
            *title = Some((caption, at));
        }
    }
}
