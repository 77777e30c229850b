//! How fast sources are read, in bytes a second. The aims: 10 MB/s of expressions, 30 MB/s of tables.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tablewright::inside::{items_of, reads_expression};

/// Expressions as rule-sets hold them, a line each.
fn expressions() -> Vec<&'static str> {
    vec![
        "4d6kh3 + 2",
        "floor((score - 10) / 2)",
        "if bookkeeping is classic and flame is lantern then watch else lights[flame].lasts",
        "bargain[d20 + reputation - (d10 + difficulty)].sell * price",
        "torches * slots_of(torch) + lanterns * slots_of(lantern) + candles * slots_of(candle)",
        "turns > 0 and turns mod turns_to_rest == 0 or fatigue is tired or worse",
        "max(low, min(number, high)) + 10d10c>=8 - 8d6!kh4",
        "ability_check(bonus, dc_of(difficulty), edge_sum) otherwise nothing",
    ]
}

fn pipe_table(rows: usize) -> String {
    let mut text =
        format!("table encounters\n| d{rows} | encounter | number | where |\n|---|---|---:|---|\n");
    for row in 1..=rows {
        let _ = writeln!(text, "| {row} | A band of wandering goblins | 2d6 | along the old river road |");
    }
    text
}

fn text_rows(rows: usize) -> String {
    let mut text = format!("table rumours rolls d{rows}\n");
    for row in 1..=rows {
        let _ = writeln!(text, "  {row}: The miller saw {{2d6}} lights upon the moor last night");
    }
    text.push_str("end table\n");
    text
}

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    let lines = expressions();
    group.throughput(Throughput::Bytes(lines.iter().map(|line| line.len() as u64).sum()));
    group.bench_function("expressions one by one", |b| {
        b.iter(|| lines.iter().filter(|line| reads_expression(black_box(line))).count());
    });
    let functions: String = (0..200)
        .flat_map(|n| {
            lines.iter().enumerate().map(move |(index, line)| format!("fn f{n}_{index}(x) = {line}\n"))
        })
        .collect();
    let chain = vec!["12"; 10_000].join(" + ");
    for (name, text) in [
        ("functions of a file", functions),
        ("a pipe table of 10,000 rows", pipe_table(10_000)),
        ("text rows, 5,000", text_rows(5_000)),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| b.iter(|| items_of(black_box(&text))));
    }
    group.throughput(Throughput::Bytes(chain.len() as u64));
    group.bench_function("a sum of 10,000 terms", |b| {
        b.iter(|| reads_expression(black_box(&chain)));
    });
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
