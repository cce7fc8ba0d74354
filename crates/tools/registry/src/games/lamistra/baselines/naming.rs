//! Rules by which the one-ply baseline of Lamistra names roles.

use gamekit::Position as _;
use lamistra::{Move, Position, Role};

use super::best_response::best_response;
use super::material::{Values, balance};

/// Depth in plies of the search whose mixed strategy [`Naming::BestResponse`] responds to.
const RESPONSE_DEPTH: usize = 1;

/// Rule by which a player names roles. It names the same role in the same position, which an
/// opponent can learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    /// The role with the best worst case, by material (maximin), and of equal ones the highest.
    Maximin,
    /// A bomb where that is possible, otherwise the lowest role.
    Bombs,
    /// The lowest rank that can move; the spy is the lowest of all.
    Lowest,
    /// The highest rank that can move; the general is the highest of all.
    Highest,
    /// The best response to the bot's mixed strategy after a search of one ply.
    BestResponse,
}

impl Naming {
    /// Returns the role of the player who has to name one in the current attack, by these piece
    /// values.
    pub(super) fn name(self, pos: &Position, values: Values) -> Option<Role> {
        match pos.attack()?.name {
            None => self.attacker(pos, values),
            Some(_) => self.defender(pos, values),
        }
    }

    /// Returns the attacker's role in the current attack.
    fn attacker(self, pos: &Position, values: Values) -> Option<Role> {
        let roles = attacker_roles(pos);
        match self {
            Naming::Maximin => {
                let best = worst_cases(pos, values).into_iter().fold(None, better);
                best.map(|best| best.0)
            }
            Naming::Bombs | Naming::Lowest => roles.last().copied(),
            Naming::Highest => roles.first().copied(),
            Naming::BestResponse => best_response(pos, RESPONSE_DEPTH),
        }
    }

    /// Returns the defender's role in the current attack. It does not depend on the attacker's.
    fn defender(self, pos: &Position, values: Values) -> Option<Role> {
        let open = pos.without_name();
        let roles = defender_roles(&open);
        let mut movable = roles.iter().copied().filter(|role| role.is_movable());
        let chosen = match self {
            Naming::Maximin => {
                let best = worst_defences(&open, values).into_iter().fold(None, better);
                return best.map(|best| best.0);
            }
            Naming::Bombs if roles.contains(&Role::Bomb) => Some(Role::Bomb),
            Naming::Bombs | Naming::Lowest => movable.next_back(),
            Naming::Highest => movable.next(),
            Naming::BestResponse => return best_response(pos, RESPONSE_DEPTH),
        };
        // If only flag and bombs are left: the flag comes first in the list.
        chosen.or(roles.last().copied())
    }
}

/// Returns the value of the current attack for the attacker, if the attacker names the role with
/// the best worst case.
pub(super) fn maximin(pos: &Position, values: Values) -> Option<i32> {
    worst_cases(pos, values).into_iter().map(|(_, value)| value).max()
}

/// Keeps the first of the best roles.
fn better(best: Option<(Role, i32)>, next: (Role, i32)) -> Option<(Role, i32)> {
    Some(best.filter(|best| best.1 >= next.1).unwrap_or(next))
}

/// Returns each role that the attacker may name, with its worst case.
fn worst_cases(pos: &Position, values: Values) -> Vec<(Role, i32)> {
    let defences = defender_roles(pos);
    let worst = |attacker| {
        let values = defences.iter().map(|&defender| value(pos, attacker, defender, values));
        Some((attacker, values.min()?))
    };
    attacker_roles(pos).into_iter().filter_map(worst).collect()
}

/// Returns each role that the defender may name, with its worst case for the defender.
fn worst_defences(pos: &Position, values: Values) -> Vec<(Role, i32)> {
    let attackers = attacker_roles(pos);
    let worst = |defender| {
        let values = attackers.iter().map(|&attacker| -value(pos, attacker, defender, values));
        Some((defender, values.min()?))
    };
    defender_roles(pos).into_iter().filter_map(worst).collect()
}

/// Returns the balance for the attacker after the attack with these roles.
fn value(pos: &Position, attacker: Role, defender: Role, values: Values) -> i32 {
    let mut after = pos.without_name();
    after.play_unchecked(Move::Name(attacker));
    after.play_unchecked(Move::Name(defender));
    balance(&after, pos.stepper(), values)
}

fn attacker_roles(pos: &Position) -> Vec<Role> {
    let mut roles = Vec::new();
    pos.attacker_roles(|role| roles.push(role));
    roles
}

fn defender_roles(pos: &Position) -> Vec<Role> {
    let mut roles = Vec::new();
    pos.defender_roles(|role| roles.push(role));
    roles
}

#[cfg(test)]
mod tests {
    use gamekit::Notation;

    use super::*;

    /// Checks the roles that the four rules name after these moves, the last of which attacks.
    #[track_caller]
    fn check(moves: &str, attackers: &str, defenders: &str) {
        let mut pos = Position::initial();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        let all = [Naming::Maximin, Naming::Bombs, Naming::Lowest, Naming::Highest];
        let word = |role: Option<Role>| role.unwrap().letter();
        assert_eq!(
            all.map(|naming| word(naming.attacker(&pos, Values::ByRole)))
                .iter()
                .collect::<String>(),
            attackers
        );
        assert_eq!(
            all.map(|naming| word(naming.defender(&pos, Values::ByRole)))
                .iter()
                .collect::<String>(),
            defenders
        );
    }

    #[test]
    fn an_unmoved_piece_may_be_a_bomb_and_a_moved_one_may_not() {
        // An attacker may lose against a piece whose role is open: the rider is the cheapest.
        check("a3-a4 c5-c4 a4-a5", "RSSG", "RBSG");
        // The general loses nothing against a piece that cannot be a bomb, not even against another
        // general.
        check("a3-a4 c5-c4 c3-c4", "GSSG", "RSSG");
    }

    #[test]
    fn a_named_piece_stays_what_it_is() {
        check("a3-a4 c5-c4 a4-a5 O R c4-c3", "RSSG", "RBSG");
        check("a3-a4 c5-c4 a4-a5 O R a6-a5", "GSSG", "OOOO");
        check("a3-a4 c5-c4 a4-a5 O R c4-d4 a5-a6", "OOOO", "BBSG");
    }

    #[test]
    fn the_value_of_an_attack_is_its_best_worst_case() {
        let mut pos = Position::initial();
        for mv in ["a3-a4", "c5-c4", "a4-a5"] {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        assert_eq!(maximin(&pos, Values::ByRole), Some(-15));
    }
}
