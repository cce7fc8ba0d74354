//! Recorded games: the referees of the arena reproduce the games of the official referees.

use arena::{Verified, verify_file};
use registry::GAMES;
use tests::{recorded_games, records_of};

/// Expected contents of the file of a game.
struct Expected {
    game: &'static str,
    verified: Verified,
    /// Reasons for the end of a game, and the number of games with each.
    reasons: &'static [(&'static str, usize)],
}

const EXPECTED: &[Expected] = &[
    Expected {
        game: "breakthrough",
        verified: Verified { games: 40, plies: 2035, foreign: 0 },
        reasons: &[("captured-all", 5), ("home-row", 35)],
    },
    Expected {
        game: "lines-of-action",
        verified: Verified { games: 40, plies: 3009, foreign: 0 },
        reasons: &[("connect", 22), ("connect-both", 2), ("max-turns", 9), ("opponent-connect", 7)],
    },
    Expected {
        game: "jungle",
        verified: Verified { games: 40, plies: 4152, foreign: 0 },
        reasons: &[("den", 13), ("max-turns", 20), ("no-legal-moves", 3), ("no-pieces", 4)],
    },
    // Recorded from our own referee. An independent program, written from the rules alone, gives
    // the same lines.
    Expected {
        game: "lamistra",
        verified: Verified { games: 60, plies: 13_084, foreign: 0 },
        reasons: &[("flag", 19), ("max-turns", 5), ("no-moves", 36)],
    },
    // As above.
    Expected {
        game: "stratego",
        verified: Verified { games: 33, plies: 10_218, foreign: 0 },
        reasons: &[
            ("flag", 20),
            ("max-turns", 1),
            ("no-movers", 1),
            ("no-moves", 7),
            ("quiet", 2),
            ("surrender", 2),
        ],
    },
    Expected {
        game: "stratego-two-squares",
        verified: Verified { games: 31, plies: 7524, foreign: 0 },
        reasons: &[
            ("flag", 17),
            ("max-turns", 1),
            ("no-moves", 10),
            ("quiet", 1),
            ("surrender", 2),
        ],
    },
];

fn expected(game: &str) -> &'static Expected {
    let expected = EXPECTED.iter().find(|expected| expected.game == game);
    expected.unwrap_or_else(|| panic!("add the recorded games of {game} to EXPECTED"))
}

#[test]
fn the_referee_reproduces_every_recorded_line() {
    for game in GAMES {
        let verified = verify_file(&records_of(game.name())).unwrap();
        assert_eq!(verified, expected(game.name()).verified, "{}", game.name());
    }
}

#[test]
fn the_recorded_games_end_for_every_expected_reason() {
    for game in GAMES {
        let games = recorded_games(game.name());
        for &(reason, count) in expected(game.name()).reasons {
            let found = games.iter().filter(|record| record.reason == reason).count();
            assert_eq!(found, count, "{reason}");
        }
        let all: usize = expected(game.name()).reasons.iter().map(|(_, count)| count).sum();
        assert_eq!(all, games.len(), "{}", game.name());
    }
}

#[test]
fn every_reason_has_a_sentence_for_readers() {
    for game in GAMES {
        for (reason, _) in expected(game.name()).reasons {
            assert!(game.board().ending(reason).is_some(), "{}: {reason}", game.name());
        }
    }
}

#[test]
fn both_players_have_won_recorded_games() {
    for game in GAMES {
        let games = recorded_games(game.name());
        for result in ["1-0", "0-1"] {
            assert!(games.iter().any(|record| record.result == result), "{}", game.name());
        }
    }
}
