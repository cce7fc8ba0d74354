//! Material values of the one-ply baselines of Lamistra.

use gamekit::Player;
use lamistra::{Position, Role};

/// Values of the pieces. They are fixed and do not depend on the opponent's remaining pieces, which
/// makes the players that use them weak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// By role, in about tenths of a pawn.
    ByRole,
    /// The same for all pieces but the flag.
    Equal,
}

impl Values {
    const fn of(self, role: Role) -> i32 {
        match (self, role) {
            (_, Role::Flag) => 10_000,
            (Values::Equal, _) => 1,
            (_, Role::Bomb) => 25,
            (_, Role::General) => 90,
            (_, Role::Colonel) => 60,
            (_, Role::Lieutenant | Role::Miner) => 40,
            (_, Role::Rider) => 15,
            (_, Role::Spy) => 30,
        }
    }
}

/// Returns the material of `player` minus that of the opponent. A piece without a role counts as
/// the roles that are left in stock, since every role in stock is given to a piece in the end.
pub(super) fn balance(pos: &Position, player: Player, values: Values) -> i32 {
    let material = |player| -> i32 {
        let army = pos.army(player);
        let count = |role| army.named(role).count_ones() as i32 + i32::from(army.stock(role));
        Role::ALL.into_iter().map(|role| values.of(role) * count(role)).sum()
    };
    material(player) - material(player.opponent())
}

#[cfg(test)]
mod tests {
    use gamekit::{Notation, Position as _};

    use super::*;

    #[track_caller]
    fn check(moves: &str, expected: i32) {
        let mut pos = Position::initial();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        assert_eq!(
            Player::BOTH.map(|player| balance(&pos, player, Values::ByRole)),
            [expected, -expected]
        );
    }

    #[test]
    fn only_captures_change_the_balance() {
        check("", 0);
        check("a3-a4 c5-c4", 0);
        check("a3-a4 c5-c4 a4-a5 R", 0);
        check("a3-a4 c5-c4 a4-a5 R B", -15);
        check("a3-a4 c5-c4 a4-a5 M B", 25);
        check("a3-a4 c5-c4 a4-a5 G G", 0);
        check("a3-a4 c5-c4 a4-a5 R V", 10_000);
    }
}
