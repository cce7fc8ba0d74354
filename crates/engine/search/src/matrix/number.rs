//! Number types of the linear program: `f64`, and double-double arithmetic with twice the digits.

use std::ops::{Div, Mul, Sub};

/// Number type of a linear program.
pub(super) trait Number:
    Copy
    + PartialOrd
    + From<f64>
    + Into<f64>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;

    /// Largest rounding error of a result that is exactly 0, from numbers about 1.
    const NOISE: Self;

    /// Returns the number, or 0 if it is negative.
    #[inline]
    fn or_zero(self) -> Self {
        if self > Self::ZERO {
            self
        } else {
            Self::ZERO
        }
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const NOISE: f64 = 1e-11;
}

/// Double-double number: an unevaluated sum of two numbers, the second at most half a unit in the
/// last place of the first, with 106 bits (Dekker, "A floating-point technique for extending the
/// available precision", 1971).
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Double {
    high: f64,
    low: f64,
}

impl Number for Double {
    const ZERO: Double = Double { high: 0.0, low: 0.0 };
    const ONE: Double = Double { high: 1.0, low: 0.0 };
    const NOISE: Double = Double { high: 1e-20, low: 0.0 };
}

impl Double {
    /// Returns the sum of two numbers if the second is much smaller.
    fn of(high: f64, low: f64) -> Double {
        let sum = high + low;
        Double { high: sum, low: low - (sum - high) }
    }
}

impl From<f64> for Double {
    fn from(number: f64) -> Double {
        Double { high: number, low: 0.0 }
    }
}

impl From<Double> for f64 {
    fn from(number: Double) -> f64 {
        number.high
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        let difference = self.high - other.high;
        // The exact rounding error of the difference (Knuth).
        let part = difference - self.high;
        let error = (self.high - (difference - part)) - (other.high + part);
        Double::of(difference, error + (self.low - other.low))
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let product = self.high * other.high;
        // The exact rounding error of the product: `mul_add` rounds only once.
        let error = self.high.mul_add(other.high, -product);
        Double::of(product, error + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Double::from(second);
        let third = rest.high / other.high;
        let quotient = Double::of(first, second);
        Double::of(quotient.high, quotient.low + third)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_digits_are_kept() {
        let third = Double::ONE / Double::from(3.0);
        let rest = Double::ONE - third * Double::from(3.0);
        assert!(f64::from(rest).abs() < 1e-31, "{}", rest.high);
        // Too little for one `f64`: 2^-80 beside 1.
        let tiny = Double::from((0.5_f64).powi(80));
        let sum = Double::ONE - (Double::ZERO - tiny);
        assert_eq!(f64::from(sum - Double::ONE), tiny.high);
        assert!(sum > Double::ONE);
        assert_eq!(f64::from((sum * sum - Double::ONE) / tiny), 2.0);
    }
}
