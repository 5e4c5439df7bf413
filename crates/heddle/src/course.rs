//! The exercises of `course/`, as the binary carries them.
//!
//! An exercise is a folder: its task (`task.md`), the program to begin with (`start.c`), and a
//! program for each requirement, which uses what the student writes and goes wrong if that is not
//! as it should be. Lines at the beginning of such a program say the rest:
//!
//! - `//@ requirement:` what is required, in a line;
//! - `//@ options:` options of `heddle check` for it;
//! - `//@ forbids:` beginnings of words that no solution of the exercise may use;
//! - `//@ hint:` a hint, each a step further than the one before.
//!
//! A requirement holds if the program is verified and its runs end; with a temporal formula they
//! need not.

/// A file of the repository's `course/`.
#[derive(Clone, Copy, Debug)]
struct CourseFile {
    /// Its path in that folder.
    path: &'static str,
    /// Its contents.
    text: &'static str,
}

/// All files of the course, in the order of their paths.
static COURSE_FILES: &[CourseFile] = include!(concat!(env!("OUT_DIR"), "/course_files.rs"));

const TASK: &str = "task.md";
const START: &str = "start.c";

/// An exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exercise {
    /// Its place in the course, from 1 on.
    pub(crate) number: usize,
    /// Its name, in small letters and underscores.
    pub(crate) name: &'static str,
    /// The task, in Markdown.
    pub(crate) task: &'static str,
    /// The program to begin with.
    pub(crate) start: &'static str,
    /// The requirements, in their order.
    pub(crate) requirements: Vec<Requirement>,
}

/// A requirement of an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requirement {
    /// The requirement, in a line.
    pub(crate) title: &'static str,
    /// Options of `heddle check`.
    pub(crate) options: Vec<String>,
    /// Beginnings of words that no solution may use.
    pub(crate) forbids: Vec<&'static str>,
    /// Hints, each a step further than the one before.
    pub(crate) hints: Vec<&'static str>,
    /// The file's name.
    pub(crate) file: &'static str,
    /// The program.
    pub(crate) text: &'static str,
}

impl Exercise {
    /// All exercises, in the order of the course.
    pub(crate) fn all() -> Vec<Exercise> {
        let mut folders: Vec<&str> = COURSE_FILES.iter().filter_map(|file| folder(file)).collect();
        folders.dedup();
        folders
            .into_iter()
            .enumerate()
            .map(|(index, folder)| of_folder(index + 1, folder))
            .collect()
    }

    /// The exercise of a name, or of a number.
    pub(crate) fn find(name: &str) -> Option<Exercise> {
        let mut all = Exercise::all().into_iter();
        all.find(|exercise| exercise.name == name || exercise.number.to_string() == name)
    }

    /// Its title, which is the heading of its task.
    pub(crate) fn title(&self) -> &'static str {
        self.task.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(self.name)
    }
}

impl Requirement {
    fn of(file: &'static str, text: &'static str) -> Requirement {
        let options = values(text, "options").next().unwrap_or_default();
        Requirement {
            title: values(text, "requirement").next().unwrap_or(file),
            options: shlex::split(options).unwrap_or_default(),
            forbids: values(text, "forbids").flat_map(str::split_whitespace).collect(),
            hints: values(text, "hint").collect(),
            file,
            text,
        }
    }
}

/// The values of a key in the lines at the beginning of a program.
fn values(text: &'static str, key: &str) -> impl Iterator<Item = &'static str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//@ "));
    let pairs = lines.filter_map(|line| line.split_once(": "));
    pairs.filter(move |(name, _)| *name == key).map(|(_, value)| value)
}

/// The folder of a file that belongs to an exercise.
fn folder(file: &CourseFile) -> Option<&'static str> {
    file.path.split_once('/').map(|(folder, _)| folder)
}

fn of_folder(number: usize, folder: &'static str) -> Exercise {
    let files: Vec<(&str, &str)> = COURSE_FILES
        .iter()
        .filter_map(|file| Some((file.path.strip_prefix(folder)?.strip_prefix('/')?, file.text)))
        .collect();
    let text = |name: &str| {
        let file = files.iter().find(|(file, _)| *file == name);
        file.map(|(_, text)| *text).unwrap_or_default()
    };
    let is_requirement = |name: &str| name != TASK && name != START;
    Exercise {
        number,
        name: folder.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_'),
        task: text(TASK),
        start: text(START),
        requirements: files
            .iter()
            .filter(|(name, _)| is_requirement(name))
            .map(|(name, text)| Requirement::of(name, text))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exercise_is_whole() {
        let all = Exercise::all();
        assert!(all.len() >= 12, "{}", all.len());
        for exercise in &all {
            let Exercise { number, name, task, start, requirements } = exercise;
            assert!(task.starts_with("# ") && task.contains(&format!("`{name}.c`")), "{name}");
            assert!(!start.is_empty() && !requirements.is_empty(), "{name}");
            for (index, requirement) in requirements.iter().enumerate() {
                let Requirement { title, hints, file, text, .. } = requirement;
                assert!(file.starts_with(&format!("{}_", index + 1)), "{name}: {file}");
                assert_ne!(title, file, "{name}");
                assert!(!hints.is_empty(), "{name}: {title}");
                let keys = text.lines().filter(|line| line.starts_with("//@")).count();
                let others = ["options", "forbids"].map(|key| values(text, key).count());
                assert_eq!(keys, 1 + others.iter().sum::<usize>() + hints.len(), "{name}: {file}");
            }
            assert_eq!(Exercise::find(name).as_ref(), Some(exercise));
            assert_eq!(Exercise::find(&number.to_string()).as_ref(), Some(exercise));
        }
        assert_eq!(Exercise::find("0"), None);
    }
}
