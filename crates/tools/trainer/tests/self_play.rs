//! Shards of self-play are the same from the same seed, wherever and however they are played.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use trainer::{
    Evaluator, EvaluatorError, Folder, Placed, PlayedGame, Shard, ShardError, TunableGame, Watch,
    network_games, read_shard, tunable_games,
};

const UNWATCHED: Watch<'_> = Watch::NOBODY;

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
        let runs = Folder::new(folder.path());
        runs.place(&shard(1), &pool.install(|| play(&shard(1)))).unwrap();
        fs::read(runs.path_of(&shard(1))).unwrap()
    };
    assert_eq!(on(1), on(3));
    assert_ne!(play(&shard(1)), play(&shard(2)));
}

#[test]
fn every_game_and_evaluator_plays_and_ends_only_by_the_rules_or_a_proof() {
    for tunable_game in tunable_games() {
        let is_pupil =
            network_games().iter().any(|network_game| network_game.name() == tunable_game.name());
        for evaluator in [Evaluator::Hand, Evaluator::Nothing] {
            if evaluator != Evaluator::Hand && !is_pupil {
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
fn counting_pieces_is_for_games_in_which_it_says_something() {
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
fn games_that_are_asked_to_stop_leave_nothing_behind() {
    let watch = Watch { is_stopped: &|| true, ..UNWATCHED };
    let games = breakthrough().play_shard(&shard(1), &Evaluator::Hand, &watch).unwrap();
    assert_eq!(games, None);
}

#[test]
fn a_folder_holds_whole_shards_in_an_order_that_does_not_depend_on_who_came_first() {
    let merged = |seeds: [u64; 3]| {
        let folder = tempfile::tempdir().unwrap();
        let shards = Folder::new(folder.path());
        for seed in seeds {
            assert_eq!(shards.look_for(&shard(seed)).unwrap(), Placed::Missing);
            shards.place(&shard(seed), &play(&shard(seed))).unwrap();
            assert_eq!(shards.look_for(&shard(seed)).unwrap(), Placed::There);
        }
        // What a killed run leaves is no shard.
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
fn a_file_that_is_no_whole_shard_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let shards = Folder::new(folder.path());
    assert!(matches!(shards.shards(), Err(ShardError::Empty(_))));
    shards.place(&shard(1), &play(&shard(1))).unwrap();
    let path = shards.path_of(&shard(1));
    // The same name, but other games.
    let other = Shard { games: 13, ..shard(1) };
    assert!(matches!(shards.look_for(&other), Err(ShardError::Taken(_))));
    let whole = fs::read(&path).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(read_shard(&path), Err(ShardError::Broken(_))), "{length} bytes");
    }
    let error = read_shard(&path).unwrap_err().to_string();
    assert!(error.contains("is no whole file of self-play: remove it"), "{error}");
}
