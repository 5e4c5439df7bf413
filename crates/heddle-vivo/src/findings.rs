//! Findings in states and runs, in the words of the model.

use cpp_demangle::Symbol;
use heddle_model::{
    AccessKind, Crash, Escape, Finding, Footprint, FreeingCall as ModelFreeingCall, Holder,
    HolderState, MemoryError, Misuse as ModelMisuse, MisuseReason as ModelReason, ObjectName,
    Place, RacingAccess, Related, Role, StepOutcome, SyncAction, SyncKind, ThreadId, Touch,
    Unknown, UnknownKind, Violation, Waiting, WaitsFor,
};
use heddle_vivo_protocol::{
    Board, DamageKind, FreeingCall, HeapDamage, Misuse, MisuseAction, MisuseReason, ObjectKind,
    OperationKind, Row, Status, Trouble,
};

use crate::code::Code;
use crate::footprint;
use crate::runner::{LaunchError, Lost};

/// The thread with this number.
fn thread(number: usize) -> ThreadId {
    ThreadId(number as u32)
}

/// Says that the same choices have led elsewhere this time.
pub(crate) fn does_not_repeat(place: Option<Place>) -> Unknown {
    Unknown {
        kind: UnknownKind::Unsupported,
        reason:
            "the program does not repeat itself: something that heddle does not control, such as \
                 the time or an address, decides what it does"
                .to_owned(),
        place,
    }
}

/// Says that races of what a section accesses are not seen.
pub(crate) fn races_in_a_section() -> Unknown {
    let reason = "data races of accesses in atomic sections are not seen in native programs";
    Unknown { kind: UnknownKind::Unsupported, reason: reason.to_owned(), place: None }
}

/// Says that no checkpoint is left to go back to.
pub(crate) fn no_checkpoint() -> Unknown {
    let reason = "heddle failed: there should be a checkpoint to go back to".to_owned();
    Unknown { kind: UnknownKind::Internal, reason, place: None }
}

/// Says that the program cannot be started once more.
pub(crate) fn not_again(error: &LaunchError) -> Unknown {
    let reason = format!("the program does not start again: {error}");
    Unknown { kind: UnknownKind::Unsupported, reason, place: None }
}

/// Says what became of the process.
pub(crate) fn lost(lost: Lost) -> Unknown {
    let kind = match lost {
        Lost::Exited(_) | Lost::Killed(_) => UnknownKind::Unsupported,
        Lost::Endless(_) | Lost::Unforked => UnknownKind::Limit,
        Lost::Confused => UnknownKind::Internal,
    };
    Unknown { kind, reason: format!("the program's process is lost: {lost}"), place: None }
}

/// The event that a thread waits for which cannot make its operation.
pub(crate) fn wait_of(row: &Row, number: usize, rows: &[Row], code: &Code) -> WaitsFor {
    let object = || code.object_at(row.operation.object);
    match row.operation.kind {
        OperationKind::Join | OperationKind::TimedJoin => {
            WaitsFor::Exit { thread: thread(row.operation.object as usize) }
        }
        // It has not been woken, or it has, and somebody has the mutex.
        OperationKind::Wake | OperationKind::TimedWake if row.holder.is_some() => WaitsFor::Lock {
            object: code.object_at(row.operation.second),
            holder: holder(row, number, rows),
        },
        OperationKind::Wake | OperationKind::TimedWake => WaitsFor::Wake { object: object() },
        OperationKind::Take | OperationKind::TimedTake => WaitsFor::Post { object: object() },
        OperationKind::Arrive | OperationKind::Leave => WaitsFor::Others { object: object() },
        OperationKind::Lock
        | OperationKind::LockAgain
        | OperationKind::ReadLock
        | OperationKind::WriteLock
        | OperationKind::SpinLock => {
            WaitsFor::Lock { object: object(), holder: holder(row, number, rows) }
        }
        _ => WaitsFor::Object { object: object() },
    }
}

fn holder(row: &Row, number: usize, rows: &[Row]) -> Option<Holder> {
    let holder = usize::from(row.holder?);
    let state = match rows.get(holder)?.status {
        _ if holder == number => HolderState::Itself,
        Status::Active => HolderState::Alive,
        Status::Exited | Status::Gone => HolderState::Exited,
    };
    Some(Holder { thread: thread(holder), state })
}

/// The deadlock in a state, if there is one: nobody can move, or some wait for each other in a circle.
pub(crate) fn deadlock(rows: &[Row], is_global: bool, code: &Code) -> Option<Violation> {
    // The first thread may have ended, and be there for the end of the process only.
    let is_blocked = |row: &Row| {
        row.status == Status::Active
            && row.alternatives == 0
            && row.operation.kind != OperationKind::Outlive
    };
    let blocked: Vec<usize> = match is_global {
        true => (0..rows.len()).filter(|&number| is_blocked(&rows[number])).collect(),
        false => circle(rows)?,
    };
    // Threads that only wait for the end of others are of no interest, if others wait for more.
    let waits_for_more = |&number: &usize| rows[number].operation.kind != OperationKind::Join;
    let told: Vec<usize> = match blocked.iter().any(&waits_for_more) {
        true => blocked.into_iter().filter(&waits_for_more).collect(),
        false => blocked,
    };
    if told.is_empty() {
        return None;
    }
    let waiting = |&number: &usize| Waiting {
        thread: thread(number),
        waits: wait_of(&rows[number], number, rows, code),
    };
    let threads: Vec<Waiting> = told.iter().map(waiting).collect();
    let related = threads.iter().zip(&told).filter_map(|(waiting, &number)| {
        Some(Related {
            role: Role::Waits { waits: waiting.waits.clone() },
            thread: waiting.thread,
            place: code.place_of_call(rows[number].operation.site)?,
        })
    });
    let related = related.collect();
    let finding = Finding::Deadlock { threads };
    Some(Violation { finding, place: None, thread: None, related })
}

/// Threads that wait for locks of each other in a circle.
fn circle(rows: &[Row]) -> Option<Vec<usize>> {
    let next = |number: usize| {
        let row = rows.get(number)?;
        let waits = row.status == Status::Active
            && row.alternatives == 0
            && matches!(
                row.operation.kind,
                OperationKind::Lock
                    | OperationKind::LockAgain
                    | OperationKind::WriteLock
                    | OperationKind::SpinLock
            );
        waits.then_some(row.holder?.into())
    };
    (0..rows.len()).find_map(|first| {
        let mut members = vec![first];
        let mut at = next(first)?;
        while at != first {
            if members.contains(&at) {
                return None;
            }
            members.push(at);
            at = next(at)?;
        }
        members.sort_unstable();
        Some(members)
    })
}

/// Adds the data races of a state: accesses that two threads are about to make.
pub(crate) fn races(rows: &[Row], code: &Code, violations: &mut Vec<Violation>) {
    let mut touched = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if row.status == Status::Active && is_access(row.operation.kind) {
            let mut footprint = Footprint::default();
            footprint::of(&row.operation, number, true, &mut footprint);
            touched.push((number, footprint));
        }
    }
    for (at, (first, ours)) in touched.iter().enumerate() {
        for (second, theirs) in &touched[at + 1..] {
            violations.extend(race(rows, (*first, ours), (*second, theirs), code));
        }
    }
}

/// True if an operation is an access to memory.
fn is_access(kind: OperationKind) -> bool {
    matches!(
        kind,
        OperationKind::Read
            | OperationKind::Write
            | OperationKind::Update
            | OperationKind::Copy
            | OperationKind::AtomicRead
            | OperationKind::AtomicWrite
            | OperationKind::AtomicUpdate
    )
}

/// The race of two threads, if parts of what they are about to access do race.
fn race(
    rows: &[Row],
    (first, ours): (usize, &Footprint),
    (second, theirs): (usize, &Footprint),
    code: &Code,
) -> Option<Violation> {
    let mut both =
        ours.touches.iter().flat_map(|our| theirs.touches.iter().map(move |their| (our, their)));
    let (our, their) = both.find(|(our, their)| our.races(their))?;
    let access = |touch: &Touch| if touch.writes { AccessKind::Write } else { AccessKind::Read };
    let (ours, theirs) = ((first, access(our)), (second, access(their)));
    let (first, second) = if our.writes { (ours, theirs) } else { (theirs, ours) };
    let place = |number: usize| code.place_of_call(rows[number].operation.site);
    let racing = |(number, access): (usize, AccessKind)| {
        let line = place(number).map(|place| place.line);
        RacingAccess { thread: thread(number), access, line }
    };
    let related = place(second.0).map(|place| Related {
        role: Role::OtherAccess { access: second.1 },
        thread: thread(second.0),
        place,
    });
    let object = code.object_at(our.range.start.max(their.range.start));
    Some(Violation {
        finding: Finding::DataRace { first: racing(first), second: racing(second), object },
        place: place(first.0),
        thread: Some(thread(first.0)),
        related: related.into_iter().collect(),
    })
}

/// Adds what has gone wrong in a step, as the board tells it.
pub(crate) fn trouble(board: &Board, code: &Code, violations: &mut Vec<Violation>) -> StepOutcome {
    let failed = |unknown| StepOutcome::Unknown(Box::new(unknown));
    let Some(trouble) = board.trouble() else { return failed(lost(Lost::Confused)) };
    let number = board.last.load(std::sync::atomic::Ordering::Relaxed) as usize;
    let place = stack(board, number, code).into_iter().next();
    let text =
        |number| String::from_utf8_lossy(&board.text(number).collect::<Vec<u8>>()).into_owned();
    let (finding, place) = match trouble {
        Trouble::Assertion { line } => {
            let column = place.as_ref().filter(|place| place.line == line);
            let column = column.map_or(0, |place| place.column);
            let told = Place { file: text(1), line, column, function: text(2) };
            let place = if line == 0 { place } else { Some(told) };
            (Finding::FailedAssertion { text: text(0) }, place)
        }
        Trouble::Signal { number, address } => (Finding::Crash(crash(number, address)), place),
        Trouble::Heap { damage, address } => {
            (Finding::Memory(memory_error(damage, address, code)), place)
        }
        Trouble::Misuse { misuse, object } => {
            (Finding::LockMisuse(misuse_of(misuse, object, code)), place)
        }
        Trouble::Uncaught => {
            let (exception, escape) = (type_name(&text(0)), escape_of_stack(board, number, code));
            (Finding::UncaughtException { exception, escape }, place)
        }
        Trouble::Terminate => (Finding::Crash(Crash::Terminate), place),
        Trouble::Abandoned => return StepOutcome::Abandoned,
        Trouble::ErrorCall => (Finding::ErrorCall { function: text(0) }, place),
        Trouble::Unsupported => {
            let reason = format!("{} cannot be followed in a native program", text(0));
            return failed(unfollowed(&reason, place));
        }
        Trouble::Limit => {
            return failed(Unknown { kind: UnknownKind::Limit, reason: text(0), place });
        }
    };
    violations.push(Violation {
        finding,
        place,
        thread: Some(thread(number)),
        related: Vec::new(),
    });
    StepOutcome::Failed
}

fn unfollowed(reason: &str, place: Option<Place>) -> Unknown {
    Unknown { kind: UnknownKind::Unsupported, reason: reason.to_owned(), place }
}

/// The name of a type, as C++ writes it.
fn type_name(mangled: &str) -> String {
    let mangled = mangled.strip_prefix('*').unwrap_or(mangled);
    let symbol = format!("_ZTS{mangled}");
    let text = Symbol::new(&symbol).ok().and_then(|symbol| symbol.demangle().ok());
    let text = text.as_deref().and_then(|text| text.strip_prefix("typeinfo name for "));
    text.unwrap_or(mangled).to_owned()
}

/// The way in which an exception has ended the program, by the functions on the stack: of those that
/// must not throw, the unwinder is told, or the compiler has a function for that.
fn escape_of_stack(board: &Board, number: usize, code: &Code) -> Escape {
    let names: Vec<String> =
        board.stack(number).filter_map(|address| code.function_at(address - 1)).collect();
    let has = |wanted: [&str; 2]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if has(["__gxx_personality_v0", "__clang_call_terminate"]) {
        Escape::Noexcept
    } else if has(["__cxa_throw", "__cxa_rethrow"]) {
        Escape::Uncaught
    } else {
        Escape::Terminate
    }
}

/// The places on a stack that are in code with sources: the innermost first.
pub(crate) fn stack(board: &Board, number: usize, code: &Code) -> Vec<Place> {
    let places = board.stack(number).flat_map(|address| code.places_of_call(address));
    places.filter(|place| place.line != 0 && is_readable(place)).collect()
}

/// True if the source is there.
fn is_readable(place: &Place) -> bool {
    std::path::Path::new(&place.file).exists()
}

fn crash(number: u32, address: u64) -> Crash {
    match number {
        6 => Crash::Abort,
        4 | 5 => Crash::Trap,
        _ => Crash::Signal { number, address },
    }
}

/// The error that damage of the heap is.
fn memory_error(damage: HeapDamage, address: u64, code: &Code) -> MemoryError {
    let HeapDamage { kind, call, offset, bytes } = damage;
    let call = match call {
        FreeingCall::Free => ModelFreeingCall::Free,
        FreeingCall::Realloc => ModelFreeingCall::Realloc,
    };
    match kind {
        DamageKind::DoubleFree => MemoryError::DoubleFree { call },
        DamageKind::Inside => {
            MemoryError::FreeInside { call, offset: offset as i64, object: ObjectName::Heap }
        }
        DamageKind::Unknown => match code.variable_at(address) {
            Some(name) => {
                let object = ObjectName::Variable { name, function: None };
                MemoryError::FreeOfOther { call, object }
            }
            None => MemoryError::FreeOfUnknownAddress { call, address },
        },
        DamageKind::Overrun => MemoryError::OutOfBounds {
            access: AccessKind::Write,
            bytes: 1,
            offset: offset as i64,
            object: ObjectName::Heap,
            size: bytes,
        },
    }
}

fn misuse_of(misuse: Misuse, object: u64, code: &Code) -> ModelMisuse {
    let Misuse { action, kind, reason, number } = misuse;
    let action = match action {
        MisuseAction::Use => SyncAction::Use,
        MisuseAction::Initialize => SyncAction::Initialize,
        MisuseAction::Destroy => SyncAction::Destroy,
        MisuseAction::Unlock => SyncAction::Unlock,
        MisuseAction::WaitWith => SyncAction::WaitWith,
    };
    let kind = match kind {
        ObjectKind::Mutex => SyncKind::Mutex,
        ObjectKind::Condition => SyncKind::Condition,
        ObjectKind::Rwlock => SyncKind::Rwlock,
        ObjectKind::Semaphore => SyncKind::Semaphore,
        ObjectKind::Spinlock => SyncKind::Spinlock,
        ObjectKind::Barrier => SyncKind::Barrier,
    };
    let thread = ThreadId(number);
    let reason = match reason {
        MisuseReason::Destroyed => ModelReason::Destroyed { kind },
        MisuseReason::NotInitialized => ModelReason::NotInitialized { kind },
        MisuseReason::Locked => ModelReason::Locked,
        MisuseReason::NotLocked => ModelReason::NotLocked,
        MisuseReason::NotHeld => ModelReason::NotHeld,
        MisuseReason::HeldBy => ModelReason::HeldBy { thread },
        MisuseReason::AwaitedBy => ModelReason::AwaitedBy { thread },
        MisuseReason::AwaitedByMany => ModelReason::AwaitedByMany { threads: number },
    };
    ModelMisuse::Operation { action, object: code.object_at(object), reason }
}
