//! Content of the announcement of a match: its players, whose sources travel by their hash, and the
//! signatures that a worker has to reproduce.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use arena::{CommandLine, Contestant, GamePair, Program, Sandbox};
use queue::{Queue, object_name};
use registry::{Game, game};
use serde::{Deserialize, Serialize};

use super::plan_kind::Means;
use super::signature::signature;
use super::source_bench::bench;
use crate::programs::Programs;

/// Content of the announcement of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchContent {
    /// Name of the game.
    pub(crate) game: String,
    /// Signature of its rules and baselines.
    pub(crate) signature: String,
    /// Players, with names of objects in place of sources.
    pub(crate) contestants: Vec<Contestant>,
    /// Version of the compiler of the sources; `None` without sources.
    pub(crate) compiler: Option<String>,
    /// Bench signatures of the sources that have one, by the name of the object.
    pub(crate) benches: BTreeMap<String, u64>,
}

impl MatchContent {
    /// Kind of the units.
    pub(crate) const KIND: &'static str = "match";

    /// Returns the content of a match of `contestants`, whose sources are stored on the queue.
    pub(crate) fn of(
        game: &'static dyn Game,
        contestants: &[Contestant],
        queue: &Queue,
        programs: &Programs,
        sandbox: &Sandbox,
    ) -> anyhow::Result<MatchContent> {
        let mut content = MatchContent {
            game: game.name().to_owned(),
            signature: signature(game, programs)?,
            contestants: contestants.iter().cloned().map(without_source).collect(),
            compiler: None,
            benches: BTreeMap::new(),
        };
        for contestant in contestants {
            let Program::Source { text, .. } = &contestant.program else { continue };
            let name = queue.put_object(text.as_bytes())?;
            content.compiler = Some(programs.compiler_version()?);
            // A bot of other people may have the same options, and no bench.
            if is_bot(contestant)
                && let Ok(bench) = bench(game, text, programs, sandbox)
            {
                content.benches.insert(name, bench);
            }
        }
        Ok(content)
    }

    /// Returns the players with their sources, from the queue. Each of them is compiled, once.
    ///
    /// # Errors
    ///
    /// The reason why this machine cannot play the match as the one that has announced it.
    pub(crate) fn players(&self, means: Means<'_>) -> anyhow::Result<Vec<Contestant>> {
        let Means { queue, programs, sandbox, allows_commands, .. } = means;
        let game = game(&self.game)?;
        if signature(game, programs)? != self.signature {
            bail!(
                "the rules or baselines of {} differ from those here: use the same version on all \
                 machines",
                self.game
            );
        }
        if let Some(theirs) = &self.compiler {
            let ours = programs.compiler_version()?;
            if ours != *theirs {
                bail!("its players are compiled by `{theirs}`, here is `{ours}`: install that one");
            }
        }
        let player = |contestant: &Contestant| -> anyhow::Result<Contestant> {
            match &contestant.program {
                Program::Command(_) | Program::Uci(_) if !allows_commands => bail!(
                    "`{}` is a command line, which this worker runs only with --allow-commands",
                    contestant.name
                ),
                Program::Source { text: name, arguments } => {
                    let text = String::from_utf8(queue.object(name)?)
                        .with_context(|| format!("the source of `{}`", contestant.name))?;
                    programs.compile(game, &text)?;
                    if let Some(theirs) = self.benches.get(name) {
                        let ours = bench(game, &text, programs, sandbox)?;
                        if ours != *theirs {
                            bail!(
                                "`{}` has the bench signature {ours} here, {theirs} there",
                                contestant.name
                            );
                        }
                    }
                    let program = Program::Source { text, arguments: arguments.clone() };
                    Ok(Contestant { program, ..contestant.clone() })
                }
                _ => Ok(contestant.clone()),
            }
        };
        self.contestants.iter().map(player).collect()
    }
}

/// Returns a game pair with the names of objects in place of sources.
pub(crate) fn without_sources(pair: GamePair) -> GamePair {
    GamePair { contestants: pair.contestants.map(without_source), ..pair }
}

fn without_source(contestant: Contestant) -> Contestant {
    let program = match contestant.program {
        Program::Source { text, arguments } => {
            Program::Source { text: object_name(text.as_bytes()), arguments }
        }
        program => program,
    };
    Contestant { program, ..contestant }
}

/// Returns whether a player is a bot of the workspace, which has a bench.
fn is_bot(contestant: &Contestant) -> bool {
    let Program::Source { arguments, .. } = &contestant.program else { return false };
    *arguments == CommandLine::of_bot(contestant.nodes.is_some())
}
