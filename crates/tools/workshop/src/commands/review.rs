//! Command `cargo cg review`: recorded moves compared with the bot's choices.

use std::io::{self, Write};

use anyhow::bail;
use arena::{Record, Records};
use indicatif::{ProgressBar, ProgressStyle};
use registry::{Review, ReviewClass, ReviewPlan, ReviewedGame, ReviewedMove, move_review};
use serde_json::{Value, json};

use crate::json_report::print_json;
use options::Reply;
use options::review::{Arguments, Side};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let review = move_review(&arguments.game)?;
    let games = games(arguments)?;
    let plan = ReviewPlan { nodes: arguments.nodes.get(), rank: arguments.rank.clone() };
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(games.len() as u64).with_style(style);
    let found = review.review(&games, &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let found = found?;
    if arguments.json {
        print_json(&to_json(arguments, &games, &found))?;
    } else {
        write_found(&mut io::stdout().lock(), arguments, games.len(), &found)?;
    }
    Ok(Reply::Yes)
}

/// Reads the games in which moves are to be reviewed.
fn games(arguments: &Arguments) -> anyhow::Result<Vec<ReviewedGame>> {
    let (mut games, mut names) = (Vec::new(), Vec::new());
    for path in &arguments.files {
        for entry in Records::open(path)? {
            let (line, record) = entry?;
            let place = format!("{}:{line}", path.display());
            if record.game != arguments.game {
                let (found, wanted) = (&record.game, &arguments.game);
                bail!("{place}: a game of {found}, not of {wanted}: name that game instead");
            }
            let is_reviewed = is_reviewed(arguments, &record);
            if is_reviewed != [false; 2] {
                let answers = record.plies.into_iter().map(|ply| ply.mv).collect();
                games.push(ReviewedGame { place, answers, is_reviewed });
            }
            if !names.contains(&record.policy) {
                names.push(record.policy);
            }
        }
    }
    if games.is_empty() {
        let names = names.join(", ");
        match &arguments.player {
            Some(player) if !names.is_empty() => {
                bail!("no game has a player `{player}` on that side; the players are: {names}")
            }
            _ => bail!("the files hold no games: were they recorded to the end?"),
        }
    }
    Ok(games)
}

/// Returns whether the moves of the first and of the second player are to be reviewed.
fn is_reviewed(arguments: &Arguments, record: &Record) -> [bool; 2] {
    let is_side = |side: Side| arguments.side.is_none_or(|wanted| wanted == side);
    let Some(name) = arguments.player.as_deref() else {
        return [Side::First, Side::Second].map(is_side);
    };
    // Names may contain a `/` as well.
    let second = record.policy.strip_prefix(name);
    let first = record.policy.strip_suffix(name);
    [
        is_side(Side::First) && second.is_some_and(|rest| rest.starts_with('/')),
        is_side(Side::Second) && first.is_some_and(|rest| rest.ends_with('/')),
    ]
}

fn write_found(
    output: &mut dyn Write,
    arguments: &Arguments,
    games: usize,
    found: &Review,
) -> io::Result<()> {
    let Review { moves, rank, classes, .. } = found;
    let player = arguments.player.as_deref().unwrap_or(match arguments.side {
        None => "all players",
        Some(Side::First) => "the first player",
        Some(Side::Second) => "the second player",
    });
    let nodes = arguments.nodes;
    writeln!(output, "{games} games, {moves} moves of {player}; the bot with {nodes} nodes")?;
    writeln!(output, "\n{:<52}{:>9}{:>9}{:>9}", "move", "recorded", "the bot", "share")?;
    for &ReviewClass { name, recorded, chosen } in classes {
        let share = share(chosen, recorded)
            .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        writeln!(output, "{name:<52}{recorded:>9}{chosen:>9}{share:>9}")?;
    }
    writeln!(output, "\nhigh pieces: {rank} and above")
}

fn share(chosen: u64, recorded: u64) -> Option<f64> {
    (recorded > 0).then(|| chosen as f64 / recorded as f64)
}

fn to_json(arguments: &Arguments, games: &[ReviewedGame], found: &Review) -> Value {
    let class = |class: &ReviewClass| {
        json!({
            "move": class.name,
            "recorded": class.recorded,
            "bot": class.chosen,
            "share": share(class.chosen, class.recorded),
        })
    };
    let reviewed = |reviewed: &ReviewedMove| {
        json!({
            "game": games[reviewed.game].place,
            "number": reviewed.number,
            "class": reviewed.class,
            "recorded": reviewed.recorded,
            "bot": reviewed.chosen,
            "repeated": reviewed.is_repeated,
        })
    };
    json!({
        "game": arguments.game,
        "player": arguments.player,
        "games": games.len(),
        "moves": found.moves,
        "nodes": arguments.nodes,
        "rank": found.rank,
        "classes": found.classes.iter().map(class).collect::<Vec<_>>(),
        "reviewed": found.reviewed.iter().map(reviewed).collect::<Vec<_>>(),
    })
}
