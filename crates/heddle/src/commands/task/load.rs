//! Tasks from files: definitions, property files, and the questions that they amount to.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use heddle_svcomp::{
    DataModel, Language, Specification, TaskDefinition, TaskProperty, TaskVerdict,
};

use super::specification;
use crate::cli::{AskedProperties, CheckArgs};
use crate::driver::{AS_CPP, is_cpp};
use crate::settings::{is_same_file, spare};

/// A question about a program.
#[derive(Debug)]
pub(super) struct Question {
    /// The arguments, with files and properties of the task in their places.
    pub(super) args: CheckArgs,
    /// The specification.
    pub(super) specification: Specification,
    /// The expected verdict, if the task says it.
    pub(super) expected: Option<TaskVerdict>,
    /// A name for messages.
    pub(super) title: String,
}

/// Everything that is asked about a task.
#[derive(Debug)]
pub(super) enum Asked {
    /// Questions in the words of the competition.
    Tasks(Vec<Question>),
    /// The ordinary check, with the task's program in these arguments.
    Program(Box<CheckArgs>),
}

/// A task definition with the paths of its files.
#[derive(Debug)]
pub(crate) struct Task {
    /// The program.
    pub(crate) files: Vec<PathBuf>,
    /// The properties: their files, and what is expected.
    pub(crate) properties: Vec<(PathBuf, Option<TaskVerdict>)>,
    /// Flags for clang: the language, if files have another by their names, and the data model.
    flags: Vec<&'static str>,
}

/// True if a file is a task definition, by its name.
pub(crate) fn is_definition(path: &Path) -> bool {
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    matches!(suffix, Some("yml" | "yaml"))
}

impl Task {
    /// Reads a task definition and looks for its files.
    pub(crate) fn read(path: &Path) -> Result<Task> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        Task::of(path, &text).with_context(|| format!("cannot use the task {name}"))
    }

    fn of(path: &Path, text: &str) -> Result<Task> {
        let definition = TaskDefinition::parse(text)?;
        let TaskDefinition { input_files, properties, language, data_model } = definition;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut files = Vec::new();
        for pattern in &input_files {
            files.extend(matching(folder, pattern)?);
        }
        let cpp = files.iter().find(|file| is_cpp(file));
        if let (Some(Language::C), Some(file)) = (language, cpp) {
            let name = file.display();
            bail!("option 'language' is C, but {name} is a source in C++ by its name");
        }
        let mut flags = Vec::new();
        if language == Some(Language::Cpp) && !files.iter().all(|file| is_cpp(file)) {
            flags.push(AS_CPP);
        }
        flags.extend(data_model.map(DataModel::flag));
        let properties = properties.into_iter().map(|property| {
            let TaskProperty { file, expected } = property;
            match &matching(folder, &file)?[..] {
                [only] => Ok((only.clone(), expected)),
                several => Err(anyhow!("'{file}' is {} property files, not one", several.len())),
            }
        });
        let properties = properties.collect::<Result<_>>()?;
        Ok(Task { files, properties, flags })
    }
}

/// The files that a pattern of a definition matches, sorted; at least one.
fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>> {
    let whole = folder.join(pattern);
    if !pattern.contains(['*', '?', '[']) {
        return match whole.exists() {
            true => Ok(vec![whole]),
            false => Err(anyhow!("there is no file '{pattern}' beside it")),
        };
    }
    let escaped = PathBuf::from(glob::Pattern::escape(&folder.to_string_lossy())).join(pattern);
    let found = glob::glob(&escaped.to_string_lossy());
    let found = found.with_context(|| format!("'{pattern}' is not a pattern"))?;
    let files = found.collect::<Result<Vec<PathBuf>, _>>()?;
    match files.is_empty() {
        true => Err(anyhow!("'{pattern}' matches no file")),
        false => Ok(files),
    }
}

/// The message for a verdict about nothing.
const NO_PROPERTY: &str = "--sv-comp is about a property of the competition; give a task with \
                           one, or --property-file";

/// Everything that arguments about a task ask: a question for each property that heddle looks
/// for. Others are named in a warning.
pub(super) fn questions(args: &CheckArgs, err: &mut dyn Write) -> Result<Asked> {
    let definition = args.program.files.iter().find(|file| is_definition(file));
    let Some(definition) = definition else { return Ok(Asked::Tasks(vec![of_program(args)?])) };
    if args.program.files.len() != 1 {
        bail!("{} is a task, and names its files itself; leave out others", definition.display());
    }
    let name = definition.display();
    let task = Task::read(definition)?;
    // What is asked later has the files of the task in place of its definition.
    let files = task.files.iter().chain(task.properties.iter().map(|(file, _)| file));
    spare(&args.task, files.map(PathBuf::as_path).chain([definition.as_path()]))?;
    let chosen = args.task.property_file.as_deref();
    let mut properties = task.properties.clone();
    if let Some(chosen) = chosen {
        properties.retain(|(file, _)| is_same_file(file, chosen));
        if properties.is_empty() {
            bail!("the task {name} does not have the property {}", chosen.display());
        }
    }
    if properties.is_empty() || args.machine.property.is_some() {
        // Nothing is asked in the task, or something else beside it.
        if args.task.sv_comp {
            bail!("{NO_PROPERTY}");
        }
        return Ok(Asked::Program(Box::new(with_program(args, &task))));
    }
    if args.all_levels {
        bail!("--all-levels does not go with the task {name}");
    }
    let mut questions = Vec::new();
    let mut refused = None;
    for (file, expected) in properties {
        match specification(&file) {
            Ok(specification) => {
                let args = with_specification(&with_program(args, &task), &specification);
                let title = specification.name();
                questions.push(Question { args, specification, expected, title });
            }
            Err(error) if chosen.is_some() => return Err(error),
            Err(error) => {
                writeln!(err, "warning: {error:#}")?;
                refused = Some(error);
            }
        }
    }
    match (questions.is_empty(), refused) {
        (true, Some(error)) => Err(error),
        _ => Ok(Asked::Tasks(questions)),
    }
}

/// The question about a program without a definition.
fn of_program(args: &CheckArgs) -> Result<Question> {
    let Some(chosen) = &args.task.property_file else { bail!("{NO_PROPERTY}") };
    let specification = specification(chosen)?;
    let (args, title) = (with_specification(args, &specification), specification.name());
    Ok(Question { args, specification, expected: None, title })
}

/// The arguments with the competition's assumptions, if these are asked for.
fn in_competition(args: &CheckArgs) -> CheckArgs {
    let mut args = args.clone();
    args.machine.spurious_wakeups |= args.task.sv_comp;
    args
}

/// The arguments with the program of a task.
fn with_program(args: &CheckArgs, task: &Task) -> CheckArgs {
    let mut args = in_competition(args);
    args.program.files.clone_from(&task.files);
    // Flags of the user's come later, and so decide.
    args.program.clang_flags.splice(0..0, task.flags.iter().map(OsString::from));
    args
}

/// The arguments with the properties of a specification.
fn with_specification(args: &CheckArgs, specification: &Specification) -> CheckArgs {
    let mut args = in_competition(args);
    let all = specification.properties();
    args.machine.property = Some(AskedProperties { all, named: all });
    args
}
