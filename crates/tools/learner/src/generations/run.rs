use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use arena::{EloModel, Hypothesis, Sprt, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use learner::{Training, TrainingDevice, TrainingWatch};
use nn::FINEST_STEPS;
use trainer::{Duel, Effort, Evaluator, Filter, Folder, NetworkGame, Samples, TunableGame, Watch};

use super::state::{Gate, Generation, State};
use crate::commands::train::{Exported, TEXT, tell_samples, train};

/// Generation after generation until the time is over.
pub(crate) struct Run<'a> {
    pub(crate) tunable_game: &'static dyn TunableGame,
    pub(crate) network_game: &'static dyn NetworkGame,
    /// Where everything is kept.
    pub(crate) folder: &'a Path,
    /// The root of the workspace, for the network that the bot has.
    pub(crate) root: &'a Path,
    pub(crate) state: State,
    /// What networks are trained on.
    pub(crate) device: TrainingDevice,
    pub(crate) stop: &'a Stop,
    /// The last time that the state's clock was read.
    pub(crate) clock: Instant,
}

/// Whether a step was taken, or someone has asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Taken,
    Stopped,
}

/// A generation takes at least so many seconds, and at least this share of all time; with less than
/// that share of its time left, none is begun.
const SHORTEST: f64 = 60.0;
const SMALLEST: f64 = 0.125;
const WORTHWHILE: f64 = 0.5;

/// The shares of a generation's time until its games and its training are over.
const GAMES_UNTIL: f64 = 0.55;
const TRAINING_UNTIL: f64 = 0.8;
/// The share that a gate gets however late it begins.
const SHORTEST_GATE: f64 = 0.1;

/// How often a position is seen, at most and at least.
const EPOCHS: (f64, f64) = (1.0, 12.0);
/// Positions a step, and the learning rate for them.
const BATCH: usize = 2048;
const RATE: f64 = 0.003;
/// The speed of a training is measured after so many steps, the first ones being slow, and for this
/// share of its time.
const WARM_UP: u64 = 4;
const MEASURED: f64 = 0.03;

/// Which positions are learned from.
const FILTER: Filter = Filter { first_plies: 6, keeps_noisy: false, keeps_duplicates: false };

/// The gate: passed by whoever is 30 Elo stronger, refused to whoever is not stronger at all, with
/// five percent of error either way.
const GATE: (f64, f64, f64) = (0.0, 30.0, 0.05);
/// The most pairs of a gate, played only where time allows.
const MOST_PAIRS: u32 = 5000;

impl Run<'_> {
    /// Begins a generation that is to be over `seconds` after the run began, or goes on with one
    /// that is not over. Returns its number; `None` if there is too little time for another one.
    pub(crate) fn begin(&mut self, seconds: f64) -> anyhow::Result<Option<usize>> {
        let (number, now) = (self.state.generations.len(), self.state.spent);
        let left = seconds - now;
        if left <= 0.0 {
            return Ok(None);
        }
        if self.state.generations.last().is_some_and(|last| last.gate.is_none()) {
            return Ok(Some(number - 1));
        }
        let share = (SMALLEST * seconds).max(SHORTEST);
        if number > 0 && left < WORTHWHILE * share {
            return Ok(None);
        }
        // What would be left over belongs to the last generation.
        let share = if left < (1.0 + WORTHWHILE) * share { left } else { share };
        let evaluator = self.evaluator(self.state.player(number))?.identity();
        self.state.generations.push(Generation {
            time: [now, now + share],
            evaluator,
            shards: None,
            training: None,
            positions: 0,
            loss: None,
            gate: None,
        });
        self.keep()?;
        Ok(Some(number))
    }

    /// Plays, trains and tests.
    pub(crate) fn generation(&mut self, number: usize) -> anyhow::Result<Step> {
        let [start, until] = self.state.generations[number].time;
        let at = |share: f64| start + share * (until - start);
        if self.play(number, at(GAMES_UNTIL))? == Step::Stopped {
            return Ok(Step::Stopped);
        }
        let Some(exported) = self.train(number, at(TRAINING_UNTIL))? else {
            return Ok(Step::Stopped);
        };
        self.test(number, exported)
    }

    /// Plays shards until the clock says `until`, one at least.
    fn play(&mut self, number: usize, until: f64) -> anyhow::Result<Step> {
        let evaluator = self.evaluator(self.state.player(number))?;
        let folder = self.data();
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{pos} games in {elapsed}")?);
        let on_game = |_| bar.inc(1);
        let stop = self.stop;
        let watch =
            Watch { is_stopped: &|| stop.is_requested(), on_game: &on_game, ..Watch::NOBODY };
        let mut played = 0;
        while self.state.generations[number].shards.is_none() {
            let shard = [self.state.shard(number, played)];
            let done = folder.play_missing(self.tunable_game, &evaluator, &shard, &watch)?;
            if done == 0 {
                bar.finish_and_clear();
                self.keep()?;
                return Ok(Step::Stopped);
            }
            played += 1;
            self.keep()?;
            if self.state.spent >= until {
                self.state.generations[number].shards = Some(played);
                self.keep()?;
            }
        }
        bar.finish_and_clear();
        Ok(Step::Taken)
    }

    /// Trains a network as long as the clock allows. `None` if someone has asked to stop.
    fn train(&mut self, number: usize, until: f64) -> anyhow::Result<Option<Exported>> {
        let data = self.data();
        let paths: Vec<PathBuf> =
            self.state.window(number).iter().map(|shard| data.path_of(shard)).collect();
        // Who has no opinions captures by chance, and only so it shows what pieces are worth.
        let keeps_noisy = !self.state.generations[number].has_opinions();
        let filter = Filter { keeps_noisy, ..FILTER };
        let samples = self.network_game.read_samples(&paths, &filter, self.state.plan.lambda)?;
        tell_samples(&samples);
        let training = match self.state.generations[number].training {
            Some(training) => training,
            None => self.plan_training(number, &samples, until)?,
        };
        let folder = self.network(number);
        let trained = train(&samples, &training, self.device, &folder, self.stop)?;
        let Some(trained) = trained else {
            self.keep()?;
            return Ok(None);
        };
        let exported = Exported::write(&folder, &trained, FINEST_STEPS)?;
        let generation = &mut self.state.generations[number];
        generation.positions = samples.counts()[0];
        generation.loss = Some(exported.loss());
        self.keep()?;
        Ok(Some(exported))
    }

    /// Chooses how often the positions are seen by how fast a few steps are.
    fn plan_training(
        &mut self,
        number: usize,
        samples: &Samples,
        until: f64,
    ) -> anyhow::Result<Training> {
        let plan = &self.state.plan;
        let mut training = Training {
            hidden: plan.hidden,
            second: plan.second,
            epochs: 1,
            batch: BATCH,
            learning_rate: RATE,
            weight_decay: 0.0,
            seed: self.state.seed(number),
        };
        let seconds = until - self.state.spent;
        let step = seconds_per_step(samples, &training, self.device, MEASURED * seconds)?;
        self.keep()?;
        let epoch = step * samples.counts()[0].div_ceil(BATCH) as f64;
        let epochs = (until - self.state.spent) / epoch;
        training.epochs = epochs.clamp(EPOCHS.0, EPOCHS.1).round() as u32;
        self.state.generations[number].training = Some(training);
        self.keep()?;
        Ok(training)
    }

    /// Lets the network play the present one until the test or the clock has decided: who has not
    /// passed then is refused.
    fn test(&mut self, number: usize, exported: Exported) -> anyhow::Result<Step> {
        let (elo0, elo1, error) = GATE;
        let sprt = Sprt::new(elo0, elo1, error, error, EloModel::Normalized)?;
        let present = self.evaluator(self.state.present(number))?;
        let candidate = Evaluator::Network(exported.text);
        let seed = self.state.seed(number);
        let effort = Effort::Nodes(self.state.plan.nodes);
        let duel = Duel { players: [(&candidate).into(), (&present).into()], effort, seed };
        // A generation that came late to its gate is tested all the same.
        let [start, until] = self.state.generations[number].time;
        let seconds = (until - self.state.spent).max(SHORTEST_GATE * (until - start));
        let started = Instant::now();
        let pairs = duel.play(self.tunable_game, MOST_PAIRS, |pairs| {
            sprt.decide(pairs).is_some()
                || started.elapsed().as_secs_f64() >= seconds
                || self.stop.is_requested()
        })?;
        if self.stop.is_requested() {
            self.keep()?;
            return Ok(Step::Stopped);
        }
        let is_passed = sprt.decide(&pairs) == Some(Hypothesis::Elo1);
        let gate = Gate { against: present.identity(), pairs, llr: sprt.llr(&pairs), is_passed };
        self.state.generations[number].gate = Some(gate);
        self.keep()?;
        Ok(Step::Taken)
    }

    /// Returns the network of a generation; `None` stands for what the run began with.
    pub(crate) fn evaluator(&self, generation: Option<usize>) -> anyhow::Result<Evaluator> {
        if let Some(number) = generation {
            let path = self.network(number).join(TEXT);
            return Ok(Evaluator::find(&path.to_string_lossy())?);
        }
        if self.state.plan.from != PRESENT {
            return Ok(Evaluator::find(&self.state.plan.from)?);
        }
        Ok(Evaluator::in_source(&self.root.join(self.network_game.source()))?)
    }

    fn data(&self) -> Folder {
        Folder::new(&self.folder.join("data"))
    }

    /// Returns the folder of a generation's network.
    pub(crate) fn network(&self, number: usize) -> PathBuf {
        self.folder.join(format!("generation-{:02}", number + 1))
    }

    /// Reads the clock, and writes the state.
    fn keep(&mut self) -> anyhow::Result<()> {
        self.state.spent += self.clock.elapsed().as_secs_f64();
        self.clock = Instant::now();
        self.state.keep(self.folder)
    }
}

/// Returns the seconds that a step takes, measured for `seconds`.
fn seconds_per_step(
    samples: &Samples,
    training: &Training,
    device: TrainingDevice,
    seconds: f64,
) -> anyhow::Result<f64> {
    let started = Instant::now();
    // Steps done, and the seconds until then: when the measurement began, and now.
    let (began, now) = (Cell::new((0, 0.0)), Cell::new((0, 0.0)));
    let measured = || now.get().1 - began.get().1;
    let on_step = |done, _, _: Option<&_>| {
        now.set((done, started.elapsed().as_secs_f64()));
        if done <= WARM_UP {
            began.set(if done < WARM_UP { (0, 0.0) } else { now.get() });
        }
    };
    let is_stopped = || now.get().0 > WARM_UP && measured() >= seconds;
    let watch = TrainingWatch { is_stopped: &is_stopped, on_step: &on_step };
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    learner::train(samples, training, device, &folder.path().join("tried"), &watch)?;
    Ok(measured() / (now.get().0 - began.get().0).max(1) as f64)
}

/// The network that the bot has now.
pub(crate) const PRESENT: &str = "present";
