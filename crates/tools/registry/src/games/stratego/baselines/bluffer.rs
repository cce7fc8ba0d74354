//! Style `bluffer` of the one-ply player: weak hidden pieces chase strong ones.

use super::heuristics::Heuristics;
use super::one_ply::Style;
use super::rules;

/// Style whose hidden lieutenants, sergeants and scouts chase known pieces from a captain upwards,
/// as if they could beat them, but do not attack them; otherwise as `rules`.
pub(super) const STYLE: Style =
    Style { evaluation: |view| HEURISTICS.evaluation(view), ..rules::STYLE };

const HEURISTICS: Heuristics =
    Heuristics { bluff_share: 0.4, bluff_fear: 0.2, ..rules::HEURISTICS };
