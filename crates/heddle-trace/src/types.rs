//! Questions about types of the source language.

use heddle_machine::Machine;
use heddle_program::cpp_names::short_name;
use heddle_program::{DebugType, DebugTypeId, Encoding, SourceMap};

/// Types of real programs nest far less than this; damaged ones may nest for ever.
pub(crate) const MAX_NESTING: u32 = 64;

/// A type whose bytes are nobody's business but the threads library's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opaque {
    Mutex,
    ReadWriteLock,
    SpinLock,
    Semaphore,
    Barrier,
    Condition,
    Thread,
    Other,
}

impl Opaque {
    fn named(name: &str) -> Option<Opaque> {
        Some(match name {
            "pthread_mutex_t" | "mtx_t" => Opaque::Mutex,
            "pthread_rwlock_t" => Opaque::ReadWriteLock,
            "pthread_spinlock_t" => Opaque::SpinLock,
            "sem_t" => Opaque::Semaphore,
            "pthread_barrier_t" => Opaque::Barrier,
            "pthread_cond_t" | "cnd_t" => Opaque::Condition,
            "pthread_t" | "thrd_t" => Opaque::Thread,
            name if name.starts_with("pthread_") && name.ends_with("attr_t") => Opaque::Other,
            _ => return None,
        })
    }
}

/// The type without its other names and qualifiers, and whether one of the names
/// says that it is opaque.
pub(crate) fn strip(source: &SourceMap, ty: DebugTypeId) -> (DebugTypeId, Option<Opaque>) {
    let (mut ty, mut opaque) = (ty, None);
    for _ in 0..MAX_NESTING {
        match &source.types[ty] {
            DebugType::Typedef { name, of } => {
                opaque = opaque.or_else(|| Opaque::named(name));
                ty = *of;
            }
            DebugType::Qualified { of, .. } => ty = *of,
            _ => break,
        }
    }
    (ty, opaque)
}

/// Size of a type in bytes; zero if it is not known.
pub(crate) fn size(machine: &Machine, ty: DebugTypeId) -> u64 {
    machine.type_bits(ty).div_ceil(8)
}

/// Uses of a type of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CharKind {
    /// Text: `char`.
    Character,
    /// Small numbers, mostly: `unsigned char` and `signed char`, by whatever name.
    Byte,
}

/// The use of a type, if it is one of characters.
pub(crate) fn char_kind(source: &SourceMap, ty: DebugTypeId) -> Option<CharKind> {
    let (ty, _) = strip(source, ty);
    match &source.types[ty] {
        DebugType::Basic {
            bits: 8,
            encoding: Encoding::SignedChar | Encoding::UnsignedChar,
            name,
        } => Some(match name.as_str() {
            "char" => CharKind::Character,
            _ => CharKind::Byte,
        }),
        _ => None,
    }
}

/// True if two types are the same to a programmer. Each module has its own
/// description of a type, so that the ids may differ.
pub(crate) fn is_same(source: &SourceMap, a: DebugTypeId, b: DebugTypeId) -> bool {
    use DebugType::{Basic, Enum, Pointer, Record};
    let ((a, _), (b, _)) = (strip(source, a), strip(source, b));
    if a == b {
        return true;
    }
    match (&source.types[a], &source.types[b]) {
        (Basic { name: a, bits: x, .. }, Basic { name: b, bits: y, .. }) => a == b && x == y,
        (Record { name: a, bits: x, .. }, Record { name: b, bits: y, .. })
        | (Enum { name: a, bits: x, .. }, Enum { name: b, bits: y, .. }) => {
            !a.is_empty() && a == b && x == y
        }
        (Pointer { to: a, .. }, Pointer { to: b, .. }) => {
            let ((a, _), (b, _)) = (strip(source, *a), strip(source, *b));
            a == b || type_name(source, a) == type_name(source, b)
        }
        _ => false,
    }
}

/// A type as C has it: `struct node *`.
pub(crate) fn type_name(source: &SourceMap, ty: DebugTypeId) -> String {
    name_at(source, ty, 0)
}

fn name_at(source: &SourceMap, ty: DebugTypeId, depth: u32) -> String {
    if depth > MAX_NESTING {
        return "...".to_owned();
    }
    let inner = |ty: DebugTypeId| name_at(source, ty, depth + 1);
    let tagged = |keyword: &str, name: &str| match name {
        "" => format!("{keyword} {{...}}"),
        name => format!("{keyword} {name}"),
    };
    match &source.types[ty] {
        DebugType::Void => "void".to_owned(),
        DebugType::Function => "void ()".to_owned(),
        DebugType::Basic { name, .. } | DebugType::Typedef { name, .. } => name.clone(),
        // As C++ has it.
        DebugType::Record { name, .. } if name.contains([':', '<']) => short_name(name),
        DebugType::Record { keyword, name, .. } => tagged(keyword, name),
        DebugType::Enum { name, .. } => tagged("enum", name),
        DebugType::Qualified { qualifier, of } => match &source.types[*of] {
            DebugType::Pointer { .. } => format!("{} {qualifier}", inner(*of)),
            _ => format!("{qualifier} {}", inner(*of)),
        },
        DebugType::Pointer { to, reference } => {
            let star = if *reference { '&' } else { '*' };
            let to_name = inner(*to);
            match &source.types[*to] {
                DebugType::Function => format!("void ({star})()"),
                DebugType::Array { .. } => match to_name.find(" [") {
                    Some(at) => format!("{} ({star}){}", &to_name[..at], &to_name[at + 1..]),
                    None => format!("{to_name} {star}"),
                },
                _ if to_name.ends_with(['*', '&']) => format!("{to_name}{star}"),
                _ => format!("{to_name} {star}"),
            }
        }
        DebugType::Array { element, count } => {
            let count = count.map(|count| count.to_string()).unwrap_or_default();
            let element = inner(*element);
            // The outer dimension comes first.
            match element.rfind(" [") {
                Some(at) => format!("{} [{count}]{}", &element[..at], &element[at + 1..]),
                None => format!("{element} [{count}]"),
            }
        }
    }
}
