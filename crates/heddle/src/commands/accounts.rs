//! Accounts of engines, in words and as data.

use heddle_engine::Report;
use heddle_model::{Limits, Verdict};
use heddle_portfolio::{Account, Ending};
use heddle_trace::result::{EngineAccount, EngineEnding, VerdictName};

use super::reason::reason;
use super::{explain, result, wording};

/// One line about an engine that was asked and whose answer is not the one that counts.
pub(super) fn line(account: &Account, limits: &Limits) -> Option<String> {
    let told = match &account.ending {
        Ending::Answered | Ending::NotAsked => return None,
        Ending::Ended(report) => report_line(report, limits),
        Ending::Overtaken(statistics) => {
            format!("still at work; {}", wording::summary(statistics))
        }
        Ending::Refused(refusal) => explain::refused(*refusal),
        Ending::Failed(reason) => reason.clone(),
    };
    Some(format!("{}: {told}", account.engine))
}

/// The same without figures.
pub(super) fn short_line(account: &Account, limits: &Limits) -> Option<String> {
    match &account.ending {
        Ending::Ended(report) => Some(format!("{}: {}", account.engine, verdict(report, limits))),
        Ending::Overtaken(_) => Some(format!("{}: still at work", account.engine)),
        _ => line(account, limits),
    }
}

fn report_line(report: &Report, limits: &Limits) -> String {
    format!("{}; {}", verdict(report, limits), wording::summary(&report.statistics))
}

/// A verdict, with the reason for it if it is open.
fn verdict(report: &Report, limits: &Limits) -> String {
    let word = name(&report.verdict).name();
    let reason = reason(report, limits).map_or_else(String::new, |reason| format!(", {reason}"));
    format!("{word}{reason}")
}

/// The name of a verdict.
pub(super) fn name(verdict: &Verdict) -> VerdictName {
    match verdict {
        Verdict::Verified => VerdictName::Verified,
        Verdict::Bounded(_) => VerdictName::Bounded,
        Verdict::Violation(_) => VerdictName::Violation,
        Verdict::Unknown(_) | Verdict::Stopped(_) => VerdictName::Unknown,
    }
}

/// The same as data.
pub(super) fn data(account: &Account, answer: &Report, limits: &Limits) -> EngineAccount {
    let of_report = |ending, report: &Report| EngineAccount {
        engine: account.engine.to_owned(),
        ending,
        verdict: Some(name(&report.verdict)),
        reason: reason(report, limits),
        stats: Some(result::stats(&report.statistics)),
    };
    let without_report = |ending, reason| EngineAccount {
        engine: account.engine.to_owned(),
        ending,
        verdict: None,
        reason,
        stats: None,
    };
    match &account.ending {
        Ending::Answered => of_report(EngineEnding::Answered, answer),
        Ending::Ended(report) => of_report(EngineEnding::Ended, report),
        Ending::Overtaken(statistics) => EngineAccount {
            stats: Some(result::stats(statistics)),
            ..without_report(EngineEnding::Overtaken, None)
        },
        Ending::Refused(refusal) => {
            without_report(EngineEnding::Refused, Some(explain::refused(*refusal)))
        }
        Ending::NotAsked => without_report(EngineEnding::NotAsked, None),
        Ending::Failed(reason) => without_report(EngineEnding::Failed, Some(reason.clone())),
    }
}
