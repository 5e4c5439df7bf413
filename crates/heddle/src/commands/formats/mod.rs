//! The formats in which results can be written to files, beside the text: the one list of them.
//!
//! A format is a line of [`FORMATS`]. Its name is that of the option that asks for it.
//!
//! Whoever finds an answer in a file must be able to rely on it: a file never keeps an older one.
//! It is written when a command begins ([`answering`]), to say that there is no answer yet, and
//! again with the answer or with the error that came in its place.

mod json;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use heddle_trace::result::CheckResult;

use super::Exit;
use super::check::LevelReport;
use crate::driver::is_source;
use crate::settings::{CheckSettings, is_same_file};

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
    /// Writes that there is no result, and why.
    pub(super) write_failure: fn(&str, &mut dyn Write) -> Result<()>,
    /// True if a file with these bytes is an answer in this format.
    pub(super) is_answer: fn(&[u8]) -> bool,
}

/// All formats.
static FORMATS: &[Format] = &[json::FORMAT];

/// The message in a file of a command that has not ended, or was killed.
const NOT_ENDED: &str = "heddle has not ended, or was ended before it had an answer";

/// A place to write to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Standard output, which then has no text.
    Stdout,
    /// A file, beside the text on standard output.
    File(PathBuf),
}

impl From<PathBuf> for Target {
    fn from(path: PathBuf) -> Target {
        match path.to_str() {
            Some("-") => Target::Stdout,
            _ => Target::File(path),
        }
    }
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
            Target::Stdout => unless_closed(write(self.format, out)),
            Target::File(path) => {
                let cannot = || format!("cannot write {}", path.display());
                let mut file = BufWriter::new(File::create(path).with_context(cannot)?);
                write(self.format, &mut file)?;
                file.flush().with_context(cannot)
            }
        }
    }

    /// Writes that there is no answer yet, unless what is written could not be taken back.
    fn begin(&self, out: &mut dyn Write) -> Result<()> {
        match &self.target {
            Target::File(path) if fs::metadata(path).map_or(true, |data| data.is_file()) => {
                self.fail(NOT_ENDED, out)
            }
            Target::File(_) | Target::Stdout => Ok(()),
        }
    }

    fn fail(&self, error: &str, out: &mut dyn Write) -> Result<()> {
        self.write(out, |format, out| (format.write_failure)(error, out))
    }

    /// True if the file has an answer, or none.
    fn is_replaceable(&self) -> bool {
        match &self.target {
            Target::Stdout => true,
            Target::File(path) => match fs::read(path) {
                Ok(bytes) => (self.format.is_answer)(&bytes),
                Err(error) => error.kind() == io::ErrorKind::NotFound && !is_source(path),
            },
        }
    }
}

/// Does what a command does, and sees that outputs have its answer, or else its error.
pub(super) fn answering(
    outputs: &[Output],
    out: &mut dyn Write,
    command: impl FnOnce(&mut dyn Write) -> Result<Exit>,
) -> Result<Exit> {
    let mut begin = || outputs.iter().try_for_each(|output| output.begin(out));
    let done = begin().and_then(|()| command(out));
    if let Err(error) = &done {
        for output in outputs {
            // The error itself is more important than that it cannot be written.
            let _ = output.fail(&format!("{error:#}"), out);
        }
    }
    done
}

/// Writes an error of the command line itself to the outputs that its words ask for, as far as
/// they can be made out. A file that is something else than an answer is left alone.
pub(crate) fn fail_early(words: &[OsString], error: &str, out: &mut dyn Write) {
    for output in FORMATS.iter().filter_map(|format| format.asked_for_in(words)) {
        if output.is_replaceable() {
            let _ = output.fail(error, out);
        }
    }
}

impl Format {
    /// The output that words of a command line ask for.
    fn asked_for_in(&'static self, words: &[OsString]) -> Option<Output> {
        let words = words.iter().take_while(|word| *word != "--");
        let mut words = words.skip_while(|word| {
            let option = word.to_str().and_then(|word| word.strip_prefix("--"));
            let option =
                option.map(|option| option.split_once('=').map_or(option, |(name, _)| name));
            option != Some(self.name)
        });
        let path = match words.next()?.to_str()?.split_once('=') {
            Some((_, path)) => PathBuf::from(path),
            None => PathBuf::from(words.next()?),
        };
        Some(Output { format: self, target: path.into() })
    }
}

/// Removes the file of an earlier run, so that nobody takes it for that of this one; unless it is one
/// that this run reads.
pub(super) fn forget_older(file: &Path, read: &[PathBuf]) -> Result<()> {
    let name = file.display();
    if read.iter().any(|other| is_same_file(file, other)) {
        bail!("{name} is to be read; the result would be written over it");
    }
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot write {name}"))
        }
        _ => Ok(()),
    }
}

/// A reader that has seen enough (`| head`) changes nothing.
pub(super) fn unless_closed(written: Result<()>) -> Result<()> {
    written.or_else(|error| if is_closed(&error) { Ok(()) } else { Err(error) })
}

/// True if an error is that nobody reads any more.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl FromArgMatches for FormatArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormatArgs, clap::Error> {
        let given = FORMATS.iter().filter_map(|format| {
            let path = matches.get_one::<PathBuf>(format.name)?.clone();
            Some(Output { format, target: path.into() })
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
            let parser = PathBufValueParser::new().try_map(not_a_source);
            command.arg(option.value_parser(parser).help(format.help))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormatArgs::augment_args(command)
    }
}

/// Refuses to write over a program: the name of the file was forgotten.
fn not_a_source(path: PathBuf) -> Result<PathBuf, String> {
    match is_source(Path::new(&path)) {
        true => Err("this is a program; give the file to write, or `-`".to_owned()),
        false => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_found_among_words_that_make_no_sense() {
        let target = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            FORMATS[0].asked_for_in(&words).map(|output| output.target)
        };
        assert_eq!(target("heddle check --never a.json a.c"), None);
        assert_eq!(
            target("heddle check --json a.json --quiet"),
            Some(Target::File("a.json".into()))
        );
        assert_eq!(target("heddle check --json=b --quiet"), Some(Target::File("b".into())));
        assert_eq!(target("heddle check --quiet --json -"), Some(Target::Stdout));
        assert_eq!(target("heddle check a.c -- --json x"), None);
        assert_eq!(target("heddle check --json"), None);
    }
}
