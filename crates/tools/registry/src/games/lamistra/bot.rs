//! Bot of Lamistra in the board room, which plays and explains attacks by their Nash equilibrium.

use std::time::Instant;

use boards::{Bot, Comparison, PositionLine, PvInfo, SearchBot, TT_BYTES, Task};
use lamistra::{Attack, BotEngine, Move, Position, SETTINGS};
use search::{Searcher, Solution};

/// Bot of Lamistra.
pub(super) struct LamistraBot;

/// Bot for positions in which the players move in turn.
const IN_TURN: SearchBot<BotEngine> = SearchBot::new(SETTINGS.params);

impl Bot<Position> for LamistraBot {
    fn decide(
        &self,
        line: &PositionLine<Position>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<Move> {
        IN_TURN.decide_at(&fair_root(line), line, task, report)
    }

    fn analyse(
        &self,
        line: &PositionLine<Position>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        if line.now.attack().is_none() {
            return IN_TURN.analyse(line, task, lines, report);
        }
        let mut searcher = Searcher::new(BotEngine::default(), SETTINGS.params, TT_BYTES);
        let root = fair_root(line);
        let is_attacker = root.attack().is_some_and(|attack| attack.name.is_none());
        let limits = task.limits();
        searcher.solve_root(&root, &line.past, limits, |solution| {
            let is_over = limits.hard.is_some_and(|hard| Instant::now() >= hard);
            if solution.depth > 0 && !is_over {
                report(equilibrium_lines(solution, is_attacker, lines));
            }
        });
    }

    /// Compares moves on the board. Names of roles are drawn from a mixed strategy: none of them is
    /// better than the others.
    fn compare(
        &self,
        line: &PositionLine<Position>,
        other: Move,
        task: &Task,
    ) -> Option<Comparison<PvInfo>> {
        if line.now.attack().is_some() {
            return None;
        }
        IN_TURN.compare(line, other, task)
    }
}

/// Returns the position without information that is hidden from the side to move.
fn fair_root(line: &PositionLine<Position>) -> Position {
    match line.now.attack() {
        Some(Attack { name: Some(_), .. }) => line.now.with_any_name(),
        _ => line.now,
    }
}

/// Returns the choices of the side to move with the highest probabilities in the Nash equilibrium.
fn equilibrium_lines(solution: &Solution<Move>, is_attacker: bool, lines: usize) -> Vec<PvInfo> {
    let (choices, shares) = match is_attacker {
        true => (&solution.rows, &solution.equilibrium.rows),
        false => (&solution.columns, &solution.equilibrium.columns),
    };
    let mut choices: Vec<(Move, f64)> = choices.iter().zip(shares.iter().copied()).collect();
    choices.sort_by(|one, other| other.1.total_cmp(&one.1));
    let score = if is_attacker { solution.score } else { -solution.score };
    let info = |(mv, share): (Move, f64)| PvInfo {
        depth: solution.depth,
        score,
        nodes: solution.nodes,
        time: solution.elapsed,
        pv: vec![mv.to_string()],
        share: Some(share),
    };
    choices.into_iter().take(lines).map(info).collect()
}
