//! From text to formula.
//!
//! Both notations may be mixed. From the loosest to the tightest binding:
//!
//! | operators | | of several |
//! | --- | --- | --- |
//! | `->` `=>` `<->` `<=>` | implies, is equivalent to | from the right |
//! | `xor` `^` | exactly one of both | from the left |
//! | `\|\|` `\|` `\/` | or | |
//! | `&&` `&` `/\` | and | |
//! | `U` `R` `V` `W` `M` | until, release (twice), weak until, strong release | from the right |
//! | `!` `~` `X` `F` `<>` `G` `[]` | not, next, finally, globally | |
//!
//! These are the precedences of Spot. SPIN has `&&`, `||`, `->` and `<->` on one level, so that
//! formulas with parentheses where these meet mean the same in all three.
//!
//! # Letters that are operators, or not
//!
//! A word of nothing but the letters `G`, `F` and `X` is a chain of operators (`GF p`, `G(p)`,
//! `XX!p`) if what follows can begin a formula, and a proposition if nothing follows, a closing
//! parenthesis, or an operator between two formulas: in `F U G` there are two propositions. A
//! word with other letters is never taken apart: `GFp` is a proposition of that name
//! ([`Proposition::as_operators`](super::Proposition::as_operators) helps where there is none).
//! `U`, `R`, `V`, `W`, `M`, `xor`, `true` and `false` are never propositions.

use std::ops::Range;

use super::error::SyntaxError;
use super::lexer::{Token, is_chain, is_infix, tokens};
use super::proposition::Proposition;
use super::{Binary, Builder, Formula, HEIGHT_LIMIT, Node, NodeId, Unary};

/// Reads a formula.
///
/// # Errors
///
/// Says which bytes of the text are no formula, and what would be.
pub fn parse(text: &str) -> Result<Formula, SyntaxError> {
    let mut parser = Parser {
        tokens: tokens(text),
        at: 0,
        end: text.len(),
        depth: 0,
        builder: Builder::default(),
    };
    let root = parser.expression(LOOSEST)?;
    match parser.peek() {
        None => Ok(parser.builder.finish(root)),
        Some(Token::Close) => {
            let message = "this ')' closes nothing";
            Err(SyntaxError::new(parser.range(), message))
        }
        Some(_) => Err(parser.no_operator()),
    }
}

/// An operator between two formulas.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Infix {
    And,
    Or,
    Binary(Binary),
}

const LOOSEST: u8 = 0;

impl Infix {
    /// Binding strength.
    fn level(self) -> u8 {
        match self {
            Self::Binary(Binary::Implies | Binary::Equivalent) => LOOSEST,
            Self::Binary(Binary::Xor) => 1,
            Self::Or => 2,
            Self::And => 3,
            Self::Binary(
                Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease,
            ) => 4,
        }
    }
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    /// End of the text.
    end: usize,
    /// Number of calls of [`Parser::expression`] that are open.
    depth: usize,
    builder: Builder,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    /// Place of the next token.
    fn range(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |(_, range)| range.clone())
    }

    /// A formula whose operators outside of parentheses bind at least as tightly as `level`.
    fn expression(&mut self, level: u8) -> Result<NodeId, SyntaxError> {
        self.depth += 1;
        if self.depth > HEIGHT_LIMIT {
            return Err(self.too_deep(self.range()));
        }
        let mut left = self.operand()?;
        while let Some(infix) = self.infix().filter(|infix| infix.level() >= level) {
            let place = self.range();
            self.at += 1;
            left = match infix {
                Infix::And | Infix::Or => {
                    let mut parts = vec![left, self.expression(infix.level() + 1)?];
                    while self.infix() == Some(infix) {
                        self.at += 1;
                        parts.push(self.expression(infix.level() + 1)?);
                    }
                    if infix == Infix::And {
                        self.builder.all_of(parts)
                    } else {
                        self.builder.any_of(parts)
                    }
                }
                Infix::Binary(binary) => {
                    let from_the_left = binary == Binary::Xor;
                    let right = self.expression(infix.level() + u8::from(from_the_left))?;
                    self.builder.add(Node::Binary(binary, left, right))
                }
            };
            self.check_height(left, place)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator between two formulas that stands here.
    fn infix(&self) -> Option<Infix> {
        Some(match self.peek()? {
            Token::And => Infix::And,
            Token::Or => Infix::Or,
            Token::Xor => Infix::Binary(Binary::Xor),
            Token::Implies => Infix::Binary(Binary::Implies),
            Token::Equivalent => Infix::Binary(Binary::Equivalent),
            Token::Word(word) => Infix::Binary(match word.as_str() {
                "U" => Binary::Until,
                "R" | "V" => Binary::Release,
                "W" => Binary::WeakUntil,
                "M" => Binary::StrongRelease,
                "xor" => Binary::Xor,
                _ => return None,
            }),
            _ => return None,
        })
    }

    /// A formula that operators between two formulas take as a whole.
    fn operand(&mut self) -> Result<NodeId, SyntaxError> {
        let mut operators: Vec<(Unary, Range<usize>)> = Vec::new();
        let mut operand = loop {
            let place = self.range();
            let Some(token) = self.peek() else { return Err(self.no_formula()) };
            match token {
                Token::Not => operators.push((Unary::Not, place)),
                Token::Always => operators.push((Unary::Globally, place)),
                Token::Eventually => operators.push((Unary::Finally, place)),
                Token::Word(word) if is_infix(word) => return Err(self.no_formula()),
                Token::Word(word) if is_chain(word) && self.operand_follows() => {
                    operators.extend(word.chars().map(|letter| {
                        let operator = match letter {
                            'G' => Unary::Globally,
                            'F' => Unary::Finally,
                            _ => Unary::Next,
                        };
                        (operator, place.clone())
                    }));
                }
                Token::Word(word) => {
                    let proposition = Proposition::Name(word.clone());
                    self.at += 1;
                    break self.builder.proposition(proposition, place);
                }
                Token::Proposition(proposition) => {
                    let proposition = proposition.clone();
                    self.at += 1;
                    break self.builder.proposition(proposition, place);
                }
                Token::Constant(value) => {
                    let node = Node::Constant(*value);
                    self.at += 1;
                    break self.builder.add(node);
                }
                Token::Open => {
                    self.at += 1;
                    break self.parenthesized(place)?;
                }
                _ => return Err(self.no_formula()),
            }
            self.at += 1;
        };
        for (operator, place) in operators.into_iter().rev() {
            operand = self.builder.add(Node::Unary(operator, operand));
            self.check_height(operand, place)?;
        }
        Ok(operand)
    }

    /// The formula after the parenthesis at `open`, up to the one that closes it.
    fn parenthesized(&mut self, open: Range<usize>) -> Result<NodeId, SyntaxError> {
        let inside = self.expression(LOOSEST)?;
        match self.peek() {
            Some(Token::Close) => {
                self.at += 1;
                Ok(inside)
            }
            None => Err(SyntaxError::new(open, "this '(' is never closed")),
            Some(_) => Err(self.no_operator()),
        }
    }

    /// True if the token after the next one can begin a formula.
    fn operand_follows(&self) -> bool {
        match self.tokens.get(self.at + 1) {
            None => false,
            Some((token, _)) => match token {
                Token::Word(word) => !is_infix(word),
                Token::Proposition(_)
                | Token::Constant(_)
                | Token::Open
                | Token::Not
                | Token::Always
                | Token::Eventually => true,
                Token::Close
                | Token::And
                | Token::Or
                | Token::Xor
                | Token::Implies
                | Token::Equivalent
                | Token::Wrong(_) => false,
            },
        }
    }

    fn check_height(&self, node: NodeId, place: Range<usize>) -> Result<(), SyntaxError> {
        if self.builder.height(node) > HEIGHT_LIMIT {
            return Err(self.too_deep(place));
        }
        Ok(())
    }

    fn too_deep(&self, place: Range<usize>) -> SyntaxError {
        let message = format!("the formula is nested more than {HEIGHT_LIMIT} levels deep");
        SyntaxError::new(place, message)
    }

    /// The error where a formula should begin.
    fn no_formula(&self) -> SyntaxError {
        self.unexpected("a formula")
    }

    /// The error where a formula should go on or end.
    fn no_operator(&self) -> SyntaxError {
        let error = self.unexpected("an operator");
        if error.hint().is_some() {
            return error;
        }
        let word_at = |at: usize| match self.tokens.get(at) {
            Some((Token::Word(word), _)) => Some(word.as_str()),
            _ => None,
        };
        let meant = match word_at(self.at) {
            Some("and" | "AND") => Some("&&"),
            Some("or" | "OR") => Some("||"),
            Some("implies") => Some("->"),
            Some("iff") => Some("<->"),
            Some("until") => Some("U"),
            Some("release" | "releases") => Some("R"),
            _ => None,
        };
        if let Some(meant) = meant {
            return error.with_hint(format!("write {meant}"));
        }
        match self.at.checked_sub(1).and_then(word_at) {
            Some("not" | "NOT") => error.with_hint("write !"),
            Some("always" | "globally") => error.with_hint("write G or []"),
            Some("eventually" | "finally") => error.with_hint("write F or <>"),
            Some("next") => error.with_hint("write X"),
            Some(word) => match Proposition::Name(word.to_owned()).as_operators() {
                Some(apart) => {
                    error.with_hint(format!("'{word}' is one name; with operators it is '{apart}'"))
                }
                None => error,
            },
            None => error,
        }
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let range = self.range();
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Wrong(error)) => return error.clone(),
            Some(Token::Word(word)) => format!("'{word}'"),
            Some(Token::Proposition(proposition)) => format!("'{proposition}'"),
            Some(Token::Constant(value)) => format!("'{value}'"),
            Some(Token::Open) => "'('".to_owned(),
            Some(Token::Close) => "')'".to_owned(),
            Some(Token::Not) => "'!'".to_owned(),
            Some(Token::Always) => "'[]'".to_owned(),
            Some(Token::Eventually) => "'<>'".to_owned(),
            Some(Token::And) => "'&&'".to_owned(),
            Some(Token::Or) => "'||'".to_owned(),
            Some(Token::Xor) => "'xor'".to_owned(),
            Some(Token::Implies) => "'->'".to_owned(),
            Some(Token::Equivalent) => "'<->'".to_owned(),
        };
        SyntaxError::new(range, format!("expected {expected}, found {found}"))
    }
}
