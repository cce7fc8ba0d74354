//! Review of one player: losses by phase, marks and time trouble, in one game or in many.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game_to_review::Turn;
use crate::mark::Mark;
use crate::move_review::MoveReview;

/// Phase of a game: a third of its plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// First third.
    Opening,
    /// Second third.
    Middle,
    /// Last third.
    End,
}

impl Phase {
    /// All phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// Returns the phase of a ply, from 0, in a game of `len` plies.
    #[must_use]
    pub fn of(ply: usize, len: usize) -> Phase {
        Phase::ALL[(3 * ply / len.max(1)).min(2)]
    }
}

/// Judged moves of a player in one phase.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct PhaseReview {
    /// Number of judged moves.
    pub moves: usize,
    /// Expected points that they have lost together.
    pub loss: f64,
}

impl PhaseReview {
    /// Returns the accuracy in percent: the share of the expected points that a move keeps on the
    /// average. `None` without moves.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| 100.0 * (1.0 - self.loss / self.moves as f64))
    }

    /// Returns both together.
    #[must_use]
    pub fn and(self, other: PhaseReview) -> PhaseReview {
        PhaseReview { moves: self.moves + other.moves, loss: self.loss + other.loss }
    }
}

/// Review of the moves of one player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReview {
    /// Judged moves in the opening, the middle and the end of the games.
    pub phases: [PhaseReview; 3],
    /// Number of blunders.
    pub blunders: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of proven wins that a move gave away.
    pub missed_wins: usize,
    /// Number of blunders and mistakes in time trouble.
    pub late_mistakes: usize,
    /// Longest response time in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_us: Option<u64>,
}

impl PlayerReview {
    /// Returns the judged moves of all phases.
    #[must_use]
    pub fn total(&self) -> PhaseReview {
        self.phases.into_iter().fold(PhaseReview::default(), PhaseReview::and)
    }

    /// Counts a judged move.
    pub(crate) fn count(&mut self, phase: Phase, mv: &MoveReview) {
        let of_phase = &mut self.phases[phase as usize];
        *of_phase = of_phase.and(PhaseReview { moves: 1, loss: mv.loss });
        match mv.mark {
            Some(Mark::Blunder) => self.blunders += 1,
            Some(Mark::Mistake) => self.mistakes += 1,
            Some(Mark::Inaccuracy) => self.inaccuracies += 1,
            None => {}
        }
        self.missed_wins += usize::from(mv.is_missed_win);
        let is_mistake = mv.mark >= Some(Mark::Mistake);
        self.late_mistakes += usize::from(is_mistake && mv.is_late);
    }

    /// Counts the time of a turn.
    pub(crate) fn count_time(&mut self, turn: &Turn) {
        self.longest_us = self.longest_us.max(turn.time_us.map(|(time, _)| time));
    }

    /// Adds the review of another game of the player.
    pub fn add(&mut self, other: &PlayerReview) {
        for (phase, more) in self.phases.iter_mut().zip(other.phases) {
            *phase = phase.and(more);
        }
        self.blunders += other.blunders;
        self.mistakes += other.mistakes;
        self.inaccuracies += other.inaccuracies;
        self.missed_wins += other.missed_wins;
        self.late_mistakes += other.late_mistakes;
        self.longest_us = self.longest_us.max(other.longest_us);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_three_phases_of_the_same_length() {
        let phases = |len: usize| (0..len).map(|ply| Phase::of(ply, len) as usize).collect();
        let check = |len, expected: &[usize]| {
            let found: Vec<usize> = phases(len);
            assert_eq!(found, expected);
        };
        check(6, &[0, 0, 1, 1, 2, 2]);
        check(1, &[0]);
        check(0, &[]);
    }

    #[test]
    fn accuracy_is_the_mean_share_of_the_points_that_is_kept() {
        let phase = PhaseReview { moves: 4, loss: 1.0 };
        assert_eq!(phase.accuracy(), Some(75.0));
        assert_eq!(PhaseReview::default().accuracy(), None);
    }
}
