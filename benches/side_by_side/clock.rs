//! Measuring, and the line that is printed. The package of peers uses the same file.

use std::time::Instant;

/// A piece of work: its name, who does it and how, and what is counted.
pub struct Work<'w> {
    /// What is done, such as `3d6+2`.
    pub name: &'w str,
    /// Who does it.
    pub peer: &'w str,
    /// How: `samples`, `walks`, `dice`, `text`, `exact`, `process` …
    pub mode: &'w str,
    /// What is counted.
    pub unit: &'w str,
}

/// Does the work with more and more repeats until it takes long enough to be measured, and prints its
/// line. `work` is told how many repeats to do, and gives what to check them by.
pub fn measure(work: &Work<'_>, mut run: impl FnMut(u64) -> f64) {
    const LONG_ENOUGH: f64 = 0.3;
    const MOST: u64 = 1_000_000_000;
    let mut n = 1;
    loop {
        let (cpu, start) = (cpu_seconds(), Instant::now());
        let check = run(n);
        let wall = start.elapsed().as_secs_f64();
        let cpu = cpu_seconds() - cpu;
        if wall >= LONG_ENOUGH || n >= MOST {
            let Work { name, peer, mode, unit } = work;
            println!(
                "{{\"w\":\"{name}\",\"peer\":\"{peer}\",\"mode\":\"{mode}\",\"unit\":\"{unit}\",\"n\":{n},\
                 \"cpu\":{cpu:.6},\"wall\":{wall:.6},\"check\":{check:.6}}}"
            );
            return;
        }
        let factor = (LONG_ENOUGH * 1.3 / wall.max(1e-6)).clamp(2.0, 100.0);
        n = ((n as f64 * factor) as u64).min(MOST);
    }
}

/// Processor time of this process and of the children that it has waited for; without `/proc`, the time
/// on the wall.
fn cpu_seconds() -> f64 {
    let of_children = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // After the name in brackets: the state, and twelve fields on the times of children.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?;
        Some(ticks as f64 / 100.0)
    };
    let of_threads = || {
        let mut sum = 0u64;
        for task in std::fs::read_dir("/proc/self/task").ok()? {
            let stat = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            sum += stat.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(sum as f64 / 1e9)
    };
    match of_threads().zip(of_children()) {
        Some((threads, children)) => threads + children,
        None => {
            static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            START.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}
