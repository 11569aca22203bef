//! Checkpoints of a training run.
//!
//! A checkpoint contains the full state of a [`Trainer`], its error curve, and a fingerprint of the training positions.
//! A run that continues from it ends with the same network as one that was never interrupted. A new run with different
//! positions can start from it, too. The format is private to this version of the program: little-endian numbers in the
//! order of [`bytes`](Checkpoint::bytes), followed by a checksum. A checkpoint takes 16 bytes per weight: 6.4 MB with
//! 512 neurons and 8 output buckets.

use thiserror::Error;

use super::record::Position;
use super::trainer::{BLOCK, Errors, Recipe, Trainer};
use crate::hash::split_mix;
use crate::modern::network::file::checksum;
use crate::modern::network::{BUCKETS_MAX, HIDDEN_MAX};

const MAGIC: u64 = u64::from_le_bytes(*b"AlulaCk5");

/// Errors of one pass.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Mean squared error on the training positions during the pass.
    pub training: f64,
    /// Errors on the held-out positions.
    pub held_out: Errors,
}

/// A training run and its history.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// State of the run.
    pub trainer: Trainer,
    /// The errors of each pass.
    pub curve: Vec<Point>,
    /// Fingerprint of the training positions, see [`fingerprint`].
    pub fingerprint: u64,
}

/// Reasons why a training run cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadCheckpoint {
    /// Not a checkpoint, or damaged.
    #[error("it is not a checkpoint of this version of Alula, or it is damaged")]
    Foreign,
    /// Made with a different recipe or different training positions.
    #[error("it is from a training run with different {0}")]
    Other(&'static str),
}

/// A hash that depends on the positions and their order.
pub fn fingerprint(positions: &[Position]) -> u64 {
    let hash = |sum: u64, position: &Position| split_mix(sum ^ checksum(&position.bytes())).1;
    positions.iter().fold(positions.len() as u64, hash)
}

impl Checkpoint {
    /// Contents of the checkpoint's file.
    pub fn bytes(&self) -> Vec<u8> {
        let Trainer { recipe, passes, steps, .. } = &self.trainer;
        let real = |number: f32| u64::from(number.to_bits());
        let mut words = vec![MAGIC, self.fingerprint];
        words.extend([recipe.hidden, recipe.buckets, recipe.batch].map(|number| number as u64));
        words.extend([recipe.rate, recipe.decay, recipe.result_share].map(real));
        words.extend([recipe.seed, recipe.from, *passes as u64, *steps, self.curve.len() as u64]);
        for point in &self.curve {
            words.extend([point.training, point.held_out.target, point.held_out.result].map(f64::to_bits));
        }
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        bytes.extend(self.trainer.numbers().into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a checkpoint from the bytes of a file.
    ///
    /// # Errors
    /// The file is not a checkpoint, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Checkpoint, BadCheckpoint> {
        Checkpoint::read_whole(bytes).ok_or(BadCheckpoint::Foreign)
    }

    fn read_whole(bytes: &[u8]) -> Option<Checkpoint> {
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        if checksum(body).to_le_bytes() != sum {
            return None;
        }
        let mut rest = body;
        let mut word = || -> Option<u64> {
            let (first, behind) = rest.split_first_chunk()?;
            rest = behind;
            Some(u64::from_le_bytes(*first))
        };
        if word()? != MAGIC {
            return None;
        }
        let fingerprint = word()?;
        let [hidden, buckets, batch] = [word()?, word()?, word()?].map(|number| number as usize);
        let [rate, decay, result_share] = [word()?, word()?, word()?].map(|bits| f32::from_bits(bits as u32));
        let sane = hidden.is_multiple_of(BLOCK) && (1..=HIDDEN_MAX).contains(&hidden) && batch > 0;
        if !sane || !(1..=BUCKETS_MAX).contains(&buckets) {
            return None;
        }
        let (seed, from) = (word()?, word()?);
        let mut trainer = Trainer::new(Recipe { hidden, buckets, batch, rate, decay, result_share, seed, from });
        (trainer.passes, trainer.steps) = (word()? as usize, word()?);
        let mut curve = Vec::new();
        for _ in 0..word()? {
            let [training, target, result] = [word()?, word()?, word()?].map(f64::from_bits);
            curve.push(Point { training, held_out: Errors { target, result } });
        }
        let mut numbers =
            rest.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        for place in trainer.numbers_mut().into_iter().flatten() {
            *place = numbers.next()?;
        }
        numbers.next().is_none().then_some(Checkpoint { trainer, curve, fingerprint })
    }

    /// Checks that the checkpoint's run has this recipe and these training positions.
    ///
    /// # Errors
    /// The recipe or the positions differ.
    pub fn check(&self, recipe: &Recipe, fingerprint: u64) -> Result<(), BadCheckpoint> {
        if self.trainer.recipe != *recipe {
            return Err(BadCheckpoint::Other("parameters"));
        }
        if self.fingerprint != fingerprint { Err(BadCheckpoint::Other("positions")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::datagen::{DatagenPlan, SelfPlayer, Shard};
    use std::sync::Arc;

    #[test]
    fn a_resumed_run_gives_the_same_network() {
        let mut player =
            SelfPlayer::new(&DatagenPlan { seed: 9, nodes: 60, shard: Shard::ALL, network: None }, &Arc::default());
        let positions: Vec<Position> =
            (0..3).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect();
        let recipe = Recipe { hidden: 32, batch: 32, ..Recipe::default() };
        let mut whole = Trainer::new(recipe.clone());
        whole.pass(&positions, 2, |_| true).expect("a whole pass");
        let curve = vec![Point { training: 0.1, held_out: Errors { target: 0.2, result: 0.3 } }];
        let print = fingerprint(&positions);
        let kept = Checkpoint { trainer: whole.clone(), curve, fingerprint: print };
        let bytes = kept.bytes();
        let mut read = Checkpoint::read(&bytes).expect("just written");
        assert_eq!(read, kept);
        whole.pass(&positions, 1, |_| true).expect("a whole pass");
        read.trainer.pass(&positions, 2, |_| true).expect("a whole pass");
        assert_eq!(read.trainer, whole);
        assert_eq!(kept.check(&recipe, print), Ok(()));
        assert_eq!(kept.check(&Recipe { rate: 1.0, ..recipe.clone() }, print), Err(BadCheckpoint::Other("parameters")));
        let other = fingerprint(&positions[1..]);
        assert_eq!(kept.check(&recipe, other), Err(BadCheckpoint::Other("positions")));
        for wrong in [&bytes[..bytes.len() - 1], &bytes[1..], b"short", b""] {
            assert_eq!(Checkpoint::read(wrong), Err(BadCheckpoint::Foreign));
        }
    }
}
