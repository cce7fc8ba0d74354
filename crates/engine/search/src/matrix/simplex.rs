//! Matrix games as linear programs (Dantzig, 1951), solved in one dense tableau.
//!
//! With all gains positive, the column player's best probabilities are those proportional to the
//! `y >= 0` of the greatest sum that give no row more than 1; the game's value is 1 over that sum.
//! The row player's are proportional to the program's dual solution, which the tableau holds too.

use super::dominance::Undominated;
use super::number::Number;
use super::MOST_CHOICES;

/// Added to gains between 0 and 1, so that all are positive.
const SHIFT: f64 = 1.0;

/// Pivots after which the strategies are taken as they are: ties can lead the algorithm in circles.
/// Games without take twenty at most.
const MOST_PIVOTS: usize = 64;

/// Where a line holds its limit, behind its coefficients.
const LIMIT: usize = MOST_CHOICES;

/// Numbers of a line, an even one: two at a time are one instruction.
const WIDTH: usize = MOST_CHOICES + 2;

type Line<N> = [N; WIDTH];

/// One line for each row, and the line of what a column still adds to the sum.
pub(super) struct Tableau<N> {
    rows: usize,
    columns: usize,
    lines: [Line<N>; MOST_CHOICES],
    /// What a unit of each column adds to the sum.
    profit: Line<N>,
    /// The variable that each line stands for: a column of the matrix, or [`MOST_CHOICES`] and the
    /// row whose slack it is.
    in_line: [usize; MOST_CHOICES],
    /// The variable that each column stands for.
    in_column: [usize; MOST_CHOICES],
}

impl<N: Number> Tableau<N> {
    /// Returns the tableau of a game with these choices, before its gains are set.
    pub(super) fn new(game: &Undominated) -> Tableau<N> {
        let (rows, columns) = (game.rows.as_slice(), game.columns.as_slice());
        let mut line = [N::ZERO; WIDTH];
        line[LIMIT] = N::ONE;
        let mut profit = [N::ZERO; WIDTH];
        profit[..columns.len()].fill(N::ONE);
        let (mut in_line, mut in_column) = ([0; MOST_CHOICES], [0; MOST_CHOICES]);
        for (variable, &row) in in_line.iter_mut().zip(rows) {
            *variable = MOST_CHOICES + row;
        }
        in_column[..columns.len()].copy_from_slice(columns);
        let lines = [line; MOST_CHOICES];
        Tableau { rows: rows.len(), columns: columns.len(), lines, profit, in_line, in_column }
    }

    /// Sets the gain, between 0 and 1, of a row and a column, counted without dominated ones.
    #[inline]
    pub(super) fn set(&mut self, row: usize, column: usize, gain: f64) {
        self.lines[row][column] = N::from(gain + SHIFT);
    }

    /// Returns optimal probabilities of the matrix's rows and of its columns. The column `guess` is
    /// tried first.
    pub(super) fn solve(mut self, guess: usize) -> ([f64; MOST_CHOICES], [f64; MOST_CHOICES]) {
        let guess = self.in_column[..self.columns].iter().position(|&column| column == guess);
        let mut entering = guess.or(Some(0));
        for _ in 0..MOST_PIVOTS {
            let Some(column) = entering else { break };
            let Some(line) = self.limiting(column) else { break };
            self.pivot(line, column);
            entering = self.most_profitable();
        }
        self.probabilities()
    }

    fn most_profitable(&self) -> Option<usize> {
        let (mut best, mut most) = (None, N::NOISE);
        for (column, &profit) in self.profit[..self.columns].iter().enumerate() {
            if profit > most {
                (best, most) = (Some(column), profit);
            }
        }
        best
    }

    /// Returns the line that limits a column most; of equal ones that with the largest coefficient,
    /// which rounds best.
    fn limiting(&self, column: usize) -> Option<usize> {
        let (mut best, mut least, mut divisor) = (None, N::from(f64::INFINITY), N::NOISE);
        for (index, line) in self.lines[..self.rows].iter().enumerate() {
            let coefficient = line[column];
            if coefficient > N::NOISE {
                let limit = line[LIMIT].or_zero() / coefficient;
                if limit < least || limit == least && coefficient > divisor {
                    (best, least, divisor) = (Some(index), limit, coefficient);
                }
            }
        }
        best
    }

    /// Lets the variables of a line and of a column change places.
    fn pivot(&mut self, index: usize, column: usize) {
        let line = &mut self.lines[index];
        let per_coefficient = N::ONE / line[column];
        line[column] = N::ONE;
        for number in &mut *line {
            *number = *number * per_coefficient;
        }
        let pivot = *line;
        let subtract = |line: &mut Line<N>| {
            let times = line[column];
            line[column] = N::ZERO;
            for (number, &pivot) in line.iter_mut().zip(&pivot) {
                *number = *number - times * pivot;
            }
        };
        for (other, line) in self.lines[..self.rows].iter_mut().enumerate() {
            if other != index {
                subtract(line);
            }
        }
        subtract(&mut self.profit);
        std::mem::swap(&mut self.in_line[index], &mut self.in_column[column]);
    }

    fn probabilities(&self) -> ([f64; MOST_CHOICES], [f64; MOST_CHOICES]) {
        let (mut rows, mut columns) = ([0.0; MOST_CHOICES], [0.0; MOST_CHOICES]);
        for (line, &variable) in self.lines[..self.rows].iter().zip(&self.in_line) {
            if variable < MOST_CHOICES {
                columns[variable] = line[LIMIT].or_zero().into();
            }
        }
        for (&profit, &variable) in self.profit[..self.columns].iter().zip(&self.in_column) {
            if variable >= MOST_CHOICES {
                rows[variable - MOST_CHOICES] = (N::ZERO - profit).or_zero().into();
            }
        }
        (normalized(rows), normalized(columns))
    }
}

/// Makes numbers add up to 1.
fn normalized(numbers: [f64; MOST_CHOICES]) -> [f64; MOST_CHOICES] {
    let sum: f64 = numbers.iter().sum();
    numbers.map(|number| number / sum)
}
