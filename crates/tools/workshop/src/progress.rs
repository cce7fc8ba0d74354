//! Progress line of a match on standard error, with the intermediate result.

use std::time::{Duration, Instant};

use arena::{PlayedPair, RefereeFault, RunningMatch, Tally};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use stats::Elo;

/// Progress line with the intermediate result, and messages about the first faults of each player.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Time of the last line that was written without a terminal.
    last_line: Instant,
    /// Game pairs that were played before this run.
    before: usize,
    /// Number of reported faults of each contestant.
    reported: Vec<u32>,
}

impl Progress {
    /// Maximum number of faults of each player, and of a referee, that are reported in full.
    const FAULTS_REPORTED: u32 = 5;
    /// Interval of the lines without a terminal, as in a log file.
    const LINE_EVERY: Duration = Duration::from_secs(60);
    /// Minimum number of game pairs for an estimate of the remaining time.
    const PAIRS_FOR_ESTIMATE: usize = 3;

    pub(crate) fn new(running_match: &RunningMatch) -> anyhow::Result<Progress> {
        let style = ProgressStyle::with_template("{pos}/{len} games, {msg}")?;
        let games = 2 * running_match.plan().pair_count() as u64;
        let mut progress = Progress {
            bar: ProgressBar::new(games).with_style(style),
            started: Instant::now(),
            last_line: Instant::now(),
            before: running_match.pairs_played(),
            reported: vec![0; running_match.plan().contestants.len()],
        };
        progress.update(running_match);
        Ok(progress)
    }

    /// Shows the current result.
    pub(crate) fn update(&mut self, running_match: &RunningMatch) {
        let (games, all) =
            (2 * running_match.pairs_played(), 2 * running_match.plan().pair_count());
        if self.bar.is_hidden() {
            if self.last_line.elapsed() >= Progress::LINE_EVERY {
                self.last_line = Instant::now();
                eprintln!("{games}/{all} games, {}", self.describe(running_match));
            }
            return;
        }
        self.bar.set_position(games as u64);
        self.bar.set_message(self.describe(running_match));
    }

    /// Returns a function that prints notes above the progress line.
    pub(crate) fn notes(&self) -> impl Fn(&str) + use<> {
        let bar = self.bar.clone();
        move |note| bar.suspend(|| eprintln!("note: {note}"))
    }

    /// Removes the progress line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn describe(&self, running_match: &RunningMatch) -> String {
        let standings = running_match.standings();
        let mut text = if running_match.plan().contestants.len() == 2 {
            score_line(&standings.between(0, 1))
        } else {
            leader_line(running_match)
        };
        if let Some(sprt) = &running_match.plan().sprt {
            let (low, high) = sprt.bounds();
            let llr = sprt.llr(&standings.between(0, 1).pairs);
            text += &format!(", LLR {llr:+.2} ({low:+.2} .. {high:+.2})");
        }
        if let Some(left) = self.time_left(running_match) {
            text += &format!(", {} left", HumanDuration(left));
        }
        text
    }

    /// Estimates the remaining time: until the last game pair, or until the decision of the SPRT.
    fn time_left(&self, running_match: &RunningMatch) -> Option<Duration> {
        let played = running_match.pairs_played();
        let now_played = played - self.before;
        if now_played < Progress::PAIRS_FOR_ESTIMATE {
            return None;
        }
        let mut left = running_match.plan().pair_count() - played;
        if let Some(sprt) = &running_match.plan().sprt {
            let pairs = running_match.standings().between(0, 1).pairs;
            left = left.min(sprt.pairs_left(&pairs) as usize);
        }
        Some(self.started.elapsed().mul_f64(left as f64 / now_played as f64))
    }

    /// Prints the first few faults of a foreign referee. `before` is the number of earlier faults.
    pub(crate) fn report_referee(&self, fault: &RefereeFault, before: usize) {
        if before < Progress::FAULTS_REPORTED as usize {
            self.bar.suspend(|| eprintln!("warning: a game pair is not counted: {fault}"));
        }
    }

    /// Prints the first few faults of each player.
    pub(crate) fn report_faults(
        &mut self,
        running_match: &RunningMatch,
        number: usize,
        pair: &PlayedPair,
    ) {
        let pairing = running_match.plan().pairing(number);
        for (index, game) in pair.iter().enumerate() {
            let Some(player) = game.summary.at_fault().map(|player| pairing[player]) else {
                continue;
            };
            self.reported[player] += 1;
            if self.reported[player] <= Progress::FAULTS_REPORTED {
                let name = &running_match.plan().contestants[player].name;
                let summary = &game.summary;
                let detail = summary.detail.as_deref().unwrap_or_default();
                self.bar.suspend(|| {
                    eprintln!(
                        "game {} (seed {}): `{name}` loses by {}: {detail}",
                        2 * number + index + 1,
                        summary.seed,
                        summary.reason
                    );
                });
            }
        }
    }
}

/// Intermediate result before the first game pair has ended.
const NO_GAMES: &str = "no games yet";

/// Returns the intermediate result of a match of two players.
fn score_line(tally: &Tally) -> String {
    let Some(score) = tally.score() else { return NO_GAMES.to_owned() };
    let elo = Elo::of_pairs(&tally.pairs);
    format!(
        "p1 {:.1} %, Elo {:+.0} ({:+.0} .. {:+.0})",
        100.0 * score,
        elo.value.0,
        elo.low.0,
        elo.high.0
    )
}

/// Returns the player with the highest score, and that score.
fn leader_line(running_match: &RunningMatch) -> String {
    let players = running_match.plan().contestants.iter().enumerate();
    let scores = players.filter_map(|(player, contestant)| {
        Some((&contestant.name, running_match.standings().of(player).score()?))
    });
    let leader = scores.max_by(|(_, one), (_, other)| one.total_cmp(other));
    leader.map_or_else(
        || NO_GAMES.to_owned(),
        |(name, score)| format!("{name} leads with {:.1} %", 100.0 * score),
    )
}
