//! Random numbers that are the same on every machine and in every year.

/// A splitmix64 generator: small, seeded by any number, and good enough.
pub(crate) struct Chance(u64);

impl Chance {
    /// A generator that repeats itself for the same seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Any number.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Yes, in so many cases of a hundred.
    pub(crate) fn percent(&mut self, percentage: usize) -> bool {
        self.below(100) < percentage
    }

    /// One of `items`.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
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
