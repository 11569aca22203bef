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
    s(82, 110), s(330, 300), s(345, 315), s(450, 540), s(980, 970),
    // PAWN_PLACE
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-35, 13), s(-1, 8), s(-20, 8), s(-23, 10), s(-15, 13), s(24, 0), s(38, 2), s(-22, -7),
    s(-26, 4), s(-4, 7), s(-4, -6), s(-10, 1), s(3, 0), s(3, -5), s(33, -1), s(-12, -8),
    s(-27, 13), s(-2, 9), s(-5, -3), s(12, -7), s(17, -7), s(6, -8), s(10, 3), s(-25, -1),
    s(-14, 32), s(13, 24), s(6, 13), s(21, 5), s(23, -2), s(12, 4), s(17, 17), s(-23, 17),
    s(-3, 23), s(3, 25), s(13, 21), s(15, 16), s(32, 14), s(28, 13), s(12, 20), s(-10, 21),
    s(49, 44), s(67, 43), s(30, 39), s(47, 33), s(34, 36), s(63, 33), s(17, 41), s(-6, 46),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    // KNIGHT_PLACE
    s(-84, -23), s(-17, -41), s(-46, -18), s(-26, -12), s(-14, -18), s(-22, -14), s(-15, -40), s(-18, -51),
    s(-23, -34), s(-42, -16), s(-10, -8), s(-2, -4), s(-1, -2), s(14, -16), s(-11, -18), s(-15, -35),
    s(-18, -18), s(-7, -2), s(10, -1), s(8, 12), s(15, 8), s(14, -2), s(20, -16), s(-13, -18),
    s(-10, -14), s(3, -5), s(13, 13), s(10, 20), s(22, 13), s(15, 14), s(17, 3), s(-6, -14),
    s(-7, -14), s(14, 2), s(15, 18), s(42, 18), s(30, 18), s(55, 9), s(14, 6), s(18, -14),
    s(-38, -19), s(48, -16), s(30, 8), s(52, 7), s(67, -1), s(103, -7), s(58, -15), s(35, -33),
    s(-58, -20), s(-33, -6), s(58, -20), s(29, -2), s(18, -7), s(50, -20), s(6, -19), s(-14, -42),
    s(-134, -46), s(-71, -30), s(-27, -10), s(-39, -22), s(49, -25), s(-78, -22), s(-12, -50), s(-86, -79),
    // BISHOP_PLACE
    s(-26, -18), s(-2, -7), s(-11, -18), s(-17, -4), s(-10, -7), s(-10, -13), s(-31, -4), s(-17, -14),
    s(3, -11), s(12, -14), s(13, -6), s(0, -1), s(6, 3), s(17, -7), s(26, -12), s(1, -22),
    s(0, -10), s(12, -2), s(12, 6), s(12, 8), s(11, 10), s(22, 2), s(14, -6), s(8, -12),
    s(-5, -5), s(10, 2), s(10, 10), s(21, 15), s(27, 6), s(10, 8), s(8, -2), s(3, -7),
    s(-3, -2), s(4, 7), s(15, 10), s(40, 7), s(30, 11), s(30, 8), s(6, 2), s(-2, 2),
    s(-13, 2), s(30, -6), s(34, 0), s(32, -1), s(28, -2), s(40, 5), s(30, 0), s(-2, 3),
    s(-21, -6), s(13, -3), s(-14, 6), s(-10, -10), s(24, -2), s(47, -10), s(14, -3), s(-38, -11),
    s(-23, -11), s(3, -17), s(-66, -9), s(-30, -6), s(-20, -6), s(-34, -7), s(6, -14), s(-6, -19),
    // ROOK_PLACE
    s(-11, -5), s(-8, 1), s(1, 2), s(10, -1), s(10, -3), s(4, -8), s(-22, 2), s(-16, -12),
    s(-26, -4), s(-10, -4), s(-12, 0), s(-5, 1), s(-1, -5), s(7, -5), s(-4, -7), s(-43, -2),
    s(-27, -2), s(-15, 0), s(-10, -3), s(-10, -1), s(2, -4), s(0, -7), s(-3, -5), s(-20, -10),
    s(-22, 2), s(-16, 3), s(-7, 5), s(-1, 2), s(5, -3), s(-4, -4), s(4, -5), s(-14, -7),
    s(-14, 2), s(-7, 2), s(4, 8), s(16, 1), s(14, 1), s(21, 1), s(-5, -1), s(-12, 1),
    s(-3, 4), s(11, 4), s(16, 4), s(22, 3), s(10, 2), s(27, -2), s(37, -3), s(10, -2),
    s(16, 7), s(19, 8), s(35, 8), s(37, 7), s(48, -2), s(40, 2), s(16, 5), s(26, 2),
    s(19, 8), s(25, 6), s(19, 11), s(31, 9), s(38, 7), s(5, 7), s(19, 5), s(26, 3),
    // QUEEN_PLACE
    s(-1, -20), s(-11, -17), s(-5, -13), s(6, -26), s(-9, -3), s(-15, -19), s(-19, -12), s(-30, -25),
    s(-21, -13), s(-5, -14), s(7, -18), s(1, -10), s(5, -10), s(9, -14), s(-2, -22), s(1, -19),
    s(-8, -10), s(1, -16), s(-7, 9), s(-1, 4), s(-3, 5), s(1, 10), s(8, 6), s(3, 3),
    s(-5, -11), s(-16, 17), s(-5, 11), s(-6, 28), s(-1, 19), s(-2, 20), s(2, 23), s(-2, 14),
    s(-16, 2), s(-16, 13), s(-10, 14), s(-10, 27), s(-1, 34), s(10, 24), s(-1, 34), s(1, 22),
    s(-8, -12), s(-10, 4), s(4, 5), s(5, 29), s(17, 28), s(34, 21), s(28, 11), s(34, 5),
    s(-14, -10), s(-23, 12), s(-3, 19), s(1, 25), s(-10, 35), s(34, 15), s(17, 18), s(32, 0),
    s(-17, -5), s(0, 13), s(17, 13), s(7, 16), s(35, 16), s(26, 11), s(26, 6), s(27, 12),
    // KING_PLACE
    s(-12, -42), s(29, -27), s(10, -17), s(-43, -9), s(6, -22), s(-22, -11), s(19, -19), s(11, -34),
    s(1, -22), s(6, -9), s(-6, 3), s(-51, 10), s(-34, 11), s(-13, 3), s(7, -4), s(6, -14),
    s(-11, -15), s(-11, -2), s(-18, 9), s(-37, 17), s(-35, 18), s(-24, 13), s(-12, 6), s(-22, -7),
    s(-39, -14), s(-1, -3), s(-22, 17), s(-31, 19), s(-37, 22), s(-35, 18), s(-26, 7), s(-41, -9),
    s(-14, -6), s(-16, 18), s(-10, 19), s(-22, 22), s(-24, 21), s(-20, 26), s(-11, 21), s(-29, 2),
    s(-7, 8), s(19, 14), s(2, 18), s(-13, 12), s(-16, 16), s(5, 36), s(18, 35), s(-18, 10),
    s(23, -10), s(-1, 14), s(-16, 11), s(-6, 14), s(-6, 14), s(-3, 30), s(-30, 18), s(-23, 9),
    s(-52, -59), s(18, -28), s(13, -14), s(-12, -14), s(-45, -9), s(-27, 12), s(2, 3), s(10, -14),
    // KNIGHT_MOBILITY
    s(-27, -27), s(-22, -22), s(-16, -16), s(-9, -9), s(0, 0), s(9, 9), s(16, 16), s(22, 22),
    s(27, 27),
    // BISHOP_MOBILITY
    s(-29, -34), s(-25, -29), s(-21, -24), s(-17, -19), s(-12, -14), s(-7, -8), s(0, 0), s(7, 8),
    s(12, 14), s(17, 19), s(21, 24), s(25, 29), s(29, 34), s(33, 38),
    // ROOK_MOBILITY
    s(-17, -38), s(-14, -33), s(-12, -27), s(-10, -22), s(-7, -16), s(-4, -9), s(0, 0), s(4, 9),
    s(7, 16), s(10, 22), s(12, 27), s(14, 33), s(17, 38), s(19, 43), s(21, 48),
    // QUEEN_MOBILITY
    s(-22, -51), s(-20, -48), s(-19, -44), s(-17, -41), s(-16, -37), s(-14, -33), s(-13, -29), s(-11, -25),
    s(-9, -21), s(-7, -17), s(-5, -12), s(-3, -7), s(0, 0), s(3, 7), s(5, 12), s(7, 17),
    s(9, 21), s(11, 25), s(13, 29), s(14, 33), s(16, 37), s(17, 41), s(19, 44), s(20, 48),
    s(22, 51), s(23, 54), s(25, 58), s(26, 61),
    // DOUBLED
    s(-8, -22),
    // ISOLATED
    s(-6, -10), s(-15, -17),
    // BACKWARD
    s(-5, -9), s(-14, -13),
    // PHALANX
    s(0, 0), s(2, 0), s(8, 3), s(12, 8), s(28, 25), s(60, 55), s(90, 90), s(0, 0),
    // SUPPORTED
    s(0, 0), s(0, 0), s(14, 8), s(10, 7), s(13, 14), s(30, 40), s(60, 70), s(0, 0),
    // PASSED
    s(0, 0), s(2, 14), s(0, 20), s(-4, 40), s(18, 68), s(45, 115), s(95, 180), s(0, 0),
    // PASSED_FREE
    s(0, 0), s(0, 2), s(0, 5), s(2, 12), s(8, 24), s(14, 48), s(20, 80), s(0, 0),
    // PASSED_BLOCKED
    s(0, 0), s(0, -2), s(0, -4), s(-4, -12), s(-8, -24), s(-12, -45), s(-30, -75), s(0, 0),
    // PASSED_OWN_KING
    s(0, 35), s(0, 28), s(0, 18), s(0, 8), s(0, 2), s(0, -4), s(0, -10), s(0, -14),
    // PASSED_ENEMY_KING
    s(0, -50), s(0, -40), s(0, -15), s(0, 5), s(0, 20), s(0, 30), s(0, 38), s(0, 42),
    // ROOK_BEHIND_PASSED
    s(5, 18),
    // CANDIDATE
    s(0, 0), s(0, 3), s(0, 6), s(4, 13), s(12, 28), s(20, 45), s(0, 0), s(0, 0),
    // BISHOP_PAIR
    s(24, 52),
    // ROOK_FILE
    s(12, 6), s(30, 8),
    // ROOK_SEVENTH
    s(4, 18),
    // KNIGHT_OUTPOST
    s(30, 18),
    // BISHOP_OUTPOST
    s(26, 8),
    // MINOR_BEHIND_PAWN
    s(7, 3),
    // BISHOP_PAWNS
    s(-3, -6),
    // LONG_DIAGONAL
    s(18, 4),
    // PAWN_THREAT
    s(55, 35), s(55, 40), s(75, 20), s(65, 10),
    // MINOR_THREAT
    s(3, 16), s(18, 24), s(22, 28), s(50, 36), s(45, 50),
    // ROOK_THREAT
    s(0, 18), s(22, 30), s(24, 30), s(2, 12), s(48, 30),
    // KING_THREAT
    s(10, 30),
    // HANGING
    s(30, 22),
    // PUSH_THREAT
    s(16, 12),
    // RESTRICTED
    s(2, 2),
    // SHELTER
    s(-16, 0), s(8, 0), s(18, 0), s(10, 0), s(2, 0), s(-4, 0), s(-6, 0), s(0, 0),
    s(-34, 0), s(26, 0), s(22, 0), s(12, 0), s(2, 0), s(-6, 0), s(-10, 0), s(0, 0),
    s(-26, 0), s(30, 0), s(14, 0), s(12, 0), s(2, 0), s(-6, 0), s(-10, 0), s(0, 0),
    s(-18, 0), s(20, 0), s(10, 0), s(12, 0), s(2, 0), s(-6, 0), s(-10, 0), s(0, 0),
    // STORM
    s(4, 0), s(0, 0), s(-55, 0), s(-36, 0), s(-14, 0), s(-3, 0), s(2, 0), s(0, 0),
    s(0, 0), s(0, 0), s(-20, 0), s(-8, 0), s(0, 0), s(2, 0), s(2, 0), s(0, 0),
    // KING_DANGER
    s(0, 0), s(0, -1), s(-1, -2), s(-1, -3), s(-2, -4), s(-4, -4), s(-5, -5), s(-7, -6),
    s(-9, -7), s(-12, -8), s(-14, -9), s(-17, -10), s(-21, -11), s(-24, -12), s(-28, -13), s(-32, -14),
    s(-37, -14), s(-41, -15), s(-46, -16), s(-52, -17), s(-57, -18), s(-63, -19), s(-69, -20), s(-76, -21),
    s(-82, -22), s(-89, -22), s(-97, -23), s(-104, -24), s(-112, -25), s(-120, -26), s(-129, -27), s(-137, -28),
    s(-146, -29), s(-156, -30), s(-165, -31), s(-175, -32), s(-185, -32), s(-196, -33), s(-206, -34), s(-217, -35),
    s(-229, -36), s(-240, -37), s(-252, -38), s(-264, -39), s(-277, -40), s(-289, -40), s(-302, -41), s(-316, -42),
    s(-329, -43), s(-343, -44), s(-357, -45), s(-372, -46), s(-386, -47), s(-401, -48), s(-417, -49), s(-432, -50),
    s(-448, -50), s(-464, -51), s(-481, -52), s(-497, -53), s(-514, -54), s(-532, -55), s(-549, -56), s(-567, -57),
    // KING_FILE
    s(-12, 2), s(-30, 0),
    // QUEEN_ATTACKED_BY_MOVE
    s(-10, -10),
    // SPACE
    s(2, 0),
    // TEMPO
    s(22, 12),
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
