//! Each rule.
