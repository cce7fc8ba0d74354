//! Style `rules` of the one-ply player: a heuristic evaluation of steps.

use super::heuristics::Heuristics;
use super::one_ply::Style;

/// Style that evaluates steps by heuristic rules, with some noise among steps of about equal value.
pub(super) const STYLE: Style =
    Style { evaluation: |view| HEURISTICS.evaluation(view), noise: 1.0, repetition_penalty: 6.0 };

/// Parameters of the rules. Other styles change some of them.
pub(super) const HEURISTICS: Heuristics = Heuristics {
    information_bonus: 8.0,
    quiet_bonus: 0.5,
    sure_capture_bonus: 0.0,
    fleeing_factor: 0.3,
    target_rows: 10,
    advance_cost: 0.0,
    first_step_cost: 0.0,
    bluff_share: 0.0,
    bluff_fear: 1.0,
};
