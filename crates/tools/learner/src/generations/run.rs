//! Run of generations: self-play, training and gate, within a time budget.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use distributed::{QueuedShards, play_shards};
use indicatif::{ProgressBar, ProgressStyle};
use nn::FINEST_STEPS;
use options::queue::QueuedPlan;
use queue::Queue;
use registry::{Stop, game, match_openings};
use stats::{EloModel, Hypothesis, PairScores, Sprt};
use trainer::{
    Duel, Effort, Evaluator, Filter, NetworkGame, Samples, Shard, ShardFolder, TunableGame, Watch,
};

use super::state::{Gate, Generation, State};
use crate::training::{NoSecondLayer, Training, TrainingDevice, TrainingWatch};
use crate::training_job::{Exported, TEXT, print_samples, train};

/// Run of generations until the time is over.
pub(crate) struct Run<'a> {
    pub(crate) tunable_game: &'static dyn TunableGame,
    pub(crate) network_game: &'static dyn NetworkGame,
    /// Folder of the run.
    pub(crate) folder: &'a Path,
    /// Root of the workspace, for the source of the bot's network.
    pub(crate) root: &'a Path,
    pub(crate) state: State,
    /// Device that networks are trained on.
    pub(crate) device: TrainingDevice,
    /// Queue of the self-play, with the options of its plans.
    pub(crate) queue: Option<(&'a Queue, &'a QueuedPlan)>,
    pub(crate) stop: &'a Stop,
    /// Time of the last update of `state.spent`.
    pub(crate) clock: Instant,
}

/// Outcome of a step of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The step is complete.
    Taken,
    /// A stop was requested.
    Stopped,
}

/// Shortest time of a generation, in seconds.
const SHORTEST: f64 = 60.0;
/// Smallest time of a generation as a share of the whole run.
const SMALLEST: f64 = 0.125;
/// Smallest share of a generation's time for which a generation starts, if less time is left.
const WORTHWHILE: f64 = 0.5;

/// Share of a generation's time after which self-play ends.
const GAMES_UNTIL: f64 = 0.55;
/// Share of a generation's time after which the training ends.
const TRAINING_UNTIL: f64 = 0.8;
/// Smallest share of a generation's time for the gate, even if the gate starts late.
const SHORTEST_GATE: f64 = 0.1;

/// Minimum and maximum number of epochs.
const EPOCHS: (f64, f64) = (1.0, 12.0);
/// Batch size, in positions.
const BATCH: usize = 2048;
/// Initial learning rate for this batch size.
const RATE: f64 = 0.003;
/// Number of slow steps at the start of a training, before its speed is measured.
const WARM_UP: u64 = 4;
/// Share of the training time in which the speed is measured.
const MEASURED: f64 = 0.03;

/// Filter of the training samples.
const FILTER: Filter = Filter { first_plies: 6, keeps_noisy: false, keeps_duplicates: false };

/// SPRT of the gate: normalized Elo difference under H0 and under H1, and error rate of type I and
/// of type II.
const GATE: (f64, f64, f64) = (0.0, 30.0, 0.05);
/// Maximum number of game pairs in a gate.
const MAX_PAIRS: u32 = 5000;

impl Run<'_> {
    /// Starts a generation, or resumes the last one if it is not complete. `seconds` is the time of
    /// the whole run. Returns the number of the generation, or `None` if there is too little time
    /// for another one.
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
        // If the rest of the time is too short for another generation, this one gets it.
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
        self.save()?;
        Ok(Some(number))
    }

    /// Runs a generation: self-play, training and gate.
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

    /// Plays shards until the time `until` of the run, at least one.
    fn play(&mut self, number: usize, until: f64) -> anyhow::Result<Step> {
        let evaluator = self.evaluator(self.state.player(number))?;
        if let Some((queue, options)) = self.queue {
            return self.play_on_queue(number, until, &evaluator, queue, options);
        }
        let folder = self.data();
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{pos} games in {elapsed}")?);
        let on_game = |_| bar.inc(1);
        let stop = self.stop;
        let watch = Watch { is_stopped: &|| stop.is_requested(), on_game: &on_game, ..Watch::NONE };
        let mut played = 0;
        while self.state.generations[number].shards.is_none() {
            let shard = [self.state.shard(number, played)];
            let done = folder.play_missing(self.tunable_game, &evaluator, &shard, &watch)?;
            if done == 0 {
                bar.finish_and_clear();
                self.save()?;
                return Ok(Step::Stopped);
            }
            played += 1;
            self.save()?;
            if self.state.spent >= until {
                self.state.generations[number].shards = Some(played);
                self.save()?;
            }
        }
        bar.finish_and_clear();
        Ok(Step::Taken)
    }

    /// Plays shards by the workers of a queue until the time `until` of the run, at least one.
    fn play_on_queue(
        &mut self,
        number: usize,
        until: f64,
        evaluator: &Evaluator,
        queue: &Queue,
        options: &QueuedPlan,
    ) -> anyhow::Result<Step> {
        if self.state.generations[number].shards.is_some() {
            return Ok(Step::Taken);
        }
        let (game, stop, folder, state) =
            (self.tunable_game, self.stop, self.data(), self.state.clone());
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{pos} shards in {elapsed}")?);
        let queued = QueuedShards {
            queue,
            options,
            folder: &folder,
            shard: &|shard| Some(state.shard(number, shard as u64)),
            count: None,
            note: &|note| bar.suspend(|| eprintln!("note: {note}")),
        };
        let mut played = 0;
        let on_shard = &mut |_: &Shard| {
            bar.inc(1);
            played += 1;
            self.save()?;
            Ok(match self.state.spent >= until {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        };
        let ended = play_shards(&queued, game, evaluator, stop, on_shard)?;
        bar.finish_and_clear();
        if ended.was_stopped {
            return Ok(Step::Stopped);
        }
        self.state.generations[number].shards = Some(played);
        self.save()?;
        Ok(Step::Taken)
    }

    /// Trains a network until about the time `until` of the run. Returns `None` if a stop was
    /// requested.
    fn train(&mut self, number: usize, until: f64) -> anyhow::Result<Option<Exported>> {
        let data = self.data();
        let paths: Vec<PathBuf> =
            self.state.window(number).iter().map(|shard| data.path_of(shard)).collect();
        // Players without an evaluation capture only by chance. Without positions before a capture
        // the network would not learn the worth of pieces.
        let keeps_noisy = !self.state.generations[number].has_evaluation();
        let filter = Filter { keeps_noisy, ..FILTER };
        let samples = self.network_game.read_samples(&paths, &filter, self.state.plan.lambda)?;
        print_samples(&samples);
        let training = match self.state.generations[number].training {
            Some(training) => training,
            None => self.plan_training(number, &samples, until)?,
        };
        let folder = self.network(number);
        let trained = train(&samples, &training, None, self.device, &folder, self.stop)?;
        let Some(trained) = trained else {
            self.save()?;
            return Ok(None);
        };
        let exported = Exported::write(&folder, &trained, FINEST_STEPS)?;
        let generation = &mut self.state.generations[number];
        generation.positions = samples.counts()[0];
        generation.loss = Some(exported.loss());
        self.save()?;
        Ok(Some(exported))
    }

    /// Chooses the number of epochs by the measured speed of a few steps.
    fn plan_training(
        &mut self,
        number: usize,
        samples: &Samples,
        until: f64,
    ) -> anyhow::Result<Training> {
        let plan = &self.state.plan;
        let mut training = Training {
            hidden: plan.hidden,
            second: NoSecondLayer,
            epochs: 1,
            batch: BATCH,
            learning_rate: RATE,
            weight_decay: 0.0,
            seed: self.state.seed(number),
            steps: None,
        };
        let seconds = until - self.state.spent;
        let step = seconds_per_step(samples, &training, self.device, MEASURED * seconds)?;
        self.save()?;
        let epoch = step * samples.counts()[0].div_ceil(BATCH) as f64;
        let epochs = (until - self.state.spent) / epoch;
        training.epochs = epochs.clamp(EPOCHS.0, EPOCHS.1).round() as u32;
        self.state.generations[number].training = Some(training);
        self.save()?;
        Ok(training)
    }

    /// Plays the gate: a match of the network against the current one until the SPRT decides or the
    /// time is over. The network passes only if the SPRT accepts H1.
    fn test(&mut self, number: usize, exported: Exported) -> anyhow::Result<Step> {
        let (elo0, elo1, error) = GATE;
        let sprt = Sprt::new(elo0, elo1, error, error, EloModel::Normalized)?;
        let current = self.evaluator(self.state.current(number))?;
        let candidate = Evaluator::Network(exported.text);
        let seed = self.state.seed(number);
        let effort = Effort::Nodes(self.state.plan.nodes);
        let duel = Duel { players: [(&candidate).into(), (&current).into()], effort, seed };
        // A gate that starts late gets the shortest time at least.
        let [start, until] = self.state.generations[number].time;
        let seconds = (until - self.state.spent).max(SHORTEST_GATE * (until - start));
        let started = Instant::now();
        let openings = match_openings(game(self.tunable_game.name())?, MAX_PAIRS as usize, seed);
        let none = PairScores::default();
        let pairs = duel.play(self.tunable_game, &openings, none, MAX_PAIRS, |pairs| {
            sprt.decide(pairs).is_some()
                || started.elapsed().as_secs_f64() >= seconds
                || self.stop.is_requested()
        })?;
        if self.stop.is_requested() {
            self.save()?;
            return Ok(Step::Stopped);
        }
        let is_passed = sprt.decide(&pairs) == Some(Hypothesis::Elo1);
        let gate = Gate { against: current.identity(), pairs, llr: sprt.llr(&pairs), is_passed };
        self.state.generations[number].gate = Some(gate);
        self.save()?;
        Ok(Step::Taken)
    }

    /// Returns the evaluator of a generation: its network, or the evaluator of the start of the run
    /// for `None`.
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

    /// Returns the folder of the self-play shards.
    fn data(&self) -> ShardFolder {
        ShardFolder::new(&self.folder.join("data"))
    }

    /// Returns the folder of a generation's network.
    pub(crate) fn network(&self, number: usize) -> PathBuf {
        self.folder.join(format!("generation-{:02}", number + 1))
    }

    /// Updates the time of the run and writes the state.
    fn save(&mut self) -> anyhow::Result<()> {
        self.state.spent += self.clock.elapsed().as_secs_f64();
        self.clock = Instant::now();
        self.state.save(self.folder)
    }
}

/// Measures the time of a training step for `seconds`, and returns it in seconds.
fn seconds_per_step(
    samples: &Samples,
    training: &Training,
    device: TrainingDevice,
    seconds: f64,
) -> anyhow::Result<f64> {
    let started = Instant::now();
    // Number of steps and elapsed seconds, at the start of the measurement and now.
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
    let folder = tempfile::tempdir().context("a temporary folder cannot be created")?;
    let checkpoint = folder.path().join("tried");
    crate::training::train(samples, training, None, device, &checkpoint, &watch)?;
    Ok(measured() / (now.get().0 - began.get().0).max(1) as f64)
}

/// Value of the option `--from` for the current network of the bot.
pub(crate) const PRESENT: &str = "present";
