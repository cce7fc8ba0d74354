//! Command `cargo cg promote`: the match in which a network replaces the network of the bot.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, bail};
use registry::{Stop, network_game, tunable_game};
use serde_json::json;
use stats::Hypothesis;
use trainer::{
    Duel, Effort, Evaluator, match_line, network_in_source, with_provenance, write_whole,
};

use super::duel;
use crate::json_report::print_json;
use crate::programs::Programs;
use options::Reply;
use options::promote::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let (tunable_game, network_game) =
        (tunable_game(&arguments.game)?, network_game(&arguments.game)?);
    let promoted = programs.workspace()?.root.join(network_game.source());
    let path = match &arguments.source {
        Some(path) => path.clone(),
        None => programs.kept("train")?.join(network_game.name()).join("network.rs"),
    };
    let source = fs::read_to_string(&path)
        .with_context(|| format!("{}: give the network.rs of a training run", path.display()))?;
    let Some(text) = network_in_source(&source) else {
        bail!("{} holds no network: give the network.rs of a training run", path.display());
    };
    let candidate = Evaluator::Network(text.to_owned());
    let opponent = match &arguments.against {
        Some(name) => Evaluator::find(name)?,
        None if promoted.exists() => Evaluator::in_source(&promoted)?,
        None => Evaluator::Hand,
    };
    if candidate == opponent {
        bail!("{} holds the network of its opponent: the bot has it already", path.display());
    }
    let time = arguments.time.map_or(network_game.turn(), |time| Duration::from_millis(time.get()));
    let duel = Duel {
        players: [(&candidate).into(), (&opponent).into()],
        effort: Effort::Time(time),
        seed: arguments.seed,
    };
    let sprt = duel::sprt_between(&arguments.sprt)?.context("an SPRT needs two Elo bounds")?;
    let stop = Stop::default();
    let scores = duel::play(tunable_game, &duel, arguments.games, Some(&sprt), &stop)?;
    let is_stronger = sprt.decide(&scores) == Some(Hypothesis::Elo1);
    if is_stronger {
        let (against, llr) = (opponent.identity(), sprt.llr(&scores));
        let line = match_line(&against, duel.effort, duel.seed, &scores, llr);
        write_whole(&promoted, with_provenance(&source, &line).as_bytes())
            .with_context(|| promoted.display().to_string())?;
    }
    if arguments.json {
        let mut object = duel::json_of(&duel, &scores, Some(&sprt));
        object["written"] = json!(is_stronger.then_some(&promoted));
        print_json(&object)?;
    } else {
        duel::print_result(&duel, &scores, Some(&sprt))?;
        let mut out = io::stdout().lock();
        match is_stronger {
            true => writeln!(out, "written to {}", promoted.display())?,
            false => writeln!(out, "the bot is unchanged")?,
        }
    }
    Ok(match is_stronger {
        true => Reply::Yes,
        false if stop.is_requested() => Reply::Interrupted,
        false => Reply::No,
    })
}
