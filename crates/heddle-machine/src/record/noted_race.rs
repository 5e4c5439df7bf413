//! The first data race that a machine came across while nobody asked for races.
//!
//! A verdict does not depend on it, but whoever reads one should know of it. Once there is one,
//! nobody looks for another.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use heddle_model::Violation;
use heddle_table::stream::{get_bytes, put_bytes};

/// The race, of all machines that share components. Of several that are met at once, the least.
#[derive(Debug, Default)]
pub struct NotedRace {
    is_noted: AtomicBool,
    race: Mutex<Option<Violation>>,
}

impl NotedRace {
    /// True if there is one.
    #[inline]
    pub fn is_noted(&self) -> bool {
        self.is_noted.load(Ordering::Relaxed)
    }

    /// Records a race.
    pub(crate) fn note(&self, race: Violation) {
        let mut noted = self.race.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.as_ref().is_none_or(|other| race < *other) {
            *noted = Some(race);
        }
        self.is_noted.store(true, Ordering::Relaxed);
    }

    /// The race, if there is one.
    pub fn get(&self) -> Option<Violation> {
        self.race.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes it.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        put_bytes(out, &serde_json::to_vec(&self.get())?)
    }

    /// Reads what was written of the same program.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        let race: Option<Violation> = serde_json::from_slice(&get_bytes(input)?)?;
        race.into_iter().for_each(|race| self.note(race));
        Ok(())
    }
}
