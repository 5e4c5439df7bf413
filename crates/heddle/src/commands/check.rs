//! `heddle check`: ask an engine at each level, then tell.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use heddle_engine::{
    Automaton, Budget, CancelToken, Channel, EngineError, Formulas, ModelError, NamedFormula,
    Progress, Question, Report, Statistics, Unlisted,
};
use heddle_machine::Machine;
use heddle_model::{Limit, Unknown, UnknownKind, Verdict};
use heddle_program::{LinkError, Program};
use heddle_trace::{Propositions, Trace};

use super::formats::unless_closed;
use super::progress::Ticker;
use super::sources::Files;
use super::{Exit, Target, checkpoint, explain, program, result, text};
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::interrupt;
use crate::settings::CheckSettings;

/// The result of checking a program at one level.
pub(super) struct LevelReport {
    /// The level.
    pub(super) level: OptLevel,
    /// The report of the engine.
    pub(super) report: Report,
    /// The story of each violation, the first one first.
    pub(super) traces: Vec<Trace>,
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
            statistics: Statistics { seconds, ..Statistics::default() },
            checkpoint: None,
        };
        LevelReport { level: level.clone(), report, traces: Vec::new() }
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
        match self.report.verdict {
            Verdict::Verified => "verified",
            Verdict::Bounded(_) => "bounded",
            Verdict::Violation(_) => "violation",
            Verdict::Unknown(_) | Verdict::Stopped(_) => "unknown",
        }
    }
}

/// Checks a program at the levels that the settings name.
pub(super) fn check(
    settings: &CheckSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    if let Some(checkpoints) = &settings.checkpoints {
        checkpoint::check_file(checkpoints)?;
    }
    let mut reports = Vec::new();
    for level in &settings.levels {
        let cancel = CancelToken::from(interrupt::flag());
        let budget = Arc::new(Budget::of_loading(&settings.limits, cancel));
        let examined = examine(settings, level, environment, &budget, err);
        reports.push(match (examined, budget.reached()) {
            (Err(error), Some(limit)) if program::is_given_up(&error) => {
                LevelReport::not_loaded(settings, level, limit, budget.started())
            }
            (examined, _) => examined?,
        });
    }
    let formats = &settings.output.formats;
    if !formats.iter().any(|output| output.target == Target::Stdout) {
        let written = text::write(&reports, settings, environment.width, out);
        unless_closed(written.map_err(Into::into))?;
    }
    for output in formats {
        output.write(out, |format, out| (format.write)(&reports, settings, out))?;
    }
    // The worst of all levels: a violation, then no answer.
    let exits: Vec<Exit> = reports.iter().map(|told| told.exit(settings.is_strict)).collect();
    let order = [Exit::Violation, Exit::BadInput, Exit::Unknown];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Fine))
}

/// Asks the engine about a program at one level.
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
    let mut engine = settings.engine.make(settings, level, subject.native());
    let visible = environment.progress && !settings.output.quiet;
    let ticker = Ticker::new(visible, &question.limits);
    let mut tick = |progress: &Progress<'_>| ticker.tick(progress);
    let mut channel = Channel::new(CancelToken::from(interrupt::flag()), &mut tick);
    let answered = heddle_engine::check(&mut *engine, &subject, &question, &mut channel);
    ticker.finish();
    let mut report = match answered {
        // The models are loaded when the engine asks for them.
        Err(EngineError::Models(ModelError::Cancelled)) => {
            return Err(LinkError::Cancelled.into());
        }
        answered => answered.map_err(explain::engine_error)?,
    };
    checkpoint::warn(&report, settings, err)?;
    let traces = tell(subject.native(), &mut report, settings)?;
    Ok(LevelReport { level: level.clone(), report, traces })
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
