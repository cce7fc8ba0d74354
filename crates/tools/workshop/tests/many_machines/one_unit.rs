//! Plan with one unit, and the announcement of a real match for it.

use std::time::Duration;

use queue::{Announcement, PlanId, Queue, QueueError, UnitSource, Workplace};

use crate::machines::Machines;
use crate::support::interrupted;
use crate::{start, wait_until};

/// Plan with one unit, whose result is kept.
pub(crate) struct OneUnit {
    unit: Option<Vec<u8>>,
    pub(crate) result: Option<Vec<u8>>,
}

impl OneUnit {
    pub(crate) fn new(unit: &str) -> OneUnit {
        OneUnit { unit: Some(unit.into()), result: None }
    }
}

impl UnitSource for OneUnit {
    type Output = Vec<u8>;
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        Ok(self.unit.take().map(|unit| (0, unit)))
    }

    fn decode(&self, _number: usize, content: &[u8]) -> Result<Vec<u8>, String> {
        Ok(content.to_vec())
    }

    fn take(&mut self, _number: usize, result: Vec<u8>) -> Result<(), QueueError> {
        self.result = Some(result);
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, _note: &str) {}
}

/// Returns the announcement of a match that has no workers, and one of its units.
pub(crate) fn announced_match(
    machines: &Machines,
    queue: &Queue,
    line: &str,
) -> (Announcement, String) {
    let playing = start(machines, line);
    let mut workplace = Workplace::new(queue, "test");
    let (mut announced, mut unit) = (None, None);
    wait_until(|| {
        let accept = &mut |_: &PlanId, announcement: &Announcement| {
            announced = Some(announcement.clone());
            Ok(())
        };
        workplace.refresh(accept).unwrap();
        unit = workplace.pull(Duration::from_millis(50)).unwrap();
        unit.is_some()
    });
    let text = String::from_utf8(unit.unwrap().content).unwrap();
    // The plan ends, so that later workers do not play it.
    interrupted(playing);
    (announced.unwrap(), text)
}
