//! Positions in which both players choose at once, solved as matrix games.
//!
//! The value of such a position is that of a zero-sum game in strategic form whose entries are the
//! values of the positions that follow (Buro, 2003). Mixing needs a scale on which chances add up,
//! which scores are not: between 500 and 3,000 there is hardly a game more to be won. So entries are
//! expected points, by the logistic curve to which evaluations are fitted.
//!
//! Inside the tree most entries are evaluations. Those on which the equilibrium rests are searched,
//! and the game is solved again, until it rests on searched entries only: a double oracle
//! (McMahan, Gordon and Blum, 2003; in game trees Bosansky et al., 2013) whose oracle is the
//! evaluation.

mod choices;
mod solution;

use gamekit::Position;

pub use self::choices::{Choices, SimultaneousMove};
pub use self::solution::Solution;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::limits::Limits;
use crate::matrix::{Equilibrium, Matrix, MOST_CHOICES};
use crate::node::Node;
use crate::root::{SearchResult, Task};
use crate::score::{is_proven, Score, MAX_EVALUATION, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// The entries of a simultaneous move, as scores of the column player, who is to move after it.
struct Entries {
    rows: usize,
    columns: usize,
    scores: [[Score; MOST_CHOICES]; MOST_CHOICES],
    is_searched: [[bool; MOST_CHOICES]; MOST_CHOICES],
    /// Logits per unit of score.
    scale: f64,
}

impl Entries {
    /// Solves the game in expected points of the row player.
    fn solve(&self) -> (Matrix, Equilibrium) {
        let mut matrix = Matrix::new(self.rows, self.columns);
        for (row, scores) in self.scores[..self.rows].iter().enumerate() {
            for (column, &score) in scores[..self.columns].iter().enumerate() {
                matrix.set(row, column, self.points(-score));
            }
        }
        (matrix, matrix.solve())
    }

    fn points(&self, score: Score) -> f64 {
        match score {
            PROVEN.. => 1.0,
            _ if is_proven(score) => 0.0,
            _ => 1.0 / (1.0 + (-self.scale * f64::from(score)).exp()),
        }
    }

    /// Returns the column player's score for expected points of the row player. It is a proven one
    /// only where one player alone can force it.
    fn score(&self, points: f64) -> Score {
        let rows = || self.scores[..self.rows].iter();
        let floor = (0..self.columns).map(|column| rows().map(|row| row[column]).min());
        let floor = floor.flatten().max().unwrap_or(0);
        let ceiling = rows().filter_map(|row| row[..self.columns].iter().max()).min();
        let ceiling = ceiling.copied().unwrap_or(0);
        if floor == ceiling || floor >= PROVEN {
            return floor;
        }
        if ceiling <= -PROVEN {
            return ceiling;
        }
        let odds = (1.0 - points) / points;
        let score = (odds.ln() / self.scale) as Score;
        score.clamp(floor.max(-MAX_EVALUATION), ceiling.min(MAX_EVALUATION))
    }
}

/// An entry that the equilibrium reaches less often need not be searched.
const RARE: f64 = 0.01;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Decides by which draws later searches break mixes: different ones play differently.
    pub fn set_salt(&mut self, salt: u64) {
        self.salt = salt;
    }

    /// Searches a simultaneous move to ever greater depths until the limits end it, and calls `report` after
    /// each iteration. `None` if `pos` is no simultaneous move. Unlike in the tree, all entries are searched.
    pub fn solve_root(
        &mut self,
        pos: &P,
        past: &[P],
        limits: Limits,
        mut report: impl FnMut(&Solution<P::Move>),
    ) -> Option<Solution<P::Move>> {
        let simultaneous = self.engine.simultaneous_move(pos)?;
        let (is_row, point) = self.draw_in(&simultaneous, pos);
        self.begin(&simultaneous.pos, past, limits);
        let mut entries = self.judge(&simultaneous, 0);
        let mut settled = None;
        for depth in 0..=self.time.depth() {
            if depth > 0 {
                self.search_entries(&simultaneous, depth as i32, &mut entries);
            }
            if self.stopped {
                break;
            }
            let (matrix, equilibrium) = entries.solve();
            let score = -entries.score(equilibrium.value);
            let solution = settled.insert(Solution {
                rows: simultaneous.rows,
                columns: simultaneous.columns,
                equilibrium,
                matrix,
                score,
                depth,
                nodes: self.nodes,
                elapsed: self.time.started().elapsed(),
            });
            self.best = solution.draw(is_row, point);
            report(solution);
            if is_proven(score) || !self.time.may_deepen(0, &self.params) {
                break;
            }
        }
        settled
    }

    /// Searches a simultaneous move as [`Searcher::search`] does any other root: the best choice is drawn from
    /// the mix of whoever is to choose in the task's root. `None` if that is no simultaneous move.
    pub(crate) fn choose_in_contest(
        &mut self,
        task: &Task<'_, P>,
        limits: Limits,
        report: &mut impl FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let simultaneous = self.engine.simultaneous_move(task.root)?;
        let (is_row, point) = self.draw_in(&simultaneous, task.root);
        let result = |solution: &Solution<P::Move>| {
            let drawn = solution.draw(is_row, point).filter(|mv| task.moves.contains(mv));
            let best = drawn.or(task.moves.first().copied())?;
            Some(SearchResult {
                best,
                score: if is_row { solution.score } else { -solution.score },
                depth: solution.depth,
                nodes: solution.nodes,
                elapsed: solution.elapsed,
                line: vec![best],
            })
        };
        let settled = self.solve_root(task.root, task.past, limits, |solution| {
            if let Some(result) = result(solution) {
                report(&result);
            }
        });
        result(&settled?)
    }

    /// Tells whether the player to move in `pos`, part of `simultaneous move`, chooses a row, and at which point
    /// between 0 and 1 his mix is broken: the same for the same salt, so that a search can be
    /// repeated.
    fn draw_in(&self, simultaneous: &SimultaneousMove<P>, pos: &P) -> (bool, f64) {
        let is_row = simultaneous.pos.side_to_move() == pos.side_to_move();
        // The finaliser of splitmix64 (Steele, Lea and Flood, 2014).
        let mut bits = simultaneous.pos.hash() ^ self.salt.rotate_left(1) ^ u64::from(is_row);
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            bits = (bits ^ bits >> 29).wrapping_mul(factor);
        }
        (is_row, (bits >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Searches all entries a ply deeper than before. Once stopped, they are what they were.
    fn search_entries(
        &mut self,
        simultaneous: &SimultaneousMove<P>,
        depth: i32,
        entries: &mut Entries,
    ) {
        let before = entries.scores;
        for row in 0..entries.rows {
            for column in 0..entries.columns {
                let cell = simultaneous.cell(row, column);
                let last = before[row][column];
                let score = self.search_entry(&cell, depth, last);
                if self.stopped {
                    entries.scores = before;
                    return;
                }
                entries.scores[row][column] = score;
            }
        }
    }

    /// Searches an entry around its last score, and again without bounds if that was wrong.
    fn search_entry(&mut self, cell: &P, depth: i32, last: Score) -> Score {
        let state = self.engine.refresh(cell);
        let node = Node { pos: cell, state: &state, ply: 0, depth, is_cut_node: false };
        let width = 2 * self.params.aspiration_window;
        let (alpha, beta) = (last - width, last + width);
        let score = self.search_node::<true>(node, alpha, beta);
        if self.stopped || alpha < score && score < beta {
            return score;
        }
        self.search_node::<true>(node, -INFINITE, INFINITE)
    }

    /// Returns the value of a simultaneous move, within `alpha..beta`, for the player who is to move after
    /// it.
    pub(crate) fn solve<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if node.ply >= MAX_PLY - 1 {
            return -self.engine.evaluate(node.pos, node.state);
        }
        match (simultaneous.rows.len(), simultaneous.columns.len()) {
            (1, 1) => self.solve_cell::<PV>(node, &simultaneous.cell(0, 0), alpha, beta),
            (1, _) | (_, 1) => self.solve_choice::<PV>(node, simultaneous, alpha, beta),
            _ => self.solve_mix::<PV>(node, simultaneous, alpha, beta),
        }
    }

    fn solve_cell<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        cell: &P,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let state = self.engine.refresh(cell);
        self.search_node::<PV>(Node { pos: cell, state: &state, ..node }, alpha, beta)
    }

    /// Only one player has a choice: the best, or worst, of alternatives.
    fn solve_choice<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        let entries = self.judge(simultaneous, node.ply);
        let is_column = entries.rows == 1;
        let mut order: [(Score, usize); MOST_CHOICES] = Default::default();
        let count = entries.rows.max(entries.columns);
        for (index, place) in order[..count].iter_mut().enumerate() {
            // The best for the one who chooses comes first.
            *place = match is_column {
                true => (-entries.scores[0][index], index),
                false => (entries.scores[index][0], index),
            };
        }
        order[..count].sort_unstable();
        let mut best = None;
        for &(_, index) in &order[..count] {
            let (row, column) = if is_column { (0, index) } else { (index, 0) };
            let cell = simultaneous.cell(row, column);
            let score = self.solve_cell::<PV>(node, &cell, alpha, beta);
            if self.stopped {
                return 0;
            }
            let better = match best {
                None => score,
                Some(best) if is_column => score.max(best),
                Some(best) => score.min(best),
            };
            best = Some(better);
            if is_column {
                alpha = alpha.max(better);
            } else {
                beta = beta.min(better);
            }
            // Beyond the depth, the evaluation has chosen; but it proves nothing.
            if alpha >= beta || node.depth <= 0 && !is_proven(better) {
                return better;
            }
        }
        best.unwrap_or(0)
    }

    /// Both players have a choice. The table keeps the value and, as the evaluation, what it is
    /// without search.
    fn solve_mix<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let depth = (node.depth - self.params.contest_reduction).max(0);
        let key = self.engine.key(&simultaneous.pos);
        let known = self.table.probe::<P::Move>(key, node.ply);
        if let Some(found) = known {
            let is_enough = !PV && found.depth >= depth;
            if is_enough && found.bound.decides(found.score, alpha, beta) {
                return found.score;
            }
        }
        let mut entries = None;
        let evaluation = known.map_or(NO_EVALUATION, |found| found.evaluation);
        let guess = match evaluation {
            NO_EVALUATION => {
                let judged = entries.insert(self.judge(simultaneous, node.ply));
                judged.score(judged.solve().1.value)
            }
            known => known,
        };
        let margin = self.params.contest_margin * depth;
        let is_outside = !PV && (guess - margin >= beta || guess + margin <= alpha);
        let mut score = guess;
        if depth > 0 && !is_outside {
            let mut entries = entries.unwrap_or_else(|| self.judge(simultaneous, node.ply));
            let window = self.params.contest_window;
            let window = match PV {
                true => (-INFINITE, INFINITE),
                false => (alpha - window, beta + window),
            };
            score = self.refine(Node { depth, ..node }, simultaneous, &mut entries, window);
            if self.stopped {
                return 0;
            }
        } else if evaluation != NO_EVALUATION {
            return guess;
        }
        let found = TtEntry::<P::Move> {
            mv: None,
            score,
            evaluation: if is_proven(guess) { NO_EVALUATION } else { guess },
            depth: if is_outside { 0 } else { depth },
            bound: match score {
                _ if depth == 0 || is_outside => Bound::Exact,
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            },
        };
        self.table.store(key, node.ply, found);
        score
    }

    /// Searches the entries on which the equilibrium rests, until it rests on searched ones only.
    fn refine(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        entries: &mut Entries,
        window: (Score, Score),
    ) -> Score {
        loop {
            let (_, equilibrium) = entries.solve();
            let mut is_settled = true;
            for row in 0..entries.rows {
                for column in 0..entries.columns {
                    let chance = equilibrium.rows[row] * equilibrium.columns[column];
                    if chance < RARE || entries.is_searched[row][column] {
                        continue;
                    }
                    is_settled = false;
                    let cell = simultaneous.cell(row, column);
                    let score = self.solve_cell::<true>(node, &cell, window.0, window.1);
                    if self.stopped {
                        return 0;
                    }
                    entries.scores[row][column] = score;
                    entries.is_searched[row][column] = true;
                }
            }
            if is_settled {
                return entries.score(equilibrium.value);
            }
        }
    }

    /// Judges every entry without search.
    fn judge(&mut self, simultaneous: &SimultaneousMove<P>, ply: usize) -> Entries {
        let mut entries = Entries {
            rows: simultaneous.rows.len(),
            columns: simultaneous.columns.len(),
            scores: [[0; MOST_CHOICES]; MOST_CHOICES],
            is_searched: [[false; MOST_CHOICES]; MOST_CHOICES],
            scale: E::LOGITS_PER_UNIT,
        };
        for row in 0..entries.rows {
            for column in 0..entries.columns {
                let cell = simultaneous.cell(row, column);
                entries.scores[row][column] = match self.proven(&cell, ply) {
                    Some(score) => score,
                    None => self.engine.evaluate(&cell, &self.engine.refresh(&cell)),
                };
            }
        }
        entries
    }
}
