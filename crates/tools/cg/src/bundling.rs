//! From a game's package to one checked file, for the `bundle` command and the player `bundle`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bundler::{
    Depth, Edition, Judge, Level, Request, Scrutiny, Size, VerifyError, bundle, commit_of, verify,
};

use arena::Game;

use crate::workspace::Workspace;

/// Where bundles are written, in the workspace's build output.
const FOLDER: &str = "bundles";

/// A bundle that has been written, with its map beside it.
pub(crate) struct Bundled {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its length as the judge counts.
    pub(crate) utf16_units: usize,
    /// How far it is from what people wrote.
    pub(crate) level: Level,
    /// Its length at the levels at which it is too long.
    pub(crate) too_long: Vec<(Level, usize)>,
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
    Rejected(VerifyError),
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
    let commit = commit_of(&workspace.root);
    let request = Request { commit, ..request(workspace, game, judge.clone()) };
    let made = bundle(&request)?;
    let utf16_units = made.utf16_units();
    let size = judge.verdict(utf16_units);
    if size == Size::TooLarge {
        return Ok(Err(Refused::TooLarge { utf16_units }));
    }
    let scrutiny = Scrutiny { depth: Depth::Types, ..Scrutiny::default() };
    let verified = match verify(&made, &request, &scrutiny) {
        Ok(verified) => verified,
        Err(error) if error.is_verdict() => return Ok(Err(Refused::Rejected(error))),
        Err(error) => return Err(error.into()),
    };
    made.write(path).with_context(|| format!("{} cannot be written", path.display()))?;
    let too_long = made.lengths.iter().filter(|(level, _)| *level < made.level).copied().collect();
    Ok(Ok(Bundled {
        path: path.to_owned(),
        utf16_units,
        level: made.level,
        too_long,
        kept_unused: made.kept_unused,
        is_tight: size == Size::Tight,
        checks: verified.checks,
        has_judges_compiler: verified.missing.is_empty(),
    }))
}

/// Bundles the game's bot and returns the text, which depends on the sources alone.
pub(crate) fn bundle_text(workspace: &Workspace, game: &dyn Game) -> anyhow::Result<String> {
    Ok(bundle(&request(workspace, game, judge_of(game)?))?.source)
}

fn request(workspace: &Workspace, game: &dyn Game, judge: Judge) -> Request {
    let package = Some(game.package().to_owned());
    Request { package, judge, ..Request::new(workspace.manifest()) }
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
