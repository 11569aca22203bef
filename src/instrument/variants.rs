//! # Variants: the techniques of the tutorial's search as settings
//!
//! Each technique of chapters 14 to 19 can be switched off, and some have alternative forms.

/// The techniques of the tutorial's search that can be switched off; all are on by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Null move pruning (chapter 19).
    pub null: bool,
    /// Search the principal variation of the last iteration first (chapter 17).
    pub pv_first: bool,
    /// After a move has raised alpha, search the remaining moves with a null (zero-width) window (chapter 14).
    pub zero_window: bool,
    /// Order moves by history counts (chapter 17).
    pub history: bool,
    /// Play out captures at the leaves (chapter 18).
    pub quiescence: bool,
    /// Iterative deepening (chapter 17); if off, search to the full depth at once.
    pub deepening: bool,
}

impl Switches {
    /// The tutorial's settings: all are on.
    pub const TUTORIAL: Switches =
        Switches { null: true, pv_first: true, zero_window: true, history: true, quiescence: true, deepening: true };
}

/// History bonus of a good move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// The square of the depth, since a cutoff saves more if the tree below it is larger. The tutorial's form.
    DepthSquared,
    /// The depth.
    Depth,
    /// Two to the power of the depth.
    Power,
    /// One.
    One,
}

/// The ordering of the move list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// Selects the best remaining move whenever the search needs one. The tutorial's form.
    Pick,
    /// Sorts the list before the first move is made.
    Sort,
}

/// Result of a node whose value is outside the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// The bound of the window, alpha or beta. The tutorial's form.
    Hard,
    /// The best score found, which is a tighter bound.
    Soft,
}

/// Alternative forms of techniques; none of them can change the score of an exact search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variants {
    /// History bonus of a good move.
    pub bonus: Bonus,
    /// The ordering of the move list.
    pub select: Select,
    /// Result of a node whose value is outside the window.
    pub fail: Fail,
}

impl Variants {
    /// The tutorial's forms.
    pub const TUTORIAL: Variants = Variants { bonus: Bonus::DepthSquared, select: Select::Pick, fail: Fail::Hard };
}
