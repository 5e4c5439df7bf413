//! `heddle install-files`: what belongs to heddle beside the binary, for packages and
//! `./x install`.
//!
//! Man pages and completions are made of the definitions of the command line, so they are those of
//! the binary that writes them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::driver::user_header;

/// Places of completions below the prefix, as the shells look for them.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "share/bash-completion/completions/heddle"),
    (Shell::Zsh, "share/zsh/site-functions/_heddle"),
    (Shell::Fish, "share/fish/vendor_completions.d/heddle.fish"),
];

/// Writes header, man pages and completions below a prefix such as `/usr/local`.
pub(super) fn install_files(prefix: &Path) -> Result<()> {
    let (name, text) = user_header();
    write(&prefix.join("include").join(name), text.as_bytes())?;
    for (shell, place) in COMPLETIONS {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut shown(), "heddle", &mut script);
        write(&prefix.join(place), &script)?;
    }
    let pages = prefix.join("share/man/man1");
    fs::create_dir_all(&pages).with_context(|| format!("cannot make {}", pages.display()))?;
    let cannot = || format!("cannot write to {}", pages.display());
    clap_mangen::generate_to(shown().disable_help_subcommand(true), &pages).with_context(cannot)
}

/// The commands that users see.
fn shown() -> Command {
    let all = Cli::command();
    let parts: Vec<Command> =
        all.get_subcommands().filter(|part| !part.is_hide_set()).cloned().collect();
    let about = all.get_about().cloned().unwrap_or_default();
    let after = all.get_after_help().cloned().unwrap_or_default();
    Command::new("heddle")
        .about(about)
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(after)
        .subcommands(parts)
}

/// Writes a file and the folders above it.
fn write(path: &Path, text: &[u8]) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(path, text).with_context(cannot)
}
