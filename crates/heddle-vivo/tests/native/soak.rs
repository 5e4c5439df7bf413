//! Many executions, after which nothing is left behind.

use std::fs;
use std::path::Path;

use heddle_dpor::Options;
use heddle_model::PropertySet;
use heddle_vivo::NativeSystem;

use crate::support::{compile, program};

/// Three threads that come to one mutex four times each: 34,650 orders.
const MANY: &str = "
    #include <pthread.h>
    #include <stdlib.h>
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *own)
    {
        for (int i = 0; i < 4; i++) {
            pthread_mutex_lock(&mutex);
            free(malloc(100));
            pthread_mutex_unlock(&mutex);
        }
        return 0;
    }
    int main(void)
    {
        pthread_t threads[3];
        for (int i = 0; i < 3; i++)
            pthread_create(&threads[i], 0, work, 0);
        for (int i = 0; i < 3; i++)
            pthread_join(threads[i], 0);
        return 0;
    }";

/// Pages of memory that this process has.
fn pages() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").expect("the kernel should tell");
    let pages = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    pages.expect("it should be a number")
}

/// Open files of this process.
fn files() -> usize {
    fs::read_dir("/proc/self/fd").expect("the kernel should tell").count()
}

/// Processes that run an executable, those included that have ended and are not forgotten.
fn processes(path: &Path) -> usize {
    let own = std::process::id().to_string();
    let is_of_it = |entry: &fs::DirEntry| {
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        let runs = fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == path);
        runs || parent == Some(own.as_str())
    };
    let entries = fs::read_dir("/proc").expect("the kernel should tell");
    entries.flatten().filter(is_of_it).count()
}

#[test]
fn ten_thousand_executions_leave_nothing_behind() {
    let executable = compile(MANY, &[]);
    let options = |executions| Options { executions: Some(executions), ..Options::default() };
    let launch = || {
        NativeSystem::launch(&program(&executable.path), PropertySet::default())
            .expect("it should start")
    };
    let explore = |system: &mut NativeSystem, count| {
        let report =
            heddle_dpor::explore(std::slice::from_mut(system), &options(count), &mut |_| {});
        assert!(report.violations.is_empty() && report.unknown.is_none(), "{report:?}");
        assert_eq!(report.statistics.executions, count, "{report:?}");
    };
    let (files_before, processes_before) = (files(), processes(&executable.path));
    let mut system = launch();
    explore(&mut system, 1_000);
    let (files_within, pages_within) = (files(), pages());
    explore(&mut system, 10_000);
    assert_eq!(files(), files_within);
    // Some of what was freed is kept for later.
    assert!(pages() < pages_within + 2_000, "{} pages, then {}", pages_within, pages());
    assert!(processes(&executable.path) < 100);
    drop(system);
    assert_eq!((files(), processes(&executable.path)), (files_before, processes_before));
}
