use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use fastrand::Rng;
use gamekit::{Outcome, Player};

use crate::play::{Finished, Seat, at_fault, play_game};
use crate::{AgentError, AnswerTimes, Contestant, Game, GameSetup, Record, Stop, Termination};

/// A match of two players: pairs of games from the same opening with colours swapped.
#[derive(Clone)]
pub struct Match {
    /// What they play.
    pub game: &'static dyn Game,
    /// Who plays. The first of them moves first in games 0, 2, 4, ...
    pub players: [Contestant; 2],
    /// How many pairs of games.
    pub pairs: usize,
    /// The source of the openings and of the players' seeds.
    pub seed: u64,
    /// How many random plies every game starts with.
    pub opening_plies: usize,
    /// How many games run at once.
    pub jobs: usize,
    /// Ends the match early.
    pub stop: Stop,
}

/// One game of a match.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// Its place in the match, from 0.
    pub index: usize,
    /// The source of its opening, if it is the first of its pair, and of the players' seeds.
    pub seed: u64,
    /// Who moved first: 0 for the match's first player, 1 for the second.
    pub first: usize,
    /// Who has won: `First` is the player who moved first.
    pub outcome: Outcome,
    /// Why the game ended.
    pub termination: Termination,
    /// More about a fault, for a human reader.
    pub detail: Option<String>,
    /// The times of the match's first and second player.
    pub times: [AnswerTimes; 2],
    answers: Vec<String>,
}

/// A match that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player that cannot be started.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// No opening of so many plies leaves the game open.
    #[error("no opening of {0} plies leaves the game open: ask for fewer")]
    NoOpening(usize),
    /// Someone asked it to stop.
    #[error("stopped before the last game had ended")]
    Stopped,
}

impl Match {
    /// Plays all games and returns them in order. `on_game` sees each as it ends, in any order.
    ///
    /// With players that always play alike from the same seed the result does not depend on the
    /// number of jobs.
    ///
    /// # Errors
    ///
    /// A player that cannot be started, openings that cannot be drawn, or a request to stop. A
    /// program that fails in its game has lost it, and the match goes on.
    pub fn play(
        &self,
        mut on_game: impl FnMut(&GameReport),
    ) -> Result<Vec<GameReport>, MatchError> {
        let next = &AtomicUsize::new(0);
        let (ended, reports) = mpsc::channel();
        let jobs = self.jobs.clamp(1, self.game_count().max(1));
        thread::scope(|scope| {
            for _ in 0..jobs {
                let ended = ended.clone();
                scope.spawn(move || self.work(next, &ended));
            }
            drop(ended);
            let mut in_order = BTreeMap::new();
            let mut failed = None;
            for report in reports {
                match report {
                    Ok(report) => {
                        on_game(&report);
                        in_order.insert(report.index, report);
                    }
                    // The first failure tells why; the others may only follow from it.
                    Err(error) => {
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                        failed.get_or_insert(error);
                    }
                }
            }
            failed.map_or_else(|| Ok(in_order.into_values().collect()), Err)
        })
    }

    /// Tells which players keep the match from starting with openings.
    pub fn players_without_openings(&self) -> impl Iterator<Item = &Contestant> {
        self.players.iter().filter(|player| !player.can_play_openings())
    }

    /// Returns `report`'s game as a record.
    #[must_use]
    pub fn record(&self, report: &GameReport) -> Record {
        let [first, second] = [report.first, 1 - report.first].map(|i| self.players[i].label());
        Record::of_answers(
            self.game,
            report.seed,
            format!("{first}/{second}"),
            &report.answers,
            report.outcome,
            report.termination,
        )
    }

    fn game_count(&self) -> usize {
        2 * self.pairs
    }

    fn work(&self, next: &AtomicUsize, ended: &Sender<Result<GameReport, MatchError>>) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.game_count() {
                return;
            }
            let report = self.play_one(index);
            let has_failed = report.is_err();
            if ended.send(report).is_err() || has_failed {
                return;
            }
        }
    }

    fn play_one(&self, index: usize) -> Result<GameReport, MatchError> {
        if self.stop.is_requested() {
            return Err(MatchError::Stopped);
        }
        let opening = self
            .game
            .random_opening(self.opening_plies, self.game_seed(index - index % 2))
            .ok_or(MatchError::NoOpening(self.opening_plies))?;
        let first = index % 2;
        let seed = self.game_seed(index);
        let mut rng = Rng::with_seed(seed);
        let mut sit_down = |player: usize| -> Result<Seat, AgentError> {
            let contestant = &self.players[player];
            let setup = GameSetup {
                seed: seed_below_2_32(&mut rng),
                opening: &opening,
                memory: self.game.memory_limit(),
                core: None,
                stop: &self.stop,
            };
            Ok(Seat::new(contestant.start(self.game, &setup)?, contestant))
        };
        let mut seats = [sit_down(first)?, sit_down(1 - first)?];
        let mut referee = self.game.referee();
        let Ok(finished) = play_game(referee.as_mut(), &mut seats, &opening) else {
            return Err(MatchError::Stopped);
        };
        let Finished { answers, outcome, termination, detail, mut times } = finished;
        times.rotate_left(first);
        Ok(GameReport { index, seed, first, outcome, termination, detail, times, answers })
    }

    /// Returns the seed of the game with that index.
    fn game_seed(&self, index: usize) -> u64 {
        let mut rng = Rng::with_seed(self.seed);
        let salt = rng.u64(..);
        let mut rng = Rng::with_seed(salt.wrapping_add(index as u64));
        seed_below_2_32(&mut rng)
    }
}

/// Draws a seed that every reader of JSON keeps exactly.
fn seed_below_2_32(rng: &mut Rng) -> u64 {
    u64::from(rng.u32(..))
}

impl GameReport {
    /// Returns the points of the match's first player: 1, 1/2 or 0.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.outcome.score(self.seat_of(0))
    }

    /// Returns which of the match's players, 0 or 1, has lost by a fault.
    #[must_use]
    pub fn at_fault(&self) -> Option<usize> {
        let loser = at_fault(self.outcome, self.termination)?;
        Some(usize::from(self.seat_of(0) != loser))
    }

    /// Returns which side the match's player 0 or 1 had.
    fn seat_of(&self, player: usize) -> Player {
        if player == self.first { Player::First } else { Player::Second }
    }
}
