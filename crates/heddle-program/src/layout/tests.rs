//! Against the numbers that clang prints.

use heddle_bitcode::{Constant, Module, Type};

use super::*;
use heddle_testkit::clang::compile;

/// Each structure is a global `s<n>`; its numbers are the array `n<n>`: size,
/// alignment, then the offsets of its fields.
const SOURCE: &str = "
#define AT(s, f) __builtin_offsetof(struct s, f)
struct s0 { char a; int b; char c; double d; char e; } s0;
unsigned n0[] = { sizeof s0, _Alignof(struct s0), AT(s0, a), AT(s0, b), AT(s0, c), AT(s0, d), AT(s0, e) };
struct s1 { char a; long long b; short c; void *d; } s1;
unsigned n1[] = { sizeof s1, _Alignof(struct s1), AT(s1, a), AT(s1, b), AT(s1, c), AT(s1, d) };
struct s2 { char a; long double b; } s2;
unsigned n2[] = { sizeof s2, _Alignof(struct s2), AT(s2, a), AT(s2, b) };
struct __attribute__((packed)) s3 { char a; int b; long long c; } s3;
unsigned n3[] = { sizeof s3, _Alignof(struct s3), AT(s3, a), AT(s3, b), AT(s3, c) };
struct s4 { short a; struct s0 b; char c[3]; float d[2]; } s4;
unsigned n4[] = { sizeof s4, _Alignof(struct s4), AT(s4, a), AT(s4, b), AT(s4, c), AT(s4, d) };
typedef int v4 __attribute__((vector_size(16)));
struct s5 { char a; v4 b; _Bool c; } s5;
unsigned n5[] = { sizeof s5, _Alignof(struct s5), AT(s5, a), AT(s5, b), AT(s5, c) };
";

fn numbers(module: &Module, name: &str) -> Vec<u64> {
    let global = module.globals.values().find(|global| global.symbol.name == name);
    let init = global.and_then(|global| global.init).expect("the numbers are there");
    match &module.constants[init] {
        Constant::Data(numbers) => numbers.clone(),
        other => panic!("numbers are {other:?}"),
    }
}

fn check(flags: &[&str]) {
    let module = compile(SOURCE, flags);
    let layout = Layout::new(&module).expect("the types have layouts");
    for number in 0..6 {
        let expected = numbers(&module, &format!("n{number}"));
        let name = format!("s{number}");
        let global = module.globals.values().find(|global| global.symbol.name == name);
        let ty = global.expect("the variable is there").ty;
        let info = layout.of(ty);
        let fields = match layout.ty(ty) {
            Type::Struct { fields, .. } => fields.len(),
            other => panic!("{name} is {other:?}"),
        };
        assert_eq!(info.size, expected[0], "size of {name} {flags:?}");
        assert_eq!(u64::from(info.align), expected[1], "alignment of {name} {flags:?}");
        // clang may append padding as a field of its own.
        assert!(fields >= expected.len() - 2);
        assert_eq!(info.offsets[..expected.len() - 2], expected[2..], "fields of {name} {flags:?}");
    }
}

#[test]
fn x86_64() {
    check(&["-m64"]);
}

#[test]
fn i386() {
    check(&["-m32"]);
}

#[test]
fn slots_follow_the_bytes() {
    let module = compile("struct { char a; long double b; __int128 c; void *d[2]; } s;", &["-m64"]);
    let layout = Layout::new(&module).expect("the types have layouts");
    let ty = module.globals.values().next().expect("a variable").ty;
    assert_eq!(layout.of(ty).slots, 7);
    let mut parts = Vec::new();
    layout.parts(ty, 0, &mut parts);
    let places: Vec<_> = parts.iter().map(|part| (part.bit_offset / 8, part.width)).collect();
    assert_eq!(places, [(0, 8), (16, 64), (24, 16), (32, 64), (40, 64), (48, 64), (56, 64)]);
    assert_eq!(parts.iter().filter(|part| part.pointer).count(), 2);
}
