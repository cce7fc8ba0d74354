//! Contract tests for an engine: evaluation, move ordering and tactics.

use std::fmt::Debug;

use gamekit::{Outcome, Position};
use search::score::MAX_EVALUATION;
use search::{Evaluate, MoveOrder, Proof, Tactics};

use crate::random_games::{Step, random_games};

/// Checks that an engine keeps the contract of `search`'s traits, in `games` random games of at
/// most `longest` plies.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_engine<P, E>(engine: &E, games: u32, longest: usize, seed: u64)
where
    P: Position,
    E: Evaluate<P, State: PartialEq + Debug> + MoveOrder<P> + Tactics<P>,
{
    let mut last = Vec::new();
    random_games::<P>(games, longest, seed, |step| {
        check_evaluation(engine, step);
        check_candidates(engine, step, &last);
        last.clone_from(&step.legal);
        check_noisy_candidates(engine, step);
        check_null_move(engine, &step.before);
        check_sides(engine, step);
        check_end(engine, &step.after);
    });
}

/// Checks that incremental and full evaluation states agree, and that the evaluation is in range.
fn check_evaluation<P, E>(engine: &E, step: &Step<P>)
where
    P: Position,
    E: Evaluate<P, State: PartialEq + Debug>,
{
    let state = engine.refresh(&step.before);
    let updated = engine.update(&state, &step.before, step.mv, &step.after);
    assert_eq!(updated, engine.refresh(&step.after), "{} in {:?}", step.mv, step.before);
    let value = engine.evaluate(&step.before, &state);
    assert!(value.abs() <= MAX_EVALUATION, "{value} for {:?}", step.before);
}

/// Checks that the candidates are legal and have a history slot, that each legal move that is left
/// out loses at once, and that they are told from the other legal moves and from those that were
/// legal in the `last` position.
fn check_candidates<P, E>(engine: &E, step: &Step<P>, last: &[P::Move])
where
    P: Position,
    E: MoveOrder<P> + Tactics<P>,
{
    let pos = &step.before;
    if engine.proof(pos).is_some() {
        return;
    }
    let mut candidates = Vec::new();
    engine.candidates(pos, |mv| candidates.push(mv));
    assert!(!candidates.is_empty(), "no candidate in {pos:?}");
    check_moves(engine, step, &candidates);
    for &mv in step.legal.iter().chain(last) {
        let is_candidate = engine.is_candidate(pos, mv);
        assert_eq!(is_candidate, candidates.contains(&mv), "{mv} in {pos:?}");
    }
    for &mv in step.legal.iter().filter(|mv| !candidates.contains(mv)) {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        assert!(
            matches!(engine.proof(&after), Some(Proof::Win { .. })),
            "{mv} is left out of {pos:?} but does not lose at once"
        );
    }
}

/// Checks that the noisy candidates are legal and have a history slot.
fn check_noisy_candidates<P, E>(engine: &E, step: &Step<P>)
where
    P: Position,
    E: MoveOrder<P> + Tactics<P>,
{
    if engine.proof(&step.before).is_none() && !engine.is_threatened(&step.before) {
        let mut noisy = Vec::new();
        engine.noisy_candidates(&step.before, |mv| noisy.push(mv));
        check_moves(engine, step, &noisy);
    }
}

/// Checks that the moves are legal, distinct, and have a slot of the history tables.
fn check_moves<P, E>(engine: &E, step: &Step<P>, moves: &[P::Move])
where
    P: Position,
    E: MoveOrder<P>,
{
    let pos = &step.before;
    for (index, &mv) in moves.iter().enumerate() {
        assert!(step.legal.contains(&mv), "{mv} is not legal in {pos:?}");
        assert!(!moves[..index].contains(&mv), "{mv} twice in {pos:?}");
        let slot = engine.score_move(pos, mv).slot;
        assert!(slot < E::SLOTS, "slot {slot} of {mv}, of {} in all", E::SLOTS);
    }
}

/// Checks that a null move changes the side to move and that its evaluation state is correct.
fn check_null_move<P, E>(engine: &E, pos: &P)
where
    P: Position,
    E: Evaluate<P, State: PartialEq + Debug> + Tactics<P>,
{
    if engine.proof(pos).is_none()
        && !engine.is_threatened(pos)
        && let Some(passed) = engine.null_move(pos)
    {
        assert_ne!(passed.side_to_move(), pos.side_to_move(), "{pos:?}");
        let state = engine.pass(&engine.refresh(pos), &passed);
        assert_eq!(state, engine.refresh(&passed), "a pass in {pos:?}");
    }
}

/// Checks that a side moves twice in a row only at or within a simultaneous move: in all other
/// places the search takes a score after a move for one of the other side.
fn check_sides<P, E>(engine: &E, step: &Step<P>)
where
    P: Position,
    E: Tactics<P>,
{
    let positions = [&step.before, &step.after];
    let [before, after] = positions.map(Position::side_to_move);
    let is_simultaneous = E::HAS_SIMULTANEOUS_MOVES
        && positions.iter().any(|pos| engine.simultaneous_move(pos).is_some());
    assert!(
        before != after || is_simultaneous || step.after.outcome().is_some(),
        "{before:?} moves again after {} in {:?}: a side that is skipped needs a pass",
        step.mv,
        step.before
    );
}

/// Checks that the engine proves the result of a position in which the game has ended.
fn check_end<P, E>(engine: &E, pos: &P)
where
    P: Position,
    E: Tactics<P>,
{
    let Some(outcome) = pos.outcome() else {
        return;
    };
    let expected = match outcome {
        Outcome::Win(winner) if winner == pos.side_to_move() => Proof::Win { plies: 0 },
        Outcome::Win(_) => Proof::Loss { plies: 0 },
        Outcome::Draw => Proof::Draw,
    };
    assert_eq!(engine.proof(pos), Some(expected), "{pos:?}");
}
