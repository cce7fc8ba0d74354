//! Converts records into replays: recorded games with all positions, for the page.

use boards::{Ending, Frames, GameLine};
use gamekit::Player;
use records::Record;
use registry::{Clocks, Game, Report};
use review::GameReview;
use serde::Serialize;
use utoipa::ToSchema;

use crate::info::GameInfo;
use crate::words::{ending, outcome_of};

/// Recorded game with all its positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// Game.
    pub game: GameInfo,
    /// Names of the players.
    pub players: [String; 2],
    /// Result.
    pub result: Ending,
    /// Random seed.
    pub seed: u64,
    /// Position before the first turn.
    pub start: Frames,
    /// Turns.
    pub plies: Vec<ReplayPly>,
    /// Number of turns at the start in which the armies are placed.
    pub setup: usize,
    /// Lines that the players were sent at the end of the game, by player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farewell: Option<[Vec<String>; 2]>,
    /// Origin of the record, such as `match 3, pair 4, game 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Review of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<GameReview>,
}

/// Turn of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPly {
    /// Player, 0 or 1.
    pub player: usize,
    /// Response of the player, without messages.
    #[serde(rename = "move")]
    pub mv: String,
    /// Label of the move for readers.
    pub label: String,
    /// Lines sent to the player.
    pub input: Vec<String>,
    /// Fault that lost the game in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Whole line of standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// Standard error of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Response time in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// Time limit of the judge in microseconds; the time left if the clock is for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_us: Option<u64>,
    /// Processor time in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// Search report of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<ReplayReport>,
    /// Position after the turn.
    pub frames: Frames,
}

/// Search report of a player.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplayReport {
    /// Search depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Score in centi-pieces from the view of the player. A score of at least 31,000 is a proven
    /// win in (32,000 − score) plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Recorded game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplaySummary {
    /// Index in the file, from 0.
    pub index: usize,
    /// Name of the game.
    pub game: String,
    /// Names of the players.
    pub players: [String; 2],
    /// Result.
    pub result: Ending,
    /// Number of turns.
    pub plies: usize,
}

/// Error: a record that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// Unknown game.
    #[error("no game is called `{0}`")]
    UnknownGame(String),
    /// Game without rules.
    #[error("a foreign referee has judged this game, whose rules are not known here")]
    Foreign,
    /// Text that is not a result.
    #[error("`{0}` is not a result: expected 1-0, 0-1 or 1/2-1/2")]
    UnknownResult(String),
    /// Turn with an invalid player number.
    #[error("ply {0}: the player must be 0 or 1")]
    UnknownPlayer(usize),
    /// Illegal move before the last turn.
    #[error("ply {ply}: {reason}")]
    Move {
        /// Ply, from 1.
        ply: usize,
        /// Reason.
        reason: String,
    },
}

/// Returns a recorded game with all its positions, computed by the rules from its moves.
///
/// # Errors
///
/// The game, the result, a player or a move of the record is not valid.
pub fn replay(record: &Record, source: Option<String>) -> Result<Replay, ReplayError> {
    let game = game_of(record)?;
    let result = ending_of(game, record)?;
    let mut line = game.board().begin(None).expect("every game has an initial position");
    let start = line.frames(0);
    let mut clocks = Clocks::new(game.time_control());
    let mut plies: Vec<ReplayPly> = Vec::with_capacity(record.plies.len());
    for (index, ply) in record.plies.iter().enumerate() {
        if ply.player > 1 {
            return Err(ReplayError::UnknownPlayer(index + 1));
        }
        let is_last = index + 1 == record.plies.len();
        let (label, is_fault) = match play(line.as_mut(), &ply.mv) {
            Ok(label) => (label, false),
            // The last response may be a fault that lost the game, or a resignation.
            Err(_) if is_last => (fault_label(&ply.mv), true),
            Err(reason) => return Err(ReplayError::Move { ply: index + 1, reason }),
        };
        let turn = ply.turn.clone().unwrap_or_default();
        let time = turn.time_us;
        let is_by_fault = is_fault && registry::Termination::fault(&record.reason).is_some();
        let mut frames = line.frames(line.played());
        set_ply(&mut frames, index + 1);
        plies.push(ReplayPly {
            player: ply.player,
            mv: ply.mv.clone(),
            label,
            input: ply.input.clone(),
            fault: is_by_fault.then(|| record.reason.clone()),
            output: turn.output,
            stderr: Some(turn.stderr).filter(|text| !text.is_empty()),
            time_us: time,
            limit_us: clocks.limit_us(ply.player, !ply.input.is_empty(), time),
            cpu_us: turn.cpu_us,
            report: turn.report.map(report_of),
            frames,
        });
    }
    let last = plies.last_mut().map(|ply| &mut ply.frames);
    let mut start = start;
    set_result(last.unwrap_or(&mut start), &result);
    Ok(Replay {
        game: GameInfo::of(game),
        players: players_of(record),
        result,
        seed: record.seed,
        start,
        setup: setup_plies(game, &plies),
        plies,
        farewell: record.farewell.clone(),
        source,
        review: None,
    })
}

/// Returns the number of turns in which the armies are placed, in games with a setup phase.
fn setup_plies(game: &dyn Game, plies: &[ReplayPly]) -> usize {
    if game.board().info().setup.is_none() {
        return 0;
    }
    let places = |ply: &&ReplayPly| ply.frames.all.last.is_some_and(|last| last.from.is_none());
    plies.iter().take_while(places).count()
}

/// Returns the summary of a record for a list of games.
///
/// # Errors
///
/// The game or the result of the record is unknown.
pub fn summary(index: usize, record: &Record) -> Result<ReplaySummary, ReplayError> {
    let game = game_of(record)?;
    Ok(ReplaySummary {
        index,
        game: record.game.clone(),
        players: players_of(record),
        result: ending_of(game, record)?,
        plies: record.plies.len(),
    })
}

fn game_of(record: &Record) -> Result<&'static dyn Game, ReplayError> {
    if record.judgement.is_some() {
        return Err(ReplayError::Foreign);
    }
    registry::game(&record.game).map_err(|_| ReplayError::UnknownGame(record.game.clone()))
}

fn ending_of(game: &dyn Game, record: &Record) -> Result<Ending, ReplayError> {
    let outcome = outcome_of(&record.result)
        .ok_or_else(|| ReplayError::UnknownResult(record.result.clone()))?;
    Ok(ending(game, outcome, &record.reason))
}

/// Returns the names of both players; a record separates them by `/`.
fn players_of(record: &Record) -> [String; 2] {
    let (first, second) = record.policy.split_once('/').unwrap_or((&record.policy, ""));
    [first, second].map(str::to_owned)
}

/// Plays a response and returns its label for readers.
fn play(line: &mut dyn GameLine, response: &str) -> Result<String, String> {
    let before = line.played();
    line.answer(response).map_err(|error| error.to_string())?;
    Ok(match line.played() - before {
        1 => line.label(before),
        _ => response.to_owned(),
    })
}

/// Returns the label of a response that is not a legal move; the response may be empty.
fn fault_label(response: &str) -> String {
    if response.is_empty() { "no answer".to_owned() } else { response.to_owned() }
}

/// Returns the frames of all views.
fn views(frames: &mut Frames) -> impl Iterator<Item = &mut boards::Frame> {
    let Frames { all, first, second } = frames;
    [Some(all), first.as_mut(), second.as_mut()].into_iter().flatten()
}

/// Sets the ply of all views to the number of turns.
fn set_ply(frames: &mut Frames, ply: usize) {
    views(frames).for_each(|frame| frame.ply = ply);
}

/// Sets the result of all views of the last position.
pub(crate) fn set_result(frames: &mut Frames, ending: &Ending) {
    views(frames).for_each(|frame| {
        frame.result = Some(ending.clone());
        frame.to_move = None;
    });
}

fn report_of(report: Report) -> ReplayReport {
    ReplayReport {
        depth: report.depth,
        score: report.score.map(|pieces| (pieces * 100.0).round() as i32),
        nodes: report.nodes,
    }
}

/// Returns the player with this index, if it is 0 or 1.
#[must_use]
pub fn player(index: usize) -> Option<Player> {
    Player::BOTH.get(index).copied()
}
