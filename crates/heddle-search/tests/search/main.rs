//! The search on toy systems.

mod common;
mod gate;
mod graphs;
mod limits;
mod systems;
mod toys;
