//! Strength of the networks of a run.

/// Strength of a network relative to the start of its run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strength {
    /// Sum of the Elo differences of the passed gates.
    pub(crate) elo: f64,
    /// True if the last gate had no loss, so that its difference is a lower bound.
    pub(crate) is_bound: bool,
}
