use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::Context;
use arena::{Calibration, CalibrationPlan, Class, Source, game};
use bundler::write_atomically;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::print_json;
use crate::cli::Reply;
use crate::html::calibration_chart;

const EXAMPLES: &str = "\
Examples:
  cargo cg calibration stratego
  cargo cg calibration stratego --games 400 --nodes 2000 --seed 7 --picture calibration.svg
  cargo cg calibration stratego --against rules

The first table says how surprised a player is by what a hidden piece is, in bits: with what he knows
in each line and in those before it. Fewer are better; one bit less is twice the odds of the truth. The
second one says of beliefs between two odds how many there were, how sure they were on average, and
how often they were true: of the pieces that were thought to be a miner at 30 %, 30 % should be.";

/// Compare what a bot believes of what is hidden from it with the truth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "200")]
    games: NonZeroU64,
    /// Nodes of each of the bot's decisions
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// One of the game's own baselines as the opponent, rather than the bot itself
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// Draw the second table as well, into an SVG file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let plan = CalibrationPlan {
        games: arguments.games.get(),
        nodes: arguments.nodes.get(),
        seed: arguments.seed,
        against: arguments.against.clone(),
    };
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(plan.games).with_style(style);
    let found = game.calibrate(&plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let found = found?;
    if let Some(path) = &arguments.picture {
        let picture = calibration_chart(&found.classes)?;
        let shown = path.display();
        write_atomically(path, &picture).with_context(|| format!("{shown} cannot be written"))?;
        eprintln!("drawn in {shown}");
    }
    if arguments.json {
        print_json(&to_json(game.name(), &plan, &found))?;
        return Ok(Reply::Yes);
    }
    write_found(&mut io::stdout().lock(), &plan, &found)?;
    Ok(Reply::Yes)
}

fn write_found(
    output: &mut dyn Write,
    plan: &CalibrationPlan,
    found: &Calibration,
) -> io::Result<()> {
    let CalibrationPlan { games, nodes, seed, against } = plan;
    let against = against.as_deref().unwrap_or("itself");
    let judged = found.judged;
    writeln!(
        output,
        "{games} games against {against}, {nodes} nodes, seed {seed}: {judged} hidden pieces"
    )?;
    writeln!(output, "\n{:<20}{:>8}{:>8}", "known", "bits", "gain")?;
    let mut before = None;
    for &Source { name, bits } in &found.sources {
        let gain = before.map_or(String::new(), |before: f64| format!("{:.3}", before - bits));
        writeln!(output, "{name:<20}{bits:>8.3}{gain:>8}")?;
        before = Some(bits);
    }
    writeln!(output, "\n{:>10}{:>10}{:>10}", "believed", "true", "beliefs")?;
    for Class { count, believed, found } in &found.classes {
        let [believed, found] = [believed, found].map(|share| format!("{:.1} %", 100.0 * share));
        writeln!(output, "{believed:>10}{found:>10}{count:>10}")?;
    }
    Ok(())
}

fn to_json(game: &str, plan: &CalibrationPlan, found: &Calibration) -> Value {
    let source = |source: &Source| json!({ "known": source.name, "bits": source.bits });
    let class = |class: &Class| json!({ "believed": class.believed, "true": class.found, "beliefs": class.count });
    json!({
        "game": game,
        "games": plan.games,
        "nodes": plan.nodes,
        "seed": plan.seed,
        "against": plan.against,
        "judged": found.judged,
        "sources": found.sources.iter().map(source).collect::<Vec<_>>(),
        "classes": found.classes.iter().map(class).collect::<Vec<_>>(),
    })
}
