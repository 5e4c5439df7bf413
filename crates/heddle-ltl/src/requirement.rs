//! A formula that all runs should satisfy, as an auditor of a search.

use heddle_model::Violation;
use heddle_search::{Auditor, Graph, Interrupted, MayHold, Word};

use crate::automaton::{
    Automaton, Components, StateId, Strength, TranslateError, accepts, translate,
};
use crate::emptiness::{Emptiness, find, short_run};
use crate::formula::Formula;
use crate::lasso::Lasso;
use crate::product::{Product, translated};

/// What every run of a system should be like.
pub struct Requirement {
    /// What is required; none if it is given by what it forbids.
    formula: Option<Formula>,
    /// Accepts the runs that should not be.
    denial: Automaton,
    /// For each state of it, whether its component accepts, if no component does so by halves.
    good: Option<Vec<bool>>,
    /// For each proposition, its bit in the valuations of the system.
    bits: Vec<u8>,
    is_fair: bool,
    emptiness: Emptiness,
    violation: Violation,
}

/// How runs are looked at.
#[derive(Clone, Debug)]
pub struct Rules {
    /// For each proposition of the formula or the automaton, its bit in the valuations of
    /// the system.
    pub bits: Vec<u8>,
    /// Whether only fair runs count.
    pub is_fair: bool,
    /// How to look for a run.
    pub emptiness: Emptiness,
    /// What to say of a run that should not be.
    pub violation: Violation,
}

impl Requirement {
    /// All runs satisfy a formula.
    ///
    /// # Errors
    /// If the formula is too large.
    pub fn new(formula: Formula, rules: Rules) -> Result<Requirement, TranslateError> {
        let denial = translate(&formula.negated())?;
        debug_assert_eq!(denial.propositions(), formula.propositions());
        Ok(Requirement::with(Some(formula), denial, rules))
    }

    /// No run is accepted by an automaton.
    pub fn forbidding(denial: Automaton, rules: Rules) -> Requirement {
        Requirement::with(None, denial, rules)
    }

    fn with(formula: Option<Formula>, denial: Automaton, rules: Rules) -> Requirement {
        let Rules { bits, is_fair, emptiness, violation } = rules;
        let components = Components::of(&denial);
        let accepts = |state| components.is_accepting(components.component(StateId::new(state)));
        let good = match components.strength() {
            Strength::Terminal | Strength::Weak => {
                Some((0..denial.state_count()).map(accepts).collect())
            }
            Strength::General => None,
        };
        Requirement { formula, denial, good, bits, is_fair, emptiness, violation }
    }

    /// The automaton of the runs that should not be.
    pub fn denial(&self) -> &Automaton {
        &self.denial
    }
}

impl Auditor for Requirement {
    fn look(
        &mut self,
        graph: &Graph<'_>,
        may_hold: MayHold<'_>,
    ) -> Result<Option<heddle_search::Lasso>, Interrupted> {
        let Requirement { denial: automaton, good, bits, is_fair, emptiness, .. } = self;
        let good = good.as_deref();
        let product = Product { graph, automaton, bits, is_fair: *is_fair, good };
        let Some(node) = find(&product, *emptiness, may_hold)? else { return Ok(None) };
        let run = short_run(&product, node).expect("a cycle that was found should be there");
        let lasso = product.lasso(&run).expect("arcs should come from transitions");
        Ok(Some(lasso))
    }

    fn objects_to(&self, word: &Word) -> bool {
        let letters = |valuations: &[u32]| {
            valuations.iter().map(|&valuation| translated(valuation, &self.bits)).collect()
        };
        let Some(lasso) = Lasso::new(letters(&word.stem), letters(&word.cycle)) else {
            return false;
        };
        let is_denied = match &self.formula {
            Some(formula) => !formula.holds_on(&lasso),
            None => accepts(&self.denial, &lasso),
        };
        is_denied && !(self.is_fair && word.starving != 0)
    }

    fn violation(&self) -> Violation {
        self.violation.clone()
    }
}
