//! The checks of a table: properties of tasks, and lines of lists.
//!
//! A list is a text file. A line is what is expected, a tab, and arguments of `heddle check`,
//! quoted as in a shell. Empty lines and those that begin with `#` mean nothing. Files are relative
//! to the folder of the list.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::expectation::Expected;
use crate::cli::TableArgs;
use crate::commands::task::{Task, is_definition, specification};
use crate::settings::is_same_file;

/// A check.
#[derive(Debug)]
pub(super) struct Job {
    /// The task, or the arguments in a list.
    pub(super) name: String,
    /// The property, of a task.
    pub(super) property: Option<String>,
    /// Arguments of `heddle check`.
    pub(super) arguments: Vec<OsString>,
    /// The folder to run it in, if not this one.
    pub(super) folder: Option<PathBuf>,
    /// The answer that is expected.
    pub(super) expected: Option<Expected>,
    /// True if it is answered in the words of the competition.
    pub(super) is_task: bool,
}

impl Job {
    /// A name for people.
    pub(super) fn title(&self) -> String {
        match &self.property {
            Some(property) => format!("{} ({property})", self.name),
            None => self.name.clone(),
        }
    }
}

/// Reads all files, and names properties that are left out in warnings.
pub(super) fn read(args: &TableArgs, err: &mut dyn Write) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    let mut left_out = BTreeSet::new();
    for file in &args.files {
        match is_definition(file) {
            true => jobs.extend(of_task(file, args.property_file.as_deref(), &mut left_out)?),
            false => jobs.extend(of_list(file)?),
        }
    }
    for message in left_out {
        writeln!(err, "warning: left out: {message}")?;
    }
    match jobs.is_empty() {
        true => Err(anyhow!("there is nothing to check")),
        false => Ok(jobs),
    }
}

/// The properties of a task that heddle looks for.
fn of_task(
    file: &Path,
    chosen: Option<&Path>,
    left_out: &mut BTreeSet<String>,
) -> Result<Vec<Job>> {
    let task = match Task::read(file) {
        Ok(task) => task,
        // A name that was typed wrong is another matter.
        Err(_) if file.is_file() => return Ok(vec![of_unreadable(file)]),
        Err(error) => return Err(error),
    };
    let mut jobs = Vec::new();
    for (property, expected) in task.properties {
        if chosen.is_some_and(|chosen| !is_same_file(chosen, &property)) {
            continue;
        }
        let specification = match specification(&property) {
            Ok(specification) => specification,
            Err(error) => {
                left_out.insert(format!("{error:#}"));
                continue;
            }
        };
        let arguments = [
            OsString::from("--sv-comp"),
            OsString::from("--property-file"),
            property.into_os_string(),
            file.as_os_str().to_owned(),
        ];
        jobs.push(Job {
            name: file.display().to_string(),
            property: Some(specification.name()),
            arguments: arguments.into(),
            folder: None,
            expected: expected.map(Expected::Task),
            is_task: true,
        });
    }
    Ok(jobs)
}

/// The check of a task that cannot be read, which ends with the reason. One such file among
/// hundreds is no reason to check none.
fn of_unreadable(file: &Path) -> Job {
    Job {
        name: file.display().to_string(),
        property: None,
        arguments: vec![OsString::from("--sv-comp"), file.as_os_str().to_owned()],
        folder: None,
        expected: None,
        is_task: true,
    }
}

/// The lines of a list.
fn of_list(file: &Path) -> Result<Vec<Job>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let jobs = lines.map(|(number, line)| {
        let job = of_line(line, folder).with_context(|| format!("{name}:{number}"))?;
        Ok(job)
    });
    jobs.collect()
}

fn of_line(line: &str, folder: Option<&Path>) -> Result<Job> {
    let Some((expected, arguments)) = line.split_once('\t') else {
        bail!("a line is what is expected, a tab, and arguments; this one has no tab");
    };
    let expected: Expected = expected.trim().parse().map_err(|error: String| anyhow!(error))?;
    let arguments = arguments.trim();
    let Some(words) = shlex::split(arguments) else {
        bail!("the arguments '{arguments}' end inside a quote");
    };
    if words.is_empty() {
        bail!("there are no arguments");
    }
    let is_task = matches!(expected, Expected::Task(_));
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    if is_task && !words.iter().any(|word| word == "--sv-comp") {
        words.insert(0, OsString::from("--sv-comp"));
    }
    Ok(Job {
        name: arguments.to_owned(),
        property: None,
        arguments: words,
        folder: folder.map(Path::to_owned),
        expected: Some(expected),
        is_task,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_lists_are_read() {
        let job = of_line("violation(leak)\t--property leak 'a b.c' -- -DN=2", None).unwrap();
        assert_eq!(job.arguments, ["--property", "leak", "a b.c", "--", "-DN=2"]);
        assert_eq!(job.expected.unwrap().to_string(), "violation(leak)");
        assert!(!job.is_task);
        let task = of_line("true\t--property-file p.prp a.c", Some(Path::new("x"))).unwrap();
        assert_eq!(task.arguments[0], "--sv-comp");
        assert_eq!((task.is_task, task.folder), (true, Some(PathBuf::from("x"))));
    }

    #[test]
    fn lines_that_make_no_sense_are_refused() {
        let error = |line: &str| of_line(line, None).unwrap_err().to_string();
        assert!(error("verified a.c").contains("no tab"));
        assert!(error("fine\ta.c").contains("'fine'"));
        assert!(error("verified\t 'a.c").contains("inside a quote"));
        assert!(error("verified\t ").contains("no arguments"));
    }
}
