//! Matches are pairs of games from the same opening, and a seed is one match.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use arena::{Baseline, Contestant, GAMES, GameReport, Match, MatchError, Record, Tally};
use support::{baseline, command, mock, one_pair, random};

fn five_pairs(p1: &str, p2: &str) -> Match {
    let pair = one_pair(baseline(p1), baseline(p2));
    Match { pairs: 5, opening_plies: 4, seed: 7, ..pair }
}

fn records(played: &Match) -> Vec<Record> {
    let games: Vec<GameReport> = played.play(|_| ()).unwrap();
    games.iter().map(|game| played.record(game)).collect()
}

#[test]
fn a_seed_is_one_match_whatever_the_number_of_jobs() {
    for p2 in ["random", "uct:30"] {
        let once = records(&five_pairs("random", p2));
        assert_eq!(once, records(&five_pairs("random", p2)));
        assert_eq!(once, records(&Match { jobs: 3, ..five_pairs("random", p2) }));
        assert_ne!(once, records(&Match { seed: 8, ..five_pairs("random", p2) }));
    }
}

#[test]
fn the_games_of_a_pair_share_their_opening_and_no_others() {
    let records = records(&five_pairs("random", "random"));
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
fn search_beats_chance_from_either_side() {
    let played = five_pairs("uct:100", "random");
    let tally: Tally = played.play(|_| ()).unwrap().iter().collect();
    assert_eq!(tally.results().games(), 10);
    assert!(tally.results().wins >= 9, "{tally:?}");
    assert_eq!(tally.by_side.map(|side| side.games()), [5, 5]);
    assert_eq!(tally.pairs.pairs(), 5);
    assert_eq!(tally.terminations.values().sum::<u32>(), 10);
}

#[test]
fn the_greedy_player_beats_chance_in_every_game_and_a_seed_is_one_match() {
    for &game in GAMES {
        let players =
            [Baseline::Greedy, Baseline::Random].map(|kind| Contestant::baseline(kind, game, None));
        let greedy = Match { game, players, ..five_pairs("random", "random") };
        let played = records(&greedy);
        assert_eq!(played, records(&greedy), "{}", game.name());
        let tally: Tally = greedy.play(|_| ()).unwrap().iter().collect();
        assert!(tally.results().points() >= 9.0, "{}: {tally:?}", game.name());
    }
}

#[test]
fn the_players_are_told_apart_whoever_moves_first() {
    let lost: Tally = five_pairs("random", "uct:100").play(|_| ()).unwrap().iter().collect();
    assert!(lost.results().losses >= 9, "{lost:?}");
    assert!(lost.times[0].longest < lost.times[1].longest);
}

#[test]
fn every_game_is_announced_once() {
    let mut seen = Vec::new();
    let games = five_pairs("random", "random").play(|game| seen.push(game.index)).unwrap();
    seen.sort_unstable();
    assert_eq!(seen, (0..10).collect::<Vec<_>>());
    assert_eq!(games.iter().map(|game| game.index).collect::<Vec<_>>(), seen);
}

#[test]
fn an_opening_longer_than_any_game_is_refused() {
    let error = Match { opening_plies: 300, ..five_pairs("random", "random") }.play(|_| ());
    assert!(matches!(error, Err(MatchError::NoOpening(300))));
}

#[test]
fn only_programs_without_the_placeholder_keep_a_match_from_openings() {
    let pair = one_pair(mock("exit 0"), random());
    assert_eq!(pair.players_without_openings().count(), 0);
    let pair = one_pair(random(), command("bot", None));
    assert_eq!(pair.players_without_openings().next().unwrap().label(), "cmd:bot");
}
