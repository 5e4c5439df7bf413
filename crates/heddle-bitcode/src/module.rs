//! A module: globals, functions, layout.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::{
    BlockId, ConstId, Constant, DebugInfo, DebugRecord, DiId, InstId, Instruction, Type, TypeId,
    Types, Value,
};

/// Names a function of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "fn");

/// Names a global variable of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "global");

/// Names an alias or ifunc of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AliasId(u32);
entity_impl!(AliasId, "alias");

/// The content of a bitcode file, as LLVM represents it.
#[derive(Debug, Default)]
pub struct Module {
    /// The producer, such as `LLVM19.1.7`.
    pub producer: String,
    /// The file that was compiled.
    pub source_filename: String,
    /// The target triple.
    pub triple: String,
    /// The data layout, as text and parsed.
    pub layout: DataLayout,
    /// Module-level assembly.
    pub assembly: String,
    /// All types.
    pub types: Types,
    /// All constants, of the module and of its functions.
    pub constants: PrimaryMap<ConstId, Constant>,
    /// Their types, in parallel.
    pub constant_types: PrimaryMap<ConstId, TypeId>,
    /// Global variables.
    pub globals: PrimaryMap<GlobalId, GlobalVariable>,
    /// Functions, declared and defined.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// Aliases and ifuncs.
    pub aliases: PrimaryMap<AliasId, Alias>,
    /// COMDAT groups by index.
    pub comdats: Vec<Comdat>,
    /// Debug metadata.
    pub debug: DebugInfo,
}

impl Module {
    /// The type of a value of a function.
    ///
    /// # Panics
    /// If the value is not one of that function, or the module was not made by
    /// [`read`](crate::read()), which adds the type of metadata to every module.
    pub fn value_type(&self, function: &Function, value: Value) -> TypeId {
        match value {
            Value::Inst(id) => function.insts[id].ty,
            Value::Param(index) => function.params[index as usize],
            Value::Const(id) => self.constant_types[id],
            Value::Metadata => {
                let metadata = self.types.iter().find(|(_, ty)| **ty == Type::Metadata);
                metadata.expect("modules should have the type of metadata").0
            }
        }
    }
}

/// Sizes and alignments of the target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataLayout {
    /// The string as it stands in the module.
    pub text: String,
    /// True if bytes are stored most significant first.
    pub big_endian: bool,
    /// Size of a pointer of address space 0, in bytes.
    pub pointer_bytes: u32,
    /// ABI alignment of such a pointer, in bytes.
    pub pointer_align: u32,
    /// ABI alignment of integers: `(bits, bytes)`, ascending.
    pub int_aligns: Vec<(u32, u32)>,
    /// ABI alignment of floats: `(bits, bytes)`, ascending.
    pub float_aligns: Vec<(u32, u32)>,
    /// ABI alignment of vectors: `(bits, bytes)`, ascending.
    pub vector_aligns: Vec<(u32, u32)>,
    /// Least ABI alignment of aggregates, in bytes.
    pub aggregate_align: u32,
    /// Natural stack alignment in bytes, zero if unspecified.
    pub stack_align: u32,
}

/// Visibility to the linker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Linkage {
    #[default]
    External,
    AvailableExternally,
    LinkOnceAny,
    LinkOnceOdr,
    WeakAny,
    WeakOdr,
    Appending,
    Internal,
    Private,
    ExternalWeak,
    Common,
}

/// A COMDAT group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// Its name.
    pub name: String,
}

/// Attributes that all global symbols have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its section, if it has one.
    pub section: Option<String>,
    /// Its COMDAT group, by index.
    pub comdat: Option<u32>,
}

/// Thread-local storage model of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum ThreadLocal {
    #[default]
    No,
    GeneralDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct GlobalVariable {
    /// Name and linkage.
    pub symbol: Symbol,
    /// Type of its content.
    pub ty: TypeId,
    /// True if it is never written.
    pub constant: bool,
    /// Its initial content; a declaration has none.
    pub init: Option<ConstId>,
    /// Alignment in bytes, zero for the type's own.
    pub align: u64,
    /// Thread-local storage model; each thread has its own instance unless it is `No`.
    pub thread_local: ThreadLocal,
    /// Address space.
    pub address_space: u32,
    /// Its `DIGlobalVariableExpression`s.
    pub debug: Vec<DiId>,
}

/// An alias or ifunc.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias {
    /// Name and linkage.
    pub symbol: Symbol,
    /// The symbol that it stands for (for an ifunc, the resolver function).
    pub target: ConstId,
    /// True if it is an ifunc.
    pub ifunc: bool,
    /// Type of what it stands for.
    pub ty: TypeId,
}

/// Attributes of a parameter, argument or result that carry meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct ParamAttributes {
    /// A copy is passed by address; the type of what is copied.
    pub byval: Option<TypeId>,
    /// The caller passes the address for the result; the type of that.
    pub sret: Option<TypeId>,
    /// Passed in the argument area of the caller.
    pub inalloca: Option<TypeId>,
    /// Passed by reference.
    pub byref: Option<TypeId>,
    /// Zero-extended.
    pub zeroext: bool,
    /// Sign-extended.
    pub signext: bool,
    /// Alignment promised, in bytes, zero if none.
    pub align: u64,
    /// Never null.
    pub nonnull: bool,
    /// Never undefined.
    pub noundef: bool,
    /// The function returns this argument.
    pub returned: bool,
    /// The static chain.
    pub nest: bool,
}

/// A function, declared or defined.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// Name and linkage.
    pub symbol: Symbol,
    /// Its function type; `None` only while the module is being read.
    pub ty: Option<TypeId>,
    /// Types of its fixed parameters.
    pub params: Vec<TypeId>,
    /// Attributes of its parameters (shorter if the rest has none).
    pub param_attributes: Vec<ParamAttributes>,
    /// Attributes of its result.
    pub result_attributes: ParamAttributes,
    /// Never comes back.
    pub noreturn: bool,
    /// True if it has no body here.
    pub declaration: bool,
    /// Instructions, in the order of the blocks.
    pub insts: PrimaryMap<InstId, Instruction>,
    /// Blocks, the entry first.
    pub blocks: PrimaryMap<BlockId, Block>,
    /// Debug records that are not instructions (`llvm.dbg.*` calls are turned
    /// into records too), each before the instruction it names, in order.
    pub debug_records: Vec<DebugRecord>,
    /// Its `DISubprogram`.
    pub debug: Option<DiId>,
    /// Personality routine for exceptions.
    pub personality: Option<ConstId>,
}

/// A basic block: a range of instructions that ends in a terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// First instruction.
    pub first: InstId,
    /// One past the last.
    pub end: InstId,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl Block {
    /// Its instructions, in order.
    pub fn insts(&self) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        (self.first.as_u32()..self.end.as_u32()).map(InstId::from_u32)
    }

    /// Its terminator, which every block of a module that was read has.
    pub fn terminator(&self) -> Option<InstId> {
        self.insts().next_back()
    }
}
