//! Command `cargo cg tune`: tuning of evaluation weights and of search parameters.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use bundler::write_atomically;
use registry::{spsa_game, tunable_game};
use serde_json::{Value, json};
use trainer::{Evaluator, Fit, Fitted, Named, SPSA_TUNABLES, SelfPlay, Spsa, SpsaResult, rewrite};

use crate::chart_file::write_chart;
use crate::json_report::print_json;
use crate::many_machines::{QueuedTuning, TuningContent};
use crate::programs::Programs;
use crate::tuning_chart::tuning_chart;
use crate::tuning_run::{TuningRun, with_progress};
use options::Reply;
use options::tune::{Arguments, Common, Way};
use workspace::check_output;

/// SPSA perturbation of a weight relative to its value, where it is larger than the smallest
/// perturbation.
const WEIGHTS_CHANGE: f64 = 0.125;

/// Number of random plies at the start of every game.
const OPENING_PLIES: (usize, usize) = (4, 9);

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let game = spsa_game(&arguments.game)?;
    // Opens the source file before the games, so that a missing file is an early error.
    let open = |write: bool| write.then(|| Source::open(&game.source(), programs)).transpose();
    match &arguments.way {
        Way::Fit { games, blend, groups, write, common } => {
            let tunable_game = tunable_game(&arguments.game).map_err(|_| {
                anyhow!("`fit` does not support {}: use `climb` or `search`", game.name())
            })?;
            let source = open(*write)?;
            let plan = Fit {
                self_play: self_play(common),
                games: *games,
                seed: common.seed,
                blend: *blend,
                weigh_groups: *groups,
            };
            let fitted = with_progress(|progress| tunable_game.fit(&plan, progress))?;
            if fitted.loss[1] >= fitted.loss[0] {
                eprintln!(
                    "note: the new weights do not lower the validation loss: increase --games"
                );
            }
            let report = json!({
                "positions": fitted.positions,
                "scale": fitted.scale,
                "loss_before": fitted.loss[0],
                "loss": fitted.loss[1],
                "groups": groups_to_json(&fitted),
            });
            let change = Change { kind: "weights", before: &fitted.before, after: &fitted.weights };
            finish(common, source, &change, &report, |out| write_fitted(out, &fitted))?;
            Ok(Reply::Yes)
        }
        Way::Climb { pairs, change, gain, picture, queued, write, common } => {
            picture.as_deref().map_or(Ok(()), check_output)?;
            let source = open(*write)?;
            let plan = spsa_plan(common, *pairs, *gain, *change, WEIGHTS_CHANGE);
            let conditions = json!({ "game": game.name(), "plan": conditions(&plan) });
            let queue = distributed::connect(&queued.queue, "tune")?;
            let on_queue = |queue| {
                let content = TuningContent::of(game.name(), plan, None, queue, programs)?;
                anyhow::Ok(QueuedTuning { queue, options: queued, content, programs })
            };
            let on_queue = queue.as_ref().map(on_queue).transpose()?;
            let run = TuningRun::new(plan, game.name(), conditions, programs)?;
            let tuned = run.play(on_queue.as_ref(), |run| Ok(game.spsa_weights(run)))?;
            draw(picture.as_deref(), &plan, &tuned)?;
            finish_spsa(&plan, common, source, "weights", &tuned)
        }
        Way::Search { evaluator, pairs, change, gain, tunables, picture, queued, common } => {
            picture.as_deref().map_or(Ok(()), check_output)?;
            let plan = spsa_plan(common, *pairs, *gain, 1.0, *change);
            let evaluator = Evaluator::find(evaluator)?;
            let tunables = match tunables.is_empty() {
                true => SPSA_TUNABLES.map(str::to_owned).to_vec(),
                false => tunables.clone(),
            };
            let conditions = json!({
                "game": game.name(),
                "plan": conditions(&plan),
                "evaluator": evaluator.identity(),
                "tunables": tunables,
            });
            let queue = distributed::connect(&queued.queue, "tune")?;
            let on_queue = |queue| {
                let search = Some((&evaluator, &tunables[..]));
                let content = TuningContent::of(game.name(), plan, search, queue, programs)?;
                anyhow::Ok(QueuedTuning { queue, options: queued, content, programs })
            };
            let on_queue = queue.as_ref().map(on_queue).transpose()?;
            let run = TuningRun::new(plan, game.name(), conditions, programs)?;
            let tuned =
                run.play(on_queue.as_ref(), |run| game.spsa_search(run, &evaluator, &tunables))?;
            draw(picture.as_deref(), &plan, &tuned)?;
            finish_spsa(&plan, common, None, "tunables", &tuned)
        }
    }
}

fn self_play(common: &Common) -> SelfPlay {
    SelfPlay { nodes: common.nodes, opening_plies: OPENING_PLIES }
}

fn spsa_plan(
    common: &Common,
    pairs: u32,
    gain: f64,
    smallest_change: f64,
    relative_change: f64,
) -> Spsa {
    Spsa {
        self_play: self_play(common),
        pairs,
        seed: common.seed,
        smallest_change,
        relative_change,
        gain: (gain, gain / 3.0),
    }
}

/// Returns the options that the games of a run depend on.
fn conditions(plan: &Spsa) -> Value {
    json!({
        "nodes": plan.self_play.nodes,
        "opening_plies": plan.self_play.opening_plies,
        "pairs": plan.pairs,
        "seed": plan.seed,
        "change": [plan.smallest_change, plan.relative_change],
        "gain": plan.gain,
    })
}

/// Writes a chart of the run, if the user names a file.
fn draw(path: Option<&Path>, plan: &Spsa, tuned: &SpsaResult) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    write_chart(path, &tuning_chart(plan, tuned)?)
}

/// Prints the tuned values. Those of a run that was stopped are not written into the source file.
fn finish_spsa(
    plan: &Spsa,
    common: &Common,
    source: Option<Source>,
    kind: &'static str,
    tuned: &SpsaResult,
) -> anyhow::Result<Reply> {
    let is_complete = tuned.pairs == plan.pairs;
    if let Some(source) = source.as_ref().filter(|_| !is_complete) {
        eprintln!("note: nothing is written to {}", source.path.display());
    }
    let report = json!({ "pairs": tuned.pairs, "decided": tuned.decided });
    let change = Change { kind, before: &tuned.before, after: &tuned.values };
    finish(common, source.filter(|_| is_complete), &change, &report, |out| {
        let decided = 100.0 * tuned.decided;
        writeln!(out, "{decided:.0} % of the {} pairs were decided", tuned.pairs)
    })?;
    Ok(if is_complete { Reply::Yes } else { Reply::Interrupted })
}

/// Tuned values, and the values before, in the same order.
struct Change<'a> {
    /// Noun for the values, which is their key in JSON.
    kind: &'static str,
    before: &'a [Named],
    after: &'a [Named],
}

impl Change<'_> {
    /// Writes the number of changed values, and each value: `name before -> after` if it has
    /// changed, `name value` if not.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Change { kind, before, after } = self;
        let changed = before.iter().zip(*after).filter(|(before, after)| before != after).count();
        writeln!(out, "{changed} of {} {kind} changed", after.len())?;
        for ((name, before), (_, after)) in before.iter().zip(*after) {
            match before == after {
                true => writeln!(out, "{name} {after}")?,
                false => writeln!(out, "{name} {before} -> {after}")?,
            }
        }
        Ok(())
    }
}

/// Prints the tuned values and the values before, and writes the tuned ones into the source file if
/// there is one.
fn finish(
    common: &Common,
    source: Option<Source>,
    change: &Change<'_>,
    report: &Value,
    write_text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    if common.json {
        let mut report = report.clone();
        let object = |values: &[Named]| -> Value {
            values.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
        };
        report[change.kind] = object(change.after);
        report[format!("{}_before", change.kind)] = object(change.before);
        print_json(&report)?;
    } else {
        let mut out = io::stdout().lock();
        write_text(&mut out)?;
        change.write(&mut out)?;
    }
    if let Some(source) = source {
        source.write(change.after)?;
    }
    Ok(())
}

/// Source file that declares a bot's weights.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    fn open(source: &Path, programs: &Programs) -> anyhow::Result<Source> {
        let path = programs.workspace()?.root.join(source);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Ok(Source { path, text })
    }

    fn write(&self, weights: &[Named]) -> anyhow::Result<()> {
        let shown = self.path.display();
        let text = rewrite(&self.text, weights, &command()).with_context(|| shown.to_string())?;
        write_atomically(&self.path, &text).with_context(|| shown.to_string())?;
        eprintln!("written to {shown}: test the bot against its previous version");
        Ok(())
    }
}

/// Returns the command line as a user types it, without `--write`.
fn command() -> String {
    let words = env::args().skip(1).filter(|word| word != "--write");
    ["cargo".to_owned(), "cg".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn write_fitted(out: &mut dyn Write, fitted: &Fitted) -> io::Result<()> {
    let Fitted { positions, scale, loss: [before, after], .. } = fitted;
    writeln!(out, "{positions} positions; a score of 100 is {:.3} logits", 100.0 * scale)?;
    writeln!(out, "validation loss (cross entropy): {before:.6} before, {after:.6} after")?;
    if !fitted.worth.is_empty() {
        writeln!(out, "increase of the loss without a group of weights, in millionths:")?;
    }
    for worth in &fitted.worth {
        writeln!(out, "  {:20} {:8.0} +- {:.0}", worth.group, worth.loss, worth.error)?;
    }
    Ok(())
}

fn groups_to_json(fitted: &Fitted) -> Value {
    let group = |worth: &trainer::Worth| {
        json!({
            "group": worth.group,
            "loss": worth.loss,
            "error": worth.error,
        })
    };
    fitted.worth.iter().map(group).collect()
}
