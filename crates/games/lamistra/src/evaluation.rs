//! Static evaluation: linear terms for material, mobility, flag safety and pieces that hunt
//! targets.

use gamekit::{squares, Player, Position as _, Square};
use search::score::MAX_EVALUATION;
use search::{Evaluate, Score};

use crate::army::Army;
use crate::board::{beside, seen_by, BOARD};
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;
use crate::weights::Weights;

/// Number of pieces on the board at the start.
const PIECES: i32 = 42;

/// Number of captured pieces that would double an advantage. An advantage is easier to use with
/// fewer pieces, so the side that is ahead trades.
const THINNING: i32 = 84;

/// One side's view of the position: its army, the enemy's army, and the cells of both.
struct Side<'a> {
    player: Player,
    army: &'a Army,
    enemy: &'a Army,
    enemies: u64,
    own: u64,
}

/// Hand-crafted evaluation, without the fading towards the draw.
impl Evaluate<Position> for Weights {
    type State = ();

    fn refresh(&self, _pos: &Position) {}

    fn update(&self, _state: &(), _before: &Position, _mv: Move, _after: &Position) {}

    fn evaluate(&self, pos: &Position, _state: &()) -> Score {
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
        let gone = PIECES - (reds | blues).count_ones() as i32;
        let balance = balance * (THINNING + gone) / THINNING;
        let value = if pos.side_to_move() == Player::First { balance } else { -balance };
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl Weights {
    fn side(&self, side: &Side<'_>) -> i32 {
        self.material(side) + self.mobility(side) + self.flag(side) + self.hunters(side)
    }

    /// Returns the value of roles, named and in stock, relative to the enemy's roles.
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

        // Number of enemies that an attack of each role does not remove, bombs not included.
        let mut superiors = 0;
        let mut force = 0;
        for role in Role::MOVABLE {
            superiors += alive(enemy, role);
            let spared = match role {
                Role::Spy => superiors - alive(enemy, Role::General),
                // A named general falls to an attacking spy.
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

    /// Returns the mobility terms: empty target cells, slack and moved pieces without a role.
    fn mobility(&self, side: &Side<'_>) -> i32 {
        let Side { army, own, enemies, .. } = *side;
        let empty = BOARD & !own & !enemies;
        let movers = army.movers();
        let steps = [movers << 1, movers >> 1, movers << 8, movers >> 8];
        let mobility: u32 = steps.map(|targets| (targets & empty).count_ones()).iter().sum();
        mobility as i32 * self.mobility
            + self.slack[army.slack().clamp(0, 7) as usize]
            + army.moved().count_ones() as i32 * self.moved
    }

    /// Returns the flag safety terms. A side without a bomb in stock must protect every cell on
    /// which the flag may stand.
    fn flag(&self, side: &Side<'_>) -> i32 {
        let flag_cells = side.army.unmoved().count_ones().clamp(1, 5) as usize - 1;
        let bare = match side.army.stock(Role::Bomb) {
            0 => self.bare_shelter[flag_cells],
            _ => 0,
        };
        self.shelter[flag_cells] + bare
    }

    /// Returns the terms of pieces that move, by their distance to the enemies that they take for
    /// certain.
    fn hunters(&self, side: &Side<'_>) -> i32 {
        let Side { player, army, enemy, .. } = *side;
        let targets = sure_targets(enemy);
        let (mut value, mut nameless_targets) = (0, 0);
        for (role, targets) in Role::MOVABLE.into_iter().zip(targets) {
            for cell in squares(army.named(role)) {
                value += self.named_rank[rank_of(cell, player)];
                if targets != 0 {
                    value += self.hunt[distance(cell, targets)];
                }
            }
            if army.stock(role) > 0 {
                nameless_targets |= targets;
            }
        }
        if nameless_targets != 0 {
            for cell in squares(army.moved()) {
                value += self.nameless_hunt[distance(cell, nameless_targets)];
            }
        }
        value
    }
}

/// Returns, by movable role, the cells of the pieces of `army` that an attack of that role takes
/// for certain.
fn sure_targets(army: &Army) -> [u64; 6] {
    // Without slack an unmoved piece is flag or bomb for certain; without bombs in stock it is no
    // bomb.
    let walls = if army.slack() == 0 { army.unmoved() } else { 0 };
    let bare = if army.stock(Role::Bomb) == 0 { army.unmoved() } else { 0 };
    let mut targets = [0; 6];
    let mut weaker = 0;
    for (index, role) in Role::MOVABLE.into_iter().enumerate().rev() {
        targets[index] = match role {
            Role::Miner => weaker | army.named(Role::Bomb) | walls,
            Role::Spy => army.named(Role::General),
            _ => weaker,
        };
        weaker |= army.named(role);
    }
    // A piece that may still take any role in stock falls to each role that beats all of these.
    let highest = Role::MOVABLE.into_iter().position(|role| army.stock(role) > 0);
    for targets in &mut targets[..highest.unwrap_or(6)] {
        *targets |= army.moved() | bare;
    }
    targets
}

/// Returns the number of pieces that have `role` or may still take it.
fn alive(army: &Army, role: Role) -> i32 {
    army.named(role).count_ones() as i32 + i32::from(army.stock(role))
}

/// Returns the rank of a cell from the view of `player`, 0 to 6.
fn rank_of(cell: Square, player: Player) -> usize {
    usize::from(seen_by(player, cell).rank()).min(6)
}

/// Returns the number of steps on an empty board from `cell` to the nearest cell of `targets`,
/// minus one; at most [`FARTHEST`].
fn distance(cell: Square, targets: u64) -> usize {
    let mut reached = cell.bit();
    for steps in 0..FARTHEST {
        reached |= beside(reached);
        if reached & targets != 0 {
            return steps;
        }
    }
    FARTHEST
}

/// Largest distance that the evaluation distinguishes.
const FARTHEST: usize = 6;
