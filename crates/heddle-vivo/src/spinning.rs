//! Spin deadlocks: all threads that can go on go round loops that change nothing.
//!
//! Each thread is followed on its own from the state on, until it is back in a state in which it was. If that
//! is so for all that can move, and none writes what another touches, or what a blocked one waits for, they
//! go on like this in whatever order.

use std::collections::BTreeSet;

use heddle_model::{
    Choice, Finding, Footprint, Reducible, Related, Role, SpinDeadlock, StepOutcome, ThreadId,
    Touch, TransitionSystem, Violation, Waiting, WaitsFor,
};
use heddle_vivo_protocol::{Row, Status};

use crate::findings;
use crate::system::NativeSystem;

/// Most steps of a thread that are followed.
const MOST: usize = 4096;

/// A thread that goes round.
struct Round {
    /// Steps to the first state that it comes back to.
    before: usize,
    /// Steps from there back to it.
    length: usize,
    /// All that it touches.
    touches: Vec<Touch>,
    /// The names of what it reads and does not write itself.
    objects: BTreeSet<String>,
    /// The place where it reads first.
    site: u64,
}

/// The spin deadlock that the state leads to, if it does to one. The state stays loaded.
pub(crate) fn find(system: &mut NativeSystem) -> Option<SpinDeadlock> {
    let mut state = Vec::new();
    system.save(&mut state);
    let rows = system.rows().to_vec();
    let mut rounds: Vec<Option<Round>> = Vec::new();
    for (number, row) in (0..).zip(&rows) {
        let round = match row.alternatives {
            0 => None,
            1 => {
                let round = follow(system, ThreadId(number));
                system.load(&state);
                Some(round?)
            }
            _ => return None,
        };
        rounds.push(round);
    }
    if rounds.iter().all(Option::is_none) || are_changed(system, &rounds) {
        return None;
    }
    let steps = |count: &dyn Fn(&Round) -> usize| -> Vec<Choice> {
        let of_thread = |(thread, round): (u32, &Option<Round>)| {
            let count = round.as_ref().map_or(0, count);
            std::iter::repeat_n(Choice::new(ThreadId(thread), 0), count)
        };
        (0..).zip(&rounds).flat_map(of_thread).collect()
    };
    let mut run = steps(&|round| round.before);
    let cycle = run.len();
    run.extend(steps(&|round| round.length));
    Some(SpinDeadlock { violation: describe(system, &rows, &rounds), run, cycle })
}

/// True if a thread that goes round writes what another touches, or may wait for.
fn are_changed(system: &mut NativeSystem, rounds: &[Option<Round>]) -> bool {
    let mut waiting = Footprint::default();
    (0..rounds.len()).any(|number| {
        let touches = match &rounds[number] {
            Some(round) => &round.touches,
            None => {
                system.footprint(ThreadId(number as u32).into(), &mut waiting);
                &waiting.touches
            }
        };
        let others = rounds.iter().enumerate().filter(|&(other, _)| other != number);
        let theirs =
            others.filter_map(|(_, round)| round.as_ref()).flat_map(|round| &round.touches);
        let mut conflicts = theirs.map(|theirs| touches.iter().any(|ours| ours.conflicts(theirs)));
        waiting.unknown || conflicts.any(|conflicts| conflicts)
    })
}

/// Follows a thread until it comes back to a state; none if it goes on for long, or has a choice.
fn follow(system: &mut NativeSystem, thread: ThreadId) -> Option<Round> {
    let mut footprint = Footprint::default();
    // Places, and what is touched there, by steps from the state on.
    let mut steps: Vec<(u64, Vec<Touch>)> = Vec::new();
    let begun = system.length();
    for _ in 0..MOST {
        let row = *system.rows().get(thread.index())?;
        system.exact_footprint(thread.into(), &mut footprint);
        if row.alternatives != 1 || footprint.unknown {
            return None;
        }
        steps.push((row.operation.site, footprint.touches.clone()));
        let mut violations = Vec::new();
        let outcome = system.step(Choice::new(thread, 0), &mut violations);
        if outcome != StepOutcome::Continues || !violations.is_empty() || system.is_over() {
            return None;
        }
        let before = system.length().checked_sub(begun)?;
        if before < steps.len() {
            return Some(round_of(system, &steps, before));
        }
    }
    None
}

/// The round that begins after so many of these steps.
fn round_of(system: &NativeSystem, steps: &[(u64, Vec<Touch>)], before: usize) -> Round {
    let round = &steps[before..];
    let all = || round.iter().flat_map(|(_, touches)| touches);
    let is_own = |read: &Touch| all().any(|touch| touch.writes && touch.conflicts(read));
    let looks_at = |touch: &&Touch| !touch.writes && !is_own(touch);
    let looks = round.iter().find(|(_, touches)| touches.iter().any(|touch| looks_at(&touch)));
    Round {
        before,
        length: round.len(),
        touches: steps.iter().flat_map(|(_, touches)| touches).cloned().collect(),
        objects: all()
            .filter(looks_at)
            .map(|touch| system.code().object_at(touch.range.start))
            .collect(),
        site: looks.unwrap_or(&round[0]).0,
    }
}

fn describe(system: &NativeSystem, rows: &[Row], rounds: &[Option<Round>]) -> Violation {
    let code = system.code();
    let mut threads = Vec::new();
    let mut related = Vec::new();
    for (number, (row, round)) in rows.iter().zip(rounds).enumerate() {
        if row.status != Status::Active {
            continue;
        }
        let thread = ThreadId(number as u32);
        let (waits, site) = match round {
            Some(Round { objects, site, .. }) => {
                (WaitsFor::Change { objects: objects.iter().cloned().collect() }, *site)
            }
            None => (findings::wait_of(row, number, rows, code), row.operation.site),
        };
        if let Some(place) = code.place_of_call(site) {
            related.push(Related { role: Role::Waits { waits: waits.clone() }, thread, place });
        }
        threads.push(Waiting { thread, waits });
    }
    Violation { related, ..Violation::of_run(Finding::SpinDeadlock { threads }) }
}
