//! Charts in SVG: axes, colours and text that are legible on light and dark backgrounds.

use std::io;
use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, SVGBackend,
};
use plotters::style::{Color, RGBColor, TextStyle};

/// Width and height of a chart, in CSS pixels.
pub const SIZE: (u32, u32) = (720, 260);

/// Colour of axes, text and reference lines.
pub const GREY: RGBColor = RGBColor(128, 128, 128);

/// Colours of series. Colour-blind readers can distinguish them (Okabe and Ito, 2008).
pub const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

/// Drawing area.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Drawing area with axes.
pub type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// Error of drawing.
pub type DrawingError = DrawingAreaErrorKind<io::Error>;
/// Result of drawing.
pub type Drawn = Result<(), DrawingError>;

/// Chart that cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[error("a chart cannot be drawn: {0}")]
pub struct ChartError(#[from] DrawingError);

/// Draws one chart and returns its SVG.
///
/// # Errors
///
/// `draw` fails.
pub fn svg(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area).and_then(|()| area.present())?;
    }
    Ok(svg)
}

/// Maximum number of labels on an axis of whole numbers.
const LABELS: f64 = 11.0;

/// Draws axes with these ranges and names, and returns the chart that series are drawn on. The x
/// axis counts something, so that its labels are whole numbers.
///
/// # Errors
///
/// Drawing fails.
pub fn axes<'a, 'b>(
    area: &Area<'b>,
    x: Range<f64>,
    y: Range<f64>,
    [x_name, y_name]: [&str; 2],
) -> Result<Chart<'a, 'b>, DrawingError> {
    let x = x.start..x.end.max(x.start + 1.0);
    let whole_numbers = x.end - x.start + 1.0;
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(GREY.mix(0.0))
        .bold_line_style(GREY.mix(0.2))
        .axis_style(GREY)
        .label_style(text())
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .x_labels(whole_numbers.min(LABELS) as usize)
        .x_desc(x_name)
        .y_desc(y_name)
        .draw()?;
    Ok(chart)
}

/// Formats a number on an axis, with at most two decimals.
#[must_use]
fn label(number: &f64) -> String {
    ((number * 100.0).round() / 100.0).to_string()
}

/// Returns the style of text.
#[must_use]
fn text() -> TextStyle<'static> {
    TextStyle::from(("sans-serif", 13)).color(&GREY)
}

#[cfg(test)]
mod tests {
    use plotters::prelude::LineSeries;

    use super::*;

    #[test]
    fn a_chart_has_its_axes_and_its_line() {
        let picture = svg(SIZE, |area| {
            let mut chart = axes(area, 0.0..10.0, 0.0..1.0, ["pairs", "score"])?;
            chart.draw_series(LineSeries::new([(0.0, 0.0), (10.0, 1.0)], COLOURS[0]))?;
            Ok(())
        })
        .expect("drawing to a string cannot fail");
        assert!(picture.starts_with("<svg"), "{picture}");
        for expected in ["pairs", "score", "polyline", "#0072B2"] {
            assert!(picture.contains(expected), "{expected} is not in {picture}");
        }
    }

    #[test]
    fn no_label_of_what_is_counted_is_a_fraction() {
        for (end, last) in [(1.0, "1"), (3.0, "3"), (7.0, "7"), (20.0, "20"), (400.0, "400")] {
            let picture = svg(SIZE, |area| {
                // The labels of the y axis are outside of the range of those of the x axis.
                axes(area, 0.0..end, 1000.0..2000.0, ["generation", "Elo"]).map(|_| ())
            })
            .expect("drawing to a string cannot fail");
            let texts = picture.lines().filter(|line| !line.starts_with('<'));
            let labels: Vec<&str> = texts.filter(|text| text.parse::<f64>().is_ok()).collect();
            assert!(labels.iter().all(|text| !text.contains('.')), "{labels:?}");
            assert!(labels.contains(&last), "{labels:?}");
        }
    }

    #[test]
    fn numbers_on_axes_are_short() {
        let check = |number: f64, expected: &str| assert_eq!(label(&number), expected);
        check(2.0, "2");
        check(0.25, "0.25");
        check(0.1 + 0.2, "0.3");
        check(-0.005, "-0.01");
    }
}
