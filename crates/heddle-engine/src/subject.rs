//! The program that a question is about.

use std::sync::OnceLock;

use heddle_program::Program;

/// A reason for which a program is not linked with C models.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// A limit was reached, or someone asked to stop.
    #[error("linking with C models was given up")]
    Cancelled,
    /// It cannot be.
    #[error("{0}")]
    Failed(String),
}

/// Links the program with C models.
type LinkModels = Box<dyn Fn() -> Result<Program, ModelError> + Send + Sync>;

/// A program, linked in two ways. The user's code is the same in both.
pub struct Subject {
    native: Program,
    modelled: OnceLock<Result<Program, ModelError>>,
    link_models: LinkModels,
}

impl Subject {
    /// A program as the machine runs it, and a way to link it with C models, which is gone once
    /// and only if an engine needs it.
    pub fn new(
        native: Program,
        link_models: impl Fn() -> Result<Program, ModelError> + Send + Sync + 'static,
    ) -> Subject {
        Subject { native, modelled: OnceLock::new(), link_models: Box::new(link_models) }
    }

    /// The program as the machine runs it. Counterexamples are about this one.
    pub fn native(&self) -> &Program {
        &self.native
    }

    /// The program with C models over what the machine does natively.
    ///
    /// # Errors
    /// If it cannot be linked, the first time and ever after.
    pub fn modelled(&self) -> Result<&Program, ModelError> {
        let linked = self.modelled.get_or_init(|| (self.link_models)());
        linked.as_ref().map_err(ModelError::clone)
    }
}
