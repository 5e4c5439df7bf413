//! Which engine looks. What means nothing to it is refused, so that nobody relies on an
//! option that did nothing.

use std::path::PathBuf;

use heddle_bmc::history::Turns;
use heddle_bmc::{Concurrency, Unwind};
use heddle_model::Property;

use super::SettingsError;
use crate::cli::{
    CheckArgs, CheckpointArgs, Encoding, Engine, EngineArgs, HarnessArgs, LimitArgs, LivenessArgs,
    SearchArgs, ThreadsOrder,
};

/// Most context switches of `--encoding switches`, if nothing else is said.
const DEFAULT_SWITCHES: u32 = 10;

/// Who looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EngineSettings {
    /// The search through states.
    Explicit,
    /// Bounded model checking.
    Bmc(BmcSettings),
}

/// What bounded model checking is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BmcSettings {
    /// How interleavings become constraints.
    pub(crate) concurrency: Concurrency,
    /// How often loops go round.
    pub(crate) unwind: Unwind,
    /// Where the formula goes, if anywhere.
    pub(crate) cnf: Option<PathBuf>,
}

/// Resolves who looks.
pub(super) fn engine(args: &CheckArgs) -> Result<EngineSettings, SettingsError> {
    let idle = |flag, without| Err(SettingsError::Idle { flag, without });
    let EngineArgs { engine, encoding, threads_order, unwind, unwind_loop, dump_cnf } =
        &args.engine;
    if *engine == Engine::Explicit {
        let given = [
            (encoding.is_some(), "--encoding"),
            (threads_order.is_some(), "--threads-order"),
            (unwind.is_some(), "--unwind"),
            (!unwind_loop.is_empty(), "--unwind-loop"),
            (dump_cnf.is_some(), "--dump-cnf"),
        ];
        return match given.iter().find(|(is_given, _)| *is_given) {
            Some(&(_, flag)) => idle(flag, "--engine bmc"),
            None => Ok(EngineSettings::Explicit),
        };
    }
    if let Some(flag) = explicit_only(args) {
        return Err(SettingsError::OtherEngine { flag });
    }
    let mut names: Vec<&String> = unwind_loop.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SettingsError::TwoLoopLimits(pair[0].clone()));
    }
    let bound = args.search.context_bound;
    let concurrency = match encoding.unwrap_or(Encoding::Order) {
        Encoding::Order if bound.is_some() => {
            return idle("--context-bound", "--encoding switches");
        }
        Encoding::Order if threads_order.is_some() => {
            return idle("--threads-order", "--encoding switches");
        }
        Encoding::Order => Concurrency::Order,
        Encoding::Switches if bound == Some(0) => return Err(SettingsError::NoSwitches),
        Encoding::Switches => Concurrency::Switches {
            bound: bound.unwrap_or(DEFAULT_SWITCHES),
            turns: match threads_order.unwrap_or(ThreadsOrder::Free) {
                ThreadsOrder::Robin => Turns::Robin,
                ThreadsOrder::Free => Turns::Free,
            },
        },
    };
    let unwind = Unwind { limit: *unwind, loops: unwind_loop.clone() };
    Ok(EngineSettings::Bmc(BmcSettings { concurrency, unwind, cnf: dump_cnf.clone() }))
}

/// The first of the options given that only the search through states knows.
fn explicit_only(args: &CheckArgs) -> Option<&'static str> {
    let CheckArgs {
        program: _,
        machine,
        all_levels: _,
        all_violations,
        harness,
        liveness,
        engine: _,
        search,
        limits,
        checkpoints,
        output: _,
    } = args;
    // Each by name, so that a new one has to be thought of here.
    let HarnessArgs { init: _, thread: _, invariant } = harness;
    let LivenessArgs { ltl, prop, never, fair, emptiness } = liveness;
    let SearchArgs {
        reduction,
        symmetry,
        order,
        seed,
        workers,
        store,
        bits,
        context_bound: _,
        superstep,
        minimize,
        on_memory_limit,
    } = search;
    let LimitArgs { time: _, memory: _, states, depth } = limits;
    let CheckpointArgs { checkpoint, checkpoint_every, resume } = checkpoints;
    let asks = |property| machine.property.is_some_and(|set| set.contains(property));
    let given = [
        (*all_violations, "--all-violations"),
        (!invariant.is_empty(), "--invariant"),
        (!ltl.is_empty(), "--ltl"),
        (!prop.is_empty(), "--prop"),
        (!never.is_empty(), "--never"),
        (*fair, "--fair"),
        (emptiness.is_some(), "--emptiness"),
        (asks(Property::Livelock), "--property livelock"),
        (asks(Property::Termination), "--property termination"),
        (reduction.is_some(), "--reduction"),
        (symmetry.is_some(), "--symmetry"),
        (order.is_some(), "--order"),
        (seed.is_some(), "--seed"),
        (workers.is_some(), "--workers"),
        (store.is_some(), "--store"),
        (bits.is_some(), "--bits"),
        (superstep.is_some(), "--superstep"),
        (minimize.is_some(), "--minimize"),
        (on_memory_limit.is_some(), "--on-memory-limit"),
        (states.is_some(), "--states"),
        (depth.is_some(), "--depth"),
        (checkpoint.is_some(), "--checkpoint"),
        (checkpoint_every.is_some(), "--checkpoint-every"),
        (resume.is_some(), "--resume"),
    ];
    given.into_iter().find(|(is_given, _)| *is_given).map(|(_, flag)| flag)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn resolve(words: &str) -> Result<EngineSettings, String> {
        let words = shlex::split(&format!("heddle check a.c {words}")).unwrap();
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Check(args) => engine(&args).map_err(|error| error.to_string()),
            other => panic!("{other:?}"),
        }
    }

    fn bmc(words: &str) -> BmcSettings {
        match resolve(&format!("--engine bmc {words}")).unwrap() {
            EngineSettings::Bmc(settings) => settings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_search_looks_unless_told() {
        assert_eq!(resolve("--context-bound 0 --depth 3"), Ok(EngineSettings::Explicit));
        let plain = bmc("");
        assert_eq!(plain.concurrency, Concurrency::Order);
        assert_eq!((plain.unwind, plain.cnf), (Unwind::default(), None));
    }

    #[test]
    fn switches_have_a_bound() {
        let switches = |bound, turns| Concurrency::Switches { bound, turns };
        let concurrency = |words: &str| bmc(&format!("--encoding switches {words}")).concurrency;
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
            bmc("--unwind 4 --unwind-loop f:3=7 --unwind-loop g:9=1").unwind;
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
            "--property livelock",
            "--property default,termination",
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
}
