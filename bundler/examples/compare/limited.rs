//! Runs programs with a limit of time.

use std::{
    fs::File,
    io::{self, Read, Seek},
    os::unix::process::CommandExt,
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// End of a program.
pub(crate) enum End {
    Ended { status: ExitStatus, output: Vec<u8>, errors: String },
    TimedOut,
    NotInstalled,
}

/// Runs a program and everything that it starts, for no longer than `limit`.
pub(crate) fn run(command: &mut Command, input: &str, limit: Duration) -> io::Result<End> {
    // Files instead of pipes: nobody has to read or write while the program runs.
    let mut files = [tempfile::tempfile()?, tempfile::tempfile()?, tempfile::tempfile()?];
    io::Write::write_all(&mut files[0], input.as_bytes())?;
    files[0].rewind()?;
    let [stdin, output, errors] = &files;
    command.stdin(Stdio::from(stdin.try_clone()?)).stdout(Stdio::from(output.try_clone()?));
    command.stderr(Stdio::from(errors.try_clone()?)).process_group(0);
    let begin = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(End::NotInstalled),
        Err(error) => return Err(error),
    };
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if begin.elapsed() > limit => {
                let group = i32::try_from(child.id()).map_err(io::Error::other)?;
                killpg(Pid::from_raw(group), Signal::SIGKILL)?;
                child.wait()?;
                return Ok(End::TimedOut);
            }
            None => thread::sleep(POLL_INTERVAL),
        }
    };
    let read = |file: &mut File| {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok::<_, io::Error>(bytes)
    };
    let (output, errors) = (read(&mut files[1])?, read(&mut files[2])?);
    Ok(End::Ended { status, output, errors: String::from_utf8_lossy(&errors).into_owned() })
}
