//! Charts of the HTML report, as SVG.

use std::ops::Range;

use arena::Tally;
use charts::{Area, COLOURS, Chart, Drawn, GREY, SIZE, axes, label, svg, text};
use maud::{Markup, PreEscaped, html};
use plotters::chart::ChartBuilder;
use plotters::prelude::{AreaSeries, Circle, LineSeries, PathElement, Rectangle, Text};
use plotters::style::{Color, RGBColor, ShapeStyle};
use registry::Class;
use stats::{Elo, Estimate, PairScores};

/// Width and height in pixels of a stand-alone chart.
const STANDALONE_SIZE: (u32, u32) = (480, 480);
/// Radius of a circle in pixels: for the largest count, the decrease per factor of ten, and the
/// minimum.
const LARGEST_CIRCLE: f64 = 9.0;
const DECADE: f64 = 2.0;
const SMALLEST_CIRCLE: f64 = 2.0;
/// Maximum Elo difference of a chart; larger ones are clamped.
const MAX_ELO: f64 = 1000.0;
/// Number of bars of a histogram.
const BARS: usize = 40;

/// Draws the Elo difference after each pair, with its confidence interval.
pub(super) fn elo(course: &[Estimate<Elo>]) -> anyhow::Result<Markup> {
    let ends = |end: fn(&Estimate<Elo>) -> f64| course.iter().map(end).map(clamped).collect();
    let (values, lows, highs): (Vec<f64>, Vec<f64>, Vec<f64>) =
        (ends(|elo| elo.value.0), ends(|elo| elo.low.0), ends(|elo| elo.high.0));
    // The range ignores the first fifth of the pairs, whose intervals are very wide.
    let solution = course.len() / 5;
    let range = around_zero(lows[solution..].iter().chain(&highs[solution..]));
    figure("Elo after each pair, with its 95 % interval", |area| {
        let mut chart = axes(area, 0.0..course.len() as f64, range.clone(), ["pairs", "Elo"])?;
        let into_view = |elo: f64| elo.clamp(range.start, range.end);
        let band: Vec<(f64, f64)> = points(&lows)
            .chain(points(&highs).collect::<Vec<_>>().into_iter().rev())
            .map(|(x, elo)| (x, into_view(elo)))
            .collect();
        chart.draw_series([plotters::prelude::Polygon::new(band, COLOURS[0].mix(0.2))])?;
        let line = points(&values).map(|(x, elo)| (x, into_view(elo)));
        chart.draw_series(LineSeries::new(line, COLOURS[0].stroke_width(2)))?;
        horizontal_line(&mut chart, 0.0, course.len())
    })
}

/// Draws the log-likelihood ratio (LLR) of the SPRT after each pair, with its bounds.
pub(super) fn llr(course: &[f64], (low, high): (f64, f64)) -> anyhow::Result<Markup> {
    let range = around_zero(course.iter().chain([&low, &high]));
    figure("Log-likelihood ratio after each pair, between its bounds", |area| {
        let mut chart = axes(area, 0.0..course.len() as f64, range.clone(), ["pairs", "LLR"])?;
        chart.draw_series(LineSeries::new(points(course), COLOURS[0].stroke_width(2)))?;
        for bound in [low, 0.0, high] {
            horizontal_line(&mut chart, bound, course.len())?;
        }
        Ok(())
    })
}

/// Draws the distribution of the pair scores.
pub(super) fn pairs(pairs: &PairScores) -> anyhow::Result<Markup> {
    let counts: Vec<f64> = pairs.counts.iter().map(|&count| f64::from(count)).collect();
    let range = 0.0..top(&counts);
    figure("Distribution of the first player's points per pair", |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(-0.25..2.25, range.clone())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(GREY.mix(0.1))
            .bold_line_style(GREY.mix(0.2))
            .axis_style(GREY)
            .label_style(text())
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .x_labels(5)
            .x_desc("points of 2")
            .y_desc("pairs")
            .draw()?;
        bars(&mut chart, (0..5).map(|half| f64::from(half) / 2.0).zip(counts.clone()), 0.4, 0)
    })
}

/// Draws the histograms of the answer times.
pub(super) fn answer_times(times: &[Vec<f64>], names: &[&str]) -> anyhow::Result<Markup> {
    let longest = times.iter().flatten().copied().fold(0.1, f64::max);
    let histograms: Vec<Vec<f64>> =
        times.iter().map(|times| histogram(times, longest / BARS as f64)).collect();
    let height = histograms.iter().map(|counts| top(counts)).fold(1.0, f64::max);
    let width = longest / BARS as f64;
    let drawn = figure("Distribution of the answer times in milliseconds", |area| {
        let mut chart = axes(area, 0.0..longest, 0.0..height, ["ms", "answers"])?;
        for (player, counts) in histograms.iter().enumerate() {
            let line = counts.iter().enumerate().map(|(bar, &count)| (bar as f64 * width, count));
            let colour = COLOURS[player % COLOURS.len()];
            let area = AreaSeries::new(line, 0.0, colour.mix(0.2));
            chart.draw_series(area.border_style(colour.stroke_width(2)))?;
        }
        Ok(())
    })?;
    Ok(html! {
        (drawn)
        p.note {
            @for (player, name) in names.iter().enumerate() {
                @let colour = rgb(COLOURS[player % COLOURS.len()]);
                span style=(format!("color: rgb{colour:?}")) { "■ " }
                (name) " "
            }
        }
    })
}

/// Draws the histogram of the game lengths.
pub(super) fn lengths(lengths: &[f64]) -> anyhow::Result<Markup> {
    let longest = lengths.iter().copied().fold(1.0, f64::max) + 1.0;
    let width = (longest / BARS as f64).max(1.0);
    let counts = histogram(lengths, width);
    figure("Distribution of the game lengths in plies", |area| {
        let mut chart = axes(area, 0.0..longest, 0.0..top(&counts), ["plies", "games"])?;
        let middles = (0..counts.len()).map(|bar| (bar as f64 + 0.5) * width);
        bars(&mut chart, middles.zip(counts.clone()), 0.9 * width, 0)
    })
}

/// Draws the scores of several players with their confidence intervals, in this order.
pub(super) fn scores(order: &[usize], names: &[&str], tallies: &[Tally]) -> anyhow::Result<Markup> {
    figure("Scores with their 95 % intervals, in percent", |area| {
        let count = order.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(40)
            .build_cartesian_2d(0.0..100.0, 0.0..count)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(GREY.mix(0.0))
            .bold_line_style(GREY.mix(0.2))
            .axis_style(GREY)
            .label_style(text())
            .x_label_formatter(&label)
            .x_desc("%")
            .draw()?;
        for (place, &player) in order.iter().enumerate() {
            let (pairs, colour) = (tallies[player].pairs, COLOURS[player % COLOURS.len()]);
            let y = count - place as f64 - 0.6;
            let (low, high) = pairs.interval();
            let line = vec![(100.0 * low, y), (100.0 * high, y)];
            chart.draw_series([PathElement::new(line, colour.stroke_width(2))])?;
            chart.draw_series([Circle::new((100.0 * pairs.score(), y), 4, colour.filled())])?;
            chart.draw_series([Text::new(names[player].to_owned(), (1.0, y + 0.4), text())])?;
        }
        Ok(())
    })
}

/// Returns the calibration chart as a stand-alone SVG: the share of true beliefs by their
/// probability. A calibrated bot is on the diagonal. Larger circles are more beliefs.
pub(crate) fn calibration(classes: &[Class]) -> anyhow::Result<String> {
    let most = classes.iter().map(|class| class.count).max().unwrap_or(1) as f64;
    Ok(svg(STANDALONE_SIZE, |area| {
        let names = ["believed, in percent", "true, in percent"];
        let mut chart = axes(area, 0.0..100.0, 0.0..100.0, names)?;
        let diagonal = vec![(0.0, 0.0), (100.0, 100.0)];
        chart.draw_series([PathElement::new(diagonal, GREY.stroke_width(1))])?;
        let points = classes.iter().map(|class| (100.0 * class.believed, 100.0 * class.found));
        chart.draw_series(LineSeries::new(points.clone(), COLOURS[0].stroke_width(2)))?;
        chart.draw_series(points.zip(classes).map(|(point, class)| {
            // Logarithmic: a tenth of the beliefs always reduces the radius by `DECADE`.
            let radius = LARGEST_CIRCLE + DECADE * (class.count as f64 / most).log10();
            Circle::new(point, radius.max(SMALLEST_CIRCLE).round() as i32, COLOURS[0].filled())
        }))?;
        Ok(())
    })?)
}

/// Draws one chart as a part of the page.
fn figure(caption: &str, draw: impl FnOnce(&Area<'_>) -> Drawn) -> anyhow::Result<Markup> {
    let svg = svg(SIZE, draw)?;
    Ok(html! {
        figure role="img" aria-label=(caption) { (PreEscaped(svg)) figcaption { (caption) } }
    })
}

/// Draws a horizontal line over `length` steps.
fn horizontal_line(chart: &mut Chart<'_, '_>, value: f64, length: usize) -> Drawn {
    let line = vec![(0.0, value), (length as f64, value)];
    chart.draw_series([PathElement::new(line, GREY.stroke_width(1))])?;
    Ok(())
}

fn bars(
    chart: &mut Chart<'_, '_>,
    counts: impl Iterator<Item = (f64, f64)>,
    width: f64,
    colour: usize,
) -> Drawn {
    let style: ShapeStyle = COLOURS[colour].filled();
    chart.draw_series(counts.map(|(middle, count)| {
        Rectangle::new([(middle - width / 2.0, 0.0), (middle + width / 2.0, count)], style)
    }))?;
    Ok(())
}

fn points(course: &[f64]) -> impl DoubleEndedIterator<Item = (f64, f64)> + Clone {
    course.iter().enumerate().map(|(index, &value)| (index as f64 + 1.0, value))
}

fn clamped(elo: f64) -> f64 {
    elo.clamp(-MAX_ELO, MAX_ELO)
}

/// Returns a range that includes all values and zero, with a margin.
fn around_zero<'a>(values: impl Iterator<Item = &'a f64>) -> Range<f64> {
    let (low, high) =
        values.fold((0.0_f64, 0.0_f64), |(low, high), &value| (low.min(value), high.max(value)));
    let room = 0.1 * (high - low).max(1.0);
    low - room..high + room
}

fn top(counts: &[f64]) -> f64 {
    1.1 * counts.iter().copied().fold(1.0, f64::max)
}

/// Counts non-negative values in bins of this width.
fn histogram(values: &[f64], width: f64) -> Vec<f64> {
    let mut counts = vec![0.0; BARS + 1];
    for &value in values {
        counts[((value / width) as usize).min(BARS)] += 1.0;
    }
    counts
}

fn rgb(RGBColor(red, green, blue): RGBColor) -> (u8, u8, u8) {
    (red, green, blue)
}
