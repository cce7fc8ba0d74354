//! Charts of trainings: loss curve, strength by generation, and strength by games and samples.

use charts::{COLOURS, ChartError, SIZE, axes, svg};
use plotters::prelude::{Circle, LineSeries, PathElement, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, ShapeStyle, TextStyle, WHITE};
use stats::{Elo, Estimate};

use crate::scaling::Point as Mean;
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

/// Draws the strength of networks by the number of their samples: a line for each share of the
/// games, with 95 % intervals. The points are sorted by share and number of samples.
pub(crate) fn scaling_chart(means: &[Mean]) -> Result<String, ChartError> {
    let fewest = means.iter().map(|mean| mean.samples).min().unwrap_or(1) as f64;
    let at = |mean: &Mean| (mean.samples as f64 / fewest).log2();
    let elo = |mean: &Mean| {
        let Estimate { value, low, high } = Elo::of_pairs(&mean.pairs);
        [value, low, high].map(|elo| elo.0.clamp(-MOST_ELO, MOST_ELO))
    };
    let ends = means.iter().flat_map(elo);
    let (low, high) =
        ends.fold((0.0, 0.0), |(low, high): (f64, f64), elo| (low.min(elo), high.max(elo)));
    let room = 0.1 * (high - low).max(1.0);
    let last = means.iter().map(at).fold(1.0, f64::max);
    svg(SIZE, |area| {
        let x_name = format!("samples, in doublings of {:.1} million", fewest / 1e6);
        let names = [x_name.as_str(), "Elo against the opponent"];
        let mut chart = axes(area, 0.0..last + 0.5, low - room..high + room, names)?;
        let shares = means.chunk_by(|one, other| one.recipe.share == other.recipe.share);
        let mut ends = Vec::new();
        for (share, colour) in shares.zip(COLOURS.iter().cycle()) {
            let points: Vec<(f64, f64)> =
                share.iter().map(|mean| (at(mean), elo(mean)[0])).collect();
            let intervals = share.iter().map(|mean| {
                let (at, [_, low, high]) = (at(mean), elo(mean));
                PathElement::new([(at, low), (at, high)], colour.stroke_width(1))
            });
            chart.draw_series(intervals)?;
            chart.draw_series(points.iter().map(|&at| Circle::new(at, 4, colour.filled())))?;
            ends.push((points[points.len() - 1].1, share[0].recipe.share, colour));
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        // The name of each line stands behind its end, and below that of the line above.
        ends.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut lowest = f64::INFINITY;
        for (elo, share, colour) in ends {
            lowest = elo.min(lowest - NAME_HEIGHT * (high - low + 2.0 * room));
            let style = TextStyle::from(("sans-serif", 13)).color(colour);
            let style = style.pos(Pos::new(HPos::Left, VPos::Center));
            chart.draw_series([Text::new(format!("{share} %"), (last + 0.1, lowest), style)])?;
        }
        Ok(())
    })
}

/// Height of the name of a line, as a share of the height of the chart.
const NAME_HEIGHT: f64 = 0.08;

/// Largest Elo difference in a chart: a score of 0 or 1 has an infinite one.
const MOST_ELO: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use stats::PairScores;

    use super::*;
    use crate::scaling::Recipe;

    #[test]
    fn every_share_has_a_line_with_its_name() {
        let point = |share, passes, wins| Mean {
            recipe: Recipe { share, passes, seed: 1 },
            positions: 1000,
            samples: 1000 * u64::from(passes),
            validation_loss: 0.6,
            pairs: PairScores { counts: [2, 0, 6, 0, wins] },
        };
        let points = [point(25, 1, 0), point(25, 4, 1), point(100, 1, 2), point(100, 4, 9)];
        let chart = scaling_chart(&points).unwrap();
        assert_eq!(chart.matches("<circle").count(), 4);
        for expected in ["25 %", "100 %", "doublings of 0.0 million"] {
            assert!(chart.contains(expected), "{expected} is not in {chart}");
        }
        // Interval, points and line of each share, and the axes.
        assert!(chart.matches("<polyline").count() >= 6);
        // A network that has won every game.
        let all = Mean { pairs: PairScores { counts: [0, 0, 0, 0, 9] }, ..point(50, 1, 0) };
        assert!(scaling_chart(&[all]).is_ok());
    }

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
