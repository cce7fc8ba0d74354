//! Measures the value of drawing names from the Nash equilibrium: the bot plays against itself, and
//! the two players name their roles by different policies. Both step by the same search.
//!
//! ```sh
//! cargo run --release -p lamistra --example naming -- reader readable 200 1000
//! ```
//!
//! plays 200 games (each opening twice, with colours swapped) with 1000 nodes per decision, and
//! prints the score of the first naming policy against the second.

use std::process::ExitCode;
use std::str::FromStr;
use std::thread;

use gamekit::{Player, Position as _};
use lamistra::{BotEngine, Move, OpponentModel, Position, Role, Situation, SETTINGS};
use search::matrix::MOST_CHOICES;
use search::{Choices, Limits, Searcher, Solution, Task};

/// Policy by which a player names roles.
#[derive(Clone, Copy, Debug)]
enum Naming {
    /// Drawn from the equilibrium's mixed strategy.
    Mix,
    /// The same, moved towards the best response to the opponent's names so far, as the bot does.
    Model,
    /// The most likely role of the mixed strategy: the choice of a program that does not mix.
    Readable,
    /// The best response to the most likely role of the other side's mixed strategy.
    Reader,
    /// The best response to the other side's mixed strategy, which the player knows.
    Informed,
    /// The role with the best worst case.
    Maximin,
    /// A bomb where that is legal, otherwise the lowest rank.
    Bombs,
    /// The lowest rank.
    Lowest,
    /// The highest rank.
    Highest,
}

impl FromStr for Naming {
    type Err = String;

    fn from_str(text: &str) -> Result<Naming, String> {
        Ok(match text {
            "mix" => Naming::Mix,
            "model" => Naming::Model,
            "readable" => Naming::Readable,
            "reader" => Naming::Reader,
            "informed" => Naming::Informed,
            "maximin" => Naming::Maximin,
            "bombs" => Naming::Bombs,
            "lowest" => Naming::Lowest,
            "highest" => Naming::Highest,
            _ => {
                let policies =
                    "mix, model, readable, reader, informed, maximin, bombs, lowest or highest";
                return Err(format!("unknown naming policy `{text}`, use one of {policies}"));
            }
        })
    }
}

impl Naming {
    /// Returns the name of the player who chooses a row, or a column, of `solution`. `known` is the
    /// other player's solution of the same attack, and `model` predicts the other player in
    /// `situation`.
    fn name(
        self,
        solution: &Solution<Move>,
        known: &Solution<Move>,
        is_row: bool,
        (model, situation): (&mut OpponentModel, Option<Situation>),
        rng: &mut fastrand::Rng,
    ) -> Option<Move> {
        let mix = &solution.equilibrium;
        let (own, other) = match is_row {
            true => (&solution.rows, &solution.columns),
            false => (&solution.columns, &solution.rows),
        };
        let (own_mix, other_mix) = match is_row {
            true => (mix.rows, mix.columns),
            false => (mix.columns, mix.rows),
        };
        // Gain of the player who names, by his choice and the other player's choice.
        let gain = |ours: usize, theirs: usize| match is_row {
            true => solution.matrix.get(ours, theirs),
            false => -solution.matrix.get(theirs, ours),
        };
        let best = |worth: &dyn Fn(usize) -> f64| {
            (0..own.len()).max_by(|&one, &two| worth(one).total_cmp(&worth(two)))
        };
        let likeliest = |mix: &[f64; MOST_CHOICES], choices: &Choices<Move>| {
            (0..choices.len()).max_by(|&one, &two| mix[one].total_cmp(&mix[two]))
        };
        let choice = match self {
            Naming::Mix => return solution.draw(is_row, rng.f64()),
            Naming::Model => {
                let solution = Solution { is_row, point: rng.f64(), ..*solution };
                return model.sample(&solution, situation);
            }
            Naming::Readable => likeliest(&own_mix, own),
            Naming::Reader => {
                let theirs = likeliest(&other_mix, other)?;
                best(&|ours| gain(ours, theirs))
            }
            Naming::Informed => {
                let known = match is_row {
                    true => known.equilibrium.columns,
                    false => known.equilibrium.rows,
                };
                best(&|ours| {
                    (0..other.len()).map(|theirs| known[theirs] * gain(ours, theirs)).sum()
                })
            }
            Naming::Maximin => best(&|ours| {
                (0..other.len()).map(|theirs| gain(ours, theirs)).fold(f64::INFINITY, f64::min)
            }),
            Naming::Bombs => own.iter().position(|mv| mv == Move::Name(Role::Bomb)),
            Naming::Highest => own.iter().position(is_movable),
            Naming::Lowest => None,
        };
        // The lowest rank comes last.
        choice.and_then(|index| own.iter().nth(index)).or_else(|| own.iter().last())
    }
}

fn is_movable(mv: Move) -> bool {
    matches!(mv, Move::Name(role) if role.is_movable())
}

/// Number of random steps at the start of each game.
const OPENING_PLIES: u16 = 6;

/// Size of a player's transposition table in bytes.
const TABLE_BYTES: usize = 4 << 20;

fn legal_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

/// Draws an opening in which no player names his flag.
fn opening(rng: &mut fastrand::Rng) -> Position {
    let mut pos = Position::initial();
    while pos.plies() < OPENING_PLIES || pos.attack().is_some() {
        let mut moves = legal_moves(&pos);
        moves.retain(|&mv| mv != Move::Name(Role::Flag));
        match rng.choice(&moves) {
            Some(&mv) => pos.play_unchecked(mv),
            None => return Position::initial(),
        }
    }
    pos
}

/// Plays a game and returns the points of the policy that moves first.
fn play(start: &Position, policies: [Naming; 2], nodes: u64, rng: &mut fastrand::Rng) -> f64 {
    let player = || Searcher::new(BotEngine::default(), SETTINGS.params, TABLE_BYTES);
    let (mut players, mut pos, mut past) = ([player(), player()], *start, Vec::new());
    // The solution of the current attack by each player's search.
    let mut solutions = [None, None];
    let mut models = [OpponentModel::default(), OpponentModel::default()];
    loop {
        if let Some(outcome) = pos.outcome() {
            return outcome.score(Player::First);
        }
        if pos.attack().is_none() {
            solutions = [None, None];
        }
        let moves = legal_moves(&pos);
        let side = pos.side_to_move();
        let limits = Limits::nodes(nodes);
        let chosen = match (&moves[..], pos.attack()) {
            (&[only], _) => Some(only),
            (_, Some(_)) => {
                for (searcher, solution) in players.iter_mut().zip(&mut solutions) {
                    if solution.is_none() {
                        *solution = searcher.solve_root(&pos, &past, limits, |_| ());
                    }
                }
                let policy = policies[side.index()];
                let [ours, theirs] = [side, side.opponent()].map(|side| &solutions[side.index()]);
                ours.as_ref().zip(theirs.as_ref()).and_then(|(ours, theirs)| {
                    let model = &mut models[side.index()];
                    let situation = Situation::of(&pos, side.opponent());
                    policy.name(ours, theirs, side == pos.stepper(), (model, situation), rng)
                })
            }
            (_, None) => {
                let task = Task { root: &pos, moves: &moves, past: &past };
                players[side.index()].search(&task, limits, |_| ()).map(|found| found.best)
            }
        };
        let chosen = chosen.unwrap_or(moves[0]);
        // Both names are known when the defender's is.
        let attacker = pos.attack().and_then(|attack| attack.name);
        if let (Some(attacker), Move::Name(defender)) = (attacker, chosen) {
            models[side.index()].observe(&pos, side.opponent(), attacker);
            models[side.opponent().index()].observe(&pos, side, defender);
        }
        past.push(pos);
        pos.play_unchecked(chosen);
    }
}

/// Returns the points of the first policy in each pair of games from one opening, from 0 to 2.
fn match_of(policies: [Naming; 2], pairs: u64, nodes: u64) -> Vec<f64> {
    let play_pair = |pair| {
        let mut rng = fastrand::Rng::with_seed(pair);
        let start = opening(&mut rng);
        let as_first = play(&start, policies, nodes, &mut rng);
        as_first + 1.0 - play(&start, [policies[1], policies[0]], nodes, &mut rng)
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let share = |thread: usize| (0..pairs).skip(thread).step_by(threads);
        let run = |thread| scope.spawn(move || share(thread).map(play_pair).collect::<Vec<f64>>());
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    })
}

/// Reads the command line, plays the games, and returns the score with its 95 % interval.
fn run(args: &[String]) -> Result<String, String> {
    let [one, other, games, nodes] = args else {
        return Err("expected the arguments POLICY POLICY GAMES NODES_PER_DECISION".to_owned());
    };
    let number = |text: &String| {
        text.parse::<u64>().map_err(|_| format!("invalid number `{text}`, give a whole number"))
    };
    let pairs = number(games)?.div_ceil(2).max(2);
    let points = match_of([one.parse()?, other.parse()?], pairs, number(nodes)?);
    let count = points.len() as f64;
    let mean = points.iter().sum::<f64>() / count;
    let variance = points.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
    // In percent of the points per game; a pair has two games.
    let error = 1.96 * 50.0 * (variance / count).sqrt();
    let games = 2.0 * count;
    Ok(format!("{one} against {other}: {:.1} % +- {error:.1}, {games} games", 50.0 * mean))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(report) => println!("{report}"),
        Err(error) => {
            eprintln!("naming: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
