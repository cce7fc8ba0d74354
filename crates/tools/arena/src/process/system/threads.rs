//! Pipes for systems without `poll`: one thread for each stream.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::pipes::{Pipes, Stream};

/// Our ends of the pipes to a program, each in a thread that blocks instead of the arena.
///
/// A thread ends when its stream ends, or at its next data after the stream is closed.
pub(in crate::process) struct ThreadPipes {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Text that the program's input is to get.
    unwritten: Vec<u8>,
    /// The thread of the input is writing.
    is_writing: bool,
    /// Data that has arrived, for each stream; nothing for the input.
    arrived: [Vec<u8>; 3],
    /// Streams that have ended at the other end, or are broken.
    has_ended: [bool; 3],
    /// Streams that the arena has closed.
    is_closed: [bool; 3],
}

/// Bytes that wait for the other side of a thread: a program that writes more blocks, as at a full
/// pipe.
const ROOM: usize = 1 << 16;

/// Bytes read at once.
const CHUNK: usize = 16_384;

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No panic can leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while the condition holds.
    fn wait_while(&self, condition: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let state = self.changed.wait_while(self.lock(), condition);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes text to the program until its stream is closed by one of both sides.
    fn write_to(&self, mut stdin: ChildStdin) {
        loop {
            let is_idle = |state: &mut State| {
                state.unwritten.is_empty() && !state.is_closed[Stream::Input as usize]
            };
            let mut state = self.wait_while(is_idle);
            if state.unwritten.is_empty() {
                return;
            }
            let text = std::mem::take(&mut state.unwritten);
            state.is_writing = true;
            drop(state);
            let written = stdin.write_all(&text);
            let mut state = self.lock();
            state.is_writing = false;
            state.has_ended[Stream::Input as usize] = written.is_err();
            drop(state);
            self.changed.notify_all();
            if written.is_err() {
                return;
            }
        }
    }

    /// Reads from the program until its stream is closed by one of both sides.
    fn read_from(&self, mut source: impl Read, stream: Stream) {
        let number = stream as usize;
        let mut buffer = vec![0; CHUNK];
        loop {
            let len = match source.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(len) => len,
                Err(_) => 0,
            };
            let is_full =
                |state: &mut State| state.arrived[number].len() >= ROOM && !state.is_closed[number];
            let mut state = self.wait_while(is_full);
            if state.is_closed[number] {
                return;
            }
            state.arrived[number].extend_from_slice(&buffer[..len]);
            state.has_ended[number] = len == 0;
            drop(state);
            self.changed.notify_all();
            if len == 0 {
                return;
            }
        }
    }
}

impl State {
    fn can_write(&self) -> bool {
        self.unwritten.is_empty() && !self.is_writing
    }

    /// Returns the streams among the wanted ones on which data can be moved.
    fn ready(&self, wanted: [bool; 3]) -> [bool; 3] {
        [Stream::Input, Stream::Output, Stream::Errors].map(|stream| {
            let number = stream as usize;
            let is_ready = match stream {
                Stream::Input => self.can_write() || self.has_ended[number],
                _ => !self.arrived[number].is_empty() || self.has_ended[number],
            };
            wanted[number] && !self.is_closed[number] && is_ready
        })
    }
}

impl ThreadPipes {
    /// Takes over the streams of a program.
    ///
    /// # Errors
    ///
    /// A thread cannot be started.
    pub(in crate::process) fn of(
        stdin: ChildStdin,
        stdout: ChildStdout,
        stderr: ChildStderr,
    ) -> io::Result<ThreadPipes> {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let pipes = ThreadPipes { shared: Arc::clone(&shared) };
        let start = |work: Box<dyn FnOnce(&Shared) + Send>| {
            let shared = Arc::clone(&shared);
            let named = thread::Builder::new().name("pipe of a program".to_owned());
            named.spawn(move || work(&shared)).map(drop)
        };
        start(Box::new(|shared| shared.write_to(stdin)))?;
        start(Box::new(|shared| shared.read_from(stdout, Stream::Output)))?;
        start(Box::new(|shared| shared.read_from(stderr, Stream::Errors)))?;
        Ok(pipes)
    }
}

impl Pipes for ThreadPipes {
    fn wait(&mut self, wanted: [bool; 3], limit: Duration) -> [bool; 3] {
        let is_idle = |state: &mut State| state.ready(wanted) == [false; 3];
        let waited = self.shared.changed.wait_timeout_while(self.shared.lock(), limit, is_idle);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.ready(wanted)
    }

    fn is_open(&self, stream: Stream) -> bool {
        !self.shared.lock().is_closed[stream as usize]
    }

    fn close(&mut self, stream: Stream) {
        self.shared.lock().is_closed[stream as usize] = true;
        self.shared.changed.notify_all();
    }

    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut state = self.shared.lock();
        if state.has_ended[Stream::Input as usize] {
            return Err(ErrorKind::BrokenPipe.into());
        }
        if !state.can_write() {
            return Err(ErrorKind::WouldBlock.into());
        }
        let len = text.len().min(ROOM);
        state.unwritten.extend_from_slice(&text[..len]);
        drop(state);
        self.shared.changed.notify_all();
        Ok(len)
    }

    fn is_written(&self) -> bool {
        let state = self.shared.lock();
        state.can_write() || state.has_ended[Stream::Input as usize]
    }

    fn read(&mut self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.shared.lock();
        let number = stream as usize;
        let len = state.arrived[number].len().min(buffer.len());
        if len == 0 && !state.has_ended[number] {
            return Err(ErrorKind::WouldBlock.into());
        }
        buffer[..len].copy_from_slice(&state.arrived[number][..len]);
        state.arrived[number].drain(..len);
        drop(state);
        self.shared.changed.notify_all();
        Ok(len)
    }
}

impl Drop for ThreadPipes {
    fn drop(&mut self) {
        self.shared.lock().is_closed = [true; 3];
        self.shared.changed.notify_all();
    }
}
