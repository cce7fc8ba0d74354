//! Official referees, generic over the game: the trait that each game implements, and the referee
//! and the list entry that follow from it.

mod baseline_agent;
mod entry;
mod opening;
mod referee;

use boards::BoardGame;
use fastrand::Rng;
use gamekit::{Notation, Player, Position};
use search::Signature;
use trainer::{NetworkGame, SpsaGame, TunableGame};

pub use entry::Entry;
pub(crate) use opening::random_opening;

use crate::agent::OwnBaseline;
use crate::calibration::Beliefs;
use crate::careless::CarelessMoves;
use crate::equilibrium::SimultaneousGame;
use crate::referee::{Ending, Verdict};
use crate::search_tools::SearchTools;
use crate::text_moves::legal_moves;
use crate::time_control::TimeControl;

/// Properties of one game's official referee. Every answer is one line that holds one move, or
/// several moves of one character each.
///
/// The lines for a player and the information hidden from a player follow from the game so far.
pub trait OfficialGame: Sync + 'static {
    /// The game's position type, which implements the rules.
    type Position: Notation + Sync + 'static;

    /// Name in records and on the command line.
    const NAME: &'static str;
    /// Package of the workspace that holds the bot.
    const PACKAGE: &'static str;
    /// Name of the judge that runs the game and compiles its bots, or the file of its profile in
    /// the workspace.
    const JUDGE: &'static str = "CodinGame";
    /// Name of the game's UCI variant; `None` if UCI engines do not play it.
    const UCI_VARIANT: Option<&'static str>;
    /// Bench of the bot.
    const BENCH: fn() -> Signature;
    /// Board for people.
    const BOARD: &'static dyn BoardGame;
    /// The official time limits.
    const TIME_CONTROL: TimeControl;
    /// Limit of a program's resident memory, in bytes. CodinGame says "768 MB" without a definition
    /// of the unit. Containers use powers of two, and the larger reading cannot cause a wrong loss.
    const MEMORY_LIMIT: u64 = 768 << 20;
    /// Text of the opening book that ships; `None` if matches begin at the start of the game.
    const BOOK: Option<&'static str>;
    /// Baselines that play only this game.
    const OWN_BASELINES: &'static [OwnBaseline<Self::Position>] = &[];
    /// Greedy baseline and search for openings with the engine of the game's bot, if it has one for
    /// the crate `search`.
    const SEARCH: Option<SearchTools<Self::Position>> = None;
    /// Weights of the bot's evaluation, if they can be tuned.
    const TUNABLE: Option<&'static dyn TunableGame> = None;
    /// Self-play of the bot with other weights or search parameters, for SPSA and duels; tunable
    /// games have it anyway.
    const SPSA: Option<&'static dyn SpsaGame> = None;
    /// Training of networks for the bot, if its evaluation can be one.
    const NETWORK: Option<&'static dyn NetworkGame> = None;
    /// Equilibria of positions in which both players choose simultaneously, if the game has any.
    const SIMULTANEOUS: Option<&'static dyn SimultaneousGame> = None;
    /// Beliefs of the bot about hidden information, if the game has any.
    const BELIEFS: Option<&'static dyn Beliefs> = None;
    /// Score per logit of expected points in games of the bot, by which a review compares moves.
    /// The example `units_per_logit` of the crate `review` fits it to recorded games; the default
    /// is that of the crate `search`. `None` if single moves cannot be judged.
    const UNITS_PER_LOGIT: Option<f64> = Some(200.0);
    /// Search for careless moves in recorded games, if the game has kinds of such moves.
    const CARELESS: Option<&'static dyn CarelessMoves> = None;

    /// Returns the position in which a game starts.
    fn initial() -> Self::Position {
        Self::Position::initial()
    }

    /// Returns the exact lines of this turn's input.
    fn prompt(game: &Progress<Self::Position>) -> Vec<String>;

    /// Returns the text of the move in one line of output; `None` if the official parser refuses
    /// the line.
    fn read_answer(line: &str) -> Option<&str>;

    /// Returns the number of moves in the next line. If it is more than one, each move is one
    /// character of the line.
    fn moves_in_line(_pos: &Self::Position) -> usize {
        1
    }

    /// Returns whether a line of output resigns the game.
    fn is_resignation(_pos: &Self::Position, _line: &str) -> bool {
        false
    }

    /// Returns whether a line of output leaves the choice of the move to the referee.
    fn asks_for_any_move(_line: &str) -> bool {
        false
    }

    /// Returns whether the official referee plays the only legal move itself and does not ask the
    /// player: for example a pass.
    fn is_played_by_referee(_pos: &Self::Position) -> bool {
        false
    }

    /// Returns whether the game is over, but the official referee still asks the player for a move:
    /// it lists no moves, and any answer loses.
    fn asks_after_defeat(_game: &Progress<Self::Position>) -> bool {
        false
    }

    /// Returns the result of the game and its reason.
    fn verdict(game: &Progress<Self::Position>) -> Option<Verdict>;

    /// Returns the lines that are sent at once to the player who has just moved; see
    /// [`Referee::echo`](crate::Referee::echo).
    fn echo(_game: &Progress<Self::Position>) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether a game may begin here, after an opening: not if a move has several parts and
    /// some of them are missing.
    fn is_between_moves(_pos: &Self::Position) -> bool {
        true
    }

    /// Returns the last lines for a player when the game is over; see
    /// [`Referee::farewell`](crate::Referee::farewell).
    fn farewell(
        _game: &Progress<Self::Position>,
        _player: Player,
        _ending: Ending,
    ) -> Option<Vec<String>> {
        None
    }

    /// Returns a determinization of the position for the player to move: hidden information is
    /// drawn at random, consistent with all that the player knows. Players inside this process see
    /// only such positions.
    fn determinized(pos: &Self::Position, _rng: &mut Rng) -> Self::Position {
        pos.clone()
    }
}

/// Game in progress.
#[derive(Clone, Debug)]
pub struct Progress<P: Position> {
    /// The current position.
    pub pos: P,
    /// All moves that led to it.
    pub moves: Vec<P::Move>,
    /// The position before each of them.
    pub past: Vec<P>,
    /// The player who has resigned.
    pub resigned: Option<Player>,
    /// The illegal or unreadable line that has lost the game.
    pub refused: Option<String>,
}

impl<P: Position> Progress<P> {
    /// Returns a game that begins in `pos`.
    pub fn new(pos: P) -> Progress<P> {
        Progress { pos, moves: Vec::new(), past: Vec::new(), resigned: None, refused: None }
    }

    /// Returns whether the player to move has had no turn in this game.
    pub fn is_first_turn(&self) -> bool {
        self.past.iter().all(|pos| pos.side_to_move() != self.pos.side_to_move())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: P::Move) {
        self.past.push(self.pos.clone());
        self.pos.play_unchecked(mv);
        self.moves.push(mv);
    }
}

impl<P: Notation> Progress<P> {
    /// Returns the number of legal moves, and then each of them, one per line: the end of all
    /// prompts.
    pub fn listed_moves(&self) -> Vec<String> {
        let mut lines = legal_moves(&self.pos);
        lines.insert(0, lines.len().to_string());
        lines
    }
}
