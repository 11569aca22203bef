//! Training and tuning by self-play.
//!
//! The network of [`network`](crate::modern::network) is trained in three steps: the engine plays games against itself
//! ([`datagen`]), their positions are stored with scores and results ([`record`], [`data`]), and the weights are fitted
//! to them ([`trainer`]).
//!
//! | file | contents |
//! |---|---|
//! | [`record`] | one position in 32 bytes |
//! | [`data`] | files of positions: counting, checking, merging, shuffling, sampling |
//! | [`datagen`] | self-play games |
//! | [`trainer`] | fits the weights of a network |
//! | [`checkpoint`] | saves a training run so that it can be continued |
//! | [`pairs`] | pairs of games between two players, with colours reversed |
//! | [`spsa`] | tunes the search parameters |
//! | [`screen`] | measures the worth of many search settings in one match |
//! | [`judge`] | measures how well an evaluation predicts results |

pub mod checkpoint;
pub mod data;
pub mod datagen;
pub mod judge;
pub mod pairs;
pub mod record;
pub mod screen;
pub mod spsa;
pub mod trainer;
