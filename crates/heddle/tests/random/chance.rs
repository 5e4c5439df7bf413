//! Random decisions that are the same on every machine.

use fastrand::Rng;

/// Decisions by chance.
pub(crate) struct Chance(Rng);

impl Chance {
    /// A generator that repeats itself for the same seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(Rng::with_seed(seed))
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// Yes, in so many cases of a hundred.
    pub(crate) fn percent(&mut self, percentage: usize) -> bool {
        self.below(100) < percentage
    }

    /// One of `items`.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.0.usize(..items.len())]
    }

    /// One of `items`, each as often as its weight says.
    pub(crate) fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let mut left = self.below(items.iter().map(|(weight, _)| weight).sum());
        for &(weight, item) in items {
            if left < weight {
                return item;
            }
            left -= weight;
        }
        unreachable!("the weights add up to the bound")
    }
}
