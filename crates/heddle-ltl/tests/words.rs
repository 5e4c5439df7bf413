//! Automata accept exactly the words on which their formulas hold.

mod support;

use fastrand::Rng;
use heddle_ltl::{
    Automaton, Formula, Lasso, accepts, degeneralize, is_stutter_invariant, parse, state_based,
    translate,
};

fn read(text: &str) -> Formula {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn automaton(formula: &Formula) -> Automaton {
    translate(formula).unwrap_or_else(|error| panic!("{formula}: {error}"))
}

#[test]
fn every_kind_of_automaton_accepts_what_the_formula_says() {
    let mut rng = Rng::with_seed(10);
    for round in 0..4_000 {
        let size = rng.usize(0..10);
        let formula = read(&support::formula(&mut rng, size));
        let general = automaton(&formula);
        let one_set = degeneralize(&general);
        let on_states = state_based(&general);
        assert_eq!(one_set.sets(), 1);
        assert_eq!(on_states.sets(), 1);
        assert!(on_states.is_state_based());
        for _ in 0..10 {
            let word = support::lasso(&mut rng, 3);
            let holds = formula.holds_on(&word);
            for (kind, automaton) in
                [("general", &general), ("one set", &one_set), ("states", &on_states)]
            {
                assert_eq!(
                    accepts(automaton, &word),
                    holds,
                    "round {round}, {kind}: {formula}\n{word:?}\n{automaton:#?}"
                );
            }
        }
    }
}

/// A word in which each letter of `word` is repeated up to three times.
fn stuttered(rng: &mut Rng, word: &Lasso) -> Lasso {
    let mut repeated = |letters: &[u64]| {
        let mut longer = Vec::new();
        for letter in letters {
            longer.extend(std::iter::repeat_n(*letter, rng.usize(1..4)));
        }
        longer
    };
    let (stem, cycle) = word.letters().split_at(word.cycle_start());
    // Going round the cycle twice, the rounds can be repeated differently.
    let (stem, cycle) = (repeated(stem), repeated(&cycle.repeat(2)));
    Lasso::new(stem, cycle).expect("the cycle should not be empty")
}

#[test]
fn stutter_invariance_agrees_with_stuttered_words() {
    let mut rng = Rng::with_seed(11);
    let (mut invariant, mut variant, mut shown) = (0, 0, 0);
    for _ in 0..1_500 {
        let size = rng.usize(1..7);
        let formula = read(&support::formula_over(&mut rng, size, &["a", "b"], true));
        if !formula.has_next() {
            assert!(is_stutter_invariant(&formula));
            continue;
        }
        let claim = is_stutter_invariant(&formula);
        let differs = (0..200).any(|_| {
            let word = support::lasso(&mut rng, 2);
            let other = stuttered(&mut rng, &word);
            formula.holds_on(&word) != formula.holds_on(&other)
        });
        assert!(!(claim && differs), "{formula}");
        invariant += usize::from(claim);
        variant += usize::from(!claim);
        shown += usize::from(!claim && differs);
    }
    // The words are random: not every difference shows, but most do.
    assert!(invariant > 100 && variant > 100, "{invariant} {variant}");
    assert!(shown * 10 > variant * 8, "{shown} of {variant}");
}

#[test]
fn stutter_invariance_of_formulas_with_next() {
    for (text, invariant) in [
        ("a U b", true),
        ("X a", false),
        ("F X a", false),
        ("X F a", false),
        ("G X a", false),
        ("GF X a", true),
        ("F(a && X F b)", false),
        // That something changes is not lost when letters are repeated.
        ("F(a && X !a)", true),
        ("F(a && X(!a && F b))", true),
        ("F(a && !b && X(b && !a))", true),
        ("G(a -> X(a U b))", true),
        // How often something holds is.
        ("F(a && X a)", false),
        ("F(a && X(a && X !a))", false),
        ("G(a <-> X !a)", false),
    ] {
        assert_eq!(is_stutter_invariant(&read(text)), invariant, "{text}");
    }
}
