use gamekit::Player;

use crate::fields::Fields;
use crate::paths::{distances, neighbours};
use crate::stranger::Stranger;
use crate::values::{ByRank, Values};
use crate::{squares, Odds, Position, Rank, Square, Survivor, View};

/// Of what a target is worth to a piece of ours, how much a square beside it is worth.
const ATTRACTION: f32 = 0.4;
/// The same for the enemy's pieces, who know less of ours than we do.
const THREAT: f32 = 0.25;
/// What a bomb beside our flag is worth beyond a bomb.
const POST: i32 = 150;
/// What an enemy that can clear such a bomb gains by it, in the drawing of its field.
const BREACH: i32 = 300;
/// What our flag draws enemies with.
const SIEGE: i32 = 400;
/// Percent of the flag's worth that a piece beside it draws those with who can take it.
const BEHIND: i32 = 50;

/// What a player thinks of everything on the board at the start of his turn, in numbers that a search
/// adds up.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    us: Player,
    values: Values,
    our_fields: Fields,
    their_fields: Fields,
    strangers: Vec<Stranger>,
    /// What pieces of ours are worth beyond their ranks, by square.
    posts: [i16; Square::COUNT],
    /// Makes the estimates of different turns differ.
    salt: u64,
}

impl Estimate {
    /// Returns the estimate of a player who sees no difference between pieces.
    pub(crate) fn blank(us: Player) -> Estimate {
        Estimate {
            us,
            values: Values::default(),
            our_fields: Fields::default(),
            their_fields: Fields::default(),
            strangers: Vec::new(),
            posts: [0; Square::COUNT],
            salt: 0,
        }
    }

    /// Returns the estimate of a player who sees `view` and gives the hidden pieces these odds.
    pub(crate) fn new(view: &View, odds: &[(Square, Odds)]) -> Estimate {
        let us = view.player();
        let mut estimate = Estimate {
            values: Values::new(&view.census(us), &view.census(us.opponent())),
            posts: posts(view.known(), us),
            salt: u64::from(view.plies()),
            ..Estimate::blank(us)
        };
        estimate.draw_their_fields(view);
        estimate.strangers = odds
            .iter()
            .map(|(sq, odds)| {
                let standing = estimate.their_fields.mean(odds);
                Stranger::new(*sq, odds, &estimate.values, standing)
            })
            .collect();
        estimate.draw_our_fields(view.known());
        estimate
    }

    /// Every enemy draws those of our pieces that would gain by attacking it.
    fn draw_our_fields(&mut self, pos: &Position) {
        let flags = |sq: Square| -> i32 {
            let here = self.strangers.iter().filter(|stranger| stranger.square == sq);
            here.map(|stranger| stranger.flag).sum()
        };
        for target in squares(pos.occupied(self.us.opponent())) {
            // What stands beside the flag is the way to it.
            let flag: i32 = neighbours(target).map(flags).sum();
            let behind = flag * self.values.theirs[Rank::Flag.index()] / 100 * BEHIND / 100;
            let stranger = self.strangers.iter().find(|stranger| stranger.square == target);
            let gains = Rank::ALL.map(|own| {
                let (gain, beaten) = match (stranger, pos.rank_at(target)) {
                    _ if !own.is_movable() => (0, 0),
                    (Some(stranger), _) => {
                        (stranger.attacked[own.index()], stranger.beaten[own.index()])
                    }
                    (None, Some(rank)) => {
                        let is_beaten = own.against(rank) == Survivor::Attacker;
                        (self.values.of_our_attack(own, rank), if is_beaten { 100 } else { 0 })
                    }
                    (None, None) => (0, 0),
                };
                gain + behind * beaten / 100
            });
            self.our_fields.draw(&gains, ATTRACTION, &distances(pos, self.us, target));
        }
    }

    /// Every piece of ours draws the enemies that would gain by attacking it, as far as they know it;
    /// what keeps them from our flag draws them whether they know or not.
    fn draw_their_fields(&mut self, view: &View) {
        let (pos, us) = (view.known(), self.us);
        let known = pos.revealed();
        let hidden = Rank::ALL.map(|rank| (pos.of_rank(us, rank) & !known).count_ones() as i32);
        let mut movable = hidden;
        for rank in Rank::ALL.into_iter().filter(|rank| !rank.is_movable()) {
            movable[rank.index()] = 0;
        }
        let [of_unmoved, of_moved] = [hidden, movable].map(|counts| self.mean_gains(&counts));
        for target in squares(pos.occupied(us)) {
            let own = pos.rank_at(target).unwrap_or(Rank::Bomb);
            let mut gains = match target.bit() {
                bit if known & bit != 0 => Rank::ALL.map(|rank| self.gain(rank, own)),
                bit if pos.moved() & bit != 0 => of_moved,
                _ => of_unmoved,
            };
            let danger = match own {
                Rank::Flag => SIEGE,
                _ if self.posts[target.index()] > 0 => BREACH,
                _ => 0,
            };
            for rank in Rank::ALL.into_iter().filter(|rank| rank.is_movable()) {
                if rank.against(own) == Survivor::Attacker {
                    gains[rank.index()] = gains[rank.index()].max(danger);
                }
            }
            self.their_fields.draw(&gains, THREAT, &distances(pos, us.opponent(), target));
        }
    }

    /// Returns what an enemy of each rank gains on average by attacking one out of so many pieces of
    /// ours of each rank.
    fn mean_gains(&self, counts: &ByRank) -> ByRank {
        let total = counts.iter().sum::<i32>().max(1);
        Rank::ALL.map(|rank| {
            let gains = Rank::ALL.into_iter().map(|own| counts[own.index()] * self.gain(rank, own));
            gains.sum::<i32>() / total
        })
    }

    fn gain(&self, rank: Rank, own: Rank) -> i32 {
        if rank.is_movable() {
            self.values.of_their_attack(rank, own)
        } else {
            0
        }
    }

    /// Returns the player who thinks.
    #[inline]
    pub(crate) const fn us(&self) -> Player {
        self.us
    }

    /// Returns what pieces are worth.
    #[inline]
    pub(crate) const fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the pieces whose ranks are not known.
    #[inline]
    pub(crate) fn strangers(&self) -> &[Stranger] {
        &self.strangers
    }

    /// Returns how well a piece of ours stands.
    #[inline]
    pub(crate) fn our_standing(&self, rank: Rank, sq: Square) -> i32 {
        self.our_fields.at(rank, sq)
    }

    /// Returns how well an enemy whose rank is known stands.
    #[inline]
    pub(crate) fn their_standing(&self, rank: Rank, sq: Square) -> i32 {
        self.their_fields.at(rank, sq)
    }

    /// Returns what a piece of ours is worth on a square beyond its rank.
    #[inline]
    pub(crate) fn post(&self, sq: Square) -> i32 {
        i32::from(self.posts[sq.index()])
    }

    /// Returns a number that differs from turn to turn.
    #[inline]
    pub(crate) const fn salt(&self) -> u64 {
        self.salt
    }
}

/// Returns what the bombs beside the flag of `us` are worth beyond bombs.
fn posts(pos: &Position, us: Player) -> [i16; Square::COUNT] {
    let mut posts = [0; Square::COUNT];
    let bombs = pos.of_rank(us, Rank::Bomb);
    for flag in squares(pos.of_rank(us, Rank::Flag)) {
        for sq in neighbours(flag).filter(|sq| bombs & sq.bit() != 0) {
            posts[sq.index()] = POST as i16;
        }
    }
    posts
}
