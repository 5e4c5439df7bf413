//! Everything that clang makes of many sources is lowered, and keeps its promises.

use heddle_program::{Input, LinkOptions, Op, Origin, Program, link, verify};
use heddle_testkit::clang::{compile_with, installed};

fn program(clang: &str, source: &str, flags: &[&str]) -> Program {
    let module = compile_with(clang, source, flags);
    let input = Input { name: "test.c".into(), module, origin: Origin::User };
    link(&[&input], &LinkOptions::default()).expect("the program links")
}

fn check_all(name: &str, source: &str, unsupported: &[&str], more: &[&str]) {
    for clang in installed() {
        for model in ["-m64", "-m32"] {
            for level in ["-O0", "-O1", "-O2", "-O3"] {
                let mut flags = vec![model, level, "-g", "-fno-pic"];
                flags.extend(more);
                let program = program(&clang, source, &flags);
                if let Err(what) = verify(&program) {
                    panic!("{name} with {clang} {flags:?}: {what}");
                }
                let code = program.functions.values().flat_map(|function| &function.code);
                let reached = code.filter_map(|op| match op {
                    Op::Unsupported { id } => Some(&program.unsupported[*id]),
                    _ => None,
                });
                let strange: Vec<_> = reached
                    .filter(|what| !unsupported.iter().any(|known| what.contains(known)))
                    .collect();
                assert!(strange.is_empty(), "{name} with {clang} {flags:?}: {strange:?}");
            }
        }
    }
}

macro_rules! sources {
    ($($name:ident: $file:literal $unsupported:expr, $more:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check_all($file, include_str!(concat!("sources/", $file)), &$unsupported, &$more);
            }
        )*
    };
}

sources! {
    arithmetic: "arithmetic.c" [], [];
    memory: "memory.c" [], [];
    control: "control.c" [], [];
    atomics: "atomics.c" [], [];
    vectors: "vectors.c" [], [];
    assembly: "assembly.c" ["inline assembly `cpuid`"], [];
    classes: "classes.cpp" [], ["-std=c++17"];
}
