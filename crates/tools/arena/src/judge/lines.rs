//! Referee to which the arena passes the lines of the players: the old mode of cg-brutaltester.

use std::mem;
use std::time::{Duration, Instant};

use records::{Judgement, Ply, SeatFault, TurnRecord, Usage};
use registry::{Agent, Failure, TimeLimit, Turn, TurnLog};

use super::places::{places_without, read_order};
use super::{Judged, Seat, Table, Unjudged};
use crate::agent::RunningProgram;
use crate::foreign::RefereeProtocol;
use crate::player::{AgentError, Contestant};
use crate::process::Process;

/// Start of every command of a referee.
const MARK: &str = "###";

/// Plays a game: does what the referee says until it names the order of the players, or until a
/// player does not answer.
pub(super) fn judge(table: &Table<'_>) -> Result<Judged, Unjudged> {
    let mut players: Vec<PlayerAtTable> = table
        .seats
        .iter()
        .map(|seat| PlayerAtTable::start(table, seat))
        .collect::<Result<_, _>>()?;
    let process = table.start_referee(&table.referee_words(), 0)?;
    let mut dialogue = Dialogue { table, process, deadline: table.deadline(), notes: Vec::new() };
    let mut plies = Vec::new();
    let seed = match table.referee.protocol {
        RefereeProtocol::SeededLines => format!("{MARK}Seed {}\n", table.seed),
        _ => String::new(),
    };
    dialogue.send(&format!("{seed}{MARK}Start {}\n", players.len()))?;
    // The player who receives the lines that are no commands.
    let mut receiver: Option<usize> = None;
    let (places, fault) = loop {
        let line = dialogue.line()?;
        let Some(command) = line.strip_prefix(MARK) else {
            match receiver {
                Some(seat) => players[seat].add_input(line),
                None => return Err(dialogue.nonsense(&line, "no player is to read it")),
            }
            continue;
        };
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        match name {
            "Input" => receiver = Some(dialogue.seat(&line, rest)?),
            "Output" => {
                receiver = None;
                let (seat, count) = rest.split_once(' ').unwrap_or((rest, ""));
                let seat = dialogue.seat(&line, seat)?;
                let count: usize = match count.trim().parse() {
                    Ok(count) if count > 0 => count,
                    _ => return Err(dialogue.nonsense(&line, "no number of lines")),
                };
                match players[seat].answer(seat, count, &mut plies) {
                    Ok(answer) => dialogue.send(&answer)?,
                    Err(Failure::Stopped) => return Err(Unjudged::Stopped),
                    Err(Failure::Lost { how, detail, .. }) => {
                        let reason = how.reason().to_owned();
                        let fault = SeatFault { seat, reason, detail };
                        break (places_without(seat, players.len()), Some(fault));
                    }
                }
            }
            "Error" => dialogue.notes.push(line),
            "End" => match read_order(rest, players.len()) {
                Ok(places) => break (places, None),
                Err(why) => return Err(table.fault(why)),
            },
            _ => return Err(dialogue.nonsense(&line, "no such command")),
        }
    };
    let judgement = Judgement {
        seed: None,
        seats: Vec::new(),
        places,
        scores: Vec::new(),
        notes: dialogue.notes,
        usage: players.iter().map(PlayerAtTable::usage).collect(),
        fault,
    };
    Ok(Judged { judgement, plies })
}

/// Dialogue with the referee.
struct Dialogue<'a> {
    table: &'a Table<'a>,
    process: Process,
    /// Time by which the game must have ended.
    deadline: Instant,
    notes: Vec<String>,
}

impl Dialogue<'_> {
    fn send(&mut self, text: &str) -> Result<(), Unjudged> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let sent = self.process.send(text, left);
        sent.map(drop).map_err(|why| self.table.no_line(why, &mut self.process))
    }

    fn line(&mut self) -> Result<String, Unjudged> {
        match self.process.line(self.deadline) {
            Ok((line, _)) => Ok(line),
            Err(why) => Err(self.table.no_line(why, &mut self.process)),
        }
    }

    /// Reads the number of a player in a line of the referee.
    fn seat(&self, line: &str, text: &str) -> Result<usize, Unjudged> {
        let seat = text.trim().parse().ok().filter(|&seat: &usize| seat < self.table.seats.len());
        seat.ok_or_else(|| self.nonsense(line, "no such player"))
    }

    /// Returns the fault of a referee that has written `line`.
    fn nonsense(&self, line: &str, why: &str) -> Unjudged {
        self.table.fault(format!("has written `{}`: {why}", line.escape_debug()))
    }
}

/// Running player, with the lines that it has not been sent yet.
///
/// The lines wait until the referee asks for an answer. So the time of an answer is that of one
/// player alone, as at CodinGame, and no player thinks during the turn of another one.
struct PlayerAtTable {
    program: RunningProgram,
    limit: Duration,
    input: Vec<String>,
    usage: Usage,
}

/// Starts the players at a table and ends them again.
pub(super) fn try_start(table: &Table<'_>) -> Result<(), Unjudged> {
    table.seats.iter().try_for_each(|seat| PlayerAtTable::start(table, seat).map(drop))
}

impl PlayerAtTable {
    fn start(table: &Table<'_>, seat: &Seat<'_>) -> Result<PlayerAtTable, Unjudged> {
        let words = table.player_words(seat)?;
        let setup = table.setup(seat.seed, super::PLAYER_MEMORY);
        let program = RunningProgram::start(&words, &setup, table.sandbox).map_err(|source| {
            Unjudged::Agent(AgentError::Start { name: seat.contestant.name.clone(), source })
        })?;
        let limit = seat.contestant.move_time_ms.map_or(Contestant::HANG, Duration::from_millis);
        let limit = limit.saturating_add(table.margin);
        Ok(PlayerAtTable { program, limit, input: Vec::new(), usage: Usage::default() })
    }

    fn add_input(&mut self, line: String) {
        self.input.push(line);
    }

    /// Sends the player its lines and returns its answer of `count` lines, which is added to the
    /// turns of the game. The time limit is that of the whole answer.
    fn answer(
        &mut self,
        seat: usize,
        count: usize,
        plies: &mut Vec<Ply>,
    ) -> Result<String, Failure> {
        let mut ply =
            Ply { player: seat, input: mem::take(&mut self.input), mv: String::new(), turn: None };
        let (mut lines, mut took, mut log) = (Vec::new(), Duration::ZERO, TurnLog::default());
        let mut failure = None;
        while failure.is_none() && lines.len() < count {
            let input = if lines.is_empty() { &ply.input[..] } else { &[] };
            let limit = TimeLimit::Turn(self.limit).after(took);
            match self.program.answer(&Turn { input, moves: &[], limit }) {
                Ok(answer) => {
                    took += answer.took;
                    lines.push(answer.line);
                    append(&mut log, &answer.log);
                }
                Err(failed) => failure = Some(failed),
            }
        }
        if let Some(failure) = failure {
            if let Failure::Lost { log: rest, .. } = &failure {
                append(&mut log, rest);
                self.usage.cpu += log.cpu.unwrap_or_default();
                ply.turn = Some(TurnRecord::new(None, None, log));
                plies.push(ply);
            }
            return Err(failure);
        }
        self.usage.merge(Usage::of_answer(took, &log));
        ply.mv = lines.join("\n");
        ply.turn = Some(TurnRecord::new(Some(&ply.mv), Some(took), log));
        let answer = format!("{}\n", ply.mv);
        plies.push(ply);
        Ok(answer)
    }

    fn usage(&self) -> Usage {
        Usage { peak_memory: self.program.peak_memory().unwrap_or_default(), ..self.usage }
    }
}

/// Appends the data of the next line of an answer.
fn append(log: &mut TurnLog, next: &TurnLog) {
    log.cpu = match (log.cpu, next.cpu) {
        (Some(before), Some(more)) => Some(before + more),
        (before, more) => before.or(more),
    };
    log.stderr += &next.stderr;
    log.report = next.report.or(log.report);
}
