//! Slips of the hand that the fixes of a file mend, as they are typed.

use std::fs;

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// What becomes of a file once all its fixes are made; nothing is left to mend.
#[track_caller]
fn becomes(bad: &str, good: &str) {
    let folder = folder_with("a.tw", bad);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), good, "{fixed:?}");
    let left = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
    assert!(left.code == 0 && !left.err.contains("fix: "), "{good}: {left:?}");
}

/// A file that has a report, and no fix that would be made.
#[track_caller]
fn stays(bad: &str, says: &str) {
    let folder = folder_with("a.tw", bad);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    assert!(fixed.err.contains(says), "{bad}: {fixed:?}");
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), bad);
}

#[test]
fn dice_in_texts_are_taken_with_all_that_belongs_to_them() {
    becomes(
        "table t\n- 2d6 x 1,500 gp\n- 3d6 x 0.5 lb\n- (1d6+1) x 10 gp\n- 1d4–1 rats\n- 1d6} bats\n- 2W6 elks\n",
        "table t\n- {2d6 x 1500} gp\n- {3d6 x 0.5} lb\n- {(1d6+1) x 10} gp\n- {1d4-1} rats\n- {1d6} bats\n- {2d6} elks\n",
    );
    becomes(
        "unit gp\ntable t\n| d2 | worth |\n|---|---|\n| 1 | 500 gp |\n| 2 | 2W6 x 100 gp |\n",
        "unit gp\ntable t\n| d2 | worth |\n|---|---|\n| 1 | 500 gp |\n| 2 | 2d6 x 100 gp |\n",
    );
    stays("table t\n- 1d6 x 1.500 gp\n- b\n", "without separators");
    stays("table t\n- d3+1 x d4 bats\n- b\n", "brackets show it");
}

#[test]
fn chances_and_weights_are_put_where_they_are_read() {
    becomes(
        "each t\n| % | x |\n|---|---|\n| 50% | a |\n| 25 | b |\n| 1-in-6 | c |\n",
        "each t\n| chance | x |\n|---|---|\n| 50% | a |\n| 25% | b |\n| 1 in 6 | c |\n",
    );
    becomes("each t\n- 50% wolf\n- bear (20%)\n\nt\n", "each t\n  50%: wolf\n  20%: bear\nend each\n\nt\n");
    becomes(
        "each t\n| chance | x |\n|---|---|\n| 50 | a |\n| 5% | b |\n",
        "each t\n| chance | x |\n|---|---|\n| 50% | a |\n| 5% | b |\n",
    );
    becomes("table t\n- 50% Rain\n- 30% Sun\n- Snow (20%)\n", "table t\n- 50x Rain\n- 30x Sun\n- 20x Snow\n");
    becomes("table t\n- 2x: Sun\n- Rain\n", "table t\n- 2x Sun\n- Rain\n");
    stays("table t\n- Goblin x3\n- Rat\n", "write the weight before it");
}

#[test]
fn first_words_are_mended_with_the_lines_they_begin() {
    becomes("Keep gold = 3\nLet q = D6\nsay gold + q\n", "keep gold = 3\nlet q = D6\nsay gold + q\n");
    becomes(
        "tabel weather\n| d6 | weather |\n|---|---|\n| 1-3 | Rain |\n| 4-6 | Sun |\n\nweather\n",
        "table weather\n| d6 | weather |\n|---|---|\n| 1-3 | Rain |\n| 4-6 | Sun |\n\nweather\n",
    );
    becomes(
        "Table Weather\n| d6 | weather |\n|---|---|\n| 1-3 | Rain |\n| 4-6 | Sun |\n\nweather\n",
        "table Weather\n| d6 | weather |\n|---|---|\n| 1-3 | Rain |\n| 4-6 | Sun |\n\nWeather\n",
    );
    becomes(
        "table weather\nd6 weather\n1-3 Rain\n4-6 Sun\n\nweather\n",
        "table weather rolls d6\n1-3 Rain\n4-6 Sun\n\nweather\n",
    );
}

#[test]
fn ends_are_mended_where_they_belong() {
    let door = "table door rolls d6\n  1-3: open\n  4-6: shut\nend table\n";
    becomes(&format!("{}\ndoor\n", door.replace("end table", "edn table")), &format!("{door}\ndoor\n"));
    becomes(&format!("{}\ndoor\n", door.replace("end table", "End Table")), &format!("{door}\ndoor\n"));
    becomes(&format!("{}door\n", door.replace("end table\n", "")), &format!("{door}door\n"));
    let pay = "keep gold = 9\nprocedure pay\n  if gold > 5\n    say \"x\"\n  end if\nend procedure\ndo pay\n";
    becomes(&pay.replace("  end if\n", "  end if\n  end if\n"), pay);
    becomes(&pay.replace("  end if\n", "  End If\n"), pay);
    becomes(&pay.replace("end procedure", "endprocedure"), pay);
    stays(&pay.replace("  end if\n", "  end if\n  say \"y\"\n  end if\n"), "closed too early");
}

#[test]
fn rows_that_count_from_zero_are_understood() {
    for keys in [["00-04", "05-50", "51-99"], ["0-4", "5-50", "51-99"]] {
        let text = format!(
            "table t\n| d100 | x |\n|---|---|\n| {} | a |\n| {} | b |\n| {} | c |\n",
            keys[0], keys[1], keys[2]
        );
        becomes(&text, &text);
        let folder = folder_with("a.tw", &text);
        let odds = Tw::new().args(["odds", "-f", "a.tw", "t"]).within(folder.path()).run();
        assert!(odds.out.contains("5.0%") || odds.out.contains("1/20"), "{odds:?}");
    }
    becomes(
        "table t\n| Roll | x |\n|---|---|\n| 00-49 | a |\n| 50-99 | b |\n",
        "table t\n| d100 | x |\n|---|---|\n| 00-49 | a |\n| 50-99 | b |\n",
    );
    becomes(
        "table t\n| d6 | x |\n|---|---|\n| 0-2 | a |\n| 3-5 | b |\n",
        "table t\n| d6 - 1 | x |\n|---|---|\n| 0-2 | a |\n| 3-5 | b |\n",
    );
    becomes(
        "table t\n| d100 | x |\n|---|---|\n| 00-50 | a |\n| 51-100 | b |\n",
        "table t\n| d100 | x |\n|---|---|\n| 01-50 | a |\n| 51-100 | b |\n",
    );
}

#[test]
fn keys_and_effects_in_other_words_are_mended() {
    becomes(
        "table t\n| d20 | x |\n|---|---|\n| 1 (natural) | a |\n| Nat 20 | b |\n| everything else | c |\n",
        "table t\n| d20 | x |\n|---|---|\n| 1 | a |\n| 20 | b |\n| 2-19 | c |\n",
    );
    becomes(
        "table t\n| d6 | x |\n|---|---|\n| odd | a |\n| even | b |\n",
        "table t\n| d6 | x |\n|---|---|\n| 1, 3, 5 | a |\n| 2, 4, 6 | b |\n",
    );
    becomes(
        "keep gold = 9\ntable t\n| d2 | x | effect |\n|---|---|---|\n| 1 | a | gold += 1 |\n| 2 | b | gold -= d4 |\n",
        "keep gold = 9\ntable t\n| d2 | x | then |\n|---|---|---|\n| 1 | a | gold += 1 |\n| 2 | b | gold -= d4 |\n",
    );
    becomes(
        "keep gold = 9\ntable t rolls d2\n  1: a\n  2: A thief -> gold -= d4\nend table\n",
        "keep gold = 9\ntable t rolls d2\n  1: a\n  2: A thief => gold -= d4\nend table\n",
    );
    stays(
        "table t\n| d6 + d8 (best) | x |\n|---|---|\n| 1-6 | a |\n| 7-14 | b |\n",
        "cannot be read as dice",
    );
    stays("table t\n| d6 | x |\n|---|---|\n| 1-4 | a |\n| 5- | b |\n", "and more: `5+`");
    stays("table t\n1. 60% Rain\n2. 40% Sun\n", "for shares");
    stays("table t\n| d20 | x |\n|---|---|\n| 1-10 | a |\n| 10-20 | b |\n", "both hold 10");
}

/// Spreadsheets save UTF-16; other encodings are told the way out.
#[test]
fn texts_of_spreadsheets_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wide: Vec<u8> = vec![0xff, 0xfe];
    wide.extend("d2\tfind\n1\tmüd\n2\teels\n".encode_utf16().flat_map(u16::to_le_bytes));
    fs::write(folder.path().join("a.tsv"), wide).expect("written");
    let read = Tw::new().args(["import", "a.tsv"]).within(folder.path()).run();
    assert!(read.out.contains("| 1 | müd |"), "{read:?}");
    fs::write(folder.path().join("b.csv"), b"d2,find\n1,m\xfcd\n2,eels\n").expect("written");
    let refused = Tw::new().args(["import", "b.csv"]).within(folder.path()).run();
    assert!(refused.code != 0 && refused.err.contains("save it as UTF-8"), "{refused:?}");
}

#[test]
fn blocks_are_closed_however_their_end_is_written() {
    becomes("procedure pay\n  say \"x\"\nEnd\n", "procedure pay\n  say \"x\"\nend\n");
    becomes("sheet hero\n  hp: number = 3\nEnd Sheet\n", "sheet hero\n  hp: number = 3\nend sheet\n");
    becomes("table t\nRain\nSun\nEnd Table\n", "table t\nRain\nSun\nend table\n");
    becomes("Procedure pay\n  say \"x\"\nEnd Procedure\n", "procedure pay\n  say \"x\"\nend procedure\n");
    becomes(
        "table t rolls d20 with advantage\n  1-10: a\n  11-20: b\nend table\n",
        "table t rolls adv d20\n  1-10: a\n  11-20: b\nend table\n",
    );
    becomes("table t\nWeather (d6)\n1-3 Rain\n4-6 Sun\n", "table t rolls d6\n1-3 Rain\n4-6 Sun\n");
    becomes("table t\n{d6} wolves\n1 bear\n2 elks\n", "table t\n{d6} wolves\n1 bear\n2 elks\n");
    becomes("table t\nRoll weather\n1-3 Rain\n4-6 Sun\n", "table t\n1-3 Rain\n4-6 Sun\n");
    becomes(
        "let level = 2\ntable t\n| 2d6 plus level | x |\n|---|---|\n| 4-9 | a |\n| 10-14 | b |\n",
        "let level = 2\ntable t\n| 2d6 + level | x |\n|---|---|\n| 4-9 | a |\n| 10-14 | b |\n",
    );
}
