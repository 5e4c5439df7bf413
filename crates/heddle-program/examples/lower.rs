//! Links bitcode files and prints the program.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use heddle_program::{Input, LinkOptions, Origin, dump, link, verify};

fn main() {
    let inputs: Vec<Input> = std::env::args()
        .skip(1)
        .map(|name| {
            let bytes = std::fs::read(&name).expect("readable");
            let module = heddle_bitcode::read(&bytes).expect("bitcode");
            Input { name, module, origin: Origin::User }
        })
        .collect();
    let inputs: Vec<&Input> = inputs.iter().collect();
    let program = link(&inputs, &LinkOptions::default()).expect("linkable");
    verify(&program).expect("a program that keeps its promises");
    let mut text = String::new();
    dump(&program, &mut text).expect("text");
    print!("{text}");
}
