//! How input is mangled: by bytes, words, tokens and lines.

use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;

/// Numbers that look like luck and are the same each time.
pub struct Order(u64);

impl Order {
    pub fn new(seed: u64) -> Order {
        Order(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `n`.
    #[allow(clippy::cast_possible_truncation)]
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// One of these.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// What is taken from while the project grows: one more piece changes only those choices that fall on it, so that
/// the inputs of a seed stay what they are.
pub struct Growing<T> {
    /// Each with a number made from it alone.
    all: Vec<(u64, T)>,
}

impl<T: AsRef<[u8]>> Growing<T> {
    pub fn new() -> Growing<T> {
        Growing { all: Vec::new() }
    }

    pub fn push(&mut self, piece: T) {
        let mut mark = DefaultHasher::new();
        mark.write(piece.as_ref());
        self.all.push((mark.finish(), piece));
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them, and what comes after it.
    pub fn some(&self, order: &mut Order) -> impl Iterator<Item = &T> {
        let salt = order.next();
        let rank = |(_, (mark, _)): &(usize, &(u64, T))| Order(mark ^ salt).next();
        let first = self.all.iter().enumerate().max_by_key(rank).map_or(0, |(at, _)| at);
        self.all[first..].iter().map(|(_, piece)| piece)
    }

    /// One of them.
    pub fn one(&self, order: &mut Order) -> &T {
        self.some(order).next().expect("there is one")
    }
}

/// What is put in: what the languages here are made of, and what nobody expects.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    "  ",
    "\t",
    "\r\n",
    "\r",
    "\u{feff}",
    "\u{a0}",
    "\u{2028}",
    "\u{1b}[31m",
    "\0",
    "\u{7f}",
    "\u{85}",
    "é",
    "e\u{301}",
    "ﬃ",
    "名",
    "🎲",
    "\u{202e}",
    "\u{fffd}",
    "−",
    "–",
    "—",
    "…",
    "“",
    "”",
    "’",
    "½",
    "×",
    "٣",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    "|",
    "||",
    "\\|",
    "#",
    "##",
    "`",
    "```\n",
    "```tw\n",
    ":",
    ";",
    ",",
    ".",
    "..",
    "...",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "=>",
    "->",
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "^",
    "~",
    "!",
    "?",
    "&",
    "@",
    "$",
    "_",
    "+=",
    "-=",
    "<!--",
    "-->",
    "<!-- tw: d6 -->",
    "<!-- /tw -->",
    "&amp;",
    "&#124;",
    "**",
    "|---|---|\n",
    "| 1 | a |\n",
    "- a\n",
    "1-2: b\n",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    "1/2",
    "0.5",
    "50%",
    "1e9",
    "0x1f",
    "d6",
    "2d6",
    "d0",
    "d1",
    "d1000001",
    "0d6",
    "dF",
    "d%",
    "d66",
    "kh1",
    "kl",
    "!",
    "r1",
    "!!",
    "d{1,2,3}",
    "2d6kh1",
    "d6!",
    "4d6dl1",
    "10d10>=7",
    "if ",
    " then ",
    " else ",
    "end",
    "end ",
    "table t\n",
    "procedure p\n",
    "fn f(x) = x\n",
    "let x = ",
    "keep k = ",
    "say ",
    "expect ",
    "choose a: \"?\" from [\"x\"]\n",
    "party\n",
    "use dungeon_turn\n",
    "use \"x\"\n",
    " times ",
    " where ",
    " with ",
    " given ",
    " after ",
    " within ",
    " is ",
    " in ",
    " has ",
    " and ",
    " or ",
    "not ",
    " otherwise ",
    "nothing",
    "yes",
    "roll ",
];

/// A text changed at one place or another.
pub fn mangled(text: String, lines: &Growing<String>, order: &mut Order) -> String {
    match order.below(16) {
        0 => without(text, order),
        1 => twice(text, order),
        2 => {
            let piece = *order.of(PIECES);
            with(&text, piece, order)
        }
        3 => swapped(&text, order),
        4 => other_word(&text, lines, order),
        5 => other_number(&text, order),
        6 => with_line(&text, lines, order),
        7 => without_line(&text, order),
        8 => moved_line(&text, order),
        9 => cut(text, order),
        10 => other_ends(&text, order),
        11 => other_token(&text, order),
        12 => spliced(&text, lines, order),
        13 => strange(&text, order),
        14 => long_line(&text, order),
        _ => nested(&text, order),
    }
}

/// Bytes cut, flipped, put in or left out.
pub fn mangled_bytes(mut bytes: Vec<u8>, order: &mut Order) -> Vec<u8> {
    for _ in 0..=order.below(2) {
        let at = order.below(bytes.len());
        match order.below(5) {
            0 => bytes.truncate(at),
            1 | 2 if !bytes.is_empty() => bytes[at] ^= 1 << order.below(8),
            3 if !bytes.is_empty() => drop(bytes.drain(at..(at + 1 + order.below(40)).min(bytes.len()))),
            _ => bytes.insert(at, b"\n\0{ 0\xff"[order.below(6)]),
        }
    }
    bytes
}

/// A place between two characters.
fn place(text: &str, order: &mut Order) -> usize {
    let at = order.below(text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Two places, the first one first, and not far from each other.
fn stretch(text: &str, order: &mut Order) -> (usize, usize) {
    let from = place(text, order);
    let upto = (from + 1 + order.below(24)).min(text.len());
    (from, (upto..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len()))
}

fn without(mut text: String, order: &mut Order) -> String {
    let (from, upto) = stretch(&text, order);
    text.replace_range(from..upto, "");
    text
}

fn twice(mut text: String, order: &mut Order) -> String {
    let (from, upto) = stretch(&text, order);
    let again = text[from..upto].repeat(1 + order.below(3));
    let at = if order.below(2) == 0 { upto } else { place(&text, order) };
    text.insert_str(at, &again);
    text
}

fn with(text: &str, piece: &str, order: &mut Order) -> String {
    let at = place(text, order);
    [&text[..at], piece, &text[at..]].concat()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where words stand.
fn words(text: &str, of: fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut open = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match open {
            None if of(c) => open = Some(at),
            Some(from) if !of(c) => {
                all.push((from, at));
                open = None;
            }
            _ => {}
        }
    }
    all
}

fn swapped(text: &str, order: &mut Order) -> String {
    let all = words(text, is_word);
    if all.len() < 2 {
        return text.to_owned();
    }
    let (a, b) = (*order.of(&all), *order.of(&all));
    let (a, b) = (a.min(b), a.max(b));
    if a.1 > b.0 {
        return text.to_owned();
    }
    [&text[..a.0], &text[b.0..b.1], &text[a.1..b.0], &text[a.0..a.1], &text[b.1..]].concat()
}

/// A word becomes another one, of this text or of any.
fn other_word(text: &str, lines: &Growing<String>, order: &mut Order) -> String {
    let all = words(text, is_word);
    if all.is_empty() {
        return text.to_owned();
    }
    let (from, upto) = *order.of(&all);
    let line = if order.below(3) == 0 { lines.one(order).as_str() } else { text };
    let others = words(line, is_word);
    if others.is_empty() {
        return text.to_owned();
    }
    let other = *order.of(&others);
    [&text[..from], &line[other.0..other.1], &text[upto..]].concat()
}

fn other_number(text: &str, order: &mut Order) -> String {
    const NUMBERS: [&str; 24] = [
        "0",
        "1",
        "2",
        "-1",
        "3",
        "7",
        "100",
        "101",
        "1000000",
        "1000001",
        "4294967296",
        "18446744073709551616",
        "170141183460469231731687303715884105728",
        "0.001",
        "1/3",
        "00",
        "65536",
        "2147483648",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "0.0000000000000000000000000000000000000001",
        "340282366920938463463374607431768211456",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    ];
    let all = words(text, |c| c.is_ascii_digit());
    if all.is_empty() {
        return text.to_owned();
    }
    let (from, upto) = *order.of(&all);
    [&text[..from], *order.of(&NUMBERS[..]), &text[upto..]].concat()
}

/// Words and signs of the grammar.
fn tokens() -> &'static Growing<String> {
    static TOKENS: OnceLock<Growing<String>> = OnceLock::new();
    TOKENS.get_or_init(|| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let mut all: Vec<String> = files
            .map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("a grammar"))
            .flat_map(|text| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
            .filter(|token| (1..16).contains(&token.len()) && !token.contains(['\n', '\\']))
            .collect();
        all.sort_unstable();
        all.dedup();
        let mut growing = Growing::new();
        all.into_iter().for_each(|token| growing.push(token));
        growing
    })
}

/// A word, or what stands between two, becomes a token of the grammar.
fn other_token(text: &str, order: &mut Order) -> String {
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let all = words(text, if order.below(2) == 0 { is_word } else { is_sign });
    if all.is_empty() {
        return text.to_owned();
    }
    let (from, upto) = *order.of(&all);
    [&text[..from], tokens().one(order).as_str(), &text[upto..]].concat()
}

/// The beginning of the text, then lines of others.
fn spliced(text: &str, lines: &Growing<String>, order: &mut Order) -> String {
    let at = place(text, order);
    let count = 1 + order.below(12);
    let other = lines.some(order).take(count).map(|line| format!("{line}\n"));
    let other: String = other.collect();
    if order.below(2) == 0 { text[..at].to_owned() + &other } else { other + &text[at..] }
}

/// Signs that hide, turn round, join or end lines, many or few, anywhere.
fn strange(text: &str, order: &mut Order) -> String {
    const SIGNS: [&str; 14] = [
        "\u{200f}",
        "\u{202e}",
        "\u{2066}",
        "\u{301}",
        "\u{20dd}",
        "\u{200d}",
        "\u{200b}",
        "\0",
        "\r",
        "\u{feff}",
        "\u{2028}",
        "\u{85}",
        "\u{b}",
        "\u{1f469}\u{200d}\u{1f52c}",
    ];
    let sign = order.of(&SIGNS).repeat(*order.of(&[1, 1, 1, 2, 40]));
    with(text, &sign, order)
}

/// One line with very much in it.
fn long_line(text: &str, order: &mut Order) -> String {
    let (from, upto) = stretch(text, order);
    let times = *order.of(&[50, 500, 3_000]);
    [&text[..upto], &text[from..upto].repeat(times), &text[upto..]].concat()
}

fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn with_line(text: &str, lines: &Growing<String>, order: &mut Order) -> String {
    let mut all = split(text);
    let line = format!("{}\n", lines.one(order));
    all.insert(order.below(all.len() + 1), &line);
    all.concat()
}

fn without_line(text: &str, order: &mut Order) -> String {
    let mut all = split(text);
    if !all.is_empty() {
        all.remove(order.below(all.len()));
    }
    all.concat()
}

fn moved_line(text: &str, order: &mut Order) -> String {
    let mut all = split(text);
    if !all.is_empty() {
        let line = all.remove(order.below(all.len()));
        all.insert(order.below(all.len() + 1), line);
    }
    all.concat()
}

fn cut(mut text: String, order: &mut Order) -> String {
    let at = place(&text, order);
    if order.below(2) == 0 { text.split_off(at) } else { text[..at].to_owned() }
}

fn other_ends(text: &str, order: &mut Order) -> String {
    match order.below(4) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace("  ", "\t"),
        2 => text.trim_end().to_owned(),
        _ => format!("\u{feff}{text}"),
    }
}

/// A piece put into brackets, or what opens them alone, more than once.
fn nested(text: &str, order: &mut Order) -> String {
    const AROUND: [(&str, &str); 8] = [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("\"{", "}\""),
        ("not ", ""),
        ("-", ""),
        ("adv ", ""),
        ("(d6 + ", ")"),
    ];
    let (open, close) = *order.of(&AROUND);
    let times = *order.of(&[1, 1, 2, 3, 30, 120]);
    let (from, upto) = stretch(text, order);
    [&text[..from], &open.repeat(times), &text[from..upto], &close.repeat(times), &text[upto..]].concat()
}
