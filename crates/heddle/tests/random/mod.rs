//! Random small concurrent programs.
//!
//! A program has two or three threads that meet on little shared data, so that
//! a few thousand states hold many interleavings. Whatever it does wrong is
//! found in the same way by every correct search: that is what they are for.
//! Some end in a list of assertions that together tell all values with which the
//! program can end; searches that agree on the violations then agree on these.

mod chance;
pub(crate) mod compare;
mod expression;
mod lists;
mod statement;
mod text;
mod world;

use chance::Chance;
use expression::Scope;
use statement::Body;
use text::Text;
use world::{Shared, World};

/// The names of threads.
const THREADS: [&str; 3] = ["one", "two", "three"];
/// How many values of the final state are told apart.
const OUTCOMES: usize = 6;

/// A program that depends on the seed alone.
pub(crate) fn generate(seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let world = World::new(&mut chance);
    let mut text = Text::default();
    text.line(format!("// Random program {seed}."));
    text.line("");
    world.declare(&mut text);

    let count = chance.weighted(&[(2, 1), (7, 2), (2, 3)]);
    // What all threads do together is bounded, not what each does.
    let budget = [6, 3, 1][count - 1];
    // Threads often run the same function.
    let is_same = count > 1 && chance.percent(25);
    let functions = if is_same { 1 } else { count };
    for name in &THREADS[..functions] {
        function(name, budget, &world, &mut chance, &mut text);
    }
    let names: Vec<&str> = (0..count).map(|index| THREADS[index % functions]).collect();
    main(&names, &world, &mut chance, &mut text);
    text.finish()
}

/// The function of a thread.
fn function(name: &str, budget: usize, world: &World, chance: &mut Chance, text: &mut Text) {
    text.line(format!("static void *{name}(void *argument)"));
    text.open("");
    text.line("(void)argument;");
    let budget = budget.div_ceil(2) + chance.below(budget);
    let leave = chance.pick(&["return NULL;", "return NULL;", "pthread_exit(NULL);"]);
    let mut body = Body::new(chance, text, world, budget, leave);
    body.declare();
    body.spend();
    text.line("return NULL;");
    text.close();
    text.line("");
}

/// Starts the threads, takes part, waits for them and looks at what they did.
fn main(names: &[&str], world: &World, chance: &mut Chance, text: &mut Text) {
    text.line("int main(void)");
    text.open("");
    text.line("pthread_t threads[3];");
    if world.has(Shared::Argument) {
        text.line("int of_main[2] = {1, 2};");
    }
    if world.has_semaphore {
        text.line("sem_init(&semaphore, 0, 1);");
    }
    if world.has_barrier {
        text.line("pthread_barrier_init(&barrier, NULL, 2);");
    }
    if world.has(Shared::Heap) && chance.percent(60) {
        text.line("h = calloc(1, sizeof *h);");
    }
    for (index, name) in names.iter().enumerate() {
        let argument = match world.has(Shared::Argument) {
            true => format!("&of_main[{}]", if chance.percent(50) { 0 } else { index % 2 }),
            false => "NULL".to_owned(),
        };
        text.line(format!("pthread_create(&threads[{index}], NULL, {name}, {argument});"));
    }
    if names.len() == 1 || chance.percent(15) {
        let budget = if names.len() == 1 { 2 + chance.below(4) } else { 1 };
        let leave = chance.pick(&["return 0;", "exit(0);", "pthread_exit(NULL);"]);
        Body::new(chance, text, world, budget, leave).spend();
    }
    // Now and then the program ends while a thread still runs.
    let joined = if chance.percent(6) { names.len() - 1 } else { names.len() };
    for index in 0..joined {
        text.line(format!("pthread_join(threads[{index}], NULL);"));
    }
    ending(world, chance, text);
    text.line("return 0;");
    text.close();
}

/// What is expected in the end: something, nothing, or to know all outcomes.
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
