//! Stratego at the Stratego AI Evaluator: the referee, and baselines of this game.

mod baselines;
mod board;
mod bot;
mod calibration;
mod careless;
mod dialogue;
mod recorded;
mod spsa;
mod world;

use std::time::Duration;

use boards::{BoardGame, Drawn};
use fastrand::Rng;
use gamekit::{Outcome, Player, Position as _};
use search::Signature;
use stratego::{Move, Position, Rank};
use trainer::SpsaGame;

use self::calibration::RankBeliefs;
use self::careless::StrategoCareless;
use self::dialogue::{board, introduction, unsent_lines};
use self::spsa::StrategoSpsa;
use self::world::determinize;
use crate::agent::OwnBaseline;
use crate::calibration::Beliefs;
use crate::careless::CarelessMoves;
use crate::official::{OfficialGame, Progress};
use crate::referee::{Ending, Verdict};
use crate::termination::Termination;
use crate::time_control::TimeControl;

/// Line that the first player reads in place of a move before the first move.
const START: &str = "START";

/// Line with which a player resigns.
const SURRENDER: &str = "SURRENDER";

/// Stratego with 40 pieces, with or without the two-squares rule: a piece may not continue to
/// shuttle between two squares. The evaluator does not have that rule.
pub(crate) struct Stratego<const TWO_SQUARES: bool>;

impl<const TWO_SQUARES: bool> OfficialGame for Stratego<TWO_SQUARES> {
    type Position = Position;

    const NAME: &'static str = if TWO_SQUARES { "stratego-two-squares" } else { "stratego" };
    const PACKAGE: &'static str = "stratego";
    const UCI_VARIANT: Option<&'static str> = None;
    const BENCH: fn() -> Signature = stratego::bench;
    const BOARD: &'static dyn BoardGame = &Drawn::<Stratego<TWO_SQUARES>>::NEW;
    /// The evaluator allows two seconds for every answer. These are the limits of CodinGame's
    /// games.
    const TIME_CONTROL: TimeControl =
        TimeControl::per_turn(Duration::from_millis(1000), Duration::from_millis(150));
    /// No book: the players choose their setups themselves, so the games differ without one.
    const BOOK: Option<&'static str> = None;
    const OWN_BASELINES: &'static [OwnBaseline<Position>] = baselines::BASELINES;
    const SPSA: Option<&'static dyn SpsaGame> =
        if TWO_SQUARES { None } else { Some(&StrategoSpsa) };
    const BELIEFS: Option<&'static dyn Beliefs> = Some(&RankBeliefs);
    const UNITS_PER_LOGIT: Option<f64> = None;
    const CARELESS: Option<&'static dyn CarelessMoves> = Some(&StrategoCareless::<TWO_SQUARES>);

    fn initial() -> Position {
        if TWO_SQUARES { Position::with_two_squares() } else { Position::initial() }
    }

    /// Returns the lines of a turn; none if a player is asked for another row of the setup.
    fn prompt(game: &Progress<Position>) -> Vec<String> {
        let (pos, player) = (&game.pos, game.pos.side_to_move());
        if pos.is_setting_up(player) {
            let is_begun = pos.occupied(player) != 0;
            return if is_begun { Vec::new() } else { vec![introduction(player)] };
        }
        let mut lines = unsent_lines(game, player);
        if pos.plies() == 0 {
            lines.push(START.to_owned());
        }
        lines.extend(board(pos, player));
        lines
    }

    /// A step has single spaces between its words and nothing around them. A bot that passes here
    /// shall pass with any other referee.
    fn read_answer(line: &str) -> Option<&str> {
        matches!(line.parse(), Ok(Move::Step { .. })).then_some(line)
    }

    /// A setup consists of four lines of one row each.
    fn moves_in_line(pos: &Position) -> usize {
        /// Pieces per row.
        const ROW: usize = 10;
        if pos.is_setting_up(pos.side_to_move()) { ROW } else { 1 }
    }

    fn is_resignation(pos: &Position, line: &str) -> bool {
        line == SURRENDER && !pos.is_setting_up(pos.side_to_move())
    }

    fn verdict(game: &Progress<Position>) -> Option<Verdict> {
        let pos = &game.pos;
        let outcome = pos.outcome()?;
        let reason = match outcome {
            Outcome::Win(winner) if pos.of_rank(winner.opponent(), Rank::Flag) == 0 => "flag",
            Outcome::Win(_) => "no-moves",
            Outcome::Draw if Player::BOTH.map(|player| pos.movable(player)) == [0, 0] => {
                "no-movers"
            }
            Outcome::Draw if pos.plies() >= Position::MAX_PLIES => "max-turns",
            Outcome::Draw => "quiet",
        };
        Some(Verdict { outcome, reason })
    }

    /// Returns `false` while a player is placing pieces.
    fn is_between_moves(pos: &Position) -> bool {
        let player = pos.side_to_move();
        !pos.is_setting_up(player) || pos.occupied(player) == 0
    }

    /// Returns the player's own step, with its outcome.
    fn echo(game: &Progress<Position>) -> Vec<String> {
        let player = game.pos.side_to_move().opponent();
        unsent_lines(game, player)
    }

    /// Returns the rest of the game, an illegal step, and the line that ends the dialogue, with the
    /// winner's colour.
    fn farewell(
        game: &Progress<Position>,
        player: Player,
        Ending { outcome, fault }: Ending,
    ) -> Option<Vec<String>> {
        let is_loser = outcome == Outcome::Win(player.opponent());
        // A player at fault was sent all lines before the answer, unless the answer was legal.
        let was_asked = fault.is_some_and(|fault| fault != Termination::LeftOpening) && is_loser
            || game.resigned == Some(player);
        let mut lines = if was_asked { Vec::new() } else { unsent_lines(game, player) };
        let is_foul = matches!(fault, Some(Termination::Illegal | Termination::Unreadable));
        if is_foul && is_loser && !game.pos.is_setting_up(player) {
            lines.extend(game.refused.as_ref().map(|line| format!("{line} ILLEGAL")));
        }
        lines.push(match outcome {
            Outcome::Win(Player::First) => "QUIT RED".to_owned(),
            Outcome::Win(Player::Second) => "QUIT BLUE".to_owned(),
            Outcome::Draw => "QUIT DRAW".to_owned(),
        });
        Some(lines)
    }

    /// Draws the ranks of the enemy's hidden pieces at random.
    fn determinized(pos: &Position, rng: &mut Rng) -> Position {
        determinize(pos, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the result of a game in which Red and Blue have one piece left each, besides their
    /// flags.
    #[track_caller]
    fn check(pieces: [char; 2], rest: &str, expected: Option<(&str, &'static str)>) {
        let [red, blue] = pieces;
        let text = format!("F9/10/10/{red}9/10/10/9{blue}/10/10/9f {rest}");
        let pos = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let verdict = Stratego::<false>::verdict(&Progress::new(pos));
        let found = verdict.map(|verdict| (verdict.outcome.to_string(), verdict.reason));
        let found = found.as_ref().map(|(outcome, reason)| (outcome.as_str(), *reason));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_game_without_moving_pieces_and_one_without_progress_are_drawn() {
        check(['I', 'i'], "r 100 9", None);
        check(['B', 'b'], "r 100 0", Some(("1/2-1/2", "no-movers")));
        check(['B', 'b'], "r 2000 0", Some(("1/2-1/2", "no-movers")));
        check(['I', 'i'], "r 1000 200", Some(("1/2-1/2", "quiet")));
        check(['I', 'i'], "r 2000 9", Some(("1/2-1/2", "max-turns")));
        check(['I', 'i'], "r 2000 200", Some(("1/2-1/2", "max-turns")));
    }

    #[test]
    fn a_player_without_movable_pieces_has_lost() {
        check(['I', 'b'], "r 100 0", Some(("1-0", "no-moves")));
        check(['B', 'i'], "b 100 0", Some(("0-1", "no-moves")));
    }

    #[test]
    fn a_captured_flag_decides() {
        let mut game = Progress::new("F9/10/10/10/10/10/10/10/9I~/i8f r 100 0".parse().unwrap());
        game.play("9 8 DOWN".parse().unwrap());
        let verdict = Stratego::<false>::verdict(&game).unwrap();
        assert_eq!((verdict.outcome.to_string().as_str(), verdict.reason), ("1-0", "flag"));
        assert_eq!(unsent_lines(&game, Player::First), ["9 8 DOWN VICTORY_FLAG"]);
    }
}
