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
