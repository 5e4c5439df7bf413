//! Places of the program where something happened that a verdict should mention.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};

use heddle_program::LocationId;
use heddle_table::stream::{get_bytes, put_bytes};

/// The places, of all machines that share components. One that is not known is not in the
/// program's source.
#[derive(Debug, Default)]
pub(crate) struct NotedPlaces {
    places: Mutex<BTreeSet<Option<LocationId>>>,
}

impl NotedPlaces {
    /// Records a place.
    pub(crate) fn note(&self, place: Option<LocationId>) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).insert(place);
    }

    /// All places.
    pub(crate) fn places(&self) -> BTreeSet<Option<LocationId>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes all places.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let number = |place: Option<LocationId>| place.map_or(u32::MAX, LocationId::as_u32);
        let bytes: Vec<u8> =
            self.places().into_iter().flat_map(|place| number(place).to_le_bytes()).collect();
        put_bytes(out, &bytes)
    }

    /// Reads those that were written of the same program.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        for bytes in get_bytes(input)?.as_chunks::<4>().0 {
            let number = u32::from_le_bytes(*bytes);
            self.note((number != u32::MAX).then(|| LocationId::from_u32(number)));
        }
        Ok(())
    }
}
