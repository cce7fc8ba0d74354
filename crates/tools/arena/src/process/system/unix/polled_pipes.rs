//! Pipes that do not block, and `poll` to wait for them.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::process::system::pipes::{Pipes, Stream};

/// Our ends of the pipes to a program; `None` for a stream that is closed.
pub(in crate::process) struct PolledPipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

impl PolledPipes {
    /// Takes over the streams of a child process, all of which must be piped.
    pub(in crate::process) fn of(child: &mut Child) -> PolledPipes {
        let piped = "the command pipes all three streams";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let stderr = child.stderr.take().expect(piped);
        // Only our ends of the pipes: those of the program are not affected.
        stop_blocking(&stdin);
        stop_blocking(&stdout);
        stop_blocking(&stderr);
        PolledPipes { stdin: Some(stdin), stdout: Some(stdout), stderr: Some(stderr) }
    }
}

impl Pipes for PolledPipes {
    fn wait(&mut self, wanted: [bool; 3], limit: Duration) -> [bool; 3] {
        let [input, output, errors] = wanted;
        let wants = [
            self.stdin.as_ref().filter(|_| input).map(|stream| stream.as_fd()),
            self.stdout.as_ref().filter(|_| output).map(|stream| stream.as_fd()),
            self.stderr.as_ref().filter(|_| errors).map(|stream| stream.as_fd()),
        ];
        let events = [PollFlags::POLLOUT, PollFlags::POLLIN, PollFlags::POLLIN];
        let mut polled: Vec<PollFd<'_>> = wants
            .into_iter()
            .zip(events)
            .filter_map(|(stream, events)| stream.map(|stream| PollFd::new(stream, events)))
            .collect();
        let milliseconds = limit.as_nanos().div_ceil(1_000_000);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        // An interruption by a signal is treated as if no data had moved.
        if poll(&mut polled, timeout).is_err() {
            return [false; 3];
        }
        let mut results = polled.iter().map(|stream| stream.any() == Some(true));
        wants.map(|stream| stream.is_some() && results.next() == Some(true))
    }

    fn is_open(&self, stream: Stream) -> bool {
        match stream {
            Stream::Input => self.stdin.is_some(),
            Stream::Output => self.stdout.is_some(),
            Stream::Errors => self.stderr.is_some(),
        }
    }

    fn close(&mut self, stream: Stream) {
        match stream {
            Stream::Input => self.stdin = None,
            Stream::Output => self.stdout = None,
            Stream::Errors => self.stderr = None,
        }
    }

    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.stdin.as_mut().ok_or(ErrorKind::BrokenPipe)?.write(text)
    }

    fn is_written(&self) -> bool {
        true
    }

    fn read(&mut self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        match stream {
            Stream::Input => Err(ErrorKind::InvalidInput.into()),
            Stream::Output => self.stdout.as_mut().ok_or(ErrorKind::BrokenPipe)?.read(buffer),
            Stream::Errors => self.stderr.as_mut().ok_or(ErrorKind::BrokenPipe)?.read(buffer),
        }
    }
}

fn stop_blocking(pipe: &impl AsFd) {
    let done = fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK));
    done.expect("a pipe supports O_NONBLOCK");
}
