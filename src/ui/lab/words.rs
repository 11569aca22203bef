//! The laboratory's table of words: they belong to the console.

use crate::command::Group::Lab;
use crate::ui::console::words::{Word, word};

use super::{checking, comparing, counters, demo, games, recipes, treewalk};

/// The words of the laboratory.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Lab, "recipe", "[list|show|diff|use] [NAME]", recipes::recipe,
        "recipes of null moves",
        "recipe diff winglet modern", "set compare chart"),
    word(Lab, "stats", "[growth|plies|nulls]", counters::stats,
        "what the last search did",
        "stats nulls", "explain chart"),
    word(Lab, "history", "[N]", counters::history,
        "the moves with the greatest history counts of the last search, N for each side",
        "history 5", "stats explain"),
    word(Lab, "explain", "NAME", counters::explain,
        "what a counter of 'stats' means",
        "explain pv", "stats"),
    word(Lab, "compare", "SETTING… [depth|nodes|time N] [suite FILE]", comparing::compare,
        "the same search with other settings",
        "compare none winglet depth 7", "sweep ladder recipe"),
    word(Lab, "ladder", "[depth N] [time SECONDS]", comparing::ladder,
        "minimax, and one technique more with every step, which may take so long",
        "ladder depth 4", "order compare"),
    word(Lab, "order", "[worst|none|oracle] [depth N]", comparing::order,
        "the same tree with other orders of moves",
        "order depth 4", "ladder"),
    word(Lab, "sweep", "NAME V1 V2… [depth N]", comparing::sweep,
        "one setting over several values",
        "sweep reduction 2 3 4 depth 6", "compare"),
    word(Lab, "match", "A B [games N] [nodes|time|depth N] [pgn FILE]", games::play_match,
        "games between two settings",
        "match winglet none games 2 nodes 300", "compare selfplay"),
    word(Lab, "audit", "null [N] [depth N]", checking::audit,
        "search null cutoffs again without null moves",
        "audit null 100 depth 6", "whatif demo"),
    word(Lab, "whatif", "pass|MOVE [depth N]", checking::whatif,
        "the value of passing, or of a move",
        "whatif pass", "why audit"),
    word(Lab, "why", "MOVE [depth N]", checking::why,
        "why the engine does not play it",
        "why a3", "whatif tree"),
    word(Lab, "demo", "[NAME]", demo::demo,
        "positions that show what null moves do",
        "demo zugzwang-rooks", "audit whatif"),
    word(Lab, "tree", "[record|up|down|root|next|dump] …", treewalk::tree,
        "record a search, and walk about in it",
        "tree record depth 4", "why stats"),
    word(Lab, "chart", "r|growth", counters::chart,
        "R by depth, or nodes by depth",
        "chart r", "stats recipe"),
];
