//! Placeholder to be replaced by the search engine.
