//! Nothing that is written can fill the stack: what may stand within itself is nested thousands deep, and
//! refused in words or read.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// What is said before, over and over, between, and over and over after.
const NESTED: [(&str, &str, &str, &str, &str); 16] = [
    ("", "if 1 is 1\n", "say \"x\"\n", "end\n", ""),
    ("procedure p\n", "step a\n", "say \"x\"\n", "end step\n", "end procedure\n"),
    ("", "repeat 2 times\n", "say \"x\"\n", "end repeat\n", ""),
    ("", "for i in 1..2\n", "say \"x\"\n", "end for\n", ""),
    ("if 1 is 2\n  say \"x\"\n", "else if 1 is 2\n  say \"x\"\n", "", "", "end\n"),
    ("let x = 1", "", "", " where a = 1", "\n"),
    ("let x = ", "not ", "yes", "", "\n"),
    ("let x = ", "-", "1", "", "\n"),
    ("let x = ", "if yes then 1 else ", "1", "", "\n"),
    ("let x = 1", "", "", " otherwise 1", "\n"),
    ("let x = [1]", "", "", "[1]", "\n"),
    ("let x = ", "adv ", "d6", "", "\n"),
    ("let x = ", "odds ", "d6", "", "\n"),
    ("let x = ", "2 times ", "d6", "", "\n"),
    ("let x = ", "(", "1", ")", "\n"),
    ("let x = chance(1 is 1", "", "", " given yes", ")\n"),
];

#[test]
fn what_is_nested_thousands_deep_never_fills_the_stack() {
    for (before, head, middle, tail, after) in NESTED {
        let text = [before, &head.repeat(4_000), middle, &tail.repeat(4_000), after].concat();
        let folder = folder_with("deep.tw", &text);
        let ran = Tw::new().within(folder.path()).args(["check", "deep.tw", "-q"]).run();
        assert!(matches!(ran.code, 0 | 1 | 4), "{head}{tail}: {}", ran.code);
    }
}
