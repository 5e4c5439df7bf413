//! The parts of a program.

use super::classes::Class;
use crate::random::chance::Chance;

/// The parts of a program.
pub(super) struct World {
    /// Its classes.
    pub(super) classes: Vec<Class>,
    /// Number of functions, each of which calls those before it.
    pub(super) functions: usize,
    /// True if destructors may throw.
    pub(super) destructors_throw: bool,
    /// True if functions may be declared not to throw.
    pub(super) has_noexcept: bool,
    /// True if functions run in threads of their own, while their callers wait.
    pub(super) has_threads: bool,
    /// True if two threads run at a time. What they say is then known by its sum alone, and nothing
    /// is initialized by whoever comes first.
    pub(super) is_concurrent: bool,
    /// True if there is a handler for the end of hope.
    pub(super) has_terminate_handler: bool,
}

impl World {
    /// Makes one.
    pub(super) fn new(chance: &mut Chance) -> World {
        let mut classes = Vec::new();
        for _ in 0..2 + chance.below(5) {
            let class = Class::new(&classes, chance);
            classes.push(class);
        }
        let is_concurrent = chance.percent(25);
        World {
            classes,
            functions: 2 + chance.below(3),
            destructors_throw: chance.percent(30),
            has_noexcept: chance.percent(40),
            has_threads: !is_concurrent && chance.percent(50),
            is_concurrent,
            has_terminate_handler: chance.percent(75),
        }
    }
}
