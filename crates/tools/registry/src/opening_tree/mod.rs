//! Opening tree: the moves that recorded games have played in each position, with their results.

mod file;

use std::collections::BTreeMap;

use gamekit::Outcome;
use serde::{Deserialize, Serialize};

use crate::book::OpeningSearch;
use crate::game::Game;
use crate::text_moves::BadMove;

pub use file::TreeError;

/// Opening tree of one game. Games that reach a position by different moves meet there.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningTree {
    head: Head,
    /// Positions by their text in the game's notation.
    positions: BTreeMap<String, OpeningPosition>,
}

/// Origin of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Name of the game.
    game: String,
    /// Number of recorded games.
    games: u32,
    /// Number of plies of each game.
    plies: usize,
    /// Nodes of the search behind each score; absent without scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

/// Position of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningPosition {
    /// Moves from the start of the game that lead to it, those of the first game that did.
    pub line: Vec<String>,
    /// Moves that were played here, the most frequent first.
    pub moves: Vec<OpeningMove>,
    /// Score of a search, in centi-pieces from the view of the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// Move that was played in a position, and the results of those games for its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningMove {
    /// The answer of the player.
    #[serde(rename = "move")]
    pub mv: String,
    /// Text of the position after it, which the tree may have too.
    pub to: String,
    /// Games that the player has won.
    pub wins: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that the player has lost.
    pub losses: u32,
}

impl OpeningMove {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the player's share of the points, 0 to 1; one half without games.
    #[must_use]
    pub fn points(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games),
        }
    }
}

impl OpeningTree {
    /// Returns a tree without games, which keeps the first `plies` of each.
    #[must_use]
    pub fn new(game: &dyn Game, plies: usize) -> OpeningTree {
        let head = Head { game: game.name().to_owned(), games: 0, plies, nodes: None };
        OpeningTree { head, positions: BTreeMap::new() }
    }

    /// Returns the name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.head.game
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.head.games
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the tree has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this text.
    #[must_use]
    pub fn position(&self, text: &str) -> Option<&OpeningPosition> {
        self.positions.get(text)
    }

    /// Returns the score after a move from the view of its player, if the tree has that position.
    #[must_use]
    pub fn score_after(&self, played: &OpeningMove) -> Option<i32> {
        Some(self.position(&played.to)?.score?.saturating_neg())
    }

    /// Adds a game of the answers of both players. An answer that is no move, such as a fault, ends
    /// the opening.
    ///
    /// # Panics
    ///
    /// The game is not that of the tree.
    pub fn add(&mut self, game: &dyn Game, answers: &[String], outcome: Outcome) {
        assert_eq!(game.name(), self.head.game, "a tree holds games of one kind");
        let mut referee = game.referee();
        let mut position = referee.position();
        for (ply, answer) in answers.iter().enumerate().take(self.head.plies) {
            let player = referee.to_move();
            if referee.apply(answer).is_err() {
                break;
            }
            let to = referee.position();
            let at = self.positions.entry(position).or_default();
            if at.moves.is_empty() {
                at.line = answers[..ply].to_vec();
            }
            let known = at.moves.iter().position(|played| played.mv == *answer);
            let known = known.unwrap_or_else(|| {
                let (mv, to) = (answer.clone(), to.clone());
                at.moves.push(OpeningMove { mv, to, wins: 0, draws: 0, losses: 0 });
                at.moves.len() - 1
            });
            let played = &mut at.moves[known];
            match outcome {
                Outcome::Draw => played.draws += 1,
                Outcome::Win(winner) if winner == player => played.wins += 1,
                Outcome::Win(_) => played.losses += 1,
            }
            position = to;
            if referee.verdict().is_some() {
                break;
            }
        }
        self.head.games += 1;
    }

    /// Removes the moves of fewer than `minimum` games, and the positions that no line reaches
    /// then. Puts the most frequent moves first.
    pub fn prune(&mut self, minimum: u32) {
        for position in self.positions.values_mut() {
            position.moves.retain(|played| played.games() >= minimum);
            position.moves.sort_by(|a, b| b.games().cmp(&a.games()).then(a.mv.cmp(&b.mv)));
        }
        self.positions.retain(|_, position| !position.moves.is_empty());
    }

    /// Scores all positions by searches of the game's bot, on all cores, and calls `on_scored`
    /// after each.
    ///
    /// # Errors
    ///
    /// The line of a position cannot be played.
    pub fn score(
        &mut self,
        search: &dyn OpeningSearch,
        nodes: u64,
        on_scored: &(dyn Fn() + Sync),
    ) -> Result<(), BadMove> {
        let lines: Vec<Vec<String>> =
            self.positions.values().map(|position| position.line.clone()).collect();
        let scores = search.score_openings(&lines, nodes, on_scored)?;
        for (position, score) in self.positions.values_mut().zip(scores) {
            position.score = score;
        }
        self.head.nodes = Some(nodes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Player;

    use super::*;
    use crate::lookup::{game, opening_search};

    const FIRST: Outcome = Outcome::Win(Player::First);
    const SECOND: Outcome = Outcome::Win(Player::Second);

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn tree(plies: usize, games: &[(&str, Outcome)]) -> OpeningTree {
        let game = game("breakthrough").unwrap();
        let mut tree = OpeningTree::new(game, plies);
        games.iter().for_each(|(text, outcome)| tree.add(game, &moves(text), *outcome));
        tree
    }

    fn after(text: &str) -> String {
        let mut referee = game("breakthrough").unwrap().referee();
        moves(text).iter().filter(|mv| !mv.is_empty()).for_each(|mv| referee.apply(mv).unwrap());
        referee.position()
    }

    fn counts(tree: &OpeningTree, line: &str) -> Vec<(String, [u32; 3])> {
        let position = tree.position(&after(line)).unwrap();
        let counts =
            |played: &OpeningMove| (played.mv.clone(), [played.wins, played.draws, played.losses]);
        position.moves.iter().map(counts).collect()
    }

    #[test]
    fn results_are_counted_for_the_player_of_each_move() {
        let games =
            [("a2a3 a7a6 b2b3", FIRST), ("a2a3 a7a6 c2c3", SECOND), ("a2a3 b7b6", Outcome::Draw)];
        let tree = tree(2, &games);
        assert_eq!((tree.games(), tree.len()), (3, 2));
        assert_eq!(counts(&tree, ""), [("a2a3".to_owned(), [1, 1, 1])]);
        let replies = [("a7a6".to_owned(), [1, 0, 1]), ("b7b6".to_owned(), [0, 1, 0])];
        assert_eq!(counts(&tree, "a2a3"), replies);
        assert_eq!(tree.position(&after("")).unwrap().moves[0].points(), 0.5);
    }

    #[test]
    fn other_orders_of_the_same_moves_meet() {
        let games = [("a2a3 a7a6 b2b3 h7h6 c2c3", FIRST), ("b2b3 a7a6 a2a3 h7h6 c2c3", FIRST)];
        let tree = tree(9, &games);
        assert_eq!(counts(&tree, "b2b3 a7a6 a2a3"), [("h7h6".to_owned(), [0, 0, 2])]);
        assert_eq!(tree.position(&after("b2b3 a7a6 a2a3")).unwrap().line, moves("a2a3 a7a6 b2b3"));
    }

    #[test]
    fn a_fault_ends_the_opening_and_a_rare_move_is_removed() {
        let games = [("a2a3 a7a6", FIRST), ("a2a3 pass", FIRST), ("b2b3 a7a6", SECOND)];
        let mut tree = tree(9, &games);
        assert_eq!(tree.len(), 3);
        tree.prune(2);
        assert_eq!((tree.games(), tree.len()), (3, 1));
        assert_eq!(counts(&tree, ""), [("a2a3".to_owned(), [2, 0, 0])]);
    }

    #[test]
    fn the_lowest_score_of_all_has_an_opposite() {
        let mut tree = tree(2, &[("a2a3 a7a6", FIRST)]);
        tree.positions.get_mut(&after("a2a3")).unwrap().score = Some(i32::MIN);
        let played = &tree.position(&after("")).unwrap().moves[0];
        assert_eq!(tree.score_after(played), Some(i32::MAX));
    }

    #[test]
    fn scores_are_those_of_the_bot_and_the_same_again() {
        let games = [("a2a3 a7a6 b2b3", FIRST), ("c2c3 d7d6 e2e3", SECOND)];
        let scored = || {
            let mut tree = tree(3, &games);
            tree.score(opening_search("breakthrough").unwrap(), 500, &|| ()).unwrap();
            tree
        };
        let tree = scored();
        assert!(tree.positions.values().all(|position| position.score.is_some()));
        assert_eq!(tree, scored());
    }
}
