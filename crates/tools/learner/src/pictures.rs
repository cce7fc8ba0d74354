//! Pictures of how a network has learned.

use charts::{COLOURS, ChartError, SIZE, axes, svg};
use learner::Point;
use plotters::prelude::{Circle, LineSeries};
use plotters::style::Color;

/// Losses are drawn in thousandths of a nat.
const PARTS: f64 = 1000.0;

/// The course of a training's loss, as a line, and of the loss of the positions to check it with, as
/// circles.
pub(crate) fn loss_chart(course: &[Point]) -> Result<String, ChartError> {
    let part = |loss: f32| PARTS * f64::from(loss);
    let learned: Vec<(f64, f64)> =
        course.iter().map(|point| (point.epochs.into(), part(point.loss))).collect();
    let checked: Vec<(f64, f64)> = course
        .iter()
        .filter_map(|point| Some((point.epochs.into(), part(point.checked?))))
        .collect();
    // The first few losses are so high that nothing else would be seen.
    let solution = learned[learned.len() / 10..].iter().chain(&checked).map(|&(_, loss)| loss);
    let (low, high) = solution.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let room = 0.1 * (high - low).max(1.0);
    let (low, high) = (low - room, high + room);
    let epochs = learned.last().map_or(1.0, |&(epochs, _)| epochs);
    svg(SIZE, |area| {
        let names = ["epochs", "loss, in thousandths of a nat"];
        let mut chart = axes(area, 0.0..epochs, low..high, names)?;
        let line = learned.iter().map(|&(epoch, loss)| (epoch, loss.clamp(low, high)));
        chart.draw_series(LineSeries::new(line, COLOURS[0].stroke_width(2)))?;
        let circles = checked.iter().map(|&point| Circle::new(point, 4, COLOURS[1].filled()));
        chart.draw_series(circles)?;
        Ok(())
    })
}

/// The strength of each generation's network, in Elo above what the run began with.
pub(crate) fn generations_chart(elo: &[f64]) -> Result<String, ChartError> {
    let course: Vec<(f64, f64)> = (0..).map(f64::from).zip(elo.iter().copied()).collect();
    let low = elo.iter().copied().fold(0.0, f64::min);
    let high = elo.iter().copied().fold(1.0, f64::max);
    let room = 0.1 * (high - low);
    svg(SIZE, |area| {
        let range = low - room..high + room;
        let names = ["generation", "Elo, sum of the gates' matches"];
        let mut chart = axes(area, 0.0..(elo.len() as f64 - 1.0).max(1.0), range, names)?;
        chart.draw_series(LineSeries::new(course.clone(), COLOURS[0].stroke_width(2)))?;
        chart.draw_series(course.iter().map(|&at| Circle::new(at, 4, COLOURS[0].filled())))?;
        Ok(())
    })
}
