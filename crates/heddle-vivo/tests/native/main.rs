//! Native programs, compiled by the system's compiler and explored.

mod executions;
mod support;
