//! Float operations: the host's arithmetic against `rustc_apfloat`, and both against C.

use fastrand::Rng;
use heddle_program::float::{FloatError, FloatOp, native, soft, width};
use heddle_program::{FloatCompare, FloatKind, FloatWidth, MathFn};

const OPS: [FloatOp; 5] = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem];

/// Bits of the fraction, without the leading bit that `x86_fp80` shows.
fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Single => 23,
        FloatKind::Double => 52,
        FloatKind::X86Fp80 => 63,
        FloatKind::Quad | FloatKind::PpcDouble => 112,
    }
}

/// A float of which many are close to each other, to an edge of the format, or special.
fn float(random: &mut Rng, kind: FloatKind) -> u128 {
    let fraction_bits = fraction_bits(kind);
    let shown = u32::from(kind == FloatKind::X86Fp80);
    let exponent_bits = width(kind) - 1 - shown - fraction_bits;
    let greatest = (1u128 << exponent_bits) - 1;
    let bias = greatest / 2;
    let exponent = match random.u8(0..10) {
        0 => 0,
        1 => greatest,
        2 => greatest - 1,
        3 => random.u128(0..=greatest),
        // About 1, and where integers of 64 and 128 bits end.
        4..7 => (bias - 3 + random.u128(0..7)).min(greatest),
        _ => (bias + random.u128(0..130)).min(greatest),
    };
    let ones = (1u128 << fraction_bits) - 1;
    let fraction = match random.u8(0..6) {
        0 => 0,
        1 => ones,
        2 => 1,
        3 => 1 << random.u32(0..fraction_bits),
        _ => random.u128(..) & ones,
    };
    let leading = u128::from(shown == 1 && exponent != 0) << fraction_bits;
    let sign = u128::from(random.bool()) << (width(kind) - 1);
    sign | exponent << (fraction_bits + shown) | leading | fraction
}

fn integer(random: &mut Rng) -> u128 {
    let edge = match random.u8(0..5) {
        0 => 0,
        1 => 1 << random.u32(0..128),
        _ => random.u128(..) >> random.u32(0..128),
    };
    edge.wrapping_add(random.u128(0..5)).wrapping_sub(2)
}

fn is_nan(kind: FloatKind, x: u128) -> bool {
    soft::compare(kind, x, x) == Ok(None)
}

/// Fails unless two results are the same bits, or none is a number.
#[track_caller]
fn same(kind: FloatKind, ours: u128, expected: u128, what: &dyn std::fmt::Debug) {
    let equal = ours == expected || is_nan(kind, ours) && is_nan(kind, expected);
    assert!(equal, "{what:x?} is {ours:#x}, not {expected:#x}");
}

#[test]
fn the_hosts_arithmetic_is_that_of_apfloat() {
    let random = &mut Rng::with_seed(7);
    let functions = [
        MathFn::Sqrt,
        MathFn::Fabs,
        MathFn::Floor,
        MathFn::Ceil,
        MathFn::Trunc,
        MathFn::Rint,
        MathFn::NearbyInt,
        MathFn::RoundEven,
        MathFn::Round,
        MathFn::CopySign,
        MathFn::Minimum,
        MathFn::Maximum,
        MathFn::Fma,
        MathFn::FMulAdd,
    ];
    for format in [FloatWidth::F32, FloatWidth::F64] {
        let kind = format.kind();
        for _ in 0..20_000 {
            let [a, b, c] = [(); 3].map(|()| float(random, kind));
            let [x, y, z] = [a, b, c].map(|bits| bits as u64);
            for op in OPS {
                let expected = soft::binary(op, kind, a, b).unwrap();
                same(kind, native::binary(op, format, x, y).into(), expected, &(op, kind, a, b));
            }
            for f in functions {
                let expected = soft::math(f, kind, [a, b, c]).unwrap();
                let ours = native::math(f, format, [x, y, z]);
                same(kind, ours.into(), expected, &(f, kind, a, b, c));
            }
            assert_eq!(native::compare(format, x, y), soft::compare(kind, a, b).unwrap());
            assert_eq!(u128::from(native::negate(format, x)), soft::negate(kind, a));
            let other = format.other();
            let expected = soft::convert(kind, other.kind(), a).unwrap();
            same(other.kind(), native::convert(format, other, x).into(), expected, &(kind, a));
            let number = integer(random);
            for width in [1, 7, 8, 16, 31, 32, 33, 53, 63, 64] {
                for signed in [false, true] {
                    let expected = soft::to_int(kind, signed, width, a).unwrap();
                    let ours = native::to_int(format, signed, width, x);
                    assert_eq!(ours.map(u128::from), expected, "{kind:?} {x:#x} {width} {signed}");
                    let number = number & (u128::MAX >> (128 - width));
                    let expected = soft::from_int(kind, signed, width, number).unwrap();
                    let ours = native::from_int(format, signed, width, number as u64);
                    assert_eq!(u128::from(ours), expected, "{kind:?} {number:#x} {width} {signed}");
                }
            }
        }
    }
}

/// Rust's `as` saturates as LLVM's functions do.
#[test]
fn what_is_out_of_range_saturates() {
    let random = &mut Rng::with_seed(8);
    for _ in 0..20_000 {
        let x = float(random, FloatKind::Double) as u64;
        let value = f64::from_bits(x);
        for (width, signed, unsigned) in [
            (8, u64::from(value as i8 as u8), u64::from(value as u8)),
            (16, u64::from(value as i16 as u16), u64::from(value as u16)),
            (32, u64::from(value as i32 as u32), u64::from(value as u32)),
            (64, value as i64 as u64, value as u64),
        ] {
            let ours = |signed| native::to_int_saturating(FloatWidth::F64, signed, width, x);
            assert_eq!((ours(true), ours(false)), (signed, unsigned), "{value:e}, {width} bits");
        }
    }
}

#[test]
fn each_float_is_of_one_class() {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let classes = [
        (Nan, None),
        (Nan, None),
        (Infinite, Some(true)),
        (Normal, Some(true)),
        (Subnormal, Some(true)),
        (Zero, Some(true)),
        (Zero, Some(false)),
        (Subnormal, Some(false)),
        (Normal, Some(false)),
        (Infinite, Some(false)),
    ];
    let random = &mut Rng::with_seed(9);
    for _ in 0..5_000 {
        let x = float(random, FloatKind::Double) as u64;
        let value = f64::from_bits(x);
        let is = |bit: usize| native::is_class(FloatWidth::F64, x, 1 << bit);
        let of: Vec<usize> = (0..classes.len()).filter(|&bit| is(bit)).collect();
        let [only] = of[..] else { panic!("{value:e} is of the classes {of:?}") };
        let (category, negative) = classes[only];
        assert_eq!(category, value.classify());
        assert!(negative.is_none_or(|negative| negative == value.is_sign_negative()));
    }
    assert!(native::is_class(FloatWidth::F32, 0x7f80_0001, 1));
    assert!(native::is_class(FloatWidth::F32, 0x7fc0_0000, 2));
}

#[test]
fn zeros_have_an_order_in_minimum_and_maximum_only() {
    let (minus, plus) = ((-0.0f64).to_bits(), 0.0f64.to_bits());
    for operands in [[minus, plus, 0], [plus, minus, 0]] {
        assert_eq!(native::math(MathFn::Minimum, FloatWidth::F64, operands), minus);
        assert_eq!(native::math(MathFn::Maximum, FloatWidth::F64, operands), plus);
    }
    let order = native::compare(FloatWidth::F64, minus, plus);
    assert!(FloatCompare(FloatCompare::EQUAL).holds(order));
    assert!(!FloatCompare(FloatCompare::LESS | FloatCompare::UNORDERED).holds(order));
}

/// `ldexp` rounds once, below the normal range as well.
#[test]
fn a_scaled_number_is_rounded_once() {
    // In two steps, the last digits become 23 / 4, about 6, and 6 / 4, about 2.
    let x = 0x0030_0000_0000_0017;
    let ours = native::math(MathFn::Ldexp, FloatWidth::F64, [x, -6i32 as u32 as u64, 0]);
    let exact = f64::from_bits(x) * 2f64.powi(-6);
    assert_eq!(ours, exact.to_bits());
}

#[test]
fn what_has_no_definition_is_said() {
    let pair = soft::binary(FloatOp::Add, FloatKind::PpcDouble, 0, 0).unwrap_err();
    assert_eq!(pair.to_string(), "a float that is a pair of doubles");
    let (function, kind) = (MathFn::Sin, FloatKind::Quad);
    let error = soft::math(function, kind, [0; 3]).unwrap_err();
    assert_eq!(error, FloatError::NoFunction { function, kind });
    assert_eq!(error.to_string(), "the function sin on Quad floats");
}

/// The operands of a line, as `sources/floats.c` reads them.
struct Line {
    number: u128,
    double: [u128; 2],
    extended: [u128; 2],
    quad: [u128; 2],
}

impl Line {
    fn new(random: &mut Rng) -> Line {
        let mut pair = |kind| [float(random, kind), float(random, kind)];
        let double = pair(FloatKind::Double);
        let (extended, quad) = (pair(FloatKind::X86Fp80), pair(FloatKind::Quad));
        Line { number: integer(random), double, extended, quad }
    }

    fn text(&self) -> String {
        let numbers = [&[self.number][..], &self.double, &self.extended, &self.quad].concat();
        let words =
            numbers.iter().map(|n| format!("{:x} {:x} ", n >> 64, n & u128::from(u64::MAX)));
        words.chain(["\n".to_owned()]).collect()
    }

    /// The format and the bits of the result that has this name.
    fn result(&self, format: &str, name: &str) -> (Option<FloatKind>, u128) {
        let (kind, [x, y]) = match format {
            "double" => (FloatKind::Double, self.double),
            "extended" => (FloatKind::X86Fp80, self.extended),
            _ => (FloatKind::Quad, self.quad),
        };
        let number = self.number;
        let by = (number % 2300) as i32 - 1150;
        let math = |f, others| {
            let operands = [x, others, x];
            let bits = match kind {
                FloatKind::Double => {
                    native::math(f, FloatWidth::F64, operands.map(|bits| bits as u64)).into()
                }
                _ => soft::math(f, kind, operands).unwrap(),
            };
            (Some(kind), bits)
        };
        let arithmetic = |op| (Some(kind), soft::binary(op, kind, x, y).unwrap());
        let converted = |to| (Some(to), soft::convert(kind, to, x).unwrap());
        let holds = |outcome| {
            let order = soft::compare(kind, x, y).unwrap();
            (None, FloatCompare(outcome).holds(order).into())
        };
        let of_integer = |signed, width| {
            let number = number & (u128::MAX >> (128 - width));
            (Some(kind), soft::from_int(kind, signed, width, number).unwrap())
        };
        match name {
            "add" => arithmetic(FloatOp::Add),
            "sub" => arithmetic(FloatOp::Sub),
            "mul" => arithmetic(FloatOp::Mul),
            "div" => arithmetic(FloatOp::Div),
            "rem" => arithmetic(FloatOp::Rem),
            "less" => holds(FloatCompare::LESS),
            "equal" => holds(FloatCompare::EQUAL),
            "single" => converted(FloatKind::Single),
            "double" => converted(FloatKind::Double),
            "extended" => converted(FloatKind::X86Fp80),
            "quad" => converted(FloatKind::Quad),
            "i64" => (None, soft::to_int(kind, true, 64, x).unwrap().expect("it is in range")),
            "of_i64" => of_integer(true, 64),
            "of_u64" => of_integer(false, 64),
            "of_i128" => of_integer(true, 128),
            "sqrt" => math(MathFn::Sqrt, y),
            "floor" => math(MathFn::Floor, y),
            "ceil" => math(MathFn::Ceil, y),
            "rint" => math(MathFn::Rint, y),
            "round" => math(MathFn::Round, y),
            "fma" => math(MathFn::Fma, y),
            "ldexp" => math(MathFn::Ldexp, u128::from(by as u32)),
            "sin" => math(MathFn::Sin, y),
            "pow" => math(MathFn::Pow, y),
            "log10" => math(MathFn::Log10, y),
            other => panic!("{other} is not computed here"),
        }
    }
}

/// `long double` is `x86_fp80` on this processor only.
#[cfg(target_arch = "x86_64")]
#[test]
fn results_are_those_of_c() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().expect("a temporary directory");
    let (source, program) = (directory.path().join("floats.c"), directory.path().join("floats"));
    std::fs::write(&source, include_str!("sources/floats.c")).expect("written");
    let compiled = Command::new(heddle_testkit::clang::newest())
        .args(["-O0", "-ffp-contract=off", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .status();
    assert!(compiled.is_ok_and(|status| status.success()), "clang compiles the program");

    let random = &mut Rng::with_seed(10);
    let lines: Vec<Line> = (0..2_000).map(|_| Line::new(random)).collect();
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let text: String = lines.iter().map(Line::text).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");

    let mut of_line = 0;
    let mut compared = 0;
    for result in String::from_utf8(output.stdout).expect("text").lines() {
        let [format, name, bits] = result.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{result} is no result");
        };
        // Each line of input begins with the same result.
        if (format, name) == ("double", "add") {
            of_line += 1;
        }
        let line = &lines[of_line - 1];
        let theirs = u128::from_str_radix(bits, 16).expect("hexadecimal");
        let (kind, ours) = line.result(format, name);
        match kind {
            Some(kind) => same(kind, ours, theirs, &(format, name, line.text())),
            None => assert_eq!(ours, theirs, "{format} {name} of {}", line.text()),
        }
        compared += 1;
    }
    assert_eq!(of_line, lines.len());
    assert!(compared > 50 * lines.len(), "only {compared} results");
}
