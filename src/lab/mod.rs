//! The laboratory: experiments with the searches.
//!
//! | question | file |
//! |---|---|
//! | what a technique is worth | [`compare`], [`duel`], [`mod@bench`], [`signature`] |
//! | whether the search was right | [`audit`], [`exact`], [`figures`], [`endings`] |
//! | what happened in it | [`walk`] |

pub mod audit;
pub mod bench;
pub mod compare;
pub mod duel;
pub mod endings;
pub mod exact;
pub mod figures;
pub mod signature;
pub mod walk;
