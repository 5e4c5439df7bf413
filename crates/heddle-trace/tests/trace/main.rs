//! Stories of small programs, from C to text.

mod gate;
mod kit;
mod lassos;
mod layout;
mod siblings;
mod stories;
mod values;
