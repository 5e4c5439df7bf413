//! `heddle exercise`: the exercises of the course, and what is wrong with a solution.

mod check;
mod grade;
mod words;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use heddle_engine::similar_names;

use super::Exit;
use super::formats::unless_closed;
use crate::cli::{ExerciseArgs, ExerciseCommand};
use crate::course::Exercise;
use crate::environment::Environment;

/// Does what the arguments ask for.
pub(super) fn exercise(
    args: ExerciseArgs,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    match args.command.unwrap_or(ExerciseCommand::List) {
        ExerciseCommand::List => list(out)?,
        ExerciseCommand::Show { exercise } => show(&find(&exercise)?, out)?,
        ExerciseCommand::Start { exercise, file } => start(&find(&exercise)?, file, out)?,
        ExerciseCommand::Check(args) => return check::check(&args, environment, out, err),
    }
    Ok(Exit::Fine)
}

/// The exercise of a name or number.
fn find(name: &str) -> Result<Exercise> {
    let Some(exercise) = Exercise::find(name) else {
        let all = Exercise::all();
        let proposal = similar_names(name, all.iter().map(|exercise| exercise.name));
        bail!("there is no exercise '{name}'{proposal} (`heddle exercise` lists all)");
    };
    Ok(exercise)
}

fn list(out: &mut dyn Write) -> Result<()> {
    let all = Exercise::all();
    let width = all.iter().map(|exercise| exercise.name.len()).max().unwrap_or(0);
    let lines = all.iter().try_for_each(|exercise| {
        let Exercise { number, name, .. } = exercise;
        writeln!(out, "{number:2}  {name:width$}  {}", exercise.title())
    });
    unless_closed(lines.map_err(Into::into))
}

fn show(exercise: &Exercise, out: &mut dyn Write) -> Result<()> {
    let Exercise { name, task, requirements, .. } = exercise;
    let mut text = format!("{task}\nRequired is:\n");
    for (index, requirement) in requirements.iter().enumerate() {
        text.push_str(&format!("  {} {}\n", index + 1, requirement.title));
    }
    text.push_str(&format!(
        "\nBegin with `heddle exercise start {name}`, and see how far you are with\n\
         `heddle exercise check {name} {name}.c`.\n"
    ));
    unless_closed(out.write_all(text.as_bytes()).map_err(Into::into))
}

/// Writes the program to begin with, into a file that is not there yet.
fn start(exercise: &Exercise, file: Option<PathBuf>, out: &mut dyn Write) -> Result<()> {
    let file = file.unwrap_or_else(|| PathBuf::from(exercise.name).with_extension("c"));
    match write_new(&file, exercise.start) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} is there already; give another name", file.display())
        }
        written => written.with_context(|| format!("cannot write {}", file.display()))?,
    }
    let said = writeln!(out, "{} is written; the task:\n", file.display());
    unless_closed(said.map_err(Into::into))?;
    show(exercise, out)
}

fn write_new(file: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
    file.write_all(text.as_bytes())
}
