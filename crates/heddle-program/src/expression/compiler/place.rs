//! Variables and parts of them, and what is in them.

use std::ops::Range;

use super::{Compiler, Operand, OperandKind, Result, VariablePart, dereference, float_kind};
use crate::DebugType;
use crate::expression::error::{ExpressionError, listed, proposal};
use crate::expression::names::Meaning;
use crate::expression::types::{self, Scalar, Shape};
use crate::expression::{Code, Extent, Kind, VariableBits, arithmetic};

impl Compiler<'_> {
    /// The operand that a name stands for.
    pub(in crate::expression) fn named(
        &mut self,
        meaning: Meaning,
        range: Range<usize>,
    ) -> Result<Operand> {
        let source = &self.program.source;
        match meaning {
            Meaning::Variable(global, ty) => {
                let part = VariablePart {
                    global,
                    bit_offset: 0,
                    spread: 0,
                    is_computed: false,
                    ty,
                    bit_field: None,
                };
                Ok(Operand { start: self.code.len(), range, what: OperandKind::Variable(part) })
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
    pub(in crate::expression) fn member(
        &self,
        operand: Operand,
        name: &str,
        name_range: Range<usize>,
    ) -> Result<Operand> {
        let source = &self.program.source;
        let text = self.text_of(&operand);
        let part = match operand.what {
            OperandKind::Variable(part) if part.bit_field.is_none() => part,
            _ => {
                return Err(ExpressionError::new(
                    operand.range,
                    format!("'{text}' has no members"),
                ));
            }
        };
        let record = types::strip(source, part.ty);
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
        let part = VariablePart {
            bit_offset: part.bit_offset.saturating_add(found.bit_offset),
            ty: found.ty,
            bit_field: found.bit_field,
            ..part
        };
        let range = operand.range.start..name_range.end;
        Ok(Operand { start: operand.start, range, what: OperandKind::Variable(part) })
    }

    /// `array[index]`, up to `end` in the text.
    pub(in crate::expression) fn index(
        &mut self,
        array: Operand,
        index: Operand,
        end: usize,
    ) -> Result<Operand> {
        let text = self.text_of(&array);
        let index = self.value(index)?;
        let range = array.range.start..end;
        let OperandKind::Variable(part) = array.what else {
            return Err(ExpressionError::new(array.range, format!("'{text}' is not an array")));
        };
        let (element, count) = match types::shape(&self.program.source, part.ty) {
            Shape::Array { element, count } if part.bit_field.is_none() => (element, count),
            Shape::Scalar(Scalar::Pointer, _) => return Err(dereference(range)),
            _ => {
                return Err(ExpressionError::new(array.range, format!("'{text}' is not an array")));
            }
        };
        if !index.kind().is_some_and(Kind::is_integer) {
            return Err(ExpressionError::new(index.range, "an index must be an integer"));
        }
        let offset = part.bit_offset / 8;
        let stride = types::size(self.program, element).filter(|stride| *stride > 0);
        let Some(stride) = stride else {
            let message = format!("the elements of '{text}' have no size");
            return Err(ExpressionError::new(array.range, message));
        };
        // An array without a length goes on up to the end of the variable.
        let room = self.program.globals[part.global].size;
        let room = room.saturating_sub(offset.saturating_add(part.spread)) / stride;
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
            let bit_offset = part.bit_offset.saturating_add(bits);
            let part = VariablePart { bit_offset, ty: element, ..part };
            return Ok(Operand { start: array.start, range, what: OperandKind::Variable(part) });
        }
        let extent = self.extents.push(Extent { count, stride });
        self.emit(Code::Scale(extent), &index.range);
        if part.is_computed {
            self.emit(Code::AddOffsets, &range);
        }
        let beyond = (count - 1).saturating_mul(stride);
        let spread = part.spread.saturating_add(beyond);
        let part = VariablePart { spread, is_computed: true, ty: element, ..part };
        Ok(Operand { start: array.start, range, what: OperandKind::Variable(part) })
    }

    /// The value of an operand, whose code is the last.
    pub(in crate::expression) fn value(&mut self, operand: Operand) -> Result<Operand> {
        let OperandKind::Variable(part) = operand.what else { return Ok(operand) };
        let (scalar, within) = match types::shape(&self.program.source, part.ty) {
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
        let (width, signed) = match (scalar, part.bit_field) {
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
        let bit_offset = part.bit_offset.saturating_add(within);
        let (offset, shift) = (bit_offset / 8, (bit_offset % 8) as u32);
        let bytes = (shift + width).div_ceil(8);
        let end = offset.saturating_add(part.spread).saturating_add(bytes.into());
        if end > self.program.globals[part.global].size || !(1..=64).contains(&width) {
            let message = format!("'{}' is not within its variable", self.text_of(&operand));
            return Err(ExpressionError::new(operand.range, message));
        }
        let bits = self.variable_bits.push(VariableBits {
            global: part.global,
            offset,
            spread: part.spread,
            bytes: bytes as u8,
            shift: shift as u8,
            width: width as u8,
            signed,
            pointer: scalar == Scalar::Pointer,
        });
        let code = if part.is_computed { Code::LoadAt(bits) } else { Code::Load(bits) };
        self.emit(code, &operand.range);
        Ok(self.result(operand.start, operand.range, kind))
    }

    /// The value of an operand that is to be compared: an array is its address.
    pub(in crate::expression) fn comparable(&mut self, operand: Operand) -> Result<Operand> {
        match operand.what {
            OperandKind::Variable(part)
                if matches!(types::shape(&self.program.source, part.ty), Shape::Array { .. }) =>
            {
                let range = operand.range.clone();
                self.address(operand, range)
            }
            _ => self.value(operand),
        }
    }

    /// `&operand`.
    pub(in crate::expression) fn address(
        &mut self,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let part = match operand.what {
            OperandKind::Variable(part) if part.bit_field.is_none() => part,
            _ => return Err(ExpressionError::new(range, "only variables have an address")),
        };
        if part.is_computed {
            let message = "addresses of elements at computed indices are not supported";
            return Err(ExpressionError::new(range, message));
        }
        self.emit(Code::Address(part.global, part.bit_offset / 8), &range);
        Ok(self.result(operand.start, range, Kind::Pointer))
    }

    /// `sizeof operand`; `start` is what [`position`](Self::position) said before it.
    pub(in crate::expression) fn size_of(
        &mut self,
        operand: &Operand,
        start: usize,
        range: Range<usize>,
    ) -> Result<Operand> {
        let size = match operand.what {
            OperandKind::Variable(part) if part.bit_field.is_none() => {
                types::size(self.program, part.ty)
            }
            _ => None,
        };
        let Some(size) = size else {
            let message = "sizeof is for types and variables that have a size";
            return Err(ExpressionError::new(range, message));
        };
        let kind = Kind::integer(u32::from(self.program.target.pointer_bytes) * 8, false);
        Ok(self.folded(start, kind, size, range))
    }
}
