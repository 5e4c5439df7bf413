//! Terms, the blaster and the solver against a reference that knows none of them.

mod blasting;
mod brute;
mod dag;
mod histories;
mod operations;
mod random_terms;
mod reference;
mod rules;
mod solving;
