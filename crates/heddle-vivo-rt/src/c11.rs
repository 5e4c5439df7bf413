//! Threads of C11, on top of POSIX's: the objects are the same, the results are not.

use core::ffi::{c_int, c_void};

use crate::clock::Time;
use crate::condition::{self, Condition};
use crate::mutex::{self, Mutex};
use crate::system::{EBUSY, ENOMEM, ETIMEDOUT};
use crate::{clock, key, threads};

/// `mtx_recursive`.
const RECURSIVE: c_int = 1;

/// The result of C11 that stands for an error of POSIX.
fn result_of(error: c_int) -> c_int {
    match error {
        0 => 0,
        EBUSY => 1,
        ENOMEM => 3,
        ETIMEDOUT => 4,
        _ => 2,
    }
}

pub(crate) extern "C" fn create(
    handle: *mut u64,
    start: *const c_void,
    argument: *mut c_void,
) -> c_int {
    result_of(threads::create(handle, core::ptr::null(), start, argument))
}

pub(crate) extern "C" fn join(handle: u64, result: *mut c_int) -> c_int {
    let mut value = 0;
    let error = threads::join(handle, &raw mut value);
    // SAFETY: The program says that there is room, if it gives an address.
    if let Some(result) = unsafe { result.as_mut() }
        && error == 0
    {
        *result = value as c_int;
    }
    result_of(error)
}

pub(crate) extern "C" fn detach(handle: u64) -> c_int {
    result_of(threads::detach(handle))
}

pub(crate) extern "C" fn yield_own() {
    threads::yield_own();
}

pub(crate) extern "C" fn sleep(time: *const Time, _left: *mut Time) -> c_int {
    // It says by another number what is wrong than that a signal came.
    if clock::sleep_for(time) == 0 { 0 } else { -2 }
}

pub(crate) extern "C" fn init_mutex(mutex: *mut Mutex, kind: c_int) -> c_int {
    let attributes = kind & RECURSIVE;
    result_of(mutex::init(mutex, &raw const attributes))
}

pub(crate) extern "C" fn destroy_mutex(mutex: *mut Mutex) {
    mutex::destroy(mutex);
}

pub(crate) extern "C" fn lock(mutex: *mut Mutex) -> c_int {
    result_of(mutex::lock(mutex))
}

pub(crate) extern "C" fn try_lock(mutex: *mut Mutex) -> c_int {
    result_of(mutex::try_lock(mutex))
}

pub(crate) extern "C" fn timed_lock(mutex: *mut Mutex, until: *const Time) -> c_int {
    result_of(mutex::timed_lock(mutex, until))
}

pub(crate) extern "C" fn unlock(mutex: *mut Mutex) -> c_int {
    result_of(mutex::unlock(mutex))
}

pub(crate) extern "C" fn init_condition(condition: *mut Condition) -> c_int {
    result_of(condition::init(condition, core::ptr::null()))
}

pub(crate) extern "C" fn destroy_condition(condition: *mut Condition) {
    condition::destroy(condition);
}

pub(crate) extern "C" fn signal(condition: *mut Condition) -> c_int {
    result_of(condition::signal(condition))
}

pub(crate) extern "C" fn broadcast(condition: *mut Condition) -> c_int {
    result_of(condition::broadcast(condition))
}

pub(crate) extern "C" fn wait(condition: *mut Condition, mutex: *mut Mutex) -> c_int {
    result_of(condition::wait(condition, mutex))
}

pub(crate) extern "C" fn timed_wait(
    condition: *mut Condition,
    mutex: *mut Mutex,
    until: *const Time,
) -> c_int {
    result_of(condition::timed_wait(condition, mutex, until))
}

pub(crate) extern "C" fn create_key(key: *mut u32, destructor: Option<key::Destructor>) -> c_int {
    result_of(key::create(key, destructor))
}

pub(crate) extern "C" fn delete_key(key: u32) {
    key::delete(key);
}

pub(crate) extern "C" fn set_key(key: u32, value: u64) -> c_int {
    result_of(key::set(key, value))
}
