use std::path::PathBuf;
use std::time::Duration;

use fastrand::Rng;
use gamekit::Player;
use serde::{Deserialize, Serialize};

use crate::agent::{Agent, AgentError, Contestant, GameSetup};
use crate::games::{Game, UnknownGame, game};
use crate::play::{Interrupted, Seat, play_game};
use crate::record::{Ply, Record};
use crate::stop::Stop;
use crate::summary::GameSummary;

/// A pair of games between two players: the same opening twice, with colours swapped.
///
/// A plain value: whatever a match consists of is a list of them, and any [`Worker`] on any machine
/// can play one alone. With players that are determined by their seed it always brings the same
/// games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePair {
    /// The game's name.
    pub game: String,
    /// Who plays. The first of them moves first in the first game.
    pub contestants: [Contestant; 2],
    /// The moves with which both games begin, as the game's notation writes them.
    pub opening: Vec<String>,
    /// The source of the games' seeds and, through them, of whatever is random in the players.
    pub seed: u64,
    /// What binds the players beyond the rules.
    pub limits: Limits,
}

/// What binds players beyond the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds by which every answer may be late, for machines that are not quiet; in a game
    /// with a clock for the whole game, all answers together.
    pub margin_ms: u64,
}

/// One game of a unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// What statistics need of it.
    pub summary: GameSummary,
    /// Everything else.
    pub record: Record,
}

impl PlayedGame {
    /// Returns which contestant, 0 or 1, was asked in a turn of this game.
    #[must_use]
    pub fn player_of(&self, ply: &Ply) -> usize {
        ply.player ^ self.summary.first
    }
}

/// The two games of a unit, in the order in which they were played.
pub type PlayedPair = [PlayedGame; 2];

/// A unit that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum GamePairError {
    /// A game that is not known.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A player that cannot be started.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Someone asked to stop.
    #[error("stopped before the last game had ended")]
    Stopped,
}

/// Makes a program of a bot's source.
pub trait Compile: Sync {
    /// Returns the program that `source`, one file of Rust, compiles to at the judge of `game`. The
    /// same source may give the same program.
    ///
    /// # Errors
    ///
    /// What the compiler says, or what keeps it from running.
    fn compile(&self, game: &dyn Game, source: &str) -> Result<PathBuf, String>;
}

/// Plays units, one after the other.
pub struct Worker<'a> {
    compile: &'a dyn Compile,
    stop: Stop,
    core: Option<usize>,
    /// Agents that need not be started anew for each game.
    kept: Vec<(Contestant, Box<dyn Agent>)>,
}

impl<'a> Worker<'a> {
    /// Returns a worker whose programs run on `core` alone, if it is given, until `stop` asks it to
    /// stop.
    #[must_use]
    pub fn new(compile: &'a dyn Compile, stop: &Stop, core: Option<usize>) -> Worker<'a> {
        Worker { compile, stop: stop.clone(), core, kept: Vec::new() }
    }

    /// Plays both games of a unit.
    ///
    /// # Errors
    ///
    /// A game that is not known, a player that cannot be started, or a request to stop. A program
    /// that fails in its game has lost it, and that is a result.
    pub fn play(&mut self, game_pair: &GamePair) -> Result<PlayedPair, GamePairError> {
        let game = game(&game_pair.game)?;
        let mut rng = Rng::with_seed(game_pair.seed);
        let seeds = [rng.u32(..), rng.u32(..)].map(u64::from);
        Ok([
            self.play_one(game_pair, game, 0, seeds[0])?,
            self.play_one(game_pair, game, 1, seeds[1])?,
        ])
    }

    /// Plays one game of a unit's players alone, that in which contestant `first` moves first: 0 or
    /// 1. The unit's own seed is the game's, so that both colours may be played with one seed.
    ///
    /// # Errors
    ///
    /// As for [`Worker::play`].
    pub fn play_single(
        &mut self,
        game_pair: &GamePair,
        first: usize,
    ) -> Result<PlayedGame, GamePairError> {
        self.play_one(game_pair, game(&game_pair.game)?, first, game_pair.seed)
    }

    /// Plays the game in which contestant `first` moves first.
    fn play_one(
        &mut self,
        game_pair: &GamePair,
        game: &dyn Game,
        first: usize,
        seed: u64,
    ) -> Result<PlayedGame, GamePairError> {
        if self.stop.is_requested() {
            return Err(GamePairError::Stopped);
        }
        let stop = self.stop.clone();
        let mut rng = Rng::with_seed(seed);
        // The first contestant draws first, whoever moves first.
        let mut seeds = [(); 2].map(|()| u64::from(rng.u32(..)));
        seeds.rotate_left(first);
        let sides = [first, 1 - first].map(|player| &game_pair.contestants[player]);
        let mut seats = Vec::new();
        for (contestant, seed) in sides.into_iter().zip(seeds) {
            let setup = GameSetup {
                seed,
                opening: &game_pair.opening,
                stop: &stop,
                memory: game.memory_limit(),
                core: self.core,
            };
            let margin = Duration::from_millis(game_pair.limits.margin_ms);
            let time = contestant.time(game).with_margin(margin);
            let agent = self.sit_down(contestant, game, &setup)?;
            seats.push(Seat::new(agent, time, contestant.answers_in_opening()));
        }
        let mut referee = game.referee();
        let played = play_game(referee.as_mut(), &mut seats, &game_pair.opening);
        let finished = played.map_err(|Interrupted| GamePairError::Stopped)?;
        let mut usage = [seats[0].usage(), seats[1].usage()];
        usage.rotate_left(first);
        for (contestant, seat) in sides.into_iter().zip(seats) {
            if contestant.can_be_kept() {
                self.kept.push((contestant.clone(), seat.stand_up()));
            }
        }
        let record = Record {
            game: game_pair.game.clone(),
            seed,
            result: finished.outcome.to_string(),
            reason: finished.termination.reason().to_owned(),
            policy: format!("{}/{}", sides[0].name, sides[1].name),
            plies: finished.plies,
            farewell: finished.farewell,
        };
        let summary = GameSummary {
            first,
            seed,
            outcome: finished.outcome,
            reason: record.reason.clone(),
            detail: finished.detail,
            plies: record.plies.len(),
            usage,
        };
        Ok(PlayedGame { summary, record })
    }

    /// Returns an agent for a new game, one that was kept if it is ready for another.
    fn sit_down(
        &mut self,
        contestant: &Contestant,
        game: &dyn Game,
        setup: &GameSetup<'_>,
    ) -> Result<Box<dyn Agent>, AgentError> {
        if let Some(index) = self.kept.iter().position(|(known, _)| known == contestant) {
            let (_, mut agent) = self.kept.swap_remove(index);
            if agent.begin(setup) {
                return Ok(agent);
            }
        }
        contestant.start(game, setup, self.compile)
    }
}

/// Returns which side contestant `player` has in a game in which contestant `first` moves first.
pub(crate) fn side_of(player: usize, first: usize) -> Player {
    if player == first { Player::First } else { Player::Second }
}
