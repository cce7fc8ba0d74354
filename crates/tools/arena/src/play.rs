//! Play of one game: the referee's lines go to the agents, and their answers to the referee.

use std::mem;
use std::time::Duration;

use gamekit::{Outcome, Player};
use records::{Ply, TurnRecord, Usage};
use registry::{Agent, Answer, Ending, Failure, Referee, Termination, TimeControl, Turn};

/// State of a player during one game.
pub(crate) struct PlayerState {
    agent: Box<dyn Agent>,
    time: TimeControl,
    answers_in_opening: bool,
    /// Number of turns of the player so far.
    turns: usize,
    /// Time used in the current turn, in which the player may be asked for several lines.
    in_turn: Duration,
    /// Number of lines of the player's next turn that were already sent.
    lines_sent: usize,
    usage: Usage,
}

impl PlayerState {
    /// Returns the state at the start of a game. `answers_in_opening` says that the agent gives the
    /// moves of an opening itself; otherwise the match makes them.
    pub(crate) fn new(
        agent: Box<dyn Agent>,
        time: TimeControl,
        answers_in_opening: bool,
    ) -> PlayerState {
        let (turns, lines_sent, in_turn) = (0, 0, Duration::ZERO);
        PlayerState {
            agent,
            time,
            answers_in_opening,
            turns,
            in_turn,
            lines_sent,
            usage: Usage::default(),
        }
    }

    /// Returns the usage of the player in this game.
    pub(crate) fn usage(&self) -> Usage {
        Usage { peak_memory: self.agent.peak_memory().unwrap_or_default(), ..self.usage }
    }

    /// Returns the agent, for another game.
    pub(crate) fn into_agent(self) -> Box<dyn Agent> {
        self.agent
    }
}

/// Finished game.
pub(crate) struct Finished {
    /// All turns. The last answer of a game lost by a foul is the line that lost it.
    pub(crate) plies: Vec<Ply>,
    pub(crate) outcome: Outcome,
    pub(crate) termination: Termination,
    /// The last lines for each player, after the player's last answer.
    pub(crate) farewell: Option<[Vec<String>; 2]>,
    /// Details of a fault, for a human reader.
    pub(crate) detail: Option<String>,
}

/// Error: the match was asked to stop before the game ended.
pub(crate) struct Interrupted;

/// Reason for a turn without a valid answer.
pub(crate) enum TurnFailure {
    Fault { how: Termination, detail: String },
    Stopped,
}

/// Plays one game to its end, by the rules or by a fault of a player.
pub(crate) fn play_game(
    referee: &mut dyn Referee,
    players: &mut [PlayerState],
    opening: &[String],
) -> Result<Finished, Interrupted> {
    let mut plies = Vec::new();
    loop {
        if let Some(verdict) = referee.verdict() {
            let termination = Termination::Normal(verdict.reason);
            let outcome = verdict.outcome;
            let farewell = send_farewell(referee, players, Ending { outcome, fault: None });
            return Ok(Finished { plies, outcome, termination, farewell, detail: None });
        }
        let player = referee.to_move();
        match take_turn(referee, &mut players[player.index()], opening, &mut plies) {
            Ok(()) => {}
            Err(TurnFailure::Stopped) => return Err(Interrupted),
            Err(TurnFailure::Fault { how, detail }) => {
                let outcome = Outcome::Win(player.opponent());
                let farewell =
                    send_farewell(referee, players, Ending { outcome, fault: Some(how) });
                let detail = Some(detail);
                return Ok(Finished { plies, outcome, termination: how, farewell, detail });
            }
        }
    }
}

/// Sends the last lines to both players, and returns them.
fn send_farewell(
    referee: &dyn Referee,
    players: &mut [PlayerState],
    ending: Ending,
) -> Option<[Vec<String>; 2]> {
    let farewell = farewell(referee, ending)?;
    for (state, lines) in players.iter_mut().zip(&farewell) {
        state.agent.receive_last(&lines[state.lines_sent..]);
    }
    Some(farewell)
}

/// Returns the last lines for both players at the end of a game; `None` if the judge sends none.
#[must_use]
pub fn farewell(referee: &dyn Referee, ending: Ending) -> Option<[Vec<String>; 2]> {
    let [first, second] = Player::BOTH.map(|player| referee.farewell(player, ending));
    Some([first?, second?])
}

/// Plays one turn of a player and adds it to the record.
pub(crate) fn take_turn(
    referee: &mut dyn Referee,
    state: &mut PlayerState,
    opening: &[String],
    plies: &mut Vec<Ply>,
) -> Result<(), TurnFailure> {
    let player: Player = referee.to_move();
    let input = referee.prompt();
    let (played, awaited) = (referee.moves().len(), referee.moves_in_line());
    let prescribed = opening.get(played..).unwrap_or_default();
    let prescribed = &prescribed[..awaited.min(prescribed.len())];
    if !input.is_empty() {
        state.turns += 1;
        state.in_turn = Duration::ZERO;
    }
    let mut ply = Ply { player: player.index(), input, mv: String::new(), turn: None };
    let line = if let Some(mv) = referee.own_move() {
        mv
    } else if prescribed.len() == awaited && !state.answers_in_opening {
        prescribed.concat()
    } else {
        match state.ask(referee, &mut ply) {
            Ok(line) => line,
            Err(failure) => {
                plies.push(ply);
                return Err(failure);
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
        return Err(TurnFailure::Fault { how: foul.into(), detail });
    }
    if !referee.moves()[played..].starts_with(prescribed) {
        let prescribed = prescribed.concat();
        let detail = format!("answered `{line}` where the opening prescribes `{prescribed}`");
        return Err(TurnFailure::Fault { how: Termination::LeftOpening, detail });
    }
    state.send_ahead(&referee.echo());
    Ok(())
}

impl PlayerState {
    /// Requests a line from the agent. All other data about the turn go into `ply`, whose move
    /// stays empty if no line came.
    fn ask(&mut self, referee: &dyn Referee, ply: &mut Ply) -> Result<String, TurnFailure> {
        let own_turns = self.turns.saturating_sub(1);
        let limit = self.time.limit(own_turns, self.usage.total).after(self.in_turn);
        let input = &ply.input[mem::take(&mut self.lines_sent)..];
        match self.agent.answer(&Turn { input, moves: referee.moves(), limit }) {
            Ok(Answer { line, took, log }) => {
                self.in_turn += took;
                self.usage.merge(Usage::of_answer(took, &log));
                ply.turn = Some(TurnRecord::new(Some(&line), Some(took), log));
                Ok(line)
            }
            Err(Failure::Stopped) => Err(TurnFailure::Stopped),
            Err(Failure::Lost { how, detail, log }) => {
                self.usage.cpu += log.cpu.unwrap_or_default();
                ply.turn = Some(TurnRecord::new(None, None, *log));
                Err(TurnFailure::Fault { how, detail })
            }
        }
    }

    /// Sends the agent the first lines of its next turn.
    fn send_ahead(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.agent.receive(lines);
        }
        self.lines_sent = lines.len();
    }
}

#[cfg(test)]
mod tests {
    use registry::{Foul, TimeLimit, TurnLog, Verdict};

    use super::*;

    const TURN: Duration = Duration::from_millis(100);

    /// Referee of a game of three moves, the second of which is a pass that it plays itself.
    #[derive(Default)]
    struct SkippingReferee {
        moves: Vec<String>,
    }

    impl Referee for SkippingReferee {
        fn to_move(&self) -> Player {
            Player::BOTH[self.moves.len() % 2]
        }

        fn prompt(&self) -> Vec<String> {
            self.own_move().map_or_else(|| vec!["your turn".to_owned()], |_| Vec::new())
        }

        fn own_move(&self) -> Option<String> {
            (self.moves.len() == 1).then(|| "pass".to_owned())
        }

        fn moves_in_line(&self) -> usize {
            1
        }

        fn apply(&mut self, answer: &str) -> Result<(), Foul> {
            self.moves.push(answer.to_owned());
            Ok(())
        }

        fn verdict(&self) -> Option<Verdict> {
            let outcome = Outcome::Win(Player::First);
            (self.moves.len() == 3).then_some(Verdict { outcome, reason: "three moves" })
        }

        fn echo(&self) -> Vec<String> {
            Vec::new()
        }

        fn farewell(&self, _: Player, _: Ending) -> Option<Vec<String>> {
            None
        }

        fn time_control(&self) -> TimeControl {
            TimeControl::same_for_all(TURN)
        }

        fn moves(&self) -> &[String] {
            &self.moves
        }

        fn position(&self) -> String {
            self.moves.join(" ")
        }
    }

    /// Agent that answers each turn by its word.
    struct Speaker(&'static str);

    impl Agent for Speaker {
        fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
            assert_eq!(turn.input, ["your turn"]);
            assert_eq!(turn.limit, TimeLimit::Turn(TURN));
            let (line, took) = (self.0.to_owned(), Duration::ZERO);
            Ok(Answer { line, took, log: TurnLog::default() })
        }
    }

    #[test]
    fn a_move_that_the_judge_plays_itself_is_recorded_and_no_player_is_asked() {
        let time = TimeControl::same_for_all(TURN);
        let mut players =
            ["one", "two"].map(|word| PlayerState::new(Box::new(Speaker(word)), time, true));
        let mut referee = SkippingReferee::default();
        let finished = play_game(&mut referee, &mut players, &[]).ok().unwrap();
        let plies = finished.plies.iter();
        let plies: Vec<_> = plies.map(|ply| (ply.player, ply.input.len(), &ply.mv[..])).collect();
        assert_eq!(plies, [(0, 1, "one"), (1, 0, "pass"), (0, 1, "one")]);
        assert!(finished.plies[1].turn.is_none());
        assert_eq!(players.map(|player| player.turns), [2, 0]);
    }
}
