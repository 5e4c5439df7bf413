//! Progress on a terminal.

use std::time::Duration;

use heddle_bmc::Size;
use heddle_search::{Estimate, Limits, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// What takes less than this shows no progress.
const QUIET: Duration = Duration::from_secs(1);

/// Shows how a search goes on.
pub(super) struct Ticker {
    bar: Option<ProgressBar>,
    limits: String,
}

impl Ticker {
    /// A ticker that shows nothing unless `visible`.
    pub(super) fn new(visible: bool, limits: &Limits) -> Ticker {
        let limits = match (limits.time, limits.states) {
            (Some(time), _) => format!(" (limit {} s)", time.as_secs()),
            (None, Some(states)) => format!(" (limit {} states)", HumanCount(states)),
            (None, None) => String::new(),
        };
        let bar = visible.then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            ProgressBar::new_spinner().with_style(style)
        });
        Ticker { bar, limits }
    }

    /// The same for the making and solving of formulas.
    pub(super) fn for_formulas(visible: bool, time: Option<Duration>) -> Ticker {
        Ticker::new(visible, &Limits { time, ..Limits::default() })
    }

    /// Shows the newest figures of a search.
    pub(super) fn tick(&mut self, progress: &Progress) {
        let Progress {
            states,
            transitions: _,
            frontier,
            depth,
            states_per_second,
            seconds,
            estimate,
        } = progress;
        let message = || {
            format!(
                "{} states, {} waiting, depth {depth}, {} states/s, {seconds:.0} s{}{}",
                HumanCount(*states),
                HumanCount(*frontier),
                HumanCount(*states_per_second as u64),
                self.limits,
                estimate.as_ref().map_or_else(String::new, outlook),
            )
        };
        self.show(Duration::from_secs_f64(*seconds), message);
    }

    /// Shows the newest figures of a formula.
    pub(super) fn tick_formula(&mut self, progress: &heddle_bmc::Progress, elapsed: Duration) {
        let message = || format!("{}, {} s{}", formula(progress), elapsed.as_secs(), self.limits);
        self.show(elapsed, message);
    }

    fn show(&self, elapsed: Duration, message: impl FnOnce() -> String) {
        let Some(bar) = self.bar.as_ref().filter(|_| elapsed >= QUIET) else { return };
        bar.set_message(message());
        bar.tick();
    }

    /// Takes the progress off the terminal.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How large a formula is, and what was done to solve it.
fn formula(progress: &heddle_bmc::Progress) -> String {
    let heddle_bmc::Progress { unwind, size } = progress;
    let Size { threads: _, events: _, terms: _, variables, clauses, conflicts } = *size;
    format!(
        "unwind {unwind}, {} variables, {} clauses, {} conflicts",
        HumanCount(variables),
        HumanCount(clauses),
        HumanCount(conflicts),
    )
}

/// How far the search is: no more digits than there is reason for.
fn outlook(estimate: &Estimate) -> String {
    let Estimate { done, seconds_left } = *estimate;
    let percent = (done * 20.0).floor() * 5.0;
    let left = Duration::try_from_secs_f64(seconds_left).unwrap_or(Duration::MAX);
    format!(", about {percent:.0} % done, about {:#} left", HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outlook_is_rounded() {
        let outlook = |done, seconds_left| outlook(&Estimate { done, seconds_left });
        assert_eq!(outlook(0.418, 130.0), ", about 40 % done, about 2m left");
        assert!(outlook(0.99, 1e30).starts_with(", about 95 % done"));
    }

    #[test]
    fn a_formula_is_told_by_its_size() {
        let size = Size { variables: 12_345, clauses: 67_890, conflicts: 7, ..Size::default() };
        let told = formula(&heddle_bmc::Progress { unwind: 4, size });
        assert_eq!(told, "unwind 4, 12,345 variables, 67,890 clauses, 7 conflicts");
    }
}
