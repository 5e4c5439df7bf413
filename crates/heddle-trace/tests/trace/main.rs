//! Stories of small programs, from C to text.

mod kit;

use heddle_trace::render::{TextOptions, text};

const RACE: &str = include_str!("../../../../examples/simple_race.c");
const DEADLOCK: &str = include_str!("../../../../examples/deadly_embrace.c");

#[test]
fn race() {
    let trace = kit::program(RACE).trace();
    println!("{}", text(&trace, &TextOptions::default()));
}
#[test]
fn deadlock() {
    let trace = kit::program(DEADLOCK).trace();
    println!("{}", text(&trace, &TextOptions::default()));
}
