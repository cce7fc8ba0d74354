//! Progress of game pairs on standard error: games, result so far, state of the SPRT, time left.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use stats::{Elo, PairScores, Sprt};

/// Progress of game pairs: on a terminal one line that changes, otherwise, as in a log file, one
/// line a minute.
pub(crate) struct PairProgress {
    bar: ProgressBar,
    started: Instant,
    /// Time of the last line that was written without a terminal.
    last_line: Instant,
    /// Number of game pairs that were played before this run.
    before: usize,
    /// Maximum number of game pairs.
    most: usize,
}

impl PairProgress {
    /// Interval of the lines without a terminal.
    const LINE_EVERY: Duration = Duration::from_secs(60);
    /// Minimum number of game pairs for an estimate of the time left.
    const PAIRS_FOR_ESTIMATE: usize = 3;

    /// Begins after the pairs that were played `before` this run.
    pub(crate) fn new(before: usize, most: usize) -> anyhow::Result<PairProgress> {
        let style = ProgressStyle::with_template("{pos}/{len} games, {msg}")?;
        let bar = ProgressBar::new(2 * most as u64).with_style(style);
        let now = Instant::now();
        Ok(PairProgress { bar, started: now, last_line: now, before, most })
    }

    /// Shows the `result` of the `played` pairs, and the state of an SPRT on its pairs.
    pub(crate) fn update(
        &mut self,
        played: usize,
        result: &str,
        test: Option<(&Sprt, &PairScores)>,
    ) {
        if self.bar.is_hidden() && self.last_line.elapsed() < PairProgress::LINE_EVERY {
            return;
        }
        let text = self.describe(played, result, test, self.started.elapsed());
        if self.bar.is_hidden() {
            self.last_line = Instant::now();
            eprintln!("{}/{} games, {text}", 2 * played, 2 * self.most);
            return;
        }
        self.bar.set_position(2 * played as u64);
        self.bar.set_message(text);
    }

    /// Prints something else, above the line.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Returns a function that prints notes above the line.
    pub(crate) fn notes(&self) -> impl Fn(&str) + use<> {
        let bar = self.bar.clone();
        move |note| bar.suspend(|| eprintln!("note: {note}"))
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Returns the text after the number of games. `elapsed` is the time of this run.
    fn describe(
        &self,
        played: usize,
        result: &str,
        test: Option<(&Sprt, &PairScores)>,
        elapsed: Duration,
    ) -> String {
        let mut text = result.to_owned();
        // The last pair, or the decision of the SPRT.
        let mut left = self.most - played;
        if let Some((sprt, pairs)) = test {
            text += &format!(", {}", llr_line(sprt, pairs));
            left = left.min(sprt.pairs_left(pairs) as usize);
        }
        let now_played = played - self.before;
        if now_played >= PairProgress::PAIRS_FOR_ESTIMATE {
            let time_left = elapsed.mul_f64(left as f64 / now_played as f64);
            text += &format!(", {} left", HumanDuration(time_left));
        }
        text
    }
}

/// Result before the first game pair has ended.
pub(crate) const NO_GAMES_YET: &str = "no games yet";

/// Returns the result of two players so far.
pub(crate) fn score_line(pairs: &PairScores) -> String {
    if pairs.pairs() == 0 {
        return NO_GAMES_YET.to_owned();
    }
    let (score, elo) = (100.0 * pairs.score(), Elo::of_pairs(pairs));
    format!("p1 {score:.1} %, Elo {:+.0} ({:+.0} .. {:+.0})", elo.value.0, elo.low.0, elo.high.0)
}

/// Returns the log-likelihood ratio (LLR) of an SPRT so far, and the bounds at which it decides.
pub(crate) fn llr_line(sprt: &Sprt, pairs: &PairScores) -> String {
    let (low, high) = sprt.bounds();
    format!("LLR {:+.2} ({low:+.2} .. {high:+.2})", sprt.llr(pairs))
}

#[cfg(test)]
mod tests {
    use stats::EloModel;

    use super::*;

    #[test]
    fn the_time_left_counts_the_pairs_of_this_run() {
        let progress = PairProgress::new(4, 22).unwrap();
        let minute = Duration::from_secs(60);
        assert_eq!(progress.describe(6, "won", None, minute), "won");
        assert_eq!(progress.describe(10, "won", None, minute), "won, 2 minutes left");
        assert_eq!(progress.describe(22, "won", None, minute), "won, 0 seconds left");
    }

    #[test]
    fn a_test_shows_its_state_and_may_end_before_the_last_pair() {
        let progress = PairProgress::new(0, 100_000).unwrap();
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let pairs = PairScores { counts: [2, 10, 40, 16, 2] };
        let text = progress.describe(70, "won", Some((&sprt, &pairs)), Duration::from_secs(60));
        let llr = format!("won, LLR {:+.2} (-2.94 .. +2.94), ", sprt.llr(&pairs));
        let left = text.strip_prefix(&llr).unwrap_or_else(|| panic!("{text}"));
        assert!(left.ends_with(" minutes left"), "{text}");
        let without_test = progress.describe(70, "won", None, Duration::from_secs(60));
        assert!(without_test.ends_with(" hours left"), "{without_test}");
    }

    #[test]
    fn a_score_line_has_the_score_and_the_elo_difference_with_its_interval() {
        assert_eq!(score_line(&PairScores::default()), "no games yet");
        let line = score_line(&PairScores { counts: [0, 0, 0, 100, 0] });
        assert!(line.starts_with("p1 75.0 %, Elo +191 ("), "{line}");
    }
}
