//! Native programs, compiled by the system's compiler and explored.

mod conditions;
mod cxx;
mod ends;
mod executions;
mod instrumented;
mod locks;
mod memory;
mod rounds;
mod semaphores;
mod soak;
mod support;
mod surroundings;
mod words;
