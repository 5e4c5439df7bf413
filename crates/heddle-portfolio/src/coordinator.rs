//! Coordination of engines: who may begin, who is at work, and when all is over.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use heddle_model::{Supervisor, Unknown};

use crate::plan::Plan;

/// The time for which the first engine is alone.
const HEAD_START: Duration = Duration::from_millis(500);
/// The same where engines take turns, in microseconds of work, and the length of later turns.
const TURN: u64 = 500_000;
/// Work of a look at the supervisor by an engine that does not say how much it has done.
const LOOK: u64 = 64;
/// The longest wait before the user's wish to stop is looked at again.
const NAP: Duration = Duration::from_millis(20);

/// The coordinator of engines at one question.
#[derive(Debug)]
pub(crate) struct Coordinator {
    user: Arc<dyn Supervisor>,
    /// The workers of all engines together.
    workers: usize,
    started: Instant,
    is_turn_based: bool,
    /// True if the others are wanted only where the first cannot prove anything.
    is_first_enough: bool,
    /// Set when an engine has given an answer that ends the others.
    is_over: AtomicBool,
    /// Engines at work.
    working: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

/// The part that changes under a lock. Engines have numbers, in the order in which they begin.
#[derive(Debug)]
struct State {
    /// For each engine, true until it has ended.
    present: Vec<bool>,
    /// True if the first engine will not prove anything any more, or has ended.
    is_help_wanted: bool,
    /// The engine whose turn it is, and the work that is left of it.
    turn: usize,
    work_left: u64,
}

impl Coordinator {
    /// A coordinator of the engines of a plan, which have so many workers together.
    pub(crate) fn new(plan: &Plan, workers: usize, user: Arc<dyn Supervisor>) -> Coordinator {
        let engines = plan.order.len();
        Coordinator {
            user,
            workers,
            started: Instant::now(),
            is_turn_based: workers == 1 && engines > 1,
            is_first_enough: plan.is_first_enough,
            is_over: AtomicBool::new(false),
            working: AtomicUsize::new(0),
            state: Mutex::new(State {
                present: vec![true; engines],
                is_help_wanted: false,
                turn: 0,
                work_left: TURN,
            }),
            changed: Condvar::new(),
        }
    }

    /// Seconds since the question was asked.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst) || self.user.is_cancelled()
    }

    /// Waits for something to change, but not for long.
    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, NAP);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits until it is the turn of an engine, or all is over.
    fn await_turn(&self, engine: usize, mut state: MutexGuard<'_, State>) {
        while state.turn != engine && !self.is_over() {
            state = self.wait(state);
        }
    }

    /// True if the engines after the first are wanted, or will be when it has had its time.
    fn wants_others(&self, state: &State) -> bool {
        state.is_help_wanted || !self.is_first_enough
    }

    /// Gives the turn to the next one present.
    fn pass_turn(&self, state: &mut State) {
        let count = state.present.len();
        let next = (1..=count).map(|distance| (state.turn + distance) % count);
        let takes_turns = |engine: &usize| *engine == 0 || self.wants_others(state);
        if let Some(next) = next.filter(takes_turns).find(|&engine| state.present[engine]) {
            state.turn = next;
            state.work_left = TURN;
        }
        self.changed.notify_all();
    }
}

/// The supervisor of one engine.
#[derive(Debug)]
pub(crate) struct EngineSupervisor {
    coordinator: Arc<Coordinator>,
    /// The number of the engine.
    engine: usize,
}

impl EngineSupervisor {
    /// The supervisor of the engine of this number; those with lower ones begin before.
    pub(crate) fn new(coordinator: Arc<Coordinator>, engine: usize) -> Arc<EngineSupervisor> {
        Arc::new(EngineSupervisor { coordinator, engine })
    }

    /// Waits until the engine is wanted; false if all is over.
    pub(crate) fn await_start(&self) -> bool {
        let EngineSupervisor { coordinator, engine } = self;
        let mut state = coordinator.state();
        if coordinator.is_turn_based {
            coordinator.await_turn(*engine, state);
        } else {
            let head_start = HEAD_START * *engine as u32;
            // The first is not alone before it has begun. No more begin than there are workers, but
            // for one: of three, it is likely that one finds out soon that it is of no use.
            let most = coordinator.workers.max(1) + usize::from(*engine > 1);
            while *engine != 0
                && !coordinator.is_over()
                && (coordinator.working.load(Ordering::SeqCst) >= most
                    || !coordinator.wants_others(&state)
                    || !state.is_help_wanted && coordinator.started.elapsed() < head_start)
            {
                state = coordinator.wait(state);
            }
        }
        let is_wanted = !coordinator.is_over();
        coordinator.working.fetch_add(usize::from(is_wanted), Ordering::SeqCst);
        is_wanted
    }

    /// Takes note that the engine has ended; `is_decisive` if its answer ends the others. Returns
    /// whether it was the first such answer.
    pub(crate) fn end(&self, is_decisive: bool) -> bool {
        let EngineSupervisor { coordinator, engine } = self;
        let mut state = coordinator.state();
        state.present[*engine] = false;
        state.is_help_wanted = true;
        let is_first = is_decisive && !coordinator.is_over.swap(true, Ordering::SeqCst);
        let _ = coordinator.working.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |working| {
            Some(working.saturating_sub(1))
        });
        if state.turn == *engine {
            coordinator.pass_turn(&mut state);
        }
        coordinator.changed.notify_all();
        is_first
    }
}

impl Supervisor for EngineSupervisor {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled_after(LOOK)
    }

    fn is_cancelled_after(&self, work: u64) -> bool {
        let EngineSupervisor { coordinator, engine } = self;
        if coordinator.is_turn_based && !coordinator.is_over() {
            let mut state = coordinator.state();
            // Others are asked only while it is its turn: it rests in here otherwise.
            state.work_left = state.work_left.saturating_sub(work);
            if state.work_left == 0 {
                coordinator.pass_turn(&mut state);
                coordinator.await_turn(*engine, state);
            }
        }
        coordinator.is_over()
    }

    /// Engines that are yet to come, or at work, need memory, too: the first leaves them a
    /// quarter. Others look at the memory of the process, in which that of the first is counted.
    fn share_of_memory(&self, limit: u64) -> u64 {
        let EngineSupervisor { coordinator, engine } = self;
        let others = coordinator.state();
        let mut others = others.present.iter().enumerate().filter(|(other, _)| other != engine);
        match *engine == 0 && others.any(|(_, is_present)| *is_present) {
            true => limit / 4 * 3,
            false => limit,
        }
    }

    fn workers(&self) -> usize {
        let others = self.coordinator.working.load(Ordering::Relaxed).saturating_sub(1);
        self.coordinator.workers.saturating_sub(others)
    }

    fn give_up_proof(&self, _: &Unknown) {
        let mut state = self.coordinator.state();
        if !state.is_help_wanted {
            state.is_help_wanted = true;
            state.work_left = 0;
            self.coordinator.changed.notify_all();
        }
    }
}
