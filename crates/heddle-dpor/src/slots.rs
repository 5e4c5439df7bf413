//! Slots: a number for each actor, of whatever kind.

use std::sync::{Arc, Mutex, PoisonError};

use heddle_model::{Actor, ActorKind};

/// Actors that all workers have met, by number.
pub(crate) type Common = Arc<Mutex<Vec<Actor>>>;

/// Actors that a worker has met, each with a number that it keeps, and has for all workers.
#[derive(Default)]
pub(crate) struct Slots {
    common: Common,
    /// The first of the common ones.
    actors: Vec<Actor>,
    threads: Vec<Option<u32>>,
    internals: Vec<Option<u32>>,
}

impl Slots {
    /// The slots of a worker, with numbers in common with all that are made of the same.
    pub(crate) fn new(common: &Common) -> Slots {
        Slots { common: Arc::clone(common), ..Slots::default() }
    }

    /// The number of an actor.
    #[inline]
    pub(crate) fn of(&mut self, actor: Actor) -> u32 {
        self.find(actor).unwrap_or_else(|| self.meet(actor))
    }

    fn find(&self, actor: Actor) -> Option<u32> {
        let (all, at) = match actor.kind() {
            ActorKind::Thread(thread) => (&self.threads, thread.index()),
            ActorKind::Internal(action) => (&self.internals, action.index()),
        };
        all.get(at).copied().flatten()
    }

    #[cold]
    fn meet(&mut self, actor: Actor) -> u32 {
        let common = Arc::clone(&self.common);
        let mut common = common.lock().unwrap_or_else(PoisonError::into_inner);
        self.take_over(&common);
        self.find(actor).unwrap_or_else(|| {
            common.push(actor);
            self.take_over(&common);
            common.len() as u32 - 1
        })
    }

    /// Learns the actors that other workers have met.
    pub(crate) fn update(&mut self) {
        let common = Arc::clone(&self.common);
        self.take_over(&common.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn take_over(&mut self, common: &[Actor]) {
        for &actor in &common[self.actors.len()..] {
            let (all, at) = match actor.kind() {
                ActorKind::Thread(thread) => (&mut self.threads, thread.index()),
                ActorKind::Internal(action) => (&mut self.internals, action.index()),
            };
            if all.len() <= at {
                all.resize(at + 1, None);
            }
            all[at] = Some(self.actors.len() as u32);
            self.actors.push(actor);
        }
    }

    /// The actor with a number.
    #[inline]
    pub(crate) fn actor(&self, slot: u32) -> Actor {
        self.actors[slot as usize]
    }

    /// The number of them.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.actors.len()
    }
}
