//! The machine: its parts, and its initial state.

use std::sync::Arc;

use heddle_model::{Place, ThreadId};
use heddle_program::Program;

use crate::codec::Codec;
use crate::codec::interner::Interner;
use crate::image::{Image, StartError, SymmetryObstacle};
use crate::observe::Observers;
use crate::options::Options;
use crate::record::Recorder;
use crate::record::event::{Event, Recording};
use crate::record::noted_race::NotedRace;
use crate::reduction::Reductions;
use crate::reduction::lock_assumptions::LockAssumptions;
use crate::spin::FollowedWalks;
use crate::state::State;
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Address, ObjectKind};
use crate::state::process::ExitCode;
use crate::state::thread::Thread;

/// Executes a program.
pub struct Machine<'p> {
    pub(crate) image: Arc<Image<'p>>,
    pub(crate) state: State,
    pub(crate) codec: Codec,
    pub(crate) reductions: Reductions,
    pub(crate) recorder: Recorder,
    /// Functions of the program that are evaluated in its states. Those that are registered
    /// are part of the state.
    pub(crate) observers: Observers,
    /// Threads that were looked at for spinning.
    pub(crate) walks: FollowedWalks,
}

impl<'p> Machine<'p> {
    /// A machine at the start of the program.
    pub fn new(program: &'p Program, options: Options) -> Result<Machine<'p>, StartError> {
        let image = Image::new(program, options)?;
        let state = State::new(image.initial_memory());
        let lock_assumptions = LockAssumptions::new(state.memory.block(DATA_BLOCK).data.len());
        let observers = Observers::new(program);
        Ok(Machine::start(
            Arc::new(image),
            state,
            Interner::default(),
            Arc::new(lock_assumptions),
            observers,
        ))
    }

    /// Another machine for another worker, at the start of the same program. The two
    /// share their components: what one saves the other can load.
    pub fn sibling(&self) -> Machine<'p> {
        let image = Arc::clone(&self.image);
        let mut state = State::new(image.initial_memory());
        state.memory.symmetry = Arc::clone(&self.state.memory.symmetry);
        let interner = self.codec.interner.clone();
        let lock_assumptions = Arc::clone(&self.reductions.lock_assumptions);
        let mut observers = Observers::new(image.program);
        observers.share_with(&self.observers);
        let mut sibling = Machine::start(image, state, interner, lock_assumptions, observers);
        sibling.recorder.open_branches = Arc::clone(&self.recorder.open_branches);
        sibling.recorder.unmet = Arc::clone(&self.recorder.unmet);
        sibling.recorder.unfollowed = Arc::clone(&self.recorder.unfollowed);
        sibling.recorder.race = Arc::clone(&self.recorder.race);
        sibling.reductions.main_stays = Arc::clone(&self.reductions.main_stays);
        sibling
    }

    /// A machine at the start of the program, with its main thread.
    fn start(
        image: Arc<Image<'p>>,
        state: State,
        interner: Interner,
        lock_assumptions: Arc<LockAssumptions>,
        observers: Observers,
    ) -> Machine<'p> {
        let mut machine = Machine {
            state,
            codec: Codec::new(interner),
            reductions: Reductions::new(lock_assumptions, image.keeps_owners),
            recorder: Recorder::default(),
            observers,
            walks: FollowedWalks::default(),
            image,
        };
        // Before it is set up, a program need not be what it will be.
        if machine.image.options.harness.init.is_none() {
            machine.register_from_outside();
        }
        let Image { program, entry_arguments, .. } = &*machine.image;
        machine.state.add_thread().push_frame(&machine.image, program.entry, entry_arguments);
        machine.watch_propositions();
        machine
    }

    /// The reason why threads are told apart in all states, if they are.
    pub fn tells_threads_apart(&self) -> Option<SymmetryObstacle> {
        self.image.tells_threads_apart()
    }

    /// True if states were matched in which several threads may change places.
    pub fn has_matched_threads(&self) -> bool {
        self.state.memory.symmetry.has_matched()
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.image.program
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.image.options
    }

    /// Address arithmetic, in the pointer's width.
    #[inline]
    pub(crate) fn pointer_add(&self, base: Address, offset: u64) -> Address {
        self.state.memory.addressing.add(base, offset)
    }

    /// Notes these events from now on.
    pub fn record(&mut self, recording: Recording) {
        self.materialize_all();
        self.recorder.start(recording);
    }

    /// From now on, [`location_at`](Self::location_at) gives locations inside the C++ library, too.
    /// Violations keep their places.
    pub fn show_library(&mut self) {
        self.recorder.shows_library = true;
    }

    /// True if who looks at frames looks into the C++ library, too.
    pub fn shows_library(&self) -> bool {
        self.recorder.shows_library
    }

    /// The events since they were last taken.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.recorder.events)
    }

    /// The function that an address names.
    pub(crate) fn function_at(&self, address: Address) -> Option<ObjectKind> {
        let (object, offset) = self.state.memory.resolve(address)?;
        let kind = self.state.memory.object(object).kind;
        let is_code = matches!(kind, ObjectKind::Function(_) | ObjectKind::Extern(_));
        (is_code && offset == 0).then_some(kind)
    }

    /// Places of the program where a run went on in several ways, since a branch depended on
    /// what nobody wrote: in order, with nothing for a place that is not known.
    pub fn open_branches(&self) -> Vec<Option<Place>> {
        let places = self.recorder.open_branches.places();
        places.into_iter().map(|place| place.map(|id| self.place(id))).collect()
    }

    /// Places of assumptions that runs did not meet, in order.
    pub fn unmet_assumptions(&self) -> Vec<Place> {
        let places = self.recorder.unmet.places();
        places.into_iter().flatten().map(|id| self.place(id)).collect()
    }

    /// Places of threads that went through more than [`LONGEST_ROUND`](crate::LONGEST_ROUND) states
    /// of their own, in which nothing changed that threads share, and were followed no further: in
    /// order, with nothing for a place that is not known. They may be in a spin deadlock.
    pub fn unfollowed_threads(&self) -> Vec<Option<Place>> {
        let places = self.recorder.unfollowed.places();
        places.into_iter().map(|place| place.map(|id| self.place(id))).collect()
    }

    /// The first data race that is met, if races are [noted](Options::notes_races), as it becomes
    /// known.
    pub fn noted_race(&self) -> Arc<NotedRace> {
        Arc::clone(&self.recorder.race)
    }

    /// Instructions made since the start.
    pub fn instructions(&self) -> u64 {
        self.recorder.instructions
    }

    /// Number of threads that were ever created.
    pub fn thread_count(&self) -> usize {
        self.state.threads.len()
    }

    /// A thread, which has been materialized ([`materialize_all`](Self::materialize_all)).
    ///
    /// # Panics
    /// If it is not.
    pub fn thread(&self, thread: ThreadId) -> &Thread {
        &self.state.threads[thread.index()]
    }

    /// The exit code, once the process has ended.
    pub fn exit_code(&self) -> Option<ExitCode> {
        self.state.process.ended()
    }
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("functions", &self.image.program.functions.len())
            .field("threads", &self.state.threads.len())
            .field("ended", &self.state.process.ended())
            .finish_non_exhaustive()
    }
}
