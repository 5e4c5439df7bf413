//! The layout of static memory, and its initial bytes.
//!
//! Placing comes first and may fail; it gives objects their addresses ([`Placement`]). Memory
//! is made from that for each machine ([`Image::initial_memory`]): memory of zeros that nobody
//! touches costs nothing, and a copy of it would.

use crate::state::memory::table::{CONSTANT_BLOCK, DATA_BLOCK};
use crate::state::memory::{
    Address, Addressing, Block, Flags, Memory, Object, ObjectIndex, ObjectKind, Owner,
    page_bookkeeping,
};
use crate::value::Word;

use super::{Image, StartError};

/// Static objects, without their bytes.
#[derive(Default)]
pub(super) struct StaticLayout {
    objects: Vec<Object>,
    /// Sizes of the two static blocks.
    sizes: [u64; 2],
    /// Bytes of the program's arguments, and their positions among the data.
    arguments: Vec<(usize, Vec<u8>)>,
}

/// Static objects that are being placed.
pub(super) struct Placement {
    /// A memory that has the objects so far, and blocks of no bytes.
    table: Memory,
    sizes: [u64; 2],
    arguments: Vec<(usize, Vec<u8>)>,
}

impl Placement {
    pub(super) fn new(addressing: Addressing) -> Placement {
        Placement { table: Memory::new(addressing), sizes: [0; 2], arguments: Vec::new() }
    }

    /// Places a static object that the program may write, as C says of its arguments.
    fn place_argument(&mut self, bytes: Vec<u8>) -> Result<Address, StartError> {
        let Placement { table, sizes, arguments } = self;
        let full = || StartError::TooLarge("argv".to_owned());
        let end = &mut sizes[DATA_BLOCK as usize];
        let start = end.next_multiple_of(8);
        *end = start + bytes.len() as u64;
        let (at, size) = (start as u32, bytes.len() as u32);
        let object = table
            .add_static(ObjectKind::Arguments, Flags::SHARED, DATA_BLOCK, at, size, 8)
            .map_err(|_| full())?;
        arguments.push((start as usize, bytes));
        Ok(table.object(object).base)
    }

    pub(super) fn finish(self) -> StaticLayout {
        let Placement { table, sizes, arguments } = self;
        // In the order of the table, so that each will have the same entry again.
        let entries = (0..table.table_len() as u32).map(ObjectIndex);
        let objects = entries.map(|index| *table.object(index)).collect();
        StaticLayout { objects, sizes, arguments }
    }
}

impl Image<'_> {
    pub(super) fn place_functions(&mut self, placement: &mut Placement) -> Result<(), StartError> {
        let flags = Flags::SHARED | Flags::MISSING;
        let table = &mut placement.table;
        // Labels of a function are addresses within it, so it needs some room.
        for (id, function) in &self.program.functions {
            let kind = ObjectKind::Function(id);
            let size = function.code.len() as u32 + 1;
            let object = table
                .add_static(kind, flags, CONSTANT_BLOCK, 0, size, 16)
                .map_err(|_| StartError::TooLarge(function.name.clone()))?;
            self.function_bases[id] = table.object(object).base;
        }
        for (id, function) in &self.program.externs {
            let object = table
                .add_static(ObjectKind::Extern(id), flags, CONSTANT_BLOCK, 0, 0, 16)
                .map_err(|_| StartError::TooLarge(function.name.clone()))?;
            self.extern_bases[id] = table.object(object).base;
        }
        Ok(())
    }

    pub(super) fn place_globals(&mut self, placement: &mut Placement) -> Result<(), StartError> {
        let Placement { table, sizes, arguments: _ } = placement;
        for (id, global) in &self.program.globals {
            if global.thread_local {
                continue;
            }
            let missing = match &global.init {
                None => Flags::MISSING,
                Some(init) if init.unsupported.is_some() => Flags::MISSING,
                Some(_) => 0,
            };
            let (block, constant) = match global.constant {
                true => (CONSTANT_BLOCK, Flags::CONSTANT),
                false => (DATA_BLOCK, 0),
            };
            let full = || StartError::TooLarge(global.name.clone());
            let end = &mut sizes[block as usize];
            let start = end.next_multiple_of(u64::from(global.align.max(8)));
            *end = start + global.size;
            let size = u32::try_from(global.size).map_err(|_| full())?;
            if global.size > self.addressing.max_size() || *end > u64::from(u32::MAX) {
                return Err(full());
            }
            let flags = Flags::SHARED | constant | missing;
            let kind = ObjectKind::Global(id);
            let object = table
                .add_static(kind, flags, block, start as u32, size, global.align)
                .map_err(|_| full())?;
            self.global_bases[id] = table.object(object).base;
            self.global_objects[id] = Some(object);
        }
        Ok(())
    }

    /// Places the arguments of the program, and the table of pointers to them.
    pub(super) fn place_arguments(&mut self, placement: &mut Placement) -> Result<(), StartError> {
        let word = self.addressing.pointer_bytes();
        let mut pointers = Vec::new();
        for arg in self.options.args.clone() {
            let mut bytes = arg.into_bytes();
            bytes.push(0);
            pointers.push(placement.place_argument(bytes)?);
        }
        let count = pointers.len() as u64;
        pointers.push(0);
        let table = |pointers: &[Address]| -> Vec<u8> {
            pointers.iter().flat_map(|a| a.to_le_bytes()[..word].to_vec()).collect()
        };
        let argv = placement.place_argument(table(&pointers))?;
        let environment = placement.place_argument(table(&[0]))?;
        self.entry_arguments = [count, argv, environment].map(Word::new);
        Ok(())
    }

    /// Bytes that the pages of static memory take, beside their content.
    pub(crate) fn static_bookkeeping(&self) -> u64 {
        self.layout.sizes.iter().map(|&size| page_bookkeeping(size)).sum()
    }

    /// Memory before the first instruction: static objects with their bytes.
    pub(crate) fn initial_memory(&self) -> Memory {
        let StaticLayout { objects, sizes, arguments } = &self.layout;
        let mut memory = Memory::new(self.addressing);
        objects.iter().for_each(|&object| memory.put_static(object));
        memory.renames = self.renames_heap();
        for block in [DATA_BLOCK, CONSTANT_BLOCK] {
            let size = sizes[block as usize] as usize;
            *memory.block_mut(block) = Block::zeroed(size, Owner::STATIC);
        }
        for (id, global) in &self.program.globals {
            let Some(init) = &global.init else { continue };
            if global.thread_local || init.unsupported.is_some() {
                continue;
            }
            let Some(object) = self.global_objects[id] else { continue };
            let object = *memory.object(object);
            let initial = self.initial_bytes(init, Owner::STATIC);
            let block = memory.block_mut(object.block);
            let range = object.start as usize..(object.start + object.size) as usize;
            block.data[range.clone()].copy_from_slice(&initial.data);
            if !initial.undef.is_empty() {
                if block.undef.is_empty() {
                    block.undef = vec![0; block.data.len()];
                }
                block.undef[range].copy_from_slice(&initial.undef);
            }
        }
        let data = memory.block_mut(DATA_BLOCK);
        for (start, bytes) in arguments {
            data.data[*start..start + bytes.len()].copy_from_slice(bytes);
        }
        memory
    }
}
