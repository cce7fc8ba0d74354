//! Declaration of the weights of a hand-crafted evaluation, and the traits with which a tuner lists
//! them.

#[cfg(feature = "host")]
use std::ops::RangeInclusive;

/// Weights of an evaluation as one list that a tuner can read and change.
///
/// Implemented by [`weights!`](crate::weights) if the feature `host` is on.
#[cfg(feature = "host")]
pub trait Weights {
    /// Calls `visit` for every weight, in the order of declaration, with its name.
    fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut i32));

    /// Returns the range of the weight with this name: all numbers if none is declared.
    fn range(&self, name: &str) -> RangeInclusive<i32>;
}

/// One weight or an array of weights of any shape.
#[cfg(feature = "host")]
pub trait Weight {
    /// Calls `visit` for every weight within, with its name: `name` itself, or `name[1][2]`.
    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32));
}

#[cfg(feature = "host")]
impl Weight for i32 {
    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32)) {
        visit(name, self);
    }
}

#[cfg(feature = "host")]
impl<W: Weight, const N: usize> Weight for [W; N] {
    fn visit(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32)) {
        for (index, weight) in self.iter_mut().enumerate() {
            weight.visit(&format!("{name}[{index}]"), visit);
        }
    }
}

/// Declares the weights of an evaluation: a struct with a public field for each weight, whose
/// default is the value behind the `=`. A weight is an `i32` or an array, nested if need be. The
/// value may be followed by the range to which a tuner keeps.
///
/// The tuner rewrites the values: write plain numbers, and end each with a semicolon.
///
/// ```
/// use search::Weights as _;
///
/// search::weights! {
///     /// Weights of an evaluation of rooks and knights.
///     pub struct Weights {
///         /// Bonus for the side to move.
///         tempo: i32 = 20;
///         /// Values of a rook and a knight.
///         piece: [i32; 2] = [500, 320], in 0..=2000;
///     }
/// }
///
/// let mut names = Vec::new();
/// Weights::default().visit(&mut |name, weight| names.push(format!("{name} {weight}")));
/// assert_eq!(names, ["tempo 20", "piece[0] 500", "piece[1] 320"]);
/// assert_eq!(Weights::default().range("piece[1]"), 0..=2000);
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $access:vis struct $name:ident {
            $(
                $(#[$doc:meta])*
                $field:ident: $shape:ty = $value:expr $(, in $min:literal..=$max:literal)?;
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $access struct $name {
            $($(#[$doc])* pub $field: $shape,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $value,)* }
            }
        }

        $crate::list_weights!($name: $($field $($min $max)?;)*);
    };
}

/// Implements [`Weights`] for a struct of weights, for tools.
#[cfg(feature = "host")]
#[doc(hidden)]
#[macro_export]
macro_rules! list_weights {
    ($name:ident: $($field:ident $($min:literal $max:literal)?;)*) => {
        impl $crate::Weights for $name {
            fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut i32)) {
                $($crate::Weight::visit(&mut self.$field, stringify!($field), visit);)*
            }

            fn range(&self, name: &str) -> ::std::ops::RangeInclusive<i32> {
                let is_in = |field: &str| name.split('[').next() == Some(field);
                $($(
                    if is_in(stringify!($field)) {
                        return $min..=$max;
                    }
                )?)*
                i32::MIN..=i32::MAX
            }
        }
    };
}

/// Expands to nothing: bots access their weights by name.
#[cfg(not(feature = "host"))]
#[doc(hidden)]
#[macro_export]
macro_rules! list_weights {
    ($($_:tt)*) => {};
}
