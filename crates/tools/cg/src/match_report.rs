//! The result of a match, for people and for programs.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use arena::{AnswerTimes, Elo, Faults, Match, Results, Tally};

/// Returns the running result in a few words.
pub(crate) fn score_line(tally: &Tally) -> String {
    let results = tally.results();
    format!("p1 {} of {} ({})", results.points(), results.games(), counts(results))
}

/// Writes the result as text.
pub(crate) fn write_text(output: &mut dyn Write, plan: &Match, tally: &Tally) -> io::Result<()> {
    let results = tally.results();
    let (score, (low, high)) = (tally.pairs.score(), tally.pairs.interval());
    let [p1, p2] = [0, 1].map(|player| plan.players[player].label());
    let pairs = tally.pairs.counts;
    writeln!(
        output,
        "{}, {} games, seed {}, openings of {} plies",
        plan.game.name(),
        results.games(),
        plan.seed,
        plan.opening_plies
    )?;
    writeln!(output, "p1           {p1}")?;
    writeln!(output, "p2           {p2}")?;
    writeln!(
        output,
        "p1 scores    {:.1} % ({:.1} .. {:.1} with 95 % confidence), {}",
        100.0 * score,
        100.0 * low,
        100.0 * high,
        counts(results)
    )?;
    writeln!(
        output,
        "Elo          {:+.0} ({:+.0} .. {:+.0})",
        Elo::of_score(score).0,
        Elo::of_score(low).0,
        Elo::of_score(high).0
    )?;
    writeln!(output, "as first     {}", counts(tally.by_side[0]))?;
    writeln!(output, "as second    {}", counts(tally.by_side[1]))?;
    writeln!(
        output,
        "pairs        0: {}, 1/2: {}, 1: {}, 3/2: {}, 2: {}",
        pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
    )?;
    let endings: Vec<String> =
        tally.terminations.iter().map(|(how, games)| format!("{how} {games}")).collect();
    writeln!(output, "ended by     {}", endings.join(", "))?;
    for player in 0..2 {
        let (times, faults) = (tally.times[player], tally.faults[player]);
        writeln!(
            output,
            "p{} answers   mean {:.1} ms, longest {:.1} ms; {}",
            player + 1,
            milliseconds(times).0,
            milliseconds(times).1,
            describe(faults)
        )?;
    }
    Ok(())
}

/// Returns the result as one JSON object.
pub(crate) fn to_json(plan: &Match, tally: &Tally) -> Value {
    let results = tally.results();
    let (score, (low, high)) = (tally.pairs.score(), tally.pairs.interval());
    let terminations: Map<String, Value> =
        tally.terminations.iter().map(|(how, games)| (how.to_string(), (*games).into())).collect();
    let players: Vec<Value> = (0..2).map(|player| player_json(plan, tally, player)).collect();
    json!({
        "game": plan.game.name(),
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "games": results.games(),
        "wins": results.wins,
        "draws": results.draws,
        "losses": results.losses,
        "score": score,
        "score_interval": [low, high],
        "elo": Elo::of_score(score).0,
        "elo_interval": [Elo::of_score(low).0, Elo::of_score(high).0],
        "pairs": tally.pairs.counts,
        "moving_first": results_json(tally.by_side[0]),
        "moving_second": results_json(tally.by_side[1]),
        "terminations": terminations,
        "players": players,
    })
}

fn player_json(plan: &Match, tally: &Tally, player: usize) -> Value {
    let (times, faults) = (tally.times[player], tally.faults[player]);
    let (mean, longest) = milliseconds(times);
    json!({
        "player": plan.players[player].label(),
        "answers": times.count,
        "mean_ms": mean,
        "longest_ms": longest,
        "overruns": faults.overruns,
        "illegal": faults.illegal,
        "crashes": faults.crashes,
        "left_opening": faults.left_opening,
    })
}

fn results_json(results: Results) -> Value {
    json!({ "wins": results.wins, "draws": results.draws, "losses": results.losses })
}

fn counts(results: Results) -> String {
    format!("+{} ={} -{}", results.wins, results.draws, results.losses)
}

fn describe(faults: Faults) -> String {
    let Faults { overruns, illegal, crashes, left_opening } = faults;
    let opening = match left_opening {
        0 => String::new(),
        games => format!(", {games} left the opening"),
    };
    format!("{overruns} overruns, {illegal} illegal, {crashes} crashes{opening}")
}

/// Returns the mean and the longest answer in milliseconds.
fn milliseconds(times: AnswerTimes) -> (f64, f64) {
    (times.mean().as_secs_f64() * 1e3, times.longest.as_secs_f64() * 1e3)
}
