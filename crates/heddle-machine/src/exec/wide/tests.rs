//! Wide operations against native ones: integers of 128 bits, floats of the formats
//! that the host has too.

use heddle_program::float::FloatOp;
use heddle_program::{
    BinaryOp, FloatCompare, FloatKind, IntBinary, IntPredicate, IntUnary, MathFn, Overflowing,
    Slot, WideOp, Wrap,
};
use proptest::prelude::*;

use super::evaluate;
use crate::fault::Fault;
use crate::value::Word;

const A: Slot = Slot(0);
const B: Slot = Slot(4);
const C: Slot = Slot(8);
const DST: Slot = Slot(12);
const WRAPS: Wrap = Wrap(0);

/// Makes an operation on operands of up to four words.
fn make(op: WideOp, operands: &[&[Word]], checks: bool) -> Result<Vec<Word>, Fault> {
    let mut slots = vec![Word::new(0); 16];
    for (i, words) in operands.iter().enumerate() {
        slots[4 * i..4 * i + words.len()].copy_from_slice(words);
    }
    evaluate(op, &slots, checks).map(|(dst, words)| {
        assert_eq!(dst, DST);
        words
    })
}

fn pair(number: u128) -> [Word; 2] {
    [Word::new(number as u64), Word::new((number >> 64) as u64)]
}

fn value(words: &[Word]) -> u128 {
    assert!(words.iter().all(|word| word.is_defined()), "{words:?} is defined");
    words.iter().rev().fold(0, |value, word| value << 64 | u128::from(word.bits))
}

fn int(op: BinaryOp, a: u128, b: u128, checks: bool) -> Result<u128, Fault> {
    let wrap = Wrap(Wrap::NSW);
    let op = WideOp::Int { op, wrap, width: 128, dst: DST, a: A, b: B };
    make(op, &[&pair(a), &pair(b)], checks).map(|words| value(&words))
}

/// Numbers of which many are close to an edge.
fn number() -> impl Strategy<Value = u128> {
    let edges = prop_oneof![
        Just(0u128),
        Just(1 << 64),
        Just(1 << 127),
        any::<u64>().prop_map(u128::from),
        any::<u128>(),
    ];
    (edges, -2i8..=2).prop_map(|(edge, by)| edge.wrapping_add(by as u128))
}

proptest! {
    #[test]
    fn arithmetic_is_native_arithmetic(a in number(), b in number()) {
        let (sa, sb) = (a as i128, b as i128);
        let by = (b % 128) as u32;
        let mut cases = vec![
            (BinaryOp::Add, b, a.wrapping_add(b)),
            (BinaryOp::Sub, b, a.wrapping_sub(b)),
            (BinaryOp::Mul, b, a.wrapping_mul(b)),
            (BinaryOp::And, b, a & b),
            (BinaryOp::Or, b, a | b),
            (BinaryOp::Xor, b, a ^ b),
            (BinaryOp::Shl, by.into(), a << by),
            (BinaryOp::LShr, by.into(), a >> by),
            (BinaryOp::AShr, by.into(), (sa >> by) as u128),
        ];
        if b != 0 {
            cases.push((BinaryOp::UDiv, b, a / b));
            cases.push((BinaryOp::URem, b, a % b));
            cases.push((BinaryOp::SDiv, b, sa.wrapping_div(sb) as u128));
            cases.push((BinaryOp::SRem, b, sa.wrapping_rem(sb) as u128));
        }
        for (op, b, expected) in cases {
            prop_assert_eq!(int(op, a, b, false), Ok(expected), "{:?}", op);
        }
    }

    #[test]
    fn signed_overflow_is_found_if_it_is_looked_for(a in number(), b in number()) {
        let (sa, sb) = (a as i128, b as i128);
        for (op, exact) in [
            (BinaryOp::Add, sa.checked_add(sb)),
            (BinaryOp::Sub, sa.checked_sub(sb)),
            (BinaryOp::Mul, sa.checked_mul(sb)),
        ] {
            prop_assert_eq!(int(op, a, b, true).ok(), exact.map(|exact| exact as u128));
        }
    }

    #[test]
    fn flags_and_saturation_are_native(a in number(), b in number()) {
        let (sa, sb) = (a as i128, b as i128);
        let native = |(result, flag): (i128, bool)| (result as u128, flag);
        for (op, expected) in [
            (Overflowing::SAdd, native(sa.overflowing_add(sb))),
            (Overflowing::SSub, native(sa.overflowing_sub(sb))),
            (Overflowing::SMul, native(sa.overflowing_mul(sb))),
            (Overflowing::UAdd, a.overflowing_add(b)),
            (Overflowing::USub, a.overflowing_sub(b)),
            (Overflowing::UMul, a.overflowing_mul(b)),
        ] {
            let op = WideOp::Overflowing { op, width: 128, dst: DST, a: A, b: B };
            let words = make(op, &[&pair(a), &pair(b)], false).unwrap();
            prop_assert_eq!((value(&words[..2]), words[2].bits == 1), expected, "{:?}", op);
        }
        for (op, expected) in [
            (IntBinary::SMax, sa.max(sb) as u128),
            (IntBinary::SMin, sa.min(sb) as u128),
            (IntBinary::UMax, a.max(b)),
            (IntBinary::UMin, a.min(b)),
            (IntBinary::SAddSat, sa.saturating_add(sb) as u128),
            (IntBinary::SSubSat, sa.saturating_sub(sb) as u128),
            (IntBinary::UAddSat, a.saturating_add(b)),
            (IntBinary::USubSat, a.saturating_sub(b)),
            (IntBinary::SCmp, sa.cmp(&sb) as i128 as u128),
            (IntBinary::UCmp, a.cmp(&b) as i128 as u128),
        ] {
            let op = WideOp::Binary { op, width: 128, dst: DST, a: A, b: B };
            let words = make(op, &[&pair(a), &pair(b)], false).unwrap();
            prop_assert_eq!(value(&words), expected, "{:?}", op);
        }
    }

    #[test]
    fn functions_and_comparisons_are_native(a in number(), b in number(), by in 0u32..300) {
        let (sa, sb) = (a as i128, b as i128);
        for (op, expected) in [
            (IntUnary::Ctpop, a.count_ones().into()),
            (IntUnary::Ctlz, a.leading_zeros().into()),
            (IntUnary::Cttz, a.trailing_zeros().into()),
            (IntUnary::Bswap, a.swap_bytes()),
            (IntUnary::BitReverse, a.reverse_bits()),
            (IntUnary::Abs, sa.wrapping_abs() as u128),
        ] {
            let op = WideOp::Unary { op, width: 128, dst: DST, a: A };
            prop_assert_eq!(value(&make(op, &[&pair(a)], false).unwrap()), expected, "{:?}", op);
        }
        for (predicate, expected) in [
            (IntPredicate::Eq, a == b),
            (IntPredicate::Ne, a != b),
            (IntPredicate::Ugt, a > b),
            (IntPredicate::Ule, a <= b),
            (IntPredicate::Slt, sa < sb),
            (IntPredicate::Sge, sa >= sb),
        ] {
            let op = WideOp::ICmp { predicate, width: 128, dst: DST, a: A, b: B };
            let words = make(op, &[&pair(a), &pair(b)], false).unwrap();
            prop_assert_eq!(value(&words), u128::from(expected), "{:?}", op);
        }
        // Two times the same number, shifted, is that number turned round.
        for (left, expected) in [(true, a.rotate_left(by)), (false, a.rotate_right(by))] {
            let op = WideOp::FunnelShift { left, width: 128, dst: DST, a: A, b: B, by: C };
            let words = make(op, &[&pair(a), &pair(a), &pair(by.into())], false).unwrap();
            prop_assert_eq!(value(&words), expected);
        }
    }

    #[test]
    fn doubles_are_native_doubles(a: f64, b: f64, c: f64) {
        let double = |bits: f64| [Word::new(bits.to_bits())];
        let (kind, dst) = (FloatKind::Double, DST);
        for (op, expected) in [
            (FloatOp::Add, a + b),
            (FloatOp::Sub, a - b),
            (FloatOp::Mul, a * b),
            (FloatOp::Div, a / b),
            (FloatOp::Rem, a % b),
        ] {
            let op = WideOp::Float { op, kind, dst, a: A, b: B };
            let words = make(op, &[&double(a), &double(b)], false).unwrap();
            same(f64::from_bits(words[0].bits), expected)?;
        }
        for (f, expected) in [
            (MathFn::Sqrt, a.sqrt()),
            (MathFn::Fabs, a.abs()),
            (MathFn::Floor, a.floor()),
            (MathFn::Ceil, a.ceil()),
            (MathFn::Trunc, a.trunc()),
            (MathFn::Rint, a.round_ties_even()),
            (MathFn::Round, a.round()),
            (MathFn::CopySign, a.copysign(b)),
            (MathFn::MinNum, a.min(b)),
            (MathFn::MaxNum, a.max(b)),
            (MathFn::Fma, a.mul_add(b, c)),
            (MathFn::FMulAdd, a * b + c),
        ] {
            let op = WideOp::Math { f, kind, dst, a: A, b: B, c: C };
            let words = make(op, &[&double(a), &double(b), &double(c)], false).unwrap();
            same(f64::from_bits(words[0].bits), expected)?;
        }
        let op = WideOp::FConvert { from: kind, to: FloatKind::Single, dst, src: A };
        let words = make(op, &[&double(a)], false).unwrap();
        same(f32::from_bits(words[0].bits as u32).into(), (a as f32).into())?;
    }

    #[test]
    fn integers_become_floats_and_back_as_native(a in number(), exponent in 0u32..140) {
        let single = |words: &[Word]| f32::from_bits(words[0].bits as u32);
        let double = |words: &[Word]| f64::from_bits(words[0].bits);
        for (signed, as_single, as_double) in
            [(true, a as i128 as f32, a as i128 as f64), (false, a as f32, a as f64)]
        {
            let convert = |kind| {
                let op = WideOp::IntToF { kind, signed, width: 128, dst: DST, src: A };
                make(op, &[&pair(a)], false).unwrap()
            };
            prop_assert_eq!(single(&convert(FloatKind::Single)), as_single);
            prop_assert_eq!(double(&convert(FloatKind::Double)), as_double);
        }
        let float = a as u64 as f64 * 2f64.powi(exponent as i32 - 70);
        for float in [float, -float] {
            let convert = |signed| {
                let (kind, width) = (FloatKind::Double, 128);
                let op = WideOp::FToInt { kind, signed, width, dst: DST, src: A };
                let words = make(op, &[&[Word::new(float.to_bits())]], false).unwrap();
                words.iter().all(|word| word.is_defined()).then(|| value(&words))
            };
            // Native conversions saturate, so only what stays below the bound counts.
            let limit = 2f64.powi(127);
            let expected = (-limit..limit).contains(&float).then_some(float as i128 as u128);
            prop_assert_eq!(convert(true), expected);
            let expected = (float > -1.0 && float < 2.0 * limit).then_some(float as u128);
            prop_assert_eq!(convert(false), expected);
        }
    }

    #[test]
    fn wider_formats_hold_doubles_exactly(a in -(1i64 << 26)..1 << 26, b in 1i64..1 << 26) {
        let (x, y) = (a as f64 / 1024.0, b as f64 / 1024.0);
        for kind in [FloatKind::X86Fp80, FloatKind::Quad] {
            let wide = |value| convert(FloatKind::Double, kind, &[Word::new(f64::to_bits(value))]);
            for (op, expected) in
                [(FloatOp::Add, x + y), (FloatOp::Sub, x - y), (FloatOp::Mul, x * y)]
            {
                let op = WideOp::Float { op, kind, dst: DST, a: A, b: B };
                let result = make(op, &[&wide(x), &wide(y)], false).unwrap();
                prop_assert_eq!(&result, &wide(expected));
                let op = WideOp::Float { op: FloatOp::Div, kind, dst: DST, a: A, b: B };
                prop_assert_eq!(make(op, &[&wide(x * y), &wide(y)], false).unwrap(), wide(x));
                let (f, a) = (MathFn::Sqrt, wide(x * x));
                let op = WideOp::Math { f, kind, dst: DST, a: A, b: A, c: A };
                prop_assert_eq!(make(op, &[&a], false).unwrap(), wide(x.abs()));
                let (compare, dst) = (FloatCompare(FloatCompare::LESS), DST);
                let op = WideOp::FCmp { kind, compare, dst, a: A, b: B };
                let less = make(op, &[&wide(x), &wide(y)], false).unwrap();
                prop_assert_eq!(less[0].bits == 1, x < y);
            }
        }
    }
}

/// Equal, where all that is not a number is equal.
fn same(ours: f64, native: f64) -> Result<(), TestCaseError> {
    let equal = ours.to_bits() == native.to_bits()
        || ours.is_nan() && native.is_nan()
        // Which zero is the smaller one is not said.
        || ours == 0.0 && native == 0.0;
    prop_assert!(equal, "{ours:e} is not {native:e}");
    Ok(())
}

fn convert(from: FloatKind, to: FloatKind, words: &[Word]) -> Vec<Word> {
    make(WideOp::FConvert { from, to, dst: DST, src: A }, &[words], false).unwrap()
}

#[test]
fn every_half_survives_every_other_format() {
    for bits in 0..=u16::MAX {
        let half = [Word::new(bits.into())];
        let is_nan = bits & 0x7fff > 0x7c00;
        for kind in [FloatKind::Single, FloatKind::Double, FloatKind::X86Fp80, FloatKind::Quad] {
            let back = convert(kind, FloatKind::Half, &convert(FloatKind::Half, kind, &half));
            assert!(back == half || is_nan, "{bits:#x} became {back:?}");
        }
        // The value, from its definition.
        let (sign, field, fraction) = (bits >> 15, bits >> 10 & 31, f64::from(bits & 1023));
        let magnitude = match field {
            31 => continue,
            0 => fraction * 2f64.powi(-24),
            _ => (1024.0 + fraction) * 2f64.powi(i32::from(field) - 25),
        };
        let expected = if sign == 1 { -magnitude } else { magnitude };
        let double = convert(FloatKind::Half, FloatKind::Double, &half);
        assert_eq!(double[0].bits, expected.to_bits());
    }
}

#[test]
fn a_bfloat_is_the_upper_half_of_a_single() {
    for upper in 0..=0xff80u64 {
        for lower in [0u64, 0x7fff, 0x8000, 0x8001] {
            let bits = upper << 16 | lower;
            if bits & 0x7fff_ffff > 0x7f80_0000 {
                continue;
            }
            let rounded = (bits + 0x7fff + (upper & 1)) >> 16;
            let ours = convert(FloatKind::Single, FloatKind::BFloat, &[Word::new(bits)]);
            assert_eq!(ours[0].bits, rounded, "{bits:#x}");
        }
    }
}

#[test]
fn roots_of_two_are_rounded_correctly() {
    for (kind, two, root) in [
        (FloatKind::X86Fp80, 0x4000_8000_0000_0000_0000, 0x3fff_b504_f333_f9de_6484),
        (FloatKind::Quad, 0x4000 << 112, 0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95),
        (FloatKind::Half, 0x4000, 0x3da8),
    ] {
        let op = WideOp::Math { f: MathFn::Sqrt, kind, dst: DST, a: A, b: A, c: A };
        assert_eq!(value(&make(op, &[&pair(two)], false).unwrap()), root, "{kind:?}");
    }
}

#[test]
fn bitint_of_200_bits() {
    let words = |top: u64| [Word::new(0), Word::new(0), Word::new(0), Word::new(top)];
    let op = WideOp::Int { op: BinaryOp::Add, wrap: WRAPS, width: 200, dst: DST, a: A, b: B };
    let sum = make(op, &[&words(0xff), &words(2)], false).unwrap();
    assert_eq!(sum, words(1));
    let op = WideOp::Resize { signed: true, from: 200, to: 65, dst: DST, src: A };
    assert_eq!(make(op, &[&words(0x80)], false).unwrap(), [Word::new(0), Word::new(0)]);
    // Halfway between two doubles and a little more, far below: it is rounded up.
    let mut odd = words(1);
    (odd[2], odd[0]) = (Word::new(1 << 11), Word::new(1));
    let (kind, signed) = (FloatKind::Double, false);
    let op = WideOp::IntToF { kind, signed, width: 200, dst: DST, src: A };
    let expected = 2f64.powi(192) * (1.0 + f64::EPSILON);
    assert_eq!(make(op, &[&odd], false).unwrap()[0].bits, expected.to_bits());
    let op = WideOp::FToInt { kind, signed, width: 200, dst: DST, src: A };
    let back = make(op, &[&[Word::new(expected.to_bits())]], false).unwrap();
    assert_eq!(back, [Word::new(0), Word::new(0), Word::new(1 << 12), Word::new(1)]);
}

#[test]
fn undefined_bits_stay_where_they_are() {
    let (open, nobody) = (Word { bits: 0xff, undef: 0xff }, Word::uninitialized(64));
    let a = [open, Word::new(5)];
    let int = |op, b| {
        let op = WideOp::Int { op, wrap: WRAPS, width: 128, dst: DST, a: A, b: B };
        make(op, &[&a, &pair(b)], false).unwrap()
    };
    assert_eq!(int(BinaryOp::And, 0xff << 64 | 0xf0)[0], Word { bits: 0xf0, undef: 0xf0 });
    assert_eq!(int(BinaryOp::And, 0xff << 64)[1], Word::new(5));
    assert_eq!(int(BinaryOp::Shl, 60)[1], Word { bits: 5 << 60 | 0xf, undef: 0xf });
    assert_eq!(int(BinaryOp::LShr, 64), pair(5));
    assert_eq!(int(BinaryOp::Add, 1), [Word::input(64); 2]);
    let wide = WideOp::Resize { signed: true, from: 66, to: 130, dst: DST, src: A };
    let words = make(wide, &[&[Word::new(7), Word::uninitialized(2)]], false).unwrap();
    assert_eq!(words, [Word::new(7), nobody, Word::uninitialized(2)]);
    let equal = |b| {
        let (predicate, width) = (IntPredicate::Eq, 128);
        let op = WideOp::ICmp { predicate, width, dst: DST, a: A, b: B };
        make(op, &[&a, &pair(b)], false).unwrap()[0]
    };
    assert_eq!(equal(4 << 64), Word::new(0));
    assert_eq!(equal(5 << 64), Word::input(1));
    let (op, kind) = (FloatOp::Add, FloatKind::X86Fp80);
    let sum = WideOp::Float { op, kind, dst: DST, a: A, b: B };
    assert_eq!(make(sum, &[&a, &pair(0)], false), Ok(vec![Word::input(64), Word::input(16)]));
}

#[test]
fn divisions_that_go_wrong() {
    let message = |fault| match fault {
        Err(Fault::Bug { finding, .. }) => finding.to_string(),
        other => panic!("{other:?} is no bug"),
    };
    assert_eq!(message(int(BinaryOp::SDiv, 1, 0, false)), "division by zero");
    let least = 1 << 127;
    assert_eq!(int(BinaryOp::SDiv, least, u128::MAX, false), Ok(least));
    assert!(message(int(BinaryOp::SDiv, least, u128::MAX, true)).contains("by -1"));
    assert!(message(int(BinaryOp::Shl, 1, 128, true)).contains("shift by 128 bits"));
    assert!(message(int(BinaryOp::Shl, 1, 127, true)).contains("left shift"));
    let op = WideOp::Int { op: BinaryOp::URem, wrap: WRAPS, width: 70, dst: DST, a: A, b: B };
    let open = make(op, &[&pair(1), &[Word::new(1), Word::input(6)]], false);
    assert_eq!(open, Err(Fault::OpenValue { input: true, what: "a division" }));
}

#[test]
fn what_x86_invents_has_its_sign_set() {
    let (op, kind) = (FloatOp::Div, FloatKind::X86Fp80);
    let op = WideOp::Float { op, kind, dst: DST, a: A, b: B };
    let words = make(op, &[&pair(0), &pair(0)], false).unwrap();
    assert_eq!(value(&words), 0xffff_c000_0000_0000_0000);
}
