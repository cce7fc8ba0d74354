/// The weights of an evaluation as one list, so that a tuner can read and change them whatever
/// they mean.
///
/// Implemented by [`weights!`](crate::weights) where tools are built.
#[cfg(feature = "host")]
pub trait Weights {
    /// Calls `visit` for every weight, in the order of declaration, with its name.
    fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut i32));
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

/// Declares the weights of an evaluation: a struct with a public field for each, whose default is
/// the value behind the `=`. Each is an `i32` or an array, of arrays if need be.
///
/// The values are a tuner's to rewrite: they are plain numbers, and a semicolon ends each.
///
/// ```
/// use search::Weights as _;
///
/// search::weights! {
///     /// What an evaluation of rooks and knights needs.
///     pub struct Weights {
///         /// Moving next.
///         tempo: i32 = 20;
///         /// A rook, and a knight.
///         piece: [i32; 2] = [500, 320];
///     }
/// }
///
/// let mut names = Vec::new();
/// Weights::default().visit(&mut |name, weight| names.push(format!("{name} {weight}")));
/// assert_eq!(names, ["tempo 20", "piece[0] 500", "piece[1] 320"]);
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $access:vis struct $name:ident {
            $($(#[$doc:meta])* $field:ident: $shape:ty = $value:expr;)*
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

        $crate::list_weights!($name: $($field)*);
    };
}

/// Lists the fields of a struct of weights for tools.
#[cfg(feature = "host")]
#[doc(hidden)]
#[macro_export]
macro_rules! list_weights {
    ($name:ident: $($field:ident)*) => {
        impl $crate::Weights for $name {
            fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut i32)) {
                $($crate::Weight::visit(&mut self.$field, stringify!($field), visit);)*
            }
        }
    };
}

/// Lists nothing: bots know their weights by name.
#[cfg(not(feature = "host"))]
#[doc(hidden)]
#[macro_export]
macro_rules! list_weights {
    ($($_:tt)*) => {};
}
