//! # Modern · The numbers of the evaluation
//!
//! A table of pairs: the value of each feature in the middlegame and in the endgame, in centipawns. The tuner
//! ([`tune`](super::tune)) fits them to the results of games; [`eval`](super::eval) counts the features.
//!
//! The piece-square tables began as PeSTO's (Ronald Friederich, published on the chessprogramming wiki, "PeSTO's
//! Evaluation Function"), the rest as round guesses.

/// A pair as one number: the middlegame value in the low half, the endgame value in the high half, so that adding
/// numbers adds pairs.
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

/// Value of pawn, knight, bishop, rook and queen.
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
/// Knight, by the number of its moves.
pub const KNIGHT_MOBILITY: usize = 389;
/// Bishop, by the number of its moves.
pub const BISHOP_MOBILITY: usize = 398;
/// Rook, by the number of its moves.
pub const ROOK_MOBILITY: usize = 412;
/// Queen, by the number of its moves.
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
/// A bishop on such an outpost.
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
/// A square that both sides attack and no enemy pawn or second enemy piece guards.
pub const RESTRICTED: usize = 551;
/// The rearmost own pawn before the king: distance of its file from the edge (4) by rank (8, 0 none).
pub const SHELTER: usize = 552;
/// The most advanced enemy pawn before the king: free or blocked by our pawn (2) by rank as we see it (8, 0 none).
pub const STORM: usize = 584;
/// Danger to the king, by units; see [`danger`].
pub const KING_DANGER: usize = 600;
/// King on a half-open and on an open file.
pub const KING_FILE: usize = 664;
/// A safe move of an enemy knight, bishop or rook would attack the queen.
pub const QUEEN_ATTACKED_BY_MOVE: usize = 666;
/// Safe squares behind and between the own pawns in the centre, while there are many pieces.
pub const SPACE: usize = 667;
/// The side to move.
pub const TEMPO: usize = 668;

/// Distance of a knight to its own king, in king moves.
pub const KNIGHT_TO_KING: usize = 669;
/// Distance of a bishop to its own king, in king moves.
pub const BISHOP_TO_KING: usize = 677;
/// A knight, by the number of own pawns.
pub const KNIGHT_WITH_PAWNS: usize = 685;
/// A rook, by the number of own pawns.
pub const ROOK_WITH_PAWNS: usize = 694;
/// A passed pawn with nothing on its whole way, and no enemy attack on it, by rank.
pub const PASSED_CLEAR: usize = 703;
/// A passed pawn whose next square is guarded, by rank.
pub const PASSED_GUARDED: usize = 711;
/// A queen with an enemy rook or bishop behind one piece.
pub const QUEEN_XRAY: usize = 719;
/// No pawns at all on the flank of the king.
pub const PAWNLESS_FLANK: usize = 720;
/// A knight that can go to an outpost.
pub const OUTPOST_IN_REACH: usize = 721;
/// Enemy pawns on the lines of a bishop, whatever stands between, for each.
pub const BISHOP_XRAY_PAWNS: usize = 722;
/// Squares on the flank of the king, on its five nearest ranks, that the enemy attacks, for each.
pub const FLANK_ATTACK: usize = 723;
/// Those among them that are attacked twice, for each.
pub const FLANK_ATTACK_TWICE: usize = 724;
/// Squares there that the own side guards, for each.
pub const FLANK_DEFENCE: usize = 725;

/// Space counts from this phase on; see [`PHASE_MAX`](super::eval::PHASE_MAX).
pub const SPACE_PHASE: i32 = 12;

/// Danger to a king, in units. Their sum is the index into [`KING_DANGER`]. Because that is a lookup, the evaluation is
/// not linear in them, and the tuner leaves them alone: they are set by hand.
pub mod danger {
    /// An enemy piece that attacks the king's ring, by kind.
    pub const ATTACKER: [i32; 8] = [0, 0, 0, 4, 0, 3, 3, 3];
    /// An enemy piece that can give check on a square where it is safe, by kind.
    pub const SAFE_CHECK: [i32; 8] = [0, 0, 0, 5, 0, 4, 6, 5];
    /// It can do so on more than one square.
    pub const SECOND_CHECK: i32 = 1;
    /// It can give check, but only where it may be taken.
    pub const UNSAFE_CHECK: i32 = 1;
    /// A square of the ring that the enemy attacks and only king or queen guards, for each.
    pub const WEAK_SQUARE: i32 = 2;
    /// A piece pinned to the king, for each.
    pub const PINNED: i32 = 2;
    /// More than two enemy pieces attack the ring.
    pub const MANY_ATTACKERS: i32 = 3;
    /// Fewer than two do.
    pub const FEW_ATTACKERS: i32 = -5;
    /// The enemy has no queen.
    pub const NO_QUEEN: i32 = -11;
    /// A square of the ring that the own side guards twice, for each.
    pub const GUARDED_TWICE: i32 = -1;
    /// Greater sums count as this.
    pub const MOST: i32 = 63;
}

/// Number of pairs.
pub const COUNT: usize = 726;

/// The groups of pairs, in their order, each with its size.
pub const GROUPS: [(&str, usize); 58] = [
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
    ("KNIGHT_TO_KING", 8),
    ("BISHOP_TO_KING", 8),
    ("KNIGHT_WITH_PAWNS", 9),
    ("ROOK_WITH_PAWNS", 9),
    ("PASSED_CLEAR", 8),
    ("PASSED_GUARDED", 8),
    ("QUEEN_XRAY", 1),
    ("PAWNLESS_FLANK", 1),
    ("OUTPOST_IN_REACH", 1),
    ("BISHOP_XRAY_PAWNS", 1),
    ("FLANK_ATTACK", 1),
    ("FLANK_ATTACK_TWICE", 1),
    ("FLANK_DEFENCE", 1),
];

/// All pairs.
#[rustfmt::skip]
pub static PARAMS: [i32; COUNT] = [
    // MATERIAL
    s(61, 103), s(311, 362), s(327, 391), s(424, 650), s(1034, 1103),
    // PAWN_PLACE
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    s(-14, 14), s(-6, 21), s(-15, 18), s(-28, 3), s(-16, 27), s(10, 7), s(26, 8), s(3, 7),
    s(-13, -6), s(-11, 7), s(4, 0), s(-14, 12), s(7, -2), s(17, -3), s(35, -21), s(5, -8),
    s(-15, 0), s(-20, 14), s(-2, -8), s(8, -3), s(14, -12), s(10, -11), s(-12, -3), s(-11, -6),
    s(-1, 15), s(4, 8), s(-6, 13), s(14, -9), s(15, -7), s(24, -6), s(11, 7), s(-8, 10),
    s(-18, 40), s(0, 31), s(-3, 20), s(2, 16), s(6, 0), s(26, 20), s(0, 32), s(2, 25),
    s(64, 52), s(80, 40), s(18, 34), s(48, 23), s(26, 36), s(70, 43), s(9, 57), s(-8, 37),
    s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    // KNIGHT_PLACE
    s(-78, -18), s(-18, -45), s(-42, -14), s(-11, -16), s(-6, -13), s(-14, -19), s(-24, -47), s(-33, -66),
    s(-17, -40), s(-39, 3), s(-16, -9), s(-4, 2), s(-6, -9), s(0, -25), s(7, -14), s(-27, -27),
    s(-16, -30), s(13, -12), s(0, 1), s(6, 2), s(7, 22), s(4, -10), s(17, -7), s(-28, -15),
    s(11, -16), s(16, -7), s(21, 18), s(10, 21), s(26, 22), s(24, 15), s(8, -5), s(2, 10),
    s(21, 22), s(11, -3), s(34, 12), s(38, 20), s(22, 9), s(40, 0), s(23, 2), s(13, -15),
    s(-40, -25), s(41, -11), s(29, 17), s(49, 5), s(47, -1), s(68, -35), s(22, -2), s(35, -22),
    s(-54, -11), s(-30, -18), s(46, -23), s(46, 5), s(15, 1), s(56, -8), s(-2, -21), s(-6, -40),
    s(-136, -48), s(-69, -28), s(-27, -8), s(-32, -5), s(49, -23), s(-81, -25), s(-13, -43), s(-80, -72),
    // BISHOP_PLACE
    s(-10, -9), s(28, 5), s(-6, -11), s(2, 11), s(-11, -8), s(-15, -5), s(-22, -1), s(7, -19),
    s(15, -21), s(4, -24), s(5, 2), s(-6, 1), s(10, 4), s(-6, -4), s(9, -37), s(-8, -30),
    s(19, -6), s(27, -5), s(-3, -19), s(22, 14), s(2, 15), s(22, -10), s(10, -1), s(5, -10),
    s(-1, -5), s(2, 3), s(18, 21), s(18, 21), s(28, 14), s(16, 6), s(14, -6), s(-2, -2),
    s(-4, 3), s(7, 24), s(20, 9), s(30, -1), s(19, 15), s(28, 9), s(12, 9), s(-3, -3),
    s(-6, 2), s(10, -10), s(2, 10), s(29, 6), s(37, 0), s(15, -6), s(6, 1), s(7, -13),
    s(-23, -8), s(-1, -3), s(8, -5), s(5, 13), s(14, -1), s(20, -13), s(-6, -6), s(-30, -11),
    s(-32, -3), s(1, -12), s(-66, 4), s(-25, 3), s(-12, 13), s(-34, 0), s(8, -11), s(-2, -17),
    // ROOK_PLACE
    s(-6, -11), s(-4, -10), s(-2, -7), s(0, -10), s(16, -32), s(2, -13), s(-19, -8), s(6, -37),
    s(-9, -2), s(-10, -12), s(-8, -16), s(-6, 0), s(-7, 1), s(-3, -16), s(-8, -12), s(-59, -23),
    s(-13, 13), s(-15, 17), s(-14, 8), s(-10, 1), s(-27, -6), s(-12, -3), s(2, -12), s(-21, -12),
    s(-14, 17), s(8, 17), s(-15, 21), s(-5, 17), s(-3, 1), s(-8, 3), s(8, -8), s(-11, -2),
    s(4, 17), s(1, 28), s(-2, 23), s(17, 21), s(10, 4), s(27, 8), s(7, 4), s(-13, 5),
    s(-11, 24), s(18, 16), s(10, 9), s(32, 5), s(18, -1), s(10, 0), s(38, 2), s(3, -6),
    s(7, 8), s(11, 10), s(28, 5), s(35, 4), s(44, -8), s(36, 4), s(21, 2), s(27, -17),
    s(23, 12), s(17, 21), s(14, 17), s(26, 12), s(44, 12), s(6, 12), s(18, 14), s(19, 4),
    // QUEEN_PLACE
    s(0, -19), s(-22, -20), s(-21, -13), s(-5, -76), s(-14, -5), s(-36, -26), s(-19, -16), s(-27, -24),
    s(-21, -13), s(-7, -23), s(1, -40), s(-4, -20), s(-5, -25), s(-9, -19), s(-12, -17), s(-22, -27),
    s(-14, -10), s(10, -11), s(-1, 10), s(-3, 11), s(-9, 13), s(-8, 25), s(6, 9), s(-12, 2),
    s(-9, -8), s(5, 24), s(1, 31), s(-1, 34), s(-3, 23), s(12, 28), s(9, 20), s(1, 12),
    s(14, 5), s(-11, 20), s(4, 28), s(-5, 28), s(2, 52), s(21, 32), s(23, 42), s(2, 24),
    s(-6, -13), s(7, 18), s(1, 7), s(8, 33), s(23, 34), s(33, 17), s(36, 25), s(24, 7),
    s(-1, -2), s(-23, 10), s(-1, 29), s(9, 27), s(-2, 46), s(30, 28), s(30, 32), s(23, 6),
    s(8, 5), s(6, 14), s(11, 11), s(17, 23), s(37, 17), s(28, 14), s(26, 7), s(5, 9),
    // KING_PLACE
    s(-3, -30), s(4, -31), s(6, -25), s(-30, -21), s(6, -31), s(-15, -24), s(33, -27), s(22, -44),
    s(-3, -24), s(6, -20), s(-20, 3), s(-64, 12), s(-30, -6), s(-2, -7), s(17, -18), s(15, -28),
    s(-1, 5), s(-16, 1), s(-26, -2), s(-36, 7), s(-48, 16), s(-28, 17), s(-12, 1), s(-8, -22),
    s(-33, -2), s(-6, -1), s(-24, 24), s(-32, 22), s(-48, 19), s(-42, 19), s(-29, 6), s(-35, 0),
    s(-17, -14), s(-15, 14), s(-11, 23), s(-23, 34), s(-29, 22), s(-28, 28), s(-29, 17), s(-28, 28),
    s(-4, -3), s(19, 11), s(3, 34), s(-7, 41), s(-16, 20), s(2, 30), s(4, 26), s(-18, 23),
    s(25, -5), s(1, 12), s(-11, 19), s(-6, 13), s(-8, 13), s(-3, 35), s(-25, 32), s(-23, 2),
    s(-53, -58), s(20, -28), s(17, -10), s(-9, -7), s(-40, -3), s(-19, 25), s(5, 6), s(9, -20),
    // KNIGHT_MOBILITY
    s(-22, -10), s(-13, -32), s(-10, 0), s(-6, 10), s(1, 14), s(1, 22), s(5, 25), s(11, 22),
    s(2, 19),
    // BISHOP_MOBILITY
    s(-26, -24), s(-22, -24), s(-10, -14), s(-6, -1), s(-3, 2), s(0, 23), s(-2, 22), s(5, 20),
    s(8, 23), s(6, 23), s(12, 20), s(-2, 18), s(18, 28), s(15, 20),
    // ROOK_MOBILITY
    s(-43, -47), s(-26, -45), s(-13, -16), s(-7, -11), s(1, 5), s(3, 4), s(-1, 20), s(6, 24),
    s(8, 30), s(13, 32), s(9, 35), s(10, 44), s(20, 39), s(25, 38), s(13, 47),
    // QUEEN_MOBILITY
    s(-21, -49), s(-12, -49), s(-6, -48), s(-7, -44), s(-4, -46), s(-7, -41), s(-1, -48), s(-2, -13),
    s(2, -14), s(2, -7), s(3, 7), s(3, 17), s(1, 14), s(1, 25), s(1, 44), s(4, 38),
    s(-2, 45), s(3, 44), s(9, 49), s(6, 42), s(23, 37), s(18, 44), s(19, 40), s(13, 33),
    s(19, 43), s(15, 36), s(23, 55), s(23, 54),
    // DOUBLED
    s(-14, -9),
    // ISOLATED
    s(-5, -13), s(-18, -5),
    // BACKWARD
    s(2, -6), s(-13, -5),
    // PHALANX
    s(0, 0), s(4, -7), s(5, 3), s(7, 16), s(5, 45), s(64, 50), s(89, 93), s(0, 0),
    // SUPPORTED
    s(0, 0), s(0, 0), s(9, 11), s(12, 8), s(12, 24), s(43, 44), s(70, 56), s(0, 0),
    // PASSED
    s(0, 0), s(-6, 31), s(0, 28), s(8, 48), s(8, 87), s(25, 127), s(100, 189), s(0, 0),
    // PASSED_FREE
    s(0, 0), s(-3, 3), s(-2, 8), s(5, 6), s(-1, 32), s(7, 63), s(28, 131), s(0, 0),
    // PASSED_BLOCKED
    s(0, 0), s(-16, -2), s(-3, -1), s(6, 1), s(-9, -7), s(-12, -26), s(-29, -58), s(0, 0),
    // PASSED_OWN_KING
    s(7, 77), s(2, 69), s(9, 37), s(-13, 18), s(-5, -10), s(1, -24), s(1, -27), s(-19, -25),
    // PASSED_ENEMY_KING
    s(-6, -44), s(7, -44), s(17, -35), s(-3, 3), s(0, 33), s(-14, 59), s(-5, 59), s(-10, 53),
    // ROOK_BEHIND_PASSED
    s(14, 24),
    // CANDIDATE
    s(0, 0), s(-1, 0), s(5, 6), s(-7, 30), s(1, 31), s(20, 63), s(0, 0), s(0, 0),
    // BISHOP_PAIR
    s(29, 47),
    // ROOK_FILE
    s(15, 5), s(29, 2),
    // ROOK_SEVENTH
    s(14, 5),
    // KNIGHT_OUTPOST
    s(22, 15),
    // BISHOP_OUTPOST
    s(16, 6),
    // MINOR_BEHIND_PAWN
    s(5, 14),
    // BISHOP_PAWNS
    s(0, -4),
    // LONG_DIAGONAL
    s(21, 24),
    // PAWN_THREAT
    s(55, 32), s(60, 51), s(68, 25), s(46, 6),
    // MINOR_THREAT
    s(6, 26), s(14, 34), s(30, 25), s(39, 33), s(44, 46),
    // ROOK_THREAT
    s(6, 30), s(11, 34), s(23, 23), s(1, 12), s(47, 38),
    // KING_THREAT
    s(19, 36),
    // HANGING
    s(11, 5),
    // PUSH_THREAT
    s(16, 14),
    // RESTRICTED
    s(3, 2),
    // SHELTER
    s(-7, -4), s(10, -17), s(26, 0), s(23, -7), s(-3, -6), s(-5, 5), s(-3, 9), s(0, 0),
    s(-8, -5), s(18, -12), s(14, 3), s(19, -11), s(-10, -8), s(-7, 5), s(-4, 25), s(0, 0),
    s(-7, -2), s(24, -5), s(-2, -3), s(7, -6), s(-4, 1), s(3, 6), s(-8, 13), s(0, 0),
    s(-14, 0), s(11, -5), s(5, 3), s(-10, 0), s(-11, 7), s(0, 13), s(-9, 12), s(0, 0),
    // STORM
    s(-12, -6), s(12, 82), s(-35, 37), s(-22, 13), s(-17, -4), s(-5, -9), s(-15, -8), s(0, 0),
    s(0, 0), s(0, 0), s(3, -7), s(-7, -31), s(-14, -21), s(9, -34), s(11, -13), s(0, 0),
    // KING_DANGER
    s(11, 17), s(1, 12), s(4, 5), s(4, 6), s(12, 7), s(5, 1), s(4, 3), s(3, -7),
    s(-4, -2), s(-9, -1), s(-14, 1), s(-15, -6), s(-12, -5), s(-15, -16), s(-31, -11), s(-25, -10),
    s(-32, -16), s(-33, -18), s(-47, -22), s(-55, -31), s(-55, -25), s(-68, -25), s(-74, -24), s(-71, -26),
    s(-88, -29), s(-91, -25), s(-104, -28), s(-122, -33), s(-122, -29), s(-129, -33), s(-140, -33), s(-149, -33),
    s(-156, -34), s(-161, -34), s(-170, -35), s(-176, -31), s(-187, -33), s(-198, -33), s(-208, -34), s(-218, -35),
    s(-230, -36), s(-240, -37), s(-252, -38), s(-265, -39), s(-277, -40), s(-289, -40), s(-302, -41), s(-316, -42),
    s(-329, -43), s(-343, -44), s(-357, -45), s(-372, -46), s(-386, -47), s(-401, -48), s(-417, -49), s(-432, -50),
    s(-448, -50), s(-464, -51), s(-481, -52), s(-497, -53), s(-514, -54), s(-532, -55), s(-549, -56), s(-567, -57),
    // KING_FILE
    s(-1, 2), s(-29, -8),
    // QUEEN_ATTACKED_BY_MOVE
    s(-11, 12),
    // SPACE
    s(1, -5),
    // TEMPO
    s(22, 12),
    // KNIGHT_TO_KING
    s(0, 0), s(6, 11), s(4, 13), s(5, 5), s(-2, 4), s(-4, 2), s(-5, -1), s(-12, -5),
    // BISHOP_TO_KING
    s(0, 0), s(5, 6), s(2, 2), s(-5, 8), s(-1, 3), s(-8, 4), s(-4, 9), s(-10, 10),
    // KNIGHT_WITH_PAWNS
    s(-39, -23), s(-7, -9), s(0, -6), s(-8, 2), s(0, 4), s(4, 10), s(10, 12), s(12, 19),
    s(20, 20),
    // ROOK_WITH_PAWNS
    s(-3, -2), s(-8, -5), s(-21, 13), s(-2, 8), s(0, 5), s(1, 4), s(6, 6), s(12, 6),
    s(11, 16),
    // PASSED_CLEAR
    s(0, 0), s(2, 19), s(-11, 11), s(-5, 15), s(6, 16), s(11, 32), s(2, 20), s(0, 0),
    // PASSED_GUARDED
    s(0, 0), s(2, 4), s(-1, 15), s(6, 2), s(6, 10), s(14, 42), s(12, 36), s(0, 0),
    // QUEEN_XRAY
    s(-16, 5),
    // PAWNLESS_FLANK
    s(9, -43),
    // OUTPOST_IN_REACH
    s(8, 12),
    // BISHOP_XRAY_PAWNS
    s(-2, -3),
    // FLANK_ATTACK
    s(0, -1),
    // FLANK_ATTACK_TWICE
    s(0, -1),
    // FLANK_DEFENCE
    s(1, 1),
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
