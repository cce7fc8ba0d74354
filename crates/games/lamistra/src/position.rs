//! Rules of Lamistra: position, legal moves, attacks, outcome and hash.

use gamekit::{squares, Outcome, Player};

use crate::army::{Army, Piece};
use crate::board::beside;
use crate::moves::{Move, Step};
use crate::role::Role;
use crate::role::Survivor;

/// A Lamistra position: both armies, the side to step, the number of steps made, and the current
/// attack.
///
/// Two names follow a step that attacks: the attacker's role and the defender's. By the rules
/// neither player knows the other's name when he chooses his own. So the choice of the second name
/// must depend on [`Position::without_name`] only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    armies: [Army; 2],
    /// The player who steps, or who attacks in the current attack.
    side: Player,
    plies: u16,
    attack: Option<Attack>,
}

/// An attack in which a role is still to be named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The step from the attacking to the attacked piece.
    pub step: Step,
    /// The attacker's role, once it is named.
    pub name: Option<Role>,
}

/// The two pieces of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponents {
    /// The piece that attacks.
    pub attacker: Piece,
    /// The piece that is attacked.
    pub defender: Piece,
}

impl Position {
    /// Steps after which the game is a draw: 200 by each player.
    pub const MAX_PLIES: u16 = 400;

    /// Returns the position with these armies, without an attack.
    pub(crate) const fn new(armies: [Army; 2], side: Player, plies: u16) -> Position {
        Position { armies, side, plies, attack: None }
    }

    /// Returns the number of steps made, at most [`Position::MAX_PLIES`]. An attack counts once it
    /// is resolved.
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// Returns the number of steps until the game ends as a draw.
    #[must_use]
    pub const fn plies_left(&self) -> usize {
        (Position::MAX_PLIES - self.plies) as usize
    }

    /// Returns the army of `player`.
    #[inline]
    #[must_use]
    pub const fn army(&self, player: Player) -> &Army {
        &self.armies[player.index()]
    }

    /// Returns the player who steps, or who attacks.
    #[inline]
    #[must_use]
    pub const fn stepper(&self) -> Player {
        self.side
    }

    /// Returns the current attack.
    #[must_use]
    pub const fn attack(&self) -> Option<Attack> {
        self.attack
    }

    /// Returns the two pieces of the current attack.
    #[must_use]
    pub fn opponents(&self) -> Option<Opponents> {
        let Step { from, to } = self.attack?.step;
        Some(Opponents {
            attacker: self.army(self.side).piece_at(from)?,
            defender: self.army(self.side.opponent()).piece_at(to)?,
        })
    }

    /// Returns the position before the attacker's role was named: the defender's information set.
    #[must_use]
    pub fn without_name(mut self) -> Position {
        if let Some(attack) = &mut self.attack {
            attack.name = None;
        }
        self
    }

    /// Returns the position in which the defender names a role, with an arbitrary role for the
    /// attacker. It stands for the defender's information set, in which the attacker's name has no
    /// meaning.
    #[must_use]
    pub fn with_any_name(mut self) -> Position {
        let mut any = None;
        self.attacker_roles(|role| any = Some(role));
        if let Some(attack) = &mut self.attack {
            attack.name = any;
        }
        self
    }

    /// Visits the roles that the attacker may name.
    pub fn attacker_roles(&self, visit: impl FnMut(Role)) {
        let army = self.army(self.side);
        if let Some(Opponents { attacker, .. }) = self.opponents() {
            Role::ALL
                .into_iter()
                .filter(|&role| army.may_attack_as(attacker, role))
                .for_each(visit);
        }
    }

    /// Visits the roles that the defender may name.
    pub fn defender_roles(&self, visit: impl FnMut(Role)) {
        let army = self.army(self.side.opponent());
        if let Some(Opponents { defender, .. }) = self.opponents() {
            Role::ALL
                .into_iter()
                .filter(|&role| army.may_defend_as(defender, role))
                .for_each(visit);
        }
    }

    /// Returns the cells to which pieces on `cells` can step, attacked cells included.
    fn targets(&self, cells: u64) -> u64 {
        beside(cells) & !self.army(self.side).pieces()
    }

    /// Visits the legal steps, assuming that the game is not over and no attack is in progress.
    fn steps(&self, mut visit: impl FnMut(Step)) {
        let army = self.army(self.side);
        let enemies = self.army(self.side.opponent()).pieces();
        for from in squares(army.movers()) {
            for to in squares(self.targets(from.bit())) {
                let step = Step { from, to };
                // A step straight back is legal only as an attack.
                if army.back() != Some(step) || enemies & to.bit() != 0 {
                    visit(step);
                }
            }
        }
    }

    /// Visits the legal steps that attack, assuming that no attack is in progress.
    pub(crate) fn attacks(&self, mut visit: impl FnMut(Step)) {
        let enemies = self.army(self.side.opponent()).pieces();
        for from in squares(self.army(self.side).movers() & beside(enemies)) {
            for to in squares(beside(from.bit()) & enemies) {
                visit(Step { from, to });
            }
        }
    }

    /// Returns the position after a pass: the other side steps, one ply later.
    pub(crate) fn passed(mut self) -> Position {
        self.armies[self.side.index()].forget_step();
        self.end_ply();
        self
    }

    /// Returns whether the side to step has a legal step.
    fn can_step(&self) -> bool {
        let army = self.army(self.side);
        let movers = army.movers();
        // A step straight back is legal only as an attack, and may be the only step.
        let Some(Step { from, to }) = army.back() else {
            return self.targets(movers) != 0;
        };
        let barred = to.bit() & !self.army(self.side.opponent()).pieces();
        self.targets(movers & !from.bit()) != 0 || self.targets(movers & from.bit()) & !barred != 0
    }

    /// Sets the current attack, for the text notation. Returns `None` if there is no such attack.
    pub(crate) fn with_attack(mut self, attack: Attack) -> Option<Position> {
        let mut is_step = false;
        self.steps(|step| is_step |= step == attack.step);
        let is_attack = self.army(self.side.opponent()).pieces() & attack.step.to.bit() != 0;
        self.attack = Some(Attack { name: None, ..attack });
        let mut is_name = attack.name.is_none();
        self.attacker_roles(|role| is_name |= Some(role) == attack.name);
        self.attack = Some(attack);
        (is_step && is_attack && is_name).then_some(self)
    }

    /// Resolves the current attack with these roles, both of which must be legal. Afterwards the
    /// defender's side steps.
    #[inline]
    pub(crate) fn resolve(&mut self, attacker: Role, defender: Role) {
        let Some(Attack { step: Step { from, to }, .. }) = self.attack.take() else {
            return;
        };
        let (us, them) = (self.side.index(), self.side.opponent().index());
        self.armies[us].take_off(from, attacker);
        self.armies[them].take_off(to, defender);
        match attacker.against(defender) {
            Survivor::Attacker => self.armies[us].put_named(to, attacker),
            Survivor::Defender => self.armies[them].put_named(to, defender),
            Survivor::Nobody => (),
        }
        self.armies[us].forget_step();
        self.end_ply();
    }

    fn end_ply(&mut self) {
        self.side = self.side.opponent();
        self.plies += 1;
    }

    /// Returns a hash of the whole position, with `clock` in place of the number of plies.
    pub(crate) fn hash_with(&self, clock: u64) -> u64 {
        const KEYS: [u64; 10] = [
            0xa076_1d64_78bd_642f,
            0xe703_7ed1_a0b4_28db,
            0x8ebc_6af0_9c88_c6e3,
            0x5895_65bd_3a6d_5b01,
            0x1d8e_4e27_c47d_124f,
            0xeb44_acca_b455_d165,
            0x9c6e_6877_736c_46e3,
            0xc2b2_ae3d_27d4_eb4f,
            0x1656_67b1_9e37_79f9,
            0x27d4_eb2f_1656_67c5,
        ];
        let folded = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let [ours, theirs] = [self.armies[0].cells(), self.armies[1].cells()];
        let mut hash = 0_u64;
        for (index, key) in KEYS.into_iter().enumerate() {
            let other = KEYS[(index + 3) % KEYS.len()];
            hash = hash.rotate_left(7) ^ folded(ours[index] ^ key, theirs[index] ^ other);
        }
        let attack = self.attack.map_or(0, |Attack { step, name }| {
            1 << 16
                | step.from.index()
                | step.to.index() << 6
                | name.map_or(0, |role| 1 + role.index()) << 12
        });
        let rest = (clock << 20 | attack as u64) << 1 | self.side.index() as u64;
        folded(hash ^ KEYS[0], rest ^ KEYS[1])
    }
}

impl gamekit::Position for Position {
    type Move = Move;

    /// The attacker acts twice in a row: he steps and names a role.
    const ALTERNATES: bool = false;

    fn initial() -> Position {
        Position::new([Army::initial(0), Army::initial(1)], Player::First, 0)
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        match self.attack {
            Some(Attack { name: Some(_), .. }) => self.side.opponent(),
            _ => self.side,
        }
    }

    /// Checks in this order: a lost flag, 200 steps by each player, a side without a legal step.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = Player::BOTH.into_iter().find(|&side| self.army(side).has_lost_flag())
        {
            return Some(Outcome::Win(loser.opponent()));
        }
        if self.attack.is_some() {
            return None;
        }
        if self.plies >= Position::MAX_PLIES {
            return Some(Outcome::Draw);
        }
        (!self.can_step()).then(|| Outcome::Win(self.side.opponent()))
    }

    /// Visits steps by origin from a1 upwards, and by target from the lowest cell; roles in the
    /// order of the rules.
    fn legal_moves(&self, mut visit: impl FnMut(Move)) {
        match self.attack {
            _ if self.outcome().is_some() => (),
            None => self.steps(|step| visit(Move::Step(step))),
            Some(Attack { name: None, .. }) => self.attacker_roles(|role| visit(Move::Name(role))),
            Some(_) => self.defender_roles(|role| visit(Move::Name(role))),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match (mv, &mut self.attack) {
            (Move::Step(step), _) => {
                if self.army(self.side.opponent()).pieces() & step.to.bit() != 0 {
                    self.attack = Some(Attack { step, name: None });
                } else {
                    self.armies[self.side.index()].step(step);
                    self.end_ply();
                }
            }
            (Move::Name(role), Some(attack)) => match attack.name {
                None => attack.name = Some(role),
                Some(attacker) => self.resolve(attacker, role),
            },
            (Move::Name(_), None) => (),
        }
    }

    fn hash(&self) -> u64 {
        self.hash_with(u64::from(self.plies))
    }
}
