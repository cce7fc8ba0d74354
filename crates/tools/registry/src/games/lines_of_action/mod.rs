//! Referee of Lines of Action on CodinGame.

mod board;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use gamekit::{Outcome, Player, Position as _};
use lines_of_action::Position;
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
const NO_MOVE_YET: &str = "null";

/// Lines of Action on CodinGame.
pub(crate) struct LinesOfAction;

impl OfficialGame for LinesOfAction {
    type Position = Position;

    const NAME: &'static str = "lines-of-action";
    const PACKAGE: &'static str = "lines-of-action";
    const UCI_VARIANT: Option<&'static str> = None;
    const BENCH: fn() -> Signature = lines_of_action::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<LinesOfAction>::NEW;
    const TIME_CONTROL: TimeControl =
        TimeControl::per_turn(Duration::from_millis(1000), Duration::from_millis(150));
    const UNITS_PER_LOGIT: Option<f64> = Some(161.0);
    const BOOK: Option<&'static str> = Some(include_str!("../../../books/lines-of-action.txt"));
    const SEARCH: Option<SearchTools<Position>> = Some(SearchTools::of::<LinesOfAction>());
    const TUNABLE: Option<&'static dyn TunableGame> = Some(&Trained::<LinesOfAction>::NEW);
    const NETWORK: Option<&'static dyn NetworkGame> = Some(&Trained::<LinesOfAction>::NEW);

    fn prompt(game: &Progress<Position>) -> Vec<String> {
        let mut lines = Vec::new();
        if game.is_first_turn() {
            lines.push(letter(game.pos.side_to_move()).to_string());
        }
        lines.extend((0..8).rev().map(|rank| board_line(&game.pos, rank)));
        lines.push(game.moves.last().map_or(NO_MOVE_YET.to_owned(), ToString::to_string));
        lines.append(&mut game.listed_moves());
        lines
    }

    /// Returns the line up to its first space. A line that begins with a space holds no move.
    fn read_answer(line: &str) -> Option<&str> {
        line.split(' ').next()
    }

    fn asks_for_any_move(line: &str) -> bool {
        LinesOfAction::read_answer(line) == Some("random")
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let outcome = game.pos.outcome()?;
        let reason = match outcome {
            Outcome::Draw => "max-turns",
            Outcome::Win(winner) => {
                let has_moved = winner != game.pos.side_to_move();
                match (has_moved, game.pos.is_connected(winner.opponent())) {
                    (true, true) => "connect-both",
                    (true, false) => "connect",
                    (false, _) => "opponent-connect",
                }
            }
        };
        Some(Verdict { outcome, reason })
    }
}

impl SearchedGame for LinesOfAction {
    type Position = Position;
    type Engine = lines_of_action::Engine;

    const NAME: &'static str = <LinesOfAction as OfficialGame>::NAME;
    const PARAMS: Params = lines_of_action::SETTINGS.params;
}

impl GameWithWeights for LinesOfAction {
    const PLAYERS: NewFactory<Position> = players::<LinesOfAction>;

    fn weights(engine: &mut lines_of_action::Engine) -> &mut dyn Weights {
        &mut engine.weights
    }
}

impl GameWithNetwork for LinesOfAction {
    type Features = lines_of_action::Features;
    type EngineWith<V: Evaluate<Position> + 'static> = lines_of_action::Engine<V>;

    const MATERIAL: Option<fn(&Position) -> Score> = None;
    const IS_TYPICAL: fn(&Position) -> bool = |_| true;
    const LAMBDA: f32 = 0.7;
    const TURN: Duration = lines_of_action::SETTINGS.later_turn;

    fn engine_with<V: Evaluate<Position> + 'static>(evaluation: V) -> lines_of_action::Engine<V> {
        lines_of_action::Engine::new(evaluation)
    }
}

/// Returns the line of the board for a rank, 0 to 7, from file a to file h.
fn board_line(pos: &Position, rank: u8) -> String {
    (0..8).map(|file| pos.checker(file, rank).map_or('.', letter)).collect()
}

/// Returns the letter of Black, who moves first, or of White.
fn letter(player: Player) -> char {
    match player {
        Player::First => 'b',
        Player::Second => 'w',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::lookup::game;
    use crate::official::Entry;
    use crate::referee::Referee;
    use crate::termination::Foul;

    fn after(moves: &str) -> Box<dyn Referee> {
        let mut referee = game("lines-of-action").unwrap().referee();
        for mv in moves.split_whitespace() {
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
    fn random_plays_some_legal_move() {
        for line in ["random", "random whatever"] {
            let mut referee = after("");
            let listed = referee.prompt();
            assert_eq!(referee.apply(line), Ok(()));
            assert!(listed.contains(&referee.moves()[0]), "{:?}", referee.moves());
        }
        assert_eq!(after("").apply("randomly"), Err(Foul::Illegal));
    }

    #[test]
    fn an_answer_is_a_move_and_perhaps_a_message() {
        for line in ["b8d6", "b8d6 hello", "b8d6 ", "b8d6  \u{e9}"] {
            check_answer(line, Ok(()));
        }
    }

    #[test]
    fn a_line_that_begins_with_no_legal_move_loses() {
        for line in ["", " ", " b8d6", "b8d6\tx", "B8D6", "b8-d6", "b8b7", "a2c2", "pass", "null"] {
            check_answer(line, Err(Foul::Illegal));
        }
    }

    #[test]
    fn only_the_first_turn_of_each_player_tells_the_colour() {
        let start = after("").prompt();
        assert_eq!(start[..4], ["b", ".bbbbbb.", "w......w", "w......w"]);
        assert_eq!(start[8..13], [".bbbbbb.", "null", "36", "b1b3", "b1d3"]);
        assert_eq!(start.len(), 11 + 36);
        let second = after("b8d6").prompt();
        assert_eq!(second[..4], ["w", "..bbbbb.", "w......w", "w..b...w"]);
        assert_eq!(second[9..12], ["b8d6", "37", "a2a8"]);
        let third = after("b8d6 a5c3").prompt();
        assert_eq!(third[..2], ["..bbbbb.", "w......w"]);
        assert_eq!(third[8..11], ["a5c3", "40", "b1b2"]);
    }

    #[test]
    fn the_long_limit_is_for_the_first_turn() {
        let time = after("").time_control();
        assert_eq!(
            [0, 1, 9].map(|turns| time.limit(turns, Duration::ZERO).time().as_millis()),
            [1000, 150, 150]
        );
    }

    /// Lines of Action under a judge that plays a pass itself.
    struct SkippingJudge;

    impl OfficialGame for SkippingJudge {
        type Position = Position;

        const NAME: &'static str = "skipping";
        const PACKAGE: &'static str = LinesOfAction::PACKAGE;
        const UCI_VARIANT: Option<&'static str> = None;
        const BENCH: fn() -> Signature = LinesOfAction::BENCH;
        const BOARD: &'static dyn BoardGame = LinesOfAction::BOARD;
        const TIME_CONTROL: TimeControl = LinesOfAction::TIME_CONTROL;
        const BOOK: Option<&'static str> = None;

        fn prompt(game: &Progress<Position>) -> Vec<String> {
            LinesOfAction::prompt(game)
        }

        fn read_answer(line: &str) -> Option<&str> {
            LinesOfAction::read_answer(line)
        }

        fn is_played_by_referee(pos: &Position) -> bool {
            pos.is_legal(lines_of_action::Move::PASS)
        }

        fn verdict(game: &Progress<Position>) -> Option<Verdict> {
            LinesOfAction::verdict(game)
        }
    }

    #[test]
    fn a_judge_that_plays_a_pass_itself_asks_for_no_move() {
        let before_the_pass = "e1c3 a5c3 b8h8 h6f8 f1a1 a3c1 e8c6 a4c6 d8f6 h4f6 d1c2 c1g1 c2f5 \
            h5f5 b1b2 a6c8 b2c1 c8g8 a1d1 g1d1 c1a1 d1b1";
        let mut referee = Entry::<SkippingJudge>::NEW.referee();
        for mv in before_the_pass.split_whitespace() {
            assert_eq!(referee.own_move(), None, "{:?}", referee.moves());
            assert!(!referee.prompt().is_empty());
            referee.apply(mv).unwrap();
        }
        assert_eq!(referee.own_move().as_deref(), Some("pass"));
        assert_eq!(referee.prompt(), Vec::<String>::new());
        assert_eq!(referee.apply("pass"), Ok(()));
        assert_eq!(referee.own_move(), None);
        let prompt = referee.prompt();
        assert_eq!(prompt[8], "pass", "the other side is asked, without a colour: {prompt:?}");
    }
}
