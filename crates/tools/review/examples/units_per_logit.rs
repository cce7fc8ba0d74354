//! Fits the score per logit of expected points to recorded games:
//! `cargo run --release -p review --example units_per_logit -- games.jsonl.gz`.
//!
//! The records hold what the players reported, as `cargo cg export --full` writes it. The scale is
//! that with which the reported scores predict the results best (logistic regression). Proven
//! results are left out.

#![allow(clippy::unwrap_used, reason = "a failure is a panic with its reason")]

use std::env;
use std::path::Path;

use records::{Record, Records};
use search::score::PROVEN;

/// Bounds of the scale, in centi-pieces per logit.
const BOUNDS: (f64, f64) = (10.0, 10_000.0);

/// Number of bisections of the logarithm of the scale.
const STEPS: usize = 60;

fn main() {
    for path in env::args().skip(1) {
        let mut samples = Vec::new();
        let mut games = 0;
        for entry in Records::open(Path::new(&path)).unwrap() {
            games += 1;
            samples.extend(samples_of(&entry.unwrap().1));
        }
        let scale = units_per_logit(&samples);
        println!("{path}: {games} games, {} scores, {scale:.0} units per logit", samples.len());
    }
}

/// Returns the reported scores of a game in centi-pieces, each with the points of its player.
fn samples_of(record: &Record) -> Vec<(f64, f64)> {
    let first = match record.result.as_str() {
        "1-0" => 1.0,
        "0-1" => 0.0,
        _ => 0.5,
    };
    let scores = record.plies.iter().filter_map(|ply| {
        let score = 100.0 * ply.turn.as_ref()?.report.as_ref()?.score?;
        Some((score, if ply.player == 0 { first } else { 1.0 - first }))
    });
    scores.filter(|(score, _)| score.abs() < f64::from(PROVEN)).collect()
}

/// Returns the scale of the greatest likelihood: there the slope of the likelihood is zero. The
/// slope falls monotonically with the number of logits per unit.
fn units_per_logit(samples: &[(f64, f64)]) -> f64 {
    let slope = |logits_per_unit: f64| {
        let term = |&(score, points): &(f64, f64)| {
            score * (points - 1.0 / (1.0 + (-score * logits_per_unit).exp()))
        };
        samples.iter().map(term).sum::<f64>()
    };
    let (mut low, mut high) = BOUNDS;
    for _ in 0..STEPS {
        let middle = (low * high).sqrt();
        if slope(1.0 / middle) > 0.0 { high = middle } else { low = middle }
    }
    (low * high).sqrt()
}
