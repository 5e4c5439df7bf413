//! Variables and objects that the threads of a program share.

use super::chance::Chance;
use super::loans::Loan;
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
    /// `f`, bit fields beside padding that nobody writes.
    PaddedFields,
    /// `d`, a pair of 16 bytes that is accessed atomically.
    Pair,
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

/// Parts that a program has.
pub(crate) struct World {
    pub(crate) shared: Vec<Shared>,
    /// Number of mutexes.
    pub(crate) mutexes: usize,
    pub(crate) has_condition: bool,
    pub(crate) has_semaphore: bool,
    pub(crate) has_lock: bool,
    pub(crate) has_barrier: bool,
    pub(crate) has_spin: bool,
    pub(crate) has_once: bool,
    /// True if threads have to do with threads: `ids`, `who`, `result`.
    pub(crate) has_threads: bool,
    /// True if threads ask for their own identifiers.
    pub(crate) has_selves: bool,
    pub(crate) has_cancellation: bool,
    /// True if there is `g`, a lock and more in one object.
    pub(crate) has_gate: bool,
    /// True if it is on the heap.
    pub(crate) gate_is_free: bool,
    /// True if there is `local`, of which each thread has its own.
    pub(crate) has_local: bool,
    /// A thing that threads lend to others, if there is one.
    pub(crate) loan: Option<Loan>,
    /// True if the program speaks of propositions.
    pub(crate) has_propositions: bool,
    /// True if branches depend on what nobody wrote.
    pub(crate) has_open_branches: bool,
    /// The initialization of the mutexes.
    pub(crate) initializers: [&'static str; 2],
    /// True if arguments of threads are on the heap, and may be theirs to free.
    pub(crate) argument_is_given: bool,
    /// True if the faults that come of carelessness are allowed.
    pub(crate) is_careless: bool,
}

/// The size of the array.
pub(crate) const ARRAY: usize = 2;
/// The names of the mutexes.
pub(crate) const MUTEXES: [&str; 2] = ["m", "n"];

/// The names of all that is global in some program.
pub(crate) const GLOBALS: &[&str] = &[
    "x",
    "y",
    "c",
    "w",
    "a",
    "s",
    "r",
    "u",
    "b",
    "f",
    "d",
    "pair",
    "p",
    "h",
    "items",
    "item",
    "e",
    "t",
    "m",
    "n",
    "k",
    "z",
    "ready",
    "semaphore",
    "l",
    "barrier",
    "v",
    "once",
    "initialize",
    "ids",
    "who",
    "result",
    "gate",
    "g",
    "done",
    "local",
    "child",
    "lent",
    "pool",
    "lend",
    "positive",
];

/// The propositions that programs speak of.
pub(crate) const PROPOSITIONS: [&str; 4] = ["moment", "level", "everywhere", "inside"];

/// Initializations of mutexes.
const INITIALIZERS: [(usize, &str); 3] = [
    (8, "PTHREAD_MUTEX_INITIALIZER"),
    (2, "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP"),
    (2, "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"),
];

/// A gate.
const GATE: &str = "static struct gate { \
    pthread_mutex_t lock; sem_t semaphore; pthread_spinlock_t spin; int done; } gate, *g;";

impl World {
    /// Chooses what there is: little, so that the threads meet.
    pub(crate) fn new(chance: &mut Chance) -> World {
        use Shared::{
            Argument, Array, Atomic, BitFields, Character, Escaped, Heap, List, PaddedFields, Pair,
            Pointer, Structure, Union, Wide,
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
            (3, PaddedFields),
            (2, Pair),
        ];
        let mut shared = vec![Shared::Integers];
        for _ in 0..chance.weighted(&[(2, 0), (5, 1), (3, 2)]) {
            shared.push(chance.weighted(&menu));
        }
        shared.dedup();
        // Threads and gates stand for themselves.
        let kind = chance.below(20);
        let has_threads = kind < 5;
        let has_gate = (4..9).contains(&kind);
        let is_plain = kind >= 9;
        let mutexes = match is_plain {
            true => chance.weighted(&[(3, 0), (5, 1), (4, 2)]),
            false => chance.weighted(&[(6, 0), (4, 1)]),
        };
        let initializer = |chance: &mut Chance| chance.weighted(&INITIALIZERS);
        let has_argument = shared.contains(&Shared::Argument);
        World {
            has_local: shared.contains(&Shared::Escaped) && chance.percent(40),
            shared,
            mutexes,
            has_condition: is_plain && chance.percent(14),
            has_semaphore: chance.percent(12),
            has_lock: is_plain && chance.percent(10),
            has_barrier: is_plain && chance.percent(6),
            has_spin: is_plain && chance.percent(5),
            has_once: chance.percent(4),
            has_threads,
            has_selves: has_threads && chance.percent(60),
            has_cancellation: has_threads && chance.percent(40),
            has_gate,
            gate_is_free: has_gate && chance.percent(50),
            loan: (!has_gate && chance.percent(25)).then(|| Loan::random(chance)),
            initializers: [initializer(chance), initializer(chance)],
            is_careless: chance.percent(45),
            has_propositions: chance.percent(25),
            has_open_branches: chance.percent(8),
            argument_is_given: has_argument && chance.percent(60),
        }
    }

    /// Shared integers that have names of their own, beside `x` and `y`.
    pub(crate) fn places(&self) -> Vec<&'static str> {
        let place = |shared: &Shared| match shared {
            Shared::Character => "c",
            Shared::Wide => "w",
            Shared::Array => "a[1]",
            Shared::Structure => "s.first",
            Shared::Union => "u.parts[0]",
            Shared::BitFields => "b.high",
            Shared::PaddedFields => "f.count",
            Shared::Atomic => "t",
            _ => "",
        };
        self.shared.iter().map(place).collect()
    }

    /// True if there is a kind of data.
    pub(crate) fn has(&self, shared: Shared) -> bool {
        self.shared.contains(&shared)
    }

    /// Writes the declarations.
    pub(crate) fn declare(&self, text: &mut Text) {
        for (shared, declaration) in DECLARATIONS {
            if self.has(shared) {
                text.line(declaration);
            }
        }
        for (name, initializer) in MUTEXES.iter().zip(self.initializers).take(self.mutexes) {
            text.line(format!("static pthread_mutex_t {name} = {initializer};"));
        }
        for (is_there, declaration) in [
            (self.has_condition, "static pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;"),
            (self.has_condition, "static pthread_cond_t z = PTHREAD_COND_INITIALIZER;"),
            (self.has_condition, "static int ready;"),
            (self.has_semaphore, "static sem_t semaphore;"),
            (self.has_lock, "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;"),
            (self.has_barrier, "static pthread_barrier_t barrier;"),
            (self.has_spin, "static pthread_spinlock_t v;"),
            (self.has_once, "static pthread_once_t once = PTHREAD_ONCE_INIT;"),
            (self.has_threads, "static pthread_t ids[3], who;"),
            (self.has_threads, "static void *result;"),
            (self.has_gate, GATE),
            (self.has_gate, "static volatile int done;"),
            (self.has_local, "static _Thread_local int local;"),
            (self.has_propositions, "static int positive(int value) { return value > 0; }"),
        ] {
            if is_there {
                text.line(declaration);
            }
        }
        if let Some(loan) = self.loan {
            text.line(loan.declaration());
        }
        text.line("");
    }
}

/// The pair, and the function that some clangs call for its atomic loads.
const PAIR: &str = "static struct pair { long first, second; } d __attribute__((aligned(16))); \
    void library_load(size_t n, const void *from, void *to, int order) __asm__(\"__atomic_load\");";

const DECLARATIONS: [(Shared, &str); 14] = [
    (Shared::Integers, "static int x, y;"),
    (Shared::Character, "static signed char c;"),
    (Shared::Wide, "static volatile long long w;"),
    (Shared::Array, "static int a[2];"),
    (Shared::Structure, "static struct { int first; char second; short third; } s, r = {1, 2, 3};"),
    (Shared::Union, "static union { int whole; unsigned char parts[4]; } u;"),
    (Shared::BitFields, "static struct { unsigned low : 3, high : 4; } b;"),
    (
        Shared::PaddedFields,
        "struct { unsigned is_on : 1, level : 3; int last : 5; unsigned count : 12; } f = {1};",
    ),
    (Shared::Pair, PAIR),
    (Shared::Pointer, "static int *p = &x;"),
    (Shared::Heap, "static int *h;"),
    (Shared::List, "static struct item { struct item *next; int value; } *items;"),
    (Shared::Escaped, "static int *e;"),
    (Shared::Atomic, "static atomic_int t;"),
];
