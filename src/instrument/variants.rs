//! # Variants: the techniques of the tutorial's search as settings
//!
//! Each technique of chapters 14 to 19 can be switched off, and some can be done in another way.

/// The techniques of the tutorial's search that can be switched off; all are on at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Null move pruning (chapter 19).
    pub null: bool,
    /// The principal variation of the last iteration is searched first (chapter 17).
    pub pv_first: bool,
    /// All moves but the first are searched with a null (zero-width) window (chapter 14).
    pub zero_window: bool,
    /// Moves are ordered by history counts (chapter 17).
    pub history: bool,
    /// Captures are played out at the leaves (chapter 18).
    pub quiescence: bool,
    /// Depth 1, then 2, then 3 … (chapter 17); if off, the full depth at once.
    pub deepening: bool,
}

impl Switches {
    /// The tutorial's: all are on.
    pub const TUTORIAL: Switches =
        Switches { null: true, pv_first: true, zero_window: true, history: true, quiescence: true, deepening: true };
}

/// What a cutoff adds to the history count of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// The square of the depth: a cutoff saves the more the bigger the tree below is. The tutorial's.
    DepthSquared,
    /// The depth.
    Depth,
    /// Two to the power of the depth.
    Power,
    /// One.
    One,
}

/// How the moves of a list are brought into order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// The best of the rest is looked for each time that a move is wanted. The tutorial's.
    Pick,
    /// The list is sorted before the first move is made.
    Sort,
}

/// What a node returns whose value is outside of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// The end of the window: alpha or beta. The tutorial's.
    Hard,
    /// The best score that was found, a bound that says more.
    Soft,
}

/// Techniques that can be done in several ways; none of them can change the score of an exact search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variants {
    /// What a cutoff adds to a history count.
    pub bonus: Bonus,
    /// How moves are brought into order.
    pub select: Select,
    /// What a node returns outside of the window.
    pub fail: Fail,
}

impl Variants {
    /// The tutorial's.
    pub const TUTORIAL: Variants = Variants { bonus: Bonus::DepthSquared, select: Select::Pick, fail: Fail::Hard };
}
