//! Programs that synchronize, with the models of what the machine does natively: the machine
//! itself runs them, over its own functions. With them and without, the same violations of
//! all properties must be found that a thread which waits for ever does not break.

use std::collections::BTreeSet;

use super::directives::Directives;
use crate::models::{has_sections, models};
use crate::support::heddle::{Answer, Line};

/// Words of programs that synchronize.
const SYNCHRONIZES: [&str; 5] = ["pthread_", "sem_", "thrd_", "mtx_", "std::"];
/// The properties that are looked for.
const PROPERTIES: &str = "assertion,memory,lock-misuse,uninitialized,crash";
/// Makes the end of a run show.
const ENDING: &str = "crates/heddle/tests/models/ending.c";
/// States that a search may visit; what it did not see cannot be compared.
const STATES: u64 = 300_000;

/// True if a program can be compared, and is worth it.
pub(crate) fn is_compared(text: &str, directives: &Directives) -> bool {
    let is_left_out = directives.is_temporal
        || directives.has_many_threads
        || directives.options.iter().any(|option| option == "--states")
        // The ending is in C, and compiled with the same flags.
        || directives.clang.iter().any(|flag| flag.starts_with("-std=c++"));
    !is_left_out && SYNCHRONIZES.iter().any(|word| text.contains(word))
}

/// Compares what is found with the models and without.
pub(crate) fn compare(path: &str, text: &str, directives: &Directives) -> Result<(), String> {
    let spurious_wakeups = directives.options.iter().any(|option| option == "--spurious-wakeups");
    let is_narrow = directives.clang.iter().any(|flag| flag == "-m32");
    let modules = models(spurious_wakeups, if is_narrow { "-m32" } else { "-m64" })?;
    let modules = modules.iter().map(|module| module.display().to_string());
    let limit = STATES.to_string();
    let line = Line::new("check")
        .with(["--json", "-", "--all-violations", "--minimize", "0s", "--states", &limit])
        .with(["--property", PROPERTIES])
        .with(&directives.options)
        .with([path, ENDING]);
    let [native, modelled] =
        [line.clone(), line.with(modules)].map(|line| line.with(["--"]).with(&directives.clang));
    let (expected, found) = (native.answer()?, modelled.answer()?);
    if expected.stats.states >= STATES || found.stats.states >= STATES {
        return Ok(());
    }
    let (found, expected) = (summary(&found), summary(&expected));
    let may_miss = has_sections(text) && found.1.is_subset(&expected.1);
    if found == expected || may_miss {
        return Ok(());
    }
    let message = format!("finds {found:?}, but {expected:?} in\n    {native}");
    Err(modelled.complaint(&message))
}

/// The verdict and the kinds of what was found, in no order.
fn summary(answer: &Answer) -> (&str, BTreeSet<String>) {
    let kinds = answer.told.violations.iter().map(|violation| match violation.detail() {
        Some(detail) => format!("{} ({detail})", violation.kind()),
        None => violation.kind().to_string(),
    });
    (&answer.verdict, kinds.collect())
}
