//! Machine as the system describes it to a process: processor, cores and memory.

use std::fmt;
use std::fs::read_to_string;
use std::thread;

/// Processor, cores and memory.
pub(crate) struct Machine {
    processor: String,
    has_avx2: bool,
    /// Cores that this process may use, and those of the machine.
    usable: usize,
    cores: usize,
    /// Free and total memory, and the limit of the process group, in MiB.
    free: Option<u64>,
    total: Option<u64>,
    limit: Option<u64>,
}

impl Machine {
    pub(crate) fn read() -> Machine {
        let cpu = read_to_string("/proc/cpuinfo").unwrap_or_default();
        let memory = read_to_string("/proc/meminfo").unwrap_or_default();
        let kib = |name| value(&memory, name)?.split(' ').next()?.parse::<u64>().ok();
        Machine {
            processor: value(&cpu, "model name").unwrap_or("unknown").to_owned(),
            has_avx2: nn::has_avx2(),
            usable: thread::available_parallelism().map_or(0, Into::into),
            cores: cpu.lines().filter(|line| line.starts_with("processor")).count(),
            free: kib("MemAvailable").map(|kib| kib >> 10),
            total: kib("MemTotal").map(|kib| kib >> 10),
            limit: memory_limit().map(|bytes| bytes >> 20),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let avx2 = if self.has_avx2 { "with AVX2" } else { "without AVX2" };
        let processor: String = self.processor.chars().take(60).collect();
        let mib = |size: Option<u64>| size.map_or("?".to_owned(), |mib| mib.to_string());
        write!(f, "{processor} {avx2}; cores {} of {}; ", self.usable, self.cores)?;
        let (free, total) = (mib(self.free), mib(self.total));
        write!(f, "memory {free} MiB free of {total}")?;
        self.limit.map_or(Ok(()), |limit| write!(f, ", limit {limit}"))
    }
}

/// Returns the text behind `name` and a colon in a list of such lines.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim())
}

/// Returns the memory limit of the process group (cgroup) in bytes, in either version.
fn memory_limit() -> Option<u64> {
    const FILES: [&str; 2] =
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    /// Without a limit version 1 says nearly the largest number.
    const NONE: u64 = 1 << 60;
    let limits = FILES.iter().filter_map(|file| read_to_string(file).ok()?.trim().parse().ok());
    limits.filter(|&limit| limit < NONE).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_behind_its_name_and_a_colon() {
        let text = "MemTotal:       24 kB\nMemAvailable: 7 kB\nodd line\n";
        assert_eq!(value(text, "MemAvailable"), Some("7 kB"));
        assert_eq!(value(text, "odd"), None);
        assert_eq!(value(text, "Swap"), None);
    }
}
