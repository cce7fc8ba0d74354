//! Games to review: records whose moves the rules have replayed.

use std::fmt::Write as _;
use std::num::NonZeroU64;

use boards::{Comparison, GameLine, PvView, Task};
use gamekit::Outcome;
use records::Record;
use registry::{Clocks, Game, Termination};
use search::StopFlag;
use sha2::{Digest as _, Sha256};

use crate::effort::Effort;
use crate::expectation::Expectation;
use crate::mark::Mark;

/// Factor of the limit of the searches that decide whether a move is marked.
const SECOND_LOOK: NonZeroU64 = NonZeroU64::new(4).expect("four is not zero");

/// Number of bytes of a hash that name a game.
const HASH_BYTES: usize = 16;

/// Recorded game whose moves have been replayed.
pub struct GameToReview {
    /// Game.
    pub game: &'static dyn Game,
    /// Place of the record, for readers.
    pub source: String,
    /// Names of the players.
    pub players: [String; 2],
    /// Result.
    pub outcome: Outcome,
    /// Turns in the order of the record.
    pub turns: Vec<Turn>,
    /// Number of turns that follow an opening of the game's book.
    pub book: usize,
    /// True if a fault of the loser ended the game.
    pub is_lost_by_fault: bool,
    pub(crate) expectation: Expectation,
    /// Hash of the game and its moves, which names its reviews.
    pub(crate) hash: String,
    line: Box<dyn GameLine>,
}

/// Turn of a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Player, 0 or 1.
    pub player: usize,
    /// Label of the move for readers.
    pub label: String,
    /// Response in the notation of the judge.
    pub mv: String,
    /// Response time and the judge's limit in microseconds, if they are recorded.
    pub time_us: Option<(u64, u64)>,
    /// Index of the move in the game line, if the response is one legal move.
    index: Option<usize>,
}

/// Error: a record that cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// Unknown game.
    #[error(transparent)]
    UnknownGame(#[from] registry::UnknownGame),
    /// Game without rules.
    #[error("a foreign referee has judged this game, whose rules are not known here")]
    Foreign,
    /// Game whose engine cannot judge single moves.
    #[error(
        "moves of {0} cannot be judged: the value of a move depends on what its player could not \
         see{careless}",
        careless = careless(.0)
    )]
    Hidden(&'static str),
    /// Text that is not a result.
    #[error("`{0}` is not a result: expected 1-0, 0-1 or 1/2-1/2")]
    UnknownResult(String),
    /// Turn of no player.
    #[error("ply {0}: the player must be 0 or 1")]
    UnknownPlayer(usize),
    /// Illegal move before the last turn.
    #[error("ply {ply}: {reason}: check the file by `cargo cg verify`")]
    Move {
        /// Ply, from 1.
        ply: usize,
        /// Reason.
        reason: String,
    },
}

/// Returns the advice to count careless moves, in a game that has kinds of such moves.
fn careless(game: &str) -> String {
    match registry::careless_moves(game) {
        Ok(_) => format!("; `cargo cg careless {game}` counts careless moves"),
        Err(_) => String::new(),
    }
}

impl GameToReview {
    /// Replays a record. `source` is its place, for readers.
    ///
    /// # Errors
    ///
    /// The bot of the game cannot judge moves, or the record is not valid.
    pub fn new(record: &Record, source: String) -> Result<GameToReview, GameError> {
        if record.judgement.is_some() {
            return Err(GameError::Foreign);
        }
        let game = registry::game(&record.game)?;
        let units_per_logit = game.units_per_logit().ok_or(GameError::Hidden(game.name()))?;
        let unknown = || GameError::UnknownResult(record.result.clone());
        let outcome = record.outcome().ok_or_else(unknown)?;
        let mut line = game.board().begin(None).expect("every game has an initial position");
        let mut clocks = Clocks::new(game.time_control());
        let mut turns = Vec::with_capacity(record.plies.len());
        for (number, ply) in record.plies.iter().enumerate() {
            if ply.player > 1 {
                return Err(GameError::UnknownPlayer(number + 1));
            }
            let before = line.played();
            match line.answer(&ply.mv) {
                Ok(()) => {}
                // The last response may be a fault that lost the game, or a resignation.
                Err(_) if number + 1 == record.plies.len() => {}
                Err(error) => {
                    return Err(GameError::Move { ply: number + 1, reason: error.to_string() });
                }
            }
            let index = (line.played() == before + 1).then_some(before);
            let time = ply.turn.as_ref().and_then(|turn| turn.time_us);
            let limit = clocks.limit_us(ply.player, !ply.input.is_empty(), time);
            turns.push(Turn {
                player: ply.player,
                label: index.map_or_else(|| ply.mv.clone(), |index| line.label(index)),
                mv: ply.mv.clone(),
                time_us: time.zip(limit),
                index,
            });
        }
        let (first, second) = record.policy.split_once('/').unwrap_or((&record.policy, ""));
        Ok(GameToReview {
            game,
            source,
            players: [first, second].map(str::to_owned),
            outcome,
            book: book_plies(game, &turns),
            is_lost_by_fault: Termination::fault(&record.reason).is_some(),
            expectation: Expectation::new(units_per_logit),
            hash: hash_of(game.name(), record),
            turns,
            line,
        })
    }

    /// Returns whether a move can be judged: it is one legal move, and no move of the opening book,
    /// which may be prescribed.
    #[must_use]
    pub fn is_judged(&self, ply: usize) -> bool {
        ply >= self.book && self.turns[ply].index.is_some()
    }

    /// Searches the best move before a ply, and the recorded move. `None` if it cannot be judged.
    ///
    /// If the move seems to be a bad one, a second look decides: searches with [`SECOND_LOOK`]
    /// times the limit.
    pub(crate) fn compare(
        &self,
        ply: usize,
        effort: Effort,
        stop: StopFlag,
    ) -> Option<Comparison<PvView>> {
        let index = self.turns[ply].index.filter(|_| ply >= self.book)?;
        let first = self.line.compare(index, &effort.task(stop))?;
        match self.mark_of(&first) {
            None => Some(first),
            Some(_) => self.line.compare(index, &effort.times(SECOND_LOOK).task(stop)),
        }
    }

    /// Returns the mark of the other move of a comparison.
    fn mark_of(&self, Comparison { best, other }: &Comparison<PvView>) -> Option<Mark> {
        Mark::of(self.expectation.of(best.score) - self.expectation.of(other.score))
    }

    /// Returns the moves from the start of the game to the position before a ply.
    pub(crate) fn moves_before(&self, ply: usize) -> Vec<String> {
        let mut moves = self.line.moves();
        moves.truncate(self.turns[ply].index.unwrap_or_default());
        moves
    }

    /// Searches the legal moves before a ply one by one, and returns those that lose less than an
    /// inaccuracy. Empty if the moves cannot be judged.
    pub(crate) fn good_moves(&self, ply: usize, task: &Task) -> Vec<String> {
        let Some(index) = self.turns[ply].index else { return Vec::new() };
        let mut before = self.line.duplicate();
        before.truncate(index);
        let is_good = |mv: &String| {
            let mut line = before.duplicate();
            let comparison = line.play(mv).ok().and_then(|()| line.compare(index, task));
            comparison.is_some_and(|comparison| self.mark_of(&comparison).is_none())
        };
        before.legal().into_iter().map(|mv| mv.mv).filter(is_good).collect()
    }
}

/// Returns the number of turns from the start that follow an opening of the game's book.
fn book_plies(game: &dyn Game, turns: &[Turn]) -> usize {
    let Some(book) = game.book() else { return 0 };
    let common = |opening: &Vec<String>| {
        opening.iter().zip(turns).take_while(|(mv, turn)| **mv == turn.mv).count()
    };
    book.openings().iter().map(common).max().unwrap_or_default()
}

/// Returns a hash of a game and the moves of a record.
pub(crate) fn hash_of(game: &str, record: &Record) -> String {
    let mut hasher = Sha256::new();
    hasher.update(game);
    for ply in &record.plies {
        hasher.update([b'\n']);
        hasher.update(&ply.mv);
    }
    let digest = hasher.finalize();
    digest.iter().take(HASH_BYTES).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string accepts all text");
        text
    })
}
