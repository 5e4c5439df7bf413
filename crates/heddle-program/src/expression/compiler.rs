//! Code for operands and operators, with their types.
//!
//! # Invariants
//! - The code of an [`Operand`] begins at its `start` and ends where that of the next operand
//!   begins, or at the end of the code. It leaves one value on the stack, or nothing if it
//!   is a place at a fixed offset, or an offset if it is a place at a computed one.
//! - The code of a constant is one [`Code::Constant`].
//! - Jumps stay within the code of the operand that they are part of, or of one that is not
//!   complete yet. So code can be put before an operand, or taken away, without a look at it.

use std::ops::Range;

use cranelift_entity::PrimaryMap;

use super::error::{ExpressionError, listed, proposal};
use super::names::Meaning;
use super::types::{self, Scalar, Shape};
use super::{
    Code, Expression, Extent, ExtentId, Kind, MAX_STACK, Operator, Place, PlaceId, arithmetic,
};
use crate::{DebugType, DebugTypeId, GlobalId, Program};

pub(super) type Result<T> = std::result::Result<T, ExpressionError>;

/// The code so far.
pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    text: &'p str,
    code: Vec<Code>,
    ranges: Vec<Range<u32>>,
    places: PrimaryMap<PlaceId, Place>,
    extents: PrimaryMap<ExtentId, Extent>,
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    start: usize,
    /// Where it stands in the text.
    pub(super) range: Range<usize>,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Value {
        kind: Kind,
        constant: Option<u64>,
        /// Whether it is 0 or 1.
        is_truth: bool,
    },
    Place(Reach),
}

/// A variable or a part of one.
#[derive(Clone, Copy, Debug)]
struct Reach {
    global: GlobalId,
    /// From the start of the variable.
    bit_offset: u64,
    /// How far computed offsets lead beyond that, in bytes.
    spread: u64,
    /// Whether there is an offset on the stack.
    is_computed: bool,
    ty: DebugTypeId,
    bit_field: Option<u32>,
}

/// A jump that does not know yet how far it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending(usize);

impl Operand {
    /// With more of the text around it.
    pub(super) fn within(self, range: Range<usize>) -> Operand {
        Operand { range, ..self }
    }

    fn kind(&self) -> Option<Kind> {
        match self.what {
            What::Value { kind, .. } => Some(kind),
            What::Place(_) => None,
        }
    }

    fn constant(&self) -> Option<u64> {
        match self.what {
            What::Value { constant, .. } => constant,
            What::Place(_) => None,
        }
    }

    /// Whether it can stand for the null pointer.
    fn is_null(&self) -> bool {
        self.constant() == Some(0) && self.kind().is_some_and(|kind| !kind.is_float())
    }
}

impl<'p> Compiler<'p> {
    pub(super) fn new(program: &'p Program, text: &'p str) -> Compiler<'p> {
        Compiler {
            program,
            text,
            code: Vec::new(),
            ranges: Vec::new(),
            places: PrimaryMap::new(),
            extents: PrimaryMap::new(),
        }
    }

    /// The expression that the only operand is.
    pub(super) fn finish(self, operand: &Operand) -> Result<Expression> {
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
            places: self.places,
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
        Operand { start, range, what: What::Value { kind, constant: None, is_truth: false } }
    }

    /// A truth value of the last instruction.
    fn truth_result(&self, start: usize, range: Range<usize>) -> Operand {
        let what = What::Value { kind: Kind::I32, constant: None, is_truth: true };
        Operand { start, range, what }
    }

    /// A constant.
    pub(super) fn constant(&mut self, kind: Kind, value: u64, range: Range<usize>) -> Operand {
        let start = self.code.len();
        self.emit(Code::Constant(value), &range);
        let is_truth = kind == Kind::I32 && value <= 1;
        Operand { start, range, what: What::Value { kind, constant: Some(value), is_truth } }
    }

    /// A constant in place of all code from `start` on.
    fn folded(&mut self, start: usize, kind: Kind, value: u64, range: Range<usize>) -> Operand {
        self.remove(start..self.code.len());
        self.constant(kind, value, range)
    }

    /// What a name means.
    pub(super) fn named(&mut self, meaning: Meaning, range: Range<usize>) -> Result<Operand> {
        let source = &self.program.source;
        match meaning {
            Meaning::Variable(global, ty) => {
                let reach = Reach {
                    global,
                    bit_offset: 0,
                    spread: 0,
                    is_computed: false,
                    ty,
                    bit_field: None,
                };
                Ok(Operand { start: self.code.len(), range, what: What::Place(reach) })
            }
            Meaning::Enumerator(value, ty) => {
                // An enumerator is an `int` if it can be, whatever the enumeration is.
                let kind = match &source.types[ty] {
                    DebugType::Enum { bits, signed, .. } if i32::try_from(value).is_err() => {
                        Kind::integer(u32::try_from(*bits).unwrap_or(64), *signed)
                    }
                    _ => Kind::I32,
                };
                Ok(self.constant(kind, value as u64, range))
            }
            Meaning::Constant(value, ty) => match types::shape(source, ty) {
                Shape::Scalar(Scalar::Integer { bits, signed }, _) => {
                    let value = arithmetic::narrow(value, bits, signed);
                    Ok(self.constant(Kind::integer(bits, signed), value, range))
                }
                Shape::Scalar(Scalar::Bool, _) => Ok(self.constant(Kind::I32, value & 1, range)),
                Shape::Scalar(Scalar::Float { bits }, _) => {
                    Ok(self.constant(float_kind(bits), value, range))
                }
                _ => Err(ExpressionError::new(
                    range,
                    "the program does without this variable: the optimizer removed it",
                )),
            },
        }
    }

    /// `operand.name`.
    pub(super) fn member(
        &self,
        operand: Operand,
        name: &str,
        name_range: Range<usize>,
    ) -> Result<Operand> {
        let source = &self.program.source;
        let text = self.text_of(&operand);
        let reach = match operand.what {
            What::Place(reach) if reach.bit_field.is_none() => reach,
            _ => {
                return Err(ExpressionError::new(
                    operand.range,
                    format!("'{text}' has no members"),
                ));
            }
        };
        let record = types::strip(source, reach.ty);
        if !matches!(source.types[record], DebugType::Record { .. }) {
            let error = ExpressionError::new(operand.range, format!("'{text}' has no members"));
            return Err(match source.types[record] {
                DebugType::Pointer { .. } => error.help(
                    "it is a pointer, and dereferencing pointers is not supported in propositions",
                ),
                DebugType::Array { .. } => error.help("it is an array: name an element"),
                _ => error,
            });
        }
        let Some(found) = types::member(source, record, name) else {
            let error =
                ExpressionError::new(name_range, format!("'{text}' has no member '{name}'"));
            let names = types::member_names(source, record);
            return Err(match proposal(name, names.into_iter()) {
                Some(help) => error.help(help),
                None => error,
            });
        };
        let reach = Reach {
            bit_offset: reach.bit_offset.saturating_add(found.bit_offset),
            ty: found.ty,
            bit_field: found.bit_field,
            ..reach
        };
        let range = operand.range.start..name_range.end;
        Ok(Operand { start: operand.start, range, what: What::Place(reach) })
    }

    /// `array[index]`, up to `end` in the text.
    pub(super) fn index(&mut self, array: Operand, index: Operand, end: usize) -> Result<Operand> {
        let text = self.text_of(&array);
        let index = self.value(index)?;
        let range = array.range.start..end;
        let What::Place(reach) = array.what else {
            return Err(ExpressionError::new(array.range, format!("'{text}' is not an array")));
        };
        let (element, count) = match types::shape(&self.program.source, reach.ty) {
            Shape::Array { element, count } if reach.bit_field.is_none() => (element, count),
            Shape::Scalar(Scalar::Pointer, _) => return Err(dereference(range)),
            _ => {
                return Err(ExpressionError::new(array.range, format!("'{text}' is not an array")));
            }
        };
        if !index.kind().is_some_and(Kind::is_integer) {
            return Err(ExpressionError::new(index.range, "an index must be an integer"));
        }
        let offset = reach.bit_offset / 8;
        let stride = types::size(self.program, element).filter(|stride| *stride > 0);
        let Some(stride) = stride else {
            let message = format!("the elements of '{text}' have no size");
            return Err(ExpressionError::new(array.range, message));
        };
        // An array without a length goes on up to the end of the variable.
        let room = self.program.globals[reach.global].size;
        let room = room.saturating_sub(offset.saturating_add(reach.spread)) / stride;
        let count = count.filter(|count| *count > 0).unwrap_or(room);
        if count == 0 {
            let message = format!("'{text}' has no elements");
            return Err(ExpressionError::new(array.range, message));
        }
        if let Some(constant) = index.constant() {
            if constant >= count {
                let number = self.text_of(&index);
                let message = format!("{number} is out of range: '{text}' has {count} elements");
                return Err(ExpressionError::new(index.range, message));
            }
            self.remove(index.start..self.code.len());
            let bits = constant.saturating_mul(stride).saturating_mul(8);
            let bit_offset = reach.bit_offset.saturating_add(bits);
            let reach = Reach { bit_offset, ty: element, ..reach };
            return Ok(Operand { start: array.start, range, what: What::Place(reach) });
        }
        let extent = self.extents.push(Extent { count, stride });
        self.emit(Code::Scale(extent), &index.range);
        if reach.is_computed {
            self.emit(Code::AddOffsets, &range);
        }
        let beyond = (count - 1).saturating_mul(stride);
        let spread = reach.spread.saturating_add(beyond);
        let reach = Reach { spread, is_computed: true, ty: element, ..reach };
        Ok(Operand { start: array.start, range, what: What::Place(reach) })
    }

    /// The value of an operand, whose code is the last.
    pub(super) fn value(&mut self, operand: Operand) -> Result<Operand> {
        let What::Place(reach) = operand.what else { return Ok(operand) };
        let (scalar, within) = match types::shape(&self.program.source, reach.ty) {
            Shape::Scalar(scalar, within) => (scalar, within),
            Shape::Unsupported(why) => {
                let message = format!("'{}': {why}", self.text_of(&operand));
                return Err(ExpressionError::new(operand.range, message));
            }
            Shape::Array { .. } => {
                let message = format!("'{}' is an array", self.text_of(&operand));
                return Err(ExpressionError::new(operand.range, message).help("name an element"));
            }
            Shape::Record(record) => {
                let message = format!("'{}' is a structure", self.text_of(&operand));
                let names = types::member_names(&self.program.source, record);
                let help = match names.is_empty() {
                    true => "its members are not known".to_owned(),
                    false => format!("name one of its members: {}", listed(&names)),
                };
                return Err(ExpressionError::new(operand.range, message).help(help));
            }
        };
        let (width, signed) = match (scalar, reach.bit_field) {
            (Scalar::Integer { signed, .. }, Some(width)) => (width, signed),
            (_, Some(width)) => (width, false),
            (Scalar::Integer { bits, signed }, None) => (bits, signed),
            (Scalar::Bool, None) => (8, false),
            (Scalar::Float { bits }, None) => (bits, false),
            (Scalar::Pointer, None) => (u32::from(self.program.target.pointer_bytes) * 8, false),
        };
        let kind = match scalar {
            // A bit-field is promoted by its width; a wide one is what it was declared as.
            Scalar::Integer { bits, signed } => {
                Kind::integer(if width <= 32 { width } else { bits }, signed)
            }
            Scalar::Bool => Kind::I32,
            Scalar::Float { bits } => float_kind(bits),
            Scalar::Pointer => Kind::Pointer,
        };
        let bit_offset = reach.bit_offset.saturating_add(within);
        let (offset, shift) = (bit_offset / 8, (bit_offset % 8) as u32);
        let bytes = (shift + width).div_ceil(8);
        let end = offset.saturating_add(reach.spread).saturating_add(bytes.into());
        if end > self.program.globals[reach.global].size || !(1..=64).contains(&width) {
            let message = format!("'{}' is not within its variable", self.text_of(&operand));
            return Err(ExpressionError::new(operand.range, message));
        }
        let place = self.places.push(Place {
            global: reach.global,
            offset,
            spread: reach.spread,
            bytes: bytes as u8,
            shift: shift as u8,
            width: width as u8,
            signed,
            pointer: scalar == Scalar::Pointer,
        });
        let code = if reach.is_computed { Code::LoadAt(place) } else { Code::Load(place) };
        self.emit(code, &operand.range);
        Ok(self.result(operand.start, operand.range, kind))
    }

    /// The value of an operand that is to be compared: an array is its address.
    pub(super) fn comparable(&mut self, operand: Operand) -> Result<Operand> {
        match operand.what {
            What::Place(reach)
                if matches!(types::shape(&self.program.source, reach.ty), Shape::Array { .. }) =>
            {
                let range = operand.range.clone();
                self.address(operand, range)
            }
            _ => self.value(operand),
        }
    }

    /// `&operand`.
    pub(super) fn address(&mut self, operand: Operand, range: Range<usize>) -> Result<Operand> {
        let reach = match operand.what {
            What::Place(reach) if reach.bit_field.is_none() => reach,
            _ => return Err(ExpressionError::new(range, "only variables have an address")),
        };
        if reach.is_computed {
            let message = "addresses of elements at computed indices are not supported";
            return Err(ExpressionError::new(range, message));
        }
        self.emit(Code::Address(reach.global, reach.bit_offset / 8), &range);
        Ok(self.result(operand.start, range, Kind::Pointer))
    }

    /// `sizeof operand`; `start` is what [`position`](Self::position) said before it.
    pub(super) fn size_of(
        &mut self,
        operand: &Operand,
        start: usize,
        range: Range<usize>,
    ) -> Result<Operand> {
        let size = match operand.what {
            What::Place(reach) if reach.bit_field.is_none() => types::size(self.program, reach.ty),
            _ => None,
        };
        let Some(size) = size else {
            let message = "sizeof is for types and variables that have a size";
            return Err(ExpressionError::new(range, message));
        };
        let kind = Kind::integer(u32::from(self.program.target.pointer_bytes) * 8, false);
        Ok(self.folded(start, kind, size, range))
    }

    /// Where the next operand's code begins.
    pub(super) fn position(&self) -> usize {
        self.code.len()
    }

    /// Whether a value is not zero, as 0 or 1.
    pub(super) fn truth(&mut self, operand: Operand) -> Result<Operand> {
        let operand = self.value(operand)?;
        let What::Value { kind, constant, is_truth } = operand.what else { return Ok(operand) };
        if is_truth {
            return Ok(operand);
        }
        if let Some(value) = constant {
            let value = arithmetic::truth(kind, value).into();
            return Ok(self.folded(operand.start, Kind::I32, value, operand.range));
        }
        self.emit(Code::Truth(kind), &operand.range);
        Ok(self.truth_result(operand.start, operand.range))
    }

    /// `!operand`.
    pub(super) fn not(&mut self, operand: Operand, range: Range<usize>) -> Result<Operand> {
        let operand = self.truth(operand)?;
        if let Some(value) = operand.constant() {
            return Ok(self.folded(operand.start, Kind::I32, value ^ 1, range));
        }
        self.emit(Code::Not, &range);
        Ok(self.truth_result(operand.start, range))
    }

    /// `+operand`, `-operand` or `~operand`.
    pub(super) fn unary(
        &mut self,
        operator: char,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let operand = self.value(operand)?;
        let kind = match operand.kind() {
            Some(Kind::Pointer) | None => return Err(compare_only(operand.range)),
            Some(kind) if operator == '~' && kind.is_float() => {
                return Err(ExpressionError::new(range, "'~' is for integers"));
            }
            Some(kind) => kind,
        };
        if let Some(value) = operand.constant() {
            let value = match operator {
                '-' => arithmetic::negate(kind, value),
                '~' => Ok(arithmetic::complement(kind, value)),
                _ => Ok(value),
            };
            return match value {
                Ok(value) => Ok(self.folded(operand.start, kind, value, range)),
                Err(error) => Err(ExpressionError::new(range, error.to_string())),
            };
        }
        match operator {
            '-' => self.emit(Code::Negate(kind), &range),
            '~' => self.emit(Code::Complement(kind), &range),
            _ => {}
        }
        Ok(self.result(operand.start, range, kind))
    }

    /// `left operator right`; both are values, and the code of the right one is the last.
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        mut left: Operand,
        mut right: Operand,
    ) -> Result<Operand> {
        let range = left.range.start..right.range.end;
        let kind = self.common(&left, &right, operator, &range)?;
        if kind != Kind::Pointer {
            let inserted = self.convert(&mut left, right.start, kind)?;
            right.start += inserted;
            if !operator.is_shift() {
                self.convert(&mut right, self.code.len(), kind)?;
            }
        }
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if divides && kind.is_integer() && right.constant() == Some(0) {
            return Err(ExpressionError::new(range, "division by zero"));
        }
        let result = if operator.is_comparison() { Kind::I32 } else { kind };
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            return match arithmetic::binary(operator, kind, a, b) {
                Ok(value) => Ok(self.folded(left.start, result, value, range)),
                Err(error) => Err(ExpressionError::new(range, error.to_string())),
            };
        }
        self.emit(Code::Binary(operator, kind), &range);
        Ok(match operator.is_comparison() {
            true => self.truth_result(left.start, range),
            false => self.result(left.start, range, kind),
        })
    }

    /// The kind in which an operator is computed.
    fn common(
        &self,
        left: &Operand,
        right: &Operand,
        operator: Operator,
        range: &Range<usize>,
    ) -> Result<Kind> {
        let (Some(a), Some(b)) = (left.kind(), right.kind()) else {
            return Err(ExpressionError::new(range.clone(), "expected values"));
        };
        if a == Kind::Pointer || b == Kind::Pointer {
            let pointers = |operand: &Operand, kind| kind == Kind::Pointer || operand.is_null();
            if !matches!(operator, Operator::Equal | Operator::NotEqual) {
                return Err(compare_only(range.clone()));
            }
            if !pointers(left, a) || !pointers(right, b) {
                let message = "a pointer can be compared with pointers and NULL only";
                return Err(ExpressionError::new(range.clone(), message));
            }
            return Ok(Kind::Pointer);
        }
        if operator.is_integral() && (a.is_float() || b.is_float()) {
            return Err(ExpressionError::new(range.clone(), "this operator is for integers"));
        }
        Ok(if operator.is_shift() { a } else { a.common(b) })
    }

    /// Converts the operand whose code ends at `end`; returns how many instructions that
    /// takes.
    fn convert(&mut self, operand: &mut Operand, end: usize, to: Kind) -> Result<usize> {
        let What::Value { kind, constant, .. } = &mut operand.what else { return Ok(0) };
        let from = std::mem::replace(kind, to);
        if from == to {
            return Ok(0);
        }
        if let Some(value) = constant {
            match arithmetic::convert(from, to, *value) {
                Ok(converted) => *value = converted,
                Err(error) => {
                    return Err(ExpressionError::new(operand.range.clone(), error.to_string()));
                }
            }
            self.code[operand.start] = Code::Constant(*value);
            return Ok(0);
        }
        self.insert(end, Code::Convert { from, to }, &operand.range);
        Ok(1)
    }

    /// `(type) operand`.
    pub(super) fn cast(
        &mut self,
        shape: Shape,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let (to, narrow) = match shape {
            Shape::Scalar(Scalar::Bool, _) => return Ok(self.truth(operand)?.within(range)),
            Shape::Scalar(Scalar::Integer { bits, signed }, _) => {
                (Kind::integer(bits, signed), (bits < 32).then_some((bits as u8, signed)))
            }
            Shape::Scalar(Scalar::Float { bits }, _) => (float_kind(bits), None),
            _ => {
                let message = "only casts to arithmetic types are supported in propositions";
                return Err(ExpressionError::new(range, message));
            }
        };
        let mut operand = self.value(operand)?;
        match operand.kind() {
            Some(Kind::Pointer) | None => return Err(compare_only(operand.range)),
            // Narrowing takes the low bits of any integer.
            Some(kind) if narrow.is_some() && kind.is_integer() => {}
            Some(_) => {
                self.convert(&mut operand, self.code.len(), to)?;
            }
        }
        let Some((bits, signed)) = narrow else {
            return Ok(match operand.constant() {
                Some(_) => operand.within(range),
                None => self.result(operand.start, range, to),
            });
        };
        if let Some(value) = operand.constant() {
            let value = arithmetic::narrow(value, bits.into(), signed);
            return Ok(self.folded(operand.start, to, value, range));
        }
        self.emit(Code::Narrow { bits, signed }, &range);
        Ok(self.result(operand.start, range, to))
    }

    /// After the left operand of `&&` or `||`, which is a truth value.
    pub(super) fn begin_logical(&mut self, is_and: bool, left: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(if is_and { Code::And(0) } else { Code::Or(0) }, &left.range);
        Pending(at)
    }

    /// After the right operand, which is a truth value.
    pub(super) fn end_logical(
        &mut self,
        Pending(at): Pending,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let range = left.range.start..right.range.end;
        let is_and = matches!(self.code[at], Code::And(_));
        match left.constant() {
            Some(value) if (value != 0) == is_and => {
                self.remove(left.start..at + 1);
                Operand { start: left.start, range, what: right.what }
            }
            Some(value) => self.folded(left.start, Kind::I32, value, range),
            None => {
                self.land(Pending(at));
                self.truth_result(left.start, range)
            }
        }
    }

    /// After the condition of `?:`, which is a truth value.
    pub(super) fn begin_conditional(&mut self, condition: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(Code::Branch(0), &condition.range);
        Pending(at)
    }

    /// After the second operand of `?:`, which is a value.
    pub(super) fn middle_of_conditional(&mut self, then: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(Code::Jump(0), &then.range);
        Pending(at)
    }

    /// After the third operand of `?:`, which is a value.
    pub(super) fn end_conditional(
        &mut self,
        (condition, Pending(branch)): (Operand, Pending),
        (mut then, Pending(mut jump)): (Operand, Pending),
        mut otherwise: Operand,
    ) -> Result<Operand> {
        let range = condition.range.start..otherwise.range.end;
        // Both are values of one type, as for a comparison.
        let kind = self.common(&then, &otherwise, Operator::Equal, &range)?;
        if kind != Kind::Pointer {
            let inserted = self.convert(&mut then, jump, kind)?;
            jump += inserted;
            otherwise.start += inserted;
            self.convert(&mut otherwise, self.code.len(), kind)?;
        }
        let constant = match condition.constant() {
            Some(0) => {
                self.remove(condition.start..jump + 1);
                otherwise.constant()
            }
            Some(_) => {
                self.remove(jump..self.code.len());
                self.remove(condition.start..branch + 1);
                then.constant()
            }
            None => {
                self.code[branch] = Code::Branch((jump - branch) as u32);
                self.land(Pending(jump));
                None
            }
        };
        let what = What::Value { kind, constant, is_truth: false };
        Ok(Operand { start: condition.start, range, what })
    }

    /// Lets a jump lead to the end of the code.
    fn land(&mut self, Pending(at): Pending) {
        let over = (self.code.len() - at - 1) as u32;
        self.code[at] = match self.code[at] {
            Code::And(_) => Code::And(over),
            Code::Or(_) => Code::Or(over),
            Code::Branch(_) => Code::Branch(over),
            _ => Code::Jump(over),
        };
    }
}

fn float_kind(bits: u32) -> Kind {
    if bits == 32 { Kind::F32 } else { Kind::F64 }
}

fn compare_only(range: Range<usize>) -> ExpressionError {
    ExpressionError::new(range, "pointers can only be compared, by '==' and '!='")
}

/// What is said of `*p`, `p->x` and `p[i]`.
pub(super) fn dereference(range: Range<usize>) -> ExpressionError {
    ExpressionError::new(range, "dereferencing pointers is not supported in propositions")
}
