//! The immutable part of a machine: the program as it is executed.
//!
//! An [`Image`] is made once for a program and options, and shared by a machine and its
//! siblings. It says where functions and variables are, what undefined functions are to the
//! machine, and which bytes memory holds before the first instruction ([`layout`]).

mod layout;
pub(crate) mod reachable;

use cranelift_entity::SecondaryMap;
use heddle_program::{Const, ExternId, FuncId, GlobalId, Initializer, LiveSlots, Op, Program};

use crate::options::{Granularity, Options, Symmetry};
use crate::state::memory::{Address, Addressing, Block, ObjectIndex, Owner};
use crate::state::thread::Thread;
use crate::value::Word;
use layout::{Placement, StaticLayout};
use reachable::ReachableOps;

/// Reason why a program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// Its variables do not fit.
    TooLarge(String),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::TooLarge(name) => {
                write!(f, "variable '{name}' does not fit into the machine's memory")
            }
        }
    }
}

impl std::error::Error for StartError {}

/// A program that is ready to be executed.
pub(crate) struct Image<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    /// Model of addresses, by the program's target.
    pub(crate) addressing: Addressing,
    /// Constant slots of each function, resolved.
    pub(crate) constants: SecondaryMap<FuncId, Vec<Word>>,
    pub(crate) function_bases: SecondaryMap<FuncId, Address>,
    pub(crate) extern_bases: SecondaryMap<ExternId, Address>,
    pub(crate) global_bases: SecondaryMap<GlobalId, Address>,
    /// Entries of the variables that are not thread-local in the table of objects.
    pub(crate) global_objects: SecondaryMap<GlobalId, Option<ObjectIndex>>,
    /// The operations that are reachable from each instruction.
    pub(crate) reachable: ReachableOps,
    /// The runtime's `exit`, with which the last thread ends the process.
    pub(crate) exit_function: Option<FuncId>,
    /// True if threads know which locks they own ([`crate::reduction::thread_symmetry`]).
    pub(crate) keeps_owners: bool,
    /// Arguments of the function with which the program begins.
    pub(crate) entry_arguments: [Word; 3],
    /// Static memory before the first instruction.
    layout: StaticLayout,
}

/// An obstacle to thread symmetry: a reason for which threads are told apart in all states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymmetryObstacle {
    /// Nobody asked for thread symmetry.
    NotAskedFor,
    /// Addresses have 32 bits.
    NarrowAddresses,
    /// The program is run, not explored.
    SingleRun,
    /// Threads may ask for their own numbers.
    OwnNumbers,
    /// Threads may be cancelled.
    Cancellation,
    /// Each thread has inputs of its own.
    OwnInputs,
}

impl<'p> Image<'p> {
    /// Lays a program out in memory.
    pub(crate) fn new(program: &'p Program, options: Options) -> Result<Image<'p>, StartError> {
        let addressing = match program.target.pointer_bytes {
            4 => Addressing::Flat,
            _ => Addressing::Numbered,
        };
        let exit = program.functions.iter().find(|(_, function)| function.name == "exit");
        let mut image = Image {
            program,
            constants: SecondaryMap::new(),
            reachable: ReachableOps::of(program, &options.harness),
            layout: StaticLayout::default(),
            options,
            addressing,
            function_bases: SecondaryMap::new(),
            extern_bases: SecondaryMap::new(),
            global_bases: SecondaryMap::new(),
            global_objects: SecondaryMap::new(),
            exit_function: exit.map(|(id, _)| id),
            keeps_owners: false,
            entry_arguments: [Word::new(0); 3],
        };
        image.keeps_owners = image.tells_threads_apart().is_none();
        let mut placement = Placement::new(addressing);
        image.place_functions(&mut placement)?;
        image.place_globals(&mut placement)?;
        image.place_arguments(&mut placement)?;
        image.layout = placement.finish();
        for (id, function) in &program.functions {
            let constants = function.constants.iter();
            image.constants[id] = constants.map(|&it| image.resolve_constant(it)).collect();
        }
        Ok(image)
    }

    /// True if heap objects are renamed ([`crate::reduction::heap_symmetry`]).
    pub(crate) fn renames_heap(&self) -> bool {
        !matches!(self.options.symmetry, Symmetry::None | Symmetry::Unique)
            && self.options.granularity != Granularity::Run
            && self.addressing == Addressing::Numbered
    }

    /// The reason why threads are told apart in all states, if they are
    /// ([`crate::reduction::thread_symmetry`]).
    pub(crate) fn tells_threads_apart(&self) -> Option<SymmetryObstacle> {
        if !matches!(self.options.symmetry, Symmetry::Threads | Symmetry::Auto) {
            Some(SymmetryObstacle::NotAskedFor)
        } else if self.addressing != Addressing::Numbered {
            Some(SymmetryObstacle::NarrowAddresses)
        } else if self.options.granularity == Granularity::Run {
            Some(SymmetryObstacle::SingleRun)
        } else if self.reachable.names_threads() {
            Some(SymmetryObstacle::OwnNumbers)
        } else if self.reachable.cancels() {
            Some(SymmetryObstacle::Cancellation)
        } else if self.options.inputs.is_some() {
            Some(SymmetryObstacle::OwnInputs)
        } else {
            None
        }
    }

    /// True if threads remember how they were started
    /// ([`crate::reduction::thread_symmetry::starts`]).
    pub(crate) fn keeps_starts(&self) -> bool {
        self.keeps_owners && self.options.symmetry == Symmetry::Auto
    }

    /// The slots of a thread's frame that are live.
    pub(crate) fn live_slots(&self, thread: &Thread, depth: usize) -> LiveSlots<'p> {
        let frame = &thread.frames[depth];
        let function = &self.program.functions[frame.func];
        let set = match function.code[frame.pc as usize] {
            Op::Call { id } | Op::Invoke { id, .. } if depth + 1 < thread.frames.len() => {
                function.calls[id].live_across
            }
            _ => function.live[frame.pc as usize],
        };
        function.live_sets.slots(set)
    }

    /// The initial bytes of a variable.
    pub(crate) fn initial_bytes(&self, init: &Initializer, owner: Owner) -> Block {
        let word = self.addressing.pointer_bytes();
        let mut block = Block::zeroed(init.bytes.len(), owner);
        block.data.copy_from_slice(&init.bytes);
        for &(start, len) in &init.undefined {
            block.undefine(start as usize, len as usize);
        }
        for &(at, what) in &init.relocations {
            let at = at as usize;
            let bits = self.resolve_constant(what).bits.to_le_bytes();
            block.data[at..at + word].copy_from_slice(&bits[..word]);
        }
        block
    }

    fn resolve_constant(&self, constant: Const) -> Word {
        let word = Word::new;
        let add = |base, offset| word(self.addressing.add(base, offset));
        match constant {
            Const::Bits(bits) => word(bits),
            Const::Global(id, offset) => add(self.global_bases[id], offset as u64),
            Const::Function(id) => word(self.function_bases[id]),
            Const::BesideFunction(id, offset) => add(self.function_bases[id], offset as u64),
            Const::Extern(id) => word(self.extern_bases[id]),
            // Label numbers count from one, so that no label is the function itself.
            Const::Label(id, label) => add(self.function_bases[id], u64::from(label) + 1),
            Const::Undef => Word::uninitialized(64),
        }
    }
}
