//! Command `cargo cg sample`: the input of a turn.

use std::io::{self, Write};

use anyhow::{anyhow, bail};
use options::Reply;
use options::sample::Arguments;
use registry::{game, split_moves};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let mut referee = game(&arguments.game)?.referee();
    let moves = split_moves(&arguments.moves);
    let mut sent = [Vec::new(), Vec::new()];
    let mut played = 0;
    let player = loop {
        if let Some(verdict) = referee.verdict() {
            bail!("the game is over after move {played}: {}", verdict.reason);
        }
        let player = referee.to_move().index();
        sent[player].extend(referee.prompt());
        let rest = &moves[played..];
        if rest.is_empty() {
            break player;
        }
        let line = rest[..referee.moves_in_line().min(rest.len())].to_vec();
        played += line.len();
        let line = line.concat();
        referee.apply(&line).map_err(|foul| anyhow!("move {played}, `{line}`: {foul}"))?;
    };
    let mut output = io::stdout().lock();
    for line in &sent[player] {
        writeln!(output, "{line}")?;
    }
    Ok(Reply::Yes)
}
