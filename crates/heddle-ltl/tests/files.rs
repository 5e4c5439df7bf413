//! Automata in files: HOA, never claims, DOT, text.

mod support;

use fastrand::Rng;
use heddle_ltl::{
    Automaton, LassoWord, Proposition, Strength, accepts, degeneralize, dot, hoa, never, parse,
    state_based, strength, translate,
};

fn automaton(text: &str) -> Automaton {
    let formula = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    translate(&formula).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The same word for an automaton that has the propositions of `from` in another order.
fn renamed(word: &LassoWord, from: &[Proposition], to: &[Proposition]) -> LassoWord {
    let letter = |letter: &u64| {
        let bits = to.iter().enumerate().filter(|(_, proposition)| {
            let old = from.iter().position(|other| other == *proposition);
            old.is_some_and(|old| letter >> old & 1 == 1)
        });
        bits.fold(0, |letter, (bit, _)| letter | 1 << bit)
    };
    let letters: Vec<u64> = word.letters().iter().map(letter).collect();
    let (stem, cycle) = letters.split_at(word.cycle_start());
    LassoWord::new(stem.to_vec(), cycle.to_vec()).expect("the cycle should not be empty")
}

#[test]
fn what_was_written_is_read_again() {
    let mut rng = Rng::with_seed(20);
    for _ in 0..1_000 {
        let size = rng.usize(0..10);
        let formula = parse(&support::formula(&mut rng, size)).expect("it is a formula");
        let general = translate(&formula).expect("it is small");
        for automaton in [general.clone(), degeneralize(&general), state_based(&general)] {
            let text = hoa::write(&automaton);
            let again = hoa::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, automaton, "{text}");
        }
        let text = never::write(&general);
        let again = never::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(again.is_state_based());
        for _ in 0..10 {
            let word = support::lasso(&mut rng, 3);
            let renamed = renamed(&word, formula.propositions(), again.propositions());
            assert_eq!(accepts(&again, &renamed), formula.holds_on(&word), "{formula}\n{text}");
        }
    }
}

#[test]
fn propositions_of_all_kinds_survive_files() {
    let text = r#"G(q.count -> F "x == \"1\"") && GF at(dir/file.c:12) && flag[1] U ns::x"#;
    let automaton = automaton(text);
    let again = hoa::read(&hoa::write(&automaton)).expect("it was written here");
    assert_eq!(again.propositions(), automaton.propositions());
    let claim = never::write(&automaton);
    let again = never::read(&claim).unwrap_or_else(|error| panic!("{error}\n{claim}"));
    let mut kinds: Vec<_> = again.propositions().to_vec();
    let mut expected: Vec<_> = automaton.propositions().to_vec();
    kinds.sort();
    expected.sort();
    assert_eq!(kinds, expected);
}

#[test]
fn texts_are_as_they_should_be() {
    let response = automaton("!G(p -> F q)");
    assert_eq!(
        response.to_string(),
        "2 states, 3 edges, 1 acceptance set, weak\n\
         0 (initial)\n    true -> 0\n    p && !q -> 1\n\
         1\n    !q -> 1 {0}\n"
    );
    assert_eq!(
        never::write(&response),
        "never {\nT0_init:\n\tdo\n\t:: (1) -> goto T0_init\n\t:: (p && !q) -> goto accept_S1\n\tod;\n\
         accept_S1:\n\tdo\n\t:: (!q) -> goto accept_S1\n\tod;\n}\n"
    );
    assert_eq!(
        never::write(&automaton("p U q")),
        "never {\nT0_init:\n\tdo\n\t:: (p && !q) -> goto T0_init\n\t:: (q) -> goto accept_all\n\tod;\n\
         accept_all:\n\tskip;\n}\n"
    );
    assert_eq!(never::write(&automaton("false")), "never {\nT0_init:\n\tfalse;\n}\n");
    assert_eq!(
        hoa::write(&automaton("GF a && GF b")),
        "HOA: v1\nStates: 1\nStart: 0\nAP: 2 \"a\" \"b\"\nacc-name: generalized-Buchi 2\n\
         Acceptance: 2 Inf(0)&Inf(1)\nproperties: trans-labels explicit-labels trans-acc\n\
         --BODY--\nState: 0\n[!0&!1] 0\n[0&!1] 0 {0}\n[!0&1] 0 {1}\n[0&1] 0 {0 1}\n--END--\n"
    );
    assert_eq!(
        dot::write(&automaton("\"x == 1\" U q")),
        "digraph automaton {\n    rankdir=LR;\n    node [shape=circle];\n    start [shape=point];\n    \
         start -> 0;\n    0;\n    0 -> 0 [label=\"\\\"x == 1\\\" && !q\"];\n    \
         0 -> 1 [label=\"q\"];\n    1 [shape=doublecircle];\n    1 -> 1 [label=\"true\"];\n}\n"
    );
}

#[test]
fn hoa_files_of_other_tools_are_read() {
    let with_states = r#"
        HOA: v1 /* a comment /* in a comment */ */
        tool: "some \"tool\"" "1.0"
        name: "FG a"
        States: 2
        Start: 0
        AP: 1 "a"
        Alias: @a 0
        acc-name: Buchi
        Acceptance: 1 Inf(0)
        properties: state-labels state-acc
        --BODY--
        State: [t] 0 "waits" 0 1
        State: [@a] 1 {0} 1
        --END--
    "#;
    let automaton = hoa::read(with_states).expect("it is HOA");
    let formula = parse("a && FG a").expect("it is a formula");
    let mut rng = Rng::with_seed(21);
    for _ in 0..200 {
        let word = support::lasso(&mut rng, 1);
        let later = parse("FG a").expect("it is a formula").holds_on(&word);
        assert_eq!(accepts(&automaton, &word), later);
        assert!(!formula.holds_on(&word) || later);
    }
    let implicit =
        "HOA: v1 States: 2 Start: 1 Start: 0 AP: 1 \"p\" Acceptance: 3 Inf(2) & Inf(2) | f
        --BODY-- State: 0 0 {0 2} 1 State: 1 1 1 --END--";
    let automaton = hoa::read(implicit).expect("it is HOA");
    let never_p = parse("G !p").expect("it is a formula");
    for _ in 0..200 {
        let word = support::lasso(&mut rng, 1);
        assert_eq!(accepts(&automaton, &word), never_p.holds_on(&word), "{word:?}");
    }
    let nothing = "HOA: v1 Start: 0 AP: 0 Acceptance: 0 f --BODY-- State: 0 0 --END--";
    let word = LassoWord::new(vec![], vec![0]).expect("there is a cycle");
    assert!(!accepts(&hoa::read(nothing).expect("it is HOA"), &word));
}

#[test]
fn hoa_errors_say_where_and_why() {
    let body = "--BODY--\nState: 0\n[0] 0\n--END--";
    for (text, place, message) in [
        ("".to_owned(), (1, 1), "expected 'HOA: v1'"),
        ("HOA: v2".to_owned(), (1, 1), "expected 'HOA: v1'"),
        (format!("HOA: v1\n{body}"), (3, 1), "there is no 'Acceptance:' in the header"),
        (format!("HOA: v1\nAcceptance: 1 Fin(0)\n{body}"), (2, 15), "only generalized Buechi"),
        (format!("HOA: v1\nAcceptance: 2 Inf(0)|Inf(1)\n{body}"), (2, 22), "only generalized"),
        (format!("HOA: v1\nAcceptance: 1 Inf(!0)\n{body}"), (2, 15), "only generalized Buechi"),
        (format!("HOA: v1\nStart: 0&1\nAcceptance: 0 t\n{body}"), (2, 9), "alternating"),
        (format!("HOA: v1\nAcceptance: 0 t\n{body}"), (5, 2), "there is no proposition 0"),
        (format!("HOA: v1\nAP: 65\nAcceptance: 0 t\n{body}"), (2, 5), "at most 64"),
        (
            format!("HOA: v1\nAP: 1 \"a\"\nAcceptance: 0 t\n{body}"),
            (5, 1),
            "there is no 'Start:' in the header",
        ),
        (format!("HOA: v1\nNewKind: 1\nAcceptance: 0 t\n{body}"), (2, 1), "'NewKind:' is not"),
        (
            "HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 0\n[t] 3\n--END--".to_owned(),
            (5, 5),
            "there is no state 3",
        ),
        (
            "HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 0 {1}\n--END--".to_owned(),
            (4, 11),
            "there is no acceptance set 1 of 0",
        ),
        (
            "HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 99999999999999999999\n".to_owned(),
            (4, 8),
            "the number 99999999999999999999 is too large",
        ),
        (format!("HOA: v1\nAcceptance: 1 Inf(1)\n{body}"), (2, 15), "no acceptance set 1 of 1"),
        ("HOA: v1\n--ABORT--".to_owned(), (2, 1), "the automaton was aborted"),
        ("HOA: v1 /* x".to_owned(), (1, 9), "the comment is never closed"),
        ("HOA: v1\nAP: 1 \"a".to_owned(), (2, 7), "the quote is never closed"),
    ] {
        let error = hoa::read(&text).expect_err(&text);
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn never_claims_of_spin_are_read() {
    // The shapes in which SPIN writes `!(p U q)`, `p U q` and `[]<>a && []<>b`.
    for (claim, formula) in [
        (
            "never  {    /* !(p U q) */\naccept_init:\nT0_init:\n\tdo\n\
             \t:: (! ((q))) -> goto T0_init\n\
             \t:: atomic { (! ((p)) && ! ((q))) -> assert(!(! ((p)) && ! ((q)))) }\n\tod;\n\
             accept_all:\n\tskip\n}\n",
            "!(p U q)",
        ),
        (
            "never {\nT0_init:\n\tif\n\t:: (q) -> goto accept_all\n\t:: (p) -> goto T0_init\n\tfi;\n\
             accept_all:\n\tskip\n}\n",
            "p U q",
        ),
        (
            "never { T0_init: do :: ((a) && (b)) -> goto accept_S1 :: ((a)) -> goto T1_S1\n\
             :: (1) -> goto T0_init od; accept_S1: do :: (1) -> goto T0_init od;\n\
             T1_S1: do :: ((b)) -> goto accept_S1 :: (1) -> goto T1_S1 od; }",
            "GF a && GF b",
        ),
        // By hand: some time `p` and not `q`, and never `q` from then on.
        (
            "never no_answer { do :: true :: p && !q -> break od; // no answer\n\
             accept: do :: !q od }",
            "F(p && G !q)",
        ),
        ("never { do :: p :: else -> break od }", "F !p"),
        ("never { p; q }", "p && X q"),
        ("never { accept: if :: p -> goto accept :: else; goto end fi; end: 0 }", "G p"),
    ] {
        let automaton = never::read(claim).unwrap_or_else(|error| panic!("{error}\n{claim}"));
        let formula = parse(formula).expect("it is a formula");
        let mut rng = Rng::with_seed(22);
        for _ in 0..300 {
            let word = support::lasso(&mut rng, 2);
            let renamed = renamed(&word, formula.propositions(), automaton.propositions());
            assert_eq!(accepts(&automaton, &renamed), formula.holds_on(&word), "{claim}\n{word:?}");
        }
    }
}

#[test]
fn never_claims_that_cannot_be_read_are_refused_with_the_place() {
    for (text, place, message) in [
        ("", (1, 1), "expected 'never'"),
        ("never", (1, 6), "expected '{'"),
        ("never {\nT0:\n  do\n  :: p -> goto T1\n  od }", (4, 16), "there is no label 'T1'"),
        ("never { do :: (x == 1) -> skip od }", (1, 18), "'=' cannot be read in a never claim"),
        ("never { do :: p -> x od }", (1, 20), "expected 'goto' or 'break'"),
        ("never { do :: p -> skip od }", (1, 20), "one more step of the claim"),
        ("never { if :: p -> break fi }", (1, 20), "expected 'goto'"),
        ("never { do p od }", (1, 12), "expected '::' or 'od'"),
        ("never { goto a }", (1, 9), "expected 'if', 'do', 'skip', a condition or '}'"),
        ("never { a: skip; a: skip }", (1, 18), "the label 'a' is there twice"),
        ("never { do :: atomic { p -> assert(q) } od }", (1, 35), "expected an assertion"),
        ("never { do :: p od", (1, 19), "expected 'if'"),
        ("never { skip } never { skip }", (1, 16), "expected the end of the file"),
        ("never { /* x }", (1, 9), "the comment is never closed"),
    ] {
        let error = never::read(text).map(|_| ()).expect_err(text);
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn garbage_is_refused_without_a_panic() {
    let mut rng = Rng::with_seed(23);
    let hoa_text = hoa::write(&automaton("GF a && (b U c)"));
    let claim = never::write(&automaton("GF a && (b U c)"));
    for text in [hoa_text, claim] {
        let pieces: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', '[', ']']).collect();
        for _ in 0..4_000 {
            let mut pieces = pieces.clone();
            for _ in 0..rng.usize(1..4) {
                let (from, to) = (rng.usize(0..pieces.len()), rng.usize(0..pieces.len()));
                match rng.usize(0..3) {
                    0 => pieces.swap(from, to),
                    1 => pieces[to] = pieces[from],
                    _ => {
                        pieces[to] = ["", "!", "(", "99999999999", "é", "\"", "&"][rng.usize(0..7)]
                    }
                }
            }
            let damaged = pieces.concat();
            for result in [hoa::read(&damaged), never::read(&damaged)].into_iter().flatten() {
                let word = support::lasso(&mut rng, 3);
                accepts(&result, &word);
            }
        }
    }
    let deep = format!("HOA: v1 AP: 1 \"a\" Alias: @x {}0", "!".repeat(10_000));
    assert!(hoa::read(&deep).expect_err("too deep").message.contains("levels deep"));
    let deep = format!("never {{ {}p }}", "(".repeat(10_000));
    assert!(never::read(&deep).map(|_| ()).expect_err("too deep").message.contains("levels deep"));
}

#[test]
fn strength_is_told() {
    for (text, expected) in [
        ("p U q", Strength::Terminal),
        ("F(p && X q)", Strength::Terminal),
        ("true", Strength::Terminal),
        ("G p", Strength::Weak),
        ("FG p", Strength::Weak),
        ("!G(p -> F q)", Strength::Weak),
        ("GF p", Strength::General),
        ("G(p -> F q)", Strength::General),
    ] {
        assert_eq!(strength(&automaton(text)), expected, "{text}");
    }
}
