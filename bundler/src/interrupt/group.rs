//! Child process together with the processes that it starts, as each system keeps them: a process
//! group on Unix, a job object on Windows.

#[cfg(unix)]
pub(crate) use unix::Group;
#[cfg(windows)]
pub(crate) use windows::Group;

#[cfg(unix)]
mod unix {
    use std::{
        io,
        os::unix::process::{CommandExt, ExitStatusExt},
        process::{Child, Command, ExitStatus},
    };

    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };

    /// Process group.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Group(Pid);

    impl Group {
        /// Starts a program in a group of its own.
        pub(crate) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let child = command.process_group(0).spawn()?;
            let group = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
            Ok((child, Self(group)))
        }

        /// Kills all processes of the group, if there are any.
        pub(crate) fn kill(&self) {
            let _ = killpg(self.0, Signal::SIGKILL);
        }

        /// Returns the number of the signal that has ended a program.
        pub(crate) fn signal_of(status: ExitStatus) -> Option<i32> {
            status.signal()
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::{
        io,
        os::windows::io::AsRawHandle,
        process::{Child, Command, ExitStatus},
        sync::{Arc, Mutex, PoisonError},
    };

    use win32job::{ExtendedLimitInfo, Job};

    /// Job object, which ends all its processes when it is closed.
    #[derive(Clone, Debug)]
    pub(crate) struct Group(Arc<Mutex<Option<Job>>>);

    impl Group {
        /// Starts a program in a job object of its own.
        pub(crate) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let limits = &mut ExtendedLimitInfo::new();
            let job = Job::create_with_limit_info(limits.limit_kill_on_job_close());
            let job = job.map_err(io::Error::other)?;
            let mut child = command.spawn()?;
            if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
                // A program that has ended already is in no job object.
                if child.try_wait()?.is_none() {
                    child.kill()?;
                    child.wait()?;
                    return Err(io::Error::other(error));
                }
            }
            Ok((child, Self(Arc::new(Mutex::new(Some(job))))))
        }

        /// Kills all processes of the job object, if there are any.
        pub(crate) fn kill(&self) {
            drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        }

        /// Returns nothing: on Windows no signal ends a program.
        pub(crate) fn signal_of(_status: ExitStatus) -> Option<i32> {
            None
        }
    }

    impl PartialEq for Group {
        fn eq(&self, other: &Self) -> bool {
            Arc::ptr_eq(&self.0, &other.0)
        }
    }
}
