//! The tree of blocks and records.

use std::collections::HashMap;
use std::rc::Rc;

use super::MAX_DEPTH;
use super::abbreviation::{Abbreviation, Scalar, Tail};
use super::bits::Bits;
use super::record::Record;
use crate::Cancel;
use crate::error::{ReadError, Result};

/// A block.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// Its kind.
    pub(crate) id: u64,
    /// Offset of its start in the file.
    pub(crate) offset: usize,
    /// Its records, in order.
    pub(crate) records: Vec<Record<'a>>,
    /// Its blocks, in order. That they stand between records never matters.
    pub(crate) blocks: Vec<Block<'a>>,
}

impl<'a> Block<'a> {
    /// Its blocks of one kind.
    pub(crate) fn blocks_of(&self, id: u64) -> impl Iterator<Item = &Block<'a>> {
        self.blocks.iter().filter(move |block| block.id == id)
    }
}

const BLOCK_INFO: u64 = 0;

const END_BLOCK: u64 = 0;
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREVIATION: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_ABBREVIATION: u64 = 4;

const SET_BLOCK_ID: u64 = 1;

/// Abbreviations that blocks of one id may share. LLVM has fewer than twenty; the
/// list is copied for each block, which must not become expensive.
const MAX_SHARED: usize = 256;

/// Parses all blocks of a stream that starts, after its magic number, at byte
/// `base` of the file.
pub(crate) fn parse<'a>(
    bytes: &'a [u8],
    base: usize,
    cancel: Cancel<'_>,
) -> Result<Vec<Block<'a>>> {
    let bits = Bits::new(bytes, base);
    let mut parser = Parser { bits, shared: HashMap::new(), literals: 0, cancel };
    let mut blocks = Vec::new();
    while parser.bits.left() > 0 {
        let offset = parser.bits.offset();
        match parser.bits.fixed(2)? {
            ENTER_BLOCK => blocks.extend(parser.block(offset, MAX_DEPTH)?),
            _ => {
                return Err(parser
                    .bits
                    .malformed("something that is not a block at the top level"));
            }
        }
    }
    Ok(blocks)
}

struct Parser<'a, 'c> {
    bits: Bits<'a>,
    /// Abbreviations that all blocks of an id start with.
    shared: HashMap<u64, Vec<Rc<Abbreviation>>>,
    /// Number of fields that were literals. They take no bits: without a limit, a small file could
    /// spell out huge records with one wide abbreviation.
    literals: usize,
    cancel: Cancel<'c>,
}

impl<'a> Parser<'a, '_> {
    /// Parses a block from after its `ENTER_SUBBLOCK`. Block info gives none.
    fn block(&mut self, offset: usize, depth: u32) -> Result<Option<Block<'a>>> {
        let id = self.bits.vbr(8)?;
        let width = self.bits.vbr(4)?;
        let Some(width) = u8::try_from(width).ok().filter(|w| (2..=32).contains(w)) else {
            return Err(self.bits.malformed(format!("abbreviation ids of {width} bits")));
        };
        if depth == 0 {
            return Err(self.bits.malformed("blocks nest too deeply"));
        }
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        let length = words as usize * 32;
        if length > self.bits.left() {
            return Err(self.bits.malformed(format!("the file ends within block {id}")));
        }
        let end = self.bits.position() + length;
        let mut block = Block { id, offset, records: Vec::new(), blocks: Vec::new() };
        if id == BLOCK_INFO {
            self.block_info(width)?;
        } else {
            self.content(&mut block, width, depth)?;
        }
        if self.bits.position() != end {
            return Err(self.bits.malformed(format!("block {id} has another length than it says")));
        }
        Ok((id != BLOCK_INFO).then_some(block))
    }

    fn content(&mut self, block: &mut Block<'a>, width: u8, depth: u32) -> Result<()> {
        let mut abbreviations = self.shared.get(&block.id).cloned().unwrap_or_default();
        loop {
            let offset = self.bits.offset();
            if self.cancel.is_cancelled_at(block.records.len()) {
                return Err(ReadError::Cancelled { offset });
            }
            match self.bits.fixed(width)? {
                END_BLOCK => return self.bits.align(),
                ENTER_BLOCK => block.blocks.extend(self.block(offset, depth - 1)?),
                DEFINE_ABBREVIATION => {
                    abbreviations.push(Rc::new(Abbreviation::define(&mut self.bits)?));
                }
                UNABBREVIATED => block.records.push(self.unabbreviated(offset)?),
                id => {
                    let index = (id - FIRST_ABBREVIATION) as usize;
                    let Some(abbreviation) = abbreviations.get(index) else {
                        return Err(self
                            .bits
                            .malformed(format!("abbreviation {id} was not defined")));
                    };
                    block.records.push(self.abbreviated(offset, abbreviation)?);
                }
            }
        }
    }

    /// Reads the block that defines abbreviations for other blocks.
    fn block_info(&mut self, width: u8) -> Result<()> {
        let mut current = None;
        loop {
            let offset = self.bits.offset();
            match self.bits.fixed(width)? {
                END_BLOCK => return self.bits.align(),
                DEFINE_ABBREVIATION => {
                    let Some(id) = current else {
                        return Err(self.bits.malformed("an abbreviation for no block"));
                    };
                    let abbreviation = Rc::new(Abbreviation::define(&mut self.bits)?);
                    let shared = self.shared.entry(id).or_default();
                    shared.push(abbreviation);
                    if shared.len() > MAX_SHARED {
                        return Err(self.bits.malformed("too many abbreviations"));
                    }
                }
                UNABBREVIATED => {
                    let record = self.unabbreviated(offset)?;
                    // Other records give names to blocks, for people.
                    if record.code == SET_BLOCK_ID {
                        current = Some(record.fields().next()?);
                    }
                }
                _ => return Err(self.bits.malformed("an unexpected item in block info")),
            }
        }
    }

    fn unabbreviated(&mut self, offset: usize) -> Result<Record<'a>> {
        let code = self.bits.vbr(6)?;
        let count = self.count(6)?;
        let mut ops = Vec::with_capacity(count);
        for _ in 0..count {
            ops.push(self.bits.vbr(6)?);
        }
        Ok(Record { code, ops, blob: None, offset })
    }

    fn abbreviated(&mut self, offset: usize, abbreviation: &Abbreviation) -> Result<Record<'a>> {
        let code = abbreviation.code.read(&mut self.bits)?;
        let mut ops = Vec::with_capacity(abbreviation.fields.len());
        for field in &abbreviation.fields {
            ops.push(field.read(&mut self.bits)?);
            if matches!(field, Scalar::Literal(_)) {
                self.literals += 1;
            }
        }
        if self.literals > self.bits.len() {
            return Err(self.bits.malformed("more literal fields than bits"));
        }
        let mut blob = None;
        match abbreviation.tail {
            Tail::Nothing => {}
            Tail::Array(scalar) => {
                let least = match scalar {
                    Scalar::Fixed(width) | Scalar::Vbr(width) => usize::from(width),
                    Scalar::Char6 => 6,
                    Scalar::Literal(_) => 1,
                };
                let count = self.count(least)?;
                ops.reserve(count);
                for _ in 0..count {
                    ops.push(scalar.read(&mut self.bits)?);
                }
            }
            Tail::Blob => {
                let length = self.bits.vbr(6)?;
                self.bits.align()?;
                blob = Some(self.bits.bytes(length)?);
                self.bits.align()?;
            }
        }
        Ok(Record { code, ops, blob, offset })
    }

    /// A number of elements that take at least so many bits each: what does not
    /// fit in the rest of the file is refused before memory is reserved for it.
    fn count(&mut self, least_bits: usize) -> Result<usize> {
        let count = self.bits.vbr(6)?;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.bits.left() / least_bits.max(1))
            .ok_or_else(|| self.bits.malformed(format!("{count} fields do not fit in the file")))
    }
}
