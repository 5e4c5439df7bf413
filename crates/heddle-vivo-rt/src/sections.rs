//! Sections in which no other thread runs, as long as the one that is in them can go on.
//!
//! To begin one is an operation that may touch anything, and all up to its end is one step, but for
//! choices. If its thread has to wait inside, others run until it can go on, but begin no section. A thread
//! that ends leaves its sections.

use heddle_vivo_protocol::{Operation, OperationKind, Status};

use crate::world::Thread;
use crate::{ways, world};

/// The thread that is in a section, if one is.
fn inhabitant() -> Option<usize> {
    world::with(|world| world.threads().iter().position(|thread| thread.sections > 0))
}

/// Begins a section, unless the thread is in one.
pub(crate) extern "C" fn begin() {
    let is_first = world::with(|world| world.own().sections == 0);
    if is_first {
        world::stop_before(Operation::on(OperationKind::Section, 0, 0, world::site()));
    }
    set_depth(|depth| depth + 1);
}

/// Ends what was begun last; nothing, if nothing was.
pub(crate) extern "C" fn end() {
    set_depth(|depth| depth.saturating_sub(1));
}

/// Ends all that the thread has begun.
pub(crate) fn leave_all() {
    set_depth(|_| 0);
}

fn set_depth(change: impl Fn(u32) -> u32) {
    world::with(|world| {
        let own = world.own();
        own.sections = change(own.sections);
        own.row.is_in_section = own.sections > 0;
    });
}

/// True if a thread makes its operation without stopping, since it is in a section and there is one
/// way to make it.
pub(crate) fn goes_on(number: usize) -> bool {
    let is_in_section = world::with(|world| world.thread(number).sections > 0);
    is_in_section && ways::of_row(number).0 == 1
}

/// True if a thread has to wait in a section for one of several others. What lets it go on keeps all others out, with
/// whom it need not conflict; of one other alone, nothing is lost.
pub(crate) fn waits_among_several(number: usize) -> bool {
    let is_in_section = world::with(|world| world.thread(number).sections > 0);
    let is_other =
        |(other, thread): (usize, &Thread)| other != number && thread.row.status == Status::Active;
    let others = || {
        world::with(|world| world.threads().iter().enumerate().filter(|&it| is_other(it)).count())
    };
    is_in_section && ways::of_row(number).0 == 0 && others() > 1
}

/// True if a thread has to wait for another that is in a section: because that can go on, or because it is about to begin
/// one itself.
pub(crate) fn keep_out(number: usize) -> bool {
    let Some(inhabitant) = inhabitant().filter(|&inhabitant| inhabitant != number) else {
        return false;
    };
    let kind = world::with(|world| world.thread(number).row.operation.kind);
    kind == OperationKind::Section || ways::of_row(inhabitant).0 > 0
}
