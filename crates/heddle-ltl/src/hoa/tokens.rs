//! The tokens of the HOA format.

use crate::text_error::ReadError;

/// A piece of a HOA file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Header(String),
    Identifier(String),
    Alias(String),
    Text(String),
    Number(usize),
    Body,
    End,
    Abort,
    Symbol(char),
}

/// Tokens with the bytes where they begin.
pub(super) type Tokens = Vec<(Token, usize)>;

/// Takes a file apart.
pub(super) fn tokens(text: &str) -> Result<Tokens, ReadError> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks()?;
        if lexer.at == text.len() {
            return Ok(tokens);
        }
        let start = lexer.at;
        tokens.push((lexer.token()?, start));
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, at, message)
    }

    /// Skips blanks and comments, which may stand in each other.
    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            if !self.rest().starts_with("/*") {
                return Ok(());
            }
            let start = self.at;
            let mut depth = 0_usize;
            loop {
                if self.rest().starts_with("/*") {
                    depth += 1;
                    self.at += 2;
                } else if self.rest().starts_with("*/") {
                    depth -= 1;
                    self.at += 2;
                } else if let Some(c) = self.rest().chars().next() {
                    self.at += c.len_utf8();
                } else {
                    return Err(self.error(start, "the comment is never closed"));
                }
                if depth == 0 {
                    break;
                }
            }
        }
    }

    fn token(&mut self) -> Result<Token, ReadError> {
        for (keyword, token) in
            [("--BODY--", Token::Body), ("--END--", Token::End), ("--ABORT--", Token::Abort)]
        {
            if self.rest().starts_with(keyword) {
                self.at += keyword.len();
                return Ok(token);
            }
        }
        let start = self.at;
        let Some(first) = self.rest().chars().next() else {
            return Err(self.error(start, "the file ends here"));
        };
        if first.is_ascii_digit() {
            let digits = self.take(|c| c.is_ascii_digit());
            return digits
                .parse()
                .map(Token::Number)
                .map_err(|_| self.error(start, format!("the number {digits} is too large")));
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let word = self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').to_owned();
            if self.rest().starts_with(':') {
                self.at += 1;
                return Ok(Token::Header(word));
            }
            return Ok(Token::Identifier(word));
        }
        if first == '@' {
            self.at += 1;
            let name = self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
            return Ok(Token::Alias(name.to_owned()));
        }
        if first == '"' {
            return self.quoted();
        }
        if "[](){}!&|".contains(first) {
            self.at += 1;
            return Ok(Token::Symbol(first));
        }
        Err(self.error(start, format!("'{}' stands in no HOA file", first.escape_debug())))
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn quoted(&mut self) -> Result<Token, ReadError> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(Token::Text(text));
                }
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                c => text.push(c),
            }
        }
        Err(self.error(start, "the quote is never closed"))
    }
}
