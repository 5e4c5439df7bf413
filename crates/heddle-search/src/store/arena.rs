//! Slices of words, one after the other, that never move.

/// Words of the first chunk; each chunk is twice as large as the one before...
const FIRST_CHUNK: usize = 1 << 12;
/// ... up to this. A longer slice gets a chunk of its own.
const MAX_CHUNK: usize = 1 << OFFSET_BITS;

const CHUNK_BITS: u32 = 20;
const OFFSET_BITS: u32 = 20;
const LENGTH_BITS: u32 = 24;

/// Where a slice is: from the top, chunk, offset in the chunk, and length.
///
/// Everything in one word, so that a lookup compares lengths before it touches
/// the slice itself. This allows for 4 TiB of states of up to 64 MiB each.
#[derive(Clone, Copy)]
struct Span(u64);

impl Span {
    fn new(chunk: usize, offset: usize, length: usize) -> Span {
        // Silently cut fields would make distinct states one: stay on in release.
        assert!(chunk < 1 << CHUNK_BITS, "the arena should have less than 2^20 chunks");
        assert!(offset < 1 << OFFSET_BITS, "a slice should start within its chunk");
        assert!(length < 1 << LENGTH_BITS, "a state should have less than 2^24 words");
        Span(
            (chunk as u64) << (OFFSET_BITS + LENGTH_BITS)
                | (offset as u64) << LENGTH_BITS
                | length as u64,
        )
    }

    fn chunk(self) -> usize {
        (self.0 >> (OFFSET_BITS + LENGTH_BITS)) as usize
    }

    fn offset(self) -> usize {
        (self.0 >> LENGTH_BITS) as usize & ((1 << OFFSET_BITS) - 1)
    }

    fn length(self) -> usize {
        self.0 as usize & ((1 << LENGTH_BITS) - 1)
    }
}

/// Slices of words, numbered in the order in which they were added.
///
/// The words lie in chunks that are allocated once: growing copies no words and
/// never holds two copies of them, and no more than one chunk is partly unused.
/// Only the spans (8 bytes a slice) are in a vector that grows by doubling.
///
/// # Invariants
/// - A chunk's capacity never changes (`add` fills only what is left of the
///   last one).
/// - A slice lies within one chunk; no slice starts where another one's words
///   are.
#[derive(Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u32>>,
    spans: Vec<Span>,
    /// Words of all chunks' capacities.
    capacity: usize,
}

impl Arena {
    /// Adds a slice; its number is how many there were before.
    pub(super) fn add(&mut self, words: &[u32]) {
        let fits = self.chunks.last().is_some_and(|chunk| {
            chunk.capacity() - chunk.len() >= words.len() && chunk.len() < MAX_CHUNK
        });
        if !fits {
            self.add_chunk(words.len());
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        self.spans.push(Span::new(number, chunk.len(), words.len()));
        chunk.extend_from_slice(words);
    }

    #[cold]
    fn add_chunk(&mut self, at_least: usize) {
        let usual = self.chunks.last().map_or(FIRST_CHUNK, |last| last.capacity() * 2);
        let chunk = Vec::with_capacity(usual.min(MAX_CHUNK).max(at_least));
        self.capacity += chunk.capacity();
        self.chunks.push(chunk);
    }

    /// The words of a slice.
    pub(super) fn get(&self, number: usize) -> &[u32] {
        let span = self.spans[number];
        &self.chunks[span.chunk()][span.offset()..][..span.length()]
    }

    /// Whether a slice has exactly these words.
    pub(super) fn equals(&self, number: usize, words: &[u32]) -> bool {
        self.spans[number].length() == words.len() && self.get(number) == words
    }

    /// How many slices there are.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.capacity * size_of::<u32>()
            + self.chunks.capacity() * size_of::<Vec<u32>>()
            + self.spans.capacity() * size_of::<Span>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_slices_of_all_lengths_apart() {
        let lengths = [0, 1, 0, FIRST_CHUNK, 7, MAX_CHUNK - 1, MAX_CHUNK, MAX_CHUNK + 5, 3, 0];
        let slice = |number: usize| -> Vec<u32> {
            (0..lengths[number]).map(|i| (number * 1_000_003 + i) as u32).collect()
        };
        let mut arena = Arena::default();
        for number in 0..lengths.len() {
            arena.add(&slice(number));
        }
        assert_eq!(arena.len(), lengths.len());
        for number in 0..lengths.len() {
            assert_eq!(arena.get(number), slice(number));
            assert!(arena.equals(number, &slice(number)));
            assert!(!arena.equals(number, &[1, 2]));
        }
    }

    #[test]
    fn words_never_move() {
        let mut arena = Arena::default();
        arena.add(&[1, 2, 3]);
        let before = arena.get(0).as_ptr();
        for i in 0..100_000 {
            arena.add(&[i; 30]);
        }
        assert_eq!(arena.get(0).as_ptr(), before);
        let used = 3_000_003 * 4 + arena.spans.capacity() * 8;
        assert!(arena.bytes() >= used && arena.bytes() < used + MAX_CHUNK * 4 + 100_000);
    }
}
