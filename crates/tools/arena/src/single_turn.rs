//! Single turn of a player in a position, through the dialogue that leads to it.

use std::time::Duration;

use gamekit::Player;
use registry::{Agent, Answer, Failure, Referee, Turn};

use crate::play::{Interrupted, PlayerState, TurnFailure, take_turn};

/// Answer of a player in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SingleAnswer {
    /// The move, or the fault by which the player would have lost, for a human reader.
    pub mv: Result<String, String>,
    /// Time of the answer; `None` if none came.
    pub took: Option<Duration>,
}

/// Returns the player who is asked after `moves`; `None` if the game is over, or a line cannot be
/// played.
pub(crate) fn asked_after(referee: &mut dyn Referee, moves: &[String]) -> Option<Player> {
    loop {
        if referee.verdict().is_some() {
            return None;
        }
        let rest = moves.get(referee.moves().len()..)?;
        let line = match referee.own_move() {
            Some(mv) => mv,
            None if rest.is_empty() => return Some(referee.to_move()),
            None => rest[..referee.moves_in_line().min(rest.len())].concat(),
        };
        referee.apply(&line).ok()?;
    }
}

/// Leads the players through `moves`, and asks the one who is asked next, `asked`.
pub(crate) fn answer_after(
    referee: &mut dyn Referee,
    players: &mut [PlayerState; 2],
    moves: &[String],
    asked: Player,
) -> Result<SingleAnswer, Interrupted> {
    let mut plies = Vec::new();
    loop {
        let player = referee.to_move();
        let is_last =
            player == asked && referee.moves().len() >= moves.len() && referee.own_move().is_none();
        let taken = take_turn(referee, &mut players[player.index()], moves, &mut plies);
        let mv = match taken {
            Ok(()) if !is_last => continue,
            Ok(()) => Ok(plies.last().map(|ply| ply.mv.clone()).unwrap_or_default()),
            Err(TurnFailure::Stopped) => return Err(Interrupted),
            Err(TurnFailure::Fault { how, detail }) => Err(format!("{how}: {detail}")),
        };
        let microseconds = plies.last().and_then(|ply| ply.turn.as_ref()?.time_us);
        return Ok(SingleAnswer { mv, took: microseconds.map(Duration::from_micros) });
    }
}

/// Opponent whose moves are all given.
pub(crate) struct Absent;

impl Agent for Absent {
    fn answer(&mut self, _: &Turn<'_>) -> Result<Answer, Failure> {
        // The moves of this side end before the other side is asked.
        Err(Failure::Stopped)
    }
}
