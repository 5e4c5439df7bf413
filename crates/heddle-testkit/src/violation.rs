//! Violations to compare.

use heddle_model::{AccessKind, Finding, Place, RacingAccess, Related, Role, ThreadId, Violation};

/// A place in a line.
pub fn place(line: u32) -> Place {
    Place { file: "a.c".to_owned(), line, column: 1, function: "f".to_owned() }
}

/// A race of a thread with the next between two lines, as told by the first.
pub fn race(thread: u32, line: u32, other: u32) -> Violation {
    let access = |thread, access| RacingAccess { thread, access, line: Some(line) };
    let (thread, second) = (ThreadId(thread), ThreadId(thread + 1));
    let role = Role::OtherAccess { access: AccessKind::Read };
    Violation {
        finding: Finding::DataRace {
            first: access(thread, AccessKind::Write),
            second: access(second, AccessKind::Read),
            object: "x".to_owned(),
        },
        place: Some(place(line)),
        thread: Some(thread),
        related: vec![Related { role, thread: second, place: place(other) }],
    }
}
