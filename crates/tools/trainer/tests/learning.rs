//! Tuning of weights by logistic regression and by SPSA, in every tunable game: the results are
//! reproducible.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use registry::GAMES;
use search::Params;
use trainer::{Evaluator, Fit, FitError, Pairs, SelfPlay, Spsa, SpsaRun, TunableGame, rewrite};

/// Returns all games whose weights can be tuned.
fn tunable_games() -> Vec<&'static dyn TunableGame> {
    GAMES.iter().filter_map(|game| game.tunable()).collect()
}

const SELF_PLAY: SelfPlay = SelfPlay { nodes: 40, opening_plies: (4, 9) };

const FIT: Fit = Fit { self_play: SELF_PLAY, games: 60, seed: 1, blend: 0.5, weigh_groups: false };

const SPSA: Spsa = Spsa {
    self_play: SELF_PLAY,
    pairs: 12,
    seed: 1,
    smallest_change: 8.0,
    relative_change: 0.125,
    gain: (0.1, 0.05),
};

#[test]
fn a_fit_reports_its_progress_and_is_reproducible() {
    for tunable_game in tunable_games() {
        let shares = Mutex::new(Vec::new());
        let fitted = tunable_game.fit(&FIT, &|share| shares.lock().unwrap().push(share)).unwrap();
        assert_eq!(tunable_game.fit(&FIT, &|_| ()).unwrap(), fitted, "{}", tunable_game.name());
        assert!(fitted.positions > 150 && fitted.scale > 0.0, "{fitted:?}");
        // With so few games the validation loss need not fall, but it stays plausible.
        assert!(fitted.loss.iter().all(|loss| (0.3..1.0).contains(loss)), "{fitted:?}");
        let shares = shares.into_inner().unwrap();
        assert_eq!(shares.len(), FIT.games as usize);
        assert_eq!(shares.into_iter().fold(0.0, f64::max), 1.0);
    }
}

#[test]
fn the_worth_of_every_group_of_weights_is_measured() {
    let tunable_game = tunable_games()[0];
    let fitted = tunable_game.fit(&Fit { weigh_groups: true, ..FIT }, &|_| ()).unwrap();
    let mut groups: Vec<&str> =
        fitted.weights.iter().map(|(name, _)| name.split('[').next().unwrap()).collect();
    groups.dedup();
    let measured: Vec<&str> = fitted.worth.iter().map(|worth| worth.group.as_str()).collect();
    assert_eq!(measured, groups);
    assert!(fitted.worth.iter().all(|worth| worth.error >= 0.0));
}

#[test]
fn too_few_games_cannot_be_fitted() {
    let none = tunable_games()[0].fit(&Fit { games: 1, ..FIT }, &|_| ());
    assert!(matches!(none, Err(FitError::TooFew(_))), "{none:?}");
}

/// Returns a run from the start to the end.
fn whole(plan: Spsa) -> SpsaRun<'static> {
    SpsaRun { plan, played: &[], progress: &|_| ControlFlow::Continue(()), pairs: Pairs::Here }
}

#[test]
fn spsa_changes_the_weights_and_is_reproducible() {
    for tunable_game in tunable_games() {
        let tuned = tunable_game.spsa_weights(&whole(SPSA));
        assert_eq!(tunable_game.spsa_weights(&whole(SPSA)), tuned, "{}", tunable_game.name());
        assert!(tuned.decided > 0.1, "{tuned:?}");
        let still = tunable_game.spsa_weights(&whole(Spsa { gain: (0.0, 0.0), ..SPSA }));
        assert_ne!(still.values, tuned.values, "{}", tunable_game.name());
    }
}

#[test]
fn spsa_that_was_ended_early_is_resumed_to_the_same_result() {
    let game = tunable_games()[0];
    let plan = Spsa { pairs: 40, ..SPSA };
    let kept = Mutex::new(Vec::new());
    let keep = |results: &[u8], flow| {
        *kept.lock().unwrap() = results.to_vec();
        flow
    };
    let end = |results: &[u8]| keep(results, ControlFlow::Break(()));
    let ended =
        game.spsa_weights(&SpsaRun { plan, played: &[], progress: &end, pairs: Pairs::Here });
    assert_eq!((ended.pairs, ended.course.len()), (Spsa::PAIRS_PER_UPDATE, 2));
    let still = game.spsa_weights(&whole(Spsa { gain: (0.0, 0.0), pairs: 1, ..SPSA }));
    assert_ne!(ended.values, still.values);
    let played = kept.lock().unwrap().clone();
    assert_eq!(played.len(), ended.pairs as usize);
    let go_on = |results: &[u8]| keep(results, ControlFlow::Continue(()));
    let resumed =
        game.spsa_weights(&SpsaRun { plan, played: &played, progress: &go_on, pairs: Pairs::Here });
    assert_eq!(resumed, game.spsa_weights(&whole(plan)));
    let played = kept.lock().unwrap().clone();
    // Of a complete run nothing is played again.
    let again = SpsaRun {
        plan,
        played: &played,
        progress: &|_| panic!("a pair was played"),
        pairs: Pairs::Here,
    };
    assert_eq!(game.spsa_weights(&again), resumed);
}

#[test]
fn spsa_keeps_search_parameters_within_their_ranges() {
    let names = ["reverse_futility_margin", "razoring_depth"].map(str::to_owned);
    // The steps are so large that only the ranges limit the values.
    let plan = Spsa { smallest_change: 1000.0, gain: (1.0, 1.0), ..SPSA };
    let tune = |tunable_game: &dyn TunableGame| {
        tunable_game.spsa_search(&whole(plan), &Evaluator::Hand, &names).unwrap()
    };
    for tunable_game in tunable_games() {
        let tuned = tune(tunable_game);
        assert_eq!(tune(tunable_game), tuned, "{}", tunable_game.name());
        let mut params = Params::default();
        for (name, value) in &tuned.values {
            params.set(name, *value).unwrap();
        }
        assert_ne!(params, Params::default(), "{}", tunable_game.name());
    }
    let unknown = tunable_games()[0].spsa_search(&whole(SPSA), &Evaluator::Hand, &["x".to_owned()]);
    assert!(unknown.unwrap_err().to_string().contains("no tunable `x`"));
}

#[test]
fn the_weights_of_every_game_can_be_written_into_its_source() {
    for game in GAMES.iter().filter_map(|game| game.spsa()) {
        let still = game.spsa_weights(&whole(Spsa { gain: (0.0, 0.0), pairs: 1, ..SPSA }));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(game.source());
        let text = fs::read_to_string(&path).unwrap();
        let written = rewrite(&text, &still.values, "nothing").unwrap();
        // Only the line of the command and the layout of arrays differ.
        let plain = |text: &str| -> String {
            let lines = text.lines().filter(|line| !line.starts_with("//! Made by"));
            lines.collect::<String>().replace([' ', '\n'], "").replace(",]", "]")
        };
        assert_eq!(plain(&written), plain(&text), "{}", game.name());
    }
}
