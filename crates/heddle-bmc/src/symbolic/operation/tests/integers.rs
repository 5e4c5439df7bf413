//! Integers of one slot and of two.

use fastrand::Rng;
use heddle_program::{
    BinaryOp, IntBinary, IntPredicate, IntUnary, Op, Overflowing, Slot, WideOp, Wrap,
};

use super::kit::{A, B, C, DST, Kind, Trial};
use super::try_both;

const WIDE: [u32; 6] = [65, 80, 96, 100, 127, 128];

const UNARY: [IntUnary; 6] = [
    IntUnary::Ctpop,
    IntUnary::Ctlz,
    IntUnary::Cttz,
    IntUnary::Bswap,
    IntUnary::BitReverse,
    IntUnary::Abs,
];

const BINARY: [IntBinary; 12] = [
    IntBinary::SMax,
    IntBinary::SMin,
    IntBinary::UMax,
    IntBinary::UMin,
    IntBinary::SAddSat,
    IntBinary::UAddSat,
    IntBinary::SSubSat,
    IntBinary::USubSat,
    IntBinary::SShlSat,
    IntBinary::UShlSat,
    IntBinary::SCmp,
    IntBinary::UCmp,
];

const OVERFLOWING: [Overflowing; 6] = [
    Overflowing::SAdd,
    Overflowing::UAdd,
    Overflowing::SSub,
    Overflowing::USub,
    Overflowing::SMul,
    Overflowing::UMul,
];

const INSTRUCTIONS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

const PREDICATES: [IntPredicate; 10] = [
    IntPredicate::Eq,
    IntPredicate::Ne,
    IntPredicate::Ugt,
    IntPredicate::Uge,
    IntPredicate::Ult,
    IntPredicate::Ule,
    IntPredicate::Sgt,
    IntPredicate::Sge,
    IntPredicate::Slt,
    IntPredicate::Sle,
];

/// Widths where something happens, and some others.
fn widths(random: &mut Rng) -> Vec<u8> {
    let others = (0..4).map(|_| random.u8(1..=64));
    [1, 2, 3, 8, 16, 31, 32, 63, 64].into_iter().chain(others).collect()
}

/// A place for the result, which may be an operand's.
fn place(random: &mut Rng) -> Slot {
    random.choice([DST, DST, DST, A, A.plus(1), B]).unwrap_or(DST)
}

fn wrap(random: &mut Rng) -> Wrap {
    Wrap(random.u8(0..8))
}

/// An instruction of one slot.
fn narrow(op: BinaryOp, width: u8, wrap: Wrap, dst: Slot) -> Op {
    let (a, b) = (A, B);
    match op {
        BinaryOp::Add => Op::Add { width, wrap, dst, a, b },
        BinaryOp::Sub => Op::Sub { width, wrap, dst, a, b },
        BinaryOp::Mul => Op::Mul { width, wrap, dst, a, b },
        BinaryOp::UDiv => Op::UDiv { width, wrap, dst, a, b },
        BinaryOp::SDiv => Op::SDiv { width, wrap, dst, a, b },
        BinaryOp::URem => Op::URem { width, dst, a, b },
        BinaryOp::SRem => Op::SRem { width, dst, a, b },
        BinaryOp::Shl => Op::Shl { width, wrap, dst, a, b },
        BinaryOp::LShr => Op::LShr { width, wrap, dst, a, b },
        BinaryOp::AShr => Op::AShr { width, wrap, dst, a, b },
        BinaryOp::And => Op::And { width, dst, a, b },
        BinaryOp::Or => Op::Or { width, dst, a, b },
        _ => Op::Xor { width, dst, a, b },
    }
}

/// The kind of the second operand of an instruction.
fn second(op: BinaryOp, width: u32) -> Kind {
    match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => Kind::Amount(width),
        _ => Kind::Bits(width),
    }
}

#[test]
fn instructions_of_one_slot() {
    let random = &mut Rng::with_seed(1);
    for width in widths(random) {
        let w = u32::from(width);
        for op in INSTRUCTIONS {
            let operands = [(A, Kind::Bits(w)), (B, second(op, w))];
            let op = narrow(op, width, wrap(random), place(random));
            try_both(random, 8, Trial::new(op, &operands));
        }
    }
}

#[test]
fn instructions_of_two_slots() {
    let random = &mut Rng::with_seed(2);
    for width in WIDE {
        for op in INSTRUCTIONS {
            let (wrap, dst) = (wrap(random), place(random));
            let operands = [(A, Kind::Bits(width)), (B, second(op, width))];
            let op = WideOp::Int { op, wrap, width, dst, a: A, b: B };
            try_both(random, 6, Trial::wide(op, &operands));
        }
    }
}

#[test]
fn comparisons() {
    let random = &mut Rng::with_seed(3);
    for width in widths(random) {
        let (a, b, dst) = (A, B, place(random));
        for op in [
            Op::Eq { width, dst, a, b },
            Op::Ne { width, dst, a, b },
            Op::Ult { width, dst, a, b },
            Op::Ule { width, dst, a, b },
            Op::Slt { width, dst, a, b },
            Op::Sle { width, dst, a, b },
        ] {
            let kind = Kind::Bits(width.into());
            Trial::new(op, &[(A, kind), (B, kind)]).run(random, 16 * super::rounds());
        }
    }
    for width in WIDE {
        for predicate in PREDICATES {
            let op = WideOp::ICmp { predicate, width, dst: place(random), a: A, b: B };
            let kind = Kind::Bits(width);
            Trial::wide(op, &[(A, kind), (B, kind)]).run(random, 12 * super::rounds());
        }
    }
}

#[test]
fn equal_numbers_are_equal() {
    let random = &mut Rng::with_seed(4);
    for width in widths(random) {
        for op in [Op::Eq { width, dst: DST, a: A, b: A }, Op::Sle { width, dst: DST, a: A, b: A }]
        {
            Trial::new(op, &[(A, Kind::Bits(width.into()))]).run(random, 8 * super::rounds());
        }
    }
}

#[test]
fn widths_change() {
    let random = &mut Rng::with_seed(5);
    for from in widths(random) {
        let (src, dst) = (A, place(random));
        let whole = [(A, Kind::Bits(64))];
        Trial::new(Op::Trunc { width: from, dst, src }, &whole).run(random, 12 * super::rounds());
        let to = random.u8(from..=64);
        let op = Op::SExt { from, to, dst, src };
        Trial::new(op, &[(A, Kind::Bits(from.into()))]).run(random, 12 * super::rounds());
    }
    for _ in 0..40 {
        let (mut from, mut to) = (random.u32(1..=128), random.u32(65..=128));
        if random.bool() {
            (from, to) = (to, from);
        }
        let (signed, dst) = (random.bool(), place(random));
        let op = WideOp::Resize { signed, from, to, dst, src: A };
        Trial::wide(op, &[(A, Kind::Bits(from))]).run(random, 8 * super::rounds());
    }
}

#[test]
fn functions_of_one_slot() {
    let random = &mut Rng::with_seed(6);
    for width in widths(random) {
        let kind = Kind::Bits(width.into());
        let amount = Kind::Amount(width.into());
        for op in UNARY {
            let op = Op::IntUnary { op, width, dst: place(random), a: A };
            Trial::new(op, &[(A, kind)]).run(random, 6 * super::rounds());
        }
        for op in BINARY {
            let is_shift = matches!(op, IntBinary::SShlSat | IntBinary::UShlSat);
            let second = if is_shift { amount } else { kind };
            let op = Op::IntBinary { op, width, dst: place(random), a: A, b: B };
            Trial::new(op, &[(A, kind), (B, second)]).run(random, 8 * super::rounds());
        }
        for op in OVERFLOWING {
            let op = Op::Overflowing { op, width, dst: place(random), a: A, b: B };
            Trial::new(op, &[(A, kind), (B, kind)]).run(random, 8 * super::rounds());
        }
        for left in [false, true] {
            let op = Op::FunnelShift { left, width, dst: place(random), a: A, b: B, by: C };
            let operands = [(A, kind), (B, kind), (C, amount)];
            Trial::new(op, &operands).run(random, 8 * super::rounds());
        }
    }
}

#[test]
fn functions_of_two_slots() {
    let random = &mut Rng::with_seed(7);
    for width in WIDE {
        let (kind, amount) = (Kind::Bits(width), Kind::Amount(width));
        for op in UNARY {
            let op = WideOp::Unary { op, width, dst: place(random), a: A };
            Trial::wide(op, &[(A, kind)]).run(random, 6 * super::rounds());
        }
        for op in BINARY {
            let is_shift = matches!(op, IntBinary::SShlSat | IntBinary::UShlSat);
            let second = if is_shift { amount } else { kind };
            let op = WideOp::Binary { op, width, dst: place(random), a: A, b: B };
            Trial::wide(op, &[(A, kind), (B, second)]).run(random, 6 * super::rounds());
        }
        for op in OVERFLOWING {
            let op = WideOp::Overflowing { op, width, dst: place(random), a: A, b: B };
            Trial::wide(op, &[(A, kind), (B, kind)]).run(random, 6 * super::rounds());
        }
        for left in [false, true] {
            let op = WideOp::FunnelShift { left, width, dst: place(random), a: A, b: B, by: C };
            let operands = [(A, kind), (B, kind), (C, amount)];
            Trial::wide(op, &operands).run(random, 6 * super::rounds());
        }
    }
}
