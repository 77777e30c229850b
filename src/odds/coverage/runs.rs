//! Runs of numbers one apart: all that a die makes with all that is added to it, however much that is.

use crate::base::Num;

/// Runs of numbers, each one more than the one before; sorted, and joined where they touch.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    all: Vec<(Num, Num)>,
    /// For each run the highest number up to there: runs may lie between the numbers of others.
    reached: Vec<Num>,
}

impl Runs {
    fn sorted(mut all: Vec<(Num, Num)>) -> Runs {
        all.sort();
        let reached = all.iter().scan(None, |most: &mut Option<Num>, (_, last)| {
            *most = Some(most.map_or(*last, |most| most.max(*last)));
            *most
        });
        Runs { reached: reached.collect(), all }
    }

    /// The runs that may have numbers from … to ….
    fn between(&self, low: Option<Num>, high: Option<Num>) -> impl Iterator<Item = &(Num, Num)> {
        let skipped = low.map_or(0, |low| self.reached.partition_point(|reached| *reached < low));
        let begun = move |run: &&(Num, Num)| high.is_none_or(|high| run.0 <= high);
        self.all.get(skipped..).unwrap_or(&[]).iter().take_while(begun)
    }

    /// Runs from … to …; those that differ by parts of one stay apart.
    pub(super) fn of(runs: impl Iterator<Item = (Num, Num)>) -> Runs {
        let part = |(low, _): &(Num, Num)| low.sub(low.floor()).unwrap_or(Num::ZERO);
        let mut sorted: Vec<(Num, Num)> = runs.collect();
        sorted.sort_by_key(|run| (part(run), run.0));
        let mut joined: Vec<(Num, Num)> = Vec::new();
        for run in sorted {
            let next = joined.last().and_then(|last| last.1.add(Num::ONE).ok());
            match (joined.last_mut(), next) {
                (Some(last), Some(next)) if part(last) == part(&run) && run.0 <= next => {
                    last.1 = last.1.max(run.1);
                }
                _ => joined.push(run),
            }
        }
        Runs::sorted(joined)
    }

    /// What is left where ranges are taken out; these are sorted by their low ends.
    pub(super) fn without(&self, held: &[(Option<Num>, Option<Num>)]) -> Runs {
        let mut left = Vec::new();
        for (low, high) in &self.all {
            let mut from = Some(*low);
            for (start, end) in held {
                let Some(first) = from.filter(|first| first <= high) else { break };
                let held_from = start.map_or(*low, |start| at_least(*low, start));
                if let Ok(last) = held_from.sub(Num::ONE)
                    && first <= last
                {
                    left.push((first, last.min(*high)));
                }
                from = end.and_then(|end| above(*low, end)).map(|next| next.max(first));
            }
            if let Some(first) = from.filter(|first| first <= high) {
                left.push((first, *high));
            }
        }
        Runs::sorted(left)
    }

    /// The lowest and the highest number.
    pub(super) fn ends(&self) -> Option<(Num, Num)> {
        Some((self.all.first()?.0, *self.reached.last()?))
    }

    /// Whether all is one run.
    pub(super) fn is_one(&self) -> bool {
        self.all.len() == 1
    }

    /// Whether a number is among them.
    pub(super) fn holds(&self, number: Num) -> bool {
        self.meets(Some(number), Some(number))
    }

    /// Whether a number from … to … is among them.
    pub(super) fn meets(&self, low: Option<Num>, high: Option<Num>) -> bool {
        self.between(low, high).any(|(first, last)| {
            let next = low.map_or(*first, |low| at_least(*first, low));
            next <= *last && high.is_none_or(|high| next <= high)
        })
    }

    /// As people write them: `3, 5–7`. Numbers that are neighbours among `all` go together.
    pub(super) fn shown(&self, all: &Runs) -> String {
        const MOST: usize = 8;
        let mut runs: Vec<(Num, Num)> = Vec::new();
        for (first, last) in &self.all {
            match runs.last_mut() {
                Some(run) if !all.is_between(run.1, *first) => run.1 = run.1.max(*last),
                _ => runs.push((*first, *last)),
            }
        }
        let shown = |(first, last): &(Num, Num)| {
            if first == last { first.to_string() } else { format!("{first}–{last}") }
        };
        let mut texts: Vec<String> = runs.iter().take(MOST).map(shown).collect();
        if runs.len() > MOST {
            texts.push(format!("and {} more", runs.len() - MOST));
        }
        texts.join(", ")
    }

    /// Whether some number lies between two others.
    fn is_between(&self, low: Num, high: Num) -> bool {
        self.between(Some(low), Some(high)).any(|(first, last)| {
            let next = if *first > low { Some(*first) } else { above(*first, low) };
            next.is_some_and(|next| next <= *last && next < high)
        })
    }
}

/// The first number of a run from `first` on that is at least `low`.
fn at_least(first: Num, low: Num) -> Num {
    if low <= first {
        return first;
    }
    let steps = low.sub(first).map(Num::ceil);
    steps.and_then(|steps| first.add(steps)).unwrap_or(low)
}

/// The first number of a run from `first` on that is above `low`.
fn above(first: Num, low: Num) -> Option<Num> {
    let at = at_least(first, low);
    if at > low { Some(at) } else { at.add(Num::ONE).ok() }
}
