//! The laboratory: experiments with the searches.
//!
//! | subject | file |
//! |---|---|
//! | the worth of a technique | [`compare`], [`duel`], [`mod@bench`], [`signature`] |
//! | the correctness of a search | [`audit`], [`exact`], [`figures`], [`endings`] |
//! | a recorded search | [`walk`] |

pub mod audit;
pub mod bench;
pub mod compare;
pub mod duel;
pub mod endings;
pub mod exact;
pub mod figures;
pub mod signature;
pub mod walk;
