//! Witnesses: the answer to a task in a form that other tools can check.
//!
//! A violation witness has the path of a run to where it goes wrong ([`Path`]), a correctness
//! witness says that there is none, without invariants. Both are written as GraphML (format 1.0)
//! or YAML (format 2.0, and 2.2 where there are threads).
//!
//! The formats tell of lines and threads, not of every choice. So a witness of heddle's also
//! carries the run itself ([`Run`]), in a place that the formats leave to tools: a key of its own
//! in GraphML, a comment in YAML. Whoever reads it can make the run again, tell its path anew, and
//! compare ([`says_the_same`]).

mod graphml;
mod metadata;
mod path;
mod run;
mod yaml;

use heddle_trace::Trace;

pub use metadata::{Metadata, ProgramFile, time};
pub use path::{Path, SourceLines};
pub use run::Run;

/// A format of witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WitnessFormat {
    /// GraphML, format 1.0.
    GraphMl,
    /// YAML, format 2.0 or 2.2.
    Yaml,
}

/// A witness.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The task and the tool.
    pub metadata: Metadata,
    /// The violation; none in a correctness witness.
    pub violation: Option<ViolationPart>,
}

/// The part of a witness that is about a violation.
#[derive(Clone, Debug)]
pub struct ViolationPart {
    /// The path to it.
    path: Path,
    /// The run.
    run: Run,
}

/// The reason why there is no witness.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WitnessError {
    /// The formats are for other languages.
    #[error("the formats of witnesses are for programs in C")]
    Language,
    /// The formats begin every program with `main`.
    #[error("the formats of witnesses are for programs that begin with main")]
    Harness,
    /// The trace does not say which program it is a run of.
    #[error("the run does not say what it was made with")]
    NoInputs,
    /// A run that goes on for ever, in a format that has none.
    #[error("YAML witnesses have no runs that go on for ever; GraphML has (.graphml)")]
    Infinite,
    /// A violation without a place.
    #[error("YAML witnesses need the place of a violation, and this one has none")]
    NoPlace,
}

impl Witness {
    /// A witness of correctness.
    pub fn of_correctness(metadata: Metadata) -> Witness {
        Witness { metadata, violation: None }
    }

    /// A witness of the violation at the end of a trace, found at an optimization level.
    ///
    /// # Errors
    /// If the trace does not say what the run was made with, or the run does not begin with `main`.
    pub fn of_violation(
        metadata: Metadata,
        level: &str,
        trace: &Trace,
        sources: &mut SourceLines<'_>,
    ) -> Result<Witness, WitnessError> {
        let path = Path::of(trace, sources);
        let run = Run::of(&metadata, level, trace).ok_or(WitnessError::NoInputs)?;
        let harness = &run.inputs.check.harness;
        if harness.init.is_some() || !harness.threads.is_empty() {
            return Err(WitnessError::Harness);
        }
        Ok(Witness { metadata, violation: Some(ViolationPart { path, run }) })
    }

    /// The witness as text.
    ///
    /// # Errors
    /// If the format has no words for it.
    pub fn write(&self, format: WitnessFormat) -> Result<String, WitnessError> {
        if !self.metadata.is_c {
            return Err(WitnessError::Language);
        }
        match format {
            WitnessFormat::GraphMl => Ok(graphml::write(self)),
            WitnessFormat::Yaml => yaml::write(self),
        }
    }
}

/// The reason why a witness cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not XML.
    #[error("it is not a witness in GraphML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// It is not YAML.
    #[error("it is not a witness in YAML: {0}")]
    Yaml(String),
    /// It has none of the parts of a witness.
    #[error("it is not a witness: {0}")]
    NotAWitness(&'static str),
    /// It says that nothing goes wrong.
    #[error("it is a correctness witness: there is no run to replay")]
    Correctness,
    /// It is of another tool, or of another version of heddle.
    #[error("it has no run of heddle's (other tools' witnesses are not replayed)")]
    NoRun,
    /// The run in it is damaged.
    #[error("the run in it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
}

/// The run in a violation witness of heddle's, and the format of the witness.
///
/// # Errors
/// If it is something else.
pub fn read(text: &str) -> Result<(WitnessFormat, Run), ReadError> {
    let (format, run) = match is_graphml(text) {
        true => (WitnessFormat::GraphMl, graphml::run_text(text)?),
        false => (WitnessFormat::Yaml, yaml::run_text(text)?),
    };
    Ok((format, serde_json::from_str(&run)?))
}

/// True if a text is in XML, as far as its first character tells.
pub fn is_graphml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// True if two witnesses differ in nothing but layout.
///
/// # Errors
/// If one is not in the format.
pub fn says_the_same(format: WitnessFormat, one: &str, other: &str) -> Result<bool, ReadError> {
    Ok(match format {
        WitnessFormat::GraphMl => graphml::contents(one)? == graphml::contents(other)?,
        WitnessFormat::Yaml => yaml::contents(one)? == yaml::contents(other)?,
    })
}

#[cfg(test)]
mod tests;
