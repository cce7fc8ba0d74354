#![allow(unsafe_code, reason = "calling what is compiled for AVX2 is up to whoever checked for it")]

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the processor.
    pub(crate) fn detect() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Some(Avx2(()));
        }
        None
    }

    /// Does some work, compiled for AVX2 together with what is inlined into it.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: whoever has an `Avx2` has asked the processor.
        unsafe { run(work) }
    }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}
