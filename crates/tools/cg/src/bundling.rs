//! From a game's package to one checked file, for the `bundle` command and the player `bundle`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bundler::{
    Bundle, CompileError, Compiler, Edition, Judge, Request, Size, Unused, bundle, write_atomically,
};

use arena::Game;

use crate::workspace::Workspace;

/// Where bundles are written, in the workspace's build output.
const FOLDER: &str = "bundles";

/// A bundle that has been written.
pub(crate) struct Bundled {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its length as the judge counts.
    pub(crate) utf16_units: usize,
    /// Why what the bot does not use is in it all the same.
    pub(crate) kept_unused: Option<String>,
    /// Whether there is little room left.
    pub(crate) is_tight: bool,
    /// What has compiled it without a word: the compiler's version, the edition.
    pub(crate) checks: Vec<(String, Edition)>,
    /// Whether a compiler as old as the judge's was among them.
    pub(crate) has_judges_compiler: bool,
}

/// A bundle that the judge would not take. The file of an earlier one stays.
pub(crate) enum Refused {
    TooLarge { utf16_units: usize },
    Rejected(CompileError),
}

/// Returns who compiles the bots of the game.
pub(crate) fn judge_of(game: &dyn Game) -> anyhow::Result<Judge> {
    Ok(game.judge().parse()?)
}

/// Returns where a game's bundle is written unless another place is asked for.
pub(crate) fn default_path(workspace: &Workspace, game: &dyn Game) -> PathBuf {
    workspace.target.join(FOLDER).join(format!("{}.rs", game.name()))
}

/// Bundles the game's bot, checks the text as a bare file and writes it to `path`.
pub(crate) fn write_bundle(
    workspace: &Workspace,
    game: &dyn Game,
    path: &Path,
) -> anyhow::Result<Result<Bundled, Refused>> {
    let judge = judge_of(game)?;
    let made = make(workspace, game, &judge)?;
    let utf16_units = made.utf16_units();
    let size = judge.verdict(utf16_units);
    if size == Size::TooLarge {
        return Ok(Err(Refused::TooLarge { utf16_units }));
    }
    let own = Compiler::workspace(&made.cache_dir)?;
    let judges = Compiler::judge(&made.cache_dir)?;
    let has_judges_compiler = judges.is_some();
    let mut checks = Vec::new();
    for compiler in std::iter::once(own).chain(judges) {
        for &edition in &judge.editions {
            match compiler.check(&made.source, edition, &judge) {
                Ok(()) => checks.push((compiler.version().to_owned(), edition)),
                Err(error @ CompileError::Rejected { .. }) => {
                    return Ok(Err(Refused::Rejected(error)));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    write_atomically(path, &made.source)
        .with_context(|| format!("{} cannot be written", path.display()))?;
    let is_tight = size == Size::Tight;
    let path = path.to_owned();
    let kept_unused = made.kept_unused;
    Ok(Ok(Bundled { path, utf16_units, kept_unused, is_tight, checks, has_judges_compiler }))
}

/// Bundles the game's bot and returns the text.
pub(crate) fn bundle_text(workspace: &Workspace, game: &dyn Game) -> anyhow::Result<String> {
    Ok(make(workspace, game, &judge_of(game)?)?.source)
}

fn make(workspace: &Workspace, game: &dyn Game, judge: &Judge) -> anyhow::Result<Bundle> {
    let request = Request {
        manifest_path: workspace.manifest.clone(),
        package: game.package().to_owned(),
        bin: None,
        judge: judge.clone(),
        unused: Unused::LeftOut,
    };
    Ok(bundle(&request)?)
}

#[cfg(test)]
mod tests {
    use arena::{GAMES, game};

    use super::*;

    #[test]
    fn a_bot_is_bundled_for_the_judge_of_its_game() {
        let check = |name: &str, expected: Judge| {
            assert_eq!(judge_of(game(name).unwrap()).unwrap(), expected, "{name}");
        };
        check("breakthrough", Judge::codingame());
        check("lamistra", Judge::codecup());
    }

    #[test]
    fn the_bundler_knows_every_games_judge() {
        for &game in GAMES {
            assert_eq!(judge_of(game).unwrap().name, game.judge());
        }
    }
}
