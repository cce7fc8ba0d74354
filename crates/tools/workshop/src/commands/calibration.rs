//! Command `cargo cg calibration`: calibration of a bot's beliefs about hidden pieces.

use std::fmt;
use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use registry::{Attacks, Calibration, CalibrationPlan, Class, ConfidentBeliefs, Source, beliefs};
use serde_json::{Value, json};

use crate::calibration_chart::calibration_chart;
use crate::chart_file::write_chart;
use crate::json_report::print_table;
use crate::recorded_games::{recorded_games, whose};
use options::Reply;
use options::calibration::Arguments;
use workspace::check_output;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    arguments.picture.as_deref().map_or(Ok(()), check_output)?;
    let beliefs = beliefs(&arguments.game)?;
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = |games: u64| ProgressBar::new(games).with_style(style);
    let (subject, found) = if arguments.files.is_empty() {
        let plan = CalibrationPlan {
            games: arguments.games.get(),
            nodes: arguments.nodes.get(),
            seed: arguments.seed,
            against: arguments.against.clone(),
        };
        let bar = bar(plan.games);
        let found = beliefs.calibrate(&plan, &|| bar.inc(1));
        bar.finish_and_clear();
        (Subject::Played(plan), found?)
    } else {
        let games = recorded_games(&arguments.game, &arguments.files, &arguments.players)?;
        let bar = bar(games.len() as u64);
        let found = beliefs.calibrate_games(&games, &|| bar.inc(1));
        bar.finish_and_clear();
        let player = whose(&arguments.players).to_owned();
        (Subject::Recorded { games: games.len(), player }, found?)
    };
    if let Some(path) = &arguments.picture {
        write_chart(path, &calibration_chart(&found.classes)?)?;
    }
    if !arguments.format.is_text() {
        let object = to_json(&arguments.game, &subject, &found);
        print_table(arguments.format, &object, "classes")?;
        return Ok(Reply::Yes);
    }
    write_found(&mut io::stdout().lock(), &subject, &found)?;
    Ok(Reply::Yes)
}

/// Games in which beliefs were compared with the truth.
enum Subject {
    /// Games that the bot has played.
    Played(CalibrationPlan),
    /// Recorded games.
    Recorded { games: usize, player: String },
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Played(CalibrationPlan { games, nodes, seed, against }) => {
                let against = against.as_deref().unwrap_or("itself");
                write!(f, "{games} games against {against}, {nodes} nodes, seed {seed}")
            }
            Subject::Recorded { games, player } => {
                write!(f, "{games} recorded games, pieces of {player}")
            }
        }
    }
}

fn write_found(output: &mut dyn Write, subject: &Subject, found: &Calibration) -> io::Result<()> {
    writeln!(output, "{subject}: {} hidden pieces", found.judged)?;
    writeln!(output, "\n{:<20}{:>8}{:>8}", "known", "bits", "gain")?;
    let mut before = None;
    for &Source { name, bits } in &found.sources {
        let gain = before.map_or(String::new(), |before: f64| format!("{:.3}", before - bits));
        writeln!(output, "{name:<20}{bits:>8.3}{gain:>8}")?;
        before = Some(bits);
    }
    writeln!(output, "\n{:>10}{:>10}{:>10}", "believed", "true", "beliefs")?;
    for class in &found.classes {
        writeln!(output, "{}", columns(class))?;
    }
    writeln!(output, "\n{:<12}{:>10}{:>10}{:>10}", "50 % or more", "believed", "true", "beliefs")?;
    for ConfidentBeliefs { kind, beliefs } in &found.confident {
        writeln!(output, "{kind:<12}{}", columns(beliefs))?;
    }
    writeln!(
        output,
        "\n{:<12}{:<16}{:>10}{:>10}{:>10}",
        "attacker", "target", "believed", "lost", "attacks"
    )?;
    for Attacks { attacker, target, lost } in &found.attacks {
        writeln!(output, "{attacker:<12}{target:<16}{}", columns(lost))?;
    }
    Ok(())
}

/// Returns the last three columns of a table: the mean probability, the share of true beliefs, and
/// the number of beliefs.
fn columns(&Class { count, believed, found }: &Class) -> String {
    let [believed, found] = [believed, found].map(|share| format!("{:.1} %", 100.0 * share));
    format!("{believed:>10}{found:>10}{count:>10}")
}

fn to_json(game: &str, subject: &Subject, found: &Calibration) -> Value {
    let source = |source: &Source| json!({ "known": source.name, "bits": source.bits });
    let class = |class: &Class| {
        json!({
            "believed": class.believed,
            "true": class.found,
            "beliefs": class.count,
        })
    };
    let confident = |confident: &ConfidentBeliefs| {
        let mut object = class(&confident.beliefs);
        object["kind"] = confident.kind.into();
        object
    };
    let attacks = |attacks: &Attacks| {
        json!({
            "attacker": attacks.attacker,
            "target": attacks.target,
            "believed": attacks.lost.believed,
            "lost": attacks.lost.found,
            "attacks": attacks.lost.count,
        })
    };
    let mut object = match subject {
        Subject::Played(CalibrationPlan { games, nodes, seed, against }) => {
            json!({ "games": games, "nodes": nodes, "seed": seed, "against": against })
        }
        Subject::Recorded { games, player } => json!({ "games": games, "player": player }),
    };
    object["game"] = game.into();
    object["judged"] = found.judged.into();
    object["sources"] = found.sources.iter().map(source).collect();
    object["classes"] = found.classes.iter().map(class).collect();
    object["confident"] = found.confident.iter().map(confident).collect();
    object["attacks"] = found.attacks.iter().map(attacks).collect();
    object
}
