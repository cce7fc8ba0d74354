//! Self-play shards: the same seed gives the same games, on any number of cores and in any order.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use registry::GAMES;
use trainer::{
    Evaluator, EvaluatorError, NetworkGame, PlayedGame, Shard, ShardError, ShardFolder,
    ShardStatus, TunableGame, Watch, read_shard,
};

/// Returns all games whose weights can be tuned.
fn tunable_games() -> Vec<&'static dyn TunableGame> {
    GAMES.iter().filter_map(|game| game.tunable()).collect()
}

/// Returns all games whose networks can be trained.
fn network_games() -> Vec<&'static dyn NetworkGame> {
    GAMES.iter().filter_map(|game| game.network()).collect()
}

const UNWATCHED: Watch<'_> = Watch::NONE;

fn breakthrough() -> &'static dyn TunableGame {
    tunable_games()[0]
}

fn shard(seed: u64) -> Shard {
    Shard {
        game: breakthrough().name().to_owned(),
        evaluator: Evaluator::Hand.identity(),
        nodes: 60,
        opening_plies: (4, 10),
        seed,
        games: 12,
        labels: None,
    }
}

fn play(shard: &Shard) -> Vec<PlayedGame> {
    breakthrough().play_shard(shard, &Evaluator::Hand, &UNWATCHED).unwrap().unwrap()
}

#[test]
fn a_shard_is_the_same_on_any_number_of_cores() {
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let runs = ShardFolder::new(folder.path());
        runs.write(&shard(1), &pool.install(|| play(&shard(1)))).unwrap();
        fs::read(runs.path_of(&shard(1))).unwrap()
    };
    assert_eq!(on(1), on(3));
    assert_ne!(play(&shard(1)), play(&shard(2)));
}

#[test]
fn games_of_every_evaluator_end_only_by_the_rules_or_by_a_proof() {
    for tunable_game in tunable_games() {
        let is_network_game =
            network_games().iter().any(|network_game| network_game.name() == tunable_game.name());
        for evaluator in [Evaluator::Hand, Evaluator::Nothing] {
            if evaluator != Evaluator::Hand && !is_network_game {
                let refused = tunable_game.play_shard(&shard(3), &evaluator, &UNWATCHED);
                assert!(matches!(refused, Err(EvaluatorError::OnlyByHand(_))), "{refused:?}");
                continue;
            }
            let shard = Shard {
                game: tunable_game.name().to_owned(),
                evaluator: evaluator.identity(),
                games: 4,
                ..shard(3)
            };
            let positions = AtomicUsize::new(0);
            let on_game = |plies| {
                positions.fetch_add(plies, Ordering::Relaxed);
            };
            let watch = Watch { on_game: &on_game, ..UNWATCHED };
            let games = tunable_game.play_shard(&shard, &evaluator, &watch).unwrap().unwrap();
            assert_eq!(games.len(), 4);
            assert_eq!(
                positions.into_inner(),
                games.iter().map(|game| game.scores.len()).sum::<usize>()
            );
            for game in games {
                assert!((4..=10).contains(&game.opening), "{game:?}");
                assert_eq!(game.moves.len(), usize::from(game.opening) + game.scores.len());
                let (last, before) = game.scores.split_last().unwrap();
                let is_proven = |score: i16| search::score::is_proven(score.into());
                assert!(before.iter().all(|&score| !is_proven(score)), "{game:?}");
                assert!(game.scores.len() > 1 || !is_proven(*last), "{game:?}");
            }
        }
    }
}

#[test]
fn only_games_with_a_material_balance_support_material() {
    let shard = Shard { evaluator: "material".to_owned(), games: 2, ..shard(1) };
    let play = |tunable_game: &dyn TunableGame| {
        tunable_game
            .play_shard(&shard, &Evaluator::Material, &UNWATCHED)
            .map(|games| games.is_some())
    };
    assert!(play(breakthrough()).unwrap());
    assert!(matches!(play(tunable_games()[1]), Err(EvaluatorError::NoMaterial("lines-of-action"))));
}

#[test]
fn a_stopped_shard_has_no_games() {
    let watch = Watch { is_stopped: &|| true, ..UNWATCHED };
    let games = breakthrough().play_shard(&shard(1), &Evaluator::Hand, &watch).unwrap();
    assert_eq!(games, None);
}

#[test]
fn a_folder_lists_complete_shards_in_an_order_that_does_not_depend_on_when_they_were_written() {
    let merged = |seeds: [u64; 3]| {
        let folder = tempfile::tempdir().unwrap();
        let shards = ShardFolder::new(folder.path());
        for seed in seeds {
            assert_eq!(shards.status_of(&shard(seed)).unwrap(), ShardStatus::Missing);
            shards.write(&shard(seed), &play(&shard(seed))).unwrap();
            assert_eq!(shards.status_of(&shard(seed)).unwrap(), ShardStatus::Present);
        }
        // A temporary file that a killed run leaves is not a shard.
        fs::write(folder.path().join(".part-x"), "half").unwrap();
        let found = shards.shards().unwrap();
        assert!(found.iter().is_sorted());
        found.iter().map(|(_, path)| read_shard(path).unwrap()).collect::<Vec<_>>()
    };
    let one = merged([1, 2, 3]);
    assert_eq!(one.len(), 3);
    assert_eq!(one[1], (shard(2), play(&shard(2))));
    assert_eq!(merged([3, 1, 2]), one);
}

#[test]
fn an_incomplete_shard_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let shards = ShardFolder::new(folder.path());
    assert!(matches!(shards.shards(), Err(ShardError::Empty(_))));
    shards.write(&shard(1), &play(&shard(1))).unwrap();
    let path = shards.path_of(&shard(1));
    // This shard has the same file name, but other games.
    let other = Shard { games: 13, ..shard(1) };
    assert!(matches!(shards.status_of(&other), Err(ShardError::Taken(_))));
    let whole = fs::read(&path).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(read_shard(&path), Err(ShardError::Broken(_))), "{length} bytes");
    }
    let error = read_shard(&path).unwrap_err().to_string();
    assert!(error.contains("is not a complete self-play shard: remove it"), "{error}");
}
