//! What may be thought of the unknown pieces of one side.
//!
//! A [`Belief`] is built on public facts alone, so that the same code tells what a player believes of
//! the enemy and what the enemy must believe of him. A piece's weights are how often its rank begins
//! on its square ([`prior`]) and how well what it has done since fits that rank ([`behaviour`],
//! [`habits`]); that all of them together are an army makes odds of them ([`marginals`]) and whole
//! worlds ([`worlds`]).

mod behaviour;
#[cfg(test)]
mod exact;
mod habits;
mod knowledge;
mod marginals;
mod prior;
mod worlds;

use gamekit::Player;

use self::behaviour::Scenery;
pub use self::behaviour::{Behaviour, Column, Habit};
pub use self::habits::HABITS;
pub use self::knowledge::{Habits, Knowledge};
use self::marginals::scale;
use self::prior::shelter;
pub use self::worlds::Worlds;
use crate::battle::Battle;
use crate::moves::Move;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::view::View;

/// A number for each rank, in the order of [`Rank::ALL`]: how likely a piece has it, for example.
pub type Odds = [f32; Rank::COUNT];

/// A piece whose rank is not known.
#[derive(Clone, Debug)]
struct Suspect {
    square: Square,
    /// Where it stood when the game began, if that was seen.
    home: Option<Square>,
    /// Where it stood before its latest step.
    came_from: Option<Square>,
    /// By rank, the logarithm to base 2 of how well what it has done fits; only differences count.
    evidence: Odds,
}

/// How much what a piece has done can count against a rank, as a logarithm to base 2: opponents differ
/// from those whose habits were counted.
const MOST_EVIDENCE: f32 = 6.0;

/// What may be thought of the unknown pieces of one side.
#[derive(Clone, Debug)]
pub struct Belief {
    owner: Player,
    suspects: Vec<Suspect>,
    knowledge: Knowledge,
    /// Where the other side's latest step went.
    challenge: Option<Square>,
    /// Squares on which the game began with a bomb, as far as that was seen, and with anything else.
    bombs: u128,
    others: u128,
}

impl Belief {
    /// Returns what the player of `view` may think of the enemy.
    ///
    /// Pieces that stand where they began are judged by that; of others nothing is known but that they
    /// have moved.
    #[must_use]
    pub fn new(view: &View) -> Belief {
        Belief::of(view.player().opponent(), view, Knowledge::ALL)
    }

    /// Returns what the other side may think of the pieces of `owner`, by what it knows of the game.
    #[must_use]
    pub fn of(owner: Player, view: &View, knowledge: Knowledge) -> Belief {
        let suspects = Vec::new();
        let mut belief =
            Belief { owner, suspects, knowledge, challenge: None, bombs: 0, others: 0 };
        belief.follow(view);
        belief
    }

    /// Takes account of a step of either player, which led from `before` to `after`.
    pub fn observe(&mut self, before: &View, mv: Move, battle: Option<Battle>, after: &View) {
        let Move::Step { from, to } = mv else { return };
        let sitters = before.known().occupied(self.owner) & !before.moved();
        self.others |= sitters & from.bit();
        if let Some(Battle { defender, .. }) = battle {
            let seen = if defender == Rank::Bomb { &mut self.bombs } else { &mut self.others };
            *seen |= sitters & to.bit();
        }
        if before.side_to_move() == self.owner {
            self.weigh(before, mv);
            if battle.is_none() {
                for suspect in self.suspects.iter_mut().filter(|suspect| suspect.square == from) {
                    suspect.square = to;
                    suspect.came_from = Some(from);
                }
            }
        } else {
            self.challenge = Some(to);
        }
        self.follow(after);
    }

    /// Returns what each unknown piece does if its owner plays `mv`, as everybody can see it; nothing of
    /// one that cannot step, or attacks.
    pub fn behaviours<'a>(
        &'a self,
        before: &'a View,
        mv: Move,
    ) -> impl Iterator<Item = (Square, Behaviour)> + 'a {
        let scenery = Scenery::new(before.known(), self.owner, self.challenge);
        self.suspects.iter().filter_map(move |suspect| {
            let seen = scenery.behaviour(suspect.square, suspect.came_from, mv)?;
            Some((suspect.square, seen))
        })
    }

    /// Counts what each piece does in a turn of its owner for and against the ranks.
    fn weigh(&mut self, before: &View, mv: Move) {
        let scenery = Scenery::new(before.known(), self.owner, self.challenge);
        for suspect in &mut self.suspects {
            if let Some(seen) = scenery.behaviour(suspect.square, suspect.came_from, mv) {
                self.knowledge.habits.weigh(&seen, &mut suspect.evidence);
            }
        }
    }

    /// Drops pieces that are no longer unknown, and adds what is unknown and was not here.
    fn follow(&mut self, view: &View) {
        let hidden = view.known().occupied(self.owner) & !view.revealed();
        self.suspects.retain(|suspect| hidden & suspect.square.bit() != 0);
        let here = self.suspects.iter().fold(0, |set, suspect| set | suspect.square.bit());
        self.suspects.extend(squares(hidden & !here).map(|square| {
            let home = Some(square).filter(|_| view.moved() & square.bit() == 0);
            Suspect { square, home, came_from: None, evidence: [0.0; Rank::COUNT] }
        }));
    }

    /// Returns how many of the unknown pieces have each rank.
    fn counts(&self, view: &View) -> [u8; Rank::COUNT] {
        if self.owner != view.player() {
            return Rank::ALL.map(|rank| view.hidden(rank));
        }
        let shown = view.revealed();
        Rank::ALL.map(|rank| (view.of_rank(self.owner, rank) & !shown).count_ones() as u8)
    }

    /// Returns how well each rank that a piece can have fits where it began and what it has done.
    fn weights(&self, view: &View, counts: &[u8; Rank::COUNT]) -> Vec<Odds> {
        let has_moved = |suspect: &Suspect| view.moved() & suspect.square.bit() != 0;
        let sitters = self.suspects.iter().filter(|suspect| !has_moved(suspect)).count();
        let can_move = |rank: Rank| rank.is_movable() && counts[rank.index()] > 0;
        let immovable = counts[Rank::Flag.index()] + counts[Rank::Bomb.index()];
        // Where all others have moved, flag and bombs are left.
        let may_sit = sitters > usize::from(immovable);
        let weights = self.suspects.iter().map(|suspect| {
            let has_moved = has_moved(suspect);
            let can_be = |rank: Rank| {
                if rank.is_movable() {
                    can_move(rank) && (has_moved || may_sit)
                } else {
                    counts[rank.index()] > 0 && !has_moved
                }
            };
            let most = Rank::ALL.into_iter().filter(|&rank| can_be(rank));
            let most = most.map(|rank| suspect.evidence[rank.index()]).fold(f32::MIN, f32::max);
            let mut prior = self.knowledge.prior(self.owner, suspect.home);
            if self.knowledge.knows_setups {
                prior[Rank::Flag.index()] *= shelter(suspect.square, self.bombs, self.others);
            }
            Rank::ALL.map(|rank| {
                if !can_be(rank) {
                    return 0.0;
                }
                let evidence = suspect.evidence[rank.index()] - most;
                prior[rank.index()] * evidence.max(-MOST_EVIDENCE).exp2()
            })
        });
        weights.collect()
    }

    /// Returns how likely each rank is for each unknown piece.
    ///
    /// The odds of a piece add up to 1, those of a rank to how many of it there are, within a
    /// hundredth; where pieces and ranks do not match, as after a misunderstood game, only the former
    /// holds.
    #[must_use]
    pub fn odds(&self, view: &View) -> Vec<(Square, Odds)> {
        let counts = self.counts(view);
        let odds = scale(&self.weights(view, &counts), &counts);
        self.suspects.iter().map(|suspect| suspect.square).zip(odds).collect()
    }

    /// Returns what draws whole worlds: a rank for each unknown piece.
    #[must_use]
    pub fn worlds(&self, view: &View) -> Worlds {
        let counts = self.counts(view);
        let weights = self.weights(view, &counts);
        let odds = scale(&weights, &counts);
        let squares = self.suspects.iter().map(|suspect| suspect.square).collect();
        Worlds::new(squares, weights, odds, counts)
    }

    /// Deals the hidden ranks out so that likely ones are likely to be right: flag and bombs first,
    /// since few pieces may be those.
    #[must_use]
    pub fn guess(&self, view: &View, odds: &[(Square, Odds)]) -> Vec<(Square, Rank)> {
        let mut left = self.counts(view);
        let mut guesses: Vec<Option<Rank>> = vec![None; odds.len()];
        let classes: [fn(Rank) -> bool; 3] =
            [|rank| rank == Rank::Flag, |rank| rank == Rank::Bomb, |_| true];
        for is_dealt in classes {
            let ranks = || Rank::ALL.into_iter().filter(|&rank| is_dealt(rank));
            while let Some((index, rank)) = (0..odds.len())
                .filter(|&index| guesses[index].is_none())
                .flat_map(|index| ranks().map(move |rank| (index, rank)))
                .filter(|&(_, rank)| left[rank.index()] > 0)
                .max_by(|a, b| {
                    let share = |(index, rank): (usize, Rank)| odds[index].1[rank.index()];
                    share(*a).total_cmp(&share(*b))
                })
            {
                guesses[index] = Some(rank);
                left[rank.index()] -= 1;
            }
        }
        let ranks = guesses.into_iter().map(|rank| rank.unwrap_or(Rank::Scout));
        odds.iter().map(|(square, _)| *square).zip(ranks).collect()
    }
}
