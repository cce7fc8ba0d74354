//! List of the workspace's bots, from the manifests of their packages.

use std::path::Path;

use anyhow::{Context, bail};
use bundler::Judge;
use cargo_metadata::{Metadata, Package};
use serde::Deserialize;

/// Folder of the games' packages in the workspace.
const FOLDER: &str = "crates/games";

/// End of the name of a program that measures a game's judge.
pub(crate) const PROBE: &str = "-probe";

/// Bot of a game.
#[derive(Debug)]
pub(crate) struct Bot {
    /// Name of the game.
    pub(crate) game: String,
    /// Package that it is built from.
    pub(crate) package: String,
    /// Judge that compiles it.
    pub(crate) judge: Judge,
    /// Name of the package's program that measures the judge, if it has one.
    pub(crate) probe: Option<String>,
}

/// Table `[package.metadata.cg]` of a game's manifest.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// Names of the games that the bot plays; by default the name of the package.
    games: Option<Vec<String>>,
    /// Name of the judge, or the file of its profile in the workspace; by default CodinGame.
    judge: Option<String>,
}

/// Returns the bot of a game, or one bot of each package if `game` is `None`.
///
/// # Errors
///
/// There is no game of that name, or a manifest cannot be read.
pub(crate) fn bots(metadata: &Metadata, game: Option<&str>) -> anyhow::Result<Vec<Bot>> {
    let folder = metadata.workspace_root.join(FOLDER);
    let mut packages: Vec<&Package> = metadata
        .packages
        .iter()
        .filter(|package| package.manifest_path.starts_with(&folder))
        .collect();
    packages.sort_by_key(|package| &package.name);
    let mut all = Vec::new();
    for package in packages {
        let root = metadata.workspace_root.as_std_path();
        all.extend(bots_of(package, root).with_context(|| package.manifest_path.to_string())?);
    }
    let Some(game) = game else {
        all.dedup_by(|other, first| other.package == first.package);
        return Ok(all);
    };
    match all.iter().position(|bot| is_meant(&bot.game, game)) {
        Some(index) => Ok(vec![all.swap_remove(index)]),
        None => {
            let names: Vec<&str> = all.iter().map(|bot| bot.game.as_str()).collect();
            let meant = similar(&names, game);
            let meant = meant.map_or(String::new(), |name| format!("did you mean `{name}`? "));
            bail!("no game is called `{game}`; {meant}the games are: {}", names.join(", "))
        }
    }
}

/// Returns the name that is spelt almost like `name`.
fn similar<'a>(names: &[&'a str], name: &str) -> Option<&'a str> {
    /// Smallest Jaro-Winkler similarity, from 0 to 1, of names that may be meant.
    const SIMILAR: f64 = 0.8;
    let name = name.to_ascii_lowercase();
    let rated = names.iter().map(|known| (*known, strsim::jaro_winkler(known, &name)));
    let (nearest, similarity) = rated.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    (similarity >= SIMILAR).then_some(nearest)
}

/// Returns whether a name means a game: in capital or small letters, or its initials.
fn is_meant(game: &str, name: &str) -> bool {
    let initials: String = game.split('-').filter_map(|word| word.chars().next()).collect();
    game.eq_ignore_ascii_case(name) || name.len() > 1 && initials.eq_ignore_ascii_case(name)
}

/// Returns the bots of a package of the workspace at `root`.
fn bots_of(package: &Package, root: &Path) -> anyhow::Result<Vec<Bot>> {
    let description = match package.metadata.get("cg") {
        Some(value) => Description::deserialize(value).context("[package.metadata.cg]")?,
        None => Description::default(),
    };
    let judge = match description.judge {
        Some(path) if Judge::is_profile(&path) => Judge::from_file(&root.join(path))?,
        Some(name) => name.parse()?,
        None => Judge::codingame(),
    };
    let name = package.name.to_string();
    let games = description.games.unwrap_or_else(|| vec![name.clone()]);
    let probe = format!("{name}{PROBE}");
    let has_probe = package.targets.iter().any(|target| target.is_bin() && target.name == probe);
    let probe = has_probe.then_some(probe);
    let bot =
        |game| Bot { game, package: name.clone(), judge: judge.clone(), probe: probe.clone() };
    Ok(games.into_iter().map(bot).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use workspace::Workspace;

    use super::*;

    #[test]
    fn probes_are_programs_of_the_bots_packages() {
        let all = bots(&Workspace::metadata().unwrap(), None).unwrap();
        let probe = |game| all.iter().find(|bot| bot.game == game).unwrap().probe.as_deref();
        assert_eq!(probe("breakthrough"), Some("breakthrough-probe"));
        assert_eq!(probe("lamistra"), None);
    }

    #[test]
    fn a_bot_is_bundled_for_the_judge_of_its_game() {
        let metadata = Workspace::metadata().unwrap();
        let check = |game: &str, package: &str, judge: Judge| {
            let bots = bots(&metadata, Some(game)).unwrap();
            let [bot] = &bots[..] else { panic!("{bots:?}") };
            assert_eq!((bot.package.as_str(), &bot.judge), (package, &judge));
        };
        check("breakthrough", "breakthrough", Judge::codingame());
        check("lamistra", "lamistra", Judge::codecup());
        check("stratego-two-squares", "stratego", Judge::codingame());
    }

    #[test]
    fn a_name_may_be_in_capitals_or_short() {
        let metadata = Workspace::metadata().unwrap();
        for (name, game) in [("LOA", "lines-of-action"), ("Jungle", "jungle")] {
            assert_eq!(bots(&metadata, Some(name)).unwrap()[0].game, game);
        }
        let error = bots(&metadata, Some("chess")).unwrap_err().to_string();
        assert!(error.starts_with("no game is called `chess`; the games are: "), "{error}");
        let error = bots(&metadata, Some("Breakthru")).unwrap_err().to_string();
        let expected =
            "no game is called `Breakthru`; did you mean `breakthrough`? the games are: ";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn games_that_share_a_bot_are_bundled_once() {
        let all = bots(&Workspace::metadata().unwrap(), None).unwrap();
        let packages: Vec<&str> = all.iter().map(|bot| bot.package.as_str()).collect();
        assert_eq!(packages.iter().filter(|&&package| package == "stratego").count(), 1);
        assert!(packages.len() >= 5, "{packages:?}");
    }
}
