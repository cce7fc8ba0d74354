//! What nobody can foresee.

/// Returns a seed.
pub(crate) fn seed() -> u64 {
    // Without the system's randomness seeds repeat, which costs variety and nothing else.
    getrandom::u64().unwrap_or_default()
}

/// Returns a name of 128 bits for an address that only those know who were told; `None` without the
/// system's randomness.
pub(crate) fn name() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
