//! Result of a review as one JSON object.

use review::{Effort, GameReview, Phase};
use serde_json::{Value, json};

use super::Games;
use super::players::{NamedPlayer, players};

/// Returns the result as one object.
pub(super) fn to_json(games: &Games, effort: Effort, reviews: &[GameReview]) -> Value {
    let of_game = |index: usize| {
        let (game, _) = &games.replayed[index];
        json!({
            "number": games.numbers[index],
            "source": game.source,
            "game": game.game.name(),
            "players": game.players,
            "result": game.outcome.to_string(),
            "moves": game.turns.iter().map(|turn| &turn.mv).collect::<Vec<_>>(),
            "review": reviews[index],
        })
    };
    json!({
        "effort": effort,
        "players": players(games, reviews).iter().map(of_player).collect::<Vec<_>>(),
        "games": (0..reviews.len()).map(of_game).collect::<Vec<_>>(),
    })
}

fn of_player(player: &NamedPlayer) -> Value {
    let NamedPlayer { name, games, review } = player;
    let accuracy = |phase: Phase| review.phases[phase as usize].accuracy();
    json!({
        "player": name,
        "games": games,
        "moves": review.total().moves,
        "blunders": review.blunders,
        "mistakes": review.mistakes,
        "inaccuracies": review.inaccuracies,
        "missed_wins": review.missed_wins,
        "late_mistakes": review.late_mistakes,
        "longest_us": review.longest_us,
        "accuracy": review.total().accuracy(),
        "accuracy_by_phase": Phase::ALL.map(accuracy),
    })
}
