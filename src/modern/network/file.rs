//! # Modern · Network files
//!
//! Numbers are little-endian. The header is followed by the weights and a checksum.
//!
//! | bytes | contents |
//! |---|---|
//! | 0-3 | `AlNn` |
//! | 4-5 | version of this format: 1 |
//! | 6-7 | hidden neurons per view, a multiple of [`HIDDEN_STEP`] |
//! | 8-9 | output buckets, 1 to [`BUCKETS_MAX`] |
//! | 10-11 | centipawns that correspond to an output of 1 |
//! | 12-15 | [`ONE_HIDDEN`] and [`ONE_OUTPUT`], two bytes each |
//! | 16-63 | name in UTF-8, padded with zeros |
//! | … | feature weights, 768 rows of hidden neurons, two bytes each |
//! | … | biases of the hidden neurons, two bytes each |
//! | … | output weights of each bucket, for the side to move and then for the other side, two bytes each |
//! | … | output bias of each bucket, four bytes each |
//! | last 8 | checksum of everything before it (FNV-1a, 64 bits) |

use thiserror::Error;

use crate::readmove::shown;

use super::features::{COUNT, MOST};
use super::kernels::{Kernel, Lanes};
use super::{BUCKETS_MAX, HIDDEN_MAX, HIDDEN_STEP, Network, ONE_HIDDEN, ONE_OUTPUT};

/// Version of the format.
pub const VERSION: u16 = 1;

const MAGIC: &[u8] = b"AlNn";
const HEAD: usize = 64;
const NAME: std::ops::Range<usize> = 16..64;

/// Reason for rejecting a network file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadNetwork {
    /// Not a network file.
    #[error("it is not an Alula network")]
    Foreign,
    /// Written by another version.
    #[error("its format version is {0}; this program reads version {VERSION}")]
    Version(u16),
    /// Unsupported scales or sizes.
    #[error("{0} cannot be {1}")]
    Shape(&'static str, usize),
    /// Too short or too long.
    #[error("it has {0} bytes instead of {1}")]
    Length(usize, usize),
    /// Damaged.
    #[error("it is damaged: the checksum is wrong")]
    Checksum,
    /// Weights so large that sums could overflow.
    #[error("its {0} weights are too large")]
    TooGreat(&'static str),
}

/// 64-bit FNV-1a (<http://www.isthe.com/chongo/tech/comp/fnv/>): it detects damage and need not resist attacks.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Length of a file with these sizes, in bytes.
fn length(hidden: usize, buckets: usize) -> usize {
    HEAD + 2 * (COUNT * hidden + hidden + buckets * 2 * hidden) + 4 * buckets + 8
}

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// [`BadNetwork`] names the fault.
    pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
        if bytes.len() < HEAD || &bytes[..4] != MAGIC {
            return Err(BadNetwork::Foreign);
        }
        let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        if number(4) != usize::from(VERSION) {
            return Err(BadNetwork::Version(number(4) as u16));
        }
        let (hidden, buckets, scale) = (number(6), number(8), number(10));
        let shape = |what, found, good: bool| if good { Ok(()) } else { Err(BadNetwork::Shape(what, found)) };
        shape("the hidden size", hidden, hidden.is_multiple_of(HIDDEN_STEP) && (1..=HIDDEN_MAX).contains(&hidden))?;
        shape("the number of buckets", buckets, (1..=BUCKETS_MAX).contains(&buckets))?;
        shape("the scale", scale, (1..=2000).contains(&scale))?;
        shape("the scale of hidden neurons", number(12), number(12) == ONE_HIDDEN as usize)?;
        shape("the scale of output weights", number(14), number(14) == ONE_OUTPUT as usize)?;
        let expected = length(hidden, buckets);
        if bytes.len() != expected {
            return Err(BadNetwork::Length(bytes.len(), expected));
        }
        let (body, sum) = bytes.split_at(expected - 8);
        if checksum(body).to_le_bytes() != sum {
            return Err(BadNetwork::Checksum);
        }
        let name = shown(String::from_utf8_lossy(&bytes[NAME]).trim_end_matches('\0'));
        let mut rest = &body[HEAD..];
        let network = Network {
            name,
            hidden,
            buckets,
            scale: scale as i32,
            feature_weights: take(&mut rest, COUNT * hidden),
            feature_bias: take(&mut rest, hidden),
            output_weights: take(&mut rest, buckets * 2 * hidden),
            output_bias: rest.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
            kernel: Kernel::best(),
        };
        network.check()?;
        Ok(network)
    }

    /// The contents of the network's file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length(self.hidden, self.buckets));
        bytes.extend_from_slice(MAGIC);
        let head =
            [VERSION.into(), self.hidden, self.buckets, self.scale as usize, ONE_HIDDEN as usize, ONE_OUTPUT as usize];
        bytes.extend(head.into_iter().flat_map(|number| (number as u16).to_le_bytes()));
        let mut end = self.name.len().min(NAME.len());
        while !self.name.is_char_boundary(end) {
            end -= 1;
        }
        bytes.extend_from_slice(&self.name.as_bytes()[..end]);
        bytes.resize(HEAD, 0);
        for weights in [&self.feature_weights, &self.feature_bias, &self.output_weights] {
            bytes.extend(weights.numbers().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// A number from 1 to 255 that distinguishes most networks, for records with room for only one byte.
    pub fn mark(&self) -> u8 {
        (checksum(&self.bytes()) % 255) as u8 + 1
    }

    /// Checks that no sum can overflow in any position.
    fn check(&self) -> Result<(), BadNetwork> {
        for (neuron, bias) in self.feature_bias.numbers().enumerate() {
            let weights = (0..COUNT).map(|feature| self.feature_weights.number(feature * self.hidden + neuron));
            let greatest = weights.map(|weight| i32::from(weight).abs()).max().unwrap_or_default();
            if i32::from(bias).abs() + MOST as i32 * greatest > i16::MAX.into() {
                return Err(BadNetwork::TooGreat("feature"));
            }
        }
        let fits = self.output_weights.numbers().all(|weight| ONE_HIDDEN * i32::from(weight).abs() <= i16::MAX.into());
        let one = i64::from(ONE_HIDDEN * ONE_HIDDEN);
        let weights: Vec<i64> = self.output_weights.numbers().map(|weight| i64::from(weight).abs()).collect();
        let mut sums = weights.chunks(2 * self.hidden).map(|set| set.iter().sum::<i64>() * one);
        let small = self.output_bias.iter().all(|bias| bias.unsigned_abs() < 1 << 28);
        if !fits || !small || sums.any(|sum| sum > i32::MAX.into()) {
            return Err(BadNetwork::TooGreat("output"));
        }
        Ok(())
    }
}

/// Takes `count` two-byte numbers.
fn take(rest: &mut &[u8], count: usize) -> Lanes {
    let (first, behind) = rest.split_at(2 * count);
    *rest = behind;
    first.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::network::testing::random_network;

    fn network() -> Network {
        Network { name: "a name that is as long as it may be, and then ä".into(), ..random_network(1, 32, 3) }
    }

    /// Applies a change to the file of [`network`], corrects the checksum, and reads the file.
    fn with(change: impl Fn(&mut Vec<u8>)) -> Result<Network, BadNetwork> {
        let mut bytes = network().bytes();
        bytes.truncate(bytes.len() - 8);
        change(&mut bytes);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        Network::read(&bytes)
    }

    #[test]
    fn a_network_comes_back_as_it_was() {
        let network = network();
        let read = Network::read(&network.bytes()).expect("just written");
        assert_eq!(read, Network { name: read.name.clone(), ..network.clone() });
        assert!(network.name.starts_with(&read.name) && read.name.len() > 40);
        let hostile = Network { name: "a\u{1b}]0;title\u{7}\r\u{202e}b".into(), ..random_network(1, 32, 3) };
        assert_eq!(Network::read(&hostile.bytes()).expect("a network").name, "a?]0;title???b");
        assert_eq!(read.bytes(), Network { name: read.name.clone(), ..network }.bytes());
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let good = network().bytes();
        assert_eq!(Network::read(b""), Err(BadNetwork::Foreign));
        assert_eq!(Network::read(&[b'x'; 5000]), Err(BadNetwork::Foreign));
        assert_eq!(Network::read(&good[..good.len() - 3]), Err(BadNetwork::Length(good.len() - 3, good.len())));
        let mut damaged = good.clone();
        damaged[1000] ^= 1;
        assert_eq!(Network::read(&damaged), Err(BadNetwork::Checksum));
        assert_eq!(with(|bytes| bytes[4] = 9), Err(BadNetwork::Version(9)));
        assert_eq!(with(|bytes| bytes[6] = 33), Err(BadNetwork::Shape("the hidden size", 33)));
        assert_eq!(with(|bytes| bytes[8] = 0), Err(BadNetwork::Shape("the number of buckets", 0)));
        assert_eq!(with(|bytes| bytes[10..12].fill(0)), Err(BadNetwork::Shape("the scale", 0)));
        assert_eq!(with(|bytes| bytes[12] = 1), Err(BadNetwork::Shape("the scale of hidden neurons", 1)));
        assert_eq!(with(|bytes| bytes[HEAD + 1] = 0x7f), Err(BadNetwork::TooGreat("feature")));
        let output = HEAD + 2 * (COUNT + 1) * 32;
        assert_eq!(with(|bytes| bytes[output + 1] = 0x7f), Err(BadNetwork::TooGreat("output")));
        // The absolute value of i16::MIN does not fit into an i16.
        let least = |at: usize, bytes: &[u8]| with(|file| file[at..][..bytes.len()].copy_from_slice(bytes));
        assert_eq!(least(HEAD, &i16::MIN.to_le_bytes()), Err(BadNetwork::TooGreat("feature")));
        assert_eq!(least(output, &i16::MIN.to_le_bytes()), Err(BadNetwork::TooGreat("output")));
        assert_eq!(least(output + 2 * 3 * 64, &i32::MIN.to_le_bytes()), Err(BadNetwork::TooGreat("output")));
        assert!(with(|_| {}).is_ok());
    }
}
