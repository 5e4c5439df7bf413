//! Progress on a terminal.

use std::time::Duration;

use heddle_search::{Estimate, Limits, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// Searches shorter than this show no progress.
const QUIET: Duration = Duration::from_secs(1);

/// Shows how a search goes on.
pub(super) struct Ticker {
    bar: Option<ProgressBar>,
    shown: bool,
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
        Ticker { bar: visible.then(ProgressBar::new_spinner), shown: false, limits }
    }

    /// Shows the newest figures.
    pub(super) fn tick(&mut self, progress: &Progress) {
        let Some(bar) = &self.bar else { return };
        if Duration::from_secs_f64(progress.seconds) < QUIET {
            return;
        }
        if !self.shown {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            self.shown = true;
        }
        let Progress {
            states,
            transitions: _,
            frontier,
            depth,
            states_per_second,
            seconds,
            estimate,
        } = progress;
        bar.set_message(format!(
            "{} states, {} waiting, depth {depth}, {} states/s, {seconds:.0} s{}{}",
            HumanCount(*states),
            HumanCount(*frontier),
            HumanCount(*states_per_second as u64),
            self.limits,
            estimate.as_ref().map_or_else(String::new, outlook),
        ));
        bar.tick();
    }

    /// Takes the progress off the terminal.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
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
}
