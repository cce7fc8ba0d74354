#!/usr/bin/env bash
# Checks the workspace for Windows and macOS on a machine with Debian or Ubuntu.
#
# usage: tests/systems.sh [check|wine]
#
# `check` checks every crate but `tests`, whose programs need Linux, for both systems, without a
# warning.
# `wine` builds the workshop and a bot for Windows, runs them under Wine, and compares their results
# with those of Linux; it prints what it does. Without an argument the script does both. It installs
# what is missing: Rust's standard libraries by rustup; mingw-w64 and Wine by apt-get, as root or by
# sudo; zig, whose C compiler knows macOS, by pip; and a Rust for Windows, which bundles need.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly windows=x86_64-pc-windows-gnu macos=aarch64-apple-darwin
# The newest Rust that was released as a program for this target.
readonly host_version=1.95.0
target=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0 WINEDEBUG=-all
# The bots play the same moves without these, and compile in a third of the time.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

folder=$(mktemp -d)
clean_up() {
  WINEPREFIX=$folder/wine wineserver -k 2>/dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT

begin() { echo "== $* ($(date +%T))"; }

fail() {
  echo "error: $*" >&2
  exit 1
}

# Installs the Debian packages whose program is missing.
install_packages() {
  local missing=()
  command -v x86_64-w64-mingw32-gcc >/dev/null || missing+=(gcc-mingw-w64-x86-64-posix)
  command -v "$1" >/dev/null || missing+=("${@:2}")
  [ ${#missing[@]} = 0 ] && return
  local sudo=
  [ "$(id -u)" = 0 ] || sudo='sudo -n'
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

check() {
  install_packages python3 python3 python3-venv
  rustup target add "$windows" "$macos"
  python3 -m venv "$folder/zig"
  "$folder/zig/bin/pip" install --quiet ziglang
  # The crate `cc` names the target in words that zig does not know.
  cat >"$folder/cc" <<END
#!/usr/bin/env bash
words=()
for word in "\$@"; do
  case \$word in --target=* | -mmacosx-version-min=* | -arch | arm64) ;; *) words+=("\$word") ;; esac
done
exec "$folder/zig/bin/python" -m ziglang cc -target aarch64-macos "\${words[@]}"
END
  printf '#!/bin/sh\nexec "%s" -m ziglang ar "$@"\n' "$folder/zig/bin/python" >"$folder/ar"
  chmod +x "$folder/cc" "$folder/ar"
  export CC_aarch64_apple_darwin=$folder/cc AR_aarch64_apple_darwin=$folder/ar
  for system in "$windows" "$macos"; do
    begin "cargo check for $system"
    cargo check --quiet --workspace --exclude tests --target "$system" 2>&1 | tee "$folder/check.txt"
    [ ! -s "$folder/check.txt" ] || fail "cargo check for $system: see the warnings above"
  done
}

# Runs the workshop of Linux, and that of Windows, with the same arguments.
on_linux() { "$target/tools/workshop" "$@"; }
on_windows() { wine "$target/$windows/tools/workshop.exe" "$@" | tr -d '\r'; }

# Runs a command on both systems, and compares what it prints, without times.
compare() {
  begin "cg $* on both systems"
  on_linux "$@" 2>/dev/null | sed '/ answers /d' >"$folder/linux.txt"
  on_windows "$@" 2>/dev/null | sed '/ answers /d' >"$folder/windows.txt"
  diff "$folder/linux.txt" "$folder/windows.txt" || fail "cg $*: the systems differ"
  tail -n 3 "$folder/windows.txt"
}

# Runs a command under Wine that has to fail with a message.
refused() {
  local message=$1
  shift
  begin "cg $*"
  if (cd "$folder" && on_windows "$@" >refused.txt 2>&1); then fail "cg $*: not refused"; fi
  tail -n 1 "$folder/refused.txt"
  grep -qFe "$message" "$folder/refused.txt" || fail "cg $*: another message is expected: $message"
}

# Returns the number of processes of the bots.
processes() { pgrep -fc '^[^ ]*[\\/](bot|faulty)\.exe' || true; }

# Plays a match against a faulty bot, and checks how its games end, and that no process is left.
against() {
  local fault=$1 expected=$2 games=$3
  local bot='cmd:.\bot.exe --opening {opening} --seed {seed} --nodes {nodes}'
  begin "match of $games games against a bot with the fault $fault"
  (cd "$folder" && on_windows match breakthrough --p1 "$bot" --p2 "cmd:./faulty.exe $fault" \
    --games "$games" --seed 1 --nodes 500 --margin 2000) >"$folder/match.txt" 2>"$folder/games.txt"
  head -n 2 "$folder/games.txt"
  cat "$folder/match.txt"
  grep -qE "^ended by .*$expected" "$folder/match.txt" || fail "no game ended by $expected"
  [ "$(processes)" = 0 ] || fail "$(processes) processes are left"
}

# Kills the arena during a game with child processes, and checks that none is left.
kill_arena() {
  begin 'kill the arena during a game'
  (cd "$folder" && exec wine "$target/$windows/tools/workshop.exe" match breakthrough \
    --p1 'cmd:./faulty.exe brood' --p2 'cmd:./faulty.exe hang' --games 2 --nodes 500 \
    --margin 60000) >"$folder/killed.txt" 2>&1 &
  local arena=$!
  for _ in $(seq 200); do
    [ "$(processes)" -lt 3 ] || break
    sleep 0.1
  done
  [ "$(processes)" -ge 3 ] || fail "the game has not begun: $(cat "$folder/killed.txt")"
  echo "$(processes) processes of bots before"
  kill -KILL "$arena"
  wait "$arena" 2>/dev/null || true
  for _ in $(seq 50); do
    [ "$(processes)" != 0 ] || break
    sleep 0.1
  done
  [ "$(processes)" = 0 ] || fail "$(processes) processes are left"
  echo 'no process is left'
}

# Bundles a bot with the compiler of Windows, and compares the bundle and its program's answers.
bundle() {
  local toolchain=$host_version-$windows
  rustup toolchain install "$toolchain" --force-non-host --profile minimal >/dev/null 2>&1 ||
    fail "rustup cannot install $toolchain: see its messages"
  local root
  root=$(dirname "$(dirname "$(rustup which --toolchain "$toolchain" rustc.exe)")")
  mkdir "$folder/bin"
  cp tests/windows/dlltool.sh "$folder/bin/"
  rustc --edition 2024 -O --target "$windows" -o "$folder/bin/dlltool.exe" tests/windows/dlltool.rs
  export CARGO_NET_OFFLINE=true
  export WINEPATH="Z:$folder/bin;Z:$root/bin;Z:$root/lib/rustlib/$windows/bin/self-contained"
  local cargo_home=${CARGO_HOME:-$HOME/.cargo}

  begin 'cg bundle breakthrough on both systems'
  "$target/tools/bundle" bundle breakthrough -o "$folder/linux.rs"
  CARGO_HOME=Z:$cargo_home CARGO_TARGET_DIR=Z:$folder/target \
    wine "$target/$windows/tools/bundle.exe" bundle breakthrough -o "Z:$folder/windows.rs"
  # The first line names the commit, and there is no git under Wine.
  diff <(tail -n +2 "$folder/linux.rs") <(tail -n +2 "$folder/windows.rs") >/dev/null ||
    fail 'the bundles differ'
  echo 'the bundles are the same'

  begin "the bundle's program answers recorded games on both systems"
  cat >"$folder/record" <<'END'
#!/bin/sh
cd "$(dirname "$0")" && tee input.$$ | ./linux-bot --seed 7 --nodes 500 | tee output.$$
END
  chmod +x "$folder/record"
  local rival='--p2 greedy --games 2 --nodes 500 --seed 1 --sandbox off --margin 2000'
  # shellcheck disable=SC2086 # the words of an option list
  on_linux --data "$folder/linux" match breakthrough --p1 "$folder/linux.rs" $rival >/dev/null
  cp "$folder"/linux/players/* "$folder/linux-bot"
  # shellcheck disable=SC2086
  on_linux --data "$folder/linux" match breakthrough --p1 "$folder/record" $rival >/dev/null
  # shellcheck disable=SC2086
  CARGO_HOME=Z:$cargo_home CARGO_TARGET_DIR=Z:$folder/target on_windows \
    --data "Z:$folder/windows" match breakthrough --p1 "Z:$folder/windows.rs" $rival >/dev/null
  for input in "$folder"/input.*; do
    wine "$folder"/windows/players/*.exe --seed 7 --nodes 500 <"$input" 2>/dev/null |
      tr -d '\r' >"$folder/answers"
    diff "$folder/output.${input##*.}" "$folder/answers" || fail 'the answers differ'
    echo "$(wc -l <"$folder/answers") answers are the same"
  done
}

wine_tests() {
  install_packages wine wine64 wine
  rustup target add "$windows"
  begin 'build for Linux and Windows'
  cargo build --quiet --profile tools -p workshop -p bundle
  cargo build --quiet --profile tools -p workshop -p bundle --target "$windows"
  cargo build --quiet --release -p breakthrough --target "$windows"
  cargo build --quiet --release -p breakthrough
  cp "$target/$windows/release/breakthrough.exe" "$folder/bot.exe"
  rustc --edition 2024 -O --target "$windows" -o "$folder/faulty.exe" tests/windows/faulty.rs
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

  begin 'bench of the bot on both systems'
  "$target/release/breakthrough" bench | grep Bench >"$folder/linux.txt"
  wine "$folder/bot.exe" bench | tr -d '\r' | grep Bench >"$folder/windows.txt"
  diff "$folder/linux.txt" "$folder/windows.txt" || fail 'the benches differ'
  cat "$folder/windows.txt"
  compare perft breakthrough 4
  compare verify tests/data/transcripts/breakthrough.jsonl.gz
  compare equilibrium lamistra --nodes 2000
  compare match breakthrough --p1 random --p2 greedy --games 20 --seed 1 --store "$folder/store.db"
  begin 'cg selfplay on both systems'
  local shard='--shards 1 --games 4 --nodes 200'
  # shellcheck disable=SC2086 # the words of an option list
  on_linux selfplay breakthrough $shard -o "$folder/linux-shards" >/dev/null
  # shellcheck disable=SC2086
  on_windows selfplay breakthrough $shard -o "Z:$folder/windows-shards" >/dev/null
  diff -r "$folder/linux-shards" "$folder/windows-shards" || fail 'the shards differ'
  against crash 'crash 20' 20
  against hang 'timeout 20' 20
  against hog 'memory 4' 4
  against brood 'home-row' 4
  kill_arena
  local pair='match breakthrough --p1 cmd:./bot.exe --p2 random --games 2 --nodes 500'
  # shellcheck disable=SC2086
  refused '--sandbox require: there is no sandbox on windows' $pair --sandbox require
  # shellcheck disable=SC2086
  refused 'programs cannot be bound to cores on windows: leave out --pin' $pair --pin
  bundle
  [ "$(processes)" = 0 ] || fail "$(processes) processes are left"
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
