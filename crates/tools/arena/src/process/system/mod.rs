//! Operating systems: the only module of the arena that differs between them.
//!
//! Each system has a `Group`, a running program with all its child processes, and `SystemPipes`,
//! its standard streams, with the same methods. What a system cannot do is an error with its name.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(any(test, target_os = "macos"))]
mod marked;
#[cfg(any(test, not(target_os = "linux")))]
mod observed;
mod pipes;
#[cfg(any(test, windows))]
mod threads;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use linux::UserNamespace;
#[cfg(target_os = "linux")]
pub use linux::available_cores;
#[cfg(target_os = "linux")]
pub(super) use linux::{Group, PASSED_ON};
#[cfg(target_os = "macos")]
pub(super) use macos::{Group, PASSED_ON};
#[cfg(not(target_os = "linux"))]
pub(crate) use observed::UserNamespace;
#[cfg(not(target_os = "linux"))]
pub use observed::available_cores;
pub(super) use pipes::{Pipes, Stream};
#[cfg(all(test, unix))]
pub(super) use threads::ThreadPipes;
#[cfg(windows)]
pub(super) use threads::ThreadPipes as SystemPipes;
#[cfg(unix)]
pub(super) use unix::PolledPipes as SystemPipes;
#[cfg(windows)]
pub(super) use windows::{Group, PASSED_ON};
