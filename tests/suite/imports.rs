//! What is brought from elsewhere is read in a time that grows as its length does, whatever it holds: each of
//! these took time in the square of its length, or more memory than there is, or ended the program by a signal.

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

/// Imports a text in a file of this name; a minute is far beyond what any of these takes.
fn imported(name: &str, text: &str) -> Ran {
    imported_within("60", name, text)
}

/// Imports a text of which half as much takes a quarter where it takes too long: so it has fewer seconds.
fn imported_within(seconds: &str, name: &str, text: &str) -> Ran {
    let folder = folder_with(name, text);
    let ran = Tw::new().within(folder.path()).args(["import", name, "--timeout", seconds]).run();
    assert!(matches!(ran.code, 0 | 1), "{name}: {} {}", ran.code, head(&ran.err));
    // Reports and notes are for people.
    assert!(ran.err.len() < 200_000, "{name}: {} bytes of notes", ran.err.len());
    ran
}

fn head(text: &str) -> String {
    text.chars().take(400).collect()
}

fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A name of AnyDice.
fn letters(mut number: usize) -> String {
    let mut name = String::from("A");
    while name.len() == 1 || number > 0 {
        name.push(char::from(b'A' + u8::try_from(number % 26).expect("a letter")));
        number /= 26;
    }
    name
}

#[test]
fn programs_of_anydice() {
    let ran = imported("a.anydice", &each(12_000, |n| format!("{}: {n}d6\noutput X\n", letters(n))));
    assert!(ran.err.contains("more notes like these"), "{}", head(&ran.err));
    let function = |n| format!("function: f A:n {n} {{\n result: A + {n}\n}}\noutput [f 2 {n}]\n");
    imported("a.anydice", &each(4_000, function));
    // A chain is a tree as deep as it is long.
    for chain in ["1d6+", "d ", "1d6d", "-", "!", "1@"] {
        let ran = imported("a.anydice", &format!("output {}1\noutput 3d6\n", chain.repeat(50_000)));
        assert!(ran.code == 0 && ran.out.contains("fn output() = 3d6"), "{chain}: {}", head(&ran.err));
    }
    // Names within names and loops within loops say much in few letters.
    let larger = each(40, |n| {
        format!("{0}: {{{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}}}\n", letters(n + 1), letters(n))
    });
    let ran = imported("a.anydice", &format!("AA: {{1..200}}\n{larger}output 2d6\n"));
    assert!(ran.code == 0 || ran.err.contains("more than one program"), "{}", head(&ran.err));
    let loops = ["loop A over {1..200} {", "loop B over {1..200} {", "loop C over {1..200} {", "X: A }}}\n"];
    let ran = imported("a.anydice", &format!("output 3d6\n{}output 2d6\n", loops.join(" ")));
    assert!(ran.out.contains("fn output() = 3d6"), "{}", head(&ran.err));
}

#[test]
fn a_statement_that_fails_leaves_nothing_behind() {
    let text = "X: 3\nloop I over {1..2} {\n X: I\n output Xd6 named \"mud\"\n output [nosuch X]\n}\n\
                function: f N:n {\n B: [nosuch N]\n}\noutput Xd8 named \"mud\"\nfunction: f N:n {\n result: N\n}\n";
    let ran = imported("a.anydice", text);
    assert!(ran.out.contains("fn mud() = 3d8") && ran.out.contains("fn f(n: number) = n"), "{ran:?}");
}

#[test]
fn notes_with_thousands_of_tables_and_lists() {
    let table = |n| format!("## T {n}\n\n| d2 | x |\n|---|---|\n| 1 | a |\n| 2 | b |\n\n");
    imported_within("60", "a.md", &each(2_000, table));
    imported_within("60", "a.md", &each(5_000, |n| format!("## T {n}\n\n1. a\n2. b\n\n")));
    imported("a.md", &"<table><tr><td>1</td><td>a</td></tr>".repeat(8_000));
    imported("a.md", &format!("<table>{}", "<td>".repeat(70_000)));
    imported("a.md", &"[table][tr][td]1[/td][/tr]".repeat(11_000));
    imported("a.md", &format!("[table]{}[/table]", "[".repeat(300_000)));
    imported("a.md", &format!("{{|\n| 1 || a\n|}}\n{}", "\n".repeat(300_000)));
    imported("a.md", &format!("+----+\n| a |\n{}", "| bb |\n".repeat(40_000)));
}

#[test]
fn sheets_lists_and_generators() {
    // As many columns as rows would be more cells than a machine has room for.
    let ran = imported("a.csv", &format!("{}\n{}", "a,".repeat(100_000), "1\n".repeat(100_000)));
    assert!(ran.code == 1 && ran.err.contains("cells"), "{}", head(&ran.err));
    imported("a.txt", &format!("1. a\n2. b\n{}", "   wor-\n".repeat(40_000)));
    imported("a.perchance", &format!("a\n  {}", "{".repeat(300_000)));
    imported("a.perchance", &format!("a\n  {}", "[x = a] ".repeat(30_000)));
    imported("a.perchance", &format!("a\n  [a{}]\n", ".titleCase".repeat(30_000)));
    imported("a.perchance", &each(10_000, |n| format!("l{n}\n  [x = l{}]\n  b\n", n + 1)));
}

#[test]
fn tables_of_foundry() {
    let table = |formula: &str, text: &str| {
        let result = format!("{{\"text\":\"{text}\",\"range\":[1,9]}}");
        format!("{{\"name\":\"T\",\"formula\":\"{formula}\",\"results\":[{result}]}}")
    };
    imported("a.json", &table(&format!("{}1", "1d6+".repeat(50_000)), "x"));
    imported("a.json", &table(&format!("{}1", "(".repeat(100_000)), "x"));
    for text in ["[[", "@UUID[", "@", "[", "[[1d6]]{", "<b>"] {
        imported("a.json", &table("1d6", &text.repeat(40_000)));
    }
    let tables: Vec<String> = (0..300).map(|_| table("3d6 + 2d8", "x")).collect();
    imported("a.json", &format!("[{}]", tables.join(",")));
}

#[test]
fn an_import_that_is_stopped_writes_nothing() {
    let text = each(4_000, |n| format!("## T {n}\n\n| d2 | x |\n|---|---|\n| 1 | a |\n| 2 | b |\n\n"));
    let folder = folder_with("a.md", &text);
    for seconds in ["0.01", "0.1"] {
        let ran = Tw::new().within(folder.path()).args(["import", "a.md", "--timeout", seconds]).run();
        assert_eq!((ran.code, ran.out.as_str()), (4, ""), "{}", head(&ran.err));
        assert!(ran.err.contains(&format!("stopped after {seconds} seconds")), "{}", head(&ran.err));
    }
}
