//! Every rule of the five rule-sets stands in the library under its number.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Each rule-set with its prefix and how many rules it has.
const RULE_SETS: [(&str, &str, u32); 5] = [
    ("safe_areas_and_rooms", "SA", 47),
    ("dungeon_exploration", "DE", 29),
    ("delving", "DV", 23),
    ("dungeon_turn", "DT", 32),
    ("travel_and_time", "TT", 91),
];

/// The judgement calls that are house rules: those without an alternative are repairs and have none.
const CALLS: [(&str, &str, u32, &[u32]); 5] = [
    ("safe_areas_and_rooms", "SA", 24, &[15]),
    ("dungeon_exploration", "DE", 14, &[]),
    ("delving", "DV", 11, &[6, 11]),
    ("dungeon_turn", "DT", 10, &[]),
    ("travel_and_time", "TT", 25, &[]),
];

/// The source of a rule-set, and those of its tests, which hold the worked examples: `NAME_figures.tw`,
/// `NAME_play.tw` and so on.
fn sources(name: &str) -> String {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let mut text = fs::read_to_string(library.join(format!("{name}.tw"))).expect("a rule-set");
    let tests = fs::read_dir(library.join("tests")).expect("the tests of the library");
    for path in tests.map(|entry| entry.expect("a readable entry").path()) {
        let is_of = |file: &str| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
        if path.file_name().is_some_and(|file| is_of(&file.to_string_lossy())) {
            text.push_str(&fs::read_to_string(&path).expect("a readable file"));
        }
    }
    text
}

/// Numbers such as `DT-24` in the comments of a rule-set; `SA-01, SA-02` and `SA-01…SA-03` both count.
fn numbers(name: &str, prefix: &str) -> BTreeSet<u32> {
    let text = sources(name);
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| line.trim_start().starts_with('#')) {
        let places: Vec<(usize, u32)> = line
            .match_indices(prefix)
            .filter_map(|(at, _)| {
                let rest = line[at + prefix.len()..].strip_prefix('-')?;
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                Some((at, digits.parse().ok()?))
            })
            .collect();
        found.extend(places.iter().map(|(_, number)| *number));
        for pair in places.windows(2) {
            if let [(first, low), (second, high)] = pair
                && line[*first..*second].contains('…')
            {
                found.extend(*low..=*high);
            }
        }
    }
    found
}

#[test]
fn every_rule_is_in_the_library() {
    let mut missing = Vec::new();
    let mut total = 0;
    for (name, prefix, count) in RULE_SETS {
        let found = numbers(name, prefix);
        missing
            .extend((1..=count).filter(|number| !found.contains(number)).map(|n| format!("{prefix}-{n:02}")));
        total += count;
    }
    assert_eq!(total, 222);
    assert!(missing.is_empty(), "not in the library: {}", missing.join(", "));
}

#[test]
fn every_judgement_call_with_an_alternative_is_an_option() {
    let mut missing = Vec::new();
    for (name, prefix, count, repairs) in CALLS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(format!("{name}.tw"));
        let text = fs::read_to_string(path).expect("a rule-set of the library");
        let lines: Vec<&str> = text.lines().collect();
        for number in (1..=count).filter(|number| !repairs.contains(number)) {
            let call = format!("{prefix}-J{number:02}");
            // The option that follows the comment which names the call.
            let named = lines.iter().enumerate().any(|(at, line)| {
                line.starts_with('#')
                    && line.contains(&call)
                    && lines[at..]
                        .iter()
                        .find(|next| !next.starts_with('#'))
                        .is_some_and(|next| next.starts_with("option "))
            });
            if !named {
                missing.push(call);
            }
        }
    }
    assert!(missing.is_empty(), "not an option: {}", missing.join(", "));
}

/// The numbers are for those who work on the rules: they stand in comments, and what people are shown
/// (`:info`, `:set`, `tw library`) has none.
#[test]
fn what_people_read_has_no_numbers() {
    for (name, ..) in RULE_SETS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(format!("{name}.tw"));
        let text = fs::read_to_string(path).expect("a rule-set of the library");
        let shown = text.lines().filter(|line| !line.trim_start().starts_with('#') || line.contains("##"));
        for line in shown.filter(|line| !line.trim_start().starts_with("test ")) {
            for (_, prefix, _) in RULE_SETS {
                assert!(!line.contains(&format!("{prefix}-")), "{name}: {line}");
            }
        }
    }
}

/// The numbers are for those who work on the library; `:info` and `:set` show notes to people who play.
#[test]
fn no_note_holds_a_rules_number() {
    let mut found = Vec::new();
    for (name, prefix, _) in RULE_SETS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(format!("{name}.tw"));
        let text = fs::read_to_string(path).expect("a rule-set of the library");
        let notes = text.lines().filter(|line| line.trim_start().starts_with("##"));
        found.extend(notes.filter(|line| line.contains(&format!("{prefix}-"))).map(str::to_owned));
    }
    assert!(found.is_empty(), "in a note:\n{}", found.join("\n"));
}

/// The house rules of a rule-set, each as the page of rule-sets has to list it: `name` (`default`, `other`).
fn house_rules(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(format!("{name}.tw"));
    let text = fs::read_to_string(path).expect("a rule-set of the library");
    let listed = |line: &str| {
        let (head, default) = line.strip_prefix("option ")?.split_once(" = ")?;
        let (rule, kind) = head.split_once(": ").unwrap_or((head, ""));
        let others = kind.split(" | ").filter(|word| kind.contains('|') && *word != default);
        let values: Vec<String> =
            std::iter::once(default).chain(others).map(|value| format!("`{value}`")).collect();
        Some(format!("- `{rule}` ({}).", values.join(", ")))
    };
    text.lines().filter_map(listed).collect()
}

#[test]
fn every_house_rule_is_on_the_page_of_rule_sets() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rulesets.md");
    let page = fs::read_to_string(path).expect("the page of rule-sets");
    // Lines are filled up to the margin anywhere.
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut missing = Vec::new();
    for (name, ..) in RULE_SETS {
        let begin = page.find(&format!("## Options of {}", title(name))).unwrap_or(page.len());
        let section = page[begin..].split(" ## ").next().unwrap_or_default();
        missing.extend(
            house_rules(name)
                .into_iter()
                .filter(|rule| !section.contains(rule.as_str()))
                .map(|rule| format!("{name}: {rule}")),
        );
    }
    assert!(missing.is_empty(), "not listed:\n{}", missing.join("\n"));
}

/// `travel_and_time` as `Travel and Time`.
fn title(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let words = name.split('_').map(|word| if word == "and" { word.to_owned() } else { capital(word) });
    words.collect::<Vec<_>>().join(" ")
}
