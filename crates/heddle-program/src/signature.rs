//! Types of functions, for those who call them from outside the program.

use std::fmt;

use heddle_bitcode::{FloatKind, Type, TypeId};

use crate::layout::Layout;

/// Types of a function's parameters and result, as the linker sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// Its fixed parameters.
    pub params: Vec<ValueType>,
    /// Its result.
    pub result: ValueType,
    /// True if more arguments may follow.
    pub variadic: bool,
}

/// The type of a parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueType {
    /// None.
    #[default]
    Void,
    /// An integer of so many bits.
    Int(u32),
    /// A pointer.
    Pointer,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A structure, a vector, a wider number.
    Other,
}

impl Signature {
    /// The signature of a function of a module.
    pub(crate) fn of(layout: &Layout<'_>, function: &heddle_bitcode::Function) -> Signature {
        match function.ty.map(|ty| layout.ty(ty)) {
            Some(Type::Function { result, params, variadic }) => Signature {
                params: params.iter().map(|ty| value_type(layout, *ty)).collect(),
                result: value_type(layout, *result),
                variadic: *variadic,
            },
            _ => Signature::default(),
        }
    }
}

fn value_type(layout: &Layout<'_>, ty: TypeId) -> ValueType {
    match layout.ty(ty) {
        Type::Void => ValueType::Void,
        Type::Int(bits) => ValueType::Int(*bits),
        Type::Pointer(_) => ValueType::Pointer,
        Type::Float(FloatKind::Single) => ValueType::Float,
        Type::Float(FloatKind::Double) => ValueType::Double,
        _ => ValueType::Other,
    }
}

impl fmt::Display for Signature {
    /// As in C, as far as the linker knows: `int (int, pointer)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut params: Vec<String> = self.params.iter().map(ValueType::to_string).collect();
        if self.variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        write!(f, "{} ({})", self.result, params.join(", "))
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueType::Void => f.write_str("void"),
            ValueType::Int(1) => f.write_str("bool"),
            ValueType::Int(8) => f.write_str("char"),
            ValueType::Int(16) => f.write_str("short"),
            ValueType::Int(32) => f.write_str("int"),
            ValueType::Int(64) => f.write_str("int64_t"),
            ValueType::Int(bits) => write!(f, "integer of {bits} bits"),
            ValueType::Pointer => f.write_str("pointer"),
            ValueType::Float => f.write_str("float"),
            ValueType::Double => f.write_str("double"),
            ValueType::Other => f.write_str("structure"),
        }
    }
}
