//! Tests of matches: a match follows from its plan and seed, on any number of workers and after any
//! interruption.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use arena::{
    GamePair, MatchError, MatchId, PairSource, Plan, PlayedPair, Record, RefereeFault,
    RunningMatch, Schedule, Store, StoredMatch, Tally,
};
use registry::{GAMES, Game, random_openings};
use stats::{EloModel, Hypothesis, Sprt};
use support::{baseline, breakthrough, command, five_pairs, mock, worker_pool};

/// Plays a plan to its end.
fn play(plan: Plan, jobs: usize) -> RunningMatch {
    let mut running_match = RunningMatch::begin(Store::in_memory().unwrap(), plan, "").unwrap();
    worker_pool(jobs).play(&mut running_match).unwrap();
    running_match
}

fn records(plan: Plan, jobs: usize) -> Vec<Record> {
    let running_match = play(plan, jobs);
    running_match
        .store()
        .records(running_match.id())
        .unwrap()
        .into_iter()
        .map(Record::bare)
        .collect()
}

fn tally(plan: Plan) -> Tally {
    play(plan, 1).standings().between(0, 1)
}

#[test]
fn a_seed_gives_one_match_for_any_number_of_jobs() {
    for p2 in ["random", "uct:30"] {
        let plan = || five_pairs("random", p2);
        let once = records(plan(), 1);
        assert_eq!(once, records(plan(), 1));
        assert_eq!(once, records(plan(), 3));
        assert_ne!(once, records(Plan { seed: 8, ..plan() }, 1));
    }
}

#[test]
fn the_games_of_a_pair_share_their_opening_and_no_others() {
    let records = records(five_pairs("random", "random"), 1);
    let openings: Vec<Vec<&str>> = records
        .iter()
        .map(|record| record.plies[..4].iter().map(|ply| &*ply.mv).collect())
        .collect();
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert_ne!(openings[0], openings[2]);
    assert_ne!(records[0].plies, records[1].plies);
}

#[test]
fn uct_beats_the_random_player_from_either_side() {
    let tally = tally(five_pairs("uct:100", "random"));
    assert_eq!(tally.results().games(), 10);
    assert!(tally.results().wins >= 9, "{tally:?}");
    assert_eq!(tally.by_side.map(|side| side.games()), [5, 5]);
    assert_eq!(tally.pairs.pairs(), 5);
    assert_eq!(tally.by_reason.values().map(|results| results.games()).sum::<u32>(), 10);
}

#[test]
fn the_greedy_player_beats_the_random_player_in_every_game_and_a_seed_gives_one_match() {
    let plays = |game: &&&dyn Game| baseline("greedy").check(**game).is_ok();
    assert!(GAMES.iter().filter(plays).count() >= 4);
    for &game in GAMES.iter().filter(plays) {
        let plan = || Plan {
            name: None,
            game: game.name().to_owned(),
            openings: random_openings(game, 4, 5, 7).unwrap(),
            ..five_pairs("greedy", "random")
        };
        assert_eq!(records(plan(), 1), records(plan(), 1), "{}", game.name());
        let tally = tally(plan());
        assert!(tally.results().points() >= 9.0, "{}: {tally:?}", game.name());
    }
}

#[test]
fn results_belong_to_the_right_player_in_both_games_of_a_pair() {
    let lost = tally(five_pairs("random", "uct:100"));
    assert!(lost.results().losses >= 9, "{lost:?}");
    // A single answer of either player can be late on a busy machine.
    assert!(lost.usage[0].total < lost.usage[1].total, "{lost:?}");
}

#[test]
fn a_tally_can_be_seen_from_either_side() {
    let seen = tally(five_pairs("random", "uct:10"));
    let swapped = seen.swapped();
    assert_eq!(swapped.swapped(), seen);
    assert_eq!(swapped.results().wins, seen.results().losses);
    assert_eq!(swapped.by_side[0].games(), seen.by_side[1].games());
    assert_eq!(swapped.of_first_mover(), seen.of_first_mover());
    assert!((swapped.pairs.score() - (1.0 - seen.pairs.score())).abs() < 1e-12);
}

#[test]
fn all_players_meet_in_a_round_robin_and_the_first_meets_all_others_in_a_gauntlet() {
    let contestants = ["random", "uct:2", "uct:60"].map(baseline).to_vec();
    let plan = |schedule| Plan {
        contestants: contestants.clone(),
        schedule,
        ..five_pairs("random", "random")
    };
    let all = play(plan(Schedule::RoundRobin), 2);
    let standings = all.standings();
    assert_eq!([0, 1, 2].map(|player| standings.of(player).results().games()), [20; 3]);
    assert_eq!(standings.between(2, 0), standings.between(0, 2).swapped());
    assert!(standings.of(2).pairs.score() > 0.7, "{standings:?}");
    let gauntlet = play(plan(Schedule::Gauntlet), 2);
    let games = [0, 1, 2].map(|player| gauntlet.standings().of(player).results().games());
    assert_eq!(games, [20, 10, 10]);
}

/// Pair source that is done after some game pairs, as if the process had been killed.
struct StopsEarly<'a> {
    running_match: &'a mut RunningMatch,
    pairs_left: usize,
}

impl PairSource for StopsEarly<'_> {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        self.running_match.next()
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        self.pairs_left -= 1;
        self.running_match.take(number, pair)
    }

    fn skip(&mut self, number: usize, fault: RefereeFault) -> Result<(), MatchError> {
        self.running_match.skip(number, fault)
    }

    fn is_done(&self) -> bool {
        self.pairs_left == 0
    }
}

#[test]
fn a_match_that_is_interrupted_and_resumed_is_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let plan = five_pairs("random", "uct:5");
    RunningMatch::begin(Store::open(&path).unwrap(), plan.clone(), "a match").unwrap();
    for played_before in [0, 2, 4] {
        let store = Store::open_existing(&path).unwrap();
        let stored: StoredMatch = store.match_of(None).unwrap();
        assert_eq!((stored.id, stored.games), (MatchId(1), 2 * played_before));
        assert_eq!((&stored.plan, &*stored.command), (&plan, "a match"));
        let mut running_match = RunningMatch::resume(store, stored).unwrap();
        assert_eq!(running_match.pairs_played(), played_before);
        let pairs_left = 2.min(5 - played_before);
        worker_pool(2)
            .play(&mut StopsEarly { running_match: &mut running_match, pairs_left })
            .unwrap();
    }
    let store = Store::open_existing(&path).unwrap();
    let resumed: Vec<Record> =
        store.records(MatchId(1)).unwrap().into_iter().map(Record::bare).collect();
    assert_eq!(resumed, records(plan.clone(), 1));
    let usual = play(plan, 1).standings().between(0, 1).pairs;
    assert_eq!(store.standings(MatchId(1)).unwrap().between(0, 1).pairs, usual);
    let verified = arena::verify_file(&path).unwrap();
    assert_eq!(verified.games, 10);
}

#[test]
fn a_game_pair_is_stored_once() {
    let mut running_match = play(five_pairs("random", "random"), 1);
    let game_pair = running_match.plan().game_pair(3);
    let stop = registry::Stop::default();
    let pair = arena::Worker::new(&support::NoCompiler, &stop, None).play(&game_pair).unwrap();
    let error = running_match.take(3, pair).unwrap_err().to_string();
    assert!(error.contains("UNIQUE"), "{error}");
    assert_eq!(running_match.standings().between(0, 1).results().games(), 10);
}

#[test]
fn a_store_only_grows_and_other_files_are_no_stores() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let plan = five_pairs("random", "random");
    let mut running_match = RunningMatch::begin(Store::open(&path).unwrap(), plan, "").unwrap();
    worker_pool(1).play(&mut running_match).unwrap();
    let database = rusqlite::Connection::open(&path).unwrap();
    for change in ["DELETE FROM game", "UPDATE game SET result = '1-0'", "DELETE FROM match"] {
        let error = database.execute(change, []).unwrap_err().to_string();
        assert!(error.contains("only ever grows"), "{error}");
    }
    database.pragma_update(None, "user_version", 2).unwrap();
    let error = Store::open(&path).err().unwrap().to_string();
    assert!(error.contains("newer version of this program"), "{error}");
    let text = folder.path().join("text");
    std::fs::write(&text, "no store, but longer than the start of one ..............").unwrap();
    for (path, expected) in
        [(&text, "is no store"), (&folder.path().join("none"), "no match is stored there")]
    {
        let error = Store::open_existing(path).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_store_may_be_created_and_written_by_many_at_once() {
    const AT_ONCE: usize = 8;
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arena.db");
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| {
                    let plan = Plan { pairs: 1, ..five_pairs("random", "random") };
                    let store = Store::open(&path).unwrap();
                    let mut running_match = RunningMatch::begin(store, plan, "").unwrap();
                    worker_pool(1).play(&mut running_match).unwrap();
                });
            }
        });
        let matches = Store::open_existing(&path).unwrap().matches().unwrap().matches;
        assert_eq!(matches.iter().map(|stored| stored.games).collect::<Vec<_>>(), [2; AT_ONCE]);
    }
}

#[test]
fn a_sequential_test_ends_as_soon_as_it_has_decided() {
    let test = |one: &str, other: &str| {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let running_match =
            play(Plan { pairs: 500, sprt: Some(sprt), ..five_pairs(one, other) }, 2);
        assert!(running_match.pairs_played() < 200, "{}", running_match.pairs_played());
        running_match.decision()
    };
    assert_eq!(test("uct:100", "random"), Some(Hypothesis::Elo1));
    assert_eq!(test("random", "uct:100"), Some(Hypothesis::Elo0));
}

#[test]
fn a_game_pair_survives_its_text_and_any_worker_plays_it_alike() {
    let game_pair = five_pairs("random", "uct:5").game_pair(2);
    let text = serde_json::to_string(&game_pair).unwrap();
    let read: GamePair = serde_json::from_str(&text).unwrap();
    assert_eq!(read, game_pair);
    let stop = registry::Stop::default();
    let play = |game_pair| {
        let played = arena::Worker::new(&support::NoCompiler, &stop, None).play(game_pair).unwrap();
        let text = serde_json::to_string(&played).unwrap();
        let read: PlayedPair = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        played.map(|game| game.record.bare())
    };
    assert_eq!(play(&game_pair), play(&read));
}

#[test]
fn an_opening_longer_than_any_game_does_not_exist() {
    assert_eq!(random_openings(breakthrough(), 300, 1, 7), None);
}

#[test]
fn only_programs_without_the_placeholder_keep_a_match_from_openings() {
    let plan =
        |one| Plan { contestants: vec![one, baseline("random")], ..five_pairs("random", "random") };
    assert_eq!(plan(mock("exit 0")).contestants_without_openings().count(), 0);
    let plan = plan(command("bot", None));
    assert_eq!(plan.contestants_without_openings().next().unwrap().name, "cmd:bot");
}
