//! HTML report of a match: one self-contained page that opens from disk.

mod charts;
mod figures;

use std::path::Path;

use anyhow::Context;
use arena::{MatchId, Results, Standings, Store, Tally, Usage};
use bundler::write_atomically;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use stats::{Elo, Hypothesis, NormalizedElo, Sprt};

pub(crate) use self::charts::calibration as calibration_chart;

use self::figures::Figures;
use crate::text_report::{counts, describe_faults};

/// Maximum number of faults in the list.
const FAULTS_LISTED: usize = 50;

/// Writes the report of a match to `path` atomically.
pub(crate) fn write(store: &Store, id: MatchId, path: &Path) -> anyhow::Result<()> {
    let figures = Figures::read(store, id)?;
    let page = page(&figures)?.into_string();
    write_atomically(path, &page).with_context(|| format!("{} cannot be written", path.display()))
}

fn page(figures: &Figures) -> anyhow::Result<Markup> {
    let plan = &figures.stored.plan;
    let names: Vec<&str> = plan.contestants.iter().map(|player| player.name.as_str()).collect();
    let title = match names[..] {
        [one, other] => format!("{}: {one} against {other}", plan.game),
        _ => format!("{}: {} players", plan.game, names.len()),
    };
    let all = figures.standings.all();
    Ok(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { (title) }
                p {
                    (all.results().games()) " games of " (2 * plan.pair_count())
                    ", begun " (figures.stored.created) ", seed " (plan.seed) ", "
                    (plan.openings.iter().filter(|opening| !opening.is_empty()).count())
                    " openings, each played twice with colours swapped."
                }
                p { code { (figures.stored.command) } }
                @if names.len() == 2 {
                    (duel(figures, &names)?)
                } @else {
                    (tournament(figures, &names)?)
                }
                h2 { "Time" }
                (usage_table(&figures.standings, &names))
                (charts::answer_times(&figures.answer_times, &names)?)
                h2 { "Games" }
                (charts::lengths(&figures.lengths)?)
                (faults(figures))
            }
        }
    })
}

/// Returns the part of the page about a match of two players.
fn duel(figures: &Figures, names: &[&str]) -> anyhow::Result<Markup> {
    let tally = figures.standings.between(0, 1);
    let (low, high) = tally.pairs.interval();
    let elo = Elo::of_pairs(&tally.pairs);
    let first_mover = tally.of_first_mover();
    Ok(html! {
        table {
            tr {
                th { "Score of " (names[0]) }
                td { (percent(tally.pairs.score())) }
                td { (percent(low)) " to " (percent(high)) }
            }
            tr {
                th { "Elo" }
                td { (signed(elo.value.0)) }
                td { (signed(elo.low.0)) " to " (signed(elo.high.0)) }
            }
            @if let Some(elo) = NormalizedElo::of_pairs(&tally.pairs) {
                tr {
                    th { "Normalized Elo" }
                    td { (signed(elo.value.0)) }
                    td { (signed(elo.low.0)) " to " (signed(elo.high.0)) }
                }
            }
            tr {
                th { "Likelihood of superiority" }
                td { (percent(tally.pairs.likelihood_of_superiority())) }
                td {}
            }
            tr { th { "Won, drawn, lost" } td { (counts(tally.results())) } td {} }
            tr {
                th { "Moving first" }
                td { (counts(tally.by_side[0])) }
                td { (score_of(tally.by_side[0])) }
            }
            tr {
                th { "Moving second" }
                td { (counts(tally.by_side[1])) }
                td { (score_of(tally.by_side[1])) }
            }
            tr { th { "First mover" } td { (counts(first_mover)) } td { (score_of(first_mover)) } }
            tr { th { "Drawn" } td { (percent(tally.results().draw_share())) } td {} }
        }
        p.note { "95 % confidence intervals, computed from the pairs." }
        @if let Some(sprt) = &figures.stored.plan.sprt {
            h2 { "Sequential probability ratio test (SPRT)" }
            (decision(sprt, &tally))
            (charts::llr(&figures.llr, sprt.bounds())?)
        }
        (charts::elo(&figures.elo)?)
        (charts::pairs(&tally.pairs)?)
        (endings(&tally, true))
    })
}

fn decision(sprt: &Sprt, tally: &Tally) -> Markup {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.decide(&tally.pairs) {
        Some(Hypothesis::Elo1) => "Stronger: H1 is accepted.",
        Some(Hypothesis::Elo0) => "Not stronger: H0 is accepted.",
        None => "Undecided.",
    };
    html! {
        p {
            (verdict) " The log-likelihood ratio of " (signed(sprt.elo1())) " against "
            (signed(sprt.elo0())) " " (sprt.model()) " Elo is "
            (format!("{:+.2}, between {low:+.2} and {high:+.2}.", sprt.llr(&tally.pairs)))
        }
    }
}

/// Returns the table of termination reasons. `has_sides` adds the results of the first player.
fn endings(tally: &Tally, has_sides: bool) -> Markup {
    html! {
        table {
            tr { th { "Ended by" } th { "games" } @if has_sides { th { "won, drawn, lost" } } }
            @for (reason, results) in &tally.by_reason {
                tr {
                    td { (reason) }
                    td { (results.games()) }
                    @if has_sides { td { (counts(*results)) } }
                }
            }
        }
    }
}

/// Returns the part of the page about a match of more than two players: standings and cross table.
fn tournament(figures: &Figures, names: &[&str]) -> anyhow::Result<Markup> {
    let tallies: Vec<Tally> = (0..names.len()).map(|player| figures.standings.of(player)).collect();
    let score = |player: usize| tallies[player].pairs.score();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    let first_mover = figures.standings.all().of_first_mover();
    Ok(html! {
        h2 { "Standings" }
        div.wide {
            table {
                tr {
                    th {} th { "player" } th { "games" } th { "score" } th { "Elo" }
                    @for (place, _) in order.iter().enumerate() { th { (place + 1) } }
                }
                @for (place, &player) in order.iter().enumerate() {
                    @let tally = &tallies[player];
                    @let elo = Elo::of_pairs(&tally.pairs);
                    tr {
                        td { (place + 1) }
                        td { (names[player]) }
                        td { (tally.results().games()) }
                        td { (percent(tally.pairs.score())) }
                        td {
                            (signed(elo.value.0))
                            " (" (signed(elo.low.0)) " to " (signed(elo.high.0)) ")"
                        }
                        @for &other in &order {
                            @let between = figures.standings.between(player, other);
                            td {
                                @if between.results().games() > 0 {
                                    (percent(between.pairs.score()))
                                }
                            }
                        }
                    }
                }
            }
        }
        p.note {
            "Columns with numbers: the score against the player of that place. "
            "95 % confidence intervals."
        }
        (charts::scores(&order, names, &tallies)?)
        p {
            "First mover: " (counts(first_mover)) ", " (score_of(first_mover)) ". Drawn: "
            (percent(first_mover.draw_share())) "."
        }
        (endings(&figures.standings.all(), false))
    })
}

fn usage_table(standings: &Standings, names: &[&str]) -> Markup {
    let milliseconds = |time: std::time::Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    let row = |player: usize| -> (Usage, String) {
        let tally = standings.of(player);
        (tally.usage[0], describe_faults(tally.faults[0]))
    };
    html! {
        div.wide {
            table {
                tr {
                    th { "player" } th { "answers" } th { "mean ms" } th { "longest ms" }
                    th { "CPU ms" } th { "peak MB" } th { "depth" } th { "nodes" } th { "faults" }
                }
                @for (player, name) in names.iter().enumerate() {
                    @let (usage, faults) = row(player);
                    tr {
                        td { (name) }
                        td { (usage.answers) }
                        td { (milliseconds(usage.mean())) }
                        td { (milliseconds(usage.longest)) }
                        @if usage.peak_memory > 0 {
                            @let cpu = usage.cpu.checked_div(usage.answers).unwrap_or_default();
                            td { (milliseconds(cpu)) }
                            td { (format!("{:.0}", usage.peak_memory as f64 / 1e6)) }
                        } @else { td {} td {} }
                        td { @if let Some(depth) = usage.mean_depth() { (format!("{depth:.1}")) } }
                        td { @if let Some(nodes) = usage.mean_nodes() { (format!("{nodes:.0}")) } }
                        td { (faults) }
                    }
                }
            }
        }
    }
}

fn faults(figures: &Figures) -> Markup {
    html! {
        @if !figures.faults.is_empty() {
            h2 { "Faults" }
            div.wide {
                table {
                    tr {
                        th { "game" } th { "seed" } th { "player" } th { "reason" } th { "details" }
                    }
                    @for fault in figures.faults.iter().take(FAULTS_LISTED) {
                        tr {
                            td { (fault.game) } td { (fault.seed) } td { (fault.player) }
                            td { (fault.reason) } td { (fault.detail) }
                        }
                    }
                }
            }
            @if figures.faults.len() > FAULTS_LISTED {
                p.note { "And " (figures.faults.len() - FAULTS_LISTED) " more." }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn score_of(results: Results) -> String {
    percent(results.points() / f64::from(results.games().max(1)))
}

/// Returns a whole number with its sign.
fn signed(number: f64) -> String {
    match number {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        number if number.round() < 0.0 => format!("−{:.0}", -number),
        number => format!("+{number:.0}"),
    }
}
