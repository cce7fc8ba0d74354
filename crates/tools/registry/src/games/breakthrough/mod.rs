//! Referee of Breakthrough on CodinGame.

mod board;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use breakthrough::Position;
use gamekit::{Player, Position as _};
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
const NO_MOVE_YET: &str = "None";

/// Breakthrough on CodinGame.
pub(crate) struct Breakthrough;

impl OfficialGame for Breakthrough {
    type Position = Position;

    const NAME: &'static str = "breakthrough";
    const PACKAGE: &'static str = "breakthrough";
    const UCI_VARIANT: Option<&'static str> = Some("breakthrough");
    const BENCH: fn() -> Signature = breakthrough::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<Breakthrough>::NEW;
    const TIME_CONTROL: TimeControl =
        TimeControl::per_turn(Duration::from_millis(1000), Duration::from_millis(100));
    const UNITS_PER_LOGIT: Option<f64> = Some(101.0);
    const BOOK: Option<&'static str> = Some(include_str!("../../../books/breakthrough.txt"));
    const SEARCH: Option<SearchTools<Position>> = Some(SearchTools::of::<Breakthrough>());
    const TUNABLE: Option<&'static dyn TunableGame> = Some(&Trained::<Breakthrough>::NEW);
    const NETWORK: Option<&'static dyn NetworkGame> = Some(&Trained::<Breakthrough>::NEW);

    fn prompt(game: &Progress<Position>) -> Vec<String> {
        let last = game.moves.last().map_or(NO_MOVE_YET.to_owned(), ToString::to_string);
        let mut lines = vec![last];
        lines.append(&mut game.listed_moves());
        lines
    }

    /// Reads the official pattern, `^\w+(\s+.+)?` over the whole line, in its Java meaning: a word,
    /// then nothing, or white space and at least one more character.
    fn read_answer(line: &str) -> Option<&str> {
        let end = line.find(|c: char| !is_word(c)).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let mut rest = rest.chars();
        let has_message = match rest.next() {
            None => false,
            Some(space) if is_space(space) => true,
            Some(_) => return None,
        };
        let fits = !has_message || !rest.as_str().is_empty() && !rest.any(ends_line);
        (!word.is_empty() && fits).then_some(word)
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let outcome = game.pos.outcome()?;
        let (white, black) = game.pos.white_and_black();
        let reason = if white == 0 || black == 0 { "captured-all" } else { "home-row" };
        Some(Verdict { outcome, reason })
    }
}

impl SearchedGame for Breakthrough {
    type Position = Position;
    type Engine = breakthrough::Engine;

    const NAME: &'static str = <Breakthrough as OfficialGame>::NAME;
    const PARAMS: Params = breakthrough::SETTINGS.params;
}

impl GameWithWeights for Breakthrough {
    const PLAYERS: NewFactory<Position> = players::<Breakthrough>;

    fn weights(engine: &mut breakthrough::Engine) -> &mut dyn Weights {
        &mut engine.weights
    }
}

impl GameWithNetwork for Breakthrough {
    type Features = breakthrough::Features;
    type EngineWith<V: Evaluate<Position> + 'static> = breakthrough::Engine<V>;

    const MATERIAL: Option<fn(&Position) -> Score> = Some(pieces_ahead);
    const IS_TYPICAL: fn(&Position) -> bool = |_| true;
    const LAMBDA: f32 = 0.7;
    const TURN: Duration = breakthrough::SETTINGS.later_turn;

    fn engine_with<V: Evaluate<Position> + 'static>(evaluation: V) -> breakthrough::Engine<V> {
        breakthrough::Engine::new(evaluation)
    }
}

/// Returns the material balance of Breakthrough for the side to move, with a score of 100 per
/// piece.
fn pieces_ahead(pos: &Position) -> Score {
    let (white, black) = pos.white_and_black();
    let ahead = 100 * (white.count_ones() as Score - black.count_ones() as Score);
    if pos.side_to_move() == Player::First { ahead } else { -ahead }
}

/// Java's `\w`.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Java's `\s`.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// Returns whether Java's `.` does not match the character.
fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use gamekit::{Outcome, Player};

    use super::*;
    use crate::lookup::game;
    use crate::referee::Referee;
    use crate::termination::Foul;

    fn after(moves: &str) -> Box<dyn Referee> {
        let mut referee = game("breakthrough").unwrap().referee();
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
    fn an_answer_is_a_move_and_perhaps_a_message() {
        for line in ["c2c3", "c2c3 hello", "c2c3  two spaces", "c2c3\tx", "c2c3 \u{e9}", "c2c3  "] {
            check_answer(line, Ok(()));
        }
    }

    #[test]
    fn a_line_that_the_official_pattern_refuses_is_unreadable() {
        for line in
            ["", " ", " c2c3", "c2c3 ", "\tc2c3", "c2-c3", "c2c3!", "\u{e9}", "c2c3 a\u{2028}b"]
        {
            check_answer(line, Err(Foul::Unreadable));
        }
    }

    #[test]
    fn a_readable_word_that_is_no_legal_move_is_illegal() {
        for line in ["c7c6", "c2c4", "C2C3", "random", "pass", "c2", "c2c3c4", "_"] {
            check_answer(line, Err(Foul::Illegal));
        }
    }

    #[test]
    fn the_first_prompt_says_none_and_lists_the_moves() {
        let lines = after("").prompt();
        assert_eq!(lines[..4], ["None", "22", "a2b3", "a2a3"]);
        assert_eq!(lines.len(), 24);
    }

    #[test]
    fn later_prompts_begin_with_the_last_move() {
        let referee = after("c2c3 f7e6");
        assert_eq!(referee.prompt()[..3], ["f7e6", "23", "c3d4"]);
        assert_eq!(referee.to_move(), Player::First);
        assert_eq!(referee.moves(), ["c2c3", "f7e6"]);
    }

    #[test]
    fn the_far_rank_wins() {
        let run = "a2b3 a7a6 b3c4 a6a5 c4d5 a5a4 d5c6 a4a3 c6b7 h7h6";
        assert_eq!(after(run).verdict(), None);
        let verdict = after(&format!("{run} b7a8")).verdict();
        let expected = Verdict { outcome: Outcome::Win(Player::First), reason: "home-row" };
        assert_eq!(verdict, Some(expected));
    }

    #[test]
    fn the_long_limit_is_for_the_first_turn() {
        let time = after("").time_control();
        assert_eq!(
            [0, 1, 9].map(|turns| time.limit(turns, Duration::ZERO).time().as_millis()),
            [1000, 100, 100]
        );
    }
}
