//! Tests of the reader, against clang and llvm-dis 15, 16 and 19.

mod compare;
mod contents;
mod crafted;
mod damaged;
mod support;
