//! Chart of an SPSA run: how far each value has moved after each update, as an SVG.

use charts::{COLOURS, ChartError, GREY, axes, svg};
use plotters::chart::SeriesLabelPosition;
use plotters::prelude::{LineSeries, PathElement};
use plotters::style::{Color, TextStyle};
use trainer::{Spsa, SpsaResult};

/// Width and height in pixels.
const SIZE: (u32, u32) = (720, 400);

/// Returns the chart of a run: the move of each value from its start, in perturbations at the
/// start, by the number of pairs. The values that have moved most are named, the others are grey.
pub(crate) fn tuning_chart(plan: &Spsa, tuned: &SpsaResult) -> Result<String, ChartError> {
    let line = |place: usize| -> Vec<(f64, f64)> {
        let start = tuned.course[0][place];
        let moved = tuned.course.iter().map(|values| values[place] - start);
        let pairs = (0..)
            .step_by(Spsa::PAIRS_PER_UPDATE as usize)
            .map(|pairs: u32| f64::from(pairs.min(tuned.pairs)));
        pairs.zip(moved.map(|moved| moved / plan.change(start))).collect()
    };
    let mut lines: Vec<(&str, Vec<(f64, f64)>)> =
        tuned.values.iter().enumerate().map(|(place, (name, _))| (&**name, line(place))).collect();
    let end = |line: &[(f64, f64)]| line.last().map_or(0.0, |&(_, moved)| moved.abs());
    lines.sort_by(|(_, one), (_, other)| end(other).total_cmp(&end(one)));
    let moves = lines.iter().flat_map(|(_, line)| line).map(|&(_, moved)| moved);
    let (low, high) =
        moves.fold((-1.0_f64, 1.0_f64), |(low, high), moved| (low.min(moved), high.max(moved)));
    svg(SIZE, |area| {
        let names = ["pairs", "moved, in perturbations"];
        let mut chart = axes(area, 0.0..tuned.pairs.into(), low..high, names)?;
        // The named lines last, above the others.
        for (place, (name, line)) in lines.into_iter().enumerate().rev() {
            let Some(&colour) = COLOURS.get(place) else {
                chart.draw_series(LineSeries::new(line, GREY.mix(0.4)))?;
                continue;
            };
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?.label(name).legend(
                move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)),
            );
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(TextStyle::from(("sans-serif", 13)).color(&GREY))
            .draw()?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use trainer::SelfPlay;

    use super::*;

    #[test]
    fn the_values_that_moved_most_are_named() {
        let plan = Spsa {
            self_play: SelfPlay { nodes: 1, opening_plies: (0, 0) },
            pairs: 20,
            seed: 1,
            smallest_change: 4.0,
            relative_change: 0.5,
            gain: (0.5, 0.1),
        };
        let name = |place: u32| format!("weight[{place}]");
        let tuned = SpsaResult {
            before: (0..8).map(|place| (name(place), 0)).collect(),
            values: (0..8).map(|place| (name(place), 0)).collect(),
            course: vec![vec![0.0; 8], (0..8).map(f64::from).collect()],
            pairs: 16,
            decided: 0.5,
        };
        let picture = tuning_chart(&plan, &tuned).unwrap();
        for place in 0..8 {
            assert_eq!(picture.contains(&name(place)), place >= 2, "{picture}");
        }
    }
}
