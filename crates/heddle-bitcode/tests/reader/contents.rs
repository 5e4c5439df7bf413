//! Parts of modules that the comparison with text does not show.

use heddle_bitcode::{DiNode, DiType, Function, Module, Opcode, Type, Value, read};
use heddle_testkit::clang::{self, TESTED};

fn compile(version: u32, code: &str, options: &[&str]) -> Vec<u8> {
    let options = [&["-std=gnu17"], options].concat();
    clang::bitcode(&format!("clang-{version}"), "source.c", code, &options)
}

fn module(version: u32, code: &str, options: &[&str]) -> Module {
    let bytes = compile(version, code, options);
    read(&bytes).unwrap_or_else(|error| panic!("clang {version}: {error}"))
}

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    module
        .functions
        .values()
        .find(|function| function.symbol.name == name)
        .unwrap_or_else(|| panic!("{name} should be there"))
}

#[test]
fn targets_differ_in_their_layout() {
    for version in TESTED {
        let lp64 = module(version, "long x; int main() { return (int)x; }", &[]);
        assert!(lp64.producer.starts_with(&format!("LLVM{version}.")));
        assert!(lp64.triple.starts_with("x86_64"));
        assert_eq!(lp64.layout.pointer_bytes, 8);
        assert_eq!(lp64.layout.stack_align, 16);
        assert!(lp64.layout.int_aligns.contains(&(64, 8)));
        let ilp32 = module(version, "long x; int main() { return (int)x; }", &["-m32"]);
        assert!(ilp32.triple.starts_with("i386"));
        assert_eq!(ilp32.layout.pointer_bytes, 4);
        assert_eq!(ilp32.layout.pointer_align, 4);
        assert!(ilp32.layout.int_aligns.contains(&(64, 4)));
        assert!(ilp32.layout.float_aligns.contains(&(80, 4)));
        assert_eq!(ilp32.types[ilp32.globals.values().next().unwrap().ty], Type::Int(32));
    }
}

#[test]
fn a_wrapper_around_bitcode_is_looked_through() {
    let bytes = compile(TESTED[2], "int main() { return 3; }", &["-g"]);
    let mut wrapped = Vec::new();
    for word in [0x0B17_C0DEu32, 0, 20, bytes.len() as u32, 0x0100_0007] {
        wrapped.extend(word.to_le_bytes());
    }
    wrapped.extend(&bytes);
    wrapped.extend([0; 12]);
    let (plain, inner) = (read(&bytes).unwrap(), read(&wrapped).unwrap());
    assert_eq!(format!("{plain:?}"), format!("{inner:?}"));
    // A header that promises more than there is.
    let error = read(&wrapped[..40]).expect_err("the rest is missing");
    assert_eq!(error.offset(), 0);
}

#[test]
fn typed_pointers_are_too_old() {
    let bytes = compile(15, "int f(int *p) { return *p; }", &["-Xclang", "-no-opaque-pointers"]);
    let message = read(&bytes).expect_err("pointers have types").to_string();
    assert!(message.contains("LLVM15"), "{message}");
    assert!(message.contains("too old"), "{message}");
}

#[test]
fn exceptions_of_windows_keep_their_shape() {
    let code = "int f(); int g() { try { return f(); } catch (int i) { return i; } }";
    for version in TESTED {
        let options = ["--target=x86_64-pc-windows-msvc", "-fexceptions", "-fcxx-exceptions"];
        let bytes = clang::bitcode(&format!("clang-{version}"), "source.cpp", code, &options);
        let module = read(&bytes).expect("it is right");
        let names: Vec<&str> = module
            .functions
            .values()
            .flat_map(|function| function.insts.values())
            .filter_map(|inst| match &inst.op {
                Opcode::WindowsEh { name, .. } => Some(*name),
                _ => None,
            })
            .collect();
        assert_eq!(names, ["catchswitch", "catchpad", "catchret"]);
    }
}

#[test]
fn symbols_carry_what_linkers_need() {
    let code = r#"
        __attribute__((section("special"))) int placed = 1;
        __asm__("nop");
        __attribute__((weak)) int maybe(void);
        int main(void) { return maybe ? maybe() : placed; }
    "#;
    for version in TESTED {
        let module = module(version, code, &["-O0"]);
        assert_eq!(module.assembly, "nop\n");
        assert!(module.source_filename.ends_with("source.c"));
        let placed = module.globals.values().next().unwrap();
        assert_eq!(placed.symbol.section.as_deref(), Some("special"));
        assert!(function(&module, "maybe").declaration);
    }
}

#[test]
fn variables_and_types_can_be_told_from_debug_information() {
    let code = r#"
        enum colour { RED, GREEN = -7 };
        struct point { int x; unsigned y : 3; enum colour c; struct point *next; char name[12]; };
        struct point origin;
        int use(struct point *p, int n) { int local = p->x + n; return local; }
    "#;
    for version in TESTED {
        let module = module(version, code, &["-O0", "-g"]);
        let debug = &module.debug;
        let global = module.globals.values().next().unwrap();
        let DiNode::GlobalVariableExpression { variable: Some(variable), .. } =
            debug.nodes[global.debug[0]]
        else {
            panic!("a global should have a variable");
        };
        let DiNode::GlobalVariable { variable, definition: true, member: None } =
            &debug.nodes[variable]
        else {
            panic!("a variable should be one, and defined");
        };
        assert_eq!(variable.name, "origin");
        let DiNode::Type(DiType::Composite { name, bits, elements: Some(elements), .. }) =
            &debug.nodes[variable.ty.unwrap()]
        else {
            panic!("a structure should be one");
        };
        assert_eq!((name.as_str(), *bits), ("point", 320));
        let DiNode::Tuple(elements) = &debug.nodes[*elements] else {
            panic!("members should be a list");
        };
        let mut members = Vec::new();
        for element in elements.iter().flatten() {
            if let DiNode::Type(DiType::Derived { name, offset, bits, flags, .. }) =
                &debug.nodes[*element]
            {
                let bit_field = flags >> 19 & 1 == 1;
                members.push((name.as_str(), *offset, *bits, bit_field));
            }
        }
        assert_eq!(
            members,
            [
                ("x", 0, 32, false),
                ("y", 32, 3, true),
                ("c", 64, 32, false),
                ("next", 128, 64, false),
                ("name", 192, 96, false)
            ]
        );
        let has = |wanted: DiNode| debug.nodes.values().any(|node| *node == wanted);
        assert!(has(DiNode::Enumerator { name: "GREEN".to_owned(), value: -7 }));
        assert!(has(DiNode::Subrange(Some(12))));
        let locals: Vec<(&str, u32)> = function(&module, "use")
            .debug_records
            .iter()
            .filter_map(|record| match &debug.nodes[record.variable] {
                DiNode::LocalVariable(variable) => Some((variable.name.as_str(), variable.arg)),
                _ => None,
            })
            .collect();
        assert_eq!(locals, [("p", 1), ("n", 2), ("local", 0)]);
        let file = debug.nodes.values().find_map(|node| match node {
            DiNode::File(file) => Some(file.name.clone()),
            _ => None,
        });
        assert!(file.unwrap().ends_with("source.c"));
    }
}

#[test]
fn blocks_keep_their_names() {
    let code = "int f(int n) { while (n > 9) n /= 2; return n; }";
    for version in TESTED {
        let module = module(version, code, &["-O0", "-fno-discard-value-names"]);
        let blocks = function(&module, "f").blocks.values();
        let names: Vec<&str> = blocks.filter_map(|block| block.name.as_deref()).collect();
        assert_eq!(names, ["entry", "while.cond", "while.body", "while.end"]);
    }
}

#[test]
fn locations_are_shared() {
    let code = "int g(int); int f(int n) { int m = n * n + n; for (int i = 0; i < n; i++) m += g(i); return m; }";
    for version in TESTED {
        let module = module(version, code, &["-O1", "-g"]);
        let mut seen = std::collections::HashSet::new();
        assert!(module.debug.locations.values().all(|loc| seen.insert(*loc)));
    }
}

#[test]
fn metadata_operands_have_a_type() {
    let code = r#"
        register unsigned long sp __asm__("rsp");
        unsigned long f(void) { return sp; }
    "#;
    let module = module(TESTED[1], code, &["-O1"]);
    let f = function(&module, "f");
    let metadata = f.insts.values().find_map(|inst| match &inst.op {
        Opcode::Call { args, .. } => args.first().copied(),
        _ => None,
    });
    assert_eq!(metadata, Some(Value::Metadata));
    assert_eq!(module.types[module.value_type(f, Value::Metadata)], Type::Metadata);
}
