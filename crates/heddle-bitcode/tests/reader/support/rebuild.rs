//! Bitcode as a tree that can be damaged record by record. Unlike flipped bits,
//! such damage never disturbs the stream itself, so that it reaches the checks of
//! what records mean.

use llvm_bitcode::Bitcode;
use llvm_bitcode::bitcode::{BitcodeElement, Payload};

use super::mutate::Random;
use super::writer::{Block, Item, Record, write};

/// The tree of a file that clang wrote.
pub(crate) fn tree(bytes: &[u8]) -> Vec<Block> {
    let bitcode = Bitcode::new(bytes).expect("clang should write bitcode");
    let mut blocks = Vec::new();
    for element in bitcode.elements {
        if let Item::Block(block) = item(element) {
            blocks.push(block);
        }
    }
    blocks
}

fn item(element: BitcodeElement) -> Item {
    match element {
        BitcodeElement::Block(block) => Item::Block(Block {
            id: u64::from(block.id),
            items: block.elements.into_iter().map(item).collect(),
        }),
        BitcodeElement::Record(mut record) => {
            let payload = record.take_payload();
            let mut ops = record.fields().to_vec();
            let mut blob = None;
            match payload {
                Some(Payload::Array(rest)) => ops.extend(rest),
                Some(Payload::Char6String(text)) => ops.extend(text.bytes().map(u64::from)),
                Some(Payload::Blob(bytes)) => blob = Some(bytes),
                None => {}
            }
            Item::Record(Record { code: record.id, ops, blob })
        }
    }
}

/// The file with some records damaged, the same for the same seed.
pub(crate) fn damaged(original: &[Block], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut blocks = original.to_vec();
    for _ in 0..1 + random.below(3) {
        let total: usize = blocks.iter().map(count).sum();
        let mut victim = random.below(total);
        for block in &mut blocks {
            if damage(block, &mut victim, &mut random) {
                break;
            }
        }
    }
    write(&blocks)
}

fn count(block: &Block) -> usize {
    let inner = block.items.iter().map(|item| match item {
        Item::Record(_) => 1,
        Item::Block(block) => count(block),
    });
    inner.sum()
}

/// Damages the record at a position, counted down; says whether it was here.
fn damage(block: &mut Block, victim: &mut usize, random: &mut Random) -> bool {
    for index in 0..block.items.len() {
        match &mut block.items[index] {
            Item::Block(inner) => {
                if damage(inner, victim, random) {
                    return true;
                }
            }
            Item::Record(_) if *victim > 0 => *victim -= 1,
            Item::Record(_) => {
                damage_item(&mut block.items, index, random);
                return true;
            }
        }
    }
    false
}

fn damage_item(items: &mut Vec<Item>, index: usize, random: &mut Random) {
    let other = random.below(items.len());
    match random.below(12) {
        0 => {
            items.remove(index);
        }
        1 => {
            let copy = items[index].clone();
            items.insert(index, copy);
        }
        2 => items.swap(index, other),
        _ => {
            if let Item::Record(record) = &mut items[index] {
                damage_record(record, random);
            }
        }
    }
}

fn damage_record(record: &mut Record, random: &mut Random) {
    if random.below(16) == 0 {
        record.code = random.below(70) as u64;
        return;
    }
    if random.below(8) == 0 {
        record.ops.truncate(random.below(record.ops.len()));
        return;
    }
    let at = random.below(record.ops.len());
    let value = random_value(random);
    match record.ops.get_mut(at) {
        Some(op) => match random.below(4) {
            0 => *op = op.wrapping_add(1),
            1 => *op = op.wrapping_sub(1),
            2 => *op ^= 1 << random.below(8),
            _ => *op = value,
        },
        None => record.ops.push(value),
    }
    if random.below(8) == 0 {
        record.ops.push(value);
    }
}

/// Mostly small, sometimes at an edge.
fn random_value(random: &mut Random) -> u64 {
    const EDGES: [u64; 8] =
        [0, 1, u64::MAX, u32::MAX as u64, 1 << 31, 1 << 32, 1 << 63, 0xffff_fffe];
    match random.below(3) {
        0 => EDGES[random.below(EDGES.len())],
        1 => random.below(300) as u64,
        _ => random.below(20) as u64,
    }
}
