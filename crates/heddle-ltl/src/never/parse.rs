//! Parser of never claims.

use super::tokens::{Token, tokens};
use crate::automaton::{Guard, LABEL_CUBE_LIMIT, LABEL_DEPTH_LIMIT, PROPOSITION_LIMIT};
use crate::formula::Proposition;
use crate::text_error::ReadError;

/// A claim: its statements one after the other.
pub(super) struct Claim {
    pub(super) propositions: Vec<Proposition>,
    pub(super) blocks: Vec<Block>,
}

/// A statement and its labels.
pub(super) struct Block {
    pub(super) labels: Vec<String>,
    pub(super) options: Vec<Choice>,
}

/// One way to go on.
pub(super) struct Choice {
    pub(super) guard: Guard,
    pub(super) action: Action,
}

/// Target of a choice.
#[derive(Clone)]
pub(super) enum Action {
    /// To the statement it is part of.
    Stay,
    /// To the one after it.
    Follow,
    /// To a label that stands at a byte.
    Goto(String, usize),
    /// Out of the claim.
    End,
}

/// Takes a claim apart.
pub(super) fn claim(text: &str) -> Result<Claim, ReadError> {
    let mut parser = Parser { text, tokens: tokens(text)?, next: 0, propositions: Vec::new() };
    parser.expect("never")?;
    if let Some(Token::Proposition(Proposition::Name(_))) = parser.peek() {
        parser.next += 1;
    }
    parser.expect("{")?;
    let mut blocks: Vec<Block> = Vec::new();
    while !parser.take("}") {
        let labels = parser.labels(&blocks)?;
        if parser.take("}") {
            // Labels of nothing are labels of the end.
            if !labels.is_empty() {
                let guard = Guard::always();
                blocks.push(Block { labels, options: vec![Choice { guard, action: Action::End }] });
            }
            break;
        }
        let options = parser.statement()?;
        while parser.take(";") {}
        blocks.push(Block { labels, options });
    }
    match parser.peek() {
        None => Ok(Claim { propositions: parser.propositions, blocks }),
        Some(_) => Err(parser.error("expected the end of the file after the never claim")),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    next: usize,
    propositions: Vec<Proposition>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    fn byte(&self) -> usize {
        self.tokens.get(self.next).map_or(self.text.len(), |(_, byte)| *byte)
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, self.byte(), message)
    }

    fn take(&mut self, fixed: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Fixed(found)) if *found == fixed);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, fixed: &str) -> Result<(), ReadError> {
        if self.take(fixed) { Ok(()) } else { Err(self.error(format!("expected '{fixed}'"))) }
    }

    /// The labels that stand here.
    fn labels(&mut self, blocks: &[Block]) -> Result<Vec<String>, ReadError> {
        let mut labels: Vec<String> = Vec::new();
        while let Some((Token::Proposition(Proposition::Name(name)), _)) =
            self.tokens.get(self.next)
            && self.tokens.get(self.next + 1).is_some_and(|(next, _)| *next == Token::Fixed(":"))
        {
            let known = blocks.iter().flat_map(|block| &block.labels).chain(&labels);
            if known.into_iter().any(|label| label == name) {
                return Err(self.error(format!("the label '{name}' is there twice")));
            }
            labels.push(name.clone());
            self.next += 2;
        }
        Ok(labels)
    }

    fn statement(&mut self) -> Result<Vec<Choice>, ReadError> {
        for (open, close, otherwise) in [("if", "fi", Action::Follow), ("do", "od", Action::Stay)] {
            if self.take(open) {
                return self.options(close, &otherwise);
            }
        }
        if self.take("skip") {
            return Ok(vec![Choice { guard: Guard::always(), action: Action::Follow }]);
        }
        match self.peek() {
            Some(Token::Fixed("atomic" | "goto" | "break" | "else" | "assert")) | None => {
                Err(self.error("expected 'if', 'do', 'skip', a condition or '}'"))
            }
            Some(_) => {
                let guard = self.condition(0)?;
                Ok(vec![Choice { guard, action: Action::Follow }])
            }
        }
    }

    /// Options up to the keyword `close`; those that say nothing else do `otherwise`.
    fn options(&mut self, close: &str, otherwise: &Action) -> Result<Vec<Choice>, ReadError> {
        let mut options = Vec::new();
        let mut covered = Guard::never();
        let mut else_action = None;
        while !self.take(close) {
            if !self.take("::") {
                return Err(self.error(format!("expected '::' or '{close}'")));
            }
            if self.take("atomic") {
                let guard = self.ending_assertion()?;
                covered = self.small(Some(covered.or(&guard)))?;
                options.push(Choice { guard, action: Action::End });
            } else if self.take("else") {
                if else_action.is_some() {
                    return Err(self.error("there is another 'else' before this one"));
                }
                else_action = Some(self.action(close, otherwise)?);
            } else {
                let guard = self.condition(0)?;
                covered = self.small(Some(covered.or(&guard)))?;
                let action = self.action(close, otherwise)?;
                options.push(Choice { guard, action });
            }
            while self.take(";") {}
        }
        if let Some(action) = else_action {
            let guard = self.small(covered.negated_within(LABEL_CUBE_LIMIT))?;
            options.push(Choice { guard, action });
        }
        Ok(options)
    }

    /// The action of an option once its condition holds.
    fn action(&mut self, close: &str, otherwise: &Action) -> Result<Action, ReadError> {
        if !self.take("->") && !self.take(";") {
            return Ok(otherwise.clone());
        }
        if self.take("goto") {
            let byte = self.byte();
            if let Some(Token::Proposition(Proposition::Name(name))) = self.peek().cloned() {
                self.next += 1;
                return Ok(Action::Goto(name, byte));
            }
            return Err(self.error("expected a label"));
        }
        if matches!(self.peek(), Some(Token::Fixed("skip"))) {
            let message = "'skip' behind an arrow is one more step of the claim, which is not \
                           supported; leave out the arrow and the skip";
            return Err(self.error(message));
        }
        if close == "od" && self.take("break") {
            return Ok(Action::Follow);
        }
        match self.peek() {
            Some(Token::Fixed(next)) if *next == "::" || *next == close => Ok(otherwise.clone()),
            _ if close == "od" => Err(self.error("expected 'goto' or 'break'")),
            _ => Err(self.error("expected 'goto'")),
        }
    }

    /// `{ condition -> assert(!condition) }`: the claim ends where the condition holds.
    fn ending_assertion(&mut self) -> Result<Guard, ReadError> {
        self.expect("{")?;
        let guard = self.condition(0)?;
        if !self.take("->") {
            self.expect(";")?;
        }
        self.expect("assert")?;
        let byte = self.byte();
        self.expect("(")?;
        let asserted = self.condition(0)?;
        self.expect(")")?;
        self.expect("}")?;
        if !guard.and(&asserted).is_never() {
            let message = "expected an assertion that fails wherever the condition holds";
            return Err(ReadError::at(self.text, byte, message));
        }
        Ok(guard)
    }

    /// A disjunction, and whatever binds tighter.
    fn condition(&mut self, depth: usize) -> Result<Guard, ReadError> {
        let mut guard = self.conjunction(depth)?;
        while self.take("||") {
            let right = self.conjunction(depth)?;
            guard = self.small(Some(guard.or(&right)))?;
        }
        Ok(guard)
    }

    fn conjunction(&mut self, depth: usize) -> Result<Guard, ReadError> {
        let mut guard = self.factor(depth)?;
        while self.take("&&") {
            let right = self.factor(depth)?;
            let pairs = guard.cubes().len() * right.cubes().len();
            guard = self.small((pairs <= 10 * LABEL_CUBE_LIMIT).then(|| guard.and(&right)))?;
        }
        Ok(guard)
    }

    fn factor(&mut self, depth: usize) -> Result<Guard, ReadError> {
        if depth > LABEL_DEPTH_LIMIT {
            let message = format!("the condition is more than {LABEL_DEPTH_LIMIT} levels deep");
            return Err(self.error(message));
        }
        if self.take("!") {
            let guard = self.factor(depth + 1)?;
            return self.small(guard.negated_within(LABEL_CUBE_LIMIT));
        }
        if self.take("(") {
            let guard = self.condition(depth + 1)?;
            self.expect(")")?;
            return Ok(guard);
        }
        if self.take("true") || self.take("1") {
            return Ok(Guard::always());
        }
        if self.take("false") || self.take("0") {
            return Ok(Guard::never());
        }
        let Some(Token::Proposition(proposition)) = self.peek().cloned() else {
            return Err(self.error("expected a condition"));
        };
        let known = self.propositions.iter().position(|known| *known == proposition);
        let number = known.unwrap_or(self.propositions.len());
        if number >= PROPOSITION_LIMIT {
            let message = format!("{proposition} is one proposition more than {PROPOSITION_LIMIT}");
            return Err(self.error(message));
        }
        if known.is_none() {
            self.propositions.push(proposition);
        }
        self.next += 1;
        Ok(Guard::literal(number as u32, true))
    }

    /// A guard, unless it is too large.
    fn small(&self, guard: Option<Guard>) -> Result<Guard, ReadError> {
        guard
            .filter(|guard| guard.cubes().len() <= LABEL_CUBE_LIMIT)
            .ok_or_else(|| self.error("the condition is too large"))
    }
}
