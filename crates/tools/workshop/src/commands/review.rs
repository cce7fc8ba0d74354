//! Command `cargo cg review`: recorded moves compared with the bot's choices.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use registry::{RecordedGame, Review, ReviewClass, ReviewPlan, ReviewedMove, move_review};
use serde_json::{Value, json};

use crate::json_report::print_json;
use crate::recorded_games::{recorded_games, whose};
use options::Reply;
use options::review::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let review = move_review(&arguments.game)?;
    let games = recorded_games(&arguments.game, &arguments.files, &arguments.players)?;
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

fn write_found(
    output: &mut dyn Write,
    arguments: &Arguments,
    games: usize,
    found: &Review,
) -> io::Result<()> {
    let Review { moves, rank, classes, .. } = found;
    let player = whose(&arguments.players);
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

fn to_json(arguments: &Arguments, games: &[RecordedGame], found: &Review) -> Value {
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
        "player": arguments.players.player,
        "games": games.len(),
        "moves": found.moves,
        "nodes": arguments.nodes,
        "rank": found.rank,
        "classes": found.classes.iter().map(class).collect::<Vec<_>>(),
        "reviewed": found.reviewed.iter().map(reviewed).collect::<Vec<_>>(),
    })
}
