//! Games that are written, one of each kind.

/// Game of each kind of moves, and of each kind of judge.
pub(crate) struct Skeleton {
    pub(crate) game: &'static str,
    pub(crate) options: &'static [&'static str],
    /// Number of move sequences of four plies, which the game's own test counts by brute force.
    pub(crate) perft: u64,
}

/// The skeletons. The judge of the last one has its profile in the workspace.
pub(crate) const SKELETONS: [Skeleton; 3] = [
    Skeleton { game: "new-drop", options: &[], perft: 2401 },
    Skeleton {
        game: "new-step",
        options: &["--moves", "step", "--judge", "codecup"],
        perft: 71_478,
    },
    Skeleton {
        game: "new-place",
        options: &["--moves", "place", "--board", "4x5", "--judge", PROFILE],
        perft: 20 * 19 * 18 * 17,
    },
];

/// Profile of a judge, in the folder from which the games are written.
pub(crate) const PROFILE: &str = "my-judge.toml";
