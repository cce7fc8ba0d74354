use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use arena::{
    AgentSpec, Contestant, GamePair, Limits, PlayedGame, PlayerSpec, SpecError, Stop, Worker, game,
};
use bundler::write_atomically;
use serde_json::Value;

use crate::agents::Agents;
use crate::commands::print_json;
use crate::conditions::seed_of_now;
use crate::local_runners::{brutaltester, psyleague};
use crate::programs::Programs;
use options::Reply;
use options::referee::Arguments;

/// No signal is caught here. A runner that has had enough ends this process, and the arena's watchdog
/// then ends the bots; one that wants its last games, as psyleague does, has had interruptions
/// ignored from the start.
pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let agents = Agents::new(game, programs, None);
    let unit = GamePair {
        game: game.name().to_owned(),
        contestants: [make(&agents, &arguments.p1)?, make(&agents, &arguments.p2)?],
        opening: Vec::new(),
        seed: arguments.seed.unwrap_or_else(seed_of_now),
        limits: Limits { margin_ms: arguments.margin },
    };
    let stop = Stop::default();
    let mut worker = Worker::new(programs, &stop, None);
    if arguments.pairs {
        let pair = [worker.play_single(&unit, 0)?, worker.play_single(&unit, 1)?];
        print_json(&Value::Array(pair.iter().map(tell_psyleague).collect()))?;
        return Ok(Reply::Yes);
    }
    let played = worker.play_single(&unit, 0)?;
    if arguments.psyleague {
        print_json(&tell_psyleague(&played))?;
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

/// Makes a player of its name, or of a command line, which is what runners give.
fn make(agents: &Agents<'_>, text: &str) -> anyhow::Result<Contestant> {
    match text.parse() {
        Err(SpecError::Unknown(_)) => agents.make(&format!("cmd:{text}")),
        // Several words are a command, even if the last is a file of Rust.
        Ok(PlayerSpec { agent: AgentSpec::Source { file, .. }, .. })
            if file == Path::new(text) && text.contains(char::is_whitespace) =>
        {
            agents.make(&format!("cmd:{text}"))
        }
        _ => agents.make(text),
    }
}

/// Returns what psyleague is told of a game, and tells the user what it is not told.
fn tell_psyleague(game: &PlayedGame) -> Value {
    let told = psyleague::tell(game);
    if let Some(refused) = told.refused {
        eprintln!("note: left out, since psyleague would stop at it: {refused}");
    }
    told.object
}

fn write_log(path: &Path, game: &PlayedGame) -> anyhow::Result<()> {
    let text = brutaltester::log(game).to_string();
    write_atomically(path, &text).with_context(|| format!("{} cannot be written", path.display()))
}
