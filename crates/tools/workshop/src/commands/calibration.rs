//! Command `cargo cg calibration`: calibration of a bot's beliefs about hidden pieces.

use std::io::{self, Write};

use anyhow::Context;
use bundler::write_atomically;
use indicatif::{ProgressBar, ProgressStyle};
use registry::{Calibration, CalibrationPlan, Class, Source, beliefs};
use serde_json::{Value, json};

use crate::calibration_chart::calibration_chart;
use crate::json_report::print_json;
use options::Reply;
use options::calibration::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let beliefs = beliefs(&arguments.game)?;
    let plan = CalibrationPlan {
        games: arguments.games.get(),
        nodes: arguments.nodes.get(),
        seed: arguments.seed,
        against: arguments.against.clone(),
    };
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(plan.games).with_style(style);
    let found = beliefs.calibrate(&plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let found = found?;
    if let Some(path) = &arguments.picture {
        let picture = calibration_chart(&found.classes)?;
        let shown = path.display();
        write_atomically(path, &picture).with_context(|| format!("{shown} cannot be written"))?;
        eprintln!("chart written to {shown}");
    }
    if arguments.json {
        print_json(&to_json(&arguments.game, &plan, &found))?;
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
    let class = |class: &Class| {
        json!({
            "believed": class.believed,
            "true": class.found,
            "beliefs": class.count,
        })
    };
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
