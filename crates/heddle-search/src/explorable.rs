//! The sum of what the options of a search may ask of a system.

use heddle_model::{Guided, Matchable, Persistent, Reducible, Temporal};

/// A system that can be explored with any [`Options`](crate::Options).
///
/// Which of these traits a search really uses is known only from its options: a system that
/// does without one takes the defaults of that trait.
pub trait Explorable: Reducible + Matchable + Temporal + Guided + Persistent {}

impl<S: Reducible + Matchable + Temporal + Guided + Persistent> Explorable for S {}
