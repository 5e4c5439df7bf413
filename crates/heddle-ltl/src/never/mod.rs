//! Never claims: Büchi automata as SPIN has them.
//!
//! Written is what `spin -f` would write: a label for each state, beginning with `accept` if it
//! accepts, and a loop of options that end in `goto`. Expressions and calls stand in it as they
//! do in formulas; for SPIN, which knows neither quotes nor `at(file:line)`, they have to be
//! replaced by macros.
//!
//! Read is what usually stands in never claims, written by hand or by a tool: labels; `if` and
//! `do` with options of a condition and `goto`, `break` or nothing; `else`; conditions as
//! statements; and the assertion that SPIN ends a claim with. Conditions are made of
//! propositions as in formulas, `true false 1 0 ! && ||` and parentheses; everything else is
//! refused, with the place. A run that comes to the end of the claim is accepted, whatever
//! follows.

mod parse;
mod tokens;
mod write;

use crate::automaton::{Automaton, Edge, Guard, StateId};
use crate::text_error::ReadError;

use parse::{Action, Block, Claim};

pub use write::write;

/// The automaton of a never claim: one acceptance set, the same for all edges out of a state.
///
/// # Errors
///
/// Says where the text is no never claim, or uses what cannot be read.
pub fn read(text: &str) -> Result<Automaton, ReadError> {
    let claim = parse::claim(text)?;
    let mut states = Vec::with_capacity(claim.blocks.len() + 1);
    for (index, block) in claim.blocks.iter().enumerate() {
        states.push(edges(text, &claim, index, block)?);
    }
    // The end of the claim.
    let end = StateId::new(claim.blocks.len());
    states.push(vec![Edge { guard: Guard::always(), marks: 1, target: end }]);
    Ok(Automaton::new(claim.propositions, 1, StateId::new(0), states))
}

/// The edges out of a block.
fn edges(text: &str, claim: &Claim, index: usize, block: &Block) -> Result<Vec<Edge>, ReadError> {
    let marks = u32::from(block.labels.iter().any(|label| label.starts_with("accept")));
    let mut edges = Vec::with_capacity(block.options.len());
    for option in &block.options {
        let target = match &option.action {
            Action::Stay => index,
            Action::Follow => index + 1,
            Action::End => claim.blocks.len(),
            Action::Goto(label, byte) => {
                claim.blocks.iter().position(|block| block.labels.contains(label)).ok_or_else(
                    || ReadError::at(text, *byte, format!("there is no label '{label}'")),
                )?
            }
        };
        if !option.guard.is_never() {
            let guard = option.guard.clone();
            edges.push(Edge { guard, marks, target: StateId::new(target) });
        }
    }
    Ok(edges)
}
