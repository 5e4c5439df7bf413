//! Reading automata in the HOA format.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::expression::{acceptance, label};
use super::tokens::{Token, Tokens, tokens};
use crate::automaton::{Automaton, Cube, Edge, Guard, PROPOSITION_LIMIT, SET_LIMIT, StateId};
use crate::formula::Proposition;
use crate::text_error::ReadError;

/// Most states of a file.
const STATE_LIMIT: usize = 1_000_000;

/// Most propositions with which the edges of a state may be one for each valuation.
const IMPLICIT_LIMIT: usize = 12;

/// Headers with a capital that change nothing about what is accepted.
const DESCRIBING: [&str; 1] = ["States"];

/// The automaton of a HOA file.
///
/// # Errors
///
/// Says where the file is not one, or holds an automaton of another kind.
pub fn read(text: &str) -> Result<Automaton, ReadError> {
    let mut reader = Reader {
        text,
        tokens: tokens(text)?,
        next: 0,
        propositions: Vec::new(),
        aliases: HashMap::default(),
    };
    let header = reader.header()?;
    let body = reader.body(&header)?;
    match reader.peek() {
        None => finish(reader.propositions, &header, body),
        Some(_) => Err(reader.at().error("expected the end: one automaton a file can be read")),
    }
}

/// A place in the file.
#[derive(Clone, Copy)]
pub(super) struct TextPosition<'a> {
    text: &'a str,
    byte: usize,
}

impl TextPosition<'_> {
    pub(super) fn error(self, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, self.byte, message)
    }
}

/// The header of a file.
struct Header<'a> {
    /// The initial states, and where they are named.
    starts: Vec<(usize, TextPosition<'a>)>,
    /// Position of its end.
    end: TextPosition<'a>,
    /// Number of sets in the file.
    set_count: usize,
    /// Those that have to be met, each once, or nothing if no run is accepted.
    condition: Option<Vec<usize>>,
}

/// An edge, and where its target is named.
struct ReadEdge<'a> {
    edge: Edge,
    place: TextPosition<'a>,
}

type Body<'a> = Vec<Option<Vec<ReadEdge<'a>>>>;

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Tokens,
    next: usize,
    propositions: Vec<Proposition>,
    aliases: HashMap<String, Guard, FixedState>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.next += usize::from(token.is_some());
        token
    }

    /// Position of the next token.
    pub(super) fn at(&self) -> TextPosition<'a> {
        let byte = self.tokens.get(self.next).map_or(self.text.len(), |(_, byte)| *byte);
        TextPosition { text: self.text, byte }
    }

    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
        let is_next = self.peek() == Some(&Token::Symbol(symbol));
        self.next += usize::from(is_next);
        is_next
    }

    pub(super) fn expect_symbol(&mut self, symbol: char) -> Result<(), ReadError> {
        let place = self.at();
        if self.take_symbol(symbol) {
            return Ok(());
        }
        Err(place.error(format!("expected '{symbol}'")))
    }

    pub(super) fn expect_number(&mut self, what: &str) -> Result<usize, ReadError> {
        self.take_number().ok_or_else(|| self.at().error(format!("expected {what}")))
    }

    fn take_number(&mut self) -> Option<usize> {
        let Some(Token::Number(number)) = self.peek() else { return None };
        let number = *number;
        self.next += 1;
        Some(number)
    }

    pub(super) fn proposition_count(&self) -> usize {
        self.propositions.len()
    }

    pub(super) fn alias(&self, name: &str) -> Option<Guard> {
        self.aliases.get(name).cloned()
    }

    fn header(&mut self) -> Result<Header<'a>, ReadError> {
        let place = self.at();
        let version = (self.take(), self.take());
        if version != (Some(Token::Header("HOA".into())), Some(Token::Identifier("v1".into()))) {
            return Err(place.error("expected 'HOA: v1'"));
        }
        let mut starts = Vec::new();
        let mut condition = None;
        loop {
            let place = self.at();
            match self.take() {
                Some(Token::Body) => break,
                Some(Token::Abort) => return Err(place.error("the automaton was aborted")),
                Some(Token::Header(name)) => match name.as_str() {
                    "Start" => starts.push(self.start()?),
                    "AP" => self.propositions()?,
                    "Alias" => self.define_alias()?,
                    "Acceptance" => {
                        let count = self.expect_number("how many acceptance sets there are")?;
                        condition = Some((count, self.condition(count)?));
                    }
                    other
                        if other.starts_with(|first: char| first.is_ascii_uppercase())
                            && !DESCRIBING.contains(&other) =>
                    {
                        // What begins with a capital may change what the automaton means.
                        return Err(place.error(format!("the header '{other}:' is not supported")));
                    }
                    // What only describes, or concerns the tool that made the file.
                    _ => {
                        while !matches!(
                            self.peek(),
                            None | Some(Token::Header(_) | Token::Body | Token::Abort)
                        ) {
                            self.next += 1;
                        }
                    }
                },
                _ => return Err(place.error("expected a header or '--BODY--'")),
            }
        }
        let Some((set_count, condition)) = condition else {
            return Err(self.at().error("there is no 'Acceptance:' in the header"));
        };
        let end = self.at();
        Ok(Header { starts, set_count, condition, end })
    }

    /// The sets that have to be met, of `count` that there are.
    fn condition(&mut self, count: usize) -> Result<Option<Vec<usize>>, ReadError> {
        let place = self.at();
        let Some(mut sets) = acceptance(self)? else { return Ok(None) };
        sets.sort_unstable();
        sets.dedup();
        if let Some(set) = sets.iter().find(|set| **set >= count) {
            return Err(place.error(format!("there is no acceptance set {set} of {count}")));
        }
        if sets.len() > SET_LIMIT as usize {
            let message = format!("at most {SET_LIMIT} acceptance sets can be used");
            return Err(place.error(message));
        }
        Ok(Some(sets))
    }

    fn start(&mut self) -> Result<(usize, TextPosition<'a>), ReadError> {
        let place = self.at();
        let state = self.expect_number("the number of a state")?;
        self.refuse_alternation()?;
        Ok((state, place))
    }

    fn refuse_alternation(&self) -> Result<(), ReadError> {
        if self.peek() == Some(&Token::Symbol('&')) {
            return Err(self.at().error("alternating automata cannot be used"));
        }
        Ok(())
    }

    fn propositions(&mut self) -> Result<(), ReadError> {
        let place = self.at();
        if !self.propositions.is_empty() {
            return Err(place.error("the propositions are listed twice"));
        }
        let count = self.expect_number("how many propositions there are")?;
        if count > PROPOSITION_LIMIT {
            let message =
                format!("there are {count} propositions; at most {PROPOSITION_LIMIT} can be used");
            return Err(place.error(message));
        }
        for _ in 0..count {
            let place = self.at();
            let Some(Token::Text(text)) = self.take() else {
                return Err(place.error("expected a proposition in double quotes"));
            };
            let proposition = Proposition::from_text(&text);
            if text.trim().is_empty() || self.propositions.contains(&proposition) {
                return Err(place.error("expected a proposition that is not there yet"));
            }
            self.propositions.push(proposition);
        }
        Ok(())
    }

    fn define_alias(&mut self) -> Result<(), ReadError> {
        let place = self.at();
        let Some(Token::Alias(name)) = self.take() else {
            return Err(place.error("expected '@' and a name"));
        };
        let guard = label(self)?;
        if self.aliases.insert(name, guard).is_some() {
            return Err(place.error("the alias is defined twice"));
        }
        Ok(())
    }

    /// The edges of the states that are there.
    fn body(&mut self, header: &Header<'a>) -> Result<Body<'a>, ReadError> {
        let mut states: Body<'a> = Vec::new();
        loop {
            let place = self.at();
            match self.take() {
                Some(Token::End) => return Ok(states),
                Some(Token::Abort) => return Err(place.error("the automaton was aborted")),
                Some(Token::Header(name)) if name == "State" => {
                    let (number, edges) = self.state(header)?;
                    if states.len() <= number {
                        states.resize_with(number + 1, || None);
                    }
                    if states[number].is_some() {
                        return Err(place.error(format!("state {number} is there twice")));
                    }
                    states[number] = Some(edges);
                }
                _ => return Err(place.error("expected 'State:' or '--END--'")),
            }
        }
    }

    fn state(&mut self, header: &Header<'a>) -> Result<(usize, Vec<ReadEdge<'a>>), ReadError> {
        let state_label = self.label_in_brackets()?;
        let place = self.at();
        let number = self.expect_number("the number of the state")?;
        if number >= STATE_LIMIT {
            return Err(place.error(format!("only states below {STATE_LIMIT} can be used")));
        }
        if let Some(Token::Text(_)) = self.peek() {
            self.next += 1;
        }
        let state_marks = self.marks(header)?;
        let mut edges: Vec<ReadEdge<'a>> = Vec::new();
        let mut implicit = 0;
        while let Some(Token::Number(_) | Token::Symbol('[')) = self.peek() {
            let place = self.at();
            let guard = match (self.label_in_brackets()?, &state_label) {
                (Some(_), Some(_)) => {
                    return Err(place.error("the state and its edge both have a label"));
                }
                (Some(guard), None) => guard,
                (None, Some(guard)) => guard.clone(),
                (None, None) => {
                    implicit += 1;
                    self.implicit_label(implicit - 1, place)?
                }
            };
            let place = self.at();
            let target = self.expect_number("the number of a state")?;
            if target >= STATE_LIMIT {
                return Err(place.error(format!("there is no state {target}")));
            }
            self.refuse_alternation()?;
            let marks = state_marks | self.marks(header)?;
            edges.push(ReadEdge {
                edge: Edge { guard, marks, target: StateId::new(target) },
                place,
            });
        }
        if implicit > 0 && implicit != edges.len() {
            return Err(place.error("some edges of the state have labels and some have none"));
        }
        if implicit > 0 && implicit != 1 << self.propositions.len() {
            let message = "edges without labels must be one for each valuation of the propositions";
            return Err(place.error(message));
        }
        Ok((number, edges))
    }

    fn label_in_brackets(&mut self) -> Result<Option<Guard>, ReadError> {
        if !self.take_symbol('[') {
            return Ok(None);
        }
        let guard = label(self)?;
        self.expect_symbol(']')?;
        Ok(Some(guard))
    }

    /// The label of the edge number `index` of a state whose edges have none.
    fn implicit_label(&self, index: usize, place: TextPosition<'_>) -> Result<Guard, ReadError> {
        let count = self.propositions.len();
        if count > IMPLICIT_LIMIT {
            let message = format!(
                "edges without labels can be used with {IMPLICIT_LIMIT} propositions at most"
            );
            return Err(place.error(message));
        }
        Ok(Guard::any_of([Cube::new((1 << count) - 1, index as u64)]))
    }

    /// The acceptance sets that stand here, as marks.
    fn marks(&mut self, header: &Header<'a>) -> Result<u32, ReadError> {
        let mut marks = 0;
        if !self.take_symbol('{') {
            return Ok(marks);
        }
        while !self.take_symbol('}') {
            let place = self.at();
            let set = self.expect_number("the number of an acceptance set, or '}'")?;
            if set >= header.set_count {
                let count = header.set_count;
                return Err(place.error(format!("there is no acceptance set {set} of {count}")));
            }
            // Sets that the condition does not name do not matter.
            let needed = header.condition.iter().flatten().position(|needed| *needed == set);
            if let Some(number) = needed {
                marks |= 1 << number;
            }
        }
        Ok(marks)
    }
}

/// The automaton of what was read.
fn finish(
    propositions: Vec<Proposition>,
    header: &Header<'_>,
    body: Body<'_>,
) -> Result<Automaton, ReadError> {
    let mut states = Vec::with_capacity(body.len() + 1);
    let is_state = |number: usize| body.get(number).is_some_and(Option::is_some);
    for edges in &body {
        for ReadEdge { edge, place } in edges.iter().flatten() {
            if !is_state(edge.target.index()) {
                return Err(place.error(format!("there is no state {}", edge.target)));
            }
        }
    }
    for (start, place) in &header.starts {
        if !is_state(*start) {
            return Err(place.error(format!("there is no state {start}")));
        }
    }
    if header.starts.is_empty() {
        let message = "there is no 'Start:' in the header: no run would be accepted";
        return Err(header.end.error(message));
    }
    for edges in body {
        let edges = edges.unwrap_or_default().into_iter().map(|read| read.edge);
        states.push(edges.filter(|edge| !edge.guard.is_never()).collect::<Vec<_>>());
    }
    let Some(condition) = &header.condition else {
        return Ok(Automaton::new(propositions, 0, StateId::new(0), vec![Vec::new()]));
    };
    let sets = condition.len() as u32;
    let initial = match header.starts[..] {
        [(start, _)] => start,
        // A new state that can do what each of them can.
        ref starts => {
            let edges = starts.iter().flat_map(|(start, _)| states[*start].clone()).collect();
            states.push(edges);
            states.len() - 1
        }
    };
    Ok(Automaton::new(propositions, sets, StateId::new(initial), states))
}
