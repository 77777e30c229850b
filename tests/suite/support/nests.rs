//! What may stand within itself, read off the grammar: every way from a rule back to itself, as the text that
//! stands before and after what is nested.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule, consume_rules, parse};

/// A text that holds itself: `before`, so often as one likes, `core`, and `after` as often.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nest {
    /// The rules on the way round, for whoever reads a failure.
    pub way: String,
    before: String,
    core: String,
    after: String,
}

/// What stands around a rule.
#[derive(Debug, Clone)]
struct Around {
    before: String,
    name: String,
    after: String,
    way: String,
}

/// A grammar, and the shortest text of each of its rules.
pub struct Grammar {
    rules: BTreeMap<String, Expr>,
    shortest: BTreeMap<String, String>,
}

impl Nest {
    /// The text nested so deep.
    pub fn deep(&self, depth: usize) -> String {
        [&*self.before.repeat(depth), &*self.core, &*self.after.repeat(depth)].concat()
    }

    /// How many bytes each level takes.
    pub fn step(&self) -> usize {
        self.before.len() + self.after.len()
    }
}

impl Grammar {
    /// The grammar in the files of `grammar/`.
    pub fn read() -> Grammar {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar");
        let mut text = String::new();
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            text.push_str(&std::fs::read_to_string(entry.expect("an entry").path()).expect("a grammar"));
        }
        let rules = parse(Rule::grammar_rules, &text).expect("a grammar");
        let rules = consume_rules(rules).expect("rules");
        let rules = rules.into_iter().map(|rule| (rule.name, rule.expr)).collect();
        let mut grammar = Grammar { rules, shortest: BTreeMap::new() };
        grammar.find_shortest();
        grammar
    }

    /// Every way from a rule back to itself, where the rule can be come to from `root`; it stands there with
    /// what that needs around it.
    pub fn nests(&self, root: &str) -> BTreeSet<Nest> {
        let ways: BTreeMap<&String, Vec<Around>> =
            self.rules.iter().map(|(name, expr)| (name, self.inside(expr))).collect();
        let mut all = BTreeSet::new();
        for (rule, steps) in &ways {
            let Some(at) = path(&ways, root, rule) else { continue };
            for step in steps {
                let Some(back) = path(&ways, &step.name, rule) else { continue };
                let way = format!("{rule} → {}{}", step.name, back.way);
                let before = format!("{}{}", step.before, back.before);
                let after = format!("{}{}", back.after, step.after);
                // What adds nothing never nests: the grammar would not be one.
                if before.is_empty() && after.is_empty() {
                    continue;
                }
                let core = &self.shortest[*rule];
                // What stands around it stands there once.
                let core = if at.before.is_empty() && at.after.is_empty() {
                    Nest { way, before, core: core.clone(), after }
                } else {
                    // From the root, it is a nest with a head: the head is put before by whoever writes it.
                    Nest {
                        way: format!("{way} in {}⟨⟩{}", at.before, at.after),
                        before,
                        core: core.clone(),
                        after,
                    }
                };
                all.insert(core);
            }
        }
        all
    }

    /// The text that stands around a nest where it is reached from the root.
    pub fn around(nest: &Nest) -> (&str, &str) {
        nest.way.split_once(" in ").and_then(|(_, around)| around.split_once("⟨⟩")).unwrap_or(("", ""))
    }

    /// Shortest texts, found again and again until none gets shorter.
    fn find_shortest(&mut self) {
        loop {
            let mut changed = false;
            for (name, expr) in &self.rules {
                let Some(text) = shortest(&self.shortest, expr) else { continue };
                if self.shortest.get(name).is_none_or(|known| text.len() < known.len()) {
                    self.shortest.insert(name.clone(), text);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The rules that an expression calls, each with the shortest that stands around it.
    fn inside(&self, expr: &Expr) -> Vec<Around> {
        let of = |expr: &Expr| shortest(&self.shortest, expr).unwrap_or_default();
        match expr {
            Expr::Ident(name) if self.rules.contains_key(name) => {
                let empty = String::new;
                vec![Around { before: empty(), name: name.clone(), after: empty(), way: empty() }]
            }
            Expr::Seq(a, b) => {
                let (head, tail) = (of(a), of(b));
                let first = self.inside(a).into_iter().map(|mut around| {
                    around.after.push_str(&tail);
                    around
                });
                let second = self.inside(b).into_iter().map(|mut around| {
                    around.before.insert_str(0, &head);
                    around
                });
                first.chain(second).collect()
            }
            Expr::Choice(a, b) => [self.inside(a), self.inside(b)].concat(),
            Expr::Opt(of)
            | Expr::Rep(of)
            | Expr::RepOnce(of)
            | Expr::RepExact(of, _)
            | Expr::RepMin(of, _)
            | Expr::RepMax(of, _)
            | Expr::RepMinMax(of, _, _)
            | Expr::Push(of) => self.inside(of),
            _ => Vec::new(),
        }
    }
}

/// The shortest way from a rule to another; nothing where they are the same.
fn path(ways: &BTreeMap<&String, Vec<Around>>, from: &str, to: &str) -> Option<Around> {
    let begin =
        Around { before: String::new(), name: from.to_owned(), after: String::new(), way: String::new() };
    let mut seen = BTreeSet::from([from.to_owned()]);
    let mut open = VecDeque::from([begin]);
    while let Some(at) = open.pop_front() {
        if at.name == to {
            return Some(at);
        }
        for step in ways.get(&at.name).into_iter().flatten() {
            if seen.insert(step.name.clone()) {
                open.push_back(Around {
                    before: format!("{}{}", at.before, step.before),
                    name: step.name.clone(),
                    after: format!("{}{}", step.after, at.after),
                    way: format!("{} → {}", at.way, step.name),
                });
            }
        }
    }
    None
}

/// The shortest text of an expression, as far as its rules are known.
fn shortest(known: &BTreeMap<String, String>, expr: &Expr) -> Option<String> {
    Some(match expr {
        Expr::Str(text) | Expr::Insens(text) | Expr::Range(text, _) => text.clone(),
        Expr::Ident(name) => match name.as_str() {
            "ANY" | "ASCII_ALPHA" | "ASCII_ALPHANUMERIC" | "LETTER" => "a".to_owned(),
            "ASCII_DIGIT" | "NUMBER" => "1".to_owned(),
            "MARK" => "\u{301}".to_owned(),
            "SOI" | "EOI" => String::new(),
            name => known.get(name)?.clone(),
        },
        Expr::Seq(a, b) => shortest(known, a)? + &shortest(known, b)?,
        Expr::Choice(a, b) => match (shortest(known, a), shortest(known, b)) {
            (Some(a), Some(b)) => {
                if b.len() < a.len() {
                    b
                } else {
                    a
                }
            }
            (a, b) => a.or(b)?,
        },
        Expr::RepOnce(of) | Expr::Push(of) => shortest(known, of)?,
        Expr::RepExact(of, count) | Expr::RepMin(of, count) | Expr::RepMinMax(of, count, _) => {
            shortest(known, of)?.repeat(usize::try_from(*count).expect("a small number"))
        }
        _ => String::new(),
    })
}
