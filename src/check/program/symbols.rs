//! Symbols on dice, counted together in one number.

use std::sync::Arc;

use crate::base::Num;

/// A symbol, and the one that it cancels: two successes and a failure are one success.
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    /// One: `success`.
    pub name: Arc<str>,
    /// Several: `successes`.
    pub plural: Arc<str>,
    /// What it cancels, one and several.
    pub cancels: Option<(Arc<str>, Arc<str>)>,
}

/// All that may stand on dice of one kind. A heap of symbols is one number, so that dice of symbols are
/// added, kept and asked for odds as dice of numbers are: each symbol is a digit, and one that cancels
/// another counts against it in the same digit.
#[derive(Debug, Clone)]
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// The base of the digits, which run from `-base / 2` to just below `base / 2`.
    base: i64,
}

impl Symbols {
    /// How many kinds there may be, so that hundreds of each have room.
    pub(crate) const MOST: usize = 6;

    /// These symbols.
    pub(crate) fn new(all: Vec<Symbol>) -> Symbols {
        let bits = 60 / u32::try_from(all.len().max(1)).unwrap_or(60);
        Symbols { all, base: 1 << bits.clamp(2, 24) }
    }

    /// How many of one symbol have room in a heap.
    pub(crate) const fn room(&self) -> i64 {
        self.base / 2 - 1
    }

    /// Which digit counts a symbol, and whether against it.
    pub(crate) fn place(&self, name: &str) -> Option<(usize, bool)> {
        self.all.iter().enumerate().find_map(|(at, symbol)| {
            let cancelled =
                symbol.cancels.as_ref().is_some_and(|(one, many)| &**one == name || &**many == name);
            let own = &*symbol.name == name || &*symbol.plural == name;
            (own || cancelled).then_some((at, cancelled))
        })
    }

    /// What one of a symbol adds to a heap.
    pub(crate) fn worth(&self, name: &str) -> Option<Num> {
        let (at, against) = self.place(name)?;
        let worth = self.base.checked_pow(u32::try_from(at).ok()?)?;
        Some(Num::int(if against { -worth } else { worth }))
    }

    /// Every name that a heap can be asked for.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = |symbol: &Symbol| {
            let cancels = symbol.cancels.as_ref().map(|(one, _)| one.to_string());
            std::iter::once(symbol.name.to_string()).chain(cancels).collect::<Vec<_>>()
        };
        self.all.iter().flat_map(names).collect()
    }

    /// How many of a symbol are left in a heap once all has cancelled out.
    pub(crate) fn count(&self, heap: Num, name: &str) -> Option<Num> {
        let (at, against) = self.place(name)?;
        let net = self.digits(heap).get(at).copied()?;
        Some(Num::int(if against { -net } else { net }.max(0)))
    }

    /// The heap as people read it: `1 success, 2 threats`, or `blank`.
    pub(crate) fn shown(&self, heap: Num) -> String {
        let mut parts = Vec::new();
        for (symbol, net) in self.all.iter().zip(self.digits(heap)) {
            let against = symbol.cancels.as_ref().filter(|_| net < 0);
            let (one, many) = against.map_or((&symbol.name, &symbol.plural), |(one, many)| (one, many));
            let count = if symbol.cancels.is_some() { net.abs() } else { net };
            match count {
                0 => {}
                1 => parts.push(format!("1 {one}")),
                count => parts.push(format!("{count} {many}")),
            }
        }
        if parts.is_empty() { "blank".to_owned() } else { parts.join(", ") }
    }

    /// How many of each symbol, those that it cancels taken off.
    fn digits(&self, heap: Num) -> Vec<i64> {
        let mut rest = heap.floor().as_int().unwrap_or(0);
        let half = self.base / 2;
        let digit = |_: &Symbol| {
            let digit = (rest + half).rem_euclid(self.base) - half;
            rest = (rest - digit) / self.base;
            digit
        };
        self.all.iter().map(digit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> Symbols {
        let symbol = |name: &str, cancels: Option<&str>| Symbol {
            name: name.into(),
            plural: format!("{name}s").into(),
            cancels: cancels.map(|other| (other.into(), format!("{other}s").into())),
        };
        Symbols::new(vec![symbol("hit", Some("miss")), symbol("edge", Some("snag")), symbol("star", None)])
    }

    #[test]
    fn a_heap_gives_back_what_was_put_in() {
        let symbols = symbols();
        let worth = |name: &str| symbols.worth(name).expect("a symbol");
        let mut heap = Num::ZERO;
        for name in ["hit", "miss", "miss", "snag", "star", "star", "edge", "miss"] {
            heap = heap.add(worth(name)).expect("small");
        }
        assert_eq!(symbols.shown(heap), "2 misss, 2 stars");
        assert_eq!(symbols.count(heap, "miss"), Some(Num::int(2)));
        assert_eq!(symbols.count(heap, "hit"), Some(Num::ZERO));
        assert_eq!(symbols.count(heap, "star"), Some(Num::int(2)));
        assert_eq!(symbols.shown(Num::ZERO), "blank");
    }
}
