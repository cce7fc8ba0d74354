//! Roles of pieces, and the result of an attack between two roles.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

/// Role of a piece, in the order of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Cannot move; a player who loses it loses the game.
    Flag,
    /// Cannot move; only a miner takes it.
    Bomb,
    /// The highest; falls to an attacking spy, another general or a bomb.
    General,
    /// Second.
    Colonel,
    /// Third.
    Lieutenant,
    /// Fourth; takes bombs.
    Miner,
    /// Fifth.
    Rider,
    /// The lowest; takes the general by attacking it.
    Spy,
}

impl Role {
    /// Number of roles.
    pub const COUNT: usize = 8;

    /// All roles, in their order.
    pub const ALL: [Role; Role::COUNT] = [
        Role::Flag,
        Role::Bomb,
        Role::General,
        Role::Colonel,
        Role::Lieutenant,
        Role::Miner,
        Role::Rider,
        Role::Spy,
    ];

    /// The roles whose pieces can move, from the highest to the lowest.
    pub const MOVABLE: [Role; 6] =
        [Role::General, Role::Colonel, Role::Lieutenant, Role::Miner, Role::Rider, Role::Spy];

    /// Number of pieces of each role that each side has at the start, in the order of
    /// [`Role::ALL`].
    pub const STOCK: [u8; Role::COUNT] = [1, 4, 1, 2, 3, 4, 5, 1];

    /// Returns the role's index in [`Role::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether pieces of this role can move and attack.
    #[must_use]
    pub const fn is_movable(self) -> bool {
        !matches!(self, Role::Flag | Role::Bomb)
    }

    /// Returns the role's letter in the dialogue.
    #[must_use]
    pub const fn letter(self) -> char {
        ['V', 'B', 'G', 'O', 'L', 'M', 'R', 'S'][self.index()]
    }

    /// Returns the role of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Returns the survivor when a piece of this role attacks one of the role `defender`.
    #[must_use]
    pub const fn against(self, defender: Role) -> Survivor {
        match (self, defender) {
            (_, Role::Flag) | (Role::Miner, Role::Bomb) | (Role::Spy, Role::General) => {
                Survivor::Attacker
            }
            (_, Role::Bomb) => Survivor::Defender,
            // Higher ranks come first.
            _ if self.index() < defender.index() => Survivor::Attacker,
            _ if self.index() > defender.index() => Survivor::Defender,
            _ => Survivor::Nobody,
        }
    }
}

/// Survivor of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Survivor {
    /// The attacker, which takes the cell.
    Attacker,
    /// The defender, which stays.
    Defender,
    /// Neither: the ranks are equal.
    Nobody,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Role {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Role, ParseError> {
        let mut letters = text.chars();
        let role = letters.next().and_then(Role::from_letter).filter(|_| letters.next().is_none());
        role.ok_or_else(|| ParseError::new("a role, one of V B G O L M R S", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stock_has_a_role_for_every_piece() {
        assert_eq!(Role::STOCK.iter().sum::<u8>(), 21);
    }

    /// Rows are attackers, columns are defenders, in the order of the roles.
    #[test]
    fn every_attack_ends_as_the_rules_say() {
        let table = |attacker: Role| -> String {
            let survivors = Role::ALL.map(|defender| match attacker.against(defender) {
                Survivor::Attacker => '+',
                Survivor::Defender => '-',
                Survivor::Nobody => '=',
            });
            survivors.iter().collect()
        };
        let found = Role::MOVABLE.map(table);
        assert_eq!(
            found,
            ["+-=+++++", "+--=++++", "+---=+++", "++---=++", "+-----=+", "+-+----="],
            "columns are V B G O L M R S"
        );
    }

    #[test]
    fn a_role_round_trips_through_its_letter() {
        for role in Role::ALL {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        for text in ["", "v", "X", "VB", " V", "é"] {
            assert!(text.parse::<Role>().is_err(), "{text:?}");
        }
    }
}
