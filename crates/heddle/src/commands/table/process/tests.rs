//! Tests of processes, with scripts in place of heddle.

use super::*;

/// The answer of a check whose process is a script.
fn answer(script: &str, is_task: bool, time: Option<Duration>) -> String {
    let folder = tempfile::tempdir().unwrap();
    // The first word behind the name of the shell.
    fs::write(folder.path().join("check"), script).unwrap();
    let job = Job {
        name: "script".to_owned(),
        property: None,
        arguments: Vec::new(),
        folder: Some(folder.path().to_owned()),
        expected: None,
        is_task,
    };
    let setting = Setting {
        heddle: PathBuf::from("/bin/sh"),
        time,
        grace: Duration::from_millis(100),
        memory: None,
        workers: 1,
        options: Vec::new(),
        folder: tempfile::tempdir().unwrap(),
    };
    match run(&job, 0, &setting).unwrap().answer {
        Answer::Error(message) => message,
        answer => answer.to_string(),
    }
}

#[test]
fn a_verdict_counts_if_the_process_ends_as_it_says() {
    assert_eq!(answer("echo true", true, None), "true");
    assert_eq!(answer("echo 'false(no-data-race)'; exit 1", true, None), "false(no-data-race)");
    assert_eq!(answer("echo unknown; exit 3", true, None), "unknown");
    let killed = answer("echo true; kill -9 $$", true, None);
    assert!(killed.contains("signal: 9"), "{killed}");
    let panicked = answer("echo true; echo it panicked >&2; exit 101", true, None);
    assert_eq!(panicked, "it panicked (exit status: 101)");
    assert!(answer("echo true; exit 3", true, None).contains("exit status: 3"));
}

#[test]
fn a_result_in_a_file_counts_in_the_same_way() {
    let killed = answer("echo error: broken >&2; kill -9 $$", false, None);
    assert!(killed.starts_with("error: broken (signal: 9"), "{killed}");
}

#[test]
fn a_check_that_hangs_is_killed() {
    let started = Instant::now();
    let hanging = answer("echo true; exec sleep 600", true, Some(Duration::from_millis(500)));
    assert!(hanging.starts_with("killed"), "{hanging}");
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_own_time_of_a_check_decides() {
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let job = |arguments: &[&str]| Job {
        name: String::new(),
        property: None,
        arguments: words(arguments),
        folder: None,
        expected: None,
        is_task: false,
    };
    let setting = Setting {
        heddle: PathBuf::new(),
        time: Some(Duration::from_secs(10)),
        grace: Duration::from_secs(2),
        memory: None,
        workers: 1,
        options: Vec::new(),
        folder: tempfile::tempdir().unwrap(),
    };
    let limit = |arguments: &[&str]| limit(&job(arguments), &setting).map(|limit| limit.as_secs());
    assert_eq!(limit(&["a.c"]), Some(13));
    assert_eq!(limit(&["--time", "100s", "a.c"]), Some(112));
    assert_eq!(limit(&["--time=1h", "a.c"]), Some(3962));
}
