//! Notes are read alike, whether they are checked, imported or pasted.

use std::fs;

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// The rows of a table with their chances, as a note is checked and loaded, imported, and pasted.
fn rows(note: &str, table: &str) -> [String; 3] {
    let folder = folder_with("note.md", note);
    let tw = |args: &[&str], lines: &str| {
        Tw::new().args(args.iter().copied()).within(folder.path()).stdin(lines).run()
    };
    let odds = |file: &str| {
        let ran = tw(&["odds", "-f", file, table, "--format", "csv"], "");
        let rows = ran.out.lines().skip(1).map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
        if ran.code == 0 { rows.collect::<Vec<_>>().join("; ") } else { ran.err }
    };
    let checked = odds("note.md");
    let imported = tw(&["import", "note.md"], "").out;
    fs::write(folder.path().join("imported.tw"), imported).expect("write");
    tw(&["repl"], &format!(":paste\n{note}\n.\n:save! pasted.tw\n"));
    [checked, odds("imported.tw"), odds("pasted.tw")]
}

/// A comment is no part of a table or a list, and ends neither.
#[test]
fn comments_between_rows_are_left_out() {
    const THIRDS: &str = "w,a,0.333333333333,1/3,,; w,b,0.666666666667,2/3,,";
    for between in [
        "<!-- c -->\n",
        "\n<!-- c -->\n\n",
        "<!-- c\n| 3 | d |\n-->\n",
        "<!-- | 3 | d | --> <!-- e -->\n",
        "%% c %%\n",
        "",
    ] {
        for rows_of in [
            format!("## W\n\n| d6 | X |\n|--|--|\n| 1-2 | a |\n{between}| 3-6 | b |\n"),
            format!("## W\n\nd6 | X\n---|---\n1-2 | a\n{between}3-6 | b\n"),
            format!("## W\n{between}\n| d6 | X |\n|--|--|\n| 1-2 | a | <!-- c -->\n| 3-6 | b |\n"),
            format!("## W (d6)\n\n1-2. a\n{between}3-6. b\n"),
            format!("## W (d6)\n\n- 1-2: a\n{between}- 3-6: b\n"),
            format!("## W (d6)\n\n- 1-2 a\\\n{between}- 3-6 b <!-- c\n  d -->\n"),
        ] {
            for read in rows(&rows_of, "w") {
                assert_eq!(read, THIRDS, "{rows_of}");
            }
        }
    }
    let quoted = "> ## W\n>\n> | d6 | X |\n> |--|--|\n> | 1-2 | a |\n> <!-- c -->\n> | 3-6 | b |\n";
    assert_eq!(rows(quoted, "w"), [THIRDS; 3]);
}

/// What a comment that is not closed leaves out is named, wherever the note is read.
#[test]
fn comments_that_are_not_closed_are_told() {
    let note = "## W (d2)\n\n1. a\n2. b\n\n<!-- to do\n\n## V (d2)\n\n1. c\n2. d\n";
    let folder = folder_with("note.md", note);
    let tw = |args: &[&str], lines: &str| {
        Tw::new().args(args.iter().copied()).within(folder.path()).stdin(lines).run()
    };
    let told = "nothing below it is read: `v` in line 10";
    let checked = tw(&["check", "note.md"], "");
    assert!(
        checked.err.contains("TW0041") && checked.err.contains(told) && checked.err.contains("note.md:6:1")
    );
    for ran in [tw(&["import", "note.md"], ""), tw(&["repl"], &format!(":paste\n{note}\n.\nw\n"))] {
        assert!(ran.err.contains("line 6: a comment is not closed") && ran.err.contains(told), "{ran:?}");
    }
    assert_eq!(rows(note, "w"), ["w,a,0.5,1/2,,; w,b,0.5,1/2,,"; 3]);
    // Nothing is changed unasked: where the comment ends is for its writer to say.
    tw(&["check", "--fix", "--yes", "note.md"], "");
    assert_eq!(fs::read_to_string(folder.path().join("note.md")).expect("read"), note);
    // Of two, the first goes on to the end of the second.
    let swallowed = note.to_owned() + "\n<!-- more -->\n";
    fs::write(folder.path().join("note.md"), swallowed).expect("write");
    let checked = tw(&["check", "note.md"], "");
    assert!(checked.err.contains("nothing is read up to line 13, where another comment ends"), "{checked:?}");
    // With nothing else in it, there is nothing to import, and why is told.
    fs::write(folder.path().join("note.md"), format!("<!-- to do\n\n{note}")).expect("write");
    let ran = tw(&["import", "note.md"], "");
    assert!(ran.code != 0 && ran.err.contains("a comment is not closed"), "{ran:?}");
}

/// A last face that is printed as 0 may stand beside its number, in either order.
#[test]
fn last_faces_are_read_with_what_is_printed() {
    for key in ["10 (0)", "0 (10)", "**10 (0)**", "10(0)", "10 [0]", "10 or 0", "0"] {
        for note in [
            format!("## W\n\n| d10 | X |\n|--|--|\n| 1-9 | a |\n| {key} | b |\n"),
            format!("## W (d10)\n\n- 1-9: a\n- {key}: b\n"),
        ] {
            if note.contains("- 10 [") {
                continue;
            }
            for read in rows(&note, "w") {
                assert_eq!(read, "w,a,0.9,9/10,,; w,b,0.1,1/10,,", "{note}");
            }
        }
    }
}

/// Bullets with numbers go on beyond blank lines, a paragraph and comments.
#[test]
fn bullets_go_on_beyond_gaps() {
    for gap in [
        "",
        "\n",
        "\n\n\n",
        "\nThey lie around.\n\n",
        "  It glows.\n\n",
        "\n<!-- c -->\n\n",
        "\n**Rarely:**\n\n",
    ] {
        let note = format!("## W (d4)\n\n- 1: a\n\n- 2: b\n{gap}- 3-4: c\n");
        let read = rows(&note, "w");
        assert!(read[0].ends_with("w,c,0.5,1/2,,"), "{note}: {read:?}");
        assert_eq!((&read[1], &read[2]), (&read[0], &read[0]), "{note}");
    }
}
