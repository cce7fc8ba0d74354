//! Opening book of a bot: moves for positions, as text that travels in the file.

use gamekit::{Move, Player, Position};
use search::{Evaluate, Limits, MoveOrder, SearchResult, Searcher, Tactics, Task};

/// First character of the alphabet: each character is one UTF-16 unit and carries 14 bits.
const FIRST: u32 = 0x3400;

/// Bits of a character.
const BITS: u32 = 14;

/// Opening book: 28 bits of a position's hash and the low and high bits of a move, per entry.
pub struct Book {
    entries: Vec<[u16; 4]>,
}

impl Book {
    /// Reads the text that [`make`] writes.
    #[must_use]
    pub fn new(text: &str) -> Book {
        let digits: Vec<u16> = text.chars().map(|c| (u32::from(c) - FIRST) as u16).collect();
        Book { entries: digits.chunks_exact(4).map(|d| [d[0], d[1], d[2], d[3]]).collect() }
    }

    /// Returns the book's moves in `pos`.
    pub fn moves<P: Position>(&self, pos: &P) -> Vec<P::Move> {
        let [low, high] = key(pos);
        let found = self.entries.iter().filter(|entry| entry[..2] == [low, high]);
        found.map(|&[.., low, high]| P::Move::from_bits(low | high << BITS)).collect()
    }
}

fn key<P: Position>(pos: &P) -> [u16; 2] {
    let mask = (1 << BITS) - 1;
    [(pos.hash() & mask) as u16, (pos.hash() >> BITS & mask) as u16]
}

/// How [`make`] chooses positions and moves. Scores are in score units of the game.
pub struct Size {
    /// Own positions of either side.
    pub positions: usize,
    /// Nodes of the search of an own move.
    pub own_nodes: u64,
    /// Nodes of the search of each reply of the opponent.
    pub reply_nodes: u64,
    /// Score units of a difference of 1 in the logit of the expected result.
    pub units_per_logit: f64,
}

/// Returns the text of the book for `side`.
///
/// The most probable positions are taken first. A second own move is in the book if it is within
/// 0.01 logit of the best; the opponent's replies are those within 0.4 logit, the probability of
/// each falling by e for each 0.08.
pub fn make<P, E>(mut searcher: Searcher<P, E>, side: Player, size: &Size) -> String
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let mut open = vec![(1.0f64, P::initial(), Vec::new())];
    let mut seen = Vec::new();
    let mut text = String::new();
    while seen.len() < size.positions && !open.is_empty() {
        let next = (0..open.len()).max_by(|&a, &b| open[a].0.total_cmp(&open[b].0)).unwrap_or(0);
        let (weight, pos, past) = open.swap_remove(next);
        let mut search = |pos: &P, past: &[P], moves: &[P::Move], nodes| {
            searcher.search(&Task { root: pos, moves, past }, Limits::nodes(nodes), |_| ())
        };
        let mut legal = Vec::new();
        pos.legal_moves(|mv| legal.push(mv));
        let mut push = |mv, weight| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let past = [&past[..], std::slice::from_ref(&pos)].concat();
            match open.iter_mut().find(|(_, other, _)| *other == after) {
                Some(known) => known.0 += weight,
                None => open.push((weight, after, past)),
            }
        };
        if pos.side_to_move() == side {
            if legal.len() < 2 || seen.contains(&pos) {
                legal.iter().take(1).for_each(|&mv| push(mv, weight));
                continue;
            }
            seen.push(pos.clone());
            let Some(best) = search(&pos, &past, &legal, size.own_nodes) else { continue };
            let rest: Vec<P::Move> = legal.iter().copied().filter(|&mv| mv != best.best).collect();
            let second = search(&pos, &past, &rest, size.own_nodes)
                .filter(|other| f64::from(best.score - other.score) <= 0.01 * size.units_per_logit);
            let moves: Vec<P::Move> = [Some(&best), second.as_ref()]
                .into_iter()
                .flatten()
                .map(|r: &SearchResult<_>| r.best)
                .collect();
            eprintln!(
                "{}: {weight:.4} after {} plies: {moves:?} {}",
                seen.len(),
                past.len(),
                best.score
            );
            for &mv in &moves {
                let bits = mv.to_bits();
                let [low, high] = key(&pos);
                let mask = (1 << BITS) - 1;
                for digit in [low, high, bits & mask, bits >> BITS] {
                    text.push(char::from_u32(FIRST + u32::from(digit)).expect("no surrogate"));
                }
                push(mv, weight / moves.len() as f64);
            }
        } else {
            let mut scored = Vec::new();
            for &mv in &legal {
                let mut after = pos.clone();
                after.play_unchecked(mv);
                let mut replies = Vec::new();
                after.legal_moves(|mv| replies.push(mv));
                let past = [&past[..], std::slice::from_ref(&pos)].concat();
                if let Some(result) = search(&after, &past, &replies, size.reply_nodes) {
                    let same = after.side_to_move() == pos.side_to_move();
                    scored.push((mv, f64::from(if same { result.score } else { -result.score })));
                }
            }
            let best = scored.iter().map(|&(_, score)| score).fold(f64::MIN, f64::max);
            let share = |score: f64| ((score - best) / (0.08 * size.units_per_logit)).exp();
            scored.retain(|&(_, score)| best - score <= 0.4 * size.units_per_logit);
            let sum: f64 = scored.iter().map(|&(_, score)| share(score)).sum();
            for (mv, score) in scored {
                push(mv, weight * share(score) / sum);
            }
        }
    }
    text
}
