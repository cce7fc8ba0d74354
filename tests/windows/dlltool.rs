//! Program `dlltool.exe` for the compiler of Windows under Wine, which brings a dlltool without the
//! assembler that it needs: runs `dlltool.sh` beside it, and waits for the end.

use std::env;
use std::fs;
use std::io;
use std::process::{self, Command};
use std::thread;
use std::time::{Duration, Instant};

/// Time that a library takes at most.
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> io::Result<()> {
    let script = env::current_exe()?.with_file_name("dlltool.sh");
    let code_file = script.with_file_name(format!("code-{}", process::id()));
    // Wine starts the script, but returns no process for it.
    let _ = Command::new(script).arg(&code_file).args(env::args_os().skip(1)).spawn();
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        if let Ok(code) = fs::read_to_string(&code_file) {
            fs::remove_file(&code_file)?;
            process::exit(code.trim().parse().unwrap_or(1));
        }
        thread::sleep(Duration::from_millis(10));
    }
    Err(io::ErrorKind::TimedOut.into())
}
