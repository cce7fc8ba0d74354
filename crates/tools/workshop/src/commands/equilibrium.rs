//! Command `cargo cg equilibrium`: the Nash equilibrium of a position with simultaneous moves.

use std::io::{self, Write};

use registry::{
    Choice, Equilibrium, PositionSpec, SimultaneousGame, simultaneous_game, split_moves,
};
use search::score;
use serde_json::{Value, json};

use crate::json_report::print_json;
use options::Reply;
use options::equilibrium::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = simultaneous_game(&arguments.game)?;
    let found = find(game, arguments)?;
    if arguments.json {
        let equilibria: Vec<Value> = found.iter().map(to_json).collect();
        print_json(&json!({ "game": arguments.game, "equilibria": equilibria }))?;
        return Ok(Reply::Yes);
    }
    let mut output = io::stdout().lock();
    for (index, found) in found.iter().enumerate() {
        if index > 0 {
            writeln!(output)?;
        }
        write_found(&mut output, found)?;
    }
    Ok(Reply::Yes)
}

/// Equilibrium of a position, with a description of the position if there is one.
struct Found {
    about: Option<&'static str>,
    equilibrium: Equilibrium,
}

/// Returns the equilibrium of the requested position, or those of all instructive positions of the
/// game.
fn find(game: &dyn SimultaneousGame, arguments: &Arguments) -> anyhow::Result<Vec<Found>> {
    let nodes = arguments.nodes.get();
    let one = |place| -> anyhow::Result<Vec<Found>> {
        Ok(vec![Found { about: None, equilibrium: game.equilibrium(place, nodes)? }])
    };
    if let Some(position) = &arguments.position {
        return one(PositionSpec::At(position));
    }
    let examples = game.examples();
    match &arguments.moves {
        Some(moves) => one(PositionSpec::After(&split_moves(moves))),
        None => {
            let found = examples.iter().map(|example| {
                let equilibrium = game.equilibrium(PositionSpec::At(example.position), nodes)?;
                Ok(Found { about: Some(example.about), equilibrium })
            });
            found.collect()
        }
    }
}

fn write_found(output: &mut dyn Write, found: &Found) -> io::Result<()> {
    let equilibrium = &found.equilibrium;
    if let Some(about) = found.about {
        writeln!(output, "{about}")?;
    }
    writeln!(output, "{}\n\n{}", equilibrium.position, equilibrium.diagram)?;
    let [row_player, column_player] = equilibrium.choosers;
    writeln!(
        output,
        "expected points of the {row_player} in percent; columns are the {column_player}'s choices"
    )?;
    write_table(output, equilibrium)?;
    writeln!(
        output,
        "value     {:.1} % for the {row_player}, a score of {}",
        100.0 * equilibrium.value,
        score::describe(equilibrium.score)
    )?;
    let (row, column) = (equilibrium.best_row(), equilibrium.best_column());
    writeln!(
        output,
        "pure      at least {:.1} % by {}, at most {:.1} % against {}",
        100.0 * row.secured,
        row.mv,
        100.0 * column.secured,
        column.mv
    )?;
    writeln!(output, "search    depth {}, {} nodes", equilibrium.depth, equilibrium.nodes)
}

/// Width of a number in the table, in characters.
const WIDTH: usize = 7;

/// Threshold below which a probability is shown as `-`: it is zero except for rounding errors.
const NO_SHARE: f64 = 0.0005;

fn write_table(output: &mut dyn Write, equilibrium: &Equilibrium) -> io::Result<()> {
    let Equilibrium { rows, columns, points, .. } = equilibrium;
    let names = rows.iter().map(|row| row.mv.chars().count()).max().unwrap_or_default();
    let names = names.max("least".len());
    let cells = |texts: Vec<String>| -> String {
        texts.iter().map(|text| format!("{text:>WIDTH$}")).collect()
    };
    let of_columns = |text: fn(&Choice) -> String| cells(columns.iter().map(text).collect());
    let moves = of_columns(|column| column.mv.clone());
    writeln!(output, "  {:names$}{:>WIDTH$} |{moves} |{:>WIDTH$}", "", "", "least")?;
    let shares = of_columns(|column| share(column.share));
    writeln!(output, "  {:names$}{:>WIDTH$} |{shares} |", "", "share")?;
    let rule = "-".repeat(WIDTH * columns.len() + 1);
    writeln!(output, "  {}+{rule}+{}", "-".repeat(names + WIDTH + 1), "-".repeat(WIDTH))?;
    for (row, points) in rows.iter().zip(points) {
        let entries = cells(points.iter().copied().map(percent).collect());
        let (name, share, least) = (&row.mv, share(row.share), percent(row.secured));
        writeln!(output, "  {name:names$}{share:>WIDTH$} |{entries} |{least:>WIDTH$}")?;
    }
    let most = of_columns(|column| percent(column.secured));
    writeln!(output, "  {:names$}{:>WIDTH$} |{most} |", "most", "")
}

fn share(share: f64) -> String {
    if share < NO_SHARE { "-".to_owned() } else { percent(share) }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn to_json(found: &Found) -> Value {
    let Found { about, equilibrium } = found;
    let (row, column) = (equilibrium.best_row(), equilibrium.best_column());
    json!({
        "about": about,
        "position": equilibrium.position,
        "rows": choices_to_json(&equilibrium.rows),
        "columns": choices_to_json(&equilibrium.columns),
        "points": equilibrium.points,
        "value": equilibrium.value,
        "score": equilibrium.score,
        "unmixed": {
            "row": { "move": row.mv, "at_least": row.secured },
            "column": { "move": column.mv, "at_most": column.secured },
        },
        "depth": equilibrium.depth,
        "nodes": equilibrium.nodes,
    })
}

fn choices_to_json(choices: &[Choice]) -> Value {
    choices.iter().map(|choice| json!({ "move": choice.mv, "share": choice.share })).collect()
}
