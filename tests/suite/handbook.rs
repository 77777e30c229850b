//! `tw doc`: the shipped rule-sets, the examples and the notes as pages.

use std::collections::BTreeSet;

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// Elements that have no end.
const VOID: [&str; 4] = ["meta", "br", "hr", "!DOCTYPE"];

/// Holds a page to what a page must be: tags that match, links that lead somewhere, nothing that runs.
fn hold(page: &str, of: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    let (mut links, mut places) = (BTreeSet::new(), BTreeSet::new());
    while let Some((_, from)) = rest.split_once('<') {
        let (tag, after) = from.split_once('>').expect("a tag ends");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().expect("a name");
        if let Some(ended) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(ended), "{of}: </{ended}>");
        } else if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
        let value =
            |of: &str| tag.split_once(of).and_then(|(_, from)| from.split('"').next()).map(str::to_owned);
        links.extend(value("href=\"#"));
        places.extend(value("id=\""));
    }
    assert!(open.is_empty(), "{of}: {open:?}");
    let lost: Vec<&String> = links.iter().filter(|link| !places.contains(*link)).collect();
    assert!(lost.is_empty(), "{of}: {lost:?}");
    assert!(!page.contains("<script") && !page.contains("src="), "{of}");
}

/// Each shipped rule-set with the names that it defines for others.
fn library() -> Vec<(String, Vec<String>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/library");
    let definition = fancy_regex::Regex::new(
        r"(?m)^(?:table|chart|fn|procedure|ladder|words|sheet|deck|roster|option|policy|keep|let|unit) ([a-z]\w*)",
    );
    let definition = definition.expect("a pattern");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the library") {
        let path = entry.expect("an entry").path();
        // What all rule-sets share is none.
        let shared = path.file_stem().is_some_and(|name| name == "prelude");
        if shared || path.extension().is_none_or(|ending| ending != "tw") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let names = definition
            .captures_iter(&text)
            .map(|found| found.expect("a match").get(1).expect("a name").as_str().to_owned());
        all.push((path.file_stem().expect("a name").to_string_lossy().into_owned(), names.collect()));
    }
    assert_eq!(all.len(), 5);
    all
}

#[test]
fn the_shipped_rule_sets_are_pages_with_all_that_they_define() {
    for (name, defined) in library() {
        let page = Tw::new().args(["doc", &name]).run();
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{page:?}");
        hold(&page.out, &name);
        let text = Tw::new().args(["doc", &name, "--to", "markdown"]).run();
        for defined in defined {
            assert!(text.out.contains(&defined), "{name}: {defined}");
        }
    }
    let page = Tw::new().args(["doc", "delving", "--to", "markdown"]).run().out;
    assert!(page.contains("| 6 | **Free**: all quiet |  | 1/6 = 16.67% |"), "{page}");
    assert!(page.contains("3. **fatigue**\n   1. `if fatigue_due then do strain`\n"), "{page}");
    assert!(page.contains("| deed | turns |"), "{page}");
}

#[test]
fn examples_and_notes_are_pages_too() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "tw" && ending != "md") {
            continue;
        }
        let name = path.to_string_lossy().into_owned();
        let page = Tw::new().args(["doc", &name]).run();
        assert_eq!(page.code, 0, "{page:?}");
        hold(&page.out, &name);
    }
}

#[test]
fn branches_weights_conditions_and_other_peoples_html_are_shown() {
    let text = "## <script>alert(1)</script> & more.\nrules moor \"The <b>moor</b>\"\n\n\
        keep wet = no\n\n## Birds.\ntable birds\n| weight | bird | when |\n|---|---|---|\n| 3 | crow | |\n| 1 | rook | wet |\n\n\
        procedure walk\n  if wet\n    say \"a\"\n  else if not wet\n    say \"b\"\n  else\n    say \"c\"\n  end if\nend procedure\n";
    let folder = folder_with("moor.tw", text);
    let wrote = Tw::new().args(["doc", "moor.tw", "-o", "moor.md"]).within(folder.path()).run();
    assert_eq!((wrote.code, wrote.err.as_str()), (0, "wrote moor.md\n"), "{wrote:?}");
    let page = std::fs::read_to_string(folder.path().join("moor.md")).expect("written");
    assert!(
        page.contains(
            "1. `if wet`\n   1. `say \"a\"`\n\n   `else if not wet`\n\n   1. `say \"b\"`\n\n   `else`\n"
        ),
        "{page}"
    );
    assert!(page.contains("| 3 |  | crow |") && page.contains("| 1 | `wet` | rook |"), "{page}");
    let page = Tw::new().args(["doc", "moor.tw"]).within(folder.path()).run().out;
    hold(&page, "moor");
    assert!(page.contains("&lt;script&gt;"), "{page}");
    let missing = Tw::new().args(["doc", "delvin"]).run();
    assert!(missing.code == 2 && missing.err.contains("did you mean `delving`?"), "{missing:?}");
}
