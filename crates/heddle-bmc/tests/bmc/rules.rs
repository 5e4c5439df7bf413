//! Results of each rule as text: the left side is built, the right side printed.
//!
//! Variables `a` to `d` have one bit, `p` and `q` four, `x`, `y` and `z` eight, `w` sixteen.

use heddle_bmc::term::{Term, Terms};

use crate::reference::Op;

struct Reader<'a> {
    terms: Terms,
    variables: Vec<(&'static str, Term)>,
    words: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut terms = Terms::new();
        let widths = [("abcd", 1), ("pq", 4), ("xyz", 8), ("w", 16)];
        let names = widths
            .into_iter()
            .flat_map(|(names, width)| (0..names.len()).map(move |at| (&names[at..=at], width)));
        let variables =
            names.map(|(name, width)| (name, terms.named_variable(width, name))).collect();
        let words: Vec<_> = text
            .split_inclusive(['(', ')', ' '])
            .flat_map(|word| match word.split_at(word.len() - 1) {
                (front, " ") => [front, ""],
                (front, last @ ("(" | ")")) => [front, last],
                _ => [word, ""],
            })
            .filter(|word| !word.is_empty())
            .collect();
        Self { terms, variables, words: words.into_iter().peekable() }
    }

    fn number(&mut self) -> u32 {
        self.words.next().unwrap().parse().unwrap()
    }

    fn term(&mut self) -> Term {
        let word = self.words.next().unwrap();
        if word != "(" {
            if let Some((value, width)) = word.split_once(':') {
                return self.terms.constant(width.parse().unwrap(), value.parse().unwrap());
            }
            let found = self.variables.iter().find(|(name, _)| *name == word);
            return found.unwrap_or_else(|| panic!("{word} is no variable")).1;
        }
        let name = self.words.next().unwrap();
        let a = self.term();
        let result = match name {
            "ite" => {
                let (t, e) = (self.term(), self.term());
                self.terms.ite(a, t, e)
            }
            "concat" => {
                let low = self.term();
                self.terms.concat(a, low)
            }
            "extract" => {
                let (low, width) = (self.number(), self.number());
                self.terms.extract(a, low, width)
            }
            "zext" => {
                let width = self.number();
                self.terms.zext(a, width)
            }
            "sext" => {
                let width = self.number();
                self.terms.sext(a, width)
            }
            _ => {
                let mut all = Op::UNARY.into_iter().chain(Op::BINARY);
                let op = all.find(|op| format!("{op:?}").to_lowercase() == name);
                let op = op.unwrap_or_else(|| panic!("{name} is no operation"));
                let b = if Op::UNARY.contains(&op) { a } else { self.term() };
                op.build(&mut self.terms, a, b)
            }
        };
        assert_eq!(self.words.next(), Some(")"));
        result
    }
}

fn simplified(text: &str) -> String {
    let mut reader = Reader::new(text);
    let term = reader.term();
    assert_eq!(reader.words.next(), None, "{text} should end here");
    reader.terms.printed(&[term]).to_string()
}

fn check(rules: &[(&str, &str)]) {
    let wrong: Vec<_> = rules
        .iter()
        .map(|&(text, expected)| (text, simplified(text), expected))
        .filter(|(_, is, expected)| is != expected)
        .map(|(text, is, expected)| format!("{text}\n  is        {is}\n  should be {expected}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_no_rule_fits_stays() {
    for text in [
        "(not x)",
        "(and x y)",
        "(or a b)",
        "(xor x y)",
        "(add x y)",
        "(sub x y)",
        "(mul x y)",
        "(udiv x y)",
        "(urem x y)",
        "(shl x y)",
        "(lshr x y)",
        "(ashr x y)",
        "(eq x y)",
        "(ult x y)",
        "(slt x y)",
        "(ite a x y)",
        "(concat x y)",
        "(extract x 2 3)",
        "(sext x 16)",
    ] {
        assert_eq!(simplified(text), text);
    }
}

#[test]
fn negations() {
    check(&[
        ("(not 5:8)", "250:8"),
        ("(not (not x))", "x"),
        ("(not (ite a 1:8 2:8))", "(ite a 254:8 253:8)"),
    ]);
}

#[test]
fn conjunctions() {
    check(&[
        ("(and 3:8 6:8)", "2:8"),
        ("(and y x)", "(and x y)"),
        ("(and x 0:8)", "0:8"),
        ("(and x 255:8)", "x"),
        ("(and x x)", "x"),
        ("(and x (not x))", "0:8"),
        ("(and (and x 90:8) 51:8)", "(and x 18:8)"),
        ("(and x 12:8)", "(concat 0:4 (concat (extract x 2 2) 0:2))"),
        ("(and x 15:8)", "(concat 0:4 (extract x 0 4))"),
        ("(and x 240:8)", "(concat (extract x 4 4) 0:4)"),
        ("(and (not x) (not y))", "(not (or x y))"),
        ("(and a (and a b))", "(and a b)"),
        ("(and (not a) (and a b))", "0:1"),
        ("(and a (or a b))", "a"),
        ("(and (not a) (or a b))", "(and b (not a))"),
        ("(and a (not (and a b)))", "(and a (not b))"),
        ("(and (not a) (not (and a b)))", "(not a)"),
        ("(and a (not (or a b)))", "0:1"),
        ("(and (not a) (not (or a b)))", "(not (or a b))"),
        ("(and a (not (or (not a) b)))", "(and a (not b))"),
        ("(and a (not (and (not a) b)))", "a"),
        ("(and (and a b) (and (not a) c))", "0:1"),
        ("(and (or a b) (or a (not b)))", "a"),
        ("(and a (ite a b c))", "(and a b)"),
        ("(and (not a) (ite a b c))", "(and c (not a))"),
        ("(and a (not (ite a b c)))", "(and a (not b))"),
        ("(and (not a) (not (ite a b c)))", "(not (or a c))"),
        ("(and (eq x 1:8) (eq x 2:8))", "0:1"),
        ("(and (eq x 1:8) (not (eq x 2:8)))", "(eq x 1:8)"),
        ("(and (eq x 1:8) (and (eq x 2:8) a))", "0:1"),
        ("(and (eq x 1:8) (or (eq x 2:8) a))", "(and a (eq x 1:8))"),
        ("(and (concat p q) (concat q 5:4))", "(concat (and p q) (and q 5:4))"),
    ]);
}

#[test]
fn disjunctions() {
    check(&[
        ("(or 3:8 6:8)", "7:8"),
        ("(or x 0:8)", "x"),
        ("(or x 255:8)", "255:8"),
        ("(or x x)", "x"),
        ("(or x (not x))", "255:8"),
        ("(or (or x 90:8) 51:8)", "(or x 123:8)"),
        ("(or (not a) (not b))", "(not (and a b))"),
        ("(or a (or a b))", "(or a b)"),
        ("(or (not a) (or a b))", "1:1"),
        ("(or a (and a b))", "a"),
        ("(or (not a) (and a b))", "(or b (not a))"),
        ("(or a (not (or a b)))", "(or a (not b))"),
        ("(or (not a) (not (or a b)))", "(not a)"),
        ("(or a (not (and a b)))", "1:1"),
        ("(or (not a) (not (and a b)))", "(not (and a b))"),
        ("(or (or a b) (or (not a) c))", "1:1"),
        ("(or (and a b) (and a (not b)))", "a"),
        ("(or a (ite a b c))", "(or a c)"),
        ("(or (not a) (ite a b c))", "(or b (not a))"),
        ("(or a (not (ite a b c)))", "(or a (not c))"),
        ("(or (eq x 1:8) (not (eq x 2:8)))", "(not (eq x 2:8))"),
        // Bytes put together, the way programs do it.
        ("(or (shl (zext x 16) 8:16) (zext y 16))", "(concat x y)"),
        ("(or (and w 65280:16) (zext x 16))", "(concat (extract w 8 8) x)"),
        ("(implies a b)", "(or b (not a))"),
    ]);
}

#[test]
fn differences_of_bits() {
    check(&[
        ("(xor x 0:8)", "x"),
        ("(xor x 255:8)", "(not x)"),
        ("(xor x x)", "0:8"),
        ("(xor x (not x))", "255:8"),
        ("(xor (not x) y)", "(not (xor x y))"),
        ("(xor (not x) (not y))", "(xor x y)"),
        ("(xor (xor x 3:8) 5:8)", "(xor x 6:8)"),
        ("(xor (not x) 3:8)", "(xor x 252:8)"),
        ("(xor x (xor x y))", "y"),
        ("(xor (concat p q) 1:8)", "(concat p (xor q 1:4))"),
    ]);
}

#[test]
fn choices() {
    check(&[
        ("(ite 1:1 x y)", "x"),
        ("(ite 0:1 x y)", "y"),
        ("(ite a x x)", "x"),
        ("(ite (not a) x y)", "(ite a y x)"),
        ("(ite a 1:1 b)", "(or a b)"),
        ("(ite a a b)", "(or a b)"),
        ("(ite a b 0:1)", "(and a b)"),
        ("(ite a b a)", "(and a b)"),
        ("(ite a 0:1 b)", "(and b (not a))"),
        ("(ite a (not a) b)", "(and b (not a))"),
        ("(ite a b 1:1)", "(or b (not a))"),
        ("(ite a b (not a))", "(or b (not a))"),
        ("(ite a b (not b))", "(not (xor a b))"),
        ("(ite a (not b) (not c))", "(not (ite a b c))"),
        ("(ite a (and b c) b)", "(and b (or c (not a)))"),
        ("(ite a (or b c) b)", "(or b (and a c))"),
        ("(ite a b (and b c))", "(and b (or a c))"),
        ("(ite a b (or b c))", "(or b (and c (not a)))"),
        ("(ite a (ite a x y) z)", "(ite a x z)"),
        ("(ite a x (ite a y z))", "(ite a x z)"),
        ("(ite a (ite b x y) y)", "(ite (and a b) x y)"),
        ("(ite a (ite b x y) x)", "(ite (and a (not b)) y x)"),
        ("(ite a x (ite b x y))", "(ite (or a b) x y)"),
        ("(ite a x (ite b y x))", "(ite (and b (not a)) y x)"),
        ("(ite (and a b) (ite a x y) z)", "(ite (and a b) x z)"),
        ("(ite a (ite (or a b) x y) z)", "(ite a x z)"),
        ("(ite (or a b) x (ite a y z))", "(ite (or a b) x z)"),
        ("(ite a x (ite (and a b) y z))", "(ite a x z)"),
        ("(ite (eq w 1:16) (ite (eq w 2:16) x y) z)", "(ite (eq w 1:16) y z)"),
        ("(ite a (concat p 1:4) (concat q 1:4))", "(concat (ite a p q) 1:4)"),
        ("(ite a (zext p 8) (zext q 8))", "(concat 0:4 (ite a p q))"),
    ]);
}

#[test]
fn sums_and_products() {
    check(&[
        ("(add 200:8 100:8)", "44:8"),
        ("(add 3:8 x)", "(add x 3:8)"),
        ("(add x 0:8)", "x"),
        ("(add (add x 3:8) 254:8)", "(add x 1:8)"),
        ("(add (add x 3:8) y)", "(add (add x y) 3:8)"),
        ("(add (add x 3:8) (add y 4:8))", "(add (add x y) 7:8)"),
        ("(add (sub x y) y)", "x"),
        ("(add x (neg y))", "(sub x y)"),
        ("(add x (not x))", "255:8"),
        ("(add x x)", "(concat (extract x 0 7) 0:1)"),
        ("(add (sub 3:8 x) 4:8)", "(sub 7:8 x)"),
        ("(add (not x) 1:8)", "(sub 0:8 x)"),
        ("(add (concat p 12:4) 5:8)", "(concat (add p 1:4) 1:4)"),
        ("(add a b)", "(xor a b)"),
        ("(sub x 3:8)", "(add x 253:8)"),
        ("(sub x x)", "0:8"),
        ("(sub (add x y) x)", "y"),
        ("(sub (add x 3:8) y)", "(add (sub x y) 3:8)"),
        ("(sub x (add y 3:8))", "(add (sub x y) 253:8)"),
        ("(sub (add x 3:8) (add y 3:8))", "(sub x y)"),
        ("(sub x (add x y))", "(sub 0:8 y)"),
        ("(sub x (sub x y))", "y"),
        ("(sub 5:8 (sub 2:8 y))", "(add y 3:8)"),
        ("(sub x (neg y))", "(add x y)"),
        ("(sub 3:8 (not x))", "(add x 4:8)"),
        ("(sub a b)", "(xor a b)"),
        ("(neg (neg x))", "x"),
        ("(neg (sub x y))", "(sub y x)"),
        ("(mul x 0:8)", "0:8"),
        ("(mul x 1:8)", "x"),
        ("(mul x 255:8)", "(sub 0:8 x)"),
        ("(mul (mul x 3:8) 5:8)", "(mul x 15:8)"),
        ("(mul x 8:8)", "(concat (extract x 0 5) 0:3)"),
        ("(mul x 12:8)", "(concat (mul (extract x 0 6) 3:6) 0:2)"),
        ("(mul a b)", "(and a b)"),
    ]);
}

#[test]
fn quotients_and_remainders() {
    check(&[
        ("(udiv x 0:8)", "255:8"),
        ("(udiv x 1:8)", "x"),
        ("(udiv x 8:8)", "(concat 0:3 (extract x 3 5))"),
        ("(udiv 0:8 x)", "(sext (eq x 0:8) 8)"),
        ("(udiv (zext p 8) 3:8)", "(concat 0:4 (udiv p 3:4))"),
        ("(udiv (zext p 8) 20:8)", "0:8"),
        ("(urem x 0:8)", "x"),
        ("(urem x 1:8)", "0:8"),
        ("(urem x x)", "0:8"),
        ("(urem 0:8 x)", "0:8"),
        ("(urem x 8:8)", "(concat 0:5 (extract x 0 3))"),
        ("(urem (zext p 8) 3:8)", "(concat 0:4 (urem p 3:4))"),
        ("(urem (zext p 8) 20:8)", "(concat 0:4 p)"),
        ("(urem (zext p 8) (zext q 8))", "(concat 0:4 (urem p q))"),
        ("(sdiv 249:8 2:8)", "253:8"),
        ("(srem 249:8 2:8)", "255:8"),
        ("(sdiv (zext p 8) 3:8)", "(concat 0:4 (udiv p 3:4))"),
    ]);
}

#[test]
fn shifts() {
    check(&[
        ("(shl x 0:8)", "x"),
        ("(shl x 3:8)", "(concat (extract x 0 5) 0:3)"),
        ("(shl x 8:8)", "0:8"),
        ("(lshr x 3:8)", "(concat 0:3 (extract x 3 5))"),
        ("(lshr x 200:8)", "0:8"),
        ("(ashr x 3:8)", "(sext (extract x 3 5) 8)"),
        ("(ashr x 200:8)", "(sext (extract x 7 1) 8)"),
        ("(ashr (zext p 8) y)", "(lshr (concat 0:4 p) y)"),
        ("(shl 0:8 x)", "0:8"),
        ("(lshr (shl x 3:8) 3:8)", "(concat 0:3 (extract x 0 5))"),
        ("(shl x (ite a 0:8 8:8))", "(ite a x 0:8)"),
        ("(shl a b)", "(and a (not b))"),
        ("(ashr a b)", "a"),
    ]);
}

#[test]
fn parts() {
    check(&[
        ("(concat 1:4 2:4)", "18:8"),
        ("(concat (concat p q) x)", "(concat p (concat q x))"),
        ("(concat (extract x 4 4) (extract x 0 4))", "x"),
        ("(concat (extract x 4 2) (concat (extract x 1 3) p))", "(concat (extract x 1 5) p)"),
        ("(concat 1:4 (concat 2:4 x))", "(concat 18:8 x)"),
        ("(concat (ite a p q) (ite a q p))", "(ite a (concat p q) (concat q p))"),
        ("(zext (ite a 1:4 2:4) 8)", "(ite a 1:8 2:8)"),
        ("(concat (ite a 1:4 2:4) 0:4)", "(ite a 16:8 32:8)"),
        ("(zext (zext p 8) 16)", "(concat 0:12 p)"),
        ("(extract 90:8 3 3)", "3:3"),
        ("(extract x 0 8)", "x"),
        ("(extract (extract x 2 5) 1 3)", "(extract x 3 3)"),
        ("(extract (concat x p) 5 2)", "(extract x 1 2)"),
        ("(extract (concat p x) 5 2)", "(extract x 5 2)"),
        ("(extract (concat p q) 2 4)", "(concat (extract p 0 2) (extract q 2 2))"),
        ("(extract (sext p 8) 1 2)", "(extract p 1 2)"),
        ("(extract (sext p 8) 2 4)", "(sext (extract p 2 2) 4)"),
        ("(extract (sext p 8) 5 2)", "(sext (extract p 3 1) 2)"),
        ("(extract (not x) 2 2)", "(not (extract x 2 2))"),
        ("(extract (ite a 5:8 9:8) 2 2)", "(ite a 1:2 2:2)"),
        ("(extract (ite a (concat p q) 7:8) 0 4)", "(ite a q 7:4)"),
        ("(extract (xor x 5:8) 0 3)", "(xor (extract x 0 3) 5:3)"),
        // Arithmetic of promoted types, truncated again.
        ("(extract (add (zext x 16) (zext y 16)) 0 8)", "(add x y)"),
        ("(extract (mul (sext x 16) (sext y 16)) 0 8)", "(mul x y)"),
        ("(extract (sub (sext x 16) (sext y 16)) 0 8)", "(sub x y)"),
        ("(sext (sext p 8) 16)", "(sext p 16)"),
        ("(sext (zext p 8) 16)", "(concat 0:12 p)"),
        ("(sext (concat 15:4 p) 16)", "(concat 4095:12 p)"),
        ("(sext (ite a 7:4 8:4) 8)", "(ite a 7:8 248:8)"),
        ("(sext 8:4 8)", "248:8"),
    ]);
}

#[test]
fn equalities() {
    check(&[
        ("(eq x x)", "1:1"),
        ("(eq x (not x))", "0:1"),
        ("(eq a 1:1)", "a"),
        ("(eq a 0:1)", "(not a)"),
        ("(eq a b)", "(not (xor a b))"),
        ("(eq (not x) 3:8)", "(eq x 252:8)"),
        ("(eq (not x) (not y))", "(eq x y)"),
        ("(eq (sext p 8) (sext q 8))", "(eq p q)"),
        ("(eq (add x 3:8) 5:8)", "(eq x 2:8)"),
        ("(eq (sub 3:8 x) 1:8)", "(eq x 2:8)"),
        ("(eq (xor x 3:8) 5:8)", "(eq x 6:8)"),
        ("(eq (mul x 3:8) 6:8)", "(eq x 2:8)"),
        ("(eq (and x 90:8) 1:8)", "0:1"),
        ("(eq (or x 90:8) 1:8)", "0:1"),
        ("(eq (sub x y) 0:8)", "(eq x y)"),
        ("(eq (xor x y) 0:8)", "(eq x y)"),
        ("(eq (add x y) (add x z))", "(eq y z)"),
        ("(eq (add x 3:8) (add y 5:8))", "(eq x (add y 2:8))"),
        ("(eq (add x 3:8) (add x 5:8))", "0:1"),
        ("(eq (xor x y) (xor x z))", "(eq y z)"),
        ("(eq (xor x 3:8) (xor y 5:8))", "(eq (xor x 3:8) (xor y 5:8))"),
        ("(eq x (add x 5:8))", "0:1"),
        ("(eq x (add x y))", "(eq y 0:8)"),
        ("(eq (concat p q) 33:8)", "(and (eq p 2:4) (eq q 1:4))"),
        ("(eq (concat p q) (concat q p))", "(eq p q)"),
        ("(eq (zext p 8) 33:8)", "0:1"),
        ("(eq (zext a 8) 1:8)", "a"),
        ("(eq (sext p 8) 248:8)", "(eq p 8:4)"),
        ("(eq (sext p 8) 8:8)", "0:1"),
        ("(eq (ite a 1:8 2:8) 1:8)", "a"),
        ("(eq (ite a 1:8 2:8) 2:8)", "(not a)"),
        ("(eq (ite a 1:8 2:8) 3:8)", "0:1"),
        ("(eq (ite a 1:8 x) 1:8)", "(or a (eq x 1:8))"),
        ("(eq (ite a 1:8 (ite b 2:8 3:8)) 3:8)", "(not (or a b))"),
        ("(eq (ite a x y) x)", "(or a (eq x y))"),
        ("(eq (ite a x y) y)", "(or (eq x y) (not a))"),
        ("(eq (ite a 1:8 2:8) (ite a 1:8 3:8))", "a"),
        ("(ne x y)", "(not (eq x y))"),
    ]);
}

#[test]
fn orders_without_sign() {
    check(&[
        ("(ult x x)", "0:1"),
        ("(ult x 0:8)", "0:1"),
        ("(ult x 1:8)", "(eq x 0:8)"),
        ("(ult x 16:8)", "(eq (extract x 4 4) 0:4)"),
        ("(ult x 255:8)", "(not (eq x 255:8))"),
        ("(ult 255:8 x)", "0:1"),
        ("(ult 0:8 x)", "(not (eq x 0:8))"),
        ("(ult 254:8 x)", "(eq x 255:8)"),
        ("(ult 15:8 x)", "(not (eq (extract x 4 4) 0:4))"),
        ("(ult a b)", "(and b (not a))"),
        ("(ult (not x) (not y))", "(ult y x)"),
        ("(ult (zext p 8) (zext q 8))", "(ult p q)"),
        ("(ult (concat p 3:4) (concat q 3:4))", "(ult p q)"),
        ("(ult (zext p 8) 9:8)", "(ult p 9:4)"),
        ("(ult (zext p 8) 99:8)", "1:1"),
        ("(ult 9:8 (zext p 8))", "(ult 9:4 p)"),
        ("(ult 99:8 (zext p 8))", "0:1"),
        ("(ult (ite a 3:8 7:8) 5:8)", "a"),
        ("(ult (ite a 3:8 x) 5:8)", "(or a (ult x 5:8))"),
        ("(ule x y)", "(not (ult y x))"),
        ("(ugt x y)", "(ult y x)"),
        ("(uge x y)", "(not (ult x y))"),
    ]);
}

#[test]
fn orders_with_sign() {
    check(&[
        ("(slt x x)", "0:1"),
        ("(slt x 128:8)", "0:1"),
        ("(slt x 127:8)", "(not (eq x 127:8))"),
        ("(slt x 0:8)", "(extract x 7 1)"),
        ("(slt 127:8 x)", "0:1"),
        ("(slt 128:8 x)", "(not (eq x 128:8))"),
        ("(slt 255:8 x)", "(not (extract x 7 1))"),
        ("(slt a b)", "(and a (not b))"),
        ("(slt (zext p 8) (zext q 8))", "(ult p q)"),
        ("(slt (zext p 8) 200:8)", "0:1"),
        ("(slt 200:8 (zext p 8))", "1:1"),
        ("(slt (not x) (not y))", "(slt y x)"),
        ("(slt (sext p 8) (sext q 8))", "(slt p q)"),
        ("(slt (sext p 8) 3:8)", "(slt p 3:4)"),
        ("(slt (sext p 8) 8:8)", "1:1"),
        ("(slt (sext p 8) 200:8)", "0:1"),
        ("(slt 3:8 (sext p 8))", "(slt 3:4 p)"),
        ("(slt 8:8 (sext p 8))", "0:1"),
        ("(slt 200:8 (sext p 8))", "1:1"),
        ("(slt (ite a 3:8 250:8) 0:8)", "(not a)"),
        ("(sle x y)", "(not (slt y x))"),
        ("(sgt x y)", "(slt y x)"),
        ("(sge x y)", "(not (slt x y))"),
    ]);
}

#[test]
fn constants_are_lifted_out_of_choices() {
    check(&[
        ("(add (ite a 1:8 2:8) 3:8)", "(ite a 4:8 5:8)"),
        ("(sub 9:8 (ite a 1:8 2:8))", "(ite a 8:8 7:8)"),
        ("(mul (ite a 1:8 2:8) (ite a 3:8 4:8))", "(ite a 3:8 8:8)"),
        ("(udiv (ite a 10:8 20:8) 5:8)", "(ite a 2:8 4:8)"),
        // Not where it would make more of it.
        ("(add (ite a 1:8 x) 3:8)", "(add (ite a 1:8 x) 3:8)"),
    ]);
}

#[test]
fn conjunctions_and_disjunctions_of_many() {
    let mut terms = Terms::new();
    let [a, b, c] = [(); 3].map(|()| terms.variable(1));
    let not_a = terms.not(a);
    assert_eq!(terms.all(&[]), Term::TRUE);
    assert_eq!(terms.any(&[]), Term::FALSE);
    assert_eq!(terms.all(&[c, a, b]), terms.all(&[b, c, a, Term::TRUE, c]));
    assert_eq!(terms.any(&[c, a, b]), terms.any(&[Term::FALSE, b, c, b, a]));
    assert_eq!(terms.all(&[a, Term::FALSE, b]), Term::FALSE);
    assert_eq!(terms.any(&[a, Term::TRUE, b]), Term::TRUE);
    assert_eq!(terms.all(&[a, b, not_a]), Term::FALSE);
    assert_eq!(terms.any(&[a, not_a]), Term::TRUE);
    // A balanced tree: as deep as its logarithm.
    let many: Vec<_> = (0..1024).map(|_| terms.variable(1)).collect();
    let all = terms.all(&many);
    let depth = std::iter::successors(Some(all), |&term| terms.operands(term).next()).count();
    assert_eq!(depth, 11);
}

/// Rules upon rules, each of which would look at both arms: the work stays within bounds.
#[test]
fn a_constructor_does_not_work_for_ever() {
    let mut terms = Terms::new();
    let mut choice = terms.constant(32, 0);
    for number in 1..2_000u128 {
        let condition = terms.variable(1);
        let number = terms.constant(32, number);
        choice = terms.ite(condition, number, choice);
    }
    let before = terms.count();
    let wanted = terms.constant(32, 77);
    let equal = terms.eq(choice, wanted);
    assert!(terms.count() - before < 1_000);
    assert_eq!(terms.width(equal), 1);
    // And both arms being choices of choices, there are as many ways as there are subsets.
    let mut tangle = terms.constant(32, 0);
    for _ in 0..200 {
        let [c, d] = [(); 2].map(|()| terms.variable(1));
        let [k, l] = [(); 2].map(|()| terms.variable(16));
        let (k, l) = (terms.zext(k, 32), terms.sext(l, 32));
        let (left, right) = (terms.ite(c, tangle, k), terms.ite(d, l, tangle));
        tangle = terms.xor(left, right);
    }
    let before = terms.count();
    terms.extract(tangle, 3, 9);
    assert!(terms.count() - before < 1_000);
}
