//! Sets of the values of an input.

/// Values of up to 64 bits: ranges with both ends, in order, that neither meet nor touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Values(Vec<(u64, u64)>);

impl Values {
    pub(super) const NONE: Values = Values(Vec::new());

    /// All values of a width.
    pub(super) fn all(width: u8) -> Values {
        Values(vec![(0, mask(width))])
    }

    /// The values from `first` up to `last`, on from the greatest of the width to 0 if need be.
    pub(super) fn between(first: u64, last: u64, width: u8) -> Values {
        if first <= last {
            return Values(vec![(first, last)]);
        }
        Values(vec![(0, last), (first, mask(width))]).merged()
    }

    pub(super) fn union(&self, other: &Values) -> Values {
        let mut ranges = [&self.0[..], &other.0].concat();
        ranges.sort_unstable();
        Values(ranges).merged()
    }

    pub(super) fn intersection(&self, other: &Values) -> Values {
        let mut ranges = Vec::new();
        for &(first, last) in &self.0 {
            for &(other_first, other_last) in &other.0 {
                let (first, last) = (first.max(other_first), last.min(other_last));
                if first <= last {
                    ranges.push((first, last));
                }
            }
        }
        Values(ranges)
    }

    /// All other values of a width.
    pub(super) fn complement(&self, width: u8) -> Values {
        let mut ranges = Vec::new();
        let mut next = Some(0);
        for &(first, last) in &self.0 {
            if let Some(next) = next.filter(|&next| next < first) {
                ranges.push((next, first - 1));
            }
            next = last.checked_add(1);
        }
        ranges.extend(next.filter(|&next| next <= mask(width)).map(|next| (next, mask(width))));
        Values(ranges)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least run of values in a row, from the greatest to 0 if need be, that has them all:
    /// its first, and how many more there are.
    pub(super) fn hull(&self, width: u8) -> Option<(u64, u64)> {
        let (&(first, _), &(_, last)) = (self.0.first()?, self.0.last()?);
        // The widest gap is left out.
        let around = (first.wrapping_sub(last).wrapping_sub(1) & mask(width), first, last);
        let between =
            self.0.windows(2).map(|pair| (pair[1].0 - pair[0].1 - 1, pair[1].0, pair[0].1));
        let (_, first, last) = std::iter::once(around).chain(between).max_by_key(|gap| gap.0)?;
        Some((first, last.wrapping_sub(first) & mask(width)))
    }

    /// Ranges in order, of which those that meet or touch are made one.
    fn merged(self) -> Values {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (first, last) in self.0 {
            match ranges.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last)
                }
                _ => ranges.push((first, last)),
            }
        }
        Values(ranges)
    }
}

/// The greatest value of a width.
pub(super) fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of 4 bits that are in a set.
    fn listed(values: &Values) -> Vec<u64> {
        let is_in =
            |value: &u64| values.0.iter().any(|&(first, last)| (first..=last).contains(value));
        (0..16).filter(is_in).collect()
    }

    #[test]
    fn sets_are_those_of_their_values() {
        let all: Vec<Values> =
            (0..16).flat_map(|a| (0..16).map(move |b| Values::between(a, b, 4))).collect();
        for a in &all {
            let outside: Vec<u64> = (0..16).filter(|it| !listed(a).contains(it)).collect();
            assert_eq!(listed(&a.complement(4)), outside);
            for b in &all {
                let both: Vec<u64> =
                    listed(a).into_iter().filter(|it| listed(b).contains(it)).collect();
                assert_eq!(listed(&a.intersection(b)), both);
                let (mut any, union) = (listed(a), a.union(b));
                any.extend(listed(b));
                any.sort_unstable();
                any.dedup();
                assert_eq!(listed(&union), any);
                let (first, more) = union.hull(4).unwrap();
                let within = |value: &u64| value.wrapping_sub(first) & 15 <= more;
                assert!(any.iter().all(within), "{any:?}");
                assert!(any.contains(&first) && any.contains(&((first + more) & 15)));
            }
        }
    }

    #[test]
    fn no_values_have_no_hull() {
        assert_eq!(Values::NONE.hull(8), None);
        assert_eq!(Values::all(64).complement(64), Values::NONE);
        assert_eq!(Values::between(1, 0, 64), Values::all(64));
    }
}
