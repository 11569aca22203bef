//! Learning from games.
//!
//! How the network of [`network`](crate::modern::network) comes to be: games of the engine against itself
//! ([`datagen`]), kept as positions with scores and results ([`record`], [`data`]), and numbers fitted to them.
//!
//! | file | what it does |
//! |---|---|
//! | [`record`] | one position in 32 bytes |
//! | [`data`] | files of them: counting, checking, merging, shuffling, sampling |
//! | [`datagen`] | plays the games |
//! | [`trainer`] | fits the weights of a network to them |
//! | [`checkpoint`] | a training that can be gone on with |
//! | [`pairs`] | games between two players, with both colours |
//! | [`spsa`] | the numbers of the search, tuned by games |
//! | [`screen`] | what many settings of the search are worth, in one match |
//! | [`judge`] | how well an evaluation predicts positions |

pub mod checkpoint;
pub mod data;
pub mod datagen;
pub mod judge;
pub mod pairs;
pub mod record;
pub mod screen;
pub mod spsa;
pub mod trainer;
