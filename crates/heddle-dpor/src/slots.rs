//! Slots: a number for each actor, of whatever kind.

use heddle_model::{Actor, ActorKind};

/// Actors that a search has met, each with a number that it keeps.
#[derive(Default)]
pub(crate) struct Slots {
    actors: Vec<Actor>,
    threads: Vec<Option<u32>>,
    internals: Vec<Option<u32>>,
}

impl Slots {
    /// The number of an actor.
    #[inline]
    pub(crate) fn of(&mut self, actor: Actor) -> u32 {
        let (all, at) = match actor.kind() {
            ActorKind::Thread(thread) => (&mut self.threads, thread.index()),
            ActorKind::Internal(action) => (&mut self.internals, action.index()),
        };
        if all.len() <= at {
            all.resize(at + 1, None);
        }
        let actors = &mut self.actors;
        *all[at].get_or_insert_with(|| {
            actors.push(actor);
            actors.len() as u32 - 1
        })
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
