//! Repeats the CECP tests in which the search matters with the tutorial's search.

use super::cecp;
use super::gui::{SEARCH, Search};

macro_rules! with_the_tutorial {
    ($($test:ident),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                SEARCH.set(Search::Tutorial);
                cecp::$test();
            }
        )*
    };
}

with_the_tutorial!(
    ping_after_move,
    ping_pondering,
    game_as_white_and_black,
    the_book_is_used_where_variety_is_wanted,
    time_in_all_forms,
    time_sd_and_its_end,
    time_nodes,
    movenow,
    post_on_syntax_extras_monotone,
    post_with_the_four_numbers_that_all_guis_know,
    post_score_side,
    post_mate_score,
    ponder_hit_and_miss,
    ponder_ends_by_itself_and_the_move_comes_at_once,
    analyze_output_moves_undo_setboard_new_exit,
    analyze_several_lines,
    exclude_and_include,
    hint_and_bk,
    pause_resume,
);
