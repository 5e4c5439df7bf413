//! Bytes, with what is known about them.
//!
//! A block is cut into pages of [`PAGE`] bytes, the units in which memory is saved:
//! a step that writes one byte makes one page anew, however large the object.
//!
//! # Invariants
//! - `undef` is empty (all bits defined) or as long as `data`; a set bit means that
//!   the bit of `data` is undefined and tells its origin (see [`crate::value::Word`]).
//! - Bit `i` of a page's `pointers` says that the page's `i`-th aligned word was
//!   stored as a pointer.
//! - A page whose bytes changed since it was interned has the id
//!   [`ComponentId::DIRTY`].

use super::Owner;
use crate::codec::interner::ComponentId;

/// Bytes of a page.
pub(crate) const PAGE: usize = 64;

/// A page's bookkeeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its component.
    pub(crate) id: ComponentId,
    /// Words that hold pointers, as bits.
    pub(crate) pointers: u64,
}

/// Bytes that a machine takes for `size` bytes of the program, at most: the bytes, the masks of
/// their undefined bits, and the bookkeeping of their pages.
pub(crate) const fn bytes_taken(size: u64) -> u64 {
    2 * size + page_bookkeeping(size)
}

/// Bytes that the pages of `size` bytes take, beside their content.
pub(crate) const fn page_bookkeeping(size: u64) -> u64 {
    size.div_ceil(PAGE as u64) * size_of::<Page>() as u64
}

/// The bytes of an object, or of several small static ones.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The bytes.
    pub(crate) data: Vec<u8>,
    /// Undefined bits, or nothing.
    pub(crate) undef: Vec<u8>,
    /// The pages.
    pub(crate) pages: Vec<Page>,
    /// True if a word holds a pointer, or did at some time.
    pub(crate) had_pointers: bool,
    /// Owner of the objects in it.
    pub(crate) owner: Owner,
}

impl Block {
    /// A block of `size` zero bytes.
    pub(crate) fn zeroed(size: usize, owner: Owner) -> Block {
        // An empty object has a page too: it carries the object's header.
        let pages = size.div_ceil(PAGE).max(1);
        Block {
            data: vec![0; size],
            undef: Vec::new(),
            pages: vec![Page { id: ComponentId::DIRTY, pointers: 0 }; pages],
            had_pointers: false,
            owner,
        }
    }

    /// A block of `size` bytes that nobody wrote.
    pub(crate) fn undefined(size: usize, owner: Owner) -> Block {
        let mut block = Block::zeroed(size, owner);
        block.undef = vec![0xff; size];
        block
    }

    /// Makes a range undefined.
    pub(crate) fn undefine(&mut self, start: usize, len: usize) {
        if self.undef.is_empty() {
            self.undef = vec![0; self.data.len()];
        }
        self.undef[start..start + len].fill(0xff);
        self.data[start..start + len].fill(0);
    }

    /// The bytes of a page.
    pub(crate) fn page_range(&self, page: usize) -> std::ops::Range<usize> {
        page * PAGE..((page + 1) * PAGE).min(self.data.len())
    }

    /// True if the word at `at`, which is aligned, holds a pointer.
    #[inline]
    pub(crate) fn is_pointer(&self, at: usize, word: usize) -> bool {
        self.pages[at / PAGE].pointers >> ((at % PAGE) / word) & 1 != 0
    }

    /// Says whether the word at `at`, which is aligned, holds a pointer.
    pub(crate) fn set_pointer(&mut self, at: usize, word: usize, is: bool) {
        self.had_pointers |= is;
        let bit = 1u64 << ((at % PAGE) / word);
        let pointers = &mut self.pages[at / PAGE].pointers;
        *pointers = if is { *pointers | bit } else { *pointers & !bit };
    }

    /// Start of every word that holds a pointer and meets `start..end`.
    pub(crate) fn pointers_in(
        &self,
        start: usize,
        end: usize,
        word: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        let first = start / word * word;
        let any = self.has_pointers(start, end);
        (first..if any { end } else { first })
            .step_by(word)
            .filter(move |&at| self.is_pointer(at, word))
    }

    /// Start of every word that holds a pointer.
    pub(crate) fn pointer_words(&self, word: usize) -> impl Iterator<Item = usize> + '_ {
        let pages = if self.had_pointers { &self.pages[..] } else { &[] };
        pages.iter().enumerate().flat_map(move |(page, state)| {
            let mut bits = state.pointers;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.checked_sub(1)?;
                Some(page * PAGE + bit * word)
            })
        })
    }

    /// True if a page that meets `start..end` holds a pointer: a quick check.
    #[inline]
    pub(crate) fn has_pointers(&self, start: usize, end: usize) -> bool {
        self.had_pointers
            && start < end
            && self.pages[start / PAGE..=(end - 1) / PAGE].iter().any(|page| page.pointers != 0)
    }

    /// No word that meets `start..end` holds a pointer any longer.
    #[inline]
    pub(crate) fn clear_pointers(&mut self, start: usize, end: usize, word: usize) {
        if !self.has_pointers(start, end) {
            return;
        }
        for at in (start / word * word..end).step_by(word) {
            self.set_pointer(at, word, false);
        }
    }
}
