//! Best-first minimax search: correctness of proven results, determinism and playable lines.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod trees;

use gamekit::Position;
use search::{score, BestFirst, BestFirstParams, Limits, Params};

use trees::{after, legal_moves, negamax, task, Knowledge, Node};

fn best_first(params: BestFirstParams) -> BestFirst<Node, Knowledge> {
    BestFirst::new(Knowledge(1), Params::default(), 1 << 20, params)
}

#[test]
fn proven_results_are_true_and_the_move_reaches_them() {
    for leaf_depth in 0..3 {
        let mut search = best_first(BestFirstParams { leaf_depth, ..BestFirstParams::default() });
        let mut proven = 0;
        for seed in 0..200 {
            let root = Node::root(2_000 + seed);
            let result =
                search.search(&task(&root, &legal_moves(&root)), Limits::nodes(3_000)).unwrap();
            if !score::is_proven(result.score) {
                continue;
            }
            let plies = (score::WIN - result.score.abs()) as usize;
            let truth = negamax(&root, plies, 0);
            assert!(score::is_proven(truth), "tree {seed} is open");
            assert_eq!(truth.signum(), result.score.signum(), "tree {seed}");
            let reached = negamax(&after(&root, result.best), plies - 1, 1);
            assert_eq!(-reached.signum(), result.score.signum(), "the move of tree {seed}");
            proven += 1;
        }
        assert!((50..200).contains(&proven), "{proven} of 200 trees were decided");
    }
}

#[test]
fn a_tree_of_one_generation_takes_the_best_child() {
    for seed in 0..100 {
        let root = Node::root(seed);
        let params = BestFirstParams {
            leaf_depth: 0,
            most_nodes: 2,
            trust: 0.0,
            ..BestFirstParams::default()
        };
        let result =
            best_first(params).search(&task(&root, &legal_moves(&root)), Limits::NONE).unwrap();
        assert_eq!(result.score, negamax(&root, 1, 0), "tree {seed}");
        assert_eq!(result.depth, 1);
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    let root = Node::root(5);
    let run = || {
        let mut search = best_first(BestFirstParams::default());
        let result =
            search.search(&task(&root, &legal_moves(&root)), Limits::nodes(2_000)).unwrap();
        (result.best, result.score, result.nodes, result.line)
    };
    assert_eq!(run(), run());
}

#[test]
fn scaling_the_evaluation_and_its_logit_scale_together_changes_nothing() {
    /// A power of two, so that the expected points are equal to the last bit.
    const SCALE: i32 = 4;
    let root = Node::root(5);
    let run = |scale: i32, units_per_logit: f32| {
        let params =
            BestFirstParams { leaf_depth: 0, units_per_logit, ..BestFirstParams::default() };
        let mut search = BestFirst::new(Knowledge(scale), Params::default(), 1 << 20, params);
        let limits = Limits::nodes(2_000);
        let result = search.search(&task(&root, &legal_moves(&root)), limits).unwrap();
        assert!(!score::is_proven(result.score));
        (result.score * SCALE / scale, result.nodes, result.line)
    };
    let plain = run(1, 200.0);
    assert_eq!(run(SCALE, 200.0 * SCALE as f32), plain);
    // With expected points that differ more, the search prefers another line.
    assert_ne!(run(SCALE, 200.0), plain);
}

#[test]
fn the_line_is_playable_and_begins_with_the_best_move() {
    for seed in 0..50 {
        let root = Node::root(seed);
        let mut search = best_first(BestFirstParams::default());
        let result = search.search(&task(&root, &legal_moves(&root)), Limits::nodes(500)).unwrap();
        assert_eq!(result.line.first(), Some(&result.best));
        let mut pos = root;
        for mv in result.line {
            pos.play(mv).unwrap();
        }
    }
}

#[test]
fn without_moves_there_is_no_result() {
    let mut search = best_first(BestFirstParams::default());
    assert!(search.search(&task(&Node::root(0), &[]), Limits::nodes(9)).is_none());
}
