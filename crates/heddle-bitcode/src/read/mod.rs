//! From the tree of blocks to a [`Module`].

mod attributes;
mod budget;
mod constant_expressions;
mod constants;
mod function;
mod instructions;
mod layout;
mod metadata;
mod operators;
mod ranges;
mod reader;
mod symbols;
mod type_checks;
mod types;
mod values;

use llvm_bitcode::schema::blocks::{BlockId, IdentificationCode};

use crate::error::{ReadError, Result};
use crate::stream::{self, Block};
use crate::{Cancel, Module};
use reader::Reader;

const MAGIC: [u8; 4] = *b"BC\xC0\xDE";

/// Apple's and other linkers' header around bitcode, in little-endian words: this
/// number, a version, offset and size of the bitcode, a processor type.
const WRAPPER_MAGIC: u32 = 0x0B17_C0DE;
const WRAPPER_WORDS: usize = 5;

/// The epoch of the format, which every LLVM so far has written.
const EPOCH: u64 = 0;

/// The first LLVM whose clang writes pointers without types.
const FIRST_MAJOR: u32 = 15;

/// Reads a module from the content of a bitcode file.
///
/// The module that this returns is consistent: all ids are in range, all values
/// are defined, each block is not empty and has its only terminator at its end,
/// and neither types nor constants contain themselves.
///
/// # Errors
/// If the bytes are not bitcode, are damaged, come from a clang before 15, or say
/// something that this reader does not know.
pub fn read(bytes: &[u8]) -> std::result::Result<Module, ReadError> {
    read_unless(bytes, Cancel::NEVER)
}

/// Reads a module as [`read`] does, unless it is told to give up.
///
/// # Errors
/// As [`read`], and [`ReadError::Cancelled`].
pub fn read_unless(bytes: &[u8], cancel: Cancel<'_>) -> std::result::Result<Module, ReadError> {
    let base = unwrap(bytes)?;
    let (start, stream) = (base.start, &bytes[base]);
    if stream.get(..4) != Some(&MAGIC) {
        return Err(ReadError::NotBitcode {
            offset: start,
            message: "the file does not start with `BC` 0xC0 0xDE".to_owned(),
        });
    }
    // Alignment counts from the magic number, which is a word: leaving it out
    // changes nothing.
    let blocks = stream::parse(&stream[4..], start + 4, cancel)?;
    let end = start + stream.len();
    check_top_level(&blocks)?;
    let producer = match find(&blocks, BlockId::Identification) {
        Some(block) => producer(block)?,
        None => "an unknown producer".to_owned(),
    };
    let Some(module) = find(&blocks, BlockId::Module) else {
        return Err(ReadError::malformed(end, "the file has no module"));
    };
    if major(&producer).is_none_or(|major| major < FIRST_MAJOR) {
        return Err(ReadError::TooOld { offset: module.offset, producer });
    }
    let strtab = find(&blocks, BlockId::Strtab)
        .and_then(|block| block.records.first())
        .and_then(|record| record.blob)
        .unwrap_or_default();
    Reader::read(module, producer, strtab, bytes.len(), cancel)
}

/// The bytes of the file that are the bitcode.
fn unwrap(bytes: &[u8]) -> Result<std::ops::Range<usize>> {
    let word = |index: usize| {
        let word = bytes.get(index * 4..index * 4 + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?))
    };
    if word(0) != Some(WRAPPER_MAGIC) {
        return Ok(0..bytes.len());
    }
    let range = word(2).zip(word(3)).and_then(|(offset, size)| {
        let start = offset as usize;
        let end = start.checked_add(size as usize)?;
        (start >= WRAPPER_WORDS * 4 && end <= bytes.len()).then_some(start..end)
    });
    range.ok_or_else(|| ReadError::malformed(0, "the wrapper's bitcode is not in the file"))
}

fn find<'t, 'a>(blocks: &'t [Block<'a>], id: BlockId) -> Option<&'t Block<'a>> {
    blocks.iter().find(|block| block.id == id as u64)
}

/// Refuses what a file of one module does not have.
fn check_top_level(blocks: &[Block<'_>]) -> Result<()> {
    let mut modules = 0;
    for block in blocks {
        match u8::try_from(block.id).ok().and_then(|id| id.try_into().ok()) {
            Some(BlockId::Module) => modules += 1,
            Some(BlockId::Identification | BlockId::Strtab | BlockId::Symtab) => {}
            _ => {
                return Err(ReadError::unsupported(
                    block.offset,
                    format!("top-level block {}", block.id),
                ));
            }
        }
        if modules > 1 {
            return Err(ReadError::unsupported(block.offset, "a file of several modules"));
        }
    }
    Ok(())
}

/// The producer of the file.
fn producer(block: &Block<'_>) -> Result<String> {
    let mut producer = "an unknown producer".to_owned();
    for record in &block.records {
        match record.code("the identification block")? {
            IdentificationCode::String => producer = record.text(),
            IdentificationCode::Epoch => {
                let epoch = record.fields().next()?;
                if epoch != EPOCH {
                    return Err(record.unsupported(format!("bitcode of epoch {epoch}")));
                }
            }
            other => return Err(record.unsupported(format!("identification {other:?}"))),
        }
    }
    Ok(producer)
}

/// The major version in `LLVM19.1.7`; `None` if it is not there.
fn major(producer: &str) -> Option<u32> {
    let digits = producer.strip_prefix("LLVM")?;
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}
