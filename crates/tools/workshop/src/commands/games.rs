//! Command `cargo cg games`: list of the games.

use std::io::{self, Write};

use registry::{Game, all_games};
use serde_json::json;

use crate::json_report::print_table;
use options::Reply;
use options::games::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    if !arguments.format.is_text() {
        let games: Vec<_> = all_games()
            .iter()
            .map(|game| {
                json!({
                    "game": game.name(),
                    "package": game.package(),
                    "judge": game.judge(),
                    "commands": commands(*game),
                })
            })
            .collect();
        print_table(arguments.format, &json!({ "games": games }), "games")?;
        return Ok(Reply::Yes);
    }
    let width = |text: fn(&dyn Game) -> &'static str| {
        all_games().iter().map(|game| text(*game).len()).max().unwrap_or_default()
    };
    let (name, judge) = (width(|game| game.name()), width(|game| game.judge()));
    let mut output = io::stdout().lock();
    for game in all_games() {
        let commands = commands(*game).join(" ");
        writeln!(output, "{:name$}  {:judge$}  {commands}", game.name(), game.judge())?;
    }
    Ok(Reply::Yes)
}

/// Returns the commands that a game supports, of those that not every game supports.
fn commands(game: &dyn Game) -> Vec<&'static str> {
    let all = [
        ("book", game.opening_search().is_some()),
        ("selfplay", game.tunable().is_some()),
        ("tune", game.spsa().is_some()),
        ("train", game.network().is_some()),
        ("equilibrium", game.simultaneous().is_some()),
        ("calibration", game.beliefs().is_some()),
        ("review", game.units_per_logit().is_some()),
        ("careless", game.careless_moves().is_some()),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(command, _)| command).collect()
}
