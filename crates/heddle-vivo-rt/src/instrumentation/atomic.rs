//! Atomic accesses, which are made here. One thread runs at a time, so that nothing comes in between.

use core::ffi::c_int;

use heddle_vivo_protocol::{Operation, OperationKind};

use super::change::Change;
use crate::world;

/// An unsigned integer that can be accessed atomically.
pub(crate) trait Word: Copy + Into<u128> {
    /// The lowest bytes of a value.
    fn low(value: u128) -> Self;
}

macro_rules! words {
    ($($word:ty)+) => {
        $(impl Word for $word {
            fn low(value: u128) -> $word {
                value as $word
            }
        })+
    };
}

words! { u8 u16 u32 u64 u128 }

/// Reads a word.
fn get<W: Word>(address: *const W) -> W {
    // SAFETY: The program says that a word is there.
    unsafe { address.read_unaligned() }
}

/// The value of a word of so many bytes, which a thread is about to access.
pub(crate) fn value_at(address: u64, bytes: u32) -> u128 {
    match bytes {
        1 => get(address as *const u8).into(),
        2 => get(address as *const u16).into(),
        4 => get(address as *const u32).into(),
        8 => get(address as *const u64).into(),
        _ => get(address as *const u128),
    }
}

/// Stops before an access, unless no other thread can notice it.
fn stop<W: Word>(kind: OperationKind, address: *const W, second: u64, change: Option<Change>) {
    if world::is_alone() {
        return;
    }
    // Where there is no memory, the thread fails here, and not whoever looks at what it is about to do.
    core::hint::black_box(get(address));
    world::with(|world| world.own().change = change);
    world::stop_before(Operation { second, ..world::on(kind, address) });
}

/// Changes a word; returns what was there before.
fn change<W: Word>(address: *mut W, second: u64, change: Change) -> W {
    let kind = match change {
        Change::Store(_) => OperationKind::AtomicWrite,
        _ => OperationKind::AtomicUpdate,
    };
    stop(kind, address, second, Some(change));
    let old = get(address);
    let new = change.of(old.into(), size_of::<W>() as u32);
    // SAFETY: The program says that a word is there, which may be written.
    unsafe { address.write_unaligned(W::low(new)) };
    old
}

pub(crate) extern "C" fn load<W: Word>(address: *const W, _order: c_int) -> W {
    stop(OperationKind::AtomicRead, address, 0, None);
    get(address)
}

pub(crate) extern "C" fn store<W: Word>(address: *mut W, value: W, _order: c_int) {
    change(address, 0, Change::Store(value.into()));
}

pub(crate) extern "C" fn exchange<W: Word>(address: *mut W, value: W, _order: c_int) -> W {
    change(address, 0, Change::Store(value.into()))
}

macro_rules! updates {
    ($($name:ident => $change:ident,)+) => {
        $(pub(crate) extern "C" fn $name<W: Word>(address: *mut W, value: W, _order: c_int) -> W {
            change(address, 0, Change::$change(value.into()))
        })+
    };
}

updates! {
    fetch_add => Add,
    fetch_sub => Subtract,
    fetch_and => And,
    fetch_or => Or,
    fetch_xor => Xor,
    fetch_nand => Nand,
}

/// Returns 1 if the word was what was expected; otherwise writes what it was to `expected`.
pub(crate) extern "C" fn compare_exchange<W: Word>(
    address: *mut W,
    expected: *mut W,
    desired: W,
    _order: c_int,
    _failure_order: c_int,
) -> c_int {
    let known = get(expected).into();
    let exchange = Change::Exchange { expected: known, desired: desired.into() };
    let old = change(address, expected as u64, exchange);
    if old.into() == known {
        return 1;
    }
    // SAFETY: The program says that a word is there, which may be written.
    unsafe { expected.write_unaligned(old) };
    0
}

/// Returns what the word was.
pub(crate) extern "C" fn compare_exchange_value<W: Word>(
    address: *mut W,
    expected: W,
    desired: W,
    _order: c_int,
    _failure_order: c_int,
) -> W {
    let (expected, desired) = (expected.into(), desired.into());
    change(address, 0, Change::Exchange { expected, desired })
}

/// Accesses are sequentially consistent in any case.
pub(crate) extern "C" fn fence(_order: c_int) {}
