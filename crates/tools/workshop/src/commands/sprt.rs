//! Command `cargo cg sprt`: the sequential probability ratio test (SPRT) of a change.

use arena::Schedule;
use registry::game;
use stats::{EloModel, Hypothesis, PairScores, Sprt};

use crate::agents::Agents;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::series;
use options::sprt::Arguments;
use options::{self, Reply};

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let options = &arguments.options;
    let played = series::play(options, programs, || {
        let game = game(arguments.game.as_deref().unwrap_or_default())?;
        let Arguments { elo0, elo1, alpha, beta, model, .. } = *arguments;
        let sprt = Sprt::new(elo0, elo1, alpha, beta, elo_model(model))?;
        let games =
            |truth| (2.0 * sprt.expected_pairs(truth, &PairScores::default())).ceil() as u64;
        eprintln!(
            "note: expected length: about {} games if the difference is {elo1:+} Elo, {} if it is \
             {elo0:+}, fewer if it is outside of this range",
            games(Hypothesis::Elo1),
            games(Hypothesis::Elo0)
        );
        let agents = Agents::new(game, programs, options.conditions.nodes);
        let make =
            |text: &Option<String>| agents.make_or_commit(text.as_deref().unwrap_or_default());
        Ok(Request {
            game,
            contestants: vec![make(&arguments.test)?, make(&arguments.base)?],
            schedule: Schedule::RoundRobin,
            games: arguments.games.get() as usize,
            sprt: Some(sprt),
        })
    })?;
    // `None`: the game pairs are only printed, which is a success.
    Ok(match played.map(|running_match| running_match.decision()) {
        None | Some(Some(Hypothesis::Elo1)) => Reply::Yes,
        Some(Some(Hypothesis::Elo0) | None) => Reply::No,
    })
}

fn elo_model(model: options::EloModel) -> EloModel {
    match model {
        options::EloModel::Normalized => EloModel::Normalized,
        options::EloModel::Logistic => EloModel::Logistic,
    }
}
