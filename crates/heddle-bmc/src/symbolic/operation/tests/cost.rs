//! Defined values cost nothing for being known as defined, and what is refused is named.

use heddle_program::{FloatKind, FloatWidth, MathFn, Op, WideOp, Wrap};

use super::kit::{A, B, C, DST, SLOTS, Trial};
use crate::symbolic::value::Value;
use crate::term::{Node, Term, Terms};

/// Slots of variables that are zero above so many bits, and the variables.
fn slots(terms: &mut Terms, width: u32) -> (Vec<Value>, Vec<Term>) {
    let variables: Vec<_> = (0..SLOTS).map(|_| terms.variable(width)).collect();
    let values = variables.iter().map(|&variable| {
        let bits = terms.zext(variable, 64);
        Value::defined(terms, bits)
    });
    (values.collect(), variables)
}

/// Checks that an instruction of `width` makes the terms that `expected` makes of two
/// operands, a result of one slot and the conditions of its checks, and no others.
fn costs(op: Op, width: u32, expected: impl FnOnce(&mut Terms, Term, Term) -> Vec<Term>) {
    let mut terms = Terms::new();
    let (values, variables) = slots(&mut terms, width);
    let mut plain = terms.clone();
    let mut wanted = expected(&mut plain, variables[A.index()], variables[B.index()]);
    wanted[0] = plain.zext(wanted[0], 64);
    let (results, checks) = Trial::new(op, &[]).apply(&mut terms, values).expect("it is done");
    let mut found = vec![results[DST.index()].bits];
    found.extend(checks.iter().map(|check| check.condition));
    let text = |terms: &Terms, of: &[Term]| -> Vec<String> {
        of.iter().map(|&term| terms.printed(&[term]).to_string()).collect()
    };
    assert_eq!(text(&terms, &found), text(&plain, &wanted), "{op:?}");
    // Constants that only checks compare with are not counted.
    assert!(terms.count() <= plain.count() + 2, "{op:?} makes terms that nobody needs");
    assert!(results.iter().all(|value| value.is_defined(&terms)), "{op:?} is defined");
}

#[test]
fn defined_operands_need_no_masks() {
    let (dst, a, b) = (DST, A, B);
    let wrap = Wrap::default();
    let width = 32;
    costs(Op::Add { width, wrap, dst, a, b }, 32, |terms, a, b| vec![terms.add(a, b)]);
    costs(Op::Mul { width, wrap, dst, a, b }, 32, |terms, a, b| vec![terms.mul(a, b)]);
    costs(Op::And { width, dst, a, b }, 32, |terms, a, b| vec![terms.and(a, b)]);
    costs(Op::Or { width, dst, a, b }, 32, |terms, a, b| vec![terms.or(a, b)]);
    costs(Op::Xor { width, dst, a, b }, 32, |terms, a, b| vec![terms.xor(a, b)]);
    costs(Op::Eq { width, dst, a, b }, 32, |terms, a, b| vec![terms.eq(a, b)]);
    costs(Op::Ne { width, dst, a, b }, 32, |terms, a, b| vec![terms.ne(a, b)]);
    costs(Op::Slt { width, dst, a, b }, 32, |terms, a, b| vec![terms.slt(a, b)]);
    costs(Op::Trunc { width: 8, dst, src: a }, 32, |terms, a, _| vec![terms.extract(a, 0, 8)]);
    costs(Op::SExt { from: 32, to: 64, dst, src: a }, 32, |terms, a, _| vec![terms.sext(a, 64)]);
    costs(Op::Move { dst, src: a }, 32, |_, a, _| vec![a]);
    costs(Op::Freeze { dst, src: a }, 32, |_, a, _| vec![a]);
    let checked = Wrap(Wrap::NSW);
    costs(Op::Add { width, wrap: checked, dst, a, b }, 32, |terms, a, b| {
        vec![terms.add(a, b), terms.add_overflows_signed(a, b)]
    });
    costs(Op::UDiv { width, wrap, dst, a, b }, 32, |terms, a, b| {
        let zero = terms.constant(32, 0);
        vec![terms.udiv(a, b), terms.eq(b, zero)]
    });
    costs(Op::Shl { width, wrap, dst, a, b }, 32, |terms, a, b| {
        let limit = terms.constant(32, 32);
        vec![terms.shl(a, b), terms.uge(b, limit)]
    });
}

/// A field of one of several objects has one of several addresses, and they can be seen.
#[test]
fn pointers_that_are_chosen_stay_visible() {
    let mut terms = Terms::new();
    let (mut values, _) = slots(&mut terms, 64);
    let [first, second] = [0x0010_0001_1000_0000, 0x0010_0002_1000_0000];
    let condition = terms.variable(1);
    let arms = [first, second].map(|address| terms.constant(64, address));
    let either = terms.ite(condition, arms[0], arms[1]);
    values[A.index()] = Value::defined(&mut terms, either);
    let trial = Trial::new(Op::PtrOffset { dst: DST, base: A, offset: 24 }, &[]);
    let (results, checks) = trial.apply(&mut terms, values).expect("it is done");
    assert_eq!(checks, []);
    let Node::Ite(chosen_by, then, otherwise) = terms.node(results[DST.index()].bits) else {
        panic!("{} is no choice", terms.printed(&[results[DST.index()].bits]));
    };
    assert_eq!(chosen_by, condition);
    let sums = [then, otherwise].map(|term| terms.value(term));
    assert_eq!(sums, [Some(first + 24), Some(second + 24)]);
}

#[test]
fn what_is_refused_is_named() {
    let refusal = |trial: Trial| {
        let mut terms = Terms::new();
        let (values, _) = slots(&mut terms, 64);
        trial.apply(&mut terms, values).expect_err("it is refused").to_string()
    };
    let (kind, dst, a, b) = (FloatWidth::F64, DST, A, B);
    assert_eq!(
        refusal(Trial::new(Op::FAdd { kind, dst, a, b }, &[])),
        "floating-point arithmetic on values that are not known (fadd)"
    );
    assert_eq!(
        refusal(Trial::new(Op::Math { f: MathFn::Sqrt, kind, dst, a, b, c: C }, &[])),
        "floating-point arithmetic on values that are not known (sqrt)"
    );
    let kind = FloatKind::Quad;
    assert_eq!(
        refusal(Trial::wide(WideOp::FToInt { kind, signed: true, width: 32, dst, src: a }, &[])),
        "floating-point arithmetic on values that are not known (ftoint)"
    );
    let op = WideOp::Resize { signed: true, from: 64, to: 256, dst, src: a };
    assert_eq!(refusal(Trial::wide(op, &[])), "integers of 256 bits, more than 128");
    assert!(refusal(Trial::new(Op::Trap, &[])).contains("Trap"));
}
