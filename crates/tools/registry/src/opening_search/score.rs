//! Scores of openings by searches of the game's bot.

use gamekit::Position;
use rayon::prelude::*;
use search::{Limits, Score, Searcher, Task};
use trainer::{SearchedGame, legal_moves};

use super::make::TABLE_BYTES;
use crate::text_moves::{BadMove, replay};

/// Searches the position after each opening with `nodes`, as a new game, and calls `on_scored`
/// after each. A position in which the game is over has no score.
pub(crate) fn score_openings<G: SearchedGame>(
    openings: &[Vec<String>],
    nodes: u64,
    on_scored: &(dyn Fn() + Sync),
) -> Result<Vec<Option<Score>>, BadMove> {
    let searcher = || Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
    let score = |searcher: &mut Searcher<_, _>, opening: &Vec<String>| {
        let pos: G::Position = replay(G::Position::initial(), opening)?;
        searcher.new_game();
        let task = Task { root: &pos, moves: &legal_moves(&pos), past: &[] };
        let found = match pos.outcome() {
            Some(_) => None,
            None => searcher.search(&task, Limits::nodes(nodes), |_| ()),
        };
        on_scored();
        Ok(found.map(|found| found.score))
    };
    openings.par_iter().map_init(searcher, score).collect()
}
