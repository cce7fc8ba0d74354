#!/usr/bin/env bash
# Checks the workspace for Windows and macOS on a machine with Debian or Ubuntu.
#
# usage: tests/systems.sh [check|wine]
#
# `check` checks every crate but `tests`, whose programs need Linux, for both systems, and the tests
# that need no Linux, without a warning. It needs no compiler of C.
# `wine` builds the programs of a release and a bot for Windows, runs them under Wine, and compares
# their results with those of Linux; it prints what it does. Without an argument the script does
# both. It installs what is missing: Rust's standard libraries by rustup; mingw-w64, Wine, curl and
# nats-server by apt-get, as root or by sudo; and a Rust for Windows, which bundles need.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly windows=x86_64-pc-windows-gnu
readonly checked=("$windows" x86_64-pc-windows-msvc aarch64-apple-darwin)
# The newest Rust that was released as a program for this target.
readonly host_version=1.95.0
target=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0 WINEDEBUG=-all
# The bots play the same moves without these, and compile in a third of the time.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

folder=$(mktemp -d)
clean_up() {
  # Servers that a failed part has left.
  # shellcheck disable=SC2046 # a list of numbers
  kill $(jobs -p) 2>/dev/null || true
  WINEPREFIX=$folder/wine wineserver -k 2>/dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT

begin() { echo "== $* ($(date +%T))"; }

fail() {
  echo "error: $*" >&2
  exit 1
}

# Installs a Debian package if its program is missing.
install_package() {
  if command -v "$1" >/dev/null; then return; fi
  local sudo=
  [ "$(id -u)" = 0 ] || sudo='sudo -n'
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "${@:2}"
}

# Writes programs that take the places of C compilers and archivers: they make empty files. A check
# links nothing, and the C sources of SQLite and ring are not ours.
write_empty_compilers() {
  cat >"$folder/cc" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -o) : >"$2" ;;
    -Fo*) : >"${1#-Fo}" ;;
  esac
  shift
done
END
  cat >"$folder/ar" <<'END'
#!/bin/sh
for word; do
  case $word in
    -out:*) : >"${word#-out:}" ;;
    *.a | *.lib) : >"$word" ;;
  esac
done
END
  chmod +x "$folder/cc" "$folder/ar"
}

check() {
  local system name packages package without_tests=()
  rustup target add "${checked[@]}"
  write_empty_compilers
  packages=$(sed -n '/^const NEED_LINUX/,/;$/p' crates/tools/cg/src/test_command.rs)
  for package in $(grep -o '"[^"]*"' <<<"$packages" | tr -d '"'); do
    without_tests+=(--exclude "$package")
  done
  [ ${#without_tests[@]} -gt 0 ] || fail 'the packages whose tests need Linux are not found'
  for system in "${checked[@]}"; do
    name=${system//-/_}
    export "CC_$name=$folder/cc" "AR_$name=$folder/ar"
    begin "cargo check for $system"
    {
      cargo check --quiet --workspace --exclude tests --target "$system"
      cargo check --quiet --workspace "${without_tests[@]}" --all-targets --target "$system"
    } 2>&1 | tee "$folder/check.txt"
    [ ! -s "$folder/check.txt" ] || fail "cargo check for $system: see the warnings above"
    unset "CC_$name" "AR_$name"
  done
}

# shellcheck source=tests/windows/commands.sh
. tests/windows/commands.sh
# shellcheck source=tests/windows/programs.sh
. tests/windows/programs.sh
# shellcheck source=tests/windows/bundles.sh
. tests/windows/bundles.sh

build_for_wine() {
  begin 'build for Linux and Windows'
  cargo build --quiet --profile tools -p cargo-cg
  cargo build --quiet --profile tools -p cargo-cg -p cg --target "$windows"
  cargo build --quiet --release -p breakthrough
  cargo build --quiet --release -p breakthrough --target "$windows"
  rustc --edition 2024 -O --target "$windows" -o "$folder/faulty.exe" tests/windows/faulty.rs
  x86_64-w64-mingw32-gcc -O -o "$folder/interrupt.exe" tests/windows/interrupt.c
}

start_wine() {
  export WINEPREFIX=$folder/wine
  begin "$(wine --version) starts"
  wine wineboot --init >/dev/null 2>&1
  wineserver --wait
  if [ ! -e "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" ]; then
    x86_64-w64-mingw32-gcc -shared -Wl,--kill-at -ladvapi32 tests/windows/bcryptprimitives.c \
      -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" -ladvapi32
  fi
  # Otherwise each command starts a server of its own.
  wineserver --persistent
}

wine_tests() {
  install_package x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-posix
  install_package wine wine64 wine
  install_package curl curl
  install_package nats-server nats-server
  rustup target add "$windows"
  build_for_wine
  start_wine
  prepare_folders
  begin 'bench of the bot on both systems'
  "$folder/linux/bot.exe" bench | grep Bench >"$folder/linux.txt"
  wine "$folder/windows/bot.exe" bench | tr -d '\r' | grep Bench >"$folder/windows.txt"
  diff "$folder/linux.txt" "$folder/windows.txt" || fail 'the benches differ'
  cat "$folder/windows.txt"
  measurements
  training
  stored_matches
  units_and_settings
  against crash 'crash 20' 20
  against hang 'timeout 20' 20 2000
  against hog 'memory 4' 4
  against brood 'home-row' 4
  kill_arena
  launcher
  interrupts
  queued_match
  refusals
  prepare_compiler
  bundle
  bundled_program
  written_sources
  none_left
  begin 'all is as on Linux'
}

case ${1:-all} in
  check) check ;;
  wine) wine_tests ;;
  all)
    check
    wine_tests
    ;;
  *) fail "\`$1\` is no part of this script: use check or wine" ;;
esac
