use std::time::Duration;

use gamekit::{Outcome, Player};

use crate::{Agent, Contestant, Failure, Referee, Termination, TimeControl, Turn};

/// A player's place in one game.
pub(crate) struct Seat {
    agent: Box<dyn Agent>,
    time: TimeControl,
    answers_in_opening: bool,
    turns: usize,
    times: AnswerTimes,
}

impl Seat {
    pub(crate) fn new(agent: Box<dyn Agent>, contestant: &Contestant) -> Seat {
        Seat {
            agent,
            time: contestant.time(),
            answers_in_opening: contestant.answers_in_opening(),
            turns: 0,
            times: AnswerTimes::default(),
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finished {
    /// What was played, and behind it the answer that lost the game by a foul.
    pub(crate) answers: Vec<String>,
    pub(crate) outcome: Outcome,
    pub(crate) termination: Termination,
    /// More about a fault, for a human reader.
    pub(crate) detail: Option<String>,
    /// By player: first, second.
    pub(crate) times: [AnswerTimes; 2],
}

/// How long a player's answers took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct AnswerTimes {
    /// How many answers came. The moves of an opening that the match makes are none.
    pub count: u32,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl AnswerTimes {
    /// Counts one more answer.
    pub fn add(&mut self, took: Duration) {
        self.merge(AnswerTimes { count: 1, total: took, longest: took });
    }

    /// Counts the answers of another game.
    pub fn merge(&mut self, other: AnswerTimes) {
        self.count += other.count;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Returns the mean; zero when there were no answers.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total.checked_div(self.count).unwrap_or_default()
    }
}

/// The match was asked to stop before the game ended.
pub(crate) struct Stopped;

/// Why a turn was the last one.
enum Loss {
    Fault { how: Termination, answer: Option<String>, detail: String },
    Stopped,
}

/// Plays one game to its end, which a fault of a player is too.
pub(crate) fn play_game(
    referee: &mut dyn Referee,
    seats: &mut [Seat; 2],
    opening: &[String],
) -> Result<Finished, Stopped> {
    let (outcome, termination, lost_by, detail) = loop {
        if let Some(verdict) = referee.verdict() {
            break (verdict.outcome, Termination::Normal(verdict.reason), None, None);
        }
        let player = referee.to_move();
        match take_turn(referee, &mut seats[player.index()], opening) {
            Ok(()) => {}
            Err(Loss::Stopped) => return Err(Stopped),
            Err(Loss::Fault { how, answer, detail }) => {
                break (Outcome::Win(player.opponent()), how, answer, Some(detail));
            }
        }
    };
    let answers = referee.moves().iter().cloned().chain(lost_by).collect();
    let times = [seats[0].times, seats[1].times];
    Ok(Finished { answers, outcome, termination, detail, times })
}

fn take_turn(referee: &mut dyn Referee, seat: &mut Seat, opening: &[String]) -> Result<(), Loss> {
    let prescribed = opening.get(referee.moves().len());
    let line = match prescribed {
        Some(mv) if !seat.answers_in_opening => mv.clone(),
        _ => seat.ask(referee)?,
    };
    seat.turns += 1;
    if let Err(foul) = referee.apply(&line) {
        let detail = format!("answered `{}`: {foul}", line.escape_debug());
        return Err(Loss::Fault { how: foul.into(), answer: Some(line), detail });
    }
    match prescribed {
        Some(mv) if referee.moves().last() != Some(mv) => {
            let detail = format!("answered `{line}` where the opening prescribes `{mv}`");
            Err(Loss::Fault { how: Termination::LeftOpening, answer: None, detail })
        }
        _ => Ok(()),
    }
}

impl Seat {
    fn ask(&mut self, referee: &dyn Referee) -> Result<String, Loss> {
        let input = referee.prompt();
        let limit = self.time.limit(self.turns);
        match self.agent.answer(&Turn { input: &input, moves: referee.moves(), limit }) {
            Ok(answer) => {
                self.times.add(answer.took);
                Ok(answer.line)
            }
            Err(Failure::Stopped) => Err(Loss::Stopped),
            // A record's last answer is empty when none came.
            Err(Failure::Lost { how, detail, .. }) => {
                Err(Loss::Fault { how, answer: Some(String::new()), detail })
            }
        }
    }
}

/// Returns the player who has lost by a fault.
pub(crate) fn at_fault(outcome: Outcome, termination: Termination) -> Option<Player> {
    match outcome {
        Outcome::Win(winner) if !termination.is_normal() => Some(winner.opponent()),
        _ => None,
    }
}
