//! The search on toy systems: all traces, each once, and all violations.

mod bounded;
mod limits;
mod random;
mod reference;
mod sampling;
mod textbook;
mod toy;
