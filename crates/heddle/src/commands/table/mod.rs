//! `heddle table`: many checks, each a process of its own, and one table of what came out.

mod expectation;
mod formats;
mod jobs;
mod process;
mod summary;
mod text;

use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use self::expectation::Mark;
use self::jobs::Job;
use self::process::{Outcome, Setting};
use self::summary::Summary;
use super::Exit;
use super::formats::{forget_older, unless_closed};
use crate::cli::TableArgs;
use crate::environment::Environment;
use crate::interrupt;

/// The time that a check has to end after its own is over.
const GRACE: Duration = Duration::from_secs(10);

/// A row: a check and what came out.
struct Row {
    job: Job,
    outcome: Outcome,
    mark: Mark,
}

/// Runs the checks that the arguments name, and writes the table.
pub(super) fn table(
    args: &TableArgs,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    for file in args.json.iter().chain(&args.junit) {
        forget_older(file, &args.files)?;
    }
    let jobs = jobs::read(args, err)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let at_once = args.jobs.map_or(cores, usize::from).min(jobs.len()).max(1);
    let setting = Setting {
        heddle: std::env::current_exe().context("cannot find heddle itself")?,
        time: args.time,
        grace: GRACE,
        memory: args.memory,
        workers: (cores / at_once).max(1),
        options: args.options.clone(),
        folder: tempfile::tempdir().context("cannot make a folder for results")?,
    };
    let is_visible = environment.progress && !args.display.quiet;
    let (rows, skipped) = run_all(jobs, at_once, &setting, is_visible)?;
    let summary = Summary::of(&rows, skipped);
    let style = crate::settings::style(args.display.color, environment);
    let written = text::write(&rows, &summary, style, args.display.quiet, out);
    unless_closed(written.map_err(Into::into))?;
    if let Some(file) = &args.json {
        let cannot = || format!("cannot write {}", file.display());
        fs::write(file, formats::json(&rows, &summary)).with_context(cannot)?;
    }
    if let Some(file) = &args.junit {
        let cannot = || format!("cannot write {}", file.display());
        fs::write(file, formats::junit(&rows)).with_context(cannot)?;
    }
    Ok(match summary.is_as_expected() {
        true => Exit::Fine,
        false => Exit::Violation,
    })
}

/// Runs all jobs, so many at once. Returns the rows in the order of the jobs, and the number of
/// those that were not run since the user did not want to wait.
fn run_all(
    jobs: Vec<Job>,
    at_once: usize,
    setting: &Setting,
    is_visible: bool,
) -> Result<(Vec<Row>, usize)> {
    let bar = if is_visible { progress_bar(jobs.len()) } else { ProgressBar::hidden() };
    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Result<Outcome>>>> =
        Mutex::new(jobs.iter().map(|_| None).collect());
    let is_over = interrupt::flag();
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(number) else { break };
                    bar.set_message(job.title());
                    let outcome = process::run(job, number, setting);
                    bar.inc(1);
                    let mut outcomes = outcomes.lock().unwrap_or_else(|poison| poison.into_inner());
                    outcomes[number] = Some(outcome);
                }
            });
        }
    });
    bar.finish_and_clear();
    let outcomes = outcomes.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let skipped = outcomes.iter().filter(|outcome| outcome.is_none()).count();
    let mut rows = Vec::new();
    for (job, outcome) in jobs.into_iter().zip(outcomes) {
        if let Some(outcome) = outcome {
            let outcome = outcome?;
            let mark = Mark::of(job.expected.as_ref(), &outcome.answer);
            rows.push(Row { job, outcome, mark });
        }
    }
    Ok((rows, skipped))
}

fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    let template = "{bar:30} {pos}/{len}, {elapsed}, {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
