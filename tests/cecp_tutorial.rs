//! All tests of the protocol once more, with the tutorial's search: `Gui` chooses it in this crate.

#[path = "cecp.rs"]
mod cecp;
