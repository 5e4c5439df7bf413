//! Native programs, compiled by the system's compiler and explored.

mod conditions;
mod cxx;
mod ends;
mod executions;
mod locks;
mod memory;
mod semaphores;
mod soak;
mod support;
mod surroundings;
