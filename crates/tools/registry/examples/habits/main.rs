//! Counts the behaviour of ranks in games, and prints a table of habits for the bot of Stratego:
//! `habits/bot.rs` or `habits/pool.rs` in `crates/games/stratego/src/belief`.
//!
//! ```sh
//! cargo run --release -p registry --example habits -- bot 3000 1000 2 > target/bot.rs
//! cargo run --release -p registry --example habits -- rules,rush,hunter,bluffer,turtle 3000 0 3 \
//!     > target/pool.rs
//! ```
//!
//! play 3000 games each, from seeds 2 and 3, between players that are drawn from those named, the
//! bot with 1000 nodes per step. Half of the bot's setups are its own; the other half are samples
//! of the prior belief. In half of the games one bot sometimes makes a random step, so that the
//! games show not only its own style.
//!
//! The behaviour of a piece in one turn correlates with its behaviour in the next turn and with
//! that of other pieces, so the plain product of all likelihoods would be overconfident. Therefore
//! the counts are tempered, and then fitted to the true ranks. One game in five is held out; for
//! these games standard error shows the log loss of each stage.
//!
//! The bot knows the habits of the last run. Its knowledge changes which pieces stay hidden, so the
//! habits must be learned again after a change; two runs are enough.

mod games;

use std::collections::HashMap;
use std::process::ExitCode;

use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use stratego::{Behaviour, Belief, Habit, Habits, Knowledge, Move, Position, Rank, Square, View};

use self::games::{Game, Plan};

/// One game in this many is held out.
const HELD_OUT: usize = 5;
/// Number of pseudo-observations of average behaviour that are added to the counts of each rank.
const SMOOTHING: f64 = 50.0;
/// Exponents that are tried for tempering.
const EXPONENTS: [f64; 6] = [0.15, 0.3, 0.45, 0.6, 0.8, 1.0];
/// Number of passes over all games, and the change of an entry by the first gradient, in bits.
const ROUNDS: usize = 5;
const RATE: f64 = 0.05;
/// Share of the learned values that is kept, because opponents have other habits.
const SHRINKAGE: f64 = 0.9;
/// The probabilities of one in this many turns of a player are evaluated.
const EVALUATED: u16 = 8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let plan = match Plan::read(&words) {
        Ok(plan) => plan,
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::from(2);
        }
    };
    let games = plan.play();
    let (held_out, counted): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|(index, _)| index % HELD_OUT == 0);
    let [held_out, counted] = [held_out, counted]
        .map(|games| -> Vec<Game> { games.into_iter().map(|(_, game)| game).collect() });
    let mut counts = Counts::default();
    counted.iter().for_each(|game| count(game, &mut counts));
    let tempered = temper(&counts.logarithms(), &held_out);
    let habits = fit(tempered, &counted, &held_out);
    print(&habits, &counts, &words.join(" "));
    ExitCode::SUCCESS
}

/// Visits the turns of a game, each with the view and the belief about the player who steps.
fn follow(
    game: &Game,
    knowledge: Knowledge,
    mut visit: impl FnMut(&Position, &View, &Belief, Move),
) {
    let [red, blue] = &game.setups;
    let mut pos = Position::initial().set_up([red, blue]);
    let mut views = Player::BOTH.map(|player| pos.view(player));
    let mut beliefs = views.map(|view| Belief::of(view.player().opponent(), &view, knowledge));
    for &step in &game.steps {
        // The observer's belief is about the player who steps.
        let observer = pos.side_to_move().opponent().index();
        visit(&pos, &views[observer], &beliefs[observer], step);
        let battle = pos.battle(step);
        for (view, belief) in views.iter_mut().zip(&mut beliefs) {
            let before = *view;
            view.play(step, battle);
            belief.observe(&before, step, battle, view);
        }
        pos.play_unchecked(step);
    }
}

/// Values in bits, by habit and column.
type Table = [[f64; Rank::COUNT]; Habit::COUNT];

/// Number of situations of pieces and of their habits there, by habit and column.
#[derive(Default)]
struct Counts {
    situations: [[f64; Rank::COUNT]; Habit::COUNT],
    habits: [[f64; Rank::COUNT]; Habit::COUNT],
}

fn count(game: &Game, counts: &mut Counts) {
    /// A step of no piece: it gives the behaviour of all pieces that stay.
    const NONE: Move = Move::Step { from: Square::new(127), to: Square::new(127) };
    follow(game, Knowledge::NONE, |pos, view, belief, step| {
        let column =
            |square: Square, seen: &Behaviour| pos.rank_at(square).map(|rank| seen.column(rank));
        for (square, seen) in belief.behaviours(view, NONE) {
            let Some(column) = column(square, &seen) else { continue };
            counts.situations[seen.habit.situation() as usize][column] += 1.0;
        }
        for (square, seen) in belief.behaviours(view, step) {
            let Some(column) = column(square, &seen) else { continue };
            counts.habits[seen.habit as usize][column] += 1.0;
        }
    });
}

impl Counts {
    /// Returns the likelihood of each habit in each column relative to the average, as base-2
    /// logarithms.
    fn logarithms(&self) -> Table {
        Habit::ALL.map(|habit| {
            let times = &self.habits[habit as usize];
            let turns = &self.situations[habit.situation() as usize];
            let mean = (times.iter().sum::<f64>() + 1.0) / (turns.iter().sum::<f64>() + 1.0);
            std::array::from_fn(|column| {
                // A piece that steps is neither flag nor bomb, whatever was counted.
                if habit.is_step() && column <= Rank::Bomb.index() {
                    return 0.0;
                }
                let share = (times[column] + SMOOTHING * mean) / (turns[column] + SMOOTHING);
                (share / mean).log2()
            })
        })
    }
}

/// Returns the logarithms times the exponent that fits the held-out games best.
fn temper(logarithms: &Table, held_out: &[Game]) -> Table {
    let loss = |knowledge: Knowledge| log_loss(held_out, knowledge);
    eprintln!("bits per held-out piece: {:.4} by facts alone", loss(Knowledge::NONE));
    eprintln!("by setups: {:.4}", loss(Knowledge::SETUPS));
    let tempered = EXPONENTS.map(|exponent| {
        let table = logarithms.map(|row| row.map(|bits| exponent * bits));
        let loss = loss(learned(&table));
        eprintln!("by habits to the power of {exponent:.2}: {loss:.4}");
        (loss, table)
    });
    let best = tempered.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("EXPONENTS is not empty").1
}

/// Fits the habits by maximum likelihood of the true ranks in these games.
///
/// The gradient of the log-probability of a whole assignment is, for each habit and column, the
/// number of observations of pieces of that column, minus the expected number by the probabilities
/// (Lafferty, McCallum and Pereira, 2001). The optimizer is AdaGrad (Duchi, Hazan and Singer,
/// 2011).
fn fit(start: Table, games: &[Game], held_out: &[Game]) -> Habits {
    let mut table = start;
    let mut squares: Table = [[1e-6; Rank::COUNT]; Habit::COUNT];
    for round in 1..=ROUNDS {
        for game in games {
            let gradient = gradient(game, habits(&table));
            for (index, gradient) in gradient.as_flattened().iter().enumerate() {
                let square = &mut squares.as_flattened_mut()[index];
                *square += gradient * gradient;
                table.as_flattened_mut()[index] += RATE * gradient / square.sqrt();
            }
        }
        eprintln!("fitted, round {round}: {:.4}", log_loss(held_out, learned(&table)));
    }
    let table = table.map(|row| row.map(|bits| SHRINKAGE * bits));
    eprintln!("kept: {:.4}", log_loss(held_out, learned(&table)));
    habits(&table)
}

/// Behaviour of pieces so far, and how often, by their squares.
type Pasts = HashMap<Square, Vec<(Behaviour, f64)>>;

/// Returns the gradient of the log-probability of the true ranks for each entry of the habits, over
/// a game.
fn gradient(game: &Game, habits: Habits) -> Table {
    let mut gradient: Table = [[0.0; Rank::COUNT]; Habit::COUNT];
    let mut pasts: [Pasts; 2] = Default::default();
    follow(game, knowing(habits), |pos, view, belief, step| {
        let player = pos.side_to_move();
        let past = &mut pasts[player.index()];
        if is_evaluated(pos) {
            for (square, odds) in belief.odds(view) {
                let (Some(truth), Some(past)) = (pos.rank_at(square), past.get(&square)) else {
                    continue;
                };
                for (seen, times) in past {
                    let times = (1.0 + times).log2();
                    let row = &mut gradient[seen.habit as usize];
                    row[seen.column(truth)] += times;
                    for rank in Rank::ALL {
                        row[seen.column(rank)] -= times * f64::from(odds[rank.index()]);
                    }
                }
            }
        }
        for (square, seen) in belief.behaviours(view, step) {
            let past = past.entry(square).or_default();
            match past.iter_mut().find(|(other, _)| *other == seen) {
                Some((_, times)) => *times += 1.0,
                None => past.push((seen, 1.0)),
            }
        }
        let Move::Step { from, to } = step else { return };
        let mover = past.remove(&from);
        match mover.filter(|_| pos.battle(step).is_none()) {
            Some(mover) => drop(past.insert(to, mover)),
            None => drop(pasts[player.opponent().index()].remove(&to)),
        }
    });
    gradient
}

fn habits(table: &Table) -> Habits {
    Habits(table.map(|row| row.map(|bits| (1000.0 * bits).round() as i16)))
}

fn learned(table: &Table) -> Knowledge {
    knowing(habits(table))
}

/// Returns the knowledge of one style of play. It is never freed.
fn knowing(habits: Habits) -> Knowledge {
    Knowledge { styles: Box::leak(Box::new([habits])), ..Knowledge::SETUPS }
}

fn is_evaluated(pos: &Position) -> bool {
    pos.plies() / 2 % EVALUATED == EVALUATED - 1
}

/// Returns the log loss: the negated mean base-2 logarithm of the probabilities of the true ranks
/// of hidden pieces.
fn log_loss(games: &[Game], knowledge: Knowledge) -> f64 {
    let losses = games.par_iter().map(|game| {
        let (mut sum, mut pieces) = (0.0, 0u64);
        follow(game, knowledge, |pos, view, belief, _| {
            if is_evaluated(pos) {
                for (square, odds) in belief.odds(view) {
                    let truth = pos.rank_at(square).map_or(0.0, |rank| odds[rank.index()]);
                    sum -= f64::from(truth.max(1e-6)).log2();
                    pieces += 1;
                }
            }
        });
        (sum, pieces)
    });
    // In the order of the games, so that the sum does not depend on the speed of the cores.
    let losses: Vec<(f64, u64)> = losses.collect();
    let pieces: u64 = losses.iter().map(|(_, pieces)| pieces).sum();
    losses.iter().map(|(sum, _)| sum).sum::<f64>() / pieces.max(1) as f64
}

/// Prints the table in numbers for readers, and in letters for `Habits::decode`.
fn print(habits: &Habits, counts: &Counts, arguments: &str) {
    println!(
        "\
//! Table of habits, written by
//! `cargo run --release -p registry --example habits -- {arguments}`.

use super::Habits;

// By column, in thousandths of a bit:"
    );
    for habit in Habit::ALL {
        let row = habits.0[habit as usize].map(|number| number.to_string()).join(", ");
        let times = counts.habits[habit as usize].iter().sum::<f64>();
        println!("// {habit:?}, {times} times: {row}");
    }
    let letters: String = habits.0.as_flattened().iter().map(|&number| letter(number)).collect();
    println!("/// The same table, for the bot.");
    println!("#[rustfmt::skip]");
    println!("pub(in super::super) const HABITS: Habits = Habits::decode(\"{letters}\");");
}

/// Returns the letter of a log-likelihood, for `Habits::decode`.
fn letter(thousandths: i16) -> char {
    let letter = u32::try_from(0x6e00 + i32::from(thousandths)).ok().and_then(char::from_u32);
    letter.expect("log-likelihoods are within a few bits")
}
