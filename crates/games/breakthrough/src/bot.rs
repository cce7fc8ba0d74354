use std::time::{Duration, Instant};

use botio::Bot;
use gamekit::Position as _;
use itertools::Itertools;
use search::{score, Evaluate, Limits, MoveOrder, Params, SearchResult, Searcher, Tactics};

use crate::dialogue::{LastMove, Reply, Turn};
use crate::options::Options;
use crate::{Engine, Move, Position};

/// The CodinGame bot: it follows the game, and lets the search choose among the moves that the
/// referee lists.
pub struct BreakthroughBot<E = Engine> {
    options: Options,
    rng: fastrand::Rng,
    searcher: Searcher<Position, E>,
    position: Position,
    /// Moves played so far by both sides.
    plies: usize,
    is_first_turn: bool,
    /// The moves among which this turn's answer is chosen.
    allowed: Vec<Move>,
}

/// What the search may use of the first turn's 1000 ms, of which the process's start takes some.
const FIRST_TURN: Duration = Duration::from_millis(850);
/// What the search may use of a later turn's 100 ms. The rest is for the operating system and the
/// judge, whose clock runs from the sending of the turn to the arrival of the answer.
const LATER_TURN: Duration = Duration::from_millis(80);

/// Size of the transposition table: 4 million positions, about as many as a game's turns store.
const TABLE_BYTES: usize = 64 << 20;

impl<E> BreakthroughBot<E>
where
    E: Evaluate<Position> + MoveOrder<Position> + Tactics<Position>,
{
    /// Returns a bot that waits for its first turn.
    #[must_use]
    pub fn new(engine: E, options: Options) -> BreakthroughBot<E> {
        BreakthroughBot {
            rng: fastrand::Rng::with_seed(options.seed()),
            options,
            searcher: Searcher::new(engine, Params::default(), TABLE_BYTES),
            position: Position::initial(),
            plies: 0,
            is_first_turn: true,
            allowed: Vec::new(),
        }
    }

    /// Brings the position up to date with `turn` and collects the allowed moves. Says what does
    /// not fit, if anything: the referee is right then.
    fn follow(&mut self, turn: &Turn) -> Option<String> {
        let mut doubt = turn.unreadable.clone();
        match turn.last {
            LastMove::None if self.plies > 0 => {
                doubt.get_or_insert("`None` after the first turn: a new game".to_owned());
                self.position = Position::initial();
                self.plies = 0;
            }
            LastMove::None => (),
            LastMove::Played(mv) => {
                if !self.position.is_legal(mv) {
                    doubt.get_or_insert(format!("the opponent's `{mv}` is not legal"));
                }
                self.advance(mv);
            }
            LastMove::Unreadable => {
                self.position = self.position.passed();
                self.plies += 1;
            }
        }
        let legal = legal_moves(&self.position);
        if turn.listed.is_empty() {
            self.allowed = legal;
            return doubt;
        }
        self.allowed = turn.listed.iter().copied().filter(|mv| legal.contains(mv)).collect();
        if self.allowed.len() < legal.len().max(turn.listed.len()) {
            let unknown = turn.listed.iter().filter(|mv| !legal.contains(mv)).join(" ");
            let missing = legal.iter().filter(|mv| !turn.listed.contains(mv)).join(" ");
            doubt.get_or_insert(format!(
                "the legal moves differ: unknown here [{unknown}], not listed [{missing}]"
            ));
        }
        doubt
    }

    fn advance(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.plies += 1;
    }

    /// Returns the opening's move for this ply, if it has one that is allowed.
    fn opening_move(&self) -> Option<Move> {
        self.options.opening.get(self.plies).copied().filter(|mv| self.allowed.contains(mv))
    }

    fn limits(&self, started: Instant) -> Limits {
        if let Some(nodes) = self.options.nodes {
            return Limits::nodes(nodes);
        }
        // No soft limit: time that a turn leaves is lost, so a begun iteration is worth its price.
        let budget = if self.is_first_turn { FIRST_TURN } else { LATER_TURN };
        Limits { hard: Some(started + budget), ..Limits::NONE }
    }

    /// Chooses a move and words the message beside it.
    fn choose(&mut self, started: Instant) -> (Option<Move>, String) {
        if let Some(mv) = self.opening_move() {
            return (Some(mv), "opening".to_owned());
        }
        if let [only] = self.allowed[..] {
            return (Some(only), "forced".to_owned());
        }
        // Among equal moves the search prefers the earlier: shuffled, the bot is hard to predict.
        self.rng.shuffle(&mut self.allowed);
        let limits = self.limits(started);
        match self.searcher.search(&self.position, &self.allowed, limits, |_| ()) {
            Some(result) => (Some(result.best), message(&result)),
            None => (None, String::new()),
        }
    }

    /// Plays `mv` and words the reply.
    fn reply(&mut self, mv: Option<Move>, message: String) -> Reply {
        if let Some(mv) = mv {
            self.advance(mv);
        }
        self.is_first_turn = false;
        Reply { mv, message }
    }
}

impl<E> Bot for BreakthroughBot<E>
where
    E: Evaluate<Position> + MoveOrder<Position> + Tactics<Position>,
{
    type Turn = Turn;
    type Reply = Reply;

    fn respond(&mut self, turn: &Turn, started: Instant, remarks: &mut Vec<String>) -> Reply {
        self.allowed.clear();
        remarks.extend(self.follow(turn));
        let (mv, message) = match self.allowed.is_empty() {
            true => (turn.listed.first().copied(), String::new()),
            false => self.choose(started),
        };
        self.reply(mv, message)
    }

    fn rescue(&mut self, turn: &Turn) -> Reply {
        let known = self.searcher.best_so_far().filter(|mv| self.allowed.contains(mv));
        let mv = known.or(self.allowed.first().copied()).or(turn.listed.first().copied());
        self.searcher.new_game();
        self.reply(mv, "rescued".to_owned())
    }
}

/// Words what the search found in the 30 characters that the viewer shows.
fn message(result: &SearchResult<Move>) -> String {
    let SearchResult { score, depth, nodes, .. } = *result;
    format!("d{depth} {} {nodes}n", score::describe(score))
}

fn legal_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}
