//! Replay of a game result by the referee of this workspace, which gives its record.

use arena::{GameSummary, Ply, Record, TurnRecord, Usage, farewell};
use gamekit::{Outcome, Player};
use registry::{Ending, Game, Referee, Report, Termination};

use crate::game_result::{GameResult, SiteTurn};
use crate::mismatch::SiteMismatch;

/// Game result that the referee has replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Rebuilt {
    /// Index of the agent that moved first.
    pub first: usize,
    /// The record, without the names of the players.
    pub record: Record,
    /// The result.
    pub outcome: Outcome,
    /// Details of a fault, for a human reader.
    pub detail: Option<String>,
}

/// Replays a result with the referee of `game` and compares turns, end, ranks and scores.
///
/// # Errors
///
/// The first difference.
pub fn rebuild(result: &GameResult, game: &dyn Game) -> Result<Rebuilt, SiteMismatch> {
    if result.ranks.len() != 2 {
        return Err(SiteMismatch::Players(result.ranks.len()));
    }
    let first = result.turns.first().ok_or(SiteMismatch::NoTurns)?.agent;
    if first > 1 {
        return Err(SiteMismatch::Player { ply: 1, site: first, here: 0 });
    }
    let mut replay = Replay { referee: game.referee(), plies: Vec::new(), fault: None };
    for (index, turn) in result.turns.iter().enumerate() {
        replay.play_own_moves();
        replay.take(turn, first, index + 1 == result.turns.len())?;
    }
    replay.play_own_moves();
    let ranks = in_words(&result.ranks);
    let ply = replay.plies.len();
    let (outcome, reason, detail) = match (replay.fault, replay.referee.verdict()) {
        (Some(Fault { outcome, how, detail }), _) => (outcome, how.reason(), Some(detail)),
        (None, Some(verdict)) => (verdict.outcome, verdict.reason, None),
        (None, None) => return Err(SiteMismatch::Unfinished { ply: ply + 1, ranks }),
    };
    if outcome_of(&result.ranks, first) != outcome {
        return Err(SiteMismatch::Result { ply, ranks, result: format!("{outcome}: {reason}") });
    }
    check_scores(result, ply)?;
    let ending = Ending { outcome, fault: Termination::fault(reason) };
    let record = Record {
        game: game.name().to_owned(),
        seed: result.seed,
        result: outcome.to_string(),
        reason: reason.to_owned(),
        policy: String::new(),
        plies: replay.plies,
        farewell: farewell(replay.referee.as_ref(), ending),
        judgement: None,
    };
    Ok(Rebuilt { first, record, outcome, detail })
}

impl Rebuilt {
    /// Returns the data for statistics, in which contestant `first` has moved first. The site does
    /// not tell times.
    #[must_use]
    pub fn summary(&self, first: usize) -> GameSummary {
        let mut usage = [Usage::default(); 2];
        for ply in &self.record.plies {
            let report = ply.turn.as_ref().and_then(|turn| turn.report).unwrap_or_default();
            let usage = &mut usage[ply.player ^ first];
            usage.depths += u32::from(report.depth.is_some());
            usage.depth_sum += u64::from(report.depth.unwrap_or_default());
            usage.node_counts += u32::from(report.nodes.is_some());
            usage.node_sum = usage.node_sum.saturating_add(report.nodes.unwrap_or_default());
        }
        GameSummary {
            first,
            seed: self.record.seed,
            outcome: self.outcome,
            reason: self.record.reason.clone(),
            detail: self.detail.clone(),
            plies: self.record.plies.len(),
            usage,
        }
    }
}

/// Game that is being replayed.
struct Replay {
    referee: Box<dyn Referee>,
    plies: Vec<Ply>,
    fault: Option<Fault>,
}

/// End of the game by a fault.
struct Fault {
    outcome: Outcome,
    how: Termination,
    detail: String,
}

impl Replay {
    /// Plays the moves that the judge makes itself without asking a player.
    fn play_own_moves(&mut self) {
        while let Some(mv) = self.referee.own_move() {
            let player = self.referee.to_move().index();
            self.referee.apply(&mv).expect("the referee's own move is legal");
            self.plies.push(Ply { player, input: Vec::new(), mv, turn: None });
        }
    }

    /// Plays a turn of the site, where agent `first` moves first.
    fn take(&mut self, turn: &SiteTurn, first: usize, is_last: bool) -> Result<(), SiteMismatch> {
        let ply = self.plies.len() + 1;
        if let Some(verdict) = self.referee.verdict() {
            return Err(SiteMismatch::Surplus { ply, reason: verdict.reason });
        }
        let player = self.referee.to_move();
        let here = player.index() ^ first;
        if turn.agent != here {
            return Err(SiteMismatch::Player { ply, site: turn.agent, here });
        }
        let input = self.referee.prompt();
        let played = self.referee.moves().len();
        let outcome = Outcome::Win(player.opponent());
        let Some(answer) = &turn.answer else {
            if !is_last {
                return Err(SiteMismatch::Silence(ply));
            }
            let how = silence(&turn.words);
            let detail = with_words("no answer".to_owned(), &turn.words);
            self.fault = Some(Fault { outcome, how, detail });
            self.push(player, input, String::new(), turn);
            return Ok(());
        };
        match self.referee.apply(answer) {
            Ok(()) => {
                let mv = self.referee.moves()[played..].concat();
                if !answer.contains(&mv) {
                    return Err(SiteMismatch::Unknown { ply, answer: answer.clone() });
                }
                self.push(player, input, mv, turn);
            }
            Err(foul) if !is_last => {
                return Err(SiteMismatch::Answer { ply, answer: answer.clone(), foul });
            }
            Err(foul) => {
                let said = format!("answered `{}`: {foul}", answer.escape_debug());
                let detail = with_words(said, &turn.words);
                self.fault = Some(Fault { outcome, how: foul.into(), detail });
                self.push(player, input, answer.clone(), turn);
            }
        }
        Ok(())
    }

    fn push(&mut self, player: Player, input: Vec<String>, mv: String, turn: &SiteTurn) {
        let message = turn.answer.as_deref().unwrap_or_default();
        let details = TurnRecord {
            output: turn.answer.clone(),
            stderr: turn.stderr.clone(),
            report: Report::of_message(message).or_else(|| Report::of_stderr(&turn.stderr)),
            ..TurnRecord::default()
        };
        self.plies.push(Ply { player: player.index(), input, mv, turn: Some(details) });
    }
}

/// Returns the fault of a turn without an answer. The site marks a timeout and the end of the
/// process in the same way, so that only its words can tell them apart.
fn silence(words: &str) -> Termination {
    let is_crash = words.to_ascii_lowercase().contains("crash");
    if is_crash { Termination::Crashed } else { Termination::Timeout }
}

fn with_words(said: String, words: &str) -> String {
    if words.is_empty() { said } else { format!("{said}; the site says: {words}") }
}

/// Returns the result that the places of both agents mean, where agent `first` moves first.
fn outcome_of(ranks: &[i64], first: usize) -> Outcome {
    match ranks[first].cmp(&ranks[1 - first]) {
        std::cmp::Ordering::Less => Outcome::Win(Player::First),
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Greater => Outcome::Win(Player::Second),
    }
}

/// Checks that the better place has the higher score.
fn check_scores(result: &GameResult, ply: usize) -> Result<(), SiteMismatch> {
    let agrees = match (&result.scores[..], &result.ranks[..]) {
        ([], _) => true,
        ([one, other], [first, second]) => other.partial_cmp(one) == Some(first.cmp(second)),
        _ => false,
    };
    if agrees {
        return Ok(());
    }
    let (scores, ranks) = (in_words(&result.scores), in_words(&result.ranks));
    Err(SiteMismatch::Scores { ply, scores, ranks })
}

fn in_words<T: ToString>(values: &[T]) -> String {
    let words: Vec<String> = values.iter().map(T::to_string).collect();
    words.join(" and ")
}
