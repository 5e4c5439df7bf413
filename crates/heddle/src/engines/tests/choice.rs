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
    Chosen::by(&*arguments(words)?).map(|chosen| chosen.name()).map_err(|error| error.to_string())
}

fn bmc_options(words: &str) -> Options {
    let words = format!("--engine bmc {words}");
    assert_eq!(resolve(&words), Ok("bmc"));
    bmc::options(&arguments(&words).unwrap()).unwrap()
}

#[test]
fn engines_are_asked_together_unless_an_option_chooses_one() {
    for words in ["", "--workers 1 --seed 7", "--time 3s --memory 1G --property all -O2"] {
        assert_eq!(resolve(words), Ok("auto"), "{words}");
        assert_eq!(resolve(&format!("--engine auto {words}")), Ok("auto"), "{words}");
    }
    assert_eq!(resolve("--context-bound 0 --depth 3"), Ok("explicit"));
    assert_eq!(resolve("--context-bound 3 --encoding switches"), Ok("bmc"));
    assert_eq!(resolve("--states 9 --workers 2 --seed 7"), Ok("explicit"));
    let clash = resolve("--states 9 --depth 3 --unwind 4").unwrap_err();
    let said = "--unwind and --states are for different engines; leave one of them out";
    assert_eq!(clash, said);
    let idle = resolve("--unwind 4 --workers 2").unwrap_err();
    assert!(idle.starts_with("--workers does nothing with --engine bmc"), "{idle}");
}

#[test]
fn a_sample_is_for_one_engine() {
    assert_eq!(resolve("--sample pct --runs 9 --bug-depth 2 --seed 7"), Ok("stateless"));
    let refused = |words: &str| resolve(words).unwrap_err();
    assert_eq!(refused("--runs 9"), "--runs does nothing without --sample");
    assert_eq!(
        refused("--sample pos --bug-depth 2"),
        "--bug-depth does nothing without --sample pct"
    );
    assert_eq!(
        refused("--sample pct --context-bound 2"),
        "--sample does not go with --context-bound; leave one of them out"
    );
}

#[test]
fn the_formula_is_of_all_orders_unless_told() {
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
fn options_of_one_engine_choose_it_and_are_refused_by_the_other() {
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
        if !matches!(flag, "--workers" | "--seed") {
            assert_eq!(resolve(words), Ok("explicit"), "{words}");
        }
    }
    for words in [
        "--encoding order",
        "--encoding switches --threads-order robin",
        "--unwind 3",
        "--unwind-loop f:3=2",
        "--dump-cnf f",
    ] {
        assert_eq!(resolve(words), Ok("bmc"), "{words}");
        let error = resolve(&format!("--engine explicit {words}")).unwrap_err();
        assert!(error.contains("does nothing with --engine explicit"), "{words}: {error}");
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
