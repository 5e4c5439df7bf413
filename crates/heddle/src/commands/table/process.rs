//! One check as a process of its own, and what is measured of it.
//!
//! A check that ends in another way than its verdict says (killed, or by a panic behind its last
//! line) has no verdict. One that does not end long after its time is killed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use heddle_svcomp::TaskVerdict;
use heddle_trace::result::{CheckResult, Outcome as Written, VerdictName};
use tempfile::TempDir;
use wait4::Wait4;

use super::expectation::Answer;
use super::jobs::Job;
use crate::commands::Exit;
use crate::units;

/// The setting of all checks.
pub(super) struct Setting {
    /// The program to run.
    pub(super) heddle: PathBuf,
    /// Most time of each.
    pub(super) time: Option<Duration>,
    /// The time that a check has to end after its own is over, whatever that is.
    pub(super) grace: Duration,
    /// Most memory of each.
    pub(super) memory: Option<u64>,
    /// Workers of each, if it does not say.
    pub(super) workers: usize,
    /// Options of each.
    pub(super) options: Vec<OsString>,
    /// A folder for results.
    pub(super) folder: TempDir,
}

/// The outcome of a check.
pub(super) struct Outcome {
    /// The answer.
    pub(super) answer: Answer,
    /// Wall-clock time.
    pub(super) seconds: f64,
    /// The most memory of one of its processes.
    pub(super) peak_memory_bytes: u64,
}

/// Runs a check, which is the one of this number.
pub(super) fn run(job: &Job, number: usize, setting: &Setting) -> Result<Outcome> {
    let file = |suffix: &str| setting.folder.path().join(format!("{number}.{suffix}"));
    let (out, json) = (file("out"), file("json"));
    let mut command = Command::new(&setting.heddle);
    command.arg("check").args(&setting.options).args(own_options(job, setting));
    if !job.is_task {
        command.arg("--json").arg(&json);
    }
    // Flags for clang come last.
    command.args(&job.arguments);
    if let Some(folder) = &job.folder {
        command.current_dir(folder);
    }
    command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().context("cannot run heddle")?;
    let limit = limit(job, setting);
    let messages = messages(child.stderr.take(), limit);
    if messages.is_none() {
        // One that has just ended is not there any more.
        let _ = child.kill();
    }
    let ended = child.wait4().context("cannot wait for heddle")?;
    let seconds = started.elapsed().as_secs_f64();
    let said = match job.is_task {
        true => spoken(&fs::read_to_string(&out).unwrap_or_default()),
        false => written(&fs::read(&json).unwrap_or_default()),
    };
    let answer = match (said, messages) {
        (_, None) => {
            let limit = limit.unwrap_or_default().as_secs_f64();
            Answer::Error(format!("killed after {limit:.0} s, long after its time"))
        }
        (Some(answer), Some(_)) if is_of(&answer, ended.status) => answer,
        (_, Some(messages)) => Answer::Error(reason(&messages, ended.status)),
    };
    for file in [out, json] {
        // What cannot be removed now goes with the folder.
        let _ = fs::remove_file(file);
    }
    Ok(Outcome { answer, seconds, peak_memory_bytes: ended.rusage.maxrss })
}

/// Everything that a process says until it ends, which its end of the pipe tells; none if it goes
/// on for longer than it may.
fn messages(pipe: Option<ChildStderr>, limit: Option<Duration>) -> Option<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What cannot be read is not said; the end of the pipe is what counts.
            let _ = pipe.read_to_end(&mut bytes);
        }
        // Nobody listens any more if the process was killed.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    match limit {
        Some(limit) => receiver.recv_timeout(limit).ok(),
        None => receiver.recv().ok(),
    }
}

/// The reason for which a check has no verdict: its first error, or its last words.
fn reason(messages: &str, status: ExitStatus) -> String {
    let first = messages.lines().find(|line| line.starts_with("error"));
    let first = first.or(messages.lines().last()).unwrap_or_default();
    format!("{first} ({status})").trim().to_owned()
}

/// True if a check with this answer ends in this way.
fn is_of(answer: &Answer, status: ExitStatus) -> bool {
    let exits: &[Exit] = match answer {
        Answer::Task(TaskVerdict::True) | Answer::Own(VerdictName::Verified, _) => &[Exit::Fine],
        Answer::Task(TaskVerdict::False(_)) | Answer::Own(VerdictName::Violation, _) => {
            &[Exit::Violation]
        }
        Answer::Task(TaskVerdict::Unknown) => &[Exit::Unknown],
        // With --strict.
        Answer::Own(VerdictName::Bounded, _) => &[Exit::Fine, Exit::Unknown],
        Answer::Own(VerdictName::Unknown, _) => &[Exit::Unknown, Exit::BadInput],
        Answer::Error(_) => &[],
    };
    exits.iter().any(|exit| status.code() == Some(exit.code().into()))
}

/// The value of an option of a check, if it has it itself or every check has it.
fn given<'a>(option: &str, job: &'a Job, setting: &'a Setting) -> Option<&'a OsStr> {
    let mut words = job.arguments.iter().chain(&setting.options);
    while let Some(word) = words.next() {
        if word == option {
            return Some(words.next().map_or(OsStr::new(""), |value| value));
        }
        let rest = word.to_str().and_then(|word| word.strip_prefix(option));
        if let Some(value) = rest.and_then(|rest| rest.strip_prefix('=')) {
            return Some(OsStr::new(value));
        }
    }
    None
}

/// The time after which a check is killed: its own, and some for what comes after that.
fn limit(job: &Job, setting: &Setting) -> Option<Duration> {
    let own = given("--time", job, setting).and_then(OsStr::to_str);
    let time = match own {
        Some(own) => units::duration(own).ok()?,
        None => setting.time?,
    };
    Some(time + time / 10 + setting.grace)
}

/// The options that a check has from the table, unless it has them itself.
fn own_options(job: &Job, setting: &Setting) -> Vec<OsString> {
    let is_given = |option: &str| given(option, job, setting).is_some();
    let seconds = setting.time.map(|time| format!("{}ms", time.as_millis()));
    let bytes = setting.memory.map(|bytes| format!("{}K", bytes.div_ceil(1024)));
    let mut options = vec![OsString::from("--quiet")];
    for (option, value) in [("--time", seconds), ("--memory", bytes)] {
        if let Some(value) = value.filter(|_| !is_given(option)) {
            options.extend([OsString::from(option), OsString::from(value)]);
        }
    }
    // Not every engine has workers.
    if !is_given("--workers") && !is_given("--engine") {
        options.extend([OsString::from("--workers"), setting.workers.to_string().into()]);
    }
    options
}

/// The verdict that a task was answered with.
fn spoken(text: &str) -> Option<Answer> {
    text.lines().next().and_then(|line| line.parse().ok()).map(Answer::Task)
}

/// The verdict in a result.
fn written(bytes: &[u8]) -> Option<Answer> {
    match serde_json::from_slice(bytes).ok()? {
        Written::Result(result) => {
            let CheckResult { answer, .. } = *result;
            let kinds = match (answer.verdict, &answer.violation) {
                (VerdictName::Violation, Some(violation)) => {
                    let detail = violation.detail().map(|detail| detail.name());
                    [Some(violation.kind().name()), detail].into_iter().flatten().collect()
                }
                _ => Vec::new(),
            };
            Some(Answer::Own(answer.verdict, kinds.into_iter().map(str::to_owned).collect()))
        }
        Written::Failure(_) => None,
    }
}

#[cfg(test)]
mod tests;
