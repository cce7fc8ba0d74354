#!/usr/bin/env bash
# Interprets tests of the engine crates by Miri, which finds undefined behaviour.
#
# usage: tests/miri.sh
#
# It needs a nightly Rust with the components miri and rust-src. Code runs some hundred times slower
# than compiled: tests that would take more than minutes are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

# Tests read the clock and files. Powers are exact, as compiled code computes them, since a test
# compares sums of squares.
export CARGO_INCREMENTAL=0 MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-deterministic-floats"

run() {
  echo "== $* ($(date +%T))"
  cargo +nightly miri test "$@"
}

run -p gamekit
run -p botio
run -p searchbot
# A flag by which a search is stopped lives as long as the process, as its doc says.
MIRIFLAGS="$MIRIFLAGS -Zmiri-ignore-leaks" run -p search --lib
run -p probe --lib
# The others code 100,000 bits, try all characters, read a million numbers, or update eight networks
# 200 times.
run -p nn --lib -- changes_add_up the_evaluation parameters::
# The calls of code compiled for AVX2 are the only unsafe code of `nn`.
RUSTFLAGS=-Ctarget-feature=+avx2 run -p nn --lib -- changes_add_up the_evaluation
