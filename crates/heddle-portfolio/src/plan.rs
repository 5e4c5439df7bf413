//! The plan: in which order engines are asked.
//!
//! An engine that explores states one by one is first: it answers most programs at once, and
//! finds out in no time where it cannot go on. A program with wide inputs and without threads is
//! another matter. It has no interleavings, and nearly always branches on its inputs: there an
//! engine that takes all values of an input together is first.
//!
//! A *companion* promises more than the others for a few programs, and finds out soon whether this
//! is one: it comes last, and is there only where there are threads.
//!
//! A program with one run has nothing that a second engine would know better: it would only slow the
//! first one down. So the others are asked if the first cannot prove anything, and not before.

use heddle_engine::{Engine, Question, Refusal};
use heddle_program::Program;

use crate::facts::Facts;

/// A plan.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Indexes of the engines that are asked, in this order.
    pub(crate) order: Vec<usize>,
    /// The engines that refuse the question, by index.
    pub(crate) refused: Vec<(usize, Refusal)>,
    /// True if all but the first are asked only where that cannot prove anything.
    pub(crate) is_first_enough: bool,
}

impl Plan {
    /// A plan for a question.
    pub(crate) fn new(
        facts: &Facts,
        engines: &[Box<dyn Engine>],
        question: &Question,
        program: &Program,
    ) -> Plan {
        let is_first_enough = facts.has_one_run;
        let mut plan = Plan { order: Vec::new(), refused: Vec::new(), is_first_enough };
        for (index, engine) in engines.iter().enumerate() {
            let refusal = engine.refusal(question, program);
            let is_companion = engine.capabilities().is_companion && engines.len() > 1;
            if is_companion && (refusal.is_some() || !facts.creates_threads) {
                continue;
            }
            match refusal {
                Some(refusal) => plan.refused.push((index, refusal)),
                None => plan.order.push(index),
            }
        }
        if facts.has_wide_inputs && !facts.creates_threads {
            // Stable: otherwise the order is that of the engines.
            plan.order.sort_by_key(|&index| !engines[index].capabilities().wide_inputs);
        }
        plan
    }
}
