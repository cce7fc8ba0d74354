#[cfg(feature = "host")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::params::Params;

/// When a search has to end. Without a limit it goes on to the greatest depth.
///
/// At least one iteration's first move is always searched unless the hard limit forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Last iteration, in plies; at least 1.
    pub depth: usize,
    /// Nodes after which the search stops.
    pub nodes: u64,
    /// No iteration begins after this.
    pub soft: Option<Instant>,
    /// The search stops here, wherever it is.
    pub hard: Option<Instant>,
    /// Another thread may stop the search by this.
    #[cfg(feature = "host")]
    pub stop: Option<StopFlag>,
}

/// A flag by which another thread ends a search within a millisecond.
///
/// It lives as long as the process, so that limits stay values: whoever runs searches keeps one for
/// each that may run at a time.
#[cfg(feature = "host")]
#[derive(Clone, Copy, Debug)]
pub struct StopFlag(&'static AtomicBool);

#[cfg(feature = "host")]
impl StopFlag {
    /// Returns a flag that is not raised.
    #[must_use]
    pub fn new() -> StopFlag {
        StopFlag(Box::leak(Box::default()))
    }

    /// Ends the searches that look at this flag, until it is lowered.
    pub fn raise(self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn lower(self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Tells whether searches are to end.
    #[must_use]
    pub fn is_raised(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(feature = "host")]
impl Default for StopFlag {
    fn default() -> StopFlag {
        StopFlag::new()
    }
}

/// Flags are equal if raising one raises the other.
#[cfg(feature = "host")]
impl PartialEq for StopFlag {
    fn eq(&self, other: &StopFlag) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

#[cfg(feature = "host")]
impl Eq for StopFlag {}

impl Limits {
    /// Nodes between two looks at the clock: some tenths of a millisecond of an optimised build.
    const NODES_PER_LOOK: u64 = 512;

    /// No limit but the greatest depth.
    pub const NONE: Limits = Limits {
        depth: Limits::MAX_DEPTH,
        nodes: u64::MAX,
        soft: None,
        hard: None,
        #[cfg(feature = "host")]
        stop: None,
    };

    /// The greatest depth of an iteration.
    pub const MAX_DEPTH: usize = 99;

    /// Returns limits of `depth` plies.
    #[must_use]
    pub const fn depth(depth: usize) -> Limits {
        Limits { depth, ..Limits::NONE }
    }

    /// Returns limits of `nodes` nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }
}

/// Watches the limits of one search. Nothing else in this crate looks at the clock.
#[derive(Debug)]
pub(crate) struct TimeManager {
    limits: Limits,
    started: Instant,
    next_look: u64,
}

impl TimeManager {
    pub(crate) fn new(limits: Limits) -> TimeManager {
        let next_look = limits.nodes.min(Limits::NODES_PER_LOOK);
        TimeManager { limits, started: Instant::now(), next_look }
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    pub(crate) fn depth(&self) -> usize {
        self.limits.depth.clamp(1, Limits::MAX_DEPTH)
    }

    /// Tells whether the search must stop, having visited `nodes` nodes.
    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        nodes >= self.next_look && self.look(nodes)
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.next_look = self.limits.nodes.min(nodes + Limits::NODES_PER_LOOK);
        #[cfg(feature = "host")]
        if self.limits.stop.is_some_and(StopFlag::is_raised) {
            return true;
        }
        nodes >= self.limits.nodes || self.limits.hard.is_some_and(|hard| Instant::now() >= hard)
    }

    /// Tells whether another iteration is worth beginning when the best move has been the same in
    /// the last `stable` iterations.
    pub(crate) fn may_deepen(&self, stable: i32, params: &Params) -> bool {
        let Some(soft) = self.limits.soft else {
            return true;
        };
        let mut allowed = soft.saturating_duration_since(self.started);
        if stable >= params.stable_iterations {
            allowed = allowed * params.stable_time as u32 / 100;
        }
        self.started.elapsed() < allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_node_limit_is_met_exactly() {
        let mut time = TimeManager::new(Limits::nodes(700));
        assert!((0..700).all(|nodes| !time.is_over(nodes)));
        assert!(time.is_over(700));
    }

    #[test]
    fn a_hard_limit_that_has_passed_stops_at_the_next_look() {
        let mut time = TimeManager::new(Limits { hard: Some(Instant::now()), ..Limits::NONE });
        assert!(!time.is_over(0));
        assert!(time.is_over(Limits::NODES_PER_LOOK));
    }

    #[cfg(feature = "host")]
    #[test]
    fn a_raised_flag_stops_at_the_next_look() {
        let flag = StopFlag::new();
        let mut time = TimeManager::new(Limits { stop: Some(flag), ..Limits::NONE });
        assert!(!time.is_over(Limits::NODES_PER_LOOK));
        flag.raise();
        assert!(time.is_over(2 * Limits::NODES_PER_LOOK));
        flag.lower();
        assert!(!time.is_over(3 * Limits::NODES_PER_LOOK));
    }

    #[test]
    fn no_iteration_begins_after_the_soft_limit() {
        let now = Instant::now();
        let far = Limits { soft: Some(now + Duration::from_secs(3600)), ..Limits::NONE };
        assert!(TimeManager::new(far).may_deepen(9, &Params::default()));
        let past = Limits { soft: Some(now), ..Limits::NONE };
        assert!(!TimeManager::new(past).may_deepen(0, &Params::default()));
        assert!(TimeManager::new(Limits::NONE).may_deepen(9, &Params::default()));
    }
}
