//! Calls of code compiled for AVX2, after a check that the processor has it.

#![allow(unsafe_code, reason = "a call of code compiled for AVX2 needs a check of the processor")]

/// Proof that the processor has AVX2: a value exists only after detection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Detects AVX2 at run time.
    pub(crate) fn detect() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Some(Avx2(()));
        }
        None
    }

    /// Runs `work` compiled for AVX2, together with the functions that are inlined into it.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: an `Avx2` is only created after the processor was found to have AVX2.
        unsafe { run(work) }
    }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}
