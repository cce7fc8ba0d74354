//! Results of a match as charts.

use arena::{Plan, Schedule, StoredGame};
use serde::Serialize;
use stats::{PairScores, Sprt};
use utoipa::ToSchema;

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
    /// Limits around the first series.
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

/// Lower and upper limit at each coordinate of the x axis: a confidence interval, or bounds.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
struct Band {
    name: &'static str,
    low: Vec<f64>,
    high: Vec<f64>,
}

/// Maximum number of points of a line: more than a screen shows.
const MAX_POINTS: usize = 400;

/// Approximate number of bars of a chart.
const BARS: usize = 20;

/// Unit of shares: their axis is from 0 to 100.
const PERCENT: &str = "percent";

/// Returns the results of a match as charts.
pub(crate) fn charts(plan: &Plan, games: &[StoredGame]) -> Vec<Chart> {
    let mut charts = Vec::new();
    // Imported games come without pairs.
    if plan.schedule != Schedule::Imported
        && let [one, _] = &plan.contestants[..]
    {
        charts.push(score(&one.name, games));
        charts.extend(plan.sprt.as_ref().map(|sprt| llr(sprt, games)));
        charts.push(pair_scores(&one.name, games));
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

/// Returns the scores of all pairs up to each point of a line: the number of games, and the scores.
fn course(games: &[StoredGame]) -> Vec<(f64, PairScores)> {
    let count = games.len() / 2;
    let step = count.div_ceil(MAX_POINTS).max(1);
    let mut pairs = PairScores::default();
    let mut course = Vec::new();
    for (index, pair) in games.chunks_exact(2).enumerate() {
        pairs.add(pair.iter().map(|game| game.summary.score(0)).sum());
        if (index + 1) % step == 0 || index + 1 == count {
            course.push((2.0 * (index + 1) as f64, pairs));
        }
    }
    course
}

/// Returns the chart of the score after each game pair, with its confidence interval.
fn score(name: &str, games: &[StoredGame]) -> Chart {
    let course = course(games);
    let of_pairs = |value: fn(&PairScores) -> f64| {
        course.iter().map(|(_, pairs)| 100.0 * value(pairs)).collect()
    };
    Chart {
        id: "score",
        title: format!("Score of {name}"),
        kind: "line",
        x: course.iter().map(|&(games, _)| games).collect(),
        x_label: "games",
        y_label: PERCENT,
        series: vec![Series { name: name.to_owned(), values: of_pairs(PairScores::score) }],
        band: Some(Band {
            name: "95 %",
            low: of_pairs(|pairs| pairs.interval().0),
            high: of_pairs(|pairs| pairs.interval().1),
        }),
    }
}

/// Returns the chart of the log-likelihood ratio (LLR) after each game pair, with its bounds.
fn llr(sprt: &Sprt, games: &[StoredGame]) -> Chart {
    let course = course(games);
    let (low, high) = sprt.bounds();
    let values = course.iter().map(|(_, pairs)| sprt.llr(pairs)).collect();
    Chart {
        id: "llr",
        title: "Log-likelihood ratio (LLR)".to_owned(),
        kind: "line",
        x: course.iter().map(|&(games, _)| games).collect(),
        x_label: "games",
        y_label: "LLR",
        series: vec![Series { name: "LLR".to_owned(), values }],
        band: Some(Band {
            name: "bounds",
            low: vec![low; course.len()],
            high: vec![high; course.len()],
        }),
    }
}

/// Returns the distribution of the points per game pair.
fn pair_scores(name: &str, games: &[StoredGame]) -> Chart {
    let counts = course(games).last().map_or([0; 5], |(_, pairs)| pairs.counts);
    Chart {
        id: "pairs",
        title: format!("Points of {name} per pair of games"),
        kind: "bars",
        x: (0..counts.len()).map(|half_points| half_points as f64 / 2.0).collect(),
        x_label: "points of 2",
        y_label: "pairs",
        series: vec![Series { name: "pairs".to_owned(), values: counts.map(f64::from).to_vec() }],
        band: None,
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
