//! What the benches and the tests of the program reach inside. Not for anybody else: it changes without notice.

use std::path::Path;

pub use crate::base::Num;
pub use crate::dice::{
    Again, Bound, Compare, Condition, Count, Faces, How, Keep, Kept, Luck, Op, PoolOp, PoolSpec,
    RollLimits as DiceLimits, Rolled, Side,
};
pub use crate::dist::{Budget, Dist};
pub use crate::odds::Route;

use crate::RollSeed;
use crate::base::SourceId;
use crate::engine::Chance;
use crate::engine::luck::{Seed, Seeded, Words};
use crate::modules::{Origin, SourceText};
use crate::session::odds::OddsAsk;

/// Whether an expression can be read.
#[must_use]
pub fn reads_expression(text: &str) -> bool {
    crate::syntax::parse_expression(SourceId(0), text).0.is_some()
}

/// How many items a source has.
#[must_use]
pub fn items_of(text: &str) -> usize {
    crate::syntax::parse_file(SourceId(0), text).file.items.len()
}

/// Every code that has a source with its fault, and that source.
pub fn faulty_sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    crate::diag::codes::all().filter(|code| !code.bad.is_empty()).map(|code| (code.id, code.bad))
}

/// A session that is asked for odds by one way or another.
pub struct OddsProbe(crate::session::Session);

impl Default for OddsProbe {
    fn default() -> OddsProbe {
        OddsProbe(crate::session::Session::new(RollSeed::new(7)))
    }
}

impl OddsProbe {
    /// With the rules of a file.
    ///
    /// # Panics
    /// Where the file cannot be read.
    #[must_use]
    pub fn of_file(path: &Path) -> OddsProbe {
        let mut asked = OddsProbe::default();
        asked.0.load(path).expect("a readable file");
        asked
    }

    /// With the rules of a text.
    ///
    /// # Panics
    /// Where they are wrong.
    #[must_use]
    pub fn of_text(text: &str) -> OddsProbe {
        let mut asked = OddsProbe::default();
        let origin = Origin::Session("rules".into());
        let reports = asked.0.load_text(SourceText { name: "rules".into(), text: text.into(), origin });
        assert!(reports.iter().all(|report| !report.is_error()), "{reports:?}");
        asked
    }

    /// The exact odds of an expression: how many outcomes there are, and the mean where there is one.
    ///
    /// # Panics
    /// Where there are no exact odds.
    pub fn exact(&mut self, expr: &str) -> (usize, Option<f64>) {
        self.ask(expr, &OddsAsk { exact_only: true, ..OddsAsk::default() })
    }

    /// Odds of so many runs, by this route.
    ///
    /// # Panics
    /// Where there are no odds.
    pub fn sampled(&mut self, expr: &str, runs: u64, route: Route) -> (usize, Option<f64>) {
        self.ask(expr, &OddsAsk { samples: Some(runs), route, ..OddsAsk::default() })
    }

    fn ask(&mut self, expr: &str, ask: &OddsAsk) -> (usize, Option<f64>) {
        match self.0.odds(expr, ask, &|_| {}) {
            Ok((odds, _)) => (odds.count(), odds.mean_f),
            #[expect(clippy::panic, reason = "a bench or test that asks wrongly")]
            Err(reply) => panic!("{expr}: {:?}", reply.reports),
        }
    }

    /// So many texts of a table of rows and dice alone: how long they are on average.
    ///
    /// # Panics
    /// Where the table holds something else.
    pub fn texts(&mut self, table: &str, runs: u64) -> f64 {
        let texts = self.0.asking().texts(table).ok().flatten().expect("rows and dice alone");
        let mut words = Words::from(Seed(7), 0);
        let (mut text, mut length) = (String::new(), 0u64);
        for _ in 0..runs {
            words.next_run();
            text.clear();
            texts.write(&mut words, &mut text);
            length += std::hint::black_box(&text).len() as u64;
        }
        length as f64 / runs as f64
    }
}

/// Faces from a seed.
pub struct Thrown(Seeded);

impl Thrown {
    /// The faces of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Thrown {
        Thrown(Seeded::new(Seed(seed)))
    }
}

impl Luck for Thrown {
    type Stop = ();

    fn face(&mut self, sides: u32) -> Result<u32, ()> {
        self.0.face(sides).map_err(|_| ())
    }
}

/// Feeds one of the targets of `tests/inside/fuzz.rs`: for `fuzz/`.
///
/// # Panics
/// A law does not hold.
#[cfg(all(fuzzing, feature = "cli"))]
pub fn fuzz(target: &str, bytes: &[u8]) {
    crate::reaching_inside::fuzz::feed(target, bytes);
}
