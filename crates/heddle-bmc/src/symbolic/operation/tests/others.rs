//! Moves, choices and pointers.

use fastrand::Rng;
use heddle_program::{Op, Slot};

use super::kit::{A, B, C, DST, Kind, ROW, Trial};
use super::rounds;

#[test]
fn moves() {
    let random = &mut Rng::with_seed(20);
    let words: Vec<_> = (0..8).map(|i| (Slot(i), Kind::Bits(64))).collect();
    for op in [
        Op::Move { dst: DST, src: A },
        Op::Freeze { dst: DST, src: A },
        Op::PtrToInt { dst: DST, src: A },
        Op::PunToInt { dst: DST, src: A },
        Op::Undef { width: 64, dst: Slot(3), count: 4 },
        Op::Undef { width: 8, dst: DST, count: 1 },
        Op::MoveMany { dst: DST, src: A, count: 4 },
        Op::MoveMany { dst: Slot(1), src: Slot(0), count: 5 },
        Op::MoveMany { dst: Slot(0), src: Slot(1), count: 5 },
    ] {
        Trial::new(op, &words).run(random, 16 * rounds());
    }
}

#[test]
fn one_of_two() {
    let random = &mut Rng::with_seed(21);
    for _ in 0..12 {
        let [dst, a, b] = [(); 3].map(|()| Slot(random.u32(0..8)));
        let count = random.u16(1..4);
        let op = Op::Select { count, dst, condition: ROW, a, b };
        let mut words: Vec<_> = (0..10).map(|i| (Slot(i), Kind::Bits(2))).collect();
        words.push((ROW, Kind::Bits(1)));
        Trial::new(op, &words).run(random, 20 * rounds());
    }
}

#[test]
fn elements_of_a_row() {
    let random = &mut Rng::with_seed(22);
    for count in 1..=4 {
        let words = [(A, Kind::Index(count.into())), (B, Kind::Bits(64)), (ROW, Kind::Bits(64))];
        for dst in [DST, A, ROW.plus(1)] {
            let op = Op::GetElement { count, dst, base: ROW, index: A };
            Trial::new(op, &words).run(random, 16 * rounds());
        }
        for src in [B, A, ROW] {
            let op = Op::SetElement { count, base: ROW, index: A, src };
            Trial::new(op, &words).run(random, 16 * rounds());
        }
    }
}

#[test]
fn pointers() {
    let random = &mut Rng::with_seed(23);
    for pointer_bytes in [8, 4] {
        let pointer = match pointer_bytes {
            8 => Kind::Pointer,
            _ => Kind::Bits(32),
        };
        for width in [1, 8, 31, 32, 63, 64] {
            let wide = u32::from(width);
            let offset = *random.choice(&[0, 1, -1, 40, i32::MIN, i32::MAX]).unwrap_or(&0);
            let scale = *random.choice(&[0, 1, 2, 12, 1 << 20, u32::MAX]).unwrap_or(&0);
            for op in [
                Op::PtrAdd { dst: DST, base: A, offset: B },
                Op::PtrIndex { width, dst: C, base: A, index: B, scale },
                Op::PtrOffset { dst: A, base: A, offset },
            ] {
                let mut trial = Trial::new(op, &[(A, pointer), (B, Kind::Bits(wide))]);
                trial.pointer_bytes = pointer_bytes;
                trial.run(random, 20 * rounds());
            }
        }
    }
}
