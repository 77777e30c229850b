//! Where a program goes on, as other languages write it: `forever`, `call travel()`, `return x if y`, `continue`.

use super::{Brought, is_name};

const FROM: &str = "other languages";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [endless, called, behind, ended, walked].iter().find_map(|rule| rule(line))
}

/// `repeat forever`, `forever`, `loop`.
fn endless(line: &str) -> Option<Brought> {
    let line = line.trim_end_matches(['{', ':']).trim_end();
    let known = ["repeat forever", "loop forever", "do forever", "forever", "loop"];
    known.contains(&line).then(|| Brought::sure(FROM, "repeat until no"))?
}

/// `call travel()`, `run travel`, `goto travel`.
fn called(line: &str) -> Option<Brought> {
    let rest = ["call ", "run ", "invoke ", "execute ", "goto ", "gosub ", "perform "]
        .iter()
        .find_map(|word| line.strip_prefix(word))?
        .trim_end_matches(';');
    let (name, args) = rest.split_once('(').unwrap_or((rest, ")"));
    (is_name(name) && args.ends_with(')')).then(|| Brought::sure(FROM, format!("do {rest}")))?
}

/// `say "six" if d6 == 6`, `return gold unless broke`: what is done stands behind its condition.
fn behind(line: &str) -> Option<Brought> {
    const DEEDS: &[&str] = &["say", "return", "do", "stop", "skip", "add", "remove", "apply"];
    let is_text = |text: &str| text.matches('"').count() % 2 == 1;
    let (at, sign) = [" if ", " unless "].iter().find_map(|sign| Some((line.rfind(sign)?, *sign)))?;
    let (deed, condition) = (line.get(..at)?.trim(), line.get(at + sign.len()..)?.trim());
    let begins = deed.split(' ').next().is_some_and(|word| DEEDS.contains(&word));
    let changed = deed.contains(" += ") || deed.contains(" -= ");
    let whole = !condition.is_empty() && !condition.contains(" else ") && !condition.contains(" then ");
    if !(begins || changed) || !whole || is_text(deed) || deed.contains(" if ") {
        return None;
    }
    let deed = if deed == "return" { "stop" } else { deed };
    Brought::sure(
        FROM,
        match sign {
            " if " => format!("if {condition} then {deed}"),
            _ => format!("if not ({condition}) then {deed}"),
        },
    )
}

/// `continue`, `exit`, `endif`.
fn ended(line: &str) -> Option<Brought> {
    Brought::sure(
        FROM,
        match line.trim_end_matches([';', '(', ')']) {
            "continue" => "skip",
            "exit" | "quit" | "abort" => "stop",
            "endif" | "fi" | "end_if" => "end if",
            "endwhile" | "end while" | "wend" | "endloop" | "end_while" => "end repeat",
            "endfor" | "end_for" => "end for",
            _ => return None,
        },
    )
}

/// `for x of [1, 2]`, `foreach (x in list)`, `for i = 1, 10 do`.
fn walked(line: &str) -> Option<Brought> {
    let rest = ["foreach ", "for each ", "for "].iter().find_map(|word| line.strip_prefix(word))?;
    let rest = rest.trim_end_matches(['{', ':']).trim_end();
    let rest = rest.strip_suffix(" do").unwrap_or(rest).trim();
    let rest = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    let rest = ["let ", "var ", "const "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    if let Some((name, ends)) = rest.split_once(" = ")
        && let Some((from, to)) = ends.split_once(',')
        && is_name(name)
        && !to.contains(',')
    {
        return Brought::sure(FROM, format!("for {name} in {}..{}", from.trim(), to.trim()));
    }
    let (name, list) = rest.split_once(" of ").or_else(|| rest.split_once(" in "))?;
    is_name(name).then(|| Brought::sure(FROM, format!("for {name} in {}", list.trim())))?
}
