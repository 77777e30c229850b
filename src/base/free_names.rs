//! Names that differ from each other.

use std::collections::{HashMap, HashSet};

/// Gives out names, each once: a name that is taken gets a number.
#[derive(Debug, Clone, Default)]
pub(crate) struct FreeNames {
    taken: HashSet<String>,
    /// The highest number that each name has got, so that thousands of one name are not looked through.
    numbers: HashMap<String, u32>,
}

impl FreeNames {
    /// The name itself where it is free, otherwise `name_2`, `name_3` and so on.
    pub(crate) fn give(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let numbered = format!("{name}_{number}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }

    /// Takes a name back that was given out and not used.
    pub(crate) fn take_back(&mut self, name: &str) {
        self.taken.remove(name);
        if let Some((bare, number)) = name.rsplit_once('_')
            && let Some(highest) = self.numbers.get_mut(bare)
            && number.parse() == Ok(*highest)
        {
            *highest -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_given_once() {
        let mut names = FreeNames::default();
        let given = ["moor", "moor", "moor_2", "moor", "fen"].map(|name| names.give(name));
        assert_eq!(given, ["moor", "moor_2", "moor_2_2", "moor_3", "fen"]);
        names.take_back("moor_3");
        assert_eq!(["moor", "moor"].map(|name| names.give(name)), ["moor_3", "moor_4"]);
    }
}
