//! Progress line of a match on standard error, with the intermediate result.

use arena::{PlayedPair, RefereeFault, RunningMatch};

use crate::pair_progress::{NO_GAMES_YET, PairProgress, score_line};

/// Progress line with the intermediate result, and messages about the first faults of each player.
pub(crate) struct Progress {
    line: PairProgress,
    /// Number of reported faults of each contestant.
    reported: Vec<u32>,
}

impl Progress {
    /// Maximum number of faults of each player, and of a referee, that are reported in full.
    const FAULTS_REPORTED: u32 = 5;

    pub(crate) fn new(running_match: &RunningMatch) -> anyhow::Result<Progress> {
        let plan = running_match.plan();
        let mut progress = Progress {
            line: PairProgress::new(running_match.pairs_played(), plan.pair_count())?,
            reported: vec![0; plan.contestants.len()],
        };
        progress.update(running_match);
        Ok(progress)
    }

    /// Shows the current result.
    pub(crate) fn update(&mut self, running_match: &RunningMatch) {
        let plan = running_match.plan();
        let pairs = running_match.standings().between(0, 1).pairs;
        let result = match plan.contestants.len() {
            2 => score_line(&pairs),
            _ => leader_line(running_match),
        };
        let test = plan.sprt.as_ref().map(|sprt| (sprt, &pairs));
        self.line.update(running_match.pairs_played(), &result, test);
    }

    /// Returns a function that prints notes above the progress line.
    pub(crate) fn notes(&self) -> impl Fn(&str) + use<> {
        self.line.notes()
    }

    /// Removes the progress line.
    pub(crate) fn clear(&self) {
        self.line.clear();
    }

    /// Prints the first few faults of a foreign referee. `before` is the number of earlier faults.
    pub(crate) fn report_referee(&self, fault: &RefereeFault, before: usize) {
        if before < Progress::FAULTS_REPORTED as usize {
            self.line.suspend(|| eprintln!("warning: a game pair is not counted: {fault}"));
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
                self.line.suspend(|| {
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

/// Returns the player with the highest score, and that score.
fn leader_line(running_match: &RunningMatch) -> String {
    let players = running_match.plan().contestants.iter().enumerate();
    let scores = players.filter_map(|(player, contestant)| {
        Some((&contestant.name, running_match.standings().of(player).score()?))
    });
    let leader = scores.max_by(|(_, one), (_, other)| one.total_cmp(other));
    leader.map_or_else(
        || NO_GAMES_YET.to_owned(),
        |(name, score)| format!("{name} leads with {:.1} %", 100.0 * score),
    )
}
