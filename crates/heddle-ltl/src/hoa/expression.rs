//! Labels and acceptance conditions: expressions of `!`, `&`, `|` and parentheses.

use super::read::Reader;
use super::tokens::Token;
use crate::automaton::{Guard, LABEL_CUBE_LIMIT, LABEL_DEPTH_LIMIT};
use crate::text_error::ReadError;

/// The domain that expressions are evaluated in.
trait Values {
    type Value;
    /// The value of an atom, at the reader's position.
    fn atom(&self, reader: &mut Reader<'_>) -> Result<Self::Value, ReadError>;
    fn not(&self, value: Self::Value) -> Option<Self::Value>;
    fn and(&self, left: Self::Value, right: Self::Value) -> Option<Self::Value>;
    fn or(&self, left: Self::Value, right: Self::Value) -> Option<Self::Value>;
    /// The message where an operation has no value.
    fn refusal(&self) -> &'static str;
}

/// Reads the label that begins here.
pub(super) fn label(reader: &mut Reader<'_>) -> Result<Guard, ReadError> {
    disjunction(reader, &Labels, 0)
}

/// Reads the acceptance condition that begins here: the sets to be met infinitely often, or
/// nothing if no run is accepted.
pub(super) fn acceptance(reader: &mut Reader<'_>) -> Result<Option<Vec<usize>>, ReadError> {
    disjunction(reader, &Conditions, 0)
}

fn disjunction<V: Values>(
    reader: &mut Reader<'_>,
    values: &V,
    depth: usize,
) -> Result<V::Value, ReadError> {
    let mut value = conjunction(reader, values, depth)?;
    while reader.take_symbol('|') {
        let place = reader.at();
        let right = conjunction(reader, values, depth)?;
        value = values.or(value, right).ok_or_else(|| place.error(values.refusal()))?;
    }
    Ok(value)
}

fn conjunction<V: Values>(
    reader: &mut Reader<'_>,
    values: &V,
    depth: usize,
) -> Result<V::Value, ReadError> {
    let mut value = factor(reader, values, depth)?;
    while reader.take_symbol('&') {
        let place = reader.at();
        let right = factor(reader, values, depth)?;
        value = values.and(value, right).ok_or_else(|| place.error(values.refusal()))?;
    }
    Ok(value)
}

fn factor<V: Values>(
    reader: &mut Reader<'_>,
    values: &V,
    depth: usize,
) -> Result<V::Value, ReadError> {
    let place = reader.at();
    if depth > LABEL_DEPTH_LIMIT {
        return Err(
            place.error(format!("the expression is more than {LABEL_DEPTH_LIMIT} levels deep"))
        );
    }
    if reader.take_symbol('!') {
        let value = factor(reader, values, depth + 1)?;
        return values.not(value).ok_or_else(|| place.error(values.refusal()));
    }
    if reader.take_symbol('(') {
        let value = disjunction(reader, values, depth + 1)?;
        reader.expect_symbol(')')?;
        return Ok(value);
    }
    values.atom(reader)
}

/// Labels: numbers of propositions, `t`, `f` and aliases.
struct Labels;

fn if_small(guard: Guard) -> Option<Guard> {
    (guard.cubes().len() <= LABEL_CUBE_LIMIT).then_some(guard)
}

impl Values for Labels {
    type Value = Guard;

    fn atom(&self, reader: &mut Reader<'_>) -> Result<Guard, ReadError> {
        let place = reader.at();
        match reader.take() {
            Some(Token::Number(number)) => {
                let count = reader.proposition_count();
                if number >= count {
                    let message =
                        format!("there is no proposition {number}: the header has {count}");
                    return Err(place.error(message));
                }
                Ok(Guard::literal(number as u32, true))
            }
            Some(Token::Identifier(word)) if word == "t" => Ok(Guard::always()),
            Some(Token::Identifier(word)) if word == "f" => Ok(Guard::never()),
            Some(Token::Alias(name)) => reader
                .alias(&name)
                .ok_or_else(|| place.error(format!("there is no alias '@{name}'"))),
            _ => Err(place.error("expected a proposition's number, 't', 'f' or an alias")),
        }
    }

    fn not(&self, value: Guard) -> Option<Guard> {
        value.negated_within(LABEL_CUBE_LIMIT)
    }

    fn and(&self, left: Guard, right: Guard) -> Option<Guard> {
        let pairs = left.cubes().len() * right.cubes().len();
        (pairs <= 10 * LABEL_CUBE_LIMIT).then(|| left.and(&right)).and_then(if_small)
    }

    fn or(&self, left: Guard, right: Guard) -> Option<Guard> {
        if_small(left.or(&right))
    }

    fn refusal(&self) -> &'static str {
        "the label is too large"
    }
}

/// Conditions: `Inf` of sets, `t` and `f`.
struct Conditions;

impl Values for Conditions {
    type Value = Option<Vec<usize>>;

    fn atom(&self, reader: &mut Reader<'_>) -> Result<Option<Vec<usize>>, ReadError> {
        let place = reader.at();
        match reader.take() {
            Some(Token::Identifier(word)) if word == "t" => Ok(Some(Vec::new())),
            Some(Token::Identifier(word)) if word == "f" => Ok(None),
            Some(Token::Identifier(word)) if word == "Inf" => {
                reader.expect_symbol('(')?;
                if reader.take_symbol('!') {
                    return Err(place.error(self.refusal()));
                }
                let set = reader.expect_number("the number of an acceptance set")?;
                reader.expect_symbol(')')?;
                Ok(Some(vec![set]))
            }
            Some(Token::Identifier(word)) if word == "Fin" => Err(place.error(self.refusal())),
            _ => Err(place.error("expected 'Inf', 't' or 'f'")),
        }
    }

    fn not(&self, _: Option<Vec<usize>>) -> Option<Option<Vec<usize>>> {
        None
    }

    fn and(
        &self,
        left: Option<Vec<usize>>,
        right: Option<Vec<usize>>,
    ) -> Option<Option<Vec<usize>>> {
        Some(left.zip(right).map(|(left, right)| [left, right].concat()))
    }

    fn or(
        &self,
        left: Option<Vec<usize>>,
        right: Option<Vec<usize>>,
    ) -> Option<Option<Vec<usize>>> {
        match (left, right) {
            (None, other) | (other, None) => Some(other),
            (Some(left), Some(right)) if left.is_empty() || right.is_empty() => {
                Some(Some(Vec::new()))
            }
            (Some(_), Some(_)) => None,
        }
    }

    fn refusal(&self) -> &'static str {
        "only generalized Buechi acceptance can be used: 't', 'f', 'Inf(i)' and conjunctions of them"
    }
}
