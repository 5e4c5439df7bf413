//! The formats in which results can be written to files, beside the text: the one list of them.
//!
//! A format is a line of [`FORMATS`]. Its name is that of the option that asks for it.

mod json;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use heddle_trace::result::CheckResult;

use super::check::LevelReport;
use crate::settings::CheckSettings;

/// A format.
#[derive(Debug)]
pub(crate) struct Format {
    /// The name of its option, without the dashes.
    pub(super) name: &'static str,
    /// The help of its option.
    pub(super) help: &'static str,
    /// Writes the reports of all levels.
    pub(super) write: fn(&[LevelReport], &CheckSettings, &mut dyn Write) -> Result<()>,
    /// Writes a result that was read from a file.
    pub(super) write_result: fn(&CheckResult, &mut dyn Write) -> Result<()>,
}

/// All formats.
static FORMATS: &[Format] = &[json::FORMAT];

/// A place to write to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Standard output, which then has no text.
    Stdout,
    /// A file, beside the text on standard output.
    File(PathBuf),
}

/// A format that was asked for, and the place for it.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    format: &'static Format,
    pub(crate) target: Target,
}

/// The formats that were asked for, as options of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormatArgs(pub(crate) Vec<Output>);

impl Output {
    /// Writes with the format's function, to standard output or into the file.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&Format, &mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        match &self.target {
            Target::Stdout => write(self.format, out)?,
            Target::File(path) => {
                let cannot = || format!("cannot write {}", path.display());
                let mut file = BufWriter::new(File::create(path).with_context(cannot)?);
                write(self.format, &mut file)?;
                file.flush().with_context(cannot)?;
            }
        }
        Ok(())
    }
}

impl FromArgMatches for FormatArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormatArgs, clap::Error> {
        let given = FORMATS.iter().filter_map(|format| {
            let path = matches.get_one::<PathBuf>(format.name)?.clone();
            let target = match path.to_str() {
                Some("-") => Target::Stdout,
                _ => Target::File(path),
            };
            Some(Output { format, target })
        });
        Ok(FormatArgs(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FormatArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for FormatArgs {
    fn augment_args(command: Command) -> Command {
        FORMATS.iter().fold(command, |command, format| {
            let option = Arg::new(format.name).long(format.name).value_name("FILE");
            command.arg(option.value_parser(value_parser!(PathBuf)).help(format.help))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormatArgs::augment_args(command)
    }
}
