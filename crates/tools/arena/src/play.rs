use std::mem;
use std::time::Duration;

use gamekit::{Outcome, Player};

use crate::agent::{Agent, Answer, Failure, Turn, TurnLog};
use crate::record::{Ply, TurnRecord};
use crate::referee::{Ending, Referee};
use crate::summary::Usage;
use crate::termination::Termination;
use crate::time_control::TimeControl;

/// A player's place in one game.
pub(crate) struct Seat {
    agent: Box<dyn Agent>,
    time: TimeControl,
    answers_in_opening: bool,
    /// How often the player was sent something to answer.
    turns: usize,
    /// What he has used of the time of his turn, of which he may be asked for several lines.
    in_turn: Duration,
    /// How many lines of his next turn he has been sent already.
    heard: usize,
    usage: Usage,
}

impl Seat {
    /// Seats an agent that may think so long, and that either gives the moves of an opening itself
    /// or leaves them to the match.
    pub(crate) fn new(agent: Box<dyn Agent>, time: TimeControl, answers_in_opening: bool) -> Seat {
        let (turns, heard, in_turn) = (0, 0, Duration::ZERO);
        Seat { agent, time, answers_in_opening, turns, in_turn, heard, usage: Usage::default() }
    }

    /// Returns what the player has used in this game.
    pub(crate) fn usage(&self) -> Usage {
        Usage { peak_memory: self.agent.peak_memory().unwrap_or_default(), ..self.usage }
    }

    /// Returns the agent, for another game.
    pub(crate) fn stand_up(self) -> Box<dyn Agent> {
        self.agent
    }
}

/// A finished game.
pub(crate) struct Finished {
    /// Every turn. The last answer of a game lost by a foul is the line that lost it.
    pub(crate) plies: Vec<Ply>,
    pub(crate) outcome: Outcome,
    pub(crate) termination: Termination,
    /// What each player was told behind his last answer.
    pub(crate) farewell: Option<[Vec<String>; 2]>,
    /// More about a fault, for a human reader.
    pub(crate) detail: Option<String>,
}

/// The match was asked to stop before the game ended.
pub(crate) struct Interrupted;

/// Why a turn was the last one.
enum Loss {
    Fault { how: Termination, detail: String },
    Stopped,
}

/// Plays one game to its end, which a fault of a player is too.
pub(crate) fn play_game(
    referee: &mut dyn Referee,
    seats: &mut [Seat],
    opening: &[String],
) -> Result<Finished, Interrupted> {
    let mut plies = Vec::new();
    loop {
        if let Some(verdict) = referee.verdict() {
            let termination = Termination::Normal(verdict.reason);
            let outcome = verdict.outcome;
            let farewell = take_leave(referee, seats, Ending { outcome, fault: None });
            return Ok(Finished { plies, outcome, termination, farewell, detail: None });
        }
        let player = referee.to_move();
        match take_turn(referee, &mut seats[player.index()], opening, &mut plies) {
            Ok(()) => {}
            Err(Loss::Stopped) => return Err(Interrupted),
            Err(Loss::Fault { how, detail }) => {
                let outcome = Outcome::Win(player.opponent());
                let farewell = take_leave(referee, seats, Ending { outcome, fault: Some(how) });
                let detail = Some(detail);
                return Ok(Finished { plies, outcome, termination: how, farewell, detail });
            }
        }
    }
}

/// Tells both players what is left to be told, and returns it.
fn take_leave(
    referee: &dyn Referee,
    seats: &mut [Seat],
    ending: Ending,
) -> Option<[Vec<String>; 2]> {
    let farewell = farewell(referee, ending)?;
    for (seat, lines) in seats.iter_mut().zip(&farewell) {
        seat.agent.tell(&lines[seat.heard..]);
    }
    Some(farewell)
}

/// Returns what both players are still told at the end of a game, `None` where its judge is silent.
pub(crate) fn farewell(referee: &dyn Referee, ending: Ending) -> Option<[Vec<String>; 2]> {
    let [first, second] = Player::BOTH.map(|player| referee.farewell(player, ending));
    Some([first?, second?])
}

/// Lets a player take his turn and writes it down.
fn take_turn(
    referee: &mut dyn Referee,
    seat: &mut Seat,
    opening: &[String],
    plies: &mut Vec<Ply>,
) -> Result<(), Loss> {
    let player: Player = referee.to_move();
    let input = referee.prompt();
    let (played, awaited) = (referee.moves().len(), referee.moves_in_line());
    let prescribed = opening.get(played..).unwrap_or_default();
    let prescribed = &prescribed[..awaited.min(prescribed.len())];
    if !input.is_empty() {
        seat.turns += 1;
        seat.in_turn = Duration::ZERO;
    }
    let mut ply = Ply { player: player.index(), input, mv: String::new(), turn: None };
    let line = if prescribed.len() == awaited && !seat.answers_in_opening {
        prescribed.concat()
    } else {
        match seat.ask(referee, &mut ply) {
            Ok(line) => line,
            Err(loss) => {
                plies.push(ply);
                return Err(loss);
            }
        }
    };
    let judged = referee.apply(&line);
    ply.mv = match judged {
        Ok(()) => referee.moves()[played..].concat(),
        Err(_) => line.clone(),
    };
    plies.push(ply);
    if let Err(foul) = judged {
        let detail = format!("answered `{}`: {foul}", line.escape_debug());
        return Err(Loss::Fault { how: foul.into(), detail });
    }
    if !referee.moves()[played..].starts_with(prescribed) {
        let prescribed = prescribed.concat();
        let detail = format!("answered `{line}` where the opening prescribes `{prescribed}`");
        return Err(Loss::Fault { how: Termination::LeftOpening, detail });
    }
    seat.hear(&referee.echo());
    Ok(())
}

impl Seat {
    /// Asks the agent for a line. What else it said goes into `ply`, whose move stays empty when no
    /// line came.
    fn ask(&mut self, referee: &dyn Referee, ply: &mut Ply) -> Result<String, Loss> {
        let own_turns = self.turns.saturating_sub(1);
        let limit = self.time.limit(own_turns, self.usage.total).after(self.in_turn);
        let input = &ply.input[mem::take(&mut self.heard)..];
        match self.agent.answer(&Turn { input, moves: referee.moves(), limit }) {
            Ok(Answer { line, took, log }) => {
                self.in_turn += took;
                self.count(took, &log);
                ply.turn = Some(TurnRecord::new(Some(&line), Some(took), log));
                Ok(line)
            }
            Err(Failure::Stopped) => Err(Loss::Stopped),
            Err(Failure::Lost { how, detail, log }) => {
                self.usage.cpu += log.cpu.unwrap_or_default();
                ply.turn = Some(TurnRecord::new(None, None, *log));
                Err(Loss::Fault { how, detail })
            }
        }
    }

    /// Tells the agent the first lines of its next turn.
    fn hear(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.agent.hear(lines);
        }
        self.heard = lines.len();
    }

    fn count(&mut self, took: Duration, log: &TurnLog) {
        let report = log.report.unwrap_or_default();
        self.usage.merge(Usage {
            answers: 1,
            total: took,
            longest: took,
            cpu: log.cpu.unwrap_or_default(),
            peak_memory: 0,
            depths: u32::from(report.depth.is_some()),
            depth_sum: report.depth.unwrap_or_default().into(),
            node_counts: u32::from(report.nodes.is_some()),
            node_sum: report.nodes.unwrap_or_default(),
        });
    }
}
