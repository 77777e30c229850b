//! Codes about tables.

use super::Code;

/// Two rows for one result.
pub(crate) static OVERLAP: Code = Code {
    id: "TW0201",
    title: "two rows for one result",
    explain: "A result must pick exactly one row. Where two rows hold the same number or the same word, it is not clear which one is meant. Rows with a `when` may lie over others: the first that fits wins.",
    bad: "table moods rolls d4\n  1-2: Calm\n  2-4: Angry\nend table",
    good: "table moods rolls d4\n  1-2: Calm\n  3-4: Angry\nend table",
};

/// A table without rows.
pub(crate) static EMPTY: Code = Code {
    id: "TW0205",
    title: "a table without rows",
    explain: "A table needs at least one row. Rows stand below the first line: as a pipe table, as `key: text` up to `end`, or as a list of `- text`.",
    bad: "table moods rolls d4\nend table",
    good: "table moods rolls d4\n  1-4: Calm\nend table",
};

/// A key that the dice can never roll.
pub(crate) static KEY_NO_NUMBER: Code = Code {
    id: "TW0206",
    title: "a key that the dice can never roll",
    explain: "Dice roll numbers, so a row that is picked by dice has a number, a range such as `2-3`, or an open range such as `12+` as its key. Words are keys of charts and of dice with words on their faces.",
    bad: "table moods rolls d4\n  1-2: Calm\n  three: Odd\n  4: Angry\nend table",
    good: "table moods rolls d4\n  1-2: Calm\n  3: Odd\n  4: Angry\nend table",
};

/// A row without a key.
pub(crate) static NO_KEY: Code = Code {
    id: "TW0207",
    title: "a row without a key",
    explain: "A blank first cell picks nothing, so its row could never come up. Write the number or range that picks it. Of a list, either all rows have numbers, or none has.",
    bad: "table moods\n| d4 | mood |\n|---|---|\n| 1-3 | Calm |\n|   | Angry |",
    good: "table moods\n| d4 | mood |\n|---|---|\n| 1-3 | Calm |\n| 4 | Angry |",
};

/// A range that ends before it begins.
pub(crate) static REVERSED: Code = Code {
    id: "TW0208",
    title: "a range that ends before it begins",
    explain: "A range is written from its low end to its high end. At the end of a percentile table `00` stands for 100, so `96-00` is right.",
    bad: "table moods rolls d4\n  1: Calm\n  4-2: Angry\nend table",
    good: "table moods rolls d4\n  1: Calm\n  2-4: Angry\nend table",
};

/// A table that does not say what to roll.
pub(crate) static NO_DIE: Code = Code {
    id: "TW0209",
    title: "a table that does not say what to roll",
    explain: "The dice go above the first column of a pipe table, or after `rolls` on the first line. Where the rows look like those of a common die, the report offers it. Rows that are equally likely need no dice: write them as a list of `- text`.",
    bad: "table moods\n| roll | mood |\n|---|---|\n| 1-2 | Calm |\n| 3-4 | Angry |",
    good: "table moods rolls d4\n| roll | mood |\n|---|---|\n| 1-2 | Calm |\n| 3-4 | Angry |",
};

/// A row with more or fewer cells than the table has columns.
pub(crate) static CELLS: Code = Code {
    id: "TW0210",
    title: "a row with too many or too few cells",
    explain: "Every row of a pipe table has a cell for each heading. Cells that are missing at the end are taken as blank, with a warning; text in a cell too many would be lost, so that is an error. A `|` inside a cell is written `\\|`.",
    bad: "table moods\n| d4 | mood |\n|---|---|\n| 1-2 | Calm | and quiet |\n| 3-4 | Angry |",
    good: "table moods\n| d4 | mood |\n|---|---|\n| 1-2 | Calm and quiet |\n| 3-4 | Angry |",
};

/// A text in a column of numbers.
pub(crate) static TEXT_AMONG_NUMBERS: Code = Code {
    id: "TW0211",
    title: "a text in a column of numbers",
    explain: "One cell of the column is text and all the others are numbers. Calculating with that cell would fail during play. A blank cell or a dash is `nothing`, which can be given a value by `otherwise`.",
    bad: "chart prices\n| thing | cost |\n|---|---:|\n| rope | 1 |\n| lamp | l0 |\n| tent | 5 |\n| boat | 30 |",
    good: "chart prices\n| thing | cost |\n|---|---:|\n| rope | 1 |\n| lamp | 10 |\n| tent | 5 |\n| boat | 30 |",
};

/// A number with a decimal comma.
pub(crate) static DECIMAL_COMMA: Code = Code {
    id: "TW0212",
    title: "a number with a decimal comma",
    explain: "In cells a comma groups thousands, as in `1,600`. A cell such as `1,5` is read as text; where a fraction is meant, it is written with a point.",
    bad: "chart paces\n| pace | miles |\n|---|---:|\n| slow | 1,5 |\n| fast | 3 |",
    good: "chart paces\n| pace | miles |\n|---|---:|\n| slow | 1.5 |\n| fast | 3 |",
};

/// Two columns of one name.
pub(crate) static SAME_COLUMN: Code = Code {
    id: "TW0213",
    title: "two columns with the same name",
    explain: "Headings become names: `Buy price` is `row.buy_price`. Two columns that come to the same name could not be told apart.",
    bad: "chart prices\n| thing | cost | Cost |\n|---|---|---|\n| rope | 1 | 2 |",
    good: "chart prices\n| thing | buy | sell |\n|---|---|---|\n| rope | 1 | 2 |",
};

/// A weight or chance that is none.
pub(crate) static WEIGHT: Code = Code {
    id: "TW0214",
    title: "a weight or chance that cannot be read",
    explain: "A weight is a number, 0 or more, written out; a row of weight 3 comes up three times as often as one of weight 1. A chance, in an `each` table, is a percentage or `1 in 6`.",
    bad: "table finds\n| find | weight |\n|---|---|\n| coin | 3 |\n| gem | rare |",
    good: "table finds\n| find | weight |\n|---|---|\n| coin | 3 |\n| gem | 1 |",
};

/// A guard that is no condition.
pub(crate) static GUARD: Code = Code {
    id: "TW0215",
    title: "a guard that is not a condition",
    explain: "Under the heading `when`, write conditions: the row counts only while its condition is true. A blank cell means always.",
    bad: "table moods\n| d2 | when | mood |\n|---|---|---|\n| 1 | at night, mostly | Calm |\n| 1-2 | | Angry |",
    good: "option night = yes\ntable moods\n| d2 | when | mood |\n|---|---|---|\n| 1 | night | Calm |\n| 1-2 | | Angry |",
};

/// Tables that roll one another for ever.
pub(crate) static ENDLESS: Code = Code {
    id: "TW0216",
    title: "tables that roll each other forever",
    explain: "Every row of the table rolls a table that leads back to it, so rolling it could never end. A table that only sometimes leads back is fine.",
    bad: "table here\n- {there}\ntable there\n- {here}",
    good: "table here\n- {there}\ntable there\n- {here}\n- the end",
};

/// A value against the order of its column.
pub(crate) static BANDS: Code = Code {
    id: "TW0217",
    title: "a value against the order of its column",
    explain: "In a chart whose values all rise or fall with the key, one value goes the other way. That is often a slip of the keys. Where it is meant, leave it: this is only a warning.",
    bad: "chart bands\n| margin | pay |\n|---|---:|\n| 0-4 | 10 |\n| 5-9 | 20 |\n| 10-14 | 3 |\n| 15-19 | 40 |\n| 20-24 | 50 |\n| 25-29 | 60 |",
    good: "chart bands\n| margin | pay |\n|---|---:|\n| 0-4 | 10 |\n| 5-9 | 20 |\n| 10-14 | 30 |\n| 15-19 | 40 |\n| 20-24 | 50 |\n| 25-29 | 60 |",
};

/// The wrong number of keys.
pub(crate) static KEYS: Code = Code {
    id: "TW0218",
    title: "the wrong number of keys",
    explain: "A table is looked up by one key, `moods[3]`; a chart with several columns may be looked up by row and column, `light[dim, stealth]`. A list takes one place.",
    bad: "table moods rolls d4\n  1-2: Calm\n  3-4: Angry\nend table\nsay moods[1, 2]",
    good: "table moods rolls d4\n  1-2: Calm\n  3-4: Angry\nend table\nsay moods[1]",
};

/// Dice in two places.
pub(crate) static TWO_DICE: Code = Code {
    id: "TW0219",
    title: "dice in two places",
    explain: "The first line of the table and the heading over its keys name different dice. The first line counts; leave one of them out.",
    bad: "table moods rolls d4\n| d6 | mood |\n|---|---|\n| 1-2 | Calm |\n| 3-4 | Angry |",
    good: "table moods\n| d4 | mood |\n|---|---|\n| 1-2 | Calm |\n| 3-4 | Angry |",
};

/// Dice in a text that are not rolled.
pub(crate) static DICE_IN_TEXT: Code = Code {
    id: "TW0220",
    title: "dice in a text that are not rolled",
    explain: "Inside a text, only what is in `{…}` is rolled. Other dice are shown as they are written; put them in braces to roll them whenever the row comes up. A cell that is nothing but dice, or dice with a declared unit, is rolled without braces.",
    bad: "table finds\n- 2d6 old coins\n- a ring",
    good: "table finds\n- {2d6} old coins\n- a ring",
};

/// A chart that leaves a hole between its rows, columns or cells.
pub(crate) static HOLE: Code = Code {
    id: "TW0221",
    title: "a hole in the middle of a chart",
    explain: "A chart whose keys are ranges, or open at an end, is meant to hold every number between its first and its last row. Here some numbers in the middle have no row, no column or no cell, so looking one of them up would stop the game. `clamp` does not help: it covers what lies beyond the ends. Where nothing is meant, write a row of dashes. Single numbers may leave others out; only where one is missing from a row of neighbours is that pointed at.",
    bad: "chart prices\n| margin | price |\n|---|---:|\n| -1 or less | 50% |\n| 0 to 4 | 70% |\n| 10 or more | 90% |",
    good: "chart prices\n| margin | price |\n|---|---:|\n| -1 or less | 50% |\n| 0 to 9 | 70% |\n| 10 or more | 90% |",
};

/// A cell that is made of itself.
pub(crate) static CELL_CIRCLE: Code = Code {
    id: "TW0222",
    title: "a cell that is made of itself",
    explain: "A cell may use other cells of its row by the names of their columns, `{worth} in gold`. Here a cell uses one that uses it in turn, so neither can be worked out first.",
    bad: "table finds\n| d2 | worth | text |\n|---|---|---|\n| 1 | {text} gold | {worth} in all |\n| 2 | 3 | nothing |",
    good: "table finds\n| d2 | worth | text |\n|---|---|---|\n| 1 | {d6} | {worth} gold in all |\n| 2 | 3 | nothing |",
};

/// A name that is a definition and a column.
pub(crate) static CELL_OR_NAME: Code = Code {
    id: "TW0223",
    title: "a name that is a definition and a column",
    explain: "In a cell, the name of a column is the cell of that column in the same row. Here the name is defined as well, so the definition is used. `row.` in front of it takes the cell.",
    bad: "table worth\n- a lot\n- little\ntable finds\n| d2 | worth | text |\n|---|---|---|\n| 1-2 | {d6} | {worth} in gold |",
    good: "table worth\n- a lot\n- little\ntable finds\n| d2 | worth | text |\n|---|---|---|\n| 1-2 | {d6} | {row.worth} in gold |",
};

/// Two tables side by side.
pub(crate) static SIDE_BY_SIDE: Code = Code {
    id: "TW0224",
    title: "two tables side by side",
    explain: "Dice over a column that is not the first, with numbers below it, look like the keys of a second table. Here they would be read as what the first table gives, so that one roll picks from both. Write each table by itself; where one long table is printed in two halves, put the second below the first.",
    bad: "table loot\n| d2 | weapon | d2 | armour |\n|---|---|---|---|\n| 1 | sword | 1 | shield |\n| 2 | bow | 2 | helmet |",
    good: "table weapons\n| d2 | weapon |\n|---|---|\n| 1 | sword |\n| 2 | bow |\n\ntable armours\n| d2 | armour |\n|---|---|\n| 1 | shield |\n| 2 | helmet |",
};

/// A row that says what to roll, and rolls nothing.
pub(crate) static SAID_ROLL: Code = Code {
    id: "TW0225",
    title: "a row that only says what to roll",
    explain: "Words such as `Roll again` or `Roll on the gems table` are shown as they stand: whoever reads them has to roll. In braces, the name of a table is rolled whenever the row comes up, and its odds are counted; a table may roll on itself.",
    bad: "table finds\n| d6 | find |\n|---|---|\n| 1-4 | a coin |\n| 5 | a ring |\n| 6 | Roll twice |",
    good: "table finds\n| d6 | find |\n|---|---|\n| 1-4 | a coin |\n| 5 | a ring |\n| 6 | {finds} and {finds} |",
};

/// A weight that is read as something else.
pub(crate) static LOOSE_WEIGHT: Code = Code {
    id: "TW0226",
    title: "a weight that is read as something else",
    explain: "In a list, a weight stands right before a cross: `3x wolf`. With a blank between them, `3 x wolf` is a row that says so, and no likelier than another. In a deck, a number before a colon is the number on a card, so `5: plague` is one card.",
    bad: "deck fates\n- 3 x the road\n- the well",
    good: "deck fates\n- 3x the road\n- the well",
};

/// A sum in a cell that is read as text.
pub(crate) static SUM_IN_TEXT: Code = Code {
    id: "TW0227",
    title: "a sum that is read as text",
    explain: "A cell that is nothing but numbers, dice and units is worked out as it stands. One that names anything else is text, for `ogre + wolf` may be just that. In braces it is worked out whenever the row comes up, and stays an amount that can be added and compared.",
    bad: "table gem\n| d2 | gem | worth |\n|---|---|---:|\n| 1 | quartz | 10 |\n| 2 | ruby | 50 |\n\ntable hoard\n| d2 | find | worth |\n|---|---|---:|\n| 1 | coins | 3d6 |\n| 2 | a purse | 2d6 + gem.worth |",
    good: "table gem\n| d2 | gem | worth |\n|---|---|---:|\n| 1 | quartz | 10 |\n| 2 | ruby | 50 |\n\ntable hoard\n| d2 | find | worth |\n|---|---|---:|\n| 1 | coins | 3d6 |\n| 2 | a purse | {2d6 + gem.worth} |",
};

/// Rows with commas between their cells.
pub(crate) static NO_BARS: Code = Code {
    id: "TW0228",
    title: "rows with commas between their cells",
    explain: "The cells of a table have bars between them, or tabs as a spreadsheet copies them. A file of commas or semicolons is read by `tw import`, and a session takes it as it is pasted.",
    bad: "table finds\nd6,find\n1-5,nothing\n6,a ring",
    good: "table finds\n| d6 | find |\n|---|---|\n| 1-5 | nothing |\n| 6 | a ring |",
};

/// An effect that is text.
pub(crate) static LOOSE_EFFECT: Code = Code {
    id: "TW0229",
    title: "an effect that is text",
    explain: "What `apply` does stands in a column called `then`, or behind ` => ` in a line. Under another heading, or behind `->`, `gold += 10` is a text that is shown, and nothing changes.",
    bad: "keep gold = 0\n\ntable fates\n| d2 | fate | effect |\n|---|---|---|\n| 1 | A purse | gold += 10 |\n| 2 | A thief | gold -= 5 |",
    good: "keep gold = 0\n\ntable fates\n| d2 | fate | then |\n|---|---|---|\n| 1 | A purse | gold += 10 |\n| 2 | A thief | gold -= 5 |",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &OVERLAP,
    &EMPTY,
    &KEY_NO_NUMBER,
    &NO_KEY,
    &REVERSED,
    &NO_DIE,
    &CELLS,
    &TEXT_AMONG_NUMBERS,
    &DECIMAL_COMMA,
    &SAME_COLUMN,
    &WEIGHT,
    &GUARD,
    &ENDLESS,
    &BANDS,
    &KEYS,
    &TWO_DICE,
    &DICE_IN_TEXT,
    &HOLE,
    &CELL_CIRCLE,
    &CELL_OR_NAME,
    &SIDE_BY_SIDE,
    &SAID_ROLL,
    &LOOSE_WEIGHT,
    &SUM_IN_TEXT,
    &NO_BARS,
    &LOOSE_EFFECT,
];
