//! Command `cargo cg sprt`: the sequential probability ratio test (SPRT) of a change.

use stats::{EloModel, Hypothesis, PairScores, Sprt};

use super::matches::schedule_of;
use crate::agents::Agents;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::rules::Rules;
use crate::series;
use options::sprt::Arguments;
use options::{self, Reply};

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let options = &arguments.options;
    let played = series::play(options, programs, || {
        let rules = Rules::of(arguments.game.as_deref(), &options.conditions.foreign)?;
        let Arguments { elo0, elo1, alpha, beta, model, .. } = *arguments;
        let sprt = Sprt::new(elo0, elo1, alpha, beta, elo_model(model))?;
        let games =
            |truth| (2.0 * sprt.expected_pairs(truth, &PairScores::default())).ceil() as u64;
        let expected = [Hypothesis::Elo1, Hypothesis::Elo0].map(games);
        eprintln!(
            "note: expected length: about {} games if the difference is {elo1:+} Elo, {} if it is \
             {elo0:+}, fewer if it is outside of this range",
            expected[0], expected[1]
        );
        let most = arguments.games;
        if expected.iter().any(|&games| games > u64::from(most.get())) {
            eprintln!("note: the test ends after {most} games (--games), decided or not");
        }
        let agents = Agents::new(&rules, programs, options.conditions.nodes)
            .with_bots_as_sources(options.queued.queue.queue.is_some());
        let Arguments { test, base, also, .. } = arguments;
        let contestants = agents.make_all([test, base].into_iter().flatten().chain(also))?;
        Ok(Request {
            rules,
            contestants,
            schedule: schedule_of(&arguments.also),
            games: arguments.games.get() as usize,
            sprt: Some(sprt),
        })
    })?;
    Ok(played.reply(|decision| match decision {
        Some(Hypothesis::Elo1) => Reply::Yes,
        Some(Hypothesis::Elo0) | None => Reply::No,
    }))
}

fn elo_model(model: options::EloModel) -> EloModel {
    match model {
        options::EloModel::Normalized => EloModel::Normalized,
        options::EloModel::Logistic => EloModel::Logistic,
    }
}
