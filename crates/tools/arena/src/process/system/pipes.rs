//! Pipes to a program, as the rest of the arena sees them on each system.

use std::io;
use std::time::Duration;

/// Standard stream of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::process) enum Stream {
    Input,
    Output,
    Errors,
}

/// Pipes to the three standard streams of a program. No method but [`Pipes::wait`] blocks.
pub(in crate::process) trait Pipes {
    /// Waits until data can be moved on one of the wanted streams, for at most `limit`, rounded up
    /// to milliseconds. Returns the streams on which it can. The end of a stream counts as data.
    fn wait(&mut self, wanted: [bool; 3], limit: Duration) -> [bool; 3];

    /// Returns whether our end of a stream is open.
    fn is_open(&self, stream: Stream) -> bool;

    /// Closes our end of a stream. Text that was written to it before still arrives.
    fn close(&mut self, stream: Stream);

    /// Begins to write some of `text` to the program's input, and returns the number of its bytes
    /// that are taken.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] if nothing can be written now; any other error if the program
    /// has closed its input.
    fn write(&mut self, text: &[u8]) -> io::Result<usize>;

    /// Returns whether all text that was taken is in the pipe, or cannot be written any more.
    fn is_written(&self) -> bool;

    /// Reads from the output or the errors of the program. At the end of the stream, returns 0.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] if there is no data yet; any other error if the stream is
    /// broken.
    fn read(&mut self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize>;
}
