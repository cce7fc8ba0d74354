//! Worker pool: threads that play the game pairs of a match in parallel.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use registry::Stop;

use crate::game_pair::GamePair;
use crate::judge::RefereeFault;
use crate::played::PlayedPair;
use crate::player::Compile;
use crate::process::Sandbox;
use crate::worker::{GamePairError, Worker};

/// Pool of workers on this machine that play game pairs in parallel.
pub struct WorkerPool<'a> {
    /// Number of games that run at once.
    pub jobs: NonZeroUsize,
    /// Processor cores to which the games' programs are bound, one core per game; empty if they are
    /// not bound.
    pub cores: Vec<usize>,
    /// Sandbox of the games' programs.
    pub sandbox: Sandbox,
    /// Compiler of bots that are given as source.
    pub compile: &'a dyn Compile,
    /// Request that ends all games within a short time.
    pub stop: Stop,
}

/// Source of game pairs, which also takes their results.
pub trait PairSource {
    /// Error of taking a result.
    type Error: From<GamePairError>;

    /// Returns the next game pair and its number; `None` if there is none until another result has
    /// been taken.
    fn next(&mut self) -> Option<(usize, GamePair)>;

    /// Takes the games of a game pair.
    ///
    /// # Errors
    ///
    /// The result cannot be saved; no more game pairs are played.
    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), Self::Error>;

    /// Takes note of a game pair that was not played to its end because its foreign referee failed.
    ///
    /// # Errors
    ///
    /// The referee has failed too often; no more game pairs are played.
    fn skip(&mut self, number: usize, fault: RefereeFault) -> Result<(), Self::Error>;

    /// Returns whether enough has been played. Games in progress are then aborted.
    fn is_done(&self) -> bool;
}

type Played = (usize, usize, Result<PlayedPair, GamePairError>);

impl WorkerPool<'_> {
    /// Plays the game pairs of a source until it has no more, or is done.
    ///
    /// # Errors
    ///
    /// The first game pair could not be played, or its result could not be taken. Results taken
    /// before remain valid.
    pub fn play<A: PairSource>(&self, pair_source: &mut A) -> Result<(), A::Error> {
        let (finished, results) = mpsc::channel();
        thread::scope(|scope| {
            let workers: Vec<Sender<(usize, GamePair)>> = (0..self.jobs.get())
                .map(|index| {
                    let (sender, game_pairs) = mpsc::channel();
                    let finished = finished.clone();
                    scope.spawn(move || self.run_worker(index, &game_pairs, &finished));
                    sender
                })
                .collect();
            self.dispatch(pair_source, &workers, &results)
        })
    }

    /// Hands out game pairs and takes results until there is no more work.
    fn dispatch<A: PairSource>(
        &self,
        pair_source: &mut A,
        workers: &[Sender<(usize, GamePair)>],
        results: &Receiver<Played>,
    ) -> Result<(), A::Error> {
        let mut idle: BTreeSet<usize> = (0..workers.len()).collect();
        let mut failed = None;
        loop {
            while failed.is_none()
                && !pair_source.is_done()
                && let Some(&worker) = idle.first()
                && let Some(game_pair) = pair_source.next()
            {
                idle.remove(&worker);
                workers[worker].send(game_pair).expect("a worker runs until its sender is dropped");
            }
            if idle.len() == workers.len() {
                return failed.map_or(Ok(()), Err);
            }
            let (worker, number, played) = results.recv().expect("a busy worker sends a result");
            idle.insert(worker);
            let was_done = pair_source.is_done();
            match played {
                _ if was_done || failed.is_some() => {}
                Ok(pair) => failed = pair_source.take(number, pair).err(),
                Err(GamePairError::Referee(fault)) => {
                    failed = pair_source.skip(number, fault).err();
                }
                // The first failure holds the cause; the others may only follow from it.
                Err(error) => failed = Some(error.into()),
            }
            if failed.is_some() || pair_source.is_done() {
                self.stop.request();
            }
        }
    }

    fn run_worker(
        &self,
        index: usize,
        game_pairs: &Receiver<(usize, GamePair)>,
        finished: &Sender<Played>,
    ) {
        let core = self.cores.get(index % self.cores.len().max(1)).copied();
        let worker = Worker::new(self.compile, &self.stop, core);
        let mut worker = worker.in_sandbox(&self.sandbox);
        for (number, game_pair) in game_pairs {
            if finished.send((index, number, worker.play(&game_pair))).is_err() {
                return;
            }
        }
    }
}
