//! The table of objects.
//!
//! # Invariants
//! - `spaces[owner]` lists exactly the objects of that owner, tombstones included.
//! - `tombstones` counts the dead objects, `heap_objects` those on the heap, dead or not.
//! - `changed[owner]` is set if an object of the owner came, went, or has a dirty
//!   page since the owner's objects were last saved. So a page that is dirty already
//!   need not set it again.

use std::sync::Arc;

use super::watch::Watch;
use super::{Address, Addressing, Block, Flags, Object, ObjectKind, Owner};
use crate::codec::interner::ComponentId;
use crate::reduction::thread_symmetry::assumption::SymmetryAssumption;

/// Entry of an object in the table. Good until the object is removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct ObjectIndex(pub(crate) u32);

/// The objects of one owner.
#[derive(Clone, Debug, Default)]
struct Space {
    /// Numbered addressing: object by key, `NONE` where there is none.
    by_key: Vec<u32>,
    /// Flat addressing: `(key, object)`, ascending.
    by_position: Vec<(u32, u32)>,
    /// No key below this one is free.
    lowest_free: u32,
    /// Its objects are not those of the loaded state: nobody may look at them.
    is_stale: bool,
}

const NONE: u32 = u32::MAX;

/// There is no room for another object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfSpace;

/// The table of objects, with their bytes.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// The data model.
    pub(crate) addressing: Addressing,
    objects: Vec<Object>,
    free_objects: Vec<u32>,
    blocks: Vec<Block>,
    free_blocks: Vec<u32>,
    spaces: Vec<Space>,
    changed: Vec<bool>,
    tombstones: usize,
    /// True if in the step under way the number of tombstones has become a power of two, which is
    /// not small by itself nor beside the number of heap objects.
    pub(crate) tombstones_doubled: bool,
    heap_objects: usize,
    /// Bytes of the objects that have a block of their own.
    held: u64,
    /// True if heap objects are renamed ([`crate::reduction::heap_symmetry`]).
    pub(crate) renames: bool,
    /// True if a heap object came or went, or a pointer to one did, since names were
    /// last given.
    pub(crate) heap_moved: bool,
    /// Static pages that have become dirty.
    touched: Vec<u32>,
    /// Owner of the variables of the thread whose step is under way; and true if the step did
    /// something to, or learnt something of, an object of another owner other than by reading
    /// and writing its bytes.
    running: Owner,
    meddled: bool,
    /// The assumption about addresses of threads' variables, and about copied locks.
    pub(crate) symmetry: Arc<SymmetryAssumption>,
    /// While a function runs that must change nothing.
    pub(super) watch: Option<Box<Watch>>,
}

/// Bytes between objects in the flat model, so that a pointer somewhat outside of its
/// object still names it.
const GAP: u64 = 1024;

/// Tombstones that are no longer few.
const MANY_TOMBSTONES: usize = 16;

/// The block of the globals that can be written; it is part of every state.
pub(crate) const DATA_BLOCK: u32 = 0;
/// The block of the constants.
pub(crate) const CONSTANT_BLOCK: u32 = 1;

impl Memory {
    /// A memory with two empty static blocks.
    pub(crate) fn new(addressing: Addressing) -> Memory {
        let mut memory = Memory {
            addressing,
            objects: Vec::new(),
            free_objects: Vec::new(),
            blocks: vec![Block::zeroed(0, Owner::STATIC), Block::zeroed(0, Owner::STATIC)],
            free_blocks: Vec::new(),
            spaces: Vec::new(),
            changed: Vec::new(),
            tombstones: 0,
            tombstones_doubled: false,
            heap_objects: 0,
            held: 0,
            renames: false,
            heap_moved: false,
            touched: Vec::new(),
            running: Owner::STATIC,
            meddled: false,
            symmetry: Arc::default(),
            watch: None,
        };
        memory.ensure_owner(Owner::STATIC);
        memory
    }

    /// Makes room for an owner's objects.
    pub(crate) fn ensure_owner(&mut self, owner: Owner) {
        while self.spaces.len() <= owner.0 as usize {
            // Key 0 of the static space would make the null pointer valid.
            let lowest_free = if self.spaces.is_empty() { 1 } else { 0 };
            self.spaces.push(Space { lowest_free, ..Space::default() });
            self.changed.push(true);
        }
    }

    /// An object.
    #[inline]
    pub(crate) fn object(&self, index: ObjectIndex) -> &Object {
        &self.objects[index.0 as usize]
    }

    /// The block of an object.
    #[inline]
    pub(crate) fn block_of(&self, index: ObjectIndex) -> &Block {
        &self.blocks[self.object(index).block as usize]
    }

    /// A block.
    #[inline]
    pub(crate) fn block(&self, block: u32) -> &Block {
        &self.blocks[block as usize]
    }

    /// A block, to be changed. The caller says what it changes with [`touch`](Self::touch).
    #[inline]
    pub(crate) fn block_mut(&mut self, block: u32) -> &mut Block {
        &mut self.blocks[block as usize]
    }

    /// Gives an object that has a block of its own another one.
    pub(crate) fn replace_block(&mut self, index: ObjectIndex, block: Block) {
        let Object { owner, block: old, .. } = *self.object(index);
        // The pages of the new block are dirty from the start.
        self.changed[owner.0 as usize] = true;
        self.held = self.held + block.data.len() as u64 - self.block(old).data.len() as u64;
        self.blocks[old as usize] = block;
    }

    /// Notes that bytes `start..end` of a block change.
    #[inline]
    pub(crate) fn touch(&mut self, block: u32, start: usize, end: usize) {
        let is_static = block == DATA_BLOCK;
        let block = &mut self.blocks[block as usize];
        let last = end.max(start + 1) - 1;
        for at in start / super::PAGE..=last / super::PAGE {
            let page = &mut block.pages[at];
            if page.id != ComponentId::DIRTY {
                page.id = ComponentId::DIRTY;
                self.changed[block.owner.0 as usize] = true;
                if is_static {
                    self.touched.push(at as u32);
                }
            }
        }
    }

    /// The static pages that changed since this was last asked.
    pub(crate) fn take_touched(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.touched)
    }

    /// Gives the list back, with pages that are still to be asked for.
    pub(crate) fn keep_touched(&mut self, touched: Vec<u32>) {
        self.touched = touched;
    }

    /// Gives the list back, for the next ones.
    pub(crate) fn give_back_touched(&mut self, mut touched: Vec<u32>) {
        touched.clear();
        self.touched = touched;
    }

    /// A step of whoever has this space begins.
    pub(crate) fn begin_step(&mut self, running: Owner) {
        self.running = running;
        self.meddled = false;
        self.tombstones_doubled = false;
    }

    /// True if the step under way has meddled with an object that is not its thread's own.
    pub(crate) fn has_meddled(&self) -> bool {
        self.meddled
    }

    /// The step under way does something to an object, or learns something of it, that
    /// depends on more than bytes.
    pub(crate) fn meddle_with(&mut self, index: ObjectIndex) {
        let owner = self.object(index).owner;
        self.meddled |= owner != Owner::STATIC && owner != self.running;
    }

    /// Sets flags of an object.
    pub(crate) fn set_flags(&mut self, index: ObjectIndex, set: u8, clear: u8) {
        self.meddle_with(index);
        let object = &self.objects[index.0 as usize];
        let flags = (object.flags.0 & !clear) | set;
        if flags == object.flags.0 || self.is_frozen(object.owner) {
            return;
        }
        let object = &mut self.objects[index.0 as usize];
        if flags & Flags::DEAD != 0 && object.flags.0 & Flags::DEAD == 0 {
            self.tombstones += 1;
            let are_many = self.tombstones >= MANY_TOMBSTONES.max(self.heap_objects / 16);
            self.tombstones_doubled |= are_many && self.tombstones.is_power_of_two();
        }
        object.flags.0 = flags;
        self.heap_moved |= object.kind.is_heap();
        if object.owner != Owner::STATIC {
            let (block, start) = (object.block, object.start as usize);
            self.touch(block, start, start + 1);
        }
    }

    /// Marks an owner's objects as stale, or not.
    #[inline]
    pub(crate) fn set_stale(&mut self, owner: Owner, is_stale: bool) {
        self.spaces[owner.0 as usize].is_stale = is_stale;
    }

    /// True if the owner's objects changed since they were last saved.
    pub(crate) fn has_changed(&self, owner: Owner) -> bool {
        self.changed[owner.0 as usize]
    }

    /// The owner's objects have been saved, or loaded.
    pub(crate) fn clear_changed(&mut self, owner: Owner) {
        self.changed[owner.0 as usize] = false;
    }

    /// Bytes that the program has allocated, on heap and stack.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// Number of dead objects that are still known.
    pub(crate) fn tombstones(&self) -> usize {
        self.tombstones
    }

    /// Number of heap objects, dead ones included.
    #[inline]
    pub(crate) fn heap_objects(&self) -> usize {
        self.heap_objects
    }

    /// The owners that have objects, or had.
    pub(crate) fn owners(&self) -> impl Iterator<Item = Owner> + use<> {
        (0..self.spaces.len() as u32).map(Owner)
    }

    /// An owner's objects, by key.
    pub(crate) fn objects_of(&self, owner: Owner) -> impl Iterator<Item = ObjectIndex> + '_ {
        let space = &self.spaces[owner.0 as usize];
        let numbered = space.by_key.iter().copied().filter(|&index| index != NONE);
        let flat = space.by_position.iter().map(|&(_, index)| index);
        numbered.chain(flat).map(ObjectIndex)
    }

    /// Adds a static object whose bytes are already in a block.
    pub(crate) fn add_static(
        &mut self,
        kind: ObjectKind,
        flags: u8,
        block: u32,
        start: u32,
        size: u32,
        align: u32,
    ) -> Result<ObjectIndex, OutOfSpace> {
        let key = self.free_key(Owner::STATIC, size, align)?;
        Ok(self.insert(Object {
            owner: Owner::STATIC,
            key,
            size,
            kind,
            flags: Flags(flags),
            block,
            start,
            base: self.addressing.base(Owner::STATIC, key),
        }))
    }

    /// Adds a static object that was placed before, in a memory with the same ones so far.
    pub(crate) fn put_static(&mut self, object: Object) {
        self.insert(object);
    }

    /// Adds an object with a block of its own, under the lowest free key.
    pub(crate) fn allocate(
        &mut self,
        owner: Owner,
        kind: ObjectKind,
        align: u32,
        block: Block,
    ) -> Result<ObjectIndex, OutOfSpace> {
        let size = block.data.len() as u32;
        let key = self.free_key(owner, size, align)?;
        Ok(self.allocate_at(owner, key, kind, Flags::default(), block))
    }

    /// Adds an object with a block of its own, under a key that is free.
    pub(crate) fn allocate_at(
        &mut self,
        owner: Owner,
        key: u32,
        kind: ObjectKind,
        flags: Flags,
        block: Block,
    ) -> ObjectIndex {
        let size = block.data.len() as u32;
        self.held += u64::from(size);
        let block = match self.free_blocks.pop() {
            Some(index) => {
                self.blocks[index as usize] = block;
                index
            }
            None => {
                self.blocks.push(block);
                self.blocks.len() as u32 - 1
            }
        };
        if flags.any(Flags::DEAD) {
            self.tombstones += 1;
        }
        let base = self.addressing.base(owner, key);
        self.insert(Object { owner, key, size, kind, flags, block, start: 0, base })
    }

    /// Adds an object as it was saved: a dead one keeps its size without its bytes.
    pub(crate) fn revive(
        &mut self,
        owner: Owner,
        key: u32,
        kind: ObjectKind,
        flags: Flags,
        size: u32,
        block: Block,
    ) -> ObjectIndex {
        let index = self.allocate_at(owner, key, kind, flags, block);
        self.objects[index.0 as usize].size = size;
        index
    }

    /// True if an object has this size and kind, and so many bytes.
    pub(crate) fn is_shaped(
        &self,
        index: ObjectIndex,
        size: u32,
        kind: ObjectKind,
        bytes: usize,
    ) -> bool {
        let object = self.object(index);
        object.size == size && object.kind == kind && self.block(object.block).data.len() == bytes
    }

    /// Gives an object the flags with which it was saved; whether it is dead is the same.
    pub(crate) fn load_flags(&mut self, index: ObjectIndex, flags: Flags) {
        let object = &mut self.objects[index.0 as usize];
        let (was, is) = (object.flags.any(Flags::DEAD), flags.any(Flags::DEAD));
        object.flags = flags;
        self.tombstones = self.tombstones + usize::from(is) - usize::from(was);
    }

    fn insert(&mut self, object: Object) -> ObjectIndex {
        self.changed[object.owner.0 as usize] = true;
        self.heap_moved |= object.kind.is_heap();
        self.heap_objects += usize::from(object.kind.is_heap());
        let (owner, key) = (object.owner, object.key);
        let index = match self.free_objects.pop() {
            Some(index) => {
                self.objects[index as usize] = object;
                index
            }
            None => {
                self.objects.push(object);
                self.objects.len() as u32 - 1
            }
        };
        let space = &mut self.spaces[owner.0 as usize];
        match self.addressing {
            Addressing::Numbered => {
                let at = key as usize;
                if space.by_key.len() <= at {
                    space.by_key.resize(at + 1, NONE);
                }
                space.by_key[at] = index;
            }
            Addressing::Flat => {
                let at = space.by_position.partition_point(|&(k, _)| k < key);
                space.by_position.insert(at, (key, index));
            }
        }
        ObjectIndex(index)
    }

    /// Turns an object into a tombstone.
    pub(crate) fn bury(&mut self, index: ObjectIndex) {
        let owner = self.object(index).owner;
        self.replace_block(index, Block::zeroed(0, owner));
        self.set_flags(index, Flags::DEAD, Flags::DORMANT);
    }

    /// Forgets an object that has a block of its own. Its key becomes free.
    pub(crate) fn remove(&mut self, index: ObjectIndex) {
        let object = *self.object(index);
        self.changed[object.owner.0 as usize] = true;
        self.heap_moved |= object.kind.is_heap();
        self.heap_objects -= usize::from(object.kind.is_heap());
        if object.flags.any(Flags::DEAD) {
            self.tombstones -= 1;
        }
        let space = &mut self.spaces[object.owner.0 as usize];
        space.lowest_free = space.lowest_free.min(object.key);
        match self.addressing {
            Addressing::Numbered => {
                space.by_key[object.key as usize] = NONE;
                while space.by_key.last() == Some(&NONE) {
                    space.by_key.pop();
                }
            }
            Addressing::Flat => {
                let at = space.by_position.partition_point(|&(k, _)| k < object.key);
                space.by_position.remove(at);
            }
        }
        self.held -= self.block(object.block).data.len() as u64;
        self.blocks[object.block as usize] = Block::zeroed(0, object.owner);
        self.free_blocks.push(object.block);
        self.free_objects.push(index.0);
    }

    /// True if an owner has no objects.
    pub(crate) fn is_empty(&self, owner: Owner) -> bool {
        let space = &self.spaces[owner.0 as usize];
        space.by_key.is_empty() && space.by_position.is_empty()
    }

    /// The object with a key, in the numbered model.
    pub(crate) fn at_key(&self, owner: Owner, key: u32) -> Option<ObjectIndex> {
        let index = *self.spaces[owner.0 as usize].by_key.get(key as usize)?;
        (index != NONE).then_some(ObjectIndex(index))
    }

    /// Number of entries of the table, unused ones included.
    pub(crate) fn table_len(&self) -> usize {
        self.objects.len()
    }

    /// Number of blocks, unused ones included.
    pub(crate) fn block_count(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Gives objects that have a block of their own other names, in the numbered model.
    /// Pointers to them are the caller's business. The new names are free, or
    /// belong to objects that are renamed, too.
    pub(crate) fn relabel(&mut self, names: &[(ObjectIndex, Owner, u32)]) {
        for &(index, ..) in names {
            let Object { owner, key, .. } = *self.object(index);
            let space = &mut self.spaces[owner.0 as usize];
            space.by_key[key as usize] = NONE;
            space.lowest_free = space.lowest_free.min(key);
            self.changed[owner.0 as usize] = true;
        }
        for &(index, owner, key) in names {
            let object = &mut self.objects[index.0 as usize];
            let block = &mut self.blocks[object.block as usize];
            if object.key != key {
                // The header is in the first page; it does not tell the owner.
                block.pages[0].id = ComponentId::DIRTY;
            }
            let old = std::mem::replace(&mut object.owner, owner);
            object.key = key;
            object.base = self.addressing.base(owner, key);
            block.owner = owner;
            let space = &mut self.spaces[owner.0 as usize];
            if space.by_key.len() <= key as usize {
                space.by_key.resize(key as usize + 1, NONE);
            }
            space.by_key[key as usize] = index.0;
            self.changed[owner.0 as usize] = true;
            let left = &mut self.spaces[old.0 as usize].by_key;
            while left.last() == Some(&NONE) {
                left.pop();
            }
        }
    }

    /// The lowest free key for an object of this size.
    fn free_key(&mut self, owner: Owner, size: u32, align: u32) -> Result<u32, OutOfSpace> {
        self.ensure_owner(owner);
        if owner.0 >= self.addressing.max_owners() {
            return Err(OutOfSpace);
        }
        let capacity = self.addressing.capacity();
        let space = &mut self.spaces[owner.0 as usize];
        match self.addressing {
            Addressing::Numbered => {
                let mut key = space.lowest_free;
                while space.by_key.get(key as usize).is_some_and(|&index| index != NONE) {
                    key += 1;
                }
                space.lowest_free = key;
                (key < capacity).then_some(key).ok_or(OutOfSpace)
            }
            Addressing::Flat => {
                // First fit, with a gap behind each object, so that a pointer just
                // past the end of one does not name the next.
                let align = u64::from(align.max(16));
                let mut position = GAP.next_multiple_of(align);
                for &(key, index) in &space.by_position {
                    let end = position + u64::from(size) + GAP;
                    if end <= u64::from(key) {
                        break;
                    }
                    let next = u64::from(key) + u64::from(self.objects[index as usize].size) + GAP;
                    position = next.next_multiple_of(align);
                }
                let end = position + u64::from(size) + GAP;
                if end > u64::from(capacity) { Err(OutOfSpace) } else { Ok(position as u32) }
            }
        }
    }

    /// The object that an address names, and the offset in it, which may be out
    /// of its bounds. Inlined, as the checks of accesses are that call it.
    #[inline(always)]
    pub(crate) fn resolve(&self, address: Address) -> Option<(ObjectIndex, i64)> {
        let (owner, key, offset) = self.addressing.split(address);
        let space = self.spaces.get(owner.0 as usize)?;
        if space.is_stale {
            stale_space(owner);
        }
        match self.addressing {
            Addressing::Numbered => {
                let index = *space.by_key.get(key as usize)?;
                (index != NONE).then_some((ObjectIndex(index), offset))
            }
            Addressing::Flat => self.nearest(space, key),
        }
    }

    /// The object of a space of a 32-bit program that has a position, or is next to it.
    fn nearest(&self, space: &Space, position: u32) -> Option<(ObjectIndex, i64)> {
        let after = space.by_position.partition_point(|&(start, _)| start <= position);
        let before = after.checked_sub(1).and_then(|at| space.by_position.get(at));
        let next = space.by_position.get(after);
        // An address in a gap belongs to the nearer object.
        let &(start, index) = match (before, next) {
            (Some(before), Some(next)) => {
                let end = before.0 + self.objects[before.1 as usize].size;
                let is_next = position > end && u64::from(position - end) > GAP / 2;
                if is_next && u64::from(next.0 - position) <= GAP / 2 { next } else { before }
            }
            (Some(before), None) => before,
            (None, next) => next.filter(|next| u64::from(next.0 - position) <= GAP / 2)?,
        };
        Some((ObjectIndex(index), i64::from(position) - i64::from(start)))
    }
}

/// The end of heddle where stale objects are asked for: those of another state.
#[cold]
fn stale_space(owner: Owner) -> ! {
    panic!("the objects of space {} should be materialized", owner.0)
}
