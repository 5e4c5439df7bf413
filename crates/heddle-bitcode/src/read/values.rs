//! Values by number, as bitcode refers to them.

use crate::{TypeId, Value};

/// A value and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typed {
    pub(crate) value: Value,
    pub(crate) ty: TypeId,
}
