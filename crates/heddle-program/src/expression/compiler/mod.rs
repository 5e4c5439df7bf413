//! Code for operands and operators, with their types.
//!
//! # Invariants
//! - The code of an [`Operand`] begins at its `start` and ends where that of the next operand
//!   begins, or at the end of the code. It leaves one value on the stack, or nothing if it
//!   is a place at a fixed offset, or an offset if it is a place at a computed one.
//! - The code of a constant is one [`Code::Constant`].
//! - Jumps stay within the code of the operand that they are part of, or of one that is not
//!   complete yet. So code can be put before an operand, or taken away, without a look at it.

mod operators;
mod place;

use std::ops::Range;

use cranelift_entity::PrimaryMap;

use super::error::ExpressionError;
use super::{Code, Expression, Extent, ExtentId, Kind, MAX_STACK, VariableBits, VariableBitsId};
use crate::{DebugTypeId, GlobalId, Program};

pub(in crate::expression) type Result<T> = std::result::Result<T, ExpressionError>;

/// The code so far.
pub(in crate::expression) struct Compiler<'p> {
    pub(in crate::expression) program: &'p Program,
    text: &'p str,
    code: Vec<Code>,
    ranges: Vec<Range<u32>>,
    variable_bits: PrimaryMap<VariableBitsId, VariableBits>,
    extents: PrimaryMap<ExtentId, Extent>,
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub(in crate::expression) struct Operand {
    start: usize,
    /// Place in the text.
    pub(in crate::expression) range: Range<usize>,
    what: OperandKind,
}

#[derive(Clone, Copy, Debug)]
enum OperandKind {
    Value {
        kind: Kind,
        constant: Option<u64>,
        /// True if it is 0 or 1.
        is_truth: bool,
    },
    Variable(VariablePart),
}

/// A variable or a part of one.
#[derive(Clone, Copy, Debug)]
struct VariablePart {
    global: GlobalId,
    /// From the start of the variable.
    bit_offset: u64,
    /// Bytes by which computed offsets can lead beyond that.
    spread: u64,
    /// True if there is an offset on the stack.
    is_computed: bool,
    ty: DebugTypeId,
    bit_field: Option<u32>,
}

/// A jump that does not know yet how far it goes.
#[derive(Clone, Copy, Debug)]
pub(in crate::expression) struct Pending(usize);

impl Operand {
    /// With more of the text around it.
    pub(in crate::expression) fn within(self, range: Range<usize>) -> Operand {
        Operand { range, ..self }
    }

    fn kind(&self) -> Option<Kind> {
        match self.what {
            OperandKind::Value { kind, .. } => Some(kind),
            OperandKind::Variable(_) => None,
        }
    }

    fn constant(&self) -> Option<u64> {
        match self.what {
            OperandKind::Value { constant, .. } => constant,
            OperandKind::Variable(_) => None,
        }
    }

    /// True if it can stand for the null pointer.
    fn is_null(&self) -> bool {
        self.constant() == Some(0) && self.kind().is_some_and(|kind| !kind.is_float())
    }
}

impl<'p> Compiler<'p> {
    pub(in crate::expression) fn new(program: &'p Program, text: &'p str) -> Compiler<'p> {
        Compiler {
            program,
            text,
            code: Vec::new(),
            ranges: Vec::new(),
            variable_bits: PrimaryMap::new(),
            extents: PrimaryMap::new(),
        }
    }

    /// The expression that the only operand is.
    pub(in crate::expression) fn finish(self, operand: &Operand) -> Result<Expression> {
        let Some(kind) = operand.kind() else {
            return Err(ExpressionError::new(operand.range.clone(), "expected a value"));
        };
        if self.stack() > MAX_STACK {
            let message = "the expression has too many values in hand at once";
            return Err(ExpressionError::new(operand.range.clone(), message));
        }
        Ok(Expression {
            text: self.text.into(),
            code: self.code.into(),
            ranges: self.ranges.into(),
            variable_bits: self.variable_bits,
            extents: self.extents,
            kind,
        })
    }

    /// The most values that are on the stack at once.
    fn stack(&self) -> usize {
        let (mut now, mut most) = (0usize, 0);
        for code in &self.code {
            match code {
                Code::Constant(_) | Code::Address(..) | Code::Load(_) => now += 1,
                Code::AddOffsets | Code::Binary(..) => now -= 1,
                // On the way that does not jump; on the other the next operand is not there.
                Code::And(_) | Code::Or(_) | Code::Branch(_) | Code::Jump(_) => now -= 1,
                Code::LoadAt(_)
                | Code::Scale(_)
                | Code::Convert { .. }
                | Code::Narrow { .. }
                | Code::Truth(_)
                | Code::Not
                | Code::Negate(_)
                | Code::Complement(_) => {}
            }
            most = most.max(now);
        }
        most
    }

    fn text_of(&self, operand: &Operand) -> &'p str {
        self.text.get(operand.range.clone()).unwrap_or_default()
    }

    fn emit(&mut self, code: Code, range: &Range<usize>) {
        self.code.push(code);
        self.ranges.push(range.start as u32..range.end as u32);
    }

    fn insert(&mut self, at: usize, code: Code, range: &Range<usize>) {
        self.code.insert(at, code);
        self.ranges.insert(at, range.start as u32..range.end as u32);
    }

    fn remove(&mut self, range: Range<usize>) {
        self.code.drain(range.clone());
        self.ranges.drain(range);
    }

    /// A value of the last instruction.
    fn result(&self, start: usize, range: Range<usize>, kind: Kind) -> Operand {
        Operand { start, range, what: OperandKind::Value { kind, constant: None, is_truth: false } }
    }

    /// A truth value of the last instruction.
    fn truth_result(&self, start: usize, range: Range<usize>) -> Operand {
        let what = OperandKind::Value { kind: Kind::I32, constant: None, is_truth: true };
        Operand { start, range, what }
    }

    /// A constant.
    pub(in crate::expression) fn constant(
        &mut self,
        kind: Kind,
        value: u64,
        range: Range<usize>,
    ) -> Operand {
        let start = self.code.len();
        self.emit(Code::Constant(value), &range);
        let is_truth = kind == Kind::I32 && value <= 1;
        Operand { start, range, what: OperandKind::Value { kind, constant: Some(value), is_truth } }
    }

    /// A constant in place of all code from `start` on.
    fn folded(&mut self, start: usize, kind: Kind, value: u64, range: Range<usize>) -> Operand {
        self.remove(start..self.code.len());
        self.constant(kind, value, range)
    }

    /// Position at which the next operand's code begins.
    pub(in crate::expression) fn position(&self) -> usize {
        self.code.len()
    }
}

fn float_kind(bits: u32) -> Kind {
    if bits == 32 { Kind::F32 } else { Kind::F64 }
}

fn compare_only(range: Range<usize>) -> ExpressionError {
    ExpressionError::new(range, "pointers can only be compared, by '==' and '!='")
}

/// The error for `*p`, `p->x` and `p[i]`.
pub(in crate::expression) fn dereference(range: Range<usize>) -> ExpressionError {
    ExpressionError::new(range, "dereferencing pointers is not supported in propositions")
}
