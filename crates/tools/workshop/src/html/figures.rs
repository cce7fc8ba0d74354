//! Data of the HTML report, read from the store.

use arena::{MatchId, Standings, Store, StoreError, StoredMatch};
use stats::{Elo, Estimate, PairScores};

/// Data of a report.
pub(super) struct Figures {
    pub(super) stored: StoredMatch,
    pub(super) standings: Standings,
    /// Elo difference with its confidence interval after each pair, in a match of two players.
    pub(super) elo: Vec<Estimate<Elo>>,
    /// Log-likelihood ratio (LLR) after each pair, in an SPRT.
    pub(super) llr: Vec<f64>,
    /// Times of all answers in milliseconds, by contestant.
    pub(super) answer_times: Vec<Vec<f64>>,
    /// Lengths of all games in plies.
    pub(super) lengths: Vec<f64>,
    pub(super) faults: Vec<Fault>,
}

/// Game that a player has lost by a fault.
pub(super) struct Fault {
    /// Number of the game in the match, from 1.
    pub(super) game: usize,
    pub(super) seed: u64,
    pub(super) player: String,
    pub(super) reason: String,
    pub(super) detail: String,
}

impl Figures {
    pub(super) fn read(store: &Store, id: MatchId) -> Result<Figures, StoreError> {
        let stored = store.match_of(Some(id))?;
        let games = store.games(id)?;
        let mut figures = Figures {
            standings: store.standings(id)?,
            elo: Vec::new(),
            llr: Vec::new(),
            answer_times: vec![Vec::new(); stored.plan.contestants.len()],
            lengths: games.iter().map(|game| game.summary.plies as f64).collect(),
            faults: Vec::new(),
            stored,
        };
        let plan = &figures.stored.plan;
        if plan.contestants.len() == 2 {
            let mut pairs = PairScores::default();
            for pair in games.chunks_exact(2) {
                pairs.add(pair.iter().map(|game| game.summary.score(0)).sum());
                figures.elo.push(Elo::of_pairs(&pairs));
                figures.llr.extend(plan.sprt.as_ref().map(|sprt| sprt.llr(&pairs)));
            }
        }
        for game in &games {
            if let Some(player) = game.summary.at_fault() {
                figures.faults.push(Fault {
                    game: 2 * game.unit + game.number + 1,
                    seed: game.summary.seed,
                    player: plan.contestants[game.pairing[player]].name.clone(),
                    reason: game.summary.reason.clone(),
                    detail: game.summary.detail.clone().unwrap_or_default(),
                });
            }
        }
        let mut next = games.iter();
        let answer_times = &mut figures.answer_times;
        store.each_record::<StoreError>(Some(id), |_, record| {
            // Records have the order of the games.
            let Some(game) = next.next() else { return Ok(()) };
            for ply in &record.plies {
                if let Some(time) = ply.turn.as_ref().and_then(|turn| turn.time_us) {
                    let player = game.pairing[ply.player ^ game.summary.first];
                    answer_times[player].push(time as f64 / 1e3);
                }
            }
            Ok(())
        })?;
        Ok(figures)
    }
}
