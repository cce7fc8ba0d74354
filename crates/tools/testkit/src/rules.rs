//! Contract tests for the rules of a game.

use std::collections::HashMap;

use gamekit::{Move, Notation, Position, perft, perft_by_playing};

use crate::random_games::random_games;

/// Checks that the rules of a game keep the contract of `gamekit`'s traits, in `games` random games
/// of at most `longest` plies.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_rules<P: Notation>(games: u32, longest: usize, seed: u64) {
    let mut hashes: HashMap<u64, P> = HashMap::new();
    random_games::<P>(games, longest, seed, |step| {
        let pos = &step.before;
        check_move_list(pos, &step.legal);
        check_text(pos, &step.legal);
        let twin = hashes.entry(pos.hash()).or_insert_with(|| pos.clone());
        assert_eq!(twin, pos, "two positions share a hash");

        let mut played = pos.clone();
        assert_eq!(played.play(step.mv), Ok(()), "{} refused in {pos:?}", step.mv);
        assert_eq!(played, step.after, "play and play_unchecked differ");
        if P::ALTERNATES {
            assert_ne!(played.side_to_move(), pos.side_to_move(), "{pos:?}");
        }
        if step.after.outcome().is_some() {
            assert_eq!(step.after.legal_move_count(), 0, "moves after the end: {:?}", step.after);
            let mut ended = step.after.clone();
            assert!(ended.play(step.mv).is_err(), "a move after the end: {ended:?}");
            assert_eq!(ended, step.after, "a refused move changed the position");
        }
    });
    let start = P::initial();
    assert_eq!(perft(&start, 3), perft_by_playing(&start, 3), "bulk count");
}

/// Checks that the legal moves are distinct and consistent with the other methods of the position.
fn check_move_list<P: Position>(pos: &P, legal: &[P::Move]) {
    assert_eq!(pos.legal_move_count(), legal.len(), "{pos:?}");
    for (index, &mv) in legal.iter().enumerate() {
        assert!(pos.is_legal(mv), "{mv} listed but not legal in {pos:?}");
        assert!(!legal[..index].contains(&mv), "{mv} listed twice in {pos:?}");
        assert_ne!(mv.to_bits(), 0, "{mv} has the bits 0");
        assert_eq!(P::Move::from_bits(mv.to_bits()), mv, "bits of {mv}");
    }
    // All bit patterns are moves. `is_legal` rejects illegal ones, and playing one does not panic.
    for bits in (0..=u16::MAX).step_by(257) {
        let mv = P::Move::from_bits(bits);
        assert_eq!(pos.is_legal(mv), legal.contains(&mv), "{mv} in {pos:?}");
        pos.clone().play_unchecked(mv);
    }
}

/// Checks that the text of a position and of a move parses to the same position and move.
fn check_text<P: Notation>(pos: &P, legal: &[P::Move]) {
    assert_eq!(pos.to_string().parse().as_ref(), Ok(pos), "text of a position");
    for &mv in legal {
        assert_eq!(pos.parse_move(&mv.to_string()), Ok(mv), "text of a move");
    }
}
