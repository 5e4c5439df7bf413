//! Automata accept exactly the words on which their formulas hold.

mod support;

use fastrand::Rng;
use heddle_ltl::{
    Automaton, Components, Formula, LassoWord, Strength, accepts, degeneralize,
    is_stutter_invariant, parse, state_based, translate,
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
    for round in 0..6_000 {
        let size = rng.usize(0..13);
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
fn stuttered(rng: &mut Rng, word: &LassoWord) -> LassoWord {
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
    LassoWord::new(stem, cycle).expect("the cycle should not be empty")
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

#[test]
fn what_is_too_large_is_refused() {
    let names = |n: usize| (0..n).map(|i| format!("p{i}")).collect::<Vec<_>>();
    let refused = |text: &str| translate(&read(text)).expect_err("it is too large").to_string();
    assert!(translate(&read(&names(64).join(" && "))).is_ok());
    assert_eq!(
        refused(&names(65).join(" && ")),
        "the formula has more than 64 propositions; p64 is one too many"
    );
    let start = "the automaton of the formula would be too large";
    for text in [
        names(40).join(" xor "),
        names(20).iter().map(|name| format!("F {name}")).collect::<Vec<_>>().join(" && "),
        format!("{}p", "p U q U r U s U ".repeat(100)),
    ] {
        assert!(refused(&text).starts_with(start), "{text}");
        assert!(!is_stutter_invariant(&read(&format!("X({text})"))), "{text}");
    }
}

#[test]
fn components_tell_where_runs_are_accepted() {
    // Waits for `p`, then stays where `q` holds for ever, or goes where all is accepted.
    let formula = read("F(p && (G q || X r))");
    let automaton = automaton(&formula);
    let components = Components::of(&automaton);
    assert_eq!(components.strength(), Strength::Weak);
    for state in automaton.states() {
        let component = components.component(state);
        for edge in automaton.edges(state) {
            assert!(components.component(edge.target) <= component);
        }
        assert!(components.is_weak(component));
        assert!(!components.is_terminal(component) || components.is_accepting(component));
        // Once all is accepted, it is in one state.
        let is_sink = automaton.edges(state).iter().all(|edge| edge.target == state);
        let takes_all = automaton.edges(state).iter().any(|edge| edge.guard.is_always());
        assert_eq!(components.is_terminal(component), is_sink && takes_all, "{automaton}");
    }
    assert!(!components.is_accepting(components.component(automaton.initial())));
}
