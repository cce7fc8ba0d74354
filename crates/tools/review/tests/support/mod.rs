//! Recorded games, with mistakes that are planted, and their reviews.

#![allow(dead_code, reason = "each test binary uses only a part")]

use std::num::NonZeroU64;
use std::path::Path;

use boards::Task;
use records::{Ply, Record};
use review::{Effort, FolderError, GameReview, GameToReview, ReviewFolder, ReviewPlan};
use search::StopFlag;

/// Moves of a game of Breakthrough between bots. The second player wins by `f8e7`, the capture at
/// ply 68, and by the race that begins with `e4e3` at ply 70.
pub(crate) fn breakthrough() -> Vec<String> {
    include_str!("../data/breakthrough.txt").split_whitespace().map(str::to_owned).collect()
}

/// Returns the record of a game that begins with `moves` and that the bot plays to its end, with
/// this many nodes per move.
pub(crate) fn played_out(game: &str, moves: &[String], per_move: u64) -> Record {
    let entry = registry::game(game).unwrap();
    let mut line = entry.board().begin(None).unwrap();
    moves.iter().for_each(|mv| line.play(mv).unwrap());
    let nodes = NonZeroU64::new(per_move);
    let task = Task { time: None, nodes, stop: StopFlag::new(), salt: 0 };
    while let Some(mv) = line.decide(&task, &mut |_| ()) {
        line.play(&mv).unwrap();
    }
    let verdict = entry.verdict_after(None, &line.moves()).unwrap().unwrap();
    record(game, line.moves(), &verdict.outcome.to_string())
}

/// Returns the record of a game with these moves and this result.
pub(crate) fn record(game: &str, moves: Vec<String>, result: &str) -> Record {
    let mut line = registry::game(game).unwrap().board().begin(None).unwrap();
    moves.iter().for_each(|mv| line.play(mv).unwrap());
    let player = |index| line.mover(index).index();
    let ply = |(index, mv)| Ply { player: player(index), input: Vec::new(), mv, turn: None };
    Record {
        game: game.to_owned(),
        seed: 0,
        result: result.to_owned(),
        reason: "home-row".to_owned(),
        policy: "one/other".to_owned(),
        plies: moves.into_iter().enumerate().map(ply).collect(),
        farewell: None,
        judgement: None,
    }
}

/// Returns an effort of this many nodes.
pub(crate) fn nodes(nodes: u64) -> Effort {
    Effort::Nodes(NonZeroU64::new(nodes).unwrap())
}

/// Reviews one game. Returns also the first report of the progress: moves done, and all moves.
pub(crate) fn review_in(
    folder: &Path,
    record: &Record,
    players: [bool; 2],
    effort: Effort,
) -> Result<(GameReview, (usize, usize)), FolderError> {
    let games = [(GameToReview::new(record, "a game".to_owned()).unwrap(), players)];
    let folder = ReviewFolder::new(folder.to_owned(), "program".to_owned());
    let plan = ReviewPlan { effort, games: &games, folder: &folder, stop: StopFlag::new() };
    let first = std::sync::OnceLock::new();
    let mut reviews = review::review_games(&plan, &|done, all| {
        first.get_or_init(|| (done, all));
    })?;
    Ok((reviews.remove(0), *first.get().unwrap()))
}

/// Reviews both players of a game with this many nodes per search.
pub(crate) fn review(record: &Record, per_search: u64) -> GameReview {
    let folder = tempfile::tempdir().unwrap();
    review_in(folder.path(), record, [true; 2], nodes(per_search)).unwrap().0
}
