//! Formulas: reading, printing, rewriting.

mod support;

use fastrand::Rng;
use heddle_ltl::{Formula, HEIGHT_LIMIT, LassoWord, Proposition, parse};

fn read(text: &str) -> Formula {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn printed(text: &str) -> String {
    read(text).to_string()
}

#[test]
fn both_notations_are_read_and_one_is_printed() {
    for (text, expected) in [
        ("[](req -> <>cs)", "G(req -> F cs)"),
        ("G(req=>F cs)", "G(req -> F cs)"),
        ("GF a & FG b", "GF a && FG b"),
        ("[]<>a /\\ <>[]~b", "GF a && FG !b"),
        ("a \\/ b | c || d", "a || b || c || d"),
        ("(a && b) && (c && d)", "a && b && c && d"),
        ("a V b", "a R b"),
        ("p <=> q", "p <-> q"),
        ("a ^ b xor c", "a xor b xor c"),
        ("a xor (b xor c)", "a xor (b xor c)"),
        ("1 U 0", "true U false"),
        ("XX!p", "XX !p"),
        ("!G(p)", "!G p"),
        ("!!p", "!!p"),
        ("G(F)", "G F"),
        ("F U G", "F U G"),
        ("GF", "GF"),
        ("GF GF", "GF GF"),
        ("FGp", "FGp"),
    ] {
        assert_eq!(printed(text), expected, "{text}");
        assert_eq!(read(expected), read(text), "{text}");
    }
}

#[test]
fn operators_bind_as_documented() {
    for (text, explicit) in [
        ("a U b U c", "a U (b U c)"),
        ("a U b R c W d M e", "a U (b R (c W (d M e)))"),
        ("a && b U c || d", "(a && (b U c)) || d"),
        ("a || b && c", "a || (b && c)"),
        ("a ^ b || c", "a ^ (b || c)"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a -> b <-> c", "a -> (b <-> c)"),
        ("a <-> b -> c", "a <-> (b -> c)"),
        ("a -> b xor c", "a -> (b xor c)"),
        ("! a U b", "(! a) U b"),
        ("G a U F b", "(G a) U (F b)"),
        ("X a && b", "(X a) && b"),
    ] {
        assert_eq!(read(text), read(explicit), "{text}");
    }
    assert_ne!(read("a U b U c"), read("(a U b) U c"));
    assert_eq!(printed("(a -> b) -> c"), "(a -> b) -> c");
    assert_eq!(printed("a -> (b <-> c)"), "a -> (b <-> c)");
    assert_eq!(printed("(a U b) U c"), "(a U b) U c");
    assert_eq!(printed("(a || b) && c"), "(a || b) && c");
}

#[test]
fn propositions_are_what_is_written_and_know_their_place() {
    let text = r#"G(q.count -> F flag[1]) && ns::x U at(file.c:12) || "x == \"1\"" M enabled( f(1) ) W q.count"#;
    let formula = read(text);
    let name = |name: &str| Proposition::Name(name.to_owned());
    let call = |name: &str, argument: &str| Proposition::Call {
        name: name.to_owned(),
        argument: argument.to_owned(),
    };
    assert_eq!(
        formula.propositions(),
        [
            name("q.count"),
            name("flag[1]"),
            name("ns::x"),
            call("at", "file.c:12"),
            Proposition::Quoted("x == \"1\"".to_owned()),
            call("enabled", "f(1)"),
        ]
    );
    let places: Vec<&str> = formula.places().iter().map(|place| &text[place.clone()]).collect();
    assert_eq!(
        places,
        ["q.count", "flag[1]", "ns::x", "at(file.c:12)", r#""x == \"1\"""#, "enabled( f(1) )"]
    );
    assert_eq!(formula.places()[0].start, 2);
    assert_eq!(read(&formula.to_string()), formula);
    assert_eq!(read("G[1] && F.x").propositions(), [name("G[1]"), name("F.x")]);
}

#[test]
fn errors_point_at_the_place_and_say_what_is_allowed() {
    for (text, range, message) in [
        ("", 0..0, "expected a formula, found the end"),
        ("a &&", 4..4, "expected a formula, found the end"),
        ("(a && )", 6..7, "expected a formula, found ')'"),
        ("a && b)", 6..7, "this ')' closes nothing"),
        ("a && (b || c", 5..6, "this '(' is never closed"),
        ("a b", 2..3, "expected an operator, found 'b'"),
        ("a U U b", 4..5, "expected a formula, found 'U'"),
        ("U", 0..1, "expected a formula, found 'U'"),
        ("G(x == 1)", 4..6, "'==' is not an operator of formulas"),
        ("x != 1", 2..4, "'!=' is not an operator of formulas"),
        ("x < 1", 2..3, "'<' is not an operator of formulas"),
        ("G 17", 2..4, "the number '17' is not a formula"),
        ("a and b", 2..5, "expected an operator, found 'and'"),
        ("not a", 4..5, "expected an operator, found 'a'"),
        ("GFp q", 4..5, "expected an operator, found 'q'"),
        ("F \"x == 1", 2..3, "the quote is never closed"),
        ("F \" \"", 2..5, "there is no expression between the quotes"),
        ("at(x", 2..3, "the parenthesis after 'at' is never closed"),
        ("at()", 0..4, "'at()' has nothing between its parentheses"),
        ("a && é", 5..7, "'é' stands in no formula"),
        ("a G b", 2..3, "expected an operator, found 'G'"),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.range(), error.message()), (range, message), "{text}");
    }
    let hint = |text: &str| parse(text).expect_err(text).hint().map(str::to_owned);
    assert_eq!(hint("a and b").as_deref(), Some("write &&"));
    assert_eq!(hint("not a").as_deref(), Some("write !"));
    assert_eq!(
        hint("x > 1").as_deref(),
        Some("put C expressions in double quotes, as in \"x == 1\"")
    );
    assert_eq!(hint("GFp q").as_deref(), Some("'GFp' is one name; with operators it is 'GF p'"));
    assert_eq!(hint("a b"), None);
}

#[test]
fn deep_nesting_is_an_error_and_length_is_none() {
    let deep = HEIGHT_LIMIT + 1;
    for text in [
        format!("{}p{}", "(".repeat(20_000), ")".repeat(20_000)),
        format!("{}p", "!".repeat(20_000)),
        format!("{} p", "G".repeat(20_000)),
        format!("{}p", "p U ".repeat(20_000)),
        format!("{}p", "p -> ".repeat(20_000)),
        format!("{}p", "p xor ".repeat(20_000)),
        format!("{}p", "X(p && ".repeat(deep)),
    ] {
        let error = parse(&text).expect_err("it is too deep");
        assert!(error.message().contains("levels deep"), "{error}");
    }
    for text in [
        format!("{}p", "p && ".repeat(20_000)),
        (0..2_000).map(|i| format!("p{i}")).collect::<Vec<_>>().join(" || "),
        (0..1_000).map(|i| format!("GF p{i}")).collect::<Vec<_>>().join(" && "),
        format!("{}p", "!".repeat(HEIGHT_LIMIT)),
        format!("{}p", "p U ".repeat(HEIGHT_LIMIT - 1)),
        format!("{}p", "(p xor q) -> ".repeat(HEIGHT_LIMIT - 2)),
    ] {
        let formula = read(&text);
        assert_eq!(read(&formula.to_string()), formula);
        let word = LassoWord::new(vec![], vec![1, 2]).expect("there is a cycle");
        assert_eq!(formula.simplified().holds_on(&word), formula.holds_on(&word));
        assert_eq!(formula.negation_normal_form().holds_on(&word), formula.holds_on(&word));
    }
}

#[test]
fn garbage_is_refused_without_a_panic() {
    let mut rng = Rng::with_seed(3);
    let pieces = [
        "G", "F", "X", "U", "R", "W", "M", "(", ")", "[", "]", "<", ">", "-", "&", "|", "!", "a",
        "xor", "1", "0", "9", "\"", "\\", ".", "::", "at", "é", " ", "=", "[]", "<>", "->", "~",
    ];
    for _ in 0..20_000 {
        let length = rng.usize(0..14);
        let text: String = (0..length).map(|_| pieces[rng.usize(0..pieces.len())]).collect();
        match parse(&text) {
            Ok(formula) => assert_eq!(read(&formula.to_string()), formula, "{text}"),
            Err(error) => {
                assert!(text.get(error.range()).is_some(), "{text}: {:?}", error.range());
                assert!(!error.range().is_empty() || error.range().start == text.len());
            }
        }
    }
}

#[test]
fn printing_and_reading_again_changes_nothing() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..5_000 {
        let size = rng.usize(0..12);
        let formula = read(&support::formula_over(&mut rng, size, &["a", "F", "X", "GF"], true));
        let text = formula.to_string();
        assert_eq!(read(&text), formula, "{text}");
    }
}

#[test]
fn rewriting_preserves_meaning() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..6_000 {
        let size = rng.usize(0..12);
        let formula = read(&support::formula(&mut rng, size));
        let simplified = formula.simplified();
        let normal = formula.negation_normal_form();
        let negated = formula.negated();
        for _ in 0..8 {
            let word = support::lasso(&mut rng, 3);
            let holds = formula.holds_on(&word);
            assert_eq!(simplified.holds_on(&word), holds, "{formula}\n{simplified}\n{word:?}");
            assert_eq!(normal.holds_on(&word), holds, "{formula}\n{normal}\n{word:?}");
            assert_ne!(negated.holds_on(&word), holds, "{formula}\n{word:?}");
        }
    }
}

#[test]
fn rewriting_finds_what_is_well_known() {
    for (text, simplified) in [
        ("!(a U b)", "!(a U b)"),
        ("F F a", "F a"),
        ("G F G F a", "GF a"),
        ("X GF a", "GF a"),
        ("F(a U b)", "F b"),
        ("a U (a U b)", "a U b"),
        ("(a U b) U b", "a U b"),
        ("a && F a", "a"),
        ("G a && a", "G a"),
        ("G a && G b", "G(a && b)"),
        ("F a || F b", "F(a || b)"),
        ("FG a && FG b", "FG(a && b)"),
        ("GF a || GF b", "GF(a || b)"),
        ("F X a", "XF a"),
        ("(!b && a) U b", "a U b"),
        ("!b U b", "F b"),
        ("G(a || GF b)", "GF b || G a"),
        ("F(a && GF b)", "GF b && F a"),
        ("G a && F !a", "false"),
        ("G a || F !a", "true"),
        ("a && (!a || b)", "a && b"),
        ("a W b", "a W b"),
        ("a M b", "a M b"),
        ("!(a -> b)", "a && !b"),
    ] {
        assert_eq!(read(text).simplified().to_string(), simplified, "{text}");
    }
}

#[test]
fn formulas_are_put_together_over_the_same_propositions() {
    let (left, right) = (read("a U b"), read("c && b"));
    let both = left.and(&right);
    assert_eq!(both.to_string(), "a U b && c && b");
    assert_eq!(both.propositions().len(), 3);
    assert_eq!(read("!(a U b)").negated(), left);
    assert_eq!(left.negated().to_string(), "!(a U b)");
}
