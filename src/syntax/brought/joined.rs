//! Texts that are put together from pieces: one text with live parts here.

/// `"you have " + x` and `print("hp", hp)` as one text; none where nothing is put together there.
pub(super) fn shown(what: &str) -> Option<String> {
    if let Some(inner) = what.strip_prefix("f\"").and_then(|rest| rest.strip_suffix('"')) {
        return (!inner.contains('"')).then(|| format!("\"{inner}\""));
    }
    if let Some(inner) = what.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        return (!inner.contains(['"', '`'])).then(|| format!("\"{}\"", inner.replace("${", "{")));
    }
    let listed = pieces(what, ',');
    if listed.len() > 1 {
        return in_one_text(&listed, 0, " ");
    }
    let added = pieces(what, '+');
    let first = added.iter().position(|piece| quoted(piece).is_some())?;
    if added.len() > 1 { in_one_text(&added, first, "") } else { None }
}

/// Pieces as one text; those before the first text are numbers that are added up.
pub(crate) fn in_one_text(pieces: &[&str], first_text: usize, between: &str) -> Option<String> {
    let (numbers, pieces) = pieces.split_at_checked(first_text)?;
    let mut parts = Vec::new();
    if !numbers.is_empty() {
        parts.push(live(&numbers.join(" + "))?);
    }
    for piece in pieces {
        parts.push(match quoted(piece) {
            Some(text) => text.to_owned(),
            None => live(piece)?,
        });
    }
    Some(format!("\"{}\"", parts.join(between)))
}

/// Texts and values beside each other as one text.
pub(super) fn all_in_one_text(pieces: &[&str]) -> Option<String> {
    let parts: Option<Vec<String>> =
        pieces.iter().map(|piece| quoted(piece).map(str::to_owned).or_else(|| live(piece))).collect();
    Some(format!("\"{}\"", parts?.concat()))
}

/// What stands in the quotes, where a piece is one text.
fn quoted(piece: &str) -> Option<&str> {
    let inner = piece.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

fn live(piece: &str) -> Option<String> {
    let plain = !piece.is_empty() && !piece.contains(['"', '\\', '{', '}', '\n']);
    plain.then(|| format!("{{{piece}}}"))
}

/// What stands between signs that are in no brackets and no quotes.
fn pieces(what: &str, sign: char) -> Vec<&str> {
    let (mut depth, mut in_text) = (0usize, false);
    let split = |c: char| {
        match c {
            '"' => in_text = !in_text,
            '(' | '[' | '{' if !in_text => depth += 1,
            ')' | ']' | '}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == sign && depth == 0 && !in_text
    };
    what.split(split).map(str::trim).collect()
}
