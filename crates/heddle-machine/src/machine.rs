//! The machine: what it holds, and its initial state.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use heddle_model::{Place, ThreadId};
use heddle_program::{Const, ExternId, FuncId, Function, GlobalId, Initializer, Program};

use crate::event::{Event, Recording};
use crate::interner::{ComponentId, Interner};
use crate::lock_assumptions::LockAssumptions;
use crate::memory::table::{CONSTANT_BLOCK, DATA_BLOCK};
use crate::memory::{Address, Addressing, Block, Flags, Memory, ObjectIndex, ObjectKind, Owner};
use crate::observe::{Held, Observers};
use crate::options::{Granularity, Options, Symmetry};
use crate::pending::PendingTable;
use crate::races::SectionAccess;
use crate::reachable::ReachableOps;
use crate::shims::Shim;
use crate::statics::StaticTree;
use crate::step_cache::StepCache;
use crate::symmetry::Renaming;
use crate::thread::{Thread, Threads, heap_owner_of};
use crate::thread_symmetry::ThreadSymmetry;
use crate::value::Word;

/// Why a program cannot be started.
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

/// Executes a program.
///
/// The fields up to `exit_function` never change after the start; `memory`, `threads`,
/// `ended`, `atomic_owner` and who observes are the loaded state; the rest serves saving,
/// loading and watching.
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    /// Constant slots of each function, resolved.
    pub(crate) constants: SecondaryMap<FuncId, Vec<Word>>,
    /// What each undefined function is to the machine.
    pub(crate) shims: SecondaryMap<ExternId, Option<Shim>>,
    pub(crate) function_bases: SecondaryMap<FuncId, Address>,
    pub(crate) extern_bases: SecondaryMap<ExternId, Address>,
    pub(crate) global_bases: SecondaryMap<GlobalId, Address>,
    /// Where the variables that are not thread-local are in the table of objects, for good.
    pub(crate) global_objects: SecondaryMap<GlobalId, Option<ObjectIndex>>,
    /// The operations that are reachable from each instruction.
    pub(crate) reachable: Arc<ReachableOps>,
    /// The runtime's `exit`, with which the last thread ends the process.
    pub(crate) exit_function: Option<FuncId>,

    pub(crate) memory: Memory,
    pub(crate) threads: Threads,
    /// The exit code, once the process has ended.
    pub(crate) ended: Option<i32>,
    /// The thread that is alone allowed to move, for as long as it can.
    pub(crate) atomic_owner: Option<ThreadId>,
    /// Functions of the program that are evaluated in its states; who they are is part
    /// of the state.
    pub(crate) observers: Observers,
    /// The valuation and the waiting threads before the step under way.
    pub(crate) before_step: Held,
    /// Whether the last step has ended the run with a failure.
    pub(crate) has_failed: bool,

    pub(crate) interner: Interner,
    /// What the process's bookkeeping was interned as.
    pub(crate) process: ComponentId,
    /// What static memory was interned as.
    pub(crate) statics: StaticTree,
    /// What the heap that belongs to no thread was interned as.
    pub(crate) heap: ComponentId,
    /// The initial state, once it was saved.
    pub(crate) initial: Vec<u32>,
    /// Buffers for making components, and for going through components and objects.
    pub(crate) scratch: Vec<u8>,
    pub(crate) scratch_ids: Vec<ComponentId>,
    pub(crate) scratch_objects: Vec<ObjectIndex>,
    /// What is known of threads' next steps.
    pub(crate) pending: PendingTable,
    /// The step cache.
    pub(crate) step_cache: StepCache,
    /// Buffers for naming heap objects.
    pub(crate) renaming: Renaming,
    /// Assumptions about locks in static memory, of all that share components.
    pub(crate) lock_assumptions: Arc<LockAssumptions>,
    /// Tables of thread symmetry, if threads may change places.
    pub(crate) thread_symmetry: Option<Box<ThreadSymmetry>>,
    /// Whether threads know which locks they own.
    pub(crate) keeps_owners: bool,

    /// While races are looked for: what the step under way did inside an atomic section.
    pub(crate) section: Vec<SectionAccess>,
    /// Instructions made since the start.
    pub(crate) instructions: u64,
    pub(crate) recording: Recording,
    pub(crate) events: Vec<Event>,
    /// While recording: where objects were allocated, and freed.
    pub(crate) allocated: Vec<(Address, Place)>,
    pub(crate) freed: Vec<(Address, Place)>,
}

impl<'p> Machine<'p> {
    /// A machine at the start of the program.
    pub fn new(program: &'p Program, options: Options) -> Result<Machine<'p>, StartError> {
        Machine::with_components(program, options, Interner::default())
    }

    /// Another machine for another worker, at the start of the same program. The two
    /// share their components: what one saves the other can load.
    pub fn sibling(&self) -> Machine<'p> {
        let mut machine =
            Machine::with_components(self.program, self.options.clone(), self.interner.clone())
                .expect("a program that was started should start again");
        machine.observers.share_with(&self.observers);
        machine.lock_assumptions = Arc::clone(&self.lock_assumptions);
        machine
    }

    /// A machine at the start of the program that keeps its components there.
    fn with_components(
        program: &'p Program,
        options: Options,
        interner: Interner,
    ) -> Result<Machine<'p>, StartError> {
        let addressing = match program.target.pointer_bytes {
            4 => Addressing::Flat,
            _ => Addressing::Numbered,
        };
        let mut shims = SecondaryMap::new();
        for (id, function) in &program.externs {
            shims[id] = Shim::named(&function.name);
        }
        let mut machine = Machine {
            program,
            constants: SecondaryMap::new(),
            reachable: Arc::new(ReachableOps::of(program, &shims, &options.harness)),
            options,
            shims,
            function_bases: SecondaryMap::new(),
            extern_bases: SecondaryMap::new(),
            global_bases: SecondaryMap::new(),
            global_objects: SecondaryMap::new(),
            exit_function: program
                .functions
                .iter()
                .find(|(_, function)| function.name == "exit")
                .map(|(id, _)| id),
            memory: Memory::new(addressing),
            threads: Threads::default(),
            ended: None,
            atomic_owner: None,
            observers: Observers::new(program),
            before_step: Held::default(),
            has_failed: false,
            interner,
            process: ComponentId::DIRTY,
            statics: StaticTree::default(),
            heap: ComponentId::DIRTY,
            initial: Vec::new(),
            scratch: Vec::new(),
            scratch_ids: Vec::new(),
            scratch_objects: Vec::new(),
            pending: PendingTable::default(),
            step_cache: StepCache::default(),
            renaming: Renaming::default(),
            lock_assumptions: Arc::default(),
            thread_symmetry: None,
            keeps_owners: false,
            section: Vec::new(),
            instructions: 0,
            recording: Recording::Off,
            events: Vec::new(),
            allocated: Vec::new(),
            freed: Vec::new(),
        };
        machine.memory.renames = machine.options.symmetry != Symmetry::None
            && machine.options.granularity != Granularity::Run
            && addressing == Addressing::Numbered;
        machine.keeps_owners = machine.tells_threads_apart().is_none();
        machine.thread_symmetry = machine.keeps_owners.then(Box::default);
        machine.place_functions()?;
        machine.place_globals()?;
        for (id, function) in &program.functions {
            machine.constants[id] = machine.resolve_constants(function);
        }
        // Before it is set up, a program need not be what it will be.
        if machine.options.harness.init.is_none() {
            machine.register_from_outside();
        }
        machine.start_main()?;
        machine.lock_assumptions =
            Arc::new(LockAssumptions::new(machine.memory.block(DATA_BLOCK).data.len()));
        machine.watch_propositions();
        Ok(machine)
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// What it was asked to do.
    pub fn options(&self) -> &Options {
        &self.options
    }

    fn place_functions(&mut self) -> Result<(), StartError> {
        let full = |name: &str| StartError::TooLarge(name.to_owned());
        // Labels of a function are addresses within it, so it needs some room.
        for (id, function) in &self.program.functions {
            let size = function.code.len() as u32 + 1;
            let object = self
                .memory
                .add_static(
                    ObjectKind::Function(id),
                    Flags::SHARED | Flags::MISSING,
                    CONSTANT_BLOCK,
                    0,
                    size,
                    16,
                )
                .map_err(|_| full(&function.name))?;
            self.function_bases[id] = self.memory.object(object).base;
        }
        for (id, function) in &self.program.externs {
            let flags = Flags::SHARED | Flags::MISSING;
            let object = self
                .memory
                .add_static(ObjectKind::Extern(id), flags, CONSTANT_BLOCK, 0, 0, 16)
                .map_err(|_| full(&function.name))?;
            self.extern_bases[id] = self.memory.object(object).base;
        }
        Ok(())
    }

    /// Lays out the globals, then fills them in, since they may point to each other.
    fn place_globals(&mut self) -> Result<(), StartError> {
        let mut sizes = [0u64; 2];
        for (id, global) in &self.program.globals {
            if global.thread_local {
                continue;
            }
            let missing = match &global.init {
                None => Flags::MISSING,
                Some(init) if init.unsupported.is_some() => Flags::MISSING,
                Some(_) => 0,
            };
            let (block, constant) = match global.constant {
                true => (CONSTANT_BLOCK, Flags::CONSTANT),
                false => (DATA_BLOCK, 0),
            };
            let full = || StartError::TooLarge(global.name.clone());
            let end = &mut sizes[block as usize];
            let start = end.next_multiple_of(u64::from(global.align.max(8)));
            *end = start + global.size;
            let size = u32::try_from(global.size).map_err(|_| full())?;
            if global.size > self.memory.addressing.max_size() || *end > u64::from(u32::MAX) {
                return Err(full());
            }
            let flags = Flags::SHARED | constant | missing;
            let kind = ObjectKind::Global(id);
            let object = self
                .memory
                .add_static(kind, flags, block, start as u32, size, global.align)
                .map_err(|_| full())?;
            self.global_bases[id] = self.memory.object(object).base;
            self.global_objects[id] = Some(object);
        }
        for block in [DATA_BLOCK, CONSTANT_BLOCK] {
            let size = sizes[block as usize] as usize;
            *self.memory.block_mut(block) = Block::zeroed(size, Owner::STATIC);
        }
        for (id, global) in &self.program.globals {
            let Some(init) = &global.init else { continue };
            if global.thread_local || init.unsupported.is_some() {
                continue;
            }
            let Some(object) = self.global_objects[id] else { continue };
            let object = *self.memory.object(object);
            let image = self.image(init, Owner::STATIC);
            let block = self.memory.block_mut(object.block);
            let range = object.start as usize..(object.start + object.size) as usize;
            block.data[range.clone()].copy_from_slice(&image.data);
            if !image.undef.is_empty() {
                if block.undef.is_empty() {
                    block.undef = vec![0; block.data.len()];
                }
                block.undef[range].copy_from_slice(&image.undef);
            }
        }
        Ok(())
    }

    /// The initial bytes of a variable.
    pub(crate) fn image(&self, init: &Initializer, owner: Owner) -> Block {
        let word = self.memory.addressing.pointer_bytes();
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

    fn resolve_constants(&self, function: &Function) -> Vec<Word> {
        function.constants.iter().map(|&constant| self.resolve_constant(constant)).collect()
    }

    fn resolve_constant(&self, constant: Const) -> Word {
        let word = Word::new;
        match constant {
            Const::Bits(bits) => word(bits),
            Const::Global(id, offset) => {
                word(self.pointer_add(self.global_bases[id], offset as u64))
            }
            Const::Function(id) => word(self.function_bases[id]),
            Const::Extern(id) => word(self.extern_bases[id]),
            // Label numbers count from one, so that no label is the function itself.
            Const::Label(id, label) => {
                word(self.pointer_add(self.function_bases[id], u64::from(label) + 1))
            }
            Const::Undef => Word::uninitialized(64),
        }
    }

    /// Address arithmetic, in the pointer's width.
    #[inline]
    pub(crate) fn pointer_add(&self, base: Address, offset: u64) -> Address {
        self.memory.addressing.add(base, offset)
    }

    /// Makes the main thread, with the program's arguments.
    fn start_main(&mut self) -> Result<(), StartError> {
        let word = self.memory.addressing.pointer_bytes();
        let args = self.options.args.clone();
        let full = |_| StartError::TooLarge("argv".to_owned());
        let mut vector = Vec::new();
        for arg in &args {
            let mut bytes = arg.clone().into_bytes();
            bytes.push(0);
            vector.push(self.add_arguments(&bytes).map_err(full)?);
        }
        vector.push(0);
        let table = |vector: &[Address]| -> Vec<u8> {
            vector.iter().flat_map(|a| a.to_le_bytes()[..word].to_vec()).collect()
        };
        let argv = self.add_arguments(&table(&vector)).map_err(full)?;
        let environment = self.add_arguments(&table(&[0])).map_err(full)?;
        self.memory.ensure_owner(heap_owner_of(0));
        self.threads.push(Thread::new());
        let arguments = [args.len() as u64, argv, environment].map(Word::new);
        self.push_frame(0, self.program.entry, &arguments);
        Ok(())
    }

    /// A static object that the program may write, as C says of its arguments.
    fn add_arguments(&mut self, bytes: &[u8]) -> Result<Address, crate::memory::table::OutOfSpace> {
        let data = self.memory.block_mut(DATA_BLOCK);
        let start = data.data.len().next_multiple_of(8);
        let mut block = Block::zeroed(start + bytes.len(), Owner::STATIC);
        block.data[..data.data.len()].copy_from_slice(&data.data);
        block.data[start..].copy_from_slice(bytes);
        if !data.undef.is_empty() {
            block.undef = data.undef.clone();
            block.undef.resize(block.data.len(), 0);
        }
        *data = block;
        let (start, size) = (start as u32, bytes.len() as u32);
        let object = self.memory.add_static(
            ObjectKind::Arguments,
            Flags::SHARED,
            DATA_BLOCK,
            start,
            size,
            8,
        )?;
        Ok(self.memory.object(object).base)
    }

    /// Notes these events from now on.
    pub fn record(&mut self, recording: Recording) {
        self.materialize_all();
        self.recording = recording;
        self.events.clear();
        self.allocated.clear();
        self.freed.clear();
    }

    /// The events since they were last taken.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Notes an access to memory, if anyone listens.
    pub(crate) fn note_access(&mut self, event: impl FnOnce() -> Event) {
        if self.recording == Recording::All {
            self.events.push(event());
        }
    }

    /// Notes an event, if anyone listens.
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.recording != Recording::Off {
            self.events.push(event());
        }
    }

    /// The function that an address names.
    pub(crate) fn function_at(&self, address: Address) -> Option<ObjectKind> {
        let (object, offset) = self.memory.resolve(address)?;
        let kind = self.memory.object(object).kind;
        let is_code = matches!(kind, ObjectKind::Function(_) | ObjectKind::Extern(_));
        (is_code && offset == 0).then_some(kind)
    }

    /// Instructions made since the start.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Number of threads that were ever created.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// A thread, which has been materialized ([`materialize_all`](Self::materialize_all)).
    ///
    /// # Panics
    /// If it is not.
    pub fn thread(&self, thread: ThreadId) -> &Thread {
        &self.threads[thread.index()]
    }

    /// The exit code, once the process has ended.
    pub fn exit_code(&self) -> Option<i32> {
        self.ended
    }
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("functions", &self.program.functions.len())
            .field("threads", &self.threads.len())
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}
