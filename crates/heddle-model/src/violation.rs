//! What a run did wrong, and where.

use serde::{Deserialize, Serialize};

use crate::{Property, ThreadId};

/// A place in a source file. Lines and columns count from one; zero is unknown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Path of the file, as the compiler was given it.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// Function whose code this is.
    pub function: String,
}

/// A property that a run violates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// Which property.
    pub kind: Property,
    /// A finer kind, such as `use-after-free`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// One sentence for a person.
    pub message: String,
    /// Where it happened, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The thread that did it, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thread: Option<ThreadId>,
    /// Further places that belong to the story: the other access of a race,
    /// where the freed object was allocated. Each with a caption.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub related: Vec<(String, Place)>,
}
