# Bundles, and commands that write into the workspace, under Wine: a part of tests/systems.sh.

# Makes cargo and the compiler of Windows known to programs under Wine, in a copy of the workspace
# for each system, since some commands write into the sources.
prepare_compiler() {
  local toolchain=$host_version-$windows root system
  rustup toolchain install "$toolchain" --force-non-host --profile minimal >/dev/null 2>&1 ||
    fail "rustup cannot install $toolchain: see its messages"
  root=$(dirname "$(dirname "$(rustup which --toolchain "$toolchain" rustc.exe)")")
  mkdir "$folder/bin"
  cp tests/windows/dlltool.sh "$folder/bin/"
  rustc --edition 2024 -O --target "$windows" -o "$folder/bin/dlltool.exe" tests/windows/dlltool.rs
  export CARGO_NET_OFFLINE=true
  export WINEPATH="Z:$folder/bin;Z:$root/bin;Z:$root/lib/rustlib/$windows/bin/self-contained"
  for system in linux windows; do
    mkdir "$folder/$system/workspace"
    git ls-files -z | xargs -0 cp --parents -t "$folder/$system/workspace"
  done
}

# Plays the bot, which the cargo of the system builds, and then changes its sources.
written_sources() {
  local sources=crates/games/breakthrough/src
  place=workspace
  compare match breakthrough --p1 bot --p2 greedy --games 2 --seed 1 --nodes 200 --margin 2000 \
    --sandbox off
  compare screen breakthrough docs/src/candidates.txt --nodes 50 --games 4
  begin 'cg tune breakthrough fit --write on both systems'
  on_linux tune breakthrough fit --games 20 --nodes 50 --write >"$folder/linux.txt"
  on_windows tune breakthrough fit --games 20 --nodes 50 --write >"$folder/windows.txt"
  same "$sources/weights.rs"
  begin 'cg promote breakthrough'
  cp "$sources/network.rs" "$folder/windows/$place"
  on_windows promote breakthrough network.rs --against nothing --time 5 --sprt 0 300 --games 100 \
    >"$folder/windows.txt"
  tail -n 2 "$folder/windows.txt"
  diff -q "$sources/network.rs" "$folder/windows/$place/$sources/network.rs" >/dev/null &&
    fail 'the network is not written into the bot'
  place=.
}

bundle() {
  place=workspace
  begin 'cg bundle breakthrough on both systems'
  on_linux bundle breakthrough -o breakthrough.rs >"$folder/linux.txt"
  on_windows bundle breakthrough -o breakthrough.rs
  same breakthrough.rs
  place=.
}

# Plays a bundle that the compiler of Windows compiles, and compares its answers with Linux.
bundled_program() {
  begin "the bundle's program answers recorded games on both systems"
  cat >"$folder/record" <<'END'
#!/bin/sh
cd "$(dirname "$0")" && tee input.$$ | ./linux-bot --seed 7 --nodes 500
END
  chmod +x "$folder/record"
  local rival='--p2 greedy --games 2 --nodes 500 --seed 1 --sandbox off --margin 2000' input
  place=workspace
  # shellcheck disable=SC2086
  on_linux match breakthrough --p1 breakthrough.rs $rival >/dev/null
  cp "$folder"/linux/workspace/data/players/* "$folder/linux-bot"
  # shellcheck disable=SC2086
  on_linux match breakthrough --p1 "$folder/record" $rival >/dev/null
  # shellcheck disable=SC2086
  on_windows match breakthrough --p1 breakthrough.rs $rival >/dev/null
  place=.
  for input in "$folder"/input.*; do
    wine "$folder"/windows/workspace/data/players/*.exe --seed 7 --nodes 500 <"$input" 2>/dev/null |
      tr -d '\r' >"$folder/answers"
    "$folder/linux-bot" --seed 7 --nodes 500 <"$input" 2>/dev/null |
      diff - "$folder/answers" || fail 'the answers differ'
    echo "$(wc -l <"$folder/answers") answers are the same"
  done
}
