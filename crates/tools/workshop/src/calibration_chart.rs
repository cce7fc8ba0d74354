//! Calibration chart: agreement of believed probabilities with frequencies, as an SVG.

use charts::{COLOURS, GREY, axes, svg};
use plotters::prelude::{Circle, LineSeries, PathElement};
use plotters::style::Color;
use registry::Class;

/// Width and height in pixels.
const SIZE: (u32, u32) = (480, 480);
/// Radius of a circle in pixels: for the largest count, the decrease per factor of ten, and the
/// minimum.
const LARGEST_CIRCLE: f64 = 9.0;
const DECADE: f64 = 2.0;
const SMALLEST_CIRCLE: f64 = 2.0;

/// Returns the calibration chart as an SVG: the share of true beliefs by their probability. A
/// calibrated bot is on the diagonal. Larger circles are more beliefs.
pub(crate) fn calibration_chart(classes: &[Class]) -> anyhow::Result<String> {
    let most = classes.iter().map(|class| class.count).max().unwrap_or(1) as f64;
    Ok(svg(SIZE, |area| {
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
