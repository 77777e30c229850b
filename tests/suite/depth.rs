//! Nothing that is written can fill the stack: what may stand within itself is nested thousands deep, and
//! refused in words or read, whatever is asked of it. What may is read off the grammar; blocks, which are put
//! together from lines, are listed.
//!
//! `TW_DEEP=1` puts every nest through every command, and not each through one in turn.

use std::collections::BTreeSet;

use crate::support::cases::folder_with;
use crate::support::nests::{Grammar, Nest};
use crate::support::program::{Ran, Tw};

/// What is said before, over and over, between, and over and over after: what the grammar does not hold
/// within itself.
const BLOCKS: [(&str, &str, &str, &str, &str); 13] = [
    ("", "if 1 is 1\n", "say \"x\"\n", "end\n", ""),
    ("procedure p\n", "step a\n", "say \"x\"\n", "end step\n", "end procedure\n"),
    ("", "repeat 2 times\n", "say \"x\"\n", "end repeat\n", ""),
    ("", "for i in 1..2\n", "say \"x\"\n", "end for\n", ""),
    ("", "when 1 is 2\n", "say \"x\"\n", "end when\n", ""),
    ("", "every 1 hour\n", "say \"x\"\n", "end every\n", ""),
    ("if 1 is 2\n  say \"x\"\n", "else if 1 is 2\n  say \"x\"\n", "", "", "end\n"),
    ("test \"t\"\n", "with dice 1\n", "say \"x\"\n", "end with\n", "end test\n"),
    ("", "every 1 minute ", "say \"x\"", "", "\n"),
    ("", "every 1 minute then ", "say \"x\"", "", "\n"),
    ("", "timer a = 1 minute then ", "say \"x\"", "", "\n"),
    ("", "when 1 is 2 then ", "say \"x\"", "", "\n"),
    ("let x = 1\n", "if x is 1 then say \"x\" else ", "say \"y\"", "", "\n"),
];

const DEEP: usize = 4_000;
/// Within the limit of nesting, where each level takes one bracket or two. Choices within choices, and loops
/// within loops, are as much again at each level: 20 deep, they come to the limit of the parser or of steps.
const WITHIN: [usize; 2] = [12, 90];

/// A nest as a source, and as an expression where it is one.
struct Written {
    way: String,
    source: String,
    expr: Option<String>,
}

fn written(nest: &Nest, root: &str, depth: usize) -> Written {
    let (before, after) = Grammar::around(nest);
    // An argument of a command line has at most 128 KiB.
    let depth = depth.min(120_000 / nest.step());
    let text = format!("{before}{}{after}", nest.deep(depth));
    let way = format!("{} ({depth} deep)", nest.way);
    match root {
        "expr" => Written { way, source: format!("keep a = 1\nlet x = {text}\n"), expr: Some(text) },
        "cell_text" => {
            let cell = text.replace('|', "\\|").replace('\n', " ");
            let source = format!(
                "keep a = 1\ntable t\n| d2 | x |\n|----|---|\n| 1 | {cell} |\n| 2 | b |\nend table\n"
            );
            Written { way, source, expr: None }
        }
        _ => Written { way, source: format!("keep a = 1\n{text}\n"), expr: None },
    }
}

/// Every nest of the grammar, with the rule that it is reached from.
fn nests() -> Vec<(&'static str, Nest)> {
    let grammar = Grammar::read();
    let mut seen = BTreeSet::new();
    let roots = ["expr", "stmt", "item", "cell_text"];
    let all =
        roots.into_iter().flat_map(|root| grammar.nests(root).into_iter().map(move |nest| (root, nest)));
    // The same text need not be nested once for each rule on its way.
    all.filter(|(_, nest)| seen.insert((Grammar::around(nest).0.is_empty(), nest.deep(2)))).collect()
}

/// What a server is told of a source.
fn told_to_a_server(source: &str) -> String {
    let message = |value: &serde_json::Value| {
        let text = value.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    let about = serde_json::json!({"uri": "file:///deep.tw"});
    let open =
        serde_json::json!({"uri": "file:///deep.tw", "languageId": "tw", "version": 1, "text": source});
    [
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        serde_json::json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        serde_json::json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": open}}),
        serde_json::json!({"jsonrpc": "2.0", "id": 2, "method": "textDocument/documentSymbol", "params": {"textDocument": about}}),
        serde_json::json!({"jsonrpc": "2.0", "id": 3, "method": "textDocument/semanticTokens/full", "params": {"textDocument": about}}),
        serde_json::json!({"jsonrpc": "2.0", "id": 4, "method": "shutdown"}),
        serde_json::json!({"jsonrpc": "2.0", "method": "exit"}),
    ]
    .iter()
    .map(message)
    .collect()
}

/// Loops within loops come to it.
const SOON: [&str; 2] = ["--limit", "steps=100000"];

/// The commands that a nest is put through.
const COMMANDS: [&str; 7] = ["check", "fmt", "run", "session", "doc", "lsp", "odds"];

fn put_through(command: &str, nest: &Written) -> Option<Ran> {
    let folder = folder_with("deep.tw", &nest.source);
    let tw = Tw::new().within(folder.path());
    Some(match command {
        "check" | "fmt" => tw.args([command, "deep.tw", "-q"]).run(),
        "run" => tw.args([command, "deep.tw", "-q"]).args(SOON).run(),
        "doc" => tw.args(["doc", "deep.tw"]).run(),
        // A session looks at what is open anew with each line, which takes long where thousands are.
        "session" if nest.source.lines().count() > 1_000 => return None,
        "session" => {
            let expr = nest.expr.as_deref().unwrap_or("d6");
            tw.args(["repl", "-q"])
                .args(SOON)
                .stdin(&format!("{}\n{expr}\n:odds {expr}\n:save out.tw\n", nest.source))
                .run()
        }
        "lsp" => tw.args(["lsp"]).stdin(&told_to_a_server(&nest.source)).run(),
        "odds" => {
            let expr = nest.expr.as_deref()?;
            let rolled = Tw::new().within(folder.path()).args(["roll", "-q", "--", expr]).run();
            if !survived(&rolled) {
                return Some(rolled);
            }
            tw.args(["odds", "-q", "--", expr]).run()
        }
        _ => return None,
    })
}

/// Whether a run came to an end of its own.
fn survived(ran: &Ran) -> bool {
    (0..=5).contains(&ran.code)
}

fn all_survive(all: &[Written]) {
    let every = std::env::var_os("TW_DEEP").is_some();
    let mut dead = Vec::new();
    for (nth, nest) in all.iter().enumerate() {
        let one = [COMMANDS[0], COMMANDS[1 + nth % (COMMANDS.len() - 1)]];
        let commands = if every { &COMMANDS[..] } else { &one[..] };
        for command in commands {
            if let Some(ran) = put_through(command, nest).filter(|ran| !survived(ran)) {
                let said = ran.err.lines().find(|line| !line.is_empty()).unwrap_or("").to_owned();
                dead.push(format!("{command}: {}: {}: {said}", nest.way, ran.code));
            }
        }
    }
    assert!(dead.is_empty(), "{} of {} end the program:\n{}", dead.len(), all.len(), dead.join("\n"));
}

#[test]
fn what_the_grammar_nests_never_fills_the_stack() {
    let nests = nests();
    let all: Vec<Written> = nests.iter().map(|(root, nest)| written(nest, root, DEEP)).collect();
    println!("{} nests", all.len());
    all_survive(&all);
}

#[test]
fn what_may_be_nested_is_worked_on_to_its_end() {
    let nests = nests();
    // One depth for all: each further one takes as long again.
    let within = |depth| nests.iter().map(move |(root, nest)| written(nest, root, depth));
    all_survive(&within(WITHIN[0]).collect::<Vec<_>>());
}

/// The grammar's nests are what they are meant to be: most of them can be read.
#[test]
fn what_the_grammar_nests_can_mostly_be_read() {
    let nests = nests();
    let exprs = nests.iter().filter(|(root, _)| *root == "expr").map(|(root, nest)| written(nest, root, 2));
    let (read, unread): (Vec<_>, Vec<_>) = exprs
        .map(|nest| (nest.way, nest.expr.unwrap_or_default()))
        .partition(|(_, expr)| tablewright::inside::reads_expression(expr));
    assert!(read.len() >= 40, "only {} nests are read", read.len());
    assert!(read.len() >= 3 * unread.len(), "{} are read, these are not: {unread:#?}", read.len());
}

#[test]
fn blocks_thousands_deep_never_fill_the_stack() {
    let block =
        |(before, head, middle, tail, after): &(&str, &str, &str, &str, &str), depth: usize| Written {
            way: format!("{head}{tail}"),
            source: [before, &*head.repeat(depth), middle, &tail.repeat(depth), after].concat(),
            expr: None,
        };
    let depths = [DEEP, WITHIN[0], WITHIN[1]];
    all_survive(&BLOCKS.iter().flat_map(|of| depths.map(|depth| block(of, depth))).collect::<Vec<_>>());
}

/// What names the next, or stands beside it, as long as a short source may make it.
#[test]
fn chains_thousands_long_never_fill_the_stack() {
    let each = |many: usize, line: &dyn Fn(usize) -> String| (0..many).map(line).collect::<String>();
    let columns = |many: usize| {
        let (names, cells) =
            (each(many, &|at| format!("| c{at} ")), each(many - 1, &|at| format!("| {{c{}}} ", at + 1)));
        format!("table t\n| d1 {names}|\n|{}\n| 1 {cells}| x |\n", "---|".repeat(many + 1))
    };
    let options = each(4_000, &|at| format!("option o{} = o{at}\n", at + 1));
    let choices = each(6_000, &|at| format!("  if x == {at} then return {at}\n"));
    let tagged = each(3_000, &|at| format!("table t{at} tags \"moor\"\n- reeds\n"));
    let chains = [
        (columns(2_500), "t"),
        (format!("option o0 = 1\n{options}"), "o4000"),
        (format!("fn f(x)\n{choices}  return 0\nend fn\n"), "f(d6)"),
        (tagged, "tagged(\"moor\")"),
        (format!("fn f() = {}\n", vec!["d6 > 5"; 10_000].join(" or ")), "f()"),
    ];
    for (source, asked) in chains {
        let folder = folder_with("long.tw", &source);
        let asks = |command: &[&str]| {
            let ran = Tw::new().within(folder.path()).args(command.iter().copied()).args(SOON).run();
            assert!(survived(&ran), "{command:?}: {}: {}", ran.code, ran.err);
        };
        asks(&["run", "long.tw", "-q"]);
        asks(&["odds", asked, "-f", "long.tw", "--timeout", "3"]);
    }
}
