use crate::equilibrium::Situation;

/// Attacks that show what a name is worth, and when it must not be guessed.
pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        about: "A piece that has not moved, and may be a bomb, is attacked while both have all roles \
                in stock.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/W1w4/1UUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 2 \
                   a4-a5",
    },
    Situation {
        about: "A piece that has moved, and is neither bomb nor flag, is attacked while both have all \
                roles in stock.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/W1w4/1UUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 2 \
                   c3-c4",
    },
    Situation {
        about: "A named general runs into the wall: what is it to turn out to be?",
        position: "uuuuuuu/uuuuuuu/uuu1uuu/2G4/UUU1UUU/UUUUUUU/UUUUUUU r 14023451 - 14123441 - 6 \
                   c4-c5",
    },
    Situation {
        about: "A named lieutenant is attacked by a piece without a name, whose owner decides alone \
                what taking it is worth to him.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/2l4/UUU1UUU/UUUUUUU/UUUUUUU r 14123441 - 14122451 - 6 \
                   c3-c4",
    },
    Situation {
        about: "The last attack: Blue's piece is lost as a general to a spy and as a lieutenant to a \
                lieutenant, and else lives to see the draw.",
        position: "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4",
    },
];
