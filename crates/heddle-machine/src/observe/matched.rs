//! States as they are compared under an abstraction.
//!
//! The words are those of [`crate::codec::save`], but for the components that hold bytes of a
//! hidden region: they are made anew with these bytes zero, defined, and no part of a
//! pointer. Where there are hash functions, one more word names all their results. The
//! list of regions is in the first component, so words that hide differently are never
//! equal.

use super::memo::EvaluationOutcome;
use super::registry::Region;
use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::codec::save::{Put, RowLayout, STATICS, put_header, put_page};
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Access, Block, ObjectIndex, Owner, PAGE};
use crate::state::thread::{heap_owner_of, owner_of};

/// Bytes of a block that do not count.
struct Hidden {
    object: ObjectIndex,
    block: u32,
    start: usize,
    end: usize,
}

impl Hidden {
    fn meets(&self, block: u32, page: usize) -> bool {
        self.block == block && self.start < (page + 1) * PAGE && page * PAGE < self.end
    }

    fn pages(&self) -> std::ops::Range<usize> {
        self.start / PAGE..self.end.div_ceil(PAGE)
    }
}

impl Machine<'_> {
    /// Writes the words by which the loaded state is compared, if they are others than
    /// those by which it is saved.
    pub(crate) fn save_matched_state(&mut self, words: &mut Vec<u32>) -> bool {
        words.clear();
        if self.observers.registry.hidden().next().is_none() {
            return false;
        }
        self.materialize_all();
        self.save_state(words);
        let layout = RowLayout::new(self.state.threads.len());
        let region = |region: Region| {
            let range =
                self.state.memory.check(Access::inspection(region.start, region.bytes)).ok()?;
            let (start, end) = (range.start, range.end);
            Some(Hidden { object: range.object, block: range.block, start, end })
        };
        let hidden: Vec<Hidden> = self.observers.registry.hidden().filter_map(region).collect();
        let in_data = hidden.iter().filter(|region| region.block == DATA_BLOCK);
        let mut pages: Vec<usize> = in_data.flat_map(Hidden::pages).collect();
        pages.sort_unstable();
        pages.dedup();
        if !pages.is_empty() {
            let mask = |page| (page, self.masked_page(None, DATA_BLOCK, page, &hidden));
            let masked: Vec<(usize, ComponentId)> = pages.into_iter().map(mask).collect();
            words[STATICS] = self.codec.statics_with(&self.state.memory, &masked).0;
        }
        let hides = |machine: &Self, owners: &[Owner]| {
            let owner = |region: &Hidden| machine.state.memory.object(region.object).owner;
            hidden.iter().any(|region| owners.contains(&owner(region)))
        };
        if hides(self, &[Owner::HEAP]) {
            words[layout.heap()] = self.masked_row(self.codec.heap, &[Owner::HEAP], 0, &hidden).0;
        }
        for t in 0..self.state.threads.len() {
            let owners = [owner_of(t), heap_owner_of(t)];
            if hides(self, &owners) {
                let before = 3 + self.state.threads[t].frames.len().saturating_sub(1);
                let segment = self.state.threads[t].book.segment;
                words[layout.thread(t)] = self.masked_row(segment, &owners, before, &hidden).0;
            }
        }
        if !self.observers.registry.hashes.is_empty() {
            words.push(self.save_hashes());
        }
        true
    }

    /// The component of a heap or thread with other pages: its own has those of the
    /// owners' objects after so many numbers.
    fn masked_row(
        &mut self,
        component: ComponentId,
        owners: &[Owner],
        before: usize,
        hidden: &[Hidden],
    ) -> ComponentId {
        let objects = owners.iter().flat_map(|&owner| self.state.memory.objects_of(owner));
        let objects: Vec<ObjectIndex> = objects.collect();
        let mut row = self.codec.interner.get(component).to_vec();
        let mut at = 4 * before;
        for index in objects {
            let block = self.state.memory.object(index).block;
            for page in 0..self.state.memory.block(block).pages.len() {
                if hidden.iter().any(|region| region.meets(block, page)) {
                    let id = self.masked_page(Some(index), block, page, hidden);
                    row[at..at + 4].copy_from_slice(&id.0.to_le_bytes());
                }
                at += 4;
            }
        }
        self.codec.interner.intern(&row)
    }

    /// A page's component without the bytes that are hidden; `object` is the one that has
    /// the block to itself, if one has.
    fn masked_page(
        &mut self,
        object: Option<ObjectIndex>,
        block: u32,
        page: usize,
        hidden: &[Hidden],
    ) -> ComponentId {
        let source = self.state.memory.block(block);
        let range = source.page_range(page);
        let mut copy = Block::zeroed(range.len(), source.owner);
        copy.data.copy_from_slice(&source.data[range.clone()]);
        copy.undef = source.undef.get(range.clone()).unwrap_or_default().to_vec();
        copy.pages[0] = source.pages[page];
        copy.had_pointers = source.had_pointers;
        let word = self.state.memory.addressing.pointer_bytes();
        for region in hidden.iter().filter(|region| region.meets(block, page)) {
            let start = region.start.max(range.start) - range.start;
            let end = region.end.min(range.end) - range.start;
            copy.clear_pointers(start, end, word);
            copy.data[start..end].fill(0);
            if let Some(undef) = copy.undef.get_mut(start..end) {
                undef.fill(0);
            }
        }
        let mut component = Vec::new();
        if let Some(index) = object.filter(|_| page == 0) {
            put_header(self.state.memory.object(index), &mut component);
        }
        put_page(&copy, 0, &mut component);
        self.codec.interner.intern(&component)
    }

    /// The component of what all hash functions say.
    fn save_hashes(&mut self) -> u32 {
        let mut component = Vec::new();
        for i in 0..self.observers.registry.hashes.len() {
            let memo = self.observers.registry.hashes[i].memo;
            self.evaluate_observer(memo);
            component.put64(match self.observers.memos[memo].outcome() {
                Some(EvaluationOutcome::Value(value)) => *value,
                // The step that led here has told what is wrong.
                _ => 0,
            });
        }
        self.codec.interner.intern(&component).0
    }
}
