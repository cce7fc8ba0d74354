//! Random games with fixed seeds.

use gamekit::Position;

/// Move of a random game.
#[derive(Clone, Debug)]
pub struct Step<P: Position> {
    /// Position before the move.
    pub before: P,
    /// All legal moves in that position, in the order of the rules.
    pub legal: Vec<P::Move>,
    /// The move.
    pub mv: P::Move,
    /// Position after the move.
    pub after: P,
}

/// Plays `games` games of uniformly random legal moves and calls `visit` for each move. The same
/// seed gives the same games.
///
/// # Panics
///
/// Panics if a game has not ended after `longest` plies, or has no legal move before its end.
pub fn random_games<P: Position>(
    games: u32,
    longest: usize,
    seed: u64,
    mut visit: impl FnMut(&Step<P>),
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..games {
        let mut pos = P::initial();
        let mut plies = 0;
        while pos.outcome().is_none() {
            assert!(plies < longest, "no end after {plies} plies: {pos:?}");
            let mut legal = Vec::new();
            pos.legal_moves(|mv| legal.push(mv));
            let mv = *rng.choice(&legal).unwrap_or_else(|| panic!("no legal move in {pos:?}"));
            let mut after = pos.clone();
            after.play_unchecked(mv);
            visit(&Step { before: pos, legal, mv, after: after.clone() });
            pos = after;
            plies += 1;
        }
    }
}
