//! Lines that the Lamistra referee sends to the players.

use gamekit::Player;
use lamistra::{Move, Position};

use crate::official::Progress;

/// Line that the first player reads in place of a move before the first move.
const START: &str = "Start";

/// Returns the lines that each player has not read yet at this point of the game.
///
/// A player who makes a move has read all lines so far. A step is sent to the other player at once.
/// A step that attacks is sent when the attacker has named the role, which is when the defender is
/// asked for a role. Both roles are sent when both have been named, so neither player can use the
/// other's role.
pub(super) fn unsent_lines(game: &Progress<Position>) -> [Vec<String>; 2] {
    let mut unsent = [vec![START.to_owned()], Vec::new()];
    let mut stepper = Player::First;
    let mut moves = game.moves.iter().peekable();
    let awaits_attackers_name = game.pos.attack().is_some_and(|attack| attack.name.is_none());
    while let Some(step) = moves.next() {
        let (us, them) = (stepper.index(), stepper.opponent().index());
        unsent[us].clear();
        if awaits_attackers_name && moves.peek().is_none() {
            break;
        }
        unsent[them].push(step.to_string());
        let attacker = moves.next_if(|mv| matches!(mv, Move::Name(_)));
        if let (Some(attacker), Some(defender)) = (attacker, attacker.and_then(|_| moves.next())) {
            unsent[them] = vec![attacker.to_string()];
            unsent[us].push(defender.to_string());
        }
        stepper = stepper.opponent();
    }
    unsent
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;

    use super::*;

    #[track_caller]
    fn check(moves: &str, first: &str, second: &str) {
        let mut game = Progress::new(Position::initial());
        for mv in moves.split_whitespace() {
            let mv: Move = mv.parse().unwrap();
            assert!(game.pos.is_legal(mv), "{mv}");
            game.play(mv);
        }
        let told = unsent_lines(&game);
        assert_eq!(told.map(|lines| lines.join(" ")), [first, second]);
    }

    #[test]
    fn the_first_line_is_start_or_the_first_move() {
        check("", "Start", "");
        check("a3-a4", "", "a3-a4");
        check("a3-a4 c5-c4", "c5-c4", "");
    }

    #[test]
    fn both_roles_are_told_when_both_are_named() {
        check("a3-a4 c5-c4 a4-a5", "", "");
        check("a3-a4 c5-c4 a4-a5 R", "", "a4-a5");
        check("a3-a4 c5-c4 a4-a5 R B", "B", "R");
        check("a3-a4 c5-c4 a4-a5 R B c4-c3", "B", "");
        check("a3-a4 c5-c4 a4-a5 R B c4-c3 G", "B c4-c3", "");
        check("a3-a4 c5-c4 a4-a5 R B c4-c3 G L", "G", "L");
        check("a3-a4 c5-c4 a4-a5 R B c4-c3 G L a2-a3", "", "L a2-a3");
    }
}
