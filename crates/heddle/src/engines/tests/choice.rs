//! The choice of an engine, and of its options.

use clap::Parser;
use heddle_bmc::{Concurrency, Options, Unwind};
use heddle_engine::Turns;

use crate::cli::{CheckArgs, Cli, Command};
use crate::engines::{Chosen, bmc};

fn arguments(words: &str) -> Result<Box<CheckArgs>, String> {
    let words = shlex::split(&format!("heddle check a.c {words}")).unwrap();
    match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
        Command::Check(args) => Ok(args),
        other => panic!("{other:?}"),
    }
}

fn resolve(words: &str) -> Result<&'static str, String> {
    Chosen::by(&*arguments(words)?).map(|chosen| chosen.name).map_err(|error| error.to_string())
}

fn bmc_options(words: &str) -> Options {
    let words = format!("--engine bmc {words}");
    assert_eq!(resolve(&words), Ok("bmc"));
    bmc::options(&arguments(&words).unwrap()).unwrap()
}

#[test]
fn the_search_looks_unless_told() {
    assert_eq!(resolve("--context-bound 0 --depth 3"), Ok("explicit"));
    let plain = bmc_options("");
    assert_eq!(plain.concurrency, Concurrency::Order);
    assert_eq!((plain.unwind, plain.cnf), (Unwind::default(), None));
}

#[test]
fn switches_have_a_bound() {
    let switches = |bound, turns| Concurrency::Switches { bound, turns };
    let concurrency =
        |words: &str| bmc_options(&format!("--encoding switches {words}")).concurrency;
    assert_eq!(concurrency(""), switches(10, Turns::Free));
    assert_eq!(concurrency("--context-bound 6"), switches(6, Turns::Free));
    assert_eq!(concurrency("--threads-order robin"), switches(10, Turns::Robin));
    let zero = resolve("--engine bmc --encoding switches --context-bound 0").unwrap_err();
    assert!(zero.contains("a bound of zero"), "{zero}");
    for flag in ["--context-bound 3", "--threads-order free"] {
        let error = resolve(&format!("--engine bmc {flag}")).unwrap_err();
        assert!(error.ends_with("does nothing without --encoding switches"), "{error}");
    }
}

#[test]
fn loops_have_limits() {
    let Unwind { limit, loops } =
        bmc_options("--unwind 4 --unwind-loop f:3=7 --unwind-loop g:9=1").unwind;
    assert_eq!(limit, Some(4));
    assert_eq!(loops, [("f:3".to_owned(), 7), ("g:9".to_owned(), 1)]);
    let error = |words: &str| resolve(&format!("--engine bmc {words}")).unwrap_err();
    assert!(error("--unwind 0").contains("1.."), "{}", error("--unwind 0"));
    assert!(error("--unwind-loop f:3=0").contains("at least 1"));
    let twice = error("--unwind-loop f:3=1 --unwind-loop f:3=2");
    assert_eq!(twice, "--unwind-loop gives two limits for f:3");
}

#[test]
fn options_of_the_other_engine_are_refused_by_name() {
    for words in [
        "--all-violations",
        "--invariant f",
        "--ltl 'G p'",
        "--prop 'p = x'",
        "--never f",
        "--fair",
        "--emptiness scc",
        "--reduction superstep",
        "--symmetry heap",
        "--order bfs",
        "--seed 1",
        "--workers 1",
        "--store exact",
        "--bits 20",
        "--superstep 9",
        "--minimize 0s",
        "--on-memory-limit stop",
        "--states 9",
        "--depth 9",
        "--checkpoint c",
        "--checkpoint-every 1m",
        "--resume c",
    ] {
        let error = resolve(&format!("--engine bmc {words}")).unwrap_err();
        let flag = words.split(' ').next().unwrap();
        assert!(error.starts_with(flag) && error.contains("--engine bmc"), "{words}: {error}");
    }
    for words in [
        "--encoding order",
        "--threads-order robin",
        "--unwind 3",
        "--unwind-loop f:3=2",
        "--dump-cnf f",
    ] {
        let error = resolve(words).unwrap_err();
        assert!(error.ends_with("does nothing without --engine bmc"), "{words}: {error}");
    }
}

#[test]
fn the_world_of_the_program_is_for_both() {
    for words in [
        "-O2 --time 3s --memory 1G --json - -q",
        "--property all --malloc-may-fail --spurious-wakeups --args '1 2'",
        "--all-levels",
        "--dump-cnf f.cnf",
    ] {
        assert!(resolve(&format!("--engine bmc {words}")).is_ok(), "{words}");
    }
    assert!(resolve("--engine bmc --all-levels --dump-cnf f").is_err());
}
