//! The search on toy systems.

mod bounds;
mod checkpoints;
mod common;
mod graphs;
mod limits;
mod reductions;
mod replay;
mod stores;
mod stretches;
mod systems;
mod toys;
