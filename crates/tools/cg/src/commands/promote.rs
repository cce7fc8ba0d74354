use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use arena::Hypothesis;
use serde_json::json;
use trainer::{
    Duel, Effort, Evaluator, match_line, network_in_source, pupil, student, with_provenance,
    write_whole,
};

use super::{duel, print_json};
use crate::cli::Reply;
use crate::workspace::Workspace;

const EXAMPLES: &str = "\
Examples:
  cargo cg promote breakthrough
  cargo cg promote breakthrough target/train/wide/network.rs --games 1000
  cargo cg promote jungle --against hand --sprt -20 0

The network plays the one that the bot has, on the same search, from paired openings, for as long as
the bot thinks about a move at its judge. As soon as a sequential test of normalized Elo, with five
percent of error either way, finds it stronger, its source becomes the bot's, with a line of this match
in it; otherwise nothing is written. Exit code 0: promoted. 1: not.";

/// Let a trained network play the bot's own, and give it to the bot if it is stronger
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The network.rs of a training; target/train/GAME/network.rs unless told otherwise
    #[arg(value_name = "FILE")]
    source: Option<PathBuf>,
    /// Whom it plays: hand, nothing, material, or the file of a network; the bot's own network unless
    /// told otherwise, and `hand` if it has none
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Milliseconds per move; what the bot takes at its judge unless told otherwise
    #[arg(long, value_name = "MS")]
    time: Option<NonZeroU64>,
    /// How many games at most; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "400")]
    games: NonZeroU32,
    /// Promote what is stronger by ELO1, refuse what is stronger by ELO0 only
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    #[arg(default_values_t = [0.0, 20.0])]
    sprt: Vec<f64>,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let (student, pupil) = (student(&arguments.game)?, pupil(&arguments.game)?);
    let promoted = Workspace::find()?.root.join(pupil.source());
    let default_source = || Path::new("target/train").join(pupil.name()).join("network.rs");
    let path = arguments.source.clone().unwrap_or_else(default_source);
    let source = fs::read_to_string(&path)
        .with_context(|| format!("{}: give the network.rs of a training", path.display()))?;
    let Some(text) = network_in_source(&source) else {
        bail!("{} holds no network: give the network.rs of a training", path.display());
    };
    let candidate = Evaluator::Network(text.to_owned());
    let opponent = match &arguments.against {
        Some(name) => Evaluator::find(name)?,
        None if promoted.exists() => Evaluator::in_source(&promoted)?,
        None => Evaluator::Hand,
    };
    if candidate == opponent {
        bail!("{} holds what it is to play against: the bot has it already", path.display());
    }
    let time = arguments.time.map_or(pupil.turn(), |time| Duration::from_millis(time.get()));
    let duel = Duel {
        players: [(&candidate).into(), (&opponent).into()],
        effort: Effort::Time(time),
        seed: arguments.seed,
    };
    let sprt = duel::sequential_test(&arguments.sprt)?.context("an SPRT has two numbers")?;
    let scores = duel::play(student, &duel, arguments.games, Some(&sprt))?;
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
        duel::tell(&duel, &scores, Some(&sprt))?;
        let mut out = io::stdout().lock();
        match is_stronger {
            true => writeln!(out, "written to {}", promoted.display())?,
            false => writeln!(out, "the bot stays as it is")?,
        }
    }
    Ok(if is_stronger { Reply::Yes } else { Reply::No })
}
