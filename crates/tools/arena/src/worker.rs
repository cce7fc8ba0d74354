//! Worker that plays game pairs.

use std::io;
use std::time::Duration;

use fastrand::Rng;
use records::Record;
use registry::{Agent, BadMove, Game, GameSetup, Stop, UnknownGame, game};

use crate::clock_scale::ClockScale;
use crate::game_pair::{GamePair, Limits};
use crate::judge::{self, RefereeFault, Unjudged};
use crate::plan::Plan;
use crate::play::{Interrupted, PlayerState, play_game};
use crate::played::{PlayedGame, PlayedPair};
use crate::player::{AgentError, Compile, Contestant};
use crate::process::Sandbox;
use crate::single_turn::{Absent, SingleAnswer, answer_after, asked_after};
use crate::summary::GameSummary;

/// Error: a game pair that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum GamePairError {
    /// The game is not known.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The opening cannot be played.
    #[error("the opening cannot be played: {0}")]
    Opening(#[from] BadMove),
    /// No game can begin after the opening.
    #[error("the opening ends the game or breaks off within a move")]
    NoOpening,
    /// A player cannot be started.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A foreign referee cannot be started.
    #[error("the referee `{command}` cannot be started")]
    NoReferee {
        /// The command line of the referee.
        command: String,
        /// Error of the operating system.
        source: io::Error,
    },
    /// A foreign referee has not judged a game.
    #[error(transparent)]
    Referee(#[from] RefereeFault),
    /// The match was asked to stop.
    #[error("stopped before the last game had ended")]
    Stopped,
}

impl From<Unjudged> for GamePairError {
    fn from(unjudged: Unjudged) -> GamePairError {
        match unjudged {
            Unjudged::Stopped => GamePairError::Stopped,
            Unjudged::Agent(error) => GamePairError::Agent(error),
            Unjudged::NoReferee { command, source } => GamePairError::NoReferee { command, source },
            Unjudged::Fault(fault) => GamePairError::Referee(fault),
        }
    }
}

/// Plays game pairs, one after the other.
pub struct Worker<'a> {
    compile: &'a dyn Compile,
    stop: Stop,
    core: Option<usize>,
    sandbox: Sandbox,
    clock: ClockScale,
    /// Agents that can play another game without a new start.
    kept: Vec<(Contestant, Box<dyn Agent>)>,
}

impl<'a> Worker<'a> {
    /// Returns a worker that plays until `stop` is requested. Its programs run on `core` only, if
    /// one is given.
    #[must_use]
    pub fn new(compile: &'a dyn Compile, stop: &Stop, core: Option<usize>) -> Worker<'a> {
        let (sandbox, clock) = (Sandbox::default(), ClockScale::NONE);
        Worker { compile, stop: stop.clone(), core, sandbox, clock, kept: Vec::new() }
    }

    /// Returns the same worker, whose programs run in `sandbox`.
    #[must_use]
    pub fn in_sandbox(self, sandbox: &Sandbox) -> Worker<'a> {
        Worker { sandbox: sandbox.clone(), ..self }
    }

    /// Returns the same worker, which plays game pairs with scaled clocks.
    #[must_use]
    pub fn with_clock(self, clock: ClockScale) -> Worker<'a> {
        Worker { clock, ..self }
    }

    /// Starts each program of a match once and ends it again, so that a match that cannot start is
    /// known before its first game. Players that a foreign referee starts itself are left to it.
    ///
    /// # Errors
    ///
    /// The game is not known, or a player or a foreign referee cannot be started.
    pub fn try_start(&self, plan: &Plan) -> Result<(), GamePairError> {
        if let Some(referee) = &plan.referee {
            return Ok(judge::try_start(plan, referee, &self.stop, &self.sandbox)?);
        }
        let game = game(&plan.game)?;
        let setup = GameSetup {
            seed: plan.seed,
            opening: &plan.openings[0],
            stop: &self.stop,
            memory: game.memory_limit(),
            core: self.core,
        };
        for contestant in &plan.contestants {
            contestant.start(game, &setup, self.compile, &self.sandbox)?;
        }
        Ok(())
    }

    /// Plays both games of a game pair.
    ///
    /// # Errors
    ///
    /// The game is not known, the opening cannot be played, a player or a foreign referee cannot be
    /// started, the referee has not judged a game, or the match was asked to stop. A program that
    /// fails during a game has lost it; that is a result and not an error.
    pub fn play(&mut self, game_pair: &GamePair) -> Result<PlayedPair, GamePairError> {
        let seeds = game_pair.seeds();
        Ok([self.play_one(game_pair, 0, seeds[0])?, self.play_one(game_pair, 1, seeds[1])?])
    }

    /// Plays only one game of a game pair: that in which contestant `first`, 0 or 1, moves first.
    /// The seed of the game pair is the seed of the game, so that both colours can be played with
    /// one seed.
    ///
    /// # Errors
    ///
    /// As for [`Worker::play`].
    pub fn play_single(
        &mut self,
        game_pair: &GamePair,
        first: usize,
    ) -> Result<PlayedGame, GamePairError> {
        self.play_one(game_pair, first, game_pair.seed)
    }

    /// Asks a player for a move in the position after `moves`, as a judge asks it: the player gets
    /// all turns that lead there, and its time is that of a turn of the game.
    ///
    /// # Errors
    ///
    /// The moves cannot be played, no player is asked after them, the player cannot be started, or
    /// the worker was asked to stop. An answer that loses the game is no error.
    pub fn answer(
        &mut self,
        game: &dyn Game,
        contestant: &Contestant,
        moves: &[String],
        seed: u64,
        limits: Limits,
    ) -> Result<SingleAnswer, GamePairError> {
        if self.stop.is_requested() {
            return Err(GamePairError::Stopped);
        }
        if !game.is_opening(moves)? {
            return Err(GamePairError::NoOpening);
        }
        let asked = asked_after(game.referee().as_mut(), moves).ok_or(GamePairError::NoOpening)?;
        let stop = self.stop.clone();
        let memory = game.memory_limit();
        let setup = GameSetup { seed, opening: moves, stop: &stop, memory, core: self.core };
        let time = contestant.time(game).with_margin(Duration::from_millis(limits.margin_ms));
        let agent = self.agent_for(contestant, game, &setup)?;
        let state = PlayerState::new(agent, time, contestant.answers_in_opening());
        let absent = PlayerState::new(Box::new(Absent), time, false);
        let mut players = [state, absent];
        players.rotate_left(asked.index());
        let answer = answer_after(game.referee().as_mut(), &mut players, moves, asked);
        let answer = answer.map_err(|Interrupted| GamePairError::Stopped)?;
        players.rotate_right(asked.index());
        let [state, _] = players;
        if contestant.can_be_kept() {
            self.kept.push((contestant.clone(), state.into_agent()));
        }
        Ok(answer)
    }

    /// Plays the game in which contestant `first` moves first.
    fn play_one(
        &mut self,
        game_pair: &GamePair,
        first: usize,
        seed: u64,
    ) -> Result<PlayedGame, GamePairError> {
        if self.stop.is_requested() {
            return Err(GamePairError::Stopped);
        }
        if let Some(foreign) = &game_pair.foreign {
            return Ok(judge::play(
                game_pair,
                foreign,
                first,
                seed,
                &self.stop,
                self.core,
                &self.sandbox,
            )?);
        }
        let game = game(&game_pair.game)?;
        // The opening may come from another machine: an error in it is no player's fault.
        if !game.is_opening(&game_pair.opening)? {
            return Err(GamePairError::NoOpening);
        }
        let stop = self.stop.clone();
        let mut rng = Rng::with_seed(seed);
        // The first contestant draws its seed first, independent of who moves first.
        let mut seeds = [(); 2].map(|()| u64::from(rng.u32(..)));
        seeds.rotate_left(first);
        let both = &game_pair.contestants;
        let margin = Duration::from_millis(game_pair.limits.margin_ms);
        let sides =
            [first, 1 - first].map(|player| self.clock.apply(&both[player], both, game, margin));
        let mut players = Vec::new();
        for ((contestant, time), seed) in sides.iter().zip(seeds) {
            let setup = GameSetup {
                seed,
                opening: &game_pair.opening,
                stop: &stop,
                memory: game.memory_limit(),
                core: self.core,
            };
            let agent = self.agent_for(contestant, game, &setup)?;
            players.push(PlayerState::new(agent, *time, contestant.answers_in_opening()));
        }
        let mut referee = game.referee();
        let played = play_game(referee.as_mut(), &mut players, &game_pair.opening);
        let finished = played.map_err(|Interrupted| GamePairError::Stopped)?;
        let mut usage = [players[0].usage(), players[1].usage()];
        usage.rotate_left(first);
        for ((contestant, _), state) in sides.iter().zip(players) {
            if contestant.can_be_kept() {
                self.kept.push((contestant.clone(), state.into_agent()));
            }
        }
        let record = Record {
            game: game_pair.game.clone(),
            seed,
            result: finished.outcome.to_string(),
            reason: finished.termination.reason().to_owned(),
            policy: format!("{}/{}", sides[0].0.name, sides[1].0.name),
            plies: finished.plies,
            farewell: finished.farewell,
            judgement: None,
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

    /// Returns an agent for a new game: a kept one if it is ready for another game, otherwise a new
    /// one.
    fn agent_for(
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
        contestant.start(game, setup, self.compile, &self.sandbox)
    }
}
