use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use arena::{Elo, PairScores};
use cargo_metadata::MetadataCommand;
use learner::TrainingDevice;
use serde_json::json;
use trainer::{
    Duel, DuelError, Effort, Evaluator, EvaluatorError, match_line, network_source, pupil, student,
    write_whole,
};

use super::train::share;
use super::{command, lessons_line, print_json, stop_on_interrupt};
use crate::cli::Reply;
use crate::generations::{Generation, PRESENT, Plan, Run, State, Step};
use crate::pictures::generations_chart;

const EXAMPLES: &str = "\
Examples:
  cargo cg learn breakthrough --hours 0.2
  cargo cg learn breakthrough --hours 8 --from hand --hidden 128 --nodes 2000
  cargo cg learn breakthrough --hours 8 --from present --write

A generation plays games with the present network, trains another one on them and on those of the two
generations before, and lets it play the present one, on the same search with the same nodes. If a
sequential test finds it stronger, it is the present one from then on. As long as the present one is
`nothing`, games are played with the last network whether it has passed or not. Everything is kept in
a folder; given again after Ctrl-C or a power cut, the command goes on, and with more hours it goes
further. Exit code 0: a network has passed. 1: none has.";

/// Learn a network, generation by generation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// How long it may take, in hours, with what an interrupted run has already taken
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: f64,
    /// What to begin with: nothing (no opinion of positions), hand (the evaluation by hand) or
    /// present (the bot's network)
    #[arg(long, value_name = "WHAT", default_value = "nothing")]
    #[arg(value_parser = ["nothing", "hand", "present"])]
    from: String,
    /// Nodes per move, in self-play and in the match
    #[arg(long, value_name = "N", default_value = "400")]
    nodes: NonZeroU64,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "500")]
    games: NonZeroU32,
    /// Units of the first layer, for each of the two players
    #[arg(long, value_name = "N", default_value = "64")]
    hidden: NonZeroUsize,
    /// Units of a second layer; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    second: usize,
    /// Share of a target that is what the search found, the rest being how the game ended; unless
    /// told otherwise what suits the game
    #[arg(long, value_name = "0..1", value_parser = share)]
    lambda: Option<f32>,
    /// What to train on; the games are played on the processor
    #[arg(long, value_enum, default_value_t)]
    device: TrainingDevice,
    /// The source of all randomness; how many games there are depends on the machine's speed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder of the run; target/learn/GAME unless told otherwise
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Write each network that has passed into the source of the bot
    #[arg(long)]
    write: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Pairs of the match with the evaluation by material, after the last generation.
const LAST_PAIRS: u32 = 100;

fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if f64::is_finite(hours) && hours > 0.0 => Ok(hours),
        _ => Err("expected a number above 0".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let (student, pupil) = (student(&arguments.game)?, pupil(&arguments.game)?);
    arguments.device.check()?;
    let plan = Plan {
        game: student.name().to_owned(),
        from: arguments.from.clone(),
        nodes: arguments.nodes.get(),
        games: arguments.games.get(),
        hidden: arguments.hidden.get(),
        second: arguments.second,
        lambda: arguments.lambda.unwrap_or(pupil.lambda()),
        seed: arguments.seed,
    };
    let needs_source = arguments.write || arguments.from == PRESENT;
    let root = needs_source.then(workspace_root).transpose()?;
    let default_output = || PathBuf::from("target/learn").join(student.name());
    let folder = arguments.output.clone().unwrap_or_else(default_output);
    let stop = stop_on_interrupt()?;
    let mut run = Run {
        student,
        pupil,
        folder: &folder,
        root: root.as_deref().unwrap_or(&folder),
        state: State::open(&folder, plan)?,
        device: arguments.device,
        stop: &stop,
        clock: Instant::now(),
    };
    let seconds = 3600.0 * arguments.hours;
    let mut step = Step::Taken;
    while step == Step::Taken
        && let Some(number) = run.begin(seconds)?
    {
        eprintln!("generation {}", number + 1);
        step = run.generation(number)?;
        if step == Step::Taken {
            eprintln!("{}", line(number, &run.state.generations[number]));
            if arguments.write && run.state.generations[number].is_passed() {
                write_source(&run, number)?;
            }
        }
    }
    if step == Step::Stopped {
        eprintln!("note: stopped; the same command goes on");
    }
    finish(&run, arguments.json)
}

/// Shows what the run has learned, and lets the present network play the evaluation by material
/// where there is one.
fn finish(run: &Run<'_>, is_json: bool) -> anyhow::Result<Reply> {
    let state = &run.state;
    let chart = run.folder.join("strength.svg");
    let picture = generations_chart(&state.strengths())?;
    write_whole(&chart, picture.as_bytes()).with_context(|| chart.display().to_string())?;
    let present = state.present(state.generations.len());
    let against_material = match present {
        Some(_) if !run.stop.is_requested() => play_material(run)?,
        _ => None,
    };
    if is_json {
        let network = present.map(|number| run.network(number));
        print_json(&json!({
            "state": state,
            "network": network,
            "against_material": against_material.map(|pairs| pairs.counts),
            "chart": chart,
        }))?;
    } else {
        let mut out = io::stdout().lock();
        writeln!(out, "{HEADING}")?;
        for (number, generation) in state.generations.iter().enumerate() {
            writeln!(out, "{}", line(number, generation))?;
        }
        if let Some(pairs) = against_material {
            let (low, high) = pairs.interval();
            let [score, low, high] = [pairs.score(), low, high].map(|share| 100.0 * share);
            let games = 2 * pairs.pairs();
            writeln!(
                out,
                "against material: {score:.1} % of {games} games ({low:.1} .. {high:.1})"
            )?;
        }
        if let Some(number) = present {
            writeln!(out, "the network is in {}", run.network(number).display())?;
        }
        writeln!(out, "drawn in {}", chart.display())?;
    }
    Ok(if present.is_some() { Reply::Yes } else { Reply::No })
}

fn play_material(run: &Run<'_>) -> anyhow::Result<Option<PairScores>> {
    let network = run.evaluator(run.state.present(run.state.generations.len()))?;
    let Plan { nodes, seed, .. } = run.state.plan;
    let players = [(&network).into(), (&Evaluator::Material).into()];
    let duel = Duel { players, effort: Effort::Nodes(nodes), seed };
    match duel.play(run.student, LAST_PAIRS, |_| run.stop.is_requested()) {
        Ok(pairs) => Ok(Some(pairs)),
        Err(DuelError::Evaluator(EvaluatorError::NoMaterial(_))) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns the folder of the workspace that the current folder is in.
fn workspace_root() -> anyhow::Result<PathBuf> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("run this inside the workspace, whose bot has or is to have the network")?;
    Ok(metadata.workspace_root.into())
}

const HEADING: &str =
    "   games by              shards  positions  epochs    loss   aside   gate     Elo    LLR";

/// Returns a line of the table.
fn line(number: usize, generation: &Generation) -> String {
    let Generation { evaluator, shards, training, positions, loss, gate, .. } = generation;
    let shards = shards.unwrap_or_default();
    let epochs = training.map_or(0, |training| training.epochs);
    let [loss, aside] = loss.unwrap_or([f32::NAN; 2]);
    let mut line = format!(
        "{:<3}{evaluator:<21}{shards:>7}{positions:>11}{epochs:>8}{loss:>8.4}{aside:>8.4}",
        number + 1
    );
    if let Some(gate) = gate {
        let elo = Elo::of_pairs(&gate.pairs).value.0;
        let word = if gate.is_passed { "passed" } else { "refused" };
        line += &format!(
            "{:>6.1} %{elo:>+7.0}{:>+7.2}  {word} against {}",
            100.0 * gate.pairs.score(),
            gate.llr,
            gate.against
        );
    }
    line
}

/// Writes a network into the source of the bot, with all that led to it.
fn write_source(run: &Run<'_>, number: usize) -> anyhow::Result<()> {
    let Evaluator::Network(text) = run.evaluator(Some(number))? else { return Ok(()) };
    let generation = &run.state.generations[number];
    let window = run.state.window(number);
    let games: u64 = window.iter().map(|shard| u64::from(shard.games)).sum();
    let seeds = window.first().zip(window.last());
    let seeds = seeds
        .map_or(String::new(), |(first, last)| format!("seeds {} to {}", first.seed, last.seed));
    let loss = generation.loss.unwrap_or([f32::NAN; 2]);
    let mut provenance = vec![
        format!("`{}`", command()),
        String::new(),
        format!("Generation {}, games by {}.", number + 1, generation.evaluator),
        format!(
            "Games: {games} of this generation and the two before, {seeds}, {} nodes a move.",
            run.state.plan.nodes
        ),
        lessons_line(generation.positions, loss),
    ];
    if let Some(training) = generation.training {
        provenance.push(format!(
            "Training: {} hidden units, {} epochs, batch {}, rate {}, seed {}.",
            training.hidden, training.epochs, training.batch, training.learning_rate, training.seed
        ));
    }
    if let Some(gate) = &generation.gate {
        let (effort, seed) = (Effort::Nodes(run.state.plan.nodes), run.state.seed(number));
        provenance.push(match_line(&gate.against, effort, seed, &gate.pairs, gate.llr));
    }
    let path = run.root.join(run.pupil.source());
    let source = network_source(&text, &provenance)?;
    write_whole(&path, source.as_bytes()).with_context(|| path.display().to_string())?;
    eprintln!("written to {}", path.display());
    Ok(())
}
