//! Samples of the stack of this process while it works.
//!
//! A timer of the operating system interrupts the process. Windows has none.

/// Stack with the names of its functions, the outermost first, and its number of samples.
pub(crate) type Sampled = (Vec<String>, u64);

/// Samples in a second of processor time. It is no divisor of frequencies at which programs do
/// something.
#[cfg(unix)]
const FREQUENCY: i32 = 997;

/// Libraries in which no stack can be read while they are interrupted.
#[cfg(unix)]
const UNREADABLE: [&str; 4] = ["libc", "libgcc", "pthread", "vdso"];

/// Runs `work` and samples the stack of all its threads.
///
/// # Errors
///
/// The operating system has no such timer.
#[cfg(unix)]
pub(crate) fn sample(work: impl FnOnce()) -> anyhow::Result<Vec<Sampled>> {
    let sampler = pprof::ProfilerGuardBuilder::default();
    let sampler = sampler.frequency(FREQUENCY).blocklist(&UNREADABLE).build()?;
    work();
    let report = sampler.report().build()?;
    let name = |symbol: &pprof::Symbol| symbol.name();
    let stacks = report.data.iter().map(|(frames, &count)| {
        let names = frames.frames.iter().flatten().rev().map(name).collect();
        (names, u64::try_from(count).unwrap_or_default())
    });
    Ok(stacks.collect())
}

/// Returns an error.
///
/// # Errors
///
/// Always.
#[cfg(not(unix))]
pub(crate) fn sample(_work: impl FnOnce()) -> anyhow::Result<Vec<Sampled>> {
    anyhow::bail!("profiles need Linux or macOS: run this command there")
}
