//! A rolled pool as a player is shown it: `[6, 5, 3, (1)]`.

use std::fmt;

use super::hand::{Die, Role, Sequel};
use super::roll::Rolled;

/// One part of a rolled pool as it is shown: a die, a die with what was added into it, or an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownPart {
    /// What it shows: `5`, `6!` where it exploded, `6+6+2` where it compounded or is a sum.
    pub text: String,
    /// Whether it is part of the result.
    pub kept: bool,
    /// Whether it was set aside for another throw.
    pub rerolled: bool,
}

impl Rolled {
    /// The parts in the order they were thrown.
    pub(crate) fn pieces(&self) -> Vec<ShownPart> {
        if self.entries.is_empty() {
            return self.dice_pieces(0, self.dice.len());
        }
        let shown = self.entries.iter().map(|entry| {
            let dice = self.dice_pieces(entry.from, entry.to);
            let kept: Vec<_> =
                dice.iter().filter(|piece| !piece.rerolled).map(|piece| &*piece.text).collect();
            let text = if kept.is_empty() { entry.value.to_string() } else { kept.join("+") };
            ShownPart { text, kept: entry.kept, rerolled: false }
        });
        shown.collect()
    }

    fn dice_pieces(&self, from: usize, to: usize) -> Vec<ShownPart> {
        let mut pieces: Vec<ShownPart> = Vec::new();
        // Where each die's piece stands, so that what is added into a die finds its piece.
        let mut places = Vec::with_capacity(to.saturating_sub(from));
        for (at, die) in self.dice.iter().enumerate().take(to).skip(from) {
            let into = match die.role {
                Role::Added(first) => usize::try_from(first)
                    .ok()
                    .and_then(|first| places.get(first.checked_sub(from)?).copied()),
                Role::First | Role::Extra(_) | Role::Instead(_) => None,
            };
            if let Some(piece) = into.and_then(|place: usize| pieces.get_mut(place)) {
                piece.text = format!("{}+{}", piece.text, die.natural);
                places.extend(into);
            } else {
                places.push(pieces.len());
                pieces.push(self.piece(at, die));
            }
        }
        pieces
    }

    fn piece(&self, at: usize, die: &Die) -> ShownPart {
        let mut text = match (self.texts.get(at), die.sequel) {
            (Some(text), _) => text.to_string(),
            (None, Sequel::Compounded) => die.natural.to_string(),
            (None, Sequel::None | Sequel::Exploded | Sequel::Rerolled) => die.value.to_string(),
        };
        if die.sequel == Sequel::Exploded {
            text.push('!');
        }
        ShownPart { text, kept: die.kept, rerolled: die.sequel == Sequel::Rerolled }
    }
}

impl fmt::Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (at, piece) in self.pieces().iter().enumerate() {
            let (open, close) = if piece.kept { ("", "") } else { ("(", ")") };
            write!(f, "{}{open}{}{close}", if at > 0 { ", " } else { "" }, piece.text)?;
        }
        f.write_str("]")
    }
}
