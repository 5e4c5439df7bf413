//! From something that went wrong to a [`Violation`].

use heddle_model::{Place, Property, ThreadId, Unknown, UnknownKind, Violation};
use heddle_program::{Location, LocationId, Origin, ScopeKind};

use crate::Machine;
use crate::state::memory::{MemoryFault, ObjectIndex, ObjectKind};

/// A run that went wrong, or that heddle cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The program's doing.
    Bug {
        /// Which property it violates.
        kind: Property,
        /// A finer kind.
        detail: Option<&'static str>,
        /// A sentence.
        message: String,
        /// The object it is about.
        object: Option<ObjectIndex>,
    },
    /// A memory access.
    Memory {
        /// What is wrong.
        fault: MemoryFault,
        /// The address.
        address: u64,
        /// Bytes accessed.
        bytes: u64,
        /// `read`, `write`, `call`, `free`.
        verb: &'static str,
    },
    /// The run depends on an undefined value.
    OpenValue {
        /// Whether it is an input that was left open.
        input: bool,
        /// What depends on it.
        what: &'static str,
    },
    /// The program does something undefined that was not asked for.
    Undefined(String),
    /// heddle lacks something.
    Unsupported(String),
    /// heddle was told to do, or to evaluate, something that it cannot take.
    Refused(String),
    /// A limit of the machine.
    Limit(String),
    /// The run contradicts an assumption.
    Abandon,
}

impl Fault {
    /// A bug without further detail.
    pub(crate) fn bug(kind: Property, message: impl Into<String>) -> Fault {
        Fault::Bug { kind, detail: None, message: message.into(), object: None }
    }
}

/// What becomes of a fault.
pub(crate) enum Judgement {
    /// It is what was looked for.
    Violation(Box<Violation>),
    /// It is a bug that was not asked for: the run ends quietly.
    Ignored,
    /// No answer.
    Unknown(Box<Unknown>),
}

impl Machine<'_> {
    /// Decides what a fault of a thread means.
    pub(crate) fn judge(&self, thread: ThreadId, fault: Fault) -> Judgement {
        let place = self.user_place(thread);
        let (kind, detail, message, object) = match fault {
            Fault::Abandon => return Judgement::Ignored,
            Fault::Undefined(reason) => {
                return unknown(UnknownKind::UndefinedBehavior, reason, place);
            }
            Fault::Unsupported(reason) => {
                return unknown(UnknownKind::Unsupported, reason, place);
            }
            Fault::Refused(reason) => return unknown(UnknownKind::Refused, reason, place),
            Fault::Limit(reason) => return unknown(UnknownKind::Limit, reason, place),
            Fault::OpenValue { input, what } => {
                if input || !self.image.options.properties.contains(Property::Uninitialized) {
                    let source = match input {
                        true => "an input that is too wide to enumerate",
                        false => "an uninitialized value",
                    };
                    let reason = format!("{what} depends on {source}");
                    return unknown(UnknownKind::OpenValue, reason, place);
                }
                let message = format!("{what} depends on an uninitialized value");
                (Property::Uninitialized, None, message, None)
            }
            Fault::Bug { kind, detail, message, object } => (kind, detail, message, object),
            Fault::Memory { fault, address, bytes, verb } => {
                match self.describe_memory_fault(fault, address, bytes, verb) {
                    Ok((detail, message, object)) => {
                        (Property::Memory, Some(detail), message, object)
                    }
                    Err(reason) => return unknown(UnknownKind::Unsupported, reason, place),
                }
            }
        };
        let asked = match detail {
            Some("leak") => self.image.options.properties.leaks(),
            _ => self.image.options.properties.contains(kind),
        };
        if !asked {
            // After these, a run means nothing.
            if matches!(kind, Property::Memory | Property::LockMisuse | Property::DivisionByZero) {
                let reason = format!("{message} ({kind} was not asked for)");
                return unknown(UnknownKind::UndefinedBehavior, reason, place);
            }
            return Judgement::Ignored;
        }
        Judgement::Violation(Box::new(Violation {
            kind,
            detail: detail.map(str::to_owned),
            message,
            place,
            thread: Some(thread),
            related: object.map(|object| self.object_story(object)).unwrap_or_default(),
        }))
    }

    fn describe_memory_fault(
        &self,
        fault: MemoryFault,
        address: u64,
        bytes: u64,
        verb: &str,
    ) -> Result<(&'static str, String, Option<ObjectIndex>), String> {
        let count =
            |bytes: u64| if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") };
        Ok(match fault {
            MemoryFault::Null => (
                "null-dereference",
                match address {
                    0 => format!("{verb} through a null pointer"),
                    _ => format!("{verb} at offset {address} of a null pointer"),
                },
                None,
            ),
            MemoryFault::Wild => (
                "wild-pointer",
                format!("{verb} through {address:#x}, which is not the address of any object"),
                None,
            ),
            MemoryFault::OutOfBounds(object, offset) => {
                let size = self.state.memory.object(object).size;
                let what = self.describe_object(object);
                (
                    "out-of-bounds",
                    format!(
                        "{verb} of {} at offset {offset} of {what}, which has {}",
                        count(bytes),
                        count(u64::from(size))
                    ),
                    Some(object),
                )
            }
            MemoryFault::Dead(object) => {
                let what = self.describe_object(object);
                let heap = self.state.memory.object(object).kind == ObjectKind::Heap;
                let (detail, end) = match heap {
                    true => ("use-after-free", "after it was freed"),
                    false => ("use-after-return", "after its scope ended"),
                };
                (detail, format!("{verb} of {what} {end}"), Some(object))
            }
            MemoryFault::ReadOnly(object) => (
                "read-only-write",
                format!("{verb} of {}, which is constant", self.describe_object(object)),
                Some(object),
            ),
            MemoryFault::Code(object) => (
                "wild-pointer",
                format!("{verb} of {} as if it were data", self.describe_object(object)),
                Some(object),
            ),
            MemoryFault::Watched(object) => {
                return Err(format!("writes to {}", self.describe_object(object)));
            }
            MemoryFault::Missing(object) => {
                return Err(match self.missing_reason(object) {
                    Some(reason) => reason.to_owned(),
                    None => format!("{} is defined nowhere", self.describe_object(object)),
                });
            }
        })
    }

    fn missing_reason(&self, object: ObjectIndex) -> Option<&str> {
        let (ObjectKind::Global(global) | ObjectKind::ThreadLocal(global)) =
            self.state.memory.object(object).kind
        else {
            return None;
        };
        self.image.program.globals[global].init.as_ref()?.unsupported.as_deref()
    }

    /// An object in words.
    pub(crate) fn describe_object(&self, index: ObjectIndex) -> String {
        let object = self.state.memory.object(index);
        match object.kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(global) => {
                format!("variable '{}'", self.image.program.globals[global].name)
            }
            ObjectKind::Function(func) => {
                format!("function '{}'", self.image.program.functions[func].source_name)
            }
            ObjectKind::Extern(id) => format!("function '{}'", self.image.program.externs[id].name),
            ObjectKind::Heap => "a heap object".to_owned(),
            ObjectKind::Stack(func, alloca) => {
                let function = &self.image.program.functions[func];
                match &function.allocas[alloca].name {
                    Some(name) => format!("variable '{name}' of {}", function.source_name),
                    None => format!("a stack object of {}", function.source_name),
                }
            }
            ObjectKind::VarArgs => "the variable arguments of a call".to_owned(),
            ObjectKind::ByValue => "a structure passed by value".to_owned(),
            ObjectKind::Arguments => "the program's arguments".to_owned(),
        }
    }

    /// Where an object was allocated and freed, as far as this run knows.
    fn object_story(&self, index: ObjectIndex) -> Vec<(String, Place)> {
        let base = self.state.memory.object(index).base;
        let tell = |caption: &str, sites: &[(u64, Place)]| {
            let site = sites.iter().rev().find(|(address, _)| *address == base)?;
            Some((caption.to_owned(), site.1.clone()))
        };
        tell("allocated here", &self.recorder.allocated)
            .into_iter()
            .chain(tell("freed here", &self.recorder.freed))
            .collect()
    }

    /// The place of the innermost frame of a thread that the user wrote.
    pub fn user_place(&self, thread: ThreadId) -> Option<Place> {
        self.user_location(thread).map(|id| self.place(id))
    }

    /// The location of the innermost frame of a thread that the user wrote.
    pub(crate) fn user_location(&self, thread: ThreadId) -> Option<LocationId> {
        let frames = &self.state.threads[thread.index()].frames;
        let user = |frame: &&crate::Frame| {
            self.image.program.functions[frame.func].origin == Origin::User
                && self.location_at(frame).is_some()
        };
        let frame = frames.iter().rev().find(user)?;
        self.location_at(frame)
    }

    /// Where a frame is.
    pub fn location_at(&self, frame: &crate::Frame) -> Option<LocationId> {
        let function = &self.image.program.functions[frame.func];
        let pc = frame.pc as usize;
        // Code that the compiler made up has line zero: what comes before it is closest.
        let known = |pc: usize| {
            function.locations[pc].filter(|&id| self.image.program.source.locations[id].line != 0)
        };
        known(pc).or_else(|| (0..pc).rev().find_map(known)).or(function.location)
    }

    /// A location in words.
    pub fn place(&self, id: LocationId) -> Place {
        let source = &self.image.program.source;
        let Location { file, line, column, mut scope, inlined_at: _ } = source.locations[id];
        let function = loop {
            let current = &source.scopes[scope];
            match (&current.kind, current.parent) {
                (ScopeKind::Function { name }, _) => break name.clone(),
                (ScopeKind::Block, Some(parent)) => scope = parent,
                (ScopeKind::Block, None) => break String::new(),
            }
        };
        Place { file: source.files[file].path.clone(), line, column, function }
    }
}

fn unknown(kind: UnknownKind, reason: String, place: Option<Place>) -> Judgement {
    Judgement::Unknown(Box::new(Unknown { kind, reason, place }))
}
