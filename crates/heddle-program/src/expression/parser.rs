//! The syntax of expressions: C's, with C's precedences.

use std::ops::Range;

use super::compiler::{Compiler, Operand, Result, dereference};
use super::error::ExpressionError;
use super::lexer::{self, Token, Word};
use super::names::{self, WrittenName};
use super::types::{self, Scalar, Shape};
use super::{Expression, Kind, Operator};
use crate::Program;

/// Operands may nest so deeply.
const MAX_NESTING: u32 = 64;

/// Binding strength of the operators with two operands; the higher, the tighter.
fn binding(punctuator: &str) -> Option<(u32, Binary)> {
    use Binary::{And, Operator as Op, Or};
    Some(match punctuator {
        "||" => (1, Or),
        "&&" => (2, And),
        "|" => (3, Op(Operator::Or)),
        "^" => (4, Op(Operator::Xor)),
        "&" => (5, Op(Operator::And)),
        "==" => (6, Op(Operator::Equal)),
        "!=" => (6, Op(Operator::NotEqual)),
        "<" => (7, Op(Operator::Less)),
        "<=" => (7, Op(Operator::LessOrEqual)),
        ">" => (7, Op(Operator::Greater)),
        ">=" => (7, Op(Operator::GreaterOrEqual)),
        "<<" => (8, Op(Operator::ShiftLeft)),
        ">>" => (8, Op(Operator::ShiftRight)),
        "+" => (9, Op(Operator::Add)),
        "-" => (9, Op(Operator::Subtract)),
        "*" => (10, Op(Operator::Multiply)),
        "/" => (10, Op(Operator::Divide)),
        "%" => (10, Op(Operator::Remainder)),
        _ => return None,
    })
}

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Binary {
    And,
    Or,
    Operator(Operator),
}

struct Parser<'p> {
    program: &'p Program,
    target: lexer::Target,
    tokens: Vec<Token<'p>>,
    at: usize,
    nesting: u32,
    compiler: Compiler<'p>,
}

/// Reads an expression.
pub(super) fn parse(program: &Program, text: &str) -> Result<Expression> {
    let target = lexer::Target {
        long_bits: u32::from(program.target.pointer_bytes) * 8,
        signed_char: types::signed_char(program),
    };
    let tokens = lexer::tokens(text, target)?;
    let compiler = Compiler::new(program, text);
    let mut parser = Parser { program, target, tokens, at: 0, nesting: 0, compiler };
    let operand = parser.conditional()?;
    if parser.word() != Word::End {
        return Err(parser.not_an_operator());
    }
    let operand = parser.compiler.value(operand)?;
    parser.compiler.finish(&operand)
}

impl<'p> Parser<'p> {
    fn token(&self) -> &Token<'p> {
        // The last word is the end, and nobody goes beyond.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn word(&self) -> Word<'p> {
        self.token().word
    }

    fn range(&self) -> Range<usize> {
        self.token().range.clone()
    }

    fn word_after(&self, count: usize) -> Word<'p> {
        self.tokens.get(self.at + count).map_or(Word::End, |token| token.word)
    }

    fn advance(&mut self) -> Range<usize> {
        let range = self.range();
        self.at += 1;
        range
    }

    /// Goes on after a punctuator, if it is the next.
    fn accept(&mut self, punctuator: &'static str) -> bool {
        let is_next = self.word() == Word::Punctuator(punctuator);
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes on after a punctuator; returns where it ends.
    fn expect(&mut self, punctuator: &'static str) -> Result<usize> {
        if self.word() != Word::Punctuator(punctuator) {
            let message = format!("expected '{punctuator}', found {}", self.found());
            return Err(ExpressionError::new(self.range(), message));
        }
        Ok(self.advance().end)
    }

    /// The next word, in words.
    fn found(&self) -> String {
        match self.word() {
            Word::End => "the end".to_owned(),
            Word::Constant(..) => "a constant".to_owned(),
            Word::Name(name) => format!("'{name}'"),
            Word::Quoted(text) => format!("'{text}'"),
            Word::Punctuator(punctuator) => format!("'{punctuator}'"),
        }
    }

    /// The error for the next word, which stands where an operator could.
    fn not_an_operator(&self) -> ExpressionError {
        let error = |message: &str| ExpressionError::new(self.range(), message);
        match self.word() {
            Word::Punctuator("=") => error("propositions cannot assign").help("'==' compares"),
            Word::Punctuator("++" | "--") => error("propositions cannot change variables"),
            Word::Punctuator(",") => error("the comma operator is not supported in propositions"),
            Word::Punctuator("(") => error("calls are not supported in propositions"),
            Word::Punctuator(text) if text.ends_with('=') => error("propositions cannot assign"),
            _ => error(&format!("expected an operator or the end, found {}", self.found())),
        }
    }

    /// The error for the next word, which stands where an operand should.
    fn not_an_operand(&self) -> ExpressionError {
        let error = |message: &str| ExpressionError::new(self.range(), message);
        match self.word() {
            Word::Punctuator("++" | "--") => error("propositions cannot change variables"),
            _ => error(&format!("expected an operand, found {}", self.found()))
                .help("an operand is a variable, a constant, or an expression in parentheses"),
        }
    }

    /// Reads something that can contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            let message = format!("operands nest more than {MAX_NESTING} levels deep");
            return Err(ExpressionError::new(self.range(), message));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// `a ? b : c`, or anything that binds tighter.
    fn conditional(&mut self) -> Result<Operand> {
        let condition = self.binary(1)?;
        if self.word() != Word::Punctuator("?") {
            return Ok(condition);
        }
        let condition = self.compiler.truth(condition)?;
        self.advance();
        let branch = self.compiler.begin_conditional(&condition);
        let then = self.nested(Parser::conditional)?;
        let then = self.compiler.comparable(then)?;
        let jump = self.compiler.middle_of_conditional(&then);
        self.expect(":")?;
        let otherwise = self.nested(Parser::conditional)?;
        let otherwise = self.compiler.comparable(otherwise)?;
        self.compiler.end_conditional((condition, branch), (then, jump), otherwise)
    }

    /// Operands and operators that bind at least so tightly.
    fn binary(&mut self, least: u32) -> Result<Operand> {
        let mut left = self.unary()?;
        while let Word::Punctuator(punctuator) = self.word() {
            let Some((level, operator)) = binding(punctuator).filter(|(level, _)| *level >= least)
            else {
                break;
            };
            left = match operator {
                Binary::And | Binary::Or => {
                    let truth = self.compiler.truth(left)?;
                    self.advance();
                    let is_and = matches!(operator, Binary::And);
                    let pending = self.compiler.begin_logical(is_and, &truth);
                    let right = self.binary(level + 1)?;
                    let right = self.compiler.truth(right)?;
                    self.compiler.end_logical(pending, truth, right)
                }
                Binary::Operator(operator) => {
                    let value = self.operand_of(operator, left)?;
                    self.advance();
                    let right = self.binary(level + 1)?;
                    let right = self.operand_of(operator, right)?;
                    self.compiler.binary(operator, value, right)?
                }
            };
        }
        Ok(left)
    }

    fn operand_of(&mut self, operator: Operator, operand: Operand) -> Result<Operand> {
        match operator {
            Operator::Equal | Operator::NotEqual => self.compiler.comparable(operand),
            _ => self.compiler.value(operand),
        }
    }

    /// An operand with the operators before it.
    fn unary(&mut self) -> Result<Operand> {
        let start = self.range().start;
        let Word::Punctuator(punctuator) = self.word() else {
            return match self.word() {
                Word::Name("sizeof") => self.nested(Parser::size_of),
                _ => self.postfix(),
            };
        };
        if punctuator == "(" && self.is_type(1) {
            self.advance();
            let shape = self.type_name()?;
            self.expect(")")?;
            let operand = self.nested(Parser::unary)?;
            let range = start..operand.range.end;
            return self.compiler.cast(shape, operand, range);
        }
        if !matches!(punctuator, "!" | "~" | "-" | "+" | "*" | "&") {
            return self.postfix();
        }
        self.advance();
        let operand = self.nested(Parser::unary)?;
        let range = start..operand.range.end;
        match punctuator {
            "!" => self.compiler.not(operand, range),
            "*" => Err(dereference(range)),
            "&" => self.compiler.address(operand, range),
            "~" => self.compiler.unary('~', operand, range),
            "-" => self.compiler.unary('-', operand, range),
            _ => self.compiler.unary('+', operand, range),
        }
    }

    /// `sizeof` of a type or a variable.
    fn size_of(&mut self) -> Result<Operand> {
        let start = self.advance().start;
        let position = self.compiler.position();
        if self.word() != Word::Punctuator("(") || !self.is_type(1) {
            let operand = self.unary()?;
            let range = start..operand.range.end;
            return self.compiler.size_of(&operand, position, range);
        }
        self.advance();
        let shape = self.type_name()?;
        let range = start..self.expect(")")?;
        let pointer_bytes = u64::from(self.program.target.pointer_bytes);
        let size = match shape {
            Shape::Scalar(Scalar::Integer { bits, .. } | Scalar::Float { bits }, _) => {
                Some(u64::from(bits / 8))
            }
            Shape::Scalar(Scalar::Bool, _) => Some(1),
            Shape::Scalar(Scalar::Pointer, _) => Some(pointer_bytes),
            Shape::Record(id) => types::size(self.program, id),
            Shape::Array { element, count } => {
                types::size(self.program, element).and_then(|size| size.checked_mul(count?))
            }
            Shape::Unsupported(_) => None,
        };
        let Some(size) = size else {
            return Err(ExpressionError::new(range, "the size of the type is not known"));
        };
        let kind = Kind::integer(pointer_bytes as u32 * 8, false);
        Ok(self.compiler.constant(kind, size, range))
    }

    /// An operand with the operators after it.
    fn postfix(&mut self) -> Result<Operand> {
        let mut operand = self.primary()?;
        loop {
            match self.word() {
                Word::Punctuator(".") => {
                    self.advance();
                    let Word::Name(name) = self.word() else {
                        let message = format!("expected a member, found {}", self.found());
                        return Err(ExpressionError::new(self.range(), message));
                    };
                    let range = self.advance();
                    operand = self.compiler.member(operand, name, range)?;
                }
                Word::Punctuator("[") => {
                    self.advance();
                    let index = self.nested(Parser::conditional)?;
                    let end = self.expect("]")?;
                    operand = self.compiler.index(operand, index, end)?;
                }
                Word::Punctuator("->") => {
                    return Err(dereference(operand.range.start..self.range().end));
                }
                _ => return Ok(operand),
            }
        }
    }

    fn primary(&mut self) -> Result<Operand> {
        match self.word() {
            Word::Constant(kind, value) => {
                let range = self.advance();
                Ok(self.compiler.constant(kind, value, range))
            }
            Word::Punctuator("(") => {
                let start = self.advance().start;
                let operand = self.nested(Parser::conditional)?;
                let end = self.expect(")")?;
                Ok(operand.within(start..end))
            }
            Word::Name(name @ ("true" | "false")) => {
                let range = self.advance();
                Ok(self.compiler.constant(Kind::I32, u64::from(name == "true"), range))
            }
            Word::Name("NULL" | "nullptr") => {
                let range = self.advance();
                Ok(self.compiler.constant(Kind::Pointer, 0, range))
            }
            Word::Name(name) if is_type_word(name) => {
                let message = format!("'{name}' is no variable but (part of) a type");
                Err(ExpressionError::new(self.range(), message)
                    .help("a cast has its type in parentheses"))
            }
            Word::Name(_) | Word::Quoted(_) | Word::Punctuator("::") => {
                let written = self.name()?;
                let range = written.range.clone();
                if self.word() == Word::Punctuator("(") {
                    return Err(self.not_an_operator());
                }
                let meaning = names::resolve(self.program, &written)?;
                self.compiler.named(meaning, range)
            }
            _ => Err(self.not_an_operand()),
        }
    }

    /// `x`, `ns::x`, `::x`, `'file.c'::x`.
    fn name(&mut self) -> Result<WrittenName<'p>> {
        let start = self.range().start;
        let within = match self.word() {
            Word::Quoted(text) => {
                self.advance();
                Some(text)
            }
            _ => None,
        };
        let has_colons = self.accept("::");
        let mut name = String::new();
        loop {
            let Word::Name(part) = self.word() else {
                let message = format!("expected a name, found {}", self.found());
                return Err(ExpressionError::new(self.range(), message));
            };
            let end = self.advance().end;
            name.push_str(part);
            if !self.accept("::") {
                let is_complete = has_colons && within.is_none();
                return Ok(WrittenName { name, within, is_complete, range: start..end });
            }
            name.push_str("::");
        }
    }

    /// True if a type begins so many words after the next.
    fn is_type(&self, after: usize) -> bool {
        let Word::Name(name) = self.word_after(after) else { return false };
        if is_type_word(name) {
            return true;
        }
        let mut name = name.to_owned();
        let mut at = after + 1;
        while let (Word::Punctuator("::"), Word::Name(part)) =
            (self.word_after(at), self.word_after(at + 1))
        {
            name.push_str("::");
            name.push_str(part);
            at += 2;
        }
        // A variable hides a type of its name.
        let written = WrittenName { name, within: None, is_complete: false, range: 0..0 };
        types::named(self.program, &written.name).is_some()
            && names::resolve(self.program, &written).is_err()
    }

    /// A type, without the parentheses around it.
    fn type_name(&mut self) -> Result<Shape> {
        let start = self.range().start;
        let mut words: Vec<&str> = Vec::new();
        let mut named = None;
        while let Word::Name(word) = self.word() {
            match word {
                "const" | "volatile" | "_Atomic" => {
                    self.advance();
                }
                "struct" | "union" | "class" | "enum" if words.is_empty() && named.is_none() => {
                    self.advance();
                    let written = self.name()?;
                    named = Some((types::tagged(self.program, word, &written.name), written.name));
                }
                _ if is_type_word(word) => {
                    self.advance();
                    words.push(word);
                }
                _ if words.is_empty() && named.is_none() => {
                    let written = self.name()?;
                    named = Some((types::named(self.program, &written.name), written.name));
                }
                _ => break,
            }
        }
        let range = start..self.range().start;
        let mut shape = match named {
            Some((shape, name)) if words.is_empty() => shape
                .ok_or_else(|| ExpressionError::new(range.clone(), format!("no type '{name}'")))?,
            Some(_) => return Err(ExpressionError::new(range, "not a type")),
            None => basic(&words, self.target)
                .ok_or_else(|| ExpressionError::new(range, "not a type"))?,
        };
        while self.accept("*") {
            shape = Shape::Scalar(Scalar::Pointer, 0);
        }
        Ok(shape)
    }
}

/// True if a word can only be part of a type.
fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "signed"
            | "unsigned"
            | "char"
            | "short"
            | "int"
            | "long"
            | "bool"
            | "_Bool"
            | "float"
            | "double"
            | "const"
            | "volatile"
            | "_Atomic"
            | "struct"
            | "union"
            | "class"
            | "enum"
            | "void"
    )
}

/// The type that these words are, in any order.
fn basic(words: &[&str], target: lexer::Target) -> Option<Shape> {
    let count = |word: &str| words.iter().filter(|other| **other == word).count();
    let integer = |bits, signed| Some(Scalar::Integer { bits, signed });
    let unsigned = count("unsigned");
    let (sign, int, long) = (count("signed") + unsigned, count("int"), count("long"));
    let rest: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !matches!(*word, "signed" | "unsigned" | "int" | "long"))
        .collect();
    let is_signed = unsigned == 0;
    let scalar = match (&rest[..], sign, int, long) {
        ([], 0, 0, 0) => None,
        ([], 0 | 1, 0 | 1, 0) => integer(32, is_signed),
        ([], 0 | 1, 0 | 1, 1) => integer(target.long_bits, is_signed),
        ([], 0 | 1, 0 | 1, 2) => integer(64, is_signed),
        (["short"], 0 | 1, 0 | 1, 0) => integer(16, is_signed),
        (["char"], 0, 0, 0) => integer(8, target.signed_char),
        (["char"], 1, 0, 0) => integer(8, is_signed),
        (["bool" | "_Bool"], 0, 0, 0) => Some(Scalar::Bool),
        (["float"], 0, 0, 0) => Some(Scalar::Float { bits: 32 }),
        (["double"], 0, 0, 0) => Some(Scalar::Float { bits: 64 }),
        (["double"], 0, 0, 1) => {
            return Some(Shape::Unsupported("'long double' is not supported in propositions"));
        }
        (["void"], 0, 0, 0) => return Some(Shape::Unsupported("'void' has no values")),
        _ => None,
    };
    scalar.map(|scalar| Shape::Scalar(scalar, 0))
}
