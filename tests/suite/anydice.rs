//! Programs of AnyDice whose functions give sequences: what is imported has the odds that AnyDice gives. They were
//! counted out by hand or by a program that knows nothing of this one.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

const FUNCTIONS: &str = "
function: same A:s { R: {} loop I over {1..#A} { R: {R, I@A} } result: R }
function: tail A:s { R: {} loop I over {2..#A} { R: {R, I@A} } result: R }
function: rev A:s { if #A = 0 { result: {} } result: {[rev [tail A]], 1@A} }
function: remove X:n from S:s { R: {} F: 0 loop I over {1..#S} { if I@S = X & !F { F: 1 } else { R: {R, I@S} } } result: R }
function: nco A:s D:s {
  if #A = 0 { result: 0 }
  if [count 1@A in D] > 0 { result: [nco [remove 1@A from A] [remove 1@A from D]] }
  result: 1@A
}
function: above N:n in A:s { R: {} loop I over {1..#A} { if I@A > N { R: {R, I@A} } } result: R }
function: size A:s { result: #A }
function: sizes A:s { B: [same A] result: #B + #[same A] + [size [same A]] }
function: ends A:s { result: 1@[same A] + 10 * 1@[rev A] }
function: two A:s { result: {1, 2}@[same A] }
function: ones A:s { result: [count 1 in [same A]] + 10 * ([same A] > 1) }
function: most A:s B:s { result: {1, 2}@[sort {[same A], B}] }
function: mixed A:s { if 1@A = 2 { result: 7 } result: A }
function: more A:s { result: #[mixed A] + 2@[mixed A] }
function: grow N:n { if N > 1 { N: {N, N} } result: N }
function: plus A:s { result: [grow 2] + #[grow 2] + A }
function: rolls A:s { result: {1@A} + d2 }
";

/// What is put out there, and how likely each total is.
const OUTPUTS: [(&str, &str); 16] = [
    ("[sizes 2d2]", "6: 1"),
    ("[nco 2d2 1d2]", "1: 1/2, 2: 1/2"),
    (
        "[above 2 in 3d4]",
        "0: 1/8, 3: 3/16, 4: 3/16, 6: 3/32, 7: 3/16, 8: 3/32, 9: 1/64, 10: 3/64, 11: 3/64, 12: 1/64",
    ),
    ("[ends 2d2]", "11: 1/4, 12: 1/2, 22: 1/4"),
    ("[two 3d2]", "2: 1/8, 3: 3/8, 4: 1/2"),
    ("[ones 2d2]", "2: 1/4, 11: 1/2, 20: 1/4"),
    ("[most 2d2 d3]", "2: 1/12, 3: 1/4, 4: 5/12, 5: 1/4"),
    ("[more 2d2]", "1: 3/4, 3: 1/4"),
    ("[plus 2d2]", "8: 1/4, 9: 1/2, 10: 1/4"),
    ("[rolls 2d2]", "2: 1/8, 3: 1/2, 4: 3/8"),
    ("[sort 2d2]", "2: 1/4, 3: 1/2, 4: 1/4"),
    ("1@[reverse 2d2]", "2: 1/4, 3: 1/2, 4: 1/4"),
    ("#[same {4, 5, 6}]", "3: 1"),
    ("2@[same {4, 5}] + [same {1, 2}]", "8: 1"),
    ("[same {1, 2, 2}]", "1: 1/3, 2: 2/3"),
    ("[highest of [above 1 in 2d2] and 2]", "2: 3/4, 4: 1/4"),
];

#[test]
fn functions_that_give_sequences() {
    let outputs = OUTPUTS.map(|(output, _)| format!("output {output}\n")).concat();
    let folder = folder_with("a.anydice", &format!("{FUNCTIONS}{outputs}"));
    let imported = Tw::new().within(folder.path()).args(["import", "a.anydice"]).run();
    assert!(imported.code == 0 && !imported.err.contains("left out"), "{imported:?}");
    std::fs::write(folder.path().join("a.tw"), &imported.out).expect("write");
    for (at, (output, expected)) in (1..).zip(OUTPUTS) {
        let name = if at == 1 { "output()".to_owned() } else { format!("output_{at}()") };
        let odds = Tw::new().within(folder.path()).args(["odds", &name, "-f", "a.tw", "--json"]).run();
        let read: serde_json::Value = serde_json::from_str(&odds.out).expect("JSON");
        let outcomes = read["outcomes"].as_array().expect("outcomes").iter();
        let found: Vec<String> = outcomes
            .map(|one| format!("{}: {}", one["value"], one["exact"].as_str().unwrap_or_default()))
            .collect();
        assert_eq!(found.join(", "), expected, "{output}");
    }
}

/// Nothing says that `A` takes a sequence, so that it would come in as its sum.
#[test]
fn a_sequence_where_none_is_named_is_left_out() {
    let folder =
        folder_with("a.anydice", "function: f A { result: A + 1 }\noutput [f {1, 2}]\noutput [f 3]\n");
    let imported = Tw::new().within(folder.path()).args(["import", "a.anydice"]).run();
    assert!(imported.out.contains("fn output() = f(3)"), "{imported:?}");
    assert!(imported.err.contains("which does not say that it takes one"), "{imported:?}");
}
