//! Command `cargo cg careless`: recorded moves compared with the bot's choices.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use registry::{
    CarelessClass, CarelessCounts, CarelessMove, CarelessPlan, RecordedGame, careless_moves,
};
use serde_json::{Value, json};

use crate::json_report::print_table;
use crate::recorded_games::{recorded_games, whose};
use options::Reply;
use options::careless::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let careless = careless_moves(&arguments.game)?;
    let games = recorded_games(&arguments.game, &arguments.files, &arguments.players)?;
    let plan = CarelessPlan { nodes: arguments.nodes.get(), rank: arguments.rank.clone() };
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(games.len() as u64).with_style(style);
    let found = careless.find(&games, &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let found = found?;
    if arguments.format.is_text() {
        write_found(&mut io::stdout().lock(), arguments, games.len(), &found)?;
    } else {
        print_table(arguments.format, &to_json(arguments, &games, &found), "classes")?;
    }
    Ok(Reply::Yes)
}

fn write_found(
    output: &mut dyn Write,
    arguments: &Arguments,
    games: usize,
    found: &CarelessCounts,
) -> io::Result<()> {
    let CarelessCounts { moves, rank, classes, .. } = found;
    let player = whose(&arguments.players);
    let nodes = arguments.nodes;
    writeln!(output, "{games} games, {moves} moves of {player}; the bot with {nodes} nodes")?;
    writeln!(output, "\n{:<52}{:>9}{:>9}{:>9}", "move", "recorded", "the bot", "share")?;
    for &CarelessClass { name, recorded, chosen } in classes {
        let share = share(chosen, recorded)
            .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        writeln!(output, "{name:<52}{recorded:>9}{chosen:>9}{share:>9}")?;
    }
    writeln!(output, "\nhigh pieces: {rank} and above")
}

fn share(chosen: u64, recorded: u64) -> Option<f64> {
    (recorded > 0).then(|| chosen as f64 / recorded as f64)
}

fn to_json(arguments: &Arguments, games: &[RecordedGame], found: &CarelessCounts) -> Value {
    let class = |class: &CarelessClass| {
        json!({
            "move": class.name,
            "recorded": class.recorded,
            "bot": class.chosen,
            "share": share(class.chosen, class.recorded),
        })
    };
    let to_object = |mv: &CarelessMove| {
        json!({
            "game": games[mv.game].place,
            "number": mv.number,
            "class": mv.class,
            "recorded": mv.recorded,
            "bot": mv.chosen,
            "repeated": mv.is_repeated,
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
        "reviewed": found.found.iter().map(to_object).collect::<Vec<_>>(),
    })
}
