//! New scores for the positions of played games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use gamekit::{Outcome, Player};
use rayon::ThreadPoolBuilder;
use registry::{network_game, tunable_game};
use search::score::is_proven;
use trainer::{
    Evaluator, Filter, Labels, PlayedGame, SelfPlayError, Shard, ShardError, ShardFolder,
    ShardStatus, TunableGame, Watch, read_shard,
};

const NODES: u64 = 400;

fn breakthrough() -> &'static dyn TunableGame {
    tunable_game("breakthrough").unwrap()
}

fn shard(seed: u64) -> Shard {
    Shard {
        game: "breakthrough".to_owned(),
        evaluator: "hand".to_owned(),
        nodes: 60,
        opening_plies: (4, 10),
        seed,
        games: 40,
        labels: None,
    }
}

fn relabelled(shard: Shard, evaluator: &str) -> Shard {
    Shard { labels: Some(Labels { evaluator: evaluator.to_owned(), nodes: NODES }), ..shard }
}

/// Plays shards into a folder, with these seeds.
fn play(folder: &ShardFolder, seeds: &[u64]) {
    let shards: Vec<Shard> = seeds.iter().map(|&seed| shard(seed)).collect();
    let played = folder.play_missing(breakthrough(), &Evaluator::Hand, &shards, &Watch::NONE);
    assert_eq!(played.unwrap(), seeds.len());
}

/// Returns two folders, the first one with a played shard.
fn folders() -> (tempfile::TempDir, ShardFolder, ShardFolder) {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from", "to"].map(|name| ShardFolder::new(&folder.path().join(name)));
    play(&from, &[1]);
    (folder, from, to)
}

fn relabel(from: &ShardFolder, to: &ShardFolder, evaluator: &Evaluator) -> Vec<PlayedGame> {
    let shards = from.shards().unwrap();
    let done = to.relabel_missing(breakthrough(), evaluator, NODES, &shards, &Watch::NONE);
    assert_eq!(done.unwrap(), shards.len());
    read_shard(&to.path_of(&relabelled(shard(1), &evaluator.identity()))).unwrap().1
}

/// Returns the winner whom a score before this ply proves.
fn proven_winner(score: i16, ply: usize) -> Option<Player> {
    let side = Player::BOTH[ply % 2];
    let winner = if score > 0 { side } else { side.opponent() };
    is_proven(score.into()).then_some(winner)
}

#[test]
fn moves_and_results_stay_and_scores_are_those_of_the_search() {
    let (_folder, from, to) = folders();
    let (_, played) = read_shard(&from.path_of(&shard(1))).unwrap();
    // Without an evaluation a score is 0 or proven, and longer searches prove more of them.
    let found = relabel(&from, &to, &Evaluator::Nothing);
    assert_eq!(found.len(), played.len());
    let mut proofs = 0;
    for (found, played) in found.iter().zip(&played) {
        let scores = found.scores.clone();
        assert_eq!(found, &PlayedGame { scores, ..played.clone() });
        assert_eq!(found.scores.len(), played.scores.len());
        for (number, &score) in found.scores.iter().enumerate() {
            let winner = proven_winner(score, usize::from(played.opening) + number);
            assert!(score == 0 || winner.is_some(), "{score}");
            proofs += usize::from(winner.is_some());
        }
        // A proof ended the game, and a longer search finds it too.
        let last = found.scores.len() - 1;
        let winner = proven_winner(found.scores[last], usize::from(played.opening) + last);
        assert_eq!(winner.map(Outcome::Win), Some(played.outcome));
    }
    assert!(proofs > played.len(), "only {proofs}");
    assert!(played.iter().all(|game| game.scores[0] != 0));
}

#[test]
fn the_scores_depend_on_nothing_but_the_games_the_evaluator_and_the_nodes() {
    let (_folder, from, to) = folders();
    let on = |threads: usize| {
        let other = tempfile::tempdir().unwrap();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let other = ShardFolder::new(other.path());
        pool.install(|| relabel(&from, &other, &Evaluator::Material))
    };
    let one = on(1);
    assert_eq!(on(3), one);
    assert_ne!(relabel(&from, &to, &Evaluator::Hand), one);
}

#[test]
fn missing_shards_are_written_and_no_others() {
    let (_folder, from, to) = folders();
    relabel(&from, &to, &Evaluator::Material);
    let path = to.path_of(&relabelled(shard(1), "material"));
    let before = fs::read(&path).unwrap();
    play(&from, &[2]);
    let (known, games) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let on_known = |shard: &Shard| {
        assert_eq!(shard.seed, 1);
        known.fetch_add(1, Ordering::Relaxed);
    };
    let on_game = |_| {
        games.fetch_add(1, Ordering::Relaxed);
    };
    let watch = Watch { on_known: &on_known, on_game: &on_game, ..Watch::NONE };
    let shards = from.shards().unwrap();
    let run = |watch: &Watch<'_>| {
        to.relabel_missing(breakthrough(), &Evaluator::Material, NODES, &shards, watch).unwrap()
    };
    assert_eq!(run(&Watch { is_stopped: &|| true, ..Watch::NONE }), 1);
    let second = relabelled(shard(2), "material");
    assert_eq!(to.status_of(&second).unwrap(), ShardStatus::Missing);
    assert_eq!(run(&watch), 2);
    assert_eq!((known.into_inner(), games.into_inner()), (1, 40));
    assert_eq!(to.status_of(&second).unwrap(), ShardStatus::Present);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn training_takes_the_new_scores_for_those_of_their_evaluator() {
    let network_game = network_game("breakthrough").unwrap();
    let (_folder, from, to) = folders();
    relabel(&from, &to, &Evaluator::Nothing);
    let filter = Filter { first_plies: 0, keeps_noisy: true, keeps_duplicates: true };
    let of = |folder: &ShardFolder, lambda| {
        let paths: Vec<_> = folder.shards().unwrap().into_iter().map(|(_, path)| path).collect();
        network_game.read_samples(&paths, &filter, lambda).unwrap()
    };
    // The targets of scores without an evaluation are the results alone.
    assert_eq!(of(&to, 0.0).fingerprint(), of(&to, 1.0).fingerprint());
    assert_ne!(of(&from, 0.0).fingerprint(), of(&from, 1.0).fingerprint());
    assert!(of(&to, 0.0).left_out.proven > of(&from, 0.0).left_out.proven);
}

#[test]
fn games_of_another_game_or_of_other_rules_are_errors() {
    let (_folder, from, to) = folders();
    let mut shards = from.shards().unwrap();
    let run = |game: &str, shards: &[_]| {
        let game = tunable_game(game).unwrap();
        to.relabel_missing(game, &Evaluator::Hand, NODES, shards, &Watch::NONE).unwrap_err()
    };
    let found = run("jungle", &shards);
    assert!(matches!(found, SelfPlayError::Shard(ShardError::Game { .. })), "{found}");
    let mut games = read_shard(&shards[0].1).unwrap().1;
    games[3].moves[0] = 0;
    from.write(&shards[0].0, &games).unwrap();
    shards = from.shards().unwrap();
    let found = run("breakthrough", &shards);
    assert!(matches!(found, SelfPlayError::Shard(ShardError::Rules(_))), "{found}");
    assert_eq!(to.status_of(&relabelled(shard(1), "hand")).unwrap(), ShardStatus::Missing);
}
