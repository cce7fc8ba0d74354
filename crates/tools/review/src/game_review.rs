//! Review of one game: the losses and marks of its moves, and the move that lost it.

use std::path::Path;

use gamekit::{Outcome, Player};
use records::Record;
use serde::Serialize;
use utoipa::ToSchema;

use crate::effort::Effort;
use crate::folder::{GameSearches, ReviewFolder};
use crate::game_to_review::{GameToReview, Turn, hash_of};
use crate::mark::Mark;
use crate::move_review::MoveReview;
use crate::move_search::MoveSearch;
use crate::player_review::{Phase, PlayerReview};

/// Expected points of a level game.
const HALF: f64 = 0.5;

/// Review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameReview {
    /// Limit of the searches.
    pub effort: Effort,
    /// Review of each ply; `None` if it is not judged.
    pub moves: Vec<Option<MoveReview>>,
    /// Reviews of the players.
    pub players: [PlayerReview; 2],
    /// Index of the move that lost the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turning_point: Option<usize>,
    /// Number of plies that follow an opening of the game's book.
    pub book: usize,
}

impl GameReview {
    /// Returns the review of a game whose moves have been searched.
    #[must_use]
    pub fn new(game: &GameToReview, effort: Effort, searches: &[Option<MoveSearch>]) -> GameReview {
        let judged =
            game.turns.iter().zip(searches).map(|(turn, search)| {
                search.clone().map(|search| MoveReview::new(game, turn, search))
            });
        let moves: Vec<Option<MoveReview>> = judged.collect();
        let mut players: [PlayerReview; 2] = Default::default();
        for (ply, (turn, mv)) in game.turns.iter().zip(&moves).enumerate() {
            let player = &mut players[turn.player];
            player.count_time(turn);
            if let Some(mv) = mv {
                player.count(Phase::of(ply, moves.len()), mv);
            }
        }
        let turning_point = turning_point(game, &moves);
        GameReview { effort, moves, players, turning_point, book: game.book }
    }

    /// Returns the newest review of a recorded game in the folder `path`; `None` if there is none.
    #[must_use]
    pub fn newest(path: &Path, record: &Record) -> Option<GameReview> {
        let hash = hash_of(registry::game(&record.game).ok()?.name(), record);
        let GameSearches { effort, moves } = ReviewFolder::newest(path, &hash, record.plies.len())?;
        let game = GameToReview::new(record, String::new()).ok()?;
        Some(GameReview::new(&game, effort, &moves))
    }
}

/// Returns the move that lost the game: of the loser's moves from the last position in which it
/// could expect half a point or more, the one with the largest loss, if it is a mistake at least. A
/// draw, and a game that a fault has lost, have none.
fn turning_point(game: &GameToReview, moves: &[Option<MoveReview>]) -> Option<usize> {
    let Outcome::Win(winner) = game.outcome else { return None };
    if game.is_lost_by_fault {
        return None;
    }
    let loser = winner.opponent();
    let of_loser = || {
        let judged = moves.iter().enumerate().filter_map(|(ply, mv)| Some((ply, mv.as_ref()?)));
        judged.filter(|&(ply, _)| is_of(&game.turns[ply], loser))
    };
    let start = of_loser().rev().find(|(_, mv)| mv.before >= HALF).map_or(0, |(ply, _)| ply);
    let is_candidate =
        |&(ply, mv): &(usize, &MoveReview)| ply >= start && mv.mark >= Some(Mark::Mistake);
    let candidates = of_loser().filter(is_candidate);
    // Of equal losses the first one counts.
    let worst = candidates.reduce(|one, other| if other.1.loss > one.1.loss { other } else { one });
    worst.map(|(ply, _)| ply)
}

fn is_of(turn: &Turn, player: Player) -> bool {
    turn.player == player.index()
}
