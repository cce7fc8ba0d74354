use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::game_pair::{Compile, GamePair, GamePairError, PlayedPair, Worker};
use crate::stop::Stop;

/// Workers of this machine that play units side by side.
pub struct WorkerPool<'a> {
    /// How many games run at once.
    pub jobs: NonZeroUsize,
    /// The cores to which the games' programs are bound, a core a game; empty if they are not.
    pub cores: Vec<usize>,
    /// Makes programs of sources.
    pub compile: &'a dyn Compile,
    /// Ends all games within a moment.
    pub stop: Stop,
}

/// Where units come from, and what becomes of them.
pub trait PairSource {
    /// What goes wrong in taking a result.
    type Error: From<GamePairError>;

    /// Returns the next unit and its number. `None` when there is none until another result has
    /// been taken.
    fn next(&mut self) -> Option<(usize, GamePair)>;

    /// Takes the games of a unit.
    ///
    /// # Errors
    ///
    /// The result cannot be kept: no more units are played.
    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), Self::Error>;

    /// Tells whether enough has been played: games that are still going on are given up.
    fn is_done(&self) -> bool;
}

type Played = (usize, usize, Result<PlayedPair, GamePairError>);

impl WorkerPool<'_> {
    /// Plays the units of an agenda until it has no more, or is done.
    ///
    /// # Errors
    ///
    /// The first unit that could not be played, or whose result could not be taken. What was taken
    /// before stays taken.
    pub fn play<A: PairSource>(&self, pair_source: &mut A) -> Result<(), A::Error> {
        let (ended, results) = mpsc::channel();
        thread::scope(|scope| {
            let workers: Vec<Sender<(usize, GamePair)>> = (0..self.jobs.get())
                .map(|index| {
                    let (give, game_pairs) = mpsc::channel();
                    let ended = ended.clone();
                    scope.spawn(move || self.work(index, &game_pairs, &ended));
                    give
                })
                .collect();
            self.lead(pair_source, &workers, &results)
        })
    }

    /// Hands out units and takes results until nothing is left to do.
    fn lead<A: PairSource>(
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
                workers[worker]
                    .send(game_pair)
                    .expect("a worker lives until its sender is dropped");
            }
            if idle.len() == workers.len() {
                return failed.map_or(Ok(()), Err);
            }
            let (worker, number, played) = results.recv().expect("a busy worker will report");
            idle.insert(worker);
            let was_done = pair_source.is_done();
            match played {
                _ if was_done || failed.is_some() => {}
                Ok(pair) => failed = pair_source.take(number, pair).err(),
                // The first failure tells why; the others may only follow from it.
                Err(error) => failed = Some(error.into()),
            }
            if failed.is_some() || pair_source.is_done() {
                self.stop.request();
            }
        }
    }

    fn work(&self, index: usize, game_pairs: &Receiver<(usize, GamePair)>, ended: &Sender<Played>) {
        let core = self.cores.get(index % self.cores.len().max(1)).copied();
        let mut worker = Worker::new(self.compile, &self.stop, core);
        for (number, game_pair) in game_pairs {
            if ended.send((index, number, worker.play(&game_pair))).is_err() {
                return;
            }
        }
    }
}
