//! Storage of entries: an array that grows without moving anything.
//!
//! The array is cut into chunks that are allocated when first written to. Sixteen
//! chunks of [`FIRST_CHUNK`] entries are followed by sixteen of twice that size, and
//! so on: finding the chunk of a position takes a handful of bit operations, and of a
//! large array hardly more than a sixteenth is unused.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Entries of each of the first chunks.
const FIRST_CHUNK: u64 = 1 << FIRST_CHUNK_BITS;
const FIRST_CHUNK_BITS: u32 = 8;
/// Chunks of one size.
const CHUNKS_OF_A_SIZE: u64 = 1 << CHUNKS_BITS;
const CHUNKS_BITS: u32 = 4;
/// Positions are counted from here: the binary digits of a position so counted are a one,
/// the number of a chunk within its size, and a place within the chunk.
const BIAS: u64 = FIRST_CHUNK * CHUNKS_OF_A_SIZE;
/// Enough chunks for every `u32`.
const CHUNKS: usize = ((32 - FIRST_CHUNK_BITS - CHUNKS_BITS + 1) << CHUNKS_BITS) as usize;

/// A growing array of default values that are changed through shared references.
pub(crate) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    bytes: AtomicUsize,
}

impl<T: Default> Arena<T> {
    /// An array of which nothing is allocated yet.
    pub(crate) fn new() -> Arena<T> {
        let chunks: Box<[_]> = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        let bytes = AtomicUsize::new(std::mem::size_of_val(&*chunks));
        Arena { chunks, bytes }
    }

    /// An element, which is there from now on.
    #[inline]
    pub(crate) fn make(&self, position: u32) -> &T {
        let (chunk, size, place) = locate(position);
        let chunk = match self.chunks[chunk].get() {
            Some(chunk) => chunk,
            None => self.allocate(chunk, size),
        };
        &chunk[place]
    }

    /// An element that was made.
    #[inline]
    pub(crate) fn get(&self, position: u32) -> &T {
        let (chunk, _, place) = locate(position);
        let chunk = self.chunks[chunk].get();
        &chunk.expect("an id should come from the table it is used with")[place]
    }

    #[cold]
    fn allocate(&self, chunk: usize, size: usize) -> &[T] {
        self.chunks[chunk].get_or_init(|| {
            self.bytes.fetch_add(size * size_of::<T>(), Ordering::Relaxed);
            (0..size).map(|_| T::default()).collect()
        })
    }

    /// Memory held, without what the elements themselves point to.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl<T> std::fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").finish_non_exhaustive()
    }
}

/// The chunk of a position, the chunk's size, and the place within it.
#[inline]
fn locate(position: u32) -> (usize, usize, usize) {
    let counted = u64::from(position) + BIAS;
    let doublings = counted.ilog2() - (FIRST_CHUNK_BITS + CHUNKS_BITS);
    let chunk_bits = doublings + FIRST_CHUNK_BITS;
    let within_size = (counted >> chunk_bits) & (CHUNKS_OF_A_SIZE - 1);
    let chunk = (u64::from(doublings) << CHUNKS_BITS) | within_size;
    let size = 1 << chunk_bits;
    (chunk as usize, size as usize, (counted & (size - 1)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn positions_fill_chunk_after_chunk() {
        let mut expected = (0, 0);
        for position in 0..1 << 20 {
            let (chunk, size, place) = locate(position);
            assert_eq!((chunk, place), expected, "position {position}");
            assert!(place < size);
            expected = if place + 1 == size { (chunk + 1, 0) } else { (chunk, place + 1) };
        }
    }

    #[test]
    fn every_number_has_a_chunk_of_a_bounded_share() {
        for position in (0..32).map(|bit| 1u32 << bit).chain([u32::MAX]) {
            let (chunk, size, place) = locate(position);
            assert!(chunk < CHUNKS && place < size, "position {position}");
            let chunks_before = u64::from(position) / size as u64;
            assert!(size as u64 == FIRST_CHUNK || chunks_before >= 8, "position {position}");
        }
    }

    #[test]
    fn elements_stay_where_they_are() {
        let arena: Arena<AtomicU64> = Arena::new();
        let empty = arena.bytes();
        let first: *const AtomicU64 = arena.make(0);
        for position in 0..100_000u32 {
            arena.make(position).store(u64::from(position) * 3, Ordering::Relaxed);
        }
        assert!(std::ptr::eq(first, arena.get(0)));
        assert!((0..100_000).all(|p| arena.get(p).load(Ordering::Relaxed) == u64::from(p) * 3));
        let held = arena.bytes() - empty;
        assert!((800_000..=800_000 * 17 / 16).contains(&held), "{held}");
    }
}
