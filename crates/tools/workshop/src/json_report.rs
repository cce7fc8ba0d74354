//! JSON output: one object per command, its table as CSV, and the report of a match.

use std::io::{self, Write};

use arena::{Results, RunningMatch, Tally};
use options::Format;
use serde_json::{Map, Value, json};
use stats::{Elo, NormalizedElo};

/// Writes one JSON object to standard output.
pub(crate) fn print_json(object: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{object}")
}

/// Writes one JSON object, or its array `rows` as CSV, to standard output.
pub(crate) fn print_table(format: Format, object: &Value, rows: &str) -> io::Result<()> {
    tables::write(&mut io::stdout().lock(), format, object, rows)
}

/// Returns the result of a match of any schedule as one object.
pub(crate) fn of_match(running_match: &RunningMatch, was_interrupted: bool) -> Value {
    let (plan, standings) = (running_match.plan(), running_match.standings());
    let players = plan.contestants.iter().enumerate().map(|(player, contestant)| {
        let mut object = player_json(&standings.of(player));
        object["player"] = contestant.name.clone().into();
        object
    });
    let pairings = plan.pairings();
    let between = pairings.iter().map(|&[one, other]| {
        let mut object = tally_json(&standings.between(one, other));
        object["players"] = json!([plan.contestants[one].name, plan.contestants[other].name]);
        object
    });
    let mut object = json!({
        "match": running_match.id().0,
        "game": plan.game,
        "seed": plan.seed,
        "openings": plan.openings.iter().filter(|opening| !opening.is_empty()).count(),
        "games": standings.all().results().games(),
        "games_planned": 2 * plan.pair_count(),
        "interrupted": was_interrupted,
        "players": players.collect::<Vec<_>>(),
        "pairings": between.collect::<Vec<_>>(),
    });
    if let Some(referee) = &plan.referee {
        let failures = running_match.failures();
        object["referee"] = json!({
            "command": referee.command.to_string(),
            "pairs_not_judged": failures.count(),
            "first_failure": failures.first().map(ToString::to_string),
        });
    }
    if let Some(sprt) = &plan.sprt {
        let (low, high) = sprt.bounds();
        object["sprt"] = json!({
            "test": sprt,
            "llr": sprt.llr(&standings.between(0, 1).pairs),
            "bounds": [low, high],
            "decision": running_match.decision(),
        });
    }
    object
}

/// Returns the results of one player against others. What follows from games is `null` if there
/// are none.
fn tally_json(tally: &Tally) -> Value {
    let reasons: Map<String, Value> = tally
        .by_reason
        .iter()
        .map(|(how, results)| (how.clone(), results_json(*results)))
        .collect();
    let score = tally.score();
    let (low, high) = tally.pairs.interval();
    let elo = Elo::of_pairs(&tally.pairs);
    let normalized = NormalizedElo::of_pairs(&tally.pairs);
    json!({
        "results": results_json(tally.results()),
        "score": score,
        "score_interval": score.map(|_| [low, high]),
        "elo": score.map(|_| elo.value.0),
        "elo_interval": score.map(|_| [elo.low.0, elo.high.0]),
        "normalized_elo": normalized.map(|elo| elo.value.0),
        "normalized_elo_interval": normalized.map(|elo| [elo.low.0, elo.high.0]),
        "likelihood_of_superiority": score.map(|_| tally.pairs.likelihood_of_superiority()),
        "draw_share": score.map(|_| tally.results().draw_share()),
        "pairs": tally.pairs.counts,
        "moving_first": results_json(tally.by_side[0]),
        "moving_second": results_json(tally.by_side[1]),
        "terminations": reasons,
    })
}

fn player_json(tally: &Tally) -> Value {
    let (usage, faults) = (tally.usage[0], tally.faults[0]);
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    json!({
        "results": results_json(tally.results()),
        "score": tally.score(),
        "answers": usage.answers,
        "mean_ms": milliseconds(usage.mean()),
        "longest_ms": milliseconds(usage.longest),
        "cpu_ms": milliseconds(usage.cpu.checked_div(usage.answers).unwrap_or_default()),
        "peak_memory": usage.peak_memory,
        "mean_depth": usage.mean_depth(),
        "mean_nodes": usage.mean_nodes(),
        "overruns": faults.overruns,
        "illegal": faults.illegal,
        "crashes": faults.crashes,
        "left_opening": faults.left_opening,
    })
}

fn results_json(results: Results) -> Value {
    json!({ "wins": results.wins, "draws": results.draws, "losses": results.losses })
}
