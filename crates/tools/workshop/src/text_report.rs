//! Text report of a match.

use std::io::{self, Write};
use std::time::Duration;

use arena::{Faults, Plan, RefereeFailures, Results, RunningMatch, Schedule, Tally, Usage};
use stats::{Elo, Hypothesis, NormalizedElo};

use crate::sandbox::ChosenSandbox;

/// Result without games.
pub(crate) const NO_GAMES: &str = "no games";

/// Writes the result of a match of any schedule.
pub(crate) fn write(output: &mut dyn Write, running_match: &RunningMatch) -> io::Result<()> {
    match running_match.plan().contestants.len() {
        2 => write_match(output, running_match)?,
        _ if running_match.plan().schedule == Schedule::Together => {
            write_together(output, running_match)?;
        }
        _ => write_tournament(output, running_match)?,
    }
    write_failures(output, running_match.failures())
}

/// Writes the number of game pairs that a foreign referee has not judged, and the first reason.
pub(crate) fn write_failures(output: &mut dyn Write, failures: &RefereeFailures) -> io::Result<()> {
    let Some(first) = failures.first() else { return Ok(()) };
    let count = failures.count();
    writeln!(output, "not counted  {count} game pairs without a judgement; the first one: {first}")
}

/// Writes the kind of the sandbox in which programs have run, or the reason why there was none.
pub(crate) fn write_sandbox(output: &mut dyn Write, chosen: &ChosenSandbox) -> io::Result<()> {
    let Some(description) = &chosen.description else { return Ok(()) };
    writeln!(output, "sandbox      {description}")
}

/// Writes the result of a match of two players.
fn write_match(output: &mut dyn Write, running_match: &RunningMatch) -> io::Result<()> {
    let plan = running_match.plan();
    let tally = running_match.standings().between(0, 1);
    write_head(output, plan, tally.results().games())?;
    for (player, contestant) in plan.contestants.iter().enumerate() {
        writeln!(output, "p{}           {}", player + 1, contestant.name)?;
    }
    if tally.score().is_none() {
        writeln!(output, "result       {NO_GAMES}")?;
        return write_sprt(output, running_match);
    }
    write_strength(output, &tally)?;
    let [first, second] = tally.by_side;
    writeln!(output, "as first     {}", counts(first))?;
    writeln!(output, "as second    {}", counts(second))?;
    let first_mover = tally.of_first_mover();
    writeln!(output, "first mover  {:.1} %, {}", percent(first_mover), counts(first_mover))?;
    writeln!(output, "draws        {:.1} %", 100.0 * tally.results().draw_share())?;
    let [none, half, one, three_halves, two] = tally.pairs.counts;
    writeln!(
        output,
        "pairs        0: {none}, 1/2: {half}, 1: {one}, 3/2: {three_halves}, 2: {two}"
    )?;
    let endings: Vec<String> = tally
        .by_reason
        .iter()
        .map(|(how, results)| format!("{how} {} ({})", results.games(), counts(*results)))
        .collect();
    writeln!(output, "ended by     {}", endings.join(", "))?;
    for player in 0..2 {
        writeln!(
            output,
            "p{} answers   {}; {}",
            player + 1,
            describe_usage(&tally.usage[player]),
            describe_faults(tally.faults[player])
        )?;
    }
    write_sprt(output, running_match)
}

/// Writes the state of the SPRT: LLR, bounds and decision.
fn write_sprt(output: &mut dyn Write, running_match: &RunningMatch) -> io::Result<()> {
    let Some(sprt) = &running_match.plan().sprt else { return Ok(()) };
    let (low, high) = sprt.bounds();
    let llr = sprt.llr(&running_match.standings().between(0, 1).pairs);
    writeln!(
        output,
        "LLR          {llr:+.2} ({low:+.2} .. {high:+.2}) for {:+} against {:+} {} Elo",
        sprt.elo1(),
        sprt.elo0(),
        sprt.model()
    )?;
    let decision = match running_match.decision() {
        Some(Hypothesis::Elo1) => "p1 is stronger: H1 is accepted",
        Some(Hypothesis::Elo0) => "p1 is not stronger: H0 is accepted",
        None => "undecided: more games are needed",
    };
    writeln!(output, "decision     {decision}")
}

fn write_strength(output: &mut dyn Write, tally: &Tally) -> io::Result<()> {
    let pairs = &tally.pairs;
    let (low, high) = pairs.interval();
    writeln!(
        output,
        "p1 scores    {:.1} % ({:.1} .. {:.1} with 95 % confidence), {}",
        100.0 * pairs.score(),
        100.0 * low,
        100.0 * high,
        counts(tally.results())
    )?;
    let elo = Elo::of_pairs(pairs);
    write!(output, "Elo          {:+.0} ({:+.0} .. {:+.0})", elo.value.0, elo.low.0, elo.high.0)?;
    match NormalizedElo::of_pairs(pairs) {
        Some(elo) => {
            let (value, low, high) = (elo.value.0, elo.low.0, elo.high.0);
            writeln!(output, ", normalized {value:+.0} ({low:+.0} .. {high:+.0})")?;
        }
        None => writeln!(output)?,
    }
    let likelihood = likelihood(pairs.likelihood_of_superiority());
    writeln!(output, "LOS          {likelihood} likelihood of superiority")
}

/// Returns a likelihood from 0 to 1 in percent. No result of finitely many games is certain, so the
/// text never says 0 or 100.
fn likelihood(value: f64) -> String {
    match 100.0 * value {
        percent if percent >= 99.95 => "> 99.9 %".to_owned(),
        percent if percent < 0.05 => "< 0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

/// Writes the result of a match in which all players play in every game: a table of the players,
/// and the results between any two of them.
///
/// The results of a player against several others come from the same games and are not
/// independent, so that there are confidence intervals between two players only.
fn write_together(output: &mut dyn Write, running_match: &RunningMatch) -> io::Result<()> {
    let (plan, standings) = (running_match.plan(), running_match.standings());
    write_head(output, plan, 2 * running_match.pairs_played() as u32)?;
    let tallies: Vec<Tally> =
        (0..plan.contestants.len()).map(|player| standings.of(player)).collect();
    let width = name_width(plan);
    writeln!(output, "{:>3} {:width$} {:>7}  results against others", "", "player", "score")?;
    for (place, player) in by_score(&tallies).into_iter().enumerate() {
        let name = &plan.contestants[player].name;
        let Some(score) = tallies[player].score() else {
            writeln!(output, "{:>3} {name:width$} {NO_GAMES}", "")?;
            continue;
        };
        writeln!(
            output,
            "{:>2}. {name:width$} {:>5.1} %  {}; {}; {}",
            place + 1,
            100.0 * score,
            counts(tallies[player].results()),
            describe_usage(&tallies[player].usage[0]),
            describe_faults(tallies[player].faults[0])
        )?;
    }
    writeln!(output)?;
    for [one, other] in plan.pairings() {
        let tally = standings.between(one, other);
        let [one, other] = [one, other].map(|player| &plan.contestants[player].name);
        let Some(score) = tally.score() else {
            writeln!(output, "{one} - {other}: {NO_GAMES}")?;
            continue;
        };
        let (elo, (low, high)) = (Elo::of_pairs(&tally.pairs), tally.pairs.interval());
        writeln!(
            output,
            "{one} - {other}: {:.1} % ({:.1} .. {:.1} with 95 % confidence), {}, Elo {:+.0} \
             ({:+.0} .. {:+.0})",
            100.0 * score,
            100.0 * low,
            100.0 * high,
            counts(tally.results()),
            elo.value.0,
            elo.low.0,
            elo.high.0
        )?;
    }
    write_sprt(output, running_match)
}

/// Returns the indices of the players, the one with the highest score first and those without games
/// last.
fn by_score(tallies: &[Tally]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tallies.len()).collect();
    let score = |player: usize| tallies[player].score().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    order
}

/// Returns the width of the column of names.
fn name_width(plan: &Plan) -> usize {
    let width = plan.contestants.iter().map(|player| player.name.chars().count()).max();
    width.unwrap_or_default().max("player".len())
}

/// Writes a table of all players, and the result of each pairing.
fn write_tournament(output: &mut dyn Write, running_match: &RunningMatch) -> io::Result<()> {
    let (plan, standings) = (running_match.plan(), running_match.standings());
    write_head(output, plan, standings.all().results().games())?;
    let tallies: Vec<Tally> =
        (0..plan.contestants.len()).map(|player| standings.of(player)).collect();
    let (order, width) = (by_score(&tallies), name_width(plan));
    writeln!(
        output,
        "{:>3} {:width$} {:>6} {:>7} {:>15} {:>17}",
        "", "player", "games", "score", "interval", "Elo"
    )?;
    for (place, &player) in order.iter().enumerate() {
        let (name, tally) = (&plan.contestants[player].name, &tallies[player]);
        let Some(score) = tally.score() else {
            writeln!(output, "{:>3} {name:width$} {:>6} {NO_GAMES}", "", 0)?;
            continue;
        };
        let (low, high) = tally.pairs.interval();
        let elo = Elo::of_pairs(&tally.pairs);
        writeln!(
            output,
            "{:>2}. {name:width$} {:>6} {:>5.1} % {:>6.1} .. {:<5.1} {:>+6.0} ({:+.0} .. {:+.0})",
            place + 1,
            tally.results().games(),
            100.0 * score,
            100.0 * low,
            100.0 * high,
            elo.value.0,
            elo.low.0,
            elo.high.0
        )?;
    }
    if standings.all().score().is_none() {
        return Ok(());
    }
    let first_mover = standings.all().of_first_mover();
    writeln!(output)?;
    writeln!(
        output,
        "first mover {:.1} %, {}; draws {:.1} %",
        percent(first_mover),
        counts(first_mover),
        100.0 * first_mover.draw_share()
    )?;
    writeln!(output)?;
    for [one, other] in plan.pairings() {
        let tally = standings.between(one, other);
        let [one_name, other_name] = [one, other].map(|player| &plan.contestants[player].name);
        let result = match tally.score() {
            Some(score) => format!("{:.1} %, {}", 100.0 * score, counts(tally.results())),
            None => NO_GAMES.to_owned(),
        };
        writeln!(output, "{one_name} - {other_name}: {result}")?;
    }
    writeln!(output)?;
    for &player in &order {
        let tally = &tallies[player];
        writeln!(
            output,
            "{}: {}; {}",
            plan.contestants[player].name,
            describe_usage(&tally.usage[0]),
            describe_faults(tally.faults[0])
        )?;
    }
    Ok(())
}

fn write_head(output: &mut dyn Write, plan: &Plan, games: u32) -> io::Result<()> {
    let schedule = match plan.schedule {
        Schedule::RoundRobin if plan.contestants.len() > 2 => ", round robin",
        Schedule::RoundRobin => "",
        Schedule::Together => ", all players in every game",
        Schedule::Gauntlet => ", gauntlet",
        Schedule::League => ", league",
        Schedule::Imported => ", imported",
    };
    let openings = match plan.openings.iter().filter(|opening| !opening.is_empty()).count() {
        0 => "no openings".to_owned(),
        count => format!("{count} openings"),
    };
    writeln!(output, "{}{schedule}, {games} games, seed {}, {openings}", plan.game, plan.seed)?;
    match &plan.referee {
        Some(referee) => writeln!(output, "referee      {}", referee.command),
        None => Ok(()),
    }
}

/// Returns wins, draws and losses in chess notation: `+1 =2 -3`.
fn counts(results: Results) -> String {
    format!("+{} ={} -{}", results.wins, results.draws, results.losses)
}

fn percent(results: Results) -> f64 {
    100.0 * results.points() / f64::from(results.games().max(1))
}

/// Returns the time, memory, depth and nodes of a player's answers as text.
fn describe_usage(usage: &Usage) -> String {
    if usage.answers == 0 {
        return "no answers measured".to_owned();
    }
    let mut text = format!(
        "mean {:.1} ms, longest {:.1} ms",
        milliseconds(usage.mean()),
        milliseconds(usage.longest)
    );
    if usage.peak_memory > 0 {
        let cpu = usage.cpu.checked_div(usage.answers).unwrap_or_default();
        text += &format!(
            ", {:.1} ms of CPU, {:.0} MB",
            milliseconds(cpu),
            usage.peak_memory as f64 / 1e6
        );
    }
    if let Some(depth) = usage.mean_depth() {
        text += &format!(", depth {depth:.1}");
    }
    if let Some(nodes) = usage.mean_nodes() {
        text += &format!(", {nodes:.0} nodes");
    }
    text
}

/// Returns the faults of a player as text.
pub(crate) fn describe_faults(faults: Faults) -> String {
    let Faults { overruns, illegal, crashes, left_opening } = faults;
    let plural = |count: u32, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let opening = match left_opening {
        0 => String::new(),
        games => format!(", {games} left the opening"),
    };
    format!(
        "{}, {illegal} illegal, {}{opening}",
        plural(overruns, "overrun", "overruns"),
        plural(crashes, "crash", "crashes")
    )
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likelihood_is_never_certain() {
        for (value, text) in [
            (0.5, "50.0 %"),
            (0.9994, "99.9 %"),
            (0.9999, "> 99.9 %"),
            (1.0, "> 99.9 %"),
            (0.0006, "0.1 %"),
            (0.0, "< 0.1 %"),
        ] {
            assert_eq!(likelihood(value), text);
        }
    }

    #[test]
    fn one_fault_is_singular() {
        let faults = Faults { overruns: 1, illegal: 1, crashes: 1, left_opening: 0 };
        assert_eq!(describe_faults(faults), "1 overrun, 1 illegal, 1 crash");
        let faults = Faults { overruns: 2, crashes: 0, ..faults };
        assert_eq!(describe_faults(faults), "2 overruns, 1 illegal, 0 crashes");
    }
}
