//! The engines that heddle has: the one list of them.
//!
//! An engine is a line of [`ENGINES`]: its name, the options of the command line that it takes,
//! and how to make it. An option that it does not take is refused, so that nobody relies on one
//! that did nothing.

mod bmc;
mod explicit;

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
    /// Its own hint on what to do about an open question, if the general one does not fit.
    hint: fn(UnknownKind) -> Option<&'static str>,
    /// Resolves its own options.
    configure: fn(&CheckArgs) -> Result<Make, SettingsError>,
}

/// All engines. The first is the one that looks if none is chosen.
pub(crate) static ENGINES: &[Entry] = &[explicit::ENTRY, bmc::ENTRY];

/// The engine that was chosen.
pub(crate) struct Chosen {
    name: &'static str,
    hint: fn(UnknownKind) -> Option<&'static str>,
    make: Make,
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chosen").field(&self.name).finish()
    }
}

impl Chosen {
    /// The engine that the arguments choose.
    pub(crate) fn by(args: &CheckArgs) -> Result<Chosen, SettingsError> {
        let chosen = ENGINES.iter().find(|entry| entry.name == args.engine.engine);
        let entry = chosen.unwrap_or(&ENGINES[0]);
        let refused = |flag: &&'static str| !entry.takes.contains(flag);
        if let Some(flag) = given(args).into_iter().find(refused) {
            let other = ENGINES.iter().find(|other| other.takes.contains(&flag));
            return Err(match other {
                Some(other) if entry.name == ENGINES[0].name => {
                    SettingsError::Idle { flag, without: other.option }
                }
                _ => SettingsError::OtherEngine { flag, engine: entry.option },
            });
        }
        Ok(Chosen { name: entry.name, hint: entry.hint, make: (entry.configure)(args)? })
    }

    /// The name of the engine.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The engine's own hint on what to do about an open question.
    pub(crate) fn hint(&self, kind: UnknownKind) -> Option<&'static str> {
        (self.hint)(kind)
    }

    /// Makes the engine.
    pub(crate) fn make(
        &self,
        settings: &CheckSettings,
        level: &OptLevel,
        program: &Program,
    ) -> Box<dyn Engine> {
        (self.make)(settings, level, program)
    }
}

/// The options given that not every engine takes.
fn given(args: &CheckArgs) -> Vec<&'static str> {
    let CheckArgs {
        program: _,
        machine: _,
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
    let EngineArgs { engine: _, encoding, threads_order, unwind, unwind_loop, dump_cnf } = engine;
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
