//! Nash equilibria of small matrix games: exact solutions of simultaneous choices.
//!
//! A [`Matrix`] holds the gains of the row player by the choices of both players; the column player
//! loses as much. Each player's best strategy is to choose at random with the probabilities of an
//! [`Equilibrium`]: then neither gains by knowing the other's probabilities (von Neumann, 1928).
//!
//! The solver takes the cheapest method that suffices: a saddle point, then dominance, then a
//! formula for two choices each, then the simplex algorithm. It never allocates and never fails.

mod dominance;
mod mixed;
mod number;
mod simplex;

/// Largest number of choices of either player.
pub const MOST_CHOICES: usize = 8;

/// Filler of a matrix beyond its last column, which lets a search for a row's least gain ignore the
/// number of columns.
const NO_COLUMN: f64 = f64::INFINITY;

/// Two-person zero-sum game in strategic form: the gains of the row player by both choices.
///
/// ```
/// use search::matrix::Matrix;
///
/// // Matching pennies in which one of the two matches is worth twice as much.
/// let mut game = Matrix::new(2, 2);
/// game.set(0, 0, 2.0);
/// game.set(1, 1, 1.0);
/// let equilibrium = game.solve();
/// assert!((equilibrium.value - 2.0 / 3.0).abs() < 1e-12);
/// assert!((equilibrium.rows[0] - 1.0 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    gains: [[f64; MOST_CHOICES]; MOST_CHOICES],
}

/// Nash equilibrium: optimal mixed strategies of both players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Equilibrium {
    /// The expected gain of the row player.
    pub value: f64,
    /// The probability of each row; 0 beyond the matrix.
    pub rows: [f64; MOST_CHOICES],
    /// The probability of each column; 0 beyond the matrix.
    pub columns: [f64; MOST_CHOICES],
}

/// Maximin row and minimax column: the best guaranteed values of pure strategies.
struct Pure {
    row: usize,
    /// The row player never gains less than this by `row`.
    at_least: f64,
    column: usize,
    /// The row player never gains more than this against `column`.
    at_most: f64,
}

impl Matrix {
    /// Returns a game in which all gains are 0.
    ///
    /// # Panics
    ///
    /// If a count is not in 1 to [`MOST_CHOICES`].
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Matrix {
        assert!((1..=MOST_CHOICES).contains(&rows), "{rows} rows");
        assert!((1..=MOST_CHOICES).contains(&columns), "{columns} columns");
        let mut gains = [[NO_COLUMN; MOST_CHOICES]; MOST_CHOICES];
        for row in &mut gains {
            row[..columns].fill(0.0);
        }
        Matrix { rows, columns, gains }
    }

    /// Returns the number of choices of the row player.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of choices of the column player.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the row player's gain by these choices.
    #[inline]
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        debug_assert!(row < self.rows && column < self.columns, "({row}, {column})");
        self.gains[row][column]
    }

    /// Sets the row player's gain by these choices: a finite number.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, gain: f64) {
        debug_assert!(row < self.rows && column < self.columns, "({row}, {column})");
        debug_assert!(gain.is_finite(), "{gain}");
        self.gains[row][column] = gain;
    }

    /// Returns the row player's expected gain by `row` against the mixed strategy `columns`.
    #[inline]
    #[must_use]
    pub fn gain_of_row(&self, row: usize, columns: &[f64; MOST_CHOICES]) -> f64 {
        (0..self.columns).map(|column| self.get(row, column) * columns[column]).sum()
    }

    /// Returns the row player's expected gain by the mixed strategy `rows` against `column`.
    #[inline]
    #[must_use]
    pub fn gain_of_column(&self, column: usize, rows: &[f64; MOST_CHOICES]) -> f64 {
        (0..self.rows).map(|row| self.get(row, column) * rows[row]).sum()
    }

    /// Returns the row player's least expected gain by the mixed strategy `rows`: the gain against
    /// a column player who knows it.
    #[must_use]
    pub fn least_by(&self, rows: &[f64; MOST_CHOICES]) -> f64 {
        (0..self.columns).map(|column| self.gain_of_column(column, rows)).fold(NO_COLUMN, lesser)
    }

    /// Returns the row player's greatest expected gain against the mixed strategy `columns`: the
    /// gain of a row player who knows it.
    #[must_use]
    pub fn most_against(&self, columns: &[f64; MOST_CHOICES]) -> f64 {
        (0..self.rows).map(|row| self.gain_of_row(row, columns)).fold(f64::NEG_INFINITY, greater)
    }

    /// Returns the game as the column player sees it: the columns become the rows, and the gains
    /// become losses.
    #[must_use]
    pub fn swapped(&self) -> Matrix {
        let mut swapped = Matrix::new(self.columns, self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                swapped.set(column, row, -self.get(row, column));
            }
        }
        swapped
    }

    /// Returns a Nash equilibrium: optimal strategies of both players, and their value.
    ///
    /// Returns pure strategies if optimal ones exist, the first among equals. The result depends
    /// on the matrix alone. Neither player can gain, by knowing the other's probabilities, as much
    /// as a billionth of the difference between the largest and the smallest entry.
    #[must_use]
    pub fn solve(&self) -> Equilibrium {
        let pure = self.pure();
        if pure.at_least >= pure.at_most {
            return pure.equilibrium();
        }
        mixed::solve(self, pure.column)
    }

    #[inline]
    fn pure(&self) -> Pure {
        let (mut row, mut at_least) = (0, f64::NEG_INFINITY);
        let mut most = self.gains[0];
        for (index, gains) in self.gains[..self.rows].iter().enumerate() {
            let least = gains.iter().fold(NO_COLUMN, |least, &gain| lesser(gain, least));
            if least > at_least {
                (row, at_least) = (index, least);
            }
            for (most, &gain) in most.iter_mut().zip(gains) {
                *most = greater(gain, *most);
            }
        }
        let (mut column, mut at_most) = (0, NO_COLUMN);
        for (index, &most) in most.iter().enumerate() {
            if most < at_most {
                (column, at_most) = (index, most);
            }
        }
        Pure { row, at_least, column, at_most }
    }
}

impl Pure {
    fn equilibrium(&self) -> Equilibrium {
        let (mut rows, mut columns) = ([0.0; MOST_CHOICES], [0.0; MOST_CHOICES]);
        rows[self.row] = 1.0;
        columns[self.column] = 1.0;
        Equilibrium { value: self.at_least, rows, columns }
    }
}

/// Returns the lesser of two numbers in one instruction; `f64::min` needs more because of NaN.
#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b {
        a
    } else {
        b
    }
}

/// Returns the greater of two numbers, like [`lesser`].
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else {
        b
    }
}
