//! An estimate of the size of a search, from the change in the number of open states.
//!
//! A search is over when no state waits. The number of waiting states, as a function of
//! the number of explored ones, rises while most of what is found is new and falls when
//! most of it is known: for threads that run side by side, whose levels are sums of many
//! independent counts, it is close to a parabola. So a parabola is laid through three
//! points of the latest half of it ([`SPAN`] samples, which lie apart by a fixed ratio, so
//! that they spread with the search and over several levels), and where it comes down to
//! zero is the estimated end. Time follows from the rate at which states were explored
//! there.
//!
//! # When it is told
//! Only in orders that go through the states evenly, breadth first and at random; only if
//! the last [`AGREEING`] such estimates differ by little; and only if they see the search
//! past its first third: to extrapolate further than that is guessing.
//!
//! # Weaknesses
//! - A state space that is several worlds behind each other (a long phase of setting up, then
//!   the threads) looks nearly explored at the end of the first, if that is long enough.
//! - A search that ends all of a sudden, or whose waiting states stay as many as they are,
//!   gives nothing to go by, and nothing is told.
//! - Depth first, by a metric, or by preemptions, the waiting states say little about what
//!   is behind them; nothing is told there at all.
//! - Under bounds, states that are explored again count as waiting but not as new: the
//!   estimate is early.

use crate::Order;

/// Samples that a parabola is laid through: the first, the middle and the last.
const SPAN: usize = 9;
/// Estimates that have to agree.
const AGREEING: usize = 4;
/// Factor by which the explored states grow from a sample to the next.
const RATIO: f64 = 1.1;
/// Factor by which estimates may differ and still agree.
const TOLERANCE: f64 = 0.2;
/// The least share of the search that must be explored.
const LEAST_SHARE: f64 = 1.0 / 3.0;

/// An estimate of how far a search is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The share of states that are explored, from 0 to 1.
    pub done: f64,
    /// Time until the rest is.
    pub seconds_left: f64,
}

/// A moment of a search.
#[derive(Clone, Copy, Debug)]
struct Sample {
    explored: f64,
    waiting: f64,
    seconds: f64,
}

/// Looks at a search now and then.
pub(crate) struct Estimator {
    /// True if the order lets it tell anything.
    is_telling: bool,
    /// The last samples, the newest last.
    samples: Vec<Sample>,
    /// The last estimates of how many states there are.
    totals: Vec<Option<f64>>,
}

impl Estimator {
    /// For a search in this order.
    pub(crate) fn new(order: Order) -> Estimator {
        let is_telling = matches!(order, Order::BreadthFirst | Order::Random);
        Estimator { is_telling, samples: Vec::new(), totals: Vec::new() }
    }

    /// Takes note of where the search is, and tells how far that is, if it can be told.
    pub(crate) fn look(&mut self, explored: u64, waiting: u64, seconds: f64) -> Option<Estimate> {
        let now = Sample { explored: explored as f64, waiting: waiting as f64, seconds };
        let is_due = self.samples.last().is_none_or(|last| now.explored > last.explored * RATIO);
        if is_due && self.is_telling && now.explored > 0.0 {
            push(&mut self.samples, now, SPAN);
            let total = self.total();
            push(&mut self.totals, total, AGREEING);
        }
        self.estimate(now)
    }

    /// Number of states, as far as the last samples can tell.
    fn total(&self) -> Option<f64> {
        let [first, _, _, _, middle, _, _, _, last] = self.samples[..] else { return None };
        let slope =
            |from: Sample, to: Sample| (to.waiting - from.waiting) / (to.explored - from.explored);
        let curve = (slope(middle, last) - slope(first, middle)) / (last.explored - first.explored);
        // Newton's form at the last point: waiting = last + rise * x + curve * x^2.
        let rise = slope(middle, last) + curve * (last.explored - middle.explored);
        let rest = falls_to_zero(last.waiting, rise, curve)?;
        Some(last.explored + rest)
    }

    fn estimate(&self, now: Sample) -> Option<Estimate> {
        let totals: Option<Vec<f64>> = self.totals.iter().copied().collect();
        let totals = totals.filter(|totals| totals.len() == AGREEING)?;
        let least = totals.iter().copied().fold(f64::INFINITY, f64::min);
        let most = totals.iter().copied().fold(0.0, f64::max);
        let total = totals.iter().sum::<f64>() / AGREEING as f64;
        // What waits is to be explored in any case.
        let total = total.max(now.explored + now.waiting);
        let done = now.explored / total;
        if most > least * (1.0 + TOLERANCE) || done < LEAST_SHARE {
            return None;
        }
        let since = self.samples.first()?;
        let rate = (now.explored - since.explored) / (now.seconds - since.seconds);
        let seconds_left = (total - now.explored) / rate;
        (rate > 0.0 && seconds_left.is_finite()).then_some(Estimate { done, seconds_left })
    }
}

/// Adds to the end of the last `most`.
fn push<T>(last: &mut Vec<T>, next: T, most: usize) {
    if last.len() == most {
        last.remove(0);
    }
    last.push(next);
}

/// The least positive x at which `at + rise * x + curve * x^2` is zero, if `at` is positive.
fn falls_to_zero(at: f64, rise: f64, curve: f64) -> Option<f64> {
    let root = (rise * rise - 4.0 * curve * at).sqrt();
    // This form does not divide by the curve, which may be next to nothing.
    let x = 2.0 * at / (root - rise);
    (x.is_finite() && x > 0.0).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The estimates during a breadth-first search of levels of these sizes that explores a
    /// thousand states a second: the true share explored, and the estimate.
    fn told(levels: &[f64]) -> Vec<(f64, Option<Estimate>)> {
        let total: f64 = levels.iter().sum();
        let mut estimator = Estimator::new(Order::BreadthFirst);
        let mut explored = 0.0;
        let mut told = Vec::new();
        for (at, &level) in levels.iter().enumerate() {
            let next = levels.get(at + 1).copied().unwrap_or(0.0);
            for part in 0..16 {
                let share = f64::from(part) / 16.0;
                let done = explored + level * share;
                let waiting = level * (1.0 - share) + next * share;
                let estimate = estimator.look(done as u64, waiting as u64, done / 1000.0);
                told.push((done / total, estimate));
            }
            explored += level;
        }
        told
    }

    /// Level sizes of `threads` threads that make `steps` steps each, times a factor.
    fn threads(threads: usize, steps: usize) -> Vec<f64> {
        let mut levels = vec![1.0];
        for _ in 0..threads {
            let mut next = vec![0.0; levels.len() + steps];
            for (at, level) in levels.iter().enumerate() {
                (0..=steps).for_each(|step| next[at + step] += level);
            }
            levels = next;
        }
        levels
    }

    #[test]
    fn threads_side_by_side_are_estimated_well() {
        for levels in [threads(4, 30), threads(6, 12), threads(20, 1), threads(3, 100)] {
            let total: f64 = levels.iter().sum();
            let told = told(&levels);
            let estimates: Vec<(f64, Estimate)> =
                told.iter().filter_map(|&(truth, told)| Some((truth, told?))).collect();
            for &(truth, Estimate { done, seconds_left }) in &estimates {
                assert!((done - truth).abs() < 0.15, "{done} and not {truth}");
                let left = (1.0 - truth) * total / 1000.0;
                assert!(
                    (seconds_left - left).abs() < 0.4 * total / 1000.0,
                    "{seconds_left} {left}"
                );
            }
            let first = estimates.first().expect("something should be told").0;
            assert!(first < 0.7, "told from {first} on");
        }
    }

    #[test]
    fn nothing_is_told_of_what_only_grows_or_never_changes() {
        let growing: Vec<f64> = (0..40).map(|level| 1.5f64.powi(level)).collect();
        // The end of the last level cannot be foreseen.
        let before_the_last = told(&growing).into_iter().filter(|&(share, _)| share < 0.6);
        assert!(before_the_last.map(|(_, told)| told).all(|told| told.is_none()));
        let constant = vec![100.0; 5000];
        assert!(told(&constant).iter().all(|(share, told)| told.is_none() || *share > 0.9));
    }

    #[test]
    fn nothing_is_told_where_waiting_states_say_little() {
        for order in [Order::DepthFirst, Order::BestFirst, Order::Preemptions] {
            let mut estimator = Estimator::new(order);
            for explored in 1..10_000 {
                let waiting = 10_000 - explored;
                assert_eq!(estimator.look(explored, waiting, explored as f64), None);
            }
        }
    }

    #[test]
    fn estimates_that_disagree_are_not_told() {
        let jagged: Vec<f64> =
            (0..400).map(|level| if level / 3 % 2 == 0 { 900.0 } else { 100.0 }).collect();
        let told = told(&jagged);
        let count = told.iter().filter(|(_, told)| told.is_some()).count();
        assert!(count * 10 < told.len(), "{count} of {}", told.len());
    }

    #[test]
    fn parabolas_fall_where_they_should() {
        let near = |found: Option<f64>, x: f64| found.is_some_and(|found| (found - x).abs() < 1e-9);
        assert!(near(falls_to_zero(6.0, -1.0, -1.0), 2.0));
        assert!(near(falls_to_zero(6.0, -2.0, 0.0), 3.0));
        assert!(near(falls_to_zero(4.0, 3.0, -1.0), 4.0));
        assert_eq!(falls_to_zero(6.0, 1.0, 0.0), None);
        assert_eq!(falls_to_zero(6.0, 1.0, 1.0), None);
        assert_eq!(falls_to_zero(6.0, 0.0, 0.0), None);
    }
}
