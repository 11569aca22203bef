//! MultiPV, <https://www.chessprogramming.org/MultiPV>.
//!
//! Each line of an iteration is a root search that excludes the first moves of the lines before it. Every line has its
//! own aspiration window; all share one transposition table.

use super::clock::Patience;
use super::{DEEPEST, Modern, Stopped, search_score};
use crate::moves::Move;
use crate::searcher::{Line, Report, deepen_lines, follow_line};

impl Modern {
    /// Iterative deepening for the best `count` root moves; best line first.
    pub(super) fn deepen_lines(&mut self, count: usize) -> Vec<Line> {
        self.begin();
        self.open_tablebases();
        self.judge_root();
        let lines = self.with_helpers(|this| this.deepen_lines_alone(count));
        follow_line(&mut self.board, lines.first().map_or(&[], |line| &line.pv));
        lines
    }

    fn deepen_lines_alone(&mut self, count: usize) -> Vec<Line> {
        let left_out = self.root.excluded.len();
        let count = count.min(self.board.legal_moves().len().saturating_sub(left_out));
        let search = |this: &mut Modern, line: &mut Line, depth, taken: &[Move]| {
            this.root.excluded.truncate(left_out);
            this.root.excluded.extend(taken);
            this.judge_root();
            let searched = this.search_line(line, depth);
            this.root.excluded.truncate(left_out);
            this.judge_root();
            searched.ok()
        };
        let mut is_enough = false;
        let done = |this: &mut Modern, depth, lines: &[Line]| {
            this.tree.last = lines.first().map(|line| (depth, search_score(line.score)));
            this.tell(Report::Lines { depth, lines: lines.to_vec() });
            is_enough = this.is_soft_limit_reached(&Patience::default());
            is_enough
        };
        let depth = self.board.search_depth.min(DEEPEST);
        let lines = deepen_lines(self, count, depth, search, done);
        if is_enough {
            self.tell(Report::TimeUsed);
        } else if self.board.timedout {
            self.tell(Report::Stopped);
        }
        lines
    }

    /// Searches a line again, one ply deeper.
    fn search_line(&mut self, line: &mut Line, depth: usize) -> Result<(), Stopped> {
        follow_line(&mut self.board, &line.pv);
        let found = match self.root.judged.score {
            // The line's last score comes from the tablebase, not from a search, so it cannot be the centre of an
            // aspiration window.
            Some(_) => self.iterate_full(depth)?,
            None => self.iterate(depth, search_score(line.score))?,
        };
        line.score = self.told_score(found);
        line.pv = self.pv_so_far();
        line.selective = Some(self.tree.seldepth);
        Ok(())
    }
}
