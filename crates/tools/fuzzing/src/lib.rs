//! Fuzz targets: each is a function that takes any bytes and panics if a program would.
//!
//! The tests of this crate run all targets on random bytes and on the corpus, with the compiler of
//! the workspace. The package in `fuzz/` runs the same functions under libFuzzer, which needs a
//! nightly compiler. Bytes are instructions: they choose a real text and edit it, so that also
//! random bytes lead far into a parser. The book has a page about it.

mod bundles;
mod dialogues;
mod edits;
mod games;
mod networks;
mod notations;
mod openings;
mod recordings;
mod samples;
mod units;

pub use bundles::bundles;
pub use dialogues::dialogues;
pub use networks::networks;
pub use notations::notations;
pub use openings::openings;
pub use recordings::recordings;
pub use units::units;

/// Fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name, which is also that of its folder in the corpus.
    pub name: &'static str,
    /// Function under test; it panics on a fault.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 7] = [
    Target { name: "bundles", run: bundles },
    Target { name: "dialogues", run: dialogues },
    Target { name: "networks", run: networks },
    Target { name: "notations", run: notations },
    Target { name: "openings", run: openings },
    Target { name: "recordings", run: recordings },
    Target { name: "units", run: units },
];
