//! Output of a bot's `bench` command.

use registry::Game;
use serde_json::{Value, json};

/// Output of a bot's `bench` command.
pub(crate) struct Report {
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: f64,
}

impl Report {
    /// Parses `N nodes per second`, then `Bench: N`.
    pub(crate) fn parse(text: &str) -> Option<Report> {
        let (speed, signature) = text.split_once('\n')?;
        Some(Report {
            nodes: signature.trim_end().strip_prefix("Bench: ")?.parse().ok()?,
            nodes_per_second: speed.strip_suffix(" nodes per second")?.parse().ok()?,
        })
    }

    pub(crate) fn to_json(&self, game: &dyn Game) -> Value {
        json!({
            "game": game.name(),
            "nodes": self.nodes,
            "nodes_per_second": self.nodes_per_second.round(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_a_bot_is_parsed() {
        let report = Report::parse("2500000 nodes per second\nBench: 123\n").unwrap();
        assert_eq!((report.nodes, report.nodes_per_second), (123, 2_500_000.0));
        assert!(Report::parse("Bench: 123\n").is_none());
        assert!(Report::parse("").is_none());
    }
}
