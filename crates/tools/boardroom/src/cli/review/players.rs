//! Reviews of the players of all games, by name.

use review::{GameReview, PlayerReview};

use super::Games;

/// Review of a player in all games.
pub(super) struct NamedPlayer {
    pub(super) name: String,
    pub(super) games: usize,
    pub(super) review: PlayerReview,
}

/// Returns the reviews of all judged players, in the order of their first games.
pub(super) fn players(games: &Games, reviews: &[GameReview]) -> Vec<NamedPlayer> {
    let mut players: Vec<NamedPlayer> = Vec::new();
    for ((game, chosen), review) in games.replayed.iter().zip(reviews) {
        for (side, name) in game.players.iter().enumerate().filter(|&(side, _)| chosen[side]) {
            let place = players.iter().position(|player| player.name == *name);
            let place = place.unwrap_or_else(|| {
                let review = PlayerReview::default();
                players.push(NamedPlayer { name: name.clone(), games: 0, review });
                players.len() - 1
            });
            // A player may have played against itself.
            let is_first = side == 0 || !chosen[0] || game.players[0] != *name;
            players[place].games += usize::from(is_first);
            players[place].review.add(&review.players[side]);
        }
    }
    players
}
