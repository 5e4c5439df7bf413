//! Propositions, which temporal formulas are made of, and their valuation in a state.
//!
//! A proposition is an expression over static variables, which is evaluated without
//! running anything; one that the program itself speaks of by name; or one about threads.
//! Barnat, Brim and Rockai, "Towards LTL model checking of unmodified thread-based C & C++
//! programs" (2012), section 3, has the kinds by name:
//! - `ap(P)` holds in one state, that after its step ([`Named::pulses`]): the next step ends it
//!   that others could notice;
//! - `ap_set(P, v)` holds until it is set otherwise ([`Named::set`]);
//! - `ap_global(P, f, ...)` holds where `f` of the values of static variables does;
//! - `ap_local(P, f, ...)` holds where `f` of the variables of any scope does that has said
//!   so and has not ended, on whichever thread.
//!
//! Functions are evaluated as all observers are. A proposition that several of these speak
//! of holds where any of them does.
//!
//! # Steps
//! What a step does to propositions shows in the state after it. So a step that may change
//! one ends its superstep and is no left mover ([`Machine::may_change_propositions`]), and
//! all of them touch one place, as what invariants see does. A state in the middle of an
//! atomic section is nobody's to look at: what held before the section holds on in it
//! ([`Named::held`]).

use std::ops::Range;

use heddle_model::{ThreadId, Unknown, UnknownKind};
use heddle_program::expression::Expression;
use heddle_program::operation::ObserveOp;
use heddle_program::{FuncId, ValueType};

use super::memo::{EvaluationOutcome, Role};
use super::registry::{Observer, Region, source_name};
use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::codec::load::Get;
use crate::codec::save::Put;
use crate::fault::Fault;
use crate::shims::Invocation;
use crate::state::memory::{Address, ObjectKind};
use crate::state::thread::Status;

/// Most propositions of a machine: each has a bit.
pub const MOST_PROPOSITIONS: usize = 32;

/// Something that holds in a state or does not.
#[derive(Clone, PartialEq, Debug)]
pub enum Proposition {
    /// An expression over static variables is not zero.
    Expression(Expression),
    /// A proposition that the program sets by this name.
    Named(String),
    /// A thread can move.
    Enabled(ThreadId),
    /// A thread has exited, or the process has ended.
    Exited(ThreadId),
    /// A thread is in a call of this function.
    In(FuncId),
    /// A thread is in this line: what it does next stands there.
    At {
        /// The end of the file's name.
        file: String,
        /// The line.
        line: u32,
    },
    /// The process has ended, of itself or by a failure.
    Ended,
    /// No thread can move any more.
    Stopped,
    /// The program has just called `heddle_progress()`.
    Progress,
}

/// The steps at which a proposition may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangesAt {
    /// Writes of what it is about, and calls that set it.
    Writes,
    /// Ends of threads and of the process.
    Exits,
    /// Any step: it is about where threads are, or whether they can move.
    AnyStep,
}

impl Proposition {
    /// Returns the steps at which it may change.
    pub fn changes_at(&self) -> ChangesAt {
        match self {
            Proposition::Expression(_) | Proposition::Named(_) | Proposition::Progress => {
                ChangesAt::Writes
            }
            Proposition::Exited(_) | Proposition::Ended => ChangesAt::Exits,
            Proposition::Enabled(_)
            | Proposition::In(_)
            | Proposition::At { .. }
            | Proposition::Stopped => ChangesAt::AnyStep,
        }
    }

    /// True if it is about a thread that is given by its number.
    pub(crate) fn names_thread(&self) -> bool {
        match self {
            Proposition::Enabled(_) | Proposition::Exited(_) => true,
            Proposition::Expression(_)
            | Proposition::Named(_)
            | Proposition::In(_)
            | Proposition::At { .. }
            | Proposition::Ended
            | Proposition::Stopped
            | Proposition::Progress => false,
        }
    }
}

/// Most threads of which it is told whether they can move.
pub const MOST_OBSERVED_THREADS: usize = 31;

/// Most variables of which a proposition's function takes the values.
pub(super) const MOST_VARIABLES: usize = 4;

/// The variables whose values a function gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Variables {
    regions: [Region; MOST_VARIABLES],
    count: u8,
}

impl Variables {
    /// These variables; none if there are too many.
    pub(super) fn new(list: &[Region]) -> Option<Variables> {
        let mut regions = [Region::default(); MOST_VARIABLES];
        regions.get_mut(..list.len())?.copy_from_slice(list);
        Some(Variables { regions, count: list.len() as u8 })
    }

    /// The variables.
    pub(super) fn list(&self) -> &[Region] {
        &self.regions[..usize::from(self.count)]
    }
}

/// The registration of a function that says where a proposition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Registration {
    /// The proposition's number.
    pub(super) bit: u8,
    pub(super) observer: Observer,
    pub(super) variables: Variables,
    /// For as long as this call of this thread lasts, or for ever.
    pub(super) scope: Option<(u32, u32)>,
}

impl Registration {
    /// Key by which registrations are sorted. The place of answers is each machine's own affair,
    /// and states are the same for all of them.
    fn key(&self) -> (u8, FuncId, Variables, Option<(u32, u32)>) {
        (self.bit, self.observer.func, self.variables, self.scope)
    }

    /// True if its call is over when a thread has so many left.
    fn is_over(&self, t: usize, depth: usize) -> bool {
        let is_over = |(thread, call)| thread as usize == t && call as usize >= depth;
        self.scope.is_some_and(is_over)
    }
}

/// A valuation and waiting threads: those of the state before an atomic section, or before a
/// step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Held {
    /// The propositions that held.
    valuation: u32,
    /// The threads that could not move.
    waiting: u32,
}

/// Propositions that the program has set: part of the state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Named {
    /// Those that hold in this state alone.
    pub(super) pulses: u32,
    /// Those that hold until further notice.
    pub(super) set: u32,
    /// Valuation that is told in the middle of an atomic section.
    pub(super) held: Option<Held>,
    /// Functions, sorted.
    pub(super) registrations: Vec<Registration>,
}

impl Named {
    /// Writes what was said.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        let Named { pulses, set, held, registrations } = self;
        out.put32(*pulses);
        out.put32(*set);
        out.put32(u32::from(held.is_some()));
        out.put32(held.unwrap_or_default().valuation);
        out.put32(held.unwrap_or_default().waiting);
        out.put32(registrations.len() as u32);
        for Registration { bit, observer, variables, scope } in registrations {
            let (thread, call) = scope.unwrap_or((u32::MAX, u32::MAX));
            out.put32(u32::from(*bit) | (variables.list().len() as u32) << 8);
            out.put32(observer.func.as_u32());
            out.put32(thread);
            out.put32(call);
            for region in variables.list() {
                out.put64(region.start);
                out.put64(region.bytes);
            }
        }
    }
}

impl Machine<'_> {
    /// Reads what was said.
    pub(super) fn get_named(&mut self, bytes: &mut Get<'_>) -> Named {
        let (pulses, set) = (bytes.get32(), bytes.get32());
        let is_held = bytes.get32() != 0;
        let held = Held { valuation: bytes.get32(), waiting: bytes.get32() };
        let mut registrations = Vec::new();
        for _ in 0..bytes.get32() {
            let shape = bytes.get32();
            let func = FuncId::from_u32(bytes.get32());
            let (thread, call) = (bytes.get32(), bytes.get32());
            let region =
                |bytes: &mut Get<'_>| Region { start: bytes.get64(), bytes: bytes.get64() };
            let regions: Vec<Region> = (0..shape >> 8).map(|_| region(bytes)).collect();
            let variables = Variables::new(&regions).unwrap_or_default();
            registrations.push(Registration {
                bit: shape as u8,
                observer: self.observer(Role::Proposition(func, variables)),
                variables,
                scope: (thread != u32::MAX).then_some((thread, call)),
            });
        }
        Named { pulses, set, held: is_held.then_some(held), registrations }
    }

    /// A call of one of the functions that speak of propositions; returns whether anything
    /// changed.
    pub(super) fn state_proposition(
        &mut self,
        op: ObserveOp,
        call: &Invocation,
    ) -> Result<bool, Fault> {
        let bit = match op {
            ObserveOp::Progress => self.number_of_progress(),
            _ => self.number_of(&self.c_string(call.thread, call.argument(0)?)?),
        };
        let Some(bit) = bit else { return Ok(false) };
        let named = &mut self.observers.registry.named;
        match op {
            ObserveOp::Pulse | ObserveOp::Progress => {
                named.pulses |= 1 << bit;
                return Ok(true);
            }
            ObserveOp::Set => {
                let (before, value) = (named.set, u32::from(call.int(1)? != 0));
                named.set = before & !(1 << bit) | value << bit;
                return Ok(named.set != before);
            }
            _ => {}
        }
        let func = self.observer_at(op, call.argument(1)?)?;
        let variables = self.variables(op, func, call)?;
        let scope = (op == ObserveOp::Local).then(|| {
            let depth = self.state.threads[call.thread].frames.len();
            (call.thread as u32, depth as u32 - 1)
        });
        let observer = self.observer(Role::Proposition(func, variables));
        let registration = Registration { bit, observer, variables, scope };
        let registrations = &mut self.observers.registry.named.registrations;
        match registrations.binary_search_by_key(&registration.key(), Registration::key) {
            Ok(_) => Ok(false),
            Err(at) => {
                registrations.insert(at, registration);
                Ok(true)
            }
        }
    }

    /// The variables that a call names, behind their number: an address and a size each.
    fn variables(
        &mut self,
        op: ObserveOp,
        func: FuncId,
        call: &Invocation,
    ) -> Result<Variables, Fault> {
        let name = source_name(op);
        let function = &self.image.program.functions[func];
        let count = call.argument(2)? as usize;
        let refuse = |what: String| Err(Fault::Refused(format!("{name} {what}")));
        let mut regions = Vec::new();
        for i in 0..count.min(MOST_VARIABLES + 1) {
            let (start, bytes) = (call.argument(3 + 2 * i)?, call.argument(4 + 2 * i)?);
            regions.push(Region { start, bytes });
        }
        let Some(variables) = Variables::new(&regions) else {
            return refuse(format!("of more than {MOST_VARIABLES} variables"));
        };
        let params = &function.signature.params;
        if params.len() != count {
            let (wanted, source_name) = (params.len(), &function.source_name);
            return refuse(format!(
                "of {count} variables, but '{source_name}' has {wanted} parameters"
            ));
        }
        for (i, (Region { start, bytes }, param)) in regions.iter().zip(params).enumerate() {
            let wanted = match param {
                ValueType::Int(bits) => u64::from(*bits).div_ceil(8),
                ValueType::Pointer => self.state.memory.addressing.pointer_bytes() as u64,
                _ => 0,
            };
            if wanted != *bytes {
                let (number, source_name) = (i + 1, &function.source_name);
                return refuse(format!(
                    "of a variable of {bytes} bytes, which is not what '{source_name}' takes as \
                     parameter {number}; the types should be the same"
                ));
            }
            let Some((object, _)) = self.state.memory.resolve(*start) else {
                return refuse("of what is no variable".to_owned());
            };
            let kind = self.state.memory.object(object).kind;
            let is_own = matches!(kind, ObjectKind::Stack(..));
            let is_static = matches!(kind, ObjectKind::Global(_));
            if !is_static && (op == ObserveOp::Global || !is_own) {
                let what = self.name_object(object);
                let wanted = match op {
                    ObserveOp::Global => "a static variable",
                    _ => "a variable of the function or a static one",
                };
                return refuse(format!("of {what}, which is not {wanted}"));
            }
            // Its changes are to be seen, and it is known by its address.
            self.state.memory.share(object);
            self.state.memory.expose(object);
        }
        Ok(variables)
    }

    /// The number of a proposition that the program speaks of by name, if anyone asks for it.
    pub(super) fn number_of(&self, name: &[u8]) -> Option<u8> {
        let is_it = |proposition: &Proposition| match proposition {
            Proposition::Named(known) => known.as_bytes() == name,
            _ => false,
        };
        self.image.options.propositions.iter().position(is_it).map(|number| number as u8)
    }

    /// The number of the proposition that there is progress, if anyone asks for it.
    pub(super) fn number_of_progress(&self) -> Option<u8> {
        let list = &self.image.options.propositions;
        list.iter().position(|one| *one == Proposition::Progress).map(|number| number as u8)
    }

    /// Before a step: what held in one state alone is over, unless this is a step in the
    /// middle of a section, or one that nobody could notice, which would make it depend on
    /// how fine steps are. Says why it is not known what holds, if it is not.
    #[inline]
    pub(crate) fn begin_valuation(&mut self, thread: ThreadId) -> Option<Box<Unknown>> {
        if self.image.options.propositions.is_empty()
            || self.observers.registry.named.held.is_some()
        {
            return None;
        }
        match self.valuate() {
            Ok(valuation) => {
                let waiting = self.waiting_threads();
                self.observers.before_step = Held { valuation, waiting };
            }
            Err(unknown) => return Some(unknown),
        }
        if self.observers.registry.named.pulses != 0 && self.is_noticeable(thread) {
            self.observers.registry.named.pulses = 0;
            self.named_changed();
        }
        None
    }

    /// After a step: says why it is not known what holds, if it is not.
    #[inline]
    pub(crate) fn end_valuation(&mut self) -> Option<Box<Unknown>> {
        if self.image.options.propositions.is_empty() {
            return None;
        }
        let is_in_section = self.is_in_section();
        let held = &mut self.observers.registry.named.held;
        match (is_in_section, *held) {
            (true, None) => *held = Some(self.observers.before_step),
            (false, Some(_)) => *held = None,
            _ => return self.valuate().err(),
        }
        self.named_changed();
        self.valuate().err()
    }

    pub(super) fn named_changed(&mut self) {
        self.observers.id = ComponentId::DIRTY;
        self.state.process.touch();
    }

    /// True if a thread is in the middle of an atomic section and can go on.
    pub(crate) fn is_in_section(&mut self) -> bool {
        self.state
            .process
            .atomic_owner()
            .is_some_and(|owner| self.cached_alternatives(owner.index()) != 0)
    }

    /// Valuation of the loaded state.
    pub(crate) fn valuate(&mut self) -> Result<u32, Box<Unknown>> {
        let named = &self.observers.registry.named;
        if let Some(held) = named.held.filter(|_| !self.state.has_failed) {
            return Ok(held.valuation);
        }
        let mut bits = named.pulses | named.set;
        if named.registrations.iter().any(|registration| registration.scope.is_some()) {
            self.materialize_all();
        }
        for i in 0..self.observers.registry.named.registrations.len() {
            let Registration { bit, observer, .. } = self.observers.registry.named.registrations[i];
            self.evaluate_observer(observer.memo);
            match self.observers.memos[observer.memo].outcome() {
                Some(EvaluationOutcome::Value(0)) | None => {}
                Some(EvaluationOutcome::Value(_)) => bits |= 1 << bit,
                Some(EvaluationOutcome::Unknown(unknown)) => return Err(unknown.clone()),
                Some(EvaluationOutcome::Violation(violation)) => {
                    let (reason, place) = (violation.message(), violation.place.clone());
                    return Err(Box::new(Unknown { kind: UnknownKind::Refused, reason, place }));
                }
            }
        }
        for number in 0..self.image.options.propositions.len() {
            bits |= u32::from(self.holds(number)?) << number;
        }
        Ok(bits)
    }

    /// True if a proposition holds that needs nobody to say so.
    fn holds(&mut self, number: usize) -> Result<bool, Box<Unknown>> {
        Ok(match &self.image.options.propositions[number] {
            Proposition::Expression(expression) => match self.evaluate(expression) {
                Ok(value) => value.is_true(),
                Err(error) => {
                    let reason = format!("proposition '{}': {error}", expression.text());
                    let kind = UnknownKind::Refused;
                    return Err(Box::new(Unknown { kind, reason, place: None }));
                }
            },
            Proposition::Named(_) | Proposition::Progress => false,
            Proposition::Stopped => self.waiting_threads() == u32::MAX,
            Proposition::Ended => self.is_over(),
            &Proposition::Enabled(thread) => {
                self.waiting_threads() & 1u32.checked_shl(thread.0).unwrap_or(0) == 0
                    && thread.index() < self.state.threads.len()
            }
            &Proposition::Exited(thread) => {
                self.is_over()
                    || thread.index() < self.state.threads.len()
                        && self.state.threads.book(thread.index()).status == Status::Exited
            }
            &Proposition::In(func) => {
                self.materialize_all();
                let threads = (0..self.state.threads.len()).map(|t| &self.state.threads[t]);
                threads.flat_map(|thread| &thread.frames).any(|frame| frame.func == func)
            }
            Proposition::At { file, line } => {
                let (file, line) = (file.clone(), *line);
                self.materialize_all();
                (0..self.state.threads.len()).any(|t| {
                    let place = self.user_place(ThreadId(t as u32));
                    place.is_some_and(|place| place.line == line && is_file(&place.file, &file))
                })
            }
        })
    }

    /// Before the first step: which bytes expressions depend on.
    pub(crate) fn watch_propositions(&mut self) {
        let mut watched = Vec::new();
        for proposition in &self.image.options.propositions {
            let Proposition::Expression(expression) = proposition else { continue };
            for (global, bytes) in expression.reads() {
                let base = self.global_address(global);
                watched.push(base + bytes.start..base + bytes.end);
            }
        }
        for range in &watched {
            self.record_data_use(range.start, range.end - range.start);
        }
        self.observers.watched = watched;
    }

    /// True if the process has ended: of itself, or by a failure.
    fn is_over(&self) -> bool {
        self.state.process.ended().is_some() || self.state.has_failed
    }

    /// The threads that cannot move, or are not there: a bit for each.
    pub(crate) fn waiting_threads(&mut self) -> u32 {
        if let Some(held) = self.observers.registry.named.held.filter(|_| !self.state.has_failed) {
            return held.waiting;
        }
        let mut waiting = u32::MAX;
        if !self.is_over() {
            for t in 0..self.state.threads.len().min(MOST_OBSERVED_THREADS) {
                if self.cached_alternatives(t) != 0 {
                    waiting &= !(1 << t);
                }
            }
        }
        waiting
    }

    /// True if a write to these bytes may change a proposition.
    pub(crate) fn may_change_propositions(&self, range: &Range<Address>) -> bool {
        let registrations = &self.observers.registry.named.registrations;
        let meets = |other: &Range<Address>| range.start < other.end && other.start < range.end;
        self.observers.watched.iter().any(meets)
            || registrations
                .iter()
                .any(|registration| self.observers.memos[registration.observer.memo].reads(range))
    }

    /// True if a thread has said something about variables of calls that are over when so
    /// many are left.
    pub(crate) fn has_registrations_since(&self, t: usize, depth: usize) -> bool {
        self.observers
            .registry
            .named
            .registrations
            .iter()
            .any(|registration| registration.is_over(t, depth))
    }

    /// A call is over, or a thread: what it has said about its variables goes with it.
    pub(crate) fn end_scopes(&mut self, t: usize, depth: usize) {
        self.end_registrations(|registration| registration.is_over(t, depth));
    }

    /// A variable has ended, in the middle of its function: what was said about it goes with
    /// it.
    pub(crate) fn end_registrations_about(&mut self, variable: &Range<Address>) {
        self.end_registrations(|registration| {
            let regions = registration.variables.list().iter();
            registration.scope.is_some()
                && regions.map(|one| one.start).any(|at| variable.contains(&at))
        });
    }

    fn end_registrations(&mut self, is_over: impl Fn(&Registration) -> bool) {
        let registrations = &mut self.observers.registry.named.registrations;
        let before = registrations.len();
        registrations.retain(|registration| !is_over(registration));
        if registrations.len() != before {
            self.named_changed();
        }
    }
}

/// True if a file is meant by a name, which may leave out folders.
pub fn is_file(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
