//! Random seeds and identifiers from the operating system.

/// Returns a random seed.
#[must_use]
pub fn seed() -> u64 {
    // Without random bytes of the system the seed is always 0: games vary less, nothing else
    // changes.
    getrandom::u64().unwrap_or_default()
}

/// Returns a random identifier of 128 bits, 32 hexadecimal digits, that nobody can guess; `None` if
/// the system gives no random bytes.
#[must_use]
pub fn id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
