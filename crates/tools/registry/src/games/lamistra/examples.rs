//! Example attacks of Lamistra, for which the tools show the Nash equilibrium.

use crate::equilibrium::ExamplePosition;

/// Attacks that show the value of a name, and positions in which a pure strategy would be
/// exploitable.
pub(super) const EXAMPLES: &[ExamplePosition] = &[
    ExamplePosition {
        about: "A piece that has not moved, and may be a bomb, is attacked while both players have \
                all roles in stock.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/W1w4/1UUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 2 \
                   a4-a5",
    },
    ExamplePosition {
        about: "A piece that has moved, and is neither bomb nor flag, is attacked while both \
                players have all roles in stock.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/W1w4/1UUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 2 \
                   c3-c4",
    },
    ExamplePosition {
        about: "A named general attacks the wall of unmoved pieces: which role should the defender \
                name?",
        position: "uuuuuuu/uuuuuuu/uuu1uuu/2G4/UUU1UUU/UUUUUUU/UUUUUUU r 14023451 - 14123441 - 6 \
                   c4-c5",
    },
    ExamplePosition {
        about: "A named lieutenant is attacked by a piece without a name, so only the attacker \
                chooses a role.",
        position: "uuuuuuu/uuuuuuu/uu1uuuu/2l4/UUU1UUU/UUUUUUU/UUUUUUU r 14123441 - 14122451 - 6 \
                   c3-c4",
    },
    ExamplePosition {
        about: "The last attack: Blue's piece is lost as a general to a spy and as a lieutenant to \
                a lieutenant; otherwise the game is drawn.",
        position: "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4",
    },
];
