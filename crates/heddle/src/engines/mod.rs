//! The engines that heddle has: the one list of them.
//!
//! An engine is a line of [`ENGINES`]: its name, the options of the command line that it takes,
//! and how to make it. If no engine is named, an option that only one takes chooses it; else all
//! of them are asked, as `heddle-portfolio` sees fit. An option that does nothing with the engine
//! that is chosen is refused, so that nobody relies on it.

mod bmc;
mod explicit;
mod stateless;

pub(crate) use stateless::sampling;

use std::fmt;

use heddle_engine::Engine;
use heddle_model::UnknownKind;
use heddle_program::Program;

use crate::cli::{
    CheckArgs, CheckpointArgs, EngineArgs, HarnessArgs, LimitArgs, LivenessArgs, SearchArgs,
};
use crate::driver::OptLevel;
use crate::settings::{CheckSettings, SettingsError};

/// Makes an engine for a program at a level.
type Make = Box<dyn Fn(&CheckSettings, &OptLevel, &Program) -> Box<dyn Engine>>;

/// An engine.
pub(crate) struct Entry {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// Its line in the help.
    pub(crate) help: &'static str,
    /// The option that chooses it.
    option: &'static str,
    /// The options that it takes, of those that not every engine does.
    takes: &'static [&'static str],
    /// True if it is asked where no engine is named.
    is_common: bool,
    /// Its own hint on what to do about an open question, if the general one does not fit.
    hint: fn(UnknownKind) -> Option<&'static str>,
    /// Resolves its own options.
    configure: fn(&CheckArgs) -> Result<Make, SettingsError>,
}

/// All engines. The first is asked first, unless the program says otherwise.
pub(crate) static ENGINES: &[Entry] = &[explicit::ENTRY, bmc::ENTRY, stateless::ENTRY];

/// The name that leaves the choice of engines to heddle.
pub(crate) const AUTO: &str = "auto";

/// Options that any number of engines share: they choose none.
const SHARED: [&str; 2] = ["--workers", "--seed"];

/// An engine that was chosen.
struct Member {
    entry: &'static Entry,
    make: Make,
}

/// The engines that were chosen. Never empty.
pub(crate) struct Chosen {
    members: Vec<Member>,
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.members.iter().map(|member| member.entry.name)).finish()
    }
}

impl Chosen {
    /// The engines that the arguments choose: the one that is named, or the one that takes the
    /// options that are given, or all.
    pub(crate) fn by(args: &CheckArgs) -> Result<Chosen, SettingsError> {
        let named = ENGINES.iter().find(|entry| entry.name == args.engine.engine);
        let entries = match named {
            Some(entry) => {
                let refused = |flag: &&'static str| !entry.takes.contains(flag);
                if let Some(flag) = given(args).into_iter().find(refused) {
                    return Err(SettingsError::OtherEngine { flag, engine: entry.option });
                }
                vec![entry]
            }
            None => takers(&given(args))?,
        };
        let member = |entry: &'static Entry| Ok(Member { entry, make: (entry.configure)(args)? });
        Ok(Chosen { members: entries.into_iter().map(member).collect::<Result<_, _>>()? })
    }

    /// The name of the engine, or of the choice among several.
    pub(crate) fn name(&self) -> &'static str {
        match &self.members[..] {
            [member] => member.entry.name,
            _ => AUTO,
        }
    }

    /// The hint of an engine on what to do about an open question, unless that is to ask another
    /// one, and others were asked or, since all violations are asked for, would refuse.
    pub(crate) fn hint(
        &self,
        engine: &str,
        kind: UnknownKind,
        all_violations: bool,
    ) -> Option<&'static str> {
        if (self.members.len() > 1 || all_violations) && kind == UnknownKind::OpenValue {
            return None;
        }
        let member = self.members.iter().find(|member| member.entry.name == engine)?;
        (member.entry.hint)(kind)
    }

    /// Makes the engines.
    pub(crate) fn make(
        &self,
        settings: &CheckSettings,
        level: &OptLevel,
        program: &Program,
    ) -> Vec<Box<dyn Engine>> {
        self.members.iter().map(|member| (member.make)(settings, level, program)).collect()
    }
}

/// The engines that take all of these options. If some of them choose, that is one engine.
fn takers(given: &[&'static str]) -> Result<Vec<&'static Entry>, SettingsError> {
    let choosing: Vec<&'static str> =
        given.iter().copied().filter(|flag| !SHARED.contains(flag)).collect();
    if choosing.is_empty() {
        return Ok(ENGINES.iter().filter(|entry| entry.is_common).collect());
    }
    let taker = |flags: &[&'static str]| {
        let takes_all = |entry: &&Entry| flags.iter().all(|flag| entry.takes.contains(flag));
        ENGINES.iter().filter(|entry| entry.is_common).find(takes_all)
    };
    if let Some(entry) = taker(&choosing) {
        let refused = |flag: &&'static str| !entry.takes.contains(flag);
        return match given.iter().copied().find(refused) {
            Some(flag) => Err(SettingsError::OtherEngine { flag, engine: entry.option }),
            None => Ok(vec![entry]),
        };
    }
    // Two of them, then, of different engines.
    let (first, others) = choosing.split_first().expect("there should be options that choose");
    let clash = others.iter().find(|other| taker(&[first, other]).is_none());
    Err(SettingsError::TwoEngines { first, second: clash.unwrap_or(first) })
}

/// The options given that not every engine takes.
fn given(args: &CheckArgs) -> Vec<&'static str> {
    let CheckArgs {
        program: _,
        machine: _,
        task: _,
        all_levels: _,
        strict: _,
        all_violations,
        harness,
        liveness,
        engine,
        search,
        limits,
        checkpoints,
        output: _,
    } = args;
    // Each by name, so that a new one has to be thought of here.
    let HarnessArgs { init: _, thread: _, invariant } = harness;
    let LivenessArgs { ltl, prop, never, fair, emptiness } = liveness;
    let EngineArgs {
        engine: _,
        encoding,
        threads_order,
        unwind,
        unwind_loop,
        sample,
        runs,
        bug_depth,
        dump_cnf,
    } = engine;
    let SearchArgs {
        reduction,
        symmetry,
        order,
        seed,
        workers,
        store,
        bits,
        context_bound,
        superstep,
        minimize,
        on_memory_limit,
    } = search;
    let LimitArgs { time: _, memory: _, states, depth } = limits;
    let CheckpointArgs { checkpoint, checkpoint_every, resume } = checkpoints;
    let all = [
        (*all_violations, "--all-violations"),
        (!invariant.is_empty(), "--invariant"),
        (!ltl.is_empty(), "--ltl"),
        (!prop.is_empty(), "--prop"),
        (!never.is_empty(), "--never"),
        (*fair, "--fair"),
        (emptiness.is_some(), "--emptiness"),
        (encoding.is_some(), "--encoding"),
        (threads_order.is_some(), "--threads-order"),
        (unwind.is_some(), "--unwind"),
        (!unwind_loop.is_empty(), "--unwind-loop"),
        (sample.is_some(), "--sample"),
        (runs.is_some(), "--runs"),
        (bug_depth.is_some(), "--bug-depth"),
        (dump_cnf.is_some(), "--dump-cnf"),
        (reduction.is_some(), "--reduction"),
        (symmetry.is_some(), "--symmetry"),
        (order.is_some(), "--order"),
        (seed.is_some(), "--seed"),
        (workers.is_some(), "--workers"),
        (store.is_some(), "--store"),
        (bits.is_some(), "--bits"),
        (context_bound.is_some(), "--context-bound"),
        (superstep.is_some(), "--superstep"),
        (minimize.is_some(), "--minimize"),
        (on_memory_limit.is_some(), "--on-memory-limit"),
        (states.is_some(), "--states"),
        (depth.is_some(), "--depth"),
        (checkpoint.is_some(), "--checkpoint"),
        (checkpoint_every.is_some(), "--checkpoint-every"),
        (resume.is_some(), "--resume"),
    ];
    all.into_iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| flag).collect()
}

#[cfg(test)]
mod tests;
