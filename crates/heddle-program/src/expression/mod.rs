//! Expressions of C over a program's variables of static storage, as people write them on
//! the command line: `count == N && !closed`.
//!
//! [`compile`] reads a text, gives it its types through the debug information, and makes
//! postfix code of it, in one pass and without a tree, so that neither long nor deep texts
//! can exhaust the stack. Someone who has a state evaluates the code there.
//!
//! # What can be written
//! - Constants: integers of all bases and suffixes, floating-point numbers, characters,
//!   `true`, `false`, `NULL`, `nullptr`, enumerators. Macros are not known.
//! - Variables: `x`, `ns::x`, `Class::x`, `function::x`. Scopes at the front may be left out
//!   as long as one variable can be meant; `'file.c'::x` and `'file.c:12'::x` tell variables
//!   of one name apart, and `'Queue<int>'::x` names scopes that are no names.
//! - Parts of them: `.member`, `[index]`. Members of anonymous members and of base classes
//!   are members. `std::atomic<T>` is a `T`.
//! - The operators of C but for assignments, `*`, `->`, `,` and calls; casts to arithmetic
//!   types; `sizeof` of a type or variable.
//!
//! # What it means
//! C's integer promotions and usual arithmetic conversions hold, for the program's data
//! model. Pointers are compared for equality, with each other, `NULL`, and addresses
//! (`&x`, `&a[2].b`, or an array); their bits are nobody's business, since objects may be
//! renamed. An enumeration is an integer of the type it is made of, as in C; C++ would make
//! some of them `int`. Where C's result is undefined there is none, and evaluation fails:
//! see [`arithmetic`].

pub mod arithmetic;
mod compiler;
mod error;
mod lexer;
mod names;
mod parser;
mod types;

use std::ops::Range;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::float::native;
use crate::{FloatWidth, GlobalId, Program};
pub use arithmetic::{ArithmeticError, Kind, Operator};
pub use error::ExpressionError;
pub use names::variables;

/// Most values that an expression has in hand at once.
pub const MAX_STACK: usize = 32;

/// Names some bits of a variable that an expression reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableBitsId(u32);
entity_impl!(VariableBitsId, "bits");

/// Names an array into which an expression computes an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtentId(u32);
entity_impl!(ExtentId, "extent");

/// An instruction of an expression. It takes values from a stack and puts one on it.
///
/// A value is as [`arithmetic`] has it; offsets are bytes. Jumps go forward, over so many
/// instructions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Code {
    /// Puts a constant.
    Constant(u64),
    /// Puts an address in a variable: so many bytes from its start.
    Address(GlobalId, u64),
    /// Reads bits of a variable.
    Load(VariableBitsId),
    /// Takes an offset in bytes, and reads the bits that are so much farther on.
    LoadAt(VariableBitsId),
    /// Takes an index and puts its offset, if it is one of the array's.
    Scale(ExtentId),
    /// Adds two offsets.
    AddOffsets,
    /// Converts a number.
    Convert {
        /// Type of the value before.
        from: Kind,
        /// Type of the value after.
        to: Kind,
    },
    /// Leaves so many bits of an integer, and extends them.
    Narrow {
        /// Number of bits.
        bits: u8,
        /// True if it is extended by the sign.
        signed: bool,
    },
    /// Comparison with zero: 1 if the value is not zero, 0 if it is.
    Truth(Kind),
    /// The other truth value.
    Not,
    /// `-`.
    Negate(Kind),
    /// `~`.
    Complement(Kind),
    /// An operator with two operands.
    Binary(Operator, Kind),
    /// If the topmost truth value is 0, jumps; else takes it.
    And(u32),
    /// If the topmost truth value is 1, jumps; else takes it.
    Or(u32),
    /// Takes a truth value; jumps if it is 0.
    Branch(u32),
    /// Jumps.
    Jump(u32),
}

/// Some bits of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableBits {
    /// The variable.
    pub global: GlobalId,
    /// The first byte.
    pub offset: u64,
    /// Bytes by which it can be farther on, if an offset is added.
    pub spread: u64,
    /// So many bytes: at most 9, at most 8 unless it is a bit-field.
    pub bytes: u8,
    /// Bits of the first byte that are not its own.
    pub shift: u8,
    /// Its bits.
    pub width: u8,
    /// True if they are extended by the sign.
    pub signed: bool,
    /// True if it is a pointer.
    pub pointer: bool,
}

/// An array into which an index goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Its elements.
    pub count: u64,
    /// Bytes from one to the next.
    pub stride: u64,
}

/// An expression that has a meaning in each state of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    text: Box<str>,
    code: Box<[Code]>,
    /// For each instruction, where it comes from.
    ranges: Box<[Range<u32>]>,
    variable_bits: PrimaryMap<VariableBitsId, VariableBits>,
    extents: PrimaryMap<ExtentId, Extent>,
    kind: Kind,
}

/// Gives a text its meaning in a program.
pub fn compile(program: &Program, text: &str) -> Result<Expression, ExpressionError> {
    parser::parse(program, text)
}

impl Expression {
    /// The text that it was made from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The instructions. They need at most [`MAX_STACK`] places on a stack, which is empty
    /// at the beginning and has the result on it at the end.
    #[inline]
    pub fn code(&self) -> &[Code] {
        &self.code
    }

    /// The bytes of the text that an instruction comes from.
    pub fn range(&self, instruction: usize) -> Range<usize> {
        match self.ranges.get(instruction) {
            Some(range) => range.start as usize..range.end as usize,
            None => 0..self.text.len(),
        }
    }

    /// Bits of a variable that it reads.
    #[inline]
    pub fn variable_bits(&self, id: VariableBitsId) -> &VariableBits {
        &self.variable_bits[id]
    }

    /// An array into which it computes an index.
    #[inline]
    pub fn extent(&self, id: ExtentId) -> Extent {
        self.extents[id]
    }

    /// Type of its value.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The bytes of static memory that its value can depend on, as ranges of variables.
    pub fn reads(&self) -> impl Iterator<Item = (GlobalId, Range<u64>)> + '_ {
        self.code.iter().filter_map(|code| match code {
            Code::Load(id) | Code::LoadAt(id) => {
                let VariableBits { global, offset, spread, bytes, .. } = self.variable_bits[*id];
                Some((global, offset..offset + spread + u64::from(bytes)))
            }
            _ => None,
        })
    }
}

/// The value of an expression in a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A floating-point number.
    Float(f64),
    /// An address, or zero.
    Pointer(u64),
}

impl Value {
    /// The value of so many bits, as [`arithmetic`] has them.
    #[inline]
    pub fn new(kind: Kind, bits: u64) -> Value {
        match kind {
            Kind::I32 | Kind::I64 => Value::Signed(bits as i64),
            Kind::U32 | Kind::U64 => Value::Unsigned(bits),
            Kind::F32 => Value::Float(native::value(FloatWidth::F32, bits)),
            Kind::F64 => Value::Float(native::value(FloatWidth::F64, bits)),
            Kind::Pointer => Value::Pointer(bits),
        }
    }

    /// True if it is not zero, which makes a proposition true.
    #[inline]
    pub fn is_true(self) -> bool {
        match self {
            Value::Signed(number) => number != 0,
            Value::Unsigned(bits) | Value::Pointer(bits) => bits != 0,
            Value::Float(number) => number != 0.0,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Signed(number) => write!(f, "{number}"),
            Value::Unsigned(number) => write!(f, "{number}"),
            Value::Float(number) => write!(f, "{number}"),
            Value::Pointer(0) => write!(f, "NULL"),
            Value::Pointer(address) => write!(f, "{address:#x}"),
        }
    }
}
