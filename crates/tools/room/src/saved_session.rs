//! Sessions as values that are stored and restored.

use std::time::Duration;

use boards::PvView;
use serde::{Deserialize, Serialize};

use crate::position::find_game;
use crate::problem::Problem;
use crate::replay::player;
use crate::session::Session;
use crate::session_view::Hint;

/// Session as a value: its game line as a start position and moves, and what the visitor has seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedSession {
    /// Name of the game.
    pub game: String,
    /// Side of the visitor, 0 or 1.
    pub human: usize,
    /// Time of the bot per move in milliseconds.
    pub time_ms: u64,
    /// Start position, if it is not that of the game.
    pub position: Option<String>,
    /// Moves from the start position.
    pub moves: Vec<String>,
    /// Number of moves that cannot be taken back.
    pub floor: usize,
    /// Version of the session that clients have seen.
    pub version: u64,
    /// Last principal variation of the bot's search.
    pub thought: Option<PvView>,
    /// Hint for the visitor.
    pub hint: Option<Hint>,
    /// Error message.
    pub trouble: Option<String>,
}

impl SavedSession {
    /// Returns the value of a session.
    #[must_use]
    pub fn of(session: &Session) -> SavedSession {
        SavedSession {
            game: session.game.name().to_owned(),
            human: session.human.index(),
            time_ms: u64::try_from(session.time.as_millis()).unwrap_or(u64::MAX),
            position: session.line.start().map(str::to_owned),
            moves: session.line.moves(),
            floor: session.floor,
            version: session.version,
            thought: session.thought.clone(),
            hint: session.hint.clone(),
            trouble: session.trouble.clone(),
        }
    }

    /// Returns the session.
    ///
    /// # Errors
    ///
    /// The value does not come from a session of this program.
    pub fn restore(self) -> Result<Session, Problem> {
        let game = find_game(&self.game)?;
        let human = player(self.human);
        let human = human.ok_or_else(|| Problem::malformed("`human` must be 0 or 1"))?;
        let mut line = game.board().begin(self.position.as_deref()).map_err(Problem::malformed)?;
        for mv in &self.moves {
            line.play(mv).map_err(Problem::malformed)?;
        }
        let mut session =
            Session::new(game, human, Duration::from_millis(self.time_ms), line, self.floor);
        session.version = self.version;
        session.thought = self.thought;
        session.hint = self.hint;
        session.trouble = self.trouble;
        Ok(session)
    }
}
