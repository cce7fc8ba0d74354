//! Texts of {{title}} for readers, and the ends of its games.

use boards::{MoveDescription, MoveKind};
use gamekit::Outcome;

use {{crate}}::{Move, Position};

use super::squares::index_of;

/// Rules in three sentences.
pub(super) const RULES: [&str; 3] = [
    "{{rule_1}}",
    "{{rule_2}}",
    "{{rule_3}}",
];

/// Reasons for the end of a game, with their sentences.
pub(super) const ENDINGS: &[(&str, &str)] =
    &[("line", "{winner} has {{line}} pieces in a line"), ("full", "the board is full")];

/// Returns the reason for the end of a game.
pub(super) fn reason(_: &Position, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "line",
        Outcome::Draw => "full",
    }
}

/// Describes a legal move for the page. A pass has neither `from` nor `to` and the kind
/// `MoveKind::Pass`; the page shows a button for it.
pub(super) fn describe(pos: &Position, mv: Move) -> MoveDescription {
    let to = mv.target(pos).map(index_of);
    MoveDescription { from: None, to, kind: MoveKind::Place, label: mv.to_string(), role: None }
}
