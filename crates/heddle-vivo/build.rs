//! Compiles the library that is preloaded into native programs, so that heddle carries it.
//!
//! It is a shared object without the standard library, and in another profile than heddle: the
//! compiler is called for it directly. It takes what cargo has here, and nothing from outside.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Flags for both crates: the library neither unwinds nor has debug information, but stacks can be
/// walked through it.
const FLAGS: [&str; 11] = [
    "--edition=2024",
    "-Copt-level=3",
    "-Cpanic=abort",
    "-Cforce-unwind-tables=yes",
    "-Crelocation-model=pic",
    "-Ccodegen-units=1",
    "-Cstrip=symbols",
    "-Coverflow-checks=no",
    "--cfg=heddle_preload",
    "--check-cfg=cfg(heddle_preload, test)",
    "-Dwarnings",
];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(heddle_preload)");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo should set OUT_DIR"));
    let protocol = out.join("libheddle_vivo_protocol.rlib");
    compile("heddle-vivo-protocol", "rlib", &protocol, &[]);
    let known = format!("--extern=heddle_vivo_protocol={}", protocol.display());
    let library = out.join("libheddle_vivo.so");
    compile(
        "heddle-vivo-rt",
        "cdylib",
        &library,
        &[&known, "-Clink-args=-lc -lgcc_s -Wl,-soname,libheddle_vivo.so"],
    );
}

/// Compiles a crate beside this one.
fn compile(name: &str, kind: &str, output: &Path, flags: &[&str]) {
    let source = Path::new("..").join(name).join("src");
    println!("cargo::rerun-if-changed={}", source.display());
    let rustc = env::var_os("RUSTC").expect("cargo should set RUSTC");
    let target = env::var("TARGET").expect("cargo should set TARGET");
    let status = Command::new(rustc)
        .args(FLAGS)
        .args(flags)
        .args(["--crate-type", kind, "--target", &target])
        .args(["--crate-name", &name.replace('-', "_")])
        .arg("-o")
        .arg(output)
        .arg(source.join("lib.rs"))
        .status()
        .expect("rustc should run");
    assert!(status.success(), "{name} should compile");
}
