//! Texts of {{title}} for readers, and the ends of its games.

use boards::MoveDescription;
use gamekit::{Outcome, Player};

use {{crate}}::{HEIGHT, Move, Position, Square, WIDTH};

use super::squares::index_of;

/// Rules in three sentences.
pub(super) const RULES: [&str; 3] = [
    "{{rule_1}}",
    "{{rule_2}}",
    "{{rule_3}}",
];

/// Reasons for the end of a game, with their sentences.
pub(super) const ENDINGS: &[(&str, &str)] = &[
    ("far-rank", "a piece of {winner} has reached the far rank"),
    ("no-moves", "{loser} cannot move"),
];

/// Returns the reason for the end of a game.
pub(super) fn reason(pos: &Position, _: Outcome) -> &'static str {
    let stands_on = |player, rank| {
        let mut squares = (0..WIDTH).filter_map(|file| Square::at(file, rank));
        squares.any(|sq| pos.at(sq) == Some(player))
    };
    let has_arrived = stands_on(Player::First, HEIGHT - 1) || stands_on(Player::Second, 0);
    if has_arrived { "far-rank" } else { "no-moves" }
}

/// Describes a legal move for the page. A pass has neither `from` nor `to` and the kind
/// `MoveKind::Pass`; the page shows a button for it.
pub(super) fn describe(pos: &Position, mv: Move) -> MoveDescription {
    let captures = pos.at(mv.to).is_some();
    let label = if captures { format!("{}×{}", mv.from, mv.to) } else { mv.to_string() };
    MoveDescription::step(index_of(mv.from), index_of(mv.to), captures, label)
}
