//! Command `cargo cg bench`: speed and bench signature of the bots.

use std::process::Command;

use anyhow::{Context, bail};
use registry::{Game, games};
use serde_json::json;

use crate::bench_report::Report;
use crate::json_report::print_table;
use crate::programs::Programs;
use options::Reply;
use options::bench::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let games = games(arguments.game.as_deref())?;
    let mut reports = Vec::new();
    for game in games {
        let report = bench(programs, game, arguments.bundle)?;
        if arguments.format.is_text() {
            println!("{}: {:.0} nodes per second", game.name(), report.nodes_per_second);
            println!("Bench: {}", report.nodes);
        }
        reports.push(report.to_json(game));
    }
    if !arguments.format.is_text() {
        print_table(arguments.format, &json!({ "benches": reports }), "benches")?;
    }
    Ok(Reply::Yes)
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
    match Report::parse(&text) {
        Some(report) if output.status.success() => Ok(report),
        _ => bail!("the bench of {} printed no signature: {text:?}", game.name()),
    }
}
