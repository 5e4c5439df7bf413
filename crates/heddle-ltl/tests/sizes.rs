//! Sizes of the automata of well-known formulas.
//!
//! The formulas are the patterns of Dwyer, Avrunin and Corbett (ICSE 1999) in all their scopes,
//! fairness, and rows of the same; each with its negation, which is what is checked against.
//! Beside our sizes stand those of the never claims that `spin -f` 6.5.2 writes, as far as it
//! does so within a minute (with `q V (p || q)` for `p W q`, which it does not know). Ours are to
//! be no larger, and to change only on purpose.

use heddle_ltl::{parse, state_based, translate};

/// States, edges and sets.
type General = (usize, usize, u32);

/// States and edges.
type Conventional = (usize, usize);

const SIZES: &[(&str, General, Conventional, Option<Conventional>)] = &[
    // Absence.
    ("[](!p)", (1, 1, 0), (1, 1), Some((1, 1))),
    ("!([](!p))", (2, 3, 1), (2, 3), Some((2, 3))),
    ("<>r -> (!p U r)", (4, 7, 1), (4, 7), Some((4, 7))),
    ("!(<>r -> (!p U r))", (3, 5, 1), (3, 5), Some((3, 5))),
    ("[](q -> [](!p))", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!([](q -> [](!p)))", (3, 6, 1), (3, 6), Some((3, 6))),
    ("[]((q && !r && <>r) -> (!p U r))", (3, 6, 1), (3, 6), Some((7, 18))),
    ("!([]((q && !r && <>r) -> (!p U r)))", (4, 8, 1), (4, 8), Some((4, 8))),
    ("[](q && !r -> (!p W r))", (2, 4, 0), (2, 4), Some((2, 4))),
    ("!([](q && !r -> (!p W r)))", (3, 6, 1), (3, 6), Some((3, 6))),
    // Existence.
    ("<>p", (2, 3, 1), (2, 3), Some((2, 3))),
    ("!(<>p)", (1, 1, 0), (1, 1), Some((1, 1))),
    ("!r W (p && !r)", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!(!r W (p && !r))", (2, 3, 1), (2, 3), Some((2, 3))),
    ("[](!q) || <>(q && <>p)", (5, 11, 1), (5, 11), Some((5, 11))),
    ("!([](!q) || <>(q && <>p))", (2, 3, 1), (2, 3), Some((5, 11))),
    ("[](q && !r -> (!r W (p && !r)))", (2, 4, 0), (2, 4), Some((2, 4))),
    ("!([](q && !r -> (!r W (p && !r))))", (3, 5, 1), (3, 5), Some((3, 6))),
    ("[](q && !r -> (!r U (p && !r)))", (2, 4, 1), (2, 4), Some((4, 9))),
    ("!([](q && !r -> (!r U (p && !r))))", (3, 5, 1), (3, 5), Some((3, 5))),
    // Universality.
    ("[]p", (1, 1, 0), (1, 1), Some((1, 1))),
    ("!([]p)", (2, 3, 1), (2, 3), Some((2, 3))),
    ("<>r -> (p U r)", (4, 7, 1), (4, 7), Some((4, 7))),
    ("!(<>r -> (p U r))", (3, 5, 1), (3, 5), Some((3, 5))),
    ("[](q -> []p)", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!([](q -> []p))", (3, 6, 1), (3, 6), Some((3, 6))),
    ("[]((q && !r && <>r) -> (p U r))", (3, 6, 1), (3, 6), Some((7, 18))),
    ("!([]((q && !r && <>r) -> (p U r)))", (4, 8, 1), (4, 8), Some((4, 8))),
    ("[](q && !r -> (p W r))", (2, 4, 0), (2, 4), Some((2, 4))),
    ("!([](q && !r -> (p W r)))", (3, 6, 1), (3, 6), Some((3, 6))),
    // Precedence.
    ("!p W s", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!(!p W s)", (2, 3, 1), (2, 3), Some((2, 3))),
    ("<>r -> (!p U (s || r))", (4, 7, 1), (4, 7), Some((4, 7))),
    ("!(<>r -> (!p U (s || r)))", (3, 5, 1), (3, 5), Some((4, 9))),
    ("[]!q || <>(q && (!p W s))", (5, 11, 1), (5, 11), Some((5, 11))),
    ("!([]!q || <>(q && (!p W s)))", (3, 7, 1), (3, 7), Some((6, 18))),
    ("[]((q && !r && <>r) -> (!p U (s || r)))", (3, 6, 1), (3, 6), Some((8, 24))),
    ("!([]((q && !r && <>r) -> (!p U (s || r))))", (4, 8, 1), (4, 8), Some((5, 12))),
    ("[](q && !r -> (!p W (s || r)))", (2, 4, 0), (2, 4), Some((2, 4))),
    ("!([](q && !r -> (!p W (s || r))))", (3, 6, 1), (3, 6), Some((3, 6))),
    // Response.
    ("[](p -> <>s)", (2, 4, 1), (2, 4), Some((4, 9))),
    ("!([](p -> <>s))", (2, 3, 1), (2, 3), Some((2, 3))),
    ("<>r -> (p -> (!r U (s && !r))) U r", (5, 11, 1), (5, 11), Some((5, 12))),
    ("!(<>r -> (p -> (!r U (s && !r))) U r)", (3, 5, 1), (3, 5), Some((6, 13))),
    ("[](q -> [](p -> <>s))", (3, 7, 1), (3, 7), Some((6, 16))),
    ("!([](q -> [](p -> <>s)))", (3, 6, 1), (3, 6), Some((3, 6))),
    ("[]((q && !r && <>r) -> (p -> (!r U (s && !r))) U r)", (4, 10, 1), (4, 10), Some((10, 45))),
    ("!([]((q && !r && <>r) -> (p -> (!r U (s && !r))) U r))", (4, 8, 1), (4, 8), Some((7, 16))),
    ("[](q && !r -> ((p -> (!r U (s && !r))) W r))", (3, 8, 1), (3, 8), Some((6, 20))),
    ("!([](q && !r -> ((p -> (!r U (s && !r))) W r)))", (4, 8, 1), (4, 8), Some((4, 8))),
    // Until and its relatives.
    ("p U q", (2, 3, 1), (2, 3), Some((2, 3))),
    ("!(p U q)", (2, 3, 0), (2, 3), Some((2, 3))),
    ("p U (q U r)", (3, 6, 1), (3, 6), Some((3, 6))),
    ("!(p U (q U r))", (3, 6, 0), (3, 6), Some((3, 6))),
    ("(p U q) U r", (4, 10, 1), (4, 10), Some((4, 10))),
    ("!((p U q) U r)", (3, 6, 0), (3, 6), Some((3, 6))),
    ("p U q U r U s", (4, 10, 1), (4, 10), Some((8, 34))),
    ("!(p U q U r U s)", (4, 10, 0), (4, 10), Some((4, 10))),
    ("(p U q) && (r U s)", (4, 9, 1), (4, 9), Some((4, 9))),
    ("!((p U q) && (r U s))", (4, 8, 0), (4, 8), Some((4, 8))),
    ("(p R q) || (r U s)", (4, 8, 1), (4, 8), Some((4, 8))),
    ("!((p R q) || (r U s))", (4, 9, 1), (4, 9), Some((4, 9))),
    ("p W q", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!(p W q)", (2, 3, 1), (2, 3), Some((2, 3))),
    ("p M q", (2, 3, 1), (2, 3), None),
    ("!(p M q)", (2, 3, 0), (2, 3), None),
    ("p R q", (2, 3, 0), (2, 3), Some((2, 3))),
    ("!(p R q)", (2, 3, 1), (2, 3), Some((2, 3))),
    // Fairness.
    ("[]<>p", (1, 2, 1), (2, 3), Some((2, 3))),
    ("!([]<>p)", (2, 3, 1), (2, 3), Some((2, 3))),
    ("<>[]p", (2, 3, 1), (2, 3), Some((2, 3))),
    ("!(<>[]p)", (1, 2, 1), (2, 3), Some((2, 3))),
    ("[]<>p -> []<>q", (4, 7, 1), (5, 8), Some((5, 10))),
    ("!([]<>p -> []<>q)", (2, 4, 1), (3, 5), Some((3, 6))),
    ("<>[]p -> []<>q", (1, 2, 1), (2, 3), Some((5, 10))),
    ("!(<>[]p -> []<>q)", (2, 3, 1), (2, 3), Some((4, 9))),
    ("([]<>p -> []<>q) && ([]<>r -> []<>s)", (10, 24, 2), (14, 28), Some((15, 44))),
    ("!(([]<>p -> []<>q) && ([]<>r -> []<>s))", (5, 10, 1), (7, 12), Some((7, 18))),
    ("[]<>p && []<>q -> [](r -> <>s)", (6, 12, 1), (6, 12), Some((8, 19))),
    ("!([]<>p && []<>q -> [](r -> <>s))", (2, 6, 2), (4, 8), Some((4, 10))),
    ("[](p -> <>q) && [](r -> <>s)", (4, 16, 2), (6, 24), Some((10, 51))),
    ("!([](p -> <>q) && [](r -> <>s))", (3, 5, 1), (3, 5), Some((3, 5))),
    ("([]<>p) && [](q -> <>r)", (2, 8, 2), (5, 14), Some((7, 24))),
    ("!(([]<>p) && [](q -> <>r))", (3, 5, 1), (3, 5), Some((3, 5))),
    // Several at once, again and again.
    ("[]<>a1", (1, 2, 1), (2, 3), Some((2, 3))),
    ("!([]<>a1)", (2, 3, 1), (2, 3), Some((2, 3))),
    ("[]<>a1 && []<>a2", (1, 4, 2), (3, 6), Some((3, 6))),
    ("!([]<>a1 && []<>a2)", (3, 5, 1), (3, 5), Some((3, 5))),
    ("[]<>a1 && []<>a2 && []<>a3", (1, 8, 3), (4, 10), Some((4, 10))),
    ("!([]<>a1 && []<>a2 && []<>a3)", (4, 7, 1), (4, 7), Some((4, 7))),
    ("[]<>a1 && []<>a2 && []<>a3 && []<>a4", (1, 16, 4), (5, 15), Some((5, 15))),
    ("!([]<>a1 && []<>a2 && []<>a3 && []<>a4)", (5, 9, 1), (5, 9), Some((5, 9))),
    ("[]<>a1 && []<>a2 && []<>a3 && []<>a4 && []<>a5", (1, 32, 5), (6, 21), None),
    ("!([]<>a1 && []<>a2 && []<>a3 && []<>a4 && []<>a5)", (6, 11, 1), (6, 11), Some((6, 11))),
    ("[]<>a1 && []<>a2 && []<>a3 && []<>a4 && []<>a5 && []<>a6", (1, 64, 6), (7, 28), None),
    (
        "!([]<>a1 && []<>a2 && []<>a3 && []<>a4 && []<>a5 && []<>a6)",
        (7, 13, 1),
        (7, 13),
        Some((7, 13)),
    ),
    // Several responses.
    ("[](p1 -> <>q1)", (2, 4, 1), (2, 4), Some((4, 9))),
    ("!([](p1 -> <>q1))", (2, 3, 1), (2, 3), Some((2, 3))),
    ("[](p1 -> <>q1) && [](p2 -> <>q2)", (4, 16, 2), (6, 24), Some((10, 51))),
    ("!([](p1 -> <>q1) && [](p2 -> <>q2))", (3, 5, 1), (3, 5), Some((3, 5))),
    ("[](p1 -> <>q1) && [](p2 -> <>q2) && [](p3 -> <>q3)", (8, 64, 3), (21, 168), None),
    ("!([](p1 -> <>q1) && [](p2 -> <>q2) && [](p3 -> <>q3))", (4, 7, 1), (4, 7), Some((4, 7))),
];

#[test]
fn automata_are_small() {
    for (text, general, conventional, spin) in SIZES {
        let formula = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let automaton = translate(&formula).unwrap_or_else(|error| panic!("{text}: {error}"));
        let size = (automaton.state_count(), automaton.edge_count(), automaton.sets());
        assert_eq!(size, *general, "{text}\n{automaton}");
        let on_states = state_based(&automaton);
        let size = (on_states.state_count(), on_states.edge_count());
        assert_eq!(size, *conventional, "{text}\n{on_states}");
        if let Some(spin) = spin {
            assert!(size.0 <= spin.0 && size.1 <= spin.1, "{text}: {size:?} and {spin:?}");
        }
    }
}

/// `n` formulas in a row, with `#` as the number of each.
fn row(pattern: &str, operator: &str, n: usize) -> String {
    let parts: Vec<String> = (1..=n).map(|i| pattern.replace('#', &i.to_string())).collect();
    parts.join(operator)
}

#[test]
fn rows_grow_as_they_should() {
    for n in 1..=6 {
        let size = |text: &str| {
            let automaton = translate(&parse(text).expect(text)).expect(text);
            let on_states = state_based(&automaton);
            let general = (automaton.state_count(), automaton.edge_count());
            (general, (on_states.state_count(), on_states.edge_count()))
        };
        // One state whose edges are the sets of marks; one state for each mark to wait for, and
        // one to accept.
        let infinitely_often = row("GF a#", " && ", n);
        let levels = (n + 1, (n + 1) * (n + 2) / 2);
        assert_eq!(size(&infinitely_often), ((1, 1 << n), levels));
        // One that waits, and one for each that fails.
        let not = format!("!({infinitely_often})");
        assert_eq!(size(&not), ((n + 1, 2 * n + 1), (n + 1, 2 * n + 1)));
        let responses = format!("!({})", row("G(p# -> F q#)", " && ", n));
        assert_eq!(size(&responses), ((n + 1, 2 * n + 1), (n + 1, 2 * n + 1)));
        let untils = row("a#", " U ", n + 1);
        let triangle = (n + 1, (n + 1) * (n + 2) / 2);
        assert_eq!(size(&untils), (triangle, triangle));
        assert_eq!(size(&format!("!({untils})")), (triangle, triangle));
    }
}
