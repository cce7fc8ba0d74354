//! Search statistics that a program reports with its move.

use serde::{Deserialize, Serialize};

/// Search statistics that a program reported with its last move. They are not checked.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Score of the position for the program, in pieces or pawns. A proven win in n plies has the
    /// score [`Report::WIN`] - n/100, and a proven loss the negative of that, as in the workspace's
    /// bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Searched nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Report {
    /// Score of a game that is already won.
    pub const WIN: f64 = 320.0;

    /// Parses the message after a move in the form of the workspace's bots: `d12 +0.35 240000n`,
    /// with `win in 7` or `loss in 4`, in plies, in place of the score for a proven result. `None`
    /// if the line does not end with such a message.
    #[must_use]
    pub fn of_message(line: &str) -> Option<Report> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (score, before) = match words[..] {
            [.., depth, result, "in", plies, _] => (proven(result, plies)?, depth),
            [.., depth, score, _] => (signed(score)?, depth),
            _ => return None,
        };
        let depth = before.strip_prefix('d')?.parse().ok()?;
        let nodes = words.last()?.strip_suffix('n')?.parse().ok()?;
        Some(Report { depth: Some(depth), score: Some(score), nodes: Some(nodes) })
    }

    /// Parses the last such message in a turn's standard error, where bots write it whose judge
    /// allows nothing behind a move.
    #[must_use]
    pub fn of_stderr(text: &str) -> Option<Report> {
        text.lines().rev().find_map(Report::of_message)
    }

    /// Parses an `info` line of a UCI engine; `None` if the line is not one, or holds none of these
    /// values. Bounds count as scores.
    ///
    /// Source: the UCI protocol of April 2006, `info`: `depth`, `nodes`, `score cp` in centipawns,
    /// `score mate` in full moves, negative for the engine's own loss.
    #[must_use]
    pub fn of_info(line: &str) -> Option<Report> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut report = Report::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => report.depth = words.next()?.parse().ok(),
                "nodes" => report.nodes = words.next()?.parse().ok(),
                "score" => {
                    report.score = match (words.next()?, words.next()?.parse::<i32>().ok()?) {
                        ("cp", centipawns) => Some(f64::from(centipawns) / 100.0),
                        ("mate", moves) => Some(mate(moves)),
                        _ => None,
                    };
                }
                // Moves or free text follow.
                "pv" | "string" => break,
                _ => {}
            }
        }
        (report != Report::default()).then_some(report)
    }
}

/// Parses a score with an explicit sign, such as `+0.35`.
fn signed(text: &str) -> Option<f64> {
    let score: f64 = text.starts_with(['+', '-']).then(|| text.parse().ok())??;
    score.is_finite().then_some(score)
}

/// Parses the score of `win in 7` or `loss in 4`.
fn proven(result: &str, plies: &str) -> Option<f64> {
    let score = Report::WIN - f64::from(plies.parse::<u16>().ok()?) / 100.0;
    match result {
        "win" => Some(score),
        "loss" => Some(-score),
        _ => None,
    }
}

/// Returns the score of a mate in a number of full moves: the winner moves first and last.
fn mate(moves: i32) -> f64 {
    let plies = 2.0 * f64::from(moves).abs() - if moves > 0 { 1.0 } else { 0.0 };
    let score = Report::WIN - plies / 100.0;
    if moves > 0 { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(depth: u32, score: f64, nodes: u64) -> Option<Report> {
        Some(Report { depth: Some(depth), score: Some(score), nodes: Some(nodes) })
    }

    #[test]
    fn the_message_of_our_bots_is_read_behind_any_move() {
        let check = |line, expected| assert_eq!(Report::of_message(line), expected, "{line}");
        check("c2c3 d12 +0.35 240000n", report(12, 0.35, 240_000));
        check("6 8 6 7 d3 -1.20 17n", report(3, -1.2, 17));
        check("b8d6 d5 win in 7 1234n", report(5, 319.93, 1234));
        check("b8d6 d5 loss in 4 1234n", report(5, -319.96, 1234));
    }

    #[test]
    fn other_messages_are_no_report() {
        for line in [
            "",
            "c2c3",
            "c2c3 opening",
            "6 8 6 7",
            "6 8 6 7 forced",
            "c2c3 d12 0.35 240000n",
            "c2c3 d12 +0.35 240000",
            "c2c3 d12 +inf 1n",
            "c2c3 12 +0.35 1n",
            "c2c3 d1 draw in 3 1n",
        ] {
            assert_eq!(Report::of_message(line), None, "{line}");
        }
    }

    #[test]
    fn the_last_message_in_standard_error_counts() {
        let check = |text, expected| assert_eq!(Report::of_stderr(text), expected, "{text}");
        check("bot: d3 +0.10 70n\nbot: d12 win in 7 240000n\n", report(12, 319.93, 240_000));
        check("bot: d3 -0.10 70n\nbot: the legal moves differ\n", report(3, -0.1, 70));
        check("an error\n", None);
        check("", None);
    }

    #[test]
    fn an_info_line_is_parsed_up_to_its_moves_or_text() {
        let check = |line, expected| assert_eq!(Report::of_info(line), expected, "{line}");
        let full = "info depth 9 seldepth 12 multipv 1 score cp -35 nodes 4711 nps 1 pv a2a3 depth";
        check(full, report(9, -0.35, 4711));
        check("info depth 3 score mate 2 nodes 5 time 1", report(3, 319.97, 5));
        check("info depth 3 score mate -2 nodes 5", report(3, -319.96, 5));
        check(
            "info score cp 10 upperbound",
            Some(Report { score: Some(0.1), ..Report::default() }),
        );
        assert!(Report::of_info("info score mate -2147483648").is_some());
        check("info string depth 3 nodes 5", None);
        check("info currmove a2a3", None);
        check("bestmove depth 3", None);
        check("info depth", None);
    }
}
