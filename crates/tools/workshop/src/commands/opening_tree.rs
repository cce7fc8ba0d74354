//! Command `cargo cg book --from`: the opening tree of recorded games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use arena::Records;
use bundler::write_atomically;
use registry::{Game, OpeningTree, game, opening_search};

use super::book::progress;
use crate::programs::Programs;
use options::Reply;
use options::book::Arguments;
use workspace::{OPENINGS, check_output};

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let path = path_of(arguments, programs)?;
    let (game, search) = (game(&arguments.game)?, opening_search(&arguments.game)?);
    let mut tree = read_games(game, arguments)?;
    tree.prune(arguments.minimum);
    if tree.is_empty() {
        let games = tree.games();
        bail!("no move was played in {} of the {games} games: lower --minimum", arguments.minimum);
    }
    let bar = progress(tree.len(), "positions")?;
    let scored = tree.score(search, arguments.nodes.get(), &|| bar.inc(1));
    bar.finish_and_clear();
    scored?;
    write_atomically(&path, &tree.to_string()).with_context(|| path.display().to_string())?;
    print(game, &tree)?;
    eprintln!("{} positions of {} games in {}", tree.len(), tree.games(), path.display());
    Ok(Reply::Yes)
}

/// Returns the path of the tree, in a folder that exists.
fn path_of(arguments: &Arguments, programs: &Programs) -> anyhow::Result<PathBuf> {
    if let Some(path) = &arguments.output {
        check_output(path)?;
        return Ok(path.clone());
    }
    let folder = programs.kept(OPENINGS)?;
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder.join(format!("{}.jsonl", game(&arguments.game)?.name())))
}

fn read_games(game: &dyn Game, arguments: &Arguments) -> anyhow::Result<OpeningTree> {
    let mut tree = OpeningTree::new(game, arguments.plies());
    for path in &arguments.from {
        for entry in Records::open(path)? {
            let (line, record) = entry?;
            let place = || format!("{}:{line}", path.display());
            if record.game != game.name() {
                let found = &record.game;
                bail!("{}: a game of {found}, not of {}", place(), game.name());
            }
            let outcome = record.outcome();
            let outcome = outcome.with_context(|| format!("{}: no result", place()))?;
            let answers: Vec<String> = record.plies.into_iter().map(|ply| ply.mv).collect();
            tree.add(game, &answers, outcome);
        }
    }
    if tree.games() == 0 {
        bail!("the files hold no games: were they recorded to the end?");
    }
    Ok(tree)
}

/// Prints the moves at the start of the game.
fn print(game: &dyn Game, tree: &OpeningTree) -> io::Result<()> {
    let Some(start) = tree.position(&game.referee().position()) else { return Ok(()) };
    let mut output = io::stdout().lock();
    writeln!(output, "{:<12}{:>7}{:>8}{:>9}", "first move", "games", "score", "search")?;
    for played in &start.moves {
        let (games, points) = (played.games(), 100.0 * played.points());
        let score = tree.score_after(played).map_or_else(|| "-".to_owned(), centi_pieces);
        writeln!(output, "{:<12}{games:>7}{points:>6.1} %{score:>9}", played.mv)?;
    }
    Ok(())
}

/// Formats a score in pieces.
fn centi_pieces(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
