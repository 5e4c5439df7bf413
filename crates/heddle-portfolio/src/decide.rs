//! The choice of the answer that counts.
//!
//! A violation was seen on the machine: it counts against everything else. A proof counts
//! unless some engine met a failure of heddle's own, which may have hidden a bug, has seen a run
//! whose behaviour is undefined, which a proof denies, or refuses what the program or the user tells
//! heddle, who should know. Then come bounds, of which the wider count as far as they can be
//! compared, then limits, which more time or memory may mend, then what an engine cannot follow.
//! Of equals the first in the list of engines counts.
//!
//! A data race that some engine has met while nobody asked for races is told beside a proof,
//! whoever has given it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use heddle_engine::{EngineError, ModelError, Refusal, Report};
use heddle_model::{Bound, BoundKind, Limit, UnknownKind, Verdict};

use crate::{Account, Asked, Ending, Outcome};

/// True if an answer ends the other engines.
pub(crate) fn is_decisive(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Verified | Verdict::Violation(_))
}

/// The lower, the more an answer is worth.
fn rank(report: &Report, is_trusted: bool) -> u8 {
    match &report.verdict {
        Verdict::Violation(_) => 0,
        Verdict::Verified if is_trusted => 1,
        Verdict::Unknown(unknown) if forbids_proofs(unknown.kind) => 2,
        Verdict::Verified => 3,
        Verdict::Bounded(_) => 4,
        Verdict::Stopped(Limit::Cancelled) => 7,
        Verdict::Stopped(_) => 5,
        Verdict::Unknown(_) => 6,
    }
}

/// True if an engine that does not know for such a reason keeps others from proving anything.
fn forbids_proofs(kind: UnknownKind) -> bool {
    match kind {
        UnknownKind::Internal
        | UnknownKind::Refused
        | UnknownKind::Evaluation
        | UnknownKind::UndefinedBehavior => true,
        UnknownKind::Unsupported
        | UnknownKind::Missing
        | UnknownKind::NoFile
        | UnknownKind::OpenValue
        | UnknownKind::Limit => false,
    }
}

/// Compares bounds; less are those that leave out less. States that are told apart by a hash are
/// missed by accident only, while other bounds leave out whole runs. Few kinds of bounds
/// leave out less than many. Of the same kinds, those count whose numbers are all as large:
/// ten rounds of a loop are neither more nor less than three context switches.
fn compare_bounds(a: &[Bound], b: &[Bound]) -> Ordering {
    let (a, b) = (least_numbers(a), least_numbers(b));
    let cuts = |bounds: &BTreeMap<BoundKind, u64>| bounds.keys().any(|kind| cuts_runs(*kind));
    let order = (cuts(&a), a.len()).cmp(&(cuts(&b), b.len()));
    if order.is_ne() || !a.keys().eq(b.keys()) {
        return order;
    }
    let wider = |a: &BTreeMap<_, u64>, b: &BTreeMap<_, u64>| {
        a.iter().zip(b).all(|((_, number), (_, other))| number >= other)
    };
    wider(&b, &a).cmp(&wider(&a, &b))
}

/// The least bound of each kind.
fn least_numbers(bounds: &[Bound]) -> BTreeMap<BoundKind, u64> {
    let mut least = BTreeMap::new();
    for bound in bounds {
        let number = least.entry(bound.kind).or_insert(bound.number);
        *number = bound.number.min(*number);
    }
    least
}

/// True if a bound leaves out runs, and not only states that are taken for others, or spins that are
/// taken for work.
fn cuts_runs(kind: BoundKind) -> bool {
    match kind {
        BoundKind::SpinSteps
        | BoundKind::HashBits
        | BoundKind::FieldBits
        | BoundKind::LateFieldBits => false,
        BoundKind::LoopRounds
        | BoundKind::CallDepth
        | BoundKind::ContextSwitches
        | BoundKind::Steps
        | BoundKind::Supersteps
        | BoundKind::Preemptions
        | BoundKind::SuperstepPreemptions
        | BoundKind::SampledRuns => true,
    }
}

/// Compares answers; less is the one that is worth more.
fn compare(a: &Report, b: &Report, is_trusted: bool) -> Ordering {
    match (&a.verdict, &b.verdict) {
        (Verdict::Bounded(a), Verdict::Bounded(b)) => compare_bounds(a, b),
        _ => rank(a, is_trusted).cmp(&rank(b, is_trusted)),
    }
}

/// The outcome, from what was refused and what was answered.
///
/// # Errors
/// If no engine has taken the question, or it makes no sense for the program.
pub(crate) fn outcome(
    names: &[&'static str],
    refused: Vec<(usize, Refusal)>,
    mut asked: Vec<Asked>,
) -> Result<Outcome, EngineError> {
    asked.sort_by_key(|asked| asked.index);
    let forbids = |asked: &Asked| {
        matches!(&asked.answer, Some(Ok(Report { verdict: Verdict::Unknown(unknown), .. }))
            if forbids_proofs(unknown.kind))
    };
    let is_trusted = !asked.iter().any(forbids);
    let reports = asked.iter().enumerate().filter_map(|(position, asked)| match &asked.answer {
        Some(Ok(report)) => Some((position, report, !asked.is_first)),
        Some(Err(_)) | None => None,
    });
    // Of two proofs, the one that came first and has ended the other.
    let best = reports.min_by(|(_, a, a_late), (_, b, b_late)| {
        compare(a, b, is_trusted).then(a_late.cmp(b_late))
    });
    let best = best.map(|(position, ..)| position);
    let race = asked.iter().find_map(|asked| asked.answer.as_ref()?.as_ref().ok()?.race.clone());
    let Some(best) = best else {
        return Err(error(refused, asked));
    };
    let mut report = None;
    let mut endings: Vec<Option<Ending>> = vec![None; names.len()];
    let is_decided = asked.iter().any(|asked| asked.is_first);
    for (position, asked) in asked.into_iter().enumerate() {
        endings[asked.index] = Some(match asked.answer {
            None => Ending::NotAsked,
            Some(Err(error)) => Ending::Failed(error.to_string()),
            Some(Ok(answer)) if position == best => {
                report = Some(answer);
                Ending::Answered
            }
            Some(Ok(Report {
                verdict: Verdict::Stopped(Limit::Cancelled), statistics, ..
            })) if is_decided => Ending::Overtaken(statistics),
            Some(Ok(answer)) => Ending::Ended(Box::new(answer)),
        });
    }
    for (index, refusal) in refused {
        endings[index] = Some(Ending::Refused(refusal));
    }
    let accounts = names.iter().zip(endings);
    let accounts =
        accounts.filter_map(|(&engine, ending)| Some(Account { engine, ending: ending? }));
    let accounts = accounts.collect();
    let mut report = report.expect("the best of some reports should be one of them");
    if let Some(race) = race {
        report.add_race(&race);
    }
    Ok(Outcome { report, accounts })
}

/// The error of a question that nobody answers: what the first engine says.
fn error(refused: Vec<(usize, Refusal)>, asked: Vec<Asked>) -> EngineError {
    let errors = asked.into_iter().filter_map(|asked| Some((asked.index, asked.answer?.err()?)));
    let refused = refused.into_iter().map(|(index, refusal)| (index, refusal.into()));
    let first = errors.chain(refused).min_by_key(|(index, _)| *index);
    first.map_or(EngineError::Models(ModelError::Cancelled), |(_, error)| error)
}
