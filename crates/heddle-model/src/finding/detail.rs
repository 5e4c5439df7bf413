//! Finer kinds of violations.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A finer kind of violation.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Detail {
    /// An access to a heap object that was freed.
    UseAfterFree,
    /// An access to a variable whose scope has ended.
    UseAfterReturn,
    /// An access outside of its object.
    OutOfBounds,
    /// A second `free` of an object.
    DoubleFree,
    /// `free` of an address that `malloc` did not return.
    InvalidFree,
    /// `free` of what `new` made, and the like.
    MismatchedFree,
    /// An access through a null pointer.
    NullDereference,
    /// An access through an address of no object, or of one of another kind.
    WildPointer,
    /// A write to a constant.
    ReadOnlyWrite,
    /// `memcpy` between ranges that overlap.
    OverlappingCopy,
    /// A heap object that is never freed.
    Leak,
}

impl Detail {
    /// Name in text and JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
