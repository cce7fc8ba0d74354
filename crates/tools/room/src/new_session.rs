//! Requests for new sessions.

use std::time::Duration;

use gamekit::Player;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::position::{PositionRequest, find_game};
use crate::problem::Problem;
use crate::random;
use crate::replay::player;
use crate::session::{MAX_MOVE_TIME, Session};

/// Request for a new session.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSession {
    /// Name of the game.
    game: String,
    /// Side of the visitor, 0 or 1.
    human: usize,
    /// Time of the bot per move in milliseconds, 10 to 60,000.
    time_ms: u64,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    position: Option<String>,
    /// Setup of the visitor's army, in games with a setup phase; default: a random setup.
    #[serde(default)]
    setup: Option<String>,
}

/// Minimum time of the bot for a move.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

impl NewSession {
    /// Checks the request, and plays the setup phase if the game has one.
    ///
    /// # Errors
    ///
    /// The game, the side, the time, the position, a move or the setup is not valid.
    pub fn into_session(self) -> Result<Session, Problem> {
        let human = player(self.human);
        let human = human.ok_or_else(|| Problem::malformed("`human` must be 0 or 1"))?;
        let time = Duration::from_millis(self.time_ms);
        if !(MIN_MOVE_TIME..=MAX_MOVE_TIME).contains(&time) {
            return Err(Problem::malformed("`timeMs` must be 10 to 60000"));
        }
        let game = find_game(&self.game)?;
        let request =
            PositionRequest { game: self.game, moves: self.moves, position: self.position };
        let mut line = request.game_line()?;
        let mut floor = 0;
        if line.played() == 0 && request.position.is_none() && game.board().info().setup.is_some() {
            for player in Player::BOTH {
                let own = self.setup.clone().filter(|_| player == human);
                let drawn = || game.board().draw_setup(player, random::seed());
                let setup = own.or_else(drawn).and_then(|setup| game.board().read_setup(&setup));
                let setup = setup.ok_or_else(|| {
                    let message = "`setup` is not valid: write each piece of the stock once, as a \
                                   capital letter";
                    Problem::impossible(message)
                })?;
                for mv in setup {
                    line.play(&mv).map_err(Problem::impossible)?;
                }
            }
            floor = line.played();
        } else if self.setup.is_some() {
            return Err(Problem::impossible(
                "`setup` is only for games that start with a setup phase",
            ));
        }
        Ok(Session::new(game, human, time, line, floor))
    }
}
