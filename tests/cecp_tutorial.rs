//! All tests of the protocol again, with the tutorial's search: `Gui` selects it in this crate.

#[path = "cecp.rs"]
mod cecp;
