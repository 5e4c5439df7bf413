//! Hash-consing of state components.
//!
//! A component (a page of memory, a frame, a thread's bookkeeping) is a string
//! of bytes. Interning gives equal strings equal ids and different strings
//! different ids, on whichever thread. The table is shared by a machine and its siblings, so
//! a state that one of them saved can be loaded by another.

use std::io::{self, Read, Write};
use std::sync::Arc;

use heddle_table::{ByteTable, NO_ID, View};

/// Names a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ComponentId(pub(crate) u32);

impl ComponentId {
    /// Marks something whose component has to be made anew.
    pub(crate) const DIRTY: ComponentId = ComponentId(NO_ID);
}

/// The table of components; a clone is the same table.
#[derive(Clone, Default)]
pub(crate) struct Interner {
    table: Arc<ByteTable>,
    view: View,
}

impl Interner {
    /// The id of `component`, which is stored if it is new.
    pub(crate) fn intern(&mut self, component: &[u8]) -> ComponentId {
        ComponentId(self.table.intern_by(&mut self.view, component))
    }

    /// The id of `component`, if it is stored.
    pub(crate) fn find(&self, component: &[u8]) -> Option<ComponentId> {
        self.table.find(component).map(ComponentId)
    }

    /// The bytes of a component.
    pub(crate) fn get(&self, id: ComponentId) -> &[u8] {
        self.table.get(id.0)
    }

    /// Writes all components with their ids.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table.write_to(out)
    }

    /// Fills the table, which must be empty, with what was written.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.table.read_from(input)
    }

    /// Memory held.
    pub(crate) fn memory_used(&self) -> usize {
        self.table.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_have_equal_ids_and_others_do_not() {
        let mut interner = Interner::default();
        let a = interner.intern(b"warp");
        let b = interner.intern(b"weft");
        let empty = interner.intern(b"");
        assert_ne!(a, b);
        assert_eq!(interner.intern(b"warp"), a);
        assert_eq!(interner.intern(b""), empty);
        assert_eq!(interner.get(b), b"weft");
        assert_eq!(interner.get(empty), b"");
        assert_eq!(interner.clone().intern(b"weft"), b);
    }

    #[test]
    fn components_come_back_for_all_who_share_them() {
        let mut interner = Interner::default();
        let ids: Vec<_> = (0..500u32).map(|n| interner.intern(&n.to_le_bytes())).collect();
        let mut written = Vec::new();
        interner.write_to(&mut written).unwrap();
        let copy = Interner::default();
        let mut sibling = copy.clone();
        copy.read_from(&mut &written[..]).unwrap();
        for (n, &id) in (0..500u32).zip(&ids) {
            assert_eq!(sibling.get(id), n.to_le_bytes());
            assert_eq!(sibling.intern(&n.to_le_bytes()), id);
        }
        assert!(sibling.read_from(&mut &written[..]).is_err(), "it is in use");
    }
}
