//! How many states a loop will come to, told before they are made from how many its passes made so far.
//!
//! What is put into a list in its order, or into a text, is never put together again: each pass of a loop makes so
//! many lists of each. Where that was so for two passes, and the loop says how many are still to come, the end is
//! known. And where each of many passes makes as many states more as the one before did, that goes on as far as can
//! be seen: sums do so. There it is worth while to try first what needs no such states.

use rustc_hash::FxHashMap;

use crate::engine::Frame;
use crate::odds::states::Values;
use crate::odds::states::group::Group;
use crate::plan::{Loop, Plan, Value};

/// What has been seen of the places where states wait, by their tracks.
#[derive(Default)]
pub(super) struct Foresight {
    seen: FxHashMap<u32, SeenStates>,
}

/// States that waited at a place in a pass of the innermost loop.
struct SeenStates {
    pass: u32,
    states: usize,
    /// How long the lists and texts of one of them were.
    length: usize,
    /// How many times more states there were than in the pass before; 0 where that is not known.
    times: usize,
    /// How many more there were, and for how many passes they have been that many more.
    more: usize,
    steadily: u32,
}

/// What is seen of the passes to come.
pub(super) struct Outlook {
    /// How many states there will be together in the last pass, where lists grow; 0 elsewhere.
    pub(super) last: u64,
    /// How many states all passes will come to, where they grow steadily; 0 elsewhere.
    pub(super) all: u64,
}

/// Why a way was left before its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::odds) enum Foreseen {
    /// It was not left for what is to come.
    #[default]
    Nothing,
    /// There will be too many states, whichever way they are counted.
    TooMany,
    /// It will take too long this way.
    TooLong,
}

/// So many passes must have grown alike before the rest are taken to do so.
const STEADY: u32 = 32;

impl Foresight {
    /// What the states that wait now say of the passes to come; nothing where they say nothing.
    pub(super) fn outlook(&mut self, plan: &Plan, group: &Group, values: &Values) -> Option<Outlook> {
        let (_, pass) = *group.loops.last()?;
        let states = group.len();
        let length: usize = group.row(0).iter().map(|number| values.length(*number)).sum();
        let mut now = SeenStates { pass, states, length, times: 0, more: 0, steadily: 0 };
        let before = self.seen.get(&group.track);
        let before = before.filter(|before| before.pass + 1 == pass && 0 < before.states);
        let mut multiplies = false;
        if let Some(before) = before {
            if before.length < length && states.is_multiple_of(before.states) {
                now.times = states / before.states;
                multiplies = before.times == now.times && now.times > 1;
            }
            now.more = states.saturating_sub(before.states);
            now.steadily = if now.more > 0 && now.more == before.more { before.steadily + 1 } else { 0 };
        }
        let (times, more, steady) = (now.times as u64, now.more as u64, now.steadily >= STEADY);
        self.seen.insert(group.track, now);
        if !multiplies && !steady {
            return None;
        }
        let left = passes_left(plan, group, values)?;
        let times = times.saturating_pow(u32::try_from(left).unwrap_or(u32::MAX));
        let last = if multiplies { (states as u64).saturating_mul(times) } else { 0 };
        let grown = more.saturating_mul(left.saturating_mul(left) / 2);
        let all = if steady { left.saturating_mul(states as u64).saturating_add(grown) } else { 0 };
        Some(Outlook { last, all })
    }
}

/// How many passes of the innermost loop are still to come.
fn passes_left(plan: &Plan, group: &Group, values: &Values) -> Option<u64> {
    let (begun, _) = *group.loops.last()?;
    let inner = group.loops.len() - 1;
    let frames = &group.halt.shape.skeleton.frames;
    let frame = frames.iter().rfind(|frame| frame.loops as usize <= inner)?;
    let local = |local: u32| {
        let place = group.halt.layout.stack + frame_local(frame, local);
        Some(values.value(*group.row(0).get(place as usize)?))
    };
    let number = |value: Value| u64::try_from(value.as_number()?.as_int()?).ok();
    match *plan.code(frame.code).loops.at(begun)? {
        Loop::Counted(count) => number(local(count)?),
        Loop::Items(list) => {
            let walked = local(list)?;
            let items = match walked.as_whole_range() {
                Some((low, high)) => u64::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?,
                None => walked.as_list()?.len() as u64,
            };
            items.checked_sub(number(local(list + 1)?)?)
        }
        Loop::Asked | Loop::Explosion => None,
    }
}

fn frame_local(frame: &Frame, local: u32) -> u32 {
    frame.base + local
}
