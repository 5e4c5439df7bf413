//! Cycles in things that refer to each other.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

/// All things, those that others are made of first.
pub(crate) struct Walk<K: EntityRef> {
    /// In an order in which nothing comes before what it is made of.
    pub(crate) order: Vec<K>,
    /// Nesting depth of each: zero for a node without parts.
    pub(crate) depths: SecondaryMap<K, u32>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    New,
    Open,
    Done,
}

/// Walks all things of a table, without recursion, since corrupt files nest
/// deeply. Gives the first that contains itself as an error.
pub(crate) fn walk<K: EntityRef, V>(
    table: &PrimaryMap<K, V>,
    parts: impl Fn(&V, &mut dyn FnMut(K)),
) -> Result<Walk<K>, K> {
    let mut marks: SecondaryMap<K, Mark> = SecondaryMap::new();
    let mut walk = Walk { order: Vec::with_capacity(table.len()), depths: SecondaryMap::new() };
    let mut stack = Vec::new();
    for root in table.keys() {
        stack.push(root);
        while let Some(&id) = stack.last() {
            match marks[id] {
                Mark::Done => {
                    stack.pop();
                }
                Mark::New => {
                    marks[id] = Mark::Open;
                    let mut cyclic = false;
                    parts(&table[id], &mut |part| match marks[part] {
                        Mark::New => stack.push(part),
                        Mark::Open => cyclic = true,
                        Mark::Done => {}
                    });
                    if cyclic {
                        return Err(id);
                    }
                }
                // All parts are done when this is on top again.
                Mark::Open => {
                    let mut depth = 0;
                    parts(&table[id], &mut |part| depth = depth.max(walk.depths[part] + 1));
                    walk.depths[id] = depth;
                    marks[id] = Mark::Done;
                    walk.order.push(id);
                    stack.pop();
                }
            }
        }
    }
    Ok(walk)
}
