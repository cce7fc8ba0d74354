//! Command `learn`: runs generations of self-play, training and gate matches.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use registry::{game, match_openings, network_game, tunable_game};
use serde_json::json;
use stats::{Elo, PairScores};
use trainer::{
    Duel, DuelError, Effort, Evaluator, EvaluatorError, match_line, network_source, write_whole,
};

use super::{command, data_path, device, loss_line, print_json, stop_on_interrupt};
use crate::training::NoSecondLayer;
use options::learn::Arguments;
use options::{Data, Reply};
use workspace::{Workspace, check_output_folder};

use crate::generations::{Generation, PRESENT, Plan, Run, State, Step};
use crate::pictures::generations_chart;

/// Game pairs of the match against the material balance, after the last generation.
const MATERIAL_PAIRS: u32 = 100;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let (tunable_game, network_game) =
        (tunable_game(&arguments.game)?, network_game(&arguments.game)?);
    arguments.output.as_deref().map_or(Ok(()), check_output_folder)?;
    let device = device(arguments.device);
    device.check()?;
    let plan = Plan {
        game: tunable_game.name().to_owned(),
        from: arguments.from.clone(),
        nodes: arguments.nodes.get(),
        games: arguments.games.get(),
        hidden: arguments.hidden.get(),
        second: NoSecondLayer,
        lambda: arguments.lambda.map_or(network_game.lambda(), |lambda| lambda as f32),
        seed: arguments.seed,
    };
    let needs_source = arguments.write || arguments.from == PRESENT;
    let root = needs_source.then(Workspace::find).transpose()?.map(|workspace| workspace.root);
    let folder = match &arguments.output {
        Some(path) => path.clone(),
        None => data_path(data, "learn")?.join(tunable_game.name()),
    };
    let queue = distributed::connect(&arguments.queued.queue, "learn")?;
    let stop = stop_on_interrupt()?;
    let mut run = Run {
        tunable_game,
        network_game,
        folder: &folder,
        root: root.as_deref().unwrap_or(&folder),
        state: State::open(&folder, plan)?,
        device,
        queue: queue.as_ref().map(|queue| (queue, &arguments.queued)),
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
        eprintln!("note: stopped; run the same command to resume");
    }
    let reply = finish(&run, arguments.json)?;
    Ok(if stop.is_requested() { Reply::Interrupted } else { reply })
}

/// Prints the results of the run. Plays a match of the current network against the material
/// balance, if the game has one.
fn finish(run: &Run<'_>, is_json: bool) -> anyhow::Result<Reply> {
    let state = &run.state;
    let chart = run.folder.join("strength.svg");
    let svg = generations_chart(&state.strengths())?;
    write_whole(&chart, svg.as_bytes()).with_context(|| chart.display().to_string())?;
    let current = state.current(state.generations.len());
    let against_material = match current {
        Some(_) if !run.stop.is_requested() => play_material(run)?,
        _ => None,
    };
    if is_json {
        let network = current.map(|number| run.network(number));
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
        if let Some(number) = current {
            writeln!(out, "the network is in {}", run.network(number).display())?;
        }
        writeln!(out, "the chart is in {}", chart.display())?;
    }
    Ok(if current.is_some() { Reply::Yes } else { Reply::No })
}

/// Plays the current network against the material balance. Returns `None` if the game has none.
fn play_material(run: &Run<'_>) -> anyhow::Result<Option<PairScores>> {
    let network = run.evaluator(run.state.current(run.state.generations.len()))?;
    let Plan { nodes, seed, .. } = run.state.plan;
    let players = [(&network).into(), (&Evaluator::Material).into()];
    let duel = Duel { players, effort: Effort::Nodes(nodes), seed };
    let openings = match_openings(game(run.tunable_game.name())?, MATERIAL_PAIRS as usize, seed);
    let (none, is_stopped) = (PairScores::default(), |_: &PairScores| run.stop.is_requested());
    match duel.play(run.tunable_game, &openings, none, MATERIAL_PAIRS, is_stopped) {
        Ok(pairs) => Ok(Some(pairs)),
        Err(DuelError::Evaluator(EvaluatorError::NoMaterial(_))) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Heading of the table of generations.
const HEADING: &str =
    "   games by              shards  positions  epochs    loss   valid   gate     Elo    LLR";

/// Returns the line of a generation in the table.
fn line(number: usize, generation: &Generation) -> String {
    let Generation { evaluator, shards, training, positions, loss, gate, .. } = generation;
    let shards = shards.unwrap_or_default();
    let epochs = training.map_or(0, |training| training.epochs);
    let [loss, valid] = loss.unwrap_or([f32::NAN; 2]);
    let mut line = format!(
        "{:<3}{evaluator:<21}{shards:>7}{positions:>11}{epochs:>8}{loss:>8.4}{valid:>8.4}",
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

/// Writes a network with its provenance into the source of the bot.
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
        loss_line(generation.positions, loss),
    ];
    if let Some(training) = generation.training {
        provenance.push(format!(
            "Training: {} hidden neurons, {} epochs, batch {}, learning rate {}, seed {}.",
            training.hidden, training.epochs, training.batch, training.learning_rate, training.seed
        ));
    }
    if let Some(gate) = &generation.gate {
        let (effort, seed) = (Effort::Nodes(run.state.plan.nodes), run.state.seed(number));
        provenance.push(match_line(&gate.against, effort, seed, &gate.pairs, gate.llr));
    }
    let path = run.root.join(run.network_game.source());
    let source = network_source(&text, &provenance)?;
    write_whole(&path, source.as_bytes()).with_context(|| path.display().to_string())?;
    eprintln!("written to {}", path.display());
    Ok(())
}
