//! Decisions of a generator of programs, from which the same program can be made again.

/// Decisions in the order of their use. After the last one, every decision is zero, the simplest
/// one.
pub(crate) struct Decisions<'a> {
    left: &'a [u16],
    /// Counter that makes every number of the program different.
    pub(crate) literals: u64,
}

impl<'a> Decisions<'a> {
    pub(crate) fn new(left: &'a [u16]) -> Self {
        Self { left, literals: 0 }
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let Some((&first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        usize::from(first) % end
    }

    pub(crate) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(crate) fn literal(&mut self) -> String {
        self.literals += 1;
        format!("{}u64", self.literals.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}
