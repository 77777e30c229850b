//! Speed of the exact odds of procedures, from their source in memory to the whole distribution.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tablewright::inside::OddsProbe;

/// A delve as a referee would write it down: a hazard die with quiet first turns, a ladder of fatigue,
/// torches that deplete.
const DELVE: &str = r"
ladder fatigue: fresh > tired > exhausted

keep turn_number = 0
keep weariness: fatigue = fresh
keep torches = 4
keep met = 0

table hazard rolls d6
  4-6 when turn_number <= 6: Quiet
  1: Encounter => met += 1
  2: Fatigue   => worsen weariness
  3: Signs
  4: Locality
  5: Depletion => torches = max(0, torches - 1)
  6: Free
end table

procedure turn
  turn_number += 1
  apply hazard
end procedure

procedure delve(turns: number = 24)
  repeat turns times
    do turn()
  end repeat
  return met = met, torches = torches, weariness = weariness
end procedure
";

const SHIPPED: &str = "use dungeon_turn\n";

fn delves(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact play");
    group.sample_size(20);
    for (name, text, question) in [
        ("own, everything", DELVE, "delve(24)"),
        ("own, torches", DELVE, "delve(24).torches"),
        ("own, met", DELVE, "chance(delve(24).met >= 2)"),
        ("shipped, everything", SHIPPED, "dungeon_turn.delve(24)"),
        ("shipped, lights", SHIPPED, "dungeon_turn.delve(24).lights"),
        ("shipped, met", SHIPPED, "chance(dungeon_turn.delve(24).met >= 2)"),
        ("a die, for comparison", DELVE, "2d6"),
    ] {
        let mut asked = OddsProbe::of_text(text);
        group.bench_function(name, |bencher| bencher.iter(|| asked.exact(black_box(question)).0));
    }
    group.finish();
}

criterion_group!(benches, delves);
criterion_main!(benches);
