//! Static data of a game for the page: its board and its time limits.

use boards::BoardInfo;
use registry::{Game, all_games};
use serde::Serialize;
use utoipa::ToSchema;

/// Game: board, pieces and time limits.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// Name in records and on the command line.
    pub name: &'static str,
    /// Board, pieces and texts.
    #[serde(flatten)]
    pub board: BoardInfo,
    /// Time limits of the judge.
    pub limits: TimeLimits,
    /// Score per logit of expected points, in centi-pieces: the scale of the evaluation bar.
    pub units_per_logit: f64,
    /// True if the moves of a recorded game can be reviewed.
    pub is_reviewed: bool,
    /// Reason for readers why the board editor has no positions of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_editor: Option<&'static str>,
    /// Judge of the bots.
    pub judge: &'static str,
    /// Games that the same bot plays, this one included; empty if there is no other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
}

/// Variant of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Variant {
    /// Name in records and on the command line.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
}

/// Time limits of the judge, in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeLimits {
    /// Limit of the first turn of a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u64>,
    /// Limit of each later turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Limit of all turns of a player together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}

impl GameInfo {
    /// Returns the data of a game.
    #[must_use]
    pub fn of(game: &dyn Game) -> GameInfo {
        GameInfo {
            name: game.name(),
            board: game.board().info(),
            limits: TimeLimits::of(game),
            units_per_logit: game.units_per_logit().unwrap_or_else(|| game.board().bar_units()),
            is_reviewed: game.units_per_logit().is_some(),
            no_editor: game.board().no_editor(),
            judge: game.judge(),
            variants: Variant::of(game),
        }
    }
}

impl Variant {
    /// Returns the games that the bot of a game plays, if there are several.
    fn of(game: &dyn Game) -> Vec<Variant> {
        let same = all_games().iter().filter(|other| other.package() == game.package());
        let variants: Vec<Variant> = same
            .map(|other| Variant { name: other.name(), title: other.board().info().title })
            .collect();
        if variants.len() > 1 { variants } else { Vec::new() }
    }
}

impl TimeLimits {
    /// Returns the time limits of the judge for a game.
    fn of(game: &dyn Game) -> TimeLimits {
        let control = game.time_control();
        let milliseconds = |time: std::time::Duration| u64::try_from(time.as_millis()).ok();
        match control.total {
            Some(total) => {
                TimeLimits { first_ms: None, move_ms: None, game_ms: milliseconds(total) }
            }
            None => TimeLimits {
                first_ms: milliseconds(control.first),
                move_ms: milliseconds(control.then),
                game_ms: None,
            },
        }
    }
}
