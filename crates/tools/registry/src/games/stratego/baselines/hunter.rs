//! Style `hunter` of the one-ply player: takes and chases every piece that it is known to beat.

use super::heuristics::Heuristics;
use super::one_ply::Style;
use super::rules;

/// Style that takes every piece that it surely beats, whatever may take back, and chases such
/// pieces; otherwise as `rules`.
pub(super) const STYLE: Style =
    Style { evaluation: |view| HEURISTICS.evaluation(view), ..rules::STYLE };

const HEURISTICS: Heuristics =
    Heuristics { sure_capture_bonus: 300.0, fleeing_factor: 1.0, ..rules::HEURISTICS };
