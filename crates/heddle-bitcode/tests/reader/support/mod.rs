//! Support for the tests: compilers, a reader of `llvm-dis` text, and a printer of modules in the
//! same words.

pub(crate) mod compare;
pub(crate) mod compile;
pub(crate) mod mutate;
pub(crate) mod print;
pub(crate) mod print_constant;
pub(crate) mod print_instruction;
pub(crate) mod rebuild;
pub(crate) mod text;
pub(crate) mod walk;
pub(crate) mod words;
pub(crate) mod writer;
