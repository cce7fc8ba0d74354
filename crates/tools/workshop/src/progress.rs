//! The running result of a match on standard error.

use std::time::{Duration, Instant};

use arena::{Elo, PlayedPair, RunningMatch, Tally};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// A line that shows how the match stands, and the first faults of each player.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// When a line was last written where there is no terminal.
    last_line: Instant,
    /// Units that had been played before.
    before: usize,
    /// How many faults of each contestant have been told.
    told: Vec<u32>,
}

impl Progress {
    /// The most faults of each player that are told in full.
    const FAULTS_TOLD: u32 = 5;
    /// How often a line is written where there is no terminal: in the log of a match that runs alone.
    const LINE_EVERY: Duration = Duration::from_secs(60);
    /// Units from which on an estimate of the time left is worth something.
    const ENOUGH_TO_TELL: usize = 3;

    pub(crate) fn new(running_match: &RunningMatch) -> anyhow::Result<Progress> {
        let style = ProgressStyle::with_template("{pos}/{len} games, {msg}")?;
        let games = 2 * running_match.plan().pair_count() as u64;
        let mut progress = Progress {
            bar: ProgressBar::new(games).with_style(style),
            started: Instant::now(),
            last_line: Instant::now(),
            before: running_match.pairs_played(),
            told: vec![0; running_match.plan().contestants.len()],
        };
        progress.update(running_match);
        Ok(progress)
    }

    /// Shows how the match stands now.
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

    /// Takes the line away.
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

    /// Estimates how long the match goes on: to its last unit, or to the test's decision.
    fn time_left(&self, running_match: &RunningMatch) -> Option<Duration> {
        let played = running_match.pairs_played();
        let now_played = played - self.before;
        if now_played < Progress::ENOUGH_TO_TELL {
            return None;
        }
        let mut left = running_match.plan().pair_count() - played;
        if let Some(sprt) = &running_match.plan().sprt {
            let pairs = running_match.standings().between(0, 1).pairs;
            left = left.min(sprt.pairs_left(&pairs) as usize);
        }
        Some(self.started.elapsed().mul_f64(left as f64 / now_played as f64))
    }

    /// Tells what a player has done wrong, the first few times.
    pub(crate) fn tell_faults(
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
            self.told[player] += 1;
            if self.told[player] <= Progress::FAULTS_TOLD {
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

/// Returns the running result of two players in a few words.
fn score_line(tally: &Tally) -> String {
    let elo = Elo::of_pairs(&tally.pairs);
    format!(
        "p1 {:.1} %, Elo {:+.0} ({:+.0} .. {:+.0})",
        100.0 * tally.pairs.score(),
        elo.value.0,
        elo.low.0,
        elo.high.0
    )
}

/// Returns who is ahead in a few words.
fn leader_line(running_match: &RunningMatch) -> String {
    let score = |player: usize| running_match.standings().of(player).pairs.score();
    let players = 0..running_match.plan().contestants.len();
    let leader = players.max_by(|&one, &other| score(one).total_cmp(&score(other)));
    leader.map_or_else(String::new, |leader| {
        let name = &running_match.plan().contestants[leader].name;
        format!("{name} leads with {:.1} %", 100.0 * score(leader))
    })
}
