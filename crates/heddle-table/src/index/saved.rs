//! An index in a stream: which numbers were given out, and the entries in their order.
//!
//! Slots are not written: they are filled again when the entries are read, which checks
//! each of them. An entry must belong to the shard that its id names, since a lookup
//! begins there; that it does says that hashes are computed as they were.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

use super::{EMPTY, Index, MAX_ENTRIES, MOVED, SHARDS, id_of, number_in, shard_of};
use crate::stream::{get32, invalid, put32};

impl Index {
    /// Writes the index; `write_entry` writes the entry of an id. Nobody may be inserting.
    pub(crate) fn write_to(
        &self,
        out: &mut dyn Write,
        mut write_entry: impl FnMut(&mut dyn Write, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        for shard in 0..SHARDS {
            let next = self.shards[shard].next.load(Ordering::Acquire);
            let lost = self.lost_numbers(shard, next);
            put32(out, next)?;
            put32(out, lost.len() as u32)?;
            lost.iter().try_for_each(|&number| put32(out, number))?;
            let mut lost = lost.into_iter().peekable();
            for number in 0..next {
                if lost.next_if_eq(&number).is_none() {
                    write_entry(out, id_of(shard, number))?;
                }
            }
        }
        Ok(())
    }

    /// The numbers of a shard that were given out in vain, ascending.
    fn lost_numbers(&self, shard: usize, next: u32) -> Vec<u32> {
        let shard = &self.shards[shard];
        if shard.lost.load(Ordering::Acquire) == 0 {
            return Vec::new();
        }
        let mut is_published = vec![false; next as usize];
        for slot in &shard.slots.load().0 {
            let entry = slot.load(Ordering::Acquire);
            if entry != EMPTY && entry != MOVED {
                is_published[number_in(entry) as usize] = true;
            }
        }
        (0..next).filter(|&number| !is_published[number as usize]).collect()
    }

    /// Fills an empty index with what was written. `read_entry` reads the entry of an id,
    /// keeps it, and returns its hash; `same` compares the entries of two ids.
    pub(crate) fn read_from(
        &self,
        input: &mut dyn Read,
        mut read_entry: impl FnMut(&mut dyn Read, u32) -> io::Result<u64>,
        same: impl Fn(u32, u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> io::Result<()> {
        if !self.is_empty() {
            return Err(invalid("a table is in use already"));
        }
        for shard in 0..SHARDS {
            let state = &self.shards[shard];
            let next = get32(input)?;
            if next > MAX_ENTRIES {
                return Err(invalid("a table has too many entries"));
            }
            let lost = read_lost(input, next)?;
            state.lost.store(lost.len() as u32, Ordering::Release);
            let mut lost = lost.into_iter().peekable();
            for number in 0..next {
                if lost.next_if_eq(&number).is_some() {
                    continue;
                }
                let id = id_of(shard, number);
                let hash = read_entry(input, id)?;
                if shard_of(hash) != shard {
                    return Err(invalid("an entry of a table is not where its hash says"));
                }
                // An array grows by what was given out, so this comes first.
                state.next.store(number + 1, Ordering::Release);
                if !self.publish(hash, number, |other| same(other, id), &hash_of).1 {
                    return Err(invalid("a table has an entry twice"));
                }
            }
            state.next.store(next, Ordering::Release);
        }
        Ok(())
    }
}

/// Reads ascending numbers below `next`.
fn read_lost(input: &mut dyn Read, next: u32) -> io::Result<Vec<u32>> {
    let mut lost: Vec<u32> = Vec::new();
    for _ in 0..get32(input)? {
        let number = get32(input)?;
        if number >= next || lost.last().is_some_and(|&last| last >= number) {
            return Err(invalid("the numbers of a table are out of order"));
        }
        lost.push(number);
    }
    Ok(lost)
}

#[cfg(test)]
mod tests {
    use super::super::View;
    use super::*;
    use crate::stream::{get64, put64};
    use std::collections::HashMap;
    use std::sync::Mutex;

    fn hash(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29).wrapping_mul(0xbf58_476d)
    }

    #[derive(Default)]
    struct Numbers {
        index: Index,
        entries: Mutex<HashMap<u32, u64>>,
    }

    impl Numbers {
        fn get(&self, id: u32) -> u64 {
            self.entries.lock().unwrap()[&id]
        }

        fn keep(&self, id: u32, number: u64) {
            assert_eq!(self.entries.lock().unwrap().insert(id, number), None);
        }

        fn intern(&self, number: u64) -> (u32, bool) {
            let same = |id| self.get(id) == number;
            let hash_of = |id| hash(self.get(id));
            let write = |id| self.keep(id, number);
            self.index.find_or_insert_by(&mut View::new(), hash(number), same, write, hash_of)
        }

        fn write(&self) -> Vec<u8> {
            let mut bytes = Vec::new();
            self.index.write_to(&mut bytes, |out, id| put64(out, self.get(id))).unwrap();
            bytes
        }

        fn read(mut bytes: &[u8]) -> io::Result<Numbers> {
            let numbers = Numbers::default();
            let read_entry = |input: &mut dyn Read, id| {
                let number = get64(input)?;
                numbers.keep(id, number);
                Ok(hash(number))
            };
            let same = |one, other| numbers.get(one) == numbers.get(other);
            numbers.index.read_from(&mut bytes, read_entry, same, |id| hash(numbers.get(id)))?;
            Ok(numbers)
        }
    }

    #[test]
    fn numbers_that_were_lost_stay_unused() {
        let numbers = Numbers::default();
        let ids: Vec<u32> = (0..3000).map(|number| numbers.intern(number).0).collect();
        // As if another worker had been first: a number is given out, and its entry is not
        // published.
        for number in [5, 900, 2999] {
            let shard = shard_of(hash(number));
            let local = numbers.index.new_number(shard);
            let same = |id| numbers.get(id) == number;
            let hash_of = |id| hash(numbers.get(id));
            let (id, new) = numbers.index.publish(hash(number), local, same, hash_of);
            assert_eq!((id, new), (ids[number as usize], false));
        }
        let copy = Numbers::read(&numbers.write()).unwrap();
        assert_eq!(copy.index.len(), 3000);
        for (number, &id) in (0..).zip(&ids) {
            assert_eq!(copy.intern(number), (id, false));
        }
        for number in 3000..4000 {
            assert_eq!(copy.intern(number), numbers.intern(number));
        }
    }

    #[test]
    fn entries_in_other_places_are_refused() {
        let numbers = Numbers::default();
        for number in 0..500 {
            numbers.intern(number);
        }
        let bytes = numbers.write();
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x15;
            // Whatever was changed either shows, or is a number in a shard of its own.
            if let Ok(copy) = Numbers::read(&damaged) {
                assert_eq!(copy.index.len(), 500);
                assert_ne!(copy.write(), bytes);
            }
            assert!(Numbers::read(&bytes[..at]).is_err(), "{at}");
        }
    }

    #[test]
    fn a_table_in_use_is_not_overwritten() {
        let numbers = Numbers::default();
        numbers.intern(1);
        let bytes = numbers.write();
        let result = numbers.index.read_from(
            &mut &bytes[..],
            |_, _| Ok(0),
            |_, _| false,
            |_| unreachable!(),
        );
        assert!(result.is_err());
    }
}
