//! Belief about the hidden pieces of one side.
//!
//! A [`Belief`] uses public facts only, so the same code gives a player's belief about the enemy
//! and the enemy's belief about the player. The weight of a rank for a piece is the frequency of
//! that rank on its starting square ([`prior`]) times the likelihood of all that was seen of the
//! piece ([`behaviour`]), by tables of habits ([`habits`]) or a network ([`inputs`], [`network`]).
//! The known number of pieces of each rank turns weights into marginal probabilities
//! ([`marginals`]) and into samples of whole assignments ([`worlds`]).
//!
//! Players differ in their behaviour. So there are several styles of play, and the probabilities
//! are a mean over them by Bayesian model averaging: a style counts by the probability that it gave
//! to the ranks that battles showed ([`styles`]).

mod behaviour;
#[cfg(test)]
mod exact;
mod habits;
mod inputs;
mod knowledge;
mod letters;
mod marginals;
mod network;
mod prior;
mod styles;
mod worlds;

use gamekit::Player;

use self::behaviour::PublicBoard;
pub use self::behaviour::{Behaviour, Habit};
pub use self::habits::Habits;
use self::inputs::Facts;
#[cfg(feature = "host")]
pub use self::inputs::PieceInputs;
pub use self::knowledge::{Knowledge, Style};
use self::marginals::scale;
pub use self::network::Network;
use self::prior::shelter;
use self::styles::Posterior;
pub use self::worlds::Worlds;
use crate::battle::Battle;
use crate::moves::Move;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::view::View;
use crate::weights::Weights;

/// A number for each rank, in the order of [`Rank::ALL`], for example the probability of that rank.
pub type Odds = [f32; Rank::COUNT];

/// A piece whose rank is not known.
#[derive(Clone, Debug)]
struct UnknownPiece {
    square: Square,
    /// Its square when the game began, if that was seen.
    home: Option<Square>,
    /// Its square before its latest step.
    came_from: Option<Square>,
    /// Number of observations of each behaviour, by habit and by the known rank that is involved.
    times: [[u8; Rank::COUNT]; Habit::COUNT],
}

/// Belief about the hidden pieces of one side.
#[derive(Clone, Debug)]
pub struct Belief {
    owner: Player,
    pieces: Vec<UnknownPiece>,
    knowledge: Knowledge,
    /// Probabilities of the styles of play of `knowledge`.
    styles: Posterior,
    weights: Weights,
    /// Target of the other side's latest step.
    challenge: Option<Square>,
    /// Squares that are known to have held a bomb at the start of the game, and another piece.
    bombs: u128,
    others: u128,
}

impl Belief {
    /// Returns the belief of the player of `view` about the enemy.
    ///
    /// The starting square counts for pieces that have not moved; of the others only the fact that
    /// they have moved is known.
    #[must_use]
    pub fn new(view: &View) -> Belief {
        Belief::of(view.player().opponent(), view, Knowledge::ALL)
    }

    /// Returns the other side's belief about the pieces of `owner`, from its knowledge of the game.
    #[must_use]
    pub fn of(owner: Player, view: &View, knowledge: Knowledge) -> Belief {
        Belief::with(owner, view, knowledge, Weights::default())
    }

    /// Returns the same belief with these weights.
    pub(crate) fn with(
        owner: Player,
        view: &View,
        knowledge: Knowledge,
        weights: Weights,
    ) -> Belief {
        let mut belief = Belief {
            owner,
            pieces: Vec::new(),
            knowledge,
            styles: Posterior::new(knowledge.styles.len()),
            weights,
            challenge: None,
            bombs: 0,
            others: 0,
        };
        belief.follow(view);
        belief
    }

    /// Updates the belief with a step of either player, which led from `before` to `after`.
    pub fn observe(&mut self, before: &View, mv: Move, battle: Option<Battle>, after: &View) {
        let Move::Step { from, to } = mv else { return };
        let is_own = before.side_to_move() == self.owner;
        let sitters = before.known().occupied(self.owner) & !before.moved();
        if let Some(Battle { attacker, defender }) = battle {
            let (square, rank) = if is_own { (from, attacker) } else { (to, defender) };
            self.learn_style(before, square, rank);
            let seen = if defender == Rank::Bomb { &mut self.bombs } else { &mut self.others };
            *seen |= sitters & to.bit();
        }
        self.others |= sitters & from.bit();
        if is_own {
            self.count(before, mv);
            if battle.is_none() {
                for piece in self.pieces.iter_mut().filter(|piece| piece.square == from) {
                    piece.square = to;
                    piece.came_from = Some(from);
                }
            }
        } else {
            self.challenge = Some(to);
        }
        self.follow(after);
    }

    /// Returns the behaviour of each hidden piece if its owner plays `mv`, from public information;
    /// pieces that cannot step or that attack are left out.
    pub fn behaviours<'a>(
        &'a self,
        before: &'a View,
        mv: Move,
    ) -> impl Iterator<Item = (Square, Behaviour)> + 'a {
        let board = PublicBoard::new(before.known(), self.owner, self.challenge);
        self.pieces.iter().filter_map(move |piece| {
            let seen = board.behaviour(piece.square, piece.came_from, mv)?;
            Some((piece.square, seen))
        })
    }

    /// Counts the behaviour of each piece in its owner's turn.
    fn count(&mut self, before: &View, mv: Move) {
        let board = PublicBoard::new(before.known(), self.owner, self.challenge);
        for piece in &mut self.pieces {
            if let Some(seen) = board.behaviour(piece.square, piece.came_from, mv) {
                let known = seen.known.map_or(0, Rank::index);
                let times = &mut piece.times[seen.habit as usize][known];
                *times = times.saturating_add(1);
            }
        }
    }

    /// Updates the probabilities of the styles of play by the rank that the piece on `square` shows
    /// in a battle.
    fn learn_style(&mut self, before: &View, square: Square, rank: Rank) {
        if let Some(index) = self.pieces.iter().position(|piece| piece.square == square) {
            let by_style = self.odds_by_style(before);
            self.styles.update(by_style.iter().map(|odds| odds[index][rank.index()]));
        }
    }

    /// Removes pieces that are no longer hidden, and adds hidden pieces that are new.
    fn follow(&mut self, view: &View) {
        let hidden = view.known().occupied(self.owner) & !view.revealed();
        self.pieces.retain(|piece| hidden & piece.square.bit() != 0);
        let here = self.pieces.iter().fold(0, |set, piece| set | piece.square.bit());
        self.pieces.extend(squares(hidden & !here).map(|square| {
            let home = Some(square).filter(|_| view.moved() & square.bit() == 0);
            let times = [[0; Rank::COUNT]; Habit::COUNT];
            UnknownPiece { square, home, came_from: None, times }
        }));
    }

    /// Returns the number of hidden pieces of each rank.
    fn counts(&self, view: &View) -> [u8; Rank::COUNT] {
        if self.owner != view.player() {
            return Rank::ALL.map(|rank| view.hidden(rank));
        }
        let shown = view.revealed();
        Rank::ALL.map(|rank| (view.of_rank(self.owner, rank) & !shown).count_ones() as u8)
    }

    /// Returns the weight of each rank of each piece from its starting square; 0 if the facts of
    /// the game exclude the rank.
    fn priors(&self, view: &View, counts: &[u8; Rank::COUNT]) -> Vec<Odds> {
        let has_moved = |piece: &UnknownPiece| view.moved() & piece.square.bit() != 0;
        let sitters = self.pieces.iter().filter(|piece| !has_moved(piece)).count();
        let immovable = counts[Rank::Flag.index()] + counts[Rank::Bomb.index()];
        // If all other pieces have moved, only flag and bombs are left.
        let may_sit = sitters > usize::from(immovable);
        let priors = self.pieces.iter().map(|piece| {
            let has_moved = has_moved(piece);
            let can_be = |rank: Rank| {
                counts[rank.index()] > 0
                    && if rank.is_movable() { has_moved || may_sit } else { !has_moved }
            };
            let mut prior = self.knowledge.prior(self.owner, piece.home, self.weights.broad);
            if self.knowledge.knows_setups {
                prior[Rank::Flag.index()] *=
                    shelter(piece.square, self.bombs, self.others, self.weights.shelter);
            }
            Rank::ALL.map(|rank| if can_be(rank) { prior[rank.index()] } else { 0.0 })
        });
        priors.collect()
    }

    /// Returns the public facts that the inputs of all pieces share.
    fn facts<'a>(&self, view: &'a View, counts: &'a [u8; Rank::COUNT]) -> Facts<'a> {
        let (owner, bombs, others) = (self.owner, self.bombs, self.others);
        Facts { pos: view.known(), owner, counts, bombs, others }
    }

    /// Returns the weight of each rank of each piece, from its starting square and all that was
    /// seen of it, for each style of play of its owner.
    fn weights_by_style(&self, view: &View, counts: &[u8; Rank::COUNT]) -> Vec<Vec<Odds>> {
        let priors = self.priors(view, counts);
        let facts = self.facts(view, counts);
        let inputs: Vec<_> = self.pieces.iter().map(|piece| facts.inputs(piece)).collect();
        let most_evidence = self.weights.most_evidence as f32 / 1000.0;
        let styles = self.knowledge.styles.iter().map(|style| match style {
            Style::Plain => priors.clone(),
            Style::Counted(habits) => priors
                .iter()
                .zip(&self.pieces)
                .map(|(prior, piece)| weigh(prior, &habits.evidence(&piece.times), most_evidence))
                .collect(),
            Style::Learned(network, style) => priors
                .iter()
                .zip(&inputs)
                .map(|(prior, inputs)| {
                    let evidence = network.evidence(&network.hidden(inputs), *style);
                    weigh(prior, &evidence, most_evidence)
                })
                .collect(),
        });
        styles.collect()
    }

    /// Returns the marginal probabilities of the ranks of each hidden piece.
    ///
    /// The probabilities of a piece add up to 1. Those of a rank add up to its number of pieces
    /// within one hundredth. If pieces and ranks do not match, as after a misread game, only the
    /// former holds.
    #[must_use]
    pub fn odds(&self, view: &View) -> Vec<(Square, Odds)> {
        let mut odds: Vec<(Square, Odds)> =
            self.pieces.iter().map(|piece| (piece.square, [0.0; Rank::COUNT])).collect();
        let by_style = self.odds_by_style(view);
        for (style, by_style) in self.styles.get().iter().zip(by_style) {
            for ((_, odds), by_style) in odds.iter_mut().zip(by_style) {
                odds.iter_mut().zip(by_style).for_each(|(odds, other)| *odds += style * other);
            }
        }
        odds
    }

    /// Returns the marginal probabilities of each style of play.
    fn odds_by_style(&self, view: &View) -> Vec<Vec<Odds>> {
        let counts = self.counts(view);
        let by_style = self.weights_by_style(view, &counts);
        by_style.iter().map(|weights| scale(weights, &counts)).collect()
    }

    /// Returns what the network sees of each hidden piece.
    #[cfg(feature = "host")]
    #[must_use]
    pub fn inputs(&self, view: &View) -> Vec<PieceInputs> {
        let counts = self.counts(view);
        let facts = self.facts(view, &counts);
        let priors = self.priors(view, &counts);
        let pieces = self.pieces.iter().zip(priors).map(|(piece, prior)| PieceInputs {
            square: piece.square,
            inputs: facts.inputs(piece),
            prior: std::array::from_fn(|rank| prior[rank] * f32::from(counts[rank])),
        });
        pieces.collect()
    }

    /// Returns a sampler of whole assignments: a rank for each hidden piece, by the most
    /// likely style of play.
    #[must_use]
    pub fn worlds(&self, view: &View) -> Worlds {
        let counts = self.counts(view);
        let weights = self.weights_by_style(view, &counts).swap_remove(self.styles.most_likely());
        let odds = scale(&weights, &counts);
        let squares = self.pieces.iter().map(|piece| piece.square).collect();
        Worlds::new(squares, weights, odds, counts)
    }

    /// Assigns the hidden ranks greedily by probability: flag and bombs first, since few pieces may
    /// have these ranks.
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

/// Returns the weights of ranks with this evidence in bits, of which at most `most` count against a
/// rank.
fn weigh(prior: &Odds, evidence: &Odds, most: f32) -> Odds {
    let possible = evidence.iter().zip(prior).filter(|(_, prior)| **prior > 0.0);
    let best = possible.map(|(evidence, _)| *evidence).fold(f32::MIN, f32::max);
    std::array::from_fn(|rank| {
        if prior[rank] > 0.0 {
            prior[rank] * (evidence[rank] - best).max(-most).exp2()
        } else {
            0.0
        }
    })
}
