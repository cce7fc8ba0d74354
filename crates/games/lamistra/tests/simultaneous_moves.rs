//! Simultaneous moves: compares the search with the whole game tree, solved by nested matrix games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod endings;

use gamekit::{Player, Position as _};
use lamistra::{Engine, Move, Position};
use search::score::is_proven;
use search::{Limits, Params, Score, Searcher, Tactics, Task};

use endings::{after, legal_moves, solve};

/// Returns the expected points of a score.
fn points(score: Score) -> f64 {
    match score {
        _ if is_proven(score) => f64::from(u8::from(score > 0)),
        _ => 1.0 / (1.0 + (-<Engine>::LOGITS_PER_UNIT * f64::from(score)).exp()),
    }
}

/// Plays a random game and returns a position with at most `most` pieces and `left` remaining
/// steps.
fn late_position(rng: &mut fastrand::Rng, left: u16, most: u32) -> Option<Position> {
    let mut pos = Position::initial();
    loop {
        let pieces = Player::BOTH.map(|player| pos.army(player).pieces().count_ones());
        if pos.attack().is_none() && pieces.iter().sum::<u32>() <= most {
            let text = pos.to_string();
            let mut words: Vec<&str> = text.split(' ').collect();
            let plies = (Position::MAX_PLIES - left).to_string();
            words[6] = &plies;
            return words.join(" ").parse().ok().filter(|pos: &Position| pos.outcome().is_none());
        }
        let legal = legal_moves(&pos);
        let wise: Vec<Move> = legal.iter().copied().filter(|mv| mv.to_string() != "V").collect();
        pos.play_unchecked(*rng.choice(&wise).or_else(|| rng.choice(&legal))?);
    }
}

/// Checks that the search finds Red's expected points in `pos`, and returns them.
fn check(pos: &Position) -> f64 {
    let expected = solve(pos);
    let mut searcher = Searcher::new(<Engine>::default(), Params::exact(), 1 << 16);
    let moves = legal_moves(pos);
    let task = Task { root: pos, moves: &moves, past: &[] };
    let left = pos.plies_left();
    let result = searcher.search(&task, Limits::depth(2 * left), |_| ()).unwrap();
    let found = match pos.side_to_move() {
        Player::First => points(result.score),
        Player::Second => 1.0 - points(result.score),
    };
    assert!((found - expected).abs() < 0.02, "{pos}: {found}, expected {expected}");
    expected
}

#[test]
fn the_end_of_the_game_is_solved() {
    for (left, most, games) in [(1, 14, 300), (3, 14, 40), (5, 8, 60)] {
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            if let Some(pos) = late_position(&mut rng, left, most) {
                check(&pos);
            }
        }
    }
}

#[test]
fn a_simultaneous_move_is_worth_the_value_of_its_matrix_game() {
    // Blue's other pieces cannot step. His piece on d4 falls to the spy as a general, and to the
    // lieutenant as a lieutenant; otherwise it survives, and the game is drawn.
    let blue_stock = "10101000 -";
    for (red_stock, expected) in [("10001001 -", 0.75), ("10000110 -", 0.5), ("10101000 -", 1.0)] {
        let text = format!("wb5/u6/7/3w3/3W3/7/U5W r {red_stock} {blue_stock} 398 -");
        let value = check(&text.parse().unwrap());
        assert!((value - expected).abs() < 1e-9, "{red_stock}: {value}");
    }
}

#[test]
fn the_choice_is_drawn_from_the_mixed_strategy() {
    let stepped = after(&Position::initial(), "a3-a4".parse().unwrap());
    let attack = after(&stepped, "a5-a4".parse().unwrap());
    let mut drawn = [0; 8];
    for salt in 0..200 {
        let mut searcher = Searcher::new(<Engine>::default(), Params::DEFAULT, 1 << 16);
        searcher.set_salt(salt);
        let moves = legal_moves(&attack);
        let task = Task { root: &attack, moves: &moves, past: &[] };
        let best = searcher.search(&task, Limits::depth(1), |_| ()).unwrap().best;
        let Move::Name(role) = best else {
            panic!("{best} is no name");
        };
        drawn[role.index()] += 1;
    }
    let mut searcher = Searcher::new(<Engine>::default(), Params::DEFAULT, 1 << 16);
    let solution = searcher.solve_root(&attack, &[], Limits::depth(1), |_| ()).unwrap();
    for (choice, chance) in solution.rows.iter().zip(solution.equilibrium.rows) {
        let Move::Name(role) = choice else {
            panic!("{choice} is no name");
        };
        let share = f64::from(drawn[role.index()]) / 200.0;
        assert!((share - chance).abs() < 0.15, "{role}: {share}, expected {chance}");
    }
}

#[test]
fn with_contempt_a_draw_is_worth_less_to_either_side_of_an_attack() {
    // Whoever wins the last attack of the game, it is drawn.
    let text = "wb5/u6/7/3w3/3W3/7/U5W b 10101000 - 10101000 - 399 -";
    let attack = after(&text.parse().unwrap(), "d4-d3".parse().unwrap());
    for root in [attack, attack.with_any_name()] {
        let params = Params { contempt: 50, ..Params::exact() };
        let mut searcher = Searcher::new(<Engine>::default(), params, 1 << 16);
        let moves = legal_moves(&root);
        let task = Task { root: &root, moves: &moves, past: &[] };
        let score = searcher.search(&task, Limits::depth(2), |_| ()).unwrap().score;
        assert!((-51..=-49).contains(&score), "{root}: {score}");
    }
}
