# Programs of players, Ctrl-C and the server under Wine: a part of tests/systems.sh.

readonly bot='cmd:./bot.exe --opening {opening} --seed {seed} --nodes {nodes}'

# Returns the number of processes of the bots.
processes() { pgrep -fc '^[^ ]*[\\/](bot|faulty)\.exe' || true; }

# Checks that no process of a bot is left.
none_left() {
  for _ in $(seq 50); do
    [ "$(processes)" != 0 ] || break
    sleep 0.1
  done
  [ "$(processes)" = 0 ] || fail "$(processes) processes are left"
}

# Waits until a condition holds.
await() {
  for _ in $(seq 300); do
    if "$@"; then return; fi
    sleep 0.1
  done
  fail "waited for $* in vain"
}

# Runs a command under Wine that has to fail with a message.
refused() {
  local message=$1
  shift
  begin "cg $*"
  if on_windows "$@" >"$folder/refused.txt" 2>&1; then fail "cg $*: not refused"; fi
  tail -n 1 "$folder/refused.txt"
  grep -qFe "$message" "$folder/refused.txt" || fail "cg $*: another message is expected: $message"
}

refusals() {
  local pair='match breakthrough --p1 cmd:./bot.exe --p2 random --games 2 --nodes 500'
  # shellcheck disable=SC2086 # the words of an option list
  refused '--sandbox require: there is no sandbox on windows' $pair --sandbox require
  # shellcheck disable=SC2086
  refused 'programs cannot be bound to cores on windows: leave out --pin' $pair --pin
}

# Plays a match against a faulty bot, and checks how its games end, and that no process is left.
against() {
  local fault=$1 expected=$2 games=$3 margin=${4:-20000}
  begin "match of $games games against a bot with the fault $fault"
  on_windows match breakthrough --p1 "${bot/.\//.\\}" --p2 "cmd:./faulty.exe $fault" \
    --games "$games" --seed 1 --nodes 500 --margin "$margin" \
    >"$folder/match.txt" 2>"$folder/notes.txt"
  cat "$folder/notes.txt" "$folder/match.txt"
  grep -qE "^ended by .*$expected" "$folder/match.txt" || fail "no game ended by $expected"
  none_left
}

has_processes() { [ "$(processes)" -ge "$1" ]; }

# Returns whether the bot has been started so many times since the file `seen` was removed.
was_started() {
  pgrep -f '^[^ ]*[\\/]bot\.exe' >>"$folder/seen" || true
  [ "$(sort -u "$folder/seen" | wc -l)" -ge "$1" ]
}

# Kills the arena during a game with child processes, and checks that none is left.
kill_arena() {
  begin 'kill the arena during a game'
  # Not by the launcher, whose process would be killed in place of the arena's.
  (cd "$folder/windows" && exec wine "$target/$windows/tools/cg-workshop.exe" match breakthrough \
    --p1 'cmd:./faulty.exe brood' --p2 'cmd:./faulty.exe hang' --games 2 --nodes 500 \
    --margin 60000) >"$folder/killed.txt" 2>&1 &
  local arena=$!
  await has_processes 3
  echo "$(processes) processes of bots before"
  kill -KILL "$arena"
  wait "$arena" 2>/dev/null || true
  none_left
  echo 'no process is left'
}

# Starts a command of `cargo cg` in a console of its own, in which `press_ctrl_c` acts.
start_in_console() {
  begin "cg $*"
  rm -f "$folder/windows/pressed"
  (cd "$folder/windows" && exec wine "$folder/interrupt.exe" pressed \
    "Z:$target/$windows/tools/cargo-cg.exe" cg "$@") \
    >"$folder/windows.txt" 2>"$folder/notes.txt" &
  console=$!
}

# Presses Ctrl-C in the console, and checks the exit code of the command.
press_ctrl_c() {
  local expected=$1 code=0
  touch "$folder/windows/pressed"
  wait "$console" || code=$?
  echo "exit code $code after Ctrl-C: $(tail -n 1 "$folder/notes.txt" | cut -c -80)"
  [ "$code" = "$expected" ] || fail "exit code $code in place of $expected"
}

# Interrupts matches and tuning, resumes them, and compares the results with those of Linux.
interrupts() {
  local match=(match breakthrough --p1 "$bot" --p2 greedy --games 20 --seed 1 --nodes 500
    --margin 2000)
  rm -f "$folder/seen"
  start_in_console "${match[@]}"
  # The player is started once before the first game.
  await was_started 4
  press_ctrl_c 130
  grep -q 'note: stopped after [1-9].* of 20 games' "$folder/notes.txt" || fail 'no result so far'
  none_left
  begin 'resume the match, and play all of it on Linux'
  on_linux "${match[@]}" --sandbox off >"$folder/linux.txt" 2>/dev/null
  on_windows match --resume --sandbox off >"$folder/windows.txt" 2>/dev/null
  diff <(plain "$folder/linux.txt") <(plain "$folder/windows.txt") || fail 'the results differ'
  compare export -o resumed.jsonl
  same resumed.jsonl

  local tune=(tune breakthrough climb --pairs 600 --nodes 500)
  start_in_console "${tune[@]}"
  await grep -q 'Ctrl-C ends the run' "$folder/notes.txt"
  sleep 1
  press_ctrl_c 130
  compare "${tune[@]}"

  start_in_console serve --port 0 breakthrough.jsonl.gz
  served
  press_ctrl_c 0
}

# Plays a match by a worker behind a queue, all but the queue under Wine, and compares the records
# with those of the same match without a queue on Linux.
queued_match() {
  local server address log=$folder/queue.log
  nats-server -a 127.0.0.1 -p -1 -js -sd "$folder/queue" -l "$log" &
  server=$!
  await grep -qs 'Listening for client connections' "$log"
  address=nats://$(sed -n 's/.*Listening for client connections on //p' "$log")
  start_in_console work --queue "$address"
  on_windows match breakthrough --p1 random --p2 greedy --games 20 --seed 1 --queue "$address" \
    --record queued.jsonl.gz >/dev/null
  cmp "$folder/linux/games.jsonl.gz" "$folder/windows/queued.jsonl.gz" ||
    fail 'the games of the worker differ'
  echo '20 games of a worker are the same'
  press_ctrl_c 130
  kill "$server"
  wait "$server" || true
}

# Starts a command by the launcher of the workspace, with a cargo that builds nothing: a bot that
# ends with its input.
launcher() {
  begin 'the launcher of the workspace'
  mkdir "$folder/tools"
  cp "$target/$windows/tools/cg.exe" "$folder/tools"
  cp "$target/$windows/tools/cg-workshop.exe" "$folder/tools/workshop.exe"
  CARGO=Z:$folder/windows/faulty.exe wine "$folder/tools/cg.exe" perft breakthrough 4 2>/dev/null |
    diff - <(on_linux perft breakthrough 4 2>/dev/null) || fail 'the launcher does not start perft'
  echo 'it starts perft'
}

# Requests pages and data of the running server, and of one on Linux, and compares them.
served() {
  await grep -q '^http' "$folder/windows.txt"
  (cd "$folder/linux" && exec "$target/tools/cg-boardroom" serve --port 0 \
    breakthrough.jsonl.gz) >"$folder/linux.txt" 2>/dev/null &
  local server=$! path
  await grep -q '^http' "$folder/linux.txt"
  for path in / /assets/js/main.js /openapi.json /api/games /api/games/breakthrough/start; do
    curl -fsS "$(cat "$folder/linux.txt")$path" >"$folder/linux-answer"
    curl -fsS "$(cat "$folder/windows.txt")$path" | cmp - "$folder/linux-answer" ||
      fail "GET $path: the servers differ"
    echo "GET $path is the same"
  done
  kill "$server"
  wait "$server" || true
}
