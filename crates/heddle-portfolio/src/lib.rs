//! Several engines at one question: who is asked, when, and whose answer counts.
//!
//! [`check`] makes a plan from facts of the program, asks the engines as the plan
//! says, and returns the report of the one whose answer counts, with an [`Account`] of each of
//! the others.
//!
//! # What holds
//! - An answer is taken as it was judged by `heddle_engine::check`: violations were made again
//!   on the machine, and nothing that was stopped is a proof. Nothing is concluded from several
//!   answers together but which of them is shown (`decide.rs`).
//! - The first engine has the machine for itself until it has had its head start, or has met
//!   something that it cannot follow. So whoever asks a question that one engine answers at once
//!   pays for that engine only.
//!   A program with one run is its alone until then.
//! - With several workers, engines work side by side, and the first proof or violation ends the
//!   others. With one, they take turns, whose length is counted in work and not in time: the same
//!   question has the same answer every time, unless a limit on time or memory decides.
//! - What an engine has learned when it ends, the others need not find out ([`Lessons`]).

mod account;
mod coordinator;
mod decide;
mod facts;
mod plan;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ScopedJoinHandle;

use heddle_engine::{Channel, Engine, EngineError, Lessons, Progress, Question, Report, Subject};
use heddle_model::Supervisor;

pub use account::{Account, Ending};
use coordinator::{Coordinator, EngineSupervisor};
use facts::Facts;
use plan::Plan;

/// News of an engine that is at work.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Figures of its work so far.
    Progress(&'a Progress<'a>),
    /// The engine has ended.
    Ended,
}

/// Someone who is told the news of the engine of this name.
pub type Listener<'a> = dyn FnMut(&'static str, News<'_>) + Send + 'a;

/// The answer of several engines.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report that counts.
    pub report: Report,
    /// The account of each engine, the one included whose report counts, in the order in which
    /// they were given.
    pub accounts: Vec<Account>,
}

/// Asks engines, of which the first is the one whose refusals are shown if all refuse.
///
/// # Errors
/// If no engine takes the question, or it makes no sense for the program.
///
/// # Panics
/// If there is no engine.
pub fn check(
    engines: Vec<Box<dyn Engine>>,
    subject: &Subject,
    question: &Question,
    supervisor: &Arc<dyn Supervisor>,
    listener: &mut Listener<'_>,
) -> Result<Outcome, EngineError> {
    assert!(!engines.is_empty(), "a question should be asked of an engine");
    let names: Vec<&'static str> = engines.iter().map(|engine| engine.name()).collect();
    let facts = Facts::of(subject.native(), &question.world);
    let plan = Plan::new(&facts, &engines, question, subject.native());
    let listener = Mutex::new(listener);
    let coordinator = Arc::new(Coordinator::new(&plan, question.workers, Arc::clone(supervisor)));
    let lessons = Arc::new(Lessons::default());
    let mut asked: Vec<Asked> = Vec::new();
    let mut engines: Vec<Option<Box<dyn Engine>>> = engines.into_iter().map(Some).collect();
    let mut ask = |order: usize| {
        let engine = engines[plan.order[order]].take();
        let engine = engine.expect("the plan should name each engine once");
        let index = plan.order[order];
        Member { engine, index, coordinator: &coordinator, lessons: &lessons, listener: &listener }
    };
    match plan.order.len() {
        0 => {}
        1 => asked.push(ask(0).answer(subject, question, 0)),
        count => std::thread::scope(|scope| {
            let first = ask(0);
            let others: Vec<_> = (1..count)
                .map(|order| {
                    let member = ask(order);
                    let index = member.index;
                    let answer = move || member.answer(subject, question, order);
                    let thread = std::thread::Builder::new().spawn_scoped(scope, answer);
                    thread.map_err(|error| {
                        EngineSupervisor::new(Arc::clone(&coordinator), order).end(false);
                        (index, error)
                    })
                })
                .collect();
            asked.push(first.answer(subject, question, 0));
            for other in others {
                asked.push(match other.map(ScopedJoinHandle::join) {
                    Ok(Ok(answer)) => answer,
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err((index, error)) => Asked::without_thread(index, error),
                });
            }
        }),
    }
    let mut outcome = decide::outcome(&names, plan.refused, asked)?;
    if outcome.report.engine != names[plan.order[0]] {
        // Whoever waits for an answer waits for all that was tried before it.
        outcome.report.statistics.seconds = coordinator.seconds();
    }
    Ok(outcome)
}

/// An engine that was asked, and its answer.
struct Asked {
    /// Its index among all engines.
    index: usize,
    /// Its report, or the reason why there is none; none if it was not needed.
    answer: Option<Result<Report, EngineError>>,
    /// True if its answer came before any other that would have ended the others.
    is_first: bool,
}

impl Asked {
    /// An engine for which there is no thread to be had.
    fn without_thread(index: usize, error: io::Error) -> Asked {
        let answer = Some(Err(EngineError::Thread(error)));
        Asked { index, answer, is_first: false }
    }
}

/// An engine that may be asked.
struct Member<'a, 'b, 'l> {
    engine: Box<dyn Engine>,
    index: usize,
    coordinator: &'a Arc<Coordinator>,
    lessons: &'a Arc<Lessons>,
    listener: &'a Mutex<&'b mut Listener<'l>>,
}

impl Member<'_, '_, '_> {
    /// Waits until it is wanted, and answers.
    fn answer(mut self, subject: &Subject, question: &Question, order: usize) -> Asked {
        let supervisor = EngineSupervisor::new(Arc::clone(self.coordinator), order);
        let index = self.index;
        if !supervisor.await_start() {
            supervisor.end(false);
            return Asked { index, answer: None, is_first: false };
        }
        let _guard = PanicGuard(&supervisor);
        let name = self.engine.name();
        let mut tell = |progress: &Progress<'_>| {
            self.listener.lock().unwrap_or_else(PoisonError::into_inner)(
                name,
                News::Progress(progress),
            );
        };
        let channel = Channel::new(Arc::clone(&supervisor) as Arc<dyn Supervisor>, &mut tell);
        let mut channel = channel.sharing(Arc::clone(self.lessons));
        let answer = heddle_engine::check(&mut *self.engine, subject, question, &mut channel);
        let is_first = supervisor.end(answer.as_ref().is_ok_and(decide::is_decisive));
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)(name, News::Ended);
        Asked { index, answer: Some(answer), is_first }
    }
}

/// Ends all engines when one panics: nobody should wait for the others then.
struct PanicGuard<'a>(&'a EngineSupervisor);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(true);
        }
    }
}
