//! The eight animals and the rule of captures.

/// One of the eight animals, of which each side has one; the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Animal {
    /// Captures every animal except the rat.
    Elephant,
    /// Leaps across water.
    Lion,
    /// Leaps across water.
    Tiger,
    /// Captures animals weaker than the tiger.
    Panther,
    /// Captures animals weaker than the panther.
    Dog,
    /// Captures animals weaker than the dog.
    Wolf,
    /// Captures the rat and the cat.
    Cat,
    /// Swims, and captures the elephant.
    Rat,
}

impl Animal {
    /// All animals, the strongest first.
    pub const ALL: [Animal; 8] = [
        Animal::Elephant,
        Animal::Lion,
        Animal::Tiger,
        Animal::Panther,
        Animal::Dog,
        Animal::Wolf,
        Animal::Cat,
        Animal::Rat,
    ];

    /// Returns the index in [`Animal::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether this animal captures `other` if neither water nor a trap matters: it
    /// captures animals that are not stronger, except that the elephant does not capture the rat
    /// and the rat captures the elephant.
    #[must_use]
    pub const fn captures(self, other: Animal) -> bool {
        match (self, other) {
            (Animal::Elephant, Animal::Rat) => false,
            (Animal::Rat, Animal::Elephant) => true,
            _ => self as usize <= other as usize,
        }
    }

    /// Returns the capital letter of the animal in the notation.
    pub(super) const fn letter(self) -> char {
        b"ELTPDWCR"[self as usize] as char
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animal_captures_those_not_stronger_and_the_rat_the_elephant() {
        for (rank, hunter) in Animal::ALL.into_iter().enumerate() {
            for (other_rank, prey) in Animal::ALL.into_iter().enumerate() {
                let expected = match (hunter, prey) {
                    (Animal::Elephant, Animal::Rat) => false,
                    (Animal::Rat, Animal::Elephant) => true,
                    _ => rank <= other_rank,
                };
                assert_eq!(hunter.captures(prey), expected, "{hunter:?} {prey:?}");
            }
        }
    }
}
