//! Names of objects, for people.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An object of the program, by the name that a person knows it by.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ObjectName {
    /// A variable.
    Variable {
        /// Its name.
        name: String,
        /// The function that it is local to, if it is.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        function: Option<String>,
    },
    /// A function.
    Function {
        /// Its name.
        name: String,
    },
    /// An allocated object.
    Heap,
    /// A part of a stack frame that is no variable of the source.
    Stack {
        /// The function whose frame it is.
        function: String,
    },
    /// The variable arguments of a call.
    VariableArguments,
    /// A structure that was passed by value.
    ByValue,
    /// The arguments of the program.
    Arguments,
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectName::Variable { name, function: None } => write!(f, "variable '{name}'"),
            ObjectName::Variable { name, function: Some(function) } => {
                write!(f, "variable '{name}' of {function}")
            }
            ObjectName::Function { name } => write!(f, "function '{name}'"),
            ObjectName::Heap => f.write_str("a heap object"),
            ObjectName::Stack { function } => write!(f, "a stack object of {function}"),
            ObjectName::VariableArguments => f.write_str("the variable arguments of a call"),
            ObjectName::ByValue => f.write_str("a structure passed by value"),
            ObjectName::Arguments => f.write_str("the program's arguments"),
        }
    }
}
