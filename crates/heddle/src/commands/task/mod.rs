//! `heddle check` of verification tasks: task definitions, property files, `--sv-comp`.
//!
//! A task is asked as any other question, one property after the other; what is different is
//! what is looked for ([`load`]), and what an answer means to the competition
//! ([`heddle_svcomp::Answer`]).

mod load;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use heddle_model::{PropertySet, Verdict};
use heddle_svcomp::{Answer, Ends, Evidence, Facts, Rating, Specification, TaskVerdict};

use self::load::{Asked, Question};
use super::formats::unless_closed;
use super::{Exit, check, witness};
use crate::cli::{AskedProperties, CheckArgs};
use crate::environment::Environment;
use crate::settings::CheckSettings;

pub(super) use load::{Task, is_definition};

/// True if the arguments are about a task.
pub(super) fn is_asked_for(args: &CheckArgs) -> bool {
    let is_task = args.program.files.iter().any(|file| is_definition(file));
    is_task || args.task.sv_comp || args.task.property_file.is_some()
}

/// Checks a task: one property after the other.
pub(super) fn check(
    args: &CheckArgs,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let questions = match load::questions(args, err)? {
        Asked::Tasks(questions) => questions,
        Asked::Program(args) => {
            let settings = CheckSettings::resolve(*args, environment)?;
            return check::check(&settings, environment, out, err);
        }
    };
    let is_single = questions.len() == 1;
    if !is_single && args.task.witness.is_some() {
        bail!("the task has several properties; choose one with --property-file for a witness");
    }
    if !is_single && !args.output.formats.0.is_empty() {
        bail!("the task has several properties; choose one with --property-file for a result");
    }
    let mut exits = Vec::new();
    for question in questions {
        let verdict = ask(&question, is_single, environment, out, err)?;
        exits.push(match verdict {
            TaskVerdict::True => Exit::Fine,
            TaskVerdict::False(_) => Exit::Violation,
            TaskVerdict::Unknown => Exit::Unknown,
        });
    }
    let order = [Exit::Violation, Exit::Unknown];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Fine))
}

/// Asks about one property, and writes the answer.
fn ask(
    question: &Question,
    is_single: bool,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<TaskVerdict> {
    let Question { args, specification, expected, title } = question;
    let started = Instant::now();
    let mut settings = CheckSettings::resolve(args.clone(), environment)?;
    settings.specification = Some(specification.clone());
    witness::begin(&settings)?;
    let reports = check::ask(&settings, environment, err)?;
    let Some(told) = reports.first() else { bail!("there is no level to check at") };
    let facts = told.program.map_or(Facts::WORST, |program| program.task);
    let is_about_ends = specification.is_about_ends() && facts.allocates;
    let ends = match told.report.verdict {
        Verdict::Verified if is_about_ends => do_runs_end(args, started, environment, err)?,
        _ => Ends::NotAsked,
    };
    let evidence = Evidence { report: &told.report, traces: &told.traces, facts, ends: &ends };
    let answer = Answer::of(evidence, specification);
    let Answer { verdict, reason } = &answer;
    if args.task.sv_comp {
        let title = if is_single { String::new() } else { format!("{title}: ") };
        check::write_formats(&reports, &settings, out)?;
        unless_closed(writeln!(out, "{title}{verdict}").map_err(Into::into))?;
    } else {
        if !is_single {
            unless_closed(writeln!(out, "{title}").map_err(Into::into))?;
        }
        check::write(&reports, &settings, environment, out)?;
        if args.output.formats.0.is_empty() {
            let because = reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
            let fits = fits(expected.as_ref(), verdict);
            let end = if is_single { "" } else { "\n" };
            let line = format!("\n{title}: {verdict}{because}{fits}{end}");
            unless_closed(writeln!(out, "{line}").map_err(Into::into))?;
        }
    }
    if *verdict == TaskVerdict::Unknown && args.task.witness.is_some() {
        let file = settings.witness.as_ref().map(|witness| witness.file.display().to_string());
        let file = file.unwrap_or_default();
        writeln!(err, "warning: {file} is not written: the verdict is unknown")?;
    } else {
        witness::write(told, *verdict == TaskVerdict::True, &settings, err)?;
    }
    if let (true, Some(reason)) = (args.task.sv_comp, reason) {
        writeln!(err, "note: {reason}")?;
    }
    Ok(answer.verdict)
}

/// The end of the line with a verdict: its relation to the expected one.
fn fits(expected: Option<&TaskVerdict>, verdict: &TaskVerdict) -> String {
    let Some(wanted) = expected else { return String::new() };
    match Rating::of(expected, verdict) {
        Rating::Correct => ", as expected".to_owned(),
        Rating::Wrong => format!(", not as expected, which is {wanted}"),
        Rating::Open => format!(", where {wanted} is expected"),
        Rating::Unrated => String::new(),
    }
}

/// Asks whether all runs of a program end by themselves, in the time that is left since `started`.
/// Neither a run that goes on nor one that is cut off shows what it has lost.
fn do_runs_end(
    args: &CheckArgs,
    started: Instant,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Ends> {
    let mut args = args.clone();
    // None is named: one that cannot be violated in this program is left out, not refused.
    let all = Ends::properties();
    args.machine.property = Some(AskedProperties { all, named: PropertySet::EMPTY });
    args.limits.time = args.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    (args.task.witness, args.task.witness_format) = (None, None);
    let settings = CheckSettings::resolve(args, environment)?;
    // An engine that cannot be asked leaves the question open.
    let reports = match check::ask(&settings, environment, err) {
        Ok(reports) => reports,
        Err(error) => return Ok(Ends::Open(format!("{error:#}"))),
    };
    let Some(told) = reports.first() else { bail!("there is no level to check at") };
    let facts = told.program.map_or(Facts::WORST, |program| program.task);
    Ok(Ends::of(&told.report, facts))
}

/// The property file at `path`.
pub(super) fn specification(path: &Path) -> Result<Specification> {
    use anyhow::Context;
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Specification::parse(&text).with_context(|| format!("cannot use {name}"))
}
