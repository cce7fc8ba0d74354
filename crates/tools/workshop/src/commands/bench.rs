//! Command `cargo cg bench`: speed and bench signature of the bots.

use std::process::Command;

use anyhow::{Context, bail};
use registry::{Game, games};
use serde_json::{Value, json};

use crate::json_report::print_json;
use crate::programs::Programs;
use options::Reply;
use options::bench::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let games = games(arguments.game.as_deref())?;
    let mut reports = Vec::new();
    for game in games {
        let report = bench(programs, game, arguments.bundle)?;
        if !arguments.json {
            println!("{}: {:.0} nodes per second", game.name(), report.nodes_per_second);
            println!("Bench: {}", report.nodes);
        }
        reports.push(report.to_json(game));
    }
    if arguments.json {
        print_json(&json!({ "benches": reports }))?;
    }
    Ok(Reply::Yes)
}

/// Output of a bot's `bench` command.
pub(crate) struct Report {
    pub(crate) nodes: u64,
    nodes_per_second: f64,
}

impl Report {
    fn to_json(&self, game: &dyn Game) -> Value {
        json!({
            "game": game.name(),
            "nodes": self.nodes,
            "nodes_per_second": self.nodes_per_second.round(),
        })
    }
}

fn bench(programs: &Programs, game: &dyn Game, bundle: bool) -> anyhow::Result<Report> {
    let workspace = programs.workspace()?;
    let program = match bundle {
        true => programs.compile(game, &programs.bundle(game)?)?,
        false => workspace.build(game.package())?,
    };
    let output = Command::new(&program)
        .arg("bench")
        .output()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    match parse(&text) {
        Some(report) if output.status.success() => Ok(report),
        _ => bail!("the bench of {} printed no signature: {text:?}", game.name()),
    }
}

/// Parses `N nodes per second`, then `Bench: N`.
pub(crate) fn parse(text: &str) -> Option<Report> {
    let (speed, signature) = text.split_once('\n')?;
    Some(Report {
        nodes: signature.trim_end().strip_prefix("Bench: ")?.parse().ok()?,
        nodes_per_second: speed.strip_suffix(" nodes per second")?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_a_bot_is_parsed() {
        let report = parse("2500000 nodes per second\nBench: 123\n").unwrap();
        assert_eq!((report.nodes, report.nodes_per_second), (123, 2_500_000.0));
        assert!(parse("Bench: 123\n").is_none());
        assert!(parse("").is_none());
    }
}
