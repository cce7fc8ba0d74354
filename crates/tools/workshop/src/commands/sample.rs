//! Command `cargo cg sample`: the input of a turn.

use std::io::{self, Write};

use anyhow::{Context, anyhow, bail};
use arena::{MatchId, Record};
use options::Reply;
use options::sample::Arguments;
use registry::{game, split_moves};

use super::export;
use crate::programs::Programs;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let lines = match &arguments.game {
        Some(name) => sent(name, arguments.moves.as_deref().unwrap_or_default())?,
        None => {
            let store = export::open(arguments.store.clone(), programs)?;
            let id = store.match_of(arguments.id.map(MatchId))?.id;
            let (number, ply) = (arguments.number, arguments.ply);
            recorded(&store.records(id)?, number.unwrap_or_default(), ply.unwrap_or_default())
                .with_context(|| format!("match {}", id.0))?
        }
    };
    let mut output = io::stdout().lock();
    for line in &lines {
        writeln!(output, "{line}")?;
    }
    Ok(Reply::Yes)
}

/// Returns the lines that the referee of the game `name` sends to the player to move after `moves`.
fn sent(name: &str, moves: &str) -> anyhow::Result<Vec<String>> {
    let mut referee = game(name)?.referee();
    let moves = split_moves(moves);
    let mut sent = [Vec::new(), Vec::new()];
    let mut played = 0;
    loop {
        if let Some(verdict) = referee.verdict() {
            bail!("the game is over after move {played}: {}", verdict.reason);
        }
        let player = referee.to_move().index();
        sent[player].extend(referee.prompt());
        let rest = &moves[played..];
        if rest.is_empty() {
            let [first, second] = sent;
            return Ok(if player == 0 { first } else { second });
        }
        let line = rest[..referee.moves_in_line().min(rest.len())].to_vec();
        played += line.len();
        let line = line.concat();
        referee.apply(&line).map_err(|foul| anyhow!("move {played}, `{line}`: {foul}"))?;
    }
}

/// Returns the lines that were sent to the player of a turn, up to that turn. Games and turns are
/// counted from 1.
fn recorded(records: &[Record], number: usize, ply: usize) -> anyhow::Result<Vec<String>> {
    let find = |count: usize, number: usize| number.checked_sub(1).filter(|&index| index < count);
    let game = find(records.len(), number)
        .with_context(|| format!("there is no game {number}: it has {}", records.len()))?;
    let plies = &records[game].plies;
    let last = find(plies.len(), ply)
        .with_context(|| format!("game {number} has no ply {ply}: it has {}", plies.len()))?;
    let of_player = plies[..=last].iter().filter(|turn| turn.player == plies[last].player);
    Ok(of_player.flat_map(|turn| turn.input.clone()).collect())
}
