use gamekit::Player;

use crate::battle::Survivor;
use crate::belief::Odds;
use crate::fields::Fields;
use crate::hidden_piece::HiddenPiece;
use crate::paths::{neighbours, Ways};
use crate::perceived_piece::PerceivedPiece;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::values::Values;
use crate::view::View;

/// Of what a target is worth to a piece of ours, how much a square beside it is worth.
const ATTRACTION: f32 = 0.62;
/// The same for the enemy's pieces, who know less of ours than we do.
const THREAT: f32 = 0.37;
/// What a bomb beside our flag is worth beyond a bomb.
const POST: i32 = 170;
/// What our flag draws enemies with: far more than any piece, since the game is lost with it.
const SIEGE: i32 = 4900;
/// Percent of the flag's worth that a piece beside it draws those with who can take it.
const BEHIND: i32 = 48;
/// Percent that counts how well an enemy stands, in what it draws us with.
const ALARM: i32 = 160;

/// What a player thinks of everything on the board at the start of his turn, in numbers that a search
/// adds up.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    us: Player,
    values: Values,
    our_fields: Fields,
    their_fields: Fields,
    hidden_pieces: Vec<HiddenPiece>,
    perceived: Vec<PerceivedPiece>,
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
            hidden_pieces: Vec::new(),
            perceived: Vec::new(),
            posts: [0; Square::COUNT],
            salt: 0,
        }
    }

    /// Returns the estimate of a player who sees `view` and gives the enemy's hidden pieces these odds; the
    /// enemy gives his hidden ones those of `mirrored`. Without plans all squares are alike.
    pub(crate) fn new(
        view: &View,
        odds: &[(Square, Odds)],
        mirrored: &[(Square, Odds)],
        has_plans: bool,
    ) -> Estimate {
        let us = view.player();
        let values = Values::new(&view.census(us), &view.census(us.opponent()));
        let mut estimate = Estimate {
            perceived: mirrored
                .iter()
                .map(|(sq, odds)| PerceivedPiece::new(*sq, odds, &values))
                .collect(),
            values,
            posts: posts(view.known(), us),
            salt: u64::from(view.plies()),
            ..Estimate::blank(us)
        };
        if has_plans {
            estimate.draw_their_fields(view);
        }
        estimate.hidden_pieces = odds
            .iter()
            .map(|(sq, odds)| {
                let standing = estimate.their_fields.mean(odds);
                HiddenPiece::new(*sq, odds, &estimate.values, standing, &estimate.perceived)
            })
            .collect();
        if has_plans {
            estimate.draw_our_fields(view.known());
        }
        estimate
    }

    /// Every enemy draws those of our pieces that would gain by attacking it, the more the better it
    /// stands.
    fn draw_our_fields(&mut self, pos: &Position) {
        let flags = |sq: Square| -> i32 {
            let here = self.hidden_pieces.iter().filter(|hidden_piece| hidden_piece.square == sq);
            here.map(|hidden_piece| hidden_piece.flag).sum()
        };
        let ways = Ways::new(pos, self.us);
        for target in squares(pos.occupied(self.us.opponent())) {
            // What stands beside the flag is the way to it.
            let flag: i32 = neighbours(target).map(flags).sum();
            let behind = flag * self.values.theirs[Rank::Flag.index()] / 100 * BEHIND / 100;
            let hidden_piece =
                self.hidden_pieces.iter().find(|hidden_piece| hidden_piece.square == target);
            let standing = match (hidden_piece, pos.rank_at(target)) {
                (Some(hidden_piece), _) => i32::from(hidden_piece.standing[target.index()]),
                (None, Some(rank)) => self.their_fields.at(rank, target),
                (None, None) => 0,
            };
            let gains = Rank::ALL.map(|own| {
                let (gain, beaten) = match (hidden_piece, pos.rank_at(target)) {
                    _ if !own.is_movable() => (0, 0),
                    (Some(hidden_piece), _) => {
                        (hidden_piece.attacked[own.index()], hidden_piece.beaten[own.index()])
                    }
                    (None, Some(rank)) => {
                        let is_beaten = own.against(rank) == Survivor::Attacker;
                        (self.values.of_our_attack(own, rank), if is_beaten { 100 } else { 0 })
                    }
                    (None, None) => (0, 0),
                };
                gain + (behind + standing * ALARM / 100) * beaten / 100
            });
            self.our_fields.draw(&gains, ATTRACTION, &ways.distances(target));
        }
    }

    /// Every piece of ours draws the enemies that would gain by attacking it, as far as they know it.
    fn draw_their_fields(&mut self, view: &View) {
        let (pos, us) = (view.known(), self.us);
        let ways = Ways::new(pos, us.opponent());
        for target in squares(pos.occupied(us)) {
            let perceived = self.perceived.iter().find(|perceived| perceived.square == target);
            let gains = match (perceived, pos.rank_at(target)) {
                (Some(perceived), _) => perceived.lures,
                (None, Some(own)) => Rank::ALL.map(|rank| self.gain(rank, own)),
                (None, None) => continue,
            };
            self.their_fields.draw(&gains, THREAT, &ways.distances(target));
        }
        self.lay_siege(pos, &ways);
    }

    /// Our flag draws the enemies, whether they know where it is or not: miners through our bombs, and
    /// whatever can step on ways round them.
    fn lay_siege(&mut self, pos: &Position, ways: &Ways) {
        let bombs = pos.of_rank(self.us, Rank::Bomb);
        let siege = |comes: fn(Rank) -> bool| Rank::ALL.map(|rank| i32::from(comes(rank)) * SIEGE);
        for flag in squares(pos.of_rank(self.us, Rank::Flag)) {
            let round = ways.round(bombs).distances(flag);
            self.their_fields.draw(&siege(Rank::is_movable), THREAT, &round);
            let through = ways.distances(flag);
            self.their_fields.draw(&siege(|rank| rank == Rank::Miner), THREAT, &through);
        }
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
    pub(crate) fn hidden_pieces(&self) -> &[HiddenPiece] {
        &self.hidden_pieces
    }

    /// Returns the pieces of ours whose ranks the enemy does not know.
    #[inline]
    pub(crate) fn perceived(&self) -> &[PerceivedPiece] {
        &self.perceived
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
