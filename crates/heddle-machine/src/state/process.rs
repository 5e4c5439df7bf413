//! The process that the threads of a state belong to.

use heddle_model::ThreadId;

use crate::codec::interner::ComponentId;

/// The code with which a process has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// This one.
    Known(i32),
    /// Any that an input may have which nobody has chosen: nothing in the program depends on it.
    Input,
}

impl ExitCode {
    /// The code, if it is known.
    pub fn known(self) -> Option<i32> {
        match self {
            ExitCode::Known(code) => Some(code),
            ExitCode::Input => None,
        }
    }
}

/// Bookkeeping of the process. Every change makes its component dirty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process {
    ended: Option<ExitCode>,
    atomic_owner: Option<ThreadId>,
    id: ComponentId,
}

impl Process {
    /// A process that has not ended, and was not saved.
    pub(crate) fn new() -> Process {
        Process { ended: None, atomic_owner: None, id: ComponentId::DIRTY }
    }

    /// A process as it was saved.
    pub(crate) fn loaded(
        ended: Option<ExitCode>,
        atomic_owner: Option<ThreadId>,
        id: ComponentId,
    ) -> Process {
        Process { ended, atomic_owner, id }
    }

    /// The exit code, once the process has ended.
    #[inline]
    pub(crate) fn ended(&self) -> Option<ExitCode> {
        self.ended
    }

    /// The thread that alone is allowed to move, for as long as it can.
    #[inline]
    pub(crate) fn atomic_owner(&self) -> Option<ThreadId> {
        self.atomic_owner
    }

    /// Its component: its own bookkeeping, the number of threads, and the observers.
    #[inline]
    pub(crate) fn id(&self) -> ComponentId {
        self.id
    }

    /// Ends the process.
    pub(crate) fn end(&mut self, code: ExitCode) {
        self.ended = Some(code);
        self.touch();
    }

    /// Lets one thread alone move, or all.
    #[inline]
    pub(crate) fn set_atomic_owner(&mut self, owner: Option<ThreadId>) {
        if owner != self.atomic_owner {
            self.atomic_owner = owner;
            self.touch();
        }
    }

    /// The number of threads or the observers changed.
    pub(crate) fn touch(&mut self) {
        self.id = ComponentId::DIRTY;
    }

    /// The component was made.
    pub(crate) fn set_id(&mut self, id: ComponentId) {
        self.id = id;
    }
}
