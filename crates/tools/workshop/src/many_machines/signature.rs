//! Signature of the code that plays inside a worker: rules, referees and baselines of a game.

use std::num::NonZeroU32;

use anyhow::Context as _;
use arena::{Contestant, GamePair, Limits, Program, Worker};
use registry::{Baseline, Effort, Game, Stop};

use crate::programs::{Programs, hash};

/// Playouts per move of the player whose games are compared.
const PLAYOUTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);

/// Returns the two games of the signature: the same work on every machine.
pub(crate) fn pair(game: &dyn Game) -> GamePair {
    let greedy = Baseline::Greedy;
    let other = if game.baseline(greedy, 0).is_some() { greedy } else { Baseline::Random };
    let contestants =
        [Baseline::Uct(Effort::Iterations(PLAYOUTS)), other].map(|baseline| Contestant {
            name: baseline.to_string(),
            program: Program::Baseline(baseline),
            nodes: None,
            move_time_ms: None,
        });
    GamePair {
        game: game.name().to_owned(),
        contestants,
        opening: Vec::new(),
        seed: 1,
        limits: Limits::default(),
        foreign: None,
    }
}

/// Returns a hash of two games between baselines, with all lines that the players get. Two programs
/// with the same signature judge a game in the same way, and their baselines choose the same moves.
pub(crate) fn signature(game: &dyn Game, programs: &Programs) -> anyhow::Result<String> {
    let played = Worker::new(programs, &Stop::default(), None).play(&pair(game))?;
    let records = played.map(|game| serde_json::to_string(&game.record.bare()));
    let [one, other] = records;
    let cannot = "the games of the signature cannot be written";
    let texts = [one.context(cannot)?, other.context(cannot)?];
    Ok(hash(&texts.each_ref().map(|text| text.as_bytes())))
}
