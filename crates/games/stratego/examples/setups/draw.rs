//! Random setups that resemble those of people and the strongest programs.

use stratego::{Rank, Setup};

/// Weight of each rank in each row, the back row first: approximately the published setups of
/// people and of the strongest programs.
const ROWS: [[f64; 4]; Rank::COUNT] = [
    [1.0, 0.0, 0.0, 0.0],
    [40.0, 30.0, 15.0, 10.0],
    [15.0, 40.0, 30.0, 5.0],
    [15.0, 20.0, 30.0, 35.0],
    [40.0, 35.0, 15.0, 5.0],
    [30.0, 30.0, 20.0, 10.0],
    [15.0, 25.0, 30.0, 35.0],
    [15.0, 25.0, 30.0, 30.0],
    [10.0, 25.0, 35.0, 30.0],
    [8.0, 30.0, 35.0, 25.0],
    [3.0, 25.0, 40.0, 25.0],
    [3.0, 20.0, 40.0, 30.0],
];

/// Draws a setup, back row first: the flag on the back row, bombs next to it, the rest by row
/// weights.
pub(crate) fn draw(rng: &mut fastrand::Rng) -> Setup {
    let mut places: [Option<Rank>; 40] = [None; 40];
    let flag = rng.usize(..10);
    places[flag] = Some(Rank::Flag);
    let mut left = Rank::ARMY;
    left[Rank::Flag.index()] = 0;
    let beside = [flag.checked_sub(1), Some(flag + 1).filter(|&place| place < 10), Some(flag + 10)];
    for place in beside.into_iter().flatten() {
        places[place] = Some(Rank::Bomb);
        left[Rank::Bomb.index()] -= 1;
    }
    for rank in Rank::ALL {
        for _ in 0..left[rank.index()] {
            let free: Vec<usize> = (0..40).filter(|&place| places[place].is_none()).collect();
            let weight = |place: usize| ROWS[rank.index()][place / 10];
            let mut point = rng.f64() * free.iter().map(|&place| weight(place)).sum::<f64>();
            let chosen = free.iter().find(|&&place| {
                point -= weight(place);
                point < 0.0
            });
            places[*chosen.or(free.last()).expect("there is a place for every piece")] = Some(rank);
        }
    }
    places.map(|rank| rank.expect("every square has a piece"))
}
