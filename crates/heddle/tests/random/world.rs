//! What the threads of a program share.

use super::chance::Chance;
use super::text::Text;

/// A kind of shared data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shared {
    /// `x` and `y`, integers.
    Integers,
    /// `c`, a character.
    Character,
    /// `w`, a volatile 64-bit integer.
    Wide,
    /// `a`, an array of two.
    Array,
    /// `s` and `r`, structures that are copied as a whole.
    Structure,
    /// `u`, an integer over its bytes.
    Union,
    /// `b`, two bit fields in one byte.
    BitFields,
    /// `p`, a pointer to one of the integers.
    Pointer,
    /// `h`, a pointer to the heap or to nothing.
    Heap,
    /// `items`, a linked list of heap objects.
    List,
    /// `e`, a pointer to a thread's own variable or to nothing.
    Escaped,
    /// `t`, an atomic integer.
    Atomic,
    /// The integer of `main` that each thread gets as its argument.
    Argument,
}

/// What a program has.
pub(crate) struct World {
    pub(crate) shared: Vec<Shared>,
    /// How many mutexes there are.
    pub(crate) mutexes: usize,
    pub(crate) has_condition: bool,
    pub(crate) has_semaphore: bool,
    pub(crate) has_lock: bool,
    pub(crate) has_barrier: bool,
    /// Whether the faults that come of carelessness are allowed.
    pub(crate) is_careless: bool,
}

/// The size of the array.
pub(crate) const ARRAY: usize = 2;
/// The names of the mutexes.
pub(crate) const MUTEXES: [&str; 2] = ["m", "n"];

impl World {
    /// Chooses what there is: little, so that the threads meet.
    pub(crate) fn new(chance: &mut Chance) -> World {
        use Shared::{
            Argument, Array, Atomic, BitFields, Character, Escaped, Heap, List, Pointer, Structure,
            Union, Wide,
        };
        let menu = [
            (4, Array),
            (3, Pointer),
            (8, Heap),
            (6, List),
            (4, Escaped),
            (5, Atomic),
            (3, Argument),
            (2, Structure),
            (2, Character),
            (1, Wide),
            (1, Union),
            (1, BitFields),
        ];
        let mut shared = vec![Shared::Integers];
        for _ in 0..chance.weighted(&[(2, 0), (5, 1), (3, 2)]) {
            shared.push(chance.weighted(&menu));
        }
        shared.dedup();
        World {
            shared,
            mutexes: chance.weighted(&[(3, 0), (5, 1), (4, 2)]),
            has_condition: chance.percent(12),
            has_semaphore: chance.percent(8),
            has_lock: chance.percent(6),
            has_barrier: chance.percent(5),
            is_careless: chance.percent(45),
        }
    }

    /// Whether there is a kind of data.
    pub(crate) fn has(&self, shared: Shared) -> bool {
        self.shared.contains(&shared)
    }

    /// Writes the declarations.
    pub(crate) fn declare(&self, text: &mut Text) {
        for header in ["assert", "heddle", "pthread", "semaphore", "stdatomic", "stdlib"] {
            text.line(format!("#include <{header}.h>"));
        }
        text.line("");
        for (shared, declaration) in DECLARATIONS {
            if self.has(shared) {
                text.line(declaration);
            }
        }
        for name in &MUTEXES[..self.mutexes] {
            text.line(format!("static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"));
        }
        for (is_there, declaration) in [
            (self.has_condition, "static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;"),
            (self.has_condition, "static pthread_cond_t z = PTHREAD_COND_INITIALIZER;"),
            (self.has_condition, "static int ready;"),
            (self.has_semaphore, "static sem_t semaphore;"),
            (self.has_lock, "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;"),
            (self.has_barrier, "static pthread_barrier_t barrier;"),
        ] {
            if is_there {
                text.line(declaration);
            }
        }
        text.line("");
    }
}

const DECLARATIONS: [(Shared, &str); 12] = [
    (Shared::Integers, "static int x, y;"),
    (Shared::Character, "static signed char c;"),
    (Shared::Wide, "static volatile long long w;"),
    (Shared::Array, "static int a[2];"),
    (Shared::Structure, "static struct { int first; char second; short third; } s, r = {1, 2, 3};"),
    (Shared::Union, "static union { int whole; unsigned char parts[4]; } u;"),
    (Shared::BitFields, "static struct { unsigned low : 3, high : 4; } b;"),
    (Shared::Pointer, "static int *p = &x;"),
    (Shared::Heap, "static int *h;"),
    (Shared::List, "static struct item { struct item *next; int value; } *items;"),
    (Shared::Escaped, "static int *e;"),
    (Shared::Atomic, "static atomic_int t;"),
];
