//! Places, values and conditions.

use super::chance::Chance;
use super::world::{ARRAY, Shared, World};

/// Names that expressions can refer to.
pub(crate) struct Scope<'a> {
    pub(crate) world: &'a World,
    /// Integers of the thread's own; the first may be assigned.
    pub(crate) locals: Vec<String>,
    /// True if there is an argument, called `mine`.
    pub(crate) has_argument: bool,
}

impl<'a> Scope<'a> {
    /// A scope without anything but the world.
    pub(crate) fn new(world: &'a World) -> Scope<'a> {
        Scope { world, locals: Vec::new(), has_argument: false }
    }

    /// A shared integer that can be assigned.
    pub(crate) fn place(&self, chance: &mut Chance) -> String {
        let shared = &self.world.shared;
        match shared[chance.below(shared.len())] {
            Shared::Integers => chance.pick(&["x", "y"]).to_owned(),
            Shared::Character => "c".to_owned(),
            Shared::Wide => "w".to_owned(),
            Shared::Array => format!("a[{}]", self.index(chance)),
            Shared::Structure => chance.pick(&["s.first", "s.second", "r.third"]).to_owned(),
            Shared::Union => chance.pick(&["u.whole", "u.parts[0]", "u.parts[1]"]).to_owned(),
            Shared::BitFields => chance.pick(&["b.low", "b.high"]).to_owned(),
            Shared::PaddedFields => chance.pick(&["f.level", "f.last", "f.count"]).to_owned(),
            Shared::Pointer => "*p".to_owned(),
            Shared::Atomic => "t".to_owned(),
            Shared::Argument if self.has_argument => "*mine".to_owned(),
            // What may point to nothing is used by statements that look first.
            Shared::Heap | Shared::List | Shared::Escaped | Shared::Argument | Shared::Pair => {
                "x".to_owned()
            }
        }
    }

    fn index(&self, chance: &mut Chance) -> String {
        match chance.below(6) {
            0 => format!("heddle_choose({ARRAY})"),
            1 => "x & 1".to_owned(),
            2 => self.local(chance).map_or("1".to_owned(), |local| format!("{local} & 1")),
            3 | 4 if self.world.is_careless => chance.pick(&["x", "y"]).to_owned(),
            _ => chance.below(ARRAY).to_string(),
        }
    }

    fn local(&self, chance: &mut Chance) -> Option<String> {
        let count = self.locals.len();
        (count > 0).then(|| self.locals[chance.below(count)].clone())
    }

    /// An integer.
    pub(crate) fn value(&self, chance: &mut Chance) -> String {
        match chance.below(12) {
            0..4 => chance.below(4).to_string(),
            4..6 => self.local(chance).unwrap_or_else(|| "1".to_owned()),
            6..9 => self.place(chance),
            9 if self.world.is_careless => {
                format!("{} / {}", self.place(chance), self.simple(chance))
            }
            _ => {
                let operator = chance.pick(&["+", "-", "^", "&"]);
                format!("{} {operator} {}", self.place(chance), self.simple(chance))
            }
        }
    }

    /// A small integer, often a constant.
    fn simple(&self, chance: &mut Chance) -> String {
        if chance.percent(70) {
            return (chance.below(3) + 1).to_string();
        }
        self.local(chance).unwrap_or_else(|| chance.pick(&["x", "y"]).to_owned())
    }

    /// A condition that holds about every other time.
    pub(crate) fn condition(&self, chance: &mut Chance) -> String {
        if chance.percent(10) {
            return "heddle_choose(2)".to_owned();
        }
        let operator = chance.pick(&["==", "!=", "<", ">"]);
        let left = self.local(chance).filter(|_| chance.percent(25));
        let left = left.unwrap_or_else(|| self.place(chance));
        format!("{left} {operator} {}", self.simple(chance))
    }

    /// A condition that mostly holds.
    pub(crate) fn expectation(&self, chance: &mut Chance) -> String {
        if chance.percent(35) {
            return self.condition(chance);
        }
        let bound = chance.below(5) + 2;
        match chance.below(3) {
            0 => format!("{} <= {bound}", self.place(chance)),
            1 => format!("{} >= -{bound}", self.place(chance)),
            _ => format!("{} != {bound}", self.place(chance)),
        }
    }
}
