//! Random small concurrent programs.
//!
//! A program has two or three threads that meet on little shared data, so that
//! a few thousand states hold many interleavings. Whatever it does wrong is
//! found in the same way by every correct search: that is what they are for.
//! Some end in a list of assertions that together tell all values with which the
//! program can end; searches that agree on the violations then agree on these.

pub(crate) mod batch;
mod chance;
pub(crate) mod compare;
pub(crate) mod cxx;
mod expression;
mod gates;
pub(crate) mod inputs;
mod lists;
mod loans;
mod locks;
pub(crate) mod modelled;
pub(crate) mod search;
pub(crate) mod stateless;
mod statement;
pub(crate) mod symbolic;
mod tally;
mod temporal;
mod text;
mod threads;
mod ways;
mod world;

use chance::Chance;
use expression::Scope;
use loans::Loan;
use statement::Body;
pub(crate) use tally::Tally;
use text::Text;
use world::{GLOBALS, Shared, World};

/// The names of threads.
const THREADS: [&str; 3] = ["one", "two", "three"];

/// True if a name may stand for something else in another program.
fn is_global(name: &str) -> bool {
    name == "main" || THREADS.contains(&name) || GLOBALS.contains(&name)
}

/// Number of values of the final state that are told apart.
const OUTCOMES: usize = 6;

/// Programs that are compiled at once: they have the same seed, but for the remainder.
pub(crate) const BATCH: u64 = 40;
/// Levels of optimization, in turn.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O0", "-O2", "-O1"];
/// Properties to look for, in turn: half of the programs have their races looked for.
const PROPERTIES: [&str; 4] = ["default", "default,data-race", "default,leak", "default,data-race"];
/// Headers that all programs include.
const HEADERS: [&str; 11] = [
    "assert",
    "heddle",
    "limits",
    "malloc",
    "pthread",
    "semaphore",
    "stdarg",
    "stdatomic",
    "stdlib",
    "string",
    "time",
];

/// A random program.
pub(crate) struct Source {
    pub(crate) seed: u64,
    /// Everything after the headers.
    body: String,
}

impl Source {
    /// The whole program.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", batch::headers(), self.body)
    }

    /// Its level of optimization, which depends on the seed alone.
    pub(crate) fn level(&self) -> &'static str {
        LEVELS[(self.seed / BATCH % LEVELS.len() as u64) as usize]
    }

    /// The properties that are looked for in it.
    pub(crate) fn properties(&self) -> &'static str {
        PROPERTIES[(self.seed % PROPERTIES.len() as u64) as usize]
    }

    /// True if it can be compiled for 32 bits.
    pub(crate) fn is_narrow(&self) -> bool {
        !self.body.contains("__int128")
    }

    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        format!("program-{}.c", self.seed)
    }
}

/// The outcome of a comparison that found no difference; with the answer in a word.
pub(crate) enum Outcome {
    /// All ways agree on this.
    Agreed(String),
    /// Without a reduction, or with little of it, the search would be too large; the
    /// other ways agree.
    AgreedInPart(String),
    /// All searches would be too large.
    TooLarge,
    /// An engine does not know, for this reason.
    Open(String),
}

/// A program that depends on the seed alone.
pub(crate) fn generate(seed: u64) -> Source {
    let mut chance = Chance::new(seed);
    let world = World::new(&mut chance);
    let mut text = Text::default();
    text.line("");
    world.declare(&mut text);

    let count = chance.weighted(&[(2, 1), (7, 2), (2, 3)]);
    // What all threads do together is bounded, not what each does.
    let budget = [4, 2, 1][count - 1];
    // Threads often run the same function.
    let is_same = count > 1 && chance.percent(40);
    let functions = if is_same { 1 } else { count };
    if world.has_once {
        text.line("static void initialize(void)");
        text.open("");
        Body::new(&mut chance, &mut text, &world, 1, "return;").assign_shared();
        text.close();
        text.line("");
    }
    if world.loan == Some(Loan::Arguments) {
        loans::lender(&world, &mut chance, &mut text);
    }
    if world.has_threads {
        let has_children = functions < 3;
        function(threads::CHILD, usize::from(has_children), None, &world, &mut chance, &mut text);
    }
    for (index, name) in THREADS[..functions].iter().enumerate() {
        let gives = (world.has_gate && functions > 1).then_some(index == 0);
        function(name, budget, gives, &world, &mut chance, &mut text);
    }
    let names: Vec<&str> = (0..count).map(|index| THREADS[index % functions]).collect();
    main(&names, &world, &mut chance, &mut text);
    Source { seed, body: text.finish() }
}

/// The function of a thread.
fn function(
    name: &str,
    budget: usize,
    gives: Option<bool>,
    world: &World,
    chance: &mut Chance,
    text: &mut Text,
) {
    text.line(format!("static void *{name}(void *argument)"));
    text.open("");
    text.line("(void)argument;");
    let budget = if budget == 0 { 0 } else { budget.div_ceil(2) + chance.below(budget) };
    let leave = chance.pick(&["return NULL;", "return NULL;", "pthread_exit(NULL);"]);
    let mut body = Body::new(chance, text, world, budget, leave);
    body.may_create = name != threads::CHILD;
    body.gives = gives;
    body.declare();
    if gives.is_some() {
        // Its side of the gate, before or after the rest.
        let is_first = body.chance.percent(50);
        if is_first {
            body.gate();
        }
        body.budget = body.budget.min(1);
        body.spend();
        if !is_first {
            body.gate();
        }
    } else {
        body.spend();
    }
    let is_escaping = body.is_escaping;
    if world.argument_is_given && chance.percent(60) {
        text.line("free(mine);");
    }
    let result = match chance.below(8) {
        0 if world.has_threads => "&x",
        1 if world.has_threads => "(void *)1",
        2 if world.has_threads => "malloc(4)",
        3 if world.has_threads && is_escaping => "&own",
        _ => "NULL",
    };
    text.line(format!("return {result};"));
    text.close();
    text.line("");
}

/// Starts the threads, takes part, waits for them and looks at what they did.
fn main(names: &[&str], world: &World, chance: &mut Chance, text: &mut Text) {
    text.line("int main(void)");
    text.open("");
    let ids = if world.has_threads && chance.percent(60) { "ids" } else { "threads" };
    if ids == "threads" {
        text.line("pthread_t threads[3];");
    }
    if world.has_gate {
        let gate = if world.gate_is_free { "calloc(1, sizeof *g)" } else { "&gate" };
        text.line(format!("g = {gate};"));
        let value = chance.pick(&["0", "0", "0", "1", "1", "SEM_VALUE_MAX"]);
        text.line(format!("sem_init(&g->semaphore, 0, {value});"));
        text.line("pthread_spin_init(&g->spin, 0);");
    }
    if world.has_spin {
        text.line("pthread_spin_init(&v, 0);");
    }
    if world.has(Shared::Argument) {
        text.line("int of_main[2] = {1, 2};");
        if world.argument_is_given {
            text.line("int *kept = calloc(2, sizeof *kept);");
        }
    }
    if world.has_semaphore {
        let value = chance.pick(&["1", "1", "1", "SEM_VALUE_MAX - 1", "SEM_VALUE_MAX"]);
        text.line(format!("sem_init(&semaphore, 0, {value});"));
    }
    for (shared, at_limit) in
        [(Shared::Character, "c = SCHAR_MAX;"), (Shared::BitFields, "b.high = 15;")]
    {
        if world.has(shared) && chance.percent(30) {
            text.line(at_limit);
        }
    }
    if world.has(Shared::Atomic) && chance.percent(30) {
        text.line("t = INT_MAX;");
    }
    if world.has_barrier {
        text.line("pthread_barrier_init(&barrier, NULL, 2);");
    }
    if world.has(Shared::Heap) && chance.percent(60) {
        text.line("h = calloc(1, sizeof *h);");
    }
    for (index, name) in names.iter().enumerate() {
        let argument = match world.has(Shared::Argument) {
            true if world.argument_is_given => chance
                .pick(&["calloc(2, sizeof(int))", "calloc(2, sizeof(int))", "kept"])
                .to_owned(),
            true => format!("&of_main[{}]", if chance.percent(50) { 0 } else { index % 2 }),
            false => "NULL".to_owned(),
        };
        text.line(format!("pthread_create(&{ids}[{index}], NULL, {name}, {argument});"));
    }
    if world.argument_is_given && chance.percent(30) {
        text.line(chance.pick(&["x = *kept;", "*kept = 1;", "free(kept);"]));
    }
    if names.len() == 1 || chance.percent(15) {
        let budget = if names.len() == 1 { 2 + chance.below(2) } else { 1 };
        let leave = chance.pick(&["return 0;", "exit(0);", "pthread_exit(NULL);"]);
        let mut body = Body::new(chance, text, world, budget, leave);
        body.returns_pointer = false;
        body.spend();
    }
    // Now and then nobody waits for the threads.
    if !world.has_threads && chance.percent(8) {
        for index in 0..names.len() {
            text.line(format!("pthread_detach({ids}[{index}]);"));
        }
        text.line("pthread_exit(NULL);");
        text.close();
        return;
    }
    // Now and then the program ends while a thread still runs.
    let joined = if chance.percent(6) { names.len() - 1 } else { names.len() };
    for index in 0..joined {
        let result = if world.has_threads { chance.pick(&["NULL", "&result"]) } else { "NULL" };
        text.line(format!("pthread_join({ids}[{index}], {result});"));
    }
    if joined < names.len() && chance.percent(40) {
        text.line(format!("pthread_detach({ids}[{joined}]);"));
    }
    ending(world, chance, text);
    text.line("return 0;");
    text.close();
}

/// Writes what is expected in the end: something, nothing, or to know all outcomes.
fn ending(world: &World, chance: &mut Chance, text: &mut Text) {
    let scope = Scope::new(world);
    match chance.below(10) {
        0..4 => {
            let expectation = scope.expectation(chance);
            text.line(format!("heddle_assert({expectation});"));
        }
        4..7 => {
            let (one, other) = (scope.place(chance), scope.place(chance));
            text.line(format!("unsigned outcome = (unsigned)({one} * 2 + {other}) % {OUTCOMES};"));
            for outcome in 0..OUTCOMES {
                text.line(format!("heddle_assert(outcome != {outcome});"));
            }
        }
        _ => {}
    }
}
