//! Referee of Jungle on CodinGame.

mod board;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use gamekit::{Outcome, Player, Position as _};
use jungle::Position;
use search::{Evaluate, Params, Score, Signature, Weights};
use trainer::{
    GameWithNetwork, GameWithWeights, NetworkGame, NewFactory, SearchedGame, Trained, TunableGame,
    players,
};

use crate::official::{OfficialGame, Progress};
use crate::referee::Verdict;
use crate::search_tools::SearchTools;
use crate::time_control::TimeControl;

/// Text that the official referee sends in place of the last move before the first move.
const NO_MOVE_YET: &str = "-1 -1 -1 -1";

/// Jungle on CodinGame.
pub(crate) struct Jungle;

impl OfficialGame for Jungle {
    type Position = Position;

    const NAME: &'static str = "jungle";
    const PACKAGE: &'static str = "jungle";
    const UCI_VARIANT: Option<&'static str> = None;
    const BENCH: fn() -> Signature = jungle::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<Jungle>::NEW;
    const TIME_CONTROL: TimeControl =
        TimeControl::per_turn(Duration::from_millis(1000), Duration::from_millis(150));
    const UNITS_PER_LOGIT: Option<f64> = Some(598.0);
    const BOOK: Option<&'static str> = Some(include_str!("../../../books/jungle.txt"));
    const SEARCH: Option<SearchTools<Position>> = Some(SearchTools::of::<Jungle>());
    const TUNABLE: Option<&'static dyn TunableGame> = Some(&Trained::<Jungle>::NEW);
    const NETWORK: Option<&'static dyn NetworkGame> = Some(&Trained::<Jungle>::NEW);

    /// Each player's own first turn begins with the player's colour.
    fn prompt(game: &Progress<Position>) -> Vec<String> {
        let mut lines = Vec::new();
        if game.moves.len() < Player::BOTH.len() {
            lines.push(colour(game.pos.side_to_move()).to_owned());
        }
        lines.push(game.moves.last().map_or(NO_MOVE_YET.to_owned(), ToString::to_string));
        lines.append(&mut game.listed_moves());
        lines
    }

    /// Reads four digits with single spaces between them, optionally followed by a space and a
    /// comment. White space around the line is ignored.
    fn read_answer(line: &str) -> Option<&str> {
        let line = trimmed(line);
        let end = line.match_indices(' ').nth(3).map_or(line.len(), |(index, _)| index);
        let numbers = &line[..end];
        let [x1, b' ', y1, b' ', x2, b' ', y2] = *numbers.as_bytes() else {
            return None;
        };
        [x1, y1, x2, y2].iter().all(u8::is_ascii_digit).then_some(numbers)
    }

    fn asks_for_any_move(line: &str) -> bool {
        trimmed(line) == "random"
    }

    fn asks_after_defeat(game: &Progress<Position>) -> bool {
        game.pos.is_stuck()
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let outcome = game.pos.outcome()?;
        let reason = if game.pos.in_den().is_some() {
            "den"
        } else if outcome == Outcome::Draw {
            "max-turns"
        } else if game.pos.occupied(game.pos.side_to_move()) == 0 {
            "no-pieces"
        } else {
            "no-legal-moves"
        };
        Some(Verdict { outcome, reason })
    }
}

impl SearchedGame for Jungle {
    type Position = Position;
    type Engine = jungle::Engine;

    const NAME: &'static str = <Jungle as OfficialGame>::NAME;
    const PARAMS: Params = jungle::SETTINGS.params;
}

impl GameWithWeights for Jungle {
    const PLAYERS: NewFactory<Position> = players::<Jungle>;

    fn weights(engine: &mut jungle::Engine) -> &mut dyn Weights {
        &mut engine.weights
    }
}

impl GameWithNetwork for Jungle {
    type Features = jungle::Features;
    type EngineWith<V: Evaluate<Position> + 'static> = jungle::Engine<V>;

    const MATERIAL: Option<fn(&Position) -> Score> = None;
    const IS_TYPICAL: fn(&Position) -> bool = |pos| pos.plies_left() > jungle::FADING_PLIES;
    const LAMBDA: f32 = 0.95;
    const TURN: Duration = jungle::SETTINGS.later_turn;

    fn engine_with<V: Evaluate<Position> + 'static>(evaluation: V) -> jungle::Engine<V> {
        jungle::Engine::new(evaluation)
    }
}

const fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "blue",
    }
}

/// Java's `trim`.
fn trimmed(line: &str) -> &str {
    line.trim_matches(|c| c <= ' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Turn;
    use crate::lookup::game;
    use crate::referee::Referee;
    use crate::termination::Foul;
    use crate::time_control::TimeLimit;

    fn after(moves: &str) -> Box<dyn Referee> {
        let mut referee = game("jungle").unwrap().referee();
        for mv in moves.split(';').filter(|mv| !mv.is_empty()) {
            referee.apply(mv).unwrap();
        }
        referee
    }

    #[track_caller]
    fn check_answer(line: &str, expected: Result<(), Foul>) {
        let mut referee = after("");
        assert_eq!(referee.apply(line), expected, "{line:?}");
        assert_eq!(referee.moves().len(), usize::from(expected.is_ok()));
    }

    #[test]
    fn an_answer_is_a_move_and_perhaps_a_comment() {
        for line in ["6 8 6 7", " 6 8 6 7\t", "6 8 6 7 hello", "6 8 6 7  \\n \u{e9} ", "6 8 6 7 1"]
        {
            check_answer(line, Ok(()));
        }
    }

    #[test]
    fn a_line_that_is_no_four_digits_is_unreadable() {
        for line in [
            "",
            "6 8 6",
            "6  8 6 7",
            "6 8\t6 7",
            "6 8 6 7x",
            "6868",
            "-1 -1 -1 -1",
            "pass",
            "a b c d",
        ] {
            check_answer(line, Err(Foul::Unreadable));
        }
    }

    #[test]
    fn four_digits_that_are_no_legal_move_are_illegal() {
        for line in ["6 8 6 6", "0 0 0 1", "6 8 7 8", "9 9 9 9", "6 8 6 8"] {
            check_answer(line, Err(Foul::Illegal));
        }
    }

    #[test]
    fn random_plays_some_legal_move_the_same_every_time() {
        let play = || {
            let mut referee = after("6 8 6 7");
            referee.apply(" random ").unwrap();
            referee.moves()[1].clone()
        };
        assert!(after("6 8 6 7").prompt().contains(&play()));
        assert_eq!(play(), play());
        check_answer("random move", Err(Foul::Unreadable));
    }

    #[test]
    fn each_players_first_turn_begins_with_his_colour() {
        assert_eq!(after("").prompt()[..4], ["red", "-1 -1 -1 -1", "24", "0 6 1 6"]);
        assert_eq!(after("6 8 6 7").prompt()[..3], ["blue", "6 8 6 7", "24"]);
        assert_eq!(after("6 8 6 7;0 0 0 1").prompt()[..2], ["0 0 0 1", "21"]);
    }

    /// Moves after which the second player has no animals left.
    const STUCK: &str = "0 6 0 5;0 2 1 2;0 5 0 4;1 2 1 3;0 4 0 3;0 0 0 1;0 3 0 2;4 2 3 2;0 2 0 1;\
        2 2 2 1;0 1 1 1;1 3 1 4;1 1 2 1;3 2 3 1;2 1 3 1;1 4 2 4;3 1 4 1;6 2 6 1;\
        4 1 5 1;2 4 3 4;5 1 6 1;3 4 3 5;6 1 6 0;3 5 3 6;4 6 3 6";

    #[test]
    fn a_player_without_a_move_is_asked_and_loses_with_any_answer() {
        for answer in ["pass", "", "6 2 6 1", "random"] {
            let mut referee = after(STUCK);
            assert_eq!(referee.verdict(), None);
            assert_eq!(referee.prompt()[1..], ["0"]);
            assert_eq!(referee.to_move(), Player::Second);
            assert_eq!(referee.apply(answer), Ok(()));
            assert_eq!(referee.moves().last().map(String::as_str), Some(answer));
            let outcome = Outcome::Win(Player::First);
            let reason = "no-pieces";
            assert_eq!(referee.verdict(), Some(Verdict { outcome, reason }));
        }
    }

    #[test]
    fn a_baseline_without_a_move_ends_the_game() {
        let moves: Vec<String> = STUCK.split(';').map(str::to_owned).collect();
        let referee = after(STUCK);
        for baseline in ["random", "greedy", "uct:10"] {
            let baseline = baseline.parse().unwrap();
            let mut agent = game("jungle").unwrap().baseline(baseline, 1).unwrap();
            let turn = Turn {
                input: &referee.prompt(),
                moves: &moves,
                limit: TimeLimit::Turn(Duration::from_secs(1)),
            };
            assert_eq!(agent.answer(&turn).unwrap().line, "");
        }
    }

    #[test]
    fn the_long_limit_is_for_the_first_turn() {
        let time = after("").time_control();
        assert_eq!(
            [0, 1, 9].map(|turns| time.limit(turns, Duration::ZERO).time().as_millis()),
            [1000, 150, 150]
        );
    }
}
