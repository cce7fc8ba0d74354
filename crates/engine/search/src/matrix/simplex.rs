//! Simplex algorithm: matrix games as linear programs (Dantzig, 1951), in one dense tableau.
//!
//! If all gains are positive, the column player's optimal probabilities are proportional to the
//! vector `y >= 0` of the greatest sum that gives no row more than 1. The game's value is 1 over
//! that sum. The row player's are proportional to the dual solution, which the tableau holds too.

use super::dominance::Undominated;
use super::number::Number;
use super::MOST_CHOICES;

/// Constant added to gains between 0 and 1, so that all are positive.
const SHIFT: f64 = 1.0;

/// Largest number of pivots, since ties can make the algorithm cycle. After it the strategies are
/// taken as they are. Games without ties take twenty at most.
const MOST_PIVOTS: usize = 64;

/// Index of a line's limit, behind its coefficients.
const LIMIT: usize = MOST_CHOICES;

/// Numbers of a line, an even count: one instruction handles two at a time.
const WIDTH: usize = MOST_CHOICES + 2;

type Line<N> = [N; WIDTH];

/// Simplex tableau: one line for each row, and the objective line.
pub(super) struct Tableau<N> {
    rows: usize,
    columns: usize,
    lines: [Line<N>; MOST_CHOICES],
    /// The objective line: the profit of each column per unit.
    profit: Line<N>,
    /// The basic variable of each line: a column of the matrix, or [`MOST_CHOICES`] plus the row
    /// whose slack it is.
    in_line: [usize; MOST_CHOICES],
    /// The nonbasic variable of each column.
    in_column: [usize; MOST_CHOICES],
}

impl<N: Number> Tableau<N> {
    /// Returns the tableau of a game with these choices. Its gains are still to be set.
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

    /// Returns optimal probabilities of the matrix's rows and of its columns. The column `guess`
    /// enters the basis first.
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

    /// Returns the column that enters the basis: the one of the greatest profit (Dantzig's rule).
    fn most_profitable(&self) -> Option<usize> {
        let (mut best, mut most) = (None, N::NOISE);
        for (column, &profit) in self.profit[..self.columns].iter().enumerate() {
            if profit > most {
                (best, most) = (Some(column), profit);
            }
        }
        best
    }

    /// Returns the line that leaves the basis: the one that limits a column most. Of equal lines it
    /// is the one with the largest coefficient, which has the least rounding error.
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

    /// Exchanges the basic variable of a line and the nonbasic variable of a column.
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

/// Scales numbers so that their sum is 1.
fn normalized(numbers: [f64; MOST_CHOICES]) -> [f64; MOST_CHOICES] {
    let sum: f64 = numbers.iter().sum();
    numbers.map(|number| number / sum)
}
