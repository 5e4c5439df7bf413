//! The search on toy systems.

mod bounds;
mod checkpoints;
mod common;
mod graphs;
mod limits;
mod reductions;
mod replay;
mod stores;
mod systems;
mod toys;
