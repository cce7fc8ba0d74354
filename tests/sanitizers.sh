#!/usr/bin/env bash
# Runs the tests of networks, arena and board room under sanitizers of LLVM.
#
# usage: tests/sanitizers.sh [address|thread]
#
# `address` looks for wrong accesses to memory and leaks, `thread` for data races. Without an
# argument the script does both. It needs a nightly Rust with the component rust-src, because the
# standard library is compiled with the sanitizer too. Tests in a browser and of pictures are left
# out: their code is JavaScript, or foreign and single-threaded.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly target=x86_64-unknown-linux-gnu
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=line-tables-only
export LSAN_OPTIONS="suppressions=$PWD/tests/leak-sanitizer.txt"
export TSAN_OPTIONS="suppressions=$PWD/tests/thread-sanitizer.txt"

run() {
  local sanitizer=$1
  export RUSTFLAGS="-Zsanitizer=$sanitizer --cfg sanitized"
  export CARGO_TARGET_DIR=$PWD/target/$sanitizer
  cargo +nightly test -Zbuild-std --target "$target" --no-fail-fast -p nn --lib --tests
  cargo +nightly test -Zbuild-std --target "$target" --no-fail-fast -p arena --lib --tests
  # The test of slow clients measures memory, of which AddressSanitizer needs a lot. The one that is
  # skipped unpacks 256 MiB, which takes longer here than a request may.
  local tests=(--test server)
  [ "$sanitizer" = address ] || tests+=(--test slow_clients)
  cargo +nightly test -Zbuild-std --target "$target" --no-fail-fast -p boardroom --lib \
    "${tests[@]}" -- --skip security::requests_are_bounded
}

case ${1:-all} in
  address | thread) run "$1" ;;
  all)
    run address
    run thread
    ;;
  *)
    echo "error: \`$1\` is no sanitizer of this script: use address or thread" >&2
    exit 1
    ;;
esac
