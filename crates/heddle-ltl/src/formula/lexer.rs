//! From text to tokens.
//!
//! Tokens do not depend on where they stand: whether `G` is an operator or a proposition is
//! decided by the parser. Only these are decided here: a name with fields, elements or scopes
//! is one token, and so is a name with a parenthesis right behind it, unless the name is one of
//! an operator (`G(p)`, `p U(q)`) or a constant.

use std::ops::Range;

use super::error::SyntaxError;
use super::proposition::Proposition;

/// A piece of a formula's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A plain identifier, which may be an operator.
    Word(String),
    /// Text that can only be a proposition.
    Proposition(Proposition),
    Constant(bool),
    Open,
    Close,
    Not,
    Always,
    Eventually,
    And,
    Or,
    Xor,
    Implies,
    Equivalent,
    /// Text that stands in no formula, with the error for a parser that gets there.
    Wrong(SyntaxError),
}

/// The symbols, longer ones before those that they begin with.
const SYMBOLS: [(&str, Token); 20] = [
    ("<->", Token::Equivalent),
    ("<=>", Token::Equivalent),
    ("->", Token::Implies),
    ("=>", Token::Implies),
    ("<>", Token::Eventually),
    ("[]", Token::Always),
    ("&&", Token::And),
    ("||", Token::Or),
    ("/\\", Token::And),
    ("\\/", Token::Or),
    ("&", Token::And),
    ("|", Token::Or),
    ("^", Token::Xor),
    ("!", Token::Not),
    ("~", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
    ("∧", Token::And),
    ("∨", Token::Or),
    ("¬", Token::Not),
];

/// Symbols that stand between values in C, but not in formulas.
const COMPARISONS: [&str; 12] = ["==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%"];

/// Advice for text that only C expressions can have.
pub(super) const QUOTE: &str = "put C expressions in double quotes, as in \"x == 1\"";

/// Takes a text apart.
pub(super) fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token() {
        tokens.push(token);
    }
    tokens
}

/// The name or call that the whole of `text` is, if it is one.
pub(super) fn lone_proposition(text: &str) -> Option<Proposition> {
    let mut tokens = tokens(text);
    let proposition = match tokens.pop() {
        Some((Token::Word(word), _)) if !is_reserved(&word) => Proposition::Name(word),
        Some((
            Token::Proposition(proposition @ (Proposition::Name(_) | Proposition::Call { .. })),
            _,
        )) => proposition,
        _ => return None,
    };
    tokens.is_empty().then_some(proposition)
}

/// The proposition that a text begins with, and how many bytes of it; any word is a name here.
pub(crate) fn proposition_prefix(text: &str) -> Option<(Proposition, usize)> {
    let (token, range) = Lexer { text, at: 0 }.token()?;
    let proposition = match token {
        Token::Word(word) => Proposition::Name(word),
        Token::Proposition(proposition) => proposition,
        _ => return None,
    };
    (range.start == 0).then_some((proposition, range.end))
}

/// True if a word is an operator between two formulas.
pub(super) fn is_infix(word: &str) -> bool {
    matches!(word, "U" | "R" | "V" | "W" | "M" | "xor")
}

/// True if a word is a chain of operators before a formula.
pub(super) fn is_chain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| matches!(c, 'G' | 'F' | 'X'))
}

/// True if a word is never the name of a proposition.
pub fn is_operator(word: &str) -> bool {
    is_infix(word) || word == "true" || word == "false"
}

/// True if a word can be anything else than a name.
fn is_reserved(word: &str) -> bool {
    is_operator(word) || is_chain(word)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn token(&mut self) -> Option<(Token, Range<usize>)> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let token = if first.is_ascii_alphabetic() || first == '_' {
            self.word()
        } else if first.is_ascii_digit() {
            self.number()
        } else if first == '"' {
            self.quoted()
        } else if let Some((symbol, token)) = SYMBOLS
            .iter()
            .find(|(symbol, _)| self.rest().starts_with(symbol))
            .filter(|_| !self.rest().starts_with("!="))
        {
            self.at += symbol.len();
            token.clone()
        } else {
            self.wrong(first)
        };
        Some((token, start..self.at))
    }

    /// Number of bytes from here on that belong to an identifier.
    fn identifier_length(&self, from: usize) -> usize {
        let rest = &self.text[from..];
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
    }

    fn word(&mut self) -> Token {
        let start = self.at;
        self.at += self.identifier_length(start);
        let plain_end = self.at;
        while let Some(length) = self.path_part_length() {
            self.at += length;
        }
        let word = &self.text[start..self.at];
        if self.at == plain_end && is_reserved(word) {
            return match word {
                "true" => Token::Constant(true),
                "false" => Token::Constant(false),
                word => Token::Word(word.to_owned()),
            };
        }
        if self.rest().starts_with('(') {
            let name = word.to_owned();
            return self.call(start, name);
        }
        if self.at == plain_end {
            Token::Word(word.to_owned())
        } else {
            Token::Proposition(Proposition::Name(word.to_owned()))
        }
    }

    /// The length of a `.field`, `::name` or `[element]` right here.
    fn path_part_length(&self) -> Option<usize> {
        let rest = self.rest();
        for dot in [".", "::"] {
            if let Some(name) = rest.strip_prefix(dot) {
                let starts_name = |c: char| c.is_ascii_alphabetic() || c == '_';
                let length = self.identifier_length(self.at + dot.len());
                return name.starts_with(starts_name).then_some(dot.len() + length);
            }
        }
        let inside = rest.strip_prefix('[')?;
        let length = self.identifier_length(self.at + 1);
        (length > 0 && inside[length..].starts_with(']')).then_some(length + 2)
    }

    /// The argument of a call, up to the parenthesis that closes it.
    fn call(&mut self, start: usize, name: String) -> Token {
        let open = self.at;
        let mut depth = 0_usize;
        let mut end = None;
        for (offset, c) in self.rest().char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = Some(open + offset);
                break;
            }
        }
        let Some(end) = end else {
            self.at = self.text.len();
            let message = format!("the parenthesis after '{name}' is never closed");
            return Token::Wrong(SyntaxError::new(open..open + 1, message));
        };
        self.at = end + 1;
        let argument = self.text[open + 1..end].trim().to_owned();
        if argument.is_empty() {
            let message = format!("'{name}()' has nothing between its parentheses");
            return Token::Wrong(SyntaxError::new(start..self.at, message));
        }
        Token::Proposition(Proposition::Call { name, argument })
    }

    fn number(&mut self) -> Token {
        let start = self.at;
        self.at += self.identifier_length(start);
        match &self.text[start..self.at] {
            "0" => Token::Constant(false),
            "1" => Token::Constant(true),
            number => {
                let message = format!("the number '{number}' is not a formula");
                Token::Wrong(SyntaxError::new(start..self.at, message).with_hint(QUOTE))
            }
        }
    }

    fn quoted(&mut self) -> Token {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    let text = text.trim();
                    if text.is_empty() {
                        let message = "there is no expression between the quotes";
                        return Token::Wrong(SyntaxError::new(start..self.at, message));
                    }
                    return Token::Proposition(Proposition::Quoted(text.to_owned()));
                }
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                c => text.push(c),
            }
        }
        self.at = self.text.len();
        Token::Wrong(SyntaxError::new(start..start + 1, "the quote is never closed"))
    }

    fn wrong(&mut self, first: char) -> Token {
        let start = self.at;
        if let Some(symbol) = COMPARISONS.iter().find(|symbol| self.rest().starts_with(**symbol)) {
            self.at += symbol.len();
            let message = format!("'{symbol}' is not an operator of formulas");
            return Token::Wrong(SyntaxError::new(start..self.at, message).with_hint(QUOTE));
        }
        self.at += first.len_utf8();
        let message = format!("'{}' stands in no formula", first.escape_debug());
        let error = SyntaxError::new(start..self.at, message);
        Token::Wrong(if first == '\'' { error.with_hint(QUOTE) } else { error })
    }
}
