//! Memory as a set of objects.
//!
//! A pointer names an object and an offset in it ([`address`]); every access is a
//! request that says who asks ([`request`]), and is checked against the object's bounds and
//! lifetime. Beside its bytes, memory
//! knows which bits are undefined and which words hold pointers ([`block`]).
//!
//! An object is *private* until its address may be known to a second thread:
//! until a pointer to it is stored in an object that is not private, or its
//! address is turned into an integer. Accesses to private objects are no steps that
//! another thread could notice.
//!
//! # Freed objects
//! A freed object stays as a *tombstone* for as long as a pointer to it exists, so
//! that its number is not given out again and every later use is found. Tombstones
//! that nothing points to are removed at the end of a step ([`collect`]).

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod block;
pub(crate) mod collect;
pub(crate) mod object;
pub(crate) mod request;
pub(crate) mod table;
pub(crate) mod watch;

pub(crate) use access::MemoryFault;
pub(crate) use address::{Address, Addressing};
pub(crate) use block::{Block, PAGE, bytes_taken, page_bookkeeping};
pub(crate) use object::{Flags, Object, ObjectKind, Owner};
pub(crate) use request::{Access, Checked};
pub(crate) use table::{Memory, ObjectIndex};
