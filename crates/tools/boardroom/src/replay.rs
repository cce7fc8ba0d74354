//! Recorded games as the page replays them.

use std::time::Duration;

use arena::{Record, Report, TimeControl};
use gamekit::Player;
use serde::Serialize;
use utoipa::ToSchema;

use crate::frame::{Ending, Frames};
use crate::game_line::GameLine;
use crate::games::{AnyGame, room};
use crate::info::GameInfo;
use crate::words::{ending, outcome_of};

/// A recorded game with all its positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// The game.
    pub game: GameInfo,
    /// Who played.
    pub players: [String; 2],
    /// How it has ended.
    pub result: Ending,
    /// The source of whatever was random.
    pub seed: u64,
    /// The position before the first turn.
    pub start: Frames,
    /// Every turn.
    pub plies: Vec<ReplayPly>,
    /// What the players were told at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farewell: Option<[Vec<String>; 2]>,
    /// Where the game is kept, such as `match 3, pair 4, game 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// One turn of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPly {
    /// 0 or 1.
    pub player: usize,
    /// What the player has answered, without messages.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub label: String,
    /// Every line sent to the player.
    pub input: Vec<String>,
    /// The fault by which this turn has lost the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The whole line of output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What the program wrote on standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Microseconds until the answer came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// Microseconds that the judge allows, of a clock for the whole game what was left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_us: Option<u64>,
    /// Microseconds of processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// What the player reported of its search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<ReplayReport>,
    /// The position after the turn.
    pub frames: Frames,
}

/// What a player reported of its search.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplayReport {
    /// How many plies deep it searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Hundredths of a piece for the player; from 31,000 on a win, in 32,000 less the score plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How many positions it searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A recorded game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplaySummary {
    /// Its place in the file, from 0.
    pub index: usize,
    /// The game's name.
    pub game: String,
    /// Who played.
    pub players: [String; 2],
    /// How it has ended.
    pub result: Ending,
    /// How many turns there were.
    pub plies: usize,
}

/// A record that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A game that the room does not know.
    #[error("no game is called `{0}`")]
    UnknownGame(String),
    /// A result that is none.
    #[error("`{0}` is no result: one of 1-0, 0-1 and 1/2-1/2 is")]
    UnknownResult(String),
    /// A turn of nobody's.
    #[error("ply {0} belongs to a player who is neither 0 nor 1")]
    UnknownPlayer(usize),
    /// A move that the rules do not allow, in a game that goes on behind it.
    #[error("ply {ply}: {why}")]
    Move {
        /// Its place, from 1.
        ply: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// Returns a recorded game with all its positions, which the rules work out from its moves.
///
/// # Errors
///
/// A record that is not of a game of ours.
pub fn replay(record: &Record, source: Option<String>) -> Result<Replay, ReplayError> {
    let room = room_of(record)?;
    let result = ending_of(room, record)?;
    let mut course = room.begin(None).expect("every game has a start");
    let start = course.frames(0);
    let mut clocks = Clocks::new(room);
    let mut plies: Vec<ReplayPly> = Vec::with_capacity(record.plies.len());
    for (index, ply) in record.plies.iter().enumerate() {
        if ply.player > 1 {
            return Err(ReplayError::UnknownPlayer(index + 1));
        }
        let is_last = index + 1 == record.plies.len();
        let (label, is_fault) = match play(course.as_mut(), &ply.mv) {
            Ok(label) => (label, false),
            // The last answer may be the one that has lost the game, or says that it is lost.
            Err(_) if is_last => (shown(&ply.mv), true),
            Err(why) => return Err(ReplayError::Move { ply: index + 1, why }),
        };
        let turn = ply.turn.clone().unwrap_or_default();
        let time = turn.time_us;
        let is_by_fault = is_fault && arena::Termination::fault(&record.reason).is_some();
        let mut frames = course.frames(course.played());
        number(&mut frames, index + 1);
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
    end(last.unwrap_or(&mut start), &result);
    Ok(Replay {
        game: room.info(),
        players: players_of(record),
        result,
        seed: record.seed,
        start,
        plies,
        farewell: record.farewell.clone(),
        source,
    })
}

/// Returns the line for a record in a list of games.
///
/// # Errors
///
/// A record that is not of a game of ours.
pub fn summary(index: usize, record: &Record) -> Result<ReplaySummary, ReplayError> {
    let room = room_of(record)?;
    Ok(ReplaySummary {
        index,
        game: record.game.clone(),
        players: players_of(record),
        result: ending_of(room, record)?,
        plies: record.plies.len(),
    })
}

fn room_of(record: &Record) -> Result<&'static dyn AnyGame, ReplayError> {
    room(&record.game).ok_or_else(|| ReplayError::UnknownGame(record.game.clone()))
}

fn ending_of(room: &dyn AnyGame, record: &Record) -> Result<Ending, ReplayError> {
    let outcome = outcome_of(&record.result)
        .ok_or_else(|| ReplayError::UnknownResult(record.result.clone()))?;
    Ok(ending(room, outcome, &record.reason))
}

/// Returns the names of both players, which a record keeps with a `/` between.
fn players_of(record: &Record) -> [String; 2] {
    let (first, second) = record.policy.split_once('/').unwrap_or((&record.policy, ""));
    [first, second].map(str::to_owned)
}

/// Plays an answer and returns it for people.
fn play(course: &mut dyn GameLine, answer: &str) -> Result<String, String> {
    let before = course.played();
    course.answer(answer).map_err(|error| error.to_string())?;
    Ok(match course.played() - before {
        1 => course.label(before),
        _ => answer.to_owned(),
    })
}

/// Returns an answer that is no move for people: nothing may have come.
fn shown(answer: &str) -> String {
    if answer.is_empty() { "no answer".to_owned() } else { answer.to_owned() }
}

fn views(frames: &mut Frames) -> impl Iterator<Item = &mut crate::frame::Frame> {
    let Frames { all, first, second } = frames;
    [Some(all), first.as_mut(), second.as_mut()].into_iter().flatten()
}

/// Numbers the views of a position by turns.
fn number(frames: &mut Frames, ply: usize) {
    views(frames).for_each(|frame| frame.ply = ply);
}

/// Notes the end of the game in the last position.
pub(crate) fn end(frames: &mut Frames, ending: &Ending) {
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

/// What both players have used of their time.
struct Clocks {
    control: Option<TimeControl>,
    turns: [usize; 2],
    used: [Duration; 2],
}

impl Clocks {
    fn new(room: &dyn AnyGame) -> Clocks {
        let control = arena::game(room.name()).ok().map(|game| game.time_control());
        Clocks { control, turns: [0; 2], used: [Duration::ZERO; 2] }
    }

    /// Returns the judge's limit of a turn that took `time_us`; `None` where nobody has measured.
    fn limit_us(&mut self, player: usize, begins: bool, time_us: Option<u64>) -> Option<u64> {
        self.turns[player] += usize::from(begins);
        let own_turns = self.turns[player].saturating_sub(1);
        let limit = self.control?.limit(own_turns, self.used[player]).time();
        self.used[player] += Duration::from_micros(time_us?);
        u64::try_from(limit.as_micros()).ok()
    }
}

/// Returns whose view is asked for.
pub(crate) fn player(index: usize) -> Option<Player> {
    Player::BOTH.get(index).copied()
}
