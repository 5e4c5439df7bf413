//! The conventions of the competition on software verification: task definitions, property files,
//! verdicts and scores, and witnesses.
//!
//! Files are text here, read and written by others. Which properties of heddle's answer for those
//! of a property file is said in [`Specification`]; what an engine's report is worth to the
//! competition, in [`Answer`].

mod answer;
mod definition;
mod rating;
mod specification;
mod text;
mod verdict;
pub mod witness;

pub use answer::{Answer, Ends, Evidence, Facts};
pub use definition::{DataModel, DefinitionError, Language, TaskDefinition, TaskProperty};
pub use rating::{Rating, Score};
pub use specification::{Requirement, Specification, SpecificationError};
pub use text::escaped;
pub use verdict::{ParseVerdictError, TaskVerdict};
