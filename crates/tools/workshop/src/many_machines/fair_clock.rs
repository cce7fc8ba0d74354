//! Clock of a worker, scaled by its speed, or the reason why it plays no games with a clock.

use arena::ClockScale;
use queue::Refusal;

use super::speed::Speed;

/// Smallest and largest factor of a clock.
pub(crate) const BOUNDS: [f64; 2] = [0.5, 2.0];

/// Returns the clock of a machine for games whose limits are meant for a machine that plays
/// `theirs` game pairs per second. A machine that is more than twice as fast has half the time.
///
/// # Errors
///
/// The machine is less than half as fast, or loses more than the share `max_lost` of its time.
pub(crate) fn clock(ours: Speed, theirs: f64, max_lost: f64) -> Result<ClockScale, Refusal> {
    let [least, most] = BOUNDS;
    let factor = theirs / ours.pairs_per_second;
    if ours.lost > max_lost {
        return Err(Refusal::Passing(format!(
            "other programs take {:.0} % of the time of this machine: end them, or allow more \
             with --max-lost",
            100.0 * ours.lost
        )));
    }
    if !factor.is_finite() || factor > most {
        return Err(Refusal::Final(format!(
            "this machine has {:.2} of the speed of the match's machine, too little for its \
             clock: at least {:.2} is needed",
            1.0 / factor,
            1.0 / most
        )));
    }
    Ok(ClockScale::new(factor.max(least)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs_per_second: f64, lost: f64) -> Result<f64, String> {
        match clock(Speed { pairs_per_second, lost }, 100.0, 0.1) {
            Ok(scale) => Ok(scale.factor()),
            Err(Refusal::Final(why) | Refusal::Passing(why)) => Err(why),
            Err(Refusal::Busy) => Err(String::new()),
        }
    }

    #[test]
    fn a_slower_machine_has_more_time_and_a_faster_one_less() {
        assert_eq!(
            [50.0, 80.0, 125.0, 200.0, 1e9].map(|speed| of(speed, 0.05)),
            [Ok(2.0), Ok(1.25), Ok(0.8), Ok(0.5), Ok(0.5)]
        );
    }

    #[test]
    fn a_machine_that_is_too_slow_or_too_busy_is_refused() {
        let slow = of(49.0, 0.0).unwrap_err();
        assert!(slow.starts_with("this machine has 0.49 of the speed of"), "{slow}");
        let busy = of(100.0, 0.25).unwrap_err();
        assert!(busy.starts_with("other programs take 25 % of the time"), "{busy}");
        assert!(of(0.0, 0.0).is_err());
    }
}
