//! Native programs, compiled by the system's compiler and explored.

mod conditions;
mod executions;
mod locks;
mod semaphores;
mod support;
