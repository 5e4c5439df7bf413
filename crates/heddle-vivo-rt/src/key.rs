//! Thread-specific data: keys with destructors.
//!
//! Keys are shared: making and deleting one is an operation on all of them, and so is looking for destructors
//! at the end of a thread that has values. Values are their thread's own.

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{MOST_THREADS, Operation, OperationKind};

use crate::system::{EAGAIN, EINVAL};
use crate::world::{self, stop_before};

/// `PTHREAD_KEYS_MAX`.
const MOST_KEYS: usize = 1024;
/// `PTHREAD_DESTRUCTOR_ITERATIONS`.
const ROUNDS: usize = 4;

/// The destructor of values.
pub(crate) type Destructor = unsafe extern "C" fn(*mut c_void);

/// A key.
#[derive(Clone, Copy)]
struct Key {
    /// Odd if there is one; counts how often there was one before.
    generation: u32,
    destructor: Option<Destructor>,
}

/// A value under a key; none unless it was set in the key's generation.
#[derive(Clone, Copy)]
struct Value {
    generation: u32,
    value: u64,
}

/// All keys and values.
struct Store {
    keys: [Key; MOST_KEYS],
    values: [[Value; MOST_KEYS]; MOST_THREADS],
    /// One more than the highest key under which a thread has ever set a value.
    counts: [usize; MOST_THREADS],
}

/// A cell that whoever runs may use.
struct Running(UnsafeCell<Store>);

// SAFETY: One thread runs at a time, as the invariants of `world` say.
unsafe impl Sync for Running {}

static STORE: Running = Running(UnsafeCell::new(Store {
    keys: [Key { generation: 0, destructor: None }; MOST_KEYS],
    values: [[Value { generation: 0, value: 0 }; MOST_KEYS]; MOST_THREADS],
    counts: [0; MOST_THREADS],
}));

/// Uses the store for a moment, in which no thread stops.
fn with<R>(use_it: impl FnOnce(&mut Store) -> R) -> R {
    // SAFETY: Whoever runs is alone, and no use is within another: the closures of this module call nothing of the
    // program's.
    use_it(unsafe { &mut *STORE.0.get() })
}

impl Store {
    /// The key of this number, if there is one.
    fn key(&mut self, key: u32) -> Option<&mut Key> {
        self.keys.get_mut(key as usize).filter(|key| key.generation % 2 == 1)
    }
}

/// An operation on the keys.
fn on_keys(kind: OperationKind) -> Operation {
    Operation::on(kind, STORE.0.get() as u64, 1, world::site())
}

pub(crate) extern "C" fn create(key: *mut u32, destructor: Option<Destructor>) -> c_int {
    stop_before(on_keys(OperationKind::Manage));
    let number = with(|store| {
        let number = store.keys.iter().position(|key| key.generation % 2 == 0)?;
        let free = &mut store.keys[number];
        *free = Key { generation: free.generation + 1, destructor };
        Some(number as u32)
    });
    let Some(number) = number else { return EAGAIN };
    // SAFETY: The program says that there is room for a key.
    unsafe { key.write(number) };
    0
}

pub(crate) extern "C" fn delete(key: u32) -> c_int {
    stop_before(on_keys(OperationKind::Manage));
    with(|store| match store.key(key) {
        Some(key) => {
            *key = Key { generation: key.generation + 1, destructor: None };
            0
        }
        None => EINVAL,
    })
}

pub(crate) extern "C" fn set(key: u32, value: u64) -> c_int {
    let own = world::with(|world| world.current);
    with(|store| match store.key(key) {
        Some(&mut Key { generation, .. }) => {
            store.values[own][key as usize] = Value { generation, value };
            store.counts[own] = store.counts[own].max(key as usize + 1);
            0
        }
        None => EINVAL,
    })
}

pub(crate) extern "C" fn get(key: u32) -> u64 {
    let own = world::with(|world| world.current);
    with(|store| {
        let generation = store.key(key).map(|key| key.generation);
        let value = generation.map(|generation| (store.values[own][key as usize], generation));
        value
            .filter(|(value, generation)| value.generation == *generation)
            .map_or(0, |(value, _)| value.value)
    })
}

/// Takes a value that there is from the thread that runs, of this key or a later one. Returns the key, the
/// value, and the destructor.
fn take(own: usize, from: usize) -> Option<(usize, u64, Option<Destructor>)> {
    with(|store| {
        (from..store.counts[own]).find_map(|number| {
            let value = &mut store.values[own][number];
            let key = &store.keys[number];
            if value.value == 0 || value.generation != key.generation {
                return None;
            }
            Some((number, core::mem::take(&mut value.value), key.destructor))
        })
    })
}

/// Calls the destructors of the values of the thread that runs; as they may set values again, several times.
pub(crate) fn destroy_values() {
    let own = world::with(|world| world.current);
    for _ in 0..ROUNDS {
        if with(|store| store.values[own][..store.counts[own]].iter().all(|value| value.value == 0))
        {
            return;
        }
        stop_before(on_keys(OperationKind::Look));
        let mut from = 0;
        while let Some((number, value, destructor)) = take(own, from) {
            from = number + 1;
            if let Some(destructor) = destructor {
                // SAFETY: The program gave it for values under this key.
                unsafe { destructor(value as *mut c_void) };
            }
        }
    }
}
