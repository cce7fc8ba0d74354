//! Command `cargo cg referee`: one game for a local runner.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use arena::{AgentSpec, Contestant, GamePair, Limits, PlayedGame, PlayerSpec, SpecError, Worker};
use bundler::write_atomically;
use registry::{Stop, game};
use serde_json::Value;

use crate::agents::Agents;
use crate::conditions::seed_of_now;
use crate::json_report::print_json;
use crate::local_runners::{brutaltester, psyleague};
use crate::programs::Programs;
use crate::rules::Rules;
use crate::sandbox::ChosenSandbox;
use options::Reply;
use options::referee::Arguments;
use workspace::check_output;

/// Plays one game, or two with `--pairs`.
///
/// Handles no signals. A runner that stops early ends this process, and the arena's watchdog then
/// ends the bots. A runner that waits for its last games, such as psyleague, starts this process
/// with interrupts ignored.
pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    arguments.log.as_deref().map_or(Ok(()), check_output)?;
    let game = game(&arguments.game)?;
    let rules = Rules::Game(game);
    let agents = Agents::new(&rules, programs, None);
    let game_pair = GamePair {
        game: game.name().to_owned(),
        contestants: [make(&agents, &arguments.p1)?, make(&agents, &arguments.p2)?],
        opening: Vec::new(),
        seed: arguments.seed.unwrap_or_else(seed_of_now),
        limits: Limits { margin_ms: arguments.margin },
        foreign: None,
    };
    let stop = Stop::default();
    let chosen = ChosenSandbox::of(arguments.sandbox, &game_pair.contestants, programs)?;
    let mut worker = Worker::new(programs, &stop, None).in_sandbox(&chosen.sandbox);
    if arguments.pairs {
        let pair = [worker.play_single(&game_pair, 0)?, worker.play_single(&game_pair, 1)?];
        print_json(&Value::Array(pair.iter().map(psyleague_output).collect()))?;
        return Ok(Reply::Yes);
    }
    let played = worker.play_single(&game_pair, 0)?;
    if arguments.psyleague {
        print_json(&psyleague_output(&played))?;
        return Ok(Reply::Yes);
    }
    if let Some(path) = &arguments.log {
        write_log(path, &played)?;
    }
    let mut output = io::stdout().lock();
    output.write_all(brutaltester::output(&played.summary).as_bytes())?;
    output.flush()?;
    Ok(Reply::Yes)
}

/// Makes a player from its specification, or from a command line, as runners write it.
fn make(agents: &Agents<'_>, text: &str) -> anyhow::Result<Contestant> {
    match text.parse() {
        Err(SpecError::Unknown(_)) | Ok(PlayerSpec { agent: AgentSpec::File(_), .. }) => {
            agents.make(&format!("cmd:{text}"))
        }
        // Several words are a command, even if the last one is a Rust file.
        Ok(PlayerSpec { agent: AgentSpec::Source { file, .. }, .. })
            if file == Path::new(text) && text.contains(char::is_whitespace) =>
        {
            agents.make(&format!("cmd:{text}"))
        }
        _ => agents.make(text),
    }
}

/// Returns the output of a game for psyleague, and prints a note about data that is left out.
fn psyleague_output(game: &PlayedGame) -> Value {
    let output = psyleague::output(game);
    if let Some(refused) = output.refused {
        eprintln!("note: left out, because psyleague would crash on it: {refused}");
    }
    output.object
}

fn write_log(path: &Path, game: &PlayedGame) -> anyhow::Result<()> {
    let text = brutaltester::log(game).to_string();
    write_atomically(path, &text).with_context(|| format!("{} cannot be written", path.display()))
}
