//! The value of an expression in the loaded state.
//!
//! Expressions read static memory only, which is that of the loaded state at any time: there
//! is nothing to run, nothing to load, and no thread to materialize. Evaluation changes
//! nothing and allocates nothing unless it fails. Whoever evaluates expressions decides
//! which states are looked at; those in the middle of an atomic section are nobody's.
//!
//! What the value depends on is what [`Expression::reads`] says: operands that are not
//! evaluated (behind `&&`, `||` and `?:`) may be undefined, and nothing comes of it.

use std::fmt;
use std::ops::Range;

use heddle_program::expression::arithmetic::{
    ArithmeticError, binary, complement, convert, narrow, negate, truth,
};
use heddle_program::expression::{Code, Expression, MAX_STACK, Value, VariableBits};

use crate::Machine;
use crate::state::memory::{Access, Checked};
use crate::value::{Word, mask};

/// An expression has no value in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationError {
    /// The bytes of the expression's text that are at fault.
    pub range: Range<usize>,
    /// Text of the part.
    pub part: String,
    /// Reason why it has no value.
    pub failure: EvaluationFailure,
}

/// Reason why a part of an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluationFailure {
    /// A variable, or a part of one, that nobody wrote.
    Uninitialized,
    /// An input that was left open.
    OpenInput,
    /// An index that its array does not have.
    OutOfRange {
        /// Elements of the array.
        count: u64,
    },
    /// An operator without a result.
    Arithmetic(ArithmeticError),
    /// An integer that is an address: objects are renamed, so its value means nothing.
    AddressAsInteger,
    /// Memory that cannot be read.
    Unreadable,
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': ", self.part)?;
        match self.failure {
            EvaluationFailure::Uninitialized => write!(f, "not initialized"),
            EvaluationFailure::OpenInput => write!(f, "an input that was left open"),
            EvaluationFailure::OutOfRange { count } => {
                write!(f, "an index that is out of range: there are {count} elements")
            }
            EvaluationFailure::Arithmetic(error) => write!(f, "{error}"),
            EvaluationFailure::AddressAsInteger => {
                write!(f, "there is an address, which is no number")
            }
            EvaluationFailure::Unreadable => write!(f, "memory that cannot be read"),
        }
    }
}

impl std::error::Error for EvaluationError {}

impl From<ArithmeticError> for EvaluationFailure {
    fn from(error: ArithmeticError) -> EvaluationFailure {
        EvaluationFailure::Arithmetic(error)
    }
}

type Evaluated<T> = Result<T, EvaluationFailure>;

/// The values in hand. Compiling has made sure that they are never more than there is room
/// for; an expression for which that were wrong would compute nonsense, not run wild.
struct Stack {
    values: [u64; MAX_STACK],
    len: usize,
}

impl Stack {
    #[inline]
    fn push(&mut self, value: u64) {
        self.values[self.len % MAX_STACK] = value;
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> u64 {
        self.len = self.len.wrapping_sub(1);
        self.values[self.len % MAX_STACK]
    }

    #[inline]
    fn top(&mut self) -> &mut u64 {
        &mut self.values[self.len.wrapping_sub(1) % MAX_STACK]
    }
}

impl Machine<'_> {
    /// The value of an expression in the loaded state.
    #[inline]
    pub fn evaluate(&self, expression: &Expression) -> Result<Value, EvaluationError> {
        let mut at = 0;
        match self.run_expression(expression, &mut at) {
            Ok(bits) => Ok(Value::new(expression.kind(), bits)),
            Err(failure) => Err(evaluation_error(expression, at, failure)),
        }
    }

    /// Runs the code; leaves in `at` where it failed.
    fn run_expression(&self, expression: &Expression, at: &mut usize) -> Evaluated<u64> {
        let mut stack = Stack { values: [0; MAX_STACK], len: 0 };
        let code = expression.code();
        while let Some(&instruction) = code.get(*at) {
            let mut over = 0;
            match instruction {
                Code::Constant(value) => stack.push(value),
                Code::Address(global, offset) => {
                    stack.push(self.pointer_add(self.image.global_bases[global], offset));
                }
                Code::Load(id) => stack.push(self.read_bits(expression.variable_bits(id), 0)?),
                Code::LoadAt(id) => {
                    let top = stack.top();
                    *top = self.read_bits(expression.variable_bits(id), *top)?;
                }
                Code::Scale(extent) => {
                    let extent = expression.extent(extent);
                    let top = stack.top();
                    // A negative index is a large one here.
                    if *top >= extent.count {
                        return Err(EvaluationFailure::OutOfRange { count: extent.count });
                    }
                    *top *= extent.stride;
                }
                Code::AddOffsets => {
                    let second = stack.pop();
                    let top = stack.top();
                    *top = top.wrapping_add(second);
                }
                Code::Convert { from, to } => {
                    let top = stack.top();
                    *top = convert(from, to, *top)?;
                }
                Code::Narrow { bits, signed } => {
                    let top = stack.top();
                    *top = narrow(*top, bits.into(), signed);
                }
                Code::Truth(kind) => {
                    let top = stack.top();
                    *top = truth(kind, *top).into();
                }
                Code::Not => *stack.top() ^= 1,
                Code::Negate(kind) => {
                    let top = stack.top();
                    *top = negate(kind, *top)?;
                }
                Code::Complement(kind) => {
                    let top = stack.top();
                    *top = complement(kind, *top);
                }
                Code::Binary(operator, kind) => {
                    let right = stack.pop();
                    let top = stack.top();
                    *top = binary(operator, kind, *top, right)?;
                }
                Code::And(skip) if *stack.top() == 0 => over = skip,
                Code::Or(skip) if *stack.top() != 0 => over = skip,
                Code::And(_) | Code::Or(_) => {
                    stack.pop();
                }
                Code::Branch(skip) => {
                    if stack.pop() == 0 {
                        over = skip;
                    }
                }
                Code::Jump(skip) => over = skip,
            }
            *at += 1 + over as usize;
        }
        Ok(stack.pop())
    }

    /// Reads bits of a variable that are `farther` bytes on.
    #[inline]
    fn read_bits(&self, place: &VariableBits, farther: u64) -> Evaluated<u64> {
        let (offset, bytes) = (place.offset.wrapping_add(farther), usize::from(place.bytes));
        let width = u32::from(place.width);
        let object =
            self.image.global_objects[place.global].ok_or(EvaluationFailure::Unreadable)?;
        let Some((access, range)) = self.state.memory.static_range(object, offset, bytes) else {
            return Err(EvaluationFailure::Unreadable);
        };
        let block = self.state.memory.block(range.block);
        if !place.pointer && block.has_pointers(range.start, range.end) {
            let word = self.pointer_bytes();
            if block.pointers_in(range.start, range.end, word).next().is_some() {
                return Err(EvaluationFailure::AddressAsInteger);
            }
        }
        let mut word = if bytes <= 8 {
            let Word { bits, undef } = self.state.memory.read(access, &range);
            Word { bits: bits >> place.shift, undef: undef >> place.shift }
        } else {
            self.read_nine_bytes(access, &range, place.shift)
        };
        word.bits &= mask(width);
        word.undef &= mask(width);
        match word.undef {
            0 => Ok(narrow(word.bits, width, place.signed)),
            _ if word.is_input() => Err(EvaluationFailure::OpenInput),
            _ => Err(EvaluationFailure::Uninitialized),
        }
    }

    /// Reads a wide bit-field that begins in one byte and ends eight bytes later.
    #[cold]
    fn read_nine_bytes(&self, access: Access, range: &Checked, shift: u8) -> Word {
        let low = self.state.memory.read(access, &range.part(0, 8));
        let high = self.state.memory.read(access, &range.part(8, range.len()));
        let join = |low: u64, high: u64| {
            let both = u128::from(high) << 64 | u128::from(low);
            (both >> shift) as u64
        };
        Word { bits: join(low.bits, high.bits), undef: join(low.undef, high.undef) }
    }
}

#[cold]
fn evaluation_error(
    expression: &Expression,
    at: usize,
    failure: EvaluationFailure,
) -> EvaluationError {
    let range = expression.range(at);
    let part = expression.text().get(range.clone()).unwrap_or_default().to_owned();
    EvaluationError { range, part, failure }
}
