//! Alpha-beta search compared with plain negamax on random trees.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod trees;

use gamekit::Position;
use search::{score, Limits, Params, SearchResult, Searcher};

use trees::{after, legal_moves, negamax, task, Branch, Knowledge, Node};

#[test]
fn without_pruning_the_search_equals_plain_negamax() {
    compare_with_negamax::<false>();
}

#[test]
fn without_pruning_the_search_with_cheap_evaluations_equals_plain_negamax() {
    compare_with_negamax::<true>();
}

fn compare_with_negamax<const CHEAP: bool>() {
    let mut searcher = Searcher::new(Knowledge::<CHEAP>(1), Params::exact(), 1 << 20);
    let mut proven = 0;
    for seed in 0..300 {
        let root = Node::root(seed);
        let depth = 1 + seed as usize % 8;
        let result = searcher
            .search(&task(&root, &legal_moves(&root)), Limits::depth(depth), |_| ())
            .unwrap();
        assert_eq!(result.score, negamax(&root, depth, 0), "tree {seed} to depth {depth}");
        let reached = negamax(&after(&root, result.best), depth - 1, 1);
        assert_eq!(-reached, result.score, "the move of tree {seed} to depth {depth}");
        proven += u32::from(score::is_proven(result.score));
    }
    assert!((30..270).contains(&proven), "{proven} of 300 trees were decided");
}

#[test]
fn with_pruning_a_proven_result_is_still_true() {
    let mut searcher = Searcher::new(Knowledge::<false>(1), Params::default(), 1 << 20);
    let mut proven = 0;
    for seed in 0..400 {
        let root = Node::root(1_000 + seed);
        let result =
            searcher.search(&task(&root, &legal_moves(&root)), Limits::depth(8), |_| ()).unwrap();
        if score::is_proven(result.score) {
            let plies = (score::WIN - result.score.abs()) as usize;
            let truth = negamax(&root, plies, 0);
            assert!(score::is_proven(truth), "tree {seed} is open");
            assert_eq!(truth.signum(), result.score.signum(), "tree {seed}");
            proven += 1;
        }
    }
    assert!(proven > 100, "only {proven} of 400 trees were decided");
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let root = Node::root(5);
    let run = |limits| {
        let mut searcher = Searcher::new(Knowledge::<false>(1), Params::default(), 1 << 20);
        let result = searcher.search(&task(&root, &legal_moves(&root)), limits, |_| ()).unwrap();
        (result.best, result.score, result.nodes)
    };
    assert_eq!(run(Limits::depth(9)), run(Limits::depth(9)));
    assert_eq!(run(Limits::nodes(500)), run(Limits::nodes(500)));
    assert!(run(Limits::nodes(500)).2 <= 500);
}

#[test]
fn only_the_given_root_moves_are_considered() {
    let mut searcher = Searcher::new(Knowledge::<false>(1), Params::default(), 1 << 20);
    for seed in 0..20 {
        let root = Node::root(seed);
        for mv in legal_moves(&root) {
            let result = searcher.search(&task(&root, &[mv]), Limits::depth(4), |_| ()).unwrap();
            assert_eq!(result.best, mv);
        }
    }
    assert!(searcher.search(&task(&Node::root(0), &[]), Limits::depth(4), |_| ()).is_none());
}

#[test]
fn a_report_follows_each_iteration() {
    let mut searcher = Searcher::new(Knowledge::<false>(1), Params::exact(), 1 << 20);
    let root = Node::root(3);
    let mut depths = Vec::new();
    searcher.search(&task(&root, &legal_moves(&root)), Limits::depth(6), |report| {
        depths.push(report.depth);
    });
    assert_eq!(depths, (1..=depths.len()).collect::<Vec<_>>());
}

/// Returns the position after the principal variation (PV) of `result`, whose head must be the best
/// move.
fn end_of_pv(root: &Node, result: &SearchResult<Branch>) -> Node {
    assert_eq!(result.line.first(), Some(&result.best));
    let mut end = root.clone();
    for &mv in &result.line {
        end.play(mv).unwrap();
    }
    end
}

#[test]
fn without_pruning_the_principal_variation_leads_to_the_score() {
    let mut searcher = Searcher::new(Knowledge::<false>(1), Params::exact(), 1 << 20);
    for seed in 0..300 {
        let root = Node::root(seed);
        searcher.search(&task(&root, &legal_moves(&root)), Limits::depth(8), |report| {
            let end = end_of_pv(&root, report);
            let plies = report.line.len();
            assert!(plies == report.depth || end.outcome().is_some(), "tree {seed}: {report:?}");
            let sign = if plies % 2 == 0 { 1 } else { -1 };
            assert_eq!(sign * negamax(&end, 0, plies), report.score, "tree {seed}: {report:?}");
        });
    }
}

#[test]
fn the_principal_variation_of_a_stopped_search_begins_with_its_best_move() {
    let root = Node::root(5);
    for nodes in 0..600 {
        let mut searcher = Searcher::new(Knowledge::<false>(1), Params::default(), 1 << 16);
        let limits = Limits::nodes(nodes);
        let result = searcher.search(&task(&root, &legal_moves(&root)), limits, |_| ()).unwrap();
        end_of_pv(&root, &result);
    }
}
