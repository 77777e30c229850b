//! Words before dice that change what is rolled: `double 2d6`, `disadvantage 1d20`, `second highest of 4d6`. Words
//! that only say what a roll is for (`fireball 8d6`) are left to [`super::orders`], which takes none of these.

use super::{Brought, again, begins_with_die, is_number, is_plain_pool, number};

const FROM: &str = "plain words";

/// Words that change what is rolled or asked: dice behind one of them are never rolled as if it were not there.
const TELLING: &[&str] = &[
    "above",
    "abs",
    "absolute",
    "adv",
    "advantage",
    "advantaged",
    "all",
    "any",
    "ascending",
    "at",
    "average",
    "bane",
    "below",
    "best",
    "better",
    "between",
    "biggest",
    "boon",
    "ceil",
    "ceiling",
    "chance",
    "compounding",
    "count",
    "counting",
    "crit",
    "critical",
    "descending",
    "dis",
    "disadv",
    "disadvantage",
    "disadvantaged",
    "discard",
    "distinct",
    "divided",
    "double",
    "doubled",
    "doubles",
    "drop",
    "dropping",
    "each",
    "edge",
    "emphasis",
    "even",
    "every",
    "exactly",
    "except",
    "expected",
    "explode",
    "explodes",
    "exploding",
    "fate",
    "first",
    "fives",
    "floor",
    "fudge",
    "half",
    "halve",
    "halved",
    "higher",
    "highest",
    "hits",
    "if",
    "ignore",
    "ignoring",
    "imploding",
    "join",
    "keep",
    "keeping",
    "largest",
    "last",
    "least",
    "length",
    "less",
    "lower",
    "lowest",
    "matches",
    "matching",
    "max",
    "maximised",
    "maximized",
    "maximum",
    "mean",
    "median",
    "min",
    "minimized",
    "minimum",
    "minus",
    "mode",
    "more",
    "most",
    "multiply",
    "negative",
    "none",
    "not",
    "odd",
    "odds",
    "of",
    "once",
    "ones",
    "opposed",
    "or",
    "over",
    "pairs",
    "penetrating",
    "per",
    "percent",
    "plus",
    "probability",
    "pushed",
    "quarter",
    "remove",
    "repeat",
    "reroll",
    "rerolled",
    "rerolling",
    "reverse",
    "reversed",
    "roll",
    "rolling",
    "rolls",
    "sets",
    "sixes",
    "smallest",
    "sort",
    "sorted",
    "sqrt",
    "squared",
    "subtract",
    "success",
    "successes",
    "sum",
    "swap",
    "tens",
    "than",
    "threes",
    "thrice",
    "times",
    "total",
    "triple",
    "tripled",
    "triples",
    "twice",
    "twos",
    "under",
    "unique",
    "unless",
    "until",
    "upper",
    "versus",
    "vs",
    "with",
    "without",
    "worse",
    "worst",
];

/// Words that do so directly before dice, and may be part of a name elsewhere: `second wind 1d10`, `open lock d20`.
const TELLING_LAST: &[&str] = &[
    "again", "bottom", "by", "fours", "fourth", "high", "hit", "low", "middle", "no", "number", "open",
    "pair", "pick", "push", "random", "round", "second", "set", "setback", "some", "square", "straight",
    "take", "then", "third", "top", "while",
];

/// Whether words in front of dice change what these are.
pub(crate) fn is_telling(words: &[&str]) -> bool {
    let is_in = |list: &[&str], word: &str| list.contains(&word.to_ascii_lowercase().as_str());
    words.iter().any(|word| is_in(TELLING, word))
        || words.last().is_some_and(|word| is_in(TELLING_LAST, word))
}

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    [
        advantage,
        called,
        negative,
        multiplied,
        nth_highest,
        median,
        named_faces,
        counted,
        any_of,
        pushed,
        letters,
    ]
    .iter()
    .find_map(|rule| rule(&lower))
}

/// What stands behind one of these words.
fn behind<'l>(line: &'l str, words: &[&str]) -> Option<&'l str> {
    let rest = words.iter().find_map(|word| line.strip_prefix(word)?.strip_prefix(' '))?;
    Some(rest.trim_start()).filter(|roll| begins_with_die(roll))
}

/// `disadvantage 1d20`, `advantage d20+3`.
fn advantage(line: &str) -> Option<Brought> {
    let (ours, roll) = [
        ("adv", &["advantage", "advantaged"][..]),
        ("dis", &["disadvantage", "disadvantaged", "disadv"][..]),
    ]
    .iter()
    .find_map(|(ours, words)| Some((*ours, behind(line, words)?)))?;
    let text = if roll.starts_with(['d', '1']) { again(roll) } else { format!("({})", again(roll)) };
    Brought::sure(FROM, format!("{ours} {text}"))
}

/// `floor 3d6/2`, `abs d6 - 5`: a function without its brackets.
fn called(line: &str) -> Option<Brought> {
    const FUNCTIONS: [(&str, &str); 5] =
        [("floor", "floor"), ("ceil", "ceil"), ("ceiling", "ceil"), ("round", "round"), ("abs", "abs")];
    let (function, value) =
        FUNCTIONS.iter().find_map(|(said, function)| Some((function, behind(line, &[said])?)))?;
    Brought::sure(FROM, format!("{function}({})", again(value)))
}

/// `minus 2d6`.
fn negative(line: &str) -> Option<Brought> {
    let roll = behind(line, &["minus", "negative", "subtract"])?;
    is_plain_pool(roll).then(|| Brought::sure(FROM, format!("-{roll}")))?
}

/// `double 2d6`, `triple damage 2d6+3`, `half damage 8d6`, `critical hit 2d6`.
fn multiplied(line: &str) -> Option<Brought> {
    const TIMES: &[(&str, u32)] = &[
        ("double", 2),
        ("doubled", 2),
        ("crit", 2),
        ("critical", 2),
        ("triple", 3),
        ("tripled", 3),
        ("quadruple", 4),
    ];
    let (word, rest) = line.split_once(' ')?;
    let rest =
        ["damage ", "dmg ", "hit ", "dice "].iter().find_map(|what| rest.strip_prefix(what)).unwrap_or(rest);
    if !begins_with_die(rest) {
        return None;
    }
    if matches!(word, "half" | "halved" | "halve") {
        return Brought::sure(FROM, again(&format!("{rest} half")));
    }
    let times = TIMES.iter().find(|(said, _)| *said == word).map(|(_, times)| *times)?;
    let end = rest.find(['+', '-']).unwrap_or(rest.len());
    let (pool, more) = rest.split_at(end);
    let (count, sides) = pool.trim().split_once('d').filter(|_| is_plain_pool(pool.trim()))?;
    let count: u32 = if count.is_empty() { 1 } else { count.parse().ok()? };
    let dice = format!("{}d{sides}{more}", count.checked_mul(times)?);
    Brought::either(
        FROM,
        vec![("so many more dice", dice), ("the total multiplied", format!("({rest}) * {times}"))],
    )
}

/// `second highest of 4d6`, `3rd lowest in 5d6`.
fn nth_highest(line: &str) -> Option<Brought> {
    const PLACES: [(&str, &str); 3] = [("second", "2nd"), ("third", "3rd"), ("fourth", "4th")];
    let (place, rest) = line.strip_prefix("the ").unwrap_or(line).split_once([' ', '-'])?;
    let above = PLACES.iter().position(|(word, digit)| place == *word || place == *digit)? + 1;
    let (end, pool) = rest.split_once(' ')?;
    let pool = ["of ", "in ", "from ", "on "].iter().find_map(|link| pool.strip_prefix(link)).unwrap_or(pool);
    let end = match end {
        "highest" | "best" | "largest" => 'h',
        "lowest" | "worst" | "smallest" => 'l',
        _ => return None,
    };
    is_plain_pool(pool).then(|| Brought::sure(FROM, format!("{pool}d{end}{above}k{end}1")))?
}

/// `median 3d6`, `middle of 5d6`: the die in the middle.
fn median(line: &str) -> Option<Brought> {
    let pool =
        behind(line, &["median", "median of", "middle", "middle of", "middle die of", "the middle of"])?;
    let count: u32 = pool.split_once('d').filter(|_| is_plain_pool(pool))?.0.parse().ok()?;
    let outer = count / 2;
    (count % 2 == 1 && outer > 0).then(|| Brought::sure(FROM, format!("{pool}dl{outer}kl1")))?
}

/// `count sixes 8d6`, `reroll ones 2d6`, `how many sixes 8d6`.
fn named_faces(line: &str) -> Option<Brought> {
    const FACES: [&str; 10] =
        ["ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"];
    if let Some((pool, face)) = line.split_once(' ')
        && let Some(face) = FACES.iter().position(|word| *word == face)
    {
        return is_plain_pool(pool).then(|| Brought::sure(FROM, format!("{pool}c={}", face + 1)))?;
    }
    let (order, rest) = ["count ", "counting ", "number of ", "how many ", "reroll "]
        .iter()
        .find_map(|order| Some((*order, line.strip_prefix(order)?)))?;
    let (face, pool) = rest.split_once(' ')?;
    let pool = ["of ", "in ", "from ", "on "].iter().find_map(|link| pool.strip_prefix(link)).unwrap_or(pool);
    let face = FACES.iter().position(|word| *word == face)? + 1;
    is_plain_pool(pool).then_some(())?;
    if order != "reroll " {
        return Brought::sure(FROM, format!("{pool}c={face}"));
    }
    let readings = vec![
        ("once", format!("{pool}ro={face}")),
        ("until another face comes up", format!("{pool}r={face}")),
    ];
    Brought::either(FROM, readings)
}

/// `hits 8d6`, `successes 5d10`: from which face on, only the reader knows.
fn counted(line: &str) -> Option<Brought> {
    let pool = behind(line, &["hits", "successes", "success", "count", "count successes", "count hits"])?;
    let goal = if pool.ends_with("d6") { 5 } else { 7 };
    let told = format!("{pool}c>={goal}");
    is_plain_pool(pool)
        .then(|| Brought::either(FROM, vec![("dice that show so much or more, with your number", told)]))?
}

/// `any of 4d6 is 6`, `any 6 in 4d6`, `any 6s on 4d6`.
fn any_of(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("any ")?;
    let of_dice = || {
        let (pool, face) = rest.strip_prefix("of ").unwrap_or(rest).split_once(' ')?;
        let face = ["is a ", "is ", "== ", "= ", "shows ", "show "]
            .iter()
            .find_map(|sign| face.strip_prefix(sign))?;
        Some((pool, face))
    };
    let of_faces = || {
        let (face, pool) =
            [" in ", " on ", " of ", " from "].iter().find_map(|link| rest.split_once(link))?;
        Some((pool, face.trim_end_matches(['s', '\''])))
    };
    let (pool, face) = of_dice().or_else(of_faces)?;
    let face = number(face)?;
    (is_plain_pool(pool) && is_number(&face)).then(|| Brought::sure(FROM, format!("{pool}c={face} >= 1")))?
}

/// `push 6d6`: which dice are rolled again is a rule of the game.
fn pushed(line: &str) -> Option<Brought> {
    let pool = behind(line, &["push", "pushed"])?;
    let told = format!("{pool}ro in 2..5 c=6");
    is_plain_pool(pool)
        .then(|| Brought::either(FROM, vec![("sixes, with all but ones and sixes rolled once more", told)]))?
}

/// `penetrating 3d6`.
fn letters(line: &str) -> Option<Brought> {
    let pool = behind(line, &["penetrating"])?;
    is_plain_pool(pool).then(|| Brought::sure(FROM, format!("{pool}!p")))?
}
