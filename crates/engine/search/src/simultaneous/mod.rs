//! Simultaneous moves: positions in which both players choose at once, solved as matrix games.
//!
//! The value of such a position is that of a zero-sum game in strategic form whose entries are the
//! values of the positions that follow (Buro, 2003). Mixed strategies need a scale on which
//! probabilities add up. Scores are no such scale: a score of 3,000 hardly wins more games than one
//! of 500. So entries are expected points, by the logistic curve to which evaluations are fitted.
//!
//! Inside the tree most entries are static evaluations. The search visits those on which the Nash
//! equilibrium rests and solves the game again, until the equilibrium rests on searched entries
//! only: a double oracle (McMahan, Gordon and Blum, 2003; in game trees Bosansky et al., 2013)
//! whose oracle is the evaluation.

mod solution;

use gamekit::Position;

pub use self::solution::Solution;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::limits::Limits;
use crate::matrix::{Equilibrium, Matrix, MOST_CHOICES};
use crate::node::Node;
use crate::root::{SearchResult, Task};
use crate::score::{is_proven, Score, MAX_EVALUATION, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::simultaneous_move::SimultaneousMove;
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// Entries of a simultaneous move, as scores of the column player, who is to move after it.
struct Entries {
    rows: usize,
    columns: usize,
    scores: [[Score; MOST_CHOICES]; MOST_CHOICES],
    is_searched: [[bool; MOST_CHOICES]; MOST_CHOICES],
    /// Logits per centi-piece.
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

    /// Returns the column player's score for expected points of the row player. The score is proven
    /// only if one player alone can force the result.
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

/// Probability in the equilibrium below which an entry is not searched.
const RARE: f64 = 0.01;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Sets the seed of the random choices from mixed strategies: other seeds play differently.
    pub fn set_salt(&mut self, salt: u64) {
        self.salt = salt;
    }

    /// Searches a simultaneous move by iterative deepening until the limits end it, and calls
    /// `report` after each iteration. Returns `None` if `pos` is not a simultaneous move. In
    /// contrast to the tree, all entries are searched.
    pub fn solve_root(
        &mut self,
        pos: &P,
        past: &[P],
        limits: Limits,
        mut report: impl FnMut(&Solution<P::Move>),
    ) -> Option<Solution<P::Move>> {
        let simultaneous = self.engine.simultaneous_move(pos)?;
        let (is_row, point) = self.sampling_point(&simultaneous, pos);
        self.begin(&simultaneous.pos, past, limits);
        if is_row {
            // The column player moves at even plies.
            self.contempt = -self.contempt;
        }
        let state = self.engine.refresh(&simultaneous.pos);
        let mut entries = self.evaluate_entries(&simultaneous, &state, 0);
        let mut latest = None;
        for depth in 0..=self.time.depth() {
            if depth > 0 {
                self.search_entries(&simultaneous, depth as i32, &mut entries);
            }
            if self.stopped {
                break;
            }
            let (matrix, equilibrium) = entries.solve();
            let score = -entries.score(equilibrium.value);
            let solution = latest.insert(Solution {
                rows: simultaneous.rows,
                columns: simultaneous.columns,
                equilibrium,
                matrix,
                score,
                depth,
                nodes: self.nodes,
                elapsed: self.time.started().elapsed(),
                is_row,
                point,
            });
            self.best = solution.draw(is_row, point);
            report(solution);
            if is_proven(score) || !self.time.may_deepen(0, &self.params) {
                break;
            }
        }
        latest
    }

    /// Searches a simultaneous move as [`Searcher::search`] searches any other root. The best move
    /// is sampled from the mixed strategy of the side to move in the task's root. Returns `None` if
    /// the root is not a simultaneous move.
    pub(crate) fn search_simultaneous(
        &mut self,
        task: &Task<'_, P>,
        limits: Limits,
        report: &mut impl FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let result = |solution: &Solution<P::Move>| {
            let Solution { is_row, point, .. } = *solution;
            let drawn = solution.draw(is_row, point).filter(|mv| task.moves.contains(mv));
            Some(solution.result(drawn.or(task.moves.first().copied())?))
        };
        let solution = self.solve_root(task.root, task.past, limits, |solution| {
            if let Some(result) = result(solution) {
                report(&result);
            }
        });
        result(&solution?)
    }

    /// Returns whether the side to move in `pos`, part of `simultaneous`, chooses a row, and the
    /// point between 0 and 1 at which its mixed strategy is sampled. The point is the same for the
    /// same salt, so that a search can be repeated.
    fn sampling_point(&self, simultaneous: &SimultaneousMove<P>, pos: &P) -> (bool, f64) {
        let is_row = simultaneous.pos.side_to_move() == pos.side_to_move();
        // The finaliser of splitmix64 (Steele, Lea and Flood, 2014).
        let mut bits = simultaneous.pos.hash() ^ self.salt.rotate_left(1) ^ u64::from(is_row);
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            bits = (bits ^ bits >> 29).wrapping_mul(factor);
        }
        (is_row, (bits >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Searches all entries to `depth` plies. If the search stops, they keep their old scores.
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

    /// Searches an entry with an aspiration window around its last score, and with the full window
    /// if the score falls outside.
    fn search_entry(&mut self, cell: &P, depth: i32, last: Score) -> Score {
        let (state, key) = (self.engine.refresh(cell), self.engine.key(cell));
        let node = Node { pos: cell, state: &state, key, ply: 0, depth, is_cut_node: false };
        let width = 2 * self.params.aspiration_window;
        let (alpha, beta) = (last - width, last + width);
        let score = self.search_node::<true>(node, alpha, beta);
        if self.stopped || alpha < score && score < beta {
            return score;
        }
        self.search_node::<true>(node, -INFINITE, INFINITE)
    }

    /// Returns the score of a simultaneous move, within `alpha..beta`, for the player who is to
    /// move after it. The state of `node` is that of the position before both choices.
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
            (1, 1) => self.solve_cell::<PV>(node, simultaneous, (0, 0), alpha, beta),
            (1, _) | (_, 1) => self.solve_choice::<PV>(node, simultaneous, alpha, beta),
            _ => self.solve_mix::<PV>(node, simultaneous, alpha, beta),
        }
    }

    /// Searches the position after both choices, given by their row and column.
    fn solve_cell<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        (row, column): (usize, usize),
        alpha: Score,
        beta: Score,
    ) -> Score {
        let SimultaneousMove { pos: before, rows, columns } = simultaneous;
        let (mut cell, mut state) = (before.clone(), node.state.clone());
        for mv in [rows.get(row), columns.get(column)].into_iter().flatten() {
            let last = cell.clone();
            cell.play_unchecked(mv);
            state = self.engine.update(&state, &last, mv, &cell);
        }
        let key = self.prefetched_key(&cell);
        self.search_node::<PV>(Node { pos: &cell, state: &state, key, ..node }, alpha, beta)
    }

    /// Solves a simultaneous move in which only one player has a choice: the best, or for the other
    /// player the worst, of its alternatives.
    fn solve_choice<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        let entries = self.evaluate_entries(simultaneous, node.state, node.ply);
        let is_column = entries.rows == 1;
        let mut order: [(Score, usize); MOST_CHOICES] = Default::default();
        let count = entries.rows.max(entries.columns);
        for (index, place) in order[..count].iter_mut().enumerate() {
            // The best for the player who chooses comes first.
            *place = match is_column {
                true => (-entries.scores[0][index], index),
                false => (entries.scores[index][0], index),
            };
        }
        order[..count].sort_unstable();
        let mut best = None;
        for &(_, index) in &order[..count] {
            let (row, column) = if is_column { (0, index) } else { (index, 0) };
            let score = self.solve_cell::<PV>(node, simultaneous, (row, column), alpha, beta);
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
            // At depth 0 the evaluation has ordered the choices and the first suffices, unless its
            // score is proven.
            if alpha >= beta || node.depth <= 0 && !is_proven(better) {
                return better;
            }
        }
        best.unwrap_or(0)
    }

    /// Solves a simultaneous move in which both players have a choice. The transposition table
    /// stores its score and, as the evaluation, its score without search.
    fn solve_mix<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let depth = (node.depth - self.params.contest_reduction).max(0);
        let key = self.engine.key(&simultaneous.pos);
        let tt_entry = self.table.probe::<P::Move>(key, node.ply);
        if let Some(entry) = tt_entry {
            let is_enough = !PV && entry.depth >= depth;
            if is_enough && entry.bound.decides(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        let mut entries = None;
        let evaluation = tt_entry.map_or(NO_EVALUATION, |entry| entry.evaluation);
        let guess = match evaluation {
            NO_EVALUATION => {
                let evaluated = self.evaluate_entries(simultaneous, node.state, node.ply);
                let evaluated = entries.insert(evaluated);
                evaluated.score(evaluated.solve().1.value)
            }
            known => known,
        };
        let margin = self.params.contest_margin * depth;
        let is_outside = !PV && (guess - margin >= beta || guess + margin <= alpha);
        let mut score = guess;
        if depth > 0 && !is_outside {
            let evaluated = || self.evaluate_entries(simultaneous, node.state, node.ply);
            let mut entries = entries.unwrap_or_else(evaluated);
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
        let entry = TtEntry::<P::Move> {
            mv: None,
            score,
            evaluation: if is_proven(guess) { NO_EVALUATION } else { guess },
            depth: if is_outside { 0 } else { depth },
            bound: match depth == 0 || is_outside {
                true => Bound::Exact,
                false => Bound::of(score, alpha, beta),
            },
        };
        self.table.store(key, node.ply, entry);
        score
    }

    /// Searches the entries on which the equilibrium rests, until it rests on searched ones only
    /// (double oracle).
    fn refine(
        &mut self,
        node: Node<'_, P, E::State>,
        simultaneous: &SimultaneousMove<P>,
        entries: &mut Entries,
        (alpha, beta): (Score, Score),
    ) -> Score {
        loop {
            let (_, equilibrium) = entries.solve();
            let mut is_solved = true;
            for row in 0..entries.rows {
                for column in 0..entries.columns {
                    let chance = equilibrium.rows[row] * equilibrium.columns[column];
                    if chance < RARE || entries.is_searched[row][column] {
                        continue;
                    }
                    is_solved = false;
                    let score =
                        self.solve_cell::<true>(node, simultaneous, (row, column), alpha, beta);
                    if self.stopped {
                        return 0;
                    }
                    entries.scores[row][column] = score;
                    entries.is_searched[row][column] = true;
                }
            }
            if is_solved {
                return entries.score(equilibrium.value);
            }
        }
    }

    /// Returns all entries with their proven scores or static evaluations. `state` is that of the
    /// position before both choices.
    fn evaluate_entries(
        &mut self,
        simultaneous: &SimultaneousMove<P>,
        state: &E::State,
        ply: usize,
    ) -> Entries {
        let SimultaneousMove { pos, rows, columns } = simultaneous;
        let mut entries = Entries {
            rows: rows.len(),
            columns: columns.len(),
            scores: [[0; MOST_CHOICES]; MOST_CHOICES],
            is_searched: [[false; MOST_CHOICES]; MOST_CHOICES],
            scale: E::LOGITS_PER_UNIT,
        };
        for (row, first) in rows.iter().enumerate() {
            let mut between = pos.clone();
            between.play_unchecked(first);
            let state = self.engine.update(state, pos, first, &between);
            for (column, second) in columns.iter().enumerate() {
                let mut cell = between.clone();
                cell.play_unchecked(second);
                entries.scores[row][column] = match self.proven(&cell, ply) {
                    Some(score) => score,
                    None => {
                        let state = self.engine.update(&state, &between, second, &cell);
                        self.engine.evaluate(&cell, &state)
                    }
                };
            }
        }
        entries
    }
}
