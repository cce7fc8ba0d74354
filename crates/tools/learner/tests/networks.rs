//! Training of networks on self-play shards: loss, checkpoints and games of the trained network.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::cell::Cell;
use std::path::{Path, PathBuf};

use learner::{
    CheckpointError, NoSecondLayer, TrainError, Trained, Training, TrainingDevice, TrainingWatch,
};
use nn::{FINEST_STEPS, Parameters};
use registry::{GAMES, tunable_game};
use trainer::{
    Duel, Effort, Evaluator, Filter, NetworkGame, Samples, Shard, ShardFolder, Watch,
    decode_network, encode_network,
};

/// Returns all games whose networks can be trained.
fn network_games() -> Vec<&'static dyn NetworkGame> {
    GAMES.iter().filter_map(|game| game.network()).collect()
}

const FILTER: Filter = Filter { first_plies: 0, keeps_noisy: false, keeps_duplicates: false };

const TRAINING: Training = Training {
    hidden: 16,
    second: NoSecondLayer,
    epochs: 3,
    batch: 256,
    learning_rate: 0.01,
    weight_decay: 0.01,
    seed: 1,
    steps: None,
};

/// Plays two small shards into a folder and returns their files.
fn play(network_game: &dyn NetworkGame, folder: &Path, evaluator: &Evaluator) -> Vec<PathBuf> {
    let (tunable_game, shards) =
        (tunable_game(network_game.name()).unwrap(), ShardFolder::new(folder));
    for seed in [1, 2] {
        let shard = Shard {
            game: network_game.name().to_owned(),
            evaluator: evaluator.identity(),
            nodes: 40,
            opening_plies: (4, 10),
            seed,
            games: 80,
            labels: None,
        };
        let games = tunable_game.play_shard(&shard, evaluator, &Watch::NONE).unwrap().unwrap();
        shards.write(&shard, &games).unwrap();
    }
    shards.shards().unwrap().into_iter().map(|(_, path)| path).collect()
}

fn samples(network_game: &dyn NetworkGame, evaluator: &Evaluator) -> Samples {
    let folder = tempfile::tempdir().unwrap();
    network_game.read_samples(&play(network_game, folder.path(), evaluator), &FILTER, 0.7).unwrap()
}

/// Trains from a random network for at most `steps` steps.
fn train(
    samples: &Samples,
    training: &Training,
    checkpoint: &Path,
    steps: u64,
) -> Result<Option<Trained>, TrainError> {
    train_from(None, samples, training, checkpoint, steps)
}

/// Trains from a network for at most `steps` steps.
fn train_from(
    start: Option<&Parameters>,
    samples: &Samples,
    training: &Training,
    checkpoint: &Path,
    steps: u64,
) -> Result<Option<Trained>, TrainError> {
    let done = Cell::new(0);
    let watch = TrainingWatch {
        is_stopped: &|| done.get() >= steps,
        on_step: &|_, _, _| done.set(done.get() + 1),
    };
    learner::train(samples, training, start, TrainingDevice::Cpu, checkpoint, &watch)
}

#[test]
fn a_training_lowers_the_loss_and_gives_a_network_that_plays() {
    for network_game in network_games() {
        let samples = samples(network_game, &Evaluator::Hand);
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = folder.path().join("checkpoint");
        let trained = train(&samples, &TRAINING, &checkpoint, u64::MAX);
        let Trained { network, loss_curve } = trained.unwrap().unwrap();
        let (first, last) = (loss_curve.first().unwrap(), loss_curve.last().unwrap());
        assert!(last.loss < 0.99 * first.loss, "{loss_curve:?}");
        assert!(last.validation_loss.unwrap() < first.loss, "{loss_curve:?}");
        let validated = loss_curve.iter().filter(|point| point.validation_loss.is_some());
        assert_eq!(validated.count(), 3);
        let evaluator = Evaluator::Network(encode_network(&network, FINEST_STEPS).unwrap());
        let players = [(&evaluator).into(), (&Evaluator::Nothing).into()];
        let duel = Duel { players, effort: Effort::Nodes(30), seed: 1 };
        let tunable_game = tunable_game(network_game.name()).unwrap();
        let pairs = tunable_game.play_pairs(&duel, &vec![Vec::new(); 8]).unwrap();
        assert_eq!(tunable_game.play_pairs(&duel, &vec![Vec::new(); 8]).unwrap(), pairs);
        // The network learns too little from so few games to win, but it changes the games.
        let level = Duel { players: [(&Evaluator::Nothing).into(); 2], ..duel };
        assert_ne!(tunable_game.play_pairs(&level, &vec![Vec::new(); 8]).unwrap(), pairs);
    }
}

#[test]
fn an_interrupted_training_gives_the_same_network_as_one_without_interruptions() {
    let network_game = network_games()[0];
    let samples = samples(network_game, &Evaluator::Hand);
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let expected = train(&samples, &TRAINING, &whole, u64::MAX).unwrap().unwrap();
    let mut interrupted = 0;
    let found = loop {
        match train(&samples, &TRAINING, &parts, 5).unwrap() {
            Some(trained) => break trained,
            None => interrupted += 1,
        }
    };
    assert!(interrupted > 2, "{interrupted}");
    assert_eq!(found, expected);
    // A complete training returns its result again.
    assert_eq!(train(&samples, &TRAINING, &parts, 0).unwrap().unwrap(), expected);
}

#[test]
fn fine_tuning_begins_with_the_loss_of_the_network() {
    let network_game = network_games()[0];
    let samples = samples(network_game, &Evaluator::Hand);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let trained = train(&samples, &TRAINING, &path("first"), u64::MAX).unwrap().unwrap();
    let tuning = Training { epochs: 1, learning_rate: 1e-6, ..TRAINING };
    let loss = |trained: &Trained| trained.loss_curve.last().unwrap().validation_loss.unwrap();
    // With such a rate the network stays as it is, and so does its text, which is rounded.
    let text = encode_network(&trained.network, FINEST_STEPS).unwrap();
    for (name, start) in
        [("floats", trained.network.clone()), ("text", decode_network(&text).unwrap())]
    {
        let tuned = train_from(Some(&start), &samples, &tuning, &path(name), u64::MAX);
        let difference = loss(&tuned.unwrap().unwrap()) - loss(&trained);
        assert!(difference.abs() < 1e-3, "{name}: {difference}");
    }
    let anew = train(&samples, &tuning, &path("anew"), u64::MAX).unwrap().unwrap();
    assert!(loss(&anew) > loss(&trained) + 1e-2, "{:?}", anew.loss_curve);
    // The checkpoint is that of a training with another start.
    let other = train(&samples, &tuning, &path("floats"), u64::MAX);
    assert!(matches!(other, Err(TrainError::Checkpoint(CheckpointError::Other(_)))), "{other:?}");
    let wider = Training { hidden: 32, ..tuning };
    let found = train_from(Some(&trained.network), &samples, &wider, &path("wider"), 1);
    let error = found.unwrap_err().to_string();
    assert!(error.starts_with("the network to start from has 16 neurons, "), "{error}");
}

#[test]
fn a_quantisation_aware_training_fits_its_text() {
    let network_game = network_games()[0];
    let samples = samples(network_game, &Evaluator::Hand);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let steps = 4;
    let aware = Training { steps: Some(steps), ..TRAINING };
    let [plain, aware] = [("plain", &TRAINING), ("aware", &aware)]
        .map(|(name, training)| train(&samples, training, &path(name), u64::MAX).unwrap().unwrap());
    // One more epoch that changes nothing measures the loss of each text.
    let [of_plain, of_aware] =
        [("rounded plain", plain), ("rounded aware", aware)].map(|(name, trained)| {
            let text = encode_network(&trained.network, steps).unwrap();
            let still = Training { epochs: 1, learning_rate: 1e-9, ..TRAINING };
            let start = decode_network(&text).unwrap();
            let measured = train_from(Some(&start), &samples, &still, &path(name), u64::MAX);
            measured.unwrap().unwrap().loss_curve.last().unwrap().validation_loss.unwrap()
        });
    assert!(of_aware < of_plain - 1e-3, "{of_aware} {of_plain}");
}

#[test]
fn a_checkpoint_of_something_else_is_not_overwritten() {
    let network_game = network_games()[0];
    let samples = samples(network_game, &Evaluator::Hand);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    assert!(train(&samples, &TRAINING, &path, 1).unwrap().is_none());
    let other = Training { hidden: 32, ..TRAINING };
    let found = train(&samples, &other, &path, 1);
    assert!(matches!(found, Err(TrainError::Checkpoint(CheckpointError::Other(_)))), "{found:?}");
    std::fs::write(&path, "nothing").unwrap();
    let found = train(&samples, &TRAINING, &path, 1);
    assert!(matches!(found, Err(TrainError::Checkpoint(CheckpointError::Broken(_)))), "{found:?}");
}
