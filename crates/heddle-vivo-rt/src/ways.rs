//! The ways in which a thread can make its operation now, and who keeps it from making it.

use heddle_vivo_protocol::{Operation, OperationKind, Status};

use crate::{mutex, world};

/// The number of ways in which a thread can make its operation now.
pub(crate) fn of_thread(number: usize) -> u16 {
    let is_there = world::with(|world| number < world.threads().len());
    if is_there { of_row(number).0 } else { 0 }
}

/// The number of ways in which a thread can make its operation now, and the thread that keeps it from
/// making it.
pub(crate) fn of_row(number: usize) -> (u16, Option<u16>) {
    let (row, is_woken) = world::with(|world| {
        let thread = world.thread(number);
        (thread.row, thread.is_woken)
    });
    if row.status != Status::Active {
        return (0, None);
    }
    let Operation { kind, object, second, .. } = row.operation;
    let open = |is_open: bool| (u16::from(is_open), None);
    match kind {
        OperationKind::Lock => mutex::ways_to_lock(object, number),
        OperationKind::Wake if !is_woken => (0, None),
        OperationKind::Wake | OperationKind::TimedWake => mutex::ways_to_lock(second, number),
        OperationKind::Join => {
            let target = object as usize;
            let has_ended = world::with(|world| world.thread(target).row.status != Status::Active);
            (u16::from(has_ended), (!has_ended).then_some(object as u16))
        }
        OperationKind::Signal => {
            let kinds = [OperationKind::Wake, OperationKind::TimedWake];
            let sleepers = world::with(|world| world.sleepers(object, kinds).count());
            (sleepers.max(1) as u16, None)
        }
        OperationKind::Choose => (second as u16, None),
        OperationKind::FutexWoken => open(is_woken),
        _ => open(true),
    }
}
