//! Checkpoints: a search in a file, from which it can go on.
//!
//! A checkpoint has everything: which search it is of ([`identity`]), the components of
//! states, the store, least costs, counters, what was found, and the states that wait
//! ([`contents`]). It is written while all workers are between two expansions
//! ([`Pause`](crate::pause::Pause)), so that every state is either explored or waits; and
//! once more when a limit ends the search.
//!
//! # What holds
//! - A search that goes on from a checkpoint explores what the search that wrote it had
//!   left: the states that a limit interrupted, or left uncounted, wait again. So the
//!   verdict and, for an exhaustive search, the number of states are those of a search
//!   that was never interrupted, in any order and for any number of workers.
//! - A file is either what was written, whole, or refused ([`mod@file`]): it is replaced in
//!   one step, and its length and a checksum are looked at before anything else. A search
//!   of another program, with other options or made by another version is refused by the
//!   name of what differs.
//! - What passed these tests was written by heddle and is taken at its word. The tables
//!   check once more that each entry is where its hash says.
//!
//! A search in which what was assumed turned out false, and that began again, goes on
//! without the assumptions.
//!
//! Numbers that a random order draws begin anew: which state comes next may differ, what
//! is explored does not.

mod contents;
mod file;
mod identity;
mod runs;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use heddle_model::Persistent;
use heddle_table::stream::{get32, get64, put32, put64};

use crate::Options;
use crate::budget::Spent;
use crate::store::StateStore;
use crate::worker::{Shared, WorkerResult};
use file::Source;
use identity::Identity;
pub use identity::{Aspect, Difference, SearchOption};

/// File and interval of checkpoints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// The file. Beside it, `.part` is appended to the name while one is written.
    pub file: PathBuf,
    /// The time between two. One more is written when a limit ends the search.
    pub every: Duration,
    /// All that shapes the search beside its [`Options`](crate::Options): the
    /// program, and how the system was told to run it. Names and values, for people.
    pub identity: Vec<(String, String)>,
}

impl Checkpoints {
    /// Checks that the file can be written, before hours of work depend on it.
    pub fn check_writable(&self) -> io::Result<()> {
        let part = file::part_of(&self.file);
        std::fs::File::create(&part)?;
        std::fs::remove_file(part)
    }
}

/// A reason for which a search cannot go on from a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot read checkpoint {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{} is not a checkpoint of heddle", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is a checkpoint of an older or newer heddle.
    #[error("checkpoint {} has format {format}; this heddle reads {}", file.display(), file::FORMAT)]
    Format {
        /// The file.
        file: PathBuf,
        /// Its format.
        format: u32,
    },
    /// The file is not what was written.
    #[error("checkpoint {} is damaged: {what}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The damage.
        what: String,
    },
    /// The file is of another search.
    #[error("checkpoint {} is of another search: {}", file.display(), join(differences))]
    OtherSearch {
        /// The file.
        file: PathBuf,
        /// The differences.
        differences: Vec<Difference>,
    },
}

/// The differences, one after the other.
fn join(differences: &[Difference]) -> String {
    let all: Vec<String> = differences.iter().map(Difference::to_string).collect();
    all.join("; ")
}

/// Writes a checkpoint of a search whose workers rest, with what each of them has.
pub(crate) fn write<S: Persistent, V: StateStore>(
    checkpoints: &Checkpoints,
    shared: &Shared<V>,
    system: &S,
    results: &[&WorkerResult],
    spent: Spent,
) -> io::Result<()> {
    file::replace(&checkpoints.file, |out| {
        identity::write(&identity::of(shared.options), out)?;
        Reliance::of(shared.options).write_to(out)?;
        put64(out, u64::try_from(spent.time.as_nanos()).unwrap_or(u64::MAX))?;
        put64(out, spent.peak_bytes)?;
        system.write_components(out)?;
        contents::write(shared, results, out)
    })
}

/// A checkpoint of a search that can go on, of which the beginning is read.
pub(crate) struct Opened {
    /// The file.
    pub(crate) file: PathBuf,
    source: Source,
    /// The properties of the system that were relied on, and had not turned out false.
    pub(crate) reliance: Reliance,
    /// Time and memory spent.
    pub(crate) spent: Spent,
}

impl Opened {
    /// Opens a checkpoint of a search with these options.
    pub(crate) fn open(file: &Path, options: &Options) -> Result<Opened, CheckpointError> {
        let mut source = Source::open(file)?;
        let (then, reliance, spent) = begin(&mut source).map_err(damaged(file))?;
        let mut differences = identity::differences(&then, &identity::of(options));
        if !reliance.is_within(options) {
            let aspect = Aspect::Named("reliance on assumptions".to_owned());
            let (then, now) = (Some("yes".to_owned()), Some("no".to_owned()));
            differences.push(Difference { aspect, then, now });
        }
        let file = file.to_owned();
        match differences.is_empty() {
            true => Ok(Opened { file, source, reliance, spent }),
            false => Err(CheckpointError::OtherSearch { file, differences }),
        }
    }

    /// Reads the rest: the components into a system, all else into what the workers of a
    /// new search share, but for what the workers themselves had.
    pub(crate) fn read<S: Persistent, V: StateStore>(
        mut self,
        shared: &Shared<V>,
        system: &mut S,
    ) -> Result<WorkerResult, CheckpointError> {
        let damaged = damaged(&self.file);
        system.read_components(&mut self.source).map_err(&damaged)?;
        let result = contents::read(shared, &mut self.source).map_err(&damaged)?;
        self.source.finish().map_err(&damaged)?;
        Ok(result)
    }
}

/// The properties of a system that a search relies on, until they turn out false.
#[derive(Clone, Copy)]
pub(crate) struct Reliance {
    assumes: bool,
    matches_threads: bool,
}

impl Reliance {
    fn of(options: &Options) -> Reliance {
        let Options { assumes, matches_threads, .. } = *options;
        Reliance { assumes, matches_threads }
    }

    /// The options of a search that relies on this.
    pub(crate) fn in_options(self, options: &Options) -> Options {
        let Reliance { assumes, matches_threads } = self;
        Options { assumes, matches_threads, ..options.clone() }
    }

    /// True if a search with these options relies on all of it.
    fn is_within(self, options: &Options) -> bool {
        (options.assumes || !self.assumes) && (options.matches_threads || !self.matches_threads)
    }

    fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        put32(out, u32::from(self.assumes))?;
        put32(out, u32::from(self.matches_threads))
    }

    fn read_from(input: &mut dyn Read) -> io::Result<Reliance> {
        Ok(Reliance { assumes: get32(input)? != 0, matches_threads: get32(input)? != 0 })
    }
}

/// Reads which search it is, what it relies on, and what it has spent.
fn begin(source: &mut Source) -> io::Result<(Identity, Reliance, Spent)> {
    let identity = identity::read(source)?;
    let reliance = Reliance::read_from(source)?;
    let time = Duration::from_nanos(get64(source)?);
    Ok((identity, reliance, Spent { time, peak_bytes: get64(source)? }))
}

/// The error that stands for contents that cannot be read.
fn damaged(file: &Path) -> impl Fn(io::Error) -> CheckpointError + use<> {
    let file = file.to_owned();
    move |error| CheckpointError::Damaged {
        file: file.clone(),
        what: match error.kind() {
            io::ErrorKind::UnexpectedEof => "it ends early".to_owned(),
            _ => error.to_string(),
        },
    }
}
