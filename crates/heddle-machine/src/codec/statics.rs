//! Static memory as a tree of components.
//!
//! A row of [`FAN`] pages is a component, a row of such rows is one, and so on up to a
//! single one, the root: it alone is in a state's row. So a step that writes a byte makes
//! anew a page and a row for each level, however large the static variables are; and
//! loading goes down only where something differs.
//!
//! # Invariants
//! - `levels[0]` has the rows of pages, each next level the rows of the one before, and
//!   the last level just one.
//! - A row is the component of the ids below it, unless a page below it is in the list of
//!   touched pages ([`Memory::take_touched`](crate::state::memory::Memory::take_touched)).

use crate::codec::Codec;
use crate::codec::interner::{ComponentId, Interner};
use crate::codec::save::{Put, put_page};
use crate::state::memory::Memory;
use crate::state::memory::table::DATA_BLOCK;

/// Most ids of a row.
const FAN: usize = 32;

/// The rows of static pages.
#[derive(Default)]
pub(crate) struct StaticTree {
    levels: Vec<Vec<ComponentId>>,
}

impl StaticTree {
    /// A tree over so many pages, in which nothing is known.
    fn new(pages: usize) -> StaticTree {
        let mut levels = Vec::new();
        let mut below = pages.max(1);
        loop {
            below = below.div_ceil(FAN);
            levels.push(vec![ComponentId::DIRTY; below]);
            if below == 1 {
                return StaticTree { levels };
            }
        }
    }

    /// The component of everything.
    pub(crate) fn root(&self) -> ComponentId {
        self.levels.last().map_or(ComponentId::DIRTY, |top| top[0])
    }

    /// Forgets the rows above a page.
    pub(crate) fn forget(&mut self, mut at: usize) {
        for level in &mut self.levels {
            at /= FAN;
            level[at] = ComponentId::DIRTY;
        }
    }

    /// Makes the rows anew that were forgotten. `page` tells the id of a page.
    fn complete(
        &mut self,
        pages: usize,
        page: impl Fn(usize) -> ComponentId,
        interner: &mut Interner,
        scratch: &mut Vec<u8>,
    ) {
        for level in 0..self.levels.len() {
            let below = if level == 0 { pages } else { self.levels[level - 1].len() };
            for at in 0..self.levels[level].len() {
                if self.levels[level][at] != ComponentId::DIRTY {
                    continue;
                }
                scratch.clear();
                for child in at * FAN..below.min((at + 1) * FAN) {
                    let id = if level == 0 { page(child) } else { self.levels[level - 1][child] };
                    scratch.put32(id.0);
                }
                self.levels[level][at] = interner.intern(scratch);
            }
        }
    }
}

impl Codec {
    /// Makes the components of static memory; returns the root.
    pub(crate) fn save_statics(&mut self, memory: &mut Memory) -> ComponentId {
        let Codec { statics, interner, scratch, .. } = self;
        let pages = memory.block(DATA_BLOCK).pages.len();
        let mut touched = memory.take_touched();
        if statics.levels.is_empty() {
            *statics = StaticTree::new(pages);
            touched = (0..pages as u32).collect();
        }
        if touched.is_empty() && statics.root() != ComponentId::DIRTY {
            memory.give_back_touched(touched);
            return statics.root();
        }
        for &page in &touched {
            let page = page as usize;
            if memory.block(DATA_BLOCK).pages[page].id == ComponentId::DIRTY {
                scratch.clear();
                put_page(memory.block(DATA_BLOCK), page, scratch);
                let id = interner.intern(scratch);
                memory.block_mut(DATA_BLOCK).pages[page].id = id;
            }
            statics.forget(page);
        }
        memory.give_back_touched(touched);
        let block = memory.block(DATA_BLOCK);
        statics.complete(pages, |page| block.pages[page].id, interner, scratch);
        statics.root()
    }

    /// The root that static memory would have with other pages in place of some: pairs
    /// of a page and its component, in order.
    pub(crate) fn statics_with(
        &mut self,
        memory: &Memory,
        others: &[(usize, ComponentId)],
    ) -> ComponentId {
        let Codec { statics, interner, .. } = self;
        let mut tree = StaticTree { levels: statics.levels.clone() };
        for &(page, _) in others {
            tree.forget(page);
        }
        let block = memory.block(DATA_BLOCK);
        let page = |page: usize| match others.binary_search_by_key(&page, |&(page, _)| page) {
            Ok(found) => others[found].1,
            Err(_) => block.pages[page].id,
        };
        tree.complete(block.pages.len(), page, interner, &mut Vec::new());
        tree.root()
    }

    /// Loads static memory.
    pub(crate) fn load_statics(&mut self, memory: &mut Memory, root: ComponentId) {
        let touched = memory.take_touched();
        for &page in &touched {
            self.statics.forget(page as usize);
        }
        memory.give_back_touched(touched);
        if self.statics.levels.is_empty() {
            self.statics = StaticTree::new(memory.block(DATA_BLOCK).pages.len());
        }
        let top = self.statics.levels.len() - 1;
        self.load_row(memory, top, 0, root);
    }

    fn load_row(&mut self, memory: &mut Memory, level: usize, at: usize, id: ComponentId) {
        if self.statics.levels[level][at] == id {
            return;
        }
        let mut children = [ComponentId::DIRTY; FAN];
        let bytes = self.interner.get(id).chunks_exact(4);
        let count = bytes.len();
        for (child, bytes) in children.iter_mut().zip(bytes) {
            *child = ComponentId(u32::from_le_bytes(bytes.try_into().unwrap_or_default()));
        }
        for (i, &child) in children[..count].iter().enumerate() {
            match level.checked_sub(1) {
                None => self.load_page(memory, DATA_BLOCK, at * FAN + i, child, 0),
                Some(below) => self.load_row(memory, below, at * FAN + i, child),
            }
        }
        self.statics.levels[level][at] = id;
    }
}
