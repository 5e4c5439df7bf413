//! Optimal stateless exploration of any transition system that has footprints.
//!
//! Executions that differ only in the order of independent steps are one *trace*. The search makes
//! one execution of each trace, and begins none in vain (but see below): optimal dynamic
//! partial-order reduction with source sets and wake-up trees (Abdulla, Aronis, Jonsson, Sagonas,
//! "Optimal dynamic partial order reduction", POPL 2014; "Source sets", JACM 2017). Nothing is
//! stored but the execution under way; its states are checkpoints to which the search goes back.
//!
//! Where it departs from the papers:
//! - Steps that block: see `races`. A step that cannot be made is in nobody's race, what keeps it
//!   from being made is, and an actor that is blocked at the end races, too.
//! - A step has several alternatives: an event is in a race with itself.
//! - A step that ends the run (it fails, contradicts an assumption, or ends the process) is an event
//!   that others do not notice: it is taken back, its actor moves no more, and the others go on.
//!   What they may do before it, they do.
//! - Footprints last until an actor moves
//!   ([`lasting_footprint`](heddle_model::Reducible::lasting_footprint)). What a step touches in
//!   just this state would be less, but then an event has another footprint in another order, and
//!   sequences that a wake-up tree takes for covered are lost.
//! - A race is planned with the events up to its second one, and with those after it only if a
//!   sleeping step could begin the shorter sequence; the paper always takes all.
//!
//! # Loops
//! An actor that comes back to a state, after steps of its own only, each of which could go one way
//! only, has made a round in vain: it *waits* until a step touches what it did. An execution in
//! which it goes round again before that loses nothing if one of the rounds is taken out, since the
//! steps of others in between are independent of all of the round, and can come before it or after
//! it. If the path comes back to a state after steps of several actors, some of which changed
//! something, it is cut, and the search says so ([`Gap::Cycle`]): it is no proof then. Whether an
//! actor waits is seen only where its round is made in one go, so that it may go round once more
//! where a planned sequence interrupts it; such executions may turn out to be known.
//!
//! Where an execution ends with actors that wait, or is cut, the system is asked whether they spin for ever.
//! States of a spin deadlock are never left, so each execution that comes to one ends in one.
//!
//! # Observers
//! Two writes that nobody reads in between need no order ("Optimal dynamic partial order reduction with
//! observers", TACAS 2018). Here they have one: whether a conflict counts would then depend on what comes after both,
//! so that sleeping steps and wake-up trees would have to be looked at again after each read. Of the 20
//! programs of `bench/executions`, two have such writes (`writers`, where 720 executions of six threads would be 6, and
//! the turn of `peterson`), and there states match anyway: the search through states answers first.
//!
//! # Workers
//! With several systems, the first nodes of paths are a tree that several workers explore; see
//! `frontier`. The executions that are explored are as many as with one.
//!
//! # Data races
//! Two steps that race are next in the same state, which need not be on any path. Where two events
//! race, that state is made, and checked.

mod bounded;
mod budget;
mod crew;
mod explorer;
mod findings;
mod footprints;
mod frontier;
mod jobs;
mod nodes;
mod options;
mod order;
mod path;
mod probes;
mod prologue;
mod races;
mod report;
mod sampling;
mod search;
mod slots;
mod wakeup;

pub use options::{Options, Promise};
pub use report::{Gap, Progress, Report, Statistics, UnknownRun};
pub use sampling::{Sampled, Sampling, Scheduler};
pub use search::explore;
