//! # The modern search
//!
//! What lies beyond the tutorial: the search that Alula plays with.

pub mod clock;
