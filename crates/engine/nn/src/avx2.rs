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

    /// Runs `work` compiled for AVX2.
    #[inline]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: an `Avx2` is only created after the processor was found to have AVX2.
        unsafe { run(work) }
    }
}

/// Work on vectors, for which AVX2 pays.
pub(crate) trait Work {
    type Output;

    /// Does the work. Each implementation is `inline(always)`, because what a compiler does not
    /// inline into the function for AVX2 is compiled without it. A closure cannot promise that.
    fn run(self) -> Self::Output;
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn run<W: Work>(work: W) -> W::Output {
    work.run()
}
