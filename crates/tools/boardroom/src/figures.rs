//! Results of a match as tables and charts.

use arena::{Plan, Results, Standings, StoredGame, Tally};
use serde::Serialize;
use stats::{Elo, NormalizedElo, PairScores};
use utoipa::ToSchema;

/// Table of texts.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Table {
    /// Title.
    title: String,
    /// Names of the columns.
    head: Vec<String>,
    /// Rows, one text per column.
    rows: Vec<Vec<String>>,
}

/// Line chart or bar chart.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Chart {
    /// Identifier in the page.
    id: &'static str,
    /// Title.
    title: String,
    /// Kind of chart: `line` or `bars`.
    kind: &'static str,
    /// Coordinates on the x axis.
    x: Vec<f64>,
    /// Unit of the x axis.
    x_label: &'static str,
    /// Unit of the y axis.
    y_label: &'static str,
    /// Data series.
    series: Vec<Series>,
    /// Confidence interval (95 %) of the first series.
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<Band>,
}

/// Data series of a chart.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
struct Series {
    /// Name.
    name: String,
    /// Values, one per coordinate of the x axis.
    values: Vec<f64>,
}

/// Confidence interval at each coordinate of the x axis.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
struct Band {
    low: Vec<f64>,
    high: Vec<f64>,
}

/// Maximum number of points of a line: more than a screen shows.
const MAX_POINTS: usize = 400;

/// Approximate number of bars of a chart.
const BARS: usize = 20;

/// Returns the results of a match as tables.
pub(crate) fn tables(plan: &Plan, standings: &Standings) -> Vec<Table> {
    let names: Vec<&str> = plan.contestants.iter().map(|player| player.name.as_str()).collect();
    let mut tables = match names[..] {
        [one, other] => duel([one, other], &standings.between(0, 1)),
        _ => vec![ranking(&names, standings)],
    };
    tables.push(usage(&names, standings));
    tables
}

/// Returns the results of a match as charts.
pub(crate) fn charts(plan: &Plan, games: &[StoredGame]) -> Vec<Chart> {
    let mut charts = Vec::new();
    if let [one, _] = &plan.contestants[..] {
        charts.push(score(&one.name, games));
    }
    charts.extend(histogram("lengths", "How long the games lasted", "turns", {
        let lengths = games.iter().map(|game| game.summary.plies as f64);
        vec![("games".to_owned(), lengths.collect())]
    }));
    let longest = plan.contestants.iter().enumerate().map(|(player, contestant)| {
        let of_player = |game: &StoredGame| {
            let place = game.pairing.iter().position(|&other| other == player)?;
            let longest = game.summary.usage[place].longest;
            (!longest.is_zero()).then_some(longest.as_secs_f64() * 1e3)
        };
        (contestant.name.clone(), games.iter().filter_map(of_player).collect())
    });
    let title = "The longest answer of each game";
    charts.extend(histogram("times", title, "milliseconds", longest.collect()));
    charts
}

fn table<const N: usize>(title: &str, head: [&str; N], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_owned(), head: head.map(str::to_owned).to_vec(), rows }
}

/// Returns the tables of a match between two players.
fn duel([one, other]: [&str; 2], tally: &Tally) -> Vec<Table> {
    let (low, high) = tally.pairs.interval();
    let elo = Elo::of_pairs(&tally.pairs);
    let mut strength = vec![
        vec![
            format!("Score of {one}"),
            percent(tally.pairs.score()),
            format!("{} to {}", percent(low), percent(high)),
        ],
        vec![
            "Elo".to_owned(),
            signed(elo.value.0),
            format!("{} to {}", signed(elo.low.0), signed(elo.high.0)),
        ],
    ];
    if let Some(elo) = NormalizedElo::of_pairs(&tally.pairs) {
        strength.push(vec![
            "Normalized Elo".to_owned(),
            signed(elo.value.0),
            format!("{} to {}", signed(elo.low.0), signed(elo.high.0)),
        ]);
    }
    strength.push(vec![
        "Likelihood of superiority".to_owned(),
        percent(tally.pairs.likelihood_of_superiority()),
        String::new(),
    ]);
    let by_side = [
        ("all games", tally.results()),
        ("moving first", tally.by_side[0]),
        ("moving second", tally.by_side[1]),
    ];
    let results = |(name, results): (&str, Results)| {
        let mut row = vec![name.to_owned()];
        row.extend(counts(results));
        row
    };
    let endings = tally.by_reason.iter().map(|(reason, ended)| results((reason, *ended)));
    let head = ["", "games", "won", "drawn", "lost", "score"];
    vec![
        table(&format!("{one} against {other}"), ["", "", "95 % interval"], strength),
        table(&format!("Results of {one}"), head, by_side.map(results).to_vec()),
        table(&format!("How the games ended, for {one}"), head, endings.collect()),
    ]
}

/// Returns the ranking of all players, the best first.
fn ranking(names: &[&str], standings: &Standings) -> Table {
    let mut players: Vec<(&str, Tally)> =
        names.iter().enumerate().map(|(player, name)| (*name, standings.of(player))).collect();
    players.sort_by(|one, other| other.1.pairs.score().total_cmp(&one.1.pairs.score()));
    let row = |(name, tally): (&str, Tally)| {
        let mut row = vec![name.to_owned()];
        row.extend(counts(tally.results()));
        row.push(signed(Elo::of_pairs(&tally.pairs).value.0));
        row
    };
    let head = ["player", "games", "won", "drawn", "lost", "score", "Elo"];
    table("Standings", head, players.into_iter().map(row).collect())
}

/// Returns the resources that each player has used.
fn usage(names: &[&str], standings: &Standings) -> Table {
    let row = |(player, name): (usize, &&str)| {
        let tally = standings.of(player);
        let (usage, faults) = (tally.usage[0], tally.faults[0]);
        let milliseconds =
            |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
        let mean = |sum: u64, count: u32| match count {
            0 => "–".to_owned(),
            _ => format!("{:.1}", sum as f64 / f64::from(count)),
        };
        vec![
            (*name).to_owned(),
            usage.answers.to_string(),
            milliseconds(usage.mean()),
            milliseconds(usage.longest),
            format!("{:.0} MiB", usage.peak_memory as f64 / f64::from(1 << 20)),
            mean(usage.depth_sum, usage.depths),
            mean(usage.node_sum, usage.node_counts),
            faults.overruns.to_string(),
            (faults.illegal + faults.crashes + faults.left_opening).to_string(),
        ]
    };
    let head = [
        "player",
        "answers",
        "mean time",
        "longest",
        "memory",
        "depth",
        "nodes",
        "late",
        "other faults",
    ];
    table("What the players used", head, names.iter().enumerate().map(row).collect())
}

/// Returns the chart of the score after each game pair, with its confidence interval.
fn score(name: &str, games: &[StoredGame]) -> Chart {
    let mut pairs = PairScores::default();
    let (mut x, mut values) = (Vec::new(), Vec::new());
    let mut band = Band { low: Vec::new(), high: Vec::new() };
    let count = games.len() / 2;
    let step = count.div_ceil(MAX_POINTS).max(1);
    for (index, pair) in games.chunks_exact(2).enumerate() {
        pairs.add(pair.iter().map(|game| game.summary.score(0)).sum());
        if (index + 1) % step == 0 || index + 1 == count {
            let (low, high) = pairs.interval();
            x.push(2.0 * (index + 1) as f64);
            values.push(100.0 * pairs.score());
            band.low.push(100.0 * low);
            band.high.push(100.0 * high);
        }
    }
    Chart {
        id: "score",
        title: format!("Score of {name}"),
        kind: "line",
        x,
        x_label: "games",
        y_label: "percent",
        series: vec![Series { name: name.to_owned(), values }],
        band: Some(band),
    }
}

/// Returns a histogram of the values; `None` if there are no values.
fn histogram(
    id: &'static str,
    title: &str,
    x_label: &'static str,
    series: Vec<(String, Vec<f64>)>,
) -> Option<Chart> {
    let most = series.iter().flat_map(|(_, values)| values).copied().reduce(f64::max)?;
    let width = round_up(most / BARS as f64);
    let bars = (most / width) as usize + 1;
    let count = |values: Vec<f64>| {
        let mut counts = vec![0.0; bars];
        for value in values {
            counts[((value / width) as usize).min(bars - 1)] += 1.0;
        }
        counts
    };
    let series = series.into_iter().map(|(name, values)| Series { name, values: count(values) });
    Some(Chart {
        id,
        title: title.to_owned(),
        kind: "bars",
        x: (0..bars).map(|bar| bar as f64 * width).collect(),
        x_label,
        y_label: "games",
        series: series.collect(),
        band: None,
    })
}

/// Rounds up to 1, 2 or 5 times a power of ten; the result is at least 0.01.
fn round_up(width: f64) -> f64 {
    let power = 10_f64.powf(width.max(0.01).log10().floor());
    [1.0, 2.0, 5.0]
        .map(|step| step * power)
        .into_iter()
        .find(|&step| step >= width)
        .unwrap_or(10.0 * power)
}

/// Returns the numbers of games, wins, draws and losses, and the score.
fn counts(results: Results) -> [String; 5] {
    let Results { wins, draws, losses } = results;
    let games = results.games();
    let score = results.points() / f64::from(games.max(1));
    [games, wins, draws, losses]
        .map(|count| count.to_string())
        .into_iter()
        .chain([percent(score)])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_default()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{elo:+.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_of_round_width() {
        let check = |most: f64, expected: f64| {
            let chart = histogram("x", "x", "x", vec![("x".to_owned(), vec![0.0, most])]).unwrap();
            assert_eq!(chart.x[1], expected, "{most}");
            assert_eq!(chart.series[0].values.iter().sum::<f64>(), 2.0);
        };
        check(150.0, 10.0);
        check(2000.0, 100.0);
        check(33.0, 2.0);
        check(5.0, 0.5);
        assert_eq!(histogram("x", "x", "x", vec![("x".to_owned(), Vec::new())]), None);
    }
}
