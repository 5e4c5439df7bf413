//! The result as text.

use std::io::{self, Write};
use std::path::Path;

use heddle_engine::{Metric, Report};
use heddle_model::{Limits, Place, UnknownKind, Verdict, Violation};
use heddle_portfolio::Account;
use heddle_trace::Trace;
use heddle_trace::render::{Highlight, Style, TextOptions};
use indicatif::HumanCount;

use super::accounts;
use super::check::LevelReport;
use super::reason::reason;
use super::wording;
use crate::settings::{CheckSettings, OutputSettings};

/// A hint beside a run on which a thread starves.
const UNFAIR: &str =
    "With --fair, runs do not count on which a thread could move all along and never does.";

/// Writes the results of all levels.
pub(super) fn write(
    reports: &[LevelReport],
    settings: &CheckSettings,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let [told] = reports {
        return write_told(told, settings, width, out);
    }
    write_table(reports, settings, out)?;
    if settings.output.quiet {
        return Ok(());
    }
    // The first level at which something is wrong is told in full.
    if let Some(told) = reports.iter().find(|report| !report.traces.is_empty()) {
        writeln!(out, "\nAt {}:\n", told.level)?;
        write_told(told, settings, width, out)?;
    }
    writeln!(out, "\nThe verdicts rest on:")?;
    for phrase in wording::of_all_levels(reports, &settings.limits) {
        writeln!(out, "  - {phrase}")?;
    }
    Ok(())
}

/// Writes the report of one level.
fn write_told(
    told: &LevelReport,
    settings: &CheckSettings,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let LevelReport { level: _, report, accounts, traces, program: _ } = told;
    Telling::with(settings, width, |telling| write_report(report, accounts, traces, telling, out))
}

/// The settings that the text of a report depends on.
pub(super) struct Telling<'a> {
    /// The output.
    pub(super) output: &'a OutputSettings,
    /// The limits of the check.
    pub(super) limits: &'a Limits,
    /// True if all violations are listed, of one level.
    pub(super) is_list: bool,
    /// The file from which the check can go on, if it was written.
    pub(super) checkpoint: Option<&'a Path>,
    /// The hint that an engine has for an open question.
    pub(super) hint: &'a dyn Fn(&'static str, UnknownKind) -> Option<&'static str>,
    /// Columns of the text.
    pub(super) width: usize,
}

impl Telling<'_> {
    /// Uses what the settings of a check say about it.
    fn with<R>(settings: &CheckSettings, width: usize, tell: impl FnOnce(&Telling<'_>) -> R) -> R {
        let hint = |engine, kind| settings.engine.hint(engine, kind, settings.all_violations);
        tell(&Telling {
            output: &settings.output,
            limits: &settings.limits,
            is_list: settings.all_violations && settings.levels.len() == 1,
            checkpoint: settings.checkpoints.as_ref().map(|checkpoints| &*checkpoints.file),
            hint: &hint,
            width,
        })
    }
}

/// Writes the report of one check, with the accounts of engines and the stories of violations.
pub(super) fn write_report(
    report: &Report,
    accounts: &[Account],
    traces: &[Trace],
    telling: &Telling<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let style = telling.output.style;
    let quiet = telling.output.quiet;
    let reason = reason(report, telling.limits).unwrap_or_default();
    match &report.verdict {
        Verdict::Verified => {
            let runs = if report.has_formulas { ", and no run breaks a formula" } else { "" };
            let verified = style.paint(Highlight::Good, "verified");
            writeln!(out, "{verified}: nothing is wrong in any reachable state{runs}")?;
        }
        Verdict::Bounded(_) => {
            writeln!(
                out,
                "{}: nothing is wrong within the bound: {reason}",
                style.paint(Highlight::Good, "bounded")
            )?;
        }
        Verdict::Stopped(_) => {
            writeln!(out, "{}: {reason}", style.paint(Highlight::Doubt, "unknown"))?
        }
        Verdict::Unknown(unknown) => {
            writeln!(out, "{}: {reason}", style.paint(Highlight::Doubt, "unknown"))?;
            let own = (telling.hint)(report.engine, unknown.kind);
            if let Some(hint) = own.or_else(|| hint(unknown.kind)) {
                writeln!(out, "{hint}")?;
            }
        }
        Verdict::Violation(_) => {
            let options = TextOptions { width: telling.width, style, full: telling.output.full };
            for (i, trace) in traces.iter().enumerate() {
                if quiet {
                    write_violation(&trace.violation, style, out)?;
                    continue;
                }
                if i > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", heddle_trace::render::text(trace, &options))?;
            }
            let is_unfair = |trace: &Trace| trace.lasso.as_ref().is_some_and(|run| !run.is_fair());
            if !quiet && traces.iter().any(is_unfair) {
                writeln!(out, "\n{UNFAIR}")?;
            }
            if !reason.is_empty() {
                let gap = if quiet { "" } else { "\n" };
                writeln!(out, "{gap}{}: {reason}", style.paint(Highlight::Doubt, "note"))?;
            }
            if !report.unlisted.unreplayed.is_empty()
                && let Some(hint) = hint(UnknownKind::Internal)
            {
                writeln!(out, "{hint}")?;
            }
        }
    }
    for caveat in &report.caveats {
        let note = style.paint(Highlight::Doubt, "note");
        writeln!(out, "{note}: {}", wording::caveat(caveat))?;
    }
    if quiet {
        if matches!(report.verdict, Verdict::Unknown(_) | Verdict::Stopped(_)) {
            // There is nothing but what has stopped each.
            let limits = telling.limits;
            for line in accounts.iter().filter_map(|one| accounts::short_line(one, limits)) {
                writeln!(out, "{}: {line}", style.paint(Highlight::Doubt, "note"))?;
            }
        }
        return Ok(());
    }
    let others = accounts.iter().filter_map(|account| accounts::line(account, telling.limits));
    let others: Vec<String> = others.collect();
    writeln!(out, "\n{}", wording::summary(&report.statistics))?;
    if let (Some(Ok(())), Some(file)) = (&report.checkpoint, telling.checkpoint) {
        let file = file.display();
        writeln!(out, "The search can go on from here: --resume {file}")?;
    }
    let is_decided = matches!(report.verdict, Verdict::Verified | Verdict::Violation(_));
    if !is_decided && !others.is_empty() {
        writeln!(out, "Beside this:")?;
        for line in others {
            writeln!(out, "  - {line}")?;
        }
    }
    let rests = match report.verdict {
        Verdict::Violation(_) if telling.is_list => Some("That there are no others rests on:"),
        Verdict::Violation(_) => None,
        Verdict::Verified | Verdict::Bounded(_) | Verdict::Unknown(_) | Verdict::Stopped(_) => {
            Some("The verdict rests on:")
        }
    };
    if let Some(rests) = rests.filter(|_| !report.assumptions.is_empty()) {
        writeln!(out, "{rests}")?;
        for phrase in report.assumptions.iter().flat_map(|one| wording::assumption(one, &reason)) {
            writeln!(out, "  - {phrase}")?;
        }
    }
    Ok(())
}

/// Writes a violation in one line.
pub(super) fn write_violation(
    violation: &Violation,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}: {}", style.paint(Highlight::Bad, "violation"), in_a_line(violation))
}

/// A violation and its place.
pub(super) fn in_a_line(violation: &Violation) -> String {
    format!("{}{}", place(violation.place.as_ref()), violation.finding)
}

/// A hint on what to do about an open question, unless the engine has one of its own.
fn hint(kind: UnknownKind) -> Option<&'static str> {
    Some(match kind {
        UnknownKind::Unsupported => "heddle lacks this; it is not a bug of the program.",
        UnknownKind::Missing => {
            "Give the files that define it, too, or let functions that nobody defines return any \
             value (--undefined any)."
        }
        UnknownKind::NoFile => {
            "Give it what it reads: --file PATH for a file, --stdin PATH for standard input."
        }
        UnknownKind::OpenValue => {
            "Give the value (an initializer, heddle_choose(n), an assumption), or ask for `--property default,uninitialized` to have uninitialized \
             values reported as bugs."
        }
        UnknownKind::UndefinedBehavior => {
            "What comes after undefined behaviour means nothing; ask for `--property all` to have it \
             reported as a bug."
        }
        UnknownKind::Evaluation => {
            "What heddle evaluates in a state (invariants, propositions, abstractions, hash \
             functions) may read all memory, but write, allocate, lock, choose and print nothing."
        }
        UnknownKind::Refused | UnknownKind::Limit => return None,
        UnknownKind::Internal => {
            "This is a bug of heddle: please report it with the program and the command line."
        }
    })
}

/// `file:line: `, or nothing.
pub(super) fn place(place: Option<&Place>) -> String {
    place.map(|at| format!("{}:{}: ", at.file, at.line)).unwrap_or_default()
}

fn write_table(
    reports: &[LevelReport],
    settings: &CheckSettings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let style = settings.output.style;
    let size = |told: &LevelReport, metric| told.report.statistics.get(metric);
    let are_clauses = reports.iter().any(|told| size(told, Metric::Clauses).is_some());
    let (of_what, metric) = match are_clauses {
        true => ("clauses", Metric::Clauses),
        false => ("states", Metric::States),
    };
    writeln!(out, "level   verdict    {of_what:>7}  what")?;
    for told in reports {
        let reason = reason(&told.report, &settings.limits);
        let mut lines: Vec<String> = match &told.report.verdict {
            Verdict::Violation(found) => {
                found.iter().map(|found| in_a_line(&found.violation)).collect()
            }
            Verdict::Verified | Verdict::Bounded(_) | Verdict::Unknown(_) | Verdict::Stopped(_) => {
                Vec::new()
            }
        };
        lines.extend(reason);
        let mut lines = lines.into_iter();
        let what = lines.next().unwrap_or_default();
        let word = format!("{:<10}", told.word());
        let word = match &told.report.verdict {
            Verdict::Verified | Verdict::Bounded(_) => style.paint(Highlight::Good, &word),
            Verdict::Violation(_) => style.paint(Highlight::Bad, &word),
            Verdict::Unknown(_) | Verdict::Stopped(_) => style.paint(Highlight::Doubt, &word),
        };
        let size = HumanCount(size(told, metric).unwrap_or_default()).to_string();
        let line = format!("{:<7} {word} {size:>7}  {what}", told.level.to_string());
        writeln!(out, "{}", line.trim_end())?;
        for what in lines {
            writeln!(out, "{:<28}{what}", "")?;
        }
    }
    Ok(())
}
