//! Reads damaged bitcode for a while: `fuzz_reader SECONDS FIRST_SEED FILE.bc...`
//!
//! Each seed stands for one damaged file, made from one of the given files: odd
//! seeds flip bits and move bytes, even ones change records. A panic names the file
//! and the seed; so does a read that takes suspiciously long.

#[path = "../tests/reader/support/mutate.rs"]
mod mutate;
#[path = "../tests/reader/support/rebuild.rs"]
mod rebuild;
#[path = "../tests/reader/support/walk.rs"]
mod walk;
#[path = "../tests/reader/support/writer.rs"]
mod writer;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The seed being tried, for the message of a panic.
static SEED: AtomicU64 = AtomicU64::new(0);

const SUSPICIOUS: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, first, files @ ..] = args.as_slice() else {
        return Err("usage: fuzz_reader SECONDS FIRST_SEED FILE.bc...".into());
    };
    let (seconds, first): (u64, u64) = (seconds.parse()?, first.parse()?);
    let mut corpus = Vec::new();
    for file in files {
        let bytes = std::fs::read(file)?;
        let tree = rebuild::tree(&bytes);
        heddle_bitcode::read(&writer::write(&tree))?;
        corpus.push((bytes, tree));
    }
    if corpus.is_empty() {
        return Err("no files to start from".into());
    }
    let names = files.to_vec();
    let count = corpus.len() as u64;
    std::panic::set_hook(Box::new(move |info| {
        let seed = SEED.load(Ordering::Relaxed);
        say(&format!("seed {seed} of {}: {info}", names[(seed / 2 % count) as usize]));
    }));
    let start = Instant::now();
    let (mut reads, mut accepted) = (0u64, 0u64);
    for seed in first.. {
        if start.elapsed() > Duration::from_secs(seconds) {
            break;
        }
        SEED.store(seed, Ordering::Relaxed);
        let (bytes, tree) = &corpus[(seed / 2 % count) as usize];
        let damaged =
            if seed % 2 == 1 { mutate::mutate(bytes, seed) } else { rebuild::damaged(tree, seed) };
        let begun = Instant::now();
        if let Ok(module) = heddle_bitcode::read(&damaged) {
            walk::walk(&module);
            accepted += 1;
        }
        if begun.elapsed() > SUSPICIOUS {
            say(&format!("seed {seed}: {:?}", begun.elapsed()));
        }
        reads += 1;
    }
    say(&format!(
        "{reads} damaged files read, {accepted} of them accepted, up to seed {}",
        SEED.load(Ordering::Relaxed)
    ));
    Ok(())
}

#[expect(clippy::print_stderr, reason = "this is a program, and talks")]
fn say(message: &str) {
    eprintln!("{message}");
}
