//! Command `cargo cg duel`: a match between two evaluations or searches in one process.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::time::Duration;

use registry::{Stop, game, match_openings, spsa_game};
use serde_json::{Value, json};
use stats::{Elo, EloModel, Estimate, Hypothesis, PairScores, Sprt, SprtError};
use trainer::{Duel, DuelPlayer, Effort, Evaluator, SpsaGame};

use crate::json_report::print_json;
use crate::pair_progress::{PairProgress, llr_line, score_line};
use options::Reply;
use options::duel::Arguments;

/// Type I and type II error rate of the SPRT.
const ERROR_RATE: f64 = 0.05;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = spsa_game(&arguments.game)?;
    let sprt = sprt_between(&arguments.sprt)?;
    let [one, other] = [Evaluator::find(&arguments.p1)?, Evaluator::find(&arguments.p2)?];
    let players = [(&one, &arguments.p1_set), (&other, &arguments.p2_set)]
        .map(|(evaluator, tunables)| DuelPlayer { evaluator, tunables });
    let effort = match arguments.time {
        Some(time) => Effort::Time(Duration::from_millis(time.get())),
        None => Effort::Nodes(arguments.nodes.get()),
    };
    let duel = Duel { players, effort, seed: arguments.seed };
    let stop = Stop::default();
    let scores = play(game, &duel, arguments.games, sprt.as_ref(), &stop)?;
    if arguments.json {
        print_json(&json_of(&duel, &scores, sprt.as_ref()))?;
    } else {
        print_result(&duel, &scores, sprt.as_ref())?;
    }
    if stop.is_requested() {
        return Ok(Reply::Interrupted);
    }
    let is_stronger = |sprt: Sprt| sprt.decide(&scores) == Some(Hypothesis::Elo1);
    Ok(if sprt.is_none_or(is_stronger) { Reply::Yes } else { Reply::No })
}

/// Plays with the progress on standard error, until the SPRT has decided or the user presses
/// Ctrl-C, which requests `stop`.
pub(super) fn play(
    spsa_game: &dyn SpsaGame,
    duel: &Duel<'_>,
    games: NonZeroU32,
    sprt: Option<&Sprt>,
    stop: &Stop,
) -> anyhow::Result<PairScores> {
    let most = games.get().div_ceil(2);
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let mut progress = PairProgress::new(0, most as usize)?;
    let openings = match_openings(game(spsa_game.name())?, most as usize, duel.seed);
    let scores = duel.play(spsa_game, &openings, PairScores::default(), most, |scores| {
        let test = sprt.map(|sprt| (sprt, scores));
        progress.update(scores.pairs() as usize, &score_line(scores), test);
        stop.is_requested() || sprt.is_some_and(|sprt| sprt.decide(scores).is_some())
    });
    progress.clear();
    Ok(scores?)
}

/// Returns the result as a JSON object.
pub(super) fn json_of(duel: &Duel<'_>, scores: &PairScores, sprt: Option<&Sprt>) -> Value {
    let (least, greatest) = scores.interval();
    let (nodes, milliseconds) = match duel.effort {
        Effort::Nodes(nodes) => (Some(nodes), None),
        Effort::Time(time) => (None, Some(time.as_millis() as u64)),
    };
    json!({
        "games": 2 * scores.pairs(),
        "pairs": scores.counts,
        "score": (scores.pairs() > 0).then(|| scores.score()),
        "interval": (scores.pairs() > 0).then_some([least, greatest]),
        "nodes": nodes,
        "milliseconds": milliseconds,
        "seed": duel.seed,
        "sprt": sprt,
        "llr": sprt.map(|sprt| sprt.llr(scores)),
        "verdict": sprt.and_then(|sprt| sprt.decide(scores)),
    })
}

/// Prints the result to standard output.
pub(super) fn print_result(
    duel: &Duel<'_>,
    scores: &PairScores,
    sprt: Option<&Sprt>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (least, greatest) = scores.interval();
    let percent = [scores.score(), least, greatest].map(|score| 100.0 * score);
    let Estimate { value, low, high } = Elo::of_pairs(scores);
    writeln!(out, "{} games, {}, seed {}", 2 * scores.pairs(), duel.effort, duel.seed)?;
    if scores.pairs() > 0 {
        writeln!(out, "p1 {:.1} % ({:.1} .. {:.1})", percent[0], percent[1], percent[2])?;
        writeln!(out, "Elo {:+.0} ({:+.0} .. {:+.0})", value.0, low.0, high.0)?;
    }
    if let Some(sprt) = sprt {
        let verdict = match sprt.decide(scores) {
            Some(Hypothesis::Elo1) => "H1 accepted, p1 is stronger",
            Some(Hypothesis::Elo0) => "H0 accepted, p1 is not stronger",
            None => "undecided",
        };
        let llr = llr_line(sprt, scores);
        writeln!(out, "SPRT [{:+}, {:+}]: {llr}, {verdict}", sprt.elo0(), sprt.elo1())?;
    }
    Ok(())
}

/// Returns an SPRT of normalized Elo with alpha and beta of [`ERROR_RATE`]; `None` without two
/// bounds.
pub(super) fn sprt_between(between: &[f64]) -> Result<Option<Sprt>, SprtError> {
    let between = between.first_chunk();
    let test = |&[elo0, elo1]: &[f64; 2]| {
        Sprt::new(elo0, elo1, ERROR_RATE, ERROR_RATE, EloModel::Normalized)
    };
    between.map(test).transpose()
}
