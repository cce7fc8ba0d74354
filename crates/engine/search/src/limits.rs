//! Limits of a search, and the time manager that checks them.

#[cfg(feature = "host")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::params::Params;

/// Limits of a search. Without a limit it ends at the greatest depth.
///
/// The first move of the first iteration is always searched unless the hard limit forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Depth of the last iteration, in plies; at least 1.
    pub depth: usize,
    /// Node limit: the search stops after this many nodes.
    pub nodes: u64,
    /// Soft time limit: no iteration begins after it.
    pub soft: Option<Instant>,
    /// Hard time limit: the search stops at it, even inside an iteration; earlier if long pauses of
    /// the process in the last searches make it likely that the answer would come late.
    pub hard: Option<Instant>,
    /// Flag by which another thread may stop the search.
    #[cfg(feature = "host")]
    pub stop: Option<StopFlag>,
}

/// Flag by which another thread ends a search within a millisecond.
///
/// The flag lives as long as the process (its memory is leaked), so that [`Limits`] stays `Copy`.
/// Create one for each search that may run at the same time, and reuse it.
#[cfg(feature = "host")]
#[derive(Clone, Copy, Debug)]
pub struct StopFlag(&'static AtomicBool);

#[cfg(feature = "host")]
impl StopFlag {
    /// Returns a lowered flag.
    #[must_use]
    pub fn new() -> StopFlag {
        StopFlag(Box::leak(Box::default()))
    }

    /// Raises the flag, which ends the searches that have it in their limits until it is lowered.
    pub fn raise(self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, so that searches run again.
    pub fn lower(self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether the flag is raised.
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

/// Two flags are equal if they share their memory: raising one raises the other.
#[cfg(feature = "host")]
impl PartialEq for StopFlag {
    fn eq(&self, other: &StopFlag) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

#[cfg(feature = "host")]
impl Eq for StopFlag {}

impl Limits {
    /// Nodes between two reads of the clock: some tenths of a millisecond in an optimised build.
    const NODES_PER_CHECK: u64 = 512;

    /// No limits except the greatest depth.
    pub const NONE: Limits = Limits {
        depth: Limits::MAX_DEPTH,
        nodes: u64::MAX,
        soft: None,
        hard: None,
        #[cfg(feature = "host")]
        stop: None,
    };

    /// Greatest depth of an iteration.
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

    /// Returns whether the hard time limit is over.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.hard.is_some_and(|hard| Instant::now() >= hard)
    }
}

/// Time manager: checks the limits of one search. Nothing else in this crate reads the clock.
///
/// On a busy machine other processes have the processor for a while. A turn may meet such a pause
/// twice: before the bot sees its input, and just before its search would end. So the longest of
/// the last pauses shortens the next searches.
#[derive(Debug)]
pub(crate) struct TimeManager {
    limits: Limits,
    started: Instant,
    next_check: u64,
    /// Time of the last check.
    checked: Instant,
    /// Longest time between two checks. Those of earlier searches lose an eighth with each search.
    pub(crate) pause: Duration,
}

/// Time that every bot leaves of its turn anyway.
const SPARE: Duration = Duration::from_millis(16);

impl TimeManager {
    /// Returns the time manager of a search that begins now, after searches with the longest pause
    /// `pause`. Pauses take at most three quarters of its time.
    pub(crate) fn new(mut limits: Limits, pause: Duration) -> TimeManager {
        let next_check = limits.nodes.min(Limits::NODES_PER_CHECK);
        let started = Instant::now();
        let lost = (pause * 2).saturating_sub(SPARE);
        limits.hard = limits.hard.map(|hard| hard - lost.min((hard - started) * 3 / 4));
        TimeManager { limits, started, next_check, checked: started, pause: pause * 7 / 8 }
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    pub(crate) fn depth(&self) -> usize {
        self.limits.depth.clamp(1, Limits::MAX_DEPTH)
    }

    /// Returns whether the search must stop after `nodes` nodes.
    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        nodes >= self.next_check && self.check(nodes)
    }

    #[cold]
    fn check(&mut self, nodes: u64) -> bool {
        self.next_check = self.limits.nodes.min(nodes + Limits::NODES_PER_CHECK);
        #[cfg(feature = "host")]
        if self.limits.stop.is_some_and(StopFlag::is_raised) {
            return true;
        }
        let now = Instant::now();
        self.pause = self.pause.max(now - self.checked);
        self.checked = now;
        nodes >= self.limits.nodes || self.limits.hard.is_some_and(|hard| now >= hard)
    }

    /// Returns whether another iteration is worth beginning, if the best move has been the same in
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
    use super::*;

    #[test]
    fn a_node_limit_is_met_exactly() {
        let mut time = TimeManager::new(Limits::nodes(700), Duration::ZERO);
        assert!((0..700).all(|nodes| !time.is_over(nodes)));
        assert!(time.is_over(700));
    }

    #[test]
    fn a_hard_limit_that_has_passed_stops_at_the_next_check() {
        let mut time =
            TimeManager::new(Limits { hard: Some(Instant::now()), ..Limits::NONE }, Duration::ZERO);
        assert!(!time.is_over(0));
        assert!(time.is_over(Limits::NODES_PER_CHECK));
    }

    /// Returns a search of 80 ms after those with this longest pause, and how much shorter it is.
    fn after(pause: Duration) -> (TimeManager, Duration) {
        let hard = Instant::now() + Duration::from_millis(80);
        let search = TimeManager::new(Limits { hard: Some(hard), ..Limits::NONE }, pause);
        let shortened = hard - search.limits.hard.unwrap();
        (search, shortened)
    }

    #[test]
    fn long_pauses_shorten_the_next_searches() {
        let milliseconds = Duration::from_millis;
        assert_eq!(after(milliseconds(8)).1, Duration::ZERO);
        let (mut next, shortened) = after(milliseconds(16));
        assert_eq!((next.pause, shortened), (milliseconds(14), milliseconds(16)));
        let (_, most) = after(milliseconds(100));
        assert!((milliseconds(50)..=milliseconds(60)).contains(&most), "{most:?}");
        // A pause of this search counts whole.
        std::thread::sleep(milliseconds(20));
        assert!(!next.is_over(Limits::NODES_PER_CHECK));
        assert!(next.pause >= milliseconds(20));
    }

    #[test]
    fn a_search_without_a_time_limit_stays_as_it_is() {
        let search = TimeManager::new(Limits::nodes(7), Duration::from_secs(1));
        assert_eq!(search.limits, Limits::nodes(7));
    }

    #[cfg(feature = "host")]
    #[test]
    fn a_raised_flag_stops_at_the_next_check() {
        let flag = StopFlag::new();
        let mut time =
            TimeManager::new(Limits { stop: Some(flag), ..Limits::NONE }, Duration::ZERO);
        assert!(!time.is_over(Limits::NODES_PER_CHECK));
        flag.raise();
        assert!(time.is_over(2 * Limits::NODES_PER_CHECK));
        flag.lower();
        assert!(!time.is_over(3 * Limits::NODES_PER_CHECK));
    }

    #[test]
    fn no_iteration_begins_after_the_soft_limit() {
        let now = Instant::now();
        let far = Limits { soft: Some(now + Duration::from_secs(3600)), ..Limits::NONE };
        assert!(TimeManager::new(far, Duration::ZERO).may_deepen(9, &Params::default()));
        let past = Limits { soft: Some(now), ..Limits::NONE };
        assert!(!TimeManager::new(past, Duration::ZERO).may_deepen(0, &Params::default()));
        assert!(TimeManager::new(Limits::NONE, Duration::ZERO).may_deepen(9, &Params::default()));
    }
}
