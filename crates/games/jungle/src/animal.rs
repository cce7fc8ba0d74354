/// One of the eight animals, of which each side has one; the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Animal {
    /// Captures everything but the rat.
    Elephant,
    /// Leaps across water.
    Lion,
    /// Leaps across water.
    Tiger,
    /// Captures what is weaker than the tiger.
    Panther,
    /// Captures what is weaker than the panther.
    Dog,
    /// Captures what is weaker than the dog.
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

    /// Returns the place in [`Animal::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Tells whether this animal captures `other` where neither water nor a trap matters: what is
    /// not stronger, except that the elephant spares the rat and the rat captures the elephant.
    #[must_use]
    pub const fn captures(self, other: Animal) -> bool {
        match (self, other) {
            (Animal::Elephant, Animal::Rat) => false,
            (Animal::Rat, Animal::Elephant) => true,
            _ => self as usize <= other as usize,
        }
    }

    /// Returns the letter of text boards, a capital.
    pub(super) const fn letter(self) -> char {
        b"ELTPDWCR"[self as usize] as char
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animal_captures_what_is_not_stronger_and_the_rat_the_elephant() {
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
