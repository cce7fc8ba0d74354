//! Battles: the two ranks that an attack shows, and its survivor.

use crate::rank::Rank;

/// Battle of an attack: the two ranks that both players see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// The rank of the piece that stepped.
    pub attacker: Rank,
    /// The rank of the piece that it stepped onto.
    pub defender: Rank,
}

/// Survivor of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Survivor {
    /// The attacker, which takes the square.
    Attacker,
    /// The defender, which stays.
    Defender,
    /// Neither: the ranks are equal.
    Nobody,
}

impl Battle {
    /// Returns the survivor.
    #[inline]
    #[must_use]
    pub const fn survivor(self) -> Survivor {
        self.attacker.against(self.defender)
    }
}

impl Rank {
    /// Returns the survivor when a piece of this rank attacks one of the rank `defender`.
    #[inline]
    #[must_use]
    pub const fn against(self, defender: Rank) -> Survivor {
        match (self, defender) {
            (_, Rank::Flag) | (Rank::Miner, Rank::Bomb) | (Rank::Spy, Rank::Marshal) => {
                Survivor::Attacker
            }
            (_, Rank::Bomb) => Survivor::Defender,
            _ if self.index() > defender.index() => Survivor::Attacker,
            _ if self.index() < defender.index() => Survivor::Defender,
            _ => Survivor::Nobody,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows are attackers, columns are defenders, both from the lowest rank to the highest.
    #[test]
    fn every_battle_ends_as_the_rules_say() {
        let row = |attacker: Rank| -> String {
            let survivors = Rank::ALL.map(|defender| match attacker.against(defender) {
                Survivor::Attacker => '+',
                Survivor::Defender => '-',
                Survivor::Nobody => '=',
            });
            survivors.iter().collect()
        };
        let movable = Rank::ALL.into_iter().filter(|rank| rank.is_movable());
        let expected = [
            "+-=--------+", // spy
            "+-+=--------", // scout
            "++++=-------", // miner
            "+-+++=------", // sergeant
            "+-++++=-----", // lieutenant
            "+-+++++=----", // captain
            "+-++++++=---", // major
            "+-+++++++=--", // colonel
            "+-++++++++=-", // general
            "+-+++++++++=", // marshal
        ];
        assert_eq!(movable.map(row).collect::<Vec<_>>(), expected, "columns are FBs987654321");
    }
}
