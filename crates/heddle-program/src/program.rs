//! The program: functions, globals, and the side tables of the code.

use std::fmt;

use cranelift_entity::{PrimaryMap, entity_impl};
use heddle_model::UnknownKind;

use crate::cpp_names::short_name;
use crate::undefined::is_unmodelled;
use crate::{
    DebugTypeId, LiveSets, LocationId, Op, Operation, Pc, Signature, Slot, SourceMap, Variable,
    WideOp,
};

/// Names a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FuncId(u32);
entity_impl!(FuncId, "f");

/// Names a function that is called but not defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExternId(u32);
entity_impl!(ExternId, "x");

/// Names a global variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "g");

/// Names a call site of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallSiteId(u32);
entity_impl!(CallSiteId, "call");

/// Names an alloca of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocaId(u32);
entity_impl!(AllocaId, "alloca");

/// Names a switch table of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SwitchId(u32);
entity_impl!(SwitchId, "switch");

/// Names a table of a function's computed goto.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JumpTableId(u32);
entity_impl!(JumpTableId, "jump");

/// Names a layout of several slots in memory, of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartsId(u32);
entity_impl!(PartsId, "parts");

/// Names a reinterpretation of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepackId(u32);
entity_impl!(RepackId, "repack");

/// Names a wide operation of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideId(u32);
entity_impl!(WideId, "wide");

/// Names a construct that heddle lacks, of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnsupportedId(u32);
entity_impl!(UnsupportedId, "unsupported");

/// Names a set of live slots of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LiveSetId(u32);
entity_impl!(LiveSetId, "live");

/// A whole program, linked.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its data model.
    pub target: Target,
    /// Defined functions.
    pub functions: PrimaryMap<FuncId, Function>,
    /// Functions that are called but not defined.
    pub externs: PrimaryMap<ExternId, Extern>,
    /// Global variables, thread-local ones too.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// A made-up function with three parameters (argument count, argument
    /// vector, environment) that runs the constructors, `main`, and `exit`.
    pub entry: FuncId,
    /// The runtime's `__heddle_thread_main`, with which a thread begins.
    pub thread_main: Option<FuncId>,
    /// Names of functions that nobody defines and that return any value
    /// ([`Undefined::Any`](crate::Undefined::Any)).
    pub any_results: Vec<String>,
    /// Layouts of values of several slots.
    pub parts: PrimaryMap<PartsId, Parts>,
    /// Constructs that heddle lacks, by name.
    pub unsupported: PrimaryMap<UnsupportedId, String>,
    /// Source locations, scopes and variables.
    pub source: SourceMap,
}

/// The data model of the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Size of a pointer: 8 or 4.
    pub pointer_bytes: u8,
}

/// Origin of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program under test.
    User,
    /// Templates and inline functions of the C++ library, which are compiled with the program;
    /// traces do not show their lines.
    Library,
    /// heddle's own runtime; traces do not show its lines.
    Runtime,
    /// heddle's models of what the machine does natively, for engines that are none.
    Model,
}

impl Origin {
    /// True of code that is compiled with the program.
    pub fn is_programs(self) -> bool {
        matches!(self, Origin::User | Origin::Library)
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name for the linker.
    pub name: String,
    /// Its name in the source, if it differs or is known.
    pub source_name: String,
    /// Its origin.
    pub origin: Origin,
    /// True if a call of it is one atomic step (`__VERIFIER_atomic_*`).
    pub atomic: bool,
    /// Its parameters and results.
    pub signature: Signature,
    /// Its fixed parameters, in slots from zero on, in a row.
    pub params: Vec<Param>,
    /// For a variadic function, the slot into which the machine puts the address
    /// of the area with the variable arguments.
    pub varargs: Option<Slot>,
    /// Slots of a frame, constants included.
    pub slots: u32,
    /// The constants, in the last slots of the frame.
    pub constants: Vec<Const>,
    /// For each slot (constants excluded), true if it holds a pointer whenever it is live.
    pub pointer_slots: Vec<bool>,
    /// The code. It begins at zero.
    pub code: Vec<Op>,
    /// For each instruction, where it comes from.
    pub locations: Vec<Option<LocationId>>,
    /// For each instruction, the slots that are live before it.
    pub live: Vec<LiveSetId>,
    /// Sets of live slots, constants excluded.
    pub live_sets: LiveSets,
    /// Call sites.
    pub calls: PrimaryMap<CallSiteId, CallSite>,
    /// Stack objects.
    pub allocas: PrimaryMap<AllocaId, Alloca>,
    /// Switch tables.
    pub switches: PrimaryMap<SwitchId, SwitchTable>,
    /// Computed gotos.
    pub jump_tables: PrimaryMap<JumpTableId, JumpTable>,
    /// Reinterpretations: `(dst, layout of dst, src, layout of src)`.
    pub repacks: PrimaryMap<RepackId, (Slot, PartsId, Slot, PartsId)>,
    /// Wide operations.
    pub wide: PrimaryMap<WideId, WideOp>,
    /// Variables and where they live.
    pub variables: Vec<Variable>,
    /// Location at which its definition begins.
    pub location: Option<LocationId>,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// First slot.
    pub slot: Slot,
    /// Number of slots.
    pub slots: u32,
}

/// The content of a constant slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Const {
    /// These bits.
    Bits(u64),
    /// Address in a global variable (not a thread-local one).
    Global(GlobalId, i64),
    /// Address of a function.
    Function(FuncId),
    /// Address some bytes from a function, and not its own.
    BesideFunction(FuncId, i64),
    /// Address of an undefined function.
    Extern(ExternId),
    /// Address of the `n`-th label of a function, for computed goto.
    Label(FuncId, u32),
    /// Undefined.
    Undef,
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The function that is called.
    pub callee: Callee,
    /// Arguments: fixed ones, then variable ones.
    pub args: Vec<Argument>,
    /// Number of arguments that are fixed by the type of the call.
    pub fixed: u32,
    /// First slot for the result.
    pub dst: Slot,
    /// Slots of the result; zero if there is none.
    pub dst_slots: u32,
    /// Slots that stay live while the callee runs: live after, without the result's.
    pub live_across: LiveSetId,
    /// Table of the landing pad that exceptions end the call at, if it is an
    /// [`Op::Invoke`](crate::Op::Invoke).
    pub pad: Option<GlobalId>,
}

/// Target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FuncId),
    /// A function that is not defined: the machine's, or unknown.
    Extern(ExternId),
    /// The function that the slot points to.
    Indirect(Slot),
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// First slot.
    pub src: Slot,
    /// Number of slots.
    pub slots: u32,
    /// If the callee gets the address of a copy.
    pub by_value: Option<ByValue>,
    /// Layout in memory if it is passed as a variable argument.
    pub parts: PartsId,
}

/// A structure that is copied for the callee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByValue {
    /// Its size.
    pub size: u32,
    /// Its alignment.
    pub align: u32,
}

/// Layout in memory of the slots of a value.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Parts {
    /// Bytes that the value takes (its store size).
    pub bytes: u32,
    /// Its ABI alignment.
    pub align: u32,
    /// One a slot.
    pub parts: Vec<Part>,
}

/// One slot's place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Part {
    /// Its first bit, counted from the start of the value.
    pub bit_offset: u32,
    /// Bits that belong to it; its bytes are those it touches.
    pub width: u8,
    /// True if it is a pointer.
    pub pointer: bool,
}

/// A stack object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alloca {
    /// Size (of one element, for a variable-length array).
    pub size: u64,
    /// Alignment.
    pub align: u32,
    /// Name of the variable, if it is one.
    pub name: Option<String>,
    /// Its type in the source.
    pub ty: Option<DebugTypeId>,
}

/// A switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    /// Values, ascending, with targets.
    pub cases: Vec<(u64, Pc)>,
    /// Target for all others.
    pub default: Pc,
}

/// A computed goto: target of each label's number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpTable {
    /// Label numbers, ascending, with targets.
    pub targets: Vec<(u32, Pc)>,
}

/// A function that is called but not defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extern {
    /// Its name.
    pub name: String,
    /// The operation that it is, if engines implement it.
    pub operation: Option<Operation>,
    /// Slots of its fixed parameters, as declared.
    pub params: Vec<u32>,
    /// Slots of its result, as declared.
    pub result_slots: u32,
}

/// Prefix of the names of functions that the runtime calls where it meets something that it
/// has no model of, and that are therefore defined nowhere.
const UNMODELLED: &str = "__heddle_unmodelled_";

impl Extern {
    /// The reason why a run that calls it cannot be followed, where engines do not implement it.
    pub fn refusal(&self) -> Refusal {
        match self.name.strip_prefix(UNMODELLED) {
            Some(what) => Refusal::Unmodelled(what.replace('_', " ")),
            None if is_unmodelled(&self.name) => Refusal::Unmodelled(readable(&self.name)),
            None => Refusal::Undefined(readable(&self.name)),
        }
    }
}

/// A name of the linker's as C++ writes it; one of C as it is.
fn readable(name: &str) -> String {
    // A short name of C may be that of a type: `g` is `__float128`.
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or_else(|| name.to_owned())
}

/// The reason why a run that calls a function cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The runtime has no model of this.
    Unmodelled(String),
    /// No file defines the function with this name.
    Undefined(String),
}

impl Refusal {
    /// The kind of reason.
    pub fn kind(&self) -> UnknownKind {
        match self {
            Refusal::Unmodelled(_) => UnknownKind::Unsupported,
            Refusal::Undefined(_) => UnknownKind::Missing,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unmodelled(what) => {
                write!(f, "something that heddle has no model of: {what}")
            }
            Refusal::Undefined(name) => write!(
                f,
                "call of the function '{name}', which nobody defines: mostly a source file or \
                 library that was not given"
            ),
        }
    }
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name for the linker.
    pub name: String,
    /// Its name in the source, qualified by the namespaces, classes and functions around it:
    /// `ns::x`, `f::calls`. The linker's if there is no debug information.
    pub source_name: String,
    /// Its size.
    pub size: u64,
    /// Its alignment.
    pub align: u32,
    /// True if it is never written.
    pub constant: bool,
    /// True if each thread has its own.
    pub thread_local: bool,
    /// Its origin.
    pub origin: Origin,
    /// Its content at the start; `None` if it is declared but nowhere defined.
    pub init: Option<Initializer>,
    /// Its type in the source.
    pub ty: Option<DebugTypeId>,
    /// Location of its definition.
    pub location: Option<LocationId>,
}

impl Global {
    /// Its name, for people: one of C++ as the source has it.
    pub fn readable_name(&self) -> String {
        match self.name.starts_with("_Z") {
            true if self.source_name != self.name => short_name(&self.source_name),
            true => short_name(&readable(&self.name)),
            false => self.name.clone(),
        }
    }
}

/// The content of a global at the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Initializer {
    /// Its bytes (as many as its size).
    pub bytes: Vec<u8>,
    /// Undefined ranges, as `(offset, length)`. Padding is not undefined.
    pub undefined: Vec<(u64, u64)>,
    /// Addresses to be written, as `(offset, what)`, each of a pointer's size.
    pub relocations: Vec<(u64, Const)>,
    /// Something in it that heddle lacks, if anything: using the variable is then unsupported.
    pub unsupported: Option<String>,
}
