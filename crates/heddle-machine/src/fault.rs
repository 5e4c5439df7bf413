//! Faults of threads, and the violations that they are.

use heddle_model::{
    AccessKind, Crash, Finding, MemoryError, ObjectName, Overflow, Place, Property, Related, Role,
    ThreadId, Unasked, Unknown, UnknownKind, Violation,
};
use heddle_program::{Location, LocationId, Origin, ScopeKind};

use crate::Machine;
use crate::state::memory::{MemoryFault, ObjectIndex, ObjectKind};

/// A run that went wrong, or that heddle cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The program's doing.
    Bug {
        /// The thing that is wrong.
        finding: Box<Finding>,
        /// The object it is about.
        object: Option<ObjectIndex>,
    },
    /// A memory access.
    Memory {
        /// The reason why memory refuses it.
        fault: MemoryFault,
        /// The address.
        address: u64,
        /// Bytes accessed.
        bytes: u64,
        /// Its kind.
        kind: AccessKind,
    },
    /// The run depends on an undefined value.
    OpenValue {
        /// True if it is an input that was left open.
        input: bool,
        /// The part of the run that depends on it, in words.
        what: &'static str,
    },
    /// The program does something undefined that is no property.
    Undefined(String),
    /// heddle lacks something.
    Unsupported(String),
    /// No file defines something.
    Missing(String),
    /// A file, or standard input, that the program was not given.
    NoFile(String),
    /// heddle was told to do, or to evaluate, something that it cannot take.
    Refused(String),
    /// A limit of the machine.
    Limit(String),
    /// The run contradicts an assumption.
    Abandon,
}

impl Fault {
    /// A bug that is about no object.
    pub(crate) fn bug(finding: Finding) -> Fault {
        Fault::Bug { finding: Box::new(finding), object: None }
    }
}

/// A place where a thread allocated or freed an object.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) thread: ThreadId,
    pub(crate) place: Place,
}

/// The consequence of a fault.
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
        let (finding, object) = match fault {
            Fault::Abandon => return Judgement::Ignored,
            Fault::Undefined(reason) => {
                return unknown(UnknownKind::UndefinedBehavior, reason, place);
            }
            Fault::Unsupported(reason) => {
                return unknown(UnknownKind::Unsupported, reason, place);
            }
            Fault::Missing(reason) => return unknown(UnknownKind::Missing, reason, place),
            Fault::NoFile(reason) => return unknown(UnknownKind::NoFile, reason, place),
            Fault::Refused(reason) => return unknown(UnknownKind::Refused, reason, place),
            Fault::Limit(reason) => return unknown(UnknownKind::Limit, reason, place),
            Fault::OpenValue { input, what } => {
                if input {
                    let reason =
                        format!("{what} depends on an input that is too wide to enumerate");
                    return unknown(UnknownKind::OpenValue, reason, place);
                }
                (Finding::Uninitialized { dependent: what.to_owned() }, None)
            }
            Fault::Bug { finding, object } => (*finding, object),
            Fault::Memory { fault, address, bytes, kind } => {
                match self.memory_error(fault, address, bytes, kind) {
                    Ok((error, object)) => (Finding::Memory(error), object),
                    Err((kind, reason)) => return unknown(kind, reason, place),
                }
            }
        };
        let asked = self.image.options.properties;
        let finding = match finding {
            // It is an overflow, too, for those who ask for that alone.
            Finding::Crash(Crash::Division { dividend }) if !asked.contains(Property::Crash) => {
                Finding::Overflow(Overflow::Division { dividend: dividend.to_string() })
            }
            finding => finding,
        };
        let property = finding.property();
        if !asked.contains(property) {
            return match property.unasked() {
                Unasked::EndsRun => Judgement::Ignored,
                Unasked::UndefinedBehavior => {
                    let reason = format!("{finding} ({property} was not asked for)");
                    unknown(UnknownKind::UndefinedBehavior, reason, place)
                }
                Unasked::OpenValue => unknown(UnknownKind::OpenValue, finding.to_string(), place),
            };
        }
        let related = object.map(|object| self.object_story(object)).unwrap_or_default();
        Judgement::Violation(Box::new(Violation { finding, place, thread: Some(thread), related }))
    }

    /// The error that an access makes, with the object it is about; or the reason why heddle
    /// cannot tell.
    fn memory_error(
        &self,
        fault: MemoryFault,
        address: u64,
        bytes: u64,
        access: AccessKind,
    ) -> Result<(MemoryError, Option<ObjectIndex>), (UnknownKind, String)> {
        Ok(match fault {
            MemoryFault::Null => (MemoryError::NullDereference { access, offset: address }, None),
            MemoryFault::Wild => (MemoryError::UnknownAddress { access, address }, None),
            MemoryFault::OutOfBounds(index, offset) => {
                let (object, size) =
                    (self.name_object(index), self.state.memory.object(index).size);
                let size = u64::from(size);
                let error = MemoryError::OutOfBounds { access, bytes, offset, object, size };
                (error, Some(index))
            }
            MemoryFault::Dead(index) => {
                let object = self.name_object(index);
                let error = match self.state.memory.object(index).kind.is_heap() {
                    true => MemoryError::UseAfterFree { access, object },
                    false => MemoryError::UseAfterReturn { access, object },
                };
                (error, Some(index))
            }
            MemoryFault::ReadOnly(index) => {
                let object = self.name_object(index);
                (MemoryError::ReadOnlyWrite { access, object }, Some(index))
            }
            MemoryFault::Code(index) => {
                let object = self.name_object(index);
                (MemoryError::FunctionAsData { access, object }, Some(index))
            }
            MemoryFault::Watched(index) => {
                let reason = format!("writes to {}", self.name_object(index));
                return Err((UnknownKind::Unsupported, reason));
            }
            MemoryFault::Missing(index) => {
                return Err(match self.missing_reason(index) {
                    Some(reason) => (UnknownKind::Unsupported, reason.to_owned()),
                    None => {
                        let reason = format!("{} is defined nowhere", self.name_object(index));
                        (UnknownKind::Missing, reason)
                    }
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

    /// The name of an object, for people.
    pub(crate) fn name_object(&self, index: ObjectIndex) -> ObjectName {
        match self.state.memory.object(index).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(global) => {
                let name = self.image.program.globals[global].readable_name();
                ObjectName::Variable { name, function: None }
            }
            ObjectKind::Function(func) => ObjectName::Function {
                name: self.image.program.functions[func].source_name.clone(),
            },
            ObjectKind::Extern(id) => {
                ObjectName::Function { name: self.image.program.externs[id].name.clone() }
            }
            ObjectKind::Heap(_) => ObjectName::Heap,
            ObjectKind::Stack(func, alloca) => {
                let function = &self.image.program.functions[func];
                let source_name = function.source_name.clone();
                match function.allocas[alloca].name.clone() {
                    Some(name) => ObjectName::Variable { name, function: Some(source_name) },
                    None => ObjectName::Stack { function: source_name },
                }
            }
            ObjectKind::VarArgs => ObjectName::VariableArguments,
            ObjectKind::ByValue => ObjectName::ByValue,
            ObjectKind::Arguments => ObjectName::Arguments,
        }
    }

    /// The places where an object was allocated and freed, as far as this run knows.
    fn object_story(&self, index: ObjectIndex) -> Vec<Related> {
        let base = self.state.memory.object(index).base;
        let tell = |role: Role, sites: &[(u64, Site)]| {
            let (_, Site { thread, place }) =
                sites.iter().rev().find(|(address, _)| *address == base)?;
            Some(Related { role, thread: *thread, place: place.clone() })
        };
        let allocated = tell(Role::Allocated, &self.recorder.allocated);
        allocated.into_iter().chain(tell(Role::Freed, &self.recorder.freed)).collect()
    }

    /// The place of the innermost frame of a thread that the user wrote.
    pub fn user_place(&self, thread: ThreadId) -> Option<Place> {
        self.user_location(thread).map(|id| self.place(id))
    }

    /// The depth of the innermost frame of a thread that the user wrote, from the outermost, and
    /// its place.
    pub fn user_frame(&self, thread: ThreadId) -> Option<(usize, Place)> {
        let (depth, frame) = self.innermost_user_frame(thread)?;
        self.location_of_user(frame).map(|id| (depth, self.place(id)))
    }

    /// The location of the innermost frame of a thread that the user wrote.
    pub(crate) fn user_location(&self, thread: ThreadId) -> Option<LocationId> {
        self.innermost_user_frame(thread).and_then(|(_, frame)| self.location_of_user(frame))
    }

    fn innermost_user_frame(&self, thread: ThreadId) -> Option<(usize, &crate::Frame)> {
        let frames = &self.state.threads[thread.index()].frames;
        let is_user = |(_, frame): &(usize, &crate::Frame)| {
            self.image.program.functions[frame.func].origin == Origin::User
                && self.location_at(frame).is_some()
        };
        frames.iter().enumerate().rev().find(is_user)
    }

    /// The location of a frame; that of code of the C++ library which is inlined there is where it
    /// is inlined, unless the library [is shown](Self::show_library).
    pub fn location_at(&self, frame: &crate::Frame) -> Option<LocationId> {
        match self.shows_library() {
            true => self.innermost_location(frame),
            false => self.location_of_user(frame),
        }
    }

    fn location_of_user(&self, frame: &crate::Frame) -> Option<LocationId> {
        let source = &self.image.program.source;
        self.innermost_location(frame).map(|id| source.outside_library(id))
    }

    fn innermost_location(&self, frame: &crate::Frame) -> Option<LocationId> {
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
