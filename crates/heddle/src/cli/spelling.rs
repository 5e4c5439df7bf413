//! Options that messages, help and comments mention are options that there are.
//!
//! Messages spell options as literals, where they are easy to read and to search for. A renamed
//! option fails here for each place that still has the old name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::CommandFactory;

use super::Cli;

/// Options that are clang's.
const OF_CLANG: [&str; 5] = ["target", "sysroot", "gcc-toolchain", "gcc-install-dir", "gcc-triple"];

/// Adds the long options of a command, and of those below it.
fn add_options(command: &clap::Command, options: &mut BTreeSet<String>) {
    let longs = command.get_arguments().filter_map(clap::Arg::get_long);
    options.extend(longs.map(str::to_owned));
    command.get_subcommands().for_each(|command| add_options(command, options));
}

/// Words that follow two hyphens.
fn mentioned(line: &str) -> impl Iterator<Item = &str> {
    let behind = line.match_indices("--").map(|(at, hyphens)| &line[at + hyphens.len()..]);
    let words = behind.map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        rest[..end.unwrap_or(rest.len())].trim_end_matches('-')
    });
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn check_folder(folder: &Path, options: &BTreeSet<String>, unknown: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check_folder(&path, options, unknown);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                let wrong = mentioned(line).filter(|word| !options.contains(*word));
                let place = path.display();
                unknown.extend(wrong.map(|word| format!("{place}:{number}: --{word}")));
            }
        }
    }
}

#[test]
fn options_that_are_mentioned_exist() {
    let mut command = Cli::command();
    command.build();
    let mut options = BTreeSet::new();
    add_options(&command, &mut options);
    options.extend(OF_CLANG.map(str::to_owned));
    assert!(options.contains("context-bound"), "{options:?}");
    let mut unknown = Vec::new();
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &options, &mut unknown);
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn words_behind_hyphens_are_found() {
    let line = "raise --context-bound, or --never--: a -- b, --5, ---- x";
    assert_eq!(mentioned(line).collect::<Vec<_>>(), ["context-bound", "never"]);
}
