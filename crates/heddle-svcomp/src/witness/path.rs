//! The path of a run through the lines of its program, as witnesses tell it.
//!
//! An edge is a step of the trace: a line that a thread executes. Inputs are told where it is
//! clear whose they are: by the only call of an input function in the line, if that has an integer
//! type. What is left out makes a path say less, not something else.
//!
//! Threads have numbers of their own here, in the order in which they are created, since the
//! machine gives the number of a thread that is gone to another. A function that was begun ends
//! before the next line of its thread that is not in it, and with its thread.

use std::collections::BTreeMap;

use heddle_model::{Finding, Place, Role, ThreadId};
use heddle_trace::{Effect, Step, Trace};

/// The text of a line of a file, if it can be read.
pub type SourceLines<'a> = dyn FnMut(&str, u32) -> Option<String> + 'a;

/// The path of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Its edges, in order: at least one, which begins `main`.
    pub(super) edges: Vec<Edge>,
    /// The edge with which a cycle begins, of a run that goes on for ever.
    pub(super) cycle: Option<usize>,
    /// True if the run goes on for ever.
    pub(super) is_infinite: bool,
    /// The places where it goes wrong: that of the violation, and of a race both.
    pub(super) targets: Vec<Target>,
}

/// The number of a thread, in the order of creation, from `main`, which is 0.
pub(super) type Number = u32;

/// One line that a thread executes, or a return from a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// The thread.
    pub(super) thread: Number,
    /// The place.
    pub(super) place: Option<Place>,
    /// The function that begins.
    pub(super) enters: Option<String>,
    /// The function that ends; nothing else is told by its edge.
    pub(super) returns: Option<String>,
    /// The thread that is created.
    pub(super) creates: Option<Number>,
    /// The input that is taken.
    pub(super) input: Option<Input>,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Input {
    /// The function that gives it.
    pub(super) function: String,
    /// Its value, in decimal.
    pub(super) value: String,
    /// The column of the parenthesis that closes the call, in characters.
    pub(super) closes: u32,
}

/// A place where a run goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// The thread: where none went wrong by itself, the one that moved last.
    pub(super) thread: Number,
    /// The place.
    pub(super) place: Place,
    /// The column in characters at which a statement begins, if one is known to.
    pub(super) column: Option<u32>,
}

/// Threads of a run, as far as it is told.
#[derive(Default)]
struct Threads {
    /// The thread that has a number of the machine's now.
    numbers: BTreeMap<ThreadId, Number>,
    /// The number of the next one.
    next: Number,
    /// The functions that a thread is in, each with its depth.
    calls: BTreeMap<Number, Vec<(u32, String)>>,
}

impl Threads {
    /// Gives a new thread its number.
    fn create(&mut self, thread: ThreadId) -> Number {
        let number = self.next;
        self.next += 1;
        self.numbers.insert(thread, number);
        number
    }

    /// The number of a thread.
    fn number(&mut self, thread: ThreadId) -> Number {
        match self.numbers.get(&thread) {
            Some(&number) => number,
            // Its creation was left out of a long run.
            None => self.create(thread),
        }
    }

    /// True if a thread that is at the beginning of a function begins it there, and has not jumped
    /// back: then it was in it before, with nothing of its caller between.
    fn begins(&self, thread: Number, depth: u32, function: &str) -> bool {
        let last = self.calls.get(&thread).and_then(|calls| calls.last());
        last.is_none_or(|(at, name)| (*at, name.as_str()) != (depth, function))
    }

    /// Edges of the returns from functions that a thread has left when it is at this depth, about
    /// to begin another there or not. That from its first function comes with its end: handlers
    /// that run after `main` are no more threads.
    fn left(&mut self, thread: Number, depth: u32, begins: bool) -> Vec<Edge> {
        let calls = self.calls.entry(thread).or_default();
        let is_over = |(at, _): &(u32, String)| *at > depth || *at == depth && begins;
        let mut edges = Vec::new();
        while calls.len() > 1 && calls.last().is_some_and(is_over) {
            let returns = calls.pop().map(|(_, function)| function);
            edges.push(Edge { returns, ..Edge::by(thread) });
        }
        edges
    }

    /// Edges of the returns from all functions of a thread that ends.
    fn end(&mut self, thread: Number) -> Vec<Edge> {
        let calls = self.calls.remove(&thread).unwrap_or_default();
        let returns = calls.into_iter().rev().map(|(_, function)| Some(function));
        returns.map(|returns| Edge { returns, ..Edge::by(thread) }).collect()
    }
}

impl Path {
    /// The path of a trace.
    pub(super) fn of(trace: &Trace, sources: &mut SourceLines<'_>) -> Path {
        let mut threads = Threads::default();
        let main = trace.threads.first().map(|thread| (thread.id, thread.name.clone()));
        let (id, name) = main.unwrap_or((ThreadId(0), "main".to_owned()));
        let main = threads.create(id);
        threads.calls.insert(main, vec![(1, name.clone())]);
        let start = Edge { enters: Some(name), creates: Some(main), ..Edge::by(main) };
        let mut edges = vec![start];
        let first_step = trace.lasso.as_ref().and_then(|lasso| lasso.first_step);
        let mut cycle = None;
        let mut is_begun = false;
        for (number, step) in trace.steps.iter().enumerate() {
            if first_step == Some(number) {
                cycle = Some(edges.len());
            }
            let thread = threads.number(step.thread);
            if let Some(place) = &step.place {
                let begins_main = thread == main && step.enters && !is_begun;
                if begins_main {
                    // The first edge is there already.
                    is_begun = true;
                    edges[0].place = Some(place.clone());
                }
                let begins = step.enters
                    && !begins_main
                    && threads.begins(thread, step.depth, &place.function);
                edges.extend(threads.left(thread, step.depth, begins));
                let enters = begins.then(|| place.function.clone());
                if let Some(function) = &enters {
                    let calls = threads.calls.entry(thread).or_default();
                    calls.push((step.depth, function.clone()));
                }
                let text = sources(&place.file, place.line);
                edges.push(Edge {
                    place: Some(place.clone()),
                    enters,
                    input: text.and_then(|text| input(step, &text)),
                    ..Edge::by(thread)
                });
            }
            let is_told = step.place.is_some();
            for (number, created) in created(step).enumerate() {
                let creates = Some(threads.create(created));
                match edges.last_mut().filter(|_| is_told && number == 0) {
                    Some(edge) => edge.creates = creates,
                    // Of what is not the program's own code, only that others begin matters.
                    None => {
                        let place = step.place.clone();
                        edges.push(Edge { place, creates, ..Edge::by(thread) });
                    }
                }
            }
            if step.effects.contains(&Effect::Exited) {
                edges.extend(threads.end(thread));
            }
        }
        let targets = targets(trace, &mut threads, sources);
        Path { edges, cycle, is_infinite: trace.lasso.is_some(), targets }
    }

    /// True if more than one thread makes a step or is created.
    pub(super) fn is_concurrent(&self) -> bool {
        self.edges.iter().skip(1).any(|edge| edge.creates.is_some())
    }
}

impl Edge {
    /// An edge of a thread, of which nothing else is known.
    fn by(thread: Number) -> Edge {
        Edge { thread, place: None, enters: None, returns: None, creates: None, input: None }
    }
}

/// The threads that a step creates.
fn created(step: &Step) -> impl Iterator<Item = ThreadId> {
    step.effects.iter().filter_map(|effect| match effect {
        Effect::Created { thread } => Some(*thread),
        _ => None,
    })
}

/// The prefix of functions that give inputs.
const PREFIX: &str = "__VERIFIER_nondet_";

/// The input that a step takes, if it takes one and the line says of which function.
fn input(step: &Step, line: &str) -> Option<Input> {
    let mut values = step.effects.iter().filter_map(|effect| match effect {
        Effect::Input { value } => Some(value.clone()),
        Effect::Chose { value } => Some(value.to_string()),
        _ => None,
    });
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    let mut calls = line.match_indices(PREFIX);
    let (at, _) = calls.next()?;
    if calls.next().is_some() {
        return None;
    }
    let rest = &line[at..];
    let (function, arguments) = rest.split_once('(')?;
    let closing = arguments.find(')')?;
    if !arguments[..closing].trim().is_empty() {
        return None;
    }
    let value = of_type(function.trim_end().strip_prefix(PREFIX)?, &value)?;
    let closes = column(line, at + function.len() + 1 + closing)?;
    Some(Input { function: function.trim_end().to_owned(), value, closes })
}

/// The column of a byte of a line, in characters from one on.
fn column(line: &str, byte: usize) -> Option<u32> {
    u32::try_from(line.get(..byte)?.chars().count() + 1).ok()
}

/// The value of an input of a type, as C writes it; none if it is no integer type.
fn of_type(name: &str, value: &str) -> Option<String> {
    match name {
        "bool" | "_Bool" | "uchar" | "unsigned_char" | "u8" | "short" | "ushort"
        | "unsigned_short" | "int" | "uint" | "unsigned" | "unsigned_int" | "long" | "ulong"
        | "longlong" | "ulonglong" | "size_t" | "u16" | "u32" => Some(value.to_owned()),
        // They are chosen among the values of a byte.
        "char" | "schar" | "signed_char" | "s8" => {
            Some((value.parse::<u8>().ok()? as i8).to_string())
        }
        _ => None,
    }
}

/// The places where a run goes wrong; that of its last step, if the violation has none.
///
/// A target has to be at the beginning of a statement or of a full expression. The compiler tells
/// where an operation is, which is there if it is the call of an error function, and else anywhere:
/// then no column is told, and readers take the first that fits.
fn targets(trace: &Trace, threads: &mut Threads, sources: &mut SourceLines<'_>) -> Vec<Target> {
    let violation = &trace.violation;
    let own = violation.place.iter().map(|place| (violation.thread, place));
    let related = violation.related.iter().filter(|related| match related.role {
        Role::OtherAccess { .. } => true,
        Role::Waits { .. } => violation.place.is_none(),
        Role::Allocated | Role::Freed => false,
    });
    let related = related.map(|related| (Some(related.thread), &related.place));
    let all: Vec<(Option<ThreadId>, &Place)> = own.chain(related).collect();
    let last = || {
        let placed = trace.steps.iter().rev();
        placed.filter_map(|step| Some((Some(step.thread), step.place.as_ref()?))).take(1)
    };
    let all = if all.is_empty() { last().collect() } else { all };
    let moved = trace.steps.last().map_or(ThreadId(0), |step| step.thread);
    let is_call = matches!(violation.finding, Finding::ErrorCall { .. });
    let mut column_of = |place: &Place| {
        let byte = usize::try_from(place.column).ok()?.checked_sub(1).filter(|_| is_call)?;
        column(&sources(&place.file, place.line)?, byte)
    };
    let target = |(thread, place): (Option<ThreadId>, &Place)| Target {
        thread: threads.number(thread.unwrap_or(moved)),
        place: place.clone(),
        column: column_of(place),
    };
    all.into_iter().map(target).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(effects: Vec<Effect>, line: &str) -> Option<(String, String, u32)> {
        let step = Step {
            thread: ThreadId(0),
            place: None,
            source: String::new(),
            depth: 1,
            enters: false,
            resumed: false,
            choice: 0,
            left_out: 0,
            unfollowed: 0,
            effects,
        };
        input(&step, line).map(|input| (input.function, input.value, input.closes))
    }

    fn value(value: &str) -> Vec<Effect> {
        vec![Effect::Input { value: value.to_owned() }]
    }

    #[test]
    fn inputs_belong_to_the_only_call_in_their_line() {
        let name = "__VERIFIER_nondet_int";
        assert_eq!(
            taken(value("-3"), "  int x = __VERIFIER_nondet_int();"),
            Some((name.to_owned(), "-3".to_owned(), 33))
        );
        assert_eq!(taken(value("1"), "  int x = f();"), None);
        // Columns are characters, not bytes.
        let line = "/* größer */ x = __VERIFIER_nondet_int();";
        assert_eq!(taken(value("1"), line), Some((name.to_owned(), "1".to_owned(), 40)));
        assert_eq!(taken(value("1"), "__VERIFIER_nondet_int() + __VERIFIER_nondet_int()"), None);
        let twice = [value("1"), value("2")].concat();
        assert_eq!(taken(twice, "__VERIFIER_nondet_long();"), None);
        assert_eq!(taken(Vec::new(), "__VERIFIER_nondet_int();"), None);
    }

    #[test]
    fn values_have_the_type_that_was_asked_for() {
        let chosen = |function: &str, value| {
            let line = format!("x = __VERIFIER_nondet_{function}( );");
            taken(vec![Effect::Chose { value }], &line).map(|(_, value, _)| value)
        };
        assert_eq!(chosen("uchar", 200), Some("200".to_owned()));
        assert_eq!(chosen("char", 200), Some("-56".to_owned()));
        assert_eq!(chosen("float", 1), None);
        assert_eq!(chosen("pointer", 1), None);
    }
}
