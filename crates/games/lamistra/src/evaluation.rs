//! What a position is worth without search.

use gamekit::{squares, Player, Position as _, Square};
use search::score::MAX_EVALUATION;
use search::Score;

use crate::army::Army;
use crate::board::{beside, BOARD};
use crate::position::Position;
use crate::role::Role;
use crate::weights::Weights;

/// Plies before the end of the game from which on an advantage counts less and less: what is not won
/// by then will be a draw.
pub(crate) const FADING_PLIES: i32 = 100;

/// Pieces on the board at the start.
const PIECES: i32 = 42;

/// How many pieces leave the board while an advantage doubles: it is easier to use when there are
/// fewer, so that whoever is ahead trades.
const THINNING: i32 = 84;

/// An army as the evaluation sees it, and what it has to do with the other one.
struct Side<'a> {
    player: Player,
    army: &'a Army,
    enemy: &'a Army,
    enemies: u64,
    own: u64,
}

impl Weights {
    /// Returns the value of `pos` for the side to move.
    pub(crate) fn evaluate(&self, pos: &Position) -> Score {
        let [red, blue] = Player::BOTH.map(|player| pos.army(player));
        let [reds, blues] = [red.pieces(), blue.pieces()];
        let first =
            Side { player: Player::First, army: red, enemy: blue, enemies: blues, own: reds };
        let second =
            Side { player: Player::Second, army: blue, enemy: red, enemies: reds, own: blues };
        let balance = self.side(&first) - self.side(&second);
        let balance = match pos.stepper() {
            Player::First => balance + self.tempo,
            Player::Second => balance - self.tempo,
        };
        let left = i32::from(Position::MAX_PLIES - pos.plies());
        let balance = balance * left.min(FADING_PLIES) / FADING_PLIES;
        let gone = PIECES - (reds | blues).count_ones() as i32;
        let balance = balance * (THINNING + gone) / THINNING;
        let value = if pos.side_to_move() == Player::First { balance } else { -balance };
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn side(&self, side: &Side<'_>) -> i32 {
        self.material(side) + self.freedom(side) + self.flag(side) + self.hunters(side)
    }

    /// Roles, named and in stock, against what the enemy has.
    fn material(&self, side: &Side<'_>) -> i32 {
        let Side { army, enemy, .. } = *side;
        let mut value = 0;
        for (index, role) in Role::MOVABLE.into_iter().enumerate() {
            let named = army.named(role).count_ones() as i32;
            let stock = i32::from(army.stock(role));
            value += named * self.named[index] + stock * self.stock[index];
        }
        let bombs = army.named(Role::Bomb).count_ones() as i32;
        let miners = alive(enemy, Role::Miner).min(3) as usize;
        value += bombs * self.bomb_named[miners];
        value += i32::from(army.stock(Role::Bomb)) * self.bomb_stock[miners];
        let enemy_bombs = alive(enemy, Role::Bomb).min(4) as usize;
        value += alive(army, Role::Miner) * self.miner_against_bombs[enemy_bombs];
        let general = alive(army, Role::General);
        value += general * i32::from(enemy.stock(Role::Spy)) * self.general_against_spy[0];
        value += general * (enemy.named(Role::Spy) != 0) as i32 * self.general_against_spy[1];

        // Whom an attack of each role does not remove, bombs aside.
        let mut superiors = 0;
        let mut force = 0;
        for role in Role::MOVABLE {
            superiors += alive(enemy, role);
            let spared = match role {
                Role::Spy => superiors - alive(enemy, Role::General),
                // A general that has been named falls to an attacking spy.
                Role::General => superiors + alive(enemy, Role::Spy),
                _ => superiors,
            };
            let class = spared.min(3) as usize;
            let named = army.named(role).count_ones() as i32;
            let stock = i32::from(army.stock(role));
            value += named * self.named_superiors[class] + stock * self.stock_superiors[class];
            force += named + stock;
        }
        value + self.force[force.min(8) as usize]
    }

    /// What may still move, and where to.
    fn freedom(&self, side: &Side<'_>) -> i32 {
        let Side { army, own, enemies, .. } = *side;
        let empty = BOARD & !own & !enemies;
        let movers = army.movers();
        let steps = [movers << 1, movers >> 1, movers << 8, movers >> 8];
        let mobility: u32 = steps.map(|targets| (targets & empty).count_ones()).iter().sum();
        mobility as i32 * self.mobility
            + self.slack[army.slack().clamp(0, 7) as usize]
            + army.moved().count_ones() as i32 * self.moved
    }

    /// Where the flag may be: who has no bomb left must keep attackers from all of it.
    fn flag(&self, side: &Side<'_>) -> i32 {
        let hideouts = side.army.unmoved().count_ones().clamp(1, 5) as usize - 1;
        let bare = match side.army.stock(Role::Bomb) {
            0 => self.bare_shelter[hideouts],
            _ => 0,
        };
        self.shelter[hideouts] + bare
    }

    /// Pieces that move and what they hunt.
    fn hunters(&self, side: &Side<'_>) -> i32 {
        let Side { player, army, enemy, .. } = *side;
        let prey = prey_of(enemy);
        let (mut value, mut nameless_prey) = (0, 0);
        for (role, prey) in Role::MOVABLE.into_iter().zip(prey) {
            for cell in squares(army.named(role)) {
                value += self.named_rank[rank_of(cell, player)];
                if prey != 0 {
                    value += self.hunt[distance(cell, prey)];
                }
            }
            if army.stock(role) > 0 {
                nameless_prey |= prey;
            }
        }
        if nameless_prey != 0 {
            for cell in squares(army.moved()) {
                value += self.nameless_hunt[distance(cell, nameless_prey)];
            }
        }
        value
    }
}

/// Returns, by movable role, the cells of the pieces of `army` that an attack with that role takes for
/// sure.
fn prey_of(army: &Army) -> [u64; 6] {
    // An unmoved piece is flag or bomb for sure where there is no slack, and no bomb where none is
    // left.
    let walls = if army.slack() == 0 { army.unmoved() } else { 0 };
    let bare = if army.stock(Role::Bomb) == 0 { army.unmoved() } else { 0 };
    let mut prey = [0; 6];
    let mut weaker = 0;
    for (index, role) in Role::MOVABLE.into_iter().enumerate().rev() {
        prey[index] = match role {
            Role::Miner => weaker | army.named(Role::Bomb) | walls,
            Role::Spy => army.named(Role::General),
            _ => weaker,
        };
        weaker |= army.named(role);
    }
    // What may yet be anything in stock falls to whatever beats all of that.
    let highest = Role::MOVABLE.into_iter().position(|role| army.stock(role) > 0);
    for prey in &mut prey[..highest.unwrap_or(6)] {
        *prey |= army.moved() | bare;
    }
    prey
}

/// Returns how many pieces have `role`, or may still take it.
fn alive(army: &Army, role: Role) -> i32 {
    army.named(role).count_ones() as i32 + i32::from(army.stock(role))
}

/// Returns the rank of a cell as `player` sees it, 0 to 6.
fn rank_of(cell: Square, player: Player) -> usize {
    let rank = usize::from(cell.rank()).min(6);
    match player {
        Player::First => rank,
        Player::Second => 6 - rank,
    }
}

/// Returns how many steps on an empty board lead from `cell` to the nearest cell of `prey`, less one;
/// at most [`FARTHEST`].
fn distance(cell: Square, prey: u64) -> usize {
    let mut reached = cell.bit();
    for steps in 0..FARTHEST {
        reached |= beside(reached);
        if reached & prey != 0 {
            return steps;
        }
    }
    FARTHEST
}

/// Distances from here on count alike.
const FARTHEST: usize = 6;
