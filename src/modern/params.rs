//! # Modern · The numbers of the evaluation
//!
//! One table of pairs: what a feature is worth in the middlegame and in the endgame, in centipawns. It is written by the tuner
//! ([`tune`](super::tune)), which fits it to the results of games; [`eval`](super::eval) says what each number counts.
//!
//! The piece-square tables began as PeSTO's (Ronald Friederich, published on the chessprogramming wiki, "PeSTO's Evaluation
//! Function"), the rest as round guesses.

/// A pair as one number: the middlegame value in the low half, the endgame value in the high one; pairs are added as such.
pub const fn s(mg: i32, eg: i32) -> i32 {
    (eg << 16) + mg
}

/// The middlegame half of a pair.
#[inline(always)]
pub const fn mg(pair: i32) -> i32 {
    pair as i16 as i32
}

/// The endgame half of a pair.
#[inline(always)]
pub const fn eg(pair: i32) -> i32 {
    (pair + 0x8000) >> 16
}

/// Worth of pawn, knight, bishop, rook and queen.
pub const MATERIAL: usize = 0;
/// Pawn on each square, a1 first, as White sees the board.
pub const PAWN_PLACE: usize = 5;
/// Knight on each square.
pub const KNIGHT_PLACE: usize = 69;
/// Bishop on each square.
pub const BISHOP_PLACE: usize = 133;
/// Rook on each square.
pub const ROOK_PLACE: usize = 197;
/// Queen on each square.
pub const QUEEN_PLACE: usize = 261;
/// King on each square.
pub const KING_PLACE: usize = 325;
/// Knight with so many squares to go to.
pub const KNIGHT_MOBILITY: usize = 389;
/// Bishop with so many squares to go to.
pub const BISHOP_MOBILITY: usize = 398;
/// Rook with so many squares to go to.
pub const ROOK_MOBILITY: usize = 412;
/// Queen with so many squares to go to.
pub const QUEEN_MOBILITY: usize = 427;
/// A pawn with one of its own in front of it.
pub const DOUBLED: usize = 455;
/// A pawn without neighbours, on a closed and on a half-open file.
pub const ISOLATED: usize = 456;
/// A pawn that cannot be guarded by pawns and cannot advance, on a closed and on a half-open file.
pub const BACKWARD: usize = 458;
/// Pawns side by side, by rank.
pub const PHALANX: usize = 460;
/// A pawn guarded by a pawn, by rank.
pub const SUPPORTED: usize = 468;
/// A passed pawn, by rank.
pub const PASSED: usize = 476;
/// A passed pawn whose next square is empty and not attacked, by rank.
pub const PASSED_FREE: usize = 484;
/// A passed pawn before which a piece stands, by rank.
pub const PASSED_BLOCKED: usize = 492;
/// Distance of the own king to the square before a passed pawn beyond its third rank, in king moves.
pub const PASSED_OWN_KING: usize = 500;
/// Distance of the enemy king to that square.
pub const PASSED_ENEMY_KING: usize = 508;
/// A rook behind a passed pawn of its side.
pub const ROOK_BEHIND_PASSED: usize = 516;
/// A pawn that can become passed, by rank.
pub const CANDIDATE: usize = 517;
/// Two bishops.
pub const BISHOP_PAIR: usize = 525;
/// A rook on a half-open and on an open file.
pub const ROOK_FILE: usize = 526;
/// A rook on the seventh rank, when the enemy king is on the eighth or pawns stand on the seventh.
pub const ROOK_SEVENTH: usize = 528;
/// A knight that is guarded by a pawn and cannot be driven away by one.
pub const KNIGHT_OUTPOST: usize = 529;
/// A bishop of that kind.
pub const BISHOP_OUTPOST: usize = 530;
/// A knight or bishop behind a pawn.
pub const MINOR_BEHIND_PAWN: usize = 531;
/// Own pawns on squares of the colour of a bishop, for each.
pub const BISHOP_PAWNS: usize = 532;
/// A bishop that sees both middle squares of a long diagonal.
pub const LONG_DIAGONAL: usize = 533;
/// A pawn attacks a knight, bishop, rook, queen.
pub const PAWN_THREAT: usize = 534;
/// A knight or bishop attacks a pawn, knight, bishop, rook, queen.
pub const MINOR_THREAT: usize = 538;
/// A rook attacks a pawn, knight, bishop, rook, queen.
pub const ROOK_THREAT: usize = 543;
/// A king attacks an unguarded piece.
pub const KING_THREAT: usize = 548;
/// An attacked piece that nothing guards.
pub const HANGING: usize = 549;
/// A pawn that can advance safely to attack a piece.
pub const PUSH_THREAT: usize = 550;
/// A square that both sides attack and the enemy does not guard by a pawn.
pub const RESTRICTED: usize = 551;
/// The rearmost own pawn before the king: distance of its file from the edge (4) by rank (8, 0 none).
pub const SHELTER: usize = 552;
/// The most advanced enemy pawn before the king: free or blocked by our pawn (2) by rank as we see it (8, 0 none).
pub const STORM: usize = 584;
/// Units of danger to the king.
pub const KING_DANGER: usize = 600;
/// King on a half-open and on an open file.
pub const KING_FILE: usize = 664;
/// A safe move of an enemy knight, bishop or rook would attack the queen.
pub const QUEEN_ATTACKED_BY_MOVE: usize = 666;
/// Safe squares behind and between the own pawns in the centre, while there are many pieces.
pub const SPACE: usize = 667;
/// The side to move.
pub const TEMPO: usize = 668;

/// Number of pairs.
pub const COUNT: usize = 669;

/// The groups of pairs, in their order, each with its size.
pub const GROUPS: [(&str, usize); 45] = [
    ("MATERIAL", 5),
    ("PAWN_PLACE", 64),
    ("KNIGHT_PLACE", 64),
    ("BISHOP_PLACE", 64),
    ("ROOK_PLACE", 64),
    ("QUEEN_PLACE", 64),
    ("KING_PLACE", 64),
    ("KNIGHT_MOBILITY", 9),
    ("BISHOP_MOBILITY", 14),
    ("ROOK_MOBILITY", 15),
    ("QUEEN_MOBILITY", 28),
    ("DOUBLED", 1),
    ("ISOLATED", 2),
    ("BACKWARD", 2),
    ("PHALANX", 8),
    ("SUPPORTED", 8),
    ("PASSED", 8),
    ("PASSED_FREE", 8),
    ("PASSED_BLOCKED", 8),
    ("PASSED_OWN_KING", 8),
    ("PASSED_ENEMY_KING", 8),
    ("ROOK_BEHIND_PASSED", 1),
    ("CANDIDATE", 8),
    ("BISHOP_PAIR", 1),
    ("ROOK_FILE", 2),
    ("ROOK_SEVENTH", 1),
    ("KNIGHT_OUTPOST", 1),
    ("BISHOP_OUTPOST", 1),
    ("MINOR_BEHIND_PAWN", 1),
    ("BISHOP_PAWNS", 1),
    ("LONG_DIAGONAL", 1),
    ("PAWN_THREAT", 4),
    ("MINOR_THREAT", 5),
    ("ROOK_THREAT", 5),
    ("KING_THREAT", 1),
    ("HANGING", 1),
    ("PUSH_THREAT", 1),
    ("RESTRICTED", 1),
    ("SHELTER", 32),
    ("STORM", 16),
    ("KING_DANGER", 64),
    ("KING_FILE", 2),
    ("QUEEN_ATTACKED_BY_MOVE", 1),
    ("SPACE", 1),
    ("TEMPO", 1),
];

/// All pairs.
#[rustfmt::skip]
pub static PARAMS: [i32; COUNT] = [
    // MATERIAL
    s(75, 102), s(319, 332), s(347, 349), s(428, 599), s(1003, 1021),
    // PAWN_PLACE
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-27, 13), s(-6, 12), s(-19, 3), s(-35, -8), s(-14, 24), s(9, 4), s(33, 1), s(-11, 8),
    s(-21, 3), s(-7, 6), s(0, -15), s(-16, -2), s(6, 4), s(19, 3), s(36, -7), s(1, 0),
    s(-23, 13), s(-11, 18), s(-3, -12), s(10, -9), s(13, -9), s(15, -14), s(5, -4), s(-17, 0),
    s(-13, 27), s(8, 7), s(0, 12), s(15, -13), s(18, 6), s(16, -1), s(19, 9), s(-22, 17),
    s(-2, 43), s(1, 23), s(-3, 14), s(18, 24), s(21, 2), s(31, 24), s(13, 24), s(-19, 29),
    s(58, 52), s(78, 54), s(16, 22), s(50, 41), s(29, 25), s(67, 37), s(17, 37), s(-2, 43),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    // KNIGHT_PLACE
    s(-79, -22), s(-14, -38), s(-53, -16), s(-19, -9), s(3, -5), s(-31, -22), s(-18, -45), s(-19, -52),
    s(-31, -39), s(-37, -10), s(-11, -9), s(2, -9), s(1, -3), s(12, -12), s(23, -8), s(-34, -35),
    s(-19, -12), s(-1, -13), s(6, 2), s(7, 19), s(7, 14), s(10, -3), s(13, -12), s(-13, -28),
    s(1, -9), s(17, -1), s(12, 20), s(15, 18), s(30, 22), s(29, 15), s(3, 2), s(17, 6),
    s(-2, 1), s(7, -6), s(20, 22), s(46, -5), s(24, 13), s(46, 13), s(7, 4), s(20, -6),
    s(-43, -28), s(49, -18), s(28, 8), s(42, 6), s(49, -5), s(83, -25), s(37, -15), s(35, -26),
    s(-53, -15), s(-33, -17), s(42, -26), s(30, -4), s(15, -8), s(54, -18), s(-2, -16), s(-10, -37),
    s(-134, -45), s(-73, -30), s(-25, -6), s(-36, -18), s(50, -22), s(-79, -23), s(-14, -49), s(-79, -78),
    // BISHOP_PLACE
    s(-22, -12), s(30, 6), s(-5, -15), s(-17, -1), s(-15, -10), s(-14, 11), s(-23, 5), s(-1, -14),
    s(7, -4), s(5, -26), s(7, 1), s(-2, -4), s(-4, 4), s(11, -9), s(14, -21), s(16, -18),
    s(17, -22), s(30, -14), s(-4, -19), s(11, 32), s(10, 8), s(3, 4), s(24, -7), s(15, -12),
    s(12, 2), s(19, 4), s(11, 25), s(18, 8), s(25, 16), s(19, 20), s(13, -3), s(-1, -7),
    s(6, -8), s(5, 16), s(8, 14), s(24, 2), s(18, 0), s(26, -3), s(1, 24), s(-19, -15),
    s(-14, 2), s(22, -13), s(11, 2), s(23, 4), s(30, 0), s(19, -11), s(29, 0), s(3, 0),
    s(-21, -3), s(7, 4), s(12, -1), s(-6, -8), s(19, -7), s(31, -1), s(1, -5), s(-35, -9),
    s(-19, -1), s(2, -17), s(-68, -6), s(-27, -5), s(-15, -1), s(-33, -6), s(4, -11), s(-5, -23),
    // ROOK_PLACE
    s(-8, -2), s(-4, -6), s(1, -9), s(1, -10), s(6, -22), s(2, -16), s(-23, -5), s(-6, -38),
    s(-4, -8), s(-15, -8), s(-6, -16), s(-11, 2), s(-1, -5), s(9, -21), s(-15, -20), s(-40, -6),
    s(-26, 9), s(-19, 9), s(-17, 7), s(-28, 3), s(-8, -4), s(-3, -5), s(7, -6), s(-26, -9),
    s(-17, 20), s(4, 11), s(-6, 18), s(-4, 13), s(-1, 0), s(-1, -4), s(4, -18), s(-18, -7),
    s(-5, 18), s(-12, 23), s(-5, 23), s(13, 9), s(7, 3), s(30, -1), s(-1, 7), s(-1, -3),
    s(-15, 8), s(-5, 3), s(9, 6), s(25, 5), s(24, 8), s(17, -8), s(35, 3), s(6, -5),
    s(8, 15), s(24, 11), s(41, 4), s(32, 2), s(44, -5), s(35, 2), s(20, 6), s(29, -8),
    s(32, 19), s(35, 20), s(13, 11), s(30, 16), s(44, 11), s(6, 12), s(21, 17), s(18, 8),
    // QUEEN_PLACE
    s(4, -13), s(-18, -21), s(-19, -16), s(2, -47), s(-13, -6), s(-23, -23), s(-22, -15), s(-17, -22),
    s(-27, -17), s(-19, -20), s(5, -37), s(-5, -13), s(1, -10), s(3, -16), s(0, -21), s(-11, -26),
    s(-2, -10), s(2, -11), s(-11, 15), s(-9, 11), s(-9, 14), s(3, 19), s(7, 14), s(-4, 2),
    s(-7, -12), s(-17, 18), s(1, 18), s(6, 31), s(-8, 21), s(8, 20), s(20, 22), s(19, 20),
    s(-8, -1), s(-18, 14), s(-17, 20), s(5, 30), s(3, 40), s(4, 25), s(17, 39), s(-2, 22),
    s(-3, -16), s(-10, 13), s(5, 7), s(19, 35), s(16, 32), s(25, 10), s(26, 14), s(26, 1),
    s(-8, -7), s(-18, 12), s(-4, 17), s(4, 26), s(-5, 42), s(34, 23), s(17, 26), s(30, 2),
    s(-1, 3), s(8, 19), s(9, 7), s(10, 18), s(34, 14), s(23, 12), s(24, 6), s(25, 10),
    // KING_PLACE
    s(-1, -29), s(12, -27), s(24, -23), s(-27, -6), s(4, -17), s(-21, -11), s(26, -25), s(10, -48),
    s(-10, -27), s(25, -20), s(-5, 6), s(-43, 10), s(-36, 10), s(-13, -1), s(18, -15), s(-4, -30),
    s(-1, -8), s(-12, 3), s(-19, 9), s(-32, 12), s(-52, 20), s(-24, 18), s(-20, 10), s(-11, -15),
    s(-35, -5), s(-1, 0), s(-26, 13), s(-33, 16), s(-42, 26), s(-38, 26), s(-24, 6), s(-41, -14),
    s(-15, -10), s(-20, 2), s(-14, 14), s(-25, 27), s(-23, 29), s(-24, 30), s(-16, 26), s(-30, 18),
    s(-8, 3), s(16, 13), s(2, 27), s(-13, 20), s(-20, 14), s(0, 25), s(11, 32), s(-15, 17),
    s(24, -9), s(1, 20), s(-16, 15), s(-6, 11), s(-8, 11), s(-7, 21), s(-28, 27), s(-21, 13),
    s(-53, -58), s(20, -20), s(13, -15), s(-11, -11), s(-44, -9), s(-26, 10), s(2, 3), s(10, -16),
    // KNIGHT_MOBILITY
    s(-11, -15), s(-19, -23), s(-12, -9), s(-8, 0), s(-3, 10), s(0, 21), s(7, 24), s(14, 19),
    s(9, 13),
    // BISHOP_MOBILITY
    s(-22, -36), s(-21, -24), s(-10, -20), s(-8, -13), s(-7, -8), s(-1, -1), s(-3, 9), s(-2, 19),
    s(8, 17), s(5, 23), s(5, 30), s(10, 28), s(32, 41), s(28, 28),
    // ROOK_MOBILITY
    s(-42, -47), s(-21, -53), s(-15, -23), s(-13, -22), s(-6, -4), s(-1, 6), s(2, 16), s(2, 28),
    s(12, 24), s(11, 29), s(20, 25), s(14, 37), s(21, 44), s(25, 39), s(13, 49),
    // QUEEN_MOBILITY
    s(-22, -50), s(-16, -49), s(-14, -45), s(-20, -43), s(-10, -40), s(-13, -45), s(-9, -37), s(-9, -17),
    s(-3, -8), s(-1, -11), s(-4, -8), s(1, 3), s(3, 10), s(2, 19), s(9, 26), s(5, 27),
    s(7, 28), s(9, 30), s(14, 38), s(6, 35), s(18, 35), s(20, 43), s(19, 40), s(14, 38),
    s(25, 50), s(18, 43), s(24, 56), s(24, 57),
    // DOUBLED
    s(-11, -11),
    // ISOLATED
    s(-6, -12), s(-16, -4),
    // BACKWARD
    s(-2, -2), s(-7, -10),
    // PHALANX
    s(0, 0), s(4, -2), s(3, 6), s(6, 9), s(13, 43), s(66, 61), s(89, 91), s(0, 0),
    // SUPPORTED
    s(0, 0), s(0, 0), s(13, 7), s(12, 7), s(13, 12), s(37, 35), s(62, 42), s(0, 0),
    // PASSED
    s(0, 0), s(3, 25), s(-15, 35), s(-2, 51), s(6, 75), s(28, 124), s(106, 178), s(0, 0),
    // PASSED_FREE
    s(0, 0), s(-4, 5), s(-12, 14), s(-3, 14), s(5, 39), s(15, 76), s(26, 111), s(0, 0),
    // PASSED_BLOCKED
    s(0, 0), s(-13, -5), s(0, -1), s(8, -4), s(2, -13), s(-8, -38), s(-28, -82), s(0, 0),
    // PASSED_OWN_KING
    s(3, 53), s(5, 67), s(15, 28), s(-9, 15), s(-6, -6), s(-9, -17), s(-3, -22), s(-15, -26),
    // PASSED_ENEMY_KING
    s(-5, -46), s(10, -45), s(30, -34), s(-2, 4), s(-11, 34), s(-16, 46), s(-11, 59), s(-12, 44),
    // ROOK_BEHIND_PASSED
    s(20, 21),
    // CANDIDATE
    s(0, 0), s(-1, 5), s(11, 7), s(6, 29), s(6, 20), s(20, 49), s(0, 0), s(0, 0),
    // BISHOP_PAIR
    s(19, 43),
    // ROOK_FILE
    s(2, 16), s(24, 13),
    // ROOK_SEVENTH
    s(18, 10),
    // KNIGHT_OUTPOST
    s(19, 12),
    // BISHOP_OUTPOST
    s(18, 5),
    // MINOR_BEHIND_PAWN
    s(5, 7),
    // BISHOP_PAWNS
    s(-4, 0),
    // LONG_DIAGONAL
    s(22, 16),
    // PAWN_THREAT
    s(63, 37), s(52, 49), s(71, 21), s(48, 6),
    // MINOR_THREAT
    s(7, 29), s(21, 34), s(31, 27), s(41, 33), s(45, 50),
    // ROOK_THREAT
    s(5, 25), s(22, 29), s(21, 25), s(5, 13), s(57, 37),
    // KING_THREAT
    s(22, 31),
    // HANGING
    s(17, 7),
    // PUSH_THREAT
    s(17, 9),
    // RESTRICTED
    s(3, 2),
    // SHELTER
    s(-19, -1), s(17, 6), s(23, -2), s(22, -7), s(-3, 3), s(-6, -2), s(-8, -6), s(0, 0),
    s(-18, -3), s(18, -4), s(14, -3), s(17, -4), s(-4, 5), s(-3, -6), s(-8, -1), s(0, 0),
    s(-12, -2), s(29, -3), s(-1, -6), s(0, -2), s(9, 6), s(-4, 2), s(-8, 8), s(0, 0),
    s(-8, -7), s(19, 8), s(11, 0), s(2, 3), s(-1, 14), s(-21, 1), s(-9, 13), s(0, 0),
    // STORM
    s(0, -4), s(9, 45), s(-44, 26), s(-17, 7), s(-15, -1), s(-5, 2), s(-9, -5), s(0, 0),
    s(0, 0), s(0, 0), s(-8, -14), s(-6, -15), s(-8, -13), s(9, -13), s(-3, -17), s(0, 0),
    // KING_DANGER
    s(4, 10), s(0, 6), s(0, 7), s(3, 1), s(5, 5), s(7, -5), s(-7, -2), s(-10, -7),
    s(-5, -8), s(-15, -9), s(-15, 1), s(-18, -11), s(-16, -8), s(-17, -13), s(-18, -13), s(-23, -10),
    s(-32, -16), s(-38, -16), s(-50, -23), s(-55, -24), s(-59, -22), s(-60, -22), s(-73, -23), s(-74, -21),
    s(-89, -27), s(-95, -29), s(-103, -26), s(-113, -28), s(-115, -24), s(-121, -27), s(-135, -29), s(-142, -30),
    s(-150, -31), s(-159, -32), s(-168, -33), s(-175, -31), s(-187, -33), s(-196, -32), s(-206, -33), s(-217, -35),
    s(-229, -36), s(-240, -37), s(-252, -38), s(-264, -39), s(-277, -40), s(-289, -40), s(-302, -41), s(-316, -42),
    s(-329, -43), s(-343, -44), s(-357, -45), s(-372, -46), s(-386, -47), s(-401, -48), s(-417, -49), s(-432, -50),
    s(-448, -50), s(-464, -51), s(-481, -52), s(-497, -53), s(-514, -54), s(-532, -55), s(-549, -56), s(-567, -57),
    // KING_FILE
    s(-3, 2), s(-32, -5),
    // QUEEN_ATTACKED_BY_MOVE
    s(-11, 8),
    // SPACE
    s(2, -2),
    // TEMPO
    s(27, 11),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back() {
        for (m, e) in [(0, 0), (5, -7), (-5, 7), (-300, -1), (1200, 900)] {
            assert_eq!((mg(s(m, e)), eg(s(m, e))), (m, e));
            assert_eq!((mg(-s(m, e)), eg(-s(m, e))), (-m, -e));
        }
    }

    #[test]
    fn the_groups_fill_the_table() {
        assert_eq!(GROUPS.iter().map(|(_, size)| size).sum::<usize>(), COUNT);
    }
}
