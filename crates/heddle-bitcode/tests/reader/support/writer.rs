//! Writes bitstreams: a tree of blocks and records, without abbreviations except
//! for blobs, which cannot do without.

/// A record.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) code: u64,
    pub(crate) ops: Vec<u64>,
    pub(crate) blob: Option<Vec<u8>>,
}

/// An item of a block.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Record(Record),
    Block(Block),
}

/// A block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) id: u64,
    pub(crate) items: Vec<Item>,
}

/// Writes a file of blocks.
pub(crate) fn write(blocks: &[Block]) -> Vec<u8> {
    let mut bits = BitWriter::default();
    for byte in b"BC\xC0\xDE" {
        bits.fixed(u64::from(*byte), 8);
    }
    for block in blocks {
        bits.block(block, 2);
    }
    bits.bytes
}

/// Abbreviation ids in the blocks that are written here.
const WIDTH: u32 = 4;

/// Collects bits.
#[derive(Default)]
pub(crate) struct BitWriter {
    pub(crate) bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    /// A number in so many bits.
    pub(crate) fn fixed(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(byte) = self.bytes.last_mut() {
                *byte |= ((value >> bit & 1) as u8) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// A number in pieces.
    pub(crate) fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    /// Zeros up to the next word.
    pub(crate) fn align(&mut self) {
        self.used = 0;
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
    }

    fn block(&mut self, block: &Block, outer_width: u32) {
        self.fixed(1, outer_width);
        self.vbr(block.id, 8);
        self.vbr(u64::from(WIDTH), 4);
        self.align();
        let length_at = self.bytes.len();
        self.fixed(0, 32);
        let mut abbreviations = 0;
        for item in &block.items {
            match item {
                Item::Block(inner) => self.block(inner, WIDTH),
                Item::Record(record) => {
                    let room = abbreviations < 12;
                    match &record.blob {
                        Some(blob) if room => {
                            self.blob_record(record, blob, 4 + abbreviations);
                            abbreviations += 1;
                        }
                        _ => self.record(record),
                    }
                }
            }
        }
        self.fixed(0, WIDTH);
        self.align();
        let words = (self.bytes.len() - length_at - 4) / 4;
        self.bytes[length_at..length_at + 4].copy_from_slice(&(words as u32).to_le_bytes());
    }

    fn record(&mut self, record: &Record) {
        self.fixed(3, WIDTH);
        self.vbr(record.code, 6);
        self.vbr(record.ops.len() as u64, 6);
        for &op in &record.ops {
            self.vbr(op, 6);
        }
    }

    /// Defines an abbreviation for one record with a blob, and uses it.
    fn blob_record(&mut self, record: &Record, blob: &[u8], id: u64) {
        self.fixed(2, WIDTH);
        self.vbr(record.ops.len() as u64 + 2, 5);
        self.fixed(1, 1);
        self.vbr(record.code, 8);
        for _ in &record.ops {
            self.fixed(0, 1);
            self.fixed(2, 3);
            self.vbr(6, 5);
        }
        self.fixed(0, 1);
        self.fixed(5, 3);
        self.fixed(id, WIDTH);
        for &op in &record.ops {
            self.vbr(op, 6);
        }
        self.vbr(blob.len() as u64, 6);
        self.align();
        self.bytes.extend_from_slice(blob);
        self.align();
    }
}
