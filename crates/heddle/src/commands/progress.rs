//! Progress on a terminal.

use std::time::Duration;

use heddle_engine::{Estimate, Progress};
use heddle_model::Limits;
use heddle_portfolio::News;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::wording;

/// Less time than this shows no progress.
const QUIET: Duration = Duration::from_secs(1);

/// Shows the progress of an engine.
pub(super) struct Ticker {
    bar: Option<ProgressBar>,
    limits: String,
    /// The newest figures of each engine at work.
    working: Vec<(&'static str, String)>,
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
        Ticker { bar, limits, working: Vec::new() }
    }

    /// Shows the newest figures of an engine, beside those of others at work.
    pub(super) fn tick(&mut self, engine: &'static str, news: News<'_>) {
        self.working.retain(|(other, _)| *other != engine);
        let News::Progress(progress) = news else { return };
        self.working.push((engine, figures(progress)));
        self.working.sort_unstable();
        let elapsed = Duration::try_from_secs_f64(progress.seconds).unwrap_or(Duration::MAX);
        self.show(elapsed, |limits| message(&self.working, progress, limits));
    }

    /// Shows a message, which is given the limits to mention.
    pub(super) fn show(&self, elapsed: Duration, message: impl FnOnce(&str) -> String) {
        let Some(bar) = self.bar.as_ref().filter(|_| elapsed >= QUIET) else { return };
        bar.set_message(message(&self.limits));
        bar.tick();
    }

    /// Does something that writes to the terminal, with the progress out of its way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the progress off the terminal.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The figures of an engine, and how far it is.
fn figures(progress: &Progress<'_>) -> String {
    let Progress { figures, seconds: _, estimate } = progress;
    let figures = figures.iter().filter_map(|&(metric, value)| wording::figure(metric, value));
    let parts: Vec<String> = figures.collect();
    let outlook = estimate.as_ref().map_or_else(String::new, outlook);
    format!("{}{outlook}", parts.join(", "))
}

/// The engines at work with their figures.
fn message(working: &[(&'static str, String)], progress: &Progress<'_>, limits: &str) -> String {
    let parts: Vec<String> =
        working.iter().map(|(engine, figures)| format!("{engine}: {figures}")).collect();
    format!("{}, {:.0} s{limits}", parts.join("; "), progress.seconds)
}

/// The part that is done and the time that is left, with no more digits than there is reason
/// for.
fn outlook(estimate: &Estimate) -> String {
    let Estimate { done, seconds_left } = *estimate;
    let percent = (done * 20.0).floor() * 5.0;
    let left = Duration::try_from_secs_f64(seconds_left).unwrap_or(Duration::MAX);
    format!(", about {percent:.0} % done, about {:#} left", HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use heddle_engine::Metric;

    use super::*;

    #[test]
    fn an_outlook_is_rounded() {
        let outlook = |done, seconds_left| outlook(&Estimate { done, seconds_left });
        assert_eq!(outlook(0.418, 130.0), ", about 40 % done, about 2m left");
        assert!(outlook(0.99, 1e30).starts_with(", about 95 % done"));
    }

    #[test]
    fn figures_come_in_their_order() {
        let figures = [(Metric::Unwinding, 4), (Metric::Variables, 12_345), (Metric::Conflicts, 7)];
        let progress = Progress { figures: &figures, seconds: 3.2, estimate: None };
        let bmc = ("bmc", super::figures(&progress));
        let told = message(std::slice::from_ref(&bmc), &progress, " (limit 9 s)");
        assert_eq!(told, "bmc: unwind 4, 12,345 variables, 7 conflicts, 3 s (limit 9 s)");
        let working = [bmc, ("explicit", "5 states".to_owned())];
        assert_eq!(
            message(&working, &progress, ""),
            "bmc: unwind 4, 12,345 variables, 7 conflicts; explicit: 5 states, 3 s"
        );
    }
}
