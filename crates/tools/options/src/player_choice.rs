//! Choice of players in recorded games.

use clap::ValueEnum;

/// The players of recorded games that a command examines.
#[derive(Debug, clap::Args)]
pub struct PlayerChoice {
    /// Examine the player with this name in the records [default: all players]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Examine one side [default: both]
    #[arg(long)]
    pub side: Option<Side>,
}

impl PlayerChoice {
    /// Returns whether the first and the second player are chosen. `names` are those of a record,
    /// with a `/` between them.
    #[must_use]
    pub fn of(&self, names: &str) -> [bool; 2] {
        let is_side = |side: Side| self.side.is_none_or(|wanted| wanted == side);
        let Some(name) = self.player.as_deref() else {
            return [Side::First, Side::Second].map(is_side);
        };
        // Names may contain a `/` as well.
        let second = names.strip_prefix(name);
        let first = names.strip_suffix(name);
        [
            is_side(Side::First) && second.is_some_and(|rest| rest.starts_with('/')),
            is_side(Side::Second) && first.is_some_and(|rest| rest.ends_with('/')),
        ]
    }
}

/// Side in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    /// The player who moves first
    First,
    /// The player who moves second
    Second,
}
