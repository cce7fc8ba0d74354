//! Bot that follows the game on its own position and chooses moves by the search.

use std::time::{Duration, Instant};

use botio::{Bot, Options};
use gamekit::Position;
use itertools::Itertools;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use search::{Evaluate, Limits, MoveOrder, Params, Searcher, Tactics, Task};

use crate::turn::{LastMove, Reply, Turn};

/// Settings of a bot: the judge's limits and the parameters of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Time limit of the search in the first turn. The start of the process takes a part of the
    /// judge's time.
    pub first_turn: Duration,
    /// Time limit of the search in a later turn. The rest of the judge's time is for the operating
    /// system and the judge, whose clock runs from the sending of the turn to the arrival of the
    /// answer.
    pub later_turn: Duration,
    /// Size of the transposition table (TT), in bytes.
    pub table_bytes: usize,
    /// Tunable parameters of the search.
    pub params: Params,
}

/// Most times in a row that a judge skips the bot, as far as the bot can tell.
const MOST_SKIPS: u32 = 4;

/// Bot that follows the game on its own position, and searches among the legal moves that the
/// referee lists.
pub struct SearchBot<P: Position, E> {
    settings: Settings,
    options: Options<P::Move>,
    rng: StdRng,
    searcher: Searcher<P, E>,
    position: P,
    /// All earlier positions of the game.
    past: Vec<P>,
    is_first_turn: bool,
    /// The moves from which the answer to this turn is chosen.
    allowed: Vec<P::Move>,
}

impl<P, E> SearchBot<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Returns a bot that is ready for its first turn.
    #[must_use]
    pub fn new(engine: E, settings: Settings, options: Options<P::Move>) -> SearchBot<P, E> {
        SearchBot {
            rng: StdRng::seed_from_u64(options.seed()),
            options,
            searcher: Searcher::new(engine, settings.params.clone(), settings.table_bytes),
            settings,
            position: P::initial(),
            past: Vec::new(),
            is_first_turn: true,
            allowed: Vec::new(),
        }
    }

    /// Updates the position by `turn` and collects the allowed moves. Returns a message about the
    /// first mismatch of the turn and the position, if any; then the referee is trusted.
    fn follow(&mut self, turn: &Turn<P>) -> Option<String> {
        let mut issue = turn.unreadable.clone();
        match turn.last {
            LastMove::None if !self.past.is_empty() => {
                issue.get_or_insert("no last move after the first turn: a new game".to_owned());
                self.position = P::initial();
                self.past.clear();
            }
            LastMove::None => (),
            LastMove::Played(mv) if self.position.is_legal(mv) => self.advance(mv),
            LastMove::Played(mv) => {
                issue.get_or_insert(format!("the opponent's `{mv}` is not legal"));
                self.advance_to(&turn.listed);
            }
            LastMove::NotSent if turn.shown.is_some() => {
                turn.shown.iter().for_each(|shown| self.advance_to_shown(shown));
            }
            LastMove::Unreadable | LastMove::NotSent => self.advance_to(&turn.listed),
        }
        if let Some(shown) = turn.shown.as_ref().filter(|&shown| *shown != self.position) {
            issue.get_or_insert("the judge shows another position".to_owned());
            self.position = shown.clone();
        }
        let legal = legal_moves(&self.position);
        if turn.listed.is_empty() {
            self.allowed = legal;
            return issue;
        }
        self.allowed = turn.listed.iter().copied().filter(|mv| legal.contains(mv)).collect();
        if self.allowed.len() < legal.len().max(turn.listed.len()) {
            let unknown = turn.listed.iter().filter(|mv| !legal.contains(mv)).join(" ");
            let missing = legal.iter().filter(|mv| !turn.listed.contains(mv)).join(" ");
            issue.get_or_insert(format!(
                "the legal moves differ: unknown here [{unknown}], not listed [{missing}]"
            ));
        }
        issue
    }

    fn advance(&mut self, mv: P::Move) {
        self.past.push(self.position.clone());
        self.position.play_unchecked(mv);
    }

    /// Plays a move for the opponent after which the legal moves are those listed, or any legal
    /// move if there is no such move.
    fn advance_to(&mut self, listed: &[P::Move]) {
        let explains = |mv: &P::Move| {
            let mut after = self.position.clone();
            after.play_unchecked(*mv);
            legal_moves(&after) == listed
        };
        let moves = legal_moves(&self.position);
        if let Some(&mv) = moves.iter().find(|mv| explains(mv)).or(moves.first()) {
            self.advance(mv);
        }
    }

    /// Plays the moves since the last turn, after which the position is `shown`, if there are such
    /// moves. Otherwise the initial position begins a new game.
    fn advance_to_shown(&mut self, shown: &P) {
        if let Some(moves) = moves_to(&self.position, shown, MOST_SKIPS) {
            moves.into_iter().for_each(|mv| self.advance(mv));
        } else if *shown == P::initial() {
            self.position = P::initial();
            self.past.clear();
        }
    }

    /// Returns the opening's move for this ply if it is allowed.
    fn opening_move(&self) -> Option<P::Move> {
        self.options.opening.get(self.past.len()).copied().filter(|mv| self.allowed.contains(mv))
    }

    fn limits(&self, started: Instant) -> Limits {
        if let Some(nodes) = self.options.nodes {
            return Limits::nodes(nodes);
        }
        // No soft limit: the time that a turn leaves is lost, so another iteration costs nothing.
        let Settings { first_turn, later_turn, .. } = self.settings;
        let time = if self.is_first_turn { first_turn } else { later_turn };
        Limits { hard: Some(started + time), ..Limits::NONE }
    }

    /// Chooses a move and the message beside it.
    fn choose(&mut self, started: Instant) -> (Option<P::Move>, String) {
        if let Some(mv) = self.opening_move() {
            return (Some(mv), "opening".to_owned());
        }
        if let [only] = self.allowed[..] {
            return (Some(only), "forced".to_owned());
        }
        // The search prefers the earlier of equal moves: shuffling makes the bot hard to predict.
        self.allowed.shuffle(&mut self.rng);
        let limits = self.limits(started);
        let task = Task { root: &self.position, moves: &self.allowed, past: &self.past };
        match self.searcher.search(&task, limits, |_| ()) {
            Some(result) => (Some(result.best), result.summary()),
            None => (None, String::new()),
        }
    }

    /// Plays `mv` on the position and returns the reply.
    fn reply(&mut self, mv: Option<P::Move>, message: String) -> Reply<P::Move> {
        if let Some(mv) = mv {
            self.advance(mv);
        }
        self.is_first_turn = false;
        Reply { mv, message }
    }
}

impl<P, E> Bot for SearchBot<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    type Turn = Turn<P>;
    type Reply = Reply<P::Move>;

    fn respond(
        &mut self,
        turn: &Turn<P>,
        started: Instant,
        remarks: &mut Vec<String>,
    ) -> Reply<P::Move> {
        self.allowed.clear();
        remarks.extend(self.follow(turn));
        let (mv, message) = match self.allowed.is_empty() {
            true => (turn.listed.first().copied(), String::new()),
            false => self.choose(started),
        };
        self.reply(mv, message)
    }

    fn rescue(&mut self, turn: &Turn<P>) -> Reply<P::Move> {
        let known = self.searcher.best_so_far().filter(|mv| self.allowed.contains(mv));
        let mv = known.or(self.allowed.first().copied()).or(turn.listed.first().copied());
        self.searcher.new_game();
        self.reply(mv, "rescued".to_owned())
    }
}

/// Returns the moves that lead to the position `shown`: one of the opponent, or several with the
/// bot's only legal move between each two, for which a judge may skip the bot.
fn moves_to<P: Position>(pos: &P, shown: &P, skips: u32) -> Option<Vec<P::Move>> {
    let after = |pos: &P, mv: P::Move| {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        after
    };
    let moves = legal_moves(pos);
    if let Some(&mv) = moves.iter().find(|&&mv| after(pos, mv) == *shown) {
        return Some(vec![mv]);
    }
    moves.into_iter().filter(|_| skips > 0).find_map(|mv| {
        let pos = after(pos, mv);
        let [only] = legal_moves(&pos)[..] else {
            return None;
        };
        let rest = moves_to(&after(&pos, only), shown, skips - 1)?;
        Some([vec![mv, only], rest].concat())
    })
}

fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}
