//! Charts of a training: loss curve, and strength by generation.

use charts::{COLOURS, ChartError, SIZE, axes, svg};
use plotters::prelude::{Circle, LineSeries};
use plotters::style::{Color, ShapeStyle, WHITE};

use crate::strength::Strength;
use crate::training::Point;

/// Unit of the loss axis: thousandths of a nat.
const PARTS: f64 = 1000.0;

/// Draws the loss curve of a training: the training loss as a line, the validation loss as circles.
pub(crate) fn loss_chart(loss_curve: &[Point]) -> Result<String, ChartError> {
    let part = |loss: f32| PARTS * f64::from(loss);
    let training: Vec<(f64, f64)> =
        loss_curve.iter().map(|point| (point.epochs.into(), part(point.loss))).collect();
    let validation: Vec<(f64, f64)> = loss_curve
        .iter()
        .filter_map(|point| Some((point.epochs.into(), part(point.validation_loss?))))
        .collect();
    // The first losses are left out of the range: they are so high that they would hide the rest.
    let visible = training[training.len() / 10..].iter().chain(&validation).map(|&(_, loss)| loss);
    let (low, high) = visible.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let room = 0.1 * (high - low).max(1.0);
    let (low, high) = (low - room, high + room);
    let epochs = training.last().map_or(1.0, |&(epochs, _)| epochs);
    svg(SIZE, |area| {
        let names = ["epochs", "loss, in thousandths of a nat"];
        let mut chart = axes(area, 0.0..epochs, low..high, names)?;
        let line = training.iter().map(|&(epoch, loss)| (epoch, loss.clamp(low, high)));
        chart.draw_series(LineSeries::new(line, COLOURS[0].stroke_width(2)))?;
        let circles = validation.iter().map(|&point| Circle::new(point, 4, COLOURS[1].filled()));
        chart.draw_series(circles)?;
        Ok(())
    })
}

/// Draws the strength of each generation's network, in Elo relative to the start of the run. A
/// circle that is not filled is a lower bound.
pub(crate) fn generations_chart(strengths: &[Strength]) -> Result<String, ChartError> {
    let line = (0..).map(f64::from).zip(strengths.iter().map(|strength| strength.elo));
    let (bounds, points): (Vec<_>, Vec<_>) =
        line.clone().zip(strengths).partition(|(_, strength)| strength.is_bound);
    let low = strengths.iter().map(|strength| strength.elo).fold(0.0, f64::min);
    let high = strengths.iter().map(|strength| strength.elo).fold(1.0, f64::max);
    let room = 0.1 * (high - low);
    svg(SIZE, |area| {
        let range = low - room..high + room;
        let unit = "Elo, sum of the gate matches";
        let with_bounds = format!("{unit} (hollow: at least)");
        let names = ["generation", if bounds.is_empty() { unit } else { &with_bounds }];
        let mut chart = axes(area, 0.0..(strengths.len() as f64 - 1.0).max(1.0), range, names)?;
        let colour = COLOURS[0];
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&(at, _)| Circle::new(at, 4, colour.filled())))?;
        let hollow = |radius, style: ShapeStyle| {
            bounds.iter().map(move |&(at, _)| Circle::new(at, radius, style)).collect::<Vec<_>>()
        };
        chart.draw_series(hollow(5, WHITE.filled()))?;
        chart.draw_series(hollow(5, colour.stroke_width(2)))?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_that_is_a_bound_is_marked() {
        let chart = |is_bound| {
            let strengths =
                [0.0, 900.0].map(|elo| Strength { elo, is_bound: is_bound && elo > 0.0 });
            generations_chart(&strengths).unwrap()
        };
        assert!(chart(true).contains("hollow: at least"));
        assert!(!chart(false).contains("at least"));
        assert_eq!(chart(false).matches("<circle").count(), 2);
        assert_eq!(chart(true).matches("<circle").count(), 3);
    }
}
