//! Threads as contexts of one kernel thread: each has a stack and thread-local storage of its own.
//!
//! Switching is a matter of registers, and all threads are there after a fork, wherever they stand.
//!
//! The C library knows nothing of contexts but what it finds in the thread control block, at the FS
//! base: where thread-local variables are, and the two guards against overwritten addresses, which are
//! the same for all threads. Blocks come from the dynamic linker, as for real threads.
//!
//! What a program could notice: `gettid` is the same for all threads.

use core::arch::naked_asm;
use core::ffi::c_void;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::threads::Attributes;
use crate::{failure, system, threads, world};

/// Bytes of a context's stack, of which only those take memory that were used.
pub(crate) const STACK_BYTES: usize = 8 << 20;
/// Bytes below it that nobody may touch.
const GUARD_BYTES: usize = 64 << 10;
/// Bytes of a stack that this library may need.
const OWN_BYTES: usize = 64 << 10;

/// Places in a thread control block, as the compiler and the C library use them.
mod block {
    /// The address of the block itself.
    pub(super) const ITSELF: usize = 0;
    /// The address of the thread, which is that of the block.
    pub(super) const THREAD: usize = 16;
    /// The guard of stacks.
    pub(super) const STACK_GUARD: usize = 40;
    /// The guard of saved addresses.
    pub(super) const POINTER_GUARD: usize = 48;
}

/// The registers to be kept of a thread that does not run.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Context {
    /// The stack pointer; the other registers are on the stack.
    stack: u64,
    /// The thread control block.
    block: u64,
}

impl Context {
    pub(crate) const NONE: Context = Context { stack: 0, block: 0 };

    /// The stack pointer.
    pub(crate) fn stack(&self) -> u64 {
        self.stack
    }
}

/// `_dl_allocate_tls` of the dynamic linker.
type AllocateBlock = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
/// `__ctype_init` of the C library.
type InitTables = unsafe extern "C" fn();

/// The address of [`InitTables`].
static INIT_TABLES: AtomicU64 = AtomicU64::new(0);
/// True if the FS base can be set without the kernel.
static HAS_FSGSBASE: AtomicU8 = AtomicU8::new(0);

/// The thread control block in use, by which the C library knows the thread.
pub(crate) fn own_handle() -> u64 {
    let handle;
    // SAFETY: The block begins with its own address.
    unsafe {
        core::arch::asm!("mov {}, fs:0", out(reg) handle, options(nostack, readonly, preserves_flags));
    }
    handle
}

/// Makes the context of a thread that is about to begin. Returns its handle; none if there is no memory.
pub(crate) fn make(number: usize, attributes: Option<&Attributes>) -> Option<u64> {
    let (stack, context) = new_context(attributes)?;
    world::with(|world| {
        let thread = world.thread(number);
        thread.context = context;
        thread.stack = stack;
        thread.handle = context.block;
    });
    Some(context.block)
}

/// The memory of a stack: its beginning, and its bytes.
pub(crate) type Stack = (u64, u64);

/// The stack that attributes ask for, or one of the usual size; none if there is no memory.
fn new_stack(attributes: Option<&Attributes>) -> Option<Stack> {
    if let Some(given) = attributes.and_then(Attributes::stack) {
        return Some(given);
    }
    let wanted = attributes.map_or(0, |attributes| attributes.stack_bytes as usize);
    let bytes = match wanted {
        0 => STACK_BYTES,
        // What this library needs itself comes in addition.
        _ => wanted.checked_add(OWN_BYTES)?.checked_next_multiple_of(GUARD_BYTES)?,
    };
    // SAFETY: A new mapping, which nothing else is at; its lowest part is made inaccessible.
    unsafe {
        let bottom = system::mmap(
            core::ptr::null_mut(),
            bytes.checked_add(GUARD_BYTES)?,
            system::PROT_READ_WRITE,
            system::MAP_LAZY,
            -1,
            0,
        );
        if bottom as isize == -1 {
            return None;
        }
        system::mprotect(bottom, GUARD_BYTES, system::PROT_NONE);
        Some((bottom as u64 + GUARD_BYTES as u64, bytes as u64))
    }
}

fn new_context(attributes: Option<&Attributes>) -> Option<(Stack, Context)> {
    let allocate = system::any(c"_dl_allocate_tls");
    if allocate.is_null() {
        world::refuse(b"a C library without _dl_allocate_tls");
    }
    HAS_FSGSBASE.store(u8::from(system::has_fsgsbase()), Ordering::Relaxed);
    INIT_TABLES.store(system::any(c"__ctype_init") as u64, Ordering::Relaxed);
    let own = own_handle() as *const u8;
    // SAFETY: The function is the dynamic linker's, and takes a null pointer for a new block. The places
    // are within the block; those of the own block are read only.
    let block = unsafe {
        let allocate = core::mem::transmute::<*mut c_void, AllocateBlock>(allocate);
        let block = allocate(core::ptr::null_mut()).cast::<u8>();
        if block.is_null() {
            return None;
        }
        for at in [block::ITSELF, block::THREAD] {
            block.add(at).cast::<u64>().write(block as u64);
        }
        for at in [block::STACK_GUARD, block::POINTER_GUARD] {
            let value = own.add(at).cast::<u64>().read();
            block.add(at).cast::<u64>().write(value);
        }
        block as u64
    };
    let stack = new_stack(attributes)?;
    // SAFETY: What is written is at the upper end of the stack.
    unsafe {
        // What `switch_stacks` takes from the stack: control words, six registers, and where it returns to. The
        // stack is aligned as before a call then, and ends with a return address of zero.
        let top = ((stack.0 + stack.1) & !15) as *mut u64;
        let first = top.sub(10);
        first.write(CONTROL_WORDS);
        for at in 1..7 {
            first.add(at).write(0);
        }
        first.add(7).write(begin as *const () as u64);
        first.add(8).write(0);
        Some((stack, Context { stack: first as u64, block }))
    }
}

/// The registers that say how floating-point numbers are rounded, as at the start of a thread.
const CONTROL_WORDS: u64 = 0x1f80 | 0x37f << 32;

/// Has another context run; comes back when this one is switched to.
pub(crate) fn switch(own: usize, other: usize) {
    let (save, load) = world::with(|world| {
        let load = world.thread(other).context;
        let own = &mut world.thread(own).context;
        if own.block == 0 {
            own.block = own_handle();
        }
        (&raw mut own.stack, load)
    });
    if load.block == 0 {
        failure::unattended();
    }
    // SAFETY: The block is that of a thread which is not running, and its stack was left by `switch_stacks` or
    // made by `new_context`. Nothing that is borrowed is used across it.
    unsafe {
        match HAS_FSGSBASE.load(Ordering::Relaxed) {
            0 => system::set_fs(load.block),
            _ => core::arch::asm!("wrfsbase {}", in(reg) load.block, options(nostack, nomem)),
        }
        switch_stacks(save, load.stack);
    }
}

/// Saves what a function has to keep, writes the stack pointer to `save`, and goes on from `load`.
///
/// # Safety
/// `load` has to be what was saved before.
#[unsafe(naked)]
unsafe extern "C" fn switch_stacks(save: *mut u64, load: u64) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "ldmxcsr [rsp]",
        "fldcw [rsp + 4]",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// The beginning of a context: unwinders end here, since the return address is undefined.
#[unsafe(naked)]
unsafe extern "C" fn begin() {
    naked_asm!(
        ".cfi_startproc",
        ".cfi_undefined rip",
        "call {run}",
        "ud2",
        ".cfi_endproc",
        run = sym run,
    )
}

extern "C" fn run() -> ! {
    let init = INIT_TABLES.load(Ordering::Relaxed) as *const ();
    if !init.is_null() {
        // SAFETY: It is the C library's, which calls it at the beginning of each thread.
        unsafe { core::mem::transmute::<*const (), InitTables>(init)() };
    }
    threads::run_own();
    world::leave();
    failure::unattended()
}
