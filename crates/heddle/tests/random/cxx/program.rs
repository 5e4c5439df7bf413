//! Random C++ programs.

use super::classes::Class;
use super::statement::Body;
use super::throwing;
use super::world::World;
use crate::random::chance::Chance;
use crate::random::text::Text;

/// The beginning of all programs of a file. What is said is printed at once, and adds to the
/// thread's sum.
pub(super) const PRELUDE: &str = r#"#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <vector>
#undef NDEBUG
#include <cassert>

static thread_local unsigned sum, fuel = 200;
static thread_local bool is_quiet;

static void say(const char *what, int a = 0, int b = 0)
{
    for (const char *c = what; *c; c++)
        sum = sum * 31 + *c;
    sum = (sum * 31 + a) * 31 + b;
    if (is_quiet)
        return;
    std::printf("%s %d %d\n", what, a, b);
    std::fflush(stdout);
}

enum Color { Red, Green };

struct Failure : std::runtime_error {
    explicit Failure(int n) : std::runtime_error("failure " + std::to_string(n)) {}
};

struct Watch {
    int before = std::uncaught_exceptions();
    ~Watch() { say("watch", before, std::uncaught_exceptions()); }
};

static int twice(int n)
{
    if (n == 4)
        throw n;
    return 2 * n;
}

template <class A, class B>
static void by_value(A a, B b)
{
    say("by value", a.who(), b.who());
}

template <class F>
static int in_thread(F f)
{
    std::exception_ptr error;
    int result = 0;
    std::thread thread([&] {
        try {
            result = f();
        } catch (...) {
            error = std::current_exception();
        }
    });
    thread.join();
    if (error)
        std::rethrow_exception(error);
    return result;
}

template <class F>
static int in_task(F f)
{
    return std::async(std::launch::async, f).get();
}

template <class F>
static int in_promise(F f)
{
    std::promise<int> promise;
    std::thread thread([&] {
        try {
            promise.set_value(f());
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    });
    thread.join();
    return promise.get_future().get();
}

[[noreturn]] static void hopeless()
{
    is_quiet = false;
    say("terminate", std::uncaught_exceptions(), std::current_exception() != nullptr);
    std::_Exit(3);
}

template <class F>
static unsigned quietly(F f)
{
    is_quiet = true;
    f();
    return sum;
}

"#;

/// The text of the program of a seed, which is a namespace with a function `run`.
pub(super) fn generate(seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let world = World::new(&mut chance);
    let mut text = Text::default();
    text.line(format!("namespace p{seed} {{"));
    for (number, class) in world.classes.iter().enumerate() {
        Class::define(class, number, &world, &mut chance, &mut text);
    }
    for function in 0..world.functions {
        define(function, &world, &mut chance, &mut text);
    }
    if world.is_concurrent {
        text.line("static std::mutex lock;");
        text.line("static int total;");
        text.line("static std::exception_ptr shared;");
        text.line("");
        thread(&world, &mut chance, &mut text);
    }
    run(&world, &mut chance, &mut text);
    text.line("}");
    text.line("");
    text.finish()
}

/// The rest of a file with the programs of some seeds: `main` runs the one whose seed is its first
/// argument. The second is the sum of what it says, if that is known.
pub(super) fn main(seeds: impl Iterator<Item = u64>) -> String {
    let mut text = Text::default();
    text.line("int main(int argc, char **argv)");
    text.open("");
    text.line("int seed = std::atoi(argv[1]);");
    for seed in seeds {
        text.line(format!("if (seed == {seed}) p{seed}::run();"));
    }
    text.line("unsigned said = sum;");
    text.line("if (argc > 2) assert(said == std::strtoul(argv[2], nullptr, 10));");
    text.line("std::printf(\"sum %u\\n\", said);");
    text.line("return 0;");
    text.close();
    text.finish()
}

/// Defines the function of a number.
fn define(function: usize, world: &World, chance: &mut Chance, text: &mut Text) {
    let promise = match world.has_noexcept && chance.percent(25) {
        true => " noexcept",
        false => "",
    };
    let has_handlers = chance.percent(20);
    let block = if has_handlers { " try" } else { "" };
    text.open(format!("static int f{function}(int n){promise}{block}"));
    text.line("if (!fuel) return 0;");
    text.line("fuel--;");
    text.line(format!("say(\"f{function}\", n);"));
    text.line("std::exception_ptr kept;");
    let mut body = Body::new(chance, text, world, function);
    body.spend();
    text.line(format!("return n + {function};"));
    text.close();
    if has_handlers {
        text.open("catch (...)");
        text.line("say(\"around\", std::uncaught_exceptions());");
        text.line(chance.pick(&["throw;", "return 7;", "if (n == 2) throw 5; return 6;"]));
        text.close();
    }
    text.line("");
}

/// The work of each of two threads.
fn thread(world: &World, chance: &mut Chance, text: &mut Text) {
    text.line(format!("using Common = C{};", chance.below(world.classes.len())));
    let last = world.functions - 1;
    text.open("static void work(int n, std::shared_ptr<Common> common)");
    text.open("try");
    text.line("std::lock_guard<std::mutex> guard(lock);");
    text.line("total += n;");
    text.line("if (n == 2) throw n;");
    text.line("say(\"common\", common->who());");
    text.close();
    text.open("catch (int e)");
    text.line("say(\"thrown\", e);");
    text.close();
    text.open("try");
    text.line(format!("say(\"result\", f{last}(n));"));
    text.line("if (shared) std::rethrow_exception(shared);");
    text.close();
    let catch = if chance.percent(90) { "catch (...)" } else { "catch (int)" };
    text.open(catch);
    text.line("say(\"ended\");");
    text.close();
    text.close();
    text.line("");
}

/// The work of the program: calls of functions with several arguments.
fn run(world: &World, chance: &mut Chance, text: &mut Text) {
    text.open("static void run()");
    if world.has_terminate_handler {
        text.line("std::set_terminate(hopeless);");
    }
    for function in 0..world.functions {
        let catches = chance.percent(92);
        text.open("for (int n = 0; n < 4; n++)");
        text.open(if catches { "try" } else { "" });
        text.line(format!("say(\"result\", f{function}(n));"));
        text.close();
        if catches {
            let (what, says) = throwing::handler(world, chance);
            if chance.percent(50) {
                text.line(format!("catch ({what}) {{ {says} }}"));
            }
            text.line("catch (...) { say(\"caught\"); }");
        }
        text.close();
    }
    if world.is_concurrent {
        concurrent(world, chance, text);
    }
    text.close();
}

/// Runs two threads at a time.
fn concurrent(world: &World, chance: &mut Chance, text: &mut Text) {
    for class in 0..world.classes.len() {
        text.line(format!("say(\"there is\", g{class}().v{class});"));
    }
    let shared = throwing::thrown("0", world.classes.len(), world, chance);
    if chance.percent(50) {
        text.line(format!("shared = std::make_exception_ptr({shared});"));
    }
    text.line("unsigned one = 0, two = 0;");
    text.open("");
    text.line("auto common = std::make_shared<Common>(0);");
    for (name, n) in [("one", 1 + chance.below(2)), ("two", chance.below(4))] {
        text.line(format!(
            "std::thread t{name}([&{name}, common] \
             {{ {name} = quietly([&] {{ work({n}, common); }}); }});"
        ));
    }
    text.line("tone.join();");
    text.line("ttwo.join();");
    text.close();
    text.line("shared = nullptr;");
    text.line("say(\"threads\", (int)one, (int)two);");
    text.line("say(\"total\", total);");
}
