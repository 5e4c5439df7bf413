//! Floats of all formats.

use fastrand::Rng;
use heddle_program::float::FloatOp;
use heddle_program::{FloatCompare, FloatKind, FloatWidth, MathFn, Op, WideOp};

use super::kit::{A, B, C, DST, Kind, Trial};
use super::rounds;

/// Formats, with their bits and those of their fractions.
const FORMATS: [(FloatKind, u32, u32); 6] = [
    (FloatKind::Half, 16, 10),
    (FloatKind::BFloat, 16, 7),
    (FloatKind::Single, 32, 23),
    (FloatKind::Double, 64, 52),
    (FloatKind::X86Fp80, 80, 63),
    (FloatKind::Quad, 128, 112),
];

const NATIVE: [(FloatWidth, Kind); 2] =
    [(FloatWidth::F32, Kind::Float(32, 23)), (FloatWidth::F64, Kind::Float(64, 52))];

const ARITHMETIC: [FloatOp; 5] =
    [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem];

const MATH: [MathFn; 35] = [
    MathFn::Sqrt,
    MathFn::Fabs,
    MathFn::Floor,
    MathFn::Ceil,
    MathFn::Trunc,
    MathFn::Rint,
    MathFn::NearbyInt,
    MathFn::Round,
    MathFn::RoundEven,
    MathFn::Sin,
    MathFn::Cos,
    MathFn::Tan,
    MathFn::Asin,
    MathFn::Acos,
    MathFn::Atan,
    MathFn::Sinh,
    MathFn::Cosh,
    MathFn::Tanh,
    MathFn::Exp,
    MathFn::Exp2,
    MathFn::Exp10,
    MathFn::Log,
    MathFn::Log2,
    MathFn::Log10,
    MathFn::Pow,
    MathFn::CopySign,
    MathFn::MinNum,
    MathFn::MaxNum,
    MathFn::Minimum,
    MathFn::Maximum,
    MathFn::Atan2,
    MathFn::Ldexp,
    MathFn::Powi,
    MathFn::Fma,
    MathFn::FMulAdd,
];

/// True if a function on the rarer formats is the library's, which has none for them.
fn is_of_library(f: MathFn) -> bool {
    let is_first = MATH.iter().position(|&other| other == f).is_some_and(|i| (9..25).contains(&i));
    is_first || f == MathFn::Atan2
}

fn native(trial: Trial) -> Trial {
    let mut trial = refusable(trial);
    trial.is_native = true;
    trial
}

fn refusable(mut trial: Trial) -> Trial {
    trial.may_be_refused = true;
    trial
}

#[test]
fn arithmetic() {
    let random = &mut Rng::with_seed(40);
    for (kind, bits) in NATIVE {
        let (dst, a, b) = (DST, A, B);
        for op in [
            Op::FAdd { kind, dst, a, b },
            Op::FSub { kind, dst, a, b },
            Op::FMul { kind, dst, a, b },
            Op::FDiv { kind, dst, a, b },
            Op::FRem { kind, dst, a, b },
        ] {
            native(Trial::new(op, &[(A, bits), (B, bits)])).run(random, 60 * rounds());
        }
    }
    for (kind, width, fraction) in FORMATS {
        let bits = Kind::Float(width, fraction);
        for op in ARITHMETIC {
            let op = WideOp::Float { op, kind, dst: DST, a: A, b: B };
            refusable(Trial::wide(op, &[(A, bits), (B, bits)])).run(random, 60 * rounds());
        }
    }
}

/// Comparisons, classes and signs are never refused, but for comparisons of the x87's format.
#[test]
fn what_does_not_round() {
    let random = &mut Rng::with_seed(41);
    for (kind, bits) in NATIVE {
        Trial::new(Op::FNeg { kind, dst: DST, a: A }, &[(A, bits)]).run(random, 40 * rounds());
        for _ in 0..12 {
            let (compare, mask) = (FloatCompare(random.u8(0..16)), random.u16(0..1024));
            let operands = [(A, bits), (B, bits)];
            let op = Op::FCmp { kind, compare, dst: DST, a: A, b: B };
            Trial::new(op, &operands).run(random, 30 * rounds());
            let op = Op::FCmp { kind, compare, dst: A, a: A, b: A };
            Trial::new(op, &operands).run(random, 10 * rounds());
            let op = Op::IsFpClass { kind, mask, dst: DST, a: A };
            Trial::new(op, &operands).run(random, 30 * rounds());
        }
        for f in [MathFn::Fabs, MathFn::CopySign] {
            let op = Op::Math { f, kind, dst: DST, a: A, b: B, c: A };
            Trial::new(op, &[(A, bits), (B, bits)]).run(random, 80 * rounds());
        }
    }
    for (kind, width, fraction) in FORMATS {
        let bits = Kind::Float(width, fraction);
        Trial::wide(WideOp::FNeg { kind, dst: DST, a: A }, &[(A, bits)]).run(random, 20 * rounds());
        for _ in 0..8 {
            let compare = FloatCompare(random.u8(0..16));
            let op = WideOp::FCmp { kind, compare, dst: DST, a: A, b: B };
            let mut trial = Trial::wide(op, &[(A, bits), (B, bits)]);
            trial.may_be_refused = kind == FloatKind::X86Fp80;
            trial.run(random, 30 * rounds());
        }
        for f in [MathFn::Fabs, MathFn::CopySign] {
            let op = WideOp::Math { f, kind, dst: DST, a: A, b: B, c: A };
            Trial::wide(op, &[(A, bits), (B, bits)]).run(random, 20 * rounds());
        }
    }
}

#[test]
fn conversions() {
    let random = &mut Rng::with_seed(42);
    let dst = DST;
    for (kind, bits) in NATIVE {
        let convert = Op::FConvert { from: kind, dst, src: A };
        refusable(Trial::new(convert, &[(A, bits)])).run(random, 60 * rounds());
        for width in [1, 8, 16, 31, 32, 33, 53, 63, 64] {
            for signed in [false, true] {
                let number = Kind::Bits(width.into());
                let op = Op::FToInt { kind, signed, width, dst, src: A };
                refusable(Trial::new(op, &[(A, bits)])).run(random, 30 * rounds());
                let op = Op::FToIntSat { kind, signed, width, dst, src: A };
                refusable(Trial::new(op, &[(A, bits)])).run(random, 30 * rounds());
                let op = Op::IntToF { kind, signed, width, dst, src: A };
                refusable(Trial::new(op, &[(A, number)])).run(random, 16 * rounds());
            }
        }
    }
    for (kind, width, fraction) in FORMATS {
        let bits = Kind::Float(width, fraction);
        for (to, _, _) in FORMATS {
            let op = WideOp::FConvert { from: kind, to, dst, src: A };
            refusable(Trial::wide(op, &[(A, bits)])).run(random, 30 * rounds());
        }
        for width in [1, 8, 32, 64, 65, 100, 127, 128] {
            for signed in [false, true] {
                let op = WideOp::FToInt { kind, signed, width, dst, src: A };
                refusable(Trial::wide(op, &[(A, bits)])).run(random, 20 * rounds());
                let op = WideOp::IntToF { kind, signed, width, dst, src: A };
                let trial = Trial::wide(op, &[(A, Kind::Bits(width))]);
                refusable(trial).run(random, 12 * rounds());
            }
        }
    }
}

#[test]
fn functions() {
    let random = &mut Rng::with_seed(43);
    for f in MATH {
        let second = |bits| if f.second_is_int() { Kind::Bits(32) } else { bits };
        let third = |bits| if f.second_is_int() { Kind::Bits(32) } else { bits };
        for (kind, bits) in NATIVE {
            let op = Op::Math { f, kind, dst: DST, a: A, b: B, c: C };
            let operands = [(A, bits), (B, second(bits)), (C, bits)];
            native(Trial::new(op, &operands)).run(random, 20 * rounds());
        }
        for (kind, width, fraction) in FORMATS {
            let bits = Kind::Float(width, fraction);
            let op = WideOp::Math { f, kind, dst: DST, a: A, b: B, c: C };
            let operands = [(A, bits), (B, second(bits)), (C, third(bits))];
            if !is_of_library(f) {
                refusable(Trial::wide(op, &operands)).run(random, 30 * rounds());
            }
        }
    }
}
