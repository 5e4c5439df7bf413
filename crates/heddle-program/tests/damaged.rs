//! Damaged bitcode gives an error or a program, never a panic.

use fastrand::Rng;
use heddle_program::{Input, LinkOptions, Origin, link};
use heddle_testkit::clang::compile_bytes;

#[test]
fn flipped_bits() {
    let rounds = match std::env::var("HEDDLE_ROUNDS") {
        Ok(rounds) => rounds.parse().expect("a number of rounds"),
        Err(_) => 300,
    };
    let sources = [
        (include_str!("sources/memory.c"), "-O0"),
        (include_str!("sources/control.c"), "-O1"),
        (include_str!("sources/arithmetic.c"), "-O0"),
        (include_str!("sources/vectors.c"), "-O3"),
    ];
    let mut numbers = Rng::with_seed(1);
    for (source, level) in sources {
        let bytes = compile_bytes(source, &[level, "-g"]);
        let mut linked = 0;
        for _ in 0..rounds {
            let mut damaged = bytes.clone();
            for _ in 0..1 + numbers.usize(..3) {
                let byte = numbers.usize(..damaged.len());
                damaged[byte] ^= 1 << numbers.usize(..8);
            }
            if let Ok(module) = heddle_bitcode::read(&damaged) {
                let input = Input { name: "a.bc".into(), module, origin: Origin::User };
                linked += usize::from(link(&[&input], &LinkOptions::default()).is_ok());
            }
        }
        assert!(linked > 0, "some damage should not matter");
    }
}
