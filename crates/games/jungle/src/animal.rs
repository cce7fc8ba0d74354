/// One of the eight animals, of which each side has one. They are named in the order in which the
/// referee lists their moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Animal {
    /// Captures everything but the rat.
    Elephant,
    /// Leaps across water.
    Lion,
    /// Leaps across water.
    Tiger,
    /// Captures what is weaker than the tiger.
    Panther,
    /// Captures what is weaker than the dog.
    Wolf,
    /// Captures the wolf, the cat and the rat.
    Dog,
    /// Captures the rat and the cat.
    Cat,
    /// Swims, and captures the elephant.
    Rat,
}

impl Animal {
    /// All animals, in the order in which the referee lists their moves.
    pub const ALL: [Animal; 8] = [
        Animal::Elephant,
        Animal::Lion,
        Animal::Tiger,
        Animal::Panther,
        Animal::Wolf,
        Animal::Dog,
        Animal::Cat,
        Animal::Rat,
    ];

    /// All animals, the strongest first. The dog is stronger than the wolf.
    pub const BY_STRENGTH: [Animal; 8] = [
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
    #[inline]
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
            (Animal::Wolf, Animal::Dog) => false,
            (Animal::Dog, Animal::Wolf) => true,
            _ => self as usize <= other as usize,
        }
    }

    /// Tells whether the animal leaps across water.
    #[inline]
    #[must_use]
    pub const fn leaps(self) -> bool {
        matches!(self, Animal::Lion | Animal::Tiger)
    }

    /// Returns the letter of text boards, a capital.
    pub(crate) const fn letter(self) -> char {
        ['E', 'L', 'T', 'P', 'W', 'D', 'C', 'R'][self as usize]
    }

    /// Returns the animal of a capital letter.
    pub(crate) fn from_letter(letter: char) -> Option<Animal> {
        Animal::ALL.into_iter().find(|animal| animal.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animal_captures_what_is_not_stronger_and_the_rat_the_elephant() {
        for (rank, hunter) in Animal::BY_STRENGTH.into_iter().enumerate() {
            for (other_rank, prey) in Animal::BY_STRENGTH.into_iter().enumerate() {
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
