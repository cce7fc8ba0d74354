//! Search for the processes of a program by their environment, for systems without `/proc`.

use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, Signal, System, UpdateKind};

use crate::process::environment::Marker;

/// Number of searches: a process may have started another one meanwhile.
const SEARCHES: u32 = 3;

/// Kills all processes that carry the marker in their environment. The system hides the environment
/// of its own programs, such as `sh`.
pub(super) fn kill_marked(marker: &Marker) {
    for _ in 0..SEARCHES {
        // Without the list of processes, those of the group alone are killed.
        let Ok(mut system) = System::new() else { return };
        let what = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always).without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let is_marked = |process: &&sysinfo::Process| {
            marker.is_in(process.environ().iter().map(|variable| variable.as_encoded_bytes()))
        };
        let mut has_found = false;
        for process in system.processes().values().filter(is_marked) {
            has_found |= process.kill_with(Signal::Kill) == Some(true);
        }
        if !has_found {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::process::system::PASSED_ON;

    #[test]
    fn processes_with_the_marker_are_killed_and_no_others() {
        let markers = [Marker::new(), Marker::new()];
        let mut children = markers.each_ref().map(|marker| {
            let mut command = Command::new("sleep");
            marker.clean_environment(command.arg("600"), PASSED_ON);
            command.spawn().unwrap()
        });
        kill_marked(&markers[0]);
        assert!(!children[0].wait().unwrap().success());
        assert!(children[1].try_wait().unwrap().is_none());
        children[1].kill().unwrap();
        children[1].wait().unwrap();
    }
}
