//! The search on toy systems.

mod bounds;
mod checkpoints;
mod common;
mod gate;
mod graphs;
mod limits;
mod reductions;
mod stores;
mod systems;
mod toys;
