//! Double play: the units of a plan that its own process plays too, to find workers whose results
//! are wrong.

use queue::{PlanId, Replay};

/// Choice of the units that are played twice. It follows from the plan and from texts that workers
/// do not see, so that they cannot know which units these are.
pub struct DoublePlay {
    seed: String,
    /// One unit in so many is played twice; 0 for none.
    every: u64,
}

/// Result of a unit; `None` if the user has stopped it.
pub type Played<T> = Option<T>;

/// Comparison of two results of a unit.
pub type Sameness<'a, T> = &'a dyn Fn(&T, &T) -> bool;

impl DoublePlay {
    /// Returns the choice of one unit in `every` of the plan that is described by `texts`.
    #[must_use]
    pub fn of(texts: &[&str], every: u64) -> DoublePlay {
        let texts = [&["double play"], texts].concat();
        DoublePlay { seed: PlanId::of(&texts).as_str().to_owned(), every }
    }

    /// Returns whether a unit is played twice.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        let digest = PlanId::of(&[&self.seed, &number.to_string()]);
        // The digest has 128 bits, as hexadecimal digits.
        let value = u128::from_str_radix(digest.as_str(), 16).unwrap_or_default();
        self.every > 0 && value.is_multiple_of(u128::from(self.every))
    }

    /// Plays unit `number` and compares the result with `theirs`. Where the results differ, a
    /// second play decides whether this machine repeats its games; if it does not, no more units
    /// are played twice.
    ///
    /// # Errors
    ///
    /// The unit cannot be played.
    pub fn replay<T, E>(
        &mut self,
        number: usize,
        theirs: &T,
        is_same: Sameness<'_, T>,
        mut play: impl FnMut() -> Result<Played<T>, E>,
        note: &dyn Fn(&str),
    ) -> Result<Replay, E> {
        let Some(ours) = play()? else { return Ok(Replay::Stopped) };
        if is_same(&ours, theirs) {
            return Ok(Replay::Equal);
        }
        let Some(again) = play()? else { return Ok(Replay::Stopped) };
        if is_same(&ours, &again) {
            return Ok(Replay::Different);
        }
        note(&format!(
            "double play ends: the players do not repeat the games of unit {number} on this machine"
        ));
        self.every = 0;
        Ok(Replay::Equal)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn chosen(texts: &[&str], every: u64) -> Vec<usize> {
        let choice = DoublePlay::of(texts, every);
        (0..10_000).filter(|number| choice.contains(*number)).collect()
    }

    #[test]
    fn one_unit_in_a_hundred_is_chosen_by_the_plan() {
        let units = chosen(&["plan", "store"], 100);
        assert!((70..130).contains(&units.len()), "{}", units.len());
        assert_eq!(units, chosen(&["plan", "store"], 100));
        assert_ne!(units, chosen(&["plan", "another store"], 100));
        assert_eq!(chosen(&["plan"], 1).len(), 10_000);
        assert!(chosen(&["plan"], 0).is_empty());
    }

    /// Returns the comparison of the result 7 with results of this machine, and the notes.
    fn replayed(ours: &[Option<u8>]) -> (Replay, usize) {
        let (mut ours, notes) = (ours.iter(), RefCell::new(0));
        let mut choice = DoublePlay::of(&[], 1);
        let play = || Ok::<_, ()>(*ours.next().unwrap());
        let note = |_: &str| *notes.borrow_mut() += 1;
        let replay = choice.replay(0, &7, &|one, other| one == other, play, &note);
        assert_eq!(choice.contains(0), *notes.borrow() == 0);
        (replay.unwrap(), notes.into_inner())
    }

    #[test]
    fn a_result_is_wrong_if_this_machine_repeats_another_one() {
        assert_eq!(replayed(&[Some(7)]), (Replay::Equal, 0));
        assert_eq!(replayed(&[Some(8), Some(8)]), (Replay::Different, 0));
        assert_eq!(replayed(&[Some(8), Some(9)]), (Replay::Equal, 1));
        assert_eq!(replayed(&[None]), (Replay::Stopped, 0));
        assert_eq!(replayed(&[Some(8), None]), (Replay::Stopped, 0));
    }
}
