//! Files that are open at a checkpoint: the processes that are forked from it share how far each was read
//! and written, and find it as it was.
//!
//! One process runs at a time, so that it is enough to go back at the beginning of each. What was written beyond the
//! end is cut off; what was written over is not known any more, nor are files that were closed.

use core::cell::UnsafeCell;

use crate::system;

/// Most files that are looked at.
const MOST: usize = 256;

/// An open file.
#[derive(Clone, Copy)]
struct File {
    /// The position to which it was read or written; negative if it has none.
    position: i64,
    /// Its bytes; negative if it cannot be written.
    bytes: i64,
}

/// A cell that whoever runs may use.
struct Running(UnsafeCell<[File; MOST]>);

// SAFETY: One thread runs at a time, as the invariants of `world` say.
unsafe impl Sync for Running {}

static FILES: Running = Running(UnsafeCell::new([File { position: -1, bytes: -1 }; MOST]));

/// Uses the files for a moment.
fn with(use_it: impl FnOnce(&mut [File; MOST])) {
    // SAFETY: Whoever runs is alone, and no use is within another.
    use_it(unsafe { &mut *FILES.0.get() });
}

/// Notes how far files were read and written, at a checkpoint.
pub(crate) fn note() {
    with(|files| {
        for (number, file) in (0..).zip(files) {
            let position = system::position_of(number);
            let bytes = match position >= 0 && system::is_writable(number) {
                true => system::bytes_of(number, position),
                false => -1,
            };
            *file = File { position, bytes };
        }
    });
}

/// Has files be as they were noted, in a process that was forked.
pub(crate) fn go_back() {
    with(|files| {
        for (number, file) in (0..).zip(files).filter(|(_, file)| file.position >= 0) {
            if file.bytes >= 0 && system::bytes_of(number, file.position) > file.bytes {
                system::cut_off(number, file.bytes);
            }
            system::set_position(number, file.position);
        }
    });
}
