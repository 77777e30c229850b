//! What would take more than a command may is refused in words, or worked out another way.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// Runs the program where it may have so many KiB of address space: an allocation beyond ends it by a signal.
fn within(kib: u32, folder: &Path, args: &[&str]) -> Output {
    let script = format!("ulimit -v {kib}; exec '{}' \"$@\"", env!("CARGO_BIN_EXE_tw"));
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).args(args).current_dir(folder).env("RAYON_NUM_THREADS", "2");
    command.output().expect("it runs")
}

#[test]
fn dice_that_need_gigabytes_are_refused_in_words() {
    for die in ["(d1000)d1000", "d1000000!"] {
        let text = format!("table t rolls {die}\n| key | what |\n|---|---|\n| 1+ | x |\n");
        let folder = folder_with("t.tw", &text);
        let ran = within(1_500_000, folder.path(), &["check", "t.tw"]);
        let (code, said) = (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned());
        assert!(matches!(code, Some(0 | 4)), "{die}: {ran:?}");
        assert!(code == Some(0) || said.contains("memory"), "{die}: {said}");
    }
}

/// The highest of so many dice have weights of billions of digits, which are not begun to be worked out; and
/// operators that change nothing do not make the numbers longer.
#[test]
fn pools_beyond_all_measure_are_refused_at_once() {
    for pool in
        ["2147483648d6kh2", "2147483648d6kl1", "4294967295d6!kh1", "(pool)kh2 where pool = 2147483648d6"]
    {
        let ran = Tw::new().args(["odds", pool, "--timeout", "60"]).run();
        let refused = ["TW0811", "TW0812"].iter().any(|code| ran.err.contains(code));
        assert!(ran.code == 4 && refused, "{pool}: {ran:?}");
    }
    let chains = [("!", 1_000), ("!!", 1_000), ("!p", 150), ("!>5", 150), ("!<2", 150), ("!p!>5ro<3", 50)];
    for (operator, times) in chains {
        let pool = format!("6d6{}", operator.repeat(times));
        let ran = Tw::new().args(["odds", &pool, "--timeout", "600"]).run();
        assert!([0, 1, 4].contains(&ran.code) && !ran.err.contains("--timeout"), "{operator}: {ran:?}");
        // The memory of the process is not what ends it.
        assert!(!ran.err.contains("stopped: more memory"), "{operator}: {ran:?}");
    }
}

/// Samples of a number make no list of the texts that it may be, and what that takes is nothing to wait for.
#[test]
fn samples_of_wide_sums_are_there_at_once() {
    for sum in ["100d100 + 100d100", "100d100 + 100d100! * 2", "\"{100d100 + 100d100}\""] {
        let ran = Tw::new().args(["odds", sum, "--samples", "1000", "--timeout", "100"]).run();
        assert!(ran.code == 0 && ran.out.contains("1000 samples"), "{sum}: {ran:?}");
    }
}

#[test]
fn a_die_thrown_again_until_one_face_of_a_million_is_worked_out() {
    let ran = Tw::new().args(["odds", "1d1000000r<1000000", "--json"]).run();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("1000000"), "{ran:?}");
    // Thrown again once, so that two throws in a row must stay below.
    let ran = Tw::new().args(["odds", "chance(1d100000ro<=50000 <= 50000)"]).run();
    assert!(ran.out.contains("1/4"), "{ran:?}");
}

#[test]
fn lists_are_counted_by_their_items_before_they_are_made() {
    // Half a million lists of three fit; as many of nineteen do not, and that is known beforehand.
    let ran = Tw::new().args(["odds", "3 times d6!"]).run();
    assert!(ran.code == 0 && ran.out.contains("511961 more"), "{ran:?}");
    for question in ["19 times d2", "4 times d10!", "[d6!, d6!, d6!, d6!]", "sort (12 times d12)"] {
        let ran = Tw::new().args(["odds", "--exact", question]).run();
        assert!(ran.code == 4 && ran.err.contains("too much work"), "{question}: {ran:?}");
    }
}

/// A source that takes some seconds to be read and checked.
fn long_source() -> String {
    let mut text = String::new();
    for at in 0..24_000 {
        text.push_str(&format!("fn f{at}(x) = x + {at}d6 * (2 + x)\n"));
    }
    text
}

#[test]
fn reading_and_checking_end_in_words_when_their_time_is_over() {
    let folder = folder_with("long.tw", &long_source());
    for args in [&["check", "long.tw"][..], &["fmt", "long.tw"], &["odds", "d6", "-f", "long.tw"]] {
        for seconds in ["0.05", "0.4"] {
            let args = args.iter().copied().chain(["--timeout", seconds]);
            let ran = Tw::new().within(folder.path()).args(args).run();
            assert_eq!(ran.code, 4, "{ran:?}");
            assert!(ran.err.contains(&format!("stopped after {seconds} seconds")), "{ran:?}");
        }
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("long.tw")).expect("a file"), long_source());
}

/// A command that is interrupted after so many milliseconds.
#[cfg(unix)]
fn interrupted(folder: &Path, command: &str, wait: u64) -> Output {
    let mut run = Command::new(env!("CARGO_BIN_EXE_tw"));
    run.args([command, "long.tw"]).current_dir(folder).stderr(std::process::Stdio::piped());
    let child = run.spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(wait));
    let id = child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status().expect("there is such a program");
    assert!(told.success(), "{command} was over after {wait} ms");
    child.wait_with_output().expect("it ends")
}

#[cfg(unix)]
#[test]
fn reading_and_checking_end_in_words_at_an_interrupt() {
    let folder = folder_with("long.tw", &long_source());
    for (command, wait) in [("check", 150), ("check", 900), ("fmt", 150)] {
        // On a busy machine it may not have begun to listen yet, and then it is ended as any other program is; on a
        // quick one it may be done already.
        let mut tries = [wait, wait / 2, wait * 2, wait / 4, wait * 4, wait * 8]
            .into_iter()
            .map(|wait| interrupted(folder.path(), command, wait));
        let is_met = |ran: &Output| !matches!(ran.status.code(), None | Some(0));
        let ran = tries.find(is_met).expect("it listens in the end");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(130), "{command}: {said}");
        assert!(said.contains("TW0727"), "{command}: {said}");
    }
}

/// What is many beside each other is not deep within each other.
#[test]
fn thousands_of_texts_to_choose_from_are_one_choice() {
    let source = |count| format!("say \"{{{}}}\"\n", vec!["a"; count].join("|"));
    let folder = folder_with("long.tw", &source(60_000));
    let ran = Tw::new().within(folder.path()).args(["check", "long.tw", "-q"]).run();
    assert!(ran.code == 1 && ran.err.contains("TW0214"), "{ran:?}");
    let folder = folder_with("long.tw", &source(9_000));
    for command in ["check", "run", "fmt"] {
        let ran = Tw::new().within(folder.path()).args([command, "long.tw", "-q"]).run();
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
        assert_eq!(ran.out, if command == "run" { "a\n" } else { "" }, "{command}");
    }
}

#[test]
fn loops_over_long_lists_are_counted_by_what_is_gone_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let nested = "procedure toil\n  let n = 0\n  for i in 1..1000000\n    for j in 1..1000000\n      n += d6\n    end for\n  end for\n  return n\nend procedure\n";
    std::fs::write(folder.path().join("toil.tw"), nested).expect("written");
    // Lists that every state carried would take the memory of the first few, or go on for minutes.
    let few = ["--limit", "dice=1000", "--limit", "outcomes=2000", "--timeout", "30"];
    let ran = within(2 << 20, folder.path(), &[&["odds", "-f", "toil.tw", "toil()"][..], &few].concat());
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(4), "{told}");
    assert!(told.contains("TW0809"), "no run of it ends, and that is said: {told}");
}

/// A function that asks for odds of itself is as deep on the stack as it is in itself.
#[test]
fn questions_within_questions_come_to_an_end() {
    let text =
        "fn deep(n) = 1 + mean(deep(n + 1))\nfn few(n) = if n == 0 then 0 else mean(few(n - 1) + d6)\n";
    let folder = folder_with("q.tw", text);
    let asked = |expr: &str| Tw::new().args(["odds", expr, "-f", "q.tw"]).within(folder.path()).run();
    for expr in ["deep(1)", "mean(deep(1))", "d6 + deep(1)"] {
        let ran = asked(expr);
        assert!(ran.code != 0 && ran.err.contains("nested deeper"), "{expr}: {ran:?}");
    }
    assert!(asked("few(12)").out.contains("= 42"));
}

/// The system ends a program that writes past its limit, unless the program would rather be told.
#[cfg(unix)]
#[test]
fn a_file_that_may_grow_no_further_is_refused_in_words() {
    let rows: String = (1..=200).map(|row| format!("- row {row}\n")).collect();
    let folder = folder_with("t.tw", &format!("table t\n{rows}"));
    let script = format!("ulimit -f 1; exec '{}' doc t.tw -o page.html", env!("CARGO_BIN_EXE_tw"));
    let ran = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.code() == Some(5) && said.contains("cannot be written"), "{ran:?}");
    assert!(!folder.path().join("page.html").exists(), "nothing half-written is left");
}
