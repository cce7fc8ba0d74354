//! Solving matrix games allocates no memory, since the search solves them at its nodes.

use search::matrix::{Matrix, MOST_CHOICES};
use testkit::CountingAllocator;

#[global_allocator]
static ALLOCATIONS: CountingAllocator = CountingAllocator::new();

/// The only test of this file: the allocation counter is shared by the whole process.
#[test]
fn solving_a_game_allocates_nothing() {
    let mut rng = fastrand::Rng::with_seed(1);
    let before = ALLOCATIONS.calls();
    for number in 0..10_000 {
        // Every third game has rows that are almost the same, which need more digits.
        let spread = if number % 3 == 0 { 1e-9 } else { 1.0 };
        let mut game = Matrix::new(rng.usize(1..=MOST_CHOICES), rng.usize(1..=MOST_CHOICES));
        for row in 0..game.rows() {
            for column in 0..game.columns() {
                let pattern = if (row + column) % 3 == 0 { 1.0 } else { 0.0 };
                game.set(row, column, pattern + spread * rng.f64());
            }
        }
        assert!(game.solve().value.is_finite());
    }
    assert_eq!(ALLOCATIONS.calls() - before, 0, "allocations of 10,000 solutions");
    // The counter does count.
    drop(Box::new(rng.u64(..)));
    assert!(ALLOCATIONS.calls() > before);
}
