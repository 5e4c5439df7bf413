//! The observers that are registered: part of the state.
//!
//! # Invariants
//! Lists are sorted and have nothing twice, so that the order in which threads register
//! the same things does not make different states.

use heddle_program::operation::ObserveOp;
use heddle_program::{FuncId, Signature, ValueType};

use heddle_model::AccessKind;

use super::Abstraction;
use super::memo::{Memo, Role};
use super::propositions::Named;
use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::codec::save::Put;
use crate::fault::Fault;
use crate::shims::{Invocation, ShimResult};
use crate::state::memory::{Access, Address, ObjectIndex, ObjectKind};
use crate::value::signed;

/// Some bytes of one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Region {
    pub(crate) start: Address,
    pub(crate) bytes: u64,
}

/// An observer, and where its answers are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Observer {
    pub(crate) func: FuncId,
    pub(crate) memo: usize,
}

/// A region that is matched by what a function makes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Hashed {
    pub(crate) region: Region,
    pub(crate) func: FuncId,
    pub(crate) memo: usize,
}

/// Everything that is registered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Registry {
    pub(crate) invariants: Vec<Observer>,
    abstraction: Option<Observer>,
    pub(crate) unmatched: Vec<Region>,
    pub(crate) hashes: Vec<Hashed>,
    metric: Option<Region>,
    pub(super) named: Named,
}

impl Registry {
    /// True if there is nothing to evaluate.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.invariants.is_empty()
            && self.abstraction.is_none()
            && self.hashes.is_empty()
            && self.named.registrations.is_empty()
    }

    /// All observers.
    pub(crate) fn memos(&self) -> impl Iterator<Item = usize> + '_ {
        let others = self.hashes.iter().map(|hashed| hashed.memo);
        self.invariant_memos().chain(self.abstraction_memo()).chain(others)
    }

    /// The invariants.
    pub(crate) fn invariant_memos(&self) -> impl Iterator<Item = usize> + '_ {
        self.invariants.iter().map(|observer| observer.memo)
    }

    /// The function that computes the abstract state.
    pub(crate) fn abstraction_memo(&self) -> Option<usize> {
        self.abstraction.map(|observer| observer.memo)
    }

    /// Bytes that are hidden from the comparison of states, if any.
    pub(crate) fn abstraction(&self) -> Option<Abstraction> {
        if self.unmatched.is_empty() && self.hashes.is_empty() {
            return None;
        }
        Some(Abstraction {
            unmatched: self.unmatched.iter().map(|region| region.bytes).sum(),
            hashed: self.hashes.iter().map(|hashed| hashed.region.bytes).sum(),
        })
    }

    /// Regions whose bytes do not count when states are compared.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = Region> + '_ {
        self.unmatched.iter().copied().chain(self.hashes.iter().map(|hashed| hashed.region))
    }

    fn put(&self, out: &mut Vec<u8>) {
        let Registry { invariants, abstraction, unmatched, hashes, metric, named } = self;
        let region = |region: &Region, out: &mut Vec<u8>| {
            out.put64(region.start);
            out.put64(region.bytes);
        };
        named.put(out);
        out.put32(invariants.len() as u32);
        for observer in invariants {
            out.put32(observer.func.as_u32());
        }
        out.put32(abstraction.map_or(u32::MAX, |observer| observer.func.as_u32()));
        region(&metric.unwrap_or(Region { start: 0, bytes: 0 }), out);
        out.put32(unmatched.len() as u32);
        for one in unmatched {
            region(one, out);
        }
        for hashed in hashes {
            region(&hashed.region, out);
            out.put32(hashed.func.as_u32());
        }
    }
}

fn insert<T: Ord>(list: &mut Vec<T>, item: T) -> bool {
    match list.binary_search(&item) {
        Ok(_) => false,
        Err(at) => {
            list.insert(at, item);
            true
        }
    }
}

impl Machine<'_> {
    /// Registers the invariants that were named from outside.
    pub(crate) fn register_from_outside(&mut self) {
        for func in self.image.options.invariants.clone() {
            let observer = self.observer(Role::Invariant(func));
            insert(&mut self.observers.registry.invariants, observer);
        }
        self.registry_changed();
    }

    /// A call of one of the functions with which a program tells heddle something.
    pub(crate) fn register(
        &mut self,
        op: ObserveOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let changed = match op {
            ObserveOp::Invariant => {
                let func = self.observer_at(op, call.argument(0)?)?;
                let observer = self.observer(Role::Invariant(func));
                insert(&mut self.observers.registry.invariants, observer)
            }
            ObserveOp::Abstraction => {
                let func = self.observer_at(op, call.argument(0)?)?;
                let observer = Some(self.observer(Role::Abstraction(func)));
                let old = std::mem::replace(&mut self.observers.registry.abstraction, observer);
                old != observer
            }
            ObserveOp::Metric => {
                let region = self.region(op, call)?;
                let metric = Some(region);
                std::mem::replace(&mut self.observers.registry.metric, metric) != metric
            }
            ObserveOp::Unmatched => {
                let region = self.region(op, call)?;
                region.bytes != 0 && insert(&mut self.observers.registry.unmatched, region)
            }
            ObserveOp::Hash => {
                let region = self.region(op, call)?;
                let func = self.observer_at(op, call.argument(2)?)?;
                let Observer { func, memo } = self.observer(Role::Hash(func, region));
                let hashed = Hashed { region, func, memo };
                region.bytes != 0 && insert(&mut self.observers.registry.hashes, hashed)
            }
            ObserveOp::Pulse
            | ObserveOp::Set
            | ObserveOp::Global
            | ObserveOp::Local
            | ObserveOp::Progress => self.state_proposition(op, call)?,
        };
        if changed {
            self.registry_changed();
        }
        Ok(ShimResult::void())
    }

    fn registry_changed(&mut self) {
        self.observers.note_abstraction();
        self.observers.id = ComponentId::DIRTY;
        self.state.process.touch();
    }

    /// A heap object is freed: its bytes are no longer special.
    pub(crate) fn forget_regions(&mut self, index: ObjectIndex) {
        if self.observers.registry.hidden().next().is_none() {
            return;
        }
        let memory = &self.state.memory;
        let is_other = |region: &Region| memory.resolve(region.start).is_none_or(|r| r.0 != index);
        let registry = &mut self.observers.registry;
        let before = registry.unmatched.len() + registry.hashes.len();
        registry.unmatched.retain(is_other);
        registry.hashes.retain(|hashed| is_other(&hashed.region));
        if registry.unmatched.len() + registry.hashes.len() != before {
            self.registry_changed();
        }
    }

    /// An observer, with a place for its answers.
    pub(super) fn observer(&mut self, role: Role) -> Observer {
        let memos = &mut self.observers.memos;
        let memo = memos.iter().position(|memo| memo.role == role).unwrap_or_else(|| {
            memos.push(Memo::new(role));
            memos.len() - 1
        });
        Observer { func: role.function(), memo }
    }

    /// The function at an address, if it can be what it is registered as.
    pub(super) fn observer_at(&self, op: ObserveOp, address: Address) -> Result<FuncId, Fault> {
        let name = source_name(op);
        let Some(ObjectKind::Function(func)) = self.function_at(address) else {
            return Err(Fault::Refused(format!("{name} of what is not a function of the program")));
        };
        let function = &self.image.program.functions[func];
        let Signature { params, result, variadic } = &function.signature;
        let fits = !variadic
            && match op {
                ObserveOp::Hash => {
                    matches!(result, ValueType::Int(_))
                        && matches!(params[..], [ValueType::Pointer, ValueType::Int(_)])
                }
                ObserveOp::Abstraction => params.is_empty(),
                ObserveOp::Global | ObserveOp::Local => matches!(result, ValueType::Int(_)),
                _ => params.is_empty() && matches!(result, ValueType::Int(_)),
            };
        match fits {
            true => Ok(func),
            false => Err(Fault::Refused(format!(
                "{name} of '{}', which has the type '{}' and not '{}'",
                function.source_name,
                function.signature,
                expected_type(op)
            ))),
        }
    }

    /// The region that a call's first two arguments name.
    fn region(&mut self, op: ObserveOp, call: &Invocation) -> Result<Region, Fault> {
        let (start, bytes) = (call.argument(0)?, call.argument(1)?);
        let fault =
            |fault| Fault::Memory { fault, address: start, bytes, kind: AccessKind::Access };
        let range = self.state.memory.check(Access::inspection(start, bytes)).map_err(fault)?;
        let kind = self.state.memory.object(range.object).kind;
        let is_static = matches!(kind, ObjectKind::Global(_) | ObjectKind::Arguments);
        let name = source_name(op);
        if op == ObserveOp::Metric {
            if !is_static {
                let what = self.name_object(range.object);
                let reason = format!("{name} of {what}, which is not a static variable");
                return Err(Fault::Refused(reason));
            }
            if ![1, 2, 4, 8].contains(&bytes) {
                let reason = format!("{name} of {bytes} bytes, which is no integer");
                return Err(Fault::Refused(reason));
            }
        } else if !is_static && !kind.is_heap() {
            let what = self.name_object(range.object);
            return Err(Fault::Refused(format!(
                "{name} of {what}, which is no static or heap memory"
            )));
        }
        // The registry knows it by its address, which must stay what it is.
        self.state.memory.expose(range.object);
        Ok(Region { start, bytes })
    }

    /// The component of the registry, made anew if it has changed.
    pub(crate) fn save_registry(&mut self) -> ComponentId {
        if self.observers.id == ComponentId::DIRTY {
            let mut bytes = Vec::new();
            self.observers.registry.put(&mut bytes);
            self.observers.id = self.codec.interner.intern(&bytes);
        }
        self.observers.id
    }

    /// Loads the registry that was saved as this component.
    pub(crate) fn load_registry(&mut self, id: ComponentId) {
        if self.observers.id == id {
            return;
        }
        let component = self.codec.interner.get(id).to_vec();
        let mut bytes = crate::codec::load::Get(&component);
        let mut registry = Registry { named: self.get_named(&mut bytes), ..Registry::default() };
        for _ in 0..bytes.get32() {
            let func = FuncId::from_u32(bytes.get32());
            registry.invariants.push(self.observer(Role::Invariant(func)));
        }
        let abstraction = bytes.get32();
        if abstraction != u32::MAX {
            let func = FuncId::from_u32(abstraction);
            registry.abstraction = Some(self.observer(Role::Abstraction(func)));
        }
        let metric = Region { start: bytes.get64(), bytes: bytes.get64() };
        registry.metric = (metric.bytes != 0).then_some(metric);
        for _ in 0..bytes.get32() {
            let region = Region { start: bytes.get64(), bytes: bytes.get64() };
            registry.unmatched.push(region);
        }
        while !bytes.0.is_empty() {
            let region = Region { start: bytes.get64(), bytes: bytes.get64() };
            let func = FuncId::from_u32(bytes.get32());
            let Observer { func, memo } = self.observer(Role::Hash(func, region));
            registry.hashes.push(Hashed { region, func, memo });
        }
        self.observers.registry = registry;
        self.observers.id = id;
        self.observers.note_abstraction();
    }

    /// The value of the program's metric in the loaded state; zero if there is none.
    pub(crate) fn metric_value(&self) -> i64 {
        let Some(Region { start, bytes }) = self.observers.registry.metric else { return 0 };
        let access = Access::inspection(start, bytes);
        match self.state.memory.check(access) {
            Ok(range) => signed(self.state.memory.read(access, &range).bits, bytes as u32 * 8),
            Err(_) => 0,
        }
    }
}

/// The name of an operation in C.
pub(super) fn source_name(op: ObserveOp) -> &'static str {
    match op {
        ObserveOp::Invariant => "heddle_invariant",
        ObserveOp::Metric => "heddle_metric",
        ObserveOp::Unmatched => "heddle_unmatched",
        ObserveOp::Abstraction => "heddle_abstraction",
        ObserveOp::Hash => "heddle_hash",
        ObserveOp::Pulse => "ap",
        ObserveOp::Set => "ap_set",
        ObserveOp::Global => "ap_global",
        ObserveOp::Local => "ap_local",
        ObserveOp::Progress => "heddle_progress",
    }
}

/// The type that the function of an operation should have.
fn expected_type(op: ObserveOp) -> &'static str {
    match op {
        ObserveOp::Abstraction => "void (void)",
        ObserveOp::Hash => "unsigned long (const void *, size_t)",
        ObserveOp::Global | ObserveOp::Local => "int (...)",
        ObserveOp::Invariant
        | ObserveOp::Metric
        | ObserveOp::Unmatched
        | ObserveOp::Pulse
        | ObserveOp::Set
        | ObserveOp::Progress => "int (void)",
    }
}
