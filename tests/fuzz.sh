#!/usr/bin/env bash
# Runs the targets of `crates/tools/fuzzing` under libFuzzer.
#
# usage: tests/fuzz.sh [SECONDS [TARGET...]]
#        tests/fuzz.sh corpus [TARGET...]
#
# The first form runs all targets, or those named, one after the other, SECONDS in all (default
# 3600). Inputs that reach new code are kept in fuzz/found; an input that fails is written to
# fuzz/artifacts. The second form replaces the committed corpus by a selection of it and of
# fuzz/found. It needs a nightly Rust with the component rust-src and a compiler of C++, and
# installs cargo-fuzz if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

# Maximum number of inputs of a target in the corpus, and maximum length of an input in bytes:
# a test checks both.
readonly most_inputs=64 most_bytes=512

seconds=3600
case ${1:-} in
  corpus | [0-9]*)
    seconds=$1
    shift
    ;;
  "") ;;
  *)
    echo "error: \`$1\` is no number of seconds" >&2
    exit 1
    ;;
esac

export CARGO_INCREMENTAL=0
command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
# The same versions of all packages as in the workspace.
cp Cargo.lock fuzz/Cargo.lock

# No sanitizer: the code under test is safe Rust but for two files, one of `nn`, whose tests run with
# sanitizers, and one of `search`, whose calls touch no content. Overflows and failed assertions are
# panics (fuzz/Cargo.toml).
fuzz() { cargo +nightly fuzz "$1" --fuzz-dir fuzz --sanitizer none "${@:2}"; }

run() {
  local target=$1 seconds=$2 failed=0
  mkdir -p "fuzz/found/$target"
  fuzz run "$target" "fuzz/found/$target" "fuzz/corpus/$target" -- -max_total_time="$seconds" \
    -max_len="$most_bytes" -timeout=30 -rss_limit_mb=2048 -print_final_stats=1 \
    >"fuzz/found/$target.log" 2>&1 || failed=1
  if [ "$failed" = 1 ]; then tail -n 40 "fuzz/found/$target.log"; fi
  sed -n "s/^stat::number_of_executed_units: */$target: inputs /p" "fuzz/found/$target.log"
  return "$failed"
}

reduce() {
  local target=$1 selected number=0 file
  selected=$(mktemp -d)
  mkdir -p "fuzz/found/$target"
  fuzz run "$target" "$selected" "fuzz/found/$target" "fuzz/corpus/$target" -- \
    -set_cover_merge=1 -max_len="$most_bytes"
  rm -f "fuzz/corpus/$target"/*
  # Their names are hashes, so that the first ones by name are a random selection.
  for file in "$selected"/*; do
    number=$((number + 1))
    [ "$number" -gt "$most_inputs" ] || cp "$file" "fuzz/corpus/$target/$(basename "$file").bin"
  done
  rm -r "$selected"
}

targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo fuzz list --fuzz-dir fuzz)
failed=0
fuzz build
for target in "${targets[@]}"; do
  if [ "$seconds" = corpus ]; then
    reduce "$target"
  else
    run "$target" $((seconds / ${#targets[@]})) || failed=1
  fi
done
exit "$failed"
