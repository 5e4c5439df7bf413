//! `heddle exercise check`: a check for each requirement, and the story of the first that is not met.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io, slice};

use anyhow::{Context, Result, bail};
use heddle_engine::Caveat;
use heddle_model::{Unknown, UnknownKind, Verdict};
use heddle_trace::render::Highlight;
use tempfile::TempDir;

use super::grade::{Grade, Mark, Standing, write_line};
use super::words::{Forbidden, forbidden};
use crate::cli::{self, Command, ExerciseCheckArgs};
use crate::commands::check::LevelReport;
use crate::commands::formats::{forget_older, unless_closed};
use crate::commands::result::result;
use crate::commands::{Exit, Target, check, text, wording};
use crate::course::{Exercise, Requirement};
use crate::driver::is_source;
use crate::environment::Environment;
use crate::settings::{CheckSettings, style};

/// A requirement that is not met, or not known to be, and all that is known of it.
struct Story<'e> {
    requirement: &'e Requirement,
    reports: Vec<LevelReport>,
    settings: CheckSettings,
}

/// Checks a solution, and says how it stands with each requirement.
pub(super) fn check(
    args: &ExerciseCheckArgs,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let json = args.json.clone().map(Target::from);
    if let Some(Target::File(json)) = &json {
        if is_source(json) {
            bail!("--json {}: this is a program; give the file to write", json.display());
        }
        forget_older(json, slice::from_ref(&args.file))?;
    }
    let mut nowhere = io::sink();
    let text: &mut dyn Write = match json {
        Some(Target::Stdout) => &mut nowhere,
        Some(Target::File(_)) | None => &mut *out,
    };
    let exercise = super::find(&args.exercise)?;
    let mut marks = Vec::new();
    let checked = check_all(&exercise, args, &mut marks, environment, text, err);
    if let Ok(story) = &checked {
        let checks = marks.iter().filter_map(|mark| mark.check.as_ref());
        let has_weak_atomics = checks.into_iter().any(|check| check.answer.weak_atomics.is_some());
        unless_closed(tell(&exercise, story.as_ref(), has_weak_atomics, args, environment, text))?;
    }
    let error = checked.err();
    let message = error.as_ref().map(|error| format!("{error:#}"));
    let file = args.file.to_string_lossy();
    let grade = || Grade::new(&exercise, &file, &marks, message).json();
    match &json {
        Some(Target::File(json)) => {
            fs::write(json, grade()).with_context(|| format!("cannot write {}", json.display()))?;
        }
        Some(Target::Stdout) => {
            unless_closed(out.write_all(grade().as_bytes()).map_err(Into::into))?;
        }
        None => {}
    }
    if let Some(error) = error {
        return Err(error);
    }
    let stands = |standing| marks.iter().any(|mark| mark.standing == standing);
    Ok(match (stands(Standing::NotMet), stands(Standing::Unknown)) {
        (true, _) => Exit::Violation,
        (false, true) => Exit::Unknown,
        (false, false) => Exit::Fine,
    })
}

/// Checks all requirements, and writes a line for each. Returns the story of the first that is not
/// met, or else of the first of which that is not known.
fn check_all<'e>(
    exercise: &'e Exercise,
    args: &ExerciseCheckArgs,
    marks: &mut Vec<Mark>,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Option<Story<'e>>> {
    refuse_forbidden(exercise, &args.file)?;
    let (folder, _scratch) = folder(exercise, environment)?;
    let style = style(args.display.color, environment);
    let mut story: Option<(Standing, Story<'e>)> = None;
    for (index, requirement) in exercise.requirements.iter().enumerate() {
        // A short name leaves room for what is in the lines.
        let test = folder.join(format!("test{}.c", index + 1));
        write_once(&test, requirement.text)
            .with_context(|| format!("cannot write {}", test.display()))?;
        let settings = settings(requirement, &test, index == 0, args, environment)?;
        let reports = check::ask(&settings, environment, err)?;
        refuse_missing(&args.file, &reports)?;
        let standing = standing(requirement, &reports);
        let mark = Mark {
            number: index + 1,
            requirement: requirement.title,
            standing,
            check: result(&reports, &settings),
        };
        unless_closed(write_line(&mark, style, out).map_err(Into::into))?;
        marks.push(mark);
        let is_worse = match &story {
            None => standing != Standing::Met,
            Some((told, _)) => *told == Standing::Unknown && standing == Standing::NotMet,
        };
        if is_worse {
            story = Some((standing, Story { requirement, reports, settings }));
        }
    }
    Ok(story.map(|(_, story)| story))
}

/// Refuses what is no file, and a solution that would not let the test have its way.
fn refuse_forbidden(exercise: &Exercise, file: &Path) -> Result<()> {
    let cannot = || format!("cannot read {}", file.display());
    if !fs::metadata(file).with_context(cannot)?.is_file() {
        bail!("{}: it is no file", cannot());
    }
    let text = fs::read(file).with_context(cannot)?;
    let text = String::from_utf8_lossy(&text);
    let forbids: Vec<&str> =
        exercise.requirements.iter().flat_map(|it| it.forbids.iter().copied()).collect();
    let Some(Forbidden { word, line, reason }) = forbidden(&text, &forbids) else { return Ok(()) };
    bail!("{}:{line}: '{word}' {reason}; leave it out, or choose another name", file.display())
}

/// Refuses a solution that does not define what the test calls.
fn refuse_missing(file: &Path, reports: &[LevelReport]) -> Result<()> {
    let verdict = reports.first().map(|told| &told.report.verdict);
    let Some(Verdict::Unknown(Unknown { kind: UnknownKind::Missing, reason, .. })) = verdict else {
        return Ok(());
    };
    bail!(
        "{} lacks a function that the test needs: {reason} (in C++, declare it extern \"C\")",
        file.display()
    )
}

/// The folder for an exercise's tests: where they can be found again when a result is replayed, or
/// else one that goes with this run.
fn folder(exercise: &Exercise, environment: &Environment) -> Result<(PathBuf, Option<TempDir>)> {
    let kept = environment.cache_dirs.iter().map(|cache| cache.join("course").join(exercise.name));
    if let Some(folder) = kept.into_iter().find(|folder| fs::create_dir_all(folder).is_ok()) {
        return Ok((folder, None));
    }
    let scratch = tempfile::tempdir_in(&environment.temp_dir)
        .context("cannot make a folder for the exercise's tests")?;
    Ok((scratch.path().to_owned(), Some(scratch)))
}

/// Writes a file, in one step, unless it is there.
fn write_once(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// The check of a requirement. Only the first has the compiler's warnings.
fn settings(
    requirement: &Requirement,
    test: &Path,
    is_first: bool,
    args: &ExerciseCheckArgs,
    environment: &Environment,
) -> Result<CheckSettings> {
    let mut words = vec![OsString::from("heddle"), OsString::from("check")];
    words.extend(requirement.options.iter().map(OsString::from));
    words.push(test.into());
    let Command::Check(mut check) = cli::parse(&words)?.command else {
        bail!("{}: this is no check", requirement.file);
    };
    check.program.files.push(args.file.clone());
    if !is_first {
        check.program.clang_flags.push("-w".into());
    }
    check.limits.time = Some(args.time);
    check.output.display = args.display.clone();
    Ok(CheckSettings::resolve(*check, environment)?)
}

/// The standing of a requirement after its check.
fn standing(requirement: &Requirement, reports: &[LevelReport]) -> Standing {
    let has_formula = requirement.options.iter().any(|option| option == "--ltl");
    let of = |told: &LevelReport| match &told.report.verdict {
        Verdict::Violation(_) => Standing::NotMet,
        // Nothing can be wrong at the end of a test that never ends.
        Verdict::Verified if !has_formula && no_run_ends(told) => Standing::NotMet,
        Verdict::Verified => Standing::Met,
        Verdict::Bounded(_) | Verdict::Unknown(_) | Verdict::Stopped(_) => Standing::Unknown,
    };
    reports.first().map_or(Standing::Unknown, of)
}

fn no_run_ends(told: &LevelReport) -> bool {
    told.report.caveats.iter().any(|caveat| matches!(caveat, Caveat::NoRunEnds { .. }))
}

/// A reminder for those who write weaker orders.
const WEAK: &str = "Atomic operations with a weaker order than memory_order_seq_cst were checked as if \
    they had that; what goes wrong for their own order only was not looked at.";

/// Tells what went wrong, or what comes next.
fn tell(
    exercise: &Exercise,
    story: Option<&Story<'_>>,
    has_weak_atomics: bool,
    args: &ExerciseCheckArgs,
    environment: &Environment,
    out: &mut dyn Write,
) -> Result<()> {
    let style = style(args.display.color, environment);
    let Some(Story { requirement, reports, settings }) = story else {
        let all = style.paint(Highlight::Good, "All requirements are met.");
        let next = Exercise::find(&(exercise.number + 1).to_string());
        let next = next.map_or_else(String::new, |next| {
            format!(" The next exercise: heddle exercise show {}", next.name)
        });
        writeln!(out, "\n{all}{next}")?;
        if has_weak_atomics {
            writeln!(out, "{WEAK}")?;
        }
        return Ok(());
    };
    writeln!(out, "\n{}:\n", requirement.title)?;
    let verdict = reports.first().map(|told| &told.report.verdict);
    if let (Some(Verdict::Verified), Some(told)) = (verdict, reports.first()) {
        writeln!(out, "A function never returns, so the test never comes to its end:")?;
        for caveat in told.report.caveats.iter().filter(|it| matches!(it, Caveat::NoRunEnds { .. }))
        {
            writeln!(out, "{}", wording::caveat(caveat))?;
        }
    } else {
        text::write(reports, settings, environment.width, out)?;
    }
    let is_known = matches!(verdict, Some(Verdict::Verified | Verdict::Violation(_)));
    if !is_known {
        let time = args.time.as_secs_f64();
        return Ok(writeln!(out, "\nTime was {time} s for each requirement (--time gives more).")?);
    }
    let there_are = requirement.hints.len();
    let given = args.hints.min(there_are);
    for (index, hint) in requirement.hints.iter().take(given).enumerate() {
        writeln!(out, "\nHint {} of {there_are}: {hint}", index + 1)?;
    }
    if given < there_are {
        let more = if given == 0 { "a hint" } else { "the next one" };
        writeln!(out, "\nFor {more}: --hints {}", given + 1)?;
    }
    Ok(())
}
