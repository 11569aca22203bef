//! Without a terminal there is no view: nothing is drawn, and no line is being typed.

pub(super) use crate::ui::out::NoScreen as Stage;

/// The steady screen, which is never shown.
pub(super) mod screen {
    use std::time::Duration;

    use crate::board::Board;
    use crate::searcher::{Info, Line};
    use crate::ui::console::state::Session;
    use crate::ui::terminal::picture::Marks;

    pub fn refresh(_: &Board, _: &mut Session) {}

    pub fn keep_page(_: &mut Session, _: &str) -> bool {
        false
    }

    pub fn clear_lines(_: &mut Session) {}

    pub fn show_marked(_: &Board, _: &mut Session, _: Marks) {}

    pub fn mark_threat(_: &Board, _: &mut Session) {}

    pub fn show_for_a_moment(_: &mut Board, _: &mut Session, _: Duration) {}

    pub fn search_ended(_: &mut Session) {}

    pub fn show_lines(_: &mut Board, _: &mut Session, _: &Info, _: &[Line], _: usize) {}
}

/// Keys of the steady screen.
pub(super) mod steady {
    use crate::board::Board;
    use crate::ui::console::state::Session;

    pub fn begin(_: &mut Session) {}

    pub fn end(_: &Board, _: &mut Session) {}

    pub fn clear_line(_: &mut Session) {}

    pub fn leave(_: &mut Session) {}
}

/// Keys where lines scroll.
pub(super) mod scrolling {
    use crate::ui::console::state::Session;

    pub fn leave(_: &mut Session) {}

    pub fn interrupt(_: &mut Session) {}
}
