//! A formula that all runs should satisfy, as a liveness checker of a search.

use heddle_model::Violation;
use heddle_search::{Graph, Interrupted, LivenessChecker, MayHold, Word};

use crate::automaton::{
    Automaton, Components, StateId, Strength, TranslateError, accepts, translate,
};
use crate::emptiness::{Emptiness, find, short_run};
use crate::formula::Formula;
use crate::lasso::LassoWord;
use crate::product::{Product, translated};

/// A requirement on all runs of a system.
pub struct Requirement {
    /// The formula that is required; none if the requirement is given by an automaton of forbidden
    /// runs.
    formula: Option<Formula>,
    /// Accepts the runs that should not be.
    negation: Automaton,
    /// For each state of it, true if its component accepts; none unless each component accepts all
    /// cycles in it or none.
    good: Option<Vec<bool>>,
    /// For each proposition, its bit in the valuations of the system.
    bits: Vec<u8>,
    is_fair: bool,
    emptiness: Emptiness,
    violation: Violation,
}

/// Options of a requirement.
#[derive(Clone, Debug)]
pub struct RequirementOptions {
    /// For each proposition of the formula or the automaton, its bit in the valuations of
    /// the system.
    pub bits: Vec<u8>,
    /// True if only fair runs count.
    pub is_fair: bool,
    /// The algorithm that looks for a run.
    pub emptiness: Emptiness,
    /// The violation that a run is reported as.
    pub violation: Violation,
}

impl Requirement {
    /// All runs satisfy a formula.
    ///
    /// # Errors
    /// If the formula is too large.
    pub fn new(
        formula: Formula,
        options: RequirementOptions,
    ) -> Result<Requirement, TranslateError> {
        let negation = translate(&formula.negated())?;
        debug_assert_eq!(negation.propositions(), formula.propositions());
        Ok(Requirement::with(Some(formula), negation, options))
    }

    /// No run is accepted by an automaton.
    pub fn forbidding(negation: Automaton, options: RequirementOptions) -> Requirement {
        Requirement::with(None, negation, options)
    }

    fn with(
        formula: Option<Formula>,
        negation: Automaton,
        options: RequirementOptions,
    ) -> Requirement {
        let RequirementOptions { bits, is_fair, emptiness, violation } = options;
        let components = Components::of(&negation);
        let accepts = |state| components.is_accepting(components.component(StateId::new(state)));
        let good = match components.strength() {
            Strength::Terminal | Strength::Weak => {
                Some((0..negation.state_count()).map(accepts).collect())
            }
            Strength::General => None,
        };
        Requirement { formula, negation, good, bits, is_fair, emptiness, violation }
    }

    /// The automaton of the runs that should not be.
    pub fn negation(&self) -> &Automaton {
        &self.negation
    }
}

impl LivenessChecker for Requirement {
    fn look(
        &mut self,
        graph: &Graph<'_>,
        may_hold: MayHold<'_>,
    ) -> Result<Option<heddle_search::LassoRun>, Interrupted> {
        let Requirement { negation: automaton, good, bits, is_fair, emptiness, .. } = self;
        let good = good.as_deref();
        let product = Product { graph, automaton, bits, is_fair: *is_fair, good };
        let Some(node) = find(&product, *emptiness, may_hold)? else { return Ok(None) };
        let run =
            short_run(&product, node, may_hold).expect("a cycle that was found should be there");
        let lasso = product.lasso(&run).expect("arcs should come from transitions");
        Ok(Some(lasso))
    }

    fn is_violated_by(&self, word: &Word) -> bool {
        let letters = |valuations: &[u32]| {
            valuations.iter().map(|&valuation| translated(valuation, &self.bits)).collect()
        };
        let Some(lasso) = LassoWord::new(letters(&word.stem), letters(&word.cycle)) else {
            return false;
        };
        let is_denied = match &self.formula {
            Some(formula) => !formula.holds_on(&lasso),
            None => accepts(&self.negation, &lasso),
        };
        is_denied && !(self.is_fair && word.starving != 0)
    }

    fn violation(&self) -> Violation {
        self.violation.clone()
    }
}
