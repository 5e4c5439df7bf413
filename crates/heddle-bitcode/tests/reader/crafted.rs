//! Files made by hand that no compiler would write: each is refused for what is
//! wrong with it, in little time and memory.

use crate::support::writer::{BitWriter, Block, Item, Record, write};
use heddle_bitcode::{ReadError, read};

const IDENTIFICATION: u64 = 13;
const MODULE: u64 = 8;
const PARAMATTR: u64 = 9;
const PARAMATTR_GROUP: u64 = 10;
const CONSTANTS: u64 = 11;
const FUNCTION: u64 = 12;
const METADATA: u64 = 15;
const TYPES: u64 = 17;
const STRTAB: u64 = 23;

fn record(code: u64, ops: &[u64]) -> Item {
    Item::Record(Record { code, ops: ops.to_vec(), blob: None })
}

fn block(id: u64, items: Vec<Item>) -> Item {
    Item::Block(Block { id, items })
}

fn text(code: u64, text: &str) -> Item {
    let ops: Vec<u64> = text.bytes().map(u64::from).collect();
    record(code, &ops)
}

/// A file with a module that has these items after its version. The names of its
/// symbols are pieces of `llvm.dbg.value`.
fn file(producer: &str, items: Vec<Item>) -> Vec<u8> {
    let mut content = vec![record(1, &[2])];
    content.extend(items);
    write(&[
        Block { id: IDENTIFICATION, items: vec![text(1, producer), record(2, &[0])] },
        Block { id: MODULE, items: content },
        Block {
            id: STRTAB,
            items: vec![Item::Record(Record {
                code: 1,
                ops: Vec::new(),
                blob: Some(b"llvm.dbg.value".to_vec()),
            })],
        },
    ])
}

fn refused(items: Vec<Item>, why: &str) {
    let error = read(&file("LLVM19.1.7", items)).expect_err(why);
    assert!(error.to_string().contains(why), "{error} is not about {why}");
}

#[test]
fn the_smallest_module_is_read() {
    let module = read(&file("LLVM19.1.7", Vec::new())).expect("nothing is wrong");
    assert_eq!(module.producer, "LLVM19.1.7");
    assert_eq!(module.layout.pointer_bytes, 8);
}

#[test]
fn old_producers_are_named() {
    for producer in ["LLVM14.0.6", "LLVM3.9.1", "something"] {
        let error = read(&file(producer, Vec::new())).expect_err("it is too old");
        assert!(matches!(error, ReadError::TooOld { .. }));
        assert!(error.to_string().contains(producer), "{error}");
    }
    // A typed pointer, whoever wrote it.
    let types = block(TYPES, vec![record(1, &[2]), record(7, &[8]), record(8, &[0, 0])]);
    let error = read(&file("LLVM15.0.6", vec![types])).expect_err("it is too old");
    assert!(matches!(error, ReadError::TooOld { .. }), "{error}");
}

#[test]
fn another_epoch_is_refused() {
    let blocks = [
        Block { id: IDENTIFICATION, items: vec![text(1, "LLVM99.0.0"), record(2, &[1])] },
        Block { id: MODULE, items: Vec::new() },
    ];
    let error = read(&write(&blocks)).expect_err("epoch 1");
    assert!(error.to_string().contains("epoch 1"), "{error}");
}

#[test]
fn unknown_records_and_blocks_are_refused_by_number() {
    refused(vec![record(99, &[])], "record 99 of the module");
    refused(vec![block(77, Vec::new())], "block 77 in a module");
    refused(vec![block(TYPES, vec![record(60, &[])])], "record 60 of the type table");
    let i32_type = block(TYPES, vec![record(7, &[32])]);
    let constants = block(CONSTANTS, vec![record(1, &[0]), record(80, &[])]);
    refused(vec![i32_type, constants], "record 80 of the constants");
    refused(vec![block(METADATA, vec![record(99, &[])])], "record 99 of the metadata");
    refused(vec![record(4, &[1]), record(6, &[1])], "Deplib");
}

#[test]
fn types_do_not_contain_themselves() {
    // { type 1 }, { type 0 }.
    let types = vec![record(18, &[0, 1]), record(18, &[0, 0])];
    refused(vec![block(TYPES, types)], "contains itself");
    refused(vec![block(TYPES, vec![record(11, &[5, 0])])], "contains itself");
    refused(vec![block(TYPES, vec![record(18, &[0, 9])])], "unknown type");
}

#[test]
fn types_stay_of_a_size() {
    // Arrays of arrays of 2^40 elements each.
    let types = vec![record(7, &[8]), record(11, &[1 << 40, 0]), record(11, &[1 << 40, 1])];
    refused(vec![block(TYPES, types)], "too large");
    // A tower of structures, deeper than recursion should go.
    let mut tower = vec![record(7, &[8])];
    tower.extend((0..100_000).map(|inner| record(18, &[0, inner])));
    refused(vec![block(TYPES, tower)], "too large");
}

#[test]
fn constants_do_not_contain_themselves() {
    // An array of one array of one... cannot be typed; pointers through casts can.
    let types = block(TYPES, vec![record(25, &[0]), record(7, &[64])]);
    let constants = block(
        CONSTANTS,
        vec![
            record(1, &[0]),
            record(11, &[10, 1, 1]), // inttoptr of the next
            record(1, &[1]),
            record(11, &[9, 0, 0]), // ptrtoint of the one before
        ],
    );
    refused(vec![types, constants], "contains itself");
}

#[test]
fn aliases_do_not_stand_for_themselves() {
    let types = block(TYPES, vec![record(25, &[0])]);
    let alias = |target| record(14, &[0, 4, 0, 0, target, 0, 0, 0, 0, 0, 0]);
    refused(vec![types, alias(1), alias(0)], "contains itself");
}

#[test]
fn short_records_do_not_become_huge_constants() {
    // Thousands of integers of 2^23 bits, each a megabyte.
    let types = block(TYPES, vec![record(7, &[1 << 23])]);
    let mut constants = vec![record(1, &[0])];
    constants.extend((0..10_000).map(|_| record(5, &[2])));
    let items = vec![types, block(CONSTANTS, constants)];
    refused(items, "far larger than its file");
}

#[test]
fn short_records_do_not_share_huge_names() {
    // Thousands of variables, each named by a section name of megabytes.
    let types = block(TYPES, vec![record(7, &[32])]);
    let mut items = vec![types, text(5, &"s".repeat(1 << 20))];
    let variable = || record(7, &[0, 4, 0, 2, 0, 0, 0, 1]);
    items.extend((0..10_000).map(|_| variable()));
    refused(items, "far larger than its file");
}

#[test]
fn attributes_of_parameters_that_do_not_exist_cost_nothing() {
    let types = block(TYPES, vec![record(2, &[]), record(25, &[0]), record(21, &[0, 0, 1])]);
    let group = record(3, &[1, 4_000_000_000, 0, 68]);
    let list = record(2, &[1]);
    let function = record(8, &[0, 4, 2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let items =
        vec![types, block(PARAMATTR_GROUP, vec![group]), block(PARAMATTR, vec![list]), function];
    let module = read(&file("LLVM19.1.7", items)).expect("nothing is wrong");
    assert!(module.functions.values().all(|f| f.param_attributes.is_empty()));
}

#[test]
fn bodies_must_fit_their_functions() {
    let head = |body: Vec<Item>| {
        vec![
            block(
                TYPES,
                vec![record(2, &[]), record(25, &[0]), record(21, &[0, 0]), record(7, &[1])],
            ),
            record(8, &[0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            block(FUNCTION, body),
        ]
    };
    let declare = |n| record(1, &[n]);
    let (ret, unreachable) = (|| record(10, &[]), || record(15, &[]));
    let module = read(&file("LLVM19.1.7", head(vec![declare(1), ret()]))).expect("it is right");
    assert_eq!(module.functions.values().map(|f| f.insts.len()).sum::<usize>(), 1);
    refused(head(vec![declare(2), ret()]), "fewer blocks");
    refused(head(vec![declare(1), ret(), unreachable()]), "after the last block");
    refused(head(vec![declare(0)]), "0 blocks");
    refused(head(vec![declare(3), record(11, &[2]), declare(1)]), "given twice");
    refused(head(vec![declare(1 << 40)]), "blocks");
    refused(head(vec![declare(1), record(11, &[7])]), "block 7");
    refused(head(vec![declare(1), record(11, &[0])]), "entry");
    refused(head(vec![declare(2), record(11, &[1, 1, 0x8000_0000]), ret()]), "never defined");
    // A branch on a value that comes later, and does not.
    let forward = record(11, &[1, 1, 0xffff_ffff]);
    refused(head(vec![declare(2), forward, ret()]), "never defined");
    refused(head(vec![declare(1), record(35, &[1, 1, 0, 0]), ret()]), "no instruction");
    refused(head(vec![declare(1), ret(), record(33, &[])]), "there was none");
    refused(head(vec![declare(1), record(10, &[1, 3])]), "a return of another type");
    refused(head(Vec::new()), "fewer blocks");
}

#[test]
fn a_debug_call_after_the_last_block_is_refused() {
    let with_body = |body: Vec<Item>| {
        let types = vec![
            record(2, &[]),
            record(16, &[]),
            record(25, &[0]),
            record(21, &[0, 0]),
            record(21, &[0, 0, 1, 1, 1]),
        ];
        let metadata = vec![
            record(28, &[0, 0, 0, 0, 0, 0, 0, 0, 0]), // 0: a variable
            record(29, &[6]),                         // 1: an expression
            record(3, &[]),                           // 2: no value any more
        ];
        vec![
            block(TYPES, types),
            record(8, &[0, 14, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            record(8, &[0, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            block(METADATA, metadata),
            block(FUNCTION, body),
        ]
    };
    // Two values exist: a metadata number n is written as 2 - n.
    let call = || record(34, &[0, 1 << 15, 4, 2, 0, 2, 1]);
    let (declare, ret) = (|| record(1, &[1]), || record(10, &[]));
    let right = file("LLVM16.0.6", with_body(vec![declare(), call(), ret()]));
    let module = read(&right).expect("it is right");
    let records: usize = module.functions.values().map(|f| f.debug_records.len()).sum();
    assert_eq!(records, 1);
    refused(with_body(vec![declare(), ret(), call()]), "after the last block");
}

#[test]
fn locations_are_not_inlined_in_themselves() {
    let metadata = block(
        METADATA,
        vec![
            record(22, &[0, 0, 0, 1, 1]),   // 0: a lexical block
            record(7, &[1, 1, 1, 0, 3, 0]), // 1: inlined at 2
            record(7, &[1, 2, 1, 0, 2, 0]), // 2: inlined at 1
        ],
    );
    refused(vec![metadata], "leads back to itself");
    let scopes = block(METADATA, vec![record(22, &[0, 1, 0, 1, 1])]);
    refused(vec![scopes], "leads back to itself");
}

#[test]
fn streams_do_not_explode() {
    let header = |bits: &mut BitWriter| {
        for byte in b"BC\xC0\xDE" {
            bits.fixed(u64::from(*byte), 8);
        }
        bits.fixed(1, 2);
        bits.vbr(MODULE, 8);
        bits.vbr(3, 4);
        bits.align();
    };
    // A record that claims to have 2^40 fields.
    let mut bits = BitWriter::default();
    header(&mut bits);
    bits.fixed(4, 32);
    bits.fixed(3, 3);
    bits.vbr(1, 6);
    bits.vbr(1 << 40, 6);
    bits.fixed(0, 64);
    bits.align();
    let error = read(&bits.bytes).expect_err("there are no such fields");
    assert!(error.to_string().contains("do not fit"), "{error}");
    // Blocks within blocks within blocks.
    let mut inner = Block { id: MODULE, items: Vec::new() };
    for _ in 0..5000 {
        inner = Block { id: MODULE, items: vec![Item::Block(inner)] };
    }
    let error = read(&write(&[inner])).expect_err("too deep");
    assert!(error.to_string().contains("nest too deeply"), "{error}");
    // A number that never ends.
    let mut bits = BitWriter::default();
    header(&mut bits);
    bits.fixed(25, 32);
    bits.fixed(3, 3);
    for _ in 0..800 {
        bits.fixed(1, 1);
    }
    bits.align();
    assert!(read(&bits.bytes).is_err());
    // One abbreviation of many literals, used again and again.
    let mut bits = BitWriter::default();
    header(&mut bits);
    let uses = 20_000u64;
    let literals = 4000u64;
    let start = bits.bytes.len();
    bits.fixed(0, 32);
    bits.fixed(2, 3);
    bits.vbr(literals, 5);
    for _ in 0..literals {
        bits.fixed(1, 1);
        bits.vbr(1, 8);
    }
    for _ in 0..uses {
        bits.fixed(4, 3);
    }
    bits.fixed(0, 3);
    bits.align();
    let words = (bits.bytes.len() - start - 4) / 4;
    bits.bytes[start..start + 4].copy_from_slice(&(words as u32).to_le_bytes());
    let error = read(&bits.bytes).expect_err("it would be too large");
    assert!(error.to_string().contains("literal"), "{error}");
}
