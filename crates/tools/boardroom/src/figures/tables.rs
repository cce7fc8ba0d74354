//! Results of a match as tables.

use std::time::Duration;

use arena::{Plan, Results, Schedule, Standings, StoredGame, Tally};
use serde::Serialize;
use stats::{Elo, Estimate, Hypothesis, NormalizedElo, Sprt};
use utoipa::ToSchema;

/// Table of texts.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Table {
    /// Title.
    title: String,
    /// Names of the columns.
    head: Vec<String>,
    /// Rows, one text per column.
    rows: Vec<Vec<String>>,
}

/// Maximum number of faults in a table.
const MAX_FAULTS: usize = 50;

/// Returns the results of a match as tables.
pub(crate) fn tables(plan: &Plan, games: &[StoredGame], standings: &Standings) -> Vec<Table> {
    let names: Vec<&str> = plan.contestants.iter().map(|player| player.name.as_str()).collect();
    let mut tables = match names[..] {
        _ if plan.schedule == Schedule::Imported => imported(&names, standings),
        [one, other] => duel([one, other], plan.sprt.as_ref(), &standings.between(0, 1)),
        _ if plan.schedule == Schedule::Together => together(plan, &names, standings),
        _ => tournament(&names, standings),
    };
    tables.push(usage(&names, standings));
    tables.extend(faults(&names, games));
    tables
}

fn table<const N: usize>(title: &str, head: [&str; N], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_owned(), head: head.map(str::to_owned).to_vec(), rows }
}

/// Returns the tables of a match between two players.
fn duel([one, other]: [&str; 2], sprt: Option<&Sprt>, tally: &Tally) -> Vec<Table> {
    let mut tables = vec![table(
        &format!("{one} against {other}"),
        ["", "", "95 % interval"],
        strength(one, tally),
    )];
    tables.extend(sprt.map(|sprt| test(sprt, tally)));
    let by_side = [
        ("all games", tally.results()),
        ("moving first", tally.by_side[0]),
        ("moving second", tally.by_side[1]),
    ];
    let endings = tally.by_reason.iter().map(|(reason, ended)| result_row(reason, *ended));
    let head = ["", "games", "won", "drawn", "lost", "score"];
    tables.extend([
        table(
            &format!("Results of {one}"),
            head,
            by_side.map(|(name, results)| result_row(name, results)).to_vec(),
        ),
        first_mover(tally),
        table(&format!("How the games ended, for {one}"), head, endings.collect()),
    ]);
    tables
}

/// Returns the rows about the strength of a player against another.
fn strength(player: &str, tally: &Tally) -> Vec<Vec<String>> {
    let title = format!("Score of {player}");
    let Some(score) = tally.score() else {
        return vec![vec![title, "no games".to_owned(), String::new()]];
    };
    let (low, high) = tally.pairs.interval();
    let elo = Elo::of_pairs(&tally.pairs);
    let mut strength = vec![
        vec![title, percent(score), format!("{} to {}", percent(low), percent(high))],
        vec!["Elo".to_owned(), signed(elo.value.0), interval(&elo)],
    ];
    if let Some(elo) = NormalizedElo::of_pairs(&tally.pairs) {
        strength.push(vec![
            "Normalized Elo".to_owned(),
            signed(elo.value.0),
            format!("{} to {}", signed(elo.low.0), signed(elo.high.0)),
        ]);
    }
    strength.push(vec![
        "Likelihood of superiority".to_owned(),
        percent(tally.pairs.likelihood_of_superiority()),
        String::new(),
    ]);
    strength
}

/// Returns the state of a sequential probability ratio test.
fn test(sprt: &Sprt, tally: &Tally) -> Table {
    let decision = match sprt.decide(&tally.pairs) {
        Some(Hypothesis::Elo1) => "stronger: H1 is accepted",
        Some(Hypothesis::Elo0) => "not stronger: H0 is accepted",
        None => "undecided",
    };
    let (low, high) = sprt.bounds();
    let hypothesis = |name: &str, elo: f64| {
        vec![format!("Elo under {name} ({})", sprt.model()), format!("{elo:+}"), String::new()]
    };
    table(
        "Sequential probability ratio test (SPRT)",
        ["", "", "bounds"],
        vec![
            vec!["Decision".to_owned(), decision.to_owned(), String::new()],
            vec![
                "Log-likelihood ratio (LLR)".to_owned(),
                format!("{:+.2}", sprt.llr(&tally.pairs)),
                format!("{low:+.2} to {high:+.2}"),
            ],
            hypothesis("H0", sprt.elo0()),
            hypothesis("H1", sprt.elo1()),
        ],
    )
}

/// Returns the tables of a match in which all players play in every game. The results of a player
/// against several others come from the same games and are not independent, so that there are
/// intervals between two players only.
fn together(plan: &Plan, names: &[&str], standings: &Standings) -> Vec<Table> {
    let (order, tallies) = by_score(names, standings);
    let of_player = |&player: &usize| result_row(names[player], tallies[player].results());
    let between = |[one, other]: [usize; 2]| {
        let tally = standings.between(one, other);
        result_row_with_elo(&format!("{} against {}", names[one], names[other]), &tally)
    };
    let head = ["player", "results", "won", "drawn", "lost", "score"];
    let head_between = ["", "games", "won", "drawn", "lost", "score", "Elo", "95 % interval"];
    let mut tables = vec![
        table("Results against others", head, order.iter().map(of_player).collect()),
        table(
            "Results between two players",
            head_between,
            plan.pairings().into_iter().map(between).collect(),
        ),
    ];
    let first_two = standings.between(0, 1);
    tables.extend(plan.sprt.as_ref().map(|sprt| test(sprt, &first_two)));
    tables
}

/// Returns the tables of imported games, which come without pairs, so that there are no intervals.
fn imported(names: &[&str], standings: &Standings) -> Vec<Table> {
    let of_player =
        |(player, name): (usize, &&str)| result_row(name, standings.of(player).results());
    let head = ["player", "games", "won", "drawn", "lost", "score"];
    let rows = names.iter().enumerate().map(of_player).collect();
    let all = standings.all();
    vec![table("Results", head, rows), first_mover(&all), endings(&all)]
}

/// Returns the players in the order of their scores, the best first and those without games last,
/// and the tally of each player.
fn by_score(names: &[&str], standings: &Standings) -> (Vec<usize>, Vec<Tally>) {
    let tallies: Vec<Tally> = (0..names.len()).map(|player| standings.of(player)).collect();
    let score = |player: usize| tallies[player].score().unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    (order, tallies)
}

/// Returns the tables of a match between more than two players.
fn tournament(names: &[&str], standings: &Standings) -> Vec<Table> {
    let (order, tallies) = by_score(names, standings);
    let all = standings.all();
    vec![
        ranking(names, &order, &tallies),
        cross_table(names, &order, standings),
        first_mover(&all),
        endings(&all),
    ]
}

/// Returns the number of games by the reason for their end.
fn endings(tally: &Tally) -> Table {
    let row =
        |(reason, ended): (&String, &Results)| vec![reason.clone(), ended.games().to_string()];
    table("How the games ended", ["", "games"], tally.by_reason.iter().map(row).collect())
}

/// Returns the ranking of all players, the best first.
fn ranking(names: &[&str], order: &[usize], tallies: &[Tally]) -> Table {
    let row = |&player: &usize| result_row_with_elo(names[player], &tallies[player]);
    let head = ["player", "games", "won", "drawn", "lost", "score", "Elo", "95 % interval"];
    table("Standings", head, order.iter().map(row).collect())
}

/// Returns the score of each player against each other player, the best first.
fn cross_table(names: &[&str], order: &[usize], standings: &Standings) -> Table {
    let row = |&player: &usize| {
        let against = |&other: &usize| {
            let tally = standings.between(player, other);
            tally.score().map_or(String::new(), percent)
        };
        [names[player].to_owned()].into_iter().chain(order.iter().map(against)).collect()
    };
    let against = order.iter().map(|&player| format!("against {}", names[player]));
    Table {
        title: "Scores between the players".to_owned(),
        head: ["player".to_owned()].into_iter().chain(against).collect(),
        rows: order.iter().map(row).collect(),
    }
}

/// Returns the results of the player who moved first, whoever it was.
fn first_mover(tally: &Tally) -> Table {
    let head = ["", "games", "won", "drawn", "lost", "score"];
    table("Results of the first mover", head, vec![result_row("all games", tally.of_first_mover())])
}

/// Returns the resources that each player has used.
fn usage(names: &[&str], standings: &Standings) -> Table {
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let missing = || "–".to_owned();
    let mean = |mean: Option<f64>| mean.map_or_else(missing, |mean| format!("{mean:.1}"));
    let row = |(player, name): (usize, &&str)| {
        let tally = standings.of(player);
        let (usage, faults) = (tally.usage[0], tally.faults[0]);
        // The answers of imported games have no times.
        let of_answers = |time: Duration| match usage.answers {
            0 => missing(),
            _ => milliseconds(time),
        };
        // Only programs in processes of their own are measured.
        let of_process = |text: String| if usage.peak_memory > 0 { text } else { missing() };
        vec![
            (*name).to_owned(),
            usage.answers.to_string(),
            of_answers(usage.mean()),
            of_answers(usage.longest),
            of_process(milliseconds(usage.cpu.checked_div(usage.answers).unwrap_or_default())),
            of_process(format!("{:.0} MiB", usage.peak_memory as f64 / f64::from(1 << 20))),
            mean(usage.mean_depth()),
            mean(usage.mean_nodes()),
            faults.overruns.to_string(),
            (faults.illegal + faults.crashes + faults.left_opening).to_string(),
        ]
    };
    let head = [
        "player",
        "answers",
        "mean time",
        "longest",
        "mean CPU",
        "memory",
        "depth",
        "nodes",
        "late",
        "other faults",
    ];
    table("What the players used", head, names.iter().enumerate().map(row).collect())
}

/// Returns the games that were lost by a fault; `None` if there are none.
fn faults(names: &[&str], games: &[StoredGame]) -> Option<Table> {
    let row = |game: &StoredGame| {
        let player = game.pairing[game.summary.at_fault()?];
        Some(vec![
            format!("{}.{}", game.unit + 1, game.number + 1),
            game.summary.seed.to_string(),
            names[player].to_owned(),
            game.summary.reason.clone(),
            game.summary.detail.clone().unwrap_or_default(),
        ])
    };
    let mut rows: Vec<Vec<String>> = games.iter().filter_map(row).collect();
    let count = rows.len();
    rows.truncate(MAX_FAULTS);
    let title = match count {
        0 => return None,
        1..=MAX_FAULTS => "Games lost by a fault".to_owned(),
        _ => format!("Games lost by a fault: the first {MAX_FAULTS} of {count}"),
    };
    Some(table(&title, ["game", "seed", "player", "reason", "details"], rows))
}

/// Returns a row: a name, the numbers of games, wins, draws and losses, and the score.
fn result_row(name: &str, results: Results) -> Vec<String> {
    let Results { wins, draws, losses } = results;
    let games = results.games();
    let mut row = vec![name.to_owned()];
    row.extend([games, wins, draws, losses].map(|count| count.to_string()));
    row.push(match games {
        0 => String::new(),
        _ => percent(results.points() / f64::from(games)),
    });
    row
}

/// Returns a row of results with the Elo difference and its interval; empty without games.
fn result_row_with_elo(name: &str, tally: &Tally) -> Vec<String> {
    let mut row = result_row(name, tally.results());
    let elo = Elo::of_pairs(&tally.pairs);
    row.extend(match tally.score() {
        Some(_) => [signed(elo.value.0), interval(&elo)],
        None => [String::new(), String::new()],
    });
    row
}

fn interval(elo: &Estimate<Elo>) -> String {
    format!("{} to {}", signed(elo.low.0), signed(elo.high.0))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{elo:+.0}"),
    }
}
