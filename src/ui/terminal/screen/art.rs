//! Pieces as pictures, for squares of four or more rows. A pixel is half a cell.

use crate::defines::*;

/// A picture, row by row from the top.
type Picture<const SIZE: usize> = [&'static str; SIZE];

/// Pictures for squares of four and five rows: pawn, knight, bishop, rook, queen, king.
const SMALL: [Picture<8>; 6] = [
    ["        ", "        ", "   ##   ", "  ####  ", "   ##   ", "  ####  ", " ###### ", "        "],
    ["   # #  ", "  ##### ", " ## ####", "########", "##  ####", "   #### ", "  ##### ", " #######"],
    ["   ##   ", "  # ##  ", "  #  #  ", "  ####  ", "   ##   ", "  ####  ", " ###### ", "        "],
    ["        ", " # ## # ", " ###### ", "  ####  ", "  ####  ", "  ####  ", " ###### ", "        "],
    ["   ##   ", "#  ##  #", "## ## ##", " ###### ", " ###### ", "  ####  ", " ###### ", "        "],
    ["   ##   ", "  ####  ", "   ##   ", " ###### ", "########", " ###### ", "  ####  ", " ###### "],
];

/// Pictures for larger squares.
const LARGE: [Picture<12>; 6] = [
    [
        "            ",
        "            ",
        "     ##     ",
        "    ####    ",
        "    ####    ",
        "     ##     ",
        "   ######   ",
        "     ##     ",
        "    ####    ",
        "   ######   ",
        "  ########  ",
        "            ",
    ],
    [
        "            ",
        "    # ##    ",
        "   ######   ",
        "  ## #####  ",
        " ########## ",
        " ##### #### ",
        " ###  ##### ",
        "     #####  ",
        "    ######  ",
        "   #######  ",
        "  ######### ",
        "            ",
    ],
    [
        "     ##     ",
        "    ####    ",
        "   ### ##   ",
        "   ##  ##   ",
        "   ######   ",
        "    ####    ",
        "     ##     ",
        "    ####    ",
        "     ##     ",
        "   ######   ",
        "  ########  ",
        "            ",
    ],
    [
        "            ",
        "  ## ## ##  ",
        "  ########  ",
        "  ########  ",
        "   ######   ",
        "   ######   ",
        "   ######   ",
        "   ######   ",
        "   ######   ",
        "  ########  ",
        " ########## ",
        "            ",
    ],
    [
        "     ##     ",
        " #   ##   # ",
        " #  ####  # ",
        " ## #### ## ",
        "  ########  ",
        "  ########  ",
        "   ######   ",
        "    ####    ",
        "   ######   ",
        "  ########  ",
        " ########## ",
        "            ",
    ],
    [
        "     ##     ",
        "    ####    ",
        "     ##     ",
        "  ## ## ##  ",
        " ########## ",
        " ########## ",
        " ########## ",
        "  ########  ",
        "   ######   ",
        "  ########  ",
        " ########## ",
        "            ",
    ],
];

/// The picture of a piece type for a square of this many rows.
pub fn picture(kind: Piece, rows: usize) -> &'static [&'static str] {
    let number = KINDS.iter().position(|known| *known == kind).unwrap_or_default();
    if rows < 6 { &SMALL[number] } else { &LARGE[number] }
}

/// Whether a pixel is part of the piece, or, for a hollow piece, of its outline.
pub fn is_set(picture: &[&str], column: isize, row: isize, is_hollow: bool) -> bool {
    let is = |column: isize, row: isize| {
        let row = usize::try_from(row).ok().and_then(|row| picture.get(row));
        let column = usize::try_from(column).ok();
        row.zip(column).is_some_and(|(row, column)| row.as_bytes().get(column) == Some(&b'#'))
    };
    let is_inside =
        || [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().all(|(right, down)| is(column + right, row + down));
    is(column, row) && !(is_hollow && is_inside())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_picture_of_its_own_in_two_sizes() {
        for rows in [4, 6] {
            let all = KINDS.map(|kind| picture(kind, rows));
            for (number, picture) in all.iter().enumerate() {
                assert!(picture.iter().all(|row| row.len() == picture.len()), "{picture:?}");
                assert!(all[..number].iter().all(|other| other != picture));
            }
        }
    }

    #[test]
    fn a_hollow_piece_is_an_outline() {
        let rook = picture(ROOK, 6);
        assert!(is_set(rook, 5, 6, false) && !is_set(rook, 5, 6, true) && is_set(rook, 3, 6, true));
        assert!(!is_set(rook, -1, 0, false) && !is_set(rook, 0, 99, false));
    }
}
