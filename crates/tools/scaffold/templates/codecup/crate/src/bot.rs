//! Bot that follows the game on its own position and chooses moves by the search.

use std::time::Instant;

use botio::{Bot, Options};
use fastrand::Rng;
use gamekit::Position as _;
use search::{Limits, Searcher, Task};

use crate::dialogue::START;
use crate::moves::Move;
use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// Bot of {{title}}.
pub struct Player {
    options: Options<Move>,
    rng: Rng,
    searcher: Searcher<Position, BotEngine>,
    position: Position,
    /// All earlier positions of the game.
    past: Vec<Position>,
}

impl Player {
    /// Returns a bot that is ready for its first turn.
    #[must_use]
    pub fn new(options: Options<Move>) -> Player {
        let searcher = Searcher::new(BotEngine::default(), SETTINGS.params, SETTINGS.table_bytes);
        Player {
            rng: Rng::with_seed(options.seed()),
            options,
            searcher,
            position: Position::initial(),
            past: Vec::new(),
        }
    }

    fn play(&mut self, mv: Move) {
        self.past.push(self.position);
        self.position.play_unchecked(mv);
    }

    /// Returns the legal moves in random order, so that the bot is hard to predict.
    fn legal_moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.legal_moves(|mv| moves.push(mv));
        self.rng.shuffle(&mut moves);
        moves
    }

    fn choose(&mut self, started: Instant) -> Option<Move> {
        let moves = self.legal_moves();
        let opening = self.options.opening.get(self.past.len()).copied();
        if let Some(mv) = opening.filter(|mv| moves.contains(mv)) {
            return Some(mv);
        }
        let limits = match self.options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits { hard: Some(started + SETTINGS.later_turn), ..Limits::NONE },
        };
        let task = Task { root: &self.position, moves: &moves, past: &self.past };
        let result = self.searcher.search(&task, limits, |_| ())?;
        Some(result.best)
    }
}

impl Bot for Player {
    type Turn = String;
    type Reply = Option<Move>;

    fn respond(
        &mut self,
        line: &String,
        started: Instant,
        remarks: &mut Vec<String>,
    ) -> Option<Move> {
        match line.parse() {
            Ok(mv) if self.position.is_legal(mv) => self.play(mv),
            _ if line == START => {}
            _ => remarks.push(format!("the opponent's `{line}` is not legal")),
        }
        let chosen = self.choose(started);
        if let Some(mv) = chosen {
            self.play(mv);
        }
        chosen
    }

    fn rescue(&mut self, _: &String) -> Option<Move> {
        let moves = self.legal_moves();
        let known = self.searcher.best_so_far().filter(|mv| moves.contains(mv));
        let chosen = known.or(moves.first().copied());
        self.searcher.new_game();
        if let Some(mv) = chosen {
            self.play(mv);
        }
        chosen
    }
}
