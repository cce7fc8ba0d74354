//! Scores of openings by searches of the game's bot.

use gamekit::Position;
use search::{Limits, Score, Searcher, Task};
use trainer::{SearchedGame, legal_moves, on_all_cores};

use super::make::TABLE_BYTES;
use crate::text_moves::{BadMove, replay};

/// Searches the position after each opening with `nodes`, as a new game, and calls `on_scored`
/// after each. A position in which the game is over has no score.
pub(crate) fn score_openings<G: SearchedGame>(
    openings: &[Vec<String>],
    nodes: u64,
    on_scored: &(dyn Fn() + Sync),
) -> Result<Vec<Option<Score>>, BadMove> {
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
    let scores = on_all_cores(openings.len(), &|| {
        let mut searcher = Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
        Box::new(move |number| score(&mut searcher, &openings[number]))
    });
    scores.into_iter().collect()
}
