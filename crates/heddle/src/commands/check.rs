//! `heddle check`: ask the engines at each level, then tell.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use heddle_engine::{
    Automaton, Budget, CancelToken, EngineError, Formulas, ModelError, NamedFormula, Question,
    Report, Statistics, Unlisted,
};
use heddle_machine::Machine;
use heddle_model::{Limit, Supervisor, Unknown, UnknownKind, Verdict};
use heddle_portfolio::{Account, News, Outcome};
use heddle_program::operation::{ConditionOp, MemoryOp};
use heddle_program::{Extern, Function, LinkError, Operation, Origin, Param, Program, Slot};
use heddle_svcomp::Facts;
use heddle_trace::{Propositions, Trace};

use super::formats::unless_closed;
use super::progress::Ticker;
use super::sources::Files;
use super::{Exit, Target, accounts, checkpoint, explain, program, result, text, witness};
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::CheckSettings;

/// The result of checking a program at one level.
pub(super) struct LevelReport {
    /// The level.
    pub(super) level: OptLevel,
    /// The report that counts.
    pub(super) report: Report,
    /// The accounts of all engines.
    pub(super) accounts: Vec<Account>,
    /// The story of each violation, the first one first.
    pub(super) traces: Vec<Trace>,
    /// Facts about the program, if it was loaded.
    pub(super) program: Option<ProgramFacts>,
}

/// Facts that are known of a program without running it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramFacts {
    /// Bytes of a pointer.
    pub(super) pointer_bytes: u8,
    /// Facts that decide what a proof is worth to the competition.
    pub(super) task: Facts,
}

impl ProgramFacts {
    fn of(program: &Program) -> ProgramFacts {
        let uses = |operation: Operation| {
            program.externs.values().any(|one: &Extern| one.operation == Some(operation))
        };
        let is_main =
            |function: &&Function| function.origin == Origin::User && function.name == "main";
        let main = program.functions.values().find(is_main);
        let task = Facts {
            allocates: uses(Operation::Memory(MemoryOp::Malloc)),
            waits_for_conditions: uses(Operation::Condition(ConditionOp::Wait)),
            takes_arguments: main.is_none_or(reads_parameters),
        };
        ProgramFacts { pointer_bytes: program.target.pointer_bytes, task }
    }
}

/// True if a function has a parameter that it reads.
fn reads_parameters(function: &Function) -> bool {
    let live = function.live_sets.slots(function.live[0]);
    let slots = |param: &Param| (param.slot.0..param.slot.0 + param.slots).map(Slot);
    function.params.iter().flat_map(slots).any(|slot| live.contains(slot))
}

impl LevelReport {
    /// The report of a check that a limit ended before the program was loaded.
    fn not_loaded(
        settings: &CheckSettings,
        level: &OptLevel,
        limit: Limit,
        started: Instant,
    ) -> LevelReport {
        let seconds = started.elapsed().as_secs_f64();
        let report = Report {
            engine: settings.engine.name(),
            verdict: Verdict::Stopped(limit),
            obstacle: None,
            omission: None,
            unlisted: Unlisted::default(),
            machine: heddle_machine::Options::default(),
            propositions: Vec::new(),
            has_formulas: false,
            assumptions: Vec::new(),
            caveats: Vec::new(),
            race: None,
            statistics: Statistics { seconds, ..Statistics::default() },
            checkpoint: None,
        };
        LevelReport {
            level: level.clone(),
            report,
            accounts: Vec::new(),
            traces: Vec::new(),
            program: None,
        }
    }

    /// The exit code that belongs to the verdict; `is_strict` if only proofs are fine.
    fn exit(&self, is_strict: bool) -> Exit {
        match self.report.verdict {
            Verdict::Bounded(_) if is_strict => Exit::Unknown,
            Verdict::Verified | Verdict::Bounded(_) => Exit::Fine,
            Verdict::Violation(_) => Exit::Violation,
            Verdict::Unknown(Unknown {
                kind: UnknownKind::Refused | UnknownKind::Evaluation,
                ..
            }) => Exit::BadInput,
            Verdict::Unknown(_) | Verdict::Stopped(_) => Exit::Unknown,
        }
    }

    /// The verdict's word.
    pub(super) fn word(&self) -> &'static str {
        accounts::name(&self.report.verdict).name()
    }
}

/// Checks a program at the levels that the settings name.
pub(super) fn check(
    settings: &CheckSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    witness::begin(settings)?;
    let reports = ask(settings, environment, err)?;
    write(&reports, settings, environment, out)?;
    // With a witness there is one level.
    if let Some(told) = reports.first() {
        witness::write(told, matches!(told.report.verdict, Verdict::Verified), settings, err)?;
    }
    // The worst of all levels: a violation, then no answer.
    let exits: Vec<Exit> = reports.iter().map(|told| told.exit(settings.is_strict)).collect();
    let order = [Exit::Violation, Exit::BadInput, Exit::Unknown];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Fine))
}

/// Asks at the levels that the settings name.
pub(super) fn ask(
    settings: &CheckSettings,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Vec<LevelReport>> {
    if let Some(checkpoints) = &settings.checkpoints {
        checkpoint::check_file(checkpoints)?;
    }
    let mut reports = Vec::new();
    for level in &settings.levels {
        let cancel = Arc::new(CancelToken::from(interrupt::flag()));
        let budget = Arc::new(Budget::of_loading(&settings.limits, cancel));
        let examined = examine(settings, level, environment, &budget, err);
        reports.push(match (examined, budget.reached()) {
            (Err(error), Some(limit)) if program::is_given_up(&error) => {
                LevelReport::not_loaded(settings, level, limit, budget.started())
            }
            (examined, _) => examined?,
        });
    }
    Ok(reports)
}

/// Writes the reports of all levels: as text, unless something else is to go to standard output,
/// and in the formats that were asked for.
pub(super) fn write(
    reports: &[LevelReport],
    settings: &CheckSettings,
    environment: &Environment,
    out: &mut dyn Write,
) -> Result<()> {
    let formats = &settings.output.formats;
    if !formats.iter().any(|output| output.target == Target::Stdout) {
        let written = text::write(reports, settings, environment.width, out);
        unless_closed(written.map_err(Into::into))?;
    }
    write_formats(reports, settings, out)
}

/// Writes the reports of all levels in the formats that were asked for.
pub(super) fn write_formats(
    reports: &[LevelReport],
    settings: &CheckSettings,
    out: &mut dyn Write,
) -> Result<()> {
    for output in &settings.output.formats {
        output.write(out, |format, out| (format.write)(reports, settings, out))?;
    }
    Ok(())
}

/// Asks the engines about a program at one level.
fn examine(
    settings: &CheckSettings,
    level: &OptLevel,
    environment: &Environment,
    budget: &Arc<Budget>,
    err: &mut dyn Write,
) -> Result<LevelReport> {
    let subject = program::load_subject(&settings.program, level, environment, budget, err)?;
    let mut question = question(settings, level)?;
    question.limits.since = Some(budget.started());
    let engines = settings.engine.make(settings, level, subject.native());
    let visible = environment.progress && !settings.output.quiet;
    let mut ticker = Ticker::new(visible, &question.limits);
    let mut tick = |engine: &'static str, news: News<'_>| ticker.tick(engine, news);
    let user: Arc<dyn Supervisor> = Arc::new(CancelToken::from(interrupt::flag()));
    let answered = heddle_portfolio::check(engines, &subject, &question, &user, &mut tick);
    ticker.finish();
    let Outcome { mut report, accounts } = match answered {
        // The models are loaded when the engine asks for them.
        Err(EngineError::Models(ModelError::Cancelled)) => {
            return Err(LinkError::Cancelled.into());
        }
        answered => answered.map_err(explain::engine_error)?,
    };
    checkpoint::warn(&report, settings, err)?;
    let traces = tell(subject.native(), &mut report, settings)?;
    let program = Some(ProgramFacts::of(subject.native()));
    Ok(LevelReport { level: level.clone(), report, accounts, traces, program })
}

/// The question that the settings ask at a level.
pub(crate) fn question(settings: &CheckSettings, level: &OptLevel) -> Result<Question> {
    let liveness = &settings.liveness;
    let formula = |(name, text): &(Option<String>, String)| NamedFormula {
        name: name.clone(),
        text: text.clone(),
    };
    let automata = liveness.automata.iter().map(|file| {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        Ok(Automaton { file: name, text })
    });
    Ok(Question {
        properties: program::properties(&settings.machine, level)?,
        named: settings.machine.named,
        formulas: Formulas {
            formulas: liveness.formulas.iter().map(formula).collect(),
            automata: automata.collect::<Result<_>>()?,
            definitions: liveness.definitions.clone(),
            is_fair: liveness.is_fair,
        },
        world: settings.machine.world.clone(),
        level: level.to_string(),
        is_optimized: *level != OptLevel::O0,
        all_violations: settings.all_violations,
        limits: settings.limits,
        workers: settings.search.workers,
        seed: settings.search.seed,
    })
}

/// Tells the stories of the counterexamples of a report. Only what can be told is reported.
pub(crate) fn tell(
    program: &Program,
    report: &mut Report,
    settings: &CheckSettings,
) -> Result<Vec<Trace>> {
    let Verdict::Violation(found) = &mut report.verdict else { return Ok(Vec::new()) };
    let mut machine = Machine::new(program, report.machine.clone())?;
    if settings.output.full {
        machine.show_library();
    }
    let mut sources = Files::default();
    let (mut traces, mut untold) = (Vec::new(), Vec::new());
    found.retain(|found| {
        let propositions = Propositions { names: &report.propositions };
        let told =
            heddle_trace::tell_counterexample(&mut machine, found, propositions, &mut sources);
        match told {
            Ok(trace) => {
                let options = machine.options();
                let inputs = result::run_inputs(settings, options, sources.digests());
                traces.push(Trace { inputs: Some(inputs), ..trace });
                true
            }
            Err(error) => {
                let (kind, reason) = (UnknownKind::Internal, error.to_string());
                untold.push(Unknown { kind, reason, place: None });
                false
            }
        }
    });
    match untold.first() {
        Some(first) if traces.is_empty() => report.verdict = Verdict::Unknown(first.clone()),
        Some(_) | None => report.unlisted.unreplayed.extend(untold),
    }
    Ok(traces)
}
