//! Training samples: filters, targets and errors.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::{Path, PathBuf};

use nn::UNITS_PER_LOGIT;
use registry::{GAMES, tunable_game};
use trainer::{
    Duel, Effort, Evaluator, EvaluatorError, Filter, NetworkGame, SamplesError, Shard, ShardError,
    ShardFolder, TunableGame, Watch,
};

/// Returns all games whose weights can be tuned.
fn tunable_games() -> Vec<&'static dyn TunableGame> {
    GAMES.iter().filter_map(|game| game.tunable()).collect()
}

/// Returns all games whose networks can be trained.
fn network_games() -> Vec<&'static dyn NetworkGame> {
    GAMES.iter().filter_map(|game| game.network()).collect()
}

const FILTER: Filter = Filter { first_plies: 0, keeps_noisy: false, keeps_duplicates: false };

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
    files_of(&shards)
}

fn files_of(shards: &ShardFolder) -> Vec<PathBuf> {
    shards.shards().unwrap().into_iter().map(|(_, path)| path).collect()
}

#[test]
fn every_filter_leaves_positions_out_and_counts_them() {
    for network_game in network_games() {
        let folder = tempfile::tempdir().unwrap();
        let paths = play(network_game, folder.path(), &Evaluator::Hand);
        let all = Filter { first_plies: 0, keeps_noisy: true, keeps_duplicates: true };
        let count = |filter: Filter| {
            let samples = network_game.read_samples(&paths, &filter, 0.5).unwrap();
            (samples.counts().iter().sum::<usize>(), samples.left_out)
        };
        let (most, left_out) = count(all);
        assert!(left_out.proven > 0 && left_out.proven <= 160, "{left_out:?}");
        assert_eq!([left_out.early, left_out.noisy, left_out.duplicates], [0, 0, 0]);
        // These games have a fixed end that is reached.
        let has_end = ["jungle", "lamistra"].contains(&network_game.name());
        assert_eq!(left_out.untypical > 0, has_end, "{left_out:?}");
        let (quiet, left_out) = count(Filter { keeps_noisy: false, ..all });
        assert!(left_out.noisy > 0 && quiet + left_out.noisy == most, "{left_out:?}");
        let (late, left_out) = count(Filter { first_plies: 10, ..all });
        assert!(left_out.early > 0 && late < most, "{left_out:?}");
        let (distinct, left_out) = count(Filter { keeps_duplicates: false, ..all });
        assert_eq!(distinct + left_out.duplicates, most);
    }
}

#[test]
fn a_repeated_position_is_a_duplicate() {
    let network_game = network_games()[0];
    let folder = tempfile::tempdir().unwrap();
    let paths = play(network_game, folder.path(), &Evaluator::Hand);
    let twice: Vec<PathBuf> = paths.iter().chain(&paths).cloned().collect();
    let once = network_game.read_samples(&paths, &FILTER, 0.7).unwrap();
    let again = network_game.read_samples(&twice, &FILTER, 0.7).unwrap();
    assert_eq!(again.counts(), once.counts());
    assert_eq!(again.fingerprint(), once.fingerprint());
    let others = network_game.read_samples(&paths, &FILTER, 0.3).unwrap();
    assert_ne!(others.fingerprint(), once.fingerprint());
}

#[test]
fn targets_of_games_without_an_evaluation_are_the_results_alone() {
    let network_game = network_games()[0];
    let folder = tempfile::tempdir().unwrap();
    let paths = play(network_game, folder.path(), &Evaluator::Nothing);
    let of = |lambda| network_game.read_samples(&paths, &FILTER, lambda).unwrap();
    assert_eq!(of(0.0).fingerprint(), of(1.0).fingerprint());
    assert_eq!(of(0.0).units_per_logit, UNITS_PER_LOGIT as f32);
}

#[test]
fn the_score_per_logit_is_fitted_to_the_results() {
    for network_game in network_games() {
        let folder = tempfile::tempdir().unwrap();
        let paths = play(network_game, folder.path(), &Evaluator::Hand);
        let samples = network_game.read_samples(&paths, &FILTER, 0.7).unwrap();
        // A piece is worth a score of about 100. That neither decides a game nor means nothing.
        assert!((50.0..2000.0).contains(&samples.units_per_logit), "{}", samples.units_per_logit);
    }
}

#[test]
fn unusable_data_is_an_error() {
    let network_game = network_games()[0];
    let folder = tempfile::tempdir().unwrap();
    let paths = play(network_game, folder.path(), &Evaluator::Hand);
    let late = Filter { first_plies: 1000, ..FILTER };
    let found = network_game.read_samples(&paths, &late, 0.7).unwrap_err();
    assert!(matches!(found, SamplesError::TooFew(0)), "{found}");
    let other = tunable_games()
        .into_iter()
        .find(|tunable_game| tunable_game.name() != network_game.name())
        .unwrap();
    let shard = Shard {
        game: other.name().to_owned(),
        evaluator: "hand".to_owned(),
        nodes: 5,
        opening_plies: (4, 4),
        seed: 1,
        games: 1,
        labels: None,
    };
    let games = other.play_shard(&shard, &Evaluator::Hand, &Watch::NONE).unwrap().unwrap();
    let shards = ShardFolder::new(&folder.path().join("other"));
    shards.write(&shard, &games).unwrap();
    let found = network_game.read_samples(&files_of(&shards), &FILTER, 0.7).unwrap_err();
    assert!(matches!(found, SamplesError::Shard(ShardError::Game { .. })), "{found}");
    let text = Evaluator::Network("nonsense".to_owned());
    let duel = Duel { players: [(&text).into(); 2], effort: Effort::Nodes(1), seed: 1 };
    let found =
        tunable_game(network_game.name()).unwrap().play_pairs(&duel, &[]).unwrap_err().to_string();
    assert!(found.contains("network"), "{found}");
    let refused =
        tunable_game(network_game.name()).unwrap().play_shard(&shard, &text, &Watch::NONE);
    assert!(matches!(refused, Err(EvaluatorError::Text(_))));
}
