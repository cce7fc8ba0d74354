//! Style `turtle` of the one-ply player: waits behind its lines.

use super::heuristics::Heuristics;
use super::one_ply::Style;
use super::rules;

/// Style that stays in its own rows, where it steps back and forth with few pieces, and attacks
/// only neighbours, for an expected gain.
pub(super) const STYLE: Style = Style {
    evaluation: |view| HEURISTICS.evaluation(view),
    repetition_penalty: 0.0,
    ..rules::STYLE
};

const HEURISTICS: Heuristics = Heuristics {
    information_bonus: 0.0,
    quiet_bonus: 0.0,
    target_rows: 4,
    advance_cost: 30.0,
    first_step_cost: 3.0,
    ..rules::HEURISTICS
};
