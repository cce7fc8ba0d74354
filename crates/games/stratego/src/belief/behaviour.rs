//! Behaviour of a piece in a turn of its owner, from public information only.

use gamekit::Player;

use crate::battle::Survivor;
use crate::moves::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::LAND;
use crate::square::{squares, Direction, Square};

/// Habit: the behaviour of a piece, by its situation.
///
/// "Known" means a piece of the other side whose rank was shown, a "mover" is a hidden piece that
/// has moved, a "sitter" one that has not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// A known piece has just moved next to it: it stays.
    DefiesChallenger,
    /// A known piece has just moved next to it: it goes away, or past it.
    FleesChallenger,
    /// It is next to a known piece, stays and does not attack.
    SparesKnown,
    /// It leaves a known piece next to which it stood.
    LeavesKnown,
    /// It could go next to a known piece and stays.
    IgnoresKnown,
    /// It goes next to a known piece.
    ApproachesKnown,
    /// It could go next to a known piece and goes elsewhere.
    AvoidsKnown,
    /// It is next to a mover and stays.
    SparesMover,
    /// It leaves a mover.
    LeavesMover,
    /// It is next to a sitter and stays.
    SparesSitter,
    /// It leaves a sitter.
    LeavesSitter,
    /// It does not make its first step although it could, in the opening.
    WaitsEarly,
    /// The same in the middle of the game.
    WaitsMidway,
    /// The same late in the game.
    WaitsLate,
    /// It makes its first step in the opening.
    StartsEarly,
    /// It makes its first step in the middle of the game.
    StartsMidway,
    /// It makes its first step late in the game.
    StartsLate,
    /// It has moved before, no enemy is near, and it stays.
    Rests,
    /// It goes next to a hidden piece.
    ApproachesUnknown,
    /// It goes forward on its own half.
    Advances,
    /// It goes forward beyond the middle.
    Invades,
    /// It goes sideways or back.
    Wanders,
    /// It goes back to the square from which it came.
    Returns,
}

impl Habit {
    /// Number of habits.
    pub const COUNT: usize = 23;

    /// Number of habits that involve a known piece: the first ones of [`Habit::ALL`].
    pub(super) const KNOWN: usize = Habit::AvoidsKnown as usize + 1;

    /// All habits.
    pub const ALL: [Habit; Habit::COUNT] = [
        Habit::DefiesChallenger,
        Habit::FleesChallenger,
        Habit::SparesKnown,
        Habit::LeavesKnown,
        Habit::IgnoresKnown,
        Habit::ApproachesKnown,
        Habit::AvoidsKnown,
        Habit::SparesMover,
        Habit::LeavesMover,
        Habit::SparesSitter,
        Habit::LeavesSitter,
        Habit::WaitsEarly,
        Habit::WaitsMidway,
        Habit::WaitsLate,
        Habit::StartsEarly,
        Habit::StartsMidway,
        Habit::StartsLate,
        Habit::Rests,
        Habit::ApproachesUnknown,
        Habit::Advances,
        Habit::Invades,
        Habit::Wanders,
        Habit::Returns,
    ];

    /// Returns whether the piece steps.
    pub(super) const fn is_step(self) -> bool {
        !matches!(
            self,
            Habit::DefiesChallenger
                | Habit::SparesKnown
                | Habit::IgnoresKnown
                | Habit::SparesMover
                | Habit::SparesSitter
                | Habit::WaitsEarly
                | Habit::WaitsMidway
                | Habit::WaitsLate
                | Habit::Rests
        )
    }
}

/// Relation of a piece to a known enemy. It replaces the rank for habits that involve a known
/// piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// The flag.
    Flag,
    /// A bomb.
    Bomb,
    /// The spy against any rank except the marshal.
    Spy,
    /// A scout that would lose.
    Scout,
    /// A miner that would lose.
    Miner,
    /// Another rank that would lose by one rank.
    LosesNarrowly,
    /// Another rank that would lose by more.
    Loses,
    /// The same rank.
    Equals,
    /// A rank that would win by one rank.
    WinsNarrowly,
    /// A rank that would win by two ranks.
    Wins,
    /// A rank that would win by more than two ranks.
    WinsWidely,
    /// The spy against the marshal, or the miner against a bomb.
    IsMadeFor,
}

impl Column {
    /// Returns the relation of a piece of rank `rank` to a known piece.
    #[must_use]
    const fn of(rank: Rank, known: Rank) -> Column {
        match (rank, rank.against(known)) {
            (Rank::Flag, _) => Column::Flag,
            (Rank::Bomb, _) => Column::Bomb,
            (Rank::Spy, Survivor::Attacker) | (Rank::Miner, Survivor::Attacker)
                if matches!(known, Rank::Marshal | Rank::Bomb) =>
            {
                Column::IsMadeFor
            }
            (_, Survivor::Nobody) => Column::Equals,
            (_, Survivor::Attacker) => match rank.index() - known.index() {
                1 => Column::WinsNarrowly,
                2 => Column::Wins,
                _ => Column::WinsWidely,
            },
            (Rank::Spy, Survivor::Defender) => Column::Spy,
            (Rank::Scout, Survivor::Defender) => Column::Scout,
            (Rank::Miner, Survivor::Defender) => Column::Miner,
            (_, Survivor::Defender) if rank.index() + 1 == known.index() => Column::LosesNarrowly,
            (_, Survivor::Defender) => Column::Loses,
        }
    }
}

/// Observed behaviour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// The habit that was observed.
    pub habit: Habit,
    /// The rank of the known piece that is involved.
    pub known: Option<Rank>,
}

impl Behaviour {
    /// Returns the column of a piece of this rank in the table of habits: its [`Column`] if a known
    /// piece is involved, otherwise its rank.
    #[must_use]
    pub(super) const fn column(&self, rank: Rank) -> usize {
        match self.known {
            Some(known) => Column::of(rank, known) as usize,
            None => rank.index(),
        }
    }
}

/// Ply at which the opening ends, and ply at which the middlegame ends.
const EARLY: u16 = 40;
const MIDWAY: u16 = 120;

/// Public information before a step, as sets of squares.
pub(super) struct PublicBoard<'a> {
    pos: &'a Position,
    owner: Player,
    challenge: Option<Square>,
    free: u128,
    enemies: u128,
    known: u128,
    unknown_movers: u128,
    sitters: u128,
}

impl PublicBoard<'_> {
    /// Collects the sets of squares. `challenge` is the target of the other side's latest step.
    /// Only public information of `pos` is used.
    pub(super) fn new(pos: &Position, owner: Player, challenge: Option<Square>) -> PublicBoard<'_> {
        let enemies = pos.occupied(owner.opponent());
        let known = enemies & pos.revealed();
        let unknown = enemies & !known;
        PublicBoard {
            pos,
            owner,
            challenge,
            free: LAND & !pos.all(),
            enemies,
            known,
            unknown_movers: unknown & pos.moved(),
            sitters: unknown & !pos.moved(),
        }
    }

    /// Returns the behaviour of the hidden piece on `sq`, which stood on `came_from` before its
    /// latest step, when its owner plays `mv`. Returns `None` if it could not step, or if it
    /// attacks and so becomes known.
    pub(super) fn behaviour(
        &self,
        sq: Square,
        came_from: Option<Square>,
        mv: Move,
    ) -> Option<Behaviour> {
        let Move::Step { from, to } = mv else { return None };
        let around = neighbourhood(sq.bit());
        let ways = around & self.free;
        let step = (from == sq).then_some(to);
        if around & (self.free | self.enemies) == 0
            || step.is_some_and(|to| self.enemies & to.bit() != 0)
        {
            return None;
        }
        let seen = |habit: Habit, known: Option<Rank>| Some(Behaviour { habit, known });
        let touching = around & self.known;
        if touching != 0 {
            let known = self.highest(touching);
            let is_challenged = self.challenge.is_some_and(|sq| touching & sq.bit() != 0);
            return match (step, is_challenged) {
                (None, true) => seen(Habit::DefiesChallenger, known),
                (Some(_), true) => seen(Habit::FleesChallenger, known),
                (None, false) => seen(Habit::SparesKnown, known),
                (Some(_), false) => seen(Habit::LeavesKnown, known),
            };
        }
        let within_reach = neighbourhood(ways) & self.known;
        if within_reach != 0 {
            let met = step.map_or(0, |to| neighbourhood(to.bit()) & self.known);
            return match step {
                None => seen(Habit::IgnoresKnown, self.highest(within_reach)),
                Some(_) if met != 0 => seen(Habit::ApproachesKnown, self.highest(met)),
                Some(_) => seen(Habit::AvoidsKnown, self.highest(within_reach)),
            };
        }
        let habit = match step {
            None if around & self.unknown_movers != 0 => Habit::SparesMover,
            Some(_) if around & self.unknown_movers != 0 => Habit::LeavesMover,
            None if around & self.sitters != 0 => Habit::SparesSitter,
            Some(_) if around & self.sitters != 0 => Habit::LeavesSitter,
            _ if self.pos.moved() & sq.bit() == 0 => self.first_step(step),
            None => Habit::Rests,
            Some(to) => self.free_step(sq, came_from, to),
        };
        seen(habit, None)
    }

    /// Returns the habit of a piece that has not moved yet.
    fn first_step(&self, step: Option<Square>) -> Habit {
        match (self.pos.plies(), step) {
            (..EARLY, None) => Habit::WaitsEarly,
            (..EARLY, Some(_)) => Habit::StartsEarly,
            (..MIDWAY, None) => Habit::WaitsMidway,
            (..MIDWAY, Some(_)) => Habit::StartsMidway,
            (_, None) => Habit::WaitsLate,
            (_, Some(_)) => Habit::StartsLate,
        }
    }

    /// Returns the habit of a step of a piece that has no enemy near it.
    fn free_step(&self, from: Square, came_from: Option<Square>, to: Square) -> Habit {
        let height = |sq: Square| if self.owner == Player::First { sq.y() } else { 9 - sq.y() };
        if neighbourhood(to.bit()) & self.enemies != 0 {
            Habit::ApproachesUnknown
        } else if came_from == Some(to) {
            Habit::Returns
        } else if height(to) <= height(from) {
            Habit::Wanders
        } else if height(to) < 5 {
            Habit::Advances
        } else {
            Habit::Invades
        }
    }

    fn highest(&self, set: u128) -> Option<Rank> {
        squares(set).filter_map(|sq| self.pos.rank_at(sq)).max()
    }
}

/// Returns the squares next to those of a set.
fn neighbourhood(set: u128) -> u128 {
    Direction::ALL.into_iter().fold(0, |all, direction| all | direction.shift(set))
}
