//! Searches of all moves of recorded games, on all cores, and their resumption.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use search::StopFlag;

use crate::effort::Effort;
use crate::folder::{FolderError, GameSearches, ReviewFolder};
use crate::game_review::GameReview;
use crate::game_to_review::GameToReview;
use crate::move_search::MoveSearch;

/// Time after which the searches of an unfinished game are written again.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);

/// Plan of a review.
#[derive(Clone, Copy)]
pub struct ReviewPlan<'a> {
    /// Limit of each search.
    pub effort: Effort,
    /// Games, and for each the players whose moves are judged: the first and the second.
    pub games: &'a [(GameToReview, [bool; 2])],
    /// Folder of the searches.
    pub folder: &'a ReviewFolder,
    /// Flag that ends the review early.
    pub stop: StopFlag,
}

/// Searches of a game while it is reviewed.
struct Progress {
    moves: Vec<Option<MoveSearch>>,
    /// Number of moves that are to be searched.
    left: usize,
    written: Instant,
}

/// Searches the moves of all games that have not been searched yet, on the threads of the current
/// pool, and calls `on_move` with the number of moves done and of all moves. Returns the review of
/// each game; of some moves only, if it was stopped.
///
/// At a fixed number of nodes the result does not depend on the number of threads: every position
/// is searched by itself.
///
/// # Errors
///
/// A file of the folder cannot be read or written.
pub fn review_games(
    plan: &ReviewPlan<'_>,
    on_move: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<GameReview>, FolderError> {
    let (mut games, mut todo) = (Vec::new(), Vec::new());
    let mut all = 0;
    for (index, (game, chosen)) in plan.games.iter().enumerate() {
        let moves = plan.folder.read(game, plan.effort)?;
        let is_wanted = |&ply: &usize| chosen[game.turns[ply].player] && game.is_judged(ply);
        let wanted: Vec<usize> = (0..moves.len()).filter(is_wanted).collect();
        all += wanted.len();
        let missing = wanted.into_iter().filter(|&ply| moves[ply].is_none());
        let before = todo.len();
        todo.extend(missing.map(|ply| (index, ply)));
        let left = todo.len() - before;
        games.push(Mutex::new(Progress { moves, left, written: Instant::now() }));
    }
    let done = Mutex::new(all - todo.len());
    let report = |more: usize| {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += more;
        on_move(*done, all);
    };
    report(0);
    todo.par_iter().try_for_each(|&(index, ply)| {
        let game = &plan.games[index].0;
        let comparison = game.compare(ply, plan.effort, plan.stop);
        if plan.stop.is_raised() {
            return Ok(());
        }
        let found = comparison.map(MoveSearch::of);
        plan.keep(&games[index], game, ply, found)?;
        report(1);
        Ok(())
    })?;
    let mut reviews = Vec::with_capacity(games.len());
    for (progress, (game, chosen)) in games.into_iter().zip(plan.games) {
        let Progress { mut moves, left, .. } =
            progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        if left > 0 && moves.iter().any(Option::is_some) {
            plan.write(game, &moves)?;
        }
        for (mv, turn) in moves.iter_mut().zip(&game.turns) {
            // An earlier review may have judged the other player too.
            *mv = mv.take().filter(|_| chosen[turn.player]);
        }
        reviews.push(GameReview::new(game, plan.effort, &moves));
    }
    Ok(reviews)
}

impl ReviewPlan<'_> {
    /// Keeps the search of a move, and writes those of its game if it is complete, or now and then.
    fn keep(
        &self,
        progress: &Mutex<Progress>,
        game: &GameToReview,
        ply: usize,
        found: Option<MoveSearch>,
    ) -> Result<(), FolderError> {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.moves[ply] = found;
        progress.left -= 1;
        if progress.left == 0 || progress.written.elapsed() >= WRITE_INTERVAL {
            self.write(game, &progress.moves)?;
            progress.written = Instant::now();
        }
        Ok(())
    }

    fn write(&self, game: &GameToReview, moves: &[Option<MoveSearch>]) -> Result<(), FolderError> {
        self.folder.write(game, &GameSearches { effort: self.effort, moves: moves.to_vec() })
    }
}
