//! The same arithmetic, compiled for processors with AVX2: the functions are those of every
//! processor, so the integers are the same.

#![allow(unsafe_code, reason = "calling what is compiled for AVX2 is up to whoever checked for it")]

use gamekit::Player;

use crate::changes::Changes;
use crate::lanes::{self, Lanes};
use crate::network::Unit;
use crate::{Accumulator, Network};

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

    #[inline]
    pub(crate) fn changed<const HIDDEN: usize>(
        self,
        sums: &[Lanes<HIDDEN>; 2],
        columns: &[Lanes<HIDDEN>],
        changes: &[Changes; 2],
    ) -> [Lanes<HIDDEN>; 2] {
        // SAFETY: whoever has an `Avx2` has asked the processor.
        unsafe { changed(sums, columns, changes) }
    }

    #[inline]
    pub(crate) fn output<const HIDDEN: usize>(
        self,
        network: &Network<HIDDEN>,
        accumulator: &Accumulator<HIDDEN>,
        mover: Player,
        bucket: usize,
    ) -> i32 {
        // SAFETY: whoever has an `Avx2` has asked the processor.
        unsafe { output(network, accumulator, mover, bucket) }
    }
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn changed<const HIDDEN: usize>(
    sums: &[Lanes<HIDDEN>; 2],
    columns: &[Lanes<HIDDEN>],
    changes: &[Changes; 2],
) -> [Lanes<HIDDEN>; 2] {
    lanes::changed(sums, columns, changes)
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn output<const HIDDEN: usize>(
    network: &Network<HIDDEN>,
    accumulator: &Accumulator<HIDDEN>,
    mover: Player,
    bucket: usize,
) -> i32 {
    // SAFETY: the caller knows that there is AVX2.
    network.output(accumulator, mover, bucket, |hidden, unit| unsafe { sum(hidden, unit) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
#[inline(never)]
unsafe fn sum<const HIDDEN: usize>(hidden: &[Lanes<HIDDEN>; 2], unit: &Unit<HIDDEN>) -> i32 {
    unit.sum(hidden)
}
