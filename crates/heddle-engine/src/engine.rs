//! Engines, and the way in which all of them are asked.

use std::error::Error;
use std::io;

use heddle_program::Program;

use crate::stack::with_deep_stack;
use crate::subject::ModelError;
use crate::{Answer, Capabilities, Channel, Question, Refusal, Report, Subject};

/// Something that turns a program and a question into an answer.
///
/// An engine is made with the options that only it has. It may be moved to a thread of its own.
pub trait Engine: Send {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The things that it takes. It is asked for nothing else.
    fn capabilities(&self) -> Capabilities;

    /// True if it calls itself as deep as calls and expressions of a program nest, so that it
    /// needs a deep stack. A deep stack costs a thread, whose heap grows in small steps.
    fn recurses(&self) -> bool {
        true
    }

    /// The first thing of a question that it does not take; none if it takes all of them.
    fn refusal(&self, question: &Question, program: &Program) -> Option<Refusal> {
        let feature = self.capabilities().admit(question, program).err()?;
        Some(Refusal { engine: self.name(), feature })
    }

    /// Answers a question.
    ///
    /// It looks at limits and at the channel now and then, and stops when it is told to.
    ///
    /// # Errors
    /// If the question or one of the engine's own options makes no sense for the program.
    fn check(
        &mut self,
        subject: &Subject,
        question: &Question,
        channel: &mut Channel<'_>,
    ) -> Result<Answer, EngineError>;
}

/// A question that gets no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It is about something that the engine does not take.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It makes no sense for the program.
    #[error(transparent)]
    Question(Box<dyn Error + Send + Sync>),
    /// The program cannot be linked with models.
    #[error(transparent)]
    Models(#[from] ModelError),
    /// There is no thread to be had for the engine.
    #[error("cannot start a thread for the engine")]
    Thread(#[source] io::Error),
}

impl EngineError {
    /// A question that makes no sense, for this reason.
    pub fn question(error: impl Into<Box<dyn Error + Send + Sync>>) -> EngineError {
        EngineError::Question(error.into())
    }
}

/// Asks an engine, and judges its answer.
///
/// # Errors
/// If the engine refuses the question.
pub fn check(
    engine: &mut dyn Engine,
    subject: &Subject,
    question: &Question,
    channel: &mut Channel<'_>,
) -> Result<Report, EngineError> {
    let name = engine.name();
    let admitted = engine.capabilities().admit(question, subject.native());
    let question = admitted.map_err(|feature| Refusal { engine: name, feature })?;
    let answer = match engine.recurses() {
        true => with_deep_stack(|| engine.check(subject, &question, channel))
            .map_err(EngineError::Thread)??,
        false => engine.check(subject, &question, channel)?,
    };
    Ok(answer.judge(name, &question, subject.native()))
}
