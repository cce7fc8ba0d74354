use fastrand::Rng;
use gamekit::{Outcome, Position};
use search::{Limits, SearchResult, Searcher, Task, score};

use crate::student::Game;

/// How games of the bot against itself are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Nodes per move.
    pub nodes: u64,
    /// The fewest and the most random plies at the start of a game.
    pub opening_plies: (usize, usize),
}

/// A player of such games.
pub(crate) type Player<G> = Searcher<<G as Game>::Position, <G as Game>::Engine>;

/// Bytes of a player's transposition table: a search of some thousand nodes fits well.
const TABLE_BYTES: usize = 1 << 20;

/// How often an opening that ends the game is drawn again.
const ATTEMPTS: usize = 1000;

/// Returns a player with a copy of `engine`.
pub(crate) fn player<G: Game>(engine: &G::Engine) -> Player<G> {
    Searcher::new(engine.clone(), G::PARAMS, TABLE_BYTES)
}

impl SelfPlay {
    /// Returns the source of randomness of one game.
    pub(crate) fn rng(seed: u64, game: u32) -> Rng {
        let mut rng = Rng::with_seed(seed);
        Rng::with_seed(rng.u64(..).wrapping_add(u64::from(game)))
    }

    /// Draws a position after random moves; the start, if all walks end the game.
    pub(crate) fn opening<P: Position>(&self, rng: &mut Rng) -> P {
        let (fewest, most) = self.opening_plies;
        let walk = |rng: &mut Rng| {
            let mut pos = P::initial();
            for _ in 0..rng.usize(fewest..=most) {
                let moves = legal_moves(&pos);
                pos.play_unchecked(*rng.choice(&moves)?);
            }
            pos.outcome().is_none().then_some(pos)
        };
        (0..ATTEMPTS).find_map(|_| walk(rng)).unwrap_or_else(P::initial)
    }

    /// Plays from `pos` to the end of the game, or until a search has proven the result, and calls
    /// `visit` with each position and what the search found there. `players` are in the order in
    /// which they move in the game.
    pub(crate) fn play<G: Game>(
        &self,
        mut pos: G::Position,
        players: [&mut Player<G>; 2],
        rng: &mut Rng,
        mut visit: impl FnMut(&G::Position, &SearchResult<<G::Position as Position>::Move>),
    ) -> Outcome {
        let mut past = Vec::new();
        let [first, second] = players;
        first.new_game();
        second.new_game();
        loop {
            if let Some(outcome) = pos.outcome() {
                return outcome;
            }
            let mut moves = legal_moves(&pos);
            rng.shuffle(&mut moves);
            let side = pos.side_to_move();
            let player = if side.index() == 0 { &mut *first } else { &mut *second };
            let task = Task { root: &pos, moves: &moves, past: &past };
            let Some(result) = player.search(&task, Limits::nodes(self.nodes), |_| ()) else {
                return Outcome::Draw;
            };
            visit(&pos, &result);
            if score::is_proven(result.score) {
                let winner = if result.score > 0 { side } else { side.opponent() };
                return Outcome::Win(winner);
            }
            let before = pos.clone();
            pos.play_unchecked(result.best);
            past.push(before);
        }
    }
}

fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}
