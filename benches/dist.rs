//! Speed of exact distributions and of rolling, from the pool as it is written down in memory.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tablewright::inside::{
    Budget, Compare, Condition, Count, DiceLimits, Dist, Faces, Luck, Num, Op, PoolSpec, Rolled,
};

fn pool(count: u32, sides: u32) -> PoolSpec {
    PoolSpec::dice(count, Faces::Sides(sides))
}

fn total(spec: &PoolSpec) -> Dist<Num> {
    black_box(spec).total_dist(&mut Budget::default()).expect("within the budget")
}

fn exact(c: &mut Criterion) {
    let explode = |limit| Op::explode(None, limit);
    let eight = Condition { compare: Compare::AtLeast, number: Num::int(8), to: None };
    let count = Op::Count(Count { hit: eight, miss: None });
    let pools = [
        pool(1, 20),
        pool(4, 6).with(Op::keep_highest(3)),
        pool(10, 10).with(Op::keep_highest(3)),
        pool(100, 6),
        pool(100, 6).with(Op::keep_highest(3)),
        pool(100, 6).with(Op::drop_lowest(1)),
        pool(200, 10).with(Op::keep_highest(10)),
        pool(20, 10).with(explode(Some(5))).with(count),
        pool(10, 10).with(explode(None)),
        pool(100, 6).with(explode(None)),
        pool(8, 4).with(explode(None)).with(Op::keep_highest(4)),
        pool(8, 4).with(Op::keep_highest(4)).with(explode(None)),
        PoolSpec::entries(vec![pool(1, 8).with(explode(None)), pool(1, 6).with(explode(None))])
            .with(Op::keep_highest(1)),
        pool(1000, 6),
    ];
    let mut group = c.benchmark_group("exact");
    group.sample_size(20);
    for spec in &pools {
        group.bench_function(spec.to_string(), |b| b.iter(|| total(spec)));
    }
    group.bench_function("(6d6)d6", |b| {
        b.iter(|| {
            let mut budget = Budget::default();
            total(&pool(6, 6)).and_then(&mut budget, |n, budget| {
                let count = n.as_int().and_then(|n| u32::try_from(n).ok()).expect("six to thirty-six");
                pool(count, 6).total_dist(budget)
            })
        });
    });
    group.bench_function("6 times 4d6kh3, sorted", |b| {
        let one = total(&pool(4, 6).with(Op::keep_highest(3)));
        b.iter(|| black_box(&one).multiset(6, &mut Budget::default()).expect("within the budget"));
    });
    group.finish();
}

/// A plain generator, so that the bench measures the dice and not the luck.
struct Weyl(u64);

impl Luck for Weyl {
    type Stop = std::convert::Infallible;

    fn face(&mut self, sides: u32) -> Result<u32, Self::Stop> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32;
        Ok(u32::try_from((mixed * u64::from(sides)) >> 32).unwrap_or(0) + 1)
    }
}

fn rolls(c: &mut Criterion) {
    let mut group = c.benchmark_group("roll, every die kept");
    for spec in [pool(3, 6), pool(4, 6).with(Op::keep_highest(3))] {
        let mut luck = Weyl(7);
        group.bench_function(spec.to_string(), |b| {
            b.iter(|| spec.roll(&mut luck, &mut DiceLimits::default()).map(|rolled| rolled.total()));
        });
        let (mut limits, mut rolled) = (DiceLimits::default(), Rolled::default());
        group.bench_function(format!("{spec}, room used again"), |b| {
            b.iter(|| {
                limits.dice_left = limits.dice;
                spec.roll_into(&mut luck, &mut limits, &mut rolled).map(|()| rolled.total())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, exact, rolls);
criterion_main!(benches);
